import SimulationContainers
import PlayerModel
import Simulation

/// The files that the page holds, by their paths: those that are shipped with it, and those that were dropped on it.
struct PageFolder {
    private struct File {
        let path: String
        /// Empty of a segment, of which the size alone is known.
        let bytes: [UInt8]
        let size: Int64
    }

    /// In the order of their paths.
    private var files: [File] = []

    mutating func removeAll() { files = [] }

    /// Adds a file in the place of one with its path. Bytes that are no text come as hexadecimal digits.
    mutating func add(_ file: PageRequest) {
        let path = Self.normal(file.text("path"))
        let bytes = file.hasText("hex") ? Self.bytes(hex: file.text("hex")) : Array(file.text("text").utf8)
        let size = file.number("size")
        let entry = File(path: path, bytes: bytes, size: size > 0 ? size : Int64(bytes.count))
        let place = place(of: path)
        if isThere(path, place) { files[place] = entry } else { files.insert(entry, at: place) }
    }

    /// The bytes of a file; nil where the page has none of that path. It is the page that knows where a file belongs
    /// that was dropped: nothing is taken for another file of its name.
    func bytes(_ path: String) -> [UInt8]? { file(path)?.bytes }

    /// The size of a file; nil where the page has none of that path.
    func size(_ path: String) -> Int64? { file(path)?.size }

    private func file(_ path: String) -> File? {
        let path = Self.normal(path)
        let place = place(of: path)
        return isThere(path, place) ? files[place] : nil
    }

    /// The first place whose path does not come before this one.
    private func place(of path: String) -> Int {
        partitionPoint(in: files.indices) { !ByteOrder.precedes(files[$0].path, path) }
    }

    private func isThere(_ path: String, _ place: Int) -> Bool {
        place < files.count && files[place].path.isSpelt(path)
    }

    /// A path without steps to a folder and back.
    private static func normal(_ path: String) -> String {
        var steps: [String] = []
        for step in path.split(separator: "/").map(String.init) where step != "." {
            if step == "..", let last = steps.last, last != ".." { steps.removeLast() } else { steps.append(step) }
        }
        return steps.joined(separator: "/")
    }

    private static func bytes(hex: String) -> [UInt8] {
        func digit(_ byte: UInt8) -> UInt8 { byte < 58 ? byte & 15 : (byte & 15) + 9 }
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digit(digits[$0]) << 4 | digit(digits[$0 + 1]) }
    }
}

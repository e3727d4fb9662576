import Simulation

/// A file that is read line by line, so that a long one is never in memory as a whole.
///
/// A class, because it holds an open file.
final class LineFile {
    private let path: String
    private let file: Files.Reading
    private var buffer: [UInt8] = []
    private var place = 0
    private(set) var number = 0
    /// The bytes that were given so far, with their line breaks.
    private(set) var offset: Int64 = 0
    /// Whether the last line had no line break: whoever wrote it was interrupted.
    private(set) var isTorn = false

    /// Reads a file from its beginning, or from about so many bytes before its end, and then from the next line on.
    init(_ path: String, lastBytes: Int64? = nil) throws(LoadError) {
        if Files.isFolder(path) { throw LoadError(path, Files.Problem.isFolder.message) }
        let start = lastBytes.map { max(0, (Files.regularSize(path) ?? 0) - $0) } ?? 0
        file = try LoadError.naming(Files.shown(path), try Files.Reading(path, from: start))
        self.path = path
        if start > 0 { _ = try next() }
    }

    /// The next line without its line break; nil at the end.
    func next() throws(LoadError) -> [UInt8]? {
        var searched = place
        while true {
            if let end = buffer[searched...].firstIndex(of: 10) {
                let line = Array(buffer[place..<end])
                offset += Int64(end + 1 - place)
                place = end + 1
                number += 1
                return line
            }
            buffer.removeFirst(place)
            place = 0
            searched = buffer.count
            let more = try read()
            if more.isEmpty {
                guard !buffer.isEmpty else { return nil }
                defer { buffer = [] }
                isTorn = true
                number += 1
                return buffer
            }
            buffer += more
        }
    }

    private func read() throws(LoadError) -> [UInt8] {
        try LoadError.naming(Files.shown(path), try file.next())
    }
}

import Simulation

/// The folder of a playlist on disk. No file is read that does not lie in it, wherever links lead.
struct PlaylistFolderOnDisk: PlaylistFolder {
    private let path: String
    /// The folder without links, to compare with; nil where there is none.
    private let real: String?

    /// The folder in which a file lies.
    init(of file: String) {
        path = Files.folder(of: file)
        real = Files.realPath(path.isEmpty ? "." : path)
    }

    func playlist(_ path: String) -> FileAnswer<[UInt8]> {
        guard let found = Files.realPath(self.path + path) else { return .missing }
        guard isInside(found) else { return .unusable(why: Self.leadsOut) }
        guard Files.regularSize(found) != nil else { return .unusable(why: "is no regular file") }
        do throws(Files.Problem) {
            return .found(try Files.read(found, limit: PlaylistLimits.mostBytes))
        } catch {
            return .unusable(why: error.message)
        }
    }

    func segmentSize(_ path: String) -> FileAnswer<Int64> {
        guard let found = Files.realPath(self.path + path) else { return .missing }
        return isInside(found) ? FileAnswer(Files.regularSize(found)) : .unusable(why: Self.leadsOut)
    }

    private static let leadsOut = "is a link that leads out of the playlist's folder"

    private func isInside(_ found: String) -> Bool { real.map { Files.isInside(found, $0) } ?? false }
}

extension PlaylistFiles {
    /// Whether a file is a playlist by its name, or standard input by its first line.
    static func isPlaylist(_ path: String) -> Bool {
        path == Files.standardInput ? beginsAsOne(path) : PlaylistPath.isPlaylist(path)
    }

    /// Whether what is read of a path begins as a playlist does. Of a pipe it is gone then.
    static func beginsAsOne(_ path: String) -> Bool {
        (try? Files.read(path, limit: FileForm.mostBytes)).map { FileForm($0).isPlaylist } ?? false
    }

    /// A playlist on disk, with those that it names.
    init(_ path: String) throws(LoadError) {
        self.init(try Files.load(path, limit: PlaylistLimits.mostBytes, onlyRegular: true), of: path)
    }

    /// The same of a file that was read.
    init(_ bytes: [UInt8], of path: String) {
        self.init(bytes, shownAs: Files.shown(path), in: PlaylistFolderOnDisk(of: path))
    }
}

import PlayerModel

/// A file that a scenario named, as it was when the run was recorded: it can be read again without the file.
package struct RecordedFile: Equatable, Sendable {
    /// Bytes with their name: relative to the folder of a playlist; for other files the name does not matter.
    package struct Content: Equatable, Sendable {
        package let path: String
        package let bytes: [UInt8]

        package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
    }

    /// The size of a segment.
    package struct Size: Equatable, Sendable {
        package let path: String
        package let bytes: Int64

        package init(path: String, bytes: Int64) { (self.path, self.bytes) = (path, bytes) }
    }

    package let kind: WantedFile.Kind
    /// The path as the scenario has it.
    package let path: String
    /// The file itself; for a playlist, also the files that it names.
    package let contents: [Content]
    /// The sizes of the segments that existed, for a playlist.
    package let sizes: [Size]

    package init(_ kind: WantedFile.Kind, path: String, contents: [Content], sizes: [Size] = []) {
        (self.kind, self.path, self.contents, self.sizes) = (kind, path, contents, sizes)
    }
}

extension WantedFile.Kind {
    static let all: [WantedFile.Kind] = [.trace, .table, .profile, .media, .gzippedMedia, .movie]

    var name: String {
        switch self {
        case .trace: "trace"
        case .table: "table"
        case .profile: "profile"
        case .media: "media"
        case .gzippedMedia: "gzipped media"
        case .movie: "movie"
        }
    }
}

extension Companions {
    /// Adds a recorded file, if it can be read.
    mutating func add(_ file: RecordedFile) {
        guard let bytes = file.contents.first?.bytes else { return }
        switch file.kind {
        case .trace:
            if let trace = try? NetworkTraceReader.read(bytes: bytes, source: 0) { add(trace, path: file.path) }
        case .table: add(table: bytes, path: file.path, named: file.path)
        case .profile: if let profiles = try? LinkConditionerFile(bytes: bytes) { add(profiles, path: file.path) }
        case .movie:
            let text = SourceText(file: file.path, bytes: bytes)
            if let movie = SabreMovie.read(text).asset { add(movie, path: file.path) }
        case .media, .gzippedMedia:
            guard let set = PlaylistSet(file) else { return }
            let isGzipped = file.kind == .gzippedMedia
            let asset = PlaylistAsset(set, gzipped: isGzipped)
            if asset.problems.isEmpty, asset.asset != nil { add(asset, path: file.path, gzipped: isGzipped) }
        }
    }
}

extension PlaylistSet {
    /// The playlist that was recorded, with all that it names; nil where it has a fault.
    fileprivate init?(_ file: RecordedFile) {
        guard let first = file.contents.first, let root = PlaylistReader.read(first.bytes, source: 0).playlist else {
            return nil
        }
        var playlists: [(path: String, playlist: MediaPlaylist)] = []
        switch root {
        case .media(let playlist): playlists = [(first.path, playlist)]
        case .multivariant(let playlist):
            for (index, content) in file.contents.enumerated().dropFirst() {
                let variables = playlist.head.variables
                let reading = PlaylistReader.read(content.bytes, source: Int32(index), importing: variables)
                guard case .media(let media)? = reading.playlist else { return nil }
                playlists.append((content.path, media))
            }
        }
        let sizes = FileSizes(file.sizes.map { (path: $0.path, bytes: $0.bytes) })
        self.init(root: root, path: first.path, playlists: playlists, files: sizes)
    }
}

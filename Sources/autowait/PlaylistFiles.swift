import Simulation

/// Playlists on disk: the one that is named, and those that it names. No file is read that does not lie in its folder,
/// wherever links lead.
struct PlaylistFiles {
    /// The playlists that were read, where nothing is wrong with them.
    private(set) var set: PlaylistSet?
    private(set) var problems: [PlaylistProblem] = []
    /// All that was read all the same, and what is not modelled; of playlists with problems too.
    private(set) var warnings: [PlaylistWarning] = []
    /// The texts that places refer to. Their bytes are with the playlists.
    private(set) var sources: [SourceText] = []

    /// The files that were read, the named one first; and the sizes of the segments that exist, among those that were
    /// asked for.
    private(set) var contents: [RecordedFile.Content] = []
    private(set) var segments: [RecordedFile.Size] = []

    private let folder: String
    /// The folder without links, to compare with.
    private let realFolder: String?

    /// Whether a file is a playlist by its name, or standard input by its first line.
    static func isPlaylist(_ path: String) -> Bool {
        if path == Files.standardInput {
            return (try? Files.read(path, limit: FileForm.mostBytes)).map { FileForm($0) } == .playlist
        }
        let name = path.lowercased()
        return name.hasSuffix(".m3u8") || name.hasSuffix(".m3u")
    }

    init(_ path: String) throws(LoadError) {
        folder = Files.folder(of: path)
        realFolder = Files.realPath(folder.isEmpty ? "." : folder)
        let name = String(path.dropFirst(folder.count))
        let bytes = try Files.load(path, limit: PlaylistLimits.mostBytes, onlyRegular: true)
        sources = [SourceText(file: Files.shown(path), bytes: [])]
        contents = [RecordedFile.Content(path: name, bytes: bytes)]
        let reading = PlaylistReader.read(bytes, source: 0)
        problems = reading.problems
        warnings = reading.warnings
        guard let root = reading.playlist else { return }
        var playlists: [(path: String, playlist: MediaPlaylist)] = []
        switch root {
        case .media(let playlist): playlists = [(name, playlist)]
        case .multivariant(let playlist): playlists = readMedia(of: playlist, name)
        }
        let sizes = sizes(of: playlists)
        segments = sizes.map { RecordedFile.Size(path: $0.path, bytes: $0.bytes) }
        // A playlist with faults is not judged any further.
        guard problems.isEmpty else { return }
        set = PlaylistSet(root: root, path: name, playlists: playlists, files: FileSizes(sizes))
    }

    /// All faults, and the objections of Apple's authoring specification, line by line.
    var report: (errors: [String], warnings: [String]) {
        let errors = problems.map { $0.diagnostic.text(sources: sources) }
        let objections = set.map { AuthoringCheck.objections(to: $0) } ?? []
        let notes = warnings.map { $0.diagnostic } + objections.map { $0.diagnostic }
        return (errors, notes.map { $0.text(sources: sources, as: .warning) })
    }

    private mutating func readMedia(
        of playlist: MultivariantPlaylist, _ name: String
    ) -> [(path: String, playlist: MediaPlaylist)] {
        let (files, faults) = playlist.references(from: name)
        problems += faults
        var playlists: [(path: String, playlist: MediaPlaylist)] = []
        for file in files where problems.count < PlaylistLimits.mostProblems {
            guard let bytes = read(file) else { continue }
            contents.append(RecordedFile.Content(path: file.path, bytes: bytes))
            let source = Int32(sources.count)
            sources.append(SourceText(file: folder + file.path, bytes: []))
            let reading = PlaylistReader.read(bytes, source: source, importing: playlist.head.variables)
            problems += reading.problems
            warnings += reading.warnings
            switch reading.playlist {
            case .media(let media)?: playlists.append((file.path, media))
            case .multivariant?: problems.append(PlaylistProblem(.file(.namesMultivariant(file.path)), file.place))
            case nil: break
            }
        }
        return playlists
    }

    private mutating func read(_ file: MultivariantPlaylist.Reference) -> [UInt8]? {
        func fail(_ kind: PlaylistProblem.Kind) -> [UInt8]? {
            problems.append(PlaylistProblem(kind, file.place))
            return nil
        }
        func unusable(_ why: String) -> [UInt8]? { fail(.file(.unusable(file.path, why: why))) }
        guard let real = Files.realPath(folder + file.path) else { return fail(.file(.missing(file.path))) }
        guard isInside(real) else { return unusable(Self.leadsOut) }
        guard Files.regularSize(real) != nil else { return unusable("is no regular file") }
        do throws(Files.Problem) {
            return try Files.read(real, limit: PlaylistLimits.mostBytes)
        } catch {
            return unusable(error.message)
        }
    }

    /// The sizes of the segments that exist. A file that does not has no size, and that is no problem.
    private mutating func sizes(
        of playlists: [(path: String, playlist: MediaPlaylist)]
    ) -> [(path: String, bytes: Int64)] {
        var sizes: [(path: String, bytes: Int64)] = []
        for (path, playlist) in playlists where problems.count < PlaylistLimits.mostProblems {
            let (files, faults) = playlist.files(from: path)
            problems += faults
            var before = ""
            for file in files where file.path != before {
                before = file.path
                let path = folder + file.path
                guard Files.exists(path), let real = Files.realPath(path) else { continue }
                if !isInside(real) {
                    problems.append(PlaylistProblem(.file(.unusable(file.path, why: Self.leadsOut)), file.place))
                } else if let bytes = Files.regularSize(real) {
                    sizes.append((file.path, bytes))
                }
            }
        }
        return sizes
    }

    private static let leadsOut = "is a link that leads out of the playlist's folder"

    private func isInside(_ real: String) -> Bool { realFolder.map { Files.isInside(real, $0) } ?? false }
}

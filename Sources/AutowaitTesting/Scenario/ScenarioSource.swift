internal import PlayerModel
internal import Simulation

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The text of a scenario, with the files that it names: read and judged as those of the command line are.
struct ScenarioSource {
    /// Where files come from.
    enum Files {
        case given([String: [UInt8]])
        /// Those in a folder, whose name ends in a slash or is empty.
        case folder(String)

        func bytes(_ path: String) -> [UInt8]? {
            switch self {
            case .given(let files): files[path]
            case .folder(let folder): path.hasPrefix("/") ? nil : ScenarioSource.contents(of: folder + path)
            }
        }
    }

    private let text: SourceText
    private let files: Files

    init(_ bytes: [UInt8], named name: String, files: Files) {
        text = SourceText(file: name, bytes: bytes)
        self.files = files
    }

    /// The bytes of a file that must be there.
    static func bytes(of path: String) throws(WorldError) -> [UInt8] {
        guard let bytes = contents(of: path) else { throw .unreadable("\(path): error: cannot be read") }
        return bytes
    }

    /// The bytes of a file, without Foundation, which a test on Linux need not have.
    static func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&part, 1, part.count, file)
            if count > 0 { bytes += part[..<count] }
            if count < part.count { return ferror(file) == 0 ? bytes : nil }
        }
    }

    /// Writes a text to a file, and returns whether it could.
    static func write(_ text: String, to path: String) -> Bool {
        guard let file = fopen(path, "wb") else { return false }
        let bytes = Array(text.utf8)
        let count = fwrite(bytes, 1, bytes.count, file)
        return fclose(file) == 0 && count == bytes.count
    }

    /// The scenario, or every fault of it and of the files that it names.
    func scenario() throws(WorldError) -> Scenario {
        var reading = ScenarioReader.read(text)
        if !reading.wanted.isEmpty {
            var companions = Companions()
            var faults: [String] = []
            for wanted in reading.wanted {
                if let fault = add(wanted, to: &companions) {
                    faults.append(Diagnostic(fault, at: wanted.place).text(sources: reading.sources))
                }
            }
            guard faults.isEmpty else { throw .unreadable(faults.joined(separator: "\n")) }
            reading = ScenarioReader.read(text, companions: companions)
        }
        guard let scenario = reading.scenario else {
            let lines = reading.diagnostics.map { $0.text(sources: reading.sources) }
            throw .unreadable(lines.joined(separator: "\n"))
        }
        return scenario
    }

    /// Reads a file that the scenario names, and returns what is wrong with it.
    private func add(_ wanted: WantedFile, to companions: inout Companions) -> String? {
        guard let bytes = files.bytes(wanted.path) else {
            switch files {
            case .given: return "'\(wanted.path)' is not among the files; a world opens none by itself"
            case .folder: return "'\(wanted.path)' cannot be read"
            }
        }
        let sources = [SourceText(file: wanted.path, bytes: [])]
        switch wanted.kind {
        case .trace:
            do throws(NetworkTraceError) {
                companions.add(try NetworkTraceReader.read(bytes: bytes, source: 0), path: wanted.path)
            } catch {
                return error.diagnostic.text(sources: sources)
            }
        case .table: companions.add(table: bytes, path: wanted.path, named: wanted.path)
        case .profile:
            do throws(PropertyListError) {
                companions.add(try LinkConditionerFile(bytes: bytes), path: wanted.path)
            } catch {
                return "'\(wanted.path)': \(error.message)"
            }
        case .movie:
            let source = SourceText(file: wanted.path, bytes: bytes)
            let (asset, diagnostics) = SabreMovie.read(source)
            guard let asset else { return diagnostics.map { $0.text(sources: [source]) }.joined(separator: "\n") }
            companions.add(asset, path: wanted.path)
        case .media, .gzippedMedia:
            let isGzipped = wanted.kind == .gzippedMedia
            let playlists = GivenPlaylists(wanted.path, bytes, from: files)
            let asset = playlists.set.map { PlaylistAsset($0, gzipped: isGzipped) }
            let problems = playlists.problems + (asset?.problems ?? [])
            guard problems.isEmpty, let asset, asset.asset != nil else {
                return problems.map { $0.diagnostic.text(sources: playlists.sources) }.joined(separator: "\n")
            }
            companions.add(asset, path: wanted.path, gzipped: isGzipped)
        }
        return nil
    }
}

/// A playlist and those that it names, from files that are given.
private struct GivenPlaylists {
    private(set) var set: PlaylistSet?
    private(set) var problems: [PlaylistProblem] = []
    private(set) var sources: [SourceText]

    init(_ path: String, _ bytes: [UInt8], from files: ScenarioSource.Files) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let name = String(path.dropFirst(folder.count))
        sources = [SourceText(file: path, bytes: [])]
        let reading = PlaylistReader.read(bytes, source: 0)
        problems = reading.problems
        guard let root = reading.playlist else { return }
        var playlists: [(path: String, playlist: MediaPlaylist)] = []
        switch root {
        case .media(let playlist): playlists = [(name, playlist)]
        case .multivariant(let playlist):
            let (references, faults) = playlist.references(from: name)
            problems += faults
            for file in references {
                guard let bytes = files.bytes(folder + file.path) else {
                    problems.append(PlaylistProblem(.file(.missing(file.path)), file.place))
                    continue
                }
                let source = Int32(sources.count)
                sources.append(SourceText(file: folder + file.path, bytes: []))
                let reading = PlaylistReader.read(bytes, source: source, importing: playlist.head.variables)
                problems += reading.problems
                switch reading.playlist {
                case .media(let media)?: playlists.append((file.path, media))
                case .multivariant?:
                    problems.append(PlaylistProblem(.file(.namesMultivariant(file.path)), file.place))
                case nil: break
                }
            }
        }
        // Segments that are given have the sizes that they have.
        var sizes: [(path: String, bytes: Int64)] = []
        for (path, playlist) in playlists {
            let (segments, faults) = playlist.files(from: path)
            problems += faults
            for file in segments where sizes.last?.path != file.path {
                if let bytes = files.bytes(folder + file.path) { sizes.append((file.path, Int64(bytes.count))) }
            }
        }
        guard problems.isEmpty else { return }
        set = PlaylistSet(root: root, path: name, playlists: playlists, files: FileSizes(sizes))
    }
}

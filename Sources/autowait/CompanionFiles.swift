import Simulation

/// The files that a scenario names, and which of them may be read: those in its own folder, and those in folders that
/// the command line allows.
struct CompanionFiles {
    static let option = CommandOption(
        "allow", .folder("FOLDER"),
        "let scenarios name files in this folder too, not only in their own (a folder that is tested is allowed)")

    private let folder: String
    /// The allowed folders without links, to compare with.
    private let allowed: [String]

    init(of scenario: String, folders: [String]) {
        folder = Files.folder(of: scenario)
        allowed = ([folder.isEmpty ? "." : folder] + folders).compactMap { Files.realPath($0) }
    }

    /// Reads a file that was not read before, with a record of it: enough to read it again without the file.
    func read(
        _ wanted: WantedFile, _ sources: [SourceText], through files: ReadFiles
    ) throws(LoadError) -> ReadFiles.Companion {
        let path = try find(wanted, sources)
        return try files.companion("\(wanted.kind) \(wanted.path) \(path)") { () throws(LoadError) in
            var companions = Companions()
            var notes: [LoadedScenario.Note] = []
            let record = try read(wanted, path, into: &companions, &notes)
            return ReadFiles.Companion(companions: companions, notes: notes, record: record)
        }
    }

    private func read(
        _ wanted: WantedFile, _ path: String, into companions: inout Companions,
        _ notes: inout [LoadedScenario.Note]
    ) throws(LoadError) -> RecordedFile {
        var bytes: [UInt8] = []
        switch wanted.kind {
        case .trace:
            bytes = try TraceFile.bytes(path)
            companions.add(try TraceFile.read(bytes, path), path: wanted.path)
        case .table:
            bytes = try TraceFile.bytes(path)
            companions.add(table: bytes, path: wanted.path, named: Files.shown(path))
        case .profile:
            bytes = try Files.load(path, limit: PropertyList.Limits.mostBytes)
            companions.add(try profiles(bytes, path), path: wanted.path)
        case .movie:
            let source = try ScenarioFile.source(path)
            bytes = source.bytes
            companions.add(try movie(source), path: wanted.path)
        case .media, .gzippedMedia:
            let files = try PlaylistFiles(path)
            notes += files.warnings.map { .init(diagnostic: $0.diagnostic, sources: files.sources) }
            let isGzipped = wanted.kind == .gzippedMedia
            companions.add(try asset(files, gzipped: isGzipped), path: wanted.path, gzipped: isGzipped)
            return RecordedFile(wanted.kind, path: wanted.path, contents: files.contents, sizes: files.segments)
        }
        return RecordedFile(wanted.kind, path: wanted.path, contents: [.init(path: wanted.path, bytes: bytes)])
    }

    private func profiles(_ bytes: [UInt8], _ path: String) throws(LoadError) -> LinkConditionerFile {
        do throws(PropertyListError) {
            return try LinkConditionerFile(bytes: bytes)
        } catch {
            let position = error.place.map { ":\($0.line):\($0.column)" } ?? ""
            throw LoadError(path + position, error.message)
        }
    }

    private func asset(_ files: PlaylistFiles, gzipped: Bool) throws(LoadError) -> PlaylistAsset {
        let asset = files.set.map { PlaylistAsset($0, gzipped: gzipped) }
        let problems = files.problems + (asset?.problems ?? [])
        guard problems.isEmpty, let asset, asset.asset != nil else {
            throw LoadError(problems.map(\.diagnostic), in: files.sources)
        }
        return asset
    }

    private func movie(_ source: SourceText) throws(LoadError) -> Asset {
        let (asset, diagnostics) = SabreMovie.read(source)
        guard let asset else { throw LoadError(diagnostics, in: [source]) }
        return asset
    }

    /// The path to open, if it may be opened.
    private func find(_ wanted: WantedFile, _ sources: [SourceText]) throws(LoadError) -> String {
        func refuse(_ message: String, _ code: ExitCode = .badData) -> LoadError {
            let diagnostic = Diagnostic("'\(wanted.path)' \(message)", at: wanted.place)
            return LoadError(message: diagnostic.text(sources: sources) + "\n", code: code)
        }
        if wanted.path.contains("://") { throw refuse("is a URL; save the file and name it by its path") }
        if wanted.path.hasPrefix("/") { throw refuse("is absolute; name a file relative to the scenario's folder") }
        // A file of the name that stands for standard input is meant as a file.
        let path = (wanted.path == Files.standardInput ? "./" : folder) + wanted.path
        guard let real = Files.realPath(path) else { throw refuse("is not there; looked for \(path)", .missingFile) }
        let isInside = allowed.contains { Files.isInside(real, $0) }
        guard isInside else { throw refuse("lies outside of the scenario's folder; --allow FOLDER permits that") }
        guard Files.regularSize(real) != nil else { throw refuse("is no regular file") }
        return path
    }
}

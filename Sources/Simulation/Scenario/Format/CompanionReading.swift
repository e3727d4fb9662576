import PlayerModel

/// The reading of a file that a scenario names: bytes in, and a companion or everything that is wrong with it out.
///
/// Every way to a scenario reads its files here: the program from a disk, the page from what it was given, the library
/// for tests from either, and a replay from a log. Where bytes come from, and which may be had, is theirs to say.
package struct CompanionReading: Sendable {
    /// The file as scenarios are judged with it; empty where it has a fault.
    package private(set) var companions = Companions()
    /// Everything that is wrong with it, a line each: `file:line:column: error: …`.
    package private(set) var faults: [String] = []
    /// Everything that is right and hardly meant in it, or not modelled.
    package private(set) var notes: [FileNote] = []
    /// The file, and of a playlist those that it names: enough to read it again without them.
    package private(set) var record: RecordedFile

    /// Reads a file that a scenario calls `path`. `shown` is the path that messages have, and `folder` that of the
    /// file, for what a playlist names.
    package init(
        _ kind: WantedFile.Kind, _ path: String, _ bytes: [UInt8], shownAs shown: String,
        in folder: some PlaylistFolder
    ) {
        record = RecordedFile(kind, path: path, contents: [.init(path: path, bytes: bytes)])
        let source = SourceText(file: shown, bytes: bytes)
        switch kind {
        case .trace:
            do throws(NetworkTraceError) {
                companions.add(try NetworkTraceReader.read(bytes: bytes, source: 0), path: path)
            } catch {
                faults = [error.diagnostic.text(sources: [source])]
            }
        // What makes a trace of it is in the scenario, which is judged with it.
        case .table: companions.add(table: bytes, path: path, named: shown)
        case .profile:
            do throws(PropertyListError) {
                companions.add(try LinkConditionerFile(bytes: bytes), path: path)
            } catch {
                let place = error.place.map { ":\($0.line):\($0.column)" } ?? ""
                faults = ["\(shown)\(place): error: \(error.message)".onOneLine]
            }
        case .movie:
            let (asset, diagnostics) = SabreMovie.read(source)
            faults = diagnostics.map { $0.text(sources: [source]) }
            if let asset { companions.add(asset, path: path) }
        case .media, .gzippedMedia: read(PlaylistFiles(bytes, shownAs: shown, in: folder))
        }
    }

    /// Reads a file again that was recorded.
    package init(_ file: RecordedFile) {
        let first = file.contents.first ?? RecordedFile.Content(path: file.path, bytes: [])
        // The folder of a playlist is not recorded, nor does anybody see these messages.
        let shown = file.kind.isPlaylist ? first.path : file.path
        self.init(file.kind, file.path, first.bytes, shownAs: shown, in: RecordedFolder(file))
    }

    private mutating func read(_ files: PlaylistFiles) {
        let (kind, path) = (record.kind, record.path)
        record = RecordedFile(
            kind, path: path, contents: files.contents.map { .init(path: $0.path, bytes: $0.bytes) },
            sizes: files.sizes.map { .init(path: $0.path, bytes: $0.bytes) })
        // Whether steering is said the scenario knows: it is judged with it.
        notes = files.warnings.filter { !($0.fact.feature?.lacksManifest ?? false) }.map {
            FileNote($0, sources: files.sources)
        }
        let asset = files.set.map { PlaylistAsset($0, gzipped: kind == .gzippedMedia) }
        let problems = files.problems + (asset?.problems ?? [])
        faults = problems.map { $0.diagnostic.text(sources: files.sources) }
        if let asset, problems.isEmpty { companions.add(asset, path: path, gzipped: kind == .gzippedMedia) }
    }
}

/// A warning about a file that a scenario names, or a note that nobody has to heed.
package struct FileNote: Sendable {
    private let diagnostic: Diagnostic
    private let sources: [SourceText]
    package let isWarning: Bool

    fileprivate init(_ warning: PlaylistWarning, sources: [SourceText]) {
        (diagnostic, self.sources, isWarning) = (warning.diagnostic, sources, !warning.isNote)
    }

    /// The note in a line: `file:line:column: warning: …`.
    package func text(as severity: Diagnostic.Severity = .warning) -> String {
        diagnostic.text(sources: sources, as: isWarning ? severity : .note)
    }
}

/// The folder of a playlist as a record has it.
private struct RecordedFolder: PlaylistFolder {
    private let contents: ByPath<[UInt8]>
    private let sizes: FileSizes

    init(_ file: RecordedFile) {
        contents = ByPath(file.contents.map { (path: $0.path, value: $0.bytes) })
        sizes = FileSizes(file.sizes.map { (path: $0.path, bytes: $0.bytes) })
    }

    func playlist(_ path: String) -> FileAnswer<[UInt8]> { FileAnswer(contents[path]) }

    func segmentSize(_ path: String) -> FileAnswer<Int64> { FileAnswer(sizes.bytes(of: path)) }
}

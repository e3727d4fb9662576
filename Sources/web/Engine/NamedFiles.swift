import PlayerModel
import Simulation

/// The files that a scenario names, read from what the page holds.
struct NamedFiles {
    private(set) var companions = Companions()
    /// Everything that is wrong with them, a line each, as a command line has it.
    private(set) var faults: [String] = []
    /// The paths that the page does not hold.
    private(set) var missing: [WantedFile] = []

    private let folder: PageFolder
    private let home: String

    init(_ wanted: [WantedFile], of scenario: String, in folder: PageFolder) {
        self.folder = folder
        home = PageFolder.folder(scenario)
        for file in wanted { read(file) }
    }

    private mutating func read(_ file: WantedFile) {
        guard let found = folder.named(home + file.path) else { return missing.append(file) }
        let source = SourceText(file: file.path, bytes: found.bytes)
        switch file.kind {
        case .trace:
            do throws(NetworkTraceError) {
                companions.add(try NetworkTraceReader.read(bytes: found.bytes, source: 0), path: file.path)
            } catch {
                faults.append(error.diagnostic.text(sources: [source]))
            }
        case .table: companions.add(table: found.bytes, path: file.path, named: file.path)
        case .profile:
            do throws(PropertyListError) {
                companions.add(try LinkConditionerFile(bytes: found.bytes), path: file.path)
            } catch {
                let place = error.place.map { ":\($0.line):\($0.column)" } ?? ""
                faults.append("\(file.path)\(place): error: \(error.message)")
            }
        case .movie:
            let (asset, diagnostics) = SabreMovie.read(source)
            faults += diagnostics.map { $0.text(sources: [source]) }
            if let asset { companions.add(asset, path: file.path) }
        case .media: readPlaylist(file, found, isGzipped: false)
        case .gzippedMedia: readPlaylist(file, found, isGzipped: true)
        }
    }

    /// A playlist with those that it names. A size of a segment is that of its file, where the page holds it.
    private mutating func readPlaylist(_ file: WantedFile, _ found: (path: String, bytes: [UInt8]), isGzipped: Bool) {
        let own = PageFolder.folder(found.path)
        let name = String(found.path.dropFirst(own.count))
        var sources = [SourceText(file: file.path, bytes: [])]
        let reading = PlaylistReader.read(found.bytes, source: 0)
        var problems = reading.problems
        guard let root = reading.playlist else { return report(problems, sources) }
        var playlists: [(path: String, playlist: MediaPlaylist)] = []
        switch root {
        case .media(let playlist): playlists = [(name, playlist)]
        case .multivariant(let playlist):
            let (references, wrong) = playlist.references(from: name)
            problems += wrong
            for reference in references where problems.count < PlaylistLimits.mostProblems {
                guard let bytes = folder.named(own + reference.path)?.bytes else {
                    problems.append(PlaylistProblem(.file(.missing(reference.path)), reference.place))
                    continue
                }
                let source = Int32(sources.count)
                sources.append(SourceText(file: reference.path, bytes: []))
                let reading = PlaylistReader.read(bytes, source: source, importing: playlist.head.variables)
                problems += reading.problems
                switch reading.playlist {
                case .media(let media)?: playlists.append((reference.path, media))
                case .multivariant?:
                    problems.append(PlaylistProblem(.file(.namesMultivariant(reference.path)), reference.place))
                case nil: break
                }
            }
        }
        let sizes = sizes(of: playlists, own, &problems)
        guard problems.isEmpty else { return report(problems, sources) }
        let set = PlaylistSet(root: root, path: name, playlists: playlists, files: FileSizes(sizes))
        let asset = PlaylistAsset(set, gzipped: isGzipped)
        if asset.problems.isEmpty, asset.asset != nil {
            companions.add(asset, path: file.path, gzipped: isGzipped)
        } else {
            report(asset.problems, sources)
        }
    }

    private func sizes(
        of playlists: [(path: String, playlist: MediaPlaylist)], _ own: String, _ problems: inout [PlaylistProblem]
    ) -> [(path: String, bytes: Int64)] {
        var sizes: [(path: String, bytes: Int64)] = []
        for (path, playlist) in playlists where problems.count < PlaylistLimits.mostProblems {
            let (files, wrong) = playlist.files(from: path)
            problems += wrong
            var before = ""
            for file in files where file.path != before {
                before = file.path
                if let bytes = folder.size(own + file.path) { sizes.append((file.path, bytes)) }
            }
        }
        return sizes
    }

    private mutating func report(_ problems: [PlaylistProblem], _ sources: [SourceText]) {
        faults += problems.map { $0.diagnostic.text(sources: sources) }
    }
}

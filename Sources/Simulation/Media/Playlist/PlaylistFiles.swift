/// A playlist with those that it names, read from its folder.
package struct PlaylistFiles: Sendable {
    /// The playlists that were read, where nothing is wrong with them.
    package private(set) var set: PlaylistSet?
    package private(set) var problems: [PlaylistProblem] = []
    /// All that was read all the same, and what is not modelled; of playlists with problems too.
    package private(set) var warnings: [PlaylistWarning] = []
    /// The texts that places refer to. Their bytes are with the playlists.
    package private(set) var sources: [SourceText]

    /// The playlists' paths and bytes, the named one first.
    package private(set) var contents: [(path: String, bytes: [UInt8])]
    /// The sizes of the segments that exist, among those that were asked for.
    package private(set) var sizes: [(path: String, bytes: Int64)] = []

    /// Reads a playlist. `shown` is its path as messages have it. What is behind its last slash is the playlist's path
    /// in `folder`; what is before, messages have before the paths of others.
    package init(_ bytes: [UInt8], shownAs shown: String, in folder: some PlaylistFolder) {
        let home = PlaylistPath.folder(of: shown)
        let name = String(shown.dropFirst(home.count))
        sources = [SourceText(file: shown, bytes: [])]
        contents = [(name, bytes)]
        let reading = PlaylistReader.read(bytes, source: 0)
        (problems, warnings) = (reading.problems, reading.warnings)
        guard var root = reading.playlist else { return }
        var playlists: [(path: String, playlist: MediaPlaylist)] = []
        switch root {
        case .media(let playlist): playlists = [(name, playlist)]
        case .multivariant(let playlist): playlists = read(playlist, name, shownIn: home, folder)
        }
        for (path, playlist) in playlists where problems.count < PlaylistLimits.mostProblems {
            measure(playlist, path, folder)
        }
        let lists = ByPath(playlists.first.map { readLists(of: $0.playlist, $0.path, folder) } ?? [])
        if let (path, first) = playlists.first {
            let (events, passedOver) = withFiles(first, path, lists, folder)
            playlists[0].playlist.interstitials = events
            playlists[0].playlist.warnings += passedOver
            if case .media = root { root = .media(playlists[0].playlist) }
            warnings += passedOver
        }
        let steering = readSteering(of: root, name, folder)
        // A playlist with faults is not judged any further.
        guard problems.isEmpty else { return }
        let whole = PlaylistSet(
            root: root, path: name, playlists: playlists, files: FileSizes(sizes), lists: lists, steering: steering)
        warnings = whole.warnings
        set = whole
    }

    /// All faults, those for which no scenario can play it among them, and the objections of Apple's authoring
    /// specification, line by line. A media playlist alone may have its sizes from the multivariant one that names it,
    /// and a live one may list nothing yet: that is a warning.
    package var report: (errors: [String], warnings: [String], notes: [String]) {
        let asset = set.map { PlaylistAsset($0) }
        let ofAsset = asset?.problems ?? []
        let isLegal = { (problem: PlaylistProblem) in
            problem.kind == .asset(.noBitRate) || problem.kind == .asset(.nothingListed)
        }
        let errors = (problems + ofAsset.filter { !isLegal($0) }).map { $0.diagnostic.text(sources: sources) }
        let objections = set.map { AuthoringCheck.objections(to: $0) } ?? []
        let told = warnings + (asset?.warnings ?? [])
        let doubts =
            told.filter { !$0.isNote }.map { $0.diagnostic } + ofAsset.filter(isLegal).map { $0.diagnostic }
            + objections.map { $0.diagnostic }
        return (
            errors, doubts.map { $0.text(sources: sources, as: .warning) },
            told.filter { $0.isNote }.map { $0.diagnostic.text(sources: sources, as: .note) }
        )
    }

    /// Reads the media playlists that a multivariant one names.
    private mutating func read(
        _ root: MultivariantPlaylist, _ name: String, shownIn home: String, _ folder: some PlaylistFolder
    ) -> [(path: String, playlist: MediaPlaylist)] {
        let (files, faults) = root.references(from: name)
        problems += faults
        var playlists: [(path: String, playlist: MediaPlaylist)] = []
        var usesQuery = ContiguousArray(repeating: false, count: files.count)
        for (index, file) in files.enumerated() where problems.count < PlaylistLimits.mostProblems {
            // By another query it is another playlist only where it has a parameter of it.
            if let earlier = file.earlier, !usesQuery[earlier] { continue }
            guard let bytes = found(folder.playlist(file.path), file, orElse: .missing(file.path)) else { continue }
            if file.earlier == nil { contents.append((file.path, bytes)) }
            let source = Int32(sources.count)
            sources.append(SourceText(file: home + file.path, bytes: []))
            let reading = PlaylistReader.read(
                bytes, source: source, importing: root.head.variables, query: file.query)
            usesQuery[index] = reading.usesQuery
            add(reading, of: file)
            switch reading.playlist {
            case .media(var media)?:
                if reading.usesQuery { media.query = file.query }
                playlists.append((file.path, media))
            case .multivariant?: problems.append(PlaylistProblem(.file(.namesMultivariant(file.path)), file.place))
            case nil: break
            }
        }
        return playlists
    }

    /// Adds what is to be said of a file; of one that was read before, by another query, what is new.
    private mutating func add(_ reading: PlaylistReader.Reading, of file: MultivariantPlaylist.Reference) {
        guard file.earlier != nil, let own = sources.last?.name else {
            problems += reading.problems
            warnings += reading.warnings
            return
        }
        let newProblems = reading.problems.filter { problem in
            !problems.contains { $0.isSame(as: problem) && sources[Int($0.place.source)].name.isSpelt(own) }
        }
        let newWarnings = reading.warnings.filter { warning in
            !warnings.contains { $0.isSame(as: warning) && sources[Int($0.place.source)].name.isSpelt(own) }
        }
        (problems, warnings) = (problems + newProblems, warnings + newWarnings)
    }

    /// Reads the lists of assets that a playlist's interstitial events name, as far as they are files.
    private mutating func readLists(
        of playlist: MediaPlaylist, _ path: String, _ folder: some PlaylistFolder
    ) -> [(path: String, value: InterstitialAssetList)] {
        let files = playlist.interstitials.filter { $0.isList }.compactMap { event in
            (try? PlaylistPath.resolve(event.uri, relativeTo: path)).map {
                MultivariantPlaylist.Reference(path: $0, place: event.place)
            }
        }
        // The first of those that name the same file.
        var firsts = Array(files.indices)
        let byPath = firsts.sorted { ByteOrder.precedes(files[$0].path, files[$1].path) }
        for (before, own) in zip(byPath, byPath.dropFirst()) where files[before].path.isSpelt(files[own].path) {
            firsts[own] = firsts[before]
        }
        var lists: [(path: String, value: InterstitialAssetList)] = []
        var isRead = files.map { _ in false }
        for (file, first) in zip(files, firsts) where !isRead[first] {
            guard let bytes = found(folder.playlist(file.path), file, orElse: .missing(file.path)) else { continue }
            contents.append((file.path, bytes))
            do throws(NamedFileFault) {
                lists.append((file.path, try InterstitialAssetList(bytes)))
                isRead[first] = true
            } catch {
                problems.append(PlaylistProblem(.file(.unusable(file.path, why: error.words)), file.place))
            }
        }
        return lists
    }

    /// The interstitial events of a playlist whose assets are files in the folder, and a warning at each of the others,
    /// which are passed over.
    private mutating func withFiles(
        _ playlist: MediaPlaylist, _ path: String, _ lists: ByPath<InterstitialAssetList>,
        _ folder: some PlaylistFolder
    ) -> (events: [PlaylistInterstitial], passedOver: [PlaylistWarning]) {
        let all = playlist.interstitials
        var (wanted, areThere): ([(path: String, event: Int)], [Bool]) = ([], all.map { _ in true })
        for (index, event) in all.enumerated() {
            let file = try? PlaylistPath.resolve(event.uri, relativeTo: path)
            let list = event.isList ? file.flatMap { lists[$0] } : nil
            // A list that is not there is a fault, which is told already.
            if event.isList, file != nil, list == nil { continue }
            for uri in list?.uris ?? [event.uri] {
                if let asset = try? PlaylistPath.resolve(uri, relativeTo: list == nil ? path : file ?? path) {
                    wanted.append((asset, index))
                } else {
                    areThere[index] = false
                }
            }
        }
        // Each file is looked for once.
        wanted.sort { ByteOrder.precedes($0.path, $1.path) }
        var last: (path: String, isThere: Bool)?
        for (path, index) in wanted {
            if !(last.map { $0.path.isSpelt(path) } ?? false) {
                last = (path, isAsset(path, at: all[index].place, folder))
            }
            if last?.isThere == false { areThere[index] = false }
        }
        var passedOver = PlaylistWarnings()
        for (event, isThere) in zip(all, areThere) where !isThere {
            let uri = PlaylistWords.cut(event.uri)
            let isOfList = event.isList && (try? PlaylistPath.resolve(event.uri, relativeTo: path)) != nil
            let what = isOfList ? "not all that is in '\(uri)' is a file" : "'\(uri)' is no file"
            let why = "\(what) in the playlist's folder; save it there, and name it by a relative path"
            passedOver.note(.interstitial(why: why), at: event.place)
        }
        return (zip(all, areThere).filter { $0.1 }.map { $0.0 }, passedOver.list)
    }

    /// Whether there is a file for an asset of an interstitial event. Its size says so to who reads this again.
    private mutating func isAsset(_ path: String, at place: Place, _ folder: some PlaylistFolder) -> Bool {
        let file = MultivariantPlaylist.Reference(path: path, place: place, isNeeded: false)
        let size = found(folder.segmentSize(path), file, orElse: nil)
        guard let size = size ?? found(folder.playlist(path), file, orElse: nil).map({ Int64($0.count) }) else {
            return false
        }
        sizes.append((path, size))
        return true
    }

    /// Reads the steering manifest that a playlist names, as far as it is a file that is there, and those that follow
    /// it.
    private mutating func readSteering(
        of root: Playlist, _ name: String, _ folder: some PlaylistFolder
    ) -> SteeringChain? {
        guard case .multivariant(let playlist) = root, let file = playlist.steeringFile(from: name),
            let manifest = readManifest(file, folder)
        else { return nil }
        guard case .link(let first) = manifest else { return SteeringChain(passingOver: file.path) }
        var (chain, last) = (SteeringChain(first), first)
        while let uri = last.manifest.reloadURI {
            guard let path = try? PlaylistPath.resolve(uri, relativeTo: last.path) else {
                chain.lose(uri)
                break
            }
            if chain.close(at: path) { break }
            guard chain.links.count < SteeringChain.mostManifests else {
                let why = "is a steering manifest behind \(chain.links.count) others, as many as there may be"
                problems.append(PlaylistProblem(.file(.unusable(path, why: why)), file.place))
                return nil
            }
            let known = problems.count
            switch readManifest(.init(path: path, place: file.place), folder) {
            case .link(let link)?:
                chain.append(link)
                last = link
                continue
            case .ofOtherVersion?: chain.passOver(path)
            case nil: if problems.count == known { chain.lose(uri) }
            }
            break
        }
        if let why = chain.excess(over: playlist) {
            problems.append(PlaylistProblem(.file(.unusable(file.path, why: why)), file.place))
        }
        return chain
    }

    private enum Manifest {
        case link(SteeringChain.Link)
        case ofOtherVersion
    }

    /// Reads a steering manifest; nil where there is none, and where it has a fault, which is noted.
    private mutating func readManifest(
        _ file: MultivariantPlaylist.Reference, _ folder: some PlaylistFolder
    ) -> Manifest? {
        guard let bytes = found(folder.playlist(file.path), file, orElse: nil) else { return nil }
        contents.append((file.path, bytes))
        // One that is there is no reason to ask for one, whatever is wrong with it.
        warnings.removeAll { $0.fact.feature?.lacksManifest ?? false }
        do throws(NamedFileFault) {
            guard let manifest = try SteeringManifest(bytes) else { return .ofOtherVersion }
            return .link(SteeringChain.Link(path: file.path, manifest: manifest))
        } catch {
            problems.append(PlaylistProblem(.file(.unusable(file.path, why: error.words)), file.place))
            return nil
        }
    }

    /// Asks for the sizes of a playlist's segments. A file that does not exist has none, and that is no problem.
    private mutating func measure(_ playlist: MediaPlaylist, _ path: String, _ folder: some PlaylistFolder) {
        let (files, faults) = playlist.files(from: path)
        problems += faults
        var before: MultivariantPlaylist.Reference?
        for file in files {
            if let before, before.path.isSpelt(file.path), before.isNeeded || !file.isNeeded { continue }
            before = file
            if let size = found(folder.segmentSize(file.path), file, orElse: nil) { sizes.append((file.path, size)) }
        }
    }

    /// The content of a file; nil where there is none, which is noted where it is a fault: of what no run needs it is
    /// none.
    private mutating func found<Content: Sendable>(
        _ answer: FileAnswer<Content>, _ file: MultivariantPlaylist.Reference,
        orElse missing: PlaylistProblem.FileFault?
    ) -> Content? {
        switch answer {
        case .found(let content): return content
        case .missing where !file.isNeeded, .unusable where !file.isNeeded: break
        case .missing: if let missing { problems.append(PlaylistProblem(.file(missing), file.place)) }
        case .unusable(let why): problems.append(PlaylistProblem(.file(.unusable(file.path, why: why)), file.place))
        }
        return nil
    }
}

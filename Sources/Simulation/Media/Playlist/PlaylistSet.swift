import SimulationContainers

/// A playlist with all that it names: the playlists that were read in its folder.
package struct PlaylistSet: Sendable {
    package let root: Playlist
    /// The path of the root, relative to its folder: its name.
    package let path: String
    package let files: FileSizes
    private let playlists: [(path: String, playlist: MediaPlaylist)]
    /// The lists of assets that interstitial events name, by path.
    let lists: ByPath<InterstitialAssetList>
    /// The steering manifests, where they are files.
    let steering: SteeringChain?

    package init(
        root: Playlist, path: String, playlists: [(path: String, playlist: MediaPlaylist)], files: FileSizes,
        lists: ByPath<InterstitialAssetList> = ByPath([]), steering: SteeringChain? = nil
    ) {
        (self.lists, self.steering) = (lists, steering)
        self.root = root
        self.path = path
        self.files = files
        self.playlists = playlists.sorted {
            Self.precedes(($0.path, $0.playlist.query ?? ""), ($1.path, $1.playlist.query ?? ""))
        }
    }

    /// Whether one path with its query comes before another in the order of their bytes.
    private static func precedes(
        _ left: (path: String, query: String), _ right: (path: String, query: String)
    ) -> Bool {
        left.path.isSpelt(right.path)
            ? ByteOrder.precedes(left.query, right.query) : ByteOrder.precedes(left.path, right.path)
    }

    /// Each of the media playlists, changed.
    func mapMedia(_ change: (_ playlist: MediaPlaylist) -> MediaPlaylist) -> PlaylistSet {
        var root = root
        let changed = media.map { (path: $0.path, playlist: change($0.playlist)) }
        if case .media = root { root = .media(changed[0].playlist) }
        return PlaylistSet(root: root, path: path, playlists: changed, files: files, lists: lists, steering: steering)
    }

    /// A media playlist that the root names, with its path. Of those that have a parameter of the query it is the one
    /// that this query makes.
    package func media(_ uri: String) -> (path: String, playlist: MediaPlaylist)? {
        guard let wanted = try? PlaylistPath.resolve(uri, relativeTo: path) else { return nil }
        let first = partitionPoint(in: playlists.indices) { !ByteOrder.precedes(playlists[$0].path, wanted) }
        guard first < playlists.count, playlists[first].path.isSpelt(wanted) else { return nil }
        if playlists[first].playlist.query == nil { return playlists[first] }
        let query = PlaylistPath.query(of: uri)
        let own = partitionPoint(in: first..<playlists.count) { index in
            !Self.precedes((playlists[index].path, playlists[index].playlist.query ?? ""), (wanted, query))
        }
        guard own < playlists.count, playlists[own].path.isSpelt(wanted),
            playlists[own].playlist.query?.isSpelt(query) == true
        else { return nil }
        return playlists[own]
    }

    /// The head of the playlist that says where to begin (EXT-X-START): the multivariant one's, or else that of the
    /// media playlist (rfc8216bis, 4.4.2.2); nil where neither says anything.
    func headWithStart(of media: MediaPlaylist) -> PlaylistHead? {
        if case .multivariant(let playlist) = root, playlist.head.start != nil { return playlist.head }
        return media.head.start == nil ? nil : media.head
    }

    /// EXT-X-START of the multivariant playlist.
    var startOfRoot: LiveSource.Start? {
        if case .multivariant(let playlist) = root { playlist.head.start } else { nil }
    }

    /// The media playlists, with their paths.
    var media: [(path: String, playlist: MediaPlaylist)] {
        switch root {
        case .multivariant: playlists
        case .media(let playlist): [(path, playlist)]
        }
    }

    /// The warnings of all playlists, in the order in which they were read.
    package var warnings: [PlaylistWarning] {
        let isLive = isLive
        // Where some have ended, those that have not are all there is too.
        let cut =
            isLive
            ? []
            : media.filter { $0.playlist.goesOn }.map {
                PlaylistWarning(.notEnded(isVOD: false), $0.playlist.place(line: 1))
            }
        let others = (mediaWarnings + cut + startWarnings).sorted { $0.place < $1.place }
        return switch root {
        case .multivariant(let playlist):
            playlist.warnings.filter {
                (steering == nil || !($0.fact.feature?.lacksManifest ?? false))
                    && (!isSteered || $0.fact != .nothingToSteer)
            }
                + (isSteered || steering?.links.isEmpty ?? false ? steeringWarnings(playlist) : [])
                + playlist.variants.compactMap { variant in
                    guard let named = media(variant.stream.uri), named.playlist.isIFramesOnly else { return nil }
                    return PlaylistWarning(.keyFramesAlone, variant.stream.uriPlace)
                } + rates(of: playlist) + keyFrames(of: playlist) + idleKeys(of: playlist) + others
        case .media(let playlist):
            (playlist.isIFramesOnly ? [PlaylistWarning(.keyFramesAlone, playlist.place(line: 1))] : []) + others
        }
    }
}

extension PlaylistSet {
    /// The playlists for scanning through that are no files here, or no such playlists.
    private func keyFrames(of playlist: MultivariantPlaylist) -> [PlaylistWarning] {
        var warnings = PlaylistWarnings()
        for stream in playlist.iFrameStreams {
            let named = media(stream.uri)?.playlist
            if named?.isIFramesOnly ?? false { continue }
            warnings.note(named == nil ? .keyFramesElsewhere : .rule(.allFrames), at: stream.uriPlace)
        }
        return warnings.list
    }

    private func idleKeys(of playlist: MultivariantPlaylist) -> [PlaylistWarning] {
        var warnings = PlaylistWarnings()
        for key in PlaylistKeys.idleSessionKeys(of: playlist, at: path, beside: media) {
            let place = Place(source: playlist.source, line: key.line, column: 1)
            warnings.note(.rule(.idleSessionKey(playlist.text.string(key.uri))), at: place)
        }
        return warnings.list
    }

    /// Whether there is anything to steer: several pathways, or one that is made.
    private var isSteered: Bool {
        guard case .multivariant(let playlist) = root else { return false }
        return steering?.steering(of: playlist.pathways) != nil
    }

    /// The warnings of each media playlist. One that was read again, by another query, says what is new.
    private var mediaWarnings: [PlaylistWarning] {
        var all: [PlaylistWarning] = []
        var before: (path: String, warnings: [PlaylistWarning]) = ("", [])
        for (path, playlist) in media {
            // Where that of the root counts, it is no matter where this one is.
            let own = playlist.warnings.filter { startOfRoot == nil || !$0.isOfLiveStart }
            var warnings = own + playlist.unsizedMaps(at: path, files) + playlist.shortFiles(at: path, files)
            if let start = playlist.head.start, let place = playlist.head.startPlace, let startOfRoot,
                start != startOfRoot
            {
                warnings.append(PlaylistWarning(.startsDiffer, place))
            }
            let isAgain = playlist.query != nil && path.isSpelt(before.path)
            let known = isAgain ? before.warnings : []
            let new = warnings.filter { warning in !known.contains { $0.isSame(as: warning) } }
            all += new
            before = (path, known + new)
        }
        return all
    }

    /// The place to begin at lies behind the end, or before the beginning; of what goes on, near the end. Of that a
    /// media playlist has said its own.
    private var startWarnings: [PlaylistWarning] {
        guard let first = firstListed?.playlist, let head = headWithStart(of: first), let start = head.start,
            let place = head.startPlace
        else { return [] }
        if isLive {
            let fault = startOfRoot == nil ? nil : first.fault(of: start)
            return fault.map { [PlaylistWarning(.live($0), place)] } ?? []
        }
        if start.offset >= first.duration { return [PlaylistWarning(.startsBehindEnd, place)] }
        return first.isBeforeBeginning(start) ? [PlaylistWarning(.startsBeforeBeginning, place)] : []
    }

    private func steeringWarnings(_ playlist: MultivariantPlaylist) -> [PlaylistWarning] {
        guard let steering, let tag = playlist.contentSteering else { return [] }
        return steering.warnings(playlist, at: tag.place)
    }
}

extension MediaPlaylist {
    /// The initialization sections whose size nothing says: runs go without them.
    fileprivate func unsizedMaps(at path: String, _ files: FileSizes) -> [PlaylistWarning] {
        guard !isIFramesOnly else { return [] }
        var warnings = PlaylistWarnings()
        for map in maps where map.byteRange == nil {
            let uri = text.string(map.uri)
            if PlaylistSizes.fileSize(uri, path, files) == nil {
                warnings.note(.unsizedMap(uri), at: place(line: map.line))
            }
        }
        return warnings.list
    }

    /// The byte ranges that end beyond the file that they are of.
    fileprivate func shortFiles(at path: String, _ files: FileSizes) -> [PlaylistWarning] {
        guard !files.isEmpty, !isIFramesOnly else { return [] }
        var warnings = PlaylistWarnings()
        var last: (uri: PlaylistSlice, size: Int64?)?
        func note(_ slice: PlaylistSlice, _ range: PlaylistByteRange, line: Int32) {
            if last.map({ !text.isSame($0.uri, slice) }) ?? true {
                last = (slice, PlaylistSizes.fileSize(text.string(slice), path, files))
            }
            guard let size = last?.size, range.end > size else { return }
            warnings.note(.shortFile(text.string(slice), bytes: size), at: place(line: line))
        }
        for map in maps { if let range = map.byteRange { note(map.uri, range, line: map.line) } }
        for segment in segments where !segment.isGap {
            if let range = byteRange(of: segment) { note(segment.uri, range, line: segment.uriLine) }
        }
        return warnings.list
    }
}

extension MultivariantPlaylist {
    package struct Reference: Sendable {
        package let path: String
        package let place: Place
        /// The query of the URI, which means nothing to a file, but may to what is in it.
        package var query = ""
        /// The place in the list of the first that is the same file, by another query; nil of that one itself.
        package var earlier: Int?
        /// Whether a run needs it. Nobody scans through, and no other pictures are chosen, so that playlists of key
        /// frames and of TYPE=VIDEO may as well not be there; and what byte ranges are of is looked at for a warning
        /// alone.
        package var isNeeded = true
    }

    /// The media playlists that it names, each once by each query, those that are needed first, and the faults in
    /// their names. Of each kind the order is that of the text.
    package func references(from path: String) -> (files: [Reference], problems: [PlaylistProblem]) {
        var uris: [(uri: String, place: Place, isNeeded: Bool)] = []
        for variant in variants { uris.append((variant.stream.uri, variant.stream.uriPlace, true)) }
        for isNeeded in [true, false] {
            for rendition in renditions where (rendition.type != .video) == isNeeded {
                if let uri = rendition.uri { uris.append((uri, rendition.uriPlace, isNeeded)) }
            }
        }
        for stream in iFrameStreams { uris.append((stream.uri, stream.uriPlace, false)) }
        var (files, problems): ([Reference], [PlaylistProblem]) = ([], [])
        for (uri, place, isNeeded) in uris {
            do throws(PlaylistPath.Fault) {
                let file = try PlaylistPath.resolve(uri, relativeTo: path)
                if file.isSpelt(path) {
                    problems.append(PlaylistProblem(.file(.namesItself(uri)), place))
                } else {
                    let query = PlaylistPath.query(of: uri)
                    files.append(Reference(path: file, place: place, query: query, isNeeded: isNeeded))
                }
            } catch  where !isNeeded {
                continue
            } catch {
                problems.append(PlaylistProblem(.file(.path(error, uri: uri)), place))
            }
        }
        return (Self.once(files), problems)
    }

    private static func once(_ all: [Reference]) -> [Reference] {
        /// By their paths, and those of one path as `others` says.
        func sorted(_ places: [Int], _ files: [Reference], _ others: (Int, Int) -> Bool) -> [Int] {
            places.sorted { left, right in
                let (a, b) = (files[left].path, files[right].path)
                return a.isSpelt(b) ? others(left, right) : ByteOrder.precedes(a, b)
            }
        }
        let byQuery = sorted(Array(all.indices), all) { left, right in
            let (a, b) = (all[left].query, all[right].query)
            return a.isSpelt(b) ? left < right : ByteOrder.precedes(a, b)
        }
        var firsts: [Int] = []
        for index in byQuery {
            let isKnown =
                firsts.last.map {
                    all[$0].path.isSpelt(all[index].path) && all[$0].query.isSpelt(all[index].query)
                } ?? false
            if !isKnown { firsts.append(index) }
        }
        var files = firsts.sorted().map { all[$0] }
        let byPath = sorted(Array(files.indices), files) { $0 < $1 }
        for (before, own) in zip(byPath, byPath.dropFirst()) where files[before].path.isSpelt(files[own].path) {
            files[own].earlier = files[before].earlier ?? before
        }
        return files
    }
}

extension MediaPlaylist {
    /// The files whose sizes are the sizes of its segments, or that its byte ranges are of, in the order of the text,
    /// and the faults in their names. `path` is its own. Segments at a URL, or elsewhere on the server, are no problem:
    /// they are only never looked at. Of a playlist with very many segments the first 100,000 are looked at.
    package func files(from path: String) -> (files: [MultivariantPlaylist.Reference], problems: [PlaylistProblem]) {
        var (files, problems): ([MultivariantPlaylist.Reference], [PlaylistProblem]) = ([], [])
        func look(_ slice: PlaylistSlice, _ line: Int32, isWanted: Bool, isNeeded: Bool) {
            let isWanted = isWanted && files.count < PlaylistLimits.mostFiles
            if problems.count >= PlaylistLimits.mostProblems || (!isWanted && isName(slice)) { return }
            let uri = text.string(slice)
            do throws(PlaylistPath.Fault) {
                let file = try PlaylistPath.resolve(uri, relativeTo: path)
                if isWanted { files.append(.init(path: file, place: place(line: line), isNeeded: isNeeded)) }
            } catch {
                switch error {
                case .scheme, .host, .absolute, .climbsOut: return
                case .empty, .badEscape, .folder:
                    problems.append(PlaylistProblem(.file(.path(error, uri: uri)), place(line: line)))
                }
            }
        }
        for map in maps { look(map.uri, map.line, isWanted: true, isNeeded: map.byteRange == nil) }
        var last: PlaylistSlice?
        for segment in segments {
            // Most ranges are of the file that the one before is of.
            let isNext = segment.byteRange >= 0 && last.map { text.isSame($0, segment.uri) } ?? false
            look(
                segment.uri, segment.uriLine, isWanted: !segment.isGap && !isNext, isNeeded: segment.byteRange < 0)
            if !segment.isGap { last = segment.uri }
        }
        return (files, problems)
    }

    /// Whether a URI is plainly the name of a file in the same folder, so that it cannot be faulty.
    private func isName(_ slice: PlaylistSlice) -> Bool {
        let bytes = text[slice]
        guard let first = bytes.first, first != UInt8(ascii: ".") else { return false }
        return bytes.allSatisfy { PlaylistScanner.isVariableNamePart($0) || $0 == UInt8(ascii: ".") }
    }
}

import SimulationContainers

/// A playlist with all that it names: the playlists that were read in its folder.
package struct PlaylistSet: Sendable {
    package let root: Playlist
    /// The path of the root, relative to its folder: its name.
    package let path: String
    package let files: FileSizes
    private let playlists: [(path: String, playlist: MediaPlaylist)]
    /// The lists of assets that interstitial events name, by path.
    private let lists: [(path: String, list: InterstitialAssetList)]
    /// The steering manifests, where they are files.
    let steering: SteeringChain?

    package init(
        root: Playlist, path: String, playlists: [(path: String, playlist: MediaPlaylist)], files: FileSizes,
        lists: [(path: String, list: InterstitialAssetList)] = [], steering: SteeringChain? = nil
    ) {
        (self.lists, self.steering) = (lists, steering)
        self.root = root
        self.path = path
        self.files = files
        self.playlists = playlists.sorted { FileSizes.precedes($0.path, $1.path) }
    }

    /// Each of the media playlists, changed.
    func mapMedia(_ change: (_ path: String, _ playlist: MediaPlaylist) -> MediaPlaylist) -> PlaylistSet {
        var root = root
        let changed = media.map { (path: $0.path, playlist: change($0.path, $0.playlist)) }
        if case .media = root { root = .media(changed[0].playlist) }
        return PlaylistSet(root: root, path: path, playlists: changed, files: files, lists: lists, steering: steering)
    }

    func assetList(_ path: String) -> InterstitialAssetList? { lists.first { $0.path == path }?.list }

    /// A media playlist that the root names, with its path.
    package func media(_ uri: String) -> (path: String, playlist: MediaPlaylist)? {
        guard let wanted = try? PlaylistPath.resolve(uri, relativeTo: path) else { return nil }
        let place = partitionPoint(in: playlists.indices) { !FileSizes.precedes(playlists[$0].path, wanted) }
        guard place < playlists.count, playlists[place].path.utf8.elementsEqual(wanted.utf8) else { return nil }
        return playlists[place]
    }

    /// Whether it is a live stream: all of its playlists go on.
    package var isLive: Bool { !media.isEmpty && media.allSatisfy { $0.playlist.goesOn } }

    /// The head of the playlist that says where to begin (EXT-X-START): the media playlist's, or else that of the
    /// multivariant one; nil where neither says anything.
    func headWithStart(of media: MediaPlaylist) -> PlaylistHead? {
        if media.head.start != nil { return media.head }
        guard case .multivariant(let playlist) = root, playlist.head.start != nil else { return nil }
        return playlist.head
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
        let sizes = media.flatMap {
            $0.playlist.unsizedMaps(at: $0.path, files) + $0.playlist.shortFiles(at: $0.path, files)
        }
        let others = (media.flatMap { $0.playlist.warnings } + cut + sizes + startWarnings).sorted {
            ($0.place.source, $0.place.line, $0.place.column) < ($1.place.source, $1.place.line, $1.place.column)
        }
        return switch root {
        case .multivariant(let playlist):
            playlist.warnings.filter {
                (steering == nil || $0.fact.feature != .contentSteering)
                    && (!isSteered || $0.fact != .nothingToSteer)
            }
                + (isSteered ? steeringWarnings(playlist) : [])
                + playlist.variants.compactMap { variant in
                    guard let named = media(variant.stream.uri), named.playlist.isIFramesOnly else { return nil }
                    return PlaylistWarning(.keyFramesAlone, variant.stream.uriPlace)
                } + absentKeyFrames(playlist) + others
        case .media(let playlist):
            (playlist.isIFramesOnly ? [PlaylistWarning(.keyFramesAlone, playlist.place(line: 1))] : []) + others
        }
    }
}

extension PlaylistSet {
    private func absentKeyFrames(_ playlist: MultivariantPlaylist) -> [PlaylistWarning] {
        var warnings = PlaylistWarnings()
        for stream in playlist.iFrameStreams where media(stream.uri) == nil {
            warnings.note(.keyFramesElsewhere, at: stream.uriPlace)
        }
        return warnings.list
    }

    /// Whether there is anything to steer: several pathways, or one that is made.
    private var isSteered: Bool {
        guard case .multivariant(let playlist) = root else { return false }
        return steering?.steering(of: playlist.pathways) != nil
    }

    /// Of what has an end: the place to begin at lies behind it.
    private var startWarnings: [PlaylistWarning] {
        guard !isLive, let first = firstListed?.playlist, let head = headWithStart(of: first),
            let start = head.start, let place = head.startPlace, start.timeOffset >= first.duration
        else { return [] }
        return [PlaylistWarning(.startsBehindEnd, place)]
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
        /// Whether a run needs it. Nobody scans through, so that playlists of key frames may as well not be there; and
        /// what byte ranges are of is looked at for a warning alone.
        package var isNeeded = true
    }

    /// The media playlists that it names, each once, in the order of the text, and the faults in their names.
    package func references(from path: String) -> (files: [Reference], problems: [PlaylistProblem]) {
        var uris: [(uri: String, place: Place)] = []
        for variant in variants { uris.append((variant.stream.uri, variant.stream.uriPlace)) }
        for rendition in renditions { if let uri = rendition.uri { uris.append((uri, rendition.uriPlace)) } }
        let firstOfKeyFrames = uris.count
        for stream in iFrameStreams { uris.append((stream.uri, stream.uriPlace)) }
        var (files, problems): ([Reference], [PlaylistProblem]) = ([], [])
        for (index, (uri, place)) in uris.enumerated() {
            let isKeyFrames = index >= firstOfKeyFrames
            do throws(PlaylistPath.Fault) {
                let file = try PlaylistPath.resolve(uri, relativeTo: path)
                if file.utf8.elementsEqual(path.utf8) {
                    problems.append(PlaylistProblem(.file(.namesItself(uri)), place))
                } else {
                    let query = PlaylistPath.query(of: uri)
                    files.append(Reference(path: file, place: place, query: query, isNeeded: !isKeyFrames))
                }
            } catch  where isKeyFrames {
                continue
            } catch {
                problems.append(PlaylistProblem(.file(.path(error, uri: uri)), place))
            }
        }
        let order = files.indices.sorted { left, right in
            let (a, b) = (files[left].path, files[right].path)
            return a.utf8.elementsEqual(b.utf8) ? left < right : FileSizes.precedes(a, b)
        }
        var firsts: [Int] = []
        for index in order {
            let isSame = firsts.last.map { files[$0].path.utf8.elementsEqual(files[index].path.utf8) } ?? false
            if !isSame { firsts.append(index) }
        }
        return (firsts.sorted().map { files[$0] }, problems)
    }
}

extension MediaPlaylist {
    /// The files whose sizes are the sizes of its segments, or that its byte ranges are of, in the order of the text,
    /// and the faults in their names. `path` is its own. Segments at a URL are no problem: they are only never looked
    /// at. Of a playlist with very many segments the first 100,000 are looked at.
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
                case .scheme, .host: return
                case .empty, .absolute, .climbsOut, .badEscape, .folder:
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

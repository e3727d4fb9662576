import PlayerModel

/// The playlists, keys and initialization sections that have to be there before the first segment of a stream, and how
/// far they have come (A.48).
///
/// In the order of session 503, each stage after the one before: the multivariant playlist; the content key, if that
/// playlist says where it is; the playlists of the tracks, side by side; the key, if only those say where it is; the
/// initialization sections; then segments. A real player may overlap some of them: Apple does not say which. The
/// playlist and the initialization section of another variant are asked for when that is switched to.
///
/// Playlists of a live stream are loaded again and again. What they list can be used meanwhile, unless it is too old.
struct Opening: Sendable {
    private enum State: Equatable, BitwiseCopyable, Sendable {
        /// It is another variant's, which nobody has asked for yet.
        case spare
        case wanted
        case underWay(attempt: UInt32, since: Instant)
        case here
        /// It is there, and a newer one is under way.
        case renewed(attempt: UInt32, since: Instant)

        /// Whether nothing waits for it.
        var isSettled: Bool { self == .spare || isHere }

        var isHere: Bool {
            switch self {
            case .here, .renewed: true
            case .spare, .wanted, .underWay: false
            }
        }

        /// The attempt that is under way, and since when; nil where none is.
        var request: (attempt: UInt32, since: Instant)? {
            switch self {
            case .underWay(let attempt, let since), .renewed(let attempt, let since): (attempt, since)
            case .spare, .wanted, .here: nil
            }
        }
    }

    private struct File: Sendable {
        let file: Asset.File
        var state: State
        var attempts: UInt32 = 0
        /// Whether what is under way is a delta update.
        var isDelta = false
        /// The chunk that is asked for: of several initialization sections which, or a version of a playlist, counted
        /// from 0.
        var chunk: Int32 = 0

        /// The bytes of what is under way.
        var bytes: Int64 {
            if !file.sections.isEmpty { return file.sections[Int(chunk)].bytes }
            return isDelta ? file.deltaBytes ?? file.bytes : file.bytes
        }

        var kind: Resource.Kind { file.kind }

        func section(for lacking: (first: Int64, audio: Int64)) -> Int? {
            file.section(for: file.isOfAudio ? lacking.audio : lacking.first)
        }

        func serves(_ rendition: Int?) -> Bool { file.rendition == nil || file.rendition == rendition }
    }

    /// How much of it is asked for: nothing, the multivariant playlist, or all that an item needs.
    enum Extent: Comparable, Sendable { case nothing, playlist, all }

    private var files: ContiguousArray<File>
    private var extent = Extent.nothing
    /// Whether keys that the multivariant playlist names are fetched before there is an item.
    var preloadsKeys = false
    private let hasSessionKey: Bool
    /// Whether keys that the multivariant playlist names, and that are asked for one by one, are still to come.
    var awaitsNamedKeys = false
    private(set) var isDone = false
    /// The time that the last playlist of a variant took, from its first byte to its last; zero before the first.
    private(set) var playlistTransfer = TimeAmount.zero

    /// `files` in the order in which they are asked for; `rendition` is the one that an item begins with, and `audio`
    /// the one beside it.
    init(_ files: [Asset.File], rendition: Int, audio: Int? = 0, hasSessionKey: Bool) {
        self.files = ContiguousArray(
            files.map { file in
                let isSpare = file.rendition.map { $0 != (file.isOfAudio ? audio : rendition) } ?? false
                return File(file: file, state: isSpare ? .spare : .wanted)
            })
        self.hasSessionKey = hasSessionKey
        settle()
    }

    private mutating func settle() { isDone = files.allSatisfy { $0.state.isSettled } }

    var count: Int { files.count }

    var hasMultivariantPlaylist: Bool { isHere(.multivariantPlaylist) }

    var isUnderWay: Bool { !isDone && files.contains { if case .underWay = $0.state { true } else { false } } }

    /// Whether it was asked for by the app alone, before there was an item.
    var isForNoItem: Bool { extent < .all }

    /// The files that are under way, by index: by which attempt, since when, and the chunk that was asked for.
    var underWay: [(index: Int, attempt: UInt32, since: Instant, chunk: Int32)] {
        files.indices.compactMap { index in
            files[index].state.request.map { (index, $0.attempt, $0.since, files[index].chunk) }
        }
    }

    /// So much is wanted, whatever was before.
    mutating func ask(for extent: Extent) { self.extent = max(self.extent, extent) }

    /// A rendition is needed that was not: of the first track, or of the audio.
    mutating func ask(forRendition rendition: Int, ofAudio isAudio: Bool = false) {
        for index in files.indices where files[index].serves(rendition) && files[index].file.isOfAudio == isAudio {
            if files[index].state == .spare { files[index].state = .wanted }
        }
        settle()
    }

    /// Another item begins with a rendition, and with the audio beside it, or none: what others lack is not wanted
    /// until they are switched to.
    mutating func restart(with rendition: Int, audio: Int?) {
        spare { !$0.serves(rendition) && !$0.file.isOfAudio }
        spareAudio(except: audio)
    }

    /// Audio but the one that plays beside what is fetched, or all where none does, is not wanted until it is to play.
    mutating func spareAudio(except audio: Int?) { spare { !$0.serves(audio) && $0.file.isOfAudio } }

    private mutating func spare(where isUnneeded: (File) -> Bool) {
        for index in files.indices where files[index].state == .wanted && isUnneeded(files[index]) {
            files[index].state = .spare
        }
        settle()
    }

    /// The item has left that it was opened for: the next one is of another asset, of which nothing is asked for yet.
    mutating func leaveItem() { (extent, preloadsKeys) = (.nothing, false) }

    /// The next thing that can be asked for, which is then held to be under way; nil where nothing can. Of several
    /// initialization sections it is the one that is needed for the chunk that is lacking, where it is known which is.
    mutating func next(at now: Instant, lacking: (first: Int64, audio: Int64)?) -> (
        index: Int, attempt: UInt32, chunk: Int32
    )? {
        for index in files.indices where files[index].state == .wanted {
            guard isAskedFor(files[index].kind), isReady(files[index]) else { continue }
            var chunk: Int32 = 0
            if !files[index].file.sections.isEmpty {
                guard let lacking else { continue }
                guard let section = files[index].section(for: lacking) else {
                    files[index].state = .here
                    settle()
                    continue
                }
                chunk = Int32(section)
            }
            files[index].attempts &+= 1
            files[index].isDelta = false
            files[index].chunk = chunk
            files[index].state = .underWay(attempt: files[index].attempts, since: now)
            return (index, files[index].attempts, chunk)
        }
        return nil
    }

    /// The resource of a file, and the rendition that needs it; nil where all do.
    func kind(of index: Int) -> Resource.Kind { files[index].kind }
    func rendition(of index: Int) -> Int? { files[index].file.rendition }

    /// The files that a rendition of the first track lacks are not wanted, until it is switched to again.
    mutating func spare(_ rendition: Int) { spare { $0.file.rendition == rendition && !$0.file.isOfAudio } }

    /// Something has come. Nil where it is not what is under way.
    mutating func arrive(_ index: Int, attempt: UInt32) -> (requestedAt: Instant, bytes: Int64)? {
        guard let request = files[index].state.request, request.attempt == attempt else { return nil }
        files[index].state = .here
        settle()
        return (request.since, files[index].bytes)
    }

    /// Something will not come. Another item asks for it anew; what was to be renewed stays as it is. Says no where it
    /// is not what is under way.
    mutating func fail(_ index: Int, attempt: UInt32) -> Bool {
        guard let request = files[index].state.request, request.attempt == attempt else { return false }
        files[index].state = files[index].state.isHere ? .here : .wanted
        return true
    }

    /// Something has come, the first byte of which came so long before the last.
    mutating func note(transfer: TimeAmount, of index: Int) {
        if files[index].kind == .videoPlaylist { playlistTransfer = transfer }
    }

    // MARK: Playlists of live streams

    /// The place of the playlist of a rendition: of the first track, or of the audio; nil where none is loaded.
    @inline(__always)
    func playlist(ofRendition rendition: Int, ofAudio isAudio: Bool) -> Int? {
        let kind: Resource.Kind = isAudio ? .audioPlaylist : .videoPlaylist
        return files.firstIndex { $0.kind == kind && $0.serves(rendition) }
    }

    /// Whether it is there, and no newer one is under way; or, likewise, be that as it may.
    @inline(__always)
    func isHere(_ index: Int) -> Bool { files[index].state == .here }
    @inline(__always)
    func isUsable(_ index: Int) -> Bool { files[index].state.isHere }

    /// Whether what is under way only renews what is there.
    @inline(__always)
    func isRenewed(_ index: Int) -> Bool {
        if case .renewed = files[index].state { true } else { false }
    }

    /// Loads again what is there, or as much of it as may be new, as a version of it. Returns the attempt.
    mutating func renew(_ index: Int, as version: Int32, isDelta: Bool, at now: Instant) -> UInt32 {
        files[index].attempts &+= 1
        files[index].isDelta = isDelta
        files[index].chunk = version
        files[index].state = .renewed(attempt: files[index].attempts, since: now)
        return files[index].attempts
    }

    /// Something that is there is of no use until it is loaded again.
    mutating func discard(_ index: Int) {
        switch files[index].state {
        case .here: files[index].state = .wanted
        case .renewed(let attempt, let since): files[index].state = .underWay(attempt: attempt, since: since)
        case .spare, .wanted, .underWay: return
        }
        settle()
    }

    /// Likewise of all playlists of renditions.
    mutating func discardPlaylists() {
        for index in files.indices where files[index].kind.isPlaylist && files[index].kind != .multivariantPlaylist {
            discard(index)
        }
    }

    /// Whether the segments of a track's rendition can be asked for: the first track's, or the audio's.
    func allows(_ track: Int, _ rendition: Int) -> Bool {
        isHere(.assetList) && isHere(.multivariantPlaylist, rendition) && isHere(.key, rendition)
            && isHere(track == 0 ? .videoPlaylist : .audioPlaylist, rendition)
            && isHere(track == 0 ? .videoInit : .audioInit, rendition)
    }

    /// Whether the segments of subtitles can be asked for, which are clear.
    var allowsSubtitles: Bool {
        isHere(.assetList) && isHere(.multivariantPlaylist) && isHere(.subtitlePlaylist) && isHere(.subtitleInit)
    }

    /// Whether nobody knows what to show, because the list that says so is not there.
    var lacksList: Bool { !isHere(.assetList) }

    /// Whether keys that the multivariant playlist names are asked for, of which no segment needs one yet.
    var asksForNamedKeys: Bool { extent == .all || extent == .playlist && preloadsKeys }

    private func isAskedFor(_ kind: Resource.Kind) -> Bool {
        switch extent {
        case .nothing: false
        case .playlist:
            kind == .assetList || kind == .multivariantPlaylist || (kind == .key && hasSessionKey && preloadsKeys)
        case .all: true
        }
    }

    private func isReady(_ file: File) -> Bool {
        func isHere(_ kind: Resource.Kind) -> Bool { self.isHere(kind, file.file.rendition) }
        let isBegun = isHere(.assetList) && isHere(.multivariantPlaylist)
        return switch file.kind {
        case .assetList: true
        case .multivariantPlaylist: isHere(.assetList)
        case .key: isBegun && (hasSessionKey || hasPlaylist)
        case .videoPlaylist, .audioPlaylist, .subtitlePlaylist:
            isBegun && !awaitsNamedKeys && (!hasSessionKey || isHere(.key))
        case .videoInit: isBegun && isHere(.videoPlaylist) && isHere(.key)
        case .audioInit: isBegun && isHere(.audioPlaylist) && isHere(.key)
        case .subtitleInit: isBegun && isHere(.subtitlePlaylist)
        case .file, .video, .audio, .subtitles, .steeringManifest: true
        }
    }

    /// Whether it is there, or not needed for a rendition.
    private func isHere(_ kind: Resource.Kind, _ rendition: Int? = nil) -> Bool {
        files.allSatisfy { $0.kind != kind || !$0.serves(rendition) || $0.state.isHere }
    }

    /// Whether what is there says how long the media is: the playlist of any of so many renditions; or what names one
    /// that has none.
    func tellsDuration(ofAnyOf count: Int) -> Bool {
        isHere(.assetList) && isHere(.multivariantPlaylist) && (0..<count).contains { isHere(.videoPlaylist, $0) }
    }

    /// Whether some variant's playlist is there, and says where the key is.
    private var hasPlaylist: Bool { files.allSatisfy { $0.kind != .videoPlaylist || $0.state.isSettled } }
}

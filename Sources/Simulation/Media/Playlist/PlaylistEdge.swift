import PlayerModel

/// The edge of a live stream as its playlists show it: what is listed when the run begins, and how it goes on.
///
/// Nobody can know what a server will list. So what is listed is repeated in turn, lengths and sizes alike, which is
/// this model's own, and printed. Media time zero is the beginning of the oldest segment that all playlists list.
package struct PlaylistEdge: Sendable {
    /// The media that is listed of all tracks, parts behind the last segment included.
    package fileprivate(set) var history = MediaTime.zero
    /// The whole segments of the first variant among it.
    package fileprivate(set) var segments: Int64 = 0
    package fileprivate(set) var tracks: [Track] = []
    /// EXT-X-PLAYLIST-TYPE EVENT: nothing is taken from the list again.
    package let keepsAll: Bool
    /// EXT-X-TARGETDURATION, and the longest of the first variant's segments.
    package let target: MediaTime
    package let longest: MediaTime
    /// EXT-X-PART-INF of the first variant; nil without parts.
    package let partTarget: MediaTime?
    /// Whether its hint has an open range of bytes.
    package let hasOpenRange: Bool
    package let control: MediaPlaylist.ServerControl?
    /// EXT-X-START: that of the multivariant playlist, or else that of the media playlist.
    package let start: LiveSource.Start?
    /// The place of the first subtitles, of which none are fetched.
    package let subtitles: Place?
    /// The reason why playlists are not held side by side by their dates, or by their numbers.
    package fileprivate(set) var disagreement: Disagreement?
    /// The date of media time zero, where the first variant has dates.
    package fileprivate(set) var date: Int64?
    /// Tags of the playlist that are not in what is listed in a run.
    package let unlisted: [LiveSource.Unlisted]
    /// The playlists whose oldest segment is cut, because others begin in the middle of it, by their sources.
    fileprivate(set) var cut: [Int32] = []

    /// A playlist that plays, as far as all of them list it.
    package struct Track: Sendable {
        /// Parts that are listed behind the last segment.
        struct PartsBehind: Sendable {
            let length: MediaTime
            let count: Int64
        }

        let source: Int32
        package let path: String
        /// Its segments: the longest, the average one, the shortest, and the shortest of those that are not cut.
        package let longest: MediaTime
        package let average: MediaTime
        package let least: MediaTime
        package let shortest: MediaTime
        /// PART-TARGET as it says it.
        package let ownPart: MediaTime?
        /// PART-TARGET by which its segments are divided: that of the first variant, or of audio that of the first
        /// audio, so that one can take the place of another. Nil where segments come whole.
        package let part: MediaTime?
        /// The parts behind the last segment, where it says how long they may be and is not listed further than the
        /// others.
        let partsBehind: PartsBehind?
    }

    /// A tag by which playlists would list what cannot be the same: their ends are too far apart, or some list no whole
    /// segment of what all list.
    package struct Disagreement: Equatable, Sendable {
        package let tag: PlaylistTag
        /// How far apart the ends are, where that is too far.
        package let apart: MediaTime?
        /// The first segment with that tag of the playlist that ends furthest from the first variant's.
        let place: Place
        /// The tag that was gone by in its place; nil where they are taken to end together.
        package fileprivate(set) var other: PlaylistTag?
    }

    fileprivate init(of first: MediaPlaylist, in set: PlaylistSet) {
        keepsAll = first.kind == .event
        target = first.targetDuration
        longest = first.longestSegment
        partTarget = first.partTarget
        hasOpenRange = first.hasOpenRange
        control = first.serverControl
        unlisted = set.unlisted(beside: first)
        subtitles = set.firstSubtitles
        start = set.headWithStart(of: first)?.start
    }
}

extension PlaylistEdge {
    /// In how many parts of equal length segments come of which the longest lasts that long, and a part no longer than
    /// `part`.
    package static func parts(of longest: MediaTime, _ part: MediaTime?) -> Int64 {
        guard let part, part > .zero else { return 1 }
        return (longest.nanoseconds - 1) / part.nanoseconds + 1
    }

    static func parts(of lengths: ContiguousArray<MediaTime>, _ part: MediaTime?) -> Int64 {
        parts(of: lengths.reduce(.zero) { max($0, $1) }, part)
    }

    func track(of playlist: MediaPlaylist) -> Track? { tracks.first { $0.source == playlist.source } }

    /// The segment with which a turn of a playlist begins, because one that is cut is not repeated.
    func first(of playlist: MediaPlaylist) -> Int {
        cut.contains(playlist.source) && playlist.segments.count > 1 ? 1 : 0
    }

    /// How many turns of a playlist there are until then, at most.
    func turns(of playlist: MediaPlaylist, until end: MediaTime) -> Int64 {
        let turn = playlist.duration - playlist.start(of: first(of: playlist))
        return end.nanoseconds / turn.nanoseconds + 2
    }

    /// The list ends no sooner than there, where parts behind the segments do.
    mutating func reach(_ place: MediaTime) { history = max(history, place) }
}

extension PlaylistEdge.Track {
    /// A playlist that lists something, the first segment of which may be cut.
    fileprivate init(
        path: String, of playlist: MediaPlaylist, isCut: Bool, part: MediaTime?, partsBehind: PartsBehind?
    ) {
        (source, self.path, ownPart, self.part) = (playlist.source, path, playlist.partTarget, part)
        self.partsBehind = part == nil || ownPart == nil ? nil : partsBehind
        let lengths = playlist.segments.map { $0.duration }
        longest = lengths.reduce(.zero) { max($0, $1) }
        least = lengths.reduce(longest) { min($0, $1) }
        shortest = lengths.dropFirst(isCut ? 1 : 0).reduce(longest) { min($0, $1) }
        average = MediaTime(nanoseconds: playlist.duration.nanoseconds / Int64(lengths.count))
    }
}

extension MediaPlaylist {
    /// The place of the first segment that has a date of its own, or else of the first one, which has the number that
    /// the playlist says.
    fileprivate func firstPlace(of tag: PlaylistTag) -> Place {
        let dated = tag == .programDateTime ? dates.first.map { Int($0.segment) } : nil
        return place(line: segments[dated ?? 0].line)
    }

    fileprivate var longestSegment: MediaTime { segments.reduce(.zero) { max($0, $1.duration) } }

    /// The media before a segment, and of all of them.
    func start(of segment: Int) -> MediaTime { segments[..<segment].reduce(.zero) { $0 + $1.duration } }

    /// The date of its beginning, by its first EXT-X-PROGRAM-DATE-TIME; nil without one.
    var beginning: Int64? {
        dates.first.map { $0.nanoseconds.subtractingClamped(start(of: Int($0.segment)).nanoseconds) }
    }

    /// The list without what lies before `from`, and beyond `end`; of a segment in which it begins, the rest.
    fileprivate func cut(from: MediaTime, to end: MediaTime) -> (playlist: MediaPlaylist, isCut: Bool) {
        var (made, isCut, place) = (self, false, MediaTime.zero)
        made.segments = []
        made.duration = .zero
        var before: Int32 = 0
        for segment in segments {
            let next = place + segment.duration
            defer { place = next }
            // What is short itself is not passed over for that.
            let rounding = min(PlaylistSet.tolerance, MediaTime(nanoseconds: segment.duration.nanoseconds / 2))
            let isBefore = next <= from + rounding
            if isBefore {
                before += 1
                made.mediaSequence = made.mediaSequence.addingClamped(1)
                let passed: Int64 = segment.isDiscontinuity ? 1 : 0
                made.discontinuitySequence = made.discontinuitySequence.addingClamped(passed)
            }
            if isBefore || next > end + PlaylistSet.tolerance { continue }
            var own = segment
            if place + PlaylistSet.tolerance < from {
                own.duration = next - from
                isCut = true
            }
            made.segments.append(own)
            made.duration = made.duration + own.duration
        }
        made.partGaps = ContiguousArray(
            partGaps.filter { $0.segment >= before }.map { PartGap(segment: $0.segment - before, part: $0.part) })
        return (made, isCut)
    }
}

extension PlaylistSet {
    /// The difference that is not held against playlists, which round lengths.
    static let tolerance = MediaTime(nanoseconds: 100_000_000)

    /// The playlists of a live stream cut to what all of them list, and its edge; nil of what does not go on, or lists
    /// nothing.
    ///
    /// Playlists are held side by side by EXT-X-PROGRAM-DATE-TIME where all have it; else by EXT-X-MEDIA-SEQUENCE where
    /// numbers of both stand for segments of one length (RFC 8216 lets them differ, 6.2.4); else they end together,
    /// because all of them end now.
    func atEdge() -> (set: PlaylistSet, edge: PlaylistEdge)? {
        guard isLive, let first = firstMedia, !first.segments.isEmpty else { return nil }
        let tracks = tracks
        let (places, disagreement) = places(of: tracks.map { $0.playlist }, beside: first)
        let (zero, reach) = Self.common(to: tracks.map { $0.playlist }, at: places, beside: first)
        var edge = PlaylistEdge(of: first, in: self)
        edge.disagreement = disagreement
        var made: [MediaPlaylist] = []
        let sources = sources
        let partOfSound = tracks.first { $0.playlist.source == sources.sound.first }?.playlist.partTarget
        for (place, track) in zip(places, tracks) {
            let (playlist, isCut) = track.playlist.cut(from: zero - place, to: reach - place)
            guard !playlist.segments.isEmpty else { return nil }
            made.append(playlist)
            if isCut { edge.cut.append(playlist.source) }
            edge.history = max(edge.history, playlist.duration)
            let isOfVariant = sources.variants.contains(playlist.source)
            let isFurther = place + track.playlist.duration > reach
            let part = edge.partTarget == nil ? nil : isOfVariant ? edge.partTarget : partOfSound
            let behind = PlaylistEdge.Track.PartsBehind(
                length: track.playlist.partsBehind, count: track.playlist.partCountBehind)
            edge.tracks.append(
                .init(
                    path: track.path, of: playlist, isCut: isCut, part: part,
                    partsBehind: isFurther ? nil : behind))
        }
        let cut = mapMedia { playlist in made.first { $0.source == playlist.source } ?? playlist }
        edge.segments = Int64(cut.firstMedia?.segments.count ?? 0)
        if let beginning = first.beginning {
            let own = tracks.indices.first { tracks[$0].playlist.source == first.source } ?? 0
            edge.date = beginning.addingClamped((zero - places[own]).nanoseconds)
        }
        return (cut, edge)
    }

    /// The playlists of pictures and sound that play. Others, as of subtitles or for scanning through, have no say in
    /// where the edge is.
    private var tracks: [(path: String, playlist: MediaPlaylist)] {
        played.filter { !$0.playlist.segments.isEmpty }
    }

    /// The same, with those that list nothing.
    private var played: [(path: String, playlist: MediaPlaylist)] {
        guard case .multivariant = root else { return media }
        let sources = sources
        return media.filter {
            sources.variants.contains($0.playlist.source) || sources.sound.contains($0.playlist.source)
        }
    }

    /// The sources of the playlists of variants, and of those of audio, in the order of the text.
    private var sources: (variants: [Int32], sound: [Int32]) {
        guard case .multivariant(let playlist) = root else { return (media.map { $0.playlist.source }, []) }
        let sound = playlist.renditions.filter { $0.type == .audio }.compactMap { $0.uri }
        return (
            playlist.variants.compactMap { media($0.stream.uri)?.playlist.source },
            sound.compactMap { media($0)?.playlist.source }
        )
    }

    /// The place of the first subtitles beside the first variant.
    fileprivate var firstSubtitles: Place? {
        guard case .multivariant(let playlist) = root, let group = playlist.variants.first?.subtitleGroup else {
            return nil
        }
        return playlist.renditions.first { $0.type == .subtitles && $0.groupID == group }?.place
    }

    /// Whether it is a live stream: all that plays of it goes on.
    package var isLive: Bool {
        let played = played
        return !played.isEmpty && played.allSatisfy { $0.playlist.goesOn }
    }

    private var firstMedia: MediaPlaylist? { firstListed?.playlist }

    /// The playlist of the first variant, or the root itself, with its path.
    var firstListed: (path: String, playlist: MediaPlaylist)? {
        switch root {
        case .media(let playlist): (path, playlist)
        case .multivariant(let playlist): playlist.variants.first.flatMap { media($0.stream.uri) }
        }
    }

    /// The beginnings of playlists on one scale; and where that is not the one that they say, why.
    private func places(
        of tracks: [MediaPlaylist], beside first: MediaPlaylist
    ) -> ([MediaTime], PlaylistEdge.Disagreement?) {
        let together = tracks.map { first.duration - $0.duration }
        let dated = tracks.compactMap { track -> MediaTime? in
            guard let own = track.beginning, let other = first.beginning else { return nil }
            // Further apart than any playlist is long, and still with room for one.
            let apart = max(-(1 << 61), min(1 << 61, own.subtractingClamped(other)))
            return MediaTime(nanoseconds: apart)
        }
        let numbered = tracks.compactMap { Self.place(of: $0, byNumbersOf: first) }
        var disagreement: PlaylistEdge.Disagreement?
        for (places, tag) in [(dated, PlaylistTag.programDateTime), (numbered, .mediaSequence)]
        where places.count == tracks.count {
            let apart = zip(places, tracks).map { ($0 + $1.duration - first.duration).nanoseconds.magnitude }
            let most = apart.max() ?? 0
            // They end within a segment or so of each other.
            let isNear = most <= first.targetDuration.nanoseconds.magnitude / 2 * 3
            if isNear, Self.haveCommon(tracks, at: places, beside: first) {
                disagreement?.other = tag
                return (places, disagreement)
            }
            let furthest = tracks[apart.firstIndex(of: most) ?? 0]
            disagreement =
                disagreement
                ?? .init(
                    tag: tag, apart: isNear ? nil : MediaTime(nanoseconds: Int64(clamping: most)),
                    place: furthest.firstPlace(of: tag))
        }
        if disagreement == nil, let stranger = tracks.first(where: { Self.hasNoNumber(of: $0, in: first) }) {
            let place = stranger.firstPlace(of: .mediaSequence)
            disagreement = .init(tag: .mediaSequence, apart: nil, place: place)
        }
        return (together, disagreement)
    }

    /// Whether the numbers of two playlists stand for segments of one length, as far as these show it, and none of them
    /// is in both.
    private static func hasNoNumber(of own: MediaPlaylist, in first: MediaPlaylist) -> Bool {
        let ahead = own.mediaSequence.subtractingClamped(first.mediaSequence)
        guard ahead >= Int64(first.segments.count) || -ahead >= Int64(own.segments.count) else { return false }
        let (length, other) = (own.longestSegment, first.longestSegment)
        return (length - other).nanoseconds.magnitude <= Self.tolerance.nanoseconds.magnitude
    }

    /// The beginning and the end of what all playlists list.
    private static func common(
        to tracks: [MediaPlaylist], at places: [MediaTime], beside first: MediaPlaylist
    ) -> (zero: MediaTime, reach: MediaTime) {
        let ends = zip(places, tracks).map { $0 + $1.duration }
        let earliest = ends.reduce(ends[0]) { min($0, $1) }
        // A track that is listed further by less than half a segment is as far as the others.
        return (
            places.reduce(places[0]) { max($0, $1) },
            earliest + MediaTime(nanoseconds: first.targetDuration.nanoseconds / 2)
        )
    }

    /// Whether each playlist lists a segment of what all list. One that is cut at its end is none.
    private static func haveCommon(
        _ tracks: [MediaPlaylist], at places: [MediaTime], beside first: MediaPlaylist
    ) -> Bool {
        let (zero, reach) = common(to: tracks, at: places, beside: first)
        return zip(places, tracks).allSatisfy { place, track in
            !track.cut(from: zero - place, to: reach - place).playlist.segments.isEmpty
        }
    }

    /// The beginning of a playlist, where a number in both is a segment of one length.
    private static func place(of own: MediaPlaylist, byNumbersOf first: MediaPlaylist) -> MediaTime? {
        let ahead = own.mediaSequence.subtractingClamped(first.mediaSequence)
        let (skipped, other) = (max(0, -ahead), max(0, ahead))
        guard skipped < own.segments.count, other < first.segments.count else { return nil }
        let pairs = zip(own.segments[Int(skipped)...], first.segments[Int(other)...])
        let isSame = pairs.allSatisfy {
            ($0.duration - $1.duration).nanoseconds.magnitude <= Self.tolerance.nanoseconds.magnitude
        }
        return isSame ? first.start(of: Int(other)) - own.start(of: Int(skipped)) : nil
    }
}

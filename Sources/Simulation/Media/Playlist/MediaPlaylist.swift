import PlayerModel

/// A media playlist: segments, one after the other.
///
/// Segments are small and flat, because there may be millions: what few of them have is stored beside them.
package struct MediaPlaylist: Equatable, Sendable {
    package struct Segment: Equatable, BitwiseCopyable, Sendable {
        package var duration: MediaTime
        package var uri: PlaylistSlice
        /// The title: the words after the comma of EXTINF.
        package var title: PlaylistSlice
        package var line: Int32
        package var uriLine: Int32
        /// EXT-X-BITRATE in kilobits per second, or -1.
        package var bitRateKbps: Int32
        /// Indices into the lists beside the segments, or -1.
        var byteRange: Int32
        var map: Int32
        var keySet: Int32
        /// EXT-X-GAP: the segment has no media, and must not be fetched.
        package var isGap: Bool
        /// Whether EXT-X-DISCONTINUITY stands before it.
        package var isDiscontinuity: Bool
    }

    /// GAP=YES of an EXT-X-PART: a part, by its place in its segment, that is not there.
    struct PartGap: Equatable, BitwiseCopyable, Sendable {
        /// By its place among the segments; the count of them for one that is not whole yet.
        var segment: Int32
        let part: Int32
    }

    /// EXT-X-MAP: the initialization section, to be fetched before the segments that it stands before.
    package struct Map: Equatable, BitwiseCopyable, Sendable {
        package var uri: PlaylistSlice
        /// The part of the file that it is; nil is the whole file.
        package var byteRange: PlaylistByteRange?
        package var line: Int32
        /// The keys in force where it stands, or -1.
        var keySet: Int32
    }

    /// EXT-X-PROGRAM-DATE-TIME: the date of a segment's first sample.
    package struct Date: Equatable, BitwiseCopyable, Sendable {
        package var segment: Int32
        /// Nanoseconds since 1970-01-01T00:00:00Z.
        package var nanoseconds: Int64
    }

    /// EXT-X-PLAYLIST-TYPE.
    package enum Kind: String, CaseIterable, Sendable {
        /// Segments are only ever added at the end.
        case event = "EVENT"
        /// Nothing changes.
        case vod = "VOD"
    }

    /// EXT-X-SERVER-CONTROL.
    package struct ServerControl: Equatable, Sendable {
        package var holdBack: MediaTime?
        package var partHoldBack: MediaTime?
        package var canSkipUntil: MediaTime?
        package var canSkipDateRanges = false
        package var canBlockReload = false
        package var place: Place
    }

    /// The source that its lines are in.
    package var source: Int32
    package var text: PlaylistText
    /// The query by which it is named, where its text has a parameter of it (EXT-X-DEFINE with QUERYPARAM); nil where
    /// that means nothing to it.
    package var query: String?
    package var head = PlaylistHead()
    /// All that was read all the same, or is not modelled.
    package var warnings: [PlaylistWarning] = []
    /// EXT-X-TARGETDURATION in seconds: no segment is longer, once rounded.
    package var targetDurationSeconds: Int64 = 0
    package var targetDurationPlace: Place
    /// The number of the first segment.
    package var mediaSequence: Int64 = 0
    package var discontinuitySequence: Int64 = 0
    package var kind: Kind?
    /// EXT-X-ENDLIST: there will be no more segments.
    package var isEnded = false
    package var isIFramesOnly = false
    package var serverControl: ServerControl?
    /// EXT-X-PART-INF: the longest part of a segment.
    package var partTarget: MediaTime?
    var partTargetPlace: Place?
    /// The media of the parts that are listed behind the last segment (EXT-X-PART).
    package var partsBehind = MediaTime.zero
    /// How many they are.
    package var partCountBehind: Int64 = 0
    /// The place of the first part that it lists; nil without parts.
    package var firstPart: Place?
    package var hasParts: Bool { firstPart != nil }
    /// Whether the part that is hinted at begins a range of bytes without an end (EXT-X-PRELOAD-HINT).
    package var hasOpenRange = false
    package var segments: ContiguousArray<Segment> = []
    package var duration = MediaTime.zero
    var byteRanges: ContiguousArray<PlaylistByteRange> = []
    package var maps: ContiguousArray<Map> = []
    package var keys: ContiguousArray<PlaylistKey> = []
    /// Indices of the keys that are in force together.
    var keysInForce: ContiguousArray<Int32> = []
    var keySets: ContiguousArray<Range<Int32>> = []
    package var dates: ContiguousArray<Date> = []
    var partGaps: ContiguousArray<PartGap> = []
    /// EXT-X-DATERANGE of a playlist that goes on.
    var dateRanges: ContiguousArray<DateRange> = []
    package var interstitials: [PlaylistInterstitial] = []

    init(source: Int32, text: PlaylistText) {
        self.source = source
        self.text = text
        targetDurationPlace = Place(startOf: source)
    }

    /// Whether more will be listed: without EXT-X-ENDLIST it is a live stream, unless it says that nothing changes.
    package var goesOn: Bool { !isEnded && kind != .vod }

    package var targetDuration: MediaTime { MediaTime(nanoseconds: targetDurationSeconds * 1_000_000_000) }

    package func uri(of segment: Segment) -> String { text.string(segment.uri) }

    package func byteRange(of segment: Segment) -> PlaylistByteRange? {
        segment.byteRange < 0 ? nil : byteRanges[Int(segment.byteRange)]
    }

    package func map(of segment: Segment) -> Map? { segment.map < 0 ? nil : maps[Int(segment.map)] }

    /// The keys that a segment may be decrypted with, each of another KEYFORMAT.
    package func keys(of segment: Segment) -> [PlaylistKey] { keys(inSet: segment.keySet) }

    func keys(inSet set: Int32) -> [PlaylistKey] {
        guard set >= 0 else { return [] }
        let range = keySets[Int(set)]
        return keysInForce[Int(range.lowerBound)..<Int(range.upperBound)].map { keys[Int($0)] }
    }

    package func place(line: Int32) -> Place { Place(source: source, line: line, column: 1) }

    /// Whether its length is that of another, but for a target duration.
    func isAsLong(as other: MediaPlaylist) -> Bool {
        (duration - other.duration).nanoseconds.magnitude <= other.targetDuration.nanoseconds.magnitude
    }

    /// Whether two initialization sections are the same bytes of the same file.
    func isSame(_ left: Map, _ right: Map) -> Bool {
        left.byteRange == right.byteRange && text.isSame(left.uri, right.uri)
    }
}

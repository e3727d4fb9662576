import PlayerModel
import SimulationContainers

/// A programme that is made while it is watched, as its server lists it: which segments a playlist has at an instant.
///
///     media   0 ────── history ──────┬─────────────────────────▶ duration
///                     listed already │ listed segment by segment, when each is made
///     time                           0 ─────────────────────────▶
///
/// With low latency a segment is listed part by part: then its parts are the chunks of the track.
///
/// Media time counts from the beginning of the oldest segment that is made before the run begins. A segment is listed
/// in one piece, once all of it is there, and playlists slide: they keep as many of the newest as there is a window
/// for. What is listed is settled when the server has the request for the playlist.
///
/// Left out: that a playlist becomes longer with each segment of a window that is not full yet; segments without parts
/// that a server would have deleted (RFC 8216, 6.2.2), because a client asks only for what its playlist lists.
package struct LiveSource: Equatable, Sendable {
    /// EXT-X-START: the place to begin at, of what is live or has an end.
    package struct Start: Equatable, BitwiseCopyable, Sendable {
        /// From the beginning of the playlist, or from its end where negative.
        package let offset: MediaTime
        /// PRECISE: playback begins there, and not with the segment that has it.
        package let isPrecise: Bool

        package init(offset: MediaTime, isPrecise: Bool) {
            self.offset = offset
            self.isPrecise = isPrecise
        }
    }

    /// The media that is listed when the run begins, the newest of it since `phase`.
    package var history: MediaTime
    package var phase = TimeAmount.zero
    /// The time from the end of a segment, as a camera sees it, to its listing.
    package var delay = TimeAmount.zero
    /// A segment is listed later than it is due by up to that much, each by another amount.
    package var jitter = TimeAmount.zero
    /// How much longer than it lasts the encoder takes for a length of media, in millionths.
    package var drift: Int64 = 0
    /// The media that a playlist keeps; nil where it keeps all of it (EXT-X-PLAYLIST-TYPE EVENT).
    package var window: MediaTime?
    /// HOLD-BACK: the distance from the end of the playlist at which playback begins.
    package var holdBack: MediaTime
    /// Whether a playlist says so; else it is the usual three target durations.
    package var saysHoldBack = true
    /// HOLD-BACK, where `holdBack` is PART-HOLD-BACK: it is for clients without low latency. Nil where no playlist says
    /// it.
    package var holdBackOfSegments: MediaTime?
    /// The length of a part, where segments are listed part by part (EXT-X-PART).
    package var part: MediaTime?
    /// The length of the encoder's chunks, where a part is sent while it is made; nil where it is sent whole.
    package var chunk: MediaTime?
    /// Whether one request brings all parts of a segment from one on, as they are made: EXT-X-PRELOAD-HINT has an open
    /// range of bytes then, with a BYTERANGE-START and no BYTERANGE-LENGTH.
    package var hasOpenRange = false
    /// CAN-SKIP-UNTIL: delta updates leave out what is further from the end; nil where there are none.
    package var skipBoundary: MediaTime?
    /// CAN-SKIP-DATERANGES: they leave out date ranges as well.
    package var skipsDateRanges = false
    /// How far apart the date ranges are that playlists list, where a scenario says it.
    package var dateRangeInterval: MediaTime?
    /// The stretches of the run in which nothing is listed, in order and apart from each other. What is due in one is
    /// listed at its end.
    package var outages: [Conditions.Outage] = []
    /// Where what is listed goes over to something else (EXT-X-DISCONTINUITY): beginnings of segments, in order.
    package var discontinuities: [MediaTime] = []
    /// EXT-X-TARGETDURATION, where a playlist says it: whole seconds; nil is that of the longest segment.
    package var targetDuration: MediaTime?
    /// Each rendition as playlists on disk have it: of the variants, then of the audio. Nothing of what is written in
    /// a scenario.
    package var renditions: [Rendition] = []
    /// The wall clock of media time zero, in nanoseconds since 1970-01-01T00:00:00Z: EXT-X-PROGRAM-DATE-TIME.
    package var programDate: Int64?
    package var start: Start?
    /// The segments that a playlist on disk lists, which are listed again and again; nil where a scenario has them all.
    package var repeated: Int64?
    /// Tags of such a playlist that are not in what is listed in the run.
    package var unlisted: [Unlisted] = []

    package enum Unlisted: Sendable {
        /// EXT-X-DISCONTINUITY.
        case discontinuities
        /// EXT-X-PROGRAM-DATE-TIME, where a date is another than that before it and the media in between come to: then
        /// nobody knows the dates of what is listed again.
        case jumpingDates
        /// EXT-X-DATERANGE.
        case dateRanges
        /// EXT-X-INDEPENDENT-SEGMENTS.
        case independentSegments
        /// EXT-X-RENDITION-REPORT.
        case renditionReports
        /// EXT-X-MEDIA of TYPE=VIDEO, of TYPE=SUBTITLES, and of TYPE=CLOSED-CAPTIONS; and CLOSED-CAPTIONS=NONE.
        case videoRenditions, subtitles, closedCaptions, lackOfCaptions
        /// HDCP-LEVEL, ALLOWED-CPC, SCORE, SUPPLEMENTAL-CODECS and REQ-VIDEO-LAYOUT of a variant.
        case protection, protectionOfContent, scores, supplementalCodecs, videoLayouts
        /// EXT-X-I-FRAME-STREAM-INF, EXT-X-SESSION-DATA.
        case keyFrames, sessionData
    }

    /// A rendition as a playlist on disk has it, by which it is listed again.
    package struct Rendition: Equatable, Sendable {
        /// EXT-X-TARGETDURATION: whole seconds.
        package let targetDuration: MediaTime
        /// Of audio, what EXT-X-MEDIA says of it.
        package var audio: Audio?

        package init(targetDuration: MediaTime) { self.targetDuration = targetDuration }
    }

    /// Attributes of EXT-X-MEDIA by which a player offers audio, or chooses it (RFC 8216, 4.3.4.1).
    package struct Audio: Equatable, Sendable {
        package var name: String
        /// Tags of RFC 5646.
        package var language: String?
        package var associatedLanguage: String?
        package var isDefault: Bool
        package var isAutoselect: Bool
        package var characteristics: String?
        /// CHANNELS, as in "2", "6" or "16/JOC".
        package var channels: String?
        /// SAMPLE-RATE: samples a second; and BIT-DEPTH: bits of a sample (rfc8216bis, 4.4.6.1).
        package var sampleRate: Int64?
        package var bitDepth: Int64?
    }

    package init(history: MediaTime, window: MediaTime?, holdBack: MediaTime) {
        self.history = history
        self.window = window
        self.holdBack = holdBack
    }

    /// The media that the camera has seen by then.
    ///
    /// Inlined, because a call would copy the source first.
    @inline(__always)
    package func made(by now: Instant) -> MediaTime {
        let time = now.nanoseconds.addingClamped((phase + delay).nanoseconds)
        if drift == 0 { return history + MediaTime(nanoseconds: time) }
        let media = proportion(time, 1_000_000, over: 1_000_000 + drift, .down)
        return history + MediaTime(nanoseconds: time < 0 ? -media : media)
    }

    /// When the camera has seen as much.
    package func finishes(_ length: MediaTime) -> Instant { due(length) + (.zero - delay) }

    /// When what ends there is listed, unless it comes late.
    ///
    /// Inlined, because a call would copy the source first.
    @inline(__always)
    func due(_ end: MediaTime) -> Instant {
        let media = (end - history).nanoseconds
        if drift == 0 { return Instant(nanoseconds: media) + (.zero - phase) }
        let time = proportion(media, 1_000_000 + drift, over: 1_000_000, media < 0 ? .down : .up)
        return Instant(nanoseconds: media < 0 ? -time : time) + (.zero - phase)
    }

    /// The end of the outages that an instant lies in, of which one may follow another at once.
    @inline(__always)
    func after(outages instant: Instant) -> Instant {
        outages.isEmpty ? instant : end(ofOutagesAt: instant)
    }

    private func end(ofOutagesAt instant: Instant) -> Instant {
        var (end, place) = (instant, partitionPoint(in: outages.indices) { outages[$0].end > instant })
        while place < outages.count, outages[place].start <= end { (end, place) = (outages[place].end, place + 1) }
        return end
    }
}

/// The chunks that a playlist lists, of which there may be none: from the first to the one behind the last; and whether
/// there will be no others (EXT-X-ENDLIST).
package struct LiveListing: Equatable, BitwiseCopyable, Sendable {
    package let first: Int64
    package let end: Int64
    package let isEnded: Bool

    package init(first: Int64, end: Int64, isEnded: Bool) {
        self.first = first
        self.end = end
        self.isEnded = isEnded
    }

    package var isEmpty: Bool { first == end }
}

extension LiveSource.Start {
    /// The place in what is listed of some chunks: beyond either end it is that end, and without PRECISE it is the
    /// beginning of a segment (RFC 8216, 4.3.5.2).
    func place(in listed: Range<MediaTime>, of chunks: ChunkTable) -> MediaTime {
        let place = (offset < .zero ? listed.upperBound : listed.lowerBound) + offset
        let clamped = max(listed.lowerBound, min(place, listed.upperBound))
        if isPrecise || chunks.chunk(at: clamped) >= chunks.count { return clamped }
        return max(listed.lowerBound, chunks.startOfRequest(at: clamped))
    }
}

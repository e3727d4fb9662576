import PlayerModel

/// The events that `AVMetrics` would report of a player (iOS 18, macOS 15; B.12), in order, with their fields under
/// AVFoundation's names.
///
///     Playback ── exchanges, loads ─▶ requests, errors ──┐
///                 variants          ─▶ switches          ├─ sorted by their entries ─▶ with the item's place and
///                 clock             ─▶ rates, seeks      │                             variant: events
///                 announcements     ─▶ keeping up        │
///                 items             ─▶ summaries       ──┘
///
/// A request has one event, when its answer is whole; one that was cancelled, or that failed, has none, but each
/// failure is an error. The answer to a request for a file is whole when nothing more is asked of it.
package struct MetricEvents: Sendable {
    /// An `AVMetricEvent`.
    package struct Event: Equatable, Sendable {
        /// In the place of `date`: virtual time.
        package let at: Instant
        /// The item's current time.
        package let mediaTime: MediaTime
        /// The index of the variant that plays; nil for files.
        package let variant: Int?
        package internal(set) var kind: Kind
    }

    package enum Kind: Equatable, Sendable {
        /// `AVMetricPlayerItemLikelyToKeepUpEvent`.
        case likelyToKeepUp(KeepingUp)
        /// `AVMetricPlayerItemInitialLikelyToKeepUpEvent`: the first of an item, with what was fetched of it until
        /// then.
        case initialLikelyToKeepUp(KeepingUp, requests: [RequestEvent])
        /// `AVMetricPlayerItemRateChangeEvent`: the timebase's rate.
        case rateChange(RateChange)
        /// `AVMetricPlayerItemStallEvent`, which is a change of the rate too.
        case stall(RateChange)
        /// `AVMetricPlayerItemSeekEvent`, likewise.
        case seek(RateChange)
        /// `AVMetricPlayerItemSeekDidCompleteEvent`, for a seek that nothing interrupted: likewise, where the timebase
        /// moves again at once.
        case seekDidComplete(RateChange, didSeekInBuffer: Bool)
        /// `AVMetricPlayerItemVariantSwitchStartEvent`.
        case variantSwitchStart(VariantSwitch)
        /// `AVMetricPlayerItemVariantSwitchEvent`.
        case variantSwitch(VariantSwitch, didSucceed: Bool)
        /// `AVMetricPlayerItemPlaybackSummaryEvent`, when an item goes, or at the end of the run.
        case playbackSummary(Summary)
        /// `AVMetricMediaResourceRequestEvent`, and with it, by what was fetched, `AVMetricHLSPlaylistRequestEvent`,
        /// `AVMetricHLSMediaSegmentRequestEvent` or `AVMetricContentKeyRequestEvent`.
        case request(RequestEvent)
        /// `AVMetricErrorEvent`.
        case error(ErrorLog.Entry)
    }

    package struct KeepingUp: Equatable, Sendable {
        /// Since the item came, or since it was last unlikely to keep up.
        package let timeTaken: TimeAmount
        package let loadedTimeRanges: [Range<MediaTime>]
    }

    package struct RateChange: Equatable, Sendable {
        package let rate: Rate
        package let previousRate: Rate
    }

    package struct VariantSwitch: Equatable, Sendable {
        /// The index of the variant before; nil as long as nothing has come of an item.
        package let from: Int?
        package let to: Int
        package let loadedTimeRanges: [Range<MediaTime>]
    }

    package struct RequestEvent: Equatable, Sendable {
        package let resource: Resource.Kind
        package let requestStartTime: Instant
        /// When the first byte of the answer came.
        package let responseStartTime: Instant?
        package let responseEndTime: Instant
        /// The bytes that came of a file.
        package let byteRange: Range<Int64>?
        /// The bytes of the answer's body.
        package let bodyBytes: Int64
        /// The host that it was asked of; nil where there is one alone. AVFoundation has a `url` for that.
        package let host: String?

        package var name: String {
            switch resource {
            case .file, .steeringManifest, .assetList: "MediaResourceRequest"
            case .multivariantPlaylist, .videoPlaylist, .audioPlaylist, .subtitlePlaylist: "HLSPlaylistRequest"
            case .video, .audio, .subtitles, .videoInit, .audioInit, .subtitleInit: "HLSMediaSegmentRequest"
            case .key: "ContentKeyRequest"
            }
        }

        package var isMapSegment: Bool { [.videoInit, .audioInit, .subtitleInit].contains(resource) }
    }

    package struct Summary: Equatable, Sendable {
        /// Failures after which the item goes on (`Recovery`): the same is asked for again or not wanted any more, or
        /// another variant is.
        package internal(set) var recoverableErrorCount: Int64 = 0
        package internal(set) var stallCount: Int64 = 0
        /// Switches that came about, the choice of the first variant not counted.
        package internal(set) var variantSwitchCount: Int64 = 0
        /// Time during which the playhead moved, up to the end of the item.
        package internal(set) var playbackDuration = TimeAmount.zero
        /// Requests, those that were made again included.
        package internal(set) var mediaResourceRequestCount: Int64 = 0
        /// From each stall until the playhead moves, or a pause, a seek, a failure or the end.
        /// Nil where nobody ends the last stall: how long that would have lasted nobody knows.
        package internal(set) var timeSpentRecoveringFromStall: TimeAmount? = .zero
        /// From when there were both an item and the wish to play it until the playhead moves.
        package internal(set) var timeSpentInInitialStartup = TimeAmount.zero
        /// AVERAGE-BANDWIDTH and BANDWIDTH of what played, by the time that it did; -1 where a variant does not
        /// declare it, where nothing played, and for files.
        package internal(set) var timeWeightedAverageBitrate: Int64 = -1
        package internal(set) var timeWeightedPeakBitrate: Int64 = -1
    }

    package let events: [Event]

    package init(_ run: PlayerRun) {
        let requests = MetricOccurrence.requests(of: run)
        let switches = VariantSwitches(run)
        var found = requests + switches.occurrences
        found += MetricOccurrence.errors(of: run)
        found += MetricOccurrence.changesOfTheClock(of: run)
        found += MetricOccurrence.keepingUp(of: run, requests)
        found += ItemSummaries(run, switches.done).occurrences
        found.sort { ($0.order, $0.rank) < ($1.order, $1.rank) }
        // The clock has just been held for a stall: that is its event.
        for stall in run.playback.stalls {
            guard let last = found.before(stall.order).indices.last, found[last].at == stall.at,
                case .rateChange(let change) = found[last].kind
            else { continue }
            found[last].kind = .stall(change)
        }
        events = found.map { $0.event(run) }
    }
}

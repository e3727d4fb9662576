/// The class of an AVMetrics event, as an app names it: `AVMetricPlayerItemStallEvent`, or what a run of the simulator
/// leaves of it, `Stall`.
enum MetricsEventName: String, CaseIterable {
    case resourceRequest = "MediaResourceRequest"
    case playlistRequest = "HLSPlaylistRequest"
    case segmentRequest = "HLSMediaSegmentRequest"
    case keyRequest = "ContentKeyRequest"
    case likelyToKeepUp = "LikelyToKeepUp"
    case initialLikelyToKeepUp = "InitialLikelyToKeepUp"
    case rateChange = "RateChange"
    case stall = "Stall"
    case seek = "Seek"
    case seekDidComplete = "SeekDidComplete"
    case variantSwitchStart = "VariantSwitchStart"
    case variantSwitch = "VariantSwitch"
    case playbackSummary = "PlaybackSummary"
    case error = "Error"
    case downloadSummary = "DownloadSummary"

    /// The class that an event names; nil where it names none that is known.
    init?(of event: JSONNode) {
        guard let word = event.member("event")?.string else { return nil }
        var name = Substring(word)
        for prefix in ["AVMetric", "PlayerItem"] where name.hasPrefix(prefix) {
            name = name.dropFirst(prefix.utf8.count)
        }
        if name.hasSuffix("Event") { name = name.dropLast(5) }
        guard let known = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
        self = known
    }

    /// Whether an event names itself as AVFoundation does, so that it needs no property to be known by.
    static func isOfAVFoundation(_ event: JSONNode) -> Bool {
        event.member("event")?.string?.hasPrefix("AVMetric") == true && MetricsEventName(of: event) != nil
    }
}

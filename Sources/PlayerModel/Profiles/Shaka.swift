extension PlayerProfile {
    /// Shaka Player: its rebuffering goal is 0 since 20 November 2024, which leaves the start to the media element.
    ///
    /// It has no rule for giving segments up. A switch does it: a sample within a segment may change the choice, 8 s
    /// after the last one, and then `shouldAbortCurrentRequest_` compares the other segment's size ÷ throughput with
    /// the media ahead, and that size with the bytes left. In HLS, where sizes are not declared, it knew none and let
    /// the segment come (until pull request 9041, September 2025); since then it takes length · `BANDWIDTH`.
    static let shaka = PlayerProfile(
        "shaka", "Shaka Player in a browser's media element (August 2026).",
        keepUp: .shaka(.current, goal: .zero, starving: MediaTime(nanoseconds: 500_000_000)),
        estimator: .player(
            .shaka(fast: .seconds(2), slow: .seconds(5), sample: 16_000, total: 128_000, cached: .milliseconds(5))),
        firstVariant: .assumed(bitRate: 1_000_000, share: 950_000),
        switching: .player(.shaka(up: 850_000, down: 950_000, interval: .seconds(8))),
        abandonment: .shaka(every: .milliseconds(100), sample: 16_000),
        goal: .fixed(.seconds(10)), drain: .zero,
        requests: PlayerRequests(.shaka, repeatsSteering: true), failOver: .shaka, gaps: .shaka, pausedLive: .loads,
        sources: [
            "start: player.js 4435–4540, media/buffering_observer.js 66–159",
            "throughput: abr/ewma_bandwidth_estimator.js, net/http_fetch_plugin.js 196–206, pull requests 9476, 9496",
            "first_variant, switching: abr/simple_abr_manager.js 286–315, 357–374, 499–558",
            "abandon_segment: net/http_fetch_plugin.js 196–206, media/streaming_engine.js 811–929",
            "buffer_goal: media/streaming_engine.js 1615–1686; constants: util/player_configuration.js",
            "live streams while paused: issues 982 and 1034; gaps: pull requests 4208 and 9506",
            "requests: net/backoff.js 173–185, net/http_plugin_utils.js 35–63, net/networking_engine.js",
            "steering manifests: util/content_steering_manager.js (requestInfo)",
            "fail_over: media/streaming_engine.js 3253–3346, player.js 7806–7831, 8942–9010",
        ],
        notModelled: [
            "its poll of 0.5 s while the buffer is full",
            "that its pauses vary by half at random, and a second one before it leaves a variant out or asks anew",
            "that playlists and other tracks of a live stream do not rest before what failed is asked for anew",
            "its shorter pauses and limits where a stream has low latency",
            "that it asks for a steering manifest after 410, too",
            "that gaps of media are jumped of which no playlist tells", "what the browser says of its downlink",
            "where a live stream is joined, how often its playlists are loaded, and that it moves while it is paused",
        ])
}

extension RequestPolicy {
    /// Shaka: two attempts, with a pause of 1 s between them that would double, give or take half of it at random (here
    /// its mean). Its limit of 10 s is for the head of an answer, 5 s for silence after that, 30 s for all of it.
    static let shaka = RequestPolicy(
        .shaka, after: .everything, silence: .seconds(5), firstByte: .seconds(10), whole: .seconds(30), retryCount: 1,
        backOff: .seconds(1), factor: 2_000_000)
}

extension FailOver {
    /// Shaka: all variants with the stream that failed are disabled for 30 s (`maxDisabledTime`) if there is another,
    /// unless the request timed out. Where it is not handled so, a live stream is gone on with (player.js,
    /// `defaultStreamingFailureCallback_`): soon after a timeout, which was waited for already, and after 1 s where the
    /// failure may have come at once.
    static let shaka = FailOver(
        kind: .shaka, exclusion: .seconds(30),
        liveRestart: LiveRestart(afterTimeout: .milliseconds(100), afterOther: .seconds(1)))
}

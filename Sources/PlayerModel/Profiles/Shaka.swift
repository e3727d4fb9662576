extension PlayerProfile {
    /// Shaka Player: its rebuffering goal is 0 since 20 November 2024, which leaves the start to the media element.
    static let shaka = PlayerProfile(
        "shaka", "Shaka Player in a browser's media element (August 2026).",
        keepUp: .shaka(.current, goal: .zero, starving: MediaTime(nanoseconds: 500_000_000)),
        estimator: .player(.shaka(fast: .seconds(2), slow: .seconds(5), sample: 16_000, total: 128_000)),
        firstVariant: .assumed(bitRate: 1_000_000, share: 950_000),
        switching: .player(.shaka(up: 850_000, down: 950_000, interval: .seconds(8))), abandonment: .never,
        goal: .fixed(.seconds(10)), drain: .zero,
        sources: [
            "start: player.js 4435–4540, media/buffering_observer.js 66–159",
            "throughput: abr/ewma_bandwidth_estimator.js, net/http_fetch_plugin.js 196–206",
            "first_variant, switching: abr/simple_abr_manager.js 286–315, 357–374, 499–558",
            "buffer_goal: media/streaming_engine.js 1615–1686; constants: util/player_configuration.js",
        ],
        notModelled: [
            "samples of a segment under way, and the switch and abort that may follow (streaming_engine.js 811–929)",
            "its poll of 0.5 s while the buffer is full", "retries, and variants that are shut out for 30 s",
            "gaps that are jumped", "what the browser says of its downlink",
        ])
}

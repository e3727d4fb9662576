extension PlayerProfile {
    /// Chromium's media element, which plays one file, or what a page feeds it.
    static let chromium = PlayerProfile(
        "chromium", "Chromium's media element, of itself: one file, or what a page feeds it.",
        keepUp: .native(.chromium(audio: MediaTime(nanoseconds: 200_000_000))),
        estimator: .slidingWindow(seconds: .seconds(10)), firstVariant: .firstListed, switching: .fixed,
        abandonment: .never, goal: .fixed(.unlimited), drain: .zero,
        requests: PlayerRequests(.chromium),
        sources: [
            "start: HTML §4.8.11.8, renderer_impl.cc, video_renderer_impl.cc, audio_renderer_algorithm.cc (2020)",
            "requests: resource_multibuffer_data_provider.cc (kMaxRetries, DidFail)",
        ],
        notModelled: [
            "how much of a file it loads ahead", "audio that doubles with each underflow",
            "video that runs dry for 3 s first", "HLS of its own", "that it asks again only after the first 32 KiB",
        ])
}

extension RequestPolicy {
    /// Chromium: 30 more attempts, the nth after 250 + 50 · n ms, where a connection was lost
    /// (resource_multibuffer_data_provider.cc). A status that is no success is final.
    static let chromium = RequestPolicy(
        .chromium, after: .brokenConnections, retryCount: 30, backOff: .milliseconds(300), step: .milliseconds(50))
}

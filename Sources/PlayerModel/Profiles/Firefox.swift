extension PlayerProfile {
    /// Firefox's media element, likewise.
    static let firefox = PlayerProfile(
        "firefox", "Firefox's media element, of itself: one file.",
        keepUp: .native(.firefox(preroll: .seconds(1), ahead: .seconds(15), waited: .seconds(15))),
        estimator: .slidingWindow(seconds: .seconds(10)), firstVariant: .firstListed, switching: .fixed,
        abandonment: .never, goal: .fixed(.unlimited), drain: .zero,
        requests: PlayerRequests(.firefox),
        sources: [
            "start: HTML §4.8.11.8, dom/media/MediaDecoderStateMachine.cpp",
            "requests: dom/media/ChannelMediaResource.cpp (OnStopRequest)",
        ],
        notModelled: [
            "how much of a file it loads ahead", "its look once a second", "media that a page feeds",
            "that it opens a channel again that was suspended before",
            "that it buffers with less than 5 s ahead, before nothing is",
        ])
}

extension RequestPolicy {
    /// Firefox reports an error of its channel (ChannelMediaResource.cpp, `OnStopRequest`).
    static let firefox = RequestPolicy(.firefox, after: .nothing)
}

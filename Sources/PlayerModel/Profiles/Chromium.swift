extension PlayerProfile {
    /// Chromium's media element, which plays one file, or what a page feeds it.
    static let chromium = PlayerProfile(
        "chromium", "Chromium's media element, of itself: one file, or what a page feeds it.",
        keepUp: .native(.chromium(audio: MediaTime(nanoseconds: 200_000_000))),
        estimator: .slidingWindow(seconds: .seconds(10)), firstVariant: .firstListed, switching: .fixed,
        abandonment: .never, goal: .fixed(.unlimited), drain: .zero,
        sources: [
            "start: HTML §4.8.11.8, renderer_impl.cc, video_renderer_impl.cc, audio_renderer_algorithm.cc (about 2020)"
        ],
        notModelled: [
            "how much of a file it loads ahead", "audio that doubles with each underflow",
            "video that runs dry for 3 s first", "HLS of its own",
        ])
}

extension PlayerProfile {
    /// AVFoundation's player as `autowait fit` has made it from measurements: a class of behaviour, none of whose rules
    /// are Apple's.
    ///
    /// Jonathan Oliver measured 160 starts in 40 settings (github.com/jonathaneoliver/infinite-streaming, July 2026): a
    /// live stream with segments of 6 and of 2 s, four limits of the network, and five values of
    /// `preferredPeakBitRate`, on simulators of iPhones with iOS 26.
    static let avPlayerIOS = PlayerProfile(
        "avplayer-ios", "AVPlayer as fitted to measured starts of live streams: a class of behaviour, not its rules.",
        keepUp: .holdBackShare(share: 500_000, hysteresis: .milliseconds(100), resumeMargin: .seconds(1)),
        estimator: .slidingWindow(seconds: .seconds(10)), evidence: EvidenceSettings(),
        firstVariant: .highest, switching: .throughput(up: 870_000, down: 950_000),
        abandonment: .vhs(gain: .seconds(6), every: .milliseconds(100)),
        goal: .fixed(.seconds(50)), drain: .seconds(10),
        requests: .standIn, failOver: .avFoundation, pausedLive: .rests, isFittedToLive: true,
        sources: [
            "keep_up, abandon_segment: share_ratio (0.42 to 0.72 are as good) and gain_s (4.5 to 6.7) were fitted to",
            "160 starts of live HLS that Jonathan Oliver measured (github.com/jonathaneoliver/infinite-streaming,",
            "July 2026: iOS 26 in simulators, segments of 6 and 2 s). Off by a factor of 1.41 there; the fit, on a",
            "ladder of mean bit rates, by 1.38, and by 1.38 and 1.47 where the segments of one length, or one limit of",
            "the network, were held out; plays of one setting differ by 1.34. The round trip is 18 ms, a guess.",
            "abandon_segment: that video.js's rule stands in for Apple's is ours, also while playback is paused.",
            "first_variant: there, the highest within preferredPeakBitRate, or of all.",
            "switching: there, after a minute, 0.81 of what the limited network carries is taken, and 0.93 at times.",
            "throughput, buffer_goal, drain_s, requests, fail_over: as avplayer; nothing was measured.",
        ],
        notModelled: [
            "streams with an end, of which nothing was measured: they start as with play-through",
            "the second start of a process, which begins with the variant that fits the network",
            "that it skips variants on the way down and corrects that",
            "the first frame, which is shown before it plays",
        ])
}

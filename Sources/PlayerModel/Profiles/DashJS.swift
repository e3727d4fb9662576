extension PlayerProfile {
    /// dash.js 5. Its level of 0.3 s steers rules alone: start and stall are the element's (VideoModel.js 283–331).
    static let dashJS = PlayerProfile(
        "dash.js", "dash.js 5 in a browser's media element (December 2025), with its dynamic strategy.",
        keepUp: .firstChunk,
        estimator: .player(.dashJS(fast: .seconds(3), slow: .seconds(8), ignored: .zero)), evidence: .anew,
        firstVariant: .assumed(bitRate: 1_000_000, share: 1_000_000),
        switching: .player(.dashJS(safety: 900_000, buffer: .seconds(18), insufficient: 700_000)),
        abandonment: .dashJS(
            multiple: 1_800_000, after: .milliseconds(500), every: .milliseconds(250), most: .seconds(18)),
        goal: .dashJS(usual: .seconds(18), top: .seconds(30), long: .seconds(60), longFrom: .seconds(600)),
        drain: .zero,
        requests: PlayerRequests(.dashJSSegments, playlists: .dashJSManifest),
        sources: [
            "start: StreamController.js 800–811, BufferController.js 904–932, then the media element",
            "throughput: ThroughputModel.js 81–288, ThroughputController.js 365–433, with Resource Timing",
            "carry_over_s: MediaPlayer.js (resetPlaybackControllers), ThroughputModel.js (reset)",
            "first_variant: AbrController.js 46–47, 224–252, 654–679",
            "switching: AbrController.js 940–960, ABRRulesCollection.js 192–253, rules/abr/BolaRule.js",
            "switching, from the third segment on and anew after a seek: rules/abr/InsufficientBufferRule.js",
            "abandon_segment: AbandonRequestsRule.js 54–131; buffer_goal: ScheduleController.js 234–341",
            "buffer_goal, once more for another bit rate: ScheduleController.js (schedule), StreamProcessor.js",
            "requests: Settings.js (retryIntervals, retryAttempts, fragmentRequestTimeout), HTTPLoader.js 334–368",
            "fail_over: it changes no quality (FragmentController.js 140–145, StreamProcessor.js 1093–1116)",
        ],
        notModelled: [
            "its tick of 500 ms", "a bit rate that was saved before",
            "the latency that it measures",
            "its switch history: of 8 or more wishes for a bit rate, more than 7.5 % of the others for a lower one",
            "dropped frames, a rule that it has and does not use unless told",
            "the audio beside video, which aims a second higher", "other base URLs after the last retry",
            "live streams",
        ])
}

extension RequestPolicy {
    /// dash.js: three more attempts a second apart, whatever the status; 20 s for an answer.
    static let dashJSSegments = RequestPolicy(
        .dashJS, after: .everything, whole: .seconds(20), retryCount: 3, backOff: .seconds(1))

    /// dash.js's MPD, here for playlists: half a second apart, 10 s for an answer.
    static let dashJSManifest = RequestPolicy(
        .dashJSManifest, after: .everything, whole: .seconds(10), retryCount: 3, backOff: .milliseconds(500))
}

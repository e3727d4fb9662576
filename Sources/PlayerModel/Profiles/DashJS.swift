extension PlayerProfile {
    /// dash.js 5. Its level of 0.3 s steers rules alone: start and stall are the element's (VideoModel.js 283–331).
    static let dashJS = PlayerProfile(
        "dash.js", "dash.js 5 in a browser's media element (December 2025), with its dynamic strategy.",
        keepUp: .firstChunk,
        estimator: .player(.dashJS(fast: .seconds(3), slow: .seconds(8), ignored: .milliseconds(10))),
        firstVariant: .assumed(bitRate: 1_000_000, share: 1_000_000),
        switching: .player(.dashJS(safety: 900_000, buffer: .seconds(18), insufficient: 700_000)),
        abandonment: .dashJS(
            multiple: 1_800_000, after: .milliseconds(500), every: .milliseconds(250), most: .seconds(18)),
        goal: .dashJS(usual: .seconds(18), top: .seconds(30), long: .seconds(60), longFrom: .seconds(600)),
        drain: .zero,
        sources: [
            "start: StreamController.js 800–811, BufferController.js 904–932, then the media element",
            "throughput: ThroughputModel.js 81–288, ThroughputController.js 365–433",
            "first_variant: AbrController.js 46–47, 224–252, 654–679",
            "switching: AbrController.js 940–960, ABRRulesCollection.js 192–253, rules/abr/BolaRule.js",
            "abandon_segment: AbandonRequestsRule.js 54–131; buffer_goal: ScheduleController.js 234–341",
        ],
        notModelled: [
            "its tick of 500 ms", "a bit rate that was saved before",
            "the latency and dropped frames that it measures",
            "the audio beside video, which aims a second higher", "retries and other base URLs", "live streams",
        ])
}

extension PlayerProfile {
    /// AVFoundation's player. Apple publishes what it does, and hardly any number: where nothing is published a rule of
    /// ours stands in, which its name says, or `sources`.
    static let avPlayer = PlayerProfile(
        "avplayer", "AVFoundation's AVPlayer, as far as it is published, with stand-ins for the rest.",
        keepUp: .playThrough(hysteresis: .milliseconds(100), resumeMargin: .seconds(1)),
        estimator: .slidingWindow(seconds: .seconds(10)), evidence: EvidenceSettings(),
        firstVariant: .ios13StandIn(target: 2_000_000), switching: .throughput(up: 700_000, down: 950_000),
        abandonment: .never, goal: .fixed(.seconds(50)), drain: .seconds(10),
        requests: .standIn, turnsToOtherVariants: true,
        sources: [
            "keep_up: WWDC16 session 503 in words, without a number.",
            "first_variant: a stand-in of ours, as for all of iOS 13 and later.",
            "throughput, switching, buffer_goal, drain_s: nothing is published; ours, with hls.js's shares.",
            "evidence_s, carry_over_s: ours; that an estimate carries over was measured, not by how much.",
            "requests: nothing is published; ours, with the timeout of URLRequest.",
        ],
        notModelled: [
            "segments that fail on one variant and are asked for on another (WWDC24 session 10113)",
            "24 to 32 s of media ahead, as people have seen it in live and loaded streams",
        ])
}

extension PlayerProfile {
    /// AVFoundation's player. Apple publishes what it does, and hardly any number: where nothing is published a rule of
    /// ours stands in, which its name says, or `sources`.
    static let avPlayer = PlayerProfile(
        "avplayer", "AVFoundation's AVPlayer, as far as it is published, with stand-ins for the rest.",
        keepUp: .playThrough(hysteresis: .milliseconds(100), resumeMargin: .seconds(1)),
        estimator: .slidingWindow(seconds: .seconds(10)), evidence: EvidenceSettings(),
        firstVariant: .ios13StandIn(target: 2_000_000), switching: .throughput(up: 700_000, down: 950_000),
        abandonment: .never, goal: .fixed(.seconds(50)), drain: .seconds(10),
        requests: .standIn, failOver: .avFoundation, pausedLive: .rests,
        sources: [
            "keep_up: WWDC16 session 503 in words, without a number.",
            "first_variant: a stand-in of ours, as for all of iOS 13 and later.",
            "throughput, switching, buffer_goal, drain_s: nothing is published; ours, with hls.js's shares.",
            "evidence_s, carry_over_s: ours; that an estimate carries over was measured, not by how much.",
            "requests: nothing is published; ours, with the timeout of URLRequest.",
            "fail_over: WWDC24 session 10113 (a 404, and the next lower variant), HTTP Live Streaming Overview",
            "gaps: RFC 8216bis, 6.3.3; google/ExoPlayer, issue 6087 (its last frame stays), in part ours",
            "fail_over, ours: that it asks again first, exclude_s, what it does after other failures than a 404",
        ],
        notModelled: [
            "24 to 32 s of media ahead, as people have seen it in live and loaded streams"
        ])
}

extension FailOver {
    /// AVFoundation: the next lower variant where a segment is missing (WWDC24 session 10113: from 20 Mbit/s to 15). Of
    /// a playlist that cannot be loaded, the highest variant that the network carries, and of several with one bit rate
    /// the first that is listed (HTTP Live Streaming Overview, "Failover Protection"). A minute is ours.
    public static let avFoundation = FailOver(kind: .avFoundation, exclusion: .seconds(60))
}

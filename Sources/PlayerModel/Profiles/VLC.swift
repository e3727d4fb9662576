extension PlayerProfile {
    /// VLC 3.0 with its adaptive module.
    ///
    /// Its switching is that of the 3.0 branch. The code that buffers was read in the tree of 4.0, and has the same
    /// 6 and 30 s as NearOptimalAdaptationLogic.cpp of 3.0.
    static let vlc = PlayerProfile(
        "vlc", "VLC 3.0 with its adaptive module: 6 s before the first start.",
        keepUp: .native(.vlc(least: .seconds(6))), estimator: .slidingWindow(seconds: .seconds(10)),
        firstVariant: .lowest, switching: .player(.vlc(least: .seconds(6), most: .seconds(30))), abandonment: .never,
        goal: .fixed(.seconds(30)), drain: .zero,
        requests: .standIn,
        sources: [
            "first_variant, switching: adaptive/logic/NearOptimalAdaptationLogic.cpp of 3.0, whole numbers and all",
            "start, buffer_goal: adaptive/logic/BufferingLogic.cpp, PlaylistManager.cpp, Streams.cpp, read in the tree",
            "of 4.0; the 6 and 30 s are also those of 3.0 (NearOptimalAdaptationLogic.cpp)",
            "throughput: ours; its own, a moving average, decides only on ways down",
            "requests, fail_over: ours; its own were not read",
        ],
        notModelled: [
            "its steps of 50 ms, and the delay of 1 s in its clock", "minBufferTime", "live streams",
            "VLC 4.0, whose switching has no whole numbers: with little ahead it takes less than the highest variant",
        ])
}

extension PlayerProfile {
    /// VLC with its adaptive module.
    static let vlc = PlayerProfile(
        "vlc", "VLC with its adaptive module: 6 s before the first start.",
        keepUp: .native(.vlc(least: .seconds(6))), estimator: .slidingWindow(seconds: .seconds(10)),
        firstVariant: .lowest, switching: .player(.vlc(least: .seconds(6), most: .seconds(30))), abandonment: .never,
        goal: .fixed(.seconds(30)), drain: .zero,
        requests: .standIn,
        sources: [
            "start, buffer_goal: adaptive/logic/BufferingLogic.cpp, PlaylistManager.cpp, Streams.cpp",
            "first_variant, switching: adaptive/logic/NearOptimalAdaptationLogic.cpp, whole numbers and all",
            "throughput: ours; its own, a moving average, decides only on ways down",
            "requests, fail_over: ours; its own were not read",
        ],
        notModelled: ["its steps of 50 ms, and the delay of 1 s in its clock", "minBufferTime", "live streams"])
}

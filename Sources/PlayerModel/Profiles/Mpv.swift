extension PlayerProfile {
    /// mpv, which plays the highest variant unless it is told otherwise (`hls-bitrate`, options.rst 5757).
    static let mpv = PlayerProfile(
        "mpv", "mpv (August 2026): one variant, a large cache.",
        keepUp: .native(.mpv(wait: .seconds(1))), estimator: .slidingWindow(seconds: .seconds(10)),
        firstVariant: .highest, switching: .fixed, abandonment: .never,
        goal: .bySize(bytes: 157_286_400, least: .zero, most: .seconds(86_400)), drain: .zero,
        requests: PlayerRequests(.mpv),
        sources: [
            "start: options/options.c 672–676, 1054–1055, player/playloop.c 710–822",
            "first_variant: options.rst 5757; buffer_goal: demux/demux.c 98–163",
            "requests: options.rst (network-timeout), and libavformat/hls.c (seg_max_retry 0)",
        ],
        notModelled: [
            "its look of 0.2 s", "that it pauses only when its output has run dry, too",
            "that a segment that fails is skipped",
        ])
}

extension RequestPolicy {
    /// mpv leaves requests to libavformat: 60 s of silence (`network-timeout`), and no second attempt unless told.
    static let mpv = RequestPolicy(.mpv, after: .nothing, silence: .seconds(60))
}

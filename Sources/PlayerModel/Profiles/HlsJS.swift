extension PlayerProfile {
    /// hls.js, which plays through the browser's media element: it has no threshold of its own.
    ///
    /// The buffer has no hysteresis: base-stream-controller.ts 1451–1463, stream-controller.ts 314–322.
    static let hlsJS = PlayerProfile(
        "hls.js", "hls.js in a browser's media element (video-dev/hls.js, August 2026).",
        keepUp: .hlsJS, estimator: .player(.hlsJS(fast: .seconds(3), slow: .seconds(9))),
        firstVariant: .hlsJS(least: 500_000, most: 5_000_000),
        switching: .player(.hlsJS(up: 700_000, down: 950_000, starvation: .seconds(4))),
        abandonment: .hlsJS(every: .milliseconds(100)),
        goal: .bySize(bytes: 60_000_000, least: .seconds(30), most: .seconds(600)), drain: .zero,
        sources: [
            "start: stream-controller.ts 997, then the media element (HTML §4.8.11.8)",
            "throughput: utils/ewma-bandwidth-estimator.ts, utils/ewma.ts, abr-controller.ts 472–551",
            "first_variant: level-controller.ts 280–355, abr-controller.ts 565–598",
            "switching: abr-controller.ts 654–748, 768–1039; abandon_segment: abr-controller.ts 247–470",
            "buffer_goal: base-stream-controller.ts 1451–1463, stream-controller.ts 314–322",
        ],
        notModelled: [
            "its tick of 100 ms", "that giving up makes it forget what it has measured",
            "levels that are shut out by errors, and its retries",
            "gaps that are jumped, and nudges", "a full source buffer",
        ])
}

extension PlayerProfile {
    /// GStreamer's playbin3 with adaptivedemux2.
    static let gstreamer = PlayerProfile(
        "gstreamer", "GStreamer's playbin3 with adaptivedemux2 (August 2026).",
        keepUp: .native(.gstreamer(high: .seconds(3), low: MediaTime(nanoseconds: 50_000_000))),
        estimator: .slidingWindow(seconds: .seconds(10)), firstVariant: .firstListed,
        switching: .player(.gstreamer(share: 800_000)), abandonment: .never, goal: .fixed(.seconds(30)), drain: .zero,
        requests: PlayerRequests(.gstreamer),
        sources: [
            "start: gstqueue2.c 116–128, 394–410, 1066–1165, gsturisourcebin.c 240–253, 1101–1179, gstplay.c 1254",
            "switching, buffer_goal: ext/adaptivedemux2/gstadaptivedemux.c 115–130, -stream.c 818–869, 2760",
            "throughput, first_variant: ours, as its own are not in what was read",
            "requests: ext/adaptivedemux2/gstadaptivedemux-stream.c (MAX_DOWNLOAD_ERROR_COUNT)",
            "fail_over: ours, as where it turns was not read",
        ],
        notModelled: [
            "6 MiB, with which it starts too", "that it pauses from 0.05 s down, before nothing is ahead",
            "that a failure of the last segment is the end", "live streams",
        ])
}

extension RequestPolicy {
    /// GStreamer: three more attempts, each 10 ms after a failure, whatever that was. Limits of time were not read.
    static let gstreamer = RequestPolicy(.gstreamer, after: .everything, retryCount: 3, backOff: .milliseconds(10))
}

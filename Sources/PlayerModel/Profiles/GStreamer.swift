extension PlayerProfile {
    /// GStreamer's playbin3 with adaptivedemux2.
    static let gstreamer = PlayerProfile(
        "gstreamer", "GStreamer's playbin3 with adaptivedemux2 (August 2026).",
        keepUp: .native(.gstreamer(high: .seconds(3), low: MediaTime(nanoseconds: 50_000_000))),
        estimator: .slidingWindow(seconds: .seconds(10)), firstVariant: .firstListed,
        switching: .player(.gstreamer(share: 800_000)), abandonment: .never, goal: .fixed(.seconds(30)), drain: .zero,
        requests: PlayerRequests(.gstreamer, playlists: .gstreamerPlaylists),
        sources: [
            "start: gstqueue2.c 116–128, 394–410, 1066–1165, gsturisourcebin.c 240–253, 1101–1179, gstplay.c 1254",
            "switching, buffer_goal: ext/adaptivedemux2/gstadaptivedemux.c 115–130, -stream.c 818–869, 2760",
            "throughput, first_variant: ours, as its own are not in what was read",
            "requests: ext/adaptivedemux2/gstadaptivedemux-stream.c (MAX_DOWNLOAD_ERROR_COUNT, on_download_error)",
            "requests for media playlists: hls/gsthlsdemux-playlist-loader.c (handle_download_error)",
            "requests for the multivariant playlist: ours, as its source element was not read",
            "fail_over: gstadaptivedemux-stream.c, which has none for segments",
        ],
        notModelled: [
            "6 MiB, with which it starts too", "that it pauses from 0.05 s down, before nothing is ahead",
            "that a failure of the last segment is the end, but for a status 5xx",
            "that a status 5xx after three other failures is the end, and no error",
            "that when a media playlist has failed four times another URI of its variant or another variant is next",
            "that a media playlist which cannot be read is asked for again, too",
            "that a key is asked for in a way of its own, which asks once: here as a segment is",
            "live streams, of which it asks for a segment without end after a status 4xx, too",
        ])
}

extension RequestPolicy {
    /// GStreamer's segments: another attempt 10 ms after a failure, whatever that was; three in all, those after a
    /// status 5xx not counted (`counts(_:)`). Limits of time were not read.
    static let gstreamer = RequestPolicy(.gstreamer, after: .everything, retryCount: 3, backOff: .milliseconds(10))

    /// GStreamer's media playlists: three more attempts, each 100 ms after a failure, whatever that was.
    static let gstreamerPlaylists = RequestPolicy(
        .gstreamerPlaylist, after: .everything, retryCount: 3, backOff: .milliseconds(100))
}

extension PlayerProfile {
    /// video.js with its own streaming engine.
    static let vhs = PlayerProfile(
        "vhs", "video.js with videojs/http-streaming (February 2026).",
        keepUp: .firstChunk, estimator: .player(.vhs), evidence: .anew,
        firstVariant: .assumed(bitRate: 4_194_304, share: 833_333),
        switching: .player(.vhs(factor: 1_200_000, lowWater: .seconds(30))),
        abandonment: .vhs(gain: .milliseconds(500), every: .milliseconds(100)),
        goal: .vhs(start: .seconds(30), most: .seconds(60)), drain: .zero,
        requests: PlayerRequests(.vhs, playlists: .vhsPlaylist, multivariant: .vhsMultivariant), failOver: .vhs,
        pausedLive: .loads,
        sources: [
            "start: segment-loader.js 1550–1563, then the media element",
            "throughput: segment-loader.js 2904–2927, xhr.js 20–25; first_variant: config.js 7",
            "carry_over_s: videojs-http-streaming.js (setOptions_, INITIAL_BANDWIDTH of each source)",
            "switching: playlist-selectors.js 158–361, playlist-controller.js 53–141, 907–912",
            "abandon_segment: segment-loader.js 1857–1942, playlist-selectors.js 488–556",
            "buffer_goal: segment-loader.js 1455–1472, playlist-controller.js 2260",
            "live streams while paused: its maintainers in videojs-contrib-hls, issue 1351",
            "requests, fail_over: playlist-controller.js 932–936, 1392–1536, playlist-loader.js (load)",
            "whole_s of playlists: xhr.js (the default timeout), which playlist-loader.js does not change",
        ],
        notModelled: [
            "its tick of 500 ms",
            "that a playlist which it has had is asked for again after half a target duration: after 5 s here, too",
            "the target duration of parts",
            "the size of the player, and how fast the browser takes media",
            "the timeout of a segment, of 1.5 target durations, and that a rendition given up is shut out for 10 s",
            "that nothing is fetched beyond 1 s before it is played",
            "where a live stream is joined, and how often its playlists are loaded",
        ])
}

extension RequestPolicy {
    /// video.js with one rendition, which it tries again after half a target duration (playlist-loader.js, `load`). The
    /// lowest rendition has no limit of time.
    static let vhs = RequestPolicy(.vhs, after: .everything, targetShare: 500_000)

    /// video.js's media playlists: 5 s, as long as none has come that says a target duration (playlist-loader.js,
    /// `load` and `media`); here after that, too. The limit is that of any request that says none of its own (xhr.js).
    static let vhsPlaylist = RequestPolicy(
        .vhsPlaylist, after: .everything, whole: .seconds(45), backOff: .seconds(5))

    /// video.js's multivariant playlist: its failure is the source's. The limit is the same.
    static let vhsMultivariant = RequestPolicy(.vhsMultivariant, after: .nothing, whole: .seconds(45))
}

extension FailOver {
    /// video.js: a rendition is excluded for a minute (`playlistExclusionDuration`); when it was the last one that was
    /// left, the others are let in again, and asked for after half a target duration.
    static let vhs = FailOver(kind: .vhs, exclusion: .seconds(60))
}

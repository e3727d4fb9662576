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
        requests: PlayerRequests(
            .hlsJSSegments, playlists: .hlsJSPlaylists, multivariant: .hlsJSMultivariant, repeatsSteering: true),
        failOver: .hlsJS, gaps: .hlsJS, pausedLive: .loads,
        sources: [
            "start: stream-controller.ts 997, then the media element (HTML §4.8.11.8)",
            "throughput: utils/ewma-bandwidth-estimator.ts, utils/ewma.ts, abr-controller.ts 472–551",
            "first_variant: level-controller.ts 280–355, abr-controller.ts 565–598",
            "switching: abr-controller.ts 654–748, 768–1039; abandon_segment: abr-controller.ts 247–470",
            "buffer_goal: base-stream-controller.ts 1451–1463, stream-controller.ts 314–322",
            "live streams while paused: its maintainer in pull request 4402; gaps: pull request 5257",
            "requests, fail_over: config.ts 564–611, utils/error-helper.ts, error-controller.ts 278–506",
            "steering manifests: config.ts (steeringManifestLoadPolicy), content-steering-controller.ts",
        ],
        notModelled: [
            "its tick of 100 ms", "that giving up makes it forget what it has measured",
            "that it wants as much ahead as the bytes last of the level that it would load next",
            "that it asks again for a playlist of a live stream which lists nothing",
            "limits of its own for keys, whose failures count as those of segments do there",
            "that failures of audio and subtitles of their own count with those of the level that plays",
            "the look for its retries every 100 ms",
            "that steering keeps a later item away from a pathway that failed in one before",
            "the limit of 10 s for a steering manifest's first byte, and that 429 ends its steering",
            "that gaps of media are jumped of which no playlist tells, and nudges", "a full source buffer",
            "that a live stream goes on without a segment that failed, where there is no other level (treatAsGap): "
                + "after timeouts and statuses but 4xx when asking again is over, else at once; here it is asked for "
                + "again, and then the item fails",
            "where a live stream is joined, how often its playlists are loaded, and its jump where that falls behind",
        ])
}

extension RequestPolicy {
    /// hls.js, `fragLoadPolicy`: one count for all failures, which is held against the bound of the last. Where another
    /// level is free it turns to that at once, unless it was a timeout or a status but 4xx; where there is none it asks
    /// again after any failure, but of a live stream it leaves the segment out in place of that, or of giving up
    /// (base-stream-controller.ts 2111–2211), which is not modelled.
    static let hlsJSSegments = RequestPolicy(
        .hlsJS, after: .everything, firstByte: .seconds(10), whole: .seconds(120), retryCount: 6,
        timeoutRetryCount: 4, backOff: .seconds(1), factor: 2_000_000, mostBackOff: .seconds(8))

    /// hls.js, `playlistLoadPolicy`.
    static let hlsJSPlaylists = RequestPolicy(
        .hlsJSPlaylist, after: .everything, firstByte: .seconds(10), whole: .seconds(20), retryCount: 2,
        timeoutRetryCount: 2, backOff: .seconds(1), factor: 2_000_000, mostBackOff: .seconds(8))

    /// hls.js, `manifestLoadPolicy`: for this one there is no other level, and its loader asks again itself. A lost
    /// connection has no status, which counts as a reason only for who is offline (error-helper.ts).
    ///
    /// `steeringManifestLoadPolicy` has the same numbers, but for a limit of 10 s for the first byte.
    static let hlsJSMultivariant = RequestPolicy(
        .hlsJSMultivariant, after: .answersOfServers, whole: .seconds(20), retryCount: 1, timeoutRetryCount: 2,
        backOff: .seconds(1), factor: 2_000_000, mostBackOff: .seconds(8))
}

extension FailOver {
    /// hls.js: the levels below, one by one, then from the top (error-controller.ts, `getLevelSwitchAction`). A level
    /// counts its errors until a segment of it is buffered, and is not chosen with one, unless it was loaded last
    /// (abr-controller.ts 768–1039): before it turns, and for what it asks for again too (`choosesForRetries`). A
    /// pathway of which nothing is left has a penalty of five minutes (`PATHWAY_PENALTY_DURATION_MS`,
    /// content-steering-controller.ts).
    static let hlsJS = FailOver(kind: .hlsJS, exclusion: nil, pathwayExclusion: .seconds(300))
}

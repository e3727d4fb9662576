extension PlayerProfile {
    /// media3's ExoPlayer with HLS. 50 s is both its least and its most, so there is no hysteresis; its bytes are those
    /// of video and audio, 2200 blocks of 65 536 (DefaultLoadControl.java 130–188, 861–875).
    static let exoPlayer = PlayerProfile(
        "exoplayer", "media3's ExoPlayer with HLS (August 2026), on a network of which it knows nothing.",
        keepUp: .exoPlayer(.current, start: .seconds(1), afterStall: .seconds(2)),
        estimator: .player(.exoPlayer(weight: 2000, from: .seconds(2), orBytes: 524_288)),
        firstVariant: .assumed(bitRate: 1_000_000, share: 700_000),
        switching: .player(.exoPlayer(share: 700_000, up: .seconds(10), down: .seconds(25))), abandonment: .never,
        goal: .bySize(bytes: 144_179_200, least: .zero, most: .seconds(50)), drain: .zero,
        requests: PlayerRequests(.exoPlayer), failOver: .exoPlayer, gaps: .exoPlayer, catchUp: .exoPlayer,
        pausedLive: .loads,
        sources: [
            "start: DefaultLoadControl.java 64–130, 811–829, ExoPlayerImplInternal.java 1528–1551, 2536–2578",
            "throughput: upstream/DefaultBandwidthMeter.java 57–87, 311–459, SlidingPercentile.java 88–134",
            "first_variant, switching: trackselection/AdaptiveTrackSelection.java 318–324, 522–570, 684–784",
            "abandon_segment: it cancels nothing (ExoTrackSelection.java 264); buffer_goal: DefaultLoadControl 766–809",
            "live streams while paused: its maintainer in google/ExoPlayer, issue 5521; gaps: issue 8959",
            "catch_up: DefaultLivePlaybackSpeedControl.java, ExoPlayerImplInternal.java",
            "requests, fail_over: upstream/DefaultLoadErrorHandlingPolicy.java, Loader.java, DefaultHttpDataSource",
        ],
        notModelled: [
            "the first estimate by country and network; write another assumed_kbps for it",
            "that the first variant is one for the speed of playback",
            "that the variant behind a seek is chosen with what the segment that was called off has measured",
            "segments that are thrown away for better ones", "EXT-X-INDEPENDENT-SEGMENTS",
            "another location of the same track, which it would turn to first",
            "that it asks on after the fourth error as long as there is media to play",
            "that a 416 is no failure where its Content-Range says that what is asked for begins at the end",
            "of live streams all but that: where one begins, how often playlists are loaded, that a start waits for "
                + "no more than half of the target that it catches up to, and its error where the window has passed "
                + "it (BehindLiveWindowException)",
        ])
}

extension RequestPolicy {
    /// ExoPlayer: the nth error is followed by min((n − 1) · 1000, 5000) ms, and the fourth is fatal
    /// (DefaultLoadErrorHandlingPolicy, with which it loads playlists too); 8 s to connect and for each read
    /// (DefaultHttpDataSource). That gives a 416 a cause of its own (`ERROR_CODE_IO_READ_POSITION_OUT_OF_RANGE`), after
    /// which the policy does not ask again (`isAnyCauseNonRetriable`).
    static let exoPlayer = RequestPolicy(
        .exoPlayer, after: .everythingButRange, silence: .seconds(8), retryCount: 3, backOff: .zero,
        step: .seconds(1), mostBackOff: .seconds(5))
}

extension FailOver {
    /// ExoPlayer: a track is excluded for a minute (`DEFAULT_TRACK_EXCLUSION_MS`, HlsSampleStreamWrapper 1049–1140; for
    /// playlists DefaultHlsPlaylistTracker 1049–1103).
    static let exoPlayer = FailOver(kind: .exoPlayer, exclusion: .seconds(60))
}

/// The rules of players that gate themselves by what they hold ready: media elements of browsers, and desktop players.
public enum NativeStart: Equatable, Sendable {
    /// Chromium's media element: the clock runs while its renderers hold enough, at a start as after a stall.
    ///
    /// Decoded audio of 0.2 s (`AudioRendererAlgorithm`), which outlasts the four frames of video; after `play()` the
    /// element waits for no more (HTML, §4.8.11.8: potentially playing from HAVE_FUTURE_DATA on). Left out: that the
    /// audio doubles with each underflow, up to 3 s, that video may run dry for 3 s before the clock stops, and time
    /// to decode.
    case chromium(audio: MediaTime)
    /// Firefox's media element: a preroll before the clock runs; after a stall it first buffers, until so much is
    /// ahead, so long was waited, or the rest would come in time.
    ///
    /// Half of the ample 2 s of audio; 15 s and 15 s: dom/media/MediaDecoderStateMachine.cpp. Media that a page feeds
    /// (MSE) leaves buffering with the preroll. It looks once a second; here when something arrives.
    case firefox(preroll: MediaTime, ahead: MediaTime, waited: TimeAmount)
    /// mpv: starts with anything; after a stall it waits until so much is cached, or fetching rests.
    ///
    /// `cache-pause-initial` no, `cache-pause-wait` 1 s: options/options.c 672–676, player/playloop.c 710–822.
    case mpv(wait: MediaTime)
    /// GStreamer's playbin3: pauses until the high watermark of its queue, and again below the low one.
    ///
    /// 0.60 and 0.01 of 5 s: gstqueue2.c 116–128, 1066–1165, gsturisourcebin.c 240–253, 1101–1179. Left out: 0.60 of
    /// 10 MiB, whichever comes first.
    case gstreamer(high: MediaTime, low: MediaTime)
    /// VLC's adaptive streams: nothing is shown until so much is there; after that whatever is there is shown.
    ///
    /// 6 s: modules/demux/adaptive/logic/BufferingLogic.cpp, Streams.cpp. Left out: the delay of 1 s in its clock, and
    /// a playlist's own `minBufferTime`.
    case vlc(least: MediaTime)

    static let all: [NativeStart] = [
        .chromium(audio: MediaTime(nanoseconds: 200_000_000)),
        .firefox(preroll: .seconds(1), ahead: .seconds(15), waited: .seconds(15)), .mpv(wait: .seconds(1)),
        .gstreamer(high: .seconds(3), low: MediaTime(nanoseconds: 50_000_000)), .vlc(least: .seconds(6)),
    ]

    var words: RuleWords {
        switch self {
        case .chromium(let audio):
            RuleWords(
                "chromium", "Chromium's media element: plays while so much is ready to be heard.",
                .seconds("audio_s", "Media ahead of the playhead before the clock runs.", audio.nanoseconds))
        case .firefox(let preroll, let ahead, let waited):
            RuleWords(
                "firefox", "Firefox's media element: plays from a preroll on, and is patient after a stall.",
                .seconds("preroll_s", "Media ahead of the playhead before the clock runs.", preroll.nanoseconds),
                .seconds("ahead_s", "Media ahead that ends buffering after a stall.", ahead.nanoseconds),
                .seconds("waited_s", "Time after which buffering ends with 'preroll_s' ahead.", waited.nanoseconds))
        case .mpv(let wait):
            RuleWords(
                "mpv", "mpv: starts with anything; after a stall it caches first.",
                .seconds("cache_pause_wait_s", "Media ahead of the playhead after a stall.", wait.nanoseconds))
        case .gstreamer(let high, let low):
            RuleWords(
                "gstreamer", "GStreamer's playbin: plays from a high watermark of its queue on.",
                .seconds("high_s", "Media ahead of the playhead before it keeps up.", high.nanoseconds),
                .seconds("low_s", "Media ahead below which it no longer does.", low.nanoseconds))
        case .vlc(let least):
            RuleWords(
                "vlc-adaptive", "VLC's adaptive streams: wait once, and never again.",
                .seconds("min_buffer_s", "Media ahead of the playhead before the first start.", least.nanoseconds))
        }
    }

    func setting(_ values: [Int64]) -> NativeStart {
        switch self {
        case .chromium: .chromium(audio: values.media(0))
        case .firefox: .firefox(preroll: values.media(0), ahead: values.media(1), waited: values.time(2))
        case .mpv: .mpv(wait: values.media(0))
        case .gstreamer: .gstreamer(high: values.media(0), low: values.media(1))
        case .vlc: .vlc(least: values.media(0))
        }
    }

    /// The length of media ahead with which it waits no longer, whatever else is so; nil where no length is enough.
    var mostWanted: MediaTime? {
        switch self {
        case .chromium(let audio): audio
        case .firefox: nil
        case .mpv(let wait): wait
        case .gstreamer(let high, let low): max(high, low)
        case .vlc(let least): least
        }
    }

    /// Judges by what is ahead, of which there is something.
    func verdict(on question: KeepUp.Question, seeing buffer: BufferState) -> KeepUp.Verdict {
        let ahead = buffer.ahead(of: question.place)
        switch self {
        case .chromium(let audio): return KeepUp.compare(ahead, question.isPlaying || ahead >= audio)
        case .firefox(let preroll, let most, let waited):
            if question.isPlaying { return KeepUp.compare(ahead, true) }
            guard question.followsStall, ahead >= preroll, ahead < most else {
                return KeepUp.compare(ahead, ahead >= preroll)
            }
            let since = question.askedAt ?? question.now
            if question.now - since >= waited { return KeepUp.Verdict(.likely, .waitedEnough(waited)) }
            let rest = KeepUp.Verdict(
                .unlikely, .stillWaiting(since + waited - question.now), reconsiderAt: since + waited)
            let inTime = KeepUp.firefox(margin: .seconds(1)).verdict(on: question, seeing: buffer)
            return inTime.outlook == .likely ? inTime : rest
        case .mpv(let wait):
            let isEnough = !question.followsStall || ahead >= wait
            return isEnough || !buffer.isFull
                ? KeepUp.compare(ahead, question.isPlaying || isEnough) : KeepUp.Verdict(.likely, .fetchingRests)
        case .gstreamer(let high, let low):
            return KeepUp.compare(ahead, atLeast: question.wasLikely ? low : high, question)
        case .vlc(let least):
            return KeepUp.compare(ahead, question.isPlaying || question.followsStall || ahead >= least)
        }
    }
}

import PlayerModel
import Testing

@testable import Simulation

/// A live stream of 60 s that are listed when the run begins: it is joined at 42 s.
@Suite("Interstitial events in live streams")
struct LiveInterstitialTests {
    private static func asset(_ seconds: Int64) -> String {
        #"{ "kind": "hls", "duration_s": \#(seconds), "variants": [{ "bitrate_kbps": 400 }] }"#
    }

    private static func text(
        _ events: String, live: String = "", player: JSONPart? = nil, script: [JSONPart] = [.load(), .play()],
        until_s: JSONPart = 150
    ) -> ScenarioText {
        ScenarioText(
            network: .fluid(8000, #""delay_ms": 10"#),
            media: .hls(
                ["\"bitrate_kbps\": 800"], duration_s: 300, segment_s: 6,
                JSONPart(
                    stringLiteral:
                        "\"live\": { \"window_s\": 60, \"program_date\": \"2026-03-01T20:00:00Z\"\(live) }, "
                        + "\"interstitials\": [\(events)]")),
            player: player, script: script, until_s: until_s)
    }

    private static let byTheClock = #", "resumption_offset_s": "indefinite""#

    /// One that stands for 18 s, or as much as is said.
    private static func event(_ at: Int64, length: Int64 = 18, _ more: String = "") -> String {
        let resumption = more.contains("resumption_offset_s") ? "" : byTheClock
        return "{ \"at_s\": \(at), \"assets\": [\(asset(length))]\(resumption)\(more) }"
    }

    private static func events(_ run: Run) -> [InterstitialStretch] { run.player(0).playback.interstitials }

    // MARK: Joining

    @Test("are seen by who joins in the middle of them, and cost no distance from the edge", arguments: [25, 30, 41])
    func joinedMidway(at: Int64) throws {
        let run = try Self.text(Self.event(at)).judgedRun()
        let event = try #require(Self.events(run).first)
        let join = try #require(run.player(0).playback.skips.first)
        let (over, on) = (try #require(event.to), try #require(event.resumedAt))
        #expect(join.to == .seconds(42) && event.at == join.at)
        #expect(on == .seconds(42) + MediaTime(nanoseconds: (over - event.at).nanoseconds))
        #expect(run.player(1).playedTime == .seconds(18))
        #expect(run["interstitial_count"] == 1)
    }

    @Test(
        "go on where they say for who joins in the middle",
        arguments: [(30, 13, 43), (20, 30, 50)])
    func offset(at: Int64, offset: Int64, place: Int64) throws {
        let run = try Self.text(Self.event(at, ", \"resumption_offset_s\": \(offset)")).judgedRun()
        #expect(Self.events(run).first?.resumedAt == .seconds(place))
        #expect(run["interstitial_count"] == 1)
    }

    @Test(
        "are not seen by who joins behind what they stand for",
        arguments: [
            (24, ""), (30, ", \"resumption_offset_s\": 12"), (30, ", \"resumption_offset_s\": 0"),
            (30, ", \"playout_limit_s\": 12"), (0, ""),
        ])
    func joinedBehind(at: Int64, more: String) throws {
        let run = try Self.text(Self.event(at, more)).judgedRun()
        #expect(run["interstitial_count"] == 0 && run["interstitial_time_s"] == 0)
    }

    @Test(
        "are seen after one before playback, if playback begins in the middle of them",
        arguments: [(43, true), (30, false)])
    func afterJoin(at: Int64, isSeen: Bool) throws {
        let pre = "{ \"cue\": \"pre\", \"assets\": [\(Self.asset(12))] }"
        let run = try Self.text("\(pre), \(Self.event(at))").judgedRun()
        #expect(Self.events(run).map(\.event) == (isSeen ? [1, 2] : [1]))
    }

    @Test("before playback are followed by one another where the stream was joined meanwhile")
    func twoBeforePlayback() throws {
        let pre = "{ \"cue\": \"pre\", \"assets\": [\(Self.asset(12))] }"
        let events = Self.events(try Self.text("\(pre), \(pre)").judgedRun())
        #expect(events.map(\.event) == [1, 2])
        #expect(events[0].resumedAt == .seconds(42))
        #expect(events[0].to == events[1].at)
    }

    // MARK: Going on

    @Test("that interrupt leave playback as much further behind as they last", arguments: [6, 18])
    func interrupt(length: Int64) throws {
        let run = try Self.text(
            Self.event(70, length: length, ", \"resumption_offset_s\": 0")
        ).judgedRun()
        let clock = run.player(0).playback.clock.filter(\.isMoving)
        let (before, after) = (try #require(clock.first), try #require(clock.last))
        func behind(_ stretch: ClockStretch) -> Int64 {
            (stretch.playhead.anchor - .zero).nanoseconds - stretch.playhead.place.nanoseconds
        }
        #expect(behind(after) - behind(before) == length * 1_000_000_000)
    }

    /// One of 12 s is over at about 23.6 s, when parts of 0.5 s are listed up to 83.5 s, and playback is due at 82 s.
    @Test("go on at the segment boundary before, where the nearest is not listed yet", arguments: [12, 6])
    func alignedWithListed(length: Int64) throws {
        let run = try Self.text(
            Self.event(70, length: length, ", \"aligns_resumption_with_segment\": true"),
            live: ", \"part_s\": 0.5", until_s: 60
        ).judgedRun()
        let event = try #require(Self.events(run).first)
        let over = try #require(event.to)
        let edge = try #require(run.player(0).playback.listedEnd(at: over))
        #expect(edge < .seconds(length == 12 ? 84 : 78))
        #expect(event.resumedAt == .seconds(length == 12 ? 78 : 72))
    }

    /// 42 to 92 s are loaded while the event lasts, and played; by then the window begins later.
    @Test("that last longer than the window leave what is loaded to play, and then the stream is joined anew")
    func beyondTheWindow() throws {
        let run = try Self.text(
            Self.event(50, length: 150, ", \"resumption_offset_s\": 0"), until_s: 280
        ).judgedRun()
        #expect(Self.events(run).first?.resumedAt == .seconds(50))
        let skips = run.player(0).playback.skips
        #expect(skips.count == 2 && skips[1].to > skips[1].from)
        #expect(run["live_skipped_s"] ?? 0 > 0)
    }

    @Test("and what moves on with the edge meanwhile", arguments: [true, false])
    func preservesOffset(preserves: Bool) throws {
        let run = try Self.text(
            Self.event(70),
            player: JSONPart(
                stringLiteral:
                    "\"live\": { \"automatically_preserves_time_offset_from_live\": \(preserves) }")
        ).judgedRun()
        #expect(Self.events(run).map(\.resumedAt) == [.seconds(88)])
        #expect(run["stall_count"] == 0)
    }

    // MARK: Listing

    /// What is at 70 s is at the edge at 10 s. Playlists are loaded about every 6 s.
    @Test("that are listed while the stream goes on come in time", arguments: [2, 8, -5])
    func listed(before: Int64) throws {
        let run = try Self.text(Self.event(70, ", \"listed_before_s\": \(before)")).judgedRun()
        let news = try #require(run.player(0).playback.interstitialNews.first)
        #expect(!news.value.isLate)
        let (at, listed) = ((news.at - .zero).nanoseconds, (10 - before) * 1_000_000_000)
        #expect(at > listed && at < listed + 6_100_000_000, "\(at)")
        let started = try #require(run.player(0).playback.startedAt)
        #expect(Self.events(run).map(\.at) == [started + .seconds(28)])
        let asked = try #require(run.player(1).playback.exchanges.first)
        #expect(asked.at == max(news.at, started + .seconds(18)))
    }

    /// The network is away from 8 s to 28 s, and playback runs dry at 66 s, where an event of 10 s is listed then.
    @Test("end a stall: who watches one does not wait")
    func inStall() throws {
        let asset = #"{"kind": "hls", "duration_s": 10, "segment_s": 2, "variants": [{"bitrate_kbps": 500}]}"#
        let event = #"{"at_s": 66, "listed_before_s": -2, "resumption_offset_s": 0, "assets": [\#(asset)]}"#
        let run = try ScenarioText(
            network: .fluid(
                nil,
                #""phases": [{"for_s": 8, "down_kbps": 8000}, {"for_s": 20, "down_kbps": 0}, {"down_kbps": 8000}]"#),
            media: .hls(
                [1000], duration_s: 120, segment_s: 2, #""live": {"window_s": 60}, "interstitials": [\#(event)]"#),
            player: #""keep_up": "first-chunk""#, until_s: 70
        ).judgedRun().player(0)
        #expect(run["stall_time_s"] == 15_750_000_000 && run["longest_stall_s"] == 15_750_000_000)
        #expect(run["rebuffer_ratio"] == 264_724 && run["waiting_time_s"] == 16_002_000_000)
        let drawn = Lanes(run).stretches.filter { $0.isStall }
        let length: TimeAmount = drawn.reduce(.zero) { $0 + ($1.to - $1.from) }
        #expect(length == .milliseconds(15_750))
        #expect(P1203Input(run).stalls.last?.duration == .milliseconds(15_750))
    }

    /// The network is away from 5 s to 17 s, and playback runs dry at 24 s, where an event of 4 s is listed then.
    @Test("keep their place where the offset from live is preserved", arguments: [true, false])
    func inStall(preserves: Bool) throws {
        let asset = #"{"kind": "hls", "duration_s": 4, "segment_s": 2, "variants": [{"bitrate_kbps": 500}]}"#
        let event = #"{"at_s": 24, "listed_before_s": -3, "resumption_offset_s": 4, "assets": [\#(asset)]}"#
        let own = #""live": {"automatically_preserves_time_offset_from_live": \#(preserves)}"#
        let run = try ScenarioText(
            network: .fluid(
                nil,
                #""phases": [{"for_s": 5, "down_kbps": 6000}, {"for_s": 12, "down_kbps": 0}, {"down_kbps": 6000}]"#),
            media: .hls(
                [1000], duration_s: 60, segment_s: 2, #""live": {"window_s": 20}, "interstitials": [\#(event)]"#),
            player: JSONPart(stringLiteral: #""keep_up": "first-chunk", "# + own), until_s: 40
        ).judgedRun()
        let shown = try #require(Self.events(run).first)
        #expect(shown.resumedAt == .seconds(28) && run["live_skipped_s"] == 0)
        let next = run.player(0).playback.clock.first { $0.isMoving && $0.playhead.anchor > shown.at }
        #expect(next?.playhead.anchor == shown.to && next?.playhead.place == .seconds(28))
    }

    @Test("that are listed when playback is beyond them are passed over, which is told")
    func late() throws {
        let run = try Self.text(Self.event(70, ", \"listed_before_s\": -30")).judgedRun()
        #expect(run.player(0).playback.interstitialNews.map(\.value) == [InterstitialNews(event: 1, isLate: true)])
        #expect(run["interstitial_count"] == 0)
    }

    /// The second one is shown from 28.6 s on, and a playlist lists the other one at 30 s, or while that is shown.
    @Test(
        "that are listed when one behind them at their place is shown are passed over, and those behind it follow",
        arguments: [true, false])
    func atOnePlace(isFirst: Bool) throws {
        let late = Self.event(70, length: 6, ", \"resumption_offset_s\": 0, \"listed_before_s\": -20")
        let known = Self.event(70, ", \"resumption_offset_s\": 0")
        let run = try Self.text(isFirst ? "\(late), \(known)" : "\(known), \(late)").judgedRun()
        let news = InterstitialNews(event: isFirst ? 1 : 2, isLate: isFirst)
        #expect(run.player(0).playback.interstitialNews.map(\.value) == [news])
        #expect(Self.events(run).map(\.event) == (isFirst ? [2] : [1, 2]))
    }

    /// The encoder is out from 5 s to 25 s, and what is at 70 s is at the edge at 10 s.
    @Test("are listed by no playlist while the encoder is out", arguments: [(2, 25), (-5, 25), (-15, 25), (-17, 27)])
    func outage(before: Int64, listed: Int64) throws {
        let run = try Self.text(
            Self.event(70, ", \"listed_before_s\": \(before)"),
            live: ", \"outages\": [{ \"from_s\": 5, \"to_s\": 25 }]"
        ).judgedRun()
        let news = try #require(run.player(0).playback.interstitialNews.first)
        let at = (news.at - .zero).nanoseconds - listed * 1_000_000_000
        #expect(!news.value.isLate && at >= 0 && at < 6_200_000_000, "\(at)")
        #expect(Self.events(run).count == 1)
    }

    @Test("that are listed late come between others, in the order of their places")
    func between() throws {
        let run = try Self.text(
            Self.event(100, length: 6) + ", " + Self.event(70, length: 6, ", \"listed_before_s\": 0")
                + ", " + Self.event(130, length: 6, ", \"listed_before_s\": 3")
        ).judgedRun()
        #expect(Self.events(run).map(\.event) == [1, 2, 3])
        #expect(run.player(0).playback.interstitialNews.map(\.value.event) == [1, 3])
    }

    // MARK: Dates

    @Test("come by their dates where the stream has any")
    func dates() throws {
        let dated = "{ \"date\": \"2026-03-01T20:01:10Z\", \"assets\": [\(Self.asset(18))]\(Self.byTheClock) }"
        let (byDate, byPlace) = (try Self.text(dated).judgedRun(), try Self.text(Self.event(70)).judgedRun())
        #expect(Self.events(byDate) == Self.events(byPlace))
    }

    @Test(
        "that cannot be are refused with what to write",
        arguments: [
            ("\"date\": \"tomorrow\"", "'date' is a date with a time of day"),
            ("\"date\": \"9999-12-31T23:59:59Z\"", "'date' lies beyond the years 1678 to 2261"),
            ("\"date\": \"2026-03-01T20:00:10Z\", \"at_s\": 3", "'date' says where it comes; remove it, or 'at_s'"),
            ("\"date\": \"2026-03-01T20:00:10Z\", \"cue\": \"pre\"", "remove it, or 'date'"),
            ("\"date\": \"2026-03-01T19:00:00Z\"", "this date is that of no media"),
            ("\"date\": \"2026-03-02T20:00:00Z\"", "the medium has 300 s"),
            ("\"cue\": \"post\", \"listed_before_s\": 3", "is listed all along"),
        ])
    func refused(keys: String, message: String) {
        let messages = Self.text("{ \(keys), \"assets\": [\(Self.asset(6))] }").messages
        #expect(messages.contains { $0.contains(message) }, "\(messages)")
    }

    @Test("of what has an end are all known from the beginning, and have no dates inline")
    func withoutLive() {
        func messages(_ keys: String) -> [String] {
            ScenarioText(
                media: .hls(
                    [500], duration_s: 60,
                    JSONPart(stringLiteral: "\"interstitials\": [{ \(keys), \"assets\": [\(Self.asset(6))] }]"))
            ).messages
        }
        #expect(messages("\"at_s\": 3, \"listed_before_s\": 3")[0].contains("from the beginning; remove this"))
        #expect(messages("\"date\": \"2026-03-01T20:00:10Z\"")[0].contains("nothing says the dates of this medium"))
    }

    @Test("of a live stream with a fault of its own are not taken for those of what has an end")
    func ofFaultyStream() {
        let keys = "\"at_s\": 40, \"listed_before_s\": 5"
        let live = "\"key_rotation_s\": 12, \"live\": { \"window_s\": 36 }, "
        let event = "\"interstitials\": [{ \(keys), \"assets\": [\(Self.asset(6))] }]"
        let text = ScenarioText(media: .hls([500], duration_s: 120, JSONPart(stringLiteral: live + event)))
        #expect(text.messages == ["there is no key to change: give 'key_bytes'"])
    }

    @Test("show nothing that is live itself")
    func live() {
        let live = #"{ "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 400 }], "live": {} }"#
        let messages = Self.text("{ \"at_s\": 70, \"assets\": [\(live)] }").messages
        #expect(messages.contains { $0.hasPrefix("unknown key 'live'") }, "\(messages)")
    }
}

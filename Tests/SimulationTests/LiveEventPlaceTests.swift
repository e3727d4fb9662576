import PlayerModel
import Testing

@testable import Simulation

/// A live stream of 36 s that are listed when the run begins, with HOLD-BACK of 18 s: it is joined at 18 s. Its encoder
/// lists a segment of 6 s at 6 s, 12 s and so on, so that at 30 s it has listed 66 s.
@Suite("Where a live stream goes on behind an interstitial event")
struct LiveEventPlaceTests {
    private static func run(
        _ event: String, window: String = #""window_s": 36"#, silentFrom_s: Int? = nil, player: JSONPart? = nil,
        script: [JSONPart] = [], duration_s: Int = 240, until_s: JSONPart = 150
    ) throws -> PlayerRun {
        let faults = silentFrom_s.map {
            #", "faults": [{ "of": "video playlist", "player": "primary", "from_s": \#($0), "silent_after_bytes": 0 }]"#
        }
        return try ScenarioText(
            network: .fluid(60_000, JSONPart("\"delay_ms\": 5\(faults ?? "")")),
            media: .hls(
                [1000], duration_s: JSONPart("\(duration_s)"), segment_s: 6,
                JSONPart("\"live\": { \(window) }, \"interstitials\": [{ \(event) }]")),
            player: player, script: [.load(), .play()] + script, until_s: until_s
        ).judgedRun().player(0)
    }

    private static func shown(_ seconds: Int, _ more: String) -> String {
        #""assets": [{ "kind": "hls", "duration_s": \#(seconds), "variants": [{ "bitrate_kbps": 500 }] }], \#(more)"#
    }

    private static let preserving: JSONPart = #""live": { "automatically_preserves_time_offset_from_live": true }"#

    @Test(
        "as far from the edge as without one before playback, wherever the playhead was moved meanwhile",
        arguments: [nil, preserving] as [JSONPart?], [12, 30])
    func beforePlayback(player: JSONPart?, length: Int) throws {
        let run = try Self.run(Self.shown(length, #""cue": "pre""#), player: player)
        let event = try #require(run.playback.interstitials.first)
        let (over, place) = (try #require(event.to), try #require(event.resumedAt))
        #expect(place == .seconds(18) + MediaTime(nanoseconds: (over - event.at).nanoseconds))
        #expect(run.playback.stalls.isEmpty)
    }

    @Test(
        "or from the end of the first playlist, where that comes later than the one before playback is shown, or fails",
        arguments: ["fluid", "tcp"], ["", #", { "player": "interstitials", "status": 404, "times": 99 }"#])
    func beforeTheFirstPlaylist(transport: String, fault: String) throws {
        let late = #"{ "of": "video playlist", "player": "primary", "status": 503, "times": 2 }"#
        let run = try ScenarioText(
            network: .link(
                8000, transport: transport, JSONPart("\"delay_ms\": 10, \"faults\": [\(late)\(fault)]")),
            media: .hls(
                [1000], duration_s: 240, segment_s: 6,
                JSONPart("\"live\": {}, \"interstitials\": [{ \(Self.shown(2, #""cue": "pre""#)) }]")),
            until_s: 30
        ).judgedRun().player(0)
        let over = try #require(run.playback.interstitials.first?.to)
        let join = try #require(run.playback.skips.first)
        #expect(join.isFirst && join.at > over)
        #expect(try #require(run.playback.listedEnd(at: join.at)) - join.to == .seconds(18))
        #expect(run["interstitial_count"] == 1 && run["live_offset_at_start_s"] == 18_000_000_000)
    }

    @Test("which is so, too, where the network was down for most of that", arguments: [20, 60])
    func networkIsDown(seconds: Int) throws {
        let run = try Self.run(
            Self.shown(12, #""cue": "pre""#),
            script: [.does(0.05, "break_network", JSONPart("\"for_s\": \(seconds)"))])
        let event = try #require(run.playback.interstitials.first)
        let (over, place) = (try #require(event.to), try #require(event.resumedAt))
        #expect(over - event.at > .seconds(Int64(seconds)))
        #expect(place == .seconds(18) + MediaTime(nanoseconds: (over - event.at).nanoseconds))
    }

    @Test("or goes live, where the encoder was down and nothing is listed yet at that place", arguments: [20, 40])
    func encoderIsDown(until: Int) throws {
        let window = "\"window_s\": 36, \"outages\": [{ \"from_s\": 1, \"to_s\": \(until + 60) }]"
        let run = try Self.run(Self.shown(until, #""cue": "pre""#), window: window)
        #expect(run.playback.interstitials.first?.resumedAt == .seconds(18))
        #expect(run["end_reached"] == 0)
    }

    @Test(
        "where one goes live, if nothing is listed yet at the place that it says: the stream is not over",
        arguments: [50, 100, 1000])
    func beyondTheEdge(offset: Int) throws {
        let run = try Self.run(
            Self.shown(5, "\"at_s\": 30, \"resumption_offset_s\": \(offset)"), duration_s: 120, until_s: 60)
        let event = try #require(run.playback.interstitials.first)
        #expect(event.resumedAt == .seconds(30))
        #expect(run["end_reached"] == 0)
    }

    /// Steering takes pathway b, whose playlist takes 3 s, when 92 s are listed, and the event is over before that.
    @Test("by what was listed last and the time since then, while the playlist of another pathway is on its way")
    func otherPathway() throws {
        let first = #"{ "pathways": ["a", "b"] }"#
        let steering =
            "{ \"ttl_s\": 1, \"priority\": [\(first), { \"from_s\": 33.5, \"pathways\": [\"b\", \"a\"] }] }"
        let event = Self.shown(12, #""at_s": 72, "resumption_offset_s": 60"#)
        let run = try ScenarioText(
            network: .fluid(3000, #""delay_ms": 20"#),
            media: .hls(
                [800], duration_s: 300, segment_s: 4,
                JSONPart(
                    stringLiteral: "\"live\": { \"window_s\": 60 }, \"interstitials\": [{ \(event) }], "
                        + "\"pathways\": [\"a\", \"b\"], \"steering\": \(steering)")),
            player: #""keep_up": "first-chunk""#, until_s: 60, more: #""hosts": { "b": { "delay_ms": 1500 } }"#
        ).judgedRun().player(0)
        let shown = try #require(run.playback.interstitials.first)
        let over = try #require(shown.to)
        #expect(run.playback.listedEnd(at: over) == .seconds(92))
        let last = try #require(run.playback.listings.last { $0.at <= over })
        #expect(shown.resumedAt == .seconds(80) + MediaTime(nanoseconds: (over - last.at).nanoseconds))
    }

    /// The playlist that is asked for at 23 s never comes; the last one before has listed 36 s.
    @Test("or as far from the edge as it was, where what was listed last is old and no playlist is there")
    func playlistIsMissing() throws {
        let run = try Self.run(
            Self.shown(12, #""cue": "pre""#), silentFrom_s: 20, script: [.does(3, "pause"), .play(23)], until_s: 40)
        let event = try #require(run.playback.interstitials.first)
        let (over, place) = (try #require(event.to), try #require(event.resumedAt))
        #expect(run.playback.listedEnd(at: over) == .seconds(36))
        #expect(place == .seconds(18) + MediaTime(nanoseconds: (over - event.at).nanoseconds))
    }

    /// The playlist that is asked for at 60 s never comes; those until 14 s have listed 42 s.
    @Test("or HOLD-BACK from the end of the programme at the latest, which is not over before a playlist says so")
    func nothingSaysThatItIsOver() throws {
        let run = try Self.run(
            Self.shown(12, #""at_s": 30, "resumption_offset_s": 100"#),
            window: #""window_s": 36, "outages": [{ "from_s": 10, "to_s": 200 }]"#, silentFrom_s: 50,
            script: [.does(14, "pause"), .play(60)], duration_s: 60, until_s: 90)
        #expect(run.playback.interstitials.first?.resumedAt == .seconds(60 - 18))
        #expect(run["end_reached"] == 0)
    }

    @Test("or at the end, where the stream is over by then")
    func isOver() throws {
        let run = try Self.run(
            Self.shown(12, #""cue": "pre""#), script: [.does(3, "pause"), .play(100)], duration_s: 60)
        #expect(run.playback.interstitials.first?.resumedAt == .seconds(60))
        #expect(run["end_reached"] == 1)
    }

    /// 12 s were listed, which is less than HOLD-BACK, and the playlist that is asked for at 25 s never comes.
    @Test("or HOLD-BACK from that, where all is kept that is listed, and there is more by then")
    func allIsKept() throws {
        let run = try Self.run(
            Self.shown(12, #""at_s": 3, "resumption_offset_s": 100"#), window: #""event": true, "history_s": 12"#,
            silentFrom_s: 20, script: [.does(5, "pause"), .play(25)], until_s: 40)
        let event = try #require(run.playback.interstitials.first)
        let over = try #require(event.to)
        let last = try #require(run.playback.listings.last { $0.at <= over })
        #expect(event.resumedAt == .seconds(12 - 18) + MediaTime(nanoseconds: (over - last.at).nanoseconds))
    }

    @Test(
        "at its place with an offset of 0, and nothing was skipped meanwhile",
        arguments: [nil, preserving] as [JSONPart?])
    func interrupts(player: JSONPart?) throws {
        let run = try Self.run(
            Self.shown(12, #""at_s": 30, "resumption_offset_s": 0"#),
            window: #""event": true, "history_s": 36"#, player: player)
        #expect(run.playback.interstitials.first?.resumedAt == .seconds(30))
        #expect(run["live_skipped_s"] == 0)
    }

    // MARK: Not again

    @Test("is not shown again because the stream goes on at its place by itself")
    func rejoined() throws {
        let run = try Self.run(Self.shown(5, #""at_s": 30, "resumption_offset_s": -25"#), until_s: 100)
        #expect(run.playback.skips.count == 2)
        #expect(run["interstitial_count"] == 1)
    }

    @Test("nor by who goes live while it is shown, and is not led back", arguments: [13, 17, 20])
    func goesLive(at: Int) throws {
        let run = try Self.run(Self.shown(12, #""at_s": 30"#), script: [.does(JSONPart("\(at)"), "go_live")])
        #expect(run["interstitial_count"] == 1)
        let event = try #require(run.playback.interstitials.first)
        #expect(event.to == .zero + .seconds(Int64(at)))
    }

    @Test("but is shown to who seeks back, also while it is shown", arguments: [13, 17, 40])
    func seeksBack(at: Int) throws {
        let seek = JSONPart.does(JSONPart("\(at)"), "seek", #""by_s": -5"#)
        let run = try Self.run(
            Self.shown(12, #""at_s": 30, "resumption_offset_s": 0"#),
            window: #""event": true, "history_s": 36"#, script: [seek])
        #expect(run["interstitial_count"] == (at < 40 ? 2 : 1))
    }

    @Test(
        "who seeks beyond one that constrains it sees it once more, unless it is shown but once",
        arguments: [true, false])
    func constrains(once: Bool) throws {
        let asset = #"{ "kind": "hls", "duration_s": 5, "variants": [{ "bitrate_kbps": 500 }] }"#
        let more = "\"constrains_seeking_forward\": true, \"will_play_once\": \(once), \"resumption_offset_s\": 0"
        let run = try ScenarioText(
            network: .fluid(20_000),
            media: .hls(
                [1000], duration_s: 120, segment_s: 6,
                JSONPart("\"interstitials\": [{ \"at_s\": 10, \"assets\": [\(asset)], \(more) }]")),
            script: [
                .load(), .play(), .does(30, "seek", #""to_s": 2"#), .does(33, "seek", #""to_s": 60"#),
            ], until_s: 60
        ).judgedRun().player(0)
        #expect(run["interstitial_count"] == (once ? 1 : 2))
    }

    @Test(
        "a seek that one constrains while it is shown has it shown again, on a key frame or off it",
        arguments: [20, 21])
    func heldUp(at: Int) throws {
        let more = ", \"constrains_seeking_forward\": true, \"resumption_offset_s\": 0"
        for once in ["", ", \"will_play_once\": true"] {
            let run = try Self.film(
                [Self.shown(6, "\"at_s\": \(at)\(more)\(once)")], script: [.does(24, "seek", #""to_s": 60"#)])
            #expect(run["interstitial_count"] == 2)
            #expect(run.playback.interstitials.last?.to.map { $0 > .zero + .seconds(29) } == true)
        }
    }

    /// At 101 s the window is from 96 s to 132 s, and playback at 22 s.
    @Test(
        "a seek is held up by none that has left the window",
        arguments: [("go_live", "", 114), ("seek", #""to_s": 108"#, 108)] as [(String, JSONPart, Int64)])
    func beforeTheWindow(action: String, target: JSONPart, place: Int64) throws {
        let run = try Self.run(
            Self.shown(5, #""at_s": 24, "resumption_offset_s": 0, "constrains_seeking_forward": true"#),
            script: [.does(3, "pause"), .play(100), .does(101, action, target)])
        #expect(Self.jumps(run) == [.seconds(18), .seconds(place)])
        #expect(run["interstitial_count"] == 0)
    }

    /// It is due to be listed at 10 s.
    @Test("nor by one that no playlist has listed yet", arguments: [true, false])
    func unlisted(isListed: Bool) throws {
        let more = isListed ? "" : #", "listed_before_s": -40"#
        let event = #""at_s": 30, "resumption_offset_s": 0, "constrains_seeking_forward": true"#
        let run = try Self.run(
            Self.shown(5, event + more), window: #""window_s": 60, "history_s": 60"#,
            script: [.does(3, "seek", #""to_s": 12"#), .does(4, "seek", #""to_s": 36"#)], until_s: 60)
        #expect(Self.jumps(run).prefix(3) == [.seconds(42), .seconds(12), .seconds(isListed ? 30 : 36)])
        #expect(run["interstitial_count"] == (isListed ? 1 : 0))
    }

    /// Where the playhead has jumped to.
    private static func jumps(_ run: PlayerRun) -> [MediaTime] {
        run.playback.announcements.compactMap { if case .timeJumped(let place) = $0.value { place } else { nil } }
    }

    /// Key frames come every 2 s, so that those about an event at 31 s are at 30 s and 32 s.
    @Test(
        "a seek that one constrains lands on it, whatever its tolerances are and wherever it would land without",
        arguments: [(50, ""), (50, #", "tolerance_before_s": 0"#), (31, #", "tolerance_before_s": 0"#), (32, "")])
    func toleratesNothing(target: Int, more: String) throws {
        let event = #""at_s": 31, "resumption_offset_s": 0, "constrains_seeking_forward": true"#
        let run = try Self.film(
            [Self.shown(6, event)], script: [.does(10, "seek", JSONPart(stringLiteral: "\"to_s\": \(target)\(more)"))]
        )
        #expect(Self.jumps(run).first == .seconds(31))
        #expect(run.playback.interstitials.map(\.at) == [.zero + .seconds(10)])
    }

    @Test("who seeks on from the place where one has ended is led to it no more", arguments: [0, 1, 5])
    func passed(later: Int) throws {
        let more = "\"at_s\": 20, \"constrains_seeking_forward\": true, \"resumption_offset_s\": 0"
        let run = try Self.film(
            [Self.shown(6, more)],
            script: [
                #"{ "when": { "timeControlStatus": "playing", "currentTime_s": 20 }, "do": "pause" }"#,
                .does("\(40 + later)", "seek", #""to_s": 60"#), .play("\(41 + later)"),
            ])
        #expect(run["interstitial_count"] == 1)
        #expect(run["end_reached"] == 1)
    }

    @Test("a gap that is skipped after a seek back passes over nothing that lies behind it")
    func gap() throws {
        let run = try ScenarioText(
            network: .fluid(60_000, #""delay_ms": 5"#),
            media: .hls(
                [#""bitrate_kbps": 1000, "gaps_s": [54, 60]"#], duration_s: 120, segment_s: 6,
                JSONPart("\"interstitials\": [{ \(Self.shown(5, #""at_s": 66, "resumption_offset_s": 0"#)) }]")),
            player: #""gaps": "shaka""#, script: [.load(), .play(), .does(80, "seek", #""to_s": 48"#)]
        ).judgedRun().player(0)
        #expect(run["interstitial_count"] == 2)
    }

    /// A segment that was asked for while it was listed still comes; behind it nothing is.
    @Test("a player that is paused when one ends goes on where something is listed", arguments: [100, 400])
    func pausedMeanwhile(at: Int) throws {
        let run = try Self.run(
            Self.shown(30, "\"at_s\": \(at), \"resumption_offset_s\": 0"),
            window: #""window_s": 90, "history_s": 90"#,
            player: #""live": { "can_use_network_resources_for_live_streaming_while_paused": true }"#,
            script: [
                .does(40, "pause"), .does(41, "break_network", #""for_s": 60"#), .does(41, "seek", #""to_s": 46"#),
                .play(110),
            ], duration_s: 500, until_s: 200)
        #expect(run["interstitial_count"] == (at == 100 ? 1 : 0))
        #expect(run.playback.skips.count == 2)
    }

    private static func film(_ events: [String], script: [JSONPart]) throws -> PlayerRun {
        let all = events.map { "{ \($0) }" }.joined(separator: ", ")
        return try ScenarioText(
            network: .fluid(20_000),
            media: .hls([1000], duration_s: 90, segment_s: 6, JSONPart("\"interstitials\": [\(all)]")),
            script: [.load(), .play()] + script
        ).judgedRun().player(0)
    }

    // MARK: Queues

    @Test(
        "a live item of a queue is joined when its turn has come, and not before", arguments: [0, 1, 2, 5])
    func queued(ahead: Int) throws {
        let run = try ScenarioText(
            network: .fluid(60_000, #""delay_ms": 5"#),
            media: .list([
                .hls([1000], name: "V", duration_s: 40, segment_s: 5),
                .hls([1000], name: "L", duration_s: 400, segment_s: 6, #""live": { "window_s": 36 }"#),
            ]),
            player: JSONPart(
                stringLiteral: "\"class\": \"AVQueuePlayer\", \"items_ahead\": \(ahead), \"items\": "
                    + "[{ \"name\": \"V\", \"media\": \"V\" }, { \"name\": \"L\", \"media\": \"L\" }]"),
            script: [.load(), .play()], until_s: 150
        ).judgedRun().player(0)
        // Until 40 s have been played it has listed 72 s.
        #expect(run.playback.skips.map { $0.to } == [.seconds(54)])
    }

    @Test("and joined anew by each item of it", arguments: [1, 2])
    func twice(ahead: Int) throws {
        let run = try ScenarioText(
            network: .fluid(60_000, #""delay_ms": 5"#),
            media: .hls([1000], name: "L", duration_s: 60, segment_s: 6, #""live": { "window_s": 36 }"#),
            player: JSONPart(
                stringLiteral: "\"class\": \"AVQueuePlayer\", \"items_ahead\": \(ahead), \"items\": "
                    + "[{ \"name\": \"L\", \"media\": \"L\" }, { \"name\": \"L2\", \"media\": \"L\" }]"),
            script: [.load(), .play()], until_s: 150
        ).judgedRun().player(0)
        // The stream is over by then: it begins where its last playlist does.
        #expect(run.playback.skips.map { $0.to } == [.seconds(18), .seconds(24)])
        #expect(run["live_skipped_s"] == 0)
    }
}

import Foundation
import PlayerModel
import Testing

@testable import Simulation

/// Figures by hand: at 8 Mbit/s without delay a segment of 6 s at 2 Mbit/s takes 1.5 s, one of 1 Mbit/s 0.75 s.
@Suite("Interstitial events")
struct InterstitialTests {
    private static func asset(_ seconds: Int, _ more: String = "") -> String {
        """
        { "kind": "hls", "duration_s": \(seconds), "variants": [{ "bitrate_kbps": 1000 }]\(more) }
        """
    }

    /// One of 12 s at 30 s, which interrupts.
    private static func at30(_ more: String) -> String {
        "{ \"at_s\": 30, \"assets\": [\(asset(12))], \"resumption_offset_s\": 0\(more) }"
    }

    private static let byTheClock = #", "resumption_offset_s": "indefinite""#

    private static func text(
        _ events: String, duration_s: JSONPart = 60, script: [JSONPart]? = nil, player: JSONPart? = nil,
        network: JSONPart = .fluid(8000, #""delay_ms": 0, "request_bytes": 0"#), more: JSONPart = "",
        until_s: JSONPart? = nil
    ) -> ScenarioText {
        ScenarioText(
            network: network,
            media: .hls([2000], duration_s: duration_s, more.and("\"interstitials\": [\(events)]")), player: player,
            script: script, until_s: until_s)
    }

    private static func seconds(_ instant: Instant?) -> Double? { instant.map { Double($0.nanoseconds) / 1e9 } }

    @Test(
        "suspend playback to the nanosecond, and let it go on behind", arguments: [nil, 0, 15, 29, 40], [1, 15, 30])
    func playedTime(offset: Int?, length: Int) throws {
        let resume = offset.map { ", \"resumption_offset_s\": \($0)" } ?? ""
        let run = try Self.text(
            "{ \"at_s\": 30, \"assets\": [\(Self.asset(length))]\(resume) }"
        ).judgedRun()
        let skipped = min(30, Int64(offset ?? 0))
        #expect(run["played_time_s"] == (60 - skipped) * 1_000_000_000)
        #expect(run["interstitial_time_s"] == Int64(length) * 1_000_000_000)
        #expect(run["interstitial_count"] == 1)
        #expect(run["stall_count"] == 0)
        #expect(run["end_reached"] == 1)
        let started = try #require(run.player(0).playback.startedAt)
        let event = try #require(run.player(0).playback.interstitials.first)
        #expect(event.at == started + .seconds(30))
        #expect(event.resumedAt == .seconds(30 + skipped))
        let shown = run.player(1)
        #expect(shown.playedTime == .seconds(Int64(length)))
        #expect(shown.playback.startedAt == event.at)
    }

    @Test(
        "before playback are no wait of the person's, in no words; a pause in them is none of theirs",
        arguments: [(true, false), (true, true), (false, false)])
    func startWords(hasEvent: Bool, pauses: Bool) throws {
        let event = "\"interstitials\": [{ \"cue\": \"pre\", \"assets\": [\(Self.asset(12))] }]"
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 0, "request_bytes": 0"#),
            media: .hls([2000], duration_s: 60, hasEvent ? .init(stringLiteral: event) : ""),
            player: #""keep_up": "first-chunk""#,
            script: [.load(), .play()] + (pauses ? [.does(5, "pause"), .play(45)] : [])
        ).judgedRun().player(0)
        let after = hasEvent ? "after 0 s and 13.5 s of interstitials" : "after 1.5 s"
        let lanes = Lanes(run)
        #expect(lanes.summary.hasPrefix("started \(after); never stalled"), "\(lanes.summary)")
        #expect(lanes.marks.contains { $0.words == "starts \(after)" }, "\(lanes.marks)")
        let score = P1203Report.text(try Run(run.scenario))
        #expect(!score.contains(hasEvent ? "13.5" : "[0, 0]"), "\(score)")
        let waited = hasEvent ? "0.000 s and saw interstitials for 13.500 s" : "1.500 s"
        #expect(Waterfall.text(run).hasSuffix("; the person waited \(waited)\n"), "\(Waterfall.text(run))")
    }

    @Test("are asked for ahead of time", arguments: [0, 3, 10])
    func lookahead(seconds: Int64) throws {
        let run = try Self.text(
            "{ \"at_s\": 30, \"assets\": [\(Self.asset(15))], \"resumption_offset_s\": 0 }",
            player: .init(stringLiteral: "\"interstitial_lookahead_s\": \(seconds)")
        ).judgedRun()
        let started = try #require(run.player(0).playback.startedAt)
        let asked = try #require(run.player(1).playback.exchanges.first)
        #expect(asked.at == started + .seconds(30 - seconds))
        // Nothing else is loaded then, so the first segment of the asset takes 0.75 s.
        let late: Int64 = seconds == 0 ? 750_000_000 : 0
        #expect(run["interstitial_time_s"] == 15_000_000_000 + late)
        #expect(run["waiting_time_s"] == 1_500_000_000)
    }

    @Test("by a list are asked for when that is in", arguments: ["fluid", "tcp"])
    func list(transport: String) throws {
        let event = "{ \"at_s\": 30, \"assets\": [\(Self.asset(12)), \(Self.asset(6))], \"asset_list_bytes\": 1000 }"
        let network: JSONPart = .link(8000, transport: transport, #""delay_ms": 100"#)
        let shown = try Self.text(event, network: network).judgedRun().player(1)
        let asked = shown.playback.exchanges.map { ($0.kind, $0.at) }
        #expect(
            asked.map { $0.0 }.prefix(2) == [.assetList, .video] && asked.filter { $0.0 == .assetList }.count == 1)
        // A round trip, and 1 ms for 1,000 bytes at 8 Mbit/s; over TCP a connection as well.
        let apart = asked[1].1 - asked[0].1
        #expect(transport == "tcp" ? apart > .milliseconds(201) : apart == .milliseconds(201), "\(apart)")
        #expect(shown.playedTime == .seconds(18))
    }

    @Test("by a list that does not come are over at once, whatever it would have said")
    func noList() throws {
        let event = "{ \"at_s\": 30, \"assets\": [\(Self.asset(12)), \(Self.asset(6))], \"asset_list_bytes\": 900, "
        let faults = #""delay_ms": 10, "faults": [{ "status": 404, "of": "asset list", "times": 100 }]"#
        let run = try Self.text(
            event + "\"resumption_offset_s\": 0 }", network: .fluid(8000, "\(faults)")
        ).judgedRun()
        #expect(run["interstitial_time_s"] == 0)
        #expect(run["played_time_s"] == 60_000_000_000)
        #expect(run.player(1).playback.exchanges.map { $0.kind } == [.assetList], "once it has failed nobody asks")
    }

    @Test("before playback hold up nothing but playback, and are no time of starting up")
    func join() throws {
        let run = try Self.text("{ \"cue\": \"pre\", \"assets\": [\(Self.asset(12))] }").judgedRun()
        let shown = run.player(1)
        // The asset is asked for with the item, and both share the link.
        let began = try #require(shown.playback.startedAt)
        #expect(run.player(0).playback.startedAt == began + .seconds(12))
        #expect(run["startup_time_s"] == 0)
        let summaries: [TimeAmount] = MetricEvents(run.player(0)).events.compactMap { event in
            if case .playbackSummary(let summary) = event.kind { summary.timeSpentInInitialStartup } else { nil }
        }
        #expect(summaries == [TimeAmount.zero])
        #expect(shown.startup == began - .zero)
        // The primary waits for nothing but the event, and the other player when its queue is empty for nothing either.
        #expect(Halt.all(of: run.player(0)).isEmpty)
        #expect(Halt.all(of: shown).map { $0.from } == [.zero])
        #expect(run["interstitial_time_s"] == (began - .zero).nanoseconds + 12_000_000_000)
        #expect(run["played_time_s"] == 60_000_000_000)
    }

    @Test("before a live stream they cost no distance from its edge", arguments: [6, 12, 18])
    func joinLive(length: Int64) throws {
        let text = """
            { "network": { "transport": "fluid", "down_kbps": 8000, "delay_ms": 10 }, "until_s": 60,
              "media": { "kind": "hls", "duration_s": 300, "segment_s": 6, "variants": [{ "bitrate_kbps": 800 }],
                "live": { "window_s": 60 },
                "interstitials": [{ "cue": "pre", "assets": [\(Self.asset(Int(length)))] }] },
              "player": { "keep_up": "first-chunk" },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }] }
            """
        let run = try #require(try Judgement.judged(readScenario(text)).run)
        let event = try #require(run.player(0).playback.interstitials.first)
        let (joined, on) = (try #require(run.player(0).playback.skips.first?.to), try #require(event.resumedAt))
        let shown = try #require(event.to) - event.at
        #expect(on - joined == MediaTime(nanoseconds: shown.nanoseconds))
        #expect(run["stall_count"] == 0)
    }

    @Test("before and after playback come once, whatever is sought")
    func joinAndLeave() throws {
        let run = try Self.text(
            """
            { "cue": "pre", "assets": [\(Self.asset(3))] }, { "cue": "post", "assets": [\(Self.asset(4))] }
            """,
            script: [.load(), .play(), .does(20, "seek", #""to_s": 0"#), .does(25, "seek", #""to_s": 50"#)]
        ).judgedRun()
        #expect(run.player(0).playback.interstitials.map(\.event) == [1, 2])
        #expect(run["end_reached"] == 1)
        let end = try #require(
            run.player(0).playback.announcements.first { $0.value == .didPlayToEndTime })
        #expect(run.player(0).playback.interstitials[1].to == end.at)
    }

    @Test("show no more than their limit", arguments: [5, 12, 14, 30])
    func limit(seconds: Int) throws {
        let run = try Self.text(
            """
            { "at_s": 30, "assets": [\(Self.asset(12, ", \"name\": \"a\"")), \(Self.asset(6, ", \"name\": \"b\""))],
              "resumption_offset_s": 0, "playout_limit_s": \(seconds) }
            """
        ).judgedRun()
        #expect(run["interstitial_time_s"] == Int64(min(18, seconds)) * 1_000_000_000)
    }

    @Test("may let playback go on before them, and do not come again by that")
    func backwards() throws {
        let run = try Self.text(
            "{ \"at_s\": 30, \"assets\": [\(Self.asset(12))], \"resumption_offset_s\": -10 }"
        ).judgedRun()
        #expect(run.player(0).playback.interstitials.map(\.resumedAt) == [.seconds(20)])
        #expect(run["played_time_s"] == 70_000_000_000)
        #expect(run["end_reached"] == 1)
    }

    /// RFC 8216bis, D.2: the values of X-RESUME-OFFSET are cumulative.
    @Test(
        "at one place come one after the other, and their offsets add up",
        arguments: [(20, 5), (-4, 7), (nil, 5), (5, nil), (nil, nil)])
    func cumulative(first: Int64?, second: Int64?) throws {
        let events = [first, second].map { offset in
            let own = offset.map { ", \"resumption_offset_s\": \($0)" } ?? Self.byTheClock
            return "{ \"at_s\": 30, \"assets\": [\(Self.asset(6))]\(own) }"
        }
        let run = try Self.text(events.joined(separator: ", ")).judgedRun()
        let shown = run.player(0).playback.interstitials
        #expect(shown.map(\.event) == [1, 2])
        let sum = zip(shown, [first, second]).reduce(Int64(0)) { sum, one in
            sum + (one.1.map { $0 * 1_000_000_000 } ?? ((one.0.to ?? .zero) - one.0.at).nanoseconds)
        }
        #expect(shown.last?.resumedAt == .seconds(30) + MediaTime(nanoseconds: sum))
    }

    @Test("at one place come one after the other, and so does what lies before where playback would go on")
    func coincide() throws {
        let run = try Self.text(
            """
            { "at_s": 30, "assets": [\(Self.asset(6))], "resumption_offset_s": 20 },
            { "at_s": 30, "assets": [\(Self.asset(6))], "resumption_offset_s": 5 },
            { "at_s": 33, "assets": [\(Self.asset(6))], "resumption_offset_s": 0 }
            """
        ).judgedRun()
        let events = run.player(0).playback.interstitials
        #expect(events.map(\.event) == [1, 2, 3])
        #expect(events.last?.resumedAt == .seconds(55))
    }

    @Test("begin and end at segment boundaries where they are to", arguments: [(31, 30), (33, 30), (34, 36)])
    func snap(at: Int64, place: Int64) throws {
        let run = try Self.text(
            """
            { "at_s": \(at), "assets": [\(Self.asset(6))], "resumption_offset_s": 8,
              "aligns_start_with_segment": true, "aligns_resumption_with_segment": true }
            """
        ).judgedRun()
        let event = try #require(run.player(0).playback.interstitials.first)
        let started = try #require(run.player(0).playback.startedAt)
        #expect(event.at == started + .seconds(place))
        #expect(event.resumedAt == .seconds(place + 6))
    }

    @Test("are paused with playback, and go on with it", arguments: [("0", 30), (#""indefinite""#, 47)])
    func pause(offset: String, place: Int64) throws {
        let run = try Self.text(
            "{ \"at_s\": 30, \"assets\": [\(Self.asset(12))], \"resumption_offset_s\": \(offset) }",
            script: [.load(), .play(), .does(35, "pause"), .play(40)]
        ).judgedRun()
        #expect(run["interstitial_time_s"] == 12_000_000_000)
        #expect(run.player(1).playedTime == .seconds(12))
        // By the clock, the pause of 5 s is passed over with it.
        #expect(run["played_time_s"] == (90 - place) * 1_000_000_000)
    }

    @Test("are called off by a seek, and come again to who seeks back", arguments: [false, true])
    func seeks(once: Bool) throws {
        let run = try Self.text(
            Self.at30(", \"will_play_once\": \(once)"),
            script: [.load(), .play(), .does(35, "seek", #""to_s": 40"#), .does(41, "seek", #""to_s": 25"#)]
        ).judgedRun()
        let events = run.player(0).playback.interstitials
        #expect(events.count == (once ? 1 : 2))
        #expect(Self.seconds(events[0].to) == 35)
        #expect(events[0].resumedAt == nil)
        #expect(run["end_reached"] == 1)
    }

    @Test("hold a seek up that leads beyond them, where they are to")
    func constrains() throws {
        let run = try Self.text(
            Self.at30(", \"constrains_seeking_forward\": true"),
            script: [.load(), .play(), .does(10, "seek", #""to_s": 50"#), .does(60, "seek", #""to_s": 50"#)]
        ).judgedRun()
        let event = try #require(run.player(0).playback.interstitials.first)
        #expect(Self.seconds(event.at) == 10)
        #expect(run.player(0).playback.seeks.count == 2)
        #expect(run["end_reached"] == 1)
    }

    @Test("hold no seek up that leads out of the item: that is cancelled")
    func beyond() throws {
        let run = try Self.text(
            Self.at30(", \"constrains_seeking_forward\": true"),
            script: [.load(), .play(), .does(10, "seek", #""to_s": 1000"#)]
        ).judgedRun()
        let event = try #require(run.player(0).playback.interstitials.first)
        // It is shown when playback comes to it, 1.5 s after the wait for the start began.
        #expect(Self.seconds(event.at) == 31.5)
        let finished = run.player(0).playback.announcements.compactMap { one -> Bool? in
            if case .seekFinished(let value) = one.value { value } else { nil }
        }
        #expect(finished == [false])
    }

    @Test("of which nothing comes are over when that is known")
    func failure() throws {
        let run = try Self.text(
            "{ \"at_s\": 30, \"assets\": [\(Self.asset(12))], \"resumption_offset_s\": 0 }",
            network: .fluid(
                8000,
                #"""
                "delay_ms": 0, "request_bytes": 0,
                "faults": [{ "status": 404, "player": "interstitials", "times": 99 }]
                """#
            )
        ).judgedRun()
        #expect(run["interstitial_count"] == 1)
        #expect(run["played_time_s"] == 60_000_000_000)
        #expect(run["end_reached"] == 1)
        #expect(run.player(1).playback.lastItemFailure == .badStatus(404))
    }

    @Test("in a live stream leave it as far from the edge as it was")
    func live() throws {
        let run = try Self.text(
            "{ \"at_s\": 70, \"assets\": [\(Self.asset(18))]\(Self.byTheClock) }", duration_s: 240,
            more: #""live": { "window_s": 60, "history_s": 60 }"#, until_s: 120
        ).judgedRun()
        let event = try #require(run.player(0).playback.interstitials.first)
        #expect(event.resumedAt == .seconds(88))
        let clock = run.player(0).playback.clock
        let before = try #require(clock.last { $0.isMoving && $0.playhead.anchor < event.at })
        let after = try #require(clock.last { $0.isMoving })
        let offset = { (stretch: ClockStretch) in
            (stretch.playhead.anchor - .zero).nanoseconds - stretch.playhead.place.nanoseconds
        }
        #expect(offset(before) == offset(after))
        #expect(run["stall_count"] == 0)
    }

    @Test(
        "that cannot be are refused with what to write",
        arguments: [
            (#"{ "assets": ["a.m3u8"] }"#, "where does it come?"),
            (#"{ "at_s": 30, "cue": "pre", "assets": ["a.m3u8"] }"#, "'cue' says where it comes"),
            (#"{ "at_s": 60, "assets": ["a.m3u8"] }"#, "\"cue\": \"post\""),
            (#"{ "cue": "pre", "resumption_offset_s": 3, "assets": ["a.m3u8"] }"#, "moves nothing"),
            (#"{ "cue": "post", "aligns_start_with_segment": true, "assets": ["a.m3u8"] }"#, "no segment boundary"),
            (#"{ "cue": "pre", "constrains_seeking_forward": true, "assets": ["a.m3u8"] }"#, "holds no seek up"),
            (#"{ "at_s": 3, "assets": [] }"#, "at least"),
            ("{ \"at_s\": 3, \"assets\": [\(asset(6, ", \"interstitials\": []"))] }", "unknown"),
            (#"{ "at_s": 3, "assets": [{ "kind": "progressive", "duration_s": 6, "bitrate_kbps": 9 }] }"#, "kind"),
        ])
    func refused(event: String, message: String) {
        let diagnostics = Self.text(event).messages
        #expect(diagnostics.contains { $0.contains(message) }, "\(diagnostics)")
    }

    @Test("of more assets than a player has are refused")
    func tooMany() {
        let one = "{ \"at_s\": 1, \"assets\": [\(Self.asset(1))] }"
        let messages = Self.text(Array(repeating: one, count: 1001).joined(separator: ",")).messages
        #expect(messages == ["these are 1001 media; a player has 1000 at most"])
    }

    // MARK: At random

    /// A random scenario with random events in its stream; nil where its media is none.
    private static func random(_ seed: UInt64) -> String? {
        var random = RandomScenario(seed: seed)
        guard let range = random.text.range(of: "\"kind\": \"hls\", \"duration_s\": ") else { return nil }
        let digits = random.text[range.upperBound...].prefix { $0 == "." || $0.isNumber }
        let most = Int64((Double(digits) ?? 0) * 1000)
        let events = (0..<1 + random.below(4)).map { _ in event(&random, most) }
        return random.text.replacingCharacters(
            in: range, with: "\"interstitials\": [\(events.joined(separator: ", "))], \(random.text[range])")
    }

    private static func event(_ random: inout RandomScenario, _ most: Int64) -> String {
        let assets = (0..<1 + random.below(2)).map { number in
            asset(Int(1 + random.below(9)), ", \"name\": \"\(number)\", \"segment_s\": \(1 + random.below(6))")
        }
        let always = ["\"assets\": [\(assets.joined(separator: ", "))]"]
        let maybe = ["\"playout_limit_s\": \(1 + random.below(12))", "\"will_play_once\": true"]
        if random.chance(4) { return random.object(always + ["\"cue\": \"\(random.pick(["pre", "post"]))\""], maybe) }
        let at = random.pick([0, most / 2000 * 1000, random.below(most)])
        let (place, offset) = (random.decimal(at), random.time(most))
        let said = most % 3 == 0 ? "\"indefinite\"" : offset
        return random.object(
            always + ["\"at_s\": \(place)"],
            maybe + [
                "\"resumption_offset_s\": \(said)", "\"constrains_seeking_forward\": true",
                "\"aligns_start_with_segment\": true", "\"aligns_resumption_with_segment\": true",
            ])
    }

    @Test("at random contradict nothing", arguments: Thoroughness.draws(2, of: 60))
    func isSound(batch: UInt64) throws {
        for seed in batch * 25..<(batch + 1) * 25 {
            guard let text = Self.random(seed) else { continue }
            if let objection = Judgement.of(try readScenario(text)) {
                Issue.record("seed \(seed): \(objection)\n\(text)")
            }
        }
    }
}

import PlayerModel
import Testing

@testable import Simulation

/// Breaks of several events. Figures by hand: at 8 Mbit/s without delay a segment of 6 s at 1 Mbit/s takes 0.75 s.
@Suite("Interstitial events that follow one another")
struct InterstitialBreakTests {
    private static func event(
        _ cue: String, _ seconds: Int = 15, offset: String = #", "resumption_offset_s": 0"#, more: String = "",
        assets: Int = 1
    ) -> String {
        let asset = "{ \"kind\": \"hls\", \"duration_s\": \(seconds), \"variants\": [{ \"bitrate_kbps\": 1000 }] }"
        let all = Array(repeating: asset, count: assets).joined(separator: ", ")
        return "{ \(cue)\(offset)\(more), \"assets\": [\(all)] }"
    }

    private static func text(
        _ events: [String], script: [JSONPart]? = nil, player: JSONPart? = nil,
        network: JSONPart = .fluid(8000, #""delay_ms": 0, "request_bytes": 0"#)
    ) -> ScenarioText {
        ScenarioText(
            network: network,
            media: .hls([2000], duration_s: 60, "\"interstitials\": [\(events.joined(separator: ","))]"),
            player: player, script: script)
    }

    private static func shown(_ run: Run) -> [Int] { run.player(0).playback.interstitials.map(\.event) }

    @Test(
        "at one place are all asked for ahead of time, and follow without a gap",
        arguments: ["\"at_s\": 30", "\"cue\": \"post\""], [1, 2, 3, 5])
    func atOnePlace(cue: String, count: Int) throws {
        let own = cue.contains("post") ? Self.event(cue, offset: "") : Self.event(cue)
        let run = try Self.text(Array(repeating: own, count: count)).judgedRun()
        #expect(Self.shown(run) == Array(1...count))
        #expect(run["interstitial_time_s"] == Int64(count) * 15_000_000_000)
        #expect(run["end_reached"] == 1)
        #expect(run.player(1).playedTime == .seconds(15 * Int64(count)))
        #expect(run.player(1)["stall_count"] == 0)
    }

    /// The first comes where the last segment ends.
    @Test(
        "after the end come when playback is there, and not while one at the end has it go on before that",
        arguments: [(-15, 75), (0, 60), (5, 60)] as [(Int64, Int64)])
    func sentBack(offset: Int64, played: Int64) throws {
        let first = Self.event(
            #""at_s": 58"#, offset: ", \"resumption_offset_s\": \(offset)",
            more: #", "aligns_start_with_segment": true"#)
        let run = try Self.text([first, Self.event(#""cue": "post""#, offset: "")]).judgedRun()
        #expect(Self.shown(run) == [1, 2])
        #expect(run.player(0).playback.interstitials.first?.resumedAt == .seconds(60 + min(0, offset)))
        #expect(run["played_time_s"] == played * 1_000_000_000)
        #expect(run["end_reached"] == 1)
    }

    /// Assets of 1,500,000 bytes, both of which are loaded when the seek takes them away.
    @Test("are fetched anew where they come again, those behind the first as well")
    func again() throws {
        let own = Self.event(#""at_s": 30"#, 12)
        let script = [JSONPart.load(), .play(), .does(29, "seek", #""to_s": 0"#)]
        let run = try Self.text([own, own], script: script).judgedRun()
        #expect(Self.shown(run) == [1, 2])
        #expect(run.player(1)["down_bytes"] == 6_000_000)
    }

    /// The next one's item may be ready when an event is over, as between those at 4 s and at 12 s, or not.
    @Test(
        "have seams between their assets, and none where playback goes on in between",
        arguments: [
            ([4, 12], 1, 0), ([4, 15, 25], 1, 0), ([4, 4], 1, 1), ([4], 2, 1), ([4, 12], 2, 2),
        ] as [([Int], Int, Int)])
    func seams(places: [Int], assets: Int, count: Int) throws {
        let run = try Self.text(places.map { Self.event("\"at_s\": \($0)", 3, assets: assets) }).judgedRun()
        #expect(Self.shown(run) == Array(1...places.count))
        let isGapless = Seams(run.player(1)).seams.map { $0.gap == .zero }
        #expect(isGapless == Array(repeating: true, count: count))
    }

    @Test("before playback are all asked for with it")
    func beforePlayback() throws {
        let own = Self.event(#""cue": "pre""#, offset: "")
        let run = try Self.text([own, own, own]).judgedRun()
        #expect(Self.shown(run) == [1, 2, 3])
        let began = try #require(run.player(1).playback.startedAt)
        #expect(run.player(0).playback.startedAt == began + .seconds(45))
    }

    /// The event is from 31.5 s to 46.5 s; that before playback is under way at 0 s.
    @Test(
        "are over with a pause of the player that shows them, which is no wait",
        arguments: [
            ("\"at_s\": 30", [], ["the event is over"]),
            ("\"at_s\": 30", [.does(35, "seek", #""to_s": 40"#)], ["the event is called off"]),
            (
                "\"at_s\": 30", [.does(35, "pause"), .play(36)],
                ["with the player that waits for it", "the event is over"]
            ),
            (
                "\"cue\": \"pre\"", [.does(0, "pause"), .play(8)],
                ["with the player that waits for it", "the event is over"]
            ),
        ] as [(String, [JSONPart], [String])])
    func pauses(cue: String, actions: [JSONPart], expected: [String]) throws {
        let own = cue.contains("pre") ? Self.event(cue, offset: "") : Self.event(cue)
        let text = Self.text([own], script: [.load(), .play()] + actions)
        let reasons = Timeline(try text.judgedRun().player(1)).rows.flatMap { $0.reasons }
        let pauses = reasons.filter { $0.hasPrefix("is paused") }
        #expect(pauses.count == expected.count && zip(pauses, expected).allSatisfy { $0.hasSuffix($1) }, "\(pauses)")
        #expect(!reasons.contains { $0.hasPrefix("waits") })
    }

    @Test("are asked for when each of them is near, though one is under way", arguments: [31, 35, 39])
    func near(second: Int) throws {
        let run = try Self.text([Self.event(#""at_s": 30"#), Self.event("\"at_s\": \(second)")]).judgedRun()
        #expect(Self.shown(run) == [1, 2])
        #expect(run["interstitial_time_s"] == 30_000_000_000)
        let events = run.player(0).playback.interstitials
        #expect(events[0].resumedAt == .seconds(30) && events[1].resumedAt == .seconds(Int64(second)))
        // Between them the player that shows them rests: what it plays is the two.
        #expect(run.player(1).playedTime == .seconds(30))
        let of2 = try #require(run.player(1).playback.exchanges.dropFirst(3).first)
        #expect(of2.at < events[0].at)
    }

    @Test("are not asked for before they are near", arguments: [41, 50])
    func far(second: Int) throws {
        let run = try Self.text([Self.event(#""at_s": 30"#), Self.event("\"at_s\": \(second)")]).judgedRun()
        let started = try #require(run.player(0).playback.startedAt)
        let of2 = try #require(run.player(1).playback.exchanges.dropFirst(3).first)
        #expect(of2.at == started + .seconds(15 + Int64(second) - 10))
        #expect(run["interstitial_time_s"] == 30_000_000_000)
    }

    private static func event(_ at: Int64, going offset: String, more: String = "", assets: Int = 1) -> String {
        let said = ", \"resumption_offset_s\": \(offset == "indefinite" ? "\"indefinite\"" : offset)"
        return event("\"at_s\": \(at)", 6, offset: said, more: more, assets: assets)
    }

    /// Events of 6 s by their places and offsets; how many of them the first break has, and where playback goes on
    /// behind it.
    private static let breaks: [(events: [(at: Int64, offset: String)], count: Int, place: Int64)] = [
        ([(10, "20"), (15, "4")], 2, 34), ([(10, "5"), (12, "0"), (15, "0")], 2, 15),
        ([(10, "4"), (14, "1")], 1, 14), ([(10, "0"), (11, "3")], 1, 10), ([(10, "indefinite"), (15, "4")], 2, 20),
        ([(10, "6"), (15, "indefinite"), (21, "1")], 3, 23),
        // The range grows with the second, up to the third or not; and does not shrink by one that goes back.
        ([(10, "4"), (13, "4"), (17, "3")], 3, 21), ([(10, "4"), (13, "3"), (17, "2")], 2, 17),
        ([(10, "20"), (15, "-12"), (20, "1")], 3, 19), ([(10, "-5"), (12, "1")], 1, 5),
        // All up to the end; and as far back as the sum says.
        ([(50, "30"), (55, "-1")], 2, 60), ([(50, "30"), (55, "-25")], 2, 55),
    ]

    @Test("coincide within what is omitted for one of them, and their offsets add up", arguments: breaks)
    func coinciding(_ events: [(at: Int64, offset: String)], _ count: Int, _ place: Int64) throws {
        let run = try Self.text(events.map { Self.event($0.at, going: $0.offset) }).judgedRun()
        #expect(Self.shown(run) == Array(1...events.count))
        let together = run.player(0).playback.interstitials.prefix(count)
        let first = Array(repeating: MediaTime.seconds(events[0].at), count: count - 1)
        #expect(together.map { $0.resumedAt } == first + [.seconds(place)])
        #expect(zip(together, together.dropFirst()).allSatisfy { $0.to == $1.at })
        #expect(run["interstitial_time_s"] == Int64(events.count) * 6_000_000_000)
        #expect(run["end_reached"] == 1)
    }

    /// Playback would go on at 16 s, and so at 18 s.
    @Test("coincide before the segment boundary at which playback would go on")
    func coincidingBeforeBoundary() throws {
        let first = Self.event(10, going: "6", more: #", "aligns_resumption_with_segment": true"#)
        let run = try Self.text([first, Self.event(17, going: "1")]).judgedRun()
        #expect(run.player(0).playback.interstitials.map { $0.resumedAt } == [.seconds(10), .seconds(17)])
    }

    @Test(
        "coincide with none that is cancelled, and with the others all the same",
        arguments: [(1, [30, 37]), (2, [30, 30, 41])] as [(Int, [Int64])])
    func coincidingWithCancelled(number: Int, places: [Int64]) throws {
        let all: [(Int64, String)] = [(30, "10"), (35, "2"), (38, "1")]
        let events = all.prefix(number + 1).enumerated().map { index, one in
            guard index + 1 == number else { return Self.event(one.0, going: one.1) }
            return Self.event(one.0, going: one.1, more: #", "asset_list_bytes": 900"#, assets: 2)
        }
        let fault = #""delay_ms": 0, "faults": [{ "status": 404, "of": "asset list", "times": 99 }]"#
        let run = try Self.text(events, network: .fluid(8000, JSONPart(stringLiteral: fault))).judgedRun()
        #expect(run.player(0).playback.interstitials.map { $0.resumedAt } == places.map { MediaTime.seconds($0) })
    }

    /// The first stands for what is from 30 s to 50 s, and the second for no more than 4 s of it.
    @Test("coincide with one that somebody comes into the middle of, if it is shown", arguments: [true, false])
    func coincidingMidway(isShown: Bool) throws {
        let list = isShown ? "" : #", "asset_list_bytes": 900"#
        let events = [
            Self.event(30, going: "20", more: list, assets: isShown ? 1 : 2), Self.event(33, going: "4"),
        ]
        let fault: JSONPart = #""faults": [{ "status": 404, "of": "asset list", "times": 99 }]"#
        let run = try Self.text(
            events, script: [.load(), .play(), .does(5, "seek", #""to_s": 40"#)],
            network: .fluid(8000, .members([#""delay_ms": 0"#, isShown ? "" : fault]))
        ).judgedRun()
        let places = run.player(0).playback.interstitials.map { $0.resumedAt }
        #expect(places == (isShown ? [40, 54] : [40]).map { .seconds($0) })
    }

    /// From 31.5 s on each is shown for 6 s.
    @Test(
        "hold a seek up that leads beyond their own place, unless they were shown before it",
        arguments: [(40, [1, 2, 2, 3]), (45, [1, 2, 3])] as [(Int, [Int])])
    func coincidingSeek(at: Int, shown: [Int]) throws {
        let second = Self.event(35, going: "0", more: #", "constrains_seeking_forward": true"#)
        let run = try Self.text(
            [Self.event(30, going: "20"), second, Self.event(40, going: "0")],
            script: [.load(), .play(), .does("\(at)", "seek", #""to_s": 52"#)]
        ).judgedRun()
        #expect(Self.shown(run) == shown)
        #expect(run["end_reached"] == 1)
    }

    /// Offsets of the first in a break: behind it playback goes on at the end, at the next event, or before both.
    @Test(
        "are near where playback goes on, and asked for once",
        arguments: [
            (50, #", "resumption_offset_s": "indefinite""#, #""cue": "post""#, 15),
            (50, #", "resumption_offset_s": 30"#, #""cue": "post""#, 15),
            (30, #", "resumption_offset_s": 12"#, #""at_s": 42"#, 6),
            (30, #", "resumption_offset_s": -12"#, #""at_s": 34"#, 6),
            (30, #", "resumption_offset_s": 8, "aligns_resumption_with_segment": true"#, #""at_s": 37"#, 6),
        ])
    func near(at: Int, offset: String, second: String, length: Int) throws {
        let run = try Self.text([
            Self.event("\"at_s\": \(at)", offset: offset), Self.event(second, length, offset: ""),
        ]).judgedRun()
        #expect(Self.shown(run) == [1, 2])
        #expect(run["interstitial_time_s"] == Int64(15 + length) * 1_000_000_000)
        #expect(run.player(1).playback.exchanges.count == 3 + (length + 5) / 6)
    }

    @Test("stay with their player where a seek calls the one off that is under way")
    func calledOff() throws {
        let run = try Self.text(
            [30, 34].map { Self.event("\"at_s\": \($0)", 6) },
            script: [.load(), .play(), .does(33, "seek", #""to_s": 32"#)]
        ).judgedRun()
        #expect(Self.shown(run) == [1, 2])
        #expect(run.player(1).playback.exchanges.count == 2)
        #expect(run["interstitial_time_s"] == 7_500_000_000)
    }

    @Test("are over at once where the list of their assets does not come, and the others are shown", arguments: 1...3)
    func oneFails(number: Int) throws {
        let events = (1...3).map { one in
            guard one == number else { return Self.event(#""at_s": 30"#) }
            return Self.event(#""at_s": 30"#, more: #", "asset_list_bytes": 900"#, assets: 2)
        }
        let fault = #""faults": [{ "status": 404, "of": "asset list", "times": 99 }]"#
        let run = try Self.text(
            events, network: .fluid(8000, JSONPart(stringLiteral: "\"delay_ms\": 0, \(fault)"))
        ).judgedRun()
        #expect(Self.shown(run) == [1, 2, 3])
        // One item behind the current one is loaded ahead: behind the second, the third is asked for when that is gone.
        #expect(run["interstitial_time_s"] == (number == 2 ? 30_750_000_000 : 30_000_000_000))
        let nothing = run.player(0).playback.interstitials[number - 1]
        #expect(nothing.to == nothing.at)
        #expect(run["end_reached"] == 1)
    }

    @Test("are all over at once where nothing of any comes")
    func allFail() throws {
        let fault = #""delay_ms": 0, "faults": [{ "status": 404, "player": "interstitials", "times": 99 }]"#
        let run = try Self.text(
            [30, 30, 33, 50].map { Self.event("\"at_s\": \($0)") },
            network: .fluid(8000, JSONPart(stringLiteral: fault))
        ).judgedRun()
        #expect(Self.shown(run) == [1, 2, 3, 4])
        #expect(run["interstitial_time_s"] == 0)
        #expect(run["played_time_s"] == 60_000_000_000)
        #expect(run["end_reached"] == 1)
    }

    @Test("come once only, each for itself, where they are to")
    func once() throws {
        let run = try Self.text(
            [Self.event(#""at_s": 30"#, 6), Self.event(#""at_s": 30"#, 6, more: #", "will_play_once": true"#)],
            script: [.load(), .play(), .does(50, "seek", #""to_s": 20"#)]
        ).judgedRun()
        #expect(Self.shown(run) == [1, 2, 1])
    }

    /// The end is set when 6 s have passed, of an item that would end later.
    @Test("were shown up to the end of their item, or to where that is set before the playhead", arguments: [8, 4])
    func movedEnd(end: Int64) {
        let last = max(6, end)
        var shown = ShownMedia()
        shown.note(.announce(.timebase(.one, at: .zero)), .zero)
        shown.note(.moveEnd, .zero + .seconds(6))
        shown.note(.finishItem(at: .seconds(end)), .zero + .seconds(last))
        #expect(shown.length == .seconds(last))
    }

    @Test("are asked for anew where a seek leads back to them, and let go where it leads away")
    func seeks() throws {
        let events = [30, 30, 34].map { Self.event("\"at_s\": \($0)", 6) }
        let run = try Self.text(
            events,
            script: [
                .load(), .play(), .does(25, "seek", #""to_s": 5"#), .does(32, "seek", #""to_s": 50"#),
                .does(33, "seek", #""to_s": 29"#),
            ]
        ).judgedRun()
        #expect(Self.shown(run) == [1, 2, 3])
        #expect(run["interstitial_time_s"] == 18_000_000_000)
        #expect(run["end_reached"] == 1)
    }

    /// Two segments are the one before playback. That at 30 s stands for the 15 s behind it: three more are asked for
    /// ahead of time, or none.
    @Test(
        "are not asked for where a seek leads to the end of what they stand for",
        arguments: [(44.999, [1, 2]), (45, [1])] as [(Double, [Int])])
    func passed(place: Double, shown: [Int]) throws {
        let events = [
            Self.event(#""cue": "pre""#, 12, offset: ""),
            Self.event(#""at_s": 30"#, offset: #", "resumption_offset_s": "indefinite""#),
        ]
        let seek = JSONPart.does(
            0, "seek", "\"to_s\": \(place), \"tolerance_before_s\": 0, \"tolerance_after_s\": 0")
        let run = try Self.text(events, script: [.load(), seek, .play()]).judgedRun()
        #expect(Self.shown(run) == shown)
        #expect(run.player(1).playback.exchanges.count == (shown.count == 1 ? 2 : 5))
    }
}

import PlayerModel
import Testing

@testable import Simulation

@Suite("Actions that wait for something")
struct WaitingTests {
    /// Ten chunks of a second come one each half second, and playback starts with the first: the playhead is at `p`
    /// when 0.5 s + p have passed, and all is loaded at 5 s.
    private static func scenario(
        _ actions: [JSONPart], script: [JSONPart] = [.load(), .does(0, "play", #""name": "request""#)],
        network: JSONPart = .fluid(2000, #""request_bytes": 0"#), player: JSONPart = "", more: JSONPart = ""
    ) throws -> Scenario {
        try ScenarioText(
            network: network, media: .progressive(1000, duration_s: 10, chunk_s: 1),
            player: JSONPart(#""keep_up": "first-chunk""#).and(player), script: script + actions, more: more
        ).read()
    }

    /// An action that changes nothing here.
    private static func idle(_ timing: String) -> JSONPart {
        .object([JSONPart(stringLiteral: timing), #""do": "set_action_at_item_end", "value": "pause""#])
    }

    @Test("what is looked at too often is said to be, and how to mend it")
    func tooManyLooks() throws {
        let poll = #""when": {"currentTime_s": 9}, "every_s": 0.01, "do": "set_default_rate", "rate": 1"#
        let scenario = try Self.scenario([.object([JSONPart(stringLiteral: poll)])], more: #""max_events": 300"#)
        let error = #expect(throws: SessionError.self) { try Run(scenario) }
        let words = "the script's, which looks at every action that waits ('when', or one of a viewer's 'seeks') when"
        #expect(error?.message.contains(words) == true)
        #expect(error?.message.contains("one with 'every_s' polls until 'until_s', unless 'at_most' ends it") == true)
    }

    @Test(
        "a seek of an item that waits in the queue is over at once, and of one that is gone there is none",
        arguments: [(true, [2.0]), (false, [])])
    func seekOfAnotherItem(isThere: Bool, times: [Double]) throws {
        let script: [JSONPart] =
            [.load(), .play()] + (isThere ? [] : [.does(1, "remove", #""item": "b""#)])
            + [
                .does(2, "seek", #""item": "b", "to_s": 3"#),
                .object([#""when": {"event": "seekFinished"}"#, #""do": "pause""#]),
            ]
        let run = try ScenarioText(
            network: .fluid(2000), media: .progressive(1000, duration_s: 10, chunk_s: 1),
            player: #""class": "AVQueuePlayer", "items": [{"name": "a"}, {"name": "b"}]"#, script: script
        ).run()
        #expect(Self.times(Int32(script.count - 1), run) == times)
    }

    /// The times at which the action of that number happened, in thousandths of a second.
    private static func times(_ index: Int32, _ run: Run) -> [Double] {
        run.trace.entries.compactMap { entry in
            if case .action(index) = entry.record { Double(entry.at.nanoseconds) / 1e9 } else { nil }
        }
    }

    private static let instants: [(String, [Double])] = [
        (#""when": {"timeControlStatus": "playing"}"#, [0.5]),
        (#""when": {"timeControlStatus": "waitingToPlayAtSpecifiedRate"}"#, [0]),
        (#""when": {"timebaseRate": 1}"#, [0.5]), (#""when": {"rate": {"at_least": 0.5}}"#, [0]),
        (#""when": {"rate": {"at_most": 0.5}, "event": "didPlayToEndTime"}"#, [10.5]),
        (#""when": {"reasonForWaitingToPlay": "evaluatingBufferingRate"}"#, [0]),
        (#""when": {"reasonForWaitingToPlay": null}"#, [0.5]), (#""when": {"currentTime_s": 2.25}"#, [2.75]),
        (#""when": {"currentTime_s": {"at_most": 3}}"#, [0]),
        (#""when": {"currentTime_s": {"at_least": 3, "at_most": 4}}, "at_most": 5"#, [3.5]),
        (#""when": {"currentTime_s": {"at_least": 3, "at_most": 3}}"#, [3.5]),
        (#""when": {"loaded_ahead_s": 2}"#, [1.5]),
        (#""when": {"loaded_ahead_s": {"at_most": 1.25}, "currentTime_s": 5}"#, [9.25]),
        (#""when": {"isPlaybackBufferEmpty": false}"#, [0.5]), (#""when": {"itemStatus": "readyToPlay"}"#, [0.5]),
        (#""when": {"isPlaybackLikelyToKeepUp": true}"#, [0.5]), (#""when": {"event": "didPlayToEndTime"}"#, [10.5]),
        (#""when": {"performed": "request"}"#, [0]), (#""when": {"performed": "request"}, "after_s": 0.35"#, [0.35]),
        (#""when": {"waiting_for_s": 0.25}"#, [0.25]), (#""when": {"waiting_for_s": 0.5}"#, []),
        (#""when": {"starting_for_s": 0.25}"#, [0.25]), (#""when": {"starting_for_s": 0.5}"#, []),
        (#""when": {"played_for_s": 2.25}"#, [2.75]), (#""when": {"played_for_s": 10}"#, [10.5]),
        (#""when": {"played_for_s": {"at_least": 1, "at_most": 2}}, "at_most": 5"#, [1.5]),
        (#""when": {"played_for_s": {"at_least": 2, "at_most": 2}}"#, [2.5]),
        (#""when": {"played_for_s": {"at_most": 3}, "timebaseRate": 0}, "at_s": 1"#, []),
        (#""when": {"timeControlStatus": "playing"}, "after_s": 1.5"#, [2]),
        (#""when": {"timeControlStatus": "paused"}, "after_s": 0.25, "at_s": 0.1"#, [10.75]),
        (#""at_s": 3, "when": {"timeControlStatus": "playing"}"#, [3]),
        (#""when": {"timeControlStatus": "playing"}, "every_s": 0.4, "at_most": 2"#, [0.8, 1.2]),
        (#""at_s": 0.1, "when": {"timebaseRate": 1}, "every_s": 4"#, [4.1, 8.1]),
        (#""at_s": 0.1, "when": {"currentTime_s": {"at_most": 4}, "timebaseRate": 1}, "every_s": 2"#, [2.1, 4.1]),
        (#""when": {"any": [{"currentTime_s": 7}, {"currentTime_s": 3}]}"#, [3.5]),
        (#""when": {"all": [{"currentTime_s": 3}, {"any": [{"loaded_ahead_s": 8}, {"currentTime_s": 6}]}]}"#, [6.5]),
        (#""when": {"any": [{"event": "playbackStalled"}, {"all": [{"currentTime_s": 1}, {"rate": 1}]}]}"#, [1.5]),
    ]

    @Test("happen in the nanosecond in which their condition comes true", arguments: instants)
    func instant(timing: String, expected: [Double]) throws {
        let scenario = try Self.scenario([Self.idle(timing)])
        let run = try Run(scenario)
        #expect(Self.times(2, run) == expected)
        #expect(Judgement.of(scenario) == nil)
        let lines = TextReport.text(run).split(separator: "\n").filter { $0.hasPrefix("never: ") }
        #expect(lines.count == (expected.isEmpty ? 1 : 0))
    }

    /// It has no playhead that would have to come there.
    @Test("the seek of an item that waits in the queue is over at once")
    func seeksInQueue() throws {
        let run = try ScenarioText(
            network: .fluid(4000), media: .hls([800], duration_s: 24, segment_s: 4),
            player: #""class": "AVQueuePlayer", "items": [{"name": "A", "to_s": 8}, {"name": "B", "from_s": 8}]"#,
            script: [
                .load(), .play(), .does(1, "seek", #""item": "B", "to_s": 12"#),
                #"{"when": {"event": "seekFinished"}, "do": "pause"}"#,
            ]
        ).run()
        #expect(Self.times(3, run) == [1] && run.player(0).neverCame.isEmpty)
    }

    @Test("a stall is counted from its notification, and a wait from its beginning, whatever it is for")
    func stalls() throws {
        // Two chunks are there when the link breaks, so playback stalls at 2.5 s; the third comes at 21.5 s.
        let scenario = try Self.scenario([
            Self.idle(#""when": {"stalled_for_s": 6}, "at_most": 9"#), Self.idle(#""when": {"stalled_for_s": 20}"#),
            Self.idle(#""when": {"waiting_for_s": 18.9}"#),
            Self.idle(#""when": {"event": "playbackStalled"}, "at_most": 9"#),
            .does(1.1, "break_network", #""for_s": 20"#),
        ])
        let run = try Run(scenario)
        #expect((2...5).map { Self.times($0, run) } == [[8.5], [], [21.4], [2.5]])
    }

    @Test(
        "a start is waited for from the request on, the person's if there is one, until it comes or somebody pauses")
    func starting() throws {
        func times(_ script: [JSONPart]) throws -> [Double] {
            let scenario = try Self.scenario(
                [Self.idle(#""when": {"starting_for_s": 0.25}, "at_most": 9"#)], script: [.load()] + script)
            return Self.times(Int32(script.count + 1), try Run(scenario))
        }
        #expect(try times([.does(0, "tap"), .play(0.2)]) == [0.25])
        #expect(try times([.play(), .does(0.1, "pause"), .play(0.15)]) == [0.4])
        #expect(try times([.play(), .does(0.1, "begin_interruption")]) == [])
        #expect(try times([.play(), .does(0.3, "pause"), .play(0.4), .does(0.6, "pause"), .play(3)]) == [0.25])
        #expect(try times([]) == [])
    }

    @Test("what has been played is counted by the clock, and neither stalls, pauses nor jumps are in it")
    func played() throws {
        func times(
            _ condition: String, _ script: [JSONPart], network: JSONPart = .fluid(2000, #""request_bytes": 0"#),
            player: JSONPart = ""
        ) throws -> [Double] {
            let scenario = try Self.scenario(
                [Self.idle("\"when\": {\(condition)}")], script: [.load()] + script, network: network, player: player)
            return Self.times(Int32(script.count + 1), try Run(scenario))
        }
        let breaks: JSONPart = .does(1.1, "break_network", #""for_s": 20"#)
        #expect(try times(#""played_for_s": 2"#, [.play(), breaks]) == [2.5])
        #expect(try times(#""played_for_s": 3"#, [.play(), breaks]) == [22.5])
        #expect(try times(#""played_for_s": 2"#, [.play(), .does(1.5, "pause"), .play(5)]) == [6])
        #expect(try times(#""played_for_s": 2"#, [.play(), .does(1.5, "seek", #""to_s": 0"#)]) == [2.5])
        let fast: JSONPart = .fluid(8000, #""request_bytes": 0"#)
        #expect(try times(#""played_for_s": 2"#, [.does(0, "set_rate", #""rate": 2"#)], network: fast) == [2.125])
        // What runs on behind the end is not played.
        let runsOn: JSONPart = #""action_at_item_end": "none""#
        #expect(try times(#""played_for_s": 10.1"#, [.play()], player: runsOn) == [])
        // A loop goes on.
        let loops: JSONPart = #""class": "AVQueuePlayer", "loop": "looper""#
        #expect(try times(#""played_for_s": 25"#, [.play(), .does(40, "leave")], player: loops) == [25.5])
    }

    @Test("happen again when the condition has become true anew, and an event each time it is there")
    func anew() throws {
        let seeks: [JSONPart] = [1, 2, 2, 3].map { .does($0, "seek", #""to_s": 0"#) }
        let scenario = try Self.scenario(
            [
                Self.idle(#""when": {"event": "timeJumped"}, "at_most": 9"#),
                Self.idle(#""when": {"currentTime_s": 0.25}, "at_most": 2"#),
                Self.idle(#""when": {"any": [{"event": "timeJumped"}, {"currentTime_s": 1.5}]}, "at_most": 9"#),
            ], script: [.load(), .play()] + seeks)
        let run = try Run(scenario)
        // Two jumps in one instant are one, because nobody looks in between.
        #expect((6...8).map { Self.times($0, run) } == [[1, 2, 3], [0.75, 1.25], [1, 2, 3, 4.5]])
    }

    @Test("in one instant they happen one after the other, and each sees what came of those before")
    func order() throws {
        let scenario = try Self.scenario([
            .object([#""when": {"currentTime_s": 2}, "do": "pause", "name": "a""#]),
            Self.idle(#""when": {"timeControlStatus": "paused", "performed": "a"}, "name": "b""#),
            .object([#""when": {"performed": "b"}, "do": "play""#]),
            Self.idle(#""when": {"performed": "b", "timeControlStatus": "playing"}"#),
        ])
        let run = try Run(scenario)
        #expect((2...5).map { Self.times($0, run) } == [[2.5], [2.5], [2.5], [2.5]])
        let actions = run.player(0).playback.actions.map { $0.value }
        #expect(actions == [0, 1, 2, 3, 4, 5])
    }

    /// The pause is due by a status, to which the other looks too, or by the clock alone.
    @Test(
        "those that undo each other in one instant have an end: each happens once in it",
        arguments: [("", 0.5), (#", "currentTime_s": 2"#, 2.5)])
    func pingPong(more: String, at instant: Double) throws {
        let playing = JSONPart("\"when\": {\"timeControlStatus\": \"playing\"\(more)}, \"at_most\": 4")
        let scenario = try Self.scenario([
            .object([playing, #""do": "pause""#]),
            .object([#""at_s": 0.1, "when": {"timeControlStatus": "paused"}, "at_most": 3, "do": "play""#]),
        ])
        let run = try Run(scenario)
        #expect(Self.times(2, run) == [instant])
        #expect(Self.times(3, run) == [instant, 10.5])
        #expect(run.outcome.end == .nothingMoreHappens)
    }

    private static let greedy: JSONPart = #""traffic": [{ "name": "backup", "kind": "greedy" }]"#

    @Test("who polls in vain does not keep a run alive that is over", arguments: [JSONPart(""), greedy])
    func inVain(more: JSONPart) throws {
        let scenario = try Self.scenario(
            [Self.idle(#""when": {"event": "failedToPlayToEndTime"}, "every_s": 0.5"#)], more: more)
        let run = try Run(scenario)
        #expect(run.outcome.end == .nothingMoreHappens)
        #expect(run.outcome.at.nanoseconds < 20_000_000_000)
        #expect(run.outcome.events < 2000)
        #expect(Judgement.of(scenario) == nil)
    }

    @Test("who polls with success goes on until the run is cut off")
    func goesOn() throws {
        let scenario = try Self.scenario(
            [Self.idle(#""at_s": 0.1, "when": {"performed": "request"}, "every_s": 1"#)], more: #""until_s": 30"#)
        let run = try Run(scenario)
        #expect(Self.times(2, run).count == 30)
        #expect(run.outcome.end == .timeIsUp)
    }

    @Test("one that is to come later does come, though everything else is over")
    func later() throws {
        let scenario = try Self.scenario(
            [Self.idle(#""when": {"event": "didPlayToEndTime"}, "after_s": 600"#)], more: Self.greedy)
        let run = try Run(scenario)
        #expect(Self.times(2, run).count == 1)
    }

    @Test("the earliest start is that of the script as it was performed")
    func goldilocks() throws {
        func moment(_ timing: String) throws -> Simulation.Goldilocks {
            let scenario = try Self.scenario(
                [.object([JSONPart(stringLiteral: timing), #""do": "play""#]), Self.idle(#""when": {"rate": 1}"#)],
                script: [.does(0, "load", #""name": "loading""#)], network: .fluid(700))
            return try Simulation.Goldilocks(Run(scenario).player(0))
        }
        let timed = try moment(#""at_s": 0.35"#)
        #expect(try moment(#""when": {"performed": "loading"}, "after_s": 0.35"#) == timed)
        #expect(try moment(#""when": {"itemStatus": "failed"}"#).runs == 0)
    }

    /// Each is done 10 ms after the one before: it is looked at when it begins to wait, and when that is done. What the
    /// first one waits for is done by then.
    @Test("each that waits for another is looked at twice, however many there are", arguments: [2, 40])
    func chain(count: Int) throws {
        let actions = (0..<count).map { place in
            let before = place == 0 ? "request" : "a\(place - 1)"
            return Self.idle("\"name\": \"a\(place)\", \"when\": {\"performed\": \"\(before)\"}, \"after_s\": 0.01")
        }
        let run = try Run(Self.scenario(actions), tracing: .events)
        var looks = Array(repeating: 0, count: count + 2)
        for entry in run.trace.entries {
            if case .event(.look(let action)) = entry.record { looks[Int(action)] += 1 }
        }
        #expect(looks == [0, 0, 1] + Array(repeating: 2, count: count - 1))
        #expect(Self.times(Int32(count + 1), run) == [Double(count) / 100])
    }

    /// Each is looked at when it begins to wait, when its turn comes and when it is due; the first of those left also
    /// as playback begins, and as each seek begins and ends. Of all of them at each of these it would be thousands.
    @Test("of a viewer who waits for a time played, the next wish alone is looked at")
    func line() throws {
        let tenths = (0..<40).map { 1 + $0 * 7 % 40 }
        let seeks = tenths.map { "{\"after_s\": \(Double($0) / 10), \"by_s\": 0.1}" }.joined(separator: ", ")
        let viewer = JSONPart(stringLiteral: "\"viewer\": {\"seeks\": [\(seeks)]}")
        let run = try Run(Self.scenario([], player: viewer), tracing: .events)
        #expect(run["seek_count"] == 40 && run["end_reached"] == 1)
        let looks = run.trace.entries.count { if case .event(.look) = $0.record { true } else { false } }
        #expect(looks >= 80 && looks < 300)
    }

    @Test("a player that a scenario does not wait for costs nothing: there is not one look")
    func unused() throws {
        let run = try Run(Self.scenario([]), tracing: .events)
        let looks = run.trace.entries.count { if case .event(.look) = $0.record { true } else { false } }
        #expect(looks == 0)
        // One that waits is looked at when something changes that it waits for, not at every event.
        let waiting = try Run(Self.scenario([Self.idle(#""when": {"itemStatus": "failed"}"#)]), tracing: .events)
        let few = waiting.trace.entries.count { if case .event(.look) = $0.record { true } else { false } }
        #expect(few > 0 && few < 30)
    }
}

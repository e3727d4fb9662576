import PlayerModel
import Testing

@testable import Simulation

@Suite("Names in a list")
struct NameIndexTests {
    @Test("have the place of the first of them, and those that are repeated are in the order of the list")
    func places() {
        let index = NameIndex(["b", nil, "a", "b", "", "a", "b"])
        #expect(["a", "b", "", "c"].map { index.place(of: $0) } == [2, 0, 4, nil])
        #expect(index.names == ["b", "a", "b", "", "a", "b"])
        #expect(index.repeated == [3, 5, 6])
    }

    @Test("of n names m are first, and all others repeat one", arguments: [(0, 1), (1, 1), (3000, 7), (3000, 3000)])
    func count(names: Int, different: Int) {
        let list = (0..<names).map { ExactText("\($0 % different)") }
        let index = NameIndex(list)
        #expect(index.repeated == Array(min(names, different)..<names))
        #expect(list.prefix(different).map { index.place(of: $0) } == Array(0..<min(names, different)))
    }
}

@Suite("Circles of a graph")
struct CircleTests {
    /// Which nodes lead to which, by one edge or more (Warshall).
    private static func reach(_ edges: [[Int]]) -> [[Bool]] {
        var reach = edges.map { own in edges.indices.map { own.contains($0) } }
        for middle in edges.indices {
            for from in edges.indices where reach[from][middle] {
                for to in edges.indices where reach[middle][to] { reach[from][to] = true }
            }
        }
        return reach
    }

    @Test("are those nodes that lead to themselves, and the next one leads back: of all graphs of three nodes")
    func small() {
        for bits in 0..<512 {
            let edges = (0..<3).map { from in (0..<3).filter { bits >> (3 * from + $0) & 1 == 1 } }
            let (circles, reach) = (Circles(edges), Self.reach(edges))
            for node in 0..<3 {
                let next = circles.next(on: node)
                #expect((next != nil) == reach[node][node], "\(edges)")
                if let next { #expect(edges[node].contains(next) && (next == node || reach[next][node]), "\(edges)") }
            }
        }
    }

    @Test("a chain has none, and a ring is one, however long", arguments: [1, 2, 20_000])
    func long(count: Int) {
        let chain = Circles((0..<count).map { $0 + 1 < count ? [$0 + 1] : [] })
        #expect((0..<count).allSatisfy { chain.next(on: $0) == nil })
        let ring = Circles((0..<count).map { [($0 + 1) % count] })
        #expect((0..<count).allSatisfy { ring.next(on: $0) == ($0 + 1) % count })
    }
}

@Suite("Which actions of a script can come")
struct ScriptReachTests {
    private static func action(_ name: Int, _ condition: JSONPart, _ what: JSONPart = #""do": "pause""#) -> JSONPart {
        .object(["\"name\": \"\(name)\"", "\"when\": { \(condition) }", what])
    }

    private static func script(_ actions: [JSONPart]) throws -> Scenario {
        try ScenarioText(media: .local(1000, duration_s: 10), script: actions).read()
    }

    private static func comes(_ scenario: Scenario) -> [Bool] {
        let reach = ScriptReach(scenario.players[0], until: scenario.until, whyNoneFails: nil)
        return scenario.players[0].script.indices.map { reach.comes($0) }
    }

    private static let playing: JSONPart = #""timeControlStatus": "playing""#

    /// Actions, and which of them come. A load is number 0.
    static let scripts: [(actions: [JSONPart], comes: [Bool])] = [
        ([action(1, #""performed": "0""#, #""do": "play""#), action(2, playing)], [true, true]),
        // In the other order.
        ([action(1, playing), action(2, #""performed": "0""#, #""do": "play""#)], [true, true]),
        ([action(1, playing), action(2, #""performed": "1""#, #""do": "play""#)], [false, false]),
        // Of `any` one is enough, whichever it is, and twice the same is no more; of `all` each is needed.
        ([action(1, #""any": [{ "performed": "2" }, { "performed": "0" }]"#), action(2, playing)], [true, false]),
        ([action(1, #""all": [{ "performed": "0" }, { "performed": "2" }]"#), action(2, playing)], [false, false]),
        ([action(1, #""all": [{ "performed": "0" }, { "performed": "0" }]"#)], [true]),
        (
            [
                action(1, #""all": [{ "any": [{ "performed": "0" }, { "performed": "0" }] }, { "performed": "2" }]"#),
                action(2, playing),
            ], [false, false]
        ),
        (
            [
                action(1, #""all": [{ "any": [{ "performed": "0" }, { "performed": "3" }] }, { "performed": "2" }]"#),
                action(2, playing), action(3, #""itemStatus": "readyToPlay""#, #""do": "play""#),
            ], [true, true, true]
        ),
        // It would be a circle but for what comes otherwise.
        (
            [
                action(1, #""any": [{ "performed": "2" }, { "itemStatus": "readyToPlay" }]"#),
                action(2, #""performed": "1""#),
            ], [true, true]
        ),
        // A seek comes, and then its end.
        (
            [
                action(1, #""event": "seekFinished""#),
                action(2, #""isPlaybackBufferFull": true"#, #""do": "seek", "to_s": 1"#),
                action(3, #""event": "prerollFinished""#), action(4, #""performed": "3""#, #""do": "preroll""#),
            ], [true, true, false, false]
        ),
    ]

    @Test("by what comes before them", arguments: scripts)
    func conditions(actions: [JSONPart], comes: [Bool]) throws {
        let load: JSONPart = #"{ "at_s": 0, "do": "load", "name": "0" }"#
        #expect(try Self.comes(Self.script([load] + actions)) == [true] + comes)
    }

    /// Each waits for the next one, and the last one for nothing, or for what nobody does.
    @Test("a chain comes as a whole or not at all", arguments: [true, false])
    func chain(comes: Bool) throws {
        let count = 1500
        let chain = (0..<count).map { Self.action($0, "\"performed\": \"\($0 + 1)\"") }
        let load: JSONPart = #"{ "at_s": 0, "do": "load", "name": "\#(count)" }"#
        let last = comes ? load : Self.action(count, Self.playing)
        let scenario = try Self.script(chain + [last])
        #expect(Self.comes(scenario) == Array(repeating: comes, count: count + 1))
        #expect(scenario.warnings.count { $0.message.hasSuffix("never happens") } == (comes ? 0 : count))
    }

    @Test("one waits for as many as there are")
    func broad() throws {
        let count = 1500
        let others = (0..<count).map { Self.action($0, "\"performed\": \"load\"") }
        for word in ["all", "any"] {
            let parts = JSONPart.list((0..<count).map { "{ \"performed\": \"\($0)\" }" })
            let last = Self.action(count, "\"\(word)\": \(parts)")
            let load: JSONPart = #"{ "at_s": 0, "do": "load", "name": "load" }"#
            #expect(try Self.comes(Self.script([last] + others + [load])).allSatisfy { $0 })
        }
    }

    /// Each on a line of its own, and each waits for the one on the line below.
    @Test("a ring is told of at each of its actions, with the next one", arguments: [2, 3, 700])
    func ring(count: Int) {
        let lines = (0..<count).map { Self.action($0, "\"performed\": \"\(($0 + 1) % count)\"").text }
        let text = """
            { "media": { "kind": "local", "duration_s": 9, "bitrate_kbps": 1000 }, "script": [
            \(lines.joined(separator: ",\n"))
            ] }
            """
        let said = ScenarioReader.read(text).diagnostics
        #expect(said.map { Int($0.place.line) } == Array(2..<count + 2))
        for (index, error) in said.enumerated() {
            let next = (index + 1) % count + 2
            #expect(error.message.contains("waits for this one (line \(next),"), "\(error.message)")
        }
    }

    @Test("every second one of a name is told of, in the order of the file")
    func repeated() {
        let actions = (0..<300).map { JSONPart.object(["\"name\": \"\($0 % 100)\"", #""at_s": 0, "do": "pause""#]) }
        let words = (100..<300).map { "there is another action '\($0 % 100)'" }
        #expect(ScenarioText(media: .local(1000, duration_s: 10), script: actions).messages == words)
    }
}

@Suite("What never comes true is told of before the run")
struct NeverTrueTests {
    /// A stream of so many seconds in segments of 6 s, and an action behind the script that waits for something.
    private static func waiting(
        for condition: JSONPart, _ length: JSONPart = "60", network: JSONPart = .fluid(5000), player: JSONPart = "",
        script: [JSONPart] = []
    ) -> ScenarioText {
        let last: JSONPart = "{ \"when\": { \(condition) }, \"do\": \"pause\" }"
        return ScenarioText(
            network: network, media: .hls([500], duration_s: length, #""segment_s": 6"#), player: player,
            script: [.load(), .play()] + script + [last], until_s: 300)
    }

    private static func once(_ seconds: Int) -> String {
        "all that comes is played once, which takes \(seconds) s at most"
    }

    private static func atOdds(_ words: String) -> String {
        "\(words) are never so at once; where one is enough, write \"any\""
    }

    private static let noFault = "no request fails over the transport 'fluid' without 'faults'"
    private static let wanted =
        "no more than 50 s is wanted ahead, and whole segments of it; "
        + "'preferred_forward_buffer_duration_s' asks for more"
    private static let slow: JSONPart = #""default_rate": 0.5"#
    private static let fast: JSONPart = #""default_rate": 2"#
    private static let ahead: JSONPart = #""preferred_forward_buffer_duration_s": 100"#

    /// With what is said of each.
    static let neverTrue: [(text: ScenarioText, words: String)] = [
        (
            waiting(for: #""timeControlStatus": "playing", "rate": 0"#),
            atOdds("'timeControlStatus is playing' and 'rate is 0'")
        ),
        (
            waiting(for: #""all": [{ "timeControlStatus": "playing" }, { "timeControlStatus": "paused" }]"#),
            atOdds("'timeControlStatus is playing' and 'timeControlStatus is paused'")
        ),
        (
            waiting(for: #""isPlaybackBufferEmpty": true, "loaded_ahead_s": 5"#),
            atOdds("'at least 5 s of media is loaded ahead' and 'isPlaybackBufferEmpty is true'")
        ),
        (
            waiting(for: #""timeControlStatus": "paused", "reasonForWaitingToPlay": "toMinimizeStalls""#),
            atOdds("'timeControlStatus is paused' and 'reasonForWaitingToPlay is toMinimizeStalls'")
        ),
        (
            waiting(for: #""isPlaybackLikelyToKeepUp": true, "reasonForWaitingToPlay": "noItemToPlay""#),
            atOdds("'reasonForWaitingToPlay is noItemToPlay' and 'isPlaybackLikelyToKeepUp is true'")
        ),
        (
            waiting(for: #""stalled_for_s": 1, "timebaseRate": 1"#),
            atOdds("'the timebase's rate is 1' and 'it has stalled for 1 s'")
        ),
        (
            waiting(for: #""all": [{ "rate": 1 }, { "rate": 2 }]"#, script: [.does(9, "set_rate", #""rate": 2"#)]),
            atOdds("'rate is 1' and 'rate is 2'")
        ),
        (
            waiting(
                for: #"""
                    "all": [{ "any": [{ "timeControlStatus": "paused" }, { "waiting_for_s": 1 }] },
                    { "reasonForWaitingToPlay": null }, { "rate": { "at_least": 0.5 } }]
                    """#),
            atOdds(
                "'timeControlStatus is paused or it has waited for 1 s', 'reasonForWaitingToPlay is nil' and "
                    + "'rate is at least 0.5'")
        ),
        (waiting(for: #""played_for_s": 61"#), once(60)),
        (waiting(for: #""played_for_s": 121"#, player: slow), once(120)),
        (waiting(for: #""played_for_s": 121"#, script: [.load(20), .play(20)]), once(120)),
        (waiting(for: #""rate": { "at_least": 1.5 }"#), "no rate is asked for but 1; 'set_rate' asks for others"),
        (
            waiting(for: #""timebaseRate": 1.5"#, script: [.does(9, "set_rate", #""rate": 2"#)]),
            "no rate is asked for but 1 and 2; 'set_rate' asks for others"
        ),
        (waiting(for: #""rate": 1"#, player: fast), "no rate is asked for but 2; 'set_rate' asks for others"),
        (waiting(for: #""itemStatus": "failed""#), noFault),
        (waiting(for: #""event": "failedToPlayToEndTime""#), noFault),
        (waiting(for: #""loaded_ahead_s": 100"#, "200"), wanted),
        (waiting(for: #""waiting_for_s": 301"#), "the run ends before, at 300 s; write less, or a greater 'until_s'"),
    ]

    @Test("with the reason, and does not come", arguments: neverTrue)
    func never(text: ScenarioText, words: String) throws {
        let scenario = try text.read()
        let said = scenario.warnings.map { $0.message }.filter { $0.hasPrefix("this never comes true") }
        #expect(said == ["this never comes true: \(words)"])
        let last = Int32(scenario.players[0].script.count - 1)
        #expect(try !Run(scenario).player(0).playback.actions.contains { $0.value == last })
    }

    private static let fault: JSONPart = #""faults": [{ "status": 404, "of": "video", "from_chunk": 3 }]"#

    /// Nearly the same, and each comes.
    static let comesTrue: [ScenarioText] = [
        waiting(for: #""any": [{ "timeControlStatus": "playing" }, { "rate": 0 }]"#),
        waiting(for: #""isPlaybackBufferEmpty": false, "loaded_ahead_s": 5"#),
        // All is loaded and nothing is left: the buffer is full and empty.
        waiting(for: #""isPlaybackBufferEmpty": true, "isPlaybackBufferFull": true"#),
        waiting(for: #""played_for_s": 60"#),
        waiting(for: #""played_for_s": 61"#, player: slow),
        waiting(for: #""played_for_s": 61"#, script: [.does(9, "set_rate", #""rate": 0.5"#)]),
        waiting(for: #""played_for_s": 61"#, script: [.load(20), .play(20)]),
        waiting(for: #""played_for_s": 61"#, script: [.does(30, "seek", #""to_s": 0"#)]),
        waiting(for: #""played_for_s": 61"#, player: #""loop": "seek-at-end""#),
        waiting(for: #""rate": { "at_least": 1.5 }"#, player: fast),
        waiting(for: #""event": "failedToPlayToEndTime""#, network: .fluid(5000, fault)),
        waiting(for: #""loaded_ahead_s": 100"#, "200", player: ahead),
        waiting(for: #""loaded_ahead_s": 70"#, "200", script: [.does(40, "seek", #""to_s": 0"#)]),
        waiting(for: #""played_for_s": 280"#, "400"),
    ]

    @Test("and of what comes true nothing is said", arguments: comesTrue)
    func comes(text: ScenarioText) throws {
        let scenario = try text.read()
        #expect(scenario.warnings.filter { $0.message.hasPrefix("this never comes true") } == [])
        let last = Int32(scenario.players[0].script.count - 1)
        #expect(try Run(scenario).player(0).playback.actions.contains { $0.value == last })
    }

    @Test("nor does what waits for such an action")
    func followers() throws {
        let first: JSONPart =
            #"{ "name": "a", "when": { "timeControlStatus": "playing", "rate": 0 }, "do": "pause" }"#
        let text = Self.waiting(for: #""performed": "a""#, script: [first])
        #expect(try text.read().warnings.last?.message == "this never comes true: 'a' never happens")
    }

    /// Conditions of one moment.
    private static let conditions: [JSONPart] =
        [
            #""paused""#, #""waitingToPlayAtSpecifiedRate""#, #""playing""#,
        ].map { "\"timeControlStatus\": \($0)" as JSONPart }
        + [
            "null", #""evaluatingBufferingRate""#, #""toMinimizeStalls""#, #""noItemToPlay""#,
            #""interstitialEvent""#,
        ]
        .map { "\"reasonForWaitingToPlay\": \($0)" as JSONPart }
        + ["rate", "timebaseRate", "loaded_ahead_s"].flatMap { name -> [JSONPart] in
            ["\"\(name)\": { \"at_least\": 0.001 }", "\"\(name)\": { \"at_most\": 0 }"]
        }
        + ["LikelyToKeepUp", "BufferFull", "BufferEmpty"].flatMap { name -> [JSONPart] in
            ["\"isPlayback\(name)\": true", "\"isPlayback\(name)\": false"]
        }
        + [#""unknown""#, #""readyToPlay""#, #""failed""#].map { "\"itemStatus\": \($0)" as JSONPart }
        + ["waiting", "stalled", "starting"].map { "\"\($0)_for_s\": 0.001" as JSONPart }

    private static let outage: JSONPart = #""outages": [{ "at_s": 8, "for_s": 20 }]"#
    private static let dry: JSONPart = #""preferred_forward_buffer_duration_s": 12"#
    private static let impatient: JSONPart =
        #""preferred_forward_buffer_duration_s": 12, "automatically_waits_to_minimize_stalling": false"#

    /// With stalls, seeks, failures and times without an item, with autowait and without.
    static let sessions: [ScenarioText] = [dry, impatient].flatMap { player in
        [
            waiting(for: #""played_for_s": 40"#, network: .fluid(900, outage), player: player),
            waiting(
                for: #""event": "playbackStalled""#, network: .fluid(900, outage), player: player,
                script: [.does(4, "seek", #""to_s": 30"#), .play(30), .does(50, "unload"), .play(52), .load(55)]),
            waiting(
                for: #""itemStatus": "readyToPlay""#, network: .fluid(900, fault), player: player, script: [.play(2)]),
        ]
    }

    @Test("any two that are at odds are never so at once in a run", arguments: sessions)
    func pairs(text: ScenarioText) throws {
        var text = text
        let script = text.script ?? []
        let pairs = Self.conditions.indices.flatMap { first in
            Self.conditions[..<first].map { JSONPart.list(["{ \($0) }", "{ \(Self.conditions[first]) }"]) }
        }
        let action: JSONPart = #""do": "change_route", "reason": "newDeviceAvailable""#
        text.script = script + pairs.map { "{ \"when\": { \"all\": \($0) }, \(action) }" }
        let scenario = try text.read()
        let never = Set(
            scenario.players[0].script.enumerated().compactMap { place, action in
                action.trigger?.condition.partsAtOdds == nil ? nil : Int32(place)
            })
        let performed = try Run(scenario).player(0).playback.actions.map { $0.value }
        #expect(never.count > 70 && performed.count > 70)
        #expect(never.isDisjoint(with: performed))
    }
}

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
        let reach = ScriptReach(scenario.players[0])
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

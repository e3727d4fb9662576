import Testing

@testable import Simulation

@Suite("Mistakes of a file are reported in two steps")
struct MistakesInTurnTests {
    /// Unknown keys, and values of the wrong type.
    private static let shapes = [
        (#""nmae": "x""#, "unknown key 'nmae' in scenario; did you mean 'name'?"),
        (#""until_s": "long""#, "'until_s' must be a number (s), not a string"),
    ]
    /// What does not go together.
    private static let sense: [(JSONPart, String)] = [
        (#""phases": [{}, { "down_kbps": 2 }]"#, "'for_s' is missing: only the last phase may go without"),
        (#""repeat": true"#, "there are no 'phases' to repeat"),
    ]

    @Test("first what is misspelt or of the wrong type, then what does not go together, each all at once")
    func steps() {
        for (network, later) in Self.sense {
            let script: [JSONPart] = [.load(2), .play(1)]
            func messages(_ more: String) -> [String] {
                ScenarioText(
                    network: network, media: .hls([500], duration_s: 20), script: script,
                    more: JSONPart(stringLiteral: more)
                ).messages
            }
            let both = Self.shapes.map { $0.0 }.joined(separator: ", ")
            #expect(messages(both) == Self.shapes.map { $0.1 })
            let order = "'at_s' goes back from 2 s; actions stand in the order in which they happen"
            #expect(messages("") == [later, order])
        }
    }

    private static let unknown = "there is no preset '3GG'; did you mean '3G'? 'autowait list presets' shows all"
    private static let noFile =
        "'a/3G.csv' is no preset, and no file of profiles, which ends in .plist; a trace goes by 'trace'"

    @Test(
        "a network that is nobody's is told in either step",
        arguments: [
            (#""3GG""#, unknown), (#"{ "preset": "3GG" }"#, unknown), (#"[{ "preset": "3GG" }]"#, unknown),
            (#"{ "phases": [{ "preset": "3GG" }] }"#, unknown), (#""a/3G.csv""#, noFile),
        ] as [(JSONPart, String)])
    func networks(network: JSONPart, message: String) {
        func messages(_ script: [JSONPart], _ more: JSONPart = "") -> [String] {
            ScenarioText(
                media: .hls([500], duration_s: 20), script: script, more: "\"network\": \(network)\(more)"
            ).messages
        }
        let shape = Self.shapes[1]
        #expect(messages([.load()], ", \(JSONPart(stringLiteral: shape.0))") == [message, shape.1])
        let order = "'at_s' goes back from 2 s; actions stand in the order in which they happen"
        #expect(Set(messages([.load(2), .play(1)])) == [message, order])
    }

    @Test("so is one that an action changes to; and a file of profiles is no preset, and none of these mistakes")
    func otherNetworks() {
        let shape = Self.shapes[1]
        func messages(_ network: JSONPart, _ preset: JSONPart) -> [String] {
            ScenarioText(
                media: .hls([500], duration_s: 20), script: [.load(), .does(1, "change_network", preset)],
                more: "\"network\": \(network), \(JSONPart(stringLiteral: shape.0))"
            ).messages
        }
        #expect(Set(messages(#""3G""#, #""preset": "3GG""#)) == [Self.unknown, shape.1])
        #expect(messages(#""mine.plist""#, #""preset": "3G""#) == [shape.1])
    }

    private static func players(_ names: [String], withMedia count: Int) -> [ScenarioText] {
        names.enumerated().map { place, name in
            ScenarioText(name: name, media: place < count ? .hls([500], duration_s: 20) : nil)
        }
    }

    /// Where media stands at the top, who has none is not said to miss it.
    @Test(
        "what belongs to one of several players is told in either step, and once",
        arguments: [
            (0, "each of the 'players' that has none"), (1, "each of the 'players' that has none"),
            (2, "one of the 'players'"),
        ])
    func media(count: Int, owner: String) {
        func messages(_ names: [String], _ more: JSONPart) -> [String] {
            ScenarioText(
                media: .hls([500], duration_s: 20), players: Self.players(names, withMedia: count), more: more
            ).messages
        }
        let message = "'media' belongs to \(owner), now that there are several"
        #expect(messages(["a", "b"], "") == [message])
        let shape = Self.shapes[0]
        #expect(messages(["a", "b"], JSONPart(stringLiteral: shape.0)) == [message, shape.1])
        #expect(messages(["a", "a"], "") == [message, "there is another player 'a'"])
        let faults: JSONPart = #""network": { "faults": [{ "status": 404, "player": "x" }] }"#
        let found = messages(["a", "b"], faults)
        #expect(found.count == 2 && found[0] == message && found[1].hasPrefix("there is no player 'x'"), "\(found)")
    }

    @Test(
        "likewise whatever else a player has",
        arguments: [#""player": {}"#, #""script": []"#, #""expect": {}"#] as [JSONPart])
    func others(member: JSONPart) {
        let shape = Self.shapes[0]
        let text = ScenarioText(
            players: Self.players(["a", "b"], withMedia: 2), more: "\(member), \(JSONPart(stringLiteral: shape.0))")
        let key = member.text.split(separator: "\"")[0]
        #expect(text.messages == ["'\(key)' belongs to one of the 'players', now that there are several", shape.1])
    }

    @Test("and where it stands")
    func place() throws {
        let text = "{ \"players\": [{ \"name\": \"a\" }],\n  \"media\": \"a.m3u8\", \"until_s\": \"long\" }"
        let places = ScenarioReader.read(text).diagnostics.map { [$0.place.line, $0.place.column] }
        #expect(places == [[2, 12], [2, 33]])
    }
}

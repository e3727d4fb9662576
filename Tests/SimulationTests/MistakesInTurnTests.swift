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
}

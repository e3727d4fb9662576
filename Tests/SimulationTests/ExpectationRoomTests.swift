import Testing

@testable import Simulation

/// Ten chunks of a second on a link of 1,600 kbit/s: playback starts half a second after it was asked for.
private func text(expecting expectation: JSONPart) -> ScenarioText {
    ScenarioText(
        network: .fluid(1600, #""delay_ms": 0"#), media: .progressive(800, duration_s: 10, chunk_s: 1),
        player: #""keep_up": "first-chunk""#, script: [.load(), .play()], expect: expectation)
}

private func failures(of expectation: JSONPart) throws -> [String] {
    Check.failures(try text(expecting: expectation).run()).map { $0.message }
}

@Suite struct ExpectationRooms {
    @Test(
        arguments: [
            #""startup_time_s": { "about": 0.5, "within": 0 }"#,
            #""startup_time_s": { "about": 0.6, "within": 0.1 }"#,
            #""startup_time_s": { "about": 0.4, "within": 0.1 }"#,
            #""startup_time_s": { "about": 0.4, "within_percent": 25 }"#,
            #""startup_time_s": { "equals": 0.4, "within_percent": 25 }"#,
            #""startup_time_s": { "about": 0.625, "within_percent": 20 }"#,
            #""down_bytes": { "about": 999999, "within_percent": 0.0002 }"#,
            #""stall_count": { "about": 1, "within": 1 }"#,
            #""at": [{ "at_s": 1, "currentTime_s": { "about": 0.4, "within": 0.1 } }]"#,
            #""at": [{ "at_s": 1, "rate": { "about": 1.25, "within_percent": 20 } }]"#,
        ] as [JSONPart])
    func `what is within the room is met`(expectation: JSONPart) throws {
        #expect(try failures(of: expectation) == [])
    }

    @Test(
        arguments: [
            (
                #""startup_time_s": { "about": 0.600000001, "within": 0.1 }"#,
                "startup_time_s is 0.5 s, must be between 0.500000001 s and 0.700000001 s; 0.000000001 s too little"
            ),
            (
                #""startup_time_s": { "about": 0.4, "within_percent": 24.9999 }"#,
                "startup_time_s is 0.5 s, must be between 0.3000004 s and 0.4999996 s; 0.0000004 s too much"
            ),
            (#""startup_time_s": 0.2"#, "startup_time_s is 0.5 s, must be 0.2 s; 0.3 s too much"),
            (
                #""startup_time_s": { "at_least": 0.75 }"#,
                "startup_time_s is 0.5 s, must be at least 0.75 s; 0.25 s too little"
            ),
            (
                #""down_bytes": { "at_most": 999999 }"#,
                "down_bytes is 1000000 bytes, must be at most 999999 bytes; 1 bytes too much"
            ),
            (#""stall_count": 2"#, "stall_count is 0, must be 2; 2 too few"),
            (#""end_reached": false"#, "end_reached is yes, must be no"),
            (#""startup_time_s": null"#, "startup_time_s is 0.5 s, must be absent"),
            (
                #""at": [{ "at_s": 1, "currentTime_s": { "about": 0.4, "within": 0.05 } }]"#,
                "at 1 s: currentTime is 0.5 s, must be between 0.35 s and 0.45 s; 0.05 s too much"
            ),
        ] as [(JSONPart, String)])
    func `what is not says what was expected, what came, and by how much it is off`(
        expectation: JSONPart, message: String
    ) throws {
        #expect(try failures(of: expectation) == [message])
    }

    @Test(
        arguments: [
            (#"{ "about": 1 }"#, "'about' needs room: write 'within' or 'within_percent' beside it"),
            (#"{ "about": 1, "equals": 1, "within": 1 }"#, "'about' is 'equals' with room: give one of them"),
            (
                #"{ "about": 1, "within": 1, "within_percent": 5 }"#,
                "'within' gives that room already: give one of them"
            ),
            (
                #"{ "about": 1, "within": -0.1 }"#,
                "'within' says how far from 'about' or 'equals' a value may be: it needs one, and is not negative"
            ),
            (#"{ "about": 1, "within_percent": -1 }"#, "'within_percent' must be from 0 to 100 %"),
            (#"{ "about": 1, "within_percent": 101 }"#, "'within_percent' must be from 0 to 100 %"),
            (#"{ "about": 0, "within_percent": 5 }"#, "every part of 0 is 0: write 'within' for 'within_percent'"),
            (#"{ "within_percent": 5 }"#, "'within_percent' is a part of 'about' or 'equals': it needs one"),
            (
                #"{ "at_most": 1, "within_percent": 5 }"#,
                "'within_percent' is a part of 'about' or 'equals': it needs one"
            ),
            (
                #"{ "about": 1, "within": 0.1, "at_least": 2 }"#,
                "no value can be this: give 'equals', 'about', 'at_most', 'at_least' or 'between', the lesser first"
            ),
            (
                #"{ "about": 1, "whitin": 0.1 }"#, "unknown key 'whitin' in startup_time_s; did you mean 'within'?"
            ),
        ] as [(String, String)])
    func `nonsense is said to be so`(bounds: String, message: String) {
        #expect(text(expecting: "\"startup_time_s\": \(bounds)").messages == [message])
    }
}

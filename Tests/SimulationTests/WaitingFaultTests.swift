import PlayerModel
import Testing

@testable import Simulation

@Suite("What a script cannot wait for is said")
struct WaitingFaultTests {
    private static func text(_ script: String, _ more: String = "") -> String {
        """
        { "media": {"kind": "local", "duration_s": 10, "bitrate_kbps": 1000},\(more) "script": [
        \(script)
        ] }
        """
    }

    private static let faults: [(String, [String])] = [
        (
            #"{ "do": "play", "when": {} }"#,
            [#"2:25: a condition says one thing at least, such as "timeControlStatus""#]
        ),
        (#"{ "do": "play", "when": 5 }"#, [#"2:25: 'when' must be an object, not a number"#]),
        (
            #"{ "do": "play", "when": { "timeControlStatus": "playin" } }"#,
            [#"2:48: 'timeControlStatus' cannot be 'playin'; did you mean 'playing'?"#]
        ),
        (
            #"{ "do": "play", "when": { "timecontrolStatus": "playing" } }"#,
            [#"2:27: unknown key 'timecontrolStatus' in when; did you mean 'timeControlStatus'?"#]
        ),
        (
            #"{ "do": "play", "when": { "event": "ended" } }"#,
            [
                #"2:36: 'event' cannot be 'ended'; known here: playbackStalled, didPlayToEndTime, "#
                    + "failedToPlayToEndTime, timeJumped, currentItem, seekFinished, prerollFinished"
            ]
        ),
        (
            #"{ "do": "play", "when": { "currentTime_s": { "at_least": 3, "at_most": 2 } } }"#,
            ["2:44: 'at_least' is more than 'at_most', so nothing is between them"]
        ),
        (
            #"{ "do": "play", "when": { "any": [] } }"#, ["2:34: 'any' must have at least 1 element"]
        ),
        (
            #"{ "do": "play", "when": { "rate": 1 }, "every_s": 0 }"#,
            ["2:51: 'every_s' must be from 0.001 to 31536000 s"]
        ),
        (
            #"{ "at_s": 1, "do": "play", "every_s": 1, "at_most": 2, "after_s": 1 }"#,
            [
                "2:39: 'every_s' goes with 'when', which is missing",
                "2:53: 'at_most' goes with 'when', which is missing",
                "2:67: 'after_s' goes with 'when', which is missing",
            ]
        ),
        (
            #"{ "at_s": 0, "do": "load", "name": "loading" }, { "do": "play", "when": { "performed": "loadign" } }"#,
            ["2:88: there is no action 'loadign'; did you mean 'loading'?"]
        ),
        (
            #"{ "do": "play", "when": { "performed": "loading" } }"#,
            ["2:40: there is no action 'loading'; give it a 'name'"]
        ),
        (
            #"{ "at_s": 0, "do": "load", "name": "a" }, { "at_s": 0, "do": "play", "name": "a" }"#,
            ["2:78: there is another action 'a'"]
        ),
        (
            #"{ "do": "play", "name": "a", "when": { "performed": "a" } }"#,
            ["2:38: the action waits for itself, so it never comes"]
        ),
        (
            #"{ "do": "load", "name": "a", "when": { "performed": "b" } },"# + "\n"
                + #"{ "do": "play", "name": "b", "when": { "rate": 0, "any": [{ "performed": "a" }] } }"#,
            [
                "2:38: the action waits for one that waits for this one (line 3, column 38), so neither ever comes",
                "3:38: the action waits for one that waits for this one (line 2, column 38), so neither ever comes",
            ]
        ),
    ]

    @Test("at its place, with what was probably meant", arguments: faults)
    func fault(script: String, expected: [String]) {
        let reading = ScenarioReader.read(Self.text(script))
        let found = reading.diagnostics.map { "\($0.place.line):\($0.place.column): \($0.message)" }
        #expect(found == expected)
    }

    private static let start = #"{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }, "#
    private static let impatient = #" "player": { "automatically_waits_to_minimize_stalling": false },"#

    /// Each with the script before it, and what is said of the player.
    private static let warnings: [(String, String, String, [String])] = [
        ("", #""timeControlStatus": "playing""#, "", ["nobody asks to play"]),
        ("", #""isPlaybackLikelyToKeepUp": true"#, "", ["no item comes"]),
        ("", #""timeControlStatus": "paused""#, "", []),
        (start, #""timeControlStatus": "playing""#, "", []),
        (start, #""reasonForWaitingToPlay": "toMinimizeStalls""#, impatient, ["the player does not wait by itself"]),
        (start, #""waiting_for_s": 2"#, impatient, ["the player does not wait by itself"]),
        (start, #""reasonForWaitingToPlay": "toMinimizeStalls""#, "", []),
        (
            start, #""any": [{ "waiting_for_s": 2 }, { "timeControlStatus": "paused" }]"#, impatient, []
        ),
        (start, #""currentTime_s": 11"#, "", ["the media has 10 s, and nothing plays behind its end"]),
        (start, #""currentTime_s": 10"#, "", []),
        (start, #""currentTime_s": 11"#, #" "player": { "action_at_item_end": "none" },"#, []),
        (start, #""loaded_ahead_s": 11"#, "", ["the media has 10 s in all"]),
        ("", #""starting_for_s": 1"#, "", ["nobody asks to play"]),
        ("", #""played_for_s": 1"#, "", ["nobody asks to play"]), (start, #""played_for_s": 1"#, "", []),
        (
            start, #""event": "timeJumped""#, #" "player": { "viewer": { "seeks": [{"after_s": 1, "by_s": 2}] } },"#,
            []
        ),
        (start, #""event": "seekFinished""#, "", ["there is no seek"]),
        (start, #""event": "prerollFinished""#, "", ["there is no preroll"]),
        (start, #""event": "timeJumped""#, "", ["nothing in the script jumps"]),
        (start, #""isPlaybackBufferFull": true"#, "", []),
        (start, #""isPlaybackBufferFull": true"#, #" "player": { "preferred_forward_buffer_duration_s": 5 },"#, []),
        (
            #"{ "do": "play", "name": "a", "when": { "timebaseRate": 1 } },"#, #""performed": "a""#, "",
            ["nobody asks to play", "'a' never happens"]
        ),
    ]

    @Test("and where it can never come there is a warning", arguments: warnings)
    func warning(before: String, condition: String, player: String, expected: [String]) throws {
        let text = Self.text(#"\#(before){ "do": "pause", "when": { \#(condition) } }"#, player)
        let scenario = try readScenario(text)
        #expect(scenario.warnings.map { $0.message } == expected.map { "this never comes true: \($0)" })
        // It never comes in a run either.
        let run = try Run(scenario)
        let last = Int32(scenario.players[0].script.count - 1)
        let happens = run.player(0).playback.actions.contains { $0.value == last }
        #expect(expected.isEmpty || !happens)
    }

    @Test("polling for an event is hardly meant")
    func polledEvent() throws {
        let text = Self.text(
            Self.start + #"{ "do": "pause", "when": { "any": [{ "event": "didPlayToEndTime" }] }, "every_s": 1 }"#)
        #expect(
            try readScenario(text).warnings.map { $0.message } == [
                "an app that polls sees an event only where it looks in the very nanosecond of it; leave 'every_s' out"
            ])
    }

    @Test("a limit that waits decides nothing of the first variant")
    func lateLimit() throws {
        let text = Self.text(
            #"{ "do": "set_layer", "when": { "rate": 0 } }, { "at_s": 0, "do": "load" }"#)
        #expect(try readScenario(text).warnings.count == 1)
    }
}

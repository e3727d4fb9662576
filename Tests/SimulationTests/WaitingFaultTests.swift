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
        (
            #"{ "do": "play", "when": 5 }"#,
            [#"2:25: 'when' must be an object, not a number; as in {"timeControlStatus": …}"#]
        ),
        (
            #"{ "do": "play", "when": "playing" }"#,
            [#"2:25: 'when' must be an object, not a string; as in {"timeControlStatus": "playing"}"#]
        ),
        (
            #"{ "do": "play", "itemStatus": "failed" }"#,
            [
                "2:1: 'at_s' is missing: the time of this action; or 'when'",
                #"2:17: unknown key 'itemStatus' for do "play"; it belongs in 'when'"#,
            ]
        ),
        (
            #"{ "do": "play", "rate": 2 }"#,
            [
                "2:1: 'at_s' is missing: the time of this action; or 'when'",
                #"2:17: unknown key 'rate' for do "play"; "#
                    + "known here: at_s, when, after_s, every_s, at_most, name, do",
            ]
        ),
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

    @Test("of two that wait for each other, one may come by a place in media that is still to be read")
    func unread() {
        let script: [JSONPart] = [
            .load(), .play(),
            #"""
            { "name": "a", "when": { "any": [{ "currentTime_s": 30 }, { "performed": "b" }] }, "do": "pause" }
            """#,
            #"{ "name": "b", "when": { "performed": "a" }, "after_s": 3, "do": "play" }"#,
        ]
        let reading = ScenarioText(media: #""a.m3u8""#, script: script).reading
        #expect(reading.diagnostics.isEmpty && reading.wanted.map { $0.path } == ["a.m3u8"])
        #expect(ScenarioText(media: .hls([100], duration_s: 60), script: script).messages.isEmpty)
    }

    @Test("of many that are wrong among many names the first are told what was meant, so that it takes no time")
    func many() {
        let count = 5000
        let actions = (0..<count).map { number in
            #"{ "name": "a\#(number)", "when": { "performed": "b\#(number)" }, "do": "pause" }"#
        }
        let messages = ScenarioReader.messages(Self.text(actions.joined(separator: ",\n")))
        #expect(messages.count == count)
        #expect(messages.first == "there is no action 'b0'; did you mean 'a0'?")
        #expect(messages.last == "there is no action 'b\(count - 1)'")
    }

    private static let start = #"{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }, "#
    private static let impatient = #" "player": { "automatically_waits_to_minimize_stalling": false },"#
    private static let dropping =
        #" "player": { "automatically_waits_to_minimize_stalling": false, "early_request": "dropped" },"#
    private static let isImpatient = "the player does not wait by itself"

    /// Each with the script before it, and what is said of the player.
    private static let warnings: [(String, String, String, [String])] = [
        ("", #""timeControlStatus": "playing""#, "", ["nobody asks to play"]),
        ("", #""isPlaybackLikelyToKeepUp": true"#, "", ["no item comes"]),
        ("", #""timeControlStatus": "paused""#, "", []),
        (start, #""timeControlStatus": "playing""#, "", []),
        (start, #""reasonForWaitingToPlay": "toMinimizeStalls""#, impatient, [isImpatient]),
        (start, #""waiting_for_s": 2"#, dropping, [isImpatient]),
        (start, #""timeControlStatus": "waitingToPlayAtSpecifiedRate""#, dropping, [isImpatient]),
        (start, #""reasonForWaitingToPlay": "evaluatingBufferingRate""#, dropping, [isImpatient]),
        (start, #""reasonForWaitingToPlay": "noItemToPlay""#, dropping, [isImpatient]),
        (start, #""reasonForWaitingToPlay": "toMinimizeStalls""#, "", []),
        (
            start, #""any": [{ "waiting_for_s": 2 }, { "timeControlStatus": "paused" }]"#, dropping, []
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

    private static let ofTime = "'currentTime_s' is never less than 0 s, so this is always true"

    @Test(
        "what is always so is told of, but not of an app's timer, which waits for nothing",
        arguments: [
            (#""when": { "currentTime_s": 0 }"#, [ofTime], 1),
            (#""when": { "currentTime_s": 0 }, "every_s": 5, "at_most": 3"#, [], 3),
            (#""when": { "any": [{ "currentTime_s": 0 }] }, "every_s": 5, "at_most": 3"#, [], 3),
            (
                #""when": { "rate": { "at_most": 32 }, "any": [{ "loaded_ahead_s": {} }] }"#,
                [
                    "'rate' is never more than 32, so this is always true",
                    "'loaded_ahead_s' is never less than 0 s, so this is always true",
                ], 1
            ),
        ] as [(String, [String], Int)])
    func always(timing: String, expected: [String], count: Int) throws {
        let script = Self.start + "{ \(timing), \"do\": \"set_default_rate\", \"rate\": 1 }"
        let scenario = try readScenario(Self.text(script, #" "until_s": 60,"#))
        #expect(scenario.warnings.map { $0.message } == expected)
        #expect(try Run(scenario).player(0).playback.actions.count { $0.value == 2 } == count)
    }

    /// A scenario without the action that waits, and what that waits for.
    private static func waiting(
        media: JSONPart, player: JSONPart = "", script: [JSONPart] = [.load(), .play()], for condition: JSONPart
    ) -> ScenarioText {
        let last: JSONPart = "{ \"when\": { \(condition) }, \"do\": \"set_default_rate\", \"rate\": 1 }"
        return ScenarioText(
            network: .fluid(2000), media: media, player: player, script: script + [last], until_s: 120)
    }

    private static let jump: JSONPart = #""event": "timeJumped""#
    private static let impatientPlayer: JSONPart = #""automatically_waits_to_minimize_stalling": false"#
    private static let live: JSONPart = .hls(
        [500], duration_s: 600, #""live": { "history_s": 100, "window_s": 100 }"#)
    private static let slow: JSONPart = .progressive(4000, duration_s: 20, chunk_s: 4)

    /// The player moves the playhead by itself, or waits though it does not wait to minimize stalls.
    private static let unasked = [
        waiting(media: gapped, player: gaps, for: jump),
        waiting(media: live, for: jump),
        waiting(media: live, script: [.load()], for: #""currentTime_s": 50"#),
        waiting(media: events, for: jump),
        waiting(
            media: .hls([500], duration_s: 60), player: impatientPlayer,
            script: [.load(), .play(), .does(20, "unload"), .play(21)], for: noItem),
        waiting(
            media: .hls([500], duration_s: 60), player: impatientPlayer, script: [.play(), .load(3)], for: noItem),
        waiting(media: slow, player: impatientPlayer, for: #""reasonForWaitingToPlay": "evaluatingBufferingRate""#),
        waiting(
            media: slow, player: impatientPlayer, for: #""timeControlStatus": "waitingToPlayAtSpecifiedRate""#),
        waiting(media: slow, player: impatientPlayer, for: #""waiting_for_s": 5"#),
        // Linked on iOS 9 it goes on from a key frame when tracks have changed.
        waiting(
            media: .progressive(500, duration_s: 60, #""key_frame_interval_s": 2"#),
            player: #""linked_on": "iOS 9", "layer": { "width": 568, "height": 320 }"#,
            script: [.load(), .play(), .does(20.5, "change_tracks")], for: jump),
    ]

    private static let noItem: JSONPart = #""reasonForWaitingToPlay": "noItemToPlay""#
    private static let gapped: JSONPart = .hls([#""bitrate_kbps": 500, "gaps_s": [18, 24]"#], duration_s: 60)
    private static let gaps: JSONPart = #""gaps": "hls.js""#
    private static let shown: JSONPart = .hls([500], duration_s: 10)

    @Test("and where it comes though nobody asks for it there is none", arguments: unasked)
    func byItself(text: ScenarioText) throws {
        let scenario = try text.read()
        #expect(scenario.warnings.filter { $0.message.hasPrefix("this never comes true") } == [])
        let last = Int32(scenario.players[0].script.count - 1)
        #expect(try Run(scenario).player(0).playback.actions.contains { $0.value == last })
    }

    private static let events: JSONPart = .hls(
        [500], duration_s: 60,
        #""interstitials": [{ "at_s": 10, "resumption_offset_s": 20, "assets": [\#(shown)] }]"#)
    private static let nobody = "nobody asks to play"
    private static let none = "nothing in the script jumps"

    @Test(
        "an item that is not there, or not played, is not left for another place by itself",
        arguments: [
            (waiting(media: events, script: [.load()], for: #""currentTime_s": 20"#), nobody),
            (waiting(media: events, script: [.load()], for: jump), none),
            (
                waiting(media: gapped, player: gaps, script: [.load()], for: #""currentTime_s": 20"#), nobody
            ),
            (waiting(media: live, script: [.play()], for: jump), none),
        ])
    func notByItself(text: ScenarioText, reason: String) throws {
        let scenario = try text.read()
        #expect(scenario.warnings.map { $0.message }.contains("this never comes true: \(reason)"))
        let last = Int32(scenario.players[0].script.count - 1)
        #expect(try !Run(scenario).player(0).playback.actions.contains { $0.value == last })
    }

    @Test("a gap in which time goes on is no jump")
    func shownGap() throws {
        let text = Self.waiting(media: Self.gapped, for: Self.jump)
        #expect(try text.read().warnings.map { $0.message } == ["this never comes true: nothing in the script jumps"])
        #expect(try text.run().player(0).playback.actions.count == 2)
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

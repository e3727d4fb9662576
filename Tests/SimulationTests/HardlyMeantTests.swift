import PlayerModel
import Testing

@testable import Simulation

@Suite("What can be run and is hardly meant is said, and what is near it is not")
struct HardlyMeantTests {
    /// A scenario with something hardly meant, the words for it, and one that is near and says nothing.
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let words: String
        let near: String

        init(_ text: String, _ words: String, near: String) {
            (self.text, self.words, self.near) = (text, words, near)
        }

        var testDescription: String { words }
    }

    private static let stream =
        #""media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 800 }] }"#
    private static let file = #""media": { "kind": "local", "duration_s": 60, "bitrate_kbps": 800 }"#
    private static let spoken = """
        "media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 800 }], "audio": [
        { "language": "en", "bitrate_kbps": 64 }, { "language": "de", "bitrate_kbps": 64 }] }
        """
    private static let fluid = #""network": { "transport": "fluid", "down_kbps": 2000 }"#
    private static let load = #"{ "at_s": 0, "do": "load" }"#
    private static let play = #"{ "at_s": 0, "do": "play" }"#

    private static func script(_ actions: String, _ media: String = stream) -> String {
        "{ \(media),\n\"script\": [\n\(actions)] }"
    }

    private static func loaded(_ actions: String) -> String { script("\(load), \(actions)") }
    private static func player(_ keys: String, _ media: String = stream) -> String {
        "{ \(media),\n\"player\": { \(keys) } }"
    }

    private static func network(_ keys: String) -> String { "{ \(stream),\n\"network\": { \(keys) } }" }
    private static func media(_ keys: String) -> String {
        "{\n\"media\": { \"kind\": \"hls\", \"duration_s\": 60, \(keys) } }"
    }

    private static func warnings(_ text: String, running: Bool = false) throws -> [String] {
        let scenario = try readScenario(text)
        var found = scenario.warnings
        if running {
            #expect(Unreached.arePossible(scenario))
            found += Unreached.warnings(try Run(scenario))
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
        return found.map { warning in
            let (line, column) = (Int(warning.place.line), Int(warning.place.column))
            // It points at a value, and not in between.
            let start = lines[line - 1][column - 1]
            #expect("\"{[t".contains(start) || start.isNumber, "\(line):\(column) is \(start)")
            return "\(line): warning: \(warning.message)"
        }
    }

    private static let tapped = #"add { "at_s": …, "do": "play" } behind it"#

    static let scripts: [Case] = [
        Case(
            loaded(#"{ "at_s": 1, "do": "tap" }"#),
            "3: warning: the person taps, and the app never calls the player; " + tapped,
            near: loaded(#"{ "at_s": 1, "do": "tap" }, { "at_s": 2, "do": "play_immediately" }"#)),
        Case(
            loaded(#"{ "at_s": 1, "do": "tap" }, { "at_s": 1, "do": "set_rate", "rate": 0 }"#),
            "3: warning: the person taps, and the app never calls the player; " + tapped,
            near: loaded(#"{ "at_s": 1, "do": "tap" }, { "at_s": 1, "do": "set_rate", "rate": 1 }"#)),
        Case(
            loaded(#"{ "at_s": 1, "do": "play" }, { "at_s": 2, "do": "tap" }"#),
            #"3: warning: the person taps, and the app has called the player before that alone; "# + tapped,
            near: loaded(#"{ "when": { "loaded_ahead_s": 5 }, "do": "play" }, { "at_s": 2, "do": "tap" }"#)),
        Case(
            script(#"{ "at_s": 0, "do": "play" }, { "at_s": 2, "do": "load" }"#),
            "3: warning: there is nothing to play yet: the first item comes at 2 s; put it before this, "
                + "or at the same time",
            near: script(#"{ "at_s": 0, "do": "play" }, { "at_s": 0, "do": "load" }"#)),
        Case(
            script(#"{ "at_s": 0, "do": "play" }, { "at_s": 2, "do": "load" }"#),
            "3: warning: there is nothing to play yet: the first item comes at 2 s; put it before this, "
                + "or at the same time",
            near: script(#"{ "at_s": 0, "do": "play" }, { "when": { "waiting_for_s": 2 }, "do": "load" }"#)),
        Case(
            script(#"{ "at_s": 0, "do": "seek", "to_s": 5 }, \#(load), { "at_s": 0, "do": "play" }"#),
            "3: warning: there is no item to seek in yet: the first one comes at 0 s, behind this; "
                + "put it before this",
            near: loaded(#"{ "at_s": 0, "do": "seek", "to_s": 5 }, { "at_s": 0, "do": "play" }"#)),
        Case(
            script(#"{ "at_s": 0, "do": "select_audio", "language": "de" }, \#(load), \#(play)"#, spoken),
            "4: warning: there is no item to select in yet: the first one comes at 0 s, behind this; "
                + "put it before this",
            near: script(#"\#(load), { "at_s": 0, "do": "select_audio", "language": "de" }, \#(play)"#, spoken)),
        Case(
            script(#"{ "at_s": 0, "do": "play" }"#),
            #"3: warning: there is never an item to play; begin the script with { "at_s": 0, "do": "load" }"#,
            near: loaded(#"{ "at_s": 0, "do": "play" }"#)),
        Case(
            loaded(#"{ "at_s": 0, "do": "play" }, { "at_s": 5, "do": "seek", "to_s": 6000 }"#),
            "3: warning: 6000 s lies behind the end of the media, which has 60 s",
            near: loaded(#"{ "at_s": 0, "do": "play" }, { "at_s": 5, "do": "seek", "to_s": 60 }"#)),
        Case(
            loaded(
                #"{ "at_s": 0, "do": "play" }, { "at_s": 5, "do": "set_forward_playback_end_time", "value_s": 61 }"#),
            "3: warning: 61 s lies behind the end of the media, which has 60 s",
            near: loaded(
                #"{ "at_s": 0, "do": "play" }, { "at_s": 5, "do": "set_forward_playback_end_time", "value_s": 60 }"#)),
    ]

    private static let queue = #""class": "AVQueuePlayer", "items": [{ "name": "a" }, { "name": "b", "from_s": 5 }]"#

    private static func queued(_ actions: String) -> String {
        "{ \(stream), \"player\": { \(queue) },\n\"script\": [\(actions)] }"
    }

    static let items: [Case] = [
        Case(
            queued(#"{ "at_s": 0, "do": "play" }"#),
            "1: warning: nobody hands these items to the player; "
                + #"begin the script with { "at_s": 0, "do": "load" }"#,
            near: "{ \(stream), \"player\": { \(queue) } }"),
        Case(
            queued(#"{ "at_s": 0, "do": "insert", "item": "a" }"#),
            "1: warning: 'b' never comes into the queue; 'insert' it, or 'load', which brings all items",
            near: queued(
                #"{ "at_s": 0, "do": "insert", "item": "b" }, "#
                    + #"{ "at_s": 1, "do": "insert", "item": "a" }"#)),
    ]

    static let lengths: [Case] = [
        Case(
            media(#""segment_s": 61, "variants": [{ "bitrate_kbps": 800 }]"#),
            "2: warning: a segment of 61 s is longer than all of it, which has 60 s: there is only one; "
                + "write a shorter 'segment_s'",
            near: media(#""segment_s": 60, "variants": [{ "bitrate_kbps": 800 }]"#)),
        Case(
            media(#""variants": [{ "bitrate_kbps": 800 }], "audio": { "bitrate_kbps": 64, "segment_s": 90 }"#),
            "2: warning: a segment of 90 s is longer than all of it, which has 60 s: there is only one; "
                + "write a shorter 'segment_s'",
            near: media(#""variants": [{ "bitrate_kbps": 800 }], "audio": { "bitrate_kbps": 64, "segment_s": 6 }"#)),
        Case(
            #"{ "media": { "kind": "progressive", "duration_s": 60, "bitrate_kbps": 800, "chunk_s": 100 } }"#,
            "1: warning: a piece of 100 s is longer than all of it, which has 60 s: there is only one; "
                + "write a shorter 'chunk_s'",
            near: #"{ "media": { "kind": "progressive", "duration_s": 60, "bitrate_kbps": 800, "chunk_s": 10 } }"#),
        Case(
            player(#""preferred_forward_buffer_duration_s": 5"#),
            "2: warning: 'preferred_forward_buffer_duration_s' of 5 s is less than a segment, which has 6 s: "
                + "the next one is asked for only when less than that is left; write 12 or more",
            near: player(#""preferred_forward_buffer_duration_s": 6"#)),
        Case(
            player(#""class": "AVQueuePlayer", "items": [{ "name": "a", "to_s": 61 }]"#),
            "2: warning: 'to_s' does nothing here: the media ends before, at 60 s",
            near: player(#""class": "AVQueuePlayer", "items": [{ "name": "a", "to_s": 60 }]"#)),
        Case(
            player(#""default_forward_buffer_s": 5.9"#),
            "2: warning: 'default_forward_buffer_s' of 5.9 s is less than a segment, which has 6 s: "
                + "the next one is asked for only when less than that is left; write 12 or more",
            near: player(#""default_forward_buffer_s": 6"#)),
        Case(
            loaded(#"{ "at_s": 1, "do": "set_preferred_forward_buffer_duration", "value_s": 2 }"#),
            "3: warning: 'value_s' of 2 s is less than a segment, which has 6 s: "
                + "the next one is asked for only when less than that is left; write 12 or more",
            near: loaded(
                #"{ "at_s": 1, "do": "set_preferred_forward_buffer_duration", "value_s": 2 }, "#
                    + #"{ "at_s": 9, "do": "set_preferred_forward_buffer_duration", "value_s": 0 }"#)),
        Case(
            player(
                #""catch_up": { "rule": "hls.js", "max_rate": 1 }"#,
                #""media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 800 }], "live": {} }"#),
            "2: warning: 'catch_up' does nothing here: its slowest and its fastest speed are both 1",
            near: player(
                #""catch_up": { "rule": "hls.js", "max_rate": 1.1 }"#,
                #""media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 800 }], "live": {} }"#)),
        Case(
            player(#""interstitial_lookahead_s": 5"#),
            "2: warning: 'interstitial_lookahead_s' does nothing here: there are no interstitial events",
            near: player(
                #""interstitial_lookahead_s": 5"#,
                #""media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 800 }], "#
                    + #""interstitials": [{ "at_s": 9, "assets": [{ "kind": "hls", "duration_s": 6, "#
                    + #""variants": [{ "bitrate_kbps": 300 }] }] }] }"#)),
        Case(
            player(#""drain_s": 40"#), "2: warning: 'drain_s' is half of what is loaded ahead at most, 25 s here",
            near: player(#""drain_s": 40, "default_forward_buffer_s": 80"#)),
        Case(
            media(#""session_key": true, "variants": [{ "bitrate_kbps": 800 }]"#),
            "2: warning: 'session_key' does nothing here: there is no key; give 'key_bytes'",
            near: media(#""session_key": true, "key_bytes": 900, "variants": [{ "bitrate_kbps": 800 }]"#)),
        Case(
            player(#""catch_up": "shaka""#),
            "2: warning: 'catch_up' does nothing here: there is no live stream",
            near: player(
                #""catch_up": "shaka""#,
                #""media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 800 }], "live": {} }"#)),
        Case(
            "{ \(stream), \"until_s\": 90,\n\"traffic\": [{ \"kind\": \"greedy\", \"at_s\": 90 }] }",
            "2: warning: this begins behind the end of the run, which 'until_s' is",
            near: "{ \(stream), \(fluid),\n\"until_s\": 90, \"traffic\": [{ \"kind\": \"greedy\", \"at_s\": 89 }] }"),
        Case(
            player(#""forward_playback_end_time_s": 70"#),
            "2: warning: forwardPlaybackEndTime does nothing here: the media ends before, at 60 s",
            near: player(#""forward_playback_end_time_s": 50"#)),
        Case(
            player(#""keep_up": { "rule": "fixed-seconds", "start_s": 2, "after_stall_s": 5 }"#),
            "2: warning: both thresholds come to the same: media comes in pieces of 6 s, and 1 of them is enough "
                + "for either; part them by a piece, or shorten 'segment_s'",
            near: player(#""keep_up": { "rule": "fixed-seconds", "start_s": 2, "after_stall_s": 6.1 }"#)),
        Case(
            player(#""keep_up": { "rule": "exoplayer", "start_s": 7, "after_stall_s": 12 }"#),
            "2: warning: both thresholds come to the same: media comes in pieces of 6 s, and 2 of them are enough "
                + "for either; part them by a piece, or shorten 'segment_s'",
            near: player(#""keep_up": "exoplayer""#)),
        Case(
            player(#""keep_up": { "rule": "fixed-seconds", "start_s": 2, "after_stall_s": 5 }"#),
            "2: warning: both thresholds come to the same: media comes in pieces of 6 s, and 1 of them is enough "
                + "for either; part them by a piece, or shorten 'segment_s'",
            // At another rate, or within a segment, it makes a difference.
            near: player(
                #""keep_up": { "rule": "fixed-seconds", "start_s": 2, "after_stall_s": 5 }, "default_rate": 2"#)),
    ]

    /// A key of the network that each of its phases has, and one that all but the last have.
    private static func idle(_ key: String, _ value: Int) -> Case {
        func phases(_ last: String) -> String {
            network("\"\(key)\": \(value), \"phases\": [{ \"for_s\": 5, \"\(key)\": 1 }, { \(last) }]")
        }
        return Case(
            phases("\"\(key)\": 2"), "2: warning: '\(key)' does nothing here: every phase states its own",
            near: phases(""))
    }

    private static func ratio(_ bound: String) -> String {
        "{ \(stream),\n\"expect\": { \"rebuffer_ratio\": \(bound) } }"
    }

    static let rates: [Case] = [
        Case(
            ratio(#"{ "at_most": 5 }"#),
            "2: warning: 'rebuffer_ratio' is never more than 1, so every run that has it is this",
            near: ratio(#"{ "at_most": 0.05 }"#)),
        Case(
            ratio(#"{ "about": 5, "within": 5 }"#),
            "2: warning: 'rebuffer_ratio' is never more than 1, so every run that has it is this",
            near: ratio(#"{ "about": 0.98, "within": 0.05 }"#)),
        Case(
            ratio(#"{ "at_least": 0 }"#),
            "2: warning: 'rebuffer_ratio' is never less than 0, so every run that has it is this",
            near: ratio(#"{ "at_least": 0.000001 }"#)),
        Case(
            network(#""faults": [{ "of": "video", "content_length_bytes": 600000 }]"#),
            "2: warning: all answers that this fits have 600000 bytes, so nothing goes wrong",
            near: network(#""faults": [{ "of": "video", "content_length_bytes": 600001 }]"#)),
        Case(
            network(#""down_kbps": 5000000"#),
            "2: warning: 'down_kbps' counts kilobits, so this is 5 Gbit/s; for 5000000 bit/s write 5000; "
                + #"for a link without limit write "unlimited""#,
            near: network(#""down_kbps": 1000000"#)),
        Case(
            network(#""phases": [{ "for_s": 5, "up_kbps": 1500000 }, {}]"#),
            "2: warning: 'up_kbps' counts kilobits, so this is 1.5 Gbit/s; for 1500000 bit/s write 1500; "
                + #"for a link without limit write "unlimited""#,
            near: network(#""phases": [{ "for_s": 5, "up_kbps": "unlimited" }, {}]"#)),
        Case(
            loaded(#"{ "at_s": 1, "do": "change_network", "down_kbps": 3000000 }"#),
            "3: warning: 'down_kbps' counts kilobits, so this is 3 Gbit/s; for 3000000 bit/s write 3000; "
                + #"for a link without limit write "unlimited""#,
            near: loaded(#"{ "at_s": 1, "do": "change_network", "down_kbps": 3000 }"#)),
        Case(
            media(#""variants": [{ "bitrate_kbps": 2000000 }]"#),
            "2: warning: 'bitrate_kbps' counts kilobits, so this is 2 Gbit/s; for 2000000 bit/s write 2000",
            near: media(#""variants": [{ "bitrate_kbps": 200000 }]"#)),
        Case(
            media(#""variants": [{ "bitrate_kbps": 800 }], "audio": { "bitrate_kbps": 128000 }"#),
            "2: warning: 'bitrate_kbps' counts kilobits, so this is 0.128 Gbit/s; for 128000 bit/s write 128",
            near: media(#""variants": [{ "bitrate_kbps": 800 }], "audio": { "bitrate_kbps": 55296 }"#)),
        Case(
            player(#""preferred_peak_bitrate_kbps": 1500000"#),
            "2: warning: 'preferred_peak_bitrate_kbps' counts kilobits, so this is 1.5 Gbit/s; "
                + "for 1500000 bit/s write 1500",
            near: player(#""preferred_peak_bitrate_bps": 1500000"#)),
        Case(
            network(#""repeat": true, "phases": [{ "for_s": 5, "down_kbps": 500 }]"#),
            "2: warning: 'repeat' does nothing here: there is one phase alone, which lasts on",
            near: network(
                #""repeat": true, "phases": [{ "for_s": 5, "down_kbps": 500 }, { "for_s": 1, "down_kbps": 9 }]"#)),
        Case(
            network(#""repeat": true, "phases": [{ "for_s": 5, "down_kbps": 9 }, { "for_s": 1, "down_kbps": 9 }]"#),
            "2: warning: 'repeat' does nothing here: all phases are the same",
            near: network(
                #""repeat": true, "phases": [{ "for_s": 5, "down_kbps": 9 }, { "for_s": 1, "down_kbps": 8 }]"#)),
        idle("down_kbps", 2000),
        idle("up_kbps", 2000),
        idle("delay_ms", 20),
        idle("delay_down_ms", 20),
        idle("loss_up_percent", 1),
        idle("dns_delay_ms", 20),
        Case(
            network(#""delay_ms": 9, "phases": [{ "for_s": 5, "preset": "3g" }, { "delay_ms": 4 }]"#),
            "2: warning: 'delay_ms' does nothing here: every phase states its own",
            near: network(#""delay_ms": 9, "phases": [{ "for_s": 5, "preset": "3g" }, { "delay_up_ms": 4 }]"#)),
    ]

    /// Keys that say how it is with several items, of a player that has one.
    static let queues: [Case] = [
        #""items_ahead": 2"#, #""format_change_s": 1"#, #""transition_ratio": 0.5"#, #""skips_failed_items": true"#,
        #""carry_over_s": 2"#, #""kept_media": "all""#,
    ].flatMap { key in
        let name = key.split(separator: "\"")[0]
        let words = "2: warning: '\(name)' does nothing here: there is one item"
        let more = [
            #""items": [{ "name": "a", "to_s": 20 }, { "name": "b", "from_s": 30 }], "class": "AVQueuePlayer""#,
            #""loop": "seek-at-end""#,
        ]
        return more.map { Case(player(key), words, near: player("\(key), \($0)")) }
    }

    @Test(
        "of scripts, items, lengths and rates, without a run", arguments: scripts + items + lengths + rates + queues)
    func judged(_ meant: Case) throws {
        #expect(try Self.warnings(meant.text) == [meant.words])
        #expect(try Self.warnings(meant.near) == [])
    }

    private static func expecting(_ panel: String, _ more: String = "") -> String {
        "{ \(file),\(more)\n\"expect\": { \"at\": [{ \(panel) }] } }"
    }

    private static func phases(_ length: Int, _ more: String = "") -> String {
        "{ \(stream),\(more)\n\"network\": { \"transport\": \"fluid\", \"down_kbps\": 2000,\n"
            + "\"phases\": [{ \"for_s\": \(length) }, { \"down_kbps\": 900 }] } }"
    }

    static let reached: [Case] = [
        Case(
            expecting(#""at_s": 1, "currentTime_s": 61"#),
            "2: warning: the playhead never gets there: the media has 60 s",
            near: expecting(#""at_s": 60, "currentTime_s": 60"#)),
        Case(
            expecting(#""at_s": 1, "currentTime_s": { "at_least": 61 }"#),
            "2: warning: the playhead never gets there: the media has 60 s",
            near: expecting(
                #""at_s": 61, "currentTime_s": { "at_least": 60.5 }"#, #""player": { "action_at_item_end": "none" },"#
            )),
        Case(
            expecting(#""at_s": 1, "loadedTimeRanges_s": [[0, 600]]"#),
            "2: warning: nothing is ever loaded there: the media has 60 s",
            near: expecting(#""at_s": 1, "loadedTimeRanges_s": [[0, 60]]"#)),
        Case(
            expecting(#""at_s": 6000, "timeControlStatus": "paused""#),
            "2: warning: at 6000 s all is over, so this sees the end, whatever the time: "
                + "nothing more happens after 60 s",
            near: expecting(#""at_s": 61, "timeControlStatus": "paused""#)),
        Case(
            expecting(#""at_s": 6000, "rate": 0"#),
            "2: warning: at 6000 s all is over, so this sees the end, whatever the time: "
                + "nothing more happens after 60 s",
            near: expecting(#""at_s": 6000, "rate": 1"#, #""player": { "action_at_item_end": "none" },"#)),
        Case(
            phases(240),
            "3: warning: this phase begins at 240 s, and never comes: nothing more happens after 62.4 s",
            near: phases(20)),
        Case(
            phases(240).replacing(" }] } }", with: ", \"for_s\": 9 }, { \"for_s\": 9 }, { \"down_kbps\": 1 }] } }"),
            "3: warning: this phase begins at 240 s, and never comes, nor do the 2 behind it: "
                + "nothing more happens after 62.4 s",
            near: phases(20)),
        Case(
            phases(240).replacing(" }] } }", with: ", \"for_s\": 9 }, { \"down_kbps\": 1 }] } }"),
            "3: warning: this phase begins at 240 s, and never comes, nor does the one behind it: "
                + "nothing more happens after 62.4 s",
            near: phases(20)),
        Case(
            phases(40, #""until_s": 30,"#),
            "3: warning: this phase begins at 40 s, and never comes: the run ends at 30 s (until_s)",
            near: phases(20, #""until_s": 30,"#)),
    ]

    @Test("of what only a run shows, and what its panels expect", arguments: reached)
    func seen(_ meant: Case) throws {
        #expect(try Self.warnings(meant.text, running: true) == [meant.words])
        #expect(try Self.warnings(meant.near, running: true) == [])
    }

    @Test("a player that waits for ever may be looked at however late")
    func waitsForEver() throws {
        let dead = #""network": { "transport": "fluid", "down_kbps": 0 }, "#
        let panel = #""expect": { "at": [{ "at_s": 3600, "timeControlStatus": "waitingToPlayAtSpecifiedRate" }] }"#
        #expect(try Self.warnings("{ \(dead)\(Self.stream), \(panel) }", running: true) == [])
    }
}

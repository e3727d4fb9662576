import Testing

@testable import Simulation

@Suite struct ScenarioFaults {
    static let types: [ScenarioFault] = [
        .in(.whole, #"[]"#, #"1:1: 'scenario' must be an object, not a list"#),
        .in(.whole, #""x""#, #"1:1: 'scenario' must be an object, not a string"#),
        .in(.top, #""network": 3"#, #"2:12: 'network' must be an object or a list or a string, not a number"#),
        .in(.top, #""network": null"#, #"2:12: 'network' must be an object or a list or a string, not null"#),
        .in(.top, #""script": {}"#, #"2:11: 'script' must be a list, not an object; as in [{…}]"#),
        .in(.top, #""expect": 5"#, #"2:11: 'expect' must be an object, not a number; as in {"startup_time_s": …}"#),
        .in(.top, #""name": 5"#, #"2:9: 'name' must be a string, not a number; write "5""#),
        .in(.top, #""seed": "1""#, #"2:9: 'seed' must be a number, not a string"#),
        .in(.whole, #"{ "media": 5 }"#, #"1:12: 'media' must be an object or a string or a list, not a number"#),
        .in(
            .player, #""automatically_waits_to_minimize_stalling": "false""#,
            #"2:45: 'automatically_waits_to_minimize_stalling' must be true or false, not a string"#),
        .in(
            .player, #""automatically_waits_to_minimize_stalling": 0"#,
            #"2:45: 'automatically_waits_to_minimize_stalling' must be true or false, not a number"#),
        .in(
            .player, #""keep_up": 5"#, #"2:12: 'keep_up' must be a word in double quotes or an object, not a number"#),
        .in(.player, #""linked_on": 10"#, #"2:14: 'linked_on' must be a word in double quotes, not a number"#),
        .in(
            .file, #""duration_s": "10", "bitrate_kbps": 1"#,
            #"2:15: 'duration_s' must be a number (s), not a string"#),
        .in(.expect, #""end_reached": 1"#, #"2:16: 'end_reached' must be true or false, not a number"#),
        .in(
            .expect, #""stall_count": true"#, #"2:16: 'stall_count' must be a number or an object or null, not true"#),
        .in(.network, #""repeat": 1"#, #"2:11: 'repeat' must be true or false, not a number"#),
    ]

    static let ranges: [ScenarioFault] = [
        .in(
            .file, #""duration_s": 0, "bitrate_kbps": 1"#,
            #"2:15: 'duration_s' must be from 0.000000001 to 31536000 s"#),
        .in(
            .file, #""duration_s": -1, "bitrate_kbps": 1"#,
            #"2:15: 'duration_s' must be from 0.000000001 to 31536000 s"#),
        .in(
            .file, #""duration_s": -0, "bitrate_kbps": 1"#,
            #"2:15: 'duration_s' must be from 0.000000001 to 31536000 s"#),
        .in(
            .file, #""duration_s": 1e-12, "bitrate_kbps": 1"#,
            #"2:15: 'duration_s' is too fine: it goes in steps of 0.000000001 s"#),
        .in(
            .file, #""duration_s": 1, "bitrate_kbps": 0.0000001"#,
            #"2:34: 'bitrate_kbps' is too fine: it goes in steps of 0.001 kbit/s"#),
        .in(
            .file, #""duration_s": 1.0000000001, "bitrate_kbps": 1"#,
            #"2:15: 'duration_s' is too fine: it goes in steps of 0.000000001 s"#),
        .in(
            .file, #""duration_s": 1000000000000000000000000000000, "bitrate_kbps": 1"#,
            #"2:15: 'duration_s' must be from 0.000000001 to 31536000 s"#),
        .in(
            .file, #""duration_s": 1, "bitrate_kbps": 1e400"#,
            "2:34: 'bitrate_kbps' cannot be 1e400: "
                + "it must be from 0.001 to 100000000 kbit/s, in steps of 0.001 kbit/s"
        ),
        .in(
            .file, "\"duration_s\": 1, \"bitrate_kbps\": \(String(repeating: "9", count: 400))",
            "2:34: 'bitrate_kbps' cannot be \(String(repeating: "9", count: 39))…: "
                + "it must be from 0.001 to 100000000 kbit/s, in steps of 0.001 kbit/s"
        ),
        .in(
            .file, #""duration_s": 31536000.000000001, "bitrate_kbps": 1"#,
            #"2:15: 'duration_s' must be from 0.000000001 to 31536000 s"#),
        .in(
            .file, #""duration_s": 1, "bitrate_kbps": 0"#,
            #"2:34: 'bitrate_kbps' must be from 0.001 to 100000000 kbit/s"#),
        .in(
            .file, #""duration_s": 1, "bitrate_kbps": 1, "chunk_s": 0"#,
            #"2:48: 'chunk_s' must be from 0.000000001 to 31536000 s"#),
        .in(
            .file, #""duration_s": 31536000, "bitrate_kbps": 1, "chunk_s": 0.01"#,
            #"2:55: this makes 3153600000 chunks; a run has at most 1000000000"#),
        .in(
            .whole, "{\n\"media\": { \"kind\": \"local\", \"duration_s\": 31536000, \"bitrate_kbps\": 100000000 } }",
            #"2:10: this makes more than a petabyte of media; lower the bit rate or the length"#),
        .in(.network, #""down_kbps": -1"#, #"2:14: 'down_kbps' must be from 0 to 1000000000 kbit/s"#),
        .in(.network, #""down_kbps": 1e10"#, #"2:14: 'down_kbps' must be from 0 to 1000000000 kbit/s"#),
        .in(.network, #""delay_ms": 600000.000001"#, #"2:13: 'delay_ms' must be from 0 to 600000 ms"#),
        .in(
            .network, #""request_bytes": 18446744073709551616"#,
            #"2:18: 'request_bytes' cannot be 18446744073709551616: it must be from 0 to 1000000000 bytes, "#
                + "in steps of 1 byte"),
        .in(
            .network, #""outages": [{ "at_s": 1, "for_s": 0 }]"#,
            #"2:35: 'for_s' must be from 0.000000001 to 31536000 s"#),
        .in(.network, #""phases": [{ "for_s": 0 }]"#, #"2:23: 'for_s' must be from 0.000000001 to 31536000 s"#),
        .in(.network, #""phases": []"#, #"2:11: 'phases' must have at least 1 element"#),
        .in(.top, #""network": []"#, #"2:12: 'network' must have at least 1 element"#),
        .in(
            .script, #"{ "at_s": 0, "do": "play_immediately", "rate": 0 }"#,
            #"2:48: 'rate' must be from 0.001 to 32"#),
        .in(
            .script, #"{ "at_s": 0, "do": "set_rate", "rate": -1 }"#,
            #"2:40: 'rate' must be from 0 to 32; reverse playback is not modelled"#),
        .in(.script, #"{ "at_s": -1, "do": "play" }"#, #"2:11: 'at_s' must be from 0 to 31536000 s"#),
        .in(.player, #""default_rate": 33"#, #"2:17: 'default_rate' must be from 0.001 to 32"#),
        .in(.player, #""drain_s": -1"#, #"2:12: 'drain_s' must be from 0 to 31536000 s"#),
        .in(.top, #""seed": -1"#, #"2:9: 'seed' must be from 0 to 9223372036854775807"#),
        .in(
            .top, #""seed": 18446744073709551616"#,
            #"2:9: 'seed' cannot be 18446744073709551616: it must be from 0 to 9223372036854775807, in steps of 1"#),
        .in(.top, #""max_events": 0"#, #"2:15: 'max_events' must be from 1 to 10000000"#),
        .in(.top, #""until_s": 0"#, #"2:12: 'until_s' must be from 0.000000001 to 31536000 s"#),
        .in(
            .hls, #""duration_s": 5, "chunks_per_segment": 0, "variants": [{ "bitrate_kbps": 1 }]"#,
            #"2:40: 'chunks_per_segment' must be from 1 to 1000"#),
        .in(.hls, #""duration_s": 5, "variants": []"#, #"2:30: 'variants' must have at least 1 element"#),
    ]

    static let sense: [ScenarioFault] = [
        .in(.whole, "{\n}", #"1:1: 'media' is missing: what is played"#),
        // Nothing is said of its length.
        .in(
            .whole,
            #"{ "player": { "class": "AVQueuePlayer", "loop": { "rule": "looper", "from_s": 2, "to_s": 4 } } }"#,
            #"1:1: 'media' is missing: what is played"#),
        .in(.script, #"{ "do": "play" }"#, #"2:1: 'at_s' is missing: the time of this action; or 'when'"#),
        .in(
            .script, #"{ "at_s": 0, "do": "change_route" }"#,
            #"2:1: 'reason' is missing: AVAudioSession.RouteChangeReason"#),
        .in(
            .network, #""phases": [{}, { "down_kbps": 2 }]"#,
            #"2:12: 'for_s' is missing: only the last phase may go without"#),
        .in(
            .network, #""repeat": true, "phases": [{ "for_s": 2 }, {}]"#,
            #"2:44: 'for_s' is missing: phases that repeat all need it"#),
        .in(.network, #""repeat": true"#, #"2:11: there are no 'phases' to repeat"#),
        .in(
            .hls, #""duration_s": 20, "variants": [{ "bitrate_kbps": 1, "segment_bytes": [1, 2] }]"#,
            #"2:70: 'segment_bytes' lists 2, but 20 s in segments of 6 s need 4"#),
        .in(
            .hls, #""variants": [{ "bitrate_kbps": 1, "width": 5, "segment_bytes": [1] }]"#,
            #"2:44: 'width' and 'height' come together"#),
        .in(
            .hls, #""duration_s": 5, "segment_s": 1, "chunks_per_segment": 3, "variants": [{ "bitrate_kbps": 1 }]"#,
            #"2:56: a segment does not divide into 3 chunks of whole nanoseconds"#),
        .in(
            .script, #"{ "at_s": 2, "do": "load" }, { "at_s": 1.5, "do": "play" }"#,
            #"2:40: 'at_s' goes back from 2 s; actions stand in the order in which they happen"#),
        .in(
            .player, #""linked_on": "iOS 9", "automatically_waits_to_minimize_stalling": true"#,
            #"2:67: iOS 9 had no automaticallyWaitsToMinimizeStalling; remove it, or link on "iOS 10""#),
        .in(
            .player, #""action_at_item_end": "advance""#,
            #"2:23: an AVPlayer cannot advance; write "class": "AVQueuePlayer" beside it"#),
        .in(
            .expect, #""stall_count": { "between": [1, 2, 3] }"#,
            #"2:29: 'between' takes two numbers: [from, to]; decimals have a point, as in 0.5"#),
        .in(
            .expect, #""stall_count": { "between": [3, 1] }"#,
            #"2:16: no value can be this: give 'equals', 'about', 'at_most', 'at_least' or 'between', the lesser first"#
        ),
        .in(
            .expect, #""stall_count": { "at_most": -1 }"#,
            #"2:16: 'stall_count' is never less than 0, so no run can be this"#),
        .in(.expect, #""rebuffer_ratio": 5"#, #"2:19: 'rebuffer_ratio' is never more than 1, so no run can be this"#),
        .in(
            .expect, #""at": [{ "at_s": 3 }]"#,
            #"2:8: nothing is said of this panel: write what it must show, as "rate": 1"#),
        .in(
            .expect, #""stall_count": {}"#,
            #"2:16: every value is this, so nothing is expected: "#
                + #"give 'equals', 'about', 'at_most', 'at_least' or 'between'"#),
        .in(
            .expect, #""stall_count": { "within": 1 }"#,
            #"2:28: 'within' says how far from 'about' or 'equals' a value may be: it needs one, and is not negative"#
        ),
        .in(
            .expect, #""stall_count": { "equals": 1, "within": -1 }"#,
            #"2:41: 'within' says how far from 'about' or 'equals' a value may be: it needs one, and is not negative"#
        ),
        .in(
            .expect, #""at": [{ "at_s": 1, "loadedTimeRanges_s": [[3, 1]] }]"#,
            #"2:44: a loaded range is [from, to], the lesser first"#),
        .in(
            .expect, #""at": [{ "at_s": 1, "loadedTimeRanges_s": [[1, 2, 3]] }]"#,
            #"2:44: a loaded range is [from, to], the lesser first"#),
        .in(
            .expect, #""at": [{ "at_s": 1, "loadedTimeRanges_s": [[0, 3], [3, 5]] }]"#,
            #"2:52: loaded ranges are in order, with gaps between them, so no run can be this"#),
        .in(
            .expect, #""at": [{ "at_s": 1, "loadedTimeRanges_s": [[4, 5], [0, 1]] }]"#,
            #"2:52: loaded ranges are in order, with gaps between them, so no run can be this"#),
        .in(
            .expect, #""statuses": ["paused", "paused", "playing"]"#,
            #"2:13: a status stands once until another comes, so no run can be this"#),
        .in(.top, #""seed": 1, "seed": 2"#, #"2:12: 'seed' stands twice; the first is at line 2, column 1"#),
        .in(
            .top, #""name": "a", "about": "b", "name": "c", "name": "d""#,
            #"2:28: 'name' stands twice; the first is at line 2, column 1"#,
            #"2:41: 'name' stands twice; the first is at line 2, column 1"#),
    ]

    static let texts: [ScenarioFault] = [
        .in(.whole, #""#, #"1:1: the text is empty; a JSON text is one value, such as {}"#),
        .in(.whole, " \n", #"2:1: the text is empty; a JSON text is one value, such as {}"#),
        .in(.whole, "{ // a comment\n}", #"1:3: JSON has no comments; use "about" for words"#),
        .in(.top, #""seed": 1,"#, #"2:10: nothing follows this comma; remove it"#),
    ]

    @Test(arguments: types + ranges + sense + texts) func `a fault is said where it is`(_ fault: ScenarioFault) {
        fault.check()
    }
}

import PlayerModel
import Testing

@testable import Simulation

/// A file with something wrong in its second line, and everything that is said about it.
private struct Fault: CustomTestStringConvertible {
    /// The text around the second line.
    enum Place: String {
        case whole, top, network, media, file, hls, script, player, expect

        func around(_ line: String) -> String {
            let good = "\"media\": {\"kind\": \"local\", \"duration_s\": 1, \"bitrate_kbps\": 1000}"
            return switch self {
            case .whole: line
            case .top: "{ \(good),\n\(line) }"
            case .media: "{ \"media\": {\n\(line) } }"
            case .file: "{ \"media\": { \"kind\": \"progressive\",\n\(line) } }"
            case .hls: "{ \"media\": { \"kind\": \"hls\",\n\(line) } }"
            case .script: "{ \(good), \"script\": [\n\(line) ] }"
            case .network, .player, .expect: "{ \(good), \"\(rawValue)\": {\n\(line) } }"
            }
        }
    }

    let testDescription: String
    let text: String
    let messages: [String]

    static func `in`(_ place: Place, _ line: String, _ messages: String...) -> Fault {
        Fault(testDescription: "\(place): \(line)", text: place.around(line), messages: messages)
    }

    static let words: [Fault] = [
        .in(.top, #""netwrok": {}"#, #"2:1: unknown key 'netwrok' in scenario; did you mean 'network'?"#),
        .in(.top, #""until": 5"#, #"2:1: unknown key 'until' in scenario; did you mean 'until_s'?"#),
        .in(.top, #""maxEvents": 5"#, #"2:1: unknown key 'maxEvents' in scenario; did you mean 'max_events'?"#),
        .in(.network, #""down_kpbs": 5"#, #"2:1: unknown key 'down_kpbs' in network; did you mean 'down_kbps'?"#),
        .in(
            .network, #""down_mbps": 5"#,
            #"2:1: unknown key 'down_mbps' in network; did you mean 'down_kbps', which counts kbit/s?"#),
        .in(
            .network, #""down_kBps": 5, "dns_delay_s": 1, "timeout_ms": 5, "receive_window_kb": 5"#,
            #"2:1: unknown key 'down_kBps' in network; did you mean 'down_kbps', which counts kbit/s?"#,
            #"2:17: unknown key 'dns_delay_s' in network; did you mean 'dns_delay_ms', which counts milliseconds?"#,
            #"2:35: unknown key 'timeout_ms' in network; did you mean 'timeout_s', which counts seconds?"#,
            #"2:52: unknown key 'receive_window_kb' in network; "#
                + #"did you mean 'receive_window_bytes', which counts bytes?"#),
        .in(
            .network, #""bandwidth_kbps": 50"#,
            #"2:1: unknown key 'bandwidth_kbps' in network; did you mean 'down_kbps', which is towards the player?"#),
        .in(
            .network, #""bandwidth_mbps": 5, "latency_s": 1"#,
            #"2:1: unknown key 'bandwidth_mbps' in network; "#
                + #"did you mean 'down_kbps', which counts kbit/s, which is towards the player?"#,
            #"2:22: unknown key 'latency_s' in network; "#
                + #"did you mean 'delay_ms', which counts milliseconds, which is one way?"#),
        .in(
            .network, #""latency_ms": 50, "rtt_ms": 5"#,
            #"2:1: unknown key 'latency_ms' in network; did you mean 'delay_ms', which is one way?"#,
            #"2:19: unknown key 'rtt_ms' in network; "#
                + #"did you mean 'delay_ms', which is one way, the half of a round trip?"#),
        .in(
            .hls, #""segment_duration_s": 6, "duration_s": 6, "variants": [{ "bitrate_kbps": 1 }]"#,
            #"2:1: unknown key 'segment_duration_s' for kind "hls"; did you mean 'segment_s'?"#),
        .in(
            .hls, #""playlist_bytes": 5, "duration_s": 6, "variants": [{ "bitrate_kbps": 1 }]"#,
            #"2:1: unknown key 'playlist_bytes' for kind "hls"; it belongs in each of 'variants' or 'audio'"#),
        .in(
            .top, #""down_kbps": 5, "keep_up": 5, "bitrate_kbps": 5"#,
            #"2:1: unknown key 'down_kbps' in scenario; it belongs in 'network'"#,
            #"2:17: unknown key 'keep_up' in scenario; it belongs in 'player'"#,
            #"2:31: unknown key 'bitrate_kbps' in scenario; it belongs in 'media'"#),
        .in(
            .top, #""transport": "tcp", "startup_time_s": 5, "profile": "shaka""#,
            #"2:1: unknown key 'transport' in scenario; it belongs in 'network'"#,
            #"2:21: unknown key 'startup_time_s' in scenario; it belongs in 'expect'"#,
            #"2:42: unknown key 'profile' in scenario; it belongs in 'network' or 'player'"#),
        .in(
            .player, #""name": "hls.js", "wait_s": 5"#,
            #"2:1: unknown key 'name' in player; did you mean 'profile'?"#,
            #"2:19: unknown key 'wait_s' in player; it belongs in 'keep_up'"#),
        .in(
            .player, #""profile": "shaka", "name": "hls.js""#,
            #"2:21: unknown key 'name' in player; it belongs in each of 'items'"#),
        .in(.network, #""delay": 5"#, #"2:1: unknown key 'delay' in network; did you mean 'delay_ms'?"#),
        .in(.network, #""transport": "udp""#, #"2:14: 'transport' cannot be 'udp'; known here: tcp, fluid"#),
        .in(
            .network, #""down_kbps": "unlimted""#,
            #"2:14: 'down_kbps' must be a number (kbit/s) or "unlimited", not 'unlimted'"#),
        .in(
            .network, #""outages": [{ "at": 1, "for_s": 1 }]"#,
            #"2:15: unknown key 'at' in outages; did you mean 'at_s'?"#),
        .in(.media, #""kind": "progresive""#, #"2:9: 'kind' cannot be 'progresive'; did you mean 'progressive'?"#),
        .in(
            .media, #""duration_s": 1"#,
            #"1:12: 'kind' is missing in media; one of local, progressive, hls, playlist"#),
        .in(.media, #""Kind": "local""#, #"2:1: 'kind' is missing in media; write 'kind' for 'Kind'"#),
        .in(
            .media, #""film": { "kind": "local" }, "clip": { "kind": "hls" }"#,
            #"1:12: several of 'media' are a list, in which each has a 'name', and no object"#),
        .in(.media, #""kind": 1"#, #"2:9: 'kind' must be a string, not a number"#),
        .in(
            .hls, #""duration_s": 6, "variants": [{ "bitrate_kbps": 1, "hieght": 5 }]"#,
            #"2:52: unknown key 'hieght' in variants; did you mean 'height'?"#),
        .in(
            .script, #"{ "at_s": 0, "do": "replace_current_item" }"#,
            #"2:20: 'do' cannot be 'replace_current_item'; did you mean 'load'?"#),
        .in(
            .script, #"{ "at_s": 0, "do": "seekToTime" }"#,
            #"2:20: 'do' cannot be 'seekToTime'; did you mean 'seek'?"#),
        .in(
            .script, #"{ "at_s": 0, "do": "playback" }"#,
            #"2:20: 'do' cannot be 'playback'; did you mean 'play'?"#),
        .in(
            .script, #"{ "at_s": 0, "do": "insertItem" }"#,
            #"2:20: 'do' cannot be 'insertItem'; did you mean 'insert'?"#),
        .in(.script, #"{ "at_s": 0, "do": "paly" }"#, #"2:20: 'do' cannot be 'paly'; did you mean 'play'?"#),
        .in(
            .script, #"{ "at_s": 0, "do": "playImmediately" }"#,
            #"2:20: 'do' cannot be 'playImmediately'; did you mean 'play_immediately'?"#),
        .in(
            .script, #"{ "at_s": 0, "do": "seek", "to": 5 }"#,
            #"2:28: unknown key 'to' for do "seek"; did you mean 'to_s'?"#),
        .in(
            .script, #"{ "at_s": 0, "do": "play", "rate": 2 }"#,
            #"2:28: unknown key 'rate' for do "play"; known here: at_s, when, after_s, every_s, at_most, name, do"#),
        .in(
            .script, #"{ "at_s": 0, "do": "leave", "to": 5 }"#,
            #"2:29: unknown key 'to' for do "leave"; known here: at_s, when, after_s, every_s, at_most, name, do"#),
        .in(
            .script, #"{ "at_s": 0, "do": "change_network", "down": 5 }"#,
            #"2:38: unknown key 'down' for do "change_network"; did you mean 'down_kbps'?"#),
        .in(
            .script, #"{ "at_s": 0, "do": "set_rate_at_host_time", "host_time": 5 }"#,
            #"2:45: unknown key 'host_time' for do "set_rate_at_host_time"; did you mean 'host_time_s'?"#),
        .in(
            .player, #""keep_up": "frist-chunk""#,
            #"2:12: 'keep_up' cannot be 'frist-chunk'; did you mean 'first-chunk'?"#),
        .in(
            .player, #""keep_up": { "rule": "first_chunk_" }"#,
            #"2:22: 'rule' cannot be 'first_chunk_'; did you mean 'first-chunk'?"#),
        .in(
            .player, #""keep_up": { "rule": "fixed-seconds", "start": 5 }"#,
            #"2:39: unknown key 'start' for rule "fixed-seconds"; did you mean 'start_s'?"#),
        .in(
            .player, #""keep_up": { "rule": "first-chunk", "start_s": 5 }"#,
            #"2:37: unknown key 'start_s' for rule "first-chunk"; known here: rule"#),
        .in(
            .player, #""throughput": { "rule": "ewma", "samples": 5 }"#,
            #"2:25: 'rule' cannot be 'ewma'; did you mean 'ewma-pair'?"#),
        .in(.player, #""class": "AVplayer""#, #"2:10: 'class' cannot be 'AVplayer'; did you mean 'AVPlayer'?"#),
        .in(.player, #""linked_on": "iOS 11""#, #"2:14: 'linked_on' cannot be 'iOS 11'; did you mean 'iOS 10'?"#),
        .in(
            .player, #""first_variant": "best""#,
            #"2:18: 'first_variant' cannot be 'best'; known here: first-listed, lowest, highest, access-log, "#
                + "minimum-acceptable, ios-13-stand-in, assumed, hls.js"),
        .in(
            .player, #""first_variant": { "rule": "access-log", "last_observed": 5 }"#,
            #"2:42: unknown key 'last_observed' for rule "access-log"; did you mean 'last_observed_kbps'?"#),
        .in(
            .player, #""preferredMaximumResolution": "720p""#,
            #"2:1: unknown key 'preferredMaximumResolution' in player; did you mean 'preferred_maximum_resolution'?"#),
        .in(
            .player, #""layer": { "width": 568 }"#,
            #"2:10: 'height' is missing: points"#),
        .in(
            .player, #""layer": { "width": 568, "height": 320, "attached": "erly" }"#,
            #"2:53: 'attached' cannot be 'erly'; did you mean 'early'?"#),
        .in(
            .expect, #""stall_counts": 1"#,
            #"2:1: unknown key 'stall_counts' in expect; did you mean 'stall_count'?"#),
        .in(
            .expect, #""at": [{ "at_s": 1, "timeControlStatus": "Waiting" }]"#,
            #"2:42: 'timeControlStatus' cannot be 'Waiting'; did you mean 'waitingToPlayAtSpecifiedRate'?"#),
        .in(
            .expect, #""at": [{ "at_s": 1, "reasonForWaitingToPlay": "minimizeStalls" }]"#,
            #"2:47: 'reasonForWaitingToPlay' cannot be 'minimizeStalls'; did you mean 'toMinimizeStalls'?"#),
        .in(
            .expect, #""exception": "NSException""#,
            #"2:14: 'exception' cannot be 'NSException'; known here: NSInvalidArgumentException"#),
    ]

    static let types: [Fault] = [
        .in(.whole, #"[]"#, #"1:1: 'scenario' must be an object, not a list"#),
        .in(.whole, #""x""#, #"1:1: 'scenario' must be an object, not a string"#),
        .in(.top, #""network": 3"#, #"2:12: 'network' must be an object or a list or a string, not a number"#),
        .in(.top, #""network": null"#, #"2:12: 'network' must be an object or a list or a string, not null"#),
        .in(.top, #""script": {}"#, #"2:11: 'script' must be a list, not an object; as in [{…}]"#),
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

    static let ranges: [Fault] = [
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
            .network, #""outages": [{ "at_s": 1, "for_s": 0 }]"#,
            #"2:35: 'for_s' must be from 0.000000001 to 31536000 s"#),
        .in(.network, #""phases": [{ "for_s": 0 }]"#, #"2:23: 'for_s' must be from 0.000000001 to 31536000 s"#),
        .in(.network, #""phases": []"#, #"2:11: 'phases' must have at least 1 element"#),
        .in(.top, #""network": []"#, #"2:12: 'network' must have at least 1 element"#),
        .in(
            .script, #"{ "at_s": 0, "do": "play_immediately", "rate": 0 }"#,
            #"2:48: 'rate' must be from 0.001 to 32"#),
        .in(.script, #"{ "at_s": 0, "do": "set_rate", "rate": -1 }"#, #"2:40: 'rate' must be from 0 to 32"#),
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

    static let sense: [Fault] = [
        .in(.whole, "{\n}", #"1:1: 'media' is missing: what is played"#),
        // Nothing is said of its length.
        .in(
            .whole,
            #"{ "player": { "class": "AVQueuePlayer", "loop": { "rule": "looper", "from_s": 2, "to_s": 4 } } }"#,
            #"1:1: 'media' is missing: what is played"#),
        .in(.script, #"{ "do": "play" }"#, #"2:1: 'at_s' is missing: the time of this action; or 'when'"#),
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

    static let texts: [Fault] = [
        .in(.whole, #""#, #"1:1: the text is empty; a JSON text is one value, such as {}"#),
        .in(.whole, " \n", #"2:1: the text is empty; a JSON text is one value, such as {}"#),
        .in(.whole, "{ // a comment\n}", #"1:3: JSON has no comments; use "about" for words"#),
        .in(.top, #""seed": 1,"#, #"2:10: nothing follows this comma; remove it"#),
    ]
    static let all = words + types + ranges + sense + texts
}

@Suite struct ScenarioFaults {
    /// Line and column of a message, then what it says, as `line:column: error: …` has them.
    @Test(arguments: Fault.all)
    fileprivate func `a fault is said where it is`(_ fault: Fault) {
        let reading = ScenarioReader.read(SourceText(file: "test.json", bytes: Array(fault.text.utf8)))
        let expected = fault.messages.map { message in
            let end = message.firstRange(of: ": ")?.lowerBound ?? message.endIndex
            return "test.json:\(message[..<end]): error\(message[end...])"
        }
        #expect(reading.diagnostics.map { $0.text(sources: reading.sources) } == expected)
        #expect(reading.scenario == nil)
    }

    @Test(arguments: [
        #"{ "WORD": 5 }"#, #"{ "network": { "transport": "WORD" } }"#, #"{ "media": { "kind": "WORD" } }"#,
        #"{ "network": { "down_kbps": "WORD" } }"#,
    ])
    func `a word is quoted no further than a person reads it`(text: String) {
        let word = String(repeating: "x", count: 64)
        for (more, end) in [("", "'"), ("x", "…'"), (word, "…'")] {
            let messages = ScenarioReader.messages(text.replacing("WORD", with: word + more))
            #expect(messages.count { $0.contains("'\(word)\(end)") } == 1, "\(messages)")
        }
    }
}

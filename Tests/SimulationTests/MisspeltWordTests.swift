import Testing

@testable import Simulation

@Suite struct MisspeltWords {
    static let all: [ScenarioFault] = [
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
            .network, #""bandwidth": 50, "kbps": 5, "mbps": 5, "rtt": 5, "unit": 5"#,
            #"2:1: unknown key 'bandwidth' in network; did you mean 'down_kbps', which is towards the player?"#,
            #"2:18: unknown key 'kbps' in network; did you mean 'down_kbps', which is towards the player?"#,
            #"2:29: unknown key 'mbps' in network; "#
                + #"did you mean 'down_kbps', which counts kbit/s, which is towards the player?"#,
            #"2:40: unknown key 'rtt' in network; "#
                + #"did you mean 'delay_ms', which is one way, the half of a round trip?"#,
            #"2:50: unknown key 'unit' in network; it belongs in 'columns'"#),
        .in(
            .expect, #""throughput": 5"#,
            #"2:1: unknown key 'throughput' in expect; did you mean 'observed_throughput_kbps'?"#),
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
        .in(
            .player, #""buffer_goal": { "rule": "fixed", "length_s": 20 }"#,
            #"2:26: 'rule' cannot be 'fixed'; known here: by-size, vhs, dash.js; a length is "#
                + "'default_forward_buffer_s'"),
        .in(
            .player, #""buffer_goal": "fixed""#,
            #"2:16: 'buffer_goal' cannot be 'fixed'; known here: by-size, vhs, dash.js; a length is "#
                + "'default_forward_buffer_s'"),
        .in(
            .player, #""buffer_goal": "by_size""#,
            #"2:16: 'buffer_goal' cannot be 'by_size'; did you mean 'by-size'?"#),
        .in(
            .player, #""buffer_goal": 20"#,
            #"2:16: 'buffer_goal' must be a word in double quotes or an object, not a number; a length is "#
                + "'default_forward_buffer_s'"),
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

    @Test(arguments: all) func `of a word that is none the one that was meant is said`(_ fault: ScenarioFault) {
        fault.check()
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

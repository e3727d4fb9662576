@testable import Simulation

/// A live scenario that a seed makes up.
struct RandomLive {
    let text: String

    /// A plain one has no interstitial events and no open range, but is the same otherwise.
    init(seed: UInt64, isPlain: Bool = false) {
        var random = RandomStream(seed: seed, name: "live scenario")
        func one(_ choices: [String]) -> String { choices[Int(random.below(UInt64(choices.count)))] }
        func number(_ least: Int64, _ most: Int64) -> Int64 { least + Int64(random.below(UInt64(most - least + 1))) }
        let segment = number(1, 8)
        let isOfParts = number(0, 3) == 0
        // Sound may have segments of 3 s.
        let window = max(3, segment * number(1, 12))
        var live = one(["\"event\": true", "\"window_s\": \(window)"])
        if number(0, 2) == 0 { live += ", \"listed_before_s\": \(number(0, segment))" }
        if number(0, 2) == 0 { live += ", \"jitter_s\": \(number(0, 2 * segment))" }
        if number(0, 2) == 0 { live += ", \"drift_percent\": \(number(-3, 3))" }
        if isOfParts { live += ", \"part_s\": \(one(["0.25", "0.5", "1"]))" }
        if number(0, 2) == 0 { live += ", \"can_skip_until_s\": \(max(3, segment) * number(6, 9))" }
        if !isOfParts, number(0, 3) == 0 { live += ", \"hold_back_s\": \(number(0, 5 * segment))" }
        if number(0, 2) == 0 {
            let from = number(0, 40)
            live += ", \"outages\": [{ \"from_s\": \(from), \"to_s\": \(from + number(1, 40)) }]"
        }
        let failing = one(["video", "video playlist"])
        let fault = ", \"faults\": [{ \"of\": \"\(failing)\", \"percent\": 10, \"status\": 404 }]"
        let network =
            "\"transport\": \"\(one(["fluid", "tcp"]))\", \"down_kbps\": \(number(300, 6000)), "
            + "\"delay_ms\": \(number(0, 80))\(number(0, 2) == 0 ? fault : "")"
        let ladder = one(["{ \"bitrate_kbps\": 800 }", "{ \"bitrate_kbps\": 400 }, { \"bitrate_kbps\": 1500 }"])
        let audio = one([
            "", #", "audio": { "bitrate_kbps": 64 }"#, #", "audio": { "bitrate_kbps": 64, "segment_s": 3 }"#,
        ])
        var other = RandomStream(seed: seed, name: "discontinuities")
        if other.below(3) == 0 {
            // Where segments of both lengths begin.
            live += ", \"discontinuities_s\": [\(segment * 3), \(segment * 6)]"
        }
        // As many chunks as there may be in a part, or a rest of one.
        if isOfParts, other.below(3) == 0 { live += ", \"chunk_s\": \(other.below(2) == 0 ? "0.05" : "0.07")" }
        var third = RandomStream(seed: seed, name: "open range")
        if isOfParts, !isPlain, third.below(3) == 0 { live += ", \"open_range\": true" }
        let media =
            "\"kind\": \"hls\", \"duration_s\": \(number(60, 150)), \"segment_s\": \(segment), "
            + "\"variants\": [\(ladder)]\(audio), \"live\": { \(live) }"
            + (isPlain ? "" : Self.interstitials(seed) + Self.keys(seed, longest: max(3, segment)))
        let rules = ["play-through", "first-chunk", "exoplayer", "dash.js", "shaka-2023", "vlc"]
        var player = "\"keep_up\": \"\(one(rules))\""
        if number(0, 1) == 0 { player += ", \"switching\": \"throughput\"" }
        if number(0, 1) == 0 { player += ", \"catch_up\": \"\(one(["exoplayer", "hls.js", "shaka", "dash.js"]))\"" }
        if number(0, 2) == 0 {
            player +=
                ", \"live\": { \"automatically_preserves_time_offset_from_live\": \(one(["true", "false"])), "
                + "\"can_use_network_resources_for_live_streaming_while_paused\": \(one(["true", "false"])), "
                + "\"horizon_s\": \(number(5, 60)) }"
        }
        var actions = [(at: number(0, 1), words: "\"do\": \"play\"")]
        if number(0, 1) == 0 {
            let at = number(5, 40)
            actions += [(at, "\"do\": \"pause\""), (at + number(1, 90), "\"do\": \"play\"")]
        }
        if number(0, 2) == 0 { actions.append((number(0, 60), "\"do\": \"seek\", \"to_s\": \(number(0, 60))")) }
        if number(0, 4) == 0 { actions.append((number(20, 60), "\"do\": \"load\"")) }
        var fourth = RandomStream(seed: seed, name: "going live")
        if !isPlain, fourth.below(3) == 0 { actions.append((Int64(fourth.below(90)), "\"do\": \"go_live\"")) }
        actions.sort { $0.at < $1.at }
        let script = [(at: Int64(0), words: "\"do\": \"load\"")] + actions
        let lines = script.map { "{ \"at_s\": \($0.at), \($0.words) }" }.joined(separator: ", ")
        text = """
            { "seed": \(seed), "network": { \(network) }, "media": { \(media) }, "player": { \(player) },
              "script": [\(lines)], "until_s": 200 }
            """
    }

    /// Keys of one stream in four, of which none opens less than a segment.
    private static func keys(_ seed: UInt64, longest: Int64) -> String {
        var random = RandomStream(seed: seed, name: "live keys")
        guard random.below(4) == 0 else { return "" }
        return ", \"key_bytes\": 2000, \"key_rotation_s\": \(longest + Int64(random.below(30)))"
    }

    /// Events of one stream in four, some of which are listed while it goes on.
    private static func interstitials(_ seed: UInt64) -> String {
        var random = RandomStream(seed: seed, name: "live interstitials")
        guard random.below(4) == 0 else { return "" }
        let events = (0..<1 + random.below(3)).map { _ in
            let length = 1 + random.below(20)
            let asset = "{ \"kind\": \"hls\", \"duration_s\": \(length), \"variants\": [{ \"bitrate_kbps\": 300 }] }"
            var event = "\"assets\": [\(asset)]"
            if random.below(5) == 0 { return "{ \(event), \"cue\": \"pre\" }" }
            event += ", \"at_s\": \(random.below(60))"
            if random.below(2) == 0 { event += ", \"listed_before_s\": \(Int64(random.below(40)) - 20)" }
            event += ", \"resumption_offset_s\": "
            event += random.below(2) == 0 ? "\(random.below(20))" : "\"indefinite\""
            if random.below(3) == 0 { event += ", \"playout_limit_s\": \(1 + random.below(10))" }
            return "{ \(event) }"
        }
        return ", \"interstitials\": [\(events.joined(separator: ", "))]"
    }
}

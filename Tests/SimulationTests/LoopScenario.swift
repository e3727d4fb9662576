import PlayerModel

@testable import Simulation

/// A loop made up from a seed, of one kind, with one kind of media, over one kind of network; and a person who meddles.
struct LoopScenario {
    enum Kind: String, CaseIterable {
        case none
        case seekAtEnd = "seek-at-end"
        case treadmill
        case looper
        case queue
    }

    enum Media: String, CaseIterable {
        case local
        case progressive
        case hls
    }

    enum Supply: CaseIterable {
        case ample
        case nearTheBitRate
        case droppingOut
    }

    let text: String

    init(_ kind: Kind, _ media: Media, _ supply: Supply, seed: UInt64) {
        var random = RandomStream(seed: seed, name: "loop")
        func below(_ bound: Int64) -> Int64 { Int64(random.below(UInt64(bound))) }
        func time(_ most: Int64) -> String {
            below(2) == 0
                ? NumberText.exact(below(most + 1), places: 3) : NumberText.exact(below(most / 100 + 1), places: 1)
        }
        let length = 500 * (1 + below(16))
        let kilobits = 50 + below(200)
        let isTCP = media != .local && below(4) == 0
        var network = ["\"transport\": \"\(isTCP ? "tcp" : "fluid")\"", "\"delay_ms\": \(below(100))"]
        switch supply {
        case .ample: network.append("\"down_kbps\": \(kilobits * (5 + below(20)))")
        case .nearTheBitRate, .droppingOut:
            network.append("\"down_kbps\": \(max(1, kilobits * (85 + below(30)) / 100))")
        }
        var actions = ["\"at_s\": 0, \"do\": \"load\"", "\"at_s\": \(time(300)), \"do\": \"play\""]
        var events: [(at: Int64, words: String)] = []
        if supply == .droppingOut {
            for _ in 0...below(3) {
                let length = NumberText.exact(1 + below(8000), places: 3)
                events.append((300 + below(20_000), "\"do\": \"break_network\", \"for_s\": \(length)"))
            }
        }
        if below(2) == 0 {
            let calls = ["pause", "play", "advance_to_next_item", "disable_looping"]
            let possible =
                kind == .looper
                ? calls : kind == .none || kind == .seekAtEnd ? Array(calls[..<2]) : Array(calls[..<3])
            for _ in 0...below(3) {
                events.append((300 + below(20_000), "\"do\": \"\(possible[Int(below(Int64(possible.count)))])\""))
            }
        }
        for event in events.sorted(by: { ($0.at, $0.words) < ($1.at, $1.words) }) {
            actions.append("\"at_s\": \(NumberText.exact(event.at, places: 3)), \(event.words)")
        }
        let segment = 500 * (1 + below(4))
        let variant = #"{ "bitrate_kbps": \#(kilobits), "playlist_bytes": 500, "init_bytes": 100 }"#
        let own =
            media == .hls
            ? #""segment_s": \#(NumberText.exact(segment, places: 3)), "variants": [\#(variant)]"#
                + (below(2) == 0 ? ", \"audio\": { \"bitrate_kbps\": 10 }" : "")
            : "\"bitrate_kbps\": \(kilobits)"
        var player = [
            "\"preroll_s\": \(time(200))", "\"preroll_media_s\": \(time(1000))", "\"items_ahead\": \(below(4))",
        ]
        if below(2) == 0 { player.append("\"keep_up\": \"first-chunk\"") }
        if below(2) == 0 { player.append("\"default_forward_buffer_s\": \(1 + below(10)), \"drain_s\": \(below(3))") }
        if kind != .none, kind != .seekAtEnd { player.append("\"class\": \"AVQueuePlayer\"") }
        let latency = "\"notification_latency_s\": \(time(200))"
        switch kind {
        case .none: break
        case .seekAtEnd:
            player.append("\"action_at_item_end\": \"\(below(2) == 0 ? "none" : "pause")\"")
            player.append("\"loop\": { \"rule\": \"seek-at-end\", \(latency) }")
        case .treadmill:
            player.append("\"loop\": { \"rule\": \"treadmill\", \"items\": \(1 + below(3)), \(latency) }")
        case .looper: player.append("\"loop\": { \"rule\": \"looper\", \"loop_count\": \(below(6)) }")
        case .queue:
            let half = NumberText.exact(length / 2, places: 3)
            let items = #"{ "name": "a" }, { "name": "b", "from_s": \#(half) }, { "name": "c", "to_s": \#(half) }"#
            player.append("\"items\": [\(items)]")
        }
        text = """
            { "network": { \(network.joined(separator: ", ")) },
              "media": { "kind": "\(media.rawValue)", "duration_s": \(NumberText.exact(length, places: 3)), \(own) },
              "player": { \(player.joined(separator: ", ")) }, "until_s": \(21 + below(20)),
              "script": [\(actions.map { "{ \($0) }" }.joined(separator: ",\n    "))] }
            """
    }
}

import PlayerModel
import Testing

@testable import Simulation

/// A scenario that others are made from by adding to it: to its network, or to the whole.
struct PlainCase: Sendable {
    let network: JSONPart
    let media: JSONPart
    var player: JSONPart = ""
    var script: [JSONPart] = [.load(), .play()]

    func text(network more: JSONPart = "", _ whole: JSONPart = "") -> ScenarioText {
        ScenarioText(network: network.and(more), media: media, player: player, script: script, more: whole)
    }
}

/// The figures of all players of a run, by their names.
private func figures(_ text: ScenarioText) throws -> [[Int64?]] {
    try text.run().players.map { player in Metric.all.map { player[$0.name] } }
}

@Suite("What cannot matter changes nothing")
struct VainTests {
    private static let ladder: JSONPart = .hls([2000, 500], duration_s: 40, segment_s: 4)
    private static let limit: JSONPart = #""value_kbps": 1000"#

    static let plain: [PlainCase] = [
        // An app limits what it plays, or what comes next; and a layer comes late.
        PlainCase(
            network: .fluid(4000), media: ladder,
            script: [.load(), .play(), .does(9, "set_preferred_peak_bit_rate", limit)]),
        PlainCase(
            network: .fluid(4000), media: ladder,
            script: [
                .load(), .play(), .does(29, "unload"), .does(29.5, "set_preferred_peak_bit_rate", limit), .load(30),
                .play(30),
            ]),
        PlainCase(
            network: .fluid(4000),
            media: .hls(
                [
                    #""bitrate_kbps": 2000, "width": 1280, "height": 720"#,
                    #""bitrate_kbps": 500, "width": 640, "height": 360"#,
                ], duration_s: 40, segment_s: 4),
            player: #""layer": { "width": 568, "height": 320, "attached": "late" }"#),
        // Nothing is given up, and nothing replaced, for another variant.
        PlainCase(
            network: .fluid(nil, #""phases": [{ "for_s": 10, "down_kbps": 4000 }, { "down_kbps": 900 }]"#),
            media: ladder, player: #""abandon_segment": "dash.js", "replace_segment": "left""#),
        PlainCase(network: .fluid(2500), media: ladder, player: #""switching": "throughput""#),
        PlainCase(network: .link(3000, #""delay_ms": 20"#), media: .hls([800, 300], duration_s: 12, segment_s: 4)),
        // Bytes are on their way when the viewer leaves, and nothing more happens.
        PlainCase(
            network: .link(300, #""delay_ms": 300"#), media: .hls([400], duration_s: 20, segment_s: 4),
            script: [.load(), .play(), .does(4, "leave")]),
    ]

    @Test(
        "a fault that no request meets, an outage or another app after the end, or one event less of millions",
        arguments: plain)
    func vain(one: PlainCase) throws {
        let own = try figures(one.text())
        let fault: JSONPart = #""faults": [{ "of": "video", "status": 503, "request": 1000000 }]"#
        #expect(try figures(one.text(network: fault)) == own)
        #expect(try figures(one.text(network: #""outages": [{ "at_s": 80000, "for_s": 1 }]"#)) == own)
        #expect(try figures(one.text(#""traffic": [{ "kind": "bounded", "bytes": 1000, "at_s": 86000 }]"#)) == own)
        #expect(try figures(one.text(#""max_events": 4999999"#)) == own)
    }

    /// A seek calls off what is under way, mostly in the middle of a byte. Whoever is alone on the network has had all
    /// that it carried, and whoever is not has books: both have had the same bytes.
    @Test("a player beside it that never loads, wherever seeks are", arguments: Thoroughness.draws(40, of: 2000))
    func idlePlayer(seed: UInt64) throws {
        var random = RandomStream(seed: seed, name: "idle player")
        let capacity = JSONPart("\(500 + random.below(2500))")
        let rate = JSONPart("\(300 + random.below(2500))")
        let media: JSONPart =
            seed % 2 == 0
            ? .progressive(rate, duration_s: 60) : .hls([rate, "200"], duration_s: 60, segment_s: 2)
        var script: [JSONPart] = [.load(), .play()]
        var at = 1000 + random.below(5000)
        for _ in 0..<3 {
            script.append(.does("\(Double(at) / 1000)", "seek", "\"to_s\": \(random.below(50))"))
            at += 100 + random.below(5000)
        }
        let network = JSONPart.fluid(capacity, "\"delay_ms\": \(random.below(100))")
        let rules: JSONPart = #""keep_up": "play-through", "switching": "throughput""#
        let own = ScenarioText(name: "a", media: media, player: rules, script: script)
        let idle = ScenarioText(
            name: "b", media: .progressive(100, duration_s: 10), script: [.does(0, "pause")])
        let alone = ScenarioText(network: network, media: media, player: rules, script: script, until_s: 120)
        let beside = ScenarioText(network: network, players: [own, idle], until_s: 120)
        #expect(try figures(beside)[0] == figures(alone)[0])
    }

    private static let ladders: [[JSONPart]] = [[300, 900, 2000], [300, 750, 1200, 1850, 2850, 4300]]

    /// They are rungs of no ladder's.
    @Test("copies of all variants on another pathway, to which nobody turns", arguments: ladders)
    func copies(ladder: [JSONPart]) throws {
        func own(_ more: JSONPart) -> ScenarioText {
            ScenarioText(
                network: .fluid(3000), media: .hls(ladder, duration_s: 36, segment_s: 4, more),
                player: #""profile": "avplayer""#)
        }
        #expect(try figures(own(#""pathways": ["a", "b"]"#)) == figures(own("")))
    }

    private static func variants(_ one: PlainCase) throws -> [Int32] {
        try one.text().judgedRun().player(0).playback.loads.filter { $0.track == 0 }.map { $0.variant + 1 }
    }

    @Test("whoever stays with one variant leaves it for a limit, and begins another item within it")
    func limits() throws {
        func times(_ variant: Int32, _ count: Int) -> [Int32] { Array(repeating: variant, count: count) }
        // A segment of 2 Mbit/s takes 2 s; that which is under way at 9 s still comes.
        #expect(try Self.variants(Self.plain[0]) == times(1, 5) + times(2, 5))
        #expect(try Self.variants(Self.plain[1]) == times(1, 10) + times(2, 10))
        #expect(try Self.variants(Self.plain[2]) == [1] + times(2, 9))
        for one in Self.plain[..<3] { #expect(try one.text().read().warnings.isEmpty) }
    }
}

@Suite("Of nothing that changes a run is it said that it does nothing")
struct UntrueWarningTests {
    /// A scenario with a key, and another one without it, or with another value.
    struct Pair: Sendable {
        let with: ScenarioText
        let without: ScenarioText

        init(_ with: JSONPart, _ without: JSONPart, _ make: @Sendable (JSONPart) -> ScenarioText) {
            (self.with, self.without) = (make(with), make(without))
        }
    }

    private static func event(_ more: JSONPart, _ asset: JSONPart) -> JSONPart {
        "\"interstitials\": [\(JSONPart.object([more, "\"assets\": [\(asset)]"]))]"
    }

    /// One variant, and something in between that has several, or a gap.
    private static func shown(_ variants: [JSONPart], _ player: JSONPart, fault: JSONPart = "") -> ScenarioText {
        let asset: JSONPart = .hls(variants, duration_s: 24, segment_s: 4)
        return ScenarioText(
            network: .fluid(3000, fault),
            media: .hls([500], duration_s: 40, event(#""at_s": 20, "resumption_offset_s": 0"#, asset)), player: player
        )
    }

    static let rules = [
        Pair(#""switching": "throughput""#, "") { shown([400, 2000], $0) },
        Pair(#""gaps": "hls.js""#, "") { shown([#""bitrate_kbps": 400, "gaps_s": [12]"#], $0) },
        Pair(#""fail_over": "hls.js""#, "") {
            shown(
                [300, 400, 600], $0,
                fault: #""faults": [{ "of": "video", "player": "interstitials", "status": 404, "variant": 1 }]"#)
        },
        // The second of several media has several variants.
        Pair(#""switching": "throughput", "#, "") {
            let codecs = #""codecs": ["avc1.4d401e", "mp4a.40.2"]"#
            return ScenarioText(
                network: .fluid(3000),
                media: .list([
                    .hls(["\"bitrate_kbps\": 400, \(codecs)"], name: "one", duration_s: 20, segment_s: 4),
                    .hls(
                        ["\"bitrate_kbps\": 400, \(codecs)", "\"bitrate_kbps\": 2000, \(codecs)"], name: "two",
                        duration_s: 40, segment_s: 4),
                ]),
                player: """
                    \($0)"class": "AVQueuePlayer", \
                    "items": [{ "media": "one", "name": "a" }, { "media": "two", "name": "b" }]
                    """)
        },
    ]

    /// Starts after 3 s or after 5 s of what is loaded: where something begins within a segment of 6 s, one of them may
    /// be enough for the one and not for the other.
    private static func thresholds(_ make: @Sendable (JSONPart) -> ScenarioText) -> Pair {
        func rule(_ start: Int) -> JSONPart {
            "\"keep_up\": { \"rule\": \"fixed-seconds\", \"start_s\": \(start), \"after_stall_s\": 5.5 }"
        }
        return Pair(rule(3), rule(5), make)
    }

    static let starts = [
        thresholds {
            let shown: JSONPart = .hls([300], duration_s: 6)
            let late = event(#""at_s": 9, "resumption_offset_s": 24"#, shown)
            return ScenarioText(
                network: .fluid(900), media: .hls([800], duration_s: 60, segment_s: 6, late), player: $0)
        },
        thresholds {
            let viewer: JSONPart = #""viewer": { "seeks": [{ "after_s": 3, "to_s": 80 }] }"#
            return ScenarioText(
                network: .fluid(900), media: .hls([800], duration_s: 120, segment_s: 6), player: $0.and(viewer))
        },
        thresholds {
            ScenarioText(
                network: .fluid(900), media: .hls([800], duration_s: 120, segment_s: 6), player: $0,
                script: [.load(), .play(), .does(9, "seek", #""to_s": 80"#)])
        },
    ]

    private static let outage: JSONPart = #""delay_ms": 10, "outages": [{ "at_s": 12, "for_s": 30 }]"#
    private static let own: JSONPart = """
        "segment_requests": "hls.js", "playlist_requests": "hls.js", "multivariant_requests": "hls.js"
        """
    private static let stream: JSONPart = .hls([300], duration_s: 60, segment_s: 4)

    static let requests = [
        // One player says how its requests go, the other one goes by the network; and so does another app.
        Pair(#""timeout_s": 3"#, "") {
            ScenarioText(
                network: .link(900, outage.and($0)),
                players: [
                    ScenarioText(name: "A", media: stream, player: own), ScenarioText(name: "B", media: stream),
                ], until_s: 120)
        },
        Pair(#""retry_count": 9, "timeout_s": 4"#, #""timeout_s": 4"#) {
            ScenarioText(
                network: .link(900, outage.and($0)), media: stream, player: own, until_s: 120,
                more: #""traffic": [{ "kind": "bounded", "bytes": 2700000, "at_s": 1 }]"#)
        },
        // A playlist is kept back until it is refused.
        Pair(#""playlist_requests": "mpv""#, "") {
            ScenarioText(
                network: .fluid(8000, #""delay_ms": 10"#),
                media: .hls(
                    [1000], duration_s: 300, segment_s: 4,
                    #""live": { "part_s": 1, "outages": [{ "from_s": 20, "to_s": 60 }] }"#), player: $0, until_s: 120)
        },
    ]

    @Test("of rules for what is shown, of two thresholds, of requests", arguments: rules + starts + requests)
    func untrue(pair: Pair) throws {
        #expect(try pair.with.read().warnings.map { $0.message } == [])
        #expect(try figures(pair.with) != figures(pair.without))
    }
}

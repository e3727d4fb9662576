import PlayerModel
import Testing

@testable import Simulation

/// A technique of session 503 and the time that it saves (A.48–A.63), on a link on which a round trip takes 100 ms,
/// and a byte a microsecond.
private struct Technique: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let without: ScenarioText
    let with: ScenarioText
    /// In microseconds: round trips, and bytes.
    let saving: Int64
    /// How many exchanges begin before the person asks: without the technique, and with it.
    var early: (without: Int, with: Int) = (0, 0)

    /// The bytes of each step: multivariant playlist, key, video playlist with initialization section, and a segment
    /// of 200 kbit/s.
    static let playlist: Int64 = 2000
    static let key: Int64 = 1000
    static let video: Int64 = 3000 + 800
    static let segment: Int64 = 100_000
    static let roundTrip: Int64 = 100_000
    /// The same of 800 kbit/s.
    static let largeSegment: Int64 = 400_000

    static func scenario(
        variants: [Int64] = [200], player: JSONPart = "", script: [JSONPart] = tapped, traffic: JSONPart? = nil
    ) -> ScenarioText {
        let ladder = variants.map { bitRate -> JSONPart in
            """
            "bitrate_kbps": \(bitRate), "width": \(bitRate * 2), "height": \(bitRate), "playlist_bytes": 3000,
            "init_bytes": 800
            """
        }
        return ScenarioText(
            network: .fluid(8000, #""delay_ms": 50, "request_bytes": 0"#),
            media: .hls(
                ladder, duration_s: 12, segment_s: 4,
                #""multivariant_playlist_bytes": 2000, "key_bytes": 1000, "session_key": true"#),
            player: JSONPart(#""keep_up": "first-chunk""#).and(player), script: script,
            more: traffic.map { #""traffic": [\#($0)]"# } ?? "")
    }

    static let tapped: [JSONPart] = [.does(10, "tap"), .load(10), .play(10)]
    static let values = JSONPart.does(0, "load_values")
}

private let techniques = [
    Technique(
        testDescription: "the playlist before the tap (A.49): its round trip and bytes",
        without: Technique.scenario(),
        with: Technique.scenario(script: [Technique.values] + Technique.tapped),
        saving: Technique.roundTrip + Technique.playlist, early: (0, 1)),
    Technique(
        testDescription: "the key as well (A.51): one round trip more, and its bytes",
        without: Technique.scenario(script: [Technique.values] + Technique.tapped),
        with: Technique.scenario(script: [.does(0, "preload_keys"), Technique.values] + Technique.tapped),
        saving: Technique.roundTrip + Technique.key, early: (1, 2)),
    Technique(
        testDescription: "the media as well (A.52): all five round trips, and all bytes",
        without: Technique.scenario(),
        with: Technique.scenario(
            player: #""preferred_forward_buffer_duration_s": 4"#,
            script: [.load(), .does(10, "tap"), .play(10)]),
        saving: 5 * Technique.roundTrip + Technique.playlist + Technique.key + Technique.video + Technique.segment,
        early: (0, 5)),
    Technique(
        testDescription: "the layer before the item (A.55): the difference of two segments, and no round trip",
        without: Technique.scenario(
            variants: [800, 200], player: #""layer": { "width": 400, "height": 200, "attached": "late" }"#),
        with: Technique.scenario(
            variants: [800, 200], player: #""layer": { "width": 400, "height": 200, "attached": "early" }"#),
        saving: Technique.largeSegment - Technique.segment),
    Technique(
        testDescription: "a minimum acceptable quality (A.58), in the place of the highest",
        without: Technique.scenario(variants: [800, 200], player: #""first_variant": "highest""#),
        with: Technique.scenario(
            variants: [800, 200],
            player: #""first_variant": { "rule": "minimum-acceptable", "screen_width": 400, "screen_height": 200 }"#
        ),
        saving: Technique.largeSegment - Technique.segment),
    Technique(
        testDescription: "the last access log as the guess (A.59), in the place of the first listed",
        without: Technique.scenario(variants: [800, 200]),
        with: Technique.scenario(
            variants: [800, 200], player: #""first_variant": { "rule": "access-log", "last_observed_kbps": 700 }"#),
        saving: Technique.largeSegment - Technique.segment),
    Technique(
        testDescription: "option A (A.60): a sorted playlist, and preferredPeakBitRate in bits",
        without: Technique.scenario(variants: [800, 200]),
        with: Technique.scenario(variants: [800, 200], player: #""preferred_peak_bitrate_bps": 700000"#),
        saving: Technique.largeSegment - Technique.segment),
    Technique(
        testDescription: "option B (A.61): the playlist rewritten, with the wanted variant first",
        without: Technique.scenario(variants: [800, 200]), with: Technique.scenario(variants: [200, 800]),
        saving: Technique.largeSegment - Technique.segment),
    Technique(
        testDescription: "no code of the app's own before the player is called (A.62): as long as it takes",
        without: Technique.scenario(
            script: [.does(10, "tap"), .load(11.2), .play(11.2)]),
        with: Technique.scenario(), saving: 1_200_000),
    Technique(
        testDescription: "other traffic suspended (A.62): half of the link, so as long again as all bytes take",
        without: Technique.scenario(traffic: #"{ "kind": "greedy", "name": "another download" }"#),
        with: Technique.scenario(),
        saving: Technique.playlist + Technique.key + Technique.video + Technique.segment),
    Technique(
        testDescription: "the rate set at once (A.20), in the place of waiting until keep-up is seen at a poll",
        without: Technique.scenario(
            script: [.does(10, "tap"), .load(10), .play(11)]),
        with: Technique.scenario(),
        saving: 1_000_000
            - (5 * Technique.roundTrip + Technique.playlist + Technique.key + Technique.video + Technique.segment)),
]

@Suite("Techniques for a quick start")
struct TechniquesTests {
    @Test("save what the round trips and bytes come to, to the microsecond", arguments: techniques)
    fileprivate func saving(_ technique: Technique) throws {
        let (without, with) = (try technique.without.run(), try technique.with.run())
        let startups = (try #require(without["startup_time_s"]), try #require(with["startup_time_s"]))
        #expect((startups.0 - startups.1 + 500) / 1000 == technique.saving)
        #expect(Waterfall.text(without.player(0)).contains("before it \(Self.count(technique.early.without))"))
        #expect(Waterfall.text(with.player(0)).contains("before it \(Self.count(technique.early.with))"))
    }

    @Test("without any, five round trips and all bytes are waited for")
    func none() throws {
        let run = try Technique.scenario().run()
        let bytes = Technique.playlist + Technique.key + Technique.video + Technique.segment
        #expect(run["startup_time_s"] == (5 * Technique.roundTrip + bytes) * 1000)
    }

    @Test("a tap is what the wait is counted from, and nothing else comes of it")
    func tap() throws {
        let run = try Technique.scenario(script: [.does(3, "tap")]).run()
        #expect(run["startup_time_s"] == nil)
        #expect(run["down_bytes"] == 0)
        let late = try Technique.scenario(script: Technique.tapped + [.does(12, "tap")]).run()
        #expect(late["startup_time_s"] == (try Technique.scenario().run())["startup_time_s"], "the first counts")
    }

    private static func count(_ exchanges: Int) -> String {
        "\(exchanges) \(exchanges == 1 ? "exchange" : "exchanges")"
    }
}

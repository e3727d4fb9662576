import PlayerModel
import Testing

@testable import Simulation

@Suite("A template with values is the scenario that a reading makes of both")
struct ScenarioTemplateTests {
    private typealias Setting = ScenarioReader.Setting

    private static let one = """
        {"media": {"kind": "hls", "duration_s": 30, "variants": [{"bitrate_kbps": 500}, {"bitrate_kbps": 900}]},
         "network": {"down_kbps": 900}, "player": "avplayer"}
        """
    private static let two = """
        {"players": [
            {"name": "a", "media": {"kind": "progressive", "duration_s": 20, "bitrate_kbps": 500}},
            {"name": "b", "player": {"default_rate": 1.5},
             "media": {"kind": "hls", "duration_s": 30, "variants": [{"bitrate_kbps": 500}]}}],
         "network": {"down_kbps": 1200, "faults": [{"status": 503, "from_s": 3, "to_s": 5}]}}
        """

    /// A text, the settings that stay, and lists of values of keys: nil takes a key away.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        var fixed: [(path: String, value: String?)] = []
        let values: [[(path: String, value: String)]]
    }

    static let cases = [
        Case(
            testDescription: "numbers of two members", text: one,
            values: ["900", "1500", "7.5", "-3", "many"].map {
                [("network.down_kbps", $0), ("player.keep_up.start_s", "2.5")]
            }),
        Case(
            testDescription: "a rule, and a number within it that stays", text: one,
            fixed: [("player.keep_up.start_s", "4"), ("seed", "3")],
            values: ["exoplayer", "fixed-seconds", "play-thruogh", #"{"rule": "fixed-seconds", "start_s": 1}"#].map {
                [("player.keep_up", $0)]
            }),
        Case(
            testDescription: "a member that stays, and a number within it", text: one,
            fixed: [("network", #"{"down_kbps": 700}"#), ("player", nil), ("media.duration_s", "12")],
            values: [[("network.delay_ms", "40")], [("network.delay_ms", "90")]]),
        Case(
            testDescription: "a member that was not there", text: one, fixed: [("network", nil)],
            values: [[("until_s", "5"), ("seed", "4")], [("until_s", "0"), ("seed", "4")]]),
        Case(
            testDescription: "a member of one of several players", text: two,
            values: ["2", "0.5", "x"].map {
                [("players.1.player.default_rate", $0), ("players.0.media.bitrate_kbps", "400")]
            }),
        Case(
            testDescription: "what its whole player has anyway", text: one, fixed: [("player.drain_s", "10")],
            values: ["10", "50"].map { [("player.switching", "throughput"), ("player.buffer_goal.length_s", $0)] }),
        Case(
            testDescription: "what its whole player has anyway, said by the template", text: one,
            fixed: [("player.drain_s", "10")], values: [[("network.delay_ms", "40")]]),
        Case(
            testDescription: "what is wrong only beside the rest", text: two,
            values: [[("players.1.name", "a")], [("players.1.name", "c")], [("network.faults.1", "{}")]]),
        Case(
            testDescription: "what nobody knows", text: one,
            values: [[("media.nothing", "1")], [("network.trace", "no-such-file.csv")], [("media.kind", "local")]]),
    ]

    private static func settings(_ pairs: [(path: String, value: String?)]) -> [Setting] {
        pairs.map { Setting(path: $0.path, value: $0.value ?? "", takesAway: $0.value == nil) }
    }

    @Test("equal runs, and none where a reading finds fault", arguments: cases)
    func same(_ own: Case) throws {
        let file = SourceText(file: "a.json", bytes: Array(own.text.utf8))
        let fixed = Self.settings(own.fixed)
        let template = try #require(
            ScenarioTemplate(
                file, settings: fixed, changing: own.values[0].map { $0.path }, companions: Companions(), as: .whole))
        for values in own.values {
            let some = Self.settings(values.map { ($0.path, $0.value) })
            let expected = ScenarioReader.read(file, settings: fixed + some).scenario
            let changes = values.map { $0.path } == own.values[0].map { $0.path }
            let scenario = template.scenario(some)
            // Other keys than those that were named may be refused.
            if changes { #expect((scenario == nil) == (expected == nil), "\(values)") }
            guard let scenario, let expected else { continue }
            #expect(try Run(scenario).digest.text == Run(expected).digest.text, "\(values)")
            #expect(scenario.seed == expected.seed)
        }
    }

    @Test("none of a text that is wrong where nothing changes")
    func wrong() {
        for text in ["{", "[]", Self.one.replacing("hls", with: "hsl"), #"{"seed": 1, "seed": 2, "#] {
            let file = SourceText(file: "a.json", bytes: Array(text.utf8))
            #expect(
                ScenarioTemplate(
                    file, settings: [], changing: ["network.down_kbps"], companions: Companions(), as: .whole) == nil)
        }
    }
}

import PlayerModel
import Testing

@testable import Simulation

@Suite("Settings that are parsed once say what they say otherwise")
struct ParsedSettingTests {
    private static let file = SourceText(
        file: "a.json",
        bytes: Array(
            """
            {"media": {"kind": "hls", "duration_s": 30, "variants": [{"bitrate_kbps": 500}]},
             "network": {"down_kbps": 900}}
            """.utf8))

    /// A value that is long, and one that is wrong.
    private static let (ladder, misspelt) = (variants("bitrate_kbps"), variants("bitrate_kpbs"))

    private static func variants(_ key: String) -> String {
        "[" + (3...9).map { "{\"\(key)\": \($0)00}" }.joined(separator: ", ") + "]"
    }

    /// Lists of a path and a value each; nil takes the key away.
    private static let lists: [[(String, String?)]] = [
        [("media.variants", ladder), ("network.delay_ms", "20")],
        [("media.variants", ladder), ("network.delay_ms", "40")],
        [("network", #"{"down_kbps": 700}"#), ("media.duration_s", "12")],
        [("network.down_kbps", nil), ("name", "no JSON at all")],
        [("media.variants", misspelt), ("network.delay_ms", "twenty")],
        [("media.variants.0.bitrate_kbps", "650"), ("media.nothing", "1")],
    ]

    /// What is set besides in a single reading: as many as were reckoned with, fewer, and more.
    private static let others: [[(String, String?)]] = [
        [("player", "hls.js"), ("network.down_kbps", "800")],
        [("network.down_kbps", "850")],
        [("media", #"{"kind": "progressive", "duration_s": 9, "bitrate_kbps": 400}"#), ("seed", "3"), ("name", "b")],
    ]

    private static func settings(_ list: [(String, String?)]) -> [ScenarioReader.Setting] {
        list.map { ScenarioReader.Setting(path: $0.0, value: $0.1 ?? "", takesAway: $0.1 == nil) }
    }

    private static func words(_ reading: ScenarioReader.Reading) -> [String] {
        reading.diagnostics.map { $0.text(sources: reading.sources) }
    }

    @Test("the same scenario and the same faults, at the same places", arguments: lists.indices, others.indices)
    func same(list: Int, other: Int) throws {
        let lists = Self.lists.map(Self.settings)
        let parsed = ScenarioReader.Setting.parsed(lists, beside: Self.settings(Self.others[0]))
        let document = try JSONReader.read(Self.file.bytes, source: 0)
        let besides = Self.settings(Self.others[other])
        let plain = ScenarioReader.read(Self.file, settings: lists[list] + besides)
        let own = ScenarioReader.read(Self.file, parsedTo: document, settings: parsed[list] + besides)
        #expect(Self.words(own) == Self.words(plain))
        #expect((own.scenario == nil) == (plain.scenario == nil))
        guard let scenario = own.scenario, let expected = plain.scenario else { return }
        #expect(try Run(scenario).digest.text == Run(expected).digest.text)
        #expect(scenario.name == expected.name)
    }
}

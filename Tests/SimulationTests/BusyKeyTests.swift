import Testing

@testable import Simulation

/// Whoever takes out what is said to do nothing has the same run.
@Suite("A key that does something is not said to do nothing")
struct BusyKeyTests {
    /// The scenario, and whether a warning says of a key that it does nothing, or is what a profile has without it.
    private static func read(_ text: ScenarioText, _ key: String) throws -> (scenario: Scenario, isWarnedOf: Bool) {
        let scenario = try text.read()
        let words = ["'\(key)' does nothing here", "'\(key)' is what "]
        return (scenario, scenario.warnings.contains { warning in words.contains { warning.message.hasPrefix($0) } })
    }

    private static func isSame(_ one: Scenario, _ other: Scenario) throws -> Bool {
        try Run(one).digest == Run(other).digest
    }

    @Test(
        "'fail_over' of a live stream with one variant, with which some rules begin anew",
        arguments: ["avplayer", "shaka", "exoplayer"], ["avfoundation", "shaka", "exoplayer"])
    func failOver(profile: String, rule: String) throws {
        func text(_ more: JSONPart) -> ScenarioText {
            ScenarioText(
                network: .fluid(3000, #""faults": [{"status": 503, "of": "video", "from_s": 20, "to_s": 40}]"#),
                media: .hls([500], duration_s: 300, segment_s: 2, #""live": {"window_s": 20}"#),
                player: "\"profile\": \"\(profile)\"\(more)", until_s: 120)
        }
        let (with, isWarnedOf) = try Self.read(text(", \"fail_over\": \"\(rule)\""), "fail_over")
        let isSame = try Self.isSame(with, text("").read())
        #expect(!isWarnedOf || isSame)
        #expect(!isSame || (profile == "shaka") == (rule == "shaka"))
    }

    @Test(
        "'segment_requests' over a network that says how long a request may take",
        arguments: ["", "\"timeout_s\": 60, "])
    func requests(patience: String) throws {
        let outage = #""outages": [{"at_s": 3, "for_s": 100}]"#
        func text(_ more: JSONPart) -> ScenarioText {
            ScenarioText(
                network: "\(patience)\"transport\": \"tcp\", \"down_kbps\": 767, \(outage)",
                media: .hls([300], duration_s: 60, segment_s: 6), player: "\"profile\": \"firefox\"\(more)",
                until_s: 300)
        }
        let (with, isWarnedOf) = try Self.read(text(", \"segment_requests\": \"firefox\""), "segment_requests")
        #expect(isWarnedOf == patience.isEmpty)
        #expect(try Self.isSame(with, text("").read()) == patience.isEmpty)
    }

    @Test("a fault by chance that hits nothing stands before no slow server", arguments: [true, false])
    func slowServer(hasChance: Bool) throws {
        let chance = hasChance ? #"{"status": 503, "of": "video", "percent": 0.01}, "# : ""
        let run = try ScenarioText(
            network: .fluid(767, "\"faults\": [\(chance){\"body_kbps\": 8, \"of\": \"video\", \"chunk\": 5}]"),
            media: .hls([200], duration_s: 60, segment_s: 6), until_s: 60
        ).judgedRun()
        let story = try WhyText.text(run).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(story.contains("of a server that sends 8 kbit/s at most"))
    }
}

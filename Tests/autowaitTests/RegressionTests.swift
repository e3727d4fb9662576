import Foundation
import Testing

@testable import autowait

@Suite("autowait test")
struct RegressionTests {
    private static let scenario = """
        {"network": {"transport": "fluid", "down_kbps": 1000},
         "media": {"kind": "progressive", "duration_s": 3, "bitrate_kbps": 500},
         "expect": {"stall_count": 0}}
        """

    private func write(_ text: String, _ name: String, in folder: URL) throws {
        try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("a scenario without a golden is CHANGED, --update writes it whole, and then it is ok")
    func update() throws {
        try Place.withFolder { folder in
            try write(Self.scenario, "a.json", in: folder)
            let first = Autowait.reply(to: ["test", folder.path])
            #expect(first.code == .regression)
            #expect(first.output.contains("there is no golden yet"))
            #expect(try names(in: folder) == ["a.json"])
            let second = Autowait.reply(to: ["test", "--update", folder.path])
            #expect(second.code == .asExpected)
            #expect(second.output.contains("1 updated"))
            #expect(try names(in: folder) == ["a.golden", "a.json"])
            #expect(Autowait.reply(to: ["test", folder.path]).output.hasSuffix("\n1 scenario: ok.\n"))
        }
    }

    @Test("a changed timeline with expectations met is CHANGED, with the lines that differ")
    func changed() throws {
        try Place.withFolder { folder in
            try write(Self.scenario, "a.json", in: folder)
            _ = Autowait.reply(to: ["test", "--update", folder.path])
            try write(Self.scenario.replacingOccurrences(of: "1000", with: "1001"), "a.json", in: folder)
            let reply = Autowait.reply(to: ["test", folder.path])
            #expect(reply.code == .regression)
            #expect(reply.output.contains("CHANGED"))
            #expect(reply.output.contains("- network  fluid, 1000 kbit/s down"))
            #expect(reply.output.contains("+ network  fluid, 1001 kbit/s down"))
            #expect(reply.output.contains("1 CHANGED (--update accepts it)"))
        }
    }

    /// Rules and the parameters of theirs that are moved by a nanosecond.
    static let rules = [
        ("play-through", "hysteresis_s", "0.1"), ("fixed-seconds", "start_s", "2"), ("fixed-wait", "wait_s", "2"),
        ("exoplayer", "start_s", "1"), ("shaka", "starving_s", "0.5"), ("vlc", "network_caching_s", "1"),
        ("firefox-canplaythrough", "margin_s", "1"),
    ]

    @Test(
        "a nanosecond more in a keep-up rule turns the build red, with a difference that can be seen",
        arguments: rules)
    func nanosecond(rule: String, parameter: String, value: String) throws {
        try Place.withFolder { folder in
            func scenario(_ value: String) -> String {
                let player = #""player": {"keep_up": {"rule": "\#(rule)", "\#(parameter)": \#(value)}}, "expect""#
                return Self.scenario.replacingOccurrences(of: "\"expect\"", with: player)
            }
            try write(scenario(value), "a.json", in: folder)
            _ = Autowait.reply(to: ["test", "--update", folder.path])
            let more = value + (value.contains(".") ? "" : ".") + (value.contains(".") ? "00000001" : "000000001")
            try write(scenario(more), "a.json", in: folder)
            let reply = Autowait.reply(to: ["test", folder.path])
            #expect(reply.code == .regression)
            let lines = reply.output.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            let old = try #require(
                lines.firstIndex { $0.hasPrefix("- keep up") && $0.contains("\(parameter) \(value) s") })
            #expect(lines[old + 1].hasPrefix("+ keep up") && lines[old + 1].contains("\(parameter) \(more) s"))
            #expect(lines[old + 2] == "\(value) → \(more): +0.000000001")
            // A removed line never looks the same as an added one.
            let gone = lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst() }
            #expect(!lines.contains { $0.hasPrefix("+ ") && gone.contains($0.dropFirst()) })
        }
    }

    @Test("an unmet expectation is FAIL at its place, and --update does not accept it")
    func failed() throws {
        try Place.withFolder { folder in
            try write(Self.scenario, "a.json", in: folder)
            _ = Autowait.reply(to: ["test", "--update", folder.path])
            let golden = try String(contentsOf: folder.appendingPathComponent("a.golden"), encoding: .utf8)
            try write(Self.scenario.replacingOccurrences(of: "count\": 0", with: "count\": 2"), "a.json", in: folder)
            let reply = Autowait.reply(to: ["test", "--update", folder.path])
            #expect(reply.code == .regression)
            #expect(reply.output.contains("a.json:3:13: error: stall_count is 0, must be 2"))
            #expect(try String(contentsOf: folder.appendingPathComponent("a.golden"), encoding: .utf8) == golden)
        }
    }

    @Test("a golden that has lost its scenario, and a file that is no scenario, fail")
    func orphans() throws {
        try Place.withFolder { folder in
            try write("old", "gone.golden", in: folder)
            try write("{}", "bad.json", in: folder)
            let reply = Autowait.reply(to: ["test", folder.path])
            #expect(reply.code == .regression)
            #expect(reply.output.contains("its scenario is gone"))
            #expect(reply.errors.contains("bad.json:1:1: error: 'media' is missing"))
            #expect(reply.output.hasSuffix("\n2 scenarios: 2 FAIL.\n"))
        }
    }

    @Test("an exception that nobody expects fails, and one that is expected must come")
    func exceptions() throws {
        let raising = Self.scenario.replacingOccurrences(
            of: "\"expect\": {", with: "\"script\": [{\"at_s\": 0, \"do\": \"set_rate_at_host_time\"}], \"expect\": {"
        )
        try Place.withFolder { folder in
            try write(raising, "a.json", in: folder)
            #expect(Autowait.reply(to: ["test", folder.path]).output.contains("no exception is expected"))
            let expecting = "\"expect\": {\"exception\": \"NSInvalidArgumentException\", "
            // It raises where it is asked to play, so that playback never comes.
            let never = raising.replacingOccurrences(of: "\"stall_count\": 0", with: "\"stall_count\": null")
            try write(never.replacingOccurrences(of: "\"expect\": {", with: expecting), "a.json", in: folder)
            #expect(Autowait.reply(to: ["test", "--update", folder.path]).code == .asExpected)
            try write(Self.scenario.replacingOccurrences(of: "\"expect\": {", with: expecting), "a.json", in: folder)
            #expect(Autowait.reply(to: ["test", folder.path]).output.contains("no exception is raised"))
        }
    }

    @Test("the command finds every shipped scenario as it is expected, and nothing that is of none")
    func shipped() throws {
        #expect(Shipped.tested.isAsExpected, "\(Shipped.tested.output)\(Shipped.tested.errors)")
    }

    @Test("a golden is a page")
    func goldens() throws {
        for golden in Place.files(in: "Scenarios", ending: ".golden") {
            #expect(
                try Place.text(golden).components(separatedBy: "\n").count <= 81, "\(golden) is longer than 80 lines")
        }
    }

    @Test("two processes print the same bytes")
    func processes() throws {
        let line = "autowait run --trace --format json Scenarios/field-reports/seek-waits-again.json"
        let first = try Place.shell(line)
        #expect(first.code == 0)
        #expect(first.output.count > 10_000)
        #expect(try Place.shell(line) == first)
    }
}

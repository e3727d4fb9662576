import PlayerModel
import Testing

@testable import Simulation

@Suite("Those who share a link")
struct SharingTests {
    private static func stream(_ name: String, from start: Int = 0) -> String {
        """
        { "name": "\(name)",
          "media": { "kind": "hls", "duration_s": 20, "segment_s": 4, "variants": [{ "bitrate_kbps": 1000 }] },
          "script": [{ "at_s": \(start), "do": "load" }, { "at_s": \(start), "do": "play" }] }
        """
    }

    private static func run(_ network: String, _ rest: String) throws -> Run {
        try Run("{ \"network\": { \(network) }, \(rest) }")
    }

    private static func loads(_ run: Run, of player: Int) -> [Instant] {
        run.player(player).playback.loads.map { $0.at }
    }

    /// Two alike have the same times, and each half of what one alone has.
    @Test func `two players have half of the link each`() throws {
        let network = "\"transport\": \"fluid\", \"down_kbps\": 3000"
        let both = try Self.run(network, "\"players\": [\(Self.stream("a")), \(Self.stream("b"))]")
        let alone = try Self.run(
            "\"transport\": \"fluid\", \"down_kbps\": 1500", "\"players\": [\(Self.stream("a"))]")
        #expect(Self.loads(both, of: 0) == Self.loads(both, of: 1))
        #expect(Self.loads(both, of: 0) == Self.loads(alone, of: 0))
        for player in 0..<2 {
            #expect(both.player(player).words("observed_throughput_kbps") == "1500 kbit/s", "what is one's own")
        }
    }

    /// What one has measured is not what the other has had.
    @Test(arguments: ["fluid", "tcp"])
    func `nobody counts another's bytes`(transport: String) throws {
        let run = try Self.run(
            "\"transport\": \"\(transport)\", \"down_kbps\": 6000, \"delay_ms\": 10",
            """
            "players": [\(Self.stream("a")), \(Self.stream("b", from: 1)), \(Self.stream("c", from: 2))],
            "traffic": [
              { "kind": "periodic", "bytes": 50000, "every_s": 1 }, { "kind": "greedy", "at_s": 2, "for_s": 2 }
            ]
            """)
        for player in 0..<3 {
            let own = run.player(player)
            #expect(own["down_bytes"] == 2_500_000)
            #expect(own["end_reached"] == 1)
            #expect(try #require(own["observed_throughput_kbps"]) < 6_000_000)
        }
        #expect(run.outcome.end == .nothingMoreHappens, "other apps go on, but nobody notices")
        #expect(run.outcome.pending == 0)
    }

    /// Events of other apps are nobody's.
    @Test(arguments: ["fluid", "tcp"])
    func `every event has words, whoever it is for`(transport: String) throws {
        let scenario = try readScenario(
            """
            { "network": { "transport": "\(transport)", "down_kbps": 6000, "delay_ms": 10 },
              "players": [\(Self.stream("a")), \(Self.stream("b"))],
              "traffic": [{ "kind": "periodic", "bytes": 50000, "every_s": 1 }] }
            """)
        let run = try Run(scenario, tracing: .events)
        let lines = run.trace.entries.map { TraceText.line($0, scenario) }
        #expect(lines.contains { $0.contains("  a: loader     loaded chunk 0") })
        #expect(lines.contains { $0.contains("  b: player     timeControlStatus playing") })
        #expect(JSONReport.text(run, includingTrace: true).contains("\"trace\""))
    }

    /// A share is free at the nanosecond at which a flow leaves, and taken at the one at which it comes.
    @Test func `another app takes its share for as long as it is there`() throws {
        // 1 MB at 4 Mbit/s is 2 s alone. From 1 s on half of it is left, until 1.5 s.
        let run = try Self.run(
            "\"transport\": \"fluid\", \"down_kbps\": 4000, \"request_bytes\": 0",
            """
            "media": { "kind": "hls", "duration_s": 8, "segment_s": 8, "variants": [{ "bitrate_kbps": 1000 }] },
            "traffic": [{ "kind": "greedy", "at_s": 1, "for_s": 0.5 }]
            """)
        #expect(Self.loads(run, of: 0) == [.zero + .milliseconds(2250)])
    }

    /// 0.25 MB is there after 0.5 s at half of the link, and the rest of the stream has all of it.
    @Test func `a bounded download leaves when it is done`() throws {
        let run = try Self.run(
            "\"transport\": \"fluid\", \"down_kbps\": 8000, \"request_bytes\": 0",
            """
            "media": { "kind": "hls", "duration_s": 8, "segment_s": 8, "variants": [{ "bitrate_kbps": 1000 }] },
            "traffic": [{ "kind": "bounded", "bytes": 250000 }]
            """)
        #expect(Self.loads(run, of: 0) == [.zero + .milliseconds(1250)])
    }

    /// Over tcp windows and the queue decide; over three segments it comes to about the same.
    @Test(arguments: [1, 3, 7] as [Int64])
    func `over tcp shares are about equal`(others: Int64) throws {
        let rate = 1_000 * (others + 1)
        let run = try Self.run(
            "\"down_kbps\": \(rate), \"up_kbps\": 2000, \"delay_ms\": 10",
            """
            "media": { "kind": "hls", "duration_s": 60, "segment_s": 20, "variants": [{ "bitrate_kbps": 900 }] },
            "script": [{ "at_s": 5, "do": "load" }, { "at_s": 5, "do": "play" }],
            "traffic": [{ "kind": "greedy", "count": \(others) }]
            """)
        let throughput = try #require(run["observed_throughput_kbps"])
        #expect((650_000...1_250_000).contains(throughput), "\(throughput)")
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let text: String
        let message: String

        var testDescription: String { message }
    }

    @Test(arguments: [
        Fault(text: "{ }", message: "'media' is missing: what is played"),
        Fault(
            text: "{ \"media\": { \"kind\": \"local\", \"duration_s\": 1, \"bitrate_kbps\": 1 }, \"players\": [A] }",
            message: "'media' belongs to one of the 'players', now that there are several"),
        Fault(text: "{ \"players\": [A, A] }", message: "there is another player 'a'"),
        Fault(text: "{ \"players\": [] }", message: "'players' must have at least 1 element"),
        Fault(
            text: "{ \"players\": [A, { \"name\": \"b\" }] }",
            message: "'media' is missing: what is played"),
        Fault(
            text: "{ \"players\": [A], \"traffic\": [{ \"kind\": \"greedy\", \"count\": 0 }] }",
            message: "'count' must be from 1"),
        Fault(
            text: "{ \"players\": [A], \"traffic\": [{ \"kind\": \"bounded\" }] }",
            message: "'bytes' is missing: the size of a download"),
    ])
    func `what cannot be shared is said`(fault: Fault) {
        let text = fault.text.split(separator: "A", omittingEmptySubsequences: false)
            .joined(separator: Self.stream("a"))
        let reading = ScenarioReader.read(SourceText(file: "test.json", bytes: Array(text.utf8)))
        let messages = reading.diagnostics.map { $0.message }
        #expect(messages.contains { $0.hasPrefix(fault.message) }, "\(messages)")
    }
}

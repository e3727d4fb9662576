@testable import Simulation

/// A run, and its log.
struct Recorded {
    let run: Run
    let bytes: [UInt8]

    init(_ text: String, files: [RecordedFile] = []) throws {
        let scenario = try readScenario(text)
        let header = LogHeader(
            file: "test.json", text: Array(text.utf8), settings: [], files: files, scenario: scenario)
        run = try Run(scenario, tracing: .events)
        let pages = LogPages(header, run)
        bytes = (0..<pages.count).flatMap { pages.page($0) }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The log with its lines changed; the last element is what stands behind the last break.
    func changed(_ change: (inout [String]) -> Void) -> [UInt8] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        change(&lines)
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// Replays a log. What comes of it is in the verdict, or in the error.
    static func verdict(on bytes: [UInt8]) throws -> FirstDifference.Verdict {
        let log = try RunLog(reading: bytes)
        let reading = log.header.reading()
        guard let scenario = reading.scenario else { throw ScenarioIsLost() }
        return try FirstDifference.find(.log(log, scenario), .scenario(scenario))
    }

    struct ScenarioIsLost: Error {}

    /// Two players on one link, with other traffic, a stall, and an end.
    static let crowd = ScenarioText(
        network: .fluid(900, #""delay_ms": 20"#),
        players: [
            ScenarioText(
                name: "A", media: .hls([500], duration_s: 8), script: [.load(), .does(0.5, "play_immediately")]),
            ScenarioText(name: "B", media: .progressive(300, duration_s: 3), script: [.load(0.5), .play(0.5)]),
        ], more: #""traffic": [{ "name": "mail", "kind": "bounded", "bytes": 60000, "at_s": 1 }]"#
    ).text
}

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
    static let crowd = """
        {"network": {"transport": "fluid", "down_kbps": 900, "delay_ms": 20},
         "players": [
          {"name": "A", "media": {"kind": "hls", "duration_s": 8, "variants": [{"bitrate_kbps": 500}]},
           "script": [{"at_s": 0, "do": "load"}, {"at_s": 0.5, "do": "play_immediately"}]},
          {"name": "B", "media": {"kind": "progressive", "duration_s": 3, "bitrate_kbps": 300},
           "script": [{"at_s": 0.5, "do": "load"}, {"at_s": 0.5, "do": "play"}]}],
         "traffic": [{"name": "mail", "kind": "bounded", "bytes": 60000, "at_s": 1}]}
        """
}

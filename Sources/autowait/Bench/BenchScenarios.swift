import PlayerModel
import Simulation

/// The scenarios and files that are timed.
enum BenchScenarios {
    static let hls = hls(lasting: 600)

    static func hls(lasting seconds: Int) -> String {
        """
        {"network": {"transport": "fluid", "down_kbps": 5000, "delay_ms": 20},
         "media": {"kind": "hls", "duration_s": \(seconds), "segment_s": 4, "variants": [{"bitrate_kbps": 3000}]}}
        """
    }

    static func looping(until seconds: Int) -> String {
        """
        {"network": {"transport": "fluid", "down_kbps": 5000, "delay_ms": 20},
         "media": {"kind": "hls", "duration_s": 5, "segment_s": 5, "variants": [{"bitrate_kbps": 3000}]},
         "player": {"class": "AVQueuePlayer", "loop": "looper"}, "until_s": \(seconds)}
        """
    }

    /// Rates go up and down between 0.8 and 6.4 Mbit/s, without a pattern that a ladder would follow.
    static func adaptive(_ rule: String, duration: Int = 600, segment: Int = 4) -> String {
        let phases = (0..<101).map { "{\"for_s\": 2, \"down_kbps\": \(800 + $0 * 37 % 101 * 56)}" }
        return """
            {"network": {"transport": "fluid", "delay_ms": 20, "repeat": true,
              "phases": [\(phases.joined(separator: ", "))]},
             "media": {"kind": "hls", "duration_s": \(duration), "segment_s": \(segment),
              "variants": [{"bitrate_kbps": 300},
              {"bitrate_kbps": 750}, {"bitrate_kbps": 1200}, {"bitrate_kbps": 1850}, {"bitrate_kbps": 2850},
              {"bitrate_kbps": 4300}]},
             "player": {"switching": "\(rule)", "default_forward_buffer_s": 30}}
            """
    }

    /// Ten minutes at 3 Mbit/s, packet by packet, of which so many percent are lost.
    static func hlsOverTCP(loss: String) -> String {
        """
        {"network": {"transport": "tcp", "down_kbps": 3000, "up_kbps": 1000, "delay_ms": 25, "loss_percent": \(loss)},
         "media": {"kind": "hls", "duration_s": 600, "variants": [{"bitrate_kbps": \(loss == "0" ? 2900 : 600)}]}}
        """
    }

    static let progressive = """
        {"network": {"transport": "fluid", "down_kbps": 5000, "delay_ms": 20},
         "media": {"kind": "progressive", "duration_s": 7200, "bitrate_kbps": 3000}}
        """

    /// An hour of a live stream over a network that has enough for it.
    static func live(segment: Int, _ more: String = "\"window_s\": 36") -> String {
        """
        {"network": {"transport": "fluid", "down_kbps": 5000, "delay_ms": 20},
         "media": {"kind": "hls", "duration_s": 7200, "segment_s": \(segment), "variants": [{"bitrate_kbps": 3000}],
          "live": {\(more)}},
         "until_s": 3600}
        """
    }

    /// Players who share a link that has enough for all.
    static func players(_ count: Int) -> String {
        let all = (1...count).map { number in
            """
            {"name": "\(number)",
             "media": {"kind": "hls", "duration_s": 120, "segment_s": 4, "variants": [{"bitrate_kbps": 3000}]}}
            """
        }
        return """
            {"network": {"transport": "fluid", "down_kbps": \(5000 * count), "delay_ms": 20},
             "players": [\(all.joined(separator: ", "))]}
            """
    }

    /// A made-up trace as CSV.
    static func trace(points: Int64) -> [UInt8] {
        let maker = NetworkTraceMaker.steady(mean: 5_000_000, jitter: 500_000, step: 1_000_000)
        var bytes: [UInt8] = []
        do {
            let made = try maker.trace(seed: 1, lasting: .milliseconds(points))
            let writer = try NetworkTraceWriter(made, as: .csv)
            for page in 0..<writer.pageCount { bytes.append(contentsOf: writer.page(page).utf8) }
        } catch {
            preconditionFailure("The bench's own trace is good.")
        }
        return bytes
    }

    static func read(_ text: String) -> Scenario {
        guard let scenario = ScenarioReader.read(SourceText(file: "bench", bytes: Array(text.utf8))).scenario else {
            preconditionFailure("The bench's own scenarios are good.")
        }
        return scenario
    }
}

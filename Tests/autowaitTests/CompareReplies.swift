import Foundation
import Testing

@testable import Simulation
@testable import autowait

/// Command lines of `autowait compare` and `merge` whose JSON differs in its keys, or in what is missing.
enum CompareReplies: String, CaseIterable, CustomTestStringConvertible {
    case table, settings, seeds, unreadable, neverStarting, players
    case exact, sampled, few, neverDecided, traces, population, mix
    case failing, lines, linesOfMix, shard, merged

    var testDescription: String { rawValue }

    /// All values that it prints: of JSON lines each line.
    func values() throws -> [JSONNode] {
        try Place.withFolder { folder in
            for (name, text) in Self.files {
                try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
            }
            let words = words.map { word in
                let isFile = Self.files.contains { $0.name == word } || word.hasSuffix(".jsonl")
                return isFile ? folder.appendingPathComponent(word).path : word
            }
            if self == .merged {
                for (number, name) in [(1, "1.jsonl"), (2, "2.jsonl")] {
                    let file = folder.appendingPathComponent(name).path
                    let own = ["--shard", "\(number)/2", "-o", file]
                    _ = Autowait.reply(
                        to: ["compare", folder.appendingPathComponent("clip.json").path] + Self.rates + own)
                }
            }
            let reply = Autowait.reply(to: words).whole
            let isBad = self == .unreadable || self == .failing
            #expect(reply.code == (isBad ? .badData : .asExpected), "\(reply.errors)")
            let text =
                self == .shard
                ? try String(contentsOf: folder.appendingPathComponent("part.jsonl"), encoding: .utf8) : reply.output
            let texts = text.hasPrefix("{\n") ? [text[...]] : text.split(separator: "\n")
            return try texts.map { try JSONReader.read(Array($0.utf8), source: 0).root }
        }
    }

    // MARK: Command lines

    private static let rules = ["--vary", "player.keep_up=exoplayer,first-chunk"]
    private static let rates = rules + ["--over", "network.down_kbps=700,900"]
    private static let metrics = ["--metrics", DecisionMetric.all.map { $0.name }.joined(separator: ",")]

    private var words: [String] {
        switch self {
        case .merged: ["merge", "2.jsonl", "1.jsonl", "--format", "json"]
        case .shard: ["compare", "clip.json"] + options
        case .sampled, .few, .seeds: ["compare", "lossy.json"] + options + ["--format", "json"]
        case .lines, .linesOfMix: ["compare", "clip.json"] + options + ["--format", "jsonl"]
        case .players: ["compare", "two.json"] + options + ["--format", "json"]
        case .table, .settings, .unreadable, .neverStarting, .exact, .neverDecided, .traces, .population, .mix,
            .failing:
            ["compare", "clip.json"] + options + ["--format", "json"]
        }
    }

    private var options: [String] {
        switch self {
        case .table, .players, .merged: []
        case .settings:
            [
                "--vary", #"player.keep_up=play-through,{"rule":"fixed-seconds","start_s":0.5}"#, "--vary",
                #"network=3G,[{"for_s":5,"down_kbps":500},{"down_kbps":900}]"#, "--metrics",
                Metric.all.map { $0.name }.joined(separator: ","),
            ]
        case .seeds: ["--seeds", "3", "--metrics", "startup_time_s,end_reached"]
        case .unreadable: ["--vary", "network.down_kbps=nought,900,null"]
        case .neverStarting: ["--set", "until_s=0.01"]
        case .exact: Self.rates + Self.metrics
        case .sampled: Self.rules + ["--seeds", "20", "--baseline", "first-chunk"]
        case .few: Self.rules + ["--over", "network.loss_percent=1,2", "--seeds", "2"]
        case .neverDecided: Self.rules + ["--baseline", "exoplayer", "--set", "until_s=0.01"]
        case .traces:
            Self.rules + ["--set", #"network={"transport":"fluid"}"#, "--over", "network.trace=*.csv"]
        case .population: Self.rules + ["--population", "all.json", "--seeds", "12"]
        case .mix: Self.rules + ["--population", "mix.json", "--seeds", "12"]
        case .failing: Self.rules + ["--over", "max_events=20,100000"]
        case .lines: Self.rates + Self.metrics
        case .linesOfMix: Self.rules + ["--population", "mix.json", "--seeds", "6"]
        case .shard: Self.rules + ["--population", "all.json", "--seeds", "6", "--shard", "1/2", "-o", "part.jsonl"]
        }
    }

    private static let files: [(name: String, text: String)] = [
        (
            "clip.json",
            """
            {"name": "A clip", "network": {"down_kbps": 1000, "transport": "fluid"},
             "media": {"kind": "progressive", "duration_s": 3, "bitrate_kbps": 800}}
            """
        ),
        (
            "lossy.json",
            """
            {"name": "A lossy clip", "network": {"down_kbps": 900, "delay_ms": 40, "loss_percent": 3},
             "media": {"kind": "progressive", "duration_s": 2, "bitrate_kbps": 800}}
            """
        ),
        (
            "two.json",
            """
            {"name": "Two", "network": {"down_kbps": 1000, "transport": "fluid"}, "players": [
              {"name": "a", "media": {"kind": "progressive", "duration_s": 3, "bitrate_kbps": 300}},
              {"name": "b", "media": {"kind": "progressive", "duration_s": 3, "bitrate_kbps": 300}}]}
            """
        ),
        (
            "all.json",
            """
            {"kind": "population", "source": "our logs",
             "networks": [{"network": "LTE", "weight": 3, "source": "assumed"}, {"network": "3G"}],
             "media": [{"name": "long", "media": {"kind": "progressive", "duration_s": 3, "bitrate_kbps": 800}},
                       {"name": "short", "media": {"kind": "progressive", "duration_s": 1, "bitrate_kbps": 800}}],
             "devices": [{"name": "phone", "player": {"preferred_forward_buffer_duration_s": 1}},
                         {"name": "box", "player": {"preferred_forward_buffer_duration_s": 2}}],
             "viewers": [{"name": "stays", "player": {}},
                         {"name": "leaves", "player": {"viewer": {"patience_s": 1}}}]}
            """
        ),
        (
            "mix.json",
            """
            {"kind": "population", "about": "Who we serve", "mix": [
              {"weight": 2, "population": "all.json"}, {"population": "train"}]}
            """
        ),
        ("fast.csv", "seconds,bits_per_second\n0,2000000\n60,0\n"),
        ("slow.csv", "seconds,bits_per_second\n0,700000\n60,0\n"),
    ]
}

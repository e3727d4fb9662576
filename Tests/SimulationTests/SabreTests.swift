import PlayerModel
import Testing

@testable import Simulation

/// A movie, a network and a player, for us and for the statement.
private struct Example: CustomTestStringConvertible {
    var movie: SabreStatement.Movie
    var periods: [SabreStatement.Period]
    var cap: Double
    var rule: SabreStatement.Rule
    var means: SabreStatement.Means
    var testDescription: String

    /// Latency is the same in all periods: where it changes while a request is on its way, Sabre prices what is left of
    /// the way anew, and we do not.
    init(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "sabre")
        func below(_ bound: Int) -> Int { Int(random.below(UInt64(bound))) }
        rule = SabreStatement.Rule.allCases[Int(seed) % 3]
        means = SabreStatement.Means.allCases[Int(seed) / 3 % 2]
        testDescription = "seed \(seed), \(rule), \(means)"
        let segment = 1000 + below(9000)
        var rate = 100 + below(400)
        var rates: [Int] = []
        for _ in 0...below(8) {
            rates.append(rate)
            rate += 50 + below(rate)
        }
        let sizes = (0..<2 + below(60)).map { _ in
            let scene = 50 + below(101)
            return rates.map { Double($0 * segment * (scene + below(11)) / 800 * 8) }
        }
        movie = .init(segment: Double(segment), bitRates: rates.map { Double($0) }, sizes: sizes)
        let latency = [0, 20, 150, segment / 3][below(4)]
        let most = rates[rates.count - 1] * 2
        periods = (0..<1 + below(30)).map { _ in
            .init(
                length: Double(200 + below(20_000)), bandwidth: Double(below(7) == 0 ? 0 : 50 + below(most)),
                latency: Double(latency))
        }
        periods.append(.init(length: 5000, bandwidth: Double(rates[0]), latency: Double(latency)))
        cap = Double(max(25_000, 2 * segment) + below(3) * 10_000)
    }

    /// The scenario that is shipped in `Scenarios/switching`: see its own description.
    init(_ rule: SabreStatement.Rule) {
        let rates = [500, 1000, 2000, 4000, 8000]
        movie = .init(
            segment: 4000, bitRates: rates.map { Double($0) },
            sizes: (0..<60).map { segment in rates.map { Double($0 * 40 * (80 + segment * 37 % 41)) } })
        periods = (0..<13).map { period in
            .init(length: 10_000, bandwidth: Double(500 * ((period + 1) * 7 % 13)), latency: 100)
        }
        (self.rule, cap, means, testDescription) = (rule, 25_000, .weighted, "shipped")
    }

    private var movieText: String {
        let rates = movie.bitRates.map { "\(Int($0))" }.joined(separator: ",")
        let sizes = movie.sizes.map { "[" + $0.map { "\(Int($0))" }.joined(separator: ",") + "]" }
        return """
            {"segment_duration_ms": \(Int(movie.segment)), "bitrates_kbps": [\(rates)],
             "segment_sizes_bits": [\(sizes.joined(separator: ","))]}
            """
    }

    private var networkText: String {
        let entries = periods.map {
            "{\"duration_ms\": \(Int($0.length)), \"bandwidth_kbps\": \(Int($0.bandwidth)), "
                + "\"latency_ms\": \(Int($0.latency))}"
        }
        return "[" + entries.joined(separator: ",") + "]"
    }

    private var scenarioText: String {
        let switching =
            switch rule {
            case .throughput: #"{ "rule": "sabre-throughput", "least_buffer_ratio": 0 }"#
            case .throughputAndBuffer: #""sabre-throughput""#
            case .bola: #""bola""#
            }
        let mean = means == .weighted ? "ewma-pair" : "arithmetic-mean"
        let ahead = NumberText.exact(Int64(cap - movie.segment) * 1_000_000 + 1, places: 9)
        return """
            { "network": { "transport": "fluid", "trace": "network.json", "loop": true, "request_bytes": 0,
                "latency": "up" },
              "media": "movie.json",
              "player": { "keep_up": "first-chunk", "first_variant": "lowest", "switching": \(switching),
                "throughput": "\(mean)", "default_forward_buffer_s": \(ahead), "drain_s": 0.000000001 },
              "until_s": 30000000 }
            """
    }

    func run() throws -> Run {
        var companions = Companions()
        let read = SabreMovie.read(SourceText(file: "movie.json", bytes: Array(movieText.utf8)))
        companions.add(try #require(read.asset), path: "movie.json")
        companions.add(
            try NetworkTraceReader.read(bytes: Array(networkText.utf8), source: 1), path: "network.json")
        let reading = ScenarioReader.read(
            SourceText(file: "test.json", bytes: Array(scenarioText.utf8)), companions: companions)
        return try Run(#require(reading.scenario, "\(reading.diagnostics)"))
    }

    var statement: SabreStatement {
        SabreStatement(movie, over: periods, cap: cap, by: rule, measuredBy: means)
    }
}

@Suite("A session that follows Sabre's rules")
struct SabreTests {
    /// Our instants are whole nanoseconds and Sabre's are floating-point, so the last of six digits may be off by two.
    private static let slack = 0.000_002_5

    private func compare(_ example: Example) throws {
        let run = try example.run()
        let statement = example.statement
        #expect(Diary(run).variants.map { $0 - 1 } == statement.chosen, "\(example)")
        let lines = try #require(SabreReport.text(run.player(0))).split(separator: "\n").map {
            $0.split(separator: ":")
        }
        #expect(lines.map { String($0[0]) } == statement.figures.map(\.name))
        for (line, figure) in zip(lines, statement.figures) {
            let ours = try #require(Double(line[1].drop { $0 == " " }))
            #expect(abs(ours - figure.value) <= Self.slack, "\(example): \(figure.name)")
        }
    }

    @Test("chooses and prints what the statement does", arguments: 0..<240 as Range<UInt64>)
    func agrees(seed: UInt64) throws { try compare(Example(seed: seed)) }

    @Test("so it does for the movie that is shipped", arguments: SabreStatement.Rule.allCases)
    func agreesOnShipped(rule: SabreStatement.Rule) throws { try compare(Example(rule)) }

    @Test("is tried with stalls and without, with switches, and with a full buffer")
    func isVaried() {
        let all = (0..<240 as Range<UInt64>).map { Example(seed: $0).statement }
        #expect(all.count { $0.events > 0 } > 60 && all.count { $0.events == 0 } > 60)
        #expect(all.count { Set($0.played).count > 1 } > 120)
        #expect(all.count { $0.rests > 0 } > 60 && all.count { $0.rests == 0 } > 20)
        #expect(all.count { ($0.rampUp ?? 0) > $0.movieStart } > 60 && all.contains { $0.rampUp == nil })
    }

    @Test("has nothing to print where nothing of a stream was played")
    func nothing() throws {
        let file = #"{ "media": { "kind": "progressive", "duration_s": 4, "bitrate_kbps": 100 } }"#
        #expect(SabreReport.text(try Run(file).player(0)) == nil)
        let idle =
            #"{ "media": { "kind": "hls", "duration_s": 4, "variants": [{ "bitrate_kbps": 1 }] }, "script": [] }"#
        #expect(SabreReport.text(try Run(idle).player(0)) == nil)
    }
}

@Suite("A movie of Sabre")
struct SabreMovieTests {
    private func read(_ text: String) -> (asset: Asset?, errors: [String]) {
        let source = SourceText(file: "m.json", bytes: Array(text.utf8))
        let (asset, diagnostics) = SabreMovie.read(source)
        return (asset, diagnostics.map { $0.text(sources: [source]) })
    }

    @Test("is a stream without audio; a part of a byte counts as one")
    func isRead() throws {
        let (asset, errors) = read(
            """
            {"segment_duration_ms": 1500.5, "bitrates_kbps": [230, 331.5],
             "segment_sizes_bits": [[800, 801], [7, 8], [9, 1e6]]}
            """)
        #expect(errors == [])
        let movie = try #require(asset)
        #expect(movie.kind == .hls && movie.audio == nil)
        #expect(movie.duration == MediaTime(nanoseconds: 4_501_500_000))
        #expect(movie.variants.map(\.bitRate) == [230_000, 331_500])
        let bytes = movie.variants.map { variant in (0..<3).map { variant.chunks.bytes(of: $0) } }
        #expect(bytes == [[100, 1, 2], [101, 1, 125_000]])
        #expect(movie.variants(alignedWith: 0) == [0, 1])
    }

    @Test(
        "says what is wrong with it, and where",
        arguments: [
            ("", "1:1: error: the text is empty; a JSON text is one value, such as {}"),
            ("[]", "1:1: error: 'movie' must be an object, not a list"),
            ("{", "1:1: error: this is never closed; a } is missing"),
            (
                #"{"segment_duration_ms": 3000, "bitrates_kbps": [230]}"#,
                "1:1: error: 'segment_sizes_bits' is missing: a list for each segment: its sizes, in the order of the "
                    + "ladder"
            ),
            (
                #"{"segment_duration_ms": 0, "bitrates_kbps": [230], "segment_sizes_bits": [[1]]}"#,
                "1:25: error: 'segment_duration_ms' must be from 0.000001 to 31536000000 ms"
            ),
            (
                "{\"segment_duration_ms\": 3000,\n \"bitrates_kbps\": [], \"segment_sizes_bits\": [[1]]}",
                "2:19: error: 'bitrates_kbps' must have at least 1 element"
            ),
            (
                "{\"segment_duration_ms\": 3000,\n \"bitrates_kbps\": [\"230\"], \"segment_sizes_bits\": [[1]]}",
                "2:20: error: an element of 'bitrates_kbps' must be a number (kbit/s), not a string"
            ),
            (
                "{\"segment_duration_ms\": 3000, \"bitrates_kbps\": [230, 331],\n"
                    + " \"segment_sizes_bits\": [[1, 2],\n  [1, 2, 3]]}",
                "3:3: error: a segment has 3 sizes, and the ladder 2 bit rates"
            ),
            (
                "{\"segment_duration_ms\": 3000, \"bitrates_kbps\": [230],\n \"segment_sizes_bits\": [[1],\n  [0]]}",
                "3:4: error: 'segment_sizes_bits' must be from 1 to 800000000000"
            ),
            (
                #"{"segment_duration_ms": 3000, "bitrates_kbps": [230], "segment_sizes_bit": [[1]]}"#,
                "1:55: error: unknown key 'segment_sizes_bit' in movie; did you mean 'segment_sizes_bits'?"
            ),
            (
                #"{"segment_duration_ms": 31536000000, "bitrates_kbps": [230], "segment_sizes_bits": [[1], [1]]}"#,
                "1:1: error: this is longer than a year"
            ),
        ])
    func isWrong(text: String, words: String) {
        let (asset, errors) = read(text)
        #expect(asset == nil)
        #expect(errors.first == "m.json:" + words)
    }
}

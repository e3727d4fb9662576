import PlayerModel
import Testing

@testable import Simulation

/// A movie, a network and a player, for us and for the statement.
private struct Example: CustomTestStringConvertible {
    var movie: SabreStatement.Movie
    var periods: [SabreStatement.Period]
    var settings: SabreStatement.Settings
    var testDescription: String

    /// Every rule in turn; means, options, giving up and replacing at random.
    init(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "sabre")
        func below(_ bound: Int) -> Int { Int(random.below(UInt64(bound))) }
        let segment = 1000 + below(9000)
        var rate = 100 + below(400)
        var rates: [Int] = []
        for _ in 0..<2 + below(8) {
            rates.append(rate)
            rate += 50 + below(rate)
        }
        let sizes = (0..<2 + below(60)).map { _ in
            let scene = 50 + below(101)
            return rates.map { Double($0 * segment * (scene + below(11)) / 800 * 8) }
        }
        movie = .init(segment: Double(segment), bitRates: rates.map { Double($0) }, sizes: sizes)
        let latencies = [0, 20, 150, segment / 3]
        let (isSteady, latency) = (below(2) == 0, latencies[below(4)])
        let most = rates[rates.count - 1] * 2
        periods = (0..<1 + below(30)).map { _ in
            .init(
                length: Double(200 + below(20_000)), bandwidth: Double(below(7) == 0 ? 0 : 50 + below(most)),
                latency: Double(isSteady ? latency : latencies[below(4)]))
        }
        periods.append(.init(length: 5000, bandwidth: Double(rates[0]), latency: Double(latency)))
        let rule = SabreRules.Rule.allCases[Int(seed) % SabreRules.Rule.allCases.count]
        settings = .init(cap: Double(max(25_000, 2 * segment) + below(3) * 10_000), rule: rule)
        // What a stall costs is the rule's own, and 5 where it has no say in that.
        let gamma = [5, 5, 1.5, 8][below(4)]
        settings.options.gamma = rule == .throughput ? 5 : gamma
        settings.options.hasBufferRule = below(3) > 0
        settings.options.waits = below(2) == 0
        settings.options.isBasic = below(4) == 0
        settings.means =
            below(2) == 0
            ? .sliding(samples: 1 + below(5))
            : .weighted(fast: Double(1000 + below(3) * 1000), slow: Double(5000 + below(2) * 3000))
        settings.isAbandoning = below(3) > 0
        settings.replacement = [.none, .left, .right][below(3)]
        if below(8) == 0 { settings.seek = (from: 2 + below(20), to: 20 + below(20)) }
        if settings.seek.map({ $0.to >= sizes.count - 1 }) ?? false { settings.seek = nil }
        testDescription = "seed \(seed), \(settings)"
    }

    /// The scenario that is shipped in `Scenarios/switching`: see its own description.
    init(_ rule: SabreRules.Rule) {
        let rates = [500, 1000, 2000, 4000, 8000]
        let sizes = (0..<60).map { (segment: Int) -> [Double] in
            let bitsPerRate = 40 * (80 + segment * 37 % 41)
            return rates.map { Double($0 * bitsPerRate) }
        }
        movie = .init(segment: 4000, bitRates: rates.map { Double($0) }, sizes: sizes)
        periods = (1...13).map { (period: Int) in
            let bandwidth = 500 * (period * 7 % 13)
            return .init(length: 10_000, bandwidth: Double(bandwidth), latency: 100)
        }
        settings = .init(cap: 25_000, rule: rule, isAbandoning: true)
        testDescription = "shipped"
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

    private var switching: String {
        let options = settings.options
        let least = #""least_buffer_ratio": \#(options.hasBufferRule ? 0.5 : 0)"#
        let basic = #""basic": \#(options.isBasic ? 1 : 0)"#
        let bola = #""gamma_ratio": \#(options.gamma), "bola_o": \#(options.waits ? 1 : 0)"#
        return switch settings.rule {
        case .throughput: #"{ "rule": "sabre-throughput", \#(least) }"#
        case .bola where options.isBasic && !options.waits:
            #"{ "rule": "bola", "gamma_ratio": \#(options.gamma) }"#
        case .bola: #"{ "rule": "sabre-bola", \#(bola), \#(basic) }"#
        case .bolae: #"{ "rule": "sabre-bola-e", \#(bola), \#(least) }"#
        case .dynamic: #"{ "rule": "sabre-dynamic", \#(bola), \#(basic), \#(least) }"#
        case .dynamicdash: #"{ "rule": "sabre-dynamic-dash", \#(bola), \#(least) }"#
        }
    }

    private func scenarioText(seekingAt seek: Double?) -> String {
        let mean =
            switch settings.means {
            case .sliding(let samples): #"{ "rule": "arithmetic-mean", "samples": \#(samples) }"#
            case .weighted(let fast, let slow):
                #"{ "rule": "ewma-pair", "fast_half_life_s": \#(fast / 1000), "slow_half_life_s": \#(slow / 1000) }"#
            }
        let ahead = NumberText.exact(Int64(settings.cap - movie.segment) * 1_000_000 + 1, places: 9)
        var script = ""
        if let seek, let target = settings.seek {
            script = """
                "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
                  { "at_s": \(NumberText.exact(Int64((seek * 1_000_000).rounded()), places: 9)), "do": "seek",
                    "to_s": \(NumberText.exact(Int64(target.to) * Int64(movie.segment) * 1_000_000, places: 9)),
                    "tolerance_before_s": 0, "tolerance_after_s": 0 }],
                """
        }
        return """
            { "network": { "transport": "fluid", "trace": "network.json", "loop": true, "request_bytes": 0,
                "latency": "up" },
              "media": "movie.json", \(script)
              "player": { "keep_up": "first-chunk", "first_variant": "lowest", "switching": \(switching),
                "abandon_segment": "\(settings.isAbandoning ? "sabre" : "never")",
                "replace_segment": "\(settings.replacement.rawValue)",
                "throughput": \(mean), "default_forward_buffer_s": \(ahead), "drain_s": 0.000000001 },
              "until_s": 30000000 }
            """
    }

    func run(seekingAt seek: Double?) throws -> Run {
        var companions = Companions()
        let read = SabreMovie.read(SourceText(file: "movie.json", bytes: Array(movieText.utf8)))
        companions.add(try #require(read.asset), path: "movie.json")
        companions.add(
            try NetworkTraceReader.read(bytes: Array(networkText.utf8), source: 1), path: "network.json")
        let reading = ScenarioReader.read(
            SourceText(file: "test.json", bytes: Array(scenarioText(seekingAt: seek).utf8)), companions: companions)
        return try Run(#require(reading.scenario, "\(reading.diagnostics)"))
    }

    var statement: SabreStatement { SabreStatement(movie, over: periods, settings) }
}

extension SabreStatement {
    /// The requests of a run, as it has them. One that was cut short by a seek was never made there.
    fileprivate static func requests(_ run: Run) -> [Request] {
        let playback = run.player(0).playback
        var highest: Int64 = -1
        return playback.exchanges.filter { $0.kind == .video }.map { exchange in
            let index = exchange.chunks.lowerBound
            defer { if exchange.end?.how == .whole { highest = max(highest, index) } }
            return Request(
                index: Int(index), quality: Int(run.scenario.slots[Int(exchange.slot)].variant),
                isAbandoned: exchange.end?.how != .whole, isReplacement: index <= highest)
        }
    }
}

@Suite("A session that follows Sabre's rules")
struct SabreTests {
    /// Our instants are whole nanoseconds and Sabre's are floating-point, so the last of six digits may be off by two;
    /// and of what is in the thousands, the ninth: behind a period of half a Mbit/s a nanosecond is worth sixteen.
    private static func slack(_ value: Double) -> Double { 0.000_002_5 * max(1, abs(value) / 1000) }

    private static let seeds = 0..<220 as Range<UInt64>

    private func compare(_ example: Example) throws {
        let statement = example.statement
        let run = try example.run(seekingAt: statement.soughtAt)
        let requests = SabreStatement.requests(run)
        #expect(requests.count == statement.requests.count)
        let different = zip(requests, statement.requests).enumerated().first { $0.element.0 != $0.element.1 }
        #expect(different == nil, "\(example.testDescription)")
        let lines = try #require(SabreReport.text(run.player(0))).split(separator: "\n").map {
            $0.split(separator: ":")
        }
        #expect(lines.map { String($0[0]) } == statement.figures.map(\.name))
        for (line, figure) in zip(lines, statement.figures) {
            let ours = try #require(Double(line[1].drop { $0 == " " }))
            #expect(
                abs(ours - figure.value) <= Self.slack(figure.value), "\(example.testDescription): \(figure.name)")
        }
    }

    @Test("chooses and prints what the statement does", arguments: Thoroughness.draws(30, of: seeds.upperBound))
    func agrees(seed: UInt64) throws { try compare(Example(seed: seed)) }

    @Test("so it does for the movie that is shipped", arguments: SabreRules.Rule.allCases)
    func agreesOnShipped(rule: SabreRules.Rule) throws { try compare(Example(rule)) }

    @Test("is tried with everything that can happen")
    func isVaried() {
        let all = Self.seeds.map { Example(seed: $0).statement }
        #expect(all.count { $0.events > 0 } > 60 && all.count { $0.events == 0 } > 40)
        #expect(all.count { Set($0.played).count > 1 } > 120)
        #expect(all.count { $0.rests > 0 } > 60 && all.count { $0.rests == 0 } > 20)
        #expect(all.count { ($0.rampUp ?? 0) > $0.movieStart } > 60 && all.contains { $0.rampUp == nil })
        #expect(all.count { $0.delays > 0 } > 15)
        #expect(all.count { $0.requests.contains { $0.isAbandoned && !$0.isReplacement } } > 40)
        #expect(all.count { $0.requests.contains { $0.isReplacement && !$0.isAbandoned } } > 40)
        #expect(all.contains { $0.requests.contains { $0.isReplacement && $0.isAbandoned } })
        #expect(all.count { $0.soughtAt != nil } > 4)
    }

    @Test("says over tcp that there is nothing to compare")
    func tcp() throws {
        func text(_ transport: String) throws -> String {
            let file = """
                { "network": { "transport": "\(transport)", "down_kbps": 1000 },
                  "media": { "kind": "hls", "duration_s": 4, "variants": [{ "bitrate_kbps": 100 }] } }
                """
            return try #require(SabreReport.text(try Run(file).player(0)))
        }
        #expect(try text("tcp").hasPrefix("not comparable with Sabre: over tcp "))
        #expect(try text("fluid").hasPrefix("total played utility: 0.000000\n"))
    }

    /// The lower of two, and a seek at 2.5 s from the first of 2 s into the fifth: 2.5 s are played before it and 2 s
    /// after, of three segments.
    @Test("counts of what a seek cuts short what was played")
    func seek() throws {
        let file = """
            { "network": { "transport": "fluid", "down_kbps": 8000 },
              "media": { "kind": "hls", "duration_s": 10, "segment_s": 2,
                "variants": [{ "bitrate_kbps": 400 }, { "bitrate_kbps": 800 }] },
              "player": { "keep_up": "first-chunk" },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
                { "at_s": 2.6, "do": "seek", "to_s": 8, "tolerance_before_s": 0, "tolerance_after_s": 0 }] }
            """
        let figures = try #require(SabreFigures(try Run(file).player(0)))
        #expect(figures.bitRate == 1200)
        #expect(abs(figures.time - 0.1 - 2.5 - 2) < 1e-9 && figures.stalled == 0)
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
                #"{"bitrates_kbps": [1], "bitrates_kbps": [2], "segment_duration_ms": 1, "segment_sizes_bits": [[1]]}"#,
                "1:24: error: 'bitrates_kbps' stands twice"
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

import PlayerModel
import Testing

@testable import Simulation

private func read(_ text: String) throws -> NetworkTrace {
    try NetworkTraceReader.read(bytes: Array(text.utf8), source: 0)
}

private func written(_ trace: NetworkTrace, as format: NetworkTrace.Format) throws -> (text: String, losses: [String])
{
    let writer = try NetworkTraceWriter(trace, as: format)
    return ((0..<writer.pageCount).map { writer.page($0) }.joined(), writer.losses)
}

@Suite("Network traces are written, described and made")
struct NetworkTraceWriterTests {
    @Test("a trace that is written and read again is the same", arguments: Thoroughness.draws(8, of: 24))
    func roundTrip(seed: UInt64) throws {
        let trace = try NetworkTraceMaker.all[Int(seed) % NetworkTraceMaker.all.count].trace(
            seed: seed, lasting: .milliseconds(5_000_500))
        for format in [NetworkTrace.Format.csv, .sabre, .pensieve] {
            let (text, losses) = try written(trace, as: format)
            let again = try read(text)
            #expect(again.format == format)
            #expect(again.stretches == trace.stretches)
            #expect(again.end == trace.end && again.heldBitsPerSecond == trace.heldBitsPerSecond)
            #expect(losses.isEmpty)
        }
    }

    @Test("that a trace begins again is lost where the format does not say it")
    func loops() throws {
        let trace = try read("12\n24\n36\n")
        #expect(trace.heldBitsPerSecond == 1_000_000)
        #expect(
            try NetworkTraceWriter(trace, as: .csv).loopAdvice
                == "csv does not begin again at its end: write \"loop\": true beside it")
        #expect(try written(trace, as: .csv).text.hasSuffix("0.036,1000000\n"))
        #expect(try NetworkTraceWriter(trace, as: .mahimahi).loopAdvice == nil)
        #expect(try written(trace, as: .csv).losses.isEmpty)
        let held = try read("0,1M\n2,1M")
        #expect(
            try NetworkTraceWriter(held, as: .pensieve).loopAdvice
                == "pensieve begins again at its end: write \"loop\": false beside it")
        #expect(try NetworkTraceWriter(held, as: .csv).loopAdvice == nil)
    }

    @Test("packets that are evenly apart are no outages, and have the capacity that they come to")
    func steady() throws {
        let steady = try read((1...1000).map { "\($0 * 12)\n" }.joined())
        let figures = NetworkTraceDescription(steady)
        for name in ["mean_kbps", "median_kbps", "percentile_5_kbps"] {
            let value = try #require(figures[name])
            #expect(abs(value - 1_000_000) <= 30_000, "\(name) \(value)")
        }
        #expect(figures["outages"] == 0 && figures["averaged_over_s"] == 500_000_000)
        let broken = try read((1...1000).filter { !(300..<500).contains($0) }.map { "\($0 * 12)\n" }.joined())
        #expect(NetworkTraceDescription(broken)["outages"] == 1)
        #expect(NetworkTraceDescription(broken)["longest_outage_s"] == 1_500_000_000)
    }

    /// Packets so many milliseconds apart, and one at the end: alone in what is left of a half second, it would be a
    /// rate of its own.
    @Test(
        "what is left of the last half second belongs to the one before",
        arguments: [
            (12, 4001, 1_029_940), (12, 3999, 1_009_009), (10, 4000, 1_200_000), (10, 4499, 1_201_201),
            (400, 400, 30_000),
        ])
    func lastPacket(apart: Int, end: Int, most: Int64) throws {
        let times = Array(stride(from: apart, to: end, by: apart)) + [end]
        let figures = NetworkTraceDescription(try read(times.map { "\($0)\n" }.joined()))
        #expect(figures["most_kbps"] == most)
    }

    @Test(
        "figures that were hardly meant are asked about",
        arguments: [
            ("1000\n2000\n3000\n", "as packet times"), ("0,5000\n1,4800\n2,5100\n", "as bits per second"),
            ("0,5000k\n1,4800k\n", ""), ("0,0\n5,0\n", ""), ("12\n24\n", ""), ("0,1000\n5,1M\n", ""),
            ("0 5000\n1 6000\n", "this carries 6000000 kbit/s on average, as pensieve"), ("0 4.5\n1 6\n", ""),
            ("0,50000M\n1,50000M\n", "this carries 50000000 kbit/s"),
        ])
    func doubts(text: String, words: String) throws {
        let doubt = try read(text).doubt
        #expect(words.isEmpty ? doubt == nil : doubt?.hasPrefix(words) == true, "\(doubt ?? "-")")
    }

    @Test("a text of Pensieve's that begins late is read as it says, and as Pensieve would not, which is said")
    func lateStart() throws {
        let late = try read("0.5 9\n1.5 1\n2.5 1\n")
        #expect(late.end == .zero + .milliseconds(2500) && late.stretches[0].bitsPerSecond == 9_000_000)
        #expect(
            late.reading?.hasPrefix("the first line says 0.5 s, and its rate is taken from 0 s to there; ") == true)
        #expect(try read("0 9\n1.5 1\n").reading == nil && read("0,9M\n1.5,1M\n").reading == nil)
    }

    @Test("mahimahi's packets are conserved: written, read and written again they are the same lines")
    func packets() throws {
        let lines = "0\n1\n1\n2\n7\n7\n7\n12\n13\n"
        let (text, losses) = try written(try read(lines), as: .mahimahi)
        // Packets that pass at 0 have no millisecond of their own: they are in the first.
        #expect(text == "1\n1\n1\n2\n7\n7\n7\n12\n13\n")
        #expect(losses.isEmpty)
        let drive = try NetworkTraceMaker.all[3].trace(seed: 5, lasting: .seconds(60))
        let packets = try read(try written(drive, as: .mahimahi).text)
        let bits = NetworkTraceDescription.work(of: drive) / 1_000_000_000
        #expect(NetworkTraceDescription.work(of: packets) / 1_000_000_000 == bits / 12_000 * 12_000)
        #expect(packets.points == Int64(bits / 12_000))
        #expect(try read(try written(packets, as: .mahimahi).text) == packets)
    }

    @Test("what a format cannot hold is said")
    func losses() throws {
        let trace = try read("0,12000\n1,18000\n2,30000")
        #expect(try written(trace, as: .csv).losses.isEmpty)
        #expect(
            try written(trace, as: .sabre).losses == [
                "sabre has no value for the time after the end: 30 kbit/s is left out"
            ])
        #expect(
            try written(trace, as: .mahimahi).losses.dropFirst() == [
                "mahimahi has whole packets only: the last 6000 bits are left out",
                "mahimahi ends with its last packet: it lasts 1.667 s instead of 2 s",
            ])
        // What begins again at its end has no value for a time after it.
        func period(_ kilobits: Int) -> String {
            "{\"duration_ms\": 1000, \"bandwidth_kbps\": \(kilobits), \"latency_ms\": 0}"
        }
        for text in ["[\(period(12)), \(period(24))]", "1\n2\n9"] {
            for format in [NetworkTrace.Format.mahimahi, .pensieve] {
                #expect(try written(try read(text), as: format).losses.isEmpty, "\(text) as \(format)")
            }
        }
        let latency = try read(#"[{"duration_ms": 10, "bandwidth_kbps": 1, "latency_ms": 75}]"#)
        #expect(try written(latency, as: .pensieve).losses == ["pensieve has no latency: it is left out"])
        #expect(try written(latency, as: .sabre).losses.isEmpty)
        #expect(throws: NetworkTraceWriter.Problem.noPackets) { try written(latency, as: .mahimahi) }
        let long = try read("0,1000G\n31536000,0")
        #expect(throws: NetworkTraceWriter.Problem.tooManyPackets(limit: 50_000_000)) {
            try written(long, as: .mahimahi)
        }
        // Of 83,333 packets in a millisecond and a third of one more, the third millisecond has 83,334.
        let fast = try read("0,1000G\n0.01,1000G")
        let tooFast = NetworkTraceWriter.Problem.tooFast(
            bitsPerSecond: 1_000_000_000_000, limit: 999_996_000_000)
        #expect(throws: tooFast) { try written(fast, as: .mahimahi) }
        let fastest = try written(try read("0,999996M\n0.001,0"), as: .mahimahi)
        #expect(try read(fastest.text).points == 83_333)
    }

    @Test("figures weigh by time")
    func description() throws {
        let description = NetworkTraceDescription(try read("0,4M\n10,0\n12,1M\n17,0\n18,2M\n19.5,8M\n20,0"))
        let wanted: [(String, Int64)] = [
            ("points", 7), ("stretches", 6), ("duration_s", 20_000_000_000), ("mean_kbps", 2_600_000),
            ("median_kbps", 4_000_000), ("percentile_5_kbps", 0), ("percentile_95_kbps", 4_000_000),
            ("least_kbps", 0), ("most_kbps", 8_000_000), ("outages", 2), ("longest_outage_s", 2_000_000_000),
            ("outage_time_s", 3_000_000_000),
        ]
        for (name, value) in wanted { #expect(description[name] == value, "\(name)") }
        #expect(description["least_latency_ms"] == nil)
        #expect(description.profile.count == 72)
        #expect(NetworkTraceReport.picture([0, 1, 4, 5, 8]) == ".▁▄▅█")
        #expect(NetworkTraceReport.picture([0, 0]) == "..")
    }

    @Test("the longest and the shortest trace are described")
    func extremes() throws {
        let long = NetworkTraceDescription(try read("0,1000G\n31536000,0"))
        #expect(long["mean_kbps"] == 1_000_000_000_000)
        let short = NetworkTraceDescription(try read("0,1\n0.000000001,0"))
        #expect(short.profile == [1])
        // A column of 1/24 s has no whole number of nanoseconds; the rate changes in the middle of the second.
        let parts = NetworkTraceDescription(try read("0,1000\n0.0625,3000\n3,0"))
        #expect(parts.profile == [1000, 2000] + Array(repeating: 3000, count: 70))
    }

    @Test("one seed gives one trace, another seed another", arguments: NetworkTraceMaker.all.map(\.name))
    func seeds(name: String) throws {
        let maker = try #require(NetworkTraceMaker.named(name))
        let traces = try [1, 1, 2].map { try maker.trace(seed: $0, lasting: .seconds(300)) }
        #expect(traces[0] == traces[1] && traces[0] != traces[2])
        #expect(traces[0].end == .zero + .seconds(300))
        #expect(maker.setting(maker.parameters.map { $0.value }) == maker)
    }

    @Test("each kind is what its parameters say")
    func kinds() throws {
        func figures(_ name: String, _ settings: [(String, String)] = []) throws -> NetworkTraceDescription {
            var maker = try #require(NetworkTraceMaker.named(name))
            for (key, value) in settings { maker = try maker.setting(key, to: value) }
            return NetworkTraceDescription(try maker.trace(seed: 9, lasting: .seconds(20_000)))
        }
        func mean(_ description: NetworkTraceDescription) -> Int64 { description["mean_kbps"] ?? 0 }
        let steady = try figures("steady", [("mean_kbps", "800"), ("jitter_ratio", "0.5")])
        #expect((790_000...810_000).contains(mean(steady)))
        #expect(steady["least_kbps"]! >= 400_000 && steady["most_kbps"]! <= 1_200_000)
        #expect(try figures("steady", [("jitter_ratio", "0")])["stretches"] == 1)
        // Four fifths of the time good, one fifth bad.
        #expect((6_200_000...6_800_000).contains(mean(try figures("markov"))))
        let train = try figures("train")
        #expect((160...240).contains(train["outages"]!))
        #expect((6_000_000_000...18_000_000_000).contains(train["longest_outage_s"]!))
        let drive = try figures("drive")
        #expect((400...500).contains(drive["outages"]!))
        #expect(drive["outage_time_s"] == drive["outages"]! * 500_000_000)
        #expect(try figures("drive", [("handover_s", "0")])["outages"] == 0)
    }

    @Test("a parameter's extremes make traces too", arguments: NetworkTraceMaker.all.map(\.name))
    func extremeParameters(name: String) throws {
        let maker = try #require(NetworkTraceMaker.named(name))
        for (index, parameter) in maker.parameters.enumerated() {
            for value in [parameter.range.lowerBound, parameter.range.upperBound] {
                var values = maker.parameters.map { $0.value }
                values[index] = value
                let trace = try maker.setting(values).trace(seed: 1, lasting: .seconds(30))
                #expect(trace.end == .zero + .seconds(30))
            }
        }
    }

    @Test("a parameter that makes no sense is refused")
    func refused() throws {
        typealias Problem = NetworkTraceMaker.Problem
        let maker = NetworkTraceMaker.all[0]
        let step = maker.parameters[2]
        #expect(throws: Problem.notANumber(step, "fast")) { try maker.setting("step_s", to: "fast") }
        #expect(throws: Problem.outOfRange(step)) { try maker.setting("step_s", to: "0") }
        #expect(throws: Problem.tooFine(step)) { try maker.setting("step_s", to: "1.0000000001") }
        #expect(throws: Problem.unknown("step", known: maker.parameters.map { $0.name })) {
            try maker.setting("step", to: "1")
        }
        #expect(throws: Problem.tooManyPoints(limit: 20_000_000)) {
            try maker.setting("step_s", to: "0.001").trace(seed: 1, lasting: .seconds(20_001))
        }
    }
}

extension NetworkTraceDescription {
    /// A figure by its name, in base units; nil where there is none.
    fileprivate subscript(_ name: String) -> Int64? { figures.first { $0.name == name }?.value }
}

import PlayerModel
import Testing

@testable import Simulation

private func read(_ text: String) throws(NetworkTraceError) -> NetworkTrace {
    try NetworkTraceReader.read(bytes: Array(text.utf8), source: 3)
}

private func failure(_ bytes: [UInt8]) -> NetworkTraceError? {
    do {
        _ = try NetworkTraceReader.read(bytes: bytes, source: 3)
        return nil
    } catch {
        return error
    }
}

/// Stretches as text: start in milliseconds, bits per second, and the latency in milliseconds where there is one.
private func stretches(_ trace: NetworkTrace) -> String {
    trace.stretches.map { stretch in
        let latency = stretch.latency > .zero ? "+\(NumberText.exact(stretch.latency.nanoseconds, places: 6))" : ""
        return "\(NumberText.exact(stretch.start.nanoseconds, places: 6)):\(stretch.bitsPerSecond)\(latency)"
    }.joined(separator: " ")
}

@Suite("Network traces are read")
struct NetworkTraceReaderTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let format: NetworkTrace.Format
        let text: String
        let stretches: String
        /// The end in milliseconds, and what holds from there on.
        let end: Int64
        let held: Int64

        init(_ format: NetworkTrace.Format, _ text: String, _ stretches: String, end: Int64, held: Int64) {
            self.format = format
            self.text = text
            self.stretches = stretches
            self.end = end
            self.held = held
        }

        var testDescription: String { text }
    }

    static let cases: [Case] = [
        Case(.csv, "0,5M\n1.5,2.25k\n3,0", "0:5000000 1500:2250", end: 3000, held: 0),
        Case(.csv, "seconds,bits_per_second\r\n0,1G\r\n2,1\r\n", "0:1000000000", end: 2000, held: 1),
        Case(.csv, "\u{FEFF}# made\r\r Time , BPS \r 0 ,\t7 \r1, 8\r\r", "0:7", end: 1000, held: 8),
        Case(.csv, "0,1e3\n1e0,1E+3\n25e-1,0.5M", "0:1000", end: 2500, held: 500_000),
        Case(.csv, "0,0.4\n0.0000000005,0.5\n1,1.49999999999999999999999", "0:0 0.000001:1", end: 1000, held: 1),
        Case(
            .csv, "0,0.4999999999999999999\n1,0.5000000000000000001\n2,4999999999999999999e-19\n3,5e-1",
            "0:0 1000:1 2000:0", end: 3000, held: 1),
        Case(
            .csv, "00000000000000000000000000,007\n31536000,1000G", "0:7", end: 31_536_000_000,
            held: 1_000_000_000_000),
        Case(.pensieve, "0 9\n0.5 4.03768755221\n1.5\t2\n", "0:4037688 500:2000000", end: 1500, held: 2_000_000),
        Case(.pensieve, "2 1\n3 1", "0:1000000", end: 3000, held: 1_000_000),
        Case(.mahimahi, "1", "0:12000000", end: 1, held: 12_000_000),
        Case(
            .mahimahi, "0\n0\n1\n4\n4\r\n5\n", "0:36000000 1:0 3:24000000 4:12000000", end: 5, held: 14_400_000),
        Case(
            .sabre, #"[{"duration_ms": 10, "bandwidth_kbps": 1.5, "latency_ms": 75}]"#, "0:1500+75", end: 10,
            held: 1500),
        Case(
            .sabre,
            "\u{FEFF} [ {\"latency_ms\":0,\"bandwidth_kbps\":0,\r\n\"duration_ms\":0.5e1} ,"
                + "{\"duration_ms\":5,\"bandwidth_kbps\":2,\"latency_ms\":0.25}\n]\n",
            "0:0 5:2000+0.25", end: 10, held: 2000),
    ]

    @Test("each format, with its tolerances", arguments: cases)
    func good(_ wanted: Case) throws {
        let trace = try read(wanted.text)
        #expect(trace.format == wanted.format)
        #expect(stretches(trace) == wanted.stretches)
        #expect(trace.end == .zero + .milliseconds(wanted.end))
        #expect(trace.heldBitsPerSecond == wanted.held)
    }

    /// The mark ▲ is not part of a text; it stands where the error must be. Behind it, a part of the message.
    static let rejected: [(text: String, words: String)] = [
        ("▲", "the file is empty"), (" \n\r\n# 0,5M\n▲", "the file is empty"),
        ("▲hello", "'hello' begins no trace"), ("▲\u{0}", "the byte 0 does not belong"),
        ("0,5M\n1,▲\u{1}", "the byte 1 does not belong"), ("▲{\"duration_ms\": 1}", "a list of periods"),
        ("0▲;5", "separated by a comma"), ("0,5▲;5", "separated by a comma"),
        ("▲0,5M", "a last line with the time at which it ends"), ("seconds,bits_per_second\n▲", "no point here"),
        ("▲1,5M\n2,5M", "the first time must be 0"),
        ("0,5M\n2,5M\n▲1.5,5M", "time goes back here; the line before has 2"),
        ("0,5M\n2,5M\n▲2,6M", "this is the time of the line before"),
        ("0,5M\n1▲", "a field is missing on this line"), ("0,5M\n1,▲", "a capacity in bits per second is missing"),
        ("0,5M\n1,2▲,3", "too much on this line"), ("0,5M\n1,2▲,", "too much on this line"),
        ("0,▲-5", "is not negative"), ("0,5\n▲-1,5", "is not negative"), ("0,▲NaN", "'NaN' is no number"),
        ("▲NaN,1", "'NaN' is no number"), ("0,▲-inf", "'-inf' is no number"), ("0,▲+5", "remove it"),
        ("0,▲.5", "'.5' is no number"), ("0,5.▲", "a digit is missing after ."),
        ("0,1e▲", "a digit is missing after e"),
        ("0,5▲Mbps", "'Mbps' does not belong to a number; write bits per second, or k, M or G"),
        ("0,5▲m", "'m' does not belong"), ("0▲s,5M", "'s' does not belong to a number; write digits alone"),
        ("0,▲1001G", "at most 1000000000000"), ("0,▲9999999999999999999999", "at most 1000000000000"),
        ("0,▲1e999999999999", "at most 1000000000000"), ("0,1\n▲31536001,1", "at most 31536000"),
        ("▲time_ms,kbps\n0,1", "'time_ms' is no column here; the header is seconds,bits_per_second"),
        ("seconds,▲kbps\n0,1", "'kbps' is no column here"),
        ("0 0\n1 1\n▲0.5 2", "time goes back here; the line before has 1"),
        ("0 0\n▲0 2", "is the time of the line before"),
        ("0 1▲", "lasts no time"), ("1 2 ▲3", "too much on this line; a line is seconds and Mbit/s"),
        ("1 ▲x", "'x' is no number; a capacity in Mbit/s goes here"), ("1 2▲M", "write digits alone"),
        ("1\n3\n▲2", "time goes back here; the line before has 3"), ("0\n0▲", "lasts no time"),
        ("1\n▲1.5", "a whole number; a list of rates takes a time on each line, as in 0,5M"),
        ("▲5,5M\n6,5M", "a table may begin at any: another table is read by 'columns'"),
        ("0 1\n1 ▲1000001", "at most 1000000; another unit is said by"),
        ("0▲;1", "as in --column time=1 --column bps=2"),
        ("1\n2 ▲3", "too much on this line; a line is one whole number"),
        ("▲-1", "is not negative"), ("1\n▲31536000001", "at most 31536000000"),
        ("▲[]", "no point here; a period is"), ("[▲", "cut short"), ("[▲1]", "a period in braces is missing"),
        ("▲{\"start\": {\"connected\": [], \"version\": \"iperf 3.9\"}}", "this is the JSON of iperf3"),
        ("▲[ ID] Interval\n[  5]   0.00-1.00\n", "this is the text of iperf3"),
        ("▲[  5]   0.00-1.00   sec\n", "this is the text of iperf3"),
        ("▲[100]   0.00-1.00   sec\n", "this is the text of iperf3"), ("▲[SUM] 0\n", "this is the text of iperf3"),
        ("▲Connecting to host 10.0.0.1, port 5201\n[  5] local 10.0.0.2\n", "this is the text of iperf3"),
        ("▲----------\nServer listening on 5201\n----------\n[ ID] Interval\n", "this is the text of iperf3"),
        ("[ ▲1000, 2000 ]", "a period in braces is missing"), ("[\n  ▲1000,\n  2000\n]", "a period in braces is"),
        ("▲1700000000,5M\n", "times since 1970"), ("▲1700000000 5\n", "as in --column time=1"),
        ("▲1453120790686 0 51.03\n", "as in --column time_ms=1"), ("▲1.7e12,5M\n", "as in --column time_ms=1"),
        ("▲1453120790686123,5M\n", "by its size this is one in microseconds or less: write milliseconds"),
        ("[{▲}]", "a name in double quotes is missing"), ("[{\"▲", "cut short"),
        (#"[{"duration_ms" ▲1}]"#, "a colon is missing"), (#"[{▲"duration": 1}]"#, "did you mean 'duration_ms'?"),
        (#"[▲{"duration_ms": 1, "latency_ms": 0}]"#, "'bandwidth_kbps' is missing in this period"),
        (#"[▲{"duration_ms": 1, "bandwidth_kbps": 0}]"#, "'latency_ms' is missing in this period"),
        (#"[{"duration_ms": 1, ▲"duration_ms": 1}]"#, "stands twice"),
        (#"[{"duration_ms": ▲0}]"#, "is more than 0"), (#"[{"duration_ms": ▲-1}]"#, "more than 0"),
        (#"[{"duration_ms": ▲"1"}]"#, "'\"1\"' is no number; a duration in milliseconds goes here"),
        (#"[{"duration_ms": ▲null}]"#, "'null' is no number"),
        (#"[{"duration_ms": 1, "bandwidth_kbps": 2, "latency_ms": 0}▲"#, "cut short"),
        (#"[{"duration_ms": 1, "bandwidth_kbps": 2, "latency_ms": 0}] ▲1"#, "the text goes on"),
        (
            "[{\"duration_ms\": 31536000000, \"bandwidth_kbps\": 2, \"latency_ms\": 0},\r\n"
                + " ▲{\"duration_ms\": 1, \"bandwidth_kbps\": 2, \"latency_ms\": 0}]", "at most 31536000"
        ),
    ]

    @Test("what is wrong is said where it is, with what would be right", arguments: rejected)
    func bad(_ text: String, _ words: String) throws {
        let parts = text.unicodeScalars.split(separator: "▲", omittingEmptySubsequences: false).map(String.init)
        try #require(parts.count == 2)
        let error = try #require(failure(Array((parts[0] + parts[1]).utf8)))
        let lines = parts[0].replacing("\r\n", with: "\n").split(omittingEmptySubsequences: false) { $0.isNewline }
        #expect(
            error.place == Place(source: 3, line: Int32(lines.count), column: Int32(lines[lines.count - 1].count + 1))
        )
        #expect(error.message.contains(words), "\(error.message)")
        #expect(error.diagnostic == Diagnostic(error.message, at: error.place))
    }

    @Test("UTF-16 is named, and too many packets in a millisecond are too many")
    func oddities() {
        #expect(failure([0xFF, 0xFE, 0x30, 0x00])?.kind == .form(.utf16))
        #expect(failure([0xFE, 0xFF, 0x00, 0x30])?.kind == .form(.utf16))
        #expect(failure([0x1F, 0x8B, 0x08])?.kind == .form(.packed(.gzip)))
        #expect(failure(Array(String(repeating: "1\n", count: 83_334).utf8))?.kind == .tooManyPackets)
        #expect(failure(Array(String(repeating: "1\n", count: 83_333).utf8)) == nil)
    }

    @Test("whatever bytes come, there is a trace that can be used or an error", arguments: 0..<60 as Range<UInt64>)
    func mutations(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "trace mutations")
        let palette = Array("0123456789.,-+eEkMG \t\n\r[]{}:\"#;x".utf8) + [0, 0xC3, 0xEF, 0xFF]
        for wanted in NetworkTraceReaderTests.cases {
            var bytes = Array(wanted.text.utf8)
            for _ in 0...random.below(3) {
                let place = Int(random.below(UInt64(bytes.count)))
                switch random.below(4) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(palette[Int(random.below(UInt64(palette.count)))], at: place)
                case 2: bytes[place] = palette[Int(random.below(UInt64(palette.count)))]
                default: bytes.removeSubrange(place...)
                }
                if bytes.isEmpty { bytes = [0x30] }
            }
            guard let trace = try? NetworkTraceReader.read(bytes: bytes, source: 0) else {
                #expect(failure(bytes)?.message.isEmpty == false)
                continue
            }
            #expect(trace.end > .zero && trace.stretches.first?.start == .zero)
            #expect(zip(trace.stretches, trace.stretches.dropFirst()).allSatisfy { $0.start < $1.start })
            #expect(NetworkTraceReport.json(NetworkTraceDescription(trace)).isEmpty == false)
            for looping in [false, true] {
                let conditions = trace.conditions(looping: looping, scaleMillionths: 500_000)
                #expect(conditions.nextChange(after: .zero) > .zero)
                #expect(conditions.values(at: trace.end).down != nil)
            }
        }
    }
}

@Suite("Network traces as conditions")
struct NetworkTraceConditionsTests {
    private func ms(_ count: Int64) -> Instant { .zero + .milliseconds(count) }

    @Test("the last value holds, or the trace begins again")
    func ends() throws {
        let trace = try read("0,1000\n1,2000\n3,500")
        let held = trace.conditions(looping: false)
        #expect(
            [0, 999, 1000, 2999, 3000, 99_000].map { held.values(at: ms($0)).down } == [
                1000, 1000, 2000, 2000, 500, 500,
            ])
        #expect([0, 1000, 3000].map { held.nextChange(after: ms($0)) } == [ms(1000), ms(3000), .never])
        let looping = trace.conditions(looping: true)
        #expect(
            [2999, 3000, 3999, 4000, 6000].map { looping.values(at: ms($0)).down } == [2000, 1000, 1000, 2000, 1000])
        #expect([0, 1000, 3000].map { looping.nextChange(after: ms($0)) } == [ms(1000), ms(3000), ms(4000)])
    }

    @Test("capacity is scaled and rounded down; what the trace does not say stays as it was")
    func overBase() throws {
        var base = NetworkValues()
        base.up = 77
        base.down = 88
        base.delayDown = .milliseconds(5)
        let trace = try read(#"[{"duration_ms": 10, "bandwidth_kbps": 1.001, "latency_ms": 75}]"#)
        let values = trace.conditions(looping: true, scaleMillionths: 80_000, over: base).values(at: .zero)
        #expect(values.down == 80 && values.up == 77)
        #expect(values.delayDown == .milliseconds(80) && values.delayUp == .zero)
        let up = trace.conditions(looping: true, over: base, latency: .up).values(at: .zero)
        #expect(up.delayDown == .milliseconds(5) && up.delayUp == .milliseconds(75))
    }

    @Test("a request costs Sabre's latency once, whichever way it is put", arguments: [Direction.down, .up])
    func latencyIsChargedOnce(_ way: Direction) throws {
        let trace = try read(#"[{"duration_ms": 60000, "bandwidth_kbps": 1000, "latency_ms": 75}]"#)
        var scenario = try ScenarioText(
            network: .fluid(nil, #""request_bytes": 0"#),
            media: .hls([#""bitrate_kbps": 500, "segment_bytes": [25000, 25000]"#], segment_s: 2)
        ).read()
        scenario.network.conditions = trace.conditions(looping: true, latency: way)
        // Each of two requests: 75 ms, and 200,000 bits at 1 Mbit/s.
        let run = try Run(scenario, tracing: .facts)
        #expect(run["time_to_first_chunk_s"] == 275_000_000)
        let panels = PanelReader.panels(of: run.player(0), at: [ms(549), ms(550)])
        #expect(panels.map { $0.loadedTimeRanges.last?.upperBound } == [.seconds(2), .seconds(4)])
    }

    @Test("a trace offers what the same phases offer", arguments: 0..<20 as Range<UInt64>)
    func likePhases(seed: UInt64) throws {
        let trace = try NetworkTraceMaker.all[Int(seed % 4)].trace(seed: seed, lasting: .seconds(60))
        let phases = trace.stretches.map { stretch in
            var values = NetworkValues()
            values.down = stretch.bitsPerSecond
            return Conditions.Phase(start: stretch.start, values: values)
        }
        let same = Conditions(phases: phases, repeatingAfter: trace.end - .zero)
        let conditions = trace.conditions(looping: true)
        var now = Instant.zero
        while now < ms(130_000) {
            #expect(conditions.values(at: now) == same.values(at: now))
            #expect(conditions.nextChange(after: now) == same.nextChange(after: now))
            now = conditions.nextChange(after: now)
        }
    }
}

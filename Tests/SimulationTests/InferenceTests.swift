import PlayerModel
import Testing

@testable import Simulation

/// Logs whose networks are known, so that it is known what an inference has to find.
@Suite("An inference finds the networks that could have made a log")
struct InferenceTests {
    /// A request in milliseconds: when it was sent, its time to the first byte, and that of its body.
    struct Download {
        var at: Int
        var wait: Int
        var receive: Int
        var bytes: Int
    }

    /// A HAR of these, each of a URL of its own: what stands there word for word again counts once.
    static func har(_ downloads: [Download]) -> String {
        let entries = downloads.enumerated().map { index, one in
            let (second, rest) = (one.at / 1000, one.at % 1000)
            let fraction = String(repeating: "0", count: 3 - String(rest).utf8.count) + String(rest)
            let minute = second / 60 % 60 < 10 ? "0\(second / 60 % 60)" : "\(second / 60 % 60)"
            let part = second % 60 < 10 ? "0\(second % 60)" : "\(second % 60)"
            let time = "\(10 + second / 3600):\(minute):\(part).\(fraction)"
            return """
                {"startedDateTime": "2026-05-01T\(time)Z", "time": \(one.wait + one.receive),
                 "request": {"url": "https://a.example/1.m4s?\(index)"},
                 "response": {"status": 200, "bodySize": \(one.bytes), "content": {"mimeType": "video/mp4"}},
                 "timings": {"send": 0, "wait": \(one.wait), "receive": \(one.receive)}}
                """
        }
        return "{\"log\": {\"entries\": [\(entries.joined(separator: ",\n"))]}}"
    }

    static func log(_ text: String) throws -> InferenceLog { try InferenceLog(FieldReader.read(Array(text.utf8))) }

    static func inference(
        _ downloads: [Download], _ transport: Transport.Kind = .fluid, members: Int = 5, seed: UInt64 = 1
    ) throws -> Inference {
        var settings = Inference.Settings()
        settings.transport = Transport(transport)
        (settings.memberCount, settings.seed, settings.beyond) = (members, seed, 5_000_000_000)
        return Inference(try log(har(downloads)), settings)
    }

    /// At 10 Mbit/s and a round trip of 100 ms 1,250,000 bytes take 1.1 s, which are 9.09 Mbit/s: the link has more
    /// than bytes over time say.
    @Test("the round trip does not count as capacity")
    func roundTrip() throws {
        let downloads = (0..<8).map { Download(at: $0 * 1100, wait: 100, receive: 1000, bytes: 1_250_000) }
        let inference = try Self.inference(downloads)
        #expect(inference.log.roundTrip == 100_000_000 && inference.shares.busy == 1_000_000)
        #expect(inference.log.transfers.allSatisfy { 9_080_000...9_100_000 ~= $0.rate })
        for band in inference.bands.dropLast() {
            #expect(band.low <= 10_250_000 && band.high >= 9_750_000 && band.isTold, "\(band)")
        }
        let check = try #require(inference.reproduction)
        #expect(try 970_000...1_030_000 ~= #require(check.median) && #require(check.ninetieth) < 1_080_000)
    }

    /// Pages count visits at hosts of their own, which may be near.
    @Test("the round trip is that to hosts of media")
    func otherHosts() throws {
        let downloads = (0..<8).map { Download(at: $0 * 1200, wait: 100, receive: 1000, bytes: 1_250_000) }
        let pings = (0..<8).map { Download(at: 150 + $0 * 1200, wait: 5, receive: 1, bytes: 43 + $0) }
        let beacons = Self.har(pings).replacing("a.example", with: "b.example").replacing("1.m4s", with: "1.gif")
            .replacing("video/mp4", with: "image/gif")
        let both = Self.har(downloads).dropLast(3) + "," + beacons.dropFirst("{\"log\": {\"entries\": [".count)
        #expect(try Self.log(String(both)).roundTrip == 100_000_000)
        #expect(try Self.log(String(both)).requestCount == 16)
    }

    @Test("dates in whole milliseconds let no request overlap with the one before", arguments: [-1, 0, 1])
    func rounded(milliseconds: Int) throws {
        let downloads = (0..<8).map {
            Download(at: $0 * 1100 + ($0 % 2) * milliseconds, wait: 100, receive: 1000, bytes: 1_250_000)
        }
        let log = try Self.log(Self.har(downloads))
        #expect(log.transfers.count == 8)
        #expect(log.transfers.allSatisfy { $0.start == log.transfers[1].start || $0 == log.transfers[0] })
        #expect(zip(log.transfers, log.transfers.dropFirst()).allSatisfy { $0.end <= $1.begin })
    }

    /// 16 kB at a round trip of 100 ms take 101 ms at 100 Mbit/s, and 113 ms at 10.
    @Test("small downloads leave capacity open upwards, and do not say that it is low")
    func small() throws {
        let downloads = (0..<12).map { Download(at: $0 * 900, wait: 100, receive: 2, bytes: 16_000) }
        let inference = try Self.inference(downloads)
        let rate = inference.log.transfers.map { $0.rate }.max() ?? 0
        #expect(rate < 1_300_000)
        for (slot, band) in inference.bands.enumerated() where inference.busy[slot] > 0 {
            #expect(band.low > 2 * rate && !band.isTold, "\(band)")
        }
        #expect(inference.shares.told < 300_000)
    }

    /// The slots of a long log are seconds long. The weights of all that ends in one are multiplied, and no number
    /// holds their product: neither where all fit, nor where no capacity fits all.
    @Test("many downloads in a slot, alike or not, make no network of nothing", arguments: [4, 12])
    func many(other: Int) throws {
        let burst = (0..<600).map { Download(at: $0 * 20, wait: 2, receive: $0 % 2 == 0 ? 4 : other, bytes: 5_000) }
        let rest = (0..<20).map { Download(at: 13_400_000 + $0 * 2_000, wait: 2, receive: 1_600, bytes: 2_000_000) }
        let inference = try Self.inference(burst + rest)
        let busy = zip(inference.bands, inference.busy).filter { $1 > 0 }.map { $0.0 }
        #expect(busy.count > 10)
        for band in busy { #expect(band.low > 1_000_000 && band.high >= band.low, "\(band)") }
        for band in busy.suffix(10) { #expect(9_000_000...11_000_000 ~= band.low, "\(band)") }
    }

    @Test("of a link that is fast for its round trip the bands are wide, and hold it", arguments: [20_000, 50_000])
    func windows(kbps: Int64) throws {
        let run = try ScenarioText(
            network: JSONPart(stringLiteral: "\"transport\": \"tcp\", \"down_kbps\": \(kbps), \"delay_ms\": 40"),
            media: .hls([#""bitrate_kbps": 4000"#], duration_s: 120, segment_s: 4), script: [.load(), .play()]
        ).judgedRun()
        let log = try InferenceLog(FieldReader.read(Array(JSONReport.text(run, includingTrace: false).utf8)))
        var settings = Inference.Settings()
        settings.transport = Transport(.tcp)
        let inference = Inference(log, settings)
        let busy = zip(inference.bands, inference.busy).filter { $1 > 300_000 }.map { $0.0 }
        #expect(busy.count > 20)
        let capacity = kbps * 1000
        #expect(busy.allSatisfy { $0.low <= capacity && capacity <= $0.high })
        #expect(busy.count { $0.isTold } * 2 < busy.count)
    }

    @Test("where nothing was fetched it is less sure than beside it")
    func gaps() throws {
        let busy = (0..<10).map { Download(at: $0 * 1000, wait: 20, receive: 980, bytes: 500_000) }
        let later = (0..<10).map { Download(at: 60_000 + $0 * 1000, wait: 20, receive: 980, bytes: 125_000) }
        let inference = try Self.inference(busy + later)
        func width(_ slot: Int) -> Double {
            Double(inference.bands[slot].high) / Double(max(1, inference.bands[slot].low))
        }
        #expect(width(5) < 1.5 && width(65) < 1.5 && width(35) > 2.5, "\(inference.bands[35])")
        #expect(inference.bands[5].median > 3 * inference.bands[65].median)
    }

    /// Two answers of 500,000 bytes share a link of 8 Mbit/s for a second: neither alone says more than half of it.
    @Test("answers that come together share the link")
    func together() throws {
        let downloads = (0..<6).flatMap { second in
            [0, 1].map { _ in Download(at: second * 1000, wait: 20, receive: 960, bytes: 480_000) }
        }
        let inference = try Self.inference(downloads)
        #expect(inference.log.transfers.count == 6 && inference.log.requestCount == 12)
        for band in inference.bands.dropLast() {
            #expect(band.low < 8_300_000 && band.high > 7_700_000 && band.low > 6_500_000, "\(band)")
        }
    }

    @Test("the first networks are the same however many are drawn, and a seed repeats them")
    func draws() throws {
        let downloads = (0..<6).map { Download(at: $0 * 1500, wait: 40, receive: 700 + 90 * $0, bytes: 400_000) }
        let five = try Self.inference(downloads)
        let nine = try Self.inference(downloads, members: 9)
        #expect(five.members == Array(nine.members.prefix(5)) && five.bands == nine.bands)
        let other = try Self.inference(downloads, seed: 2)
        #expect(five.members != other.members)
        #expect(Set(five.members.map { $0.capacities }).count > 1)
    }

    @Test("a network is a trace that reads as it was written")
    func trace() throws {
        let member = try #require(
            Self.inference([0, 1, 2, 3].map { .init(at: $0 * 2000, wait: 50, receive: 950, bytes: 300_000) })
                .members.first)
        let writer = try NetworkTraceWriter(member.trace, as: .csv)
        let text = (0..<writer.pageCount).map { writer.page($0) }.joined()
        let again = try NetworkTraceReader.read(bytes: Array(text.utf8), source: 0)
        #expect(again.stretches == member.trace.stretches && again.heldBitsPerSecond == member.held)
        #expect(member.held > 0)
    }

    /// Levels are 7.845, 8.192 and 2.896, 3.025 Mbit/s: a path of levels alone would be off by 2 % at 8 and at 2.96.
    @Test("capacities lie between levels, each stay at a place of its own")
    func places() throws {
        let fast = (0..<12).map { Download(at: $0 * 1000, wait: 20, receive: 980, bytes: 980_000) }
        let slow = (0..<12).map { Download(at: 13_000 + $0 * 1000, wait: 20, receive: 980, bytes: 362_600) }
        let inference = try Self.inference(fast + slow, members: 20)
        func mean(_ slot: Int) -> Double {
            inference.members.reduce(0.0) { $0 + Double($1.capacities[slot]) } / Double(inference.members.count)
        }
        #expect(abs(mean(5) / 8_000_000 - 1) < 0.008, "\(mean(5))")
        #expect(abs(mean(19) / 2_960_000 - 1) < 0.008, "\(mean(19))")
        #expect(Set(inference.members.map { $0.capacities[5] }).count > 10)
        #expect(inference.bands[5].low < inference.bands[5].high)
    }

    /// A run over TCP, whose networks are known, as its own log.
    private static func run(_ down_kbps: Int, _ delay_ms: Int) throws -> Run {
        let text = """
            {"name": "one", "network": {"down_kbps": \(down_kbps), "delay_ms": \(delay_ms), "transport": "tcp"},
             "media": {"kind": "hls", "duration_s": 16, "segment_s": 2, "variants": [{"bitrate_kbps": 800}]},
             "player": "hls.js", "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
            """
        let reading = ScenarioReader.read(SourceText(file: "one.json", bytes: Array(text.utf8)))
        return try Run(try #require(reading.scenario))
    }

    /// The first packet of an answer, 1500 bytes, takes a link of 1 Mbit/s 12 ms: so much less than the least time to a
    /// first byte is the round trip. A session begins with four of them, and on a connection that knows no path yet.
    @Test(
        "over TCP the round trip is found without what its packet takes, and with it the session's own start",
        arguments: [(1000, 20), (4000, 40)])
    func startup(down_kbps: Int, delay_ms: Int) throws {
        let run = try Self.run(down_kbps, delay_ms)
        let truth = try #require(run.player(0).startup?.nanoseconds)
        let log = try Self.log(JSONReport.text(run, includingTrace: false))
        var settings = Inference.Settings()
        (settings.memberCount, settings.beyond) = (6, 5_000_000_000)
        let inference = Inference(log, settings)
        let roundTrip = Int64(2 * delay_ms) * 1_000_000
        let packet = 12_000_000_000 / Int64(down_kbps)
        #expect(abs((log.roundTrip ?? 0) - roundTrip - packet) < packet / 8)
        #expect(abs(inference.linkRoundTrip - roundTrip) < packet / 8, "\(inference.linkRoundTrip)")
        // Of those that lose packets the start is luck.
        let quiet = inference.members.filter { $0.loss == 0 }
        #expect(quiet.count > 2)
        for member in quiet {
            let own = try Run(Counterfactual.scenario(run.scenario, over: member, of: inference)).player(0)
            let startup = try #require(own.startup?.nanoseconds)
            #expect(abs(startup - truth) < truth / 50, "\(startup) in the place of \(truth)")
        }
    }

    @Test("the rows of a report are nothing to it")
    func rows() throws {
        let run = try Self.run(1000, 20)
        let text = JSONReport.text(run, includingRows: false, includingTrace: false)
        let (own, all) = (try Self.log(text), try Self.log(JSONReport.text(run, includingTrace: false)))
        #expect(!text.contains("\"rows\""))
        #expect(own.requestCount > 0 && (own.requestCount, own.bytes) == (all.requestCount, all.bytes))
    }

    /// A log of downloads that all take the same time: over a link that loses much, single ones take far longer.
    @Test("a network that loses so much that the log's downloads take longer over it could not have made the log")
    func lossy() throws {
        let run = try Self.run(3000, 60)
        let log = try Self.log(JSONReport.text(run, includingTrace: false))
        var settings = Inference.Settings()
        (settings.memberCount, settings.beyond) = (100, 5_000_000_000)
        let inference = Inference(log, settings)
        let quiet = inference.members.filter { $0.loss == 0 }
        #expect(quiet.count > 70 && quiet.count < 100)
        for member in inference.members {
            #expect(Reproduction.distance(of: member, inference) <= Reproduction.mostDistance)
        }
        var lossy = quiet[0]
        lossy.loss = 40_000
        #expect(Reproduction.distance(of: lossy, inference) > Reproduction.mostDistance)
    }

    // MARK: The parts

    /// Fluid: a round trip, and then the bytes at the link's rate.
    @Test("times of downloads are those of the transport", arguments: [1_000_000, 4_000_000, 20_000_000] as [Int64])
    func curves(capacity: Int64) throws {
        let grid = CapacityGrid(from: capacity / 2, to: capacity * 2)
        var plan = NetworkPlan()
        plan.transport = Transport(.fluid)
        var values = NetworkValues()
        (values.delayDown, values.delayUp) = (.milliseconds(30), .milliseconds(30))
        plan.conditions = Conditions(phases: [.init(start: .zero, values: values)])
        let curves = TransferCurves(grid, plan: plan, largest: 800_000, usual: 300_000)
        for bytes in [20_000, 300_000, 4_000_000] as [Int64] {
            for (level, rate) in zip(grid.levels, curves.progress(bytes, .slow)) where level > 0 {
                let expected = 0.06 + 8 * Double(bytes) / Double(level)
                #expect(abs(1 / rate - expected) < 0.02 * expected, "\(bytes) at \(level): \(1 / rate), \(expected)")
            }
        }
    }

    /// The first two megabytes take 1.3 s, as over any faster link, because windows grow. Six megabytes take 2 s of the
    /// link, and would take 3.8 s if all that follows came as slowly.
    @Test("a large download over TCP comes as fast as the link, and not as its beginning does")
    func largeDownloads() throws {
        let grid = CapacityGrid(from: 24_000_000, to: 24_000_000)
        var values = NetworkValues()
        (values.delayDown, values.delayUp) = (.milliseconds(20), .milliseconds(20))
        var plan = NetworkPlan()
        plan.conditions = Conditions(phases: [.init(start: .zero, values: values)])
        let curves = TransferCurves(grid, plan: plan, largest: 6_000_000, usual: 2_000_000)
        let times = curves.progress(6_000_000, .warm).dropFirst().map { 1 / $0 }
        #expect(times.allSatisfy { 1...2.9 ~= $0 }, "\(times)")
    }

    /// Levels are drawn as often as the product of all weights over all paths says, which are few enough to add up.
    @Test("paths are drawn by their probability")
    func exact() throws {
        let downloads = [
            Download(at: 0, wait: 10, receive: 890, bytes: 100_000),
            Download(at: 1000, wait: 10, receive: 790, bytes: 200_000),
            Download(at: 2000, wait: 10, receive: 890, bytes: 150_000),
        ]
        let plan = SlotPlan(try Self.log(Self.har(downloads)))
        #expect(plan.count == 3)
        let progress = [[0.8, 1.0, 1.3], [0.7, 1.1, 1.2], [0.9, 1.2, 1.6]]
        let targets = [0.2, 0.5, 0.3]
        let paces = progress.map { $0.map { TransferPace(progress: $0) } }
        let filter = CapacityFilter(plan, paces, .first, targets: targets)
        let powers = filter.powers
        var weights = Array(repeating: 0.0, count: 27)
        for path in 0..<27 {
            let levels = [path / 9, path / 3 % 3, path % 3]
            var weight = targets[levels[0]]
            for slot in 0..<3 {
                let seconds = plan.parts[slot][0].seconds
                weight *= filter.drift.weight(seconds * progress[slot][levels[slot]]) / filter.drift.tolerance
                if slot > 0 { weight *= filter.probability(from: levels[slot - 1], to: levels[slot], powers) }
            }
            weights[path] = weight
        }
        let sum = weights.reduce(0, +)
        for from in 0..<3 {
            let all = (0..<3).reduce(0.0) { $0 + filter.probability(from: from, to: $1, powers) }
            #expect(abs(all - 1) < 1e-12)
        }
        var whole = filter.likelihood.value
        for _ in 0..<abs(filter.likelihood.exponent) { whole *= filter.likelihood.exponent > 0 ? 2 : 0.5 }
        #expect(abs(whole / sum - 1) < 1e-9, "\(whole), \(sum)")
        let sampler = PathSampler(filter, paces, targets: targets)
        var counts = Array(repeating: 0, count: 27)
        let draws = 4000
        var streams = (0..<draws).map { RandomStream(seed: 1, name: "test", index: UInt64($0)) }
        for path in sampler.paths(beyond: 0, &streams) {
            counts[Int(path[0]) * 9 + Int(path[1]) * 3 + Int(path[2])] += 1
        }
        for path in 0..<27 {
            let share = weights[path] / sum
            let error = (share * (1 - share) / Double(draws)).squareRoot()
            #expect(abs(Double(counts[path]) / Double(draws) - share) < 4.5 * error + 0.0005, "path \(path)")
        }
    }

    // MARK: Logs that say too little

    @Test(
        "a log that says too little is refused, with what to give instead",
        arguments: [
            (#"[{"numberOfBytesTransferred": 4000000, "transferDuration": 4}]"#, "AVMetrics events, a HAR"),
            (#"{"bl": 2000, "br": 900, "ot": "v", "sid": "a", "ts": 1777600000000}"#, "CMCD has no bytes"),
            (#"{"br": 900, "ot": "v", "sid": "a", "ts": 1777600000000, "bytes": 9}"#, "takes 3; give their times"),
            (har([.init(at: 0, wait: 10, receive: 100, bytes: 9000)]), "it takes 3"),
            (
                har((0..<4).map { .init(at: $0 * 500, wait: 10, receive: 100, bytes: 900) }),
                "say nothing of a network's capacity"
            ),
            (
                har((0..<4).map { .init(at: $0 * 50_000, wait: 10, receive: 40_000, bytes: 20_000) }),
                "a unit is confused"
            ),
            (
                """
                {"sid": "a", "ts": 1777600000000, "ttfb": 20, "ttlb": 400, "bytes": 90000, "ot": "v"}
                {"sid": "b", "ts": 1777600001000, "ttfb": 20, "ttlb": 400, "bytes": 90000, "ot": "v"}
                """, "2 sessions are mixed"
            ),
        ])
    func refused(text: String, words: String) throws {
        let session = try FieldReader.read(Array(text.utf8))
        let refusal = #expect(throws: InferenceLog.Refusal.self) { try InferenceLog(session) }
        #expect(refusal?.message.contains(words) ?? false, "\(refusal?.message ?? "none")")
    }

    @Test(
        "times that go back or are none, bodies out of buffers and requests without bytes are left out, and said",
        arguments: [(-1, "end before they begin: a clock that went back"), (0, "take no time, as the log has it")])
    func leftOut(seconds: Int, words: String) throws {
        var downloads = (0..<5).map { Download(at: $0 * 1000, wait: 30, receive: 800, bytes: 300_000) }
        downloads.append(Download(at: 6000, wait: 30, receive: 1, bytes: 900_000))
        downloads.append(Download(at: 7000, wait: 30, receive: 100, bytes: 0))
        let log = try Self.log(Self.har(downloads))
        #expect(log.requestCount == 5 && log.leftOut.count == 2, "\(log.leftOut)")
        let events = (0..<4).map { number in
            let start = 1_777_600_000 + number * 2
            let end = number == 2 ? start + seconds : start + 1
            return """
                {"requestStartTime": \(start).25, "responseStartTime": \(start).25, "responseEndTime": \(end).25,
                 "mediaType": "vide", "networkTransactionMetrics": {"transactionMetrics":
                 [{"countOfResponseBodyBytesReceived": 400000}]}}
                """
        }
        let metrics = try Self.log("[\(events.joined(separator: ","))]")
        #expect(metrics.requestCount == 3 && metrics.leftOut == ["1 that \(words)"])
    }

    /// All of them are under way for all of an hour.
    @Test("requests without end to their overlapping take no time without end")
    func hostile() throws {
        let downloads = (0..<400).map {
            Download(at: $0, wait: 1, receive: 3_599_000, bytes: $0 % 7 == 0 ? 1_000_000_000 : 1_000_000)
        }
        let log = try Self.log(Self.har(downloads))
        #expect(log.transfers.reduce(0) { $0 + $1.bytes } <= log.bytes)
        #expect(log.transfers.allSatisfy { $0.end > $0.begin && $0.bytes > 0 })
    }
}

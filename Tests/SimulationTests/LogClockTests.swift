import PlayerModel
import Testing

@testable import Simulation

/// A log's clock begins with its first request, and a scenario's with the scenario: by the first request of both one is
/// laid on the other.
@Suite("What is inferred from a log is laid on the clock of the scenario that is run")
struct LogClockTests {
    /// A session that begins so many milliseconds late, over a network that is as late: capacity falls while it plays.
    private static func scenario(_ kind: Transport.Kind, lateBy ms: Int) throws -> Scenario {
        let at_s = NumberText.exact(Int64(ms), places: 3)
        let good_s = NumberText.exact(Int64(ms + 5_000), places: 3)
        return try readScenario(
            """
            {"network": {"transport": "\(kind.name)", "delay_ms": 20, "phases": [
               {"for_s": \(good_s), "down_kbps": 3000}, {"for_s": 20, "down_kbps": 300}, {"down_kbps": 3000}]},
             "media": {"kind": "hls", "duration_s": 24, "segment_s": 2, "variants": [{"bitrate_kbps": 1200}]},
             "player": "hls.js", "script": [{"at_s": \(at_s), "do": "load"}, {"at_s": \(at_s), "do": "play"}]}
            """)
    }

    private static func inference(_ run: Run) throws -> Inference {
        var settings = Inference.Settings()
        settings.transport = run.scenario.network.transport
        (settings.memberCount, settings.beyond) = (3, 30_000_000_000)
        return Inference(try InferenceTests.log(JSONReport.text(run, includingTrace: false)), settings)
    }

    private static func session(_ scenario: Scenario, _ inference: Inference) throws -> WhatIfSession {
        let firstRequest = try #require(try scenario.firstRequest())
        return try WhatIfSession([scenario], inference, firstRequest: firstRequest) { count, body in
            (0..<count).map { body($0) }
        }
    }

    /// Two downloads at its beginning, and two at its end.
    @Test(
        "of a log of more than two hours slots are longer than a second, and the text says how long",
        arguments: [
            (60, nil), (7190, nil), (7300, "\n  slots                 2 s each, and not a second: "),
        ] as [(Int, String?)])
    func slots(length: Int, words: String?) throws {
        let downloads = [0, 2, length - 2, length].map {
            InferenceTests.Download(at: $0 * 1000, wait: 100, receive: 1000, bytes: 1_250_000)
        }
        let inference = try InferenceTests.inference(downloads, members: 1)
        #expect(inference.slot == (words == nil ? 1_000_000_000 : 2_000_000_000))
        let text = InferText.text(inference, file: "a.har", zero: nil)
        #expect(text.contains(words ?? "\n  read ") && text.contains("\n  slots ") == (words != nil), "\(text)")
    }

    // MARK: Twins

    /// In the middle of a slot, and beyond the whole session: the log is the same, and so is all that comes of it.
    @Test(
        "a session that begins later, over a network that is as late, has the same figures",
        arguments: [.fluid, .tcp] as [Transport.Kind], [500, 7_300, 30_000])
    func twin(kind: Transport.Kind, ms: Int) throws {
        let (early, late) = (try Self.scenario(kind, lateBy: 0), try Self.scenario(kind, lateBy: ms))
        let (first, second) = (try Run(early), try Run(late))
        let (own, other) = (try Self.inference(first), try Self.inference(second))
        #expect(own.log.requests == other.log.requests && own.members == other.members)
        let (figures, twins) = (try Self.session(early, own), try Self.session(late, other))
        for measure in WhatIfMeasure.allCases {
            #expect(figures.spread(0, measure) == twins.spread(0, measure), "\(measure)")
            #expect(figures.naive(0, measure) == twins.naive(0, measure), "\(measure)")
        }
        #expect(figures.extrapolated(0) == twins.extrapolated(0))
        // The alternative is what was logged: it stalls as that did, as over no network that comes too early.
        let truth = try #require(SessionOutcome(second.player(0))?.stallTime)
        let stalls = try #require(twins.spread(0, .stallTime))
        #expect(truth > 4_000_000_000, "\(truth)")
        #expect(abs(stalls.median - truth) < truth / 4, "\(stalls), \(truth)")
    }

    @Test(
        "a run says when its first request was, and so does its scenario, whatever the network is",
        arguments: [0, 500, 30_000])
    func firstRequest(ms: Int) throws {
        let instant = Instant.zero + .milliseconds(Int64(ms))
        var scenario = try Self.scenario(.fluid, lateBy: ms)
        #expect(try Run(scenario).player(0).firstReportedRequest == instant)
        #expect(try scenario.firstRequest() == instant)
        scenario.network = NetworkPlan()
        #expect(try scenario.firstRequest() == instant)
    }

    @Test("a scenario that asks for nothing has no first request")
    func none() throws {
        let scenario = try readScenario(
            """
            {"media": {"kind": "hls", "duration_s": 24, "variants": [{"bitrate_kbps": 1200}]},
             "script": [{"at_s": 1, "do": "pause"}]}
            """)
        #expect(try scenario.firstRequest() == nil)
    }

    // MARK: Other logs

    /// The entries of both.
    private static func joined(_ first: String, _ second: String) -> String {
        String(first.dropLast("]}}".count)) + "," + second.dropFirst("{\"log\": {\"entries\": [".count)
    }

    /// The page is asked for at 0 s, and the stream from 3 s on.
    @Test("what a page asks for is no request of the stream, and lies before its first", arguments: [0, 2, 30])
    func page(seconds: Int64) throws {
        let page = InferenceTests.har([.init(at: 0, wait: 40, receive: 60, bytes: 50_000)])
            .replacing("1.m4s", with: "index.html").replacing("video/mp4", with: "text/html")
        let media = InferenceTests.har(
            (0..<6).map { .init(at: 3_000 + $0 * 1_000, wait: 40, receive: 600, bytes: 300_000) })
        let log = try InferenceTests.log(Self.joined(page, media))
        #expect(log.requestCount == 7 && log.opening == 3_000_000_000)
        #expect(log.zero(firstRequestAt: .zero + .seconds(seconds)) == (seconds - 3) * 1_000_000_000)
    }

    /// Of two hosts the second is asked 2 s later.
    @Test("what was asked of one host begins when it did, and not with the session")
    func host() throws {
        let first = InferenceTests.har([.init(at: 0, wait: 40, receive: 600, bytes: 300_000)])
            .replacing("a.example", with: "b.example")
        let others = InferenceTests.har(
            (0..<6).map { .init(at: 2_000 + $0 * 1_000, wait: 40, receive: 600, bytes: 300_000) })
        let whole = try FieldReader.read(Array(Self.joined(first, others).utf8))
        let own = try #require(whole.asked(of: "a.example"))
        let log = try InferenceLog(own, firstRequest: whole.firstRequest)
        #expect(log.requests[0].request == 0 && log.opening == -2_000_000_000)
        #expect(log.zero(firstRequestAt: .zero + .seconds(5)) == 7_000_000_000)
        // Further off than any session is long, it was another one, or a clock that jumped.
        for far in [Int64.min, -InferenceLog.longest - 1, .max] {
            #expect(try InferenceLog(own, firstRequest: far).opening == 0)
        }
    }

    // MARK: Networks

    @Test(
        "a network that is laid on a clock has each capacity when that clock says",
        arguments: [-3_500, -1_000, 0, 700, 9_000])
    func laid(ms: Int64) throws {
        let begin = ms * 1_000_000
        let capacities: [Int64] = [1_000_000, 2_000_000, 2_000_000, 3_000_000, 4_000_000, 0]
        let network = InferredNetwork(slot: 1_000_000_000, capacities: capacities, logSlots: 5, roundTrip: 40_000_000)
        let own = network.laid(at: begin)
        let (conditions, trace) = (own.conditions(NetworkValues()), own.trace)
        #expect(trace.stretches.first?.start == .zero && trace.heldBitsPerSecond == network.held)
        for tenth in 0..<200 as Range<Int64> {
            let now = Instant.zero + .milliseconds(tenth * 100)
            let slot = Int((Double(tenth * 100 - ms) / 1_000).rounded(.down))
            let expected = slot < capacities.count ? capacities[max(0, slot)] : network.held
            #expect(conditions.values(at: now).down == expected, "\(tenth)")
            let stretch = trace.stretches.last { $0.start <= now }
            #expect(now < trace.end ? stretch?.bitsPerSecond == expected : expected == network.held, "\(tenth)")
        }
    }

    @Test("a network that is over before the run begins is what holds behind it")
    func over() throws {
        let network = InferredNetwork(slot: 1_000_000_000, capacities: [0, 5_000_000], logSlots: 2, roundTrip: 0)
        let own = network.laid(at: -60_000_000_000)
        let (conditions, trace) = (own.conditions(NetworkValues()), own.trace)
        #expect(trace.stretches.map { $0.bitsPerSecond } == [network.held])
        #expect(conditions.values(at: .zero).down == network.held && network.held == 5_000_000)
    }
}

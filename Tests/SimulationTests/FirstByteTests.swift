import PlayerModel
import Testing

@testable import Simulation

@Suite("What the first bytes of a log tell of its network, and what they leave open")
struct FirstByteTests {
    private typealias Download = InferenceTests.Download

    /// Eight megabits in a second.
    @Test(
        "those that come with their requests tell that there is no round trip, or less than a log tells apart",
        arguments: [(.fluid, 0), (.tcp, 500_000)] as [(Transport.Kind, Int64)])
    func nothing(kind: Transport.Kind, roundTrip: Int64) throws {
        let downloads = (0..<8).map { Download(at: $0 * 1100, wait: 0, receive: 1000, bytes: 1_000_000) }
        let inference = try InferenceTests.inference(downloads, kind)
        #expect(inference.log.roundTrip == 0 && inference.linkRoundTrip == roundTrip)
        let words = InferText.text(inference, file: "a.har", zero: nil)
        #expect(words.contains(" ms: a first byte came with its request"), "\(words)")
        guard kind == .fluid else { return }
        for band in inference.bands.dropLast() {
            #expect(band.low <= 8_200_000 && band.high >= 7_800_000 && band.isTold, "\(band)")
        }
    }

    @Test("one alone that comes with its request tells nothing", arguments: [(1, 40_000_000), (3, 0)])
    func single(instant: Int, roundTrip: Int64) throws {
        let downloads = (0..<8).map {
            Download(at: $0 * 1100, wait: $0 < instant ? 0 : 40, receive: 1000, bytes: 1_000_000)
        }
        #expect(try InferenceTests.inference(downloads, .fluid).log.roundTrip == roundTrip)
    }

    /// Each download takes 750 ms; one of them waits from 8.3 s to 17.05 s for its first byte.
    @Test("one that is awaited for very long may tell of an outage, which some networks have, and others do not")
    func awaited() throws {
        let downloads = (0..<13).map { place in
            Download(
                at: place < 8 ? place * 1000 : place == 8 ? 8300 : place * 1000 + 9000, wait: place == 8 ? 8750 : 50,
                receive: 700, bytes: 700_000)
        }
        let inference = try InferenceTests.inference(downloads, members: 20)
        #expect(inference.log.waits.map { $0.length } == [8_750_000_000])
        #expect(inference.silent == Array(8...16))
        let carrying = inference.members.map { member in inference.silent.count { member.capacities[$0] > 0 } }
        #expect(carrying.allSatisfy { $0 == 0 || $0 == 9 } && Set(carrying).count == 2, "\(carrying)")
        for slot in inference.bands.indices {
            #expect(inference.bands[slot].isTold == !inference.silent.contains(slot), "\(inference.bands[slot])")
        }
        let words = InferText.doubts(inference).joined()
        #expect(words.hasPrefix("1 request waited 8.75 s for a first byte"), "\(words)")
    }

    @Test(
        "none is awaited for very long where others take as long, or it is less than a second",
        arguments: [[50, 50, 900, 50], [2000, 3000, 5000, 1500], [0, 0, 0, 1000]])
    func usual(waits: [Int]) throws {
        let downloads = waits.enumerated().map {
            Download(at: $0 * 6000, wait: $1, receive: 500, bytes: 500_000)
        }
        let inference = try InferenceTests.inference(downloads)
        #expect(inference.log.waits.isEmpty && inference.silent.isEmpty && InferText.doubts(inference).isEmpty)
    }

    // MARK: First bytes that are not told

    @Test(
        "a request without one is left out where others have one, for a server may have kept it back",
        arguments: [(6, 0, 6), (6, 2, 6), (6, 3, 3), (6, 6, 6), (12, 3, 12), (12, 6, 6)])
    func missing(count: Int, told: Int, read: Int) throws {
        let events = (0..<count).map { number in
            let start = 1_777_600_000 + number * 2
            return """
                {"requestStartTime": \(start).25, \(number < told ? "\"responseStartTime\": \(start).35, " : "")
                 "responseEndTime": \(start + 1).25, "mediaType": "vide", "networkTransactionMetrics":
                 {"transactionMetrics": [{"countOfResponseBodyBytesReceived": 400000}]}}
                """
        }
        let log = try InferenceTests.log("[\(events.joined(separator: ","))]")
        #expect(log.requestCount == read && log.roundTrip == (told > 0 ? 100_000_000 : nil))
        let leftOut = "\(count - read) without a first byte, so that a server may have kept them back"
        #expect(log.leftOut == (read < count ? [leftOut] : []))
    }

    /// Parts of half a second that are asked for before there are any.
    @Test("of a part that a server keeps back the first byte is told")
    func keptBack() throws {
        let run = try Run(
            """
            {"network": {"transport": "fluid", "down_kbps": 5000, "delay_ms": 20},
             "media": {"kind": "hls", "duration_s": 120, "segment_s": 4, "live": {"part_s": 0.5},
               "variants": [{"bitrate_kbps": 800}]},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}], "until_s": 20}
            """)
        let parts = run.player(0).playback.exchanges.filter { $0.kind == .video && $0.end?.how == .whole }
        let waits = parts.compactMap { part in part.firstByteAt.map { $0 - part.at } }
        #expect(waits.count == parts.count)
        #expect(waits.count { $0 > .milliseconds(300) } > 20, "\(waits)")
        // Its time is its bytes', and not that of the wait.
        let log = try InferenceTests.log(JSONReport.text(run, includingTrace: false))
        let rates = log.transfers.filter { $0.bytes >= InferenceLog.leastBytes }.map { $0.rate }
        #expect(rates.allSatisfy { $0 > 1_500_000 }, "\(rates)")
    }

    // MARK: Networks that do not make their log

    /// 200 MB in 110 ms are 14.5 Gbit/s, which no level of a grid is near, and 500 bytes tell of none.
    @Test("where large downloads are faster than any network, a small one makes it no better")
    func tooFast() throws {
        let text = InferenceTests.har(
            (0..<4).map { Download(at: $0 * 500, wait: 10, receive: 100, bytes: $0 == 3 ? 500 : 200_000_000) })
        let refusal = #expect(throws: InferenceLog.Refusal.self) { try InferenceTests.log(text) }
        #expect(refusal?.message.contains("a unit is confused") ?? false, "\(refusal?.message ?? "none")")
    }

    /// After a pause TCP sends ten packets, and waits for a round trip before more follow: no link brings 100 kB in
    /// three milliseconds behind the first byte. Over fluid one of 267 Mbit/s does.
    @Test(
        "where no network makes the log, it is said",
        arguments: [(.tcp, true), (.fluid, false)] as [(Transport.Kind, Bool)])
    func impossible(kind: Transport.Kind, isSaid: Bool) throws {
        let downloads = (0..<6).map { Download(at: $0 * 4000, wait: 100, receive: 3, bytes: 100_000) }
        let inference = try InferenceTests.inference(downloads, kind)
        #expect(try #require(inference.reproduction).isMade != isSaid)
        #expect(InferText.judgement(inference).contains { $0.contains("do not make the log") } == isSaid)
    }
}

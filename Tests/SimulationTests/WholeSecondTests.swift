import Testing

@testable import Simulation

@Suite("Dates of whole seconds")
struct WholeSecondTests {
    /// Downloads over a constant link of so many kbit/s, 300 ms to the first byte, with dates as Swift prints them.
    private static func log(kilobytes: Int, kbps: Int, count: Int, second: Int = 1000) -> String {
        var at = 350
        let events = (0..<count).map { index -> String in
            func date(_ milliseconds: Int) -> String {
                let cut = milliseconds / second * second
                return "\(1_790_000_000 + cut / 1000).\(cut % 1000 / 100)"
            }
            let size = (kilobytes + index % 5 * 100) * 1000
            let (begin, end) = (at, at + 300 + size * 8 / kbps)
            at = end + index % 3 * 700
            return """
                {"mediaType": "vide", "requestStartTime": \(date(begin)), "responseStartTime": \(date(begin + 300)),
                 "responseEndTime": \(date(end)),
                 "networkTransactionMetrics": [{"countOfResponseBodyBytesReceived": \(size)}]}
                """
        }
        return "[\(events.joined(separator: ",\n"))]"
    }

    @Test("they are said where the log is read, with the first", arguments: [(1000, true), (100, false)])
    func said(second: Int, isSaid: Bool) throws {
        let text = Self.log(kilobytes: 1500, kbps: 3000, count: 8, second: second)
        let session = try FieldReader.read(Array(text.utf8))
        #expect(session.isInWholeSeconds == isSaid && session.findings.all.count == (isSaid ? 1 : 0))
        let hasWords = session.findings.all.allSatisfy {
            $0.message.hasPrefix("all dates are whole seconds, as Swift")
        }
        #expect(hasWords && session.findings.all.allSatisfy { $0.place == Place(source: 0, line: 1, column: 44) })
    }

    @Test(
        "bands are wide and hold the truth where downloads take some seconds",
        arguments: [(1500, 3000, 8), (1500, 3000, 20), (4000, 3000, 12), (700, 1200, 12)])
    func bands(kilobytes: Int, kbps: Int, count: Int) throws {
        let log = try InferenceTests.log(Self.log(kilobytes: kilobytes, kbps: kbps, count: count))
        #expect(log.isInWholeSeconds && log.roundTrip == nil)
        for kind in [Transport.Kind.fluid, .tcp] {
            var settings = Inference.Settings()
            settings.transport = Transport(kind)
            (settings.memberCount, settings.beyond) = (5, 5_000_000_000)
            let inference = Inference(log, settings)
            let busy = zip(inference.bands, inference.busy).filter { $1 > 300_000 }.map { $0.0 }
            #expect(busy.count > 10)
            for band in busy {
                let truth = Int64(kbps) * 1000
                #expect(band.low <= truth && truth <= band.high && band.high * 10 > band.low * 12, "\(band)")
            }
        }
    }

    @Test("downloads that are shorter are left out, and a log that has few others is refused")
    func refused() throws {
        let text = Self.log(kilobytes: 500, kbps: 3000, count: 8)
        let error = #expect(throws: InferenceLog.Refusal.self) { try InferenceTests.log(text) }
        #expect(
            error?.message.hasPrefix("all dates are whole seconds, and most downloads take less than 3 s") == true)
    }
}

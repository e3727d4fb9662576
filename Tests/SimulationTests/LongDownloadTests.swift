import Testing

@testable import Simulation

@Suite("A download of many seconds")
struct LongDownloadTests {
    /// 40 MB in 20 s are 16 Mbit/s. Over a link of some 30 windows decide, so that there the model's time is in doubt:
    /// that is no reason to take the last second for such a one.
    @Test("says as much of its last second as of its first")
    func lastSecond() throws {
        let downloads = (0..<3).map {
            InferenceTests.Download(at: 25_000 * $0, wait: 60, receive: 20_000, bytes: 40_000_000)
        }
        for band in try InferenceTests.inference(downloads, .tcp).bands.prefix(20) {
            #expect(15_000_000...19_000_000 ~= band.median, "\(band)")
        }
    }
}

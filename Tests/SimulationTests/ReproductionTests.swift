import Testing

@testable import Simulation

@Suite("A network is held against the log that it could have made")
struct ReproductionTests {
    /// Of 45 MB each no download is among the first 40 MB; over 4 % of loss they take minutes and not 20 s.
    @Test("by one download at least, however large it is, and also behind what is too small to be compared")
    func large() throws {
        typealias Download = InferenceTests.Download
        let playlist = Download(at: 0, wait: 100, receive: 10, bytes: 900)
        let downloads = (0..<3).map { Download(at: 200 + 25_000 * $0, wait: 100, receive: 20_000, bytes: 45_000_000) }
        let inference = try InferenceTests.inference([playlist] + downloads, .tcp, members: 1)
        var network = inference.members[0]
        network.loss = 40_000
        #expect(Reproduction.distance(of: network, inference) > Reproduction.mostDistance)
    }

    /// 250 MB are more than are sent over a network; behind a round trip of 4 s nothing of 65 MB ends in time.
    @Test(
        "where nothing is held against it, or nothing ends, that is said",
        arguments: [
            (250_000_000, 100, ["Nothing was held against the log"]),
            (65_000_000, 4000, ["none of the log's own requests ended", "not make the log"]),
        ])
    func untold(bytes: Int, wait: Int, words: [String]) throws {
        typealias Download = InferenceTests.Download
        let downloads = (0..<3).map { Download(at: 60_000 * $0, wait: wait, receive: 40_000, bytes: bytes) }
        let inference = try InferenceTests.inference(downloads, .tcp)
        let said = InferText.judgement(inference)
        for part in words { #expect(said.contains { $0.contains(part) }, "\(said)") }
    }
}

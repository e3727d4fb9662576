import Testing

@testable import Simulation

/// Audio beside pictures, over links that are known: when the one ends says nothing of what the other had by then but
/// for the share that it had of the link.
@Suite("Bodies that overlap share the link")
struct SharedBodiesTests {
    typealias Download = InferenceTests.Download

    /// A link of 8 Mbit/s is shared for a second with so many others; then the last body has it alone for two.
    @Test("a link that does not change has the same rate before some of them end and behind", arguments: [1, 3, 4])
    func ends(others: Int) throws {
        let share = 1_000_000 / (others + 1)
        let downloads = [0, 10_000, 20_000].flatMap { at -> [Download] in
            let short = Array(repeating: Download(at: at, wait: 0, receive: 1000, bytes: share), count: others)
            return short + [Download(at: at, wait: 0, receive: 3000, bytes: share + 2_000_000)]
        }
        let log = try InferenceTests.log(InferenceTests.har(downloads))
        #expect(log.transfers.count == 6)
        #expect(log.transfers.allSatisfy { 7_999_900...8_000_000 ~= $0.rate }, "\(log.transfers.map { $0.rate })")
    }

    /// For a round trip of 100 ms before its first byte a body has nothing of the link.
    @Test("a body has its share from its first byte on")
    func roundTrip() throws {
        let downloads = [0, 10_000, 20_000].flatMap { at in
            [
                Download(at: at, wait: 100, receive: 3000, bytes: 2_500_000),
                Download(at: at + 1000, wait: 100, receive: 1000, bytes: 500_000),
            ]
        }
        let log = try InferenceTests.log(InferenceTests.har(downloads))
        #expect(log.roundTrip == 100_000_000)
        let ends = log.transfers.filter { $0.start == .running }
        #expect(ends.count == 3 && ends.allSatisfy { 7_999_900...8_000_000 ~= $0.rate }, "\(log.transfers)")
    }

    @Test("a constant link is told as such, whatever audio is beside the pictures", arguments: [128, 500])
    func beside(audio_kbps: Int) throws {
        let audio = JSONPart(stringLiteral: "\"audio\": {\"bitrate_kbps\": \(audio_kbps)}")
        let run = try ScenarioText(
            network: .fluid(2000), media: .hls([1000], duration_s: 60, audio), script: [.load(), .play()]
        ).judgedRun()
        let log = try InferenceTests.log(JSONReport.text(run, includingTrace: false))
        #expect(log.transfers.count > 10)
        #expect(log.transfers.allSatisfy { 1_990_000...2_010_000 ~= $0.rate }, "\(log.transfers.map { $0.rate })")
        var settings = Inference.Settings()
        settings.transport = Transport(.fluid)
        (settings.memberCount, settings.beyond) = (5, 5_000_000_000)
        let inference = Inference(log, settings)
        for (band, busy) in zip(inference.bands, inference.busy) where busy > 300_000 {
            #expect(band.isTold && band.low <= 2_050_000 && band.high >= 1_950_000, "\(band)")
        }
        let check = try #require(inference.reproduction)
        #expect(try 970_000...1_030_000 ~= #require(check.median) && #require(check.ninetieth) < 1_080_000)
    }
}

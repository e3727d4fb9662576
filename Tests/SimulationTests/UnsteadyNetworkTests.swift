import PlayerModel
import Testing

@testable import Simulation

/// Logs over networks that lose packets at random, or are never twice the same, so that it is known what is to be
/// said of them.
@Suite("An inference says how little a log tells of what is random")
struct UnsteadyNetworkTests {
    private typealias Download = InferenceTests.Download

    /// Downloads of 100 kB in 300 ms, with a round trip of 80 ms, of which some begin later, and some are quicker.
    private static func downloads(late: [Int: Int], quicker: [Int: Int] = [:], count: Int = 40) -> [Download] {
        (0..<count).map { place in
            Download(
                at: place * 2000, wait: 80 + (late[place] ?? 0), receive: 300 - (quicker[place] ?? 0), bytes: 100_000)
        }
    }

    private static func log(late: [Int: Int], quicker: [Int: Int] = [:]) throws -> InferenceLog {
        try InferenceTests.log(InferenceTests.har(downloads(late: late, quicker: quicker)))
    }

    /// A request that is lost comes again after a smoothed round trip and 200 ms.
    @Test("a first byte that is late by a timeout is one of a lost request, and one by any other time is none")
    func late() throws {
        // The first and the last have no answers on both sides, and those beside a late one have a late one there.
        #expect(try Self.log(late: [:]).late == LateFirstBytes(answers: 40, comparable: 38))
        let lost = try Self.log(late: [7: 280, 30: 300]).late
        #expect(lost == LateFirstBytes(repeated: 2, answers: 40, comparable: 34))
        let mixed = try Self.log(late: [7: 150, 20: 280, 30: 900]).late
        #expect(mixed == LateFirstBytes(repeated: 1, others: 2, answers: 40, comparable: 32))
    }

    /// The first packet is lost, and comes again behind those that followed it: all is there when it would have been.
    @Test("a first byte that is late where the last one is not was overtaken, by whatever time")
    func overtaken() throws {
        let two = try Self.log(late: [7: 150, 20: 280], quicker: [7: 150, 20: 270]).late
        #expect(two == LateFirstBytes(overtaken: 2, answers: 40, comparable: 34))
        // A server thought, and the link became faster; and one that is as late as noise.
        let none = try Self.log(late: [7: 150, 20: 50], quicker: [7: 40, 20: 50]).late
        #expect(none == LateFirstBytes(others: 1, answers: 40, comparable: 36))
        // Where the answers beside it are unlike, nothing is known of its last byte.
        let unlike = try Self.log(late: [7: 150], quicker: [6: 100, 7: 150]).late
        #expect(unlike.overtaken == 0 && unlike.others == 1)
    }

    @Test("over a link of one capacity first bytes are overtaken if packets are lost, and else never")
    func lossyRuns() throws {
        for (loss, some) in [("0", false), ("2", true)] {
            let run = try Run(
                readScenario(
                    """
                    {"network": {"down_kbps": 900, "delay_ms": 20, "loss_percent": \(loss), "transport": "tcp"},
                     "media": {"kind": "hls", "duration_s": 400, "segment_s": 2, "variants": [{"bitrate_kbps": 500}]},
                     "player": "hls.js", "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
                    """))
            let log = try InferenceTests.log(JSONReport.text(run, includingTrace: false))
            #expect(log.late.comparable > 100 && (log.late.overtaken > 0) == some, "\(log.late)")
            #expect(some || (log.late.repeated, log.late.others) == (0, 0), "\(log.late)")
        }
    }

    @Test("the more requests are lost, the more packets the networks lose; fluid loses none")
    func losses() throws {
        let quiet = try LossHypotheses(Self.log(late: [:]), Transport(.tcp))
        let some = try LossHypotheses(Self.log(late: [7: 280]), Transport(.tcp))
        let many = try LossHypotheses(Self.log(late: [7: 280, 15: 280, 30: 280]), Transport(.tcp))
        #expect(quiet.weights[0] > 0.5)
        #expect(quiet.weights[0] > some.weights[0])
        #expect(some.weights[0] > many.weights[0])
        #expect(many.weights[0] < 0.05)
        #expect(try #require(many.usual) > some.usual ?? 0)
        let overtaken = try LossHypotheses(Self.log(late: [7: 150], quicker: [7: 150]), Transport(.tcp))
        #expect(overtaken.weights[0] < quiet.weights[0] / 2)
        // Where servers think for any time, a late byte is no sign.
        let thinking = [5: 120, 7: 280, 9: 500, 13: 700, 15: 280, 20: 150, 25: 900, 30: 280, 35: 170]
        #expect(try LossHypotheses(Self.log(late: thinking), Transport(.tcp)).weights[0] > 0.2)
        let fluid = try LossHypotheses(Self.log(late: [7: 280, 15: 280]), Transport(.fluid))
        #expect(fluid.weights[0] == 1 && fluid.usual == nil)
        for own in [quiet, some, many, overtaken] {
            let whole: Double = own.weights.reduce(0, +)
            #expect(abs(whole - 1) < 1e-9)
        }
    }

    @Test("over TCP some networks lose packets, each by a luck of its own, and the same log gives the same ones")
    func members() throws {
        func inference(_ kind: Transport.Kind) throws -> Inference {
            try InferenceTests.inference(Self.downloads(late: [7: 280, 30: 280]), kind, members: 12)
        }
        let (own, again) = (try inference(.tcp), try inference(.tcp))
        let lossy = own.members.filter { $0.loss > 0 }
        #expect(own.members == again.members && lossy.count > 2)
        #expect(Set(lossy.map { $0.seed }).count == lossy.count)
        let conditions = try #require(lossy.first).conditions(own.values)
        #expect(conditions.values(at: .zero).lossDown == lossy.first?.loss)
        #expect(try inference(.fluid).members.allSatisfy { $0.loss == 0 })
    }

    /// Downloads of 2 to 5 s over a link that is anywhere from 1.6 to 2.4 Mbit/s each second: they tell its mean alone.
    @Test("where each second has a capacity of its own, the bands hold most of them")
    func trembling() throws {
        var stream = RandomStream(seed: 5, name: "trembling")
        let rates = (0..<400).map { _ in 1_600_000.0 + Double(stream.below(800_000)) }
        // Fluid: a round trip of 20 ms, and then bytes as they come; a pause of 100 ms between downloads.
        var (at, downloads) = (0, [Download]())
        while at < 240_000 {
            let begin = at + 20
            var (left, time) = (Double(500_000 + 200_000 * stream.below(4)), Double(begin))
            let bytes = Int(left)
            while left > 0 {
                let second = Int(time / 1000)
                let room = Double(second + 1) * 1000 - time
                let need = left * 8 / rates[second] * 1000
                (left, time) = need <= room ? (0, time + need) : (left - rates[second] / 8 * room / 1000, time + room)
            }
            downloads.append(Download(at: at, wait: 20, receive: Int(time) - begin, bytes: bytes))
            at = Int(time) + 100
        }
        let inference = try InferenceTests.inference(downloads)
        #expect(inference.drift.jitter > 0, "\(inference.drift)")
        let held = inference.bands.indices.count { slot in
            let rate = Int64(rates[slot])
            return inference.bands[slot].low <= rate && rate <= inference.bands[slot].high
        }
        #expect(held * 4 > inference.bands.count * 3, "\(held) of \(inference.bands.count)")
    }

    /// Shifts fall off from the level itself, and a wider jitter reaches further.
    @Test("a jitter is a list of shifts, of which none is likelier than none")
    func shifts() {
        for drift in CapacityDrift.all {
            #expect(
                drift.shifts[0] == 1 && zip(drift.shifts, drift.shifts.dropFirst()).allSatisfy { $0 > $1 && $1 > 0 })
            #expect(drift.jitter > 0 ? drift.shifts.count > 2 : drift.shifts.count == 1)
            #expect(drift.tolerance(seconds: 1) >= drift.tolerance(seconds: 8))
            #expect(drift.tolerance(seconds: 1_000_000) < drift.tolerance * 1.001)
        }
    }
}

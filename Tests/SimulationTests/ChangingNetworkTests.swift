import PlayerModel
import Testing

@testable import Simulation

/// A session whose network becomes another once, and stays so: between 0.3 and 3 times the bit rate, at any time.
private struct Change: Sendable {
    let text: ScenarioText
    let at: Instant
    let isFluid: Bool

    init(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "change")
        func pick(_ values: Int64...) -> Int64 { values[Int(random.below(UInt64(values.count)))] }
        let (bitRate, duration) = (pick(800, 1500, 2000, 4000), pick(60, 120))
        let before = bitRate * pick(6, 10, 12, 20, 30, 100, 250) / 10
        let after = bitRate * (300 + Int64(random.below(2701))) / 1000
        let at_ms = 200 + Int64(random.below(UInt64(duration) * 800))
        isFluid = seed % 2 == 0
        let media: JSONPart =
            seed % 4 < 2
            ? .progressive("\(bitRate)", duration_s: "\(duration)")
            : .hls(["\(bitRate)"], duration_s: "\(duration)", segment_s: "\(pick(2, 4, 6, 10))")
        func seconds(_ milliseconds: Int64) -> JSONPart { "\(NumberText.exact(milliseconds, places: 3))" }
        var script: [JSONPart] = [
            .load(), .play(seconds(pick(0, 400, 2000))),
            .does(seconds(max(2000, at_ms)), "change_network", #""down_kbps": \#(after)"#),
        ]
        let then_ms = max(2000, at_ms) + pick(0, 500, 1000, 3000)
        switch seed / 4 % 3 {
        case 0: script += [.load(seconds(then_ms)), .play(seconds(then_ms + 400))]
        case 1: script.append(.does(seconds(then_ms), "seek", #""to_s": \#(random.below(UInt64(duration)))"#))
        default: break
        }
        at = Instant(nanoseconds: max(2000, at_ms) * 1_000_000)
        text = ScenarioText(
            network: .link(
                "\(before)", transport: isFluid ? "fluid" : "tcp", #""delay_ms": \#(pick(0, 5, 20, 50, 100))"#),
            media: media, player: #""default_forward_buffer_s": \#(duration)"#, script: script, until_s: 3000)
    }
}

@Suite("After one lasting change of the network, under the default rules")
struct ChangingNetworkTests {
    /// Some of many, and those of 12,000 that once misled.
    private static let seeds =
        Array(Thoroughness.draws(20, of: 2000)) + [3207, 4375, 6113, 7291, 7615, 8493, 9625, 10446, 10687]

    private static func isElsewhere(_ record: Record) -> Bool {
        switch record {
        case .announced(.timeJumped), .item: true
        default: false
        }
    }

    /// For how long keepUp was true, from two seconds after the change on, while the player played towards a stall
    /// less than five seconds later, of the item and from the place that it was told of.
    private func misled(_ run: Run, since change: Instant) -> TimeAmount {
        let rows = Timeline(run.player(0)).rows
        let stalls = run.player(0).entries.compactMap { entry -> Instant? in
            if case .announced(.playbackStalled) = entry.record { entry.at } else { nil }
        }
        var longest = TimeAmount.zero
        for stall in stalls {
            let jump = run.player(0).entries.last { $0.at <= stall && Self.isElsewhere($0.record) }?.at ?? .zero
            let from = max(change + .seconds(2), jump, Instant(nanoseconds: stall.nanoseconds - 5_000_000_000))
            for (row, next) in zip(rows, rows.dropFirst())
            where row.panel.isLikelyToKeepUp && row.panel.timebaseRate.isMoving {
                longest = max(longest, min(next.at, stall) - max(row.at, from))
            }
        }
        return longest
    }

    @Test("playback stalls at most twice, and keepUp is true where it holds", arguments: Self.seeds)
    func holds(seed: UInt64) throws {
        let change = Change(seed: seed)
        let run = try change.text.run()
        let stalls = run.player(0).entries.count { entry in
            if case .announced(.playbackStalled) = entry.record { entry.at >= change.at } else { false }
        }
        #expect(stalls <= 2, "seed \(seed)\n\(change.text.text)")
        #expect(misled(run, since: change.at) <= .zero, "seed \(seed)\n\(change.text.text)")
    }

    @Test("a rest with a full buffer is no pause of the network, and holds up neither the flag nor a seek")
    func rests() throws {
        let run = try ScenarioText(
            network: .link("6000", transport: "tcp", #""delay_ms": 25"#),
            media: .progressive("1500", duration_s: "120"),
            player: #""preferred_forward_buffer_duration_s": 3.5, "drain_s": 2.9"#,
            script: [.load(), .play(), .does(60, "seek", #""to_s": 100"#)], until_s: 300
        ).judgedRun()
        let falls = run.player(0).entries.count { entry in
            if case .announced(.likelyToKeepUp(false, _)) = entry.record { true } else { false }
        }
        #expect(falls == 1, "with the seek")
        #expect(try #require(run["seek_time_s"]) < 600_000_000)
    }

    @Test("what still comes of a call-off is no part of a measurement, and the time before it is")
    func callsOff() {
        var meter = LoadMeter(estimator: .last, evidence: EvidenceSettings())
        func second(_ tenths: Int64) -> Instant { .zero + .milliseconds(tenths * 100) }
        func receipt(_ bytes: Int64, inVain: Int64, _ tenths: Int64) -> Receipt {
            Receipt(bytes: bytes, wasted: inVain, busy: .milliseconds(tenths * 100))
        }
        _ = meter.take(chunk: 1000, receipt(1000, inVain: 0, 10), at: second(10))
        #expect(meter.throughput.estimate?.bitsPerSecond == 7999)
        // 200 bytes of the next chunk are given up; 5000 more of it come, and 300, and then 700 of another.
        meter.callOff()
        _ = meter.look(receipt(1200, inVain: 200, 12), at: second(12))
        var onTheWay = receipt(6500, inVain: 5200, 15)
        onTheWay.pause = .seconds(2)
        meter.take(partOnTheWay: onTheWay, at: second(20))
        #expect(meter.throughput.reading.pause == .zero, "the next look tells of it")
        #expect(meter.throughput.estimate?.bitsPerSecond == 7983, "199 + 300 bytes in half a second: one may be half")
        let sample = meter.take(chunk: 1000, receipt(7200, inVain: 5200, 22), at: second(27))
        #expect(sample == ThroughputSample(bits: 9592, busy: .milliseconds(1200)))
        #expect(meter.throughput.estimate?.bitsPerSecond == 7999)
    }

    @Test(
        "an item that is loaded on a slower network does not take the old one's throughput for its own",
        arguments: [0, 0.15, 0.4, 1, 3])
    func reloads(later: Double) throws {
        let run = try ScenarioText(
            network: .fluid(50_000), media: .progressive(2000, duration_s: 39),
            script: [.load(), .does(8, "change_network", #""down_kbps": 1716"#), .load(10), .play("\(10 + later)")]
        ).judgedRun()
        #expect(run["stall_count"] == 0)
        // The start of a session of its own, as the slides have it (A.23): 5.54 s are loaded, after 6.46 s.
        let start = run.player(0).entries.lastIndex { entry in
            if case .announced(.status(.playing, _, _, _)) = entry.record { true } else { false }
        }
        let place = try #require(start)
        let at = run.player(0).entries[place].at
        #expect(at > Instant(nanoseconds: 16_454_000_000))
        #expect(at < Instant(nanoseconds: 16_655_000_000))
        // It keeps up, and says so all along (session 503's panel at 1.7 s).
        let falls = run.player(0).entries[place...].contains { entry in
            if case .announced(.likelyToKeepUp(false, _)) = entry.record { true } else { false }
        }
        #expect(!falls)
    }

    /// A server is silent for a minute. Of what it sends then the first segment comes four times as fast as is needed.
    @Test("one that has become slower is found out at once, also where nothing had come for long")
    func afterSilence() throws {
        let run = try ScenarioText(
            network: .fluid(4000, #""delay_ms": 20, "faults": [{ "of": "video", "silent_after_bytes": 0 }]"#),
            media: .hls([1000], duration_s: 120, segment_s: 2),
            script: [.load(), .play(), .does(62, "change_network", #""down_kbps": 300"#)], until_s: 90
        ).judgedRun()
        #expect(run.player(0).playback.loads.first?.at == .zero + .milliseconds(61_540))
        #expect(run["wait_before_start_s"] == nil)
    }
}

import PlayerModel
import Testing

private let mebibit: Int64 = 1_000_000

/// Beats of a quarter of a second at so many bits per second.
private func beats(_ count: Int, at rate: Int64) -> [ThroughputSample] {
    Array(repeating: ThroughputSample(bits: rate / 4, busy: .milliseconds(250)), count: count)
}

private func evidence(grain: Int64 = 0, _ samples: [ThroughputSample]) -> Evidence {
    var settings = EvidenceSettings()
    settings.span = .seconds(1)
    settings.grain = grain
    var evidence = Evidence(settings)
    for sample in samples { evidence.note(sample) }
    return evidence
}

/// The same with one more sample, of which the longest time between two bytes is known.
private func evidence(
    grain: Int64, _ before: [ThroughputSample], pausing sample: ThroughputSample, for pause: TimeAmount,
    then after: [ThroughputSample]
) -> Evidence {
    var seen = evidence(grain: grain, before)
    seen.note(sample, pause: pause)
    for sample in after { seen.note(sample) }
    return seen
}

private func corrected(_ estimate: Int64, by evidence: Evidence) -> Int64 {
    evidence.correction(of: ThroughputEstimate(bits: estimate, in: .seconds(1)))?.bitsPerSecond ?? estimate
}

@Suite("Evidence of the network")
struct EvidenceTests {
    @Test("leaves an estimate alone that the network bears out", arguments: [1, 4, 40, 400])
    func agrees(count: Int) {
        #expect(corrected(8 * mebibit, by: evidence(beats(count, at: 8 * mebibit))) == 8 * mebibit)
    }

    @Test("gives way to a slower network within two seconds", arguments: [100, 300, 900, 990] as [Int64])
    func fallsAtOnce(share: Int64) {
        let slower = 8 * mebibit * share / 1000
        let seen = evidence(beats(40, at: 8 * mebibit) + beats(7, at: slower))
        let found = corrected(8 * mebibit, by: seen)
        #expect(found < 8 * mebibit)
        #expect(found <= slower + 8 * mebibit / 50, "\(found) for \(slower)")
    }

    @Test("does not take a better network for granted")
    func risesLate() {
        let seen = evidence(beats(40, at: mebibit) + beats(8, at: 8 * mebibit))
        #expect(corrected(mebibit, by: seen) == mebibit)
    }

    @Test("takes a pause that is made up for as a pause, and remembers it", arguments: [1, 2, 3])
    func bearsPauses(silent: Int) {
        let before = beats(40, at: 8 * mebibit)
        let silence = Array(repeating: ThroughputSample(bits: 0, busy: .milliseconds(250)), count: silent)
        let burst = ThroughputSample(bits: Int64(silent + 1) * 2 * mebibit, busy: .milliseconds(250))
        for after in 0..<8 {
            let seen = evidence(grain: 1448, before + silence + [burst] + beats(after, at: 8 * mebibit))
            #expect(corrected(8 * mebibit, by: seen) == 8 * mebibit, "\(after) beats later")
            #expect(seen.reading.pause == (silent > 1 ? .milliseconds(Int64(silent) * 250) : .zero))
        }
        #expect(evidence(before + silence).reading.isSilent == (silent > 1))
        #expect(evidence(before + silence + [burst] + beats(245, at: 8 * mebibit)).reading.pause == .zero, "long ago")
    }

    @Test("takes a pause that is made up for little by little for one, and gives it credit for a minute")
    func bearsTrickles() {
        let before = beats(40, at: 8 * mebibit)
        // One chunk comes whole after two seconds, at less than half the rate; the rest of what piled up half as fast
        // again as usual, until it is made up for.
        let pause = ThroughputSample(bits: 7 * mebibit, busy: .seconds(2))
        let trickle = beats(9, at: 12 * mebibit)
        for after in 0..<trickle.count {
            let seen = evidence(
                grain: 1448, before, pausing: pause, for: .seconds(2), then: Array(trickle.prefix(after)))
            #expect(corrected(8 * mebibit, by: seen) > 7 * mebibit, "\(after) beats later")
            #expect(seen.reading.pause == .seconds(2) && seen.reading.credit >= 200_000)
        }
        #expect(evidence(before).reading.credit == 0)
    }

    @Test(
        "remembers a pause for a minute of transfer, an outage of more than 3 s for ten seconds",
        arguments: [(2000, 230, true), (2000, 245, false), (3001, 26, true), (3001, 30, false)]
            as [(Int64, Int, Bool)])
    func forgetsPauses(milliseconds: Int64, beatsLater: Int, isRemembered: Bool) {
        let burst = ThroughputSample(bits: 8 * mebibit * milliseconds / 1000, busy: .milliseconds(milliseconds))
        let seen = evidence(
            grain: 1448, beats(40, at: 8 * mebibit), pausing: burst, for: .milliseconds(milliseconds),
            then: beats(beatsLater, at: 8 * mebibit))
        #expect(seen.reading.pause == (isRemembered ? .milliseconds(milliseconds) : .zero))
        #expect((seen.reading.credit >= 200_000) == isRemembered)
    }

    @Test("counts the wait for an answer as transfer of what had been called off, where that is no faster than after")
    func countsWaiting() {
        // Two seconds of waiting at 1 Mbit/s, then what had piled up: a second's worth in a quarter.
        let burst = ThroughputSample(bits: mebibit, busy: .milliseconds(250))
        func rate(waiting bits: Int64) -> Int64 {
            var seen = evidence(grain: 1448, [])
            seen.note(waited: ThroughputSample(bits: bits, busy: .seconds(2)))
            for sample in [burst] + beats(1, at: mebibit) { seen.note(sample) }
            return corrected(16 * mebibit, by: seen)
        }
        #expect(rate(waiting: 2 * mebibit) == 3_250_000 * 1_000_000_000 / 2_500_000_001)
        #expect(rate(waiting: 8 * mebibit + 1) == 1_250_000 * 1_000_000_000 / 500_000_001, "faster: it is left out")
        #expect(rate(waiting: 0) == 1_250_000 * 1_000_000_000 / 500_000_001, "nothing came: it was no transfer")
    }

    @Test("takes a network for slower that needed long for what had been called off")
    func judgesWaiting() {
        func isBelieved(_ bits: Int64) -> Bool {
            var seen = evidence(grain: 1448, beats(80, at: 8 * mebibit))
            seen.note(waited: ThroughputSample(bits: bits, busy: .seconds(2)))
            return corrected(8 * mebibit, by: seen) < 4 * mebibit
        }
        #expect(isBelieved(4 * mebibit) && !isBelieved(14 * mebibit))
    }

    @Test("does not take a slow network for one pause after another", arguments: [0, 1448] as [Int64])
    func seesSlowness(grain: Int64) {
        // A chunk comes between two looks: each look seems to have waited, each chunk does not.
        func slow(_ milliseconds: Int64) -> ThroughputSample {
            ThroughputSample(bits: milliseconds * mebibit / 1000, busy: .milliseconds(milliseconds))
        }
        let looks = (0..<10).flatMap { _ in [slow(260), slow(90)] }
        let seen = evidence(grain: grain, beats(40, at: 16 * mebibit) + looks)
        #expect(corrected(16 * mebibit, by: seen) < 2 * mebibit)
    }

    @Test("does not take the way in which packets fall for another network")
    func bearsPackets() {
        // 800 kbit/s are 17 packets in a quarter of a second, or 18.
        let uneven = (0..<200).map { index in
            ThroughputSample(bits: (index % 3 == 0 ? 18 : 17) * 1448 * 8, busy: .milliseconds(250))
        }
        let rate = uneven.reduce(0) { $0 + $1.bits } / 50
        for count in 1...200 {
            let found = corrected(rate, by: evidence(grain: 1448, Array(uneven.prefix(count))))
            #expect(found > rate * 95 / 100, "\(count) beats")
        }
    }

    @Test("sees nothing with a span of zero")
    func isLeftOut() {
        var settings = EvidenceSettings()
        settings.span = .zero
        var evidence = Evidence(settings)
        for sample in beats(40, at: mebibit) { evidence.note(sample) }
        #expect(!evidence.reading.isSought)
        #expect(corrected(8 * mebibit, by: evidence) == 8 * mebibit)
    }

    @Test("of another item begins anew, and what was measured counts for the time that it carries over")
    func carriesOver() {
        var throughput = Throughput(estimator: .slidingWindow(seconds: .seconds(10)))
        for sample in beats(40, at: 8 * mebibit) {
            throughput.add(sample)
            throughput.see(sample)
        }
        throughput.beginItem()
        #expect(throughput.prediction?.bitsPerSecond == 8 * mebibit - 1)
        for sample in beats(4, at: 2 * mebibit) { throughput.add(sample) }
        #expect(throughput.estimate?.bitsPerSecond == 5 * mebibit - 1, "a second of each")
        for sample in beats(4, at: 2 * mebibit) { throughput.see(sample) }
        #expect(throughput.prediction?.bitsPerSecond == 2 * mebibit - 1)
        #expect(throughput.isContradicted)
    }
}

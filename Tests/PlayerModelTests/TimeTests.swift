import Testing

@testable import PlayerModel

private let most = Int64.max

@Suite("A proportion")
struct ProportionTests {
    private static let small: [(Int64, Int64, Int64, Int64, Int64)] = [
        (0, 5, 3, 0, 0), (1, 1, 1, 1, 1), (7, 3, 2, 10, 11), (10, 3, 2, 15, 15), (1, 1, 3, 0, 1), (2, 1, 3, 0, 1),
        (3, 1, 3, 1, 1), (999, 1, 1000, 0, 1), (1001, 1, 1000, 1, 2), (5, 0, 7, 0, 0),
        (1_000_000_007, 1_000_000_009, 1_000_000_011, 1_000_000_005, 1_000_000_006),
    ]
    /// Those whose product has more than 64 bits.
    private static let large: [(Int64, Int64, Int64, Int64, Int64)] = [
        (most, most, most, most, most), (most, 1000, 1000, most, most), (most - 1, most, most, most - 1, most - 1),
        (most, 2, 4, most / 2, most / 2 + 1),
        (most, 999, 1000, 9_214_148_664_817_921_031, 9_214_148_664_817_921_032),
        (4_294_967_296, 4_294_967_296, 8_589_934_592, 2_147_483_648, 2_147_483_648),
    ]

    @Test("is exact, or goes the way that was asked for, with the whole product in between", arguments: small + large)
    func rounds(value: Int64, factor: Int64, divisor: Int64, down: Int64, up: Int64) {
        #expect(proportion(value, factor, over: divisor, .down) == down)
        #expect(proportion(value, factor, over: divisor, .up) == up)
    }

    @Test(
        "is cut where it is beyond what can be counted, and not a moment sooner",
        arguments: [
            (most, most, 1, most), (most, 2, 1, most), (most, 1001, 1000, most), (most, 3, 2, most),
            (most, 1, 1, most),
            (most - 1, 1, 1, most - 1), (most / 2, 2, 1, most - 1), (most / 2 + 1, 2, 1, most), (1, most, 1, most),
        ] as [(Int64, Int64, Int64, Int64)])
    func isCut(value: Int64, factor: Int64, divisor: Int64, result: Int64) {
        #expect(proportion(value, factor, over: divisor, .down) == result)
        #expect(proportion(value, factor, over: divisor, .up) == result)
    }

    @Test("agrees with plain arithmetic where that can count it")
    func agrees() {
        for value in stride(from: 0 as Int64, through: 2_000_000, by: 9973) {
            for factor in [1, 7, 1000, 32_000, 8_000_000] as [Int64] {
                for divisor in [1, 3, 999, 1000, 1716, 1_000_000_007] as [Int64] {
                    #expect(proportion(value, factor, over: divisor, .down) == value * factor / divisor)
                    let up = (value * factor + divisor - 1) / divisor
                    #expect(proportion(value, factor, over: divisor, .up) == up)
                }
            }
        }
    }
}

@Suite("Times")
struct TimeTests {
    @Test("are counted in nanoseconds")
    func areCounted() {
        #expect(TimeAmount.milliseconds(3).nanoseconds == 3_000_000)
        #expect(TimeAmount.seconds(3).nanoseconds == 3_000_000_000)
        #expect(MediaTime.seconds(-3).nanoseconds == -3_000_000_000)
        #expect(Instant.zero < Instant(nanoseconds: 1))
        #expect(TimeAmount(nanoseconds: -1) < .zero)
        #expect(MediaTime.zero < .unlimited)
    }

    @Test("add up, and are cut at what can be counted")
    func addUp() {
        let one = TimeAmount(nanoseconds: 1)
        #expect(Instant(nanoseconds: 5) + TimeAmount(nanoseconds: -7) == Instant(nanoseconds: -2))
        #expect(Instant(nanoseconds: most - 1) + one == .never)
        #expect(Instant.never + one == .never)
        #expect(Instant.never + .zero == .never)
        #expect(one + one == TimeAmount(nanoseconds: 2))
        #expect(TimeAmount(nanoseconds: most) + one == TimeAmount(nanoseconds: most))
        #expect(TimeAmount(nanoseconds: most) + TimeAmount(nanoseconds: most) == TimeAmount(nanoseconds: most))
        #expect(MediaTime.seconds(1) + .seconds(2) == .seconds(3))
        #expect(MediaTime.unlimited + MediaTime(nanoseconds: 1) == .unlimited)
    }

    @Test("have differences, which may be negative")
    func haveDifferences() {
        #expect(Instant(nanoseconds: 3) - Instant(nanoseconds: 5) == TimeAmount(nanoseconds: -2))
        #expect(Instant.never - .zero == TimeAmount(nanoseconds: most))
        #expect(TimeAmount.zero - .seconds(1) == .seconds(-1))
        #expect(MediaTime.unlimited - .seconds(1) == MediaTime(nanoseconds: most - 1_000_000_000))
    }
}

@Suite("A rate")
struct RateTests {
    @Test(
        "passes media, never more than there was time for",
        arguments: [
            (0, 999, 0), (1000, 1, 1), (1000, most, most), (2000, 3, 6), (500, 3, 1), (500, 4, 2), (1, 999, 0),
            (1, 1000, 1), (1001, 999, 999), (1001, 1000, 1001), (32_000, 7, 224), (32_000, most, most), (333, 10, 3),
        ] as [(Int32, Int64, Int64)])
    func passesMedia(thousandths: Int32, time: Int64, media: Int64) {
        let passed = Rate(thousandths: thousandths).media(passingIn: TimeAmount(nanoseconds: time))
        #expect(passed == MediaTime(nanoseconds: media))
    }

    @Test(
        "takes time to pass media",
        arguments: [
            (1000, 7, 7, 7), (2000, 7, 3, 4), (2000, 8, 4, 4), (500, 7, 14, 14), (1, 1, 1000, 1000),
            (1, most, most, most), (32_000, 1, 0, 1), (32_000, 32, 1, 1), (1001, 1000, 999, 1000),
            (333, 1, 3, 4), (500, 0, 0, 0),
        ] as [(Int32, Int64, Int64, Int64)])
    func takesTime(thousandths: Int32, media: Int64, down: Int64, up: Int64) {
        let rate = Rate(thousandths: thousandths)
        #expect(rate.time(toPass: MediaTime(nanoseconds: media), .down) == TimeAmount(nanoseconds: down))
        #expect(rate.time(toPass: MediaTime(nanoseconds: media), .up) == TimeAmount(nanoseconds: up))
    }

    @Test("moves, or is at rest")
    func moves() {
        #expect(!Rate.zero.isMoving)
        #expect(Rate.one.isMoving && Rate(thousandths: 1).isMoving)
        #expect(Rate(thousandths: 999) < .one)
    }
}

@Suite("A playhead")
struct PlayheadTests {
    @Test("at rest stays where it is, and reaches nothing")
    func rests() {
        let playhead = Playhead(restingAt: .seconds(5), since: Instant(nanoseconds: 7))
        #expect(playhead.place(at: .never) == .seconds(5))
        #expect(playhead.rate == .zero)
        #expect(playhead.instant(reaching: .seconds(6)) == .never)
        #expect(playhead.instant(reaching: .seconds(5)) == playhead.anchor)
        #expect(playhead.instant(reaching: .seconds(4)) == playhead.anchor)
    }

    @Test("moves at its rate from its anchor")
    func moves() {
        let playhead = Playhead(
            movingFrom: .seconds(5), at: Rate(thousandths: 1500), since: Instant(nanoseconds: 100))
        #expect(playhead.place(at: Instant(nanoseconds: 100)) == .seconds(5))
        #expect(playhead.place(at: Instant(nanoseconds: 2_000_000_100)) == .seconds(8))
        #expect(playhead.instant(reaching: .seconds(8)) == Instant(nanoseconds: 2_000_000_100))
        #expect(playhead.instant(reaching: .seconds(4)) == playhead.anchor)
        #expect(playhead.instant(reaching: .unlimited) > Instant(nanoseconds: most / 2))
    }

    @Test("reaches no place later than never")
    func saturates() {
        let playhead = Playhead(movingFrom: .zero, at: Rate(thousandths: 1), since: .zero)
        #expect(playhead.instant(reaching: .unlimited) == .never)
        let fast = Playhead(movingFrom: .seconds(1), at: Rate(thousandths: 32_000), since: .zero)
        #expect(fast.place(at: .never) == .unlimited)
    }

    @Test(
        "is at a place at the first instant that reaches it, and a nanosecond before is not",
        arguments: [1, 3, 250, 333, 500, 999, 1000, 1001, 1250, 1999, 2000, 3000, 7919, 31_999, 32_000] as [Int32])
    func goesThereAndBack(thousandths: Int32) {
        let anchor = Instant(nanoseconds: 123_456_789)
        let origin = MediaTime(nanoseconds: 987_654_321)
        let playhead = Playhead(movingFrom: origin, at: Rate(thousandths: thousandths), since: anchor)
        for length in [1, 2, 31, 32, 33, 999, 1000, 1001, 33_366_667, 1_000_000_007, 7_200_000_000_003] as [Int64] {
            let target = origin + MediaTime(nanoseconds: length)
            let instant = playhead.instant(reaching: target)
            #expect(playhead.place(at: instant) >= target)
            #expect(playhead.place(at: Instant(nanoseconds: instant.nanoseconds - 1)) < target)
            let isExact = playhead.place(at: instant) == target
            #expect(playhead.oversteps(target, at: instant) == !isExact)
            let later = instant + .milliseconds(1000)
            #expect(!playhead.oversteps(target, at: later) || thousandths <= 3)
        }
    }

    @Test("oversteps only forward, and only by what a nanosecond of host time passes")
    func oversteps() {
        let playhead = Playhead(movingFrom: .zero, at: Rate(thousandths: 3000), since: .zero)
        let now = Instant(nanoseconds: 3)
        #expect(!playhead.oversteps(MediaTime(nanoseconds: 10), at: now))
        #expect(!playhead.oversteps(MediaTime(nanoseconds: 9), at: now))
        for boundary in [8, 7, 6] as [Int64] {
            #expect(playhead.oversteps(MediaTime(nanoseconds: boundary), at: now))
        }
        #expect(!playhead.oversteps(MediaTime(nanoseconds: 1), at: now))
        let resting = Playhead(restingAt: MediaTime(nanoseconds: 9), since: .zero)
        #expect(!resting.oversteps(MediaTime(nanoseconds: 7), at: now))
    }

    @Test("has jumped where it is elsewhere, and not where it is held on what it has overstepped")
    func hasJumped() {
        let before = Playhead(movingFrom: .zero, at: Rate(thousandths: 3000), since: .zero)
        let now = Instant(nanoseconds: 3)
        func jumps(to place: Int64) -> Bool {
            Playhead(restingAt: MediaTime(nanoseconds: place), since: now).hasJumped(from: before, at: now)
        }
        #expect((3...11).map { jumps(to: $0) } == [true, true, false, false, false, false, false, true, true])
    }
}

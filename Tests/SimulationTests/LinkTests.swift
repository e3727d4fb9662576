import PlayerModel
import Testing

@testable import Simulation

private func ns(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

/// A link computed slowly: every flow's share of every stretch of time as an exact fraction.
///
/// Up to six flows share, so sixtieths of a nanobit are whole numbers. Beside a link that counts in whole nanobits,
/// it may differ by one for each time that flows joined or left.
private struct SlowLink {
    static let parts: Int128 = 60

    struct Flow {
        let number: Int
        var needed: Int128
        var given: Int128 = 0
    }

    var capacity: Int64
    var flows: [Flow] = []
    var now: Int64 = 0
    var changes: Int128 = 0

    /// How far the link may be from this.
    var slack: Int128 { changes * Self.parts }

    mutating func advance(to instant: Int64) {
        let share = flows.isEmpty ? 0 : Int128(capacity) * Int128(instant - now) * Self.parts / Int128(flows.count)
        for index in flows.indices { flows[index].given += share }
        now = instant
    }

    func missing(_ flow: Int) -> Int128? {
        flows.first { $0.number == flow }.map { $0.needed - $0.given }
    }

    mutating func start(_ flow: Int, _ amount: Int128) {
        flows.append(Flow(number: flow, needed: amount * Self.parts))
        changes += 1
    }

    mutating func stop(_ flow: Int) {
        flows.removeAll { $0.number == flow }
        changes += 1
    }

    mutating func extend(_ flow: Int, _ amount: Int128) {
        for index in flows.indices where flows[index].number == flow { flows[index].needed += amount * Self.parts }
    }
}

@Suite struct LinkSharing {
    private static let sizes: [Int64] = [1, 2, 3, 7, 999, 1_000, 12_500, 1_000_003, 1_000_000_000_000_000]
    private static let capacities: [Int64] = [1, 7, 1_000, 858_001, 1_716_000, 99_999_999_977, 1_000_000_000_000]

    @Test(arguments: sizes, capacities)
    func `a flow alone is done after its bits over the capacity, rounded up`(bytes: Int64, capacity: Int64) {
        let amount = Link.work(bytes: bytes)
        let (quotient, remainder) = amount.quotientAndRemainder(dividingBy: Int128(capacity))
        let time = quotient + (remainder > 0 ? 1 : 0)
        for start in [0, 12_345] as [Int64] {
            var link = Link(capacity: capacity)
            link.start(3, amount, at: ns(start))
            let end = link.nextFinish()
            #expect(end == (time > Int128(Int64.max) - Int128(start) ? .never : ns(start + Int64(time))))
            guard end != .never else { continue }
            #expect(link.finished(at: ns(end.nanoseconds - 1)) == nil)
            #expect(link.nextFinish() == end)
            #expect(link.finished(at: end) == 3)
            #expect(link.stop(3, at: end) == 0)
            #expect(link.nextFinish() == .never)
        }
    }

    @Test(arguments: [2, 3, 7, 64, 10_000], [1_000_003, 858_000] as [Int64])
    func `flows of equal size that begin together end together, in the order of their beginning`(
        count: Int, capacity: Int64
    ) {
        var link = Link(capacity: capacity)
        let bytes: Int64 = 1_001
        for flow in 0..<count { link.start(flow, Link.work(bytes: bytes), at: .zero) }
        let bits = bytes * 8 * Int64(count)
        let end = proportion(bits, 1_000_000_000, over: capacity, .up)
        var ended: [Int] = []
        for _ in 0..<count {
            #expect(link.nextFinish() == ns(end))
            guard let flow = link.finished(at: ns(end)) else { break }
            link.stop(flow, at: ns(end))
            ended.append(flow)
        }
        #expect(ended == Array(0..<count))
        #expect(link.activeFlows == 0)
    }

    @Test func `ten thousand flows that come and go end when their shares say so`() {
        // One bit each nanosecond: with n flows on the link, each gets a bit in n nanoseconds.
        var link = Link(capacity: 1_000_000_000)
        let count = 10_000
        for flow in 0..<count { link.start(flow, Int128(flow + 1) * 1_000_000_000, at: .zero) }
        var expected: Int64 = 0
        for flow in 0..<count {
            expected += Int64(count - flow)
            #expect(link.nextFinish() == ns(expected))
            #expect(link.finished(at: ns(expected)) == flow)
            link.stop(flow, at: ns(expected))
        }
        #expect(link.nextFinish() == .never)
    }

    @Test func `a share is free for the others from the nanosecond at which a flow leaves`() {
        var link = Link(capacity: 1_000_000_000)
        link.start(0, 100_000_000_000, at: .zero)
        #expect(link.nextFinish() == ns(100))
        link.start(1, 30_000_000_000, at: ns(40))
        #expect(link.nextFinish() == ns(100), "30 bits at half the speed from 40 on")
        #expect(link.finished(at: ns(100)) == 1)
        link.stop(1, at: ns(100))
        #expect(link.nextFinish() == ns(130), "70 of 100 bits are done")
        link.start(2, 1_000_000_000_000, at: ns(110))
        #expect(link.nextFinish() == ns(150))
        #expect(link.stop(2, at: ns(120)) == 995_000_000_000)
        #expect(link.nextFinish() == ns(135))
        #expect(link.finished(at: ns(135)) == 0)
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `a link agrees with exact fractions, however flows come and go`(seed: UInt64) throws {
        var random = RandomStream(seed: seed, name: "link")
        func amount() -> Int128 { Int128(1 + random.below(5_000_000_000)) }
        let first = Int64(random.below(2_000_000_000))
        var link = Link(capacity: first)
        var slow = SlowLink(capacity: first)
        for _ in 0..<150 {
            let pause = Int64(random.below(12))
            let end = link.nextFinish()
            if let least = slow.flows.map({ $0.needed - $0.given }).min(), slow.capacity > 0, end != .never {
                let later = Int128(end.nanoseconds - slow.now) * Int128(slow.capacity) * SlowLink.parts
                let share = later / Int128(slow.flows.count)
                let before = share - Int128(slow.capacity) * SlowLink.parts / Int128(slow.flows.count)
                try #require(share >= least - slow.slack, "the end comes too early")
                try #require(end.nanoseconds == slow.now || before < least + slow.slack, "the end comes too late")
            } else {
                try #require(end == .never)
            }
            // Whenever it is reckoned anew before it comes, it is the same.
            var later = link
            later.setCapacity(link.capacity, at: ns(min(end.nanoseconds, slow.now + pause)))
            try #require(later.nextFinish() == end, "the end is remembered")
            guard end.nanoseconds > slow.now + pause else {
                slow.advance(to: end.nanoseconds)
                let finished = link.finished(at: end)
                let flow = try #require(finished)
                let missing = try #require(slow.missing(flow))
                try #require(missing <= slow.slack)
                if random.below(3) > 0 {
                    let more = amount()
                    link.extend(flow, by: more)
                    slow.extend(flow, more)
                } else {
                    let left = link.stop(flow, at: end)
                    try #require(left == 0)
                    slow.stop(flow)
                }
                continue
            }
            let now = slow.now + pause
            slow.advance(to: now)
            let flow = Int(random.below(6))
            if random.below(5) == 0 {
                slow.capacity = random.below(4) == 0 ? 0 : Int64(random.below(2_000_000_000))
                link.setCapacity(slow.capacity, at: ns(now))
            } else if let missing = slow.missing(flow) {
                let left = link.stop(flow, at: ns(now)) * SlowLink.parts
                try #require(abs(left - max(0, missing)) <= slow.slack)
                slow.stop(flow)
            } else {
                let more = amount()
                link.start(flow, more, at: ns(now))
                slow.start(flow, more)
            }
            try #require(link.activeFlows == Int64(slow.flows.count))
        }
    }

    private func abs(_ number: Int128) -> Int128 { number < 0 ? -number : number }

    @Test(arguments: [1, 2, 3, 7, 1_000], [1, 1_716_000, 999_999_937] as [Int64])
    func `no bit is lost or made between flows`(count: Int, capacity: Int64) {
        var link = Link(capacity: capacity)
        let amount: Int128 = 1 << 90
        for flow in 0..<count { link.start(flow, amount, at: .zero) }
        // Looking does not round: many looks at odd times do what one does.
        for look in 1...100 as ClosedRange<Int64> { #expect(link.finished(at: ns(look * 7_919)) == nil) }
        var sent: Int128 = 0
        for flow in 0..<count { sent += amount - link.stop(flow, at: ns(791_900)) }
        let offered = Int128(capacity) * 791_900
        #expect(sent <= offered)
        #expect(offered - sent < Int128(count))
    }

    /// A byte in a millisecond: each flow is taken off in the middle of its second byte, and no two halves are a byte.
    @Test(arguments: [1, 2, 3, 8] as [Int64])
    func `bytes that were begun when their flows were taken off add up to none`(count: Int64) {
        var link = Link(capacity: 8_000)
        for flow in 0..<count {
            let begin = ns(flow * 1_500_000)
            link.start(Int(flow), Link.work(bytes: 100), at: begin)
            #expect(link.stop(Int(flow), at: begin + TimeAmount(nanoseconds: 1_500_000)) == 98_500_000_000 * 8)
            #expect(link.totalBytes == flow + 1)
        }
        // Whole bytes count, beside those that go on.
        let begin = ns(count * 1_500_000)
        for flow in 0..<2 { link.start(flow, Link.work(bytes: 100), at: begin) }
        link.stop(0, at: begin + TimeAmount(nanoseconds: 7_000_000))
        #expect(link.totalBytes == count + 6, "three and a half each, of which a half counts of the one that stays")
        #expect(link.finished(at: begin + TimeAmount(nanoseconds: 103_500_000)) == 1)
        link.stop(1, at: begin + TimeAmount(nanoseconds: 103_500_000))
        #expect(link.totalBytes == count + 103)
    }

    /// A byte takes 8/3 ns, and so the third nanosecond gives an eighth of a byte more: of eight flows that is a byte.
    @Test func `what flows are given beyond their end adds up to no byte`() {
        var link = Link(capacity: 3_000_000_000)
        for flow in 0..<80 as Range<Int64> {
            link.start(0, Link.work(bytes: 1), at: ns(3 * flow))
            #expect(link.finished(at: ns(3 * flow + 3)) == 0)
            #expect(link.stop(0, at: ns(3 * flow + 3)) == 0)
            #expect(link.totalBytes == flow + 1)
        }
    }
}

@Suite struct LinkCapacity {
    @Test func `without a limit everything ends at once, in order`() {
        var link = Link(capacity: nil)
        link.start(0, 1 << 80, at: ns(5))
        link.start(1, 1, at: ns(5))
        link.start(2, 1, at: ns(5))
        #expect(link.nextFinish() == ns(5))
        for flow in [1, 2, 0] {
            #expect(link.finished(at: ns(5)) == flow)
            link.stop(flow, at: ns(5))
        }
        #expect(link.nextFinish() == .never)
        #expect(link.finished(at: ns(6)) == nil)
    }

    @Test func `a flow without end is not over without a limit, and has its share behind it`() {
        var link = Link(capacity: nil)
        link.start(0, Link.work(bytes: Link.endlessBytes), at: ns(5))
        link.start(1, Link.work(bytes: 1_000_000_000_000_000), at: ns(5))
        #expect(link.nextFinish() == ns(5), "a petabyte is the most that media have")
        #expect(link.finished(at: ns(5)) == 1)
        link.stop(1, at: ns(5))
        #expect(link.nextFinish() == .never)
        #expect(link.finished(at: ns(9)) == nil)
        link.setCapacity(2_000_000_000, at: ns(10))
        #expect(link.nextFinish() == .never)
        link.start(1, 10_000_000_000, at: ns(10))
        #expect(link.nextFinish() == ns(20), "10 bits at half of two in a nanosecond")
    }

    @Test func `a capacity of 0 carries nothing, and everything goes on behind it`() {
        var link = Link(capacity: 0)
        link.start(0, 10_000_000_000, at: .zero)
        #expect(link.nextFinish() == .never)
        #expect(link.finished(at: ns(1_000_000)) == nil)
        link.setCapacity(1_000_000_000, at: ns(2_000_000))
        #expect(link.nextFinish() == ns(2_000_010))
        link.setCapacity(0, at: ns(2_000_004))
        #expect(link.nextFinish() == .never)
        #expect(link.stop(0, at: ns(3_000_000)) == 6_000_000_000)
    }

    @Test func `flows under way feel a new capacity from that nanosecond on`() {
        var link = Link(capacity: 1_000_000_000)
        link.start(0, 100_000_000_000, at: .zero)
        link.start(1, 40_000_000_000, at: .zero)
        link.setCapacity(500_000_000, at: ns(40))
        #expect(link.nextFinish() == ns(120), "20 bits are left at a quarter of a bit in a nanosecond")
        link.setCapacity(nil, at: ns(60))
        #expect(link.nextFinish() == ns(60))
        #expect(link.finished(at: ns(60)) == 1)
        link.stop(1, at: ns(60))
        link.setCapacity(3_000_000_000, at: ns(60))
        #expect(link.nextFinish() == ns(80), "60 bits are left at three in a nanosecond")
    }

    /// Seven bits at three in a nanosecond end in the third; the two thirds that are left of it count for the next
    /// seven.
    @Test func `what the last nanosecond gives beyond the end counts for what follows`() {
        var link = Link(capacity: 3_000_000_000)
        link.start(0, 7_000_000_000, at: .zero)
        for (index, end) in ([3, 5, 7, 10, 12, 14, 17] as [Int64]).enumerated() {
            #expect(link.nextFinish() == ns(end), "\(7 * (index + 1)) bits")
            #expect(link.finished(at: ns(end)) == 0)
            link.extend(0, by: 7_000_000_000)
        }
    }

    @Test func `a flow that is stopped twice, or was never there, has nothing left`() {
        var link = Link(capacity: 1000)
        #expect(link.stop(4, at: .zero) == 0)
        link.start(0, 10, at: .zero)
        #expect(link.stop(0, at: .zero) == 10)
        #expect(link.stop(0, at: .zero) == 0)
        #expect(link.activeFlows == 0)
        link.start(0, 20, at: ns(1))
        #expect(link.stop(0, at: ns(1)) == 20)
    }
}

import PlayerModel
import Testing

@testable import Simulation

private func ms(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }
private func us(_ microseconds: Int64) -> Instant { Instant(nanoseconds: microseconds * 1000) }

/// A network with nobody around it: what it wants to be told later is told, what it delivers is written down.
private struct Wire {
    var network: Network
    var queue = EventQueue()
    var arrivals: [Instant] = []
    /// By slot, how many chunks have arrived; and what was called off.
    var arrived = [0, 0]
    var cancelled: Set<ExchangeID> = []
    var wasted: [Int64] = []
    var effects = NetworkEffects()

    /// Chunks of 1,000 bytes: a millisecond each at 8 Mbit/s.
    static func resource(chunks: Int64) -> ChunkTable {
        ChunkTable(duration: .seconds(chunks), chunkDuration: .seconds(1), bitRate: 8000, chunksPerRequest: nil)
    }

    init(_ conditions: Conditions, chunks: Int64 = 100, resources: Int = 1, requestBytes: Int64 = 0) {
        var plan = NetworkPlan()
        plan.transport = .fluid(FluidSettings(requestBytes: requestBytes))
        plan.conditions = conditions
        let resource = Resource(.file, Self.resource(chunks: chunks))
        network = Network(plan, resources: Array(repeating: resource, count: resources))
    }

    mutating func request(_ chunks: Range<Int32>, slot: Int32 = 0, attempt: UInt32 = 1, at instant: Instant) {
        let id = ExchangeID(slot: slot, attempt: attempt)
        queue.push(
            .network(.request(Request(id: id, firstChunk: chunks.lowerBound, endChunk: chunks.upperBound))),
            at: instant)
    }

    mutating func allow(_ chunks: Range<Int32>, attempt: UInt32 = 1, at instant: Instant) {
        let id = ExchangeID(slot: 0, attempt: attempt)
        queue.push(
            .network(.allow(Request(id: id, firstChunk: chunks.lowerBound, endChunk: chunks.upperBound))),
            at: instant)
    }

    /// Calls off what has not arrived by the end of an instant.
    mutating func cancel(attempt: UInt32 = 1, at instant: Instant) {
        run(to: instant)
        let id = ExchangeID(slot: 0, attempt: attempt)
        cancelled.insert(id)
        let rest = Request(id: id, firstChunk: Int32(arrived[0]), endChunk: .max)
        network.handle(.cancel(rest), at: instant, into: &effects)
        take(instant)
    }

    mutating func run(to end: Instant = .never) {
        queue.push(.script(action: 0), at: end)
        while let (now, event) = queue.pop() {
            switch event {
            case .network(let event):
                network.handle(event, at: now, into: &effects)
                take(now)
            case .media(.delivered(let id), _) where !cancelled.contains(id):
                arrivals.append(now)
                arrived[Int(id.slot)] += 1
            case .script: return
            case .media, .player, .look, .traffic, .interstitial, .passRate: break
            }
        }
    }

    mutating func change(_ change: NetworkChange, at instant: Instant) {
        run(to: instant)
        network.change(change, at: instant, into: &effects)
        take(instant)
    }

    mutating func breakDown(from instant: Instant, to end: Instant) {
        run(to: instant)
        network.breakDown(until: end, at: instant, into: &effects)
        take(instant)
    }

    private mutating func take(_ now: Instant) {
        for effect in effects {
            switch effect {
            case .arm(let event, let instant): queue.push(.network(event), at: instant)
            case .deliver(let id, let instant): queue.push(.media(.delivered(id), player: 0), at: instant)
            case .wasted(_, let bytes, _): wasted.append(bytes)
            case .offers, .hostOffers, .fail, .pause, .note: break
            }
        }
        effects.removeAll()
    }
}

/// 8 Mbit/s down unless said otherwise, and 20 ms up and 30 ms down.
private func values(down: Int64? = 8_000_000, up: Int64? = nil, delay: Bool = true) -> NetworkValues {
    var values = NetworkValues()
    values.down = down
    values.up = up
    values.delayUp = .milliseconds(delay ? 20 : 0)
    values.delayDown = .milliseconds(delay ? 30 : 0)
    return values
}

private func constant(_ values: NetworkValues, outages: [Conditions.Outage] = []) -> Conditions {
    Conditions(phases: [.init(start: .zero, values: values)], outages: outages)
}

@Suite struct Exchanges {
    @Test func `a request costs one round trip, then chunks come at the speed of the link`() {
        var wire = Wire(constant(values()))
        wire.request(0..<3, at: ms(7))
        wire.run()
        #expect(wire.arrivals == [ms(58), ms(59), ms(60)])
        let times = wire.network.times(of: ExchangeID(slot: 0, attempt: 1), at: ms(60))
        #expect(times.firstByte == ms(57))
        #expect(!wire.network.isBusy)
    }

    @Test func `without delay and without limit an answer is there at once`() {
        var wire = Wire(.unlimited, requestBytes: 500)
        wire.request(0..<100, at: ms(7))
        wire.run()
        #expect(wire.arrivals == Array(repeating: ms(7), count: 100))
    }

    @Test(arguments: [3_000_000, 7_000_000, 1_716_000, 12_345_678] as [Int64])
    func `chunks come to the nanosecond, without adding up their roundings`(capacity: Int64) {
        var wire = Wire(constant(values(down: capacity, delay: false)))
        wire.request(0..<100, at: .zero)
        wire.run()
        let expected = (1...100).map {
            Instant(nanoseconds: proportion($0 * 8000, 1_000_000_000, over: capacity, .up))
        }
        #expect(wire.arrivals == expected)
    }

    @Test func `a request has to be put on the link upwards first`() {
        var wire = Wire(constant(values(up: 4_000_000)), requestBytes: 500)
        wire.request(0..<1, at: .zero)
        wire.run()
        #expect(wire.arrivals == [ms(1 + 20 + 1 + 30)])
    }

    @Test func `requests share the link upwards, answers the one downwards`() {
        var wire = Wire(constant(values(up: 4_000_000, delay: false)), resources: 2, requestBytes: 500)
        wire.request(0..<2, slot: 0, at: .zero)
        wire.request(0..<1, slot: 1, at: .zero)
        wire.run()
        // Both requests are up at 2 ms; the first chunks share until 4 ms, the third has the link for itself.
        #expect(wire.arrivals == [ms(4), ms(4), ms(5)])
    }

    @Test func `a link upwards that carries nothing holds a request back, even one of no bytes`() {
        var wire = Wire(constant(values(up: 0, delay: false)))
        wire.request(0..<1, at: .zero)
        wire.run(to: ms(50))
        #expect(wire.arrivals.isEmpty)
        var change = NetworkChange()
        change.up = .unlimited
        wire.change(change, at: ms(50))
        wire.run()
        #expect(wire.arrivals == [ms(51)])
    }

    @Test func `a second request of a track waits for nothing but its own round trip`() {
        var wire = Wire(constant(values()))
        wire.request(0..<1, attempt: 1, at: .zero)
        wire.run()
        wire.request(1..<2, attempt: 2, at: ms(51))
        wire.run()
        #expect(wire.arrivals == [ms(51), ms(102)])
    }

    @Test func `allowing more goes on without a round trip`() {
        var wire = Wire(constant(values()))
        wire.request(0..<2, at: .zero)
        wire.run()
        #expect(wire.arrivals == [ms(51), ms(52)])
        wire.allow(2..<4, at: ms(200))
        wire.run()
        #expect(wire.arrivals[2...] == [ms(231), ms(232)], "the sender knows at once, its bytes take their delay")
    }

    @Test func `allowing more while the server still sends leaves no gap`() {
        var wire = Wire(constant(values()))
        wire.request(0..<2, at: .zero)
        wire.allow(2..<4, at: us(21_500))
        wire.run()
        #expect(wire.arrivals == [ms(51), ms(52), ms(53), ms(54)])
    }

    @Test func `allowing what is allowed already, or something of an old request, changes nothing`() {
        var wire = Wire(constant(values()))
        wire.request(0..<2, at: .zero)
        wire.allow(1..<2, at: us(21_500))
        wire.allow(2..<50, attempt: 7, at: us(21_600))
        wire.run()
        #expect(wire.arrivals == [ms(51), ms(52)])
    }
}

@Suite struct Interruptions {
    /// Ten chunks of 1,000 bytes leave the server from 20 ms to 30 ms and arrive from 51 ms to 60 ms.
    @Test(arguments: [
        0, 5_000, 20_000, 20_001, 20_999, 21_000, 25_500, 30_000, 31_000, 51_000, 55_500, 60_000, 99_000,
    ])
    func `what was delivered and what was sent in vain is what was sent`(microseconds: Int64) {
        var wire = Wire(constant(values()))
        wire.request(0..<10, at: .zero)
        wire.cancel(at: us(microseconds))
        wire.run()
        let sent = min(10_000, max(0, microseconds - 20_000))
        #expect(wire.wasted == [sent - Int64(wire.arrivals.count) * 1000])
        #expect(wire.arrivals.count == min(10, max(0, Int(microseconds - 50_000) / 1000)))
        #expect(wire.queue.count == 0)
    }

    @Test func `what is cancelled gives its share to the others, and nothing of it arrives any more`() {
        var wire = Wire(constant(values(delay: false)), resources: 2)
        wire.request(0..<10, slot: 0, at: .zero)
        wire.request(0..<10, slot: 1, at: .zero)
        wire.cancel(at: ms(3))
        wire.run()
        #expect(wire.arrivals.count == 11)
        #expect(wire.wasted == [500])
        #expect(wire.arrivals.last == us(11_500), "1.5 of ten chunks by 3 ms, then one in a millisecond")
    }

    @Test func `cancelling a request on its way up wastes nothing`() {
        var wire = Wire(constant(values(up: 4_000)), requestBytes: 500)
        wire.request(0..<10, at: .zero)
        wire.cancel(at: ms(500))
        wire.run()
        #expect(wire.wasted == [0])
        #expect(wire.arrivals.isEmpty)
    }

    @Test func `cancelling twice counts once`() {
        var wire = Wire(constant(values()))
        wire.request(0..<10, at: .zero)
        wire.cancel(at: ms(25))
        wire.cancel(at: ms(26))
        wire.run()
        #expect(wire.wasted == [5000])
    }

    @Test func `an outage delays everything that has not left, and nothing that has`() {
        let outage = Conditions.Outage(start: us(21_500), end: us(121_500))
        var wire = Wire(constant(values(), outages: [outage]))
        wire.request(0..<3, at: .zero)
        wire.run()
        #expect(wire.arrivals == [ms(51), ms(152), ms(153)])
    }

    @Test func `a request in an outage leaves when it is over`() {
        var wire = Wire(constant(values()), requestBytes: 500)
        wire.breakDown(from: ms(10), to: ms(110))
        wire.request(0..<1, at: ms(20))
        wire.run()
        #expect(wire.arrivals == [ms(110 + 51)])
    }

    @Test func `bytes stay in order where the delay shrinks`() {
        var wire = Wire(constant(values()))
        wire.request(0..<3, at: .zero)
        var change = NetworkChange()
        change.delayDown = .zero
        wire.change(change, at: us(21_500))
        wire.run()
        let last = us(51_500)
        #expect(wire.arrivals == [ms(51), last, last], "half of the second has left, and comes before all behind it")
    }

    @Test func `a delay that grows holds for what leaves from then on`() {
        var wire = Wire(constant(values()))
        wire.request(0..<3, at: .zero)
        var change = NetworkChange()
        change.delayDown = .milliseconds(100)
        wire.change(change, at: us(21_500))
        wire.run()
        #expect(wire.arrivals == [ms(51), ms(122), ms(123)])
    }

    @Test func `a slower link is felt in the middle of a chunk`() {
        var wire = Wire(constant(values(delay: false)))
        wire.request(0..<2, at: .zero)
        var change = NetworkChange()
        change.down = .bitsPerSecond(4_000_000)
        wire.change(change, at: us(500))
        wire.run()
        #expect(wire.arrivals == [us(1500), us(3500)])
    }

    @Test func `phases change the link while bits flow`() {
        let conditions = Conditions(
            phases: [
                .init(start: .zero, values: values(delay: false)),
                .init(start: us(1500), values: values(down: 0, delay: false)),
                .init(start: us(2500), values: values(down: 16_000_000, delay: false)),
            ], repeatingAfter: .milliseconds(4))
        var wire = Wire(conditions)
        wire.request(0..<5, at: .zero)
        wire.run()
        #expect(wire.arrivals == [us(1000), us(2750), us(3250), us(3750), us(4500)])
    }
}

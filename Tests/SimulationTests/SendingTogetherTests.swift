import PlayerModel
import Testing

@testable import Simulation

/// A response that the window has room for is put into the queue at once: of what that is made of, each part does what
/// it does for one packet after the other.
@Suite struct SendingTogetherTests {
    @Test("full packets that are cut together are those that are cut one by one", arguments: 0..<200 as Range<UInt64>)
    func cutting(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "cutting")
        var together = TCPOutbox()
        var written = together.write(0, 1, from: -300, bytes: Int64(random.below(200_000)) + 1, end: .message)
        if seed % 4 == 0 {
            written += together.write(1, 1, from: 0, bytes: Int64(random.below(50_000)) + 1, end: .message)
        }
        for _ in 0..<min(Int64(random.below(20)), written) { _ = together.next() }
        var alone = together
        let count = min(together.fullPacketsAhead, Int64(random.below(100)) + 1)
        if count > 0 { together.cutFullPackets(count) }
        for _ in 0..<count { _ = alone.next() }
        #expect(together.endIndex == alone.endIndex)
        for number in 0..<together.endIndex { #expect("\(together.segment(number))" == "\(alone.segment(number))") }
        #expect(together.fullPacketsAhead == alone.fullPacketsAhead)
    }

    @Test("a queue that is lent takes and drops the same packets", arguments: 0..<200 as Range<UInt64>)
    func queueing(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "queueing")
        func one<Value>(of values: [Value]) -> Value { values[Int(random.below(UInt64(values.count)))] }
        let bytes = TCPAckClock.fullBytes
        var together = PacketQueue(
            rate: one(of: [nil, 300_000, 3_000_000]), delay: one(of: [0, 20_000_000]), limit: one(of: [1, 5, 50]))
        var alone = together
        var now: Int64 = 0
        for burst in 0..<8 as Range<Int64> {
            now += Int64(random.below(200_000_000))
            while together.nextArrival <= now {
                #expect(alone.nextArrival == together.nextArrival)
                together.removeFirst()
                alone.removeFirst()
            }
            let count = Int64(random.below(40)) + 1
            let packets = (0..<count).map { place in
                TCPPacket(
                    connection: 0, content: .data(sequence: burst * 100 + place, sentAt: now, answers: 0, echo: 0))
            }
            let isLent: Void? = together.withLane(of: bytes, room: count) { lane in
                for packet in packets { lane.admit(packet, at: now) }
            }
            #expect(isLent != nil)
            for packet in packets { alone.admit(packet, bytes: bytes, at: now) }
            #expect((together.count, together.dropped) == (alone.count, alone.dropped))
        }
        while together.count > 0, alone.count > 0 {
            #expect(together.nextArrival == alone.nextArrival)
            #expect(together.removeFirst().content.sequence == alone.removeFirst().content.sequence)
        }
    }

    /// 600 MB take 152 years at a bit a second, and the same again would be over after what an `Int64` holds.
    @Test("a queue that is busy for more than a century is not lent, and takes what comes by itself")
    func endless() {
        var queue = PacketQueue(rate: 1, delay: 0, limit: 50)
        queue.admit(TCPPacket(connection: 0, content: .lookUp), bytes: 600_000_000, at: 0)
        let isLent: Void? = queue.withLane(of: 600_000_000, room: 1) { lane in
            lane.admit(TCPPacket(connection: 0, content: .lookUp), at: 0)
        }
        #expect(isLent == nil)
        queue.admit(TCPPacket(connection: 0, content: .lookUp), bytes: 600_000_000, at: 0)
        #expect((queue.count, queue.nextArrival) == (2, 4_800_000_000_000_000_000))
    }

    /// A server that has more to send at every instant pauses at none, in whatever portions it writes (Linux,
    /// `CA_EVENT_TX_START`).
    @Test("what is written ahead of need comes when what is written at once does", arguments: [100, 20] as [Int64])
    func ahead(every pause_ms: Int64) {
        let total: Int64 = 50_000_000
        func arrival(portion: Int64) -> Int64 {
            var values = NetworkValues()
            (values.down, values.up) = (40_000_000, 10_000_000)
            (values.delayDown, values.delayUp) = (.milliseconds(100), .milliseconds(100))
            var transport = TCPTransport(TCPSettings(), streams: 1, groups: 1, seed: 1)
            transport.set(values, at: 0)
            let connection = transport.open(withHandshake: false, at: 0)
            transport.begin(0, group: 0, before: 0, mark: total, at: 0)
            var (effects, now) = (TCPEffects(), Int64(0))
            for _ in 0..<total / portion {
                while transport.due < now { transport.run(to: now - 1, most: .max, &effects) }
                transport.answer(connection, 0, bytes: portion, at: now)
                now += pause_ms * 1_000_000
            }
            while effects.isEmpty { transport.run(to: .max - 1, most: .max, &effects) }
            return transport.now
        }
        // Twice what the link carries.
        #expect(arrival(portion: pause_ms * 10_000) == arrival(portion: total))
    }
}

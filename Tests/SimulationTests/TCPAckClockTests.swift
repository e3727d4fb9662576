import Testing

@testable import Simulation

/// Steady transfers are handled many packets at once, and everything else step by step.
@Suite struct TCPAckClockTests {
    /// Downloads over a random link, by several connections, until all is there.
    private struct Download {
        var transport: TCPTransport
        /// What happened: instants and effects; and the state of all ends, which is slow to write, one time in eight
        /// and at the end.
        var lines: [String] = []
        private var notes = 0
        private let sizes: [Int64]
        private let step: Int64
        private let mark: Int64
        private var effects: TCPEffects = []
        private var rounds: [Int]
        private var connections: [Int32] = []

        init(seed: UInt64) {
            var random = RandomStream(seed: seed, name: "download")
            func one<Value>(of values: [Value]) -> Value { values[Int(random.below(UInt64(values.count)))] }
            let flows = one(of: [1, 1, 1, 2, 3])
            var settings = TCPSettings()
            settings.downQueue_packets = one(of: [5, 30, 50, 1000])
            settings.acknowledgesAtOnce = one(of: [true, false, false])
            settings.receiveWindow_packets = one(of: [.max, .max, 20])
            transport = TCPTransport(settings, streams: 2 * flows, groups: 1, seed: seed)
            var offer = NetworkValues(one(of: [300_000, 3_000_000, 20_000_000, nil]), 1_000_000)
            (offer.delayDown, offer.delayUp) = (.milliseconds(one(of: [0, 1, 40])), .milliseconds(20))
            offer.lossDown = one(of: [0, 0, 0, 1000, 20_000])
            offer.lossUp = one(of: [0, 0, 10_000])
            transport.set(offer, at: 0)
            sizes = (0..<2 * flows).map { _ in one(of: [100, 14_480, 100_000, 600_001]) }
            step = one(of: [1_000_000_000_000, 50_000_000, 7_000_000])
            mark = one(of: [.max, 14_480, 50_001])
            rounds = Array(repeating: 2, count: 2 * flows)
            let isOrdered = one(of: [true, true, true, false])
            for _ in 0..<flows {
                connections.append(transport.open(withHandshake: isOrdered, isOrdered: isOrdered, at: 0))
            }
            if !isOrdered { for flow in 0..<flows { ask(flow, at: 0) } }
        }

        /// Two streams share a connection.
        private mutating func ask(_ flow: Int, at now: Int64) {
            for stream in [2 * flow, 2 * flow + 1] where rounds[stream] > 0 {
                transport.begin(Int32(stream), group: 0, before: 300, mark: min(mark, sizes[stream]), at: now)
                transport.ask(connections[flow], Int32(stream), bytes: 400, at: now)
            }
        }

        /// Runs to the end, with so many steps at once. Asks for something else now and then, as a session does.
        mutating func run(most: Int) {
            var horizon = step
            while transport.due < .max {
                guard transport.due <= horizon else {
                    horizon = max(horizon + step, transport.due)
                    continue
                }
                transport.run(to: most > 1 ? horizon : -1, most: most, &effects)
                guard !effects.isEmpty else { continue }
                note()
                let news = effects
                effects.removeAll()
                for effect in news { follow(effect) }
            }
            noteEnds()
        }

        private mutating func follow(_ effect: TCPTransport.Effect) {
            let now = transport.now
            switch effect {
            case .connected(let connection): ask(connections.firstIndex(of: connection) ?? 0, at: now)
            case .heard(let connection, let stream, _):
                transport.answer(connection, stream, bytes: 300 + sizes[Int(stream)], at: now)
            case .reached(let stream):
                let (place, received) = (Int(stream), transport.streams[Int(stream)].received)
                guard received >= sizes[place] else {
                    transport.streams[place].mark = min(sizes[place], received.addingClamped(mark))
                    return
                }
                rounds[place] -= 1
                if rounds[place] > 0 { ask(place / 2, at: now) }
            case .asked, .answered, .wasted: break
            }
        }

        private mutating func note() {
            let counts = transport.streams.received[0]
            lines.append("\(transport.now) \(transport.events) \(transport.drops) \(effects) \(counts)")
            if notes % 8 == 0 { noteEnds() }
            notes += 1
        }

        private mutating func noteEnds() {
            for connection in transport.connections {
                lines.append("\(connection.underWay) \(connection.armedServer) \(connection.armedClient)")
                for sender in [connection.server, connection.client] {
                    lines.append("\(sender.next) \(sender.acknowledged) \(sender.deadline) \(sender.phase)")
                    lines.append("\(sender.pace) \(sender.rack) \(sender.timeoutsInARow)")
                }
                lines.append("\(connection.atClient) \(connection.atServer)")
            }
            for stream in sizes.indices { lines.append("\(transport.streams[stream])") }
        }
    }

    /// Asked for one step at a time, the transport takes none together with another: that is the definition.
    @Test(arguments: Thoroughness.draws(40, of: 1000))
    func `many packets at once come to what one by one come to`(seed: UInt64) {
        var (together, alone) = (Download(seed: seed), Download(seed: seed))
        together.run(most: 100_000)
        alone.run(most: 1)
        #expect(together.lines.count == alone.lines.count)
        for (one, other) in zip(together.lines, alone.lines) where one != other {
            Issue.record("together: \(one)\nalone: \(other)")
            return
        }
        together.transport.checkInvariants()
    }

    /// Without that, the two would be the same code.
    @Test func `a steady transfer is handled many packets at once`() {
        let (steps, atOnce, calls) = Self.steady(queue_packets: 1000)
        #expect(atOnce > 5 * steps, "of \(steps + atOnce) steps")
        #expect(calls < steps)
    }

    /// The queue is never empty then, and the window grows by a packet now and then.
    @Test func `a link that stays busy is taken in one stretch`() {
        let (steps, atOnce, calls) = Self.steady(queue_packets: 100)
        #expect(atOnce > 20 * calls, "\(atOnce) in \(calls) calls, besides \(steps)")
    }

    /// Downloads a thousand packets. Returns how many steps were taken one by one, and how many by the clock in so
    /// many calls.
    private static func steady(queue_packets: Int64) -> (steps: Int, atOnce: Int, calls: Int) {
        var settings = TCPSettings()
        settings.downQueue_packets = queue_packets
        var transport = TCPTransport(settings, streams: 1, groups: 1, seed: 1)
        transport.set(NetworkValues(3_000_000, 1_000_000, roundTrip: 40_000), at: 0)
        var effects: TCPEffects = []
        let connection = transport.open(withHandshake: false, at: 0)
        transport.begin(0, group: 0, before: 0, mark: 1_448_000, at: 0)
        transport.ask(connection, 0, bytes: 100, at: 0)
        while effects.isEmpty { transport.run(to: .max, &effects) }
        transport.answer(connection, 0, bytes: 1_448_000, at: transport.now)
        var (steps, atOnce, calls) = (0, 0, 0)
        while transport.due < .max {
            let taken = transport.runAckClock(to: .max, most: 100_000)
            if taken == 0 { steps += transport.run(to: -1, &effects) } else { calls += 1 }
            atOnce += taken
        }
        #expect(transport.streams[0].received == 1_448_000)
        return (steps, atOnce, calls)
    }

    /// The numbers of connections are not those of questions, and where all is lost nothing is on the link but alarms.
    @Test func `no clock runs over an empty link, or with the packets of a resolver`() {
        var transport = TCPTransport(TCPSettings(), streams: 1, groups: 1, seed: 1)
        var offer = NetworkValues(3_000_000, 1_000_000)
        offer.lossDown = 1_000_000
        transport.set(offer, at: 0)
        transport.lookUp(7, bytes: 60, towards: .up, at: 0)
        _ = transport.open(withHandshake: true, at: 0)
        var effects: TCPEffects = []
        var steps = 0
        while steps < 20, transport.due < .max {
            steps += transport.run(to: .max, most: 20, &effects)
            effects.removeAll()
        }
        #expect(steps >= 20 && transport.now > 3_000_000_000)
    }
}

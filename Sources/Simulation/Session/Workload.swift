import SimulationContainers
import PlayerModel

/// Work that `autowait bench` times. It lives beside what it measures, so that nothing lies between them.
package enum Workload {
    /// Pops and pushes an event `rounds` times, with `pending` in the queue. Returns a sum, so that the work is done.
    package static func queue(pending: Int, rounds: Int) -> Int64 {
        var random = RandomStream(seed: 1, name: "bench")
        var queue = EventQueue()
        func soon(_ now: Instant) -> Instant { now + TimeAmount(nanoseconds: Int64(random.next() & 0xF_FFFF)) }
        for _ in 0..<pending { queue.push(.player(.deadline, player: 0), at: soon(.zero)) }
        var sum: Int64 = 0
        for _ in 0..<rounds {
            guard let (now, event) = queue.pop() else { break }
            sum &+= now.nanoseconds
            queue.push(event, at: soon(now))
        }
        return sum
    }

    /// The text of a media playlist of that length, or a little more.
    package static func playlist(bytes: Int) -> [UInt8] {
        var text = Array("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n".utf8)
        text.reserveCapacity(bytes + 64)
        var number = 0
        while text.count < bytes {
            text.append(contentsOf: "#EXTINF:6.006,\nsegment-\(number).ts\n".utf8)
            number += 1
        }
        text.append(contentsOf: "#EXT-X-ENDLIST\n".utf8)
        return text
    }

    /// Reads a media playlist. Returns how many segments it has.
    package static func read(_ playlist: [UInt8]) -> Int {
        guard case .media(let media)? = PlaylistReader.read(playlist, source: 0).playlist else { return 0 }
        return media.segments.count
    }

    /// Downloads that many packets over TCP without a loss: responses of 400 packets on one connection, at 3 Mbit/s.
    /// Returns how many packets there were.
    package static func tcp(packets: Int64) -> Int64 {
        var path = HTTPPath(down_bps: 3_000_000, up_bps: 1_000_000, roundTrip_ms: 50, queue_packets: 1000)
        path.upQueue_packets = 1000
        let bodies = Array(repeating: 400 * TCPSegment.mostBytes, count: Int(packets / 400))
        let transfer = HTTPTransfer(request_bytes: 100, header_bytes: 0, bodies_bytes: bodies)
        var download = HTTPDownload(path, [transfer])
        download.run()
        precondition(download.drops == 0 && download.isFinished, "The bench's own queue has room for all.")
        return download.outcomes[0].packets
    }

    /// Runs a scenario without a trace. Returns how many events it took.
    package static func session(_ scenario: Scenario) throws(SessionError) -> Int64 { try packets(of: scenario).all }

    /// Runs a scenario without a trace. Returns how many events it took, and how many of packets those stand for.
    package static func packets(of scenario: Scenario) throws(SessionError) -> (all: Int64, ofPackets: Int64) {
        var session = Session(scenario.drawn(), tracing: .nothing)
        let events = try session.run().events
        return (events, session.packetEvents)
    }

    /// A network of so many points within ten minutes, with 5 Mbit/s on average.
    package static func conditions(points: Int64) -> Conditions {
        let step = max(1, 600_000_000_000 / points)
        return NetworkTraceMaker.steady(mean: 5_000_000, jitter: 500_000, step: step)
            .made(seed: 1, lasting: TimeAmount(nanoseconds: step * points)).conditions(looping: true)
    }

    /// Fetches as many things at once over one link of 1 Gbit/s, until there were so many events, packets included.
    /// Returns how many there were.
    package static func flows(_ count: Int, over kind: Transport.Kind, events most: Int64) -> Int64 {
        var values = NetworkValues()
        values.down = 1_000_000_000
        (values.delayDown, values.delayUp) = (.milliseconds(10), .milliseconds(10))
        var plan = NetworkPlan()
        plan.conditions = Conditions(phases: [Conditions.Phase(start: .zero, values: values)])
        switch kind {
        case .tcp:
            // Each on a connection of its own.
            var http = HTTPSettings()
            http.version = .http1
            http.connectionsPerHost = Int64(count)
            (http.downQueuePackets, http.upQueuePackets) = (100_000, 100_000)
            plan.transport = .tcp(http)
        case .fluid: plan.transport = Transport(.fluid)
        }
        let file = ChunkTable(
            duration: .seconds(100_000), chunkDuration: .seconds(1), bitRate: 100_000, chunksPerRequest: nil)
        var network = Network(plan, resources: Array(repeating: Resource(.file, file), count: count))
        var queue = EventQueue()
        for slot in 0..<Int32(count) {
            let id = ExchangeID(slot: slot, attempt: 1)
            queue.push(.network(.request(Request(id: id, firstChunk: 0, endChunk: 100_000))), at: .zero)
        }
        var effects = NetworkEffects()
        var events: Int64 = 0
        while events + network.packetEvents < most, let (now, event) = queue.pop() {
            events += 1
            guard case .network(let event) = event else {
                _ = network.takeReceipt()
                continue
            }
            network.handle(event, at: now, before: queue.nextInstant(), into: &effects)
            queue.post(&effects)
        }
        return events + network.packetEvents
    }
}

extension EventQueue {
    /// Posts timers and deliveries that a network has left behind, all of the first player; of the rest nobody hears.
    mutating func post(_ effects: inout NetworkEffects) {
        for effect in effects {
            switch effect {
            case .arm(let event, let instant): push(.network(event), at: instant)
            case .deliver(let id, let instant): push(.media(.delivered(id), player: 0), at: instant)
            case .fail, .pause, .offers, .hostOffers, .wasted, .note: break
            }
        }
        effects.removeAll()
    }
}

import SimulationContainers
import PlayerModel

/// Requests over a network of the simulator, without a player: each at its time, with the arrival of every chunk.
struct NetworkMeter {
    /// A request that is to be made: of all chunks of the resource in a slot.
    struct Order {
        /// Its place among the orders, and that of its resource.
        var slot: Int32
        /// The instant of the request, or the earliest where it waits for another.
        var at: Instant
        /// The place of the one that it waits for, and for how long beyond its end; nil where it waits for none.
        var after: Int32?
        var pause = TimeAmount.zero
        var chunkCount: Int32
    }

    /// The times of an answer: its first byte, and the arrival of each chunk. Chunks that never came are missing.
    struct Answer {
        var request = Instant.zero
        var firstByte = Instant.zero
        var arrivals: [Instant] = []
    }

    private struct Entry: Comparable, BitwiseCopyable {
        let at: Instant
        let order: UInt32
        let event: NetworkEvent

        static func == (left: Entry, right: Entry) -> Bool { left.at == right.at && left.order == right.order }

        static func < (left: Entry, right: Entry) -> Bool {
            left.at < right.at || (left.at == right.at && left.order < right.order)
        }
    }

    private var network: Network
    private var queue = Heap<Entry>()
    private var order: UInt32 = 0
    private var effects = NetworkEffects()
    private(set) var answers: [Answer]

    /// So many events at the most: a network that carries nothing has no end.
    private static let mostEvents = 3_000_000

    init(_ plan: NetworkPlan, resources: [Resource]) {
        network = Network(plan, resources: resources, seed: 1)
        answers = Array(repeating: Answer(), count: resources.count)
    }

    /// Makes the requests, in their order, until all is there, or `end` has come.
    mutating func run(_ orders: [Order], until end: Instant) {
        var left = orders.reduce(0) { $0 + Int($1.chunkCount) }
        for order in orders where order.after == nil { push(.request(Self.request(order)), order.at) }
        var events = 0
        while left > 0, events < Self.mostEvents, let entry = queue.removeFirst() {
            guard entry.at <= end else { return }
            events += 1
            if case .request(let request) = entry.event { answers[Int(request.id.slot)].request = entry.at }
            effects.removeAll()
            let horizon = queue.first?.at ?? .never
            let next = entry.at + TimeAmount(nanoseconds: 1)
            network.handle(entry.event, at: entry.at, before: max(min(horizon, end), next), into: &effects)
            for effect in effects {
                switch effect {
                case .arm(let event, let at): push(event, at)
                case .deliver(let id, let at):
                    _ = network.takeReceipt()
                    let slot = Int(id.slot)
                    answers[slot].firstByte = network.times(of: id, at: entry.at).firstByte
                    answers[slot].arrivals.append(at)
                    left -= 1
                    follow(orders, slot, at)
                case .fail(_, _, _): return
                case .offers, .hostOffers, .pause, .wasted, .note: break
                }
            }
        }
    }

    /// Makes the requests that wait for the end of another.
    private mutating func follow(_ orders: [Order], _ slot: Int, _ now: Instant) {
        guard answers[slot].arrivals.count == Int(orders[slot].chunkCount) else { return }
        // Who waits for an earlier one comes earlier among the orders.
        var place = partitionPoint(in: slot + 1..<orders.count) { Int(orders[$0].after ?? -1) >= slot }
        while place < orders.count, let after = orders[place].after, Int(after) == slot {
            push(.request(Self.request(orders[place])), max(orders[place].at, now + orders[place].pause))
            place += 1
        }
    }

    private static func request(_ order: Order) -> Request {
        Request(id: ExchangeID(slot: order.slot, attempt: 1), firstChunk: 0, endChunk: order.chunkCount)
    }

    private mutating func push(_ event: NetworkEvent, _ at: Instant) {
        queue.insert(Entry(at: at, order: order, event: event))
        order += 1
    }
}

extension Resource {
    /// Media in pieces of so many bytes, asked for at once.
    init(pieces: [Int64]) {
        let second = MediaTime.seconds(1)
        self.init(
            .video,
            ChunkTable(
                duration: MediaTime(nanoseconds: 1_000_000_000 * Int64(pieces.count)),
                segmentDurations: ContiguousArray(repeating: second, count: pieces.count),
                segmentBytes: ContiguousArray(pieces), declaredBitRate: 1, chunksPerRequest: nil))
    }
}

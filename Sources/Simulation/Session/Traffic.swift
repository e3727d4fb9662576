import PlayerModel

/// A message to other apps, by the number of a download.
package enum TrafficEvent: Equatable, BitwiseCopyable, Sendable {
    case begins(Int32)
    case ends(Int32)
}

/// An effect that other apps want.
enum TrafficEffect: Sendable {
    case send(NetworkEvent)
    case arm(TrafficEvent, Instant)
    /// The downloads of a source have begun, or none of them is under way any more.
    case isActive(source: Int32, Bool)
}

/// Other apps: downloads that begin, end and begin again.
struct Traffic: Sendable {
    private struct Download: Sendable {
        let source: Int
        var attempt: UInt32 = 0
        var isUnderWay = false
        var isOver = false
        var begunAt = Instant.zero
    }

    private let sources: [TrafficSource]
    /// The slot of the first download.
    private let firstSlot: Int32
    private var downloads: ContiguousArray<Download> = []
    /// By source, how many of its downloads are under way.
    private var active: ContiguousArray<Int64>

    init(_ sources: [TrafficSource], firstSlot: Int32) {
        self.sources = sources
        self.firstSlot = firstSlot
        active = ContiguousArray(repeating: 0, count: sources.count)
        for (index, source) in sources.enumerated() {
            for _ in 0..<source.count { downloads.append(Download(source: index)) }
        }
    }

    var beginnings: [(event: TrafficEvent, at: Instant)] {
        downloads.indices.map { (.begins(Int32($0)), sources[downloads[$0].source].start) }
    }

    mutating func handle(_ event: TrafficEvent, at now: Instant, into effects: inout ContiguousArray<TrafficEffect>) {
        switch event {
        case .begins(let index): begin(Int(index), now, &effects)
        case .ends(let index): end(Int(index), &effects)
        }
    }

    var activeCount: Int64 { active.reduce(0, +) }

    /// Whether an event changes nothing when it comes.
    func isStale(_ event: TrafficEvent) -> Bool {
        switch event {
        case .begins(let index): downloads[Int(index)].isOver || downloads[Int(index)].isUnderWay
        case .ends(let index): downloads[Int(index)].isOver
        }
    }

    /// A download is there, or has failed.
    mutating func settled(_ id: ExchangeID, at now: Instant, into effects: inout ContiguousArray<TrafficEffect>) {
        let index = Int(id.slot - firstSlot)
        guard downloads[index].isUnderWay, downloads[index].attempt == id.attempt else { return }
        rest(index, &effects)
        guard case .periodic(_, let every) = sources[downloads[index].source].kind else { return }
        effects.append(.arm(.begins(Int32(index)), max(now, downloads[index].begunAt + every)))
    }

    private mutating func begin(_ index: Int, _ now: Instant, _ effects: inout ContiguousArray<TrafficEffect>) {
        let source = sources[downloads[index].source]
        guard !downloads[index].isOver, !downloads[index].isUnderWay, now < source.end else { return }
        if downloads[index].attempt == 0, source.end < .never {
            effects.append(.arm(.ends(Int32(index)), source.end))
        }
        downloads[index].attempt &+= 1
        downloads[index].isUnderWay = true
        downloads[index].begunAt = now
        active[downloads[index].source] += 1
        if active[downloads[index].source] == 1 {
            effects.append(.isActive(source: Int32(downloads[index].source), true))
        }
        effects.append(.send(.request(request(index))))
    }

    private mutating func end(_ index: Int, _ effects: inout ContiguousArray<TrafficEffect>) {
        downloads[index].isOver = true
        guard downloads[index].isUnderWay else { return }
        effects.append(.send(.cancel(request(index))))
        rest(index, &effects)
    }

    private mutating func rest(_ index: Int, _ effects: inout ContiguousArray<TrafficEffect>) {
        downloads[index].isUnderWay = false
        active[downloads[index].source] -= 1
        if active[downloads[index].source] == 0 {
            effects.append(.isActive(source: Int32(downloads[index].source), false))
        }
    }

    private func request(_ index: Int) -> Request {
        let id = ExchangeID(slot: firstSlot + Int32(index), attempt: downloads[index].attempt)
        return Request(id: id, firstChunk: 0, endChunk: 1)
    }
}

import PlayerModel

/// A message to other apps, by the number of a download.
package enum TrafficEvent: Equatable, BitwiseCopyable, Sendable {
    case begins(Int32)
    case ends(Int32)
}

/// The news of the downloads of a source.
package enum TrafficChange: Equatable, BitwiseCopyable, Sendable {
    /// The first of them begins, or one after a rest.
    case begins
    /// None is under way any more: the last of them is there, or called off.
    case rests
    /// None is under way any more, because the last of them has failed.
    case givesUp

    func form(ofSource source: Int32) -> RecordForm {
        if self == .givesUp {
            return .init(
                .network(.trafficGaveUp), 59, by: .traffic, "{0} gives up: other traffic on the link", .source(source)
            )
        }
        let begins = self == .begins
        return .init(
            .network(.traffic), 15, by: .traffic,
            begins ? "{0} begins: other traffic on the link" : "{0} rests: other traffic on the link",
            .source(source),
            .flag(begins))
    }
}

/// An effect that other apps want.
enum TrafficEffect: Sendable {
    case send(NetworkEvent)
    case arm(TrafficEvent, Instant)
    case changes(source: Int32, TrafficChange)
}

/// Other apps: downloads that begin, end and begin again.
struct Traffic: Sendable {
    private struct Download: Sendable {
        let source: Int
        var attempt: UInt32 = 0
        var state = State.rests
    }

    private enum State: Equatable {
        case rests, isOver
        case isUnderWay(since: Instant)
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

    /// Whether an event changes nothing when it comes, at that instant.
    func isStale(_ event: TrafficEvent, at instant: Instant) -> Bool {
        switch event {
        case .begins(let index):
            downloads[Int(index)].state != .rests || instant >= sources[downloads[Int(index)].source].end
        case .ends(let index): downloads[Int(index)].state == .isOver
        }
    }

    /// A download is there, or has failed.
    mutating func settled(
        _ id: ExchangeID, hasFailed: Bool, at now: Instant, into effects: inout ContiguousArray<TrafficEffect>
    ) {
        let index = Int(id.slot - firstSlot)
        guard case .isUnderWay(let since) = downloads[index].state, downloads[index].attempt == id.attempt else {
            return
        }
        downloads[index].state = .rests
        note(hasFailed ? .givesUp : .rests, of: index, &effects)
        guard case .periodic(_, let every) = sources[downloads[index].source].kind else { return }
        effects.append(.arm(.begins(Int32(index)), max(now, since + every)))
    }

    private mutating func begin(_ index: Int, _ now: Instant, _ effects: inout ContiguousArray<TrafficEffect>) {
        let source = sources[downloads[index].source]
        if isStale(.begins(Int32(index)), at: now) { return }
        if downloads[index].attempt == 0, source.end < .never {
            effects.append(.arm(.ends(Int32(index)), source.end))
        }
        downloads[index].attempt &+= 1
        downloads[index].state = .isUnderWay(since: now)
        active[downloads[index].source] += 1
        if active[downloads[index].source] == 1 {
            effects.append(.changes(source: Int32(downloads[index].source), .begins))
        }
        effects.append(.send(.request(request(index))))
    }

    private mutating func end(_ index: Int, _ effects: inout ContiguousArray<TrafficEffect>) {
        let before = downloads[index].state
        downloads[index].state = .isOver
        guard case .isUnderWay = before else { return }
        effects.append(.send(.cancel(request(index))))
        note(.rests, of: index, &effects)
    }

    /// A download is no longer under way. Its source has changed where it was the last that was.
    private mutating func note(
        _ change: TrafficChange, of index: Int, _ effects: inout ContiguousArray<TrafficEffect>
    ) {
        active[downloads[index].source] -= 1
        if active[downloads[index].source] == 0 {
            effects.append(.changes(source: Int32(downloads[index].source), change))
        }
    }

    private func request(_ index: Int) -> Request {
        let id = ExchangeID(slot: firstSlot + Int32(index), attempt: downloads[index].attempt)
        return Request(id: id, firstChunk: 0, endChunk: 1)
    }
}

import SimulationContainers
import PlayerModel

/// Bytes of the answer in a slot that came in vain.
struct WastedBytes: Sendable {
    let slot: Int32
    let bytes: Int64
}

/// A request for media that failed or was called off: from when it was made, or made again, until then.
struct VainAttempt: Ordered, Sendable {
    let order: Int
    /// By its place in the exchanges of a run.
    let exchange: Int
    let begin: Instant
    let end: Instant
    /// When the same is asked for again; its end where it is not.
    let next: Instant
    /// The bytes of it that had come by its end. Over TCP more comes later, when the network is no longer busy with it.
    fileprivate(set) var bytes: Int64 = 0
}

extension Playback {
    var bytesWasted: Int64 { wastes.reduce(0) { $0.addingClamped($1.value.bytes) } }

    /// In the order in which they ended.
    ///
    /// - Parameter inOrder: Whether chunks are handed over in order, as TCP does.
    func vainAttempts(inOrder: Bool) -> [VainAttempt] {
        var all: [VainAttempt] = []
        for (index, exchange) in exchanges.enumerated() where exchange.kind.track != nil {
            var begin = exchange.at
            func add(_ order: Int, _ end: Instant, next: Instant) {
                all.append(VainAttempt(order: order, exchange: index, begin: begin, end: end, next: next))
                begin = next
            }
            for failure in exchange.failures {
                add(failure.order, failure.at, next: instantOfRetry(after: failure.order) ?? failure.at)
            }
            if let end = exchange.end, end.how == .cancelled { add(end.order, end.at, next: end.at) }
        }
        all.sort { $0.order < $1.order }
        for waste in wastes {
            let first = partitionPoint(in: all.indices) { all[$0].end >= waste.at }
            let place = all[first...].firstIndex { attempt in
                attempt.begin <= waste.at && exchanges[attempt.exchange].slot == waste.value.slot
            }
            guard let place, !inOrder || all[place].end == waste.at else { continue }
            all[place].bytes = all[place].bytes.addingClamped(waste.value.bytes)
        }
        return all
    }
}

extension PlayerRun {
    var vainAttempts: [VainAttempt] {
        playback.vainAttempts(inOrder: scenario.network.transport.kind.handsOverInOrder)
    }
}

import SimulationContainers
import PlayerModel

/// A request as it was made, or made again after a failure.
///
///     asked for        failed      asked for again     failed       asked for again
///         ├─▪──▪──▪──▪───✗ · · · · · · ├───▪──▪──────────✗ · · · · · · · ├── …
///          chunks 0..<4               chunks 4..<6                      from chunk 6 on
package struct Attempt: Equatable, Sendable {
    /// When it was made, or is to be.
    package let at: Instant
    /// The chunks that came whole before it failed; none where it did not. They begin with the first that it asked for:
    /// what has come is not asked for again.
    package fileprivate(set) var chunks: Range<Int64>
    /// When it failed, and when the next one is to be made; nil where it did not, and where none is.
    package fileprivate(set) var failedAt: Instant?
    package fileprivate(set) var againAt: Instant?
}

extension Playback {
    /// The attempt at a request that follows so many failures, though it may never have been made; nil where there was
    /// none to follow.
    ///
    /// A chunk that comes at the instant of a failure came with what has failed: the network is heard before the media.
    package func attempt(_ place: Int, at exchange: Exchange) -> Attempt? {
        let failures = exchange.failures
        guard place >= 0, place <= failures.count else { return nil }
        var (at, first) = (exchange.at, exchange.chunks.lowerBound)
        if place > 0 {
            guard let again = instantOfRetry(after: failures[place - 1].order) else { return nil }
            (at, first) = (again, endOfChunks(of: exchange, at: failures[place - 1].at))
        }
        var attempt = Attempt(at: at, chunks: first..<first)
        guard place < failures.count else { return attempt }
        let failure = failures[place]
        attempt.chunks = first..<max(first, endOfChunks(of: exchange, at: failure.at))
        attempt.failedAt = failure.at
        attempt.againAt = instantOfRetry(after: failure.order)
        return attempt
    }

    /// The request that something under way belongs to; nil where it is not in the trace.
    package func exchange(of request: RequestUnderWay) -> Exchange? {
        exchanges[..<partitionPoint(in: exchanges.indices) { exchanges[$0].at > request.since }]
            .last { $0.slot == request.slot }
    }
}

extension PlayerRun {
    package func attempt(_ place: Int, at exchange: Exchange) -> Attempt? { playback.attempt(place, at: exchange) }

    package func exchange(of request: RequestUnderWay) -> Exchange? { playback.exchange(of: request) }

    /// The attempt that was under way when somebody looked, or that had failed by then and was to be followed by
    /// another; nil where there is no such attempt.
    package func attempt(of request: RequestUnderWay, in exchange: Exchange, at instant: Instant) -> Attempt? {
        let failures = exchange.failures
        // Who fails at that instant and was not seen to pause has failed after the look.
        let failed = partitionPoint(in: failures.indices) {
            request.isPausing ? failures[$0].at > instant : failures[$0].at >= instant
        }
        return attempt(request.isPausing ? failed - 1 : failed, at: exchange)
    }
}

extension Playback {
    /// When a request is made again that has failed with an entry; nil where it is not.
    func instantOfRetry(after order: Int) -> Instant? {
        guard let note = notes.through(order).last, note.order == order,
            case .retries(_, _, let instant) = note.value
        else { return nil }
        return instant
    }

    /// The chunk behind the last that a request has brought by an instant; its first where it has brought none.
    fileprivate func endOfChunks(of exchange: Exchange, at instant: Instant) -> Int64 {
        let index = exchanges.before(exchange.order).count
        let last = loads[..<partitionPoint(in: loads.indices) { loads[$0].at > instant }]
            .between(exchange.order, .max).last { load in
                Int(load.exchange) == index && !load.isAbsent
                    && (exchange.kind == .file || exchange.chunks.contains(Int64(load.chunk)))
            }
        return last.map { Int64($0.chunk) + 1 } ?? exchange.chunks.lowerBound
    }
}

import PlayerModel

/// A stretch of time in which the log has bytes under way: a request, or several that were under way together, which
/// share the link, so that their bytes count together over the time that any of them takes.
package struct ObservedTransfer: Equatable, BitwiseCopyable, Sendable {
    /// Nanoseconds on the log's clock, from the first request that is looked at; a round trip before the first byte,
    /// where that is known.
    package var begin: Int64
    package var end: Int64
    package var bytes: Int64
    package var start: TransferCurves.Start

    package var seconds: Double { Double(end - begin) / 1_000_000_000 }

    /// Bytes over time, in bits per second: a lower bound of the capacity while it lasts.
    package var rate: Int64 { proportion(bytes, 8_000_000_000, over: max(1, end - begin), .down) }
}

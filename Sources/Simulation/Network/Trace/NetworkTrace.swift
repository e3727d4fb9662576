import PlayerModel

/// A network as it was measured or made up: a run of stretches of constant capacity.
///
/// Neighbours with the same values are one stretch, so a trace costs a run no more changes than it has.
package struct NetworkTrace: Equatable, Sendable {
    /// A stretch of constant capacity. It lasts until the next one starts, and the last until the trace ends.
    package struct Stretch: Equatable, BitwiseCopyable, Sendable {
        package var start: Instant
        /// Capacity towards the player; 0 carries nothing.
        package var bitsPerSecond: Int64
        /// The time that a request costs before bytes flow; zero in formats without it.
        package var latency: TimeAmount
    }

    package let format: Format
    /// The number of points that the text had: lines, periods or packets.
    package internal(set) var points: Int64 = 0
    /// The stretches in order of time, the first at zero.
    package private(set) var stretches: ContiguousArray<Stretch> = []
    /// The end: where the trace begins again, or from where on the last value holds.
    package private(set) var end = Instant.zero
    /// The capacity from the end on, where the trace does not begin again: the last one, and of packets the mean.
    package internal(set) var heldBitsPerSecond: Int64 = 0

    /// An empty trace, to be filled. `capacity` is the number of stretches to make room for.
    init(_ format: Format, capacity: Int = 0) {
        self.format = format
        stretches.reserveCapacity(capacity)
    }

    /// Whether any stretch has a latency.
    package private(set) var hasLatency = false

    /// Appends a stretch until `end`, which lies after the end so far. The last value is the one that holds.
    mutating func append(_ bitsPerSecond: Int64, latency: TimeAmount = .zero, until end: Instant) {
        // Otherwise the stretch before goes on.
        if stretches.last?.bitsPerSecond != bitsPerSecond || stretches.last?.latency != latency {
            stretches.append(Stretch(start: self.end, bitsPerSecond: bitsPerSecond, latency: latency))
            hasLatency = hasLatency || latency > .zero
        }
        heldBitsPerSecond = bitsPerSecond
        self.end = end
    }

    /// Where a text of Pensieve's begins after 0. Its own simulator takes the first line's rate for nothing: its first
    /// lap begins there, and in later ones the second line's rate holds from 0 on (hongzimao/pensieve,
    /// test/fixed_env.py).
    package internal(set) var lateStart: Instant?

    /// Words on how a text was read that other programs read otherwise; nil of most.
    package var reading: String? {
        lateStart.map { start in
            let from = NumberText.exact(start.nanoseconds, places: 9)
            return "the first line says \(from) s, and its rate is taken from 0 s to there; Pensieve leaves it out: "
                + "its first lap begins at \(from) s, and in later ones the second line's rate holds from 0 s; to have "
                + "it as in later laps, let the first line say 0, and as in the first, take \(from) s from all times"
        }
    }

    /// A question, where so little passes, or so much, that the text was hardly meant as it was read; else nil.
    package var doubt: String? {
        let mean = meanBitsPerSecond
        if mean > Self.hardlyMore || format == .pensieve && mean > 1_000_000_000 {
            return "this carries \(QuantityText.capacity(mean)) on average, as \(format.rawValue) is read; where "
                + "another unit is meant, write lines such as 0,5000k or 0,5M"
        }
        guard mean > 0, mean < Self.hardlyLess, heldBitsPerSecond < Self.hardlyLess else { return nil }
        let words = "carries \(QuantityText.capacity(mean)) on average; "
        switch format {
        case .csv:
            return "as bits per second this \(words)a suffix says another unit, as in 0,5000k, and 'columns' or "
                + "--column another table"
        case .mahimahi:
            return "as packet times in milliseconds, which is mahimahi's format, this \(words)a list of rates takes "
                + "a time on each line, as in 0,5M"
        case .sabre, .pensieve: return nil
        }
    }

    /// Likewise of a table with columns of its own.
    package var doubtOfTable: String? {
        let mean = meanBitsPerSecond
        let isLittle = mean > 0 && mean < Self.hardlyLess && heldBitsPerSecond < Self.hardlyLess
        guard isLittle || mean > Self.hardlyMore else { return nil }
        return "this carries \(QuantityText.capacity(mean)) on average; is that the unit of the column? it is named "
            + "by 'bps', 'kbps' or 'mbps'"
    }

    private static let hardlyLess: Int64 = 40_000
    private static let hardlyMore: Int64 = 10_000_000_000

    func endOfStretch(_ index: Int) -> Instant { index + 1 < stretches.count ? stretches[index + 1].start : end }

    func length(of index: Int) -> TimeAmount { endOfStretch(index) - stretches[index].start }
}

extension NetworkTrace {
    package enum Format: String, CaseIterable, Sendable {
        case csv, sabre, pensieve, mahimahi

        /// The name on the command line.
        package var name: String { rawValue }

        /// Whether such a trace begins again at its end, unless something else is said, as in its own program;
        /// in CSV the last value holds.
        package var loops: Bool { self != .csv }

        /// Whether each point says a latency, be it none.
        package var saysLatency: Bool { self == .sabre }
    }

    /// The largest capacity that a trace may have: the same as in a scenario.
    static let mostBitsPerSecond: Int64 = 1_000_000_000_000

    /// The bits that mahimahi lets pass at a time: a packet of 1500 bytes.
    static let packetBits: Int64 = 12_000

    /// The most of them that pass in a millisecond.
    static let mostPacketsPerMillisecond = mostBitsPerSecond / (packetBits * 1000)
}

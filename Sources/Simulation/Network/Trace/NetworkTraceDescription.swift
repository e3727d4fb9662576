import PlayerModel

/// A description of a trace in figures. All of them weigh by time, and are exact or rounded down to a base unit.
package struct NetworkTraceDescription: Sendable {
    /// A figure: its name with the unit last, and its value in base units of the unit.
    package struct Figure: Equatable, Sendable {
        package let name: String
        package let unit: Unit
        package let value: Int64
    }

    package let format: NetworkTrace.Format
    package private(set) var figures: [Figure] = []
    /// The mean capacity of each of at most 72 equal parts of the trace, in bits per second.
    package let profile: [Int64]

    package static let mostColumns: Int64 = 72

    /// Packets stand for what passes in the time around them: of mahimahi's format, capacities are means over half a
    /// second, and what is left at the end belongs to the last of them (ours).
    private static let halfSecond: Int64 = 500_000_000

    /// Describes a trace: O(n log n), for the percentiles.
    package init(_ trace: NetworkTrace) {
        format = trace.format
        profile = Self.profile(trace)
        let duration = trace.end.nanoseconds
        let isOfPackets = trace.format == .mahimahi
        let seen = isOfPackets ? trace.averaged(over: Self.halfSecond) : trace
        let ranked = Ranking(seen)
        add("points", .count, trace.points)
        add("stretches", .count, Int64(trace.stretches.count))
        add("duration_s", .seconds, duration)
        add("mean_kbps", .kilobitsPerSecond, trace.meanBitsPerSecond)
        if isOfPackets { add("averaged_over_s", .seconds, Self.halfSecond) }
        add("median_kbps", .kilobitsPerSecond, ranked.percentile(50))
        add("percentile_5_kbps", .kilobitsPerSecond, ranked.percentile(5))
        add("percentile_95_kbps", .kilobitsPerSecond, ranked.percentile(95))
        add("least_kbps", .kilobitsPerSecond, ranked.percentile(0))
        add("most_kbps", .kilobitsPerSecond, ranked.percentile(100))
        let outages = Outages(seen)
        add("outages", .count, outages.count)
        add("longest_outage_s", .seconds, outages.longest)
        add("outage_time_s", .seconds, outages.total)
        if trace.hasLatency {
            let latencies = trace.stretches.map { $0.latency.nanoseconds }
            add("least_latency_ms", .milliseconds, latencies.min() ?? 0)
            add("most_latency_ms", .milliseconds, latencies.max() ?? 0)
        }
    }

    private mutating func add(_ name: String, _ unit: Unit, _ value: Int64) {
        figures.append(Figure(name: name, unit: unit, value: value))
    }

    static func work(of trace: NetworkTrace) -> Int128 {
        trace.stretches.indices.reduce(0) {
            $0 + Int128(trace.stretches[$1].bitsPerSecond) * Int128(trace.length(of: $1).nanoseconds)
        }
    }

    private static func profile(_ trace: NetworkTrace) -> [Int64] {
        let duration = trace.end.nanoseconds
        let columns = min(mostColumns, duration)
        // In parts of a nanosecond, of which each column has a whole number: its mean is rounded, and not its ends.
        var means = Means(of: trace, partsPerNanosecond: columns)
        return (1...columns).map { means.next(upTo: Int128(duration) * Int128($0)) }
    }
}

/// The mean capacities of a trace, from one instant to the next.
private struct Means {
    private let trace: NetworkTrace
    private let partsPerNanosecond: Int128
    private var index = 0
    private var place: Int128 = 0

    init(of trace: NetworkTrace, partsPerNanosecond: Int64 = 1) {
        (self.trace, self.partsPerNanosecond) = (trace, Int128(partsPerNanosecond))
    }

    /// From where the last one ended up to an instant after it, which is in parts of a nanosecond.
    mutating func next(upTo end: Int128) -> Int64 {
        let start = place
        var work: Int128 = 0
        while place < end {
            let endOfStretch = Int128(trace.endOfStretch(index).nanoseconds) * partsPerNanosecond
            let next = min(end, endOfStretch)
            work += Int128(trace.stretches[index].bitsPerSecond) * (next - place)
            place = next
            if endOfStretch == next { index += 1 }
        }
        return Int64(work / (end - start))
    }
}

extension NetworkTrace {
    /// The mean capacity up to the end, rounded down.
    var meanBitsPerSecond: Int64 { Int64(NetworkTraceDescription.work(of: self) / Int128(end.nanoseconds)) }

    /// The means of this trace, over so many nanoseconds each. A rest that is shorter belongs to the one before it:
    /// alone, a packet in a millisecond would be a rate that the network never had.
    fileprivate func averaged(over length: Int64) -> NetworkTrace {
        var (means, result) = (Means(of: self), NetworkTrace(format))
        while result.end < end {
            let next = result.end.nanoseconds + length
            let until = end.nanoseconds - next < length ? end.nanoseconds : next
            result.append(means.next(upTo: Int128(until)), until: Instant(nanoseconds: until))
        }
        return result
    }
}

/// Capacities in order of size, each with its share of time.
private struct Ranking {
    private var capacities: [(bitsPerSecond: Int64, nanoseconds: Int64)]
    private let duration: Int64

    init(_ trace: NetworkTrace) {
        duration = trace.end.nanoseconds
        capacities = trace.stretches.indices.map {
            (trace.stretches[$0].bitsPerSecond, trace.length(of: $0).nanoseconds)
        }
        capacities.sort { $0.bitsPerSecond < $1.bitsPerSecond }
    }

    /// The least capacity that is not exceeded in `percent` hundredths of the time.
    func percentile(_ percent: Int64) -> Int64 {
        let wanted = proportion(duration, percent, over: 100, .up)
        var time: Int64 = 0
        for (bitsPerSecond, nanoseconds) in capacities {
            time += nanoseconds
            if time >= wanted { return bitsPerSecond }
        }
        return 0
    }
}

private struct Outages {
    private(set) var count: Int64 = 0
    private(set) var longest: Int64 = 0
    private(set) var total: Int64 = 0

    init(_ trace: NetworkTrace) {
        var current: Int64 = 0
        for index in trace.stretches.indices {
            guard trace.stretches[index].bitsPerSecond == 0 else {
                current = 0
                continue
            }
            // Neighbours may both carry nothing where their latencies differ: that is one outage.
            if current == 0 { count += 1 }
            let length = trace.length(of: index).nanoseconds
            current += length
            total += length
            longest = max(longest, current)
        }
    }
}

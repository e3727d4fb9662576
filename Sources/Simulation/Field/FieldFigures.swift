import PlayerModel

/// The figures of a real session: sums over its records, and rates. Times are nanoseconds, rates bits per second; what
/// cannot be told is nil.
package struct FieldFigures: Equatable, Sendable {
    /// The requests of a kind.
    package struct Share: Equatable, Sendable {
        package let kind: FieldRecord.Kind
        /// The requests; nil where no record says how many it stands for.
        package internal(set) var requestCount: Int64?
        package internal(set) var bytes: Int64?
        package internal(set) var media: Int64?
    }

    /// The least, the median and the greatest of several figures.
    package struct Spread: Equatable, Sendable {
        package let count: Int
        package let least, median, greatest: Int64

        /// Of an even number the median is the lower of the two in the middle: one that was measured.
        init?(_ values: [Int64]) {
            let sorted = values.sorted()
            guard let first = sorted.first, let last = sorted.last else { return nil }
            (count, least, greatest) = (sorted.count, first, last)
            median = Quantile.value(sorted, percent: 50)
        }
    }

    package private(set) var shares: [Share] = []
    /// Of all records that say how many they stand for; nil where none does.
    package private(set) var requestCount: Int64?
    /// How many records do not say how many requests they stand for, and how many do not say their media, though such
    /// records do.
    package private(set) var withoutRequests = 0
    package private(set) var withoutMedia = 0
    /// Of all records whose bytes are known; nil where none is.
    package private(set) var bytes: Int64?
    /// How many records do not say their bytes.
    package private(set) var withoutBytes = 0
    package private(set) var recordCount = 0
    package private(set) var media: Int64?
    /// From the first request to the last thing that a record tells: its last byte, or else its first, or else its
    /// request. Nil of stretches, whose last one lasts nobody knows how long.
    package private(set) var span: Int64?
    /// The time in which any body was under way; of stretches the sum, in which sound and pictures may count twice.
    package private(set) var busy: Int64?
    /// The bytes over the time in which any was under way.
    package private(set) var busyRate: Int64?
    /// Per request, from the first byte to the last.
    package private(set) var bodyRates: Spread?
    /// Per request, from the request to the last byte.
    package private(set) var requestRates: Spread?
    /// The time from the request to the first byte.
    package private(set) var firstBytes: Spread?
    package private(set) var buffers: Spread?

    package init(_ session: FieldSession) {
        let records = session.records
        shares = FieldRecord.Kind.allCases.compactMap { kind in
            let own = records.filter { $0.kind == kind }
            guard !own.isEmpty else { return nil }
            var share = Share(kind: kind)
            share.requestCount = Self.sum(own.map { $0.requestCount })
            share.bytes = Self.sum(own.map { $0.bytes })
            share.media = Self.sum(own.map { $0.media })
            return share
        }
        // A log without a record has no requests; one whose records do not say has nobody knows how many.
        requestCount = records.isEmpty ? 0 : Self.sum(records.map { $0.requestCount })
        withoutRequests = records.count { $0.requestCount == nil }
        let stretches = records.filter { $0.kind == .stretch }
        withoutMedia = stretches.contains { $0.media != nil } ? stretches.count { $0.media == nil } : 0
        bytes = Self.sum(records.map { $0.bytes })
        withoutBytes = records.count { $0.bytes == nil }
        recordCount = records.count
        media = Self.sum(records.map { $0.media })
        let ends = records.compactMap { $0.lastByte ?? $0.firstByte ?? $0.request }
        let starts = records.compactMap { $0.request ?? $0.firstByte ?? $0.lastByte }
        let hasEnds = !stretches.contains { $0.lastByte == nil }
        if hasEnds, let first = starts.min(), let last = ends.max(), last > first { span = last - first }
        findBusy(records)
        bodyRates = Spread(records.filter { $0.kind != .stretch }.compactMap { $0.bodyRate })
        requestRates = Spread(records.compactMap { $0.requestRate })
        firstBytes = Spread(
            records.compactMap { record in
                guard let request = record.request, let first = record.firstByte, first >= request else { return nil }
                return first - request
            })
        buffers = Spread(records.compactMap { $0.buffer })
    }

    private static func sum(_ values: [Int64?]) -> Int64? {
        let known = values.compactMap { $0 }
        return known.isEmpty ? nil : known.reduce(0) { $0.addingClamped($1) }
    }

    /// Requests overlap, so their rates must not be averaged: what counts is the time in which any was under way.
    private mutating func findBusy(_ records: [FieldRecord]) {
        var bytes: Int64 = 0
        var (total, end): (Int64, Int64) = (0, .min)
        let known = records.filter { $0.bytes != nil && ($0.transfer ?? 0) > 0 }
        let placed = known.filter { $0.kind != .stretch && $0.firstByte != nil }
            .sorted { ($0.firstByte!, $0.transfer!) < ($1.firstByte!, $1.transfer!) }
        for record in placed {
            let (start, last) = (record.firstByte!, record.firstByte!.addingClamped(record.transfer!))
            total = total.addingClamped(max(0, last.subtractingClamped(max(start, end))))
            end = max(end, last)
            bytes = bytes.addingClamped(record.bytes!)
        }
        for record in known where record.kind == .stretch {
            total = total.addingClamped(record.transfer!)
            bytes = bytes.addingClamped(record.bytes!)
        }
        guard total > 0 else { return }
        busy = total
        busyRate = proportion(bytes, 8_000_000_000, over: total, .down)
    }
}

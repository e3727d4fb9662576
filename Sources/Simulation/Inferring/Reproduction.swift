import PlayerModel

/// How well the inferred networks make the log: its requests over some of them, through the simulator's transport; the
/// time that each download takes there over the time that it took. They are made at the log's times, or when an answer
/// that they waited for is whole.
package struct Reproduction: Equatable, Sendable {
    /// How many networks were tried.
    package let networkCount: Int
    /// How many downloads were compared: of each network those of 16 kB and more that came to an end.
    package let downloadCount: Int
    /// How many others did not come to an end within a minute of the log's.
    package let unendedCount: Int
    /// Ratios in millionths: the median, and by how much nine of ten are off at the most, in either direction. Nil
    /// where none came to an end.
    package let median: Int64?
    package let ninetieth: Int64?

    static let mostNetworks = 3
    /// The bytes whose packets are sent over each of them at most, and over each of many that are held against the log.
    private static let mostBytes: Int64 = 200_000_000
    private static let mostBytesOfMany: Int64 = 40_000_000
    /// The bytes over all of the many: of large first downloads there are more than `mostBytesOfMany` over each.
    private static let mostBytesOfAll: Int64 = 4_000_000_000
    /// Networks that are off by more cannot have made the log: a quarter, in millionths (ours).
    static let mostDistance: Int64 = 1_250_000

    /// Networks that make nine of ten downloads only twice as long, or half, do not have the changes of the log's, in
    /// millionths (ours).
    private static let mostOfNineInTen: Int64 = 2_000_000

    /// Whether they make nine of ten of its downloads nearly as long as they were.
    package var hasItsChanges: Bool { ninetieth ?? .max <= Self.mostOfNineInTen }

    /// Whether the networks make the log, as far as its downloads tell.
    package var isMade: Bool {
        unendedCount < downloadCount && median.map(Self.distance) ?? .max <= Self.mostDistance
    }

    /// Nil where no download is held against the log: the first of 16 kB and more is too large.
    init?(_ inference: Inference) {
        let networks = inference.members.prefix(Self.mostNetworks)
        var (times, unended): ([(own: Int64, made: Int64)], Int) = ([], 0)
        for network in networks {
            let own = Self.times(network, inference, Self.mostBytes)
            times += own.times
            unended += own.unended
        }
        if times.isEmpty, unended == 0 { return nil }
        (networkCount, downloadCount, unendedCount) = (networks.count, times.count, unended)
        median = times.isEmpty ? nil : Self.median(times)
        let factors = times.map { proportion(max($0.own, $0.made), 1_000_000, over: min($0.own, $0.made), .down) }
        ninetieth = factors.isEmpty ? nil : Quantile.value(factors.sorted(), percent: 90)
    }

    /// The factor by which the log's downloads take longer over a network, or less long, in the median and in
    /// millionths. It is beyond all others where most do not end, and 1 where there is nothing to hold them against.
    static func distance(of network: InferredNetwork, _ inference: Inference) -> Int64 {
        let count = requests(of: inference.log, mostBytesOfMany).count { $0.bytes >= InferenceLog.leastBytes }
        if count == 0 { return 1_000_000 }
        let times = times(network, inference, mostBytesOfMany).times
        return times.count * 2 > count ? distance(median(times)) : .max
    }

    /// How many networks are held against a log without taking long. Where no packets are sent, it takes no time.
    static func affordableCount(_ log: InferenceLog, _ transport: Transport) -> Int {
        guard transport.kind.sendsPackets else { return .max }
        let bytes = requests(of: log, mostBytesOfMany).reduce(Int64(1)) { $0.addingClamped($1.bytes) }
        return Int(mostBytesOfAll / bytes)
    }

    private static func distance(_ median: Int64) -> Int64 {
        proportion(max(median, 1_000_000), 1_000_000, over: max(1, min(median, 1_000_000)), .down)
    }

    private static func median(_ times: [(own: Int64, made: Int64)]) -> Int64 {
        Quantile.value(times.map { proportion($0.made, 1_000_000, over: $0.own, .down) }.sorted(), percent: 50)
    }

    /// Of each download that is compared the time that it took, and the time that it takes over a network; and how many
    /// do not come to an end there.
    private static func times(
        _ network: InferredNetwork, _ inference: Inference, _ mostBytes: Int64
    ) -> (times: [(own: Int64, made: Int64)], unended: Int) {
        var (times, unended): ([(own: Int64, made: Int64)], Int) = ([], 0)
        for (single, answer) in zip(inference.log.requests, answers(network, inference, mostBytes))
        where single.bytes >= InferenceLog.leastBytes {
            guard let end = answer.arrivals.last else {
                unended += 1
                continue
            }
            let own = time(single.request, single.firstByte, single.end, inference)
            let firstByte = single.firstByte == nil ? nil : answer.firstByte.nanoseconds
            let made = time(answer.request.nanoseconds, firstByte, end.nanoseconds, inference)
            if own > 0, made > 0 { times.append((own, made)) }
        }
        return (times, unended)
    }

    /// The first requests of a log: so many that their packets take no time to speak of, and up to the first that is
    /// compared where that takes some.
    private static func requests(of log: InferenceLog, _ mostBytes: Int64) -> ArraySlice<InferenceLog.Single> {
        var (bytes, isFirst) = (Int64(0), true)
        return log.requests.prefix { single in
            bytes = bytes.addingClamped(single.bytes)
            defer { isFirst = isFirst && single.bytes < InferenceLog.leastBytes }
            return bytes <= (isFirst ? Self.mostBytes : mostBytes)
        }
    }

    private static func answers(
        _ network: InferredNetwork, _ inference: Inference, _ mostBytes: Int64
    ) -> [NetworkMeter.Answer] {
        var plan = NetworkPlan()
        plan.transport = inference.settings.transport
        plan.conditions = network.conditions(inference.values)
        let requests = requests(of: inference.log, mostBytes)
        var meter = NetworkMeter(plan, resources: requests.map { Resource(pieces: [$0.bytes]) })
        // Whoever asked when another answer was whole, waits for it here too: otherwise answers that come a little late
        // would share the link, and be later still.
        var last = -1
        let orders = requests.indices.map { index -> NetworkMeter.Order in
            while last + 1 < index, requests[last + 1].end <= requests[index].request { last += 1 }
            return NetworkMeter.Order(
                slot: Int32(index), at: Instant(nanoseconds: requests[index].request),
                after: last < 0 ? nil : Int32(last), chunkCount: 1)
        }
        meter.run(orders, until: Instant(nanoseconds: inference.log.length.addingClamped(60_000_000_000)))
        return meter.answers
    }

    /// From a round trip before the first byte to the last, as the inference counts it.
    private static func time(_ request: Int64, _ firstByte: Int64?, _ end: Int64, _ inference: Inference) -> Int64 {
        guard let firstByte else { return end - request }
        return max(end - max(request, firstByte - (inference.log.roundTrip ?? 0)), InferenceLog.leastTime)
    }
}

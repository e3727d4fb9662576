import PlayerModel

/// How well the inferred networks make the log: its requests over some of them, through the simulator's transport; the
/// time that each download takes there over the time that it took. They are made at the log's times, or when an answer
/// that they waited for is whole.
package struct Reproduction: Equatable, Sendable {
    /// How many networks were tried.
    package let networkCount: Int
    /// How many downloads were compared: of each network those of 16 kB and more that came to an end.
    package let downloadCount: Int
    /// Ratios in millionths: the median, and by how much nine of ten are off at the most, in either direction.
    package let median: Int64
    package let ninetieth: Int64

    private static let mostNetworks = 3
    /// The bytes whose packets are sent over each of them at most.
    private static let mostBytes: Int64 = 200_000_000

    init?(_ inference: Inference) {
        var (ratios, factors) = ([Int64](), [Int64]())
        let networks = inference.members.prefix(Self.mostNetworks)
        for network in networks {
            for (single, answer) in zip(inference.log.requests, Self.answers(network, inference)) {
                guard single.bytes >= InferenceLog.leastBytes, let end = answer.arrivals.last else { continue }
                let own = Self.time(single.request, single.firstByte, single.end, inference)
                let firstByte = single.firstByte == nil ? nil : answer.firstByte.nanoseconds
                let made = Self.time(answer.request.nanoseconds, firstByte, end.nanoseconds, inference)
                guard own > 0, made > 0 else { continue }
                ratios.append(proportion(made, 1_000_000, over: own, .down))
                factors.append(proportion(max(own, made), 1_000_000, over: min(own, made), .down))
            }
        }
        guard !ratios.isEmpty else { return nil }
        (networkCount, downloadCount) = (networks.count, ratios.count)
        median = Inference.quantile(ratios.sorted(), 50)
        ninetieth = Inference.quantile(factors.sorted(), 90)
    }

    /// The first requests of a log: so many that their packets take no time to speak of.
    private static func requests(of log: InferenceLog) -> ArraySlice<InferenceLog.Single> {
        var bytes: Int64 = 0
        return log.requests.prefix {
            bytes = bytes.addingClamped($0.bytes)
            return bytes <= mostBytes
        }
    }

    private static func answers(_ network: InferredNetwork, _ inference: Inference) -> [NetworkMeter.Answer] {
        var plan = NetworkPlan()
        plan.transport = inference.settings.transport
        plan.conditions = network.conditions(inference.values)
        let requests = requests(of: inference.log)
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
        return end - max(request, firstByte - (inference.log.roundTrip ?? 0))
    }
}

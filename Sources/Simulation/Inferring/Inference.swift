import PlayerModel

/// The networks that could have made a session's log.
///
/// Capacity is a hidden Markov chain over slots of time, as in Veritas (Bothra and others, SIGCOMM 2023). Slots are a
/// second, as there for Puffer's sessions, where its controlled experiments have 5 s; grid and numbers are ours
/// (`CapacityDrift`).
///
/// The times of downloads are held against those of the simulator's own transport, and paths are drawn by forward
/// filtering and backward sampling. Each draw has a random stream of its own, so that the first ones are the same
/// however many there are.
package struct Inference: Sendable {
    /// The settings of an inference.
    package struct Settings: Sendable {
        /// How bytes travelled.
        package var transport = Transport(.tcp)
        package var seed: UInt64 = 1
        /// How many networks are wanted.
        package var memberCount = 20
        /// The time beyond the log's end that they have, in nanoseconds.
        package var beyond: Int64 = 300_000_000_000

        package init() {}
    }

    package let log: InferenceLog
    package let settings: Settings
    package let slot: Int64
    /// The properties of the network besides its capacity.
    package let values: NetworkValues
    package private(set) var members: [InferredNetwork] = []
    /// The bands of the slots of the log, of the capacities of all draws in bits per second.
    package private(set) var bands: [Band] = []
    /// The bands of means over the slots of each row, of which there are a few: a mean over some seconds is known
    /// better than each of them, and has an outage in it that is shorter than a row.
    package private(set) var rows: [(slots: Range<Int>, band: Band)] = []
    /// The slots in which a request waited for its first byte far longer than others do, and no bytes were under way.
    /// Nobody knows whether the network carried any: in half of the draws it carried none (ours).
    package private(set) var silent: [Int] = []
    /// The share of each slot in which bytes were under way, in millionths.
    package private(set) var busy: [Int64] = []
    /// The drift that makes the log the most likely.
    package private(set) var drift = CapacityDrift.first
    package private(set) var reproduction: Reproduction?

    /// Bands are read off so many draws, or off more where more members are wanted. They are fewer where it takes long
    /// to hold one against the log: by twenties, the middle 90 % of which leave whole ones out.
    private static let (bandDraws, fewestDraws) = (100, 20)
    private static let mostRows = 12

    package init(_ log: InferenceLog, _ settings: Settings) {
        // What faults did to the session is in the log, and is not done to its requests once more.
        var settings = settings
        settings.transport.inject([])
        (self.log, self.settings) = (log, settings)
        var values = NetworkValues()
        values.roundTrip = Self.roundTrip(log, settings.transport)
        self.values = values
        let plan = SlotPlan(log)
        slot = plan.slot
        silent = plan.silent(log.waits)
        let grid = Self.grid(log)
        var network = NetworkPlan()
        network.transport = settings.transport
        network.conditions = Conditions(phases: [.init(start: .zero, values: values)])
        let sizes = log.transfers.map { $0.bytes }.filter { $0 >= InferenceLog.leastBytes }.sorted()
        let usual = sizes.isEmpty ? InferenceLog.leastBytes : min(2_000_000, Quantile.value(sizes, percent: 50))
        let curves = TransferCurves(
            grid, plan: network, largest: sizes.last ?? 0, usual: usual, counted: log.roundTrip)
        draw(plan, network, grid, curves, usual)
        busy = plan.busySeconds.map {
            Int64(($0 * 1_000_000_000 / Double(plan.slot) * 1_000_000).rounded())
        }
        reproduction = Reproduction(self)
    }

    /// The levels that may have made the log: bytes over time are less than the capacity, and of small downloads
    /// without their round trip they may be far more.
    private static func grid(_ log: InferenceLog) -> CapacityGrid {
        let large = log.transfers.filter { $0.bytes >= InferenceLog.leastBytes }
        let rates = large.map { $0.rate }
        let bodies = large.map { transfer in
            let time = transfer.end - transfer.begin - (log.roundTrip ?? 0)
            return proportion(transfer.bytes, 8_000_000_000, over: max(1_000_000, time), .down)
        }
        return CapacityGrid(
            from: (rates.min() ?? CapacityGrid.slowest) / 4,
            to: max(
                (rates.max() ?? CapacityGrid.fastest).multipliedClamped(by: 8),
                (bodies.max() ?? 0).multipliedClamped(by: 4)))
    }

    private mutating func draw(
        _ plan: SlotPlan, _ network: NetworkPlan, _ grid: CapacityGrid, _ curves: TransferCurves, _ usual: Int64
    ) {
        let losses = LossHypotheses(log, settings.transport)
        let count = Self.drawCount(log, settings)
        let drawn = (0..<count).map { draw -> Int64 in
            var stream = RandomStream(seed: settings.seed, name: "loss", index: UInt64(draw))
            return losses.draw(&stream)
        }
        let quiet = SimulatedTransfers(log, grid, network, curves, usual: usual)
        var networks: [InferredNetwork?] = Array(repeating: nil, count: count)
        let without = TransferPace.all(log, grid, network, curves, quiet)
        let hypotheses = DriftHypotheses(plan, without, grid, seed: settings.seed)
        draw(drawn.indices.filter { drawn[$0] == 0 }, hypotheses, plan, without, grid, curves, &networks)
        drift = CapacityDrift.all[hypotheses.best]
        if let usualLoss = losses.usual, drawn.contains(where: { $0 > 0 }) {
            let lossy = SimulatedTransfers(
                log, grid, network.losing(usualLoss), curves, usual: usual, mostBytes: Self.mostLossyBytes)
            // Both with as many bytes simulated, or the factor would be one of the simulation too.
            let alike = SimulatedTransfers(
                log, grid, network, curves, usual: usual, mostBytes: Self.mostLossyBytes)
            let slowdown = LossSlowdown(alike, lossy, levels: grid.count)
            let paces = TransferPace.all(log, grid, network, curves, quiet, slowdown)
            let own = DriftHypotheses(plan, paces, grid, seed: settings.seed, known: hypotheses)
            draw(drawn.indices.filter { drawn[$0] > 0 }, own, plan, paces, grid, curves, &networks)
            if losses.weights[0] < 0.5 { drift = CapacityDrift.all[own.best] }
        }
        for draw in networks.indices {
            var stream = RandomStream(seed: settings.seed, name: "lost packets", index: UInt64(draw))
            networks[draw]?.loss = drawn[draw]
            networks[draw]?.seed = stream.below(1 << 53)
        }
        replaceImpossible(&networks) { impossible, attempt, networks in
            draw(impossible, hypotheses, plan, without, grid, curves, attempt: attempt, &networks)
        }
        let all = networks.compactMap { $0 }
        members = Array(all.prefix(settings.memberCount))
        bands = (0..<plan.count).map { slot in Band(of: all.map { $0.capacities[slot] }) }
        let rowCount = min(Self.mostRows, plan.count)
        rows = (0..<rowCount).map { row in
            let slots = row * plan.count / rowCount..<(row + 1) * plan.count / rowCount
            return (slots, Band(of: all.map { $0.mean(slots) }))
        }
    }

    /// How many networks are drawn.
    static func drawCount(_ log: InferenceLog, _ settings: Settings) -> Int {
        let affordable = Reproduction.affordableCount(log, settings.transport) / fewestDraws * fewestDraws
        return max(settings.memberCount, min(bandDraws, max(fewestDraws, affordable)))
    }

    /// Puts others in the place of networks that cannot have made the log, because over them its downloads take a
    /// quarter longer in the median, or a fifth less. Late first bytes are few, and say little of loss, and where
    /// windows decide, times say little of capacity: how long the log's own requests take over a network says more.
    ///
    /// One that loses packets gives way to one that loses none. Of those that lose none some are drawn, and the first
    /// that may have made it counts, or the one that is the nearest to it.
    private func replaceImpossible(
        _ networks: inout [InferredNetwork?], draw: ([Int], Int, inout [InferredNetwork?]) -> Void
    ) {
        var distances = networks.map { network in network.map { Reproduction.distance(of: $0, self) } ?? 0 }
        for attempt in 0..<Self.mostAttempts {
            // The first attempt of those that lose none was made.
            let impossible = networks.indices.filter {
                distances[$0] > Reproduction.mostDistance && (attempt > 0 || networks[$0]?.loss ?? 0 > 0)
            }
            if impossible.isEmpty { continue }
            // What none of a hundred makes, the next hundred would not make either.
            if attempt > 0, distances.allSatisfy({ $0 > Reproduction.mostDistance }) { return }
            var others: [InferredNetwork?] = Array(repeating: nil, count: networks.count)
            draw(impossible, attempt, &others)
            for index in impossible {
                guard let other = others[index] else { continue }
                let distance = Reproduction.distance(of: other, self)
                if attempt == 0 || distance < distances[index] {
                    (networks[index], distances[index]) = (other, distance)
                }
            }
        }
    }

    /// How often one that loses no packets is drawn at most.
    private static let mostAttempts = 4

    /// So many bytes are simulated over a link that loses packets.
    private static let mostLossyBytes: Int64 = 12_000_000

    /// Draws the networks with these numbers.
    private func draw(
        _ draws: [Int], _ hypotheses: DriftHypotheses, _ plan: SlotPlan, _ paces: [[TransferPace]],
        _ grid: CapacityGrid, _ curves: TransferCurves, attempt: Int = 0, _ networks: inout [InferredNetwork?]
    ) {
        /// Each attempt has a luck of its own.
        func stream(_ name: String, _ draw: Int) -> RandomStream {
            RandomStream(seed: settings.seed, name: name, index: UInt64(draw) + UInt64(attempt) << 32)
        }
        let drawn = draws.map { draw -> Int in
            var stream = stream("drift", draw)
            return PathSampler.draw(hypotheses.weights, &stream, otherwise: hypotheses.best)
        }
        let beyond = Int((settings.beyond + slot - 1) / slot)
        let quickest = log.quickest.map { Int($0 / slot) }
        for (index, own) in CapacityDrift.all.enumerated() where drawn.contains(index) {
            let filter = CapacityFilter(plan, paces, own, targets: hypotheses.targets)
            let sampler = PathSampler(filter, paces, targets: hypotheses.targets)
            let numbers = zip(draws, drawn).filter { $0.1 == index }.map { $0.0 }
            var streams = numbers.map { stream("path", $0) }
            let paths = sampler.paths(beyond: beyond, &streams)
            for (place, draw) in numbers.enumerated() {
                let path = SlotJitter.path(paths[place], plan, paces, own, levels: grid.count, &streams[place])
                let places = StayRefinement.places(path, plan, paces, own, &streams[place])
                var capacities = zip(path, places).map { grid.capacity(Int($0), $1) }
                var coin = RandomStream(seed: settings.seed, name: "silence", index: UInt64(draw))
                if !silent.isEmpty, coin.below(2) == 0 { for slot in silent { capacities[slot] = 0 } }
                let excess = quickest.map { curves.firstByteExcess(capacities[min($0, plan.count - 1)]) }
                networks[draw] = InferredNetwork(
                    slot: slot, capacities: capacities, logSlots: plan.count,
                    roundTrip: Self.roundTrip(log, settings.transport, less: excess ?? 0))
            }
        }
    }

    /// The least time to a first byte, less what is no round trip in it; never less than an eighth of it. Over packets
    /// none is 0: there it is less than a log in whole milliseconds tells apart.
    private static func roundTrip(_ log: InferenceLog, _ transport: Transport, less excess: Int64) -> Int64 {
        guard let least = log.roundTrip else { return InferenceLog.supposedRoundTrip }
        if least == 0, transport.kind.sendsPackets { return 500_000 }
        return max(least / 8, least - excess)
    }

    /// The round trip if the link was as fast as the fastest download, which bounds what its first packet took.
    private static func roundTrip(_ log: InferenceLog, _ transport: Transport) -> Int64 {
        guard let least = log.roundTrip, least > 0 else { return roundTrip(log, transport, less: 0) }
        var (plan, values) = (NetworkPlan(), NetworkValues())
        values.roundTrip = least
        values.down = log.transfers.reduce(CapacityGrid.slowest) { max($0, $1.rate) }
        plan.transport = transport
        plan.conditions = Conditions(phases: [.init(start: .zero, values: values)])
        var meter = NetworkMeter(plan, resources: [Resource(pieces: [20_000]), Resource(pieces: [20_000])])
        meter.run(
            [
                .init(slot: 0, at: .zero, after: nil, chunkCount: 1),
                .init(slot: 1, at: .zero, after: 0, pause: .milliseconds(1), chunkCount: 1),
            ], until: .zero + .seconds(60))
        let answer = meter.answers[1]
        guard !answer.arrivals.isEmpty else { return least }
        let excess = max(0, answer.firstByte.nanoseconds - answer.request.nanoseconds - least)
        return roundTrip(log, transport, less: excess)
    }

    /// The middle one of the members' round trips, in nanoseconds.
    package var linkRoundTrip: Int64 {
        let sorted = members.map { $0.roundTrip }.sorted()
        return sorted.isEmpty ? values.roundTrip : Quantile.value(sorted, percent: 50)
    }

    // MARK: Shares

    /// The shares in millionths: of the log's time in which bytes were under way, and in which the capacity is told
    /// within a factor of two.
    package var shares: (busy: Int64, told: Int64) {
        // The last slot may be longer than what is left of the log.
        let busy = proportion(busy.reduce(0, +), slot, over: log.length, .down)
        let told = Int64(bands.count { $0.isTold })
        return (min(1_000_000, busy), roundedShare(told, of: Int64(max(1, bands.count))))
    }
}

/// A part of a whole that is not 0, in millionths, to the nearest: no number of `.ratio` is finer.
func roundedShare(_ part: Int64, of whole: Int64) -> Int64 {
    (proportion(part, 2_000_000, over: whole, .down) + 1) / 2
}

extension NetworkPlan {
    /// The same, over links that lose so many millionths of all packets.
    fileprivate func losing(_ loss: Int64) -> NetworkPlan {
        var (plan, values) = (self, conditions.values(at: .zero))
        (values.lossDown, values.lossUp) = (loss, loss)
        plan.conditions = Conditions(phases: [.init(start: .zero, values: values)])
        return plan
    }
}

extension Band {
    /// Whether a log tells a capacity within a factor of two.
    var isTold: Bool { low > 0 && high <= 2 * low }
}

import PlayerModel

/// Bit rates over time: what the network can carry, what came over it, and what the media needs.
package struct BitRateLane: Sendable {
    /// The bit rate that the network can carry towards the player, in bits per second; `Int64.max` is without limit.
    /// Empty where nothing comes over the network.
    package let capacity: Series
    /// The measured rate: means over spans of a hundred and twentieth of the time, of when data came; a gap where none
    /// did.
    package let measured: Series
    /// The declared bit rate of the variant.
    package let bitRate: Series

    /// The number of spans over which the measured rate is averaged.
    private static let spans: Int64 = 120

    init(_ run: PlayerRun, until end: Instant) {
        let axis = Axis(from: .zero, to: end)
        capacity = Series(steps: Self.capacities(run), until: end).thinned(on: axis)
        measured = Series(steps: MeasuredRate(run).means(of: Self.spans, on: axis), until: end)
        bitRate = Series(steps: Self.bitRates(run.playback), until: end).thinned(on: axis)
    }

    /// The bit rate of what is fetched, from each instant on at which it is another one.
    private static func bitRates(_ playback: Playback) -> [Series.Step] {
        let media = playback.media
        var steps: [Series.Step] = [(.zero, media.variants[media.firstVariant(of: 0)].bitRate)]
        let loadTurns = playback.loadTurns.map { $0.order }
        var next = 0
        for turn in playback.loadedVariants where turn.item >= 0 {
            while next < loadTurns.count, loadTurns[next] < turn.order { next += 1 }
            let bitRate = media.variants[turn.variant].bitRate
            // Another item that is loaded in the same variant changes nothing.
            if next < loadTurns.count, loadTurns[next] == turn.order, steps.last?.value == bitRate { continue }
            steps.append((turn.at, bitRate))
        }
        return steps
    }

    private static func capacities(_ run: PlayerRun) -> [Series.Step] {
        guard run.scenario.usesNetwork else { return [] }
        return run.playback.network.capacities.map { ($0.at, $0.value.down < 0 ? .max : $0.value.down) }
    }
}

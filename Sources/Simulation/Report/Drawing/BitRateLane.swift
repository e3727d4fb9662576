import PlayerModel

/// Bit rates over time: what the network can carry, what came over it, and what the media needs.
package struct BitRateLane: Sendable {
    /// The bit rate that the network can carry towards the player, in bits per second; `Int64.max` is without limit.
    /// Empty where nothing comes over the network.
    package let capacity: Series
    /// The measured rate, over the time in which data came; a gap where none did.
    package let measured: Series
    /// The declared bit rate of the variant.
    package let bitRate: Series

    /// The number of spans over which the measured rate is averaged.
    private static let spans: Int64 = 120

    init(_ run: PlayerRun, until end: Instant) {
        let axis = Axis(from: .zero, to: end)
        capacity = Series(steps: Self.capacities(run), until: end).thinned(on: axis)
        measured = Series(steps: Self.measurements(run, axis), until: end)
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

    /// Each chunk is spread evenly over the time that the network was busy with it, up to its arrival.
    private static func measurements(_ run: PlayerRun, _ axis: Axis) -> [Series.Step] {
        let whole = (axis.end - axis.start).nanoseconds
        func start(of span: Int64) -> Int64 { proportion(whole, span, over: spans, .down) }
        var bytes = [Int64](repeating: 0, count: Int(spans))
        var busy = bytes
        for load in run.playback.loads where load.busy > 0 {
            let (size, time) = (load.bytes, load.busy)
            let last = min(load.at.nanoseconds, whole)
            let first = max(0, last - time)
            var span = min(spans - 1, proportion(first, spans, over: whole, .down))
            while span < spans, start(of: span) < last {
                let part = min(last, start(of: span + 1)) - max(first, start(of: span))
                if part > 0 {
                    bytes[Int(span)] = bytes[Int(span)].addingClamped(proportion(size, part, over: time, .down))
                    busy[Int(span)] = busy[Int(span)].addingClamped(part)
                }
                span += 1
            }
        }
        return (0..<spans).map { span in
            let (size, time) = (bytes[Int(span)], busy[Int(span)])
            let value = time > 0 ? proportion(size, 8_000_000_000, over: time, .down) : nil
            return (axis.start + TimeAmount(nanoseconds: start(of: span)), value)
        }
    }
}

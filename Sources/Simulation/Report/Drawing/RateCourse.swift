import PlayerModel

/// Bit rates over time: what the network can carry, what came over it, and what the media needs.
package struct RateCourse: Sendable {
    /// What the network can carry towards the player, in bits per second; `Int64.max` is without limit. Empty where
    /// nothing comes over the network.
    package let capacity: Series
    /// What came, over the time in which something did; a gap where nothing did.
    package let measured: Series
    /// The declared bit rate of the variant.
    package let bitRate: Series

    /// As many spans as what was measured is averaged over.
    private static let spans: Int64 = 120
    /// More points than any page has columns for.
    private static let columns: Int64 = 2000

    init(_ run: Run, until end: Instant) {
        let axis = Axis(from: .zero, to: end)
        capacity = Series(steps: Self.capacities(run), until: end).thinned(on: axis, columns: Self.columns)
        measured = Series(steps: Self.measurements(run, axis), until: end)
        bitRate = Series(steps: Self.bitRates(run), until: end).thinned(on: axis, columns: Self.columns)
    }

    /// The bit rate of what is fetched, from each instant on at which it is another one.
    private static func bitRates(_ run: Run) -> [Series.Step] {
        let media = ItemMedia(run.scenario)
        let variants = media.variants
        var steps: [Series.Step] = [(.zero, variants[media.firstVariant(of: 0)].bitRate)]
        for entry in run.trace.entries {
            switch entry.record {
            case .switched(_, let to): steps.append((entry.at, variants[Int(to)].bitRate))
            case .item(let id, _, isFinished: false) where id >= 0:
                steps.append((entry.at, variants[media.firstVariant(of: id)].bitRate))
            case .loads(_, let variant) where steps.last?.value != variants[Int(variant)].bitRate:
                steps.append((entry.at, variants[Int(variant)].bitRate))
            default: break
            }
        }
        return steps
    }

    private static func capacities(_ run: Run) -> [Series.Step] {
        guard run.scenario.usesNetwork else { return [] }
        var steps: [Series.Step] = []
        for entry in run.trace.entries {
            guard case .capacity(let down, _) = entry.record else { continue }
            steps.append((entry.at, down < 0 ? .max : down))
        }
        return steps
    }

    /// Each chunk is spread evenly over the time that the network was busy with it, up to its arrival.
    private static func measurements(_ run: Run, _ axis: Axis) -> [Series.Step] {
        let whole = (axis.end - axis.start).nanoseconds
        func start(of span: Int64) -> Int64 { proportion(whole, span, over: spans, .down) }
        var bytes = [Int64](repeating: 0, count: Int(spans))
        var busy = bytes
        for entry in run.trace.entries {
            guard case .loaded(let size, let time, _, _) = entry.record, time > 0 else { continue }
            let last = min(entry.at.nanoseconds, whole)
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

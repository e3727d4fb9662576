import PlayerModel

/// Where a path's capacities lie between the levels of the grid: truth is between them, and a path that says a level
/// says no more than that it is the nearest.
///
/// Each stay at a level has one place, from -0.5, half way to the level below, to 0.5. It is drawn by how well the
/// downloads in the stay then fit, the places of the other stays given (Gibbs sampling); where nothing was fetched, all
/// places are alike.
struct StayRefinement {
    /// The slots from `from` to before `end` are at one level.
    private struct Stay {
        var from: Int
        var end: Int
    }

    /// The span of a level is cut into so many, of which one is drawn for each stay, so many times over.
    private static let spanCount = 8
    private static let sweeps = 2

    /// By slot of a path, the place.
    static func places(
        _ path: [Int16], _ plan: SlotPlan, _ paces: [[TransferPace]], _ drift: CapacityDrift,
        _ stream: inout RandomStream
    ) -> [Double] {
        let stays = stays(path)
        let middles = (0..<spanCount).map { (Double($0) + 0.5) / Double(spanCount) - 0.5 }
        var places = Array(repeating: 0.0, count: path.count)
        var sums = plan.progress(path, paces)
        for sweep in 1...sweeps {
            for stay in stays {
                let shares = shares(stay, path, plan, paces)
                let now = places[stay.from]
                for share in shares { sums[share.transfer] -= share.amount(now) }
                let products = middles.map { place -> ScaledProduct in
                    var product = ScaledProduct()
                    for share in shares {
                        let progress = sums[share.transfer] + share.amount(place)
                        product.multiply(
                            by: drift.weight(progress, doubt: plan.doubt(share.transfer, progress, paces)))
                    }
                    return product
                }
                let weights = ScaledProduct.weights(products)
                var place = middles[PathSampler.draw(weights, &stream, otherwise: spanCount / 2)]
                // Within a span all places are alike.
                if sweep == sweeps { place += (Double(stream.below(1 << 20)) / 1_048_576 - 0.5) / Double(spanCount) }
                for share in shares { sums[share.transfer] += share.amount(place) }
                for slot in stay.from..<stay.end { places[slot] = place }
            }
        }
        return places
    }

    /// The progress that a stay gives a download: in the middle of its level, and half way to those beside it.
    private struct Share {
        let transfer: Int
        var below = 0.0
        var middle = 0.0
        var above = 0.0

        func amount(_ place: Double) -> Double {
            place < 0 ? middle + (below - middle) * -place : middle + (above - middle) * place
        }
    }

    private static func shares(
        _ stay: Stay, _ path: [Int16], _ plan: SlotPlan, _ paces: [[TransferPace]]
    ) -> [Share] {
        var shares: [Share] = []
        let level = Int(path[stay.from])
        for slot in stay.from..<max(stay.from, min(stay.end, plan.count)) {
            for part in plan.parts[slot] {
                let transfer = Int(part.transfer)
                let rates = paces[transfer]
                if shares.last?.transfer != transfer { shares.append(Share(transfer: transfer)) }
                let last = shares.count - 1
                // Nothing at all is a level of its own, without any between.
                let (down, up) = (level > 1 ? level - 1 : level, level > 0 ? min(level + 1, rates.count - 1) : level)
                shares[last].below += part.seconds * rates[down].progress
                shares[last].middle += part.seconds * rates[level].progress
                shares[last].above += part.seconds * rates[up].progress
            }
        }
        return shares
    }

    private static func stays(_ path: [Int16]) -> [Stay] {
        var stays: [Stay] = []
        for slot in path.indices {
            if slot > 0, path[slot] == path[slot - 1] {
                stays[stays.count - 1].end = slot + 1
            } else {
                stays.append(Stay(from: slot, end: slot + 1))
            }
        }
        return stays
    }
}

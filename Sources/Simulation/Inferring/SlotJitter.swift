import PlayerModel

/// How far each second's capacity is off the level of its path: networks tremble from second to second about a level
/// that stays, and a download of some seconds tells the mean alone.
///
/// The shifts, in levels of the grid, are drawn second by second by how well the downloads then fit, those of the other
/// seconds given (Gibbs sampling); where nothing was fetched, by the drift alone.
struct SlotJitter {
    private static let sweeps = 6

    /// A path with its shifts.
    static func path(
        _ path: [Int16], _ plan: SlotPlan, _ paces: [[TransferPace]], _ drift: CapacityDrift, levels: Int,
        _ stream: inout RandomStream
    ) -> [Int16] {
        let shifts = drift.shifts
        guard shifts.count > 1 else { return path }
        let prior = Array(shifts.dropFirst().reversed()) + shifts
        let reach = shifts.count - 1
        var path = path
        let levelOfPath = path
        // From anywhere: beginning with no shifts, downloads of many seconds would let none go far.
        for slot in path.indices where levelOfPath[slot] > 0 {
            let own = Int(levelOfPath[slot]) + PathSampler.draw(prior, &stream, otherwise: reach) - reach
            path[slot] = Int16(max(1, min(levels - 1, own)))
        }
        var sums = plan.progress(path, paces)
        var products = Array(repeating: ScaledProduct.nothing, count: prior.count)
        for _ in 0..<sweeps {
            for (slot, parts) in plan.parts.enumerated() where levelOfPath[slot] > 0 && !parts.isEmpty {
                let (base, now) = (Int(levelOfPath[slot]), Int(path[slot]))
                for part in parts {
                    sums[Int(part.transfer)] -= part.seconds * paces[Int(part.transfer)][now].progress
                }
                for index in products.indices {
                    let level = base + index - reach
                    guard 1..<levels ~= level else {
                        products[index] = .nothing
                        continue
                    }
                    products[index] = ScaledProduct(prior[index])
                    for part in parts {
                        let transfer = Int(part.transfer)
                        let progress = sums[transfer] + part.seconds * paces[transfer][level].progress
                        products[index].multiply(
                            by: drift.weight(progress, doubt: plan.doubt(transfer, progress, paces)))
                    }
                }
                let weights = ScaledProduct.weights(products)
                let own = base + PathSampler.draw(weights, &stream, otherwise: reach) - reach
                path[slot] = Int16(own)
                for part in parts {
                    sums[Int(part.transfer)] += part.seconds * paces[Int(part.transfer)][own].progress
                }
            }
        }
        return path
    }
}

@testable import PlayerModel
@testable import Simulation

extension ScenarioPlayer {
    /// The variant that an item begins with, unless it follows another; and those within the limits of later, and
    /// likewise those of the other pathways. All are numbered among all variants.
    func firsts(of item: Int32) -> [Int32] {
        let asset = asset(ofItem: item)
        let (media, first) = (assets[asset].media, firstVariant(of: asset).index)
        let (all, limits) = (variants(of: asset), [startingLimits] + laterLimits)
        let firsts = all.flatMap { sibling in
            let own = all.filter { media.variants[$0].pathway == media.variants[sibling].pathway }
            let declared = own.map { media.declared($0) }
            return limits.map { own[variantChoice.first(among: declared, within: $0).index] }
        }
        return ([first] + firsts).map { Int32(firstNumber(of: asset) + $0) }
    }
}

/// Which variants of one player are those of another: a ladder may be cut down, or stand in another order.
extension ScenarioPlayer {
    /// For each variant of all assets, the number that the other player has for it: that of the same one in the ladder
    /// of that asset, wherever it stands; else that of the one in its place, where a variant is that this ladder does
    /// not have; nil where neither is.
    func numbersOfVariants(in other: ScenarioPlayer) -> [Int32?] {
        assets.indices.flatMap { asset in
            let (own, others) = (assets[asset].media.variants, other.assets.dropFirst(asset).first?.media.variants)
            return Self.places(own, others ?? []).map { place in
                place.map { Int32(other.firstNumber(of: asset) + $0) }
            }
        }
    }

    private static func places(_ own: [Asset.Variant], _ others: [Asset.Variant]) -> [Int?] {
        own.indices.map { place in
            if place < others.count, own[place] == others[place] { return place }
            if let same = others.firstIndex(of: own[place]) { return same }
            return place < others.count && !own.contains(others[place]) ? place : nil
        }
    }
}

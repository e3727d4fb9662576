/// Which variants of one player are those of another: a ladder may be cut down, or stand in another order.
extension ScenarioPlayer {
    /// For each variant of all assets, the number that the other player has for it: that of the same one in the ladder
    /// of that asset, wherever it stands; else that of the one in its place, where a variant is that this ladder does
    /// not have; nil where neither is.
    func numbersOfVariants(in other: ScenarioPlayer) -> [Int32?] {
        let pathways = numbersOfPathways(in: other)
        return assets.indices.flatMap { asset in
            var own = assets[asset].media.variants
            for index in own.indices {
                own[index].pathway = pathways[asset][own[index].pathway].map { Int($0) } ?? -1
            }
            let others = other.assets.dropFirst(asset).first?.media.variants
            return own.places(in: others ?? []).map { place in
                place.map { Int32(other.firstNumber(of: asset) + $0) }
            }
        }
    }

    /// For each pathway of each asset, likewise, by their names.
    func numbersOfPathways(in other: ScenarioPlayer) -> [[Int32?]] {
        func names(_ media: Asset?) -> [ExactText] {
            let names = media?.pathways ?? []
            return names.isEmpty ? [""] : names
        }
        return assets.indices.map { asset in
            names(assets[asset].media).numbersOfNames(in: names(other.assets.dropFirst(asset).first?.media))
        }
    }
}

extension [ExactText] {
    /// For each name its place among others, or that of the one that stands there in its place.
    func numbersOfNames(in others: [ExactText]) -> [Int32?] {
        places(in: others).map { place in place.map { Int32($0) } }
    }
}

extension Array where Element: Equatable {
    /// For each element the place of the same one among others, of several that are the same the first for the first;
    /// else its own, where an element stands that is none of these; nil where neither is. No two have the same.
    fileprivate func places(in others: [Element]) -> [Int?] {
        var isTaken = others.map { _ in false }
        var places = map { _ in Int?.none }
        func take(_ find: (Int) -> Int?) {
            for index in indices where places[index] == nil {
                guard let place = find(index) else { continue }
                places[index] = place
                isTaken[place] = true
            }
        }
        take { index in others.indices.first { !isTaken[$0] && self[index] == others[$0] } }
        take { $0 < others.count && !isTaken[$0] && !contains(others[$0]) ? $0 : nil }
        return places
    }
}

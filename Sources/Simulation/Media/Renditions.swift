import PlayerModel

/// The choices among some renditions, by their numbers among them.
extension ContiguousArray<VariantSelector.Rendition> {
    /// Those of `some`, or of all, that no limit rules out; where all is ruled out the lowest.
    func permitted(_ some: [Int]? = nil, within limits: VariantLimits) -> [Int] {
        let declared = some.map { $0.map { self[$0].declared } } ?? map { $0.declared }
        let kept = limits.permitted(among: declared)
        return some.map { some in kept.map { some[$0] } } ?? kept
    }

    /// Where a size of the picture comes with the sound that plays, and with other sound too, the other is left out: a
    /// switch for quality's sake does not change the format of the sound. It is that of `playing` that plays.
    func withSoundAlike(_ some: [Int], playing: VariantSelector.Rendition) -> [Int] {
        let sound = playing.declared.audio
        func isAlike(_ index: Int) -> Bool { sound.obstacle(to: self[index].declared.audio) == nil }
        return some.filter { index in
            guard let size = self[index].declared.dimensions, !isAlike(index) else { return true }
            return !some.contains { self[$0].declared.dimensions == size && isAlike($0) }
        }
    }

    /// Of several with one bit rate it has `held`, or else the first.
    func ladder(of some: [Int], holdingTo held: Int) -> SwitchLadder {
        SwitchLadder(
            some.map { index in
                let average = self[index].declared.averageBitRate
                return (variant: index, bitRate: self[index].bitRate, averageBitRate: average)
            }, holdingTo: held)
    }

    /// Whether one of them, on the ladder that limits leave of all, is the highest; of none nothing is higher.
    func haveHighest(_ one: VariantSelector.Rendition, within limits: VariantLimits) -> Bool {
        guard let index = firstIndex(where: { $0.variant == one.variant }) else { return true }
        let ladder = ladder(of: withSoundAlike(permitted(within: limits), playing: one), holdingTo: index)
        return ladder.rung(of: index, bitRate: one.bitRate) == ladder.rungs.count - 1
    }
}

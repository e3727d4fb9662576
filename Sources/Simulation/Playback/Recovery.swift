import PlayerModel

/// The way on after a request that failed.
package enum Recovery: Equatable, Sendable {
    /// The request is made again.
    case retried
    /// It was to be made again, and was called off before.
    case calledOff
    /// It was given up, and what failed is asked for by another request: at once, after a rest, or when it is needed.
    case askedAnew
    /// It was given up, and is not wanted any more.
    case doneWithout
    /// The player turned to another variant.
    case turned
    /// The variant was left out, and the player had turned to another one before.
    case leftOut
    /// It was given up, and the item fails, or has failed before.
    case none

    /// Whether what failed is asked for once more.
    package var asksAgain: Bool {
        switch self {
        case .retried, .askedAnew: true
        case .calledOff, .doneWithout, .turned, .leftOut, .none: false
        }
    }

    /// Whether playback goes on in another variant.
    var leavesVariant: Bool {
        switch self {
        case .turned, .leftOut: true
        case .retried, .calledOff, .askedAnew, .doneWithout, .none: false
        }
    }
}

extension PlayerRun {
    /// The way on after a request that failed; nil where the note is of no failure.
    package func recovery(after note: Observed<NetworkNote>) -> Recovery? {
        switch note.value {
        case .lookedUp, .connected, .secured: return nil
        case .retries(let slot, _, let again):
            guard let end = exchange(of: note, slot)?.end else { return .retried }
            // Where another variant is to come instead, the request is called off at once.
            if end.at == note.at, turn(after: note)?.from == slots[Int(slot)].variant { return .turned }
            return end.at < again ? .calledOff : .retried
        case .gaveUp(let slot, _):
            if leavesOut(after: note, slot) { return turns(after: note, slot) ? .turned : .leftOut }
            switch goingOn(after: note) {
            case .asksAnew, .asksLater: return .askedAnew
            case .doesWithout: return .doneWithout
            case nil: return Recovery.none
            }
        }
    }

    /// How the item went on after a request that was given up; nil where it failed, or another variant came instead.
    package func goingOn(after note: Observed<NetworkNote>) -> RecoveryNote? {
        guard case .gaveUp(let slot, _) = note.value else { return nil }
        let next = playback.recoveries.between(note.order, .max).prefix { $0.at == note.at }
        return next.first { $0.value.slot == slot }?.value
    }

    /// The turn to another variant at the instant of a failure, behind it; nil where there was none.
    func turn(after note: Observed<NetworkNote>) -> VariantTurn? {
        playback.wantedVariants.between(note.order, .max).first.flatMap { $0.at == note.at ? $0 : nil }
    }

    /// The variants that were left out at the instant of a failure, behind it.
    func exclusions(after note: Observed<NetworkNote>) -> [Exclusion] {
        playback.exclusions.between(note.order, .max).prefix { $0.at == note.at }.map { $0.value }
    }

    /// Whether a request that failed was made again: not where it was called off, or the run ended, in the pause
    /// before.
    func wasRepeated(after note: Observed<NetworkNote>) -> Bool {
        guard case .retries(let slot, _, let again) = note.value, again <= outcome.at else { return false }
        return (exchange(of: note, slot)?.end?.at ?? .never) >= again
    }

    /// The request that a note is of.
    func exchange(of note: Observed<NetworkNote>, _ slot: Int32) -> Exchange? {
        playback.exchanges.before(note.order).last { $0.slot == slot }
    }

    /// Whether a variant was left out because what is in a slot was given up. Of what belongs to all variants that is
    /// so unless it is said how the item goes on: then something else has failed at that instant.
    private func leavesOut(after note: Observed<NetworkNote>, _ slot: Int32) -> Bool {
        let variant = slots[Int(slot)].variant
        if variant < 0, goingOn(after: note) != nil { return false }
        return exclusions(after: note).contains { variant < 0 || $0.variant == variant }
    }

    /// Whether another variant came in the place of one that was left out for what was in a slot.
    private func turns(after note: Observed<NetworkNote>, _ slot: Int32) -> Bool {
        guard let from = turn(after: note)?.from else { return false }
        let variant = slots[Int(slot)].variant
        return variant < 0 ? exclusions(after: note).contains { $0.variant == from } : from == variant
    }
}

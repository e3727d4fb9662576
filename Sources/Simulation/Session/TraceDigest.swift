import PlayerModel

// The digest of a trace, by which two machines, or two builds, know that they have come to the same.
extension Trace.Entry {
    /// Mixes what could be observed of the entry into a digest, to the nanosecond; the words for it are left out. So
    /// are popped events: a digest is the same whether they were traced or not. And so is the call of an action, of
    /// which the place in the script is mixed: `FirstDifference` compares the calls.
    func mix(into digest: inout Digest) {
        // Most entries are such, and no form need be made of them.
        if case .event = record { return }
        let form = record.form
        let recipe = form.digest
        if recipe.number == 0 { return }
        digest.mix(at.nanoseconds)
        if player > 0 {
            digest.mix(14 as Int64)
            digest.mix(Int64(player))
        }
        digest.mix(Int64(recipe.number))
        if recipe.detail > 0 { digest.mix(Int64(recipe.detail)) }
        form[recipe.places.0].mix(into: &digest)
        form[recipe.places.1].mix(into: &digest)
        form[recipe.places.2].mix(into: &digest)
        form[recipe.places.3].mix(into: &digest)
    }
}

extension RecordField {
    /// Mixes the numbers that it is made of; a cause and its reasons follow from what else is mixed.
    fileprivate func mix(into digest: inout Digest) {
        switch self {
        case .none, .cause, .judgement: break
        case .action(let index), .resource(let index), .host(let index), .source(let index), .asset(let index),
            .variant(let index), .switching(let index, _), .loading(let index, _), .item(let index),
            .pathway(let index, _):
            digest.mix(Int64(index))
        case .currentItem(let id): digest.mix(Int64(id) + 1)
        case .track(let track, _): digest.mix(Int64(track))
        case .number(let value), .milliseconds(let value), .seconds(let value), .roundedSeconds(let value),
            .capacity(let value), .perMillion(let value):
            digest.mix(value)
        case .exchange(let id):
            digest.mix(Int64(id.slot))
            digest.mix(Int64(id.attempt))
        case .chunks(let first, let end, _):
            digest.mix(Int64(first))
            digest.mix(Int64(end))
        case .rate(let rate): digest.mix(Int64(rate.thousandths))
        case .flag(let value): digest.mix(value ? 1 : 0 as Int64)
        case .direction(let direction): digest.mix(Int64(direction.rawValue))
        case .status(let status): digest.mix(Int64(status.rawValue))
        case .reason(let reason): digest.mix(reason.map { Int64($0.rawValue) } ?? -1)
        case .failure(let failure):
            let form = failure.form
            digest.mix(form.digest)
            if form.word == nil { digest.mix(Int64(form.status)) }
        case .exception(let exception): digest.mix(Int64(exception.rawValue))
        }
    }
}

extension Digest {
    @inline(__always)
    fileprivate mutating func mix(_ number: Int64) { mix(UInt64(bitPattern: number)) }
}

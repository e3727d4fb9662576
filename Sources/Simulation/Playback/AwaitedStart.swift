import PlayerModel

/// The request and the item of a wait for the start. After a failure or a pause another such wait may follow, with a
/// request of its own.
struct AwaitedStart {
    let askedAt: Instant
    /// When the app asked the player; nil where nobody did.
    let calledAt: Instant?
    /// Nil where none came.
    let item: ItemTurn?
}

extension PlayerRun {
    func awaitedStart(of halt: Halt) -> AwaitedStart {
        let isFirst = Halt.all(of: self).first { $0.kind == .start } == halt
        let (asked, called) = isFirst ? (playback.requestedAt, playback.calledAt) : lastRequest(by: halt.from)
        let last = playback.items.last { $0.at <= halt.from }.flatMap { $0.item >= 0 ? $0 : nil }
        let item = last ?? playback.items.first { $0.at > halt.from && $0.item >= 0 }
        return AwaitedStart(askedAt: asked ?? halt.from, calledAt: called, item: item)
    }

    /// The app's last call by an instant, and the person's tap before it, if there was one.
    private func lastRequest(by instant: Instant) -> (asked: Instant?, called: Instant?) {
        let requests = playback.actions.prefix { $0.at <= instant }.filter { player.script[Int($0.value)].isRequest }
        func isCall(_ place: Int) -> Bool { player.script[Int(requests[place].value)].asksToPlay }
        guard let call = requests.indices.last(where: isCall) else { return (requests.last?.at, nil) }
        let asked = call > 0 && !isCall(call - 1) ? call - 1 : call
        return (requests[asked].at, requests[call].at)
    }
}

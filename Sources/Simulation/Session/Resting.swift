import PlayerModel

/// Whether anything is still to come of a run by itself. Inlined, because a call would copy the session first.
extension Session {
    /// Whether nothing will happen unless something comes over the network.
    var isAtRest: Bool {
        @inline(__always) get {
            actionsLeft == 0 && (!waiting.isUsed || waiting.isAtRest)
                && players.indices.allSatisfy { players[$0].isAtRest(at: now) }
        }
    }

    /// Whether an event lets packets arrive, or what the network offers become another: nothing to whoever asks for
    /// nothing.
    func isOfLinks(_ event: Event, at instant: Instant) -> Bool {
        switch event {
        case .network(.packets): true
        case .network(.conditionsChange): network.isArmed(forChangeAt: instant)
        case .network, .media, .player, .script, .look, .traffic, .interstitial, .passRate: false
        }
    }

    /// Whether every viewer is gone.
    var isDeserted: Bool { @inline(__always) get { players.allSatisfy { $0.hasLeft } } }

    /// Whether nothing is left on the network but timeouts that nobody waits for, which would take each change of it.
    ///
    /// It changes nothing. But to ask who may change is to ask in place.
    var hasIdleTimers: Bool {
        mutating get {
            isAtRest && !players.indices.contains { players[$0].loader.isFetching } && network.hasIdleTimers
        }
    }

    /// Whether an app that polls is all that is left, besides the event that was taken out, and finds nothing new.
    var isLeftToPolling: Bool {
        @inline(__always) get { actionsLeft == 0 && queue.count + 1 == waiting.pollCount && waiting.isAtRest }
    }
}

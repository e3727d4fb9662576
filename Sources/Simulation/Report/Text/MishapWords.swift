import PlayerModel

/// Whatever else made a wait long, beside the capacity of the network and what failed.
struct MishapWords {
    let run: PlayerRun
    let history: NetworkHistory

    /// `Besides, the network lost 3 % each way at random; 2 players shared the link.`; nil where there was nothing.
    var sentence: String? {
        let parts = HostWords(run: run, history: history).clauses + network + world
        return parts.isEmpty ? nil : "Besides, " + parts.joined(separator: "; ") + "."
    }

    private var network: [String] {
        guard run.scenario.usesNetwork else { return [] }
        let network = run.playback.network
        var parts: [String] = []
        if let loss = history.loss(network.losses) {
            parts.append("the network lost \(loss.words(.percent)) at random\(loss.when)")
        }
        func time(_ high: NetworkHistory.High) -> String {
            "took \(high.upTo)\(QuantityText.value(high.value.down, .milliseconds))"
        }
        if let delay = history.roundTrip(network.delays) {
            parts.append("the way there and back \(time(delay))\(delay.when)")
        }
        let lookUps = network.lookUpDelays.map { $0.with(BothWays(bothOf: $0.value)) }
        if let delay = history.high(lookUps, least: NetworkHistory.leastDelay),
            LookUps(run: run, start: delay.since, end: history.end).have()
        {
            parts.append("look-ups \(time(delay)) more than a round trip\(delay.when)")
        }
        let think = run.scenario.network.transport.http?.think.nanoseconds ?? 0
        if think >= NetworkHistory.leastDelay, hasRequests {
            let length = QuantityText.value(think, .milliseconds)
            parts.append("servers thought for \(length) before they answered (think_ms)")
        }
        return parts
    }

    /// Whether anything was asked for meanwhile.
    private var hasRequests: Bool {
        run.playback.exchanges.contains { $0.at < history.end && history.start <= $0.end?.at ?? .never }
    }

    /// Other apps, what the app selected, and other players.
    private var world: [String] {
        let (start, end) = (history.start, history.end)
        var parts: [String] = []
        // Those that were loading at some time from then on until it was over.
        var active: [Int32] = []
        for turn in run.playback.traffic where turn.at < end {
            if turn.at <= start || turn.value.isActive { active.removeAll { $0 == turn.value.source } }
            if turn.value.isActive { active.append(turn.value.source) }
        }
        let names = active.map { run.scenario.traffic[Int($0)].name }
        if !names.isEmpty { parts.append("other apps were loading: \(names.joined(separator: ", "))") }
        parts += run.playback.actions.filter { start <= $0.at && $0.at < end }.compactMap { one in
            guard case .queue(.selectAudio) = run.player.script[Int(one.value)].operation else { return nil }
            return "from \(one.at.inRoundedSeconds) on \(run.player.script[Int(one.value)].words)"
        }
        let others = run.others(loadingFrom: start, to: end)
        if others > 0 { parts.append("\(others + 1) players shared the link") }
        return parts
    }
}

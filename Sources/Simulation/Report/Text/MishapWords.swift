import PlayerModel

/// Whatever else made a wait long, beside the capacity of the network and what failed.
struct MishapWords {
    let run: PlayerRun
    let history: NetworkHistory
    /// The entry behind which it is known what the media takes.
    let order: Int

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
        return parts + connections
    }

    /// Whatever held connections back, of the settings that they all have.
    private var connections: [String] {
        guard let http = run.scenario.network.transport.http, hasRequests else { return [] }
        var parts: [String] = []
        if http.startJitter.nanoseconds >= NetworkHistory.leastDelay, hasConnected {
            let length = QuantityText.value(http.startJitter.nanoseconds, .milliseconds)
            parts.append("connections were opened up to \(length) later than they were needed (start_jitter_ms)")
        }
        if let most = mostOfConnection(http) {
            parts.append(
                "a connection carried \(LoadWords.rate(most)) at most, as no more than receive_window_bytes was under "
                    + "way in a round trip")
        }
        return parts
    }

    /// The bits per second that the receive window leaves to a connection, however short the round trip was; nil where
    /// the media takes no more, or the network offered no more.
    private func mostOfConnection(_ http: HTTPSettings) -> Int64? {
        let network = run.playback.network
        let bits = Int64(8) * http.transport.receiveWindow_packets * TCPSegment.mostBytes
        let time = history.leastRoundTrip(network.delays)
        let taken = run.bitRateWanted(after: order)?.bits ?? run.bitRateLoaded(after: order)
        let needed = min(taken, history.mostOffered(network.capacities))
        guard Int128(bits) * 1_000_000_000 < Int128(needed) * Int128(time) else { return nil }
        return proportion(bits, 1_000_000_000, over: time, .up)
    }

    /// Whether a connection became ready meanwhile.
    private var hasConnected: Bool {
        run.playback.notes.contains { note in
            switch note.value {
            case .connected, .secured: history.start < note.at && note.at <= history.end
            case .lookedUp, .retries, .gaveUp: false
            }
        }
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

import PlayerModel
import SimulationContainers

/// Whatever else made a wait long, beside the capacity of the network and what failed.
struct MishapWords {
    let run: PlayerRun
    let history: NetworkHistory
    /// The entry behind which it is known what the media takes.
    let order: Int
    private let others: [PlayerRun]
    private let turns: ConnectionTurns?
    private let shares: LinkShares

    init(run: PlayerRun, beside others: [PlayerRun], history: NetworkHistory, order: Int) {
        (self.run, self.others, self.history, self.order) = (run, others, history, order)
        turns = ConnectionTurns(run, beside: others, from: history.start, to: history.end)
        shares = LinkShares(run, history, beside: others, turns)
    }

    /// `Besides, the network lost 3 % each way at random; 2 players shared the link.`; nil where there was nothing.
    var sentence: String? {
        let parts = HostWords(run: run, history: history).clauses(shares) + network + world
        return parts.isEmpty ? nil : "Besides, " + parts.joined(separator: "; ") + "."
    }

    private var network: [String] {
        guard run.scenario.usesNetwork else { return [] }
        let network = run.playback.network
        var parts: [String] = []
        if let loss = history.loss(network.losses, run.lostPackets.link) {
            parts.append("the network lost \(loss.words(.percent)) at random\(loss.when)")
        }
        func time(_ high: NetworkHistory.High) -> String {
            "took \(high.upTo)\(QuantityText.value(high.value.down, .milliseconds))"
        }
        if let delay = history.roundTrip(network.delays) {
            parts.append("the way there and back \(time(delay))\(delay.when)")
        }
        let lookUps = network.lookUpDelays.map { $0.with(BothWays(bothOf: $0.value)) }
        let hosts = HostWords(run: run, history: history)
        if let delay = hosts.highOfLookUps(lookUps, least: NetworkHistory.leastDelay) {
            parts.append("look-ups \(time(delay)) more than a round trip\(delay.when)")
        }
        if let http = run.scenario.network.transport.http, hadThinkingServers(http) {
            let length = QuantityText.value(http.think.nanoseconds, .milliseconds)
            parts.append("servers thought for \(length) before they answered (think_ms)")
        }
        return parts + connections
    }

    /// Whatever held connections back, of the settings that they all have.
    private var connections: [String] {
        guard let http = run.scenario.network.transport.http, !history.requests.isEmpty else { return [] }
        var parts: [String] = []
        if http.startJitter.nanoseconds >= NetworkHistory.leastDelay, hasOpened(http) {
            let length = QuantityText.value(http.startJitter.nanoseconds, .milliseconds)
            parts.append("connections were opened up to \(length) later than they were needed (start_jitter_ms)")
        }
        if let words = waits(http) { parts.append(words) }
        if http.keepAlive == .zero {
            let (again, opened) = (openedAgain(http), opened)
            let handshakes = Int64(again.connected + again.secured).multipliedClamped(by: leastRoundTrip)
            if handshakes >= NetworkHistory.leastDelay {
                let count = max(opened.connected, opened.secured)
                let words = count == 1 ? "one was opened" : "\(count) were opened"
                parts.append("no connection was kept for the next request (keep_alive_s 0), and \(words)")
            }
        }
        if let most = mostOfConnection(http) {
            parts.append(
                "a connection carried \(LoadWords.rate(most)) at most, as no more than receive_window_bytes was under "
                    + "way in a round trip")
        }
        return parts
    }

    /// The bits per second that the receive window leaves to a connection, however short the round trip was; nil where
    /// the media takes no more, the network offered no more, or never so much was to come as fills the window.
    private func mostOfConnection(_ http: HTTPSettings) -> Int64? {
        let network = run.playback.network
        let bits = Int64(8) * http.transport.receiveWindow_packets * TCPSegment.mostBytes
        let time = leastRoundTrip
        let taken = run.bitRateWanted(after: order)?.bits ?? run.bitRateLoaded(after: order)
        let needed = min(taken, history.mostOffered(network.capacities))
        guard Int128(bits) * 1_000_000_000 < Int128(needed) * Int128(time), mostBytesAtOnce(http) * 8 > bits else {
            return nil
        }
        return proportion(bits, 1_000_000_000, over: time, .up)
    }

    /// The most bytes of the time that a connection had to carry at once: over HTTP/1.1 those of one answer, else those
    /// of all that a host gave to all players.
    private func mostBytesAtOnce(_ http: HTTPSettings) -> Int64 {
        let (start, end) = (history.start, history.end)
        let isAlone = http.version == .http1
        let answers = (isAlone ? [run] : [run] + others).flatMap { player in
            RequestTimes.whole(player, from: start, to: end).map { one, exchange in
                (one: one, bytes: http.responseHeaderBytes + player.bytes(of: exchange, until: end))
            }
        }
        if isAlone { return answers.map { $0.bytes }.max() ?? 0 }
        return history.requests.all.map { own in
            answers.filter { $0.one.host == own.host && $0.one.whole.contains(own.whole.lowerBound) }
                .reduce(0) { $0 + $1.bytes }
        }.max() ?? 0
    }

    /// The shortest way there and back to the hosts of media that was asked for meanwhile.
    private var leastRoundTrip: Int64 {
        history.leastRoundTrip(run.playback.network.delays)
            + HostWords(run: run, history: history).leastRoundTripOfMedia
    }

    /// How long a request waited until one of another player was over.
    private func waits(_ http: HTTPSettings) -> String? {
        guard let wait = turns?.longestWait(history.requests, until: history.end),
            wait.nanoseconds >= NetworkHistory.leastDelay
        else { return nil }
        let count = http.connectionsPerHost
        let whose =
            count == 1
            ? "the only connection, as another player was using it" : "a connection, as other players were using some"
        return "a request waited \(wait.inRoundedSeconds) for \(whose) (connections_per_host \(count))"
    }

    /// How many connections were opened meanwhile for its requests, as far as that takes a handshake, and how many were
    /// secured: those to a host while something asked of it was not answered, and no more than was asked of it.
    private var opened: (connected: Int, secured: Int) { openings { _ in 0 } }

    /// Likewise, those for which one would still have been open, had each been kept: all but as many as were needed at
    /// once for the first time, or for the first time since all were broken.
    private func openedAgain(_ http: HTTPSettings) -> (connected: Int, secured: Int) {
        openings { host in
            let needed = neededAtOnce(to: host, before: history.end, http)
            return isFirstSinceBreak(host) ? needed : needed - neededAtOnce(to: host, before: history.start, http)
        }
    }

    /// Whether a connection to a host was opened meanwhile for the first time since a script had broken all.
    private func isFirstSinceBreak(_ host: Int32) -> Bool {
        let openings = [NetworkNote.connected(host: host), .secured(host: host)]
        return ([run] + others).contains { player in
            player.playback.actions.contains { action in
                guard case .network(.change(_, let fate)) = player.player.script[Int(action.value)].operation,
                    fate != .kept,
                    let first = run.playback.notes.first(where: { $0.at > action.at && openings.contains($0.value) })
                else { return false }
                return history.start < first.at && first.at <= history.end
            }
        }
    }

    /// Likewise, but for so many to each host.
    private func openings(without some: (Int32) -> Int) -> (connected: Int, secured: Int) {
        history.requests.hosts().reduce(into: (0, 0)) { count, host in
            let requests = history.requests.to(host)
            let (most, less) = (run.isAlone ? Int.max : requests.count, some(host))
            func noted(_ note: NetworkNote) -> Int {
                let all = run.playback.notes.count {
                    history.start < $0.at && $0.at <= history.end && $0.value == note
                        && (run.isAlone || requests.wait(at: $0.at))
                }
                return max(0, min(all, most) - less)
            }
            count.connected += noted(.connected(host: host))
            count.secured += noted(.secured(host: host))
        }
    }

    /// The most connections to a host that requests of all players needed at once until then.
    private func neededAtOnce(to host: Int32, before end: Instant, _ http: HTTPSettings) -> Int {
        let times = ([run] + others).flatMap { player in
            RequestTimes.whole(player, from: .zero, to: end).filter { $0.one.host == host }.map { $0.one.whole }
        }
        let begins = times.map { $0.lowerBound }.sorted()
        let ends = times.map { $0.upperBound }.sorted()
        var (most, over) = (http.hasOpenBefore(host) ? 1 : 0, 0)
        for (count, begin) in begins.enumerated() {
            while over < ends.count, ends[over] <= begin { over += 1 }
            most = max(most, count + 1 - over)
        }
        return min(most, http.version == .http1 ? Int(http.connectionsPerHost) : 1)
    }

    /// Whether a connection became ready meanwhile; of one without a handshake, of which nobody notes when it is,
    /// whether the first request for something of its host was made.
    private func hasOpened(_ http: HTTPSettings) -> Bool {
        if opened != (0, 0) { return true }
        let (exchanges, slots) = (run.playback.exchanges, run.slots)
        return exchanges.contains { exchange in
            let host = slots[Int(exchange.slot)].host
            guard exchange.at >= history.start, exchange.at < history.end, !http.hasHandshakes,
                !http.hasOpenBefore(host)
            else { return false }
            return !exchanges.before(exchange.order).contains { slots[Int($0.slot)].host == host }
                && !others.contains { other in
                    other.playback.exchanges.contains {
                        $0.at < exchange.at && other.slots[Int($0.slot)].host == host
                    }
                }
        }
    }

    /// Whether an answer was waited for meanwhile that a server thought about: one that came later, or one that never
    /// did though a connection had opened, and the network carried something.
    private func hadThinkingServers(_ http: HTTPSettings) -> Bool {
        guard http.think.nanoseconds >= NetworkHistory.leastDelay else { return false }
        return carried.all.contains { request in
            guard let answeredAt = request.answeredAt else {
                return turns?.turn(of: request) ?? .zero < history.end && hasConnection(http, to: request.host)
            }
            return history.start < answeredAt && answeredAt - history.end < http.think
        }
    }

    /// Whether a connection to a host had opened before the end; of one over QUIC it is noted only that it is secured.
    private func hasConnection(_ http: HTTPSettings, to host: Int32) -> Bool {
        let openings = [NetworkNote.connected(host: host), .secured(host: host)]
        return !http.notesOpening(to: host)
            || run.playback.notes.contains { $0.at < history.end && openings.contains($0.value) }
    }

    /// Acknowledgements have to go up for what comes down, but none over `fluid`.
    private var carried: RequestTimes {
        history.carried(run.playback.network.capacities, needsUp: run.scenario.network.transport.kind.acknowledges)
    }

    /// Other apps, what the app selected, and other players.
    private var world: [String] {
        let (start, end) = (history.start, history.end)
        var parts: [String] = []
        let names = shares.sources.map { run.scenario.traffic[Int($0)].name }
        if !names.isEmpty { parts.append("other apps were loading: \(names.joined(separator: ", "))") }
        parts += run.playback.actions.filter { start <= $0.at && $0.at < end }.compactMap { one in
            guard case .queue(.selectAudio) = run.player.script[Int(one.value)].operation else { return nil }
            return "from \(one.at.inRoundedSeconds) on \(run.player.script[Int(one.value)].words)"
        }
        if shares.players > 0 { parts.append("\(shares.players + 1) players shared the link") }
        return parts
    }
}

extension PlayerRun {
    /// The bytes of an exchange that were to come until an instant: its chunks that had come by then, and the one that
    /// was under way.
    fileprivate func bytes(of exchange: Exchange, until end: Instant) -> Int64 {
        let exchanges = playback.exchanges
        let index = partitionPoint(in: exchanges.indices) { exchanges[$0].order >= exchange.order }
        let chunks = slots[Int(exchange.slot)].chunks
        let last = playback.loads.last { $0.at <= end && Int($0.exchange) == index }
        let isUnderWay = end < exchange.end?.at ?? .never && last?.at ?? .zero < end
        let next = last.map { Int64($0.chunk) + (isUnderWay ? 2 : 1) } ?? exchange.chunks.lowerBound + 1
        return chunks.bytes(before: min(next, chunks.count)) - chunks.bytes(before: exchange.chunks.lowerBound)
    }
}

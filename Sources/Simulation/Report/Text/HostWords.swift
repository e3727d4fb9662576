import PlayerModel

/// The networks that hosts have of their own, as far as they had a part in a wait.
struct HostWords {
    let run: PlayerRun
    let history: NetworkHistory

    /// A clause for each host that something was asked of meanwhile, and whose own network was in the way: what it
    /// offered from the beginning on, and the most that it delayed and lost.
    var clauses: [String] {
        let (network, start, end) = (run.playback.network, history.start, history.end)
        guard !network.hosts.isEmpty else { return [] }
        let asked = Set(
            run.playback.exchanges.filter { $0.at <= end && start <= $0.end?.at ?? .never }
                .map { run.slots[Int($0.slot)].host })
        let names = run.scenario.network.transport.hosts.names
        return asked.sorted().compactMap { host in
            let own = network.hosts.filter { ($0.at <= start || $0.at < end) && $0.value.host == host }
            let parts = [capacity(own), delay(own), lookUps(own, of: host), loss(own)].compactMap { $0 }
            guard !parts.isEmpty else { return nil }
            return "the host \(names[Int(host)])'s own network \(parts.joined(separator: ", and "))"
        }
    }

    private static let noLimit = BothWays(bothOf: -1)

    /// Nil where the network that all share has no more all the while.
    private func capacity(_ own: [Observed<HostOffer>]) -> String? {
        let all = own.compactMap { one -> Observed<BothWays>? in
            guard case .capacity(let down, let up) = one.value.offer else { return nil }
            return one.with(BothWays(down: down, up: up))
        }.lasting
        let shared = run.playback.network.capacities.lasting
        let changes = (all + shared).map { $0.at }.filter { history.start < $0 && $0 < history.end }
        let instants = [history.start] + changes
        let pairs = instants.map { now in
            (own: Self.offer(of: all, at: now), shared: Self.offer(of: shared, at: now))
        }
        let isNarrowUp = pairs.contains(where: Self.isNarrowUp)
        guard isNarrowUp || pairs.contains(where: { NetworkHistory.isNarrower($0.own.down, than: $0.shared.down) })
        else { return nil }
        return steps(all, tellsUp: isNarrowUp)
    }

    /// `offered 5000 kbit/s, nothing from 6.000 s on`
    private func steps(_ all: [Observed<BothWays>], tellsUp isNarrowUp: Bool) -> String {
        let first = Self.offer(of: all, at: history.start)
        let later = all.filter { $0.at > history.start }
        let tellsUp = isNarrowUp || NetworkHistory.changesUpAlone([first] + later.map { $0.value })
        func words(_ offer: BothWays) -> String {
            let isNothing = offer.down == 0 && (!tellsUp || offer.up == 0)
            return isNothing ? "nothing" : NetworkHistory.words(offer, tellsUp: tellsUp)
        }
        // Of those that differ in what is not told only the first counts.
        let told = later.reduce(into: [(at: history.start, words: words(first))]) { told, one in
            let own = words(one.value)
            if told.last?.words != own { told.append((one.at, own)) }
        }
        let more = told.dropFirst()
        let rest = more.count > 3 ? ", and \(more.count - 3) further changes" : ""
        return "offered \(told[0].words)"
            + more.prefix(3).map { ", \($0.words) from \($0.at.inRoundedSeconds) on" }.joined() + rest
    }

    private static func offer(of all: [Observed<BothWays>], at now: Instant) -> BothWays {
        all.last { $0.at <= now }?.value ?? noLimit
    }

    /// Whether the own way up is the smaller one, and narrow for what can come down through both networks.
    private static func isNarrowUp(_ pair: (own: BothWays, shared: BothWays)) -> Bool {
        guard NetworkHistory.isNarrower(pair.own.up, than: pair.shared.up) else { return false }
        let down = NetworkHistory.isNarrower(pair.own.down, than: pair.shared.down) ? pair.own.down : pair.shared.down
        return NetworkHistory.isNarrowUp(BothWays(down: down, up: pair.own.up))
    }

    private func delay(_ own: [Observed<HostOffer>]) -> String? {
        let delays = own.compactMap { one in
            if case .delay(let down, let up) = one.value.offer { one.with(BothWays(down: down, up: up)) } else { nil }
        }
        return history.high(delays, least: 1).map { "delayed \($0.words(.milliseconds)) more\($0.when)" }
    }

    /// Nil where the host's name was not looked up.
    private func lookUps(_ own: [Observed<HostOffer>], of host: Int32) -> String? {
        let delays = own.compactMap { one in
            if case .dnsDelay(let delay) = one.value.offer { one.with(BothWays(bothOf: delay)) } else { nil }
        }
        guard let high = history.high(delays, least: 1),
            LookUps(run: run, start: high.since, end: history.end).have(host)
        else { return nil }
        let most = QuantityText.value(high.value.down, .milliseconds)
        return "delayed look-ups by \(high.upTo)\(most) more\(high.when)"
    }

    private func loss(_ own: [Observed<HostOffer>]) -> String? {
        let losses = own.compactMap { one in
            if case .loss(let down, let up) = one.value.offer { one.with(BothWays(down: down, up: up)) } else { nil }
        }
        return history.loss(losses).map { "lost \($0.words(.percent)) at random\($0.when)" }
    }
}

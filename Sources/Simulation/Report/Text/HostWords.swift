import PlayerModel

/// The networks that hosts have of their own, as far as they had a part in a wait.
struct HostWords {
    let run: PlayerRun
    let history: NetworkHistory

    /// A clause for each host whose own network was in the way of what was asked of it: what it offered while that was
    /// under way, and the most that it delayed and lost then.
    func clauses(_ shares: LinkShares) -> [String] {
        guard !run.playback.network.hosts.isEmpty else { return [] }
        return history.requests.hosts().compactMap { host in
            HostWords(run: run, history: history.of(history.requests.to(host))).clause(of: host, shares)
        }
    }

    private func clause(of host: Int32, _ shares: LinkShares) -> String? {
        let own = offers(of: host)
        let holdsBack = !run.scenario.network.transport.kind.sharesEvenly || shares.hosts.contains(host)
        let clauses = [capacity(own, isHeldBack: holdsBack), delay(own), lookUps(own), loss(own, of: host)]
        let parts = clauses.compactMap { $0 }
        let name = run.scenario.network.transport.hosts.names[Int(host)]
        return parts.isEmpty ? nil : "the host \(name)'s own network \(parts.joined(separator: ", and "))"
    }

    private func offers(of host: Int32) -> [Observed<HostOffer>] {
        run.playback.network.hosts.filter {
            ($0.at <= history.start || $0.at < history.end) && $0.value.host == host
        }
    }

    private static let noLimit = BothWays(bothOf: -1)

    /// Nil where the network that all share has no more all the while; or, as far as shares are known, left no more.
    private func capacity(_ own: [Observed<HostOffer>], isHeldBack: Bool) -> String? {
        let all = own.compactMap { one -> Observed<BothWays>? in
            guard case .capacity(let down, let up) = one.value.offer else { return nil }
            return one.with(BothWays(down: down, up: up))
        }.lasting
        let shared = run.playback.network.capacities.lasting
        let pairs = met(all + shared).map { now in
            (own: Self.offer(of: all, at: now), shared: Self.offer(of: shared, at: now))
        }
        let isNarrowUp = pairs.contains(where: Self.isNarrowUp)
        let isNarrow = pairs.contains { NetworkHistory.isNarrower($0.own.down, than: $0.shared.down) }
        guard isNarrowUp || isHeldBack && isNarrow else { return nil }
        return steps(all, tellsUp: isNarrowUp)
    }

    /// `offered 5000 kbit/s, nothing from 6.000 s on`; what it offered while nothing was asked of it is not told, but
    /// that there was such a time is, where that was something else.
    private func steps(_ all: [Observed<BothWays>], tellsUp isNarrowUp: Bool) -> String {
        let offers = met(all).map { (at: $0, value: Self.offer(of: all, at: $0)) }
        let tellsUp = isNarrowUp || NetworkHistory.changesUpAlone(offers.map { $0.value })
        func words(_ offer: BothWays) -> String {
            let isNothing = offer.down == 0 && (!tellsUp || offer.up == 0)
            return isNothing ? "nothing" : NetworkHistory.words(offer, tellsUp: tellsUp)
        }
        // Of those that differ in what is not told only the first counts.
        let told = offers.reduce(into: [(at: Instant, words: String)]()) { told, one in
            let own = words(one.value)
            if told.last?.words != own { told.append((one.at, own)) }
        }
        let isPassedOver = changes(all).contains { now in
            now > told[0].at && !offers.contains { $0.at == now }
                && told.last { $0.at < now }?.words != words(Self.offer(of: all, at: now))
        }
        let asked = isPassedOver ? ", while something was asked of it," : ""
        let first = told[0].at > history.start ? " from \(told[0].at.inRoundedSeconds) on" : ""
        let more = told.dropFirst()
        let rest = more.count > 3 ? ", and \(more.count - 3) further changes" : ""
        return "offered\(asked) \(told[0].words)\(first)"
            + more.prefix(3).map { ", \($0.words) from \($0.at.inRoundedSeconds) on" }.joined() + rest
    }

    /// The changes within the time.
    private func changes(_ offers: [Observed<BothWays>]) -> [Instant] {
        offers.map { $0.at }.filter { history.start < $0 && $0 < history.end }.sorted()
    }

    /// The beginning of the time, and the changes in it, as far as requests were under way before the next change.
    private func met(_ offers: [Observed<BothWays>]) -> [Instant] {
        let changes = changes(offers)
        return zip([history.start] + changes, changes + [history.end])
            .filter { history.requests.meet($0.0, $0.1) }.map { $0.0 }
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
        history.high(Self.delays(own), least: 1).map { "delayed \($0.words(.milliseconds, " more"))\($0.when)" }
    }

    private static func delays(_ own: [Observed<HostOffer>]) -> [Observed<BothWays>] {
        own.compactMap { one in
            if case .delay(let down, let up) = one.value.offer { one.with(BothWays(down: down, up: up)) } else { nil }
        }
    }

    /// How much the own networks of the hosts of media that was asked for meanwhile add to the way there and back, at
    /// the least: nothing where one of them adds nothing, if only for a time.
    var leastRoundTripOfMedia: Int64 {
        if run.playback.network.hosts.isEmpty { return 0 }
        let times = history.requests.hosts(ofMediaAlone: true).map { host in
            let delays = Self.delays(offers(of: host))
            let isDelayed = delays.first.map { $0.at <= history.start } ?? false
            return isDelayed ? history.of(history.requests.to(host)).leastRoundTrip(delays) : 0
        }
        return times.min() ?? 0
    }

    /// The greatest of delays while names were looked up; nil where it was less than the least.
    func highOfLookUps(_ delays: [Observed<BothWays>], least: Int64) -> NetworkHistory.High? {
        if history.high(delays, least: least) == nil { return nil }
        let times = history.requests.hosts().map { history.requests.to($0).within(run.unknownTimes(ofHost: $0)) }
        return history.of(RequestTimes(times)).high(delays, least: least)
    }

    /// Nil where the host's name was not looked up while that took longer.
    private func lookUps(_ own: [Observed<HostOffer>]) -> String? {
        let delays = own.compactMap { one in
            if case .dnsDelay(let delay) = one.value.offer { one.with(BothWays(bothOf: delay)) } else { nil }
        }
        guard let high = highOfLookUps(delays, least: 1) else { return nil }
        let most = QuantityText.value(high.value.down, .milliseconds)
        return "delayed look-ups by \(high.upTo)\(most) more\(high.when)"
    }

    private func loss(_ own: [Observed<HostOffer>], of host: Int32) -> String? {
        let losses = own.compactMap { one in
            if case .loss(let down, let up) = one.value.offer { one.with(BothWays(down: down, up: up)) } else { nil }
        }
        let loss = history.loss(losses, run.lostPackets.way(of: host))
        return loss.map { "lost \($0.words(.percent)) at random\($0.when)" }
    }
}

import PlayerModel

/// The networks that hosts have of their own, as far as they had a part in a wait.
struct HostWords {
    let run: PlayerRun
    let course: NetworkCourse

    /// A clause for each host that something was asked of meanwhile, and whose own network was in the way: what it
    /// offered from the beginning on, and the most that it delayed and lost.
    var clauses: [String] {
        let (network, start, end) = (run.playback.network, course.start, course.end)
        guard !network.hosts.isEmpty else { return [] }
        let asked = Set(
            run.playback.exchanges.filter { $0.at <= end && start <= $0.end?.at ?? .never }
                .map { run.slots[Int($0.slot)].host })
        let names = run.scenario.network.transport.hosts.names
        return asked.sorted().compactMap { host in
            let own = network.hosts.filter { ($0.at <= start || $0.at < end) && $0.value.host == host }
            let parts = [capacity(own, since: start), delay(own), loss(own)].compactMap { $0 }
            guard !parts.isEmpty else { return nil }
            return "the host \(names[Int(host)])'s own network \(parts.joined(separator: ", and "))"
        }
    }

    private func capacity(_ own: [Observed<HostOffer>], since start: Instant) -> String? {
        func words(_ down: Int64) -> String { down < 0 ? "no limit" : down == 0 ? "nothing" : LoadWords.rate(down) }
        let all = own.compactMap { one -> Observed<BothWays>? in
            guard case .capacity(let down, let up) = one.value.offer else { return nil }
            return one.with(BothWays(down: down, up: up))
        }.lasting
        let first = all.last { $0.at <= start }?.value.down ?? -1
        let later = all.filter { $0.at > start }
        guard first >= 0 || !later.isEmpty else { return nil }
        let steps = later.prefix(3).map { ", \(words($0.value.down)) from \($0.at.inRoundedSeconds) on" }
        let rest = later.count > 3 ? ", and \(later.count - 3) further changes" : ""
        return "offered \(words(first))\(steps.joined())\(rest)"
    }

    private func delay(_ own: [Observed<HostOffer>]) -> String? {
        let delays = own.compactMap { one in
            if case .delay(let down, let up) = one.value.offer { one.with(BothWays(down: down, up: up)) } else { nil }
        }
        return course.high(delays, least: 1) { $0.down + $0.up }.map { high in
            "delayed \(high.upTo)\(Self.words(high.value, .milliseconds)) more\(high.when)"
        }
    }

    private func loss(_ own: [Observed<HostOffer>]) -> String? {
        let losses = own.compactMap { one in
            if case .loss(let down, let up) = one.value.offer { one.with(BothWays(down: down, up: up)) } else { nil }
        }
        return course.loss(losses).map { "lost \($0.upTo)\(Self.words($0.value, .percent)) at random\($0.when)" }
    }

    private static func words(_ value: BothWays, _ unit: Unit) -> String {
        let (left, right) = (QuantityText.value(value.down, unit), QuantityText.value(value.up, unit))
        return value.down == value.up ? "\(left) each way" : "\(left) down, \(right) up"
    }
}

extension Observed {
    /// Another value, observed at the same place.
    fileprivate func with<Other: Sendable>(_ value: Other) -> Observed<Other> {
        Observed<Other>(order: order, at: at, value: value)
    }
}

import PlayerModel

/// The networks that hosts have of their own, as far as they had a part in a wait.
struct HostWords {
    let run: PlayerRun

    /// A clause for each host that something was asked of between two instants, and whose own network was in the way:
    /// what it offered from the first on, and what it delayed and lost at last.
    func clauses(from start: Instant, to end: Instant) -> [String] {
        let network = run.playback.network
        guard !network.hosts.isEmpty else { return [] }
        let asked = Set(
            run.playback.exchanges.filter { $0.at <= end && start <= $0.end?.at ?? .never }
                .map { run.slots[Int($0.slot)].host })
        let names = run.scenario.network.transport.hosts.names
        return asked.sorted().compactMap { host in
            let own = network.hosts.filter { $0.at <= end && $0.value.host == host }
            let parts = [capacity(own, since: start), delay(own), loss(own)].compactMap { $0 }
            guard !parts.isEmpty else { return nil }
            return "the host \(names[Int(host)])'s own network \(parts.joined(separator: ", and "))"
        }
    }

    private func capacity(_ own: [Observed<HostOffer>], since start: Instant) -> String? {
        func words(_ down: Int64) -> String { down < 0 ? "no limit" : down == 0 ? "nothing" : LoadWords.rate(down) }
        let all = own.compactMap { one in
            if case .capacity(_, let down, _) = one.value { (at: one.at, down: down) } else { nil }
        }
        let first = all.last { $0.at <= start } ?? (at: start, down: -1)
        let later = all.filter { $0.at > start }
        guard first.down >= 0 || !later.isEmpty else { return nil }
        let steps = later.prefix(3).map { ", \(words($0.down)) from \(Words.time($0.at - .zero)) on" }
        let rest = later.count > 3 ? ", and \(later.count - 3) further changes" : ""
        return "offered \(words(first.down))\(steps.joined())\(rest)"
    }

    private func delay(_ own: [Observed<HostOffer>]) -> String? {
        let last = own.compactMap { if case .delay(_, let down, let up) = $0.value { (down, up) } else { nil } }.last
        return Self.words(last, .milliseconds).map { "delayed \($0) more" }
    }

    private func loss(_ own: [Observed<HostOffer>]) -> String? {
        let last = own.compactMap { if case .loss(_, let down, let up) = $0.value { (down, up) } else { nil } }.last
        return Self.words(last, .percent).map { "lost \($0) at random" }
    }

    private static func words(_ value: (down: Int64, up: Int64)?, _ unit: Unit) -> String? {
        guard let (down, up) = value, down > 0 || up > 0 else { return nil }
        let (left, right) = (QuantityText.value(down, unit), QuantityText.value(up, unit))
        return down == up ? "\(left) each way" : "\(left) down, \(right) up"
    }
}

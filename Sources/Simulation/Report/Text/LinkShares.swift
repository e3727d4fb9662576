import PlayerModel
import SimulationContainers

/// Who had a part in the time that a player's requests took, of those on the network at once: other players, other
/// apps, and hosts whose own networks have a limit. It is read from what came to whom, instant by instant.
///
///     own      ├· ·▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬┤         · ·  until the answer begins, nothing comes
///     another    ├· ·▬▬▬▬▬┤    ├· ·▬▬▬┤
///                    ├────┤       ├┤        shared
///
/// Over `fluid` all have the same, but for what their hosts or slow servers give less (see `SharedLink`). So it is
/// known of a request what holds it back: the network that all share, and with it the others on it, or its host's own
/// network, and with it those on that. Where both leave the same, both count. Over `tcp` nobody knows how much of it
/// each had: there others count who were on it, and of hosts this says nothing.
struct LinkShares {
    private struct Flow {
        enum Owner: Equatable {
            case own
            case player(Int)
            case source(Int32)
        }

        let owner: Owner
        /// The host of a player's request; -1 of another app's.
        let host: Int32
        var count: Int64 = 1
        let time: Range<Instant>
        /// Whether something comes, or may; else it is waited for.
        var comes = true
        var pace: Int64?
    }

    /// A limit of flows that share it: as much of it as is left for so many that no other limit holds back.
    private struct Limit {
        enum Kind: Equatable {
            case link
            case host(Int32)
            /// That of the flow at a place, which is slow on purpose.
            case server(Int)
        }

        let kind: Kind
        var left: Int64
        var count: Int64 = 0

        func isLess(than other: Limit) -> Bool {
            Int128(left) * Int128(other.count) < Int128(other.left) * Int128(count)
        }

        func isOf(_ flow: Flow, at place: Int) -> Bool {
            switch kind {
            case .link: true
            case .host(let host): host == flow.host
            case .server(let own): own == place
            }
        }
    }

    private let run: PlayerRun
    private let capacities: [Observed<BothWays>]
    private let transport: Transport.Kind
    /// By host, what its own network offers; nil where it has no limit.
    private var offers: [Int64?]
    private var owners: [Flow.Owner] = []
    /// By player and by source of other apps' traffic, whether it is among them.
    private var isNoted: (players: [Bool], sources: [Bool])
    /// The hosts whose own networks held requests back.
    private(set) var hosts: [Int32] = []

    /// How many other players had a part.
    var players: Int { owners.count { if case .player = $0 { true } else { false } } }

    /// The sources of other apps' traffic that had a part, in the order in which they had.
    var sources: [Int32] {
        owners.compactMap { if case .source(let source) = $0 { source } else { nil } }
    }

    init(_ run: PlayerRun, _ history: NetworkHistory, beside others: [PlayerRun], _ turns: ConnectionTurns?) {
        self.run = run
        capacities = run.playback.network.capacities.lasting
        transport = run.scenario.network.transport.kind
        offers = run.scenario.network.transport.hosts.names.map { _ in nil }
        isNoted = (run.scenario.players.map { _ in false }, run.scenario.traffic.map { _ in false })
        let flows = Self.flows(run, history, others, turns).sorted { $0.time.lowerBound < $1.time.lowerBound }
        let networks = run.playback.network.hosts
        guard flows.contains(where: { $0.owner != .own }) || !networks.isEmpty else { return }
        let ends = flows.flatMap { [$0.time.lowerBound, $0.time.upperBound] }
        let changes = (ends + capacities.map { $0.at } + networks.map { $0.at } + [history.start])
            .filter { history.start <= $0 && $0 < history.end }.sorted()
        var (active, next, nextOffer, last) = ([Flow](), 0, 0, Instant?.none)
        let mostOwners = others.count + run.scenario.traffic.count
        for now in changes where now != last && (transport.sharesEvenly || owners.count < mostOwners) {
            last = now
            active.removeAll { $0.time.upperBound <= now }
            while next < flows.count, flows[next].time.lowerBound <= now {
                if flows[next].time.upperBound > now { active.append(flows[next]) }
                next += 1
            }
            while nextOffer < networks.count, networks[nextOffer].at <= now {
                let network = networks[nextOffer].value
                if case .capacity(let down, _) = network.offer { offers[Int(network.host)] = down < 0 ? nil : down }
                nextOffer += 1
            }
            take(active, at: now)
        }
    }

    private static func flows(
        _ run: PlayerRun, _ history: NetworkHistory, _ others: [PlayerRun], _ turns: ConnectionTurns?
    ) -> [Flow] {
        let begun = run.begunAnswers.all.filter { $0.at <= history.end }
            .sorted { ($0.slot, $0.at) < ($1.slot, $1.at) }
        var flows = history.requests.all.flatMap { parts(of: $0, .own, turns, begun) }
        for other in others {
            let requests = RequestTimes(other, from: history.start, to: history.end)
            flows += requests.all.flatMap { parts(of: $0, .player(other.index), turns, begun) }
        }
        let firstSlot = run.scenario.prepared.players.reduce(0) { $0 + $1.slots.count }
        let (traffic, counts) = (run.playback.traffic, run.scenario.traffic.map { $0.count })
        /// By source, its first slot.
        let slots = counts.reduce(into: [Int32(firstSlot)]) { $0.append($0[$0.count - 1] + Int32($1)) }
        /// By turn, when its source rests next; read from the end.
        var (rests, next) = (traffic.map { $0.at }, counts.map { _ in Instant.never })
        for (place, turn) in traffic.enumerated().reversed() {
            if !turn.value.isActive { next[Int(turn.value.source)] = turn.at }
            rests[place] = next[Int(turn.value.source)]
        }
        for (turn, rest) in zip(traffic, rests) where turn.value.isActive && turn.at < history.end {
            let source = turn.value.source
            guard rest > history.start else { continue }
            let (count, first) = (counts[Int(source)], slots[Int(source)])
            let begin = min(Self.begin(of: first..<first + Int32(count), within: turn.at..<rest, begun), rest)
            flows.append(
                Flow(owner: .source(source), host: -1, count: count, time: turn.at..<begin, comes: false))
            flows.append(Flow(owner: .source(source), host: -1, count: count, time: begin..<rest))
        }
        return flows.filter { !$0.time.isEmpty && $0.time.upperBound > history.start }
    }

    /// When something first comes in one of some slots, and `never` where nothing does; of answers by slot and time.
    private static func begin(
        of slots: Range<Int32>, within time: Range<Instant>, _ begun: [BegunAnswers.One]
    ) -> Instant {
        var begin = Instant.never
        for slot in slots {
            let first = partitionPoint(in: begun.indices) {
                (begun[$0].slot, begun[$0].at) >= (slot, time.lowerBound)
            }
            guard first < begun.endIndex, begun[first].slot == slot else { continue }
            begin = min(begin, begun[first].at)
        }
        return begin <= time.upperBound ? begin : .never
    }

    /// From its turn on until something comes, and from then on.
    private static func parts(
        of one: RequestTimes.One, _ owner: Flow.Owner, _ turns: ConnectionTurns?,
        _ begun: [BegunAnswers.One]
    ) -> [Flow] {
        let turn = turns?.turn(of: one) ?? .zero
        let sent = min(max(turn, one.time.lowerBound), one.time.upperBound)
        let came = Self.begin(of: one.slot..<one.slot + 1, within: one.whole, begun)
        let begin = min(max(sent, came), one.time.upperBound)
        return [
            Flow(owner: owner, host: one.host, time: sent..<begin, comes: false),
            Flow(owner: owner, host: one.host, time: begin..<one.time.upperBound, pace: one.pace),
        ]
    }

    private mutating func take(_ active: [Flow], at now: Instant) {
        guard active.contains(where: { $0.owner == .own }),
            let offer = capacities[..<partitionPoint(in: capacities.indices) { capacities[$0].at > now }].last?.value,
            offer.down != 0, !transport.acknowledges || offer.up != 0
        else { return }
        let isNarrowUp = NetworkHistory.isNarrowUp(offer)
        guard transport.sharesEvenly else { return note(active) { $0.comes || isNarrowUp } }
        for own in active where own.owner == .own {
            if limit(of: own) == 0 { note(host: own.host) }
            if !own.comes, isNarrowUp { note(active) { !$0.comes } }
        }
        // Of a host whose own network carries nothing nothing comes.
        let come = active.filter { $0.comes && limit(of: $0) != 0 }
        for (own, limits) in zip(come, limits(holdingBack: come, offer.down)) where own.owner == .own {
            for limit in limits {
                switch limit {
                case .link: note(come) { _ in true }
                case .host(let host):
                    note(host: host)
                    note(come) { $0.host == host }
                case .server: break
                }
            }
        }
    }

    /// By flow, all that holds it back. All have more and more, and all alike, until a limit is reached: then those
    /// that share it have no more (Bertsekas, Gallager: Data Networks, 6.5.2).
    private func limits(holdingBack flows: [Flow], _ down: Int64) -> [[Limit.Kind]] {
        var limits = limits(of: flows, down)
        var holders = flows.map { _ in [Limit.Kind]() }
        while let least = limits.filter({ $0.count > 0 }).min(by: { $0.isLess(than: $1) }) {
            let reached = limits.filter { $0.count > 0 && !least.isLess(than: $0) }
            let held = flows.indices.filter { holders[$0].isEmpty && least.isOf(flows[$0], at: $0) }
            for place in held {
                holders[place] = reached.filter { $0.isOf(flows[place], at: place) }.map { $0.kind }
            }
            for place in limits.indices {
                let count = held.reduce(Int64(0)) { sum, flow in
                    sum + (limits[place].isOf(flows[flow], at: flow) ? flows[flow].count : 0)
                }
                guard count > 0 else { continue }
                limits[place].left -= least.left
                limits[place].count -= count
            }
        }
        return holders
    }

    private func limits(of flows: [Flow], _ down: Int64) -> [Limit] {
        var limits = down < 0 ? [] : [Limit(kind: .link, left: down)]
        for (place, flow) in flows.enumerated() {
            if let pace = flow.pace { limits.append(Limit(kind: .server(place), left: pace)) }
            guard let limit = limit(of: flow), !limits.contains(where: { $0.kind == .host(flow.host) }) else {
                continue
            }
            limits.append(Limit(kind: .host(flow.host), left: limit))
        }
        for limit in limits.indices {
            for (place, flow) in flows.enumerated() where limits[limit].isOf(flow, at: place) {
                limits[limit].count += flow.count
            }
        }
        return limits
    }

    private func limit(of flow: Flow) -> Int64? { flow.host < 0 ? nil : offers[Int(flow.host)] }

    private mutating func note(host: Int32) { if !hosts.contains(host) { hosts.append(host) } }

    private mutating func note(_ flows: [Flow], where isMeant: (Flow) -> Bool) {
        for flow in flows where isMeant(flow) {
            switch flow.owner {
            case .own: continue
            case .player(let player):
                if isNoted.players[player] { continue }
                isNoted.players[player] = true
            case .source(let source):
                if isNoted.sources[Int(source)] { continue }
                isNoted.sources[Int(source)] = true
            }
            owners.append(flow.owner)
        }
    }
}

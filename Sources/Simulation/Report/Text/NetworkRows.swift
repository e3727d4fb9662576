import PlayerModel

/// The changes of the network after its beginning, as the panel tells of them: those of what all share, those of hosts'
/// own networks, and those of other apps that load.
///
/// A trace may have one each second. So each property of each network is counted by itself, and the loads of each app;
/// of a property that changes more often than `most` only the loss of all capacity and its return are worth a row. What
/// is offered from the beginning on is no change.
struct NetworkRows {
    /// Our own choice: as many fit on a page.
    private static let most = 20

    private let network: ObservedNetwork
    private let traffic: [Observed<TrafficTurn>]
    /// Whether each change is worth a row, however many there are.
    private let hasAll: Bool

    init(_ playback: Playback, all: Bool) { (network, traffic, hasAll) = (playback.network, playback.traffic, all) }

    /// All of them, not in order.
    var changes: [PanelChange] {
        shared(network.capacities, always: Self.carriesNothing) {
            "offers \(QuantityText.capacity($0.down < 0 ? nil : $0.down)) down, "
                + "\(QuantityText.capacity($0.up < 0 ? nil : $0.up)) up"
        }
            + shared(network.delays) {
                "delays \(QuantityText.value($0.down, .milliseconds)) down, "
                    + "\(QuantityText.value($0.up, .milliseconds)) up"
            }
            + shared(network.losses) {
                "loses \(QuantityText.value($0.down, .percent)) down, \(QuantityText.value($0.up, .percent)) up"
            }
            + shared(network.lookUpDelays) { "delays look-ups by \(QuantityText.value($0, .milliseconds))" }
            + ofHosts + ofApps
    }

    private static func carriesNothing(_ offer: BothWays) -> Bool { offer.down == 0 || offer.up == 0 }

    private func shared<Value>(
        _ observed: [Observed<Value>], always: (Value) -> Bool = { _ in false },
        _ words: @escaping (Value) -> String
    ) -> [PanelChange] {
        let areFew = hasAll || observed.count { $0.at > .zero } <= Self.most
        return observed.indices.filter { observed[$0].at > .zero }.map { index in
            let one = observed[index]
            let isAlways = always(one.value) || index > 0 && always(observed[index - 1].value)
            let kind = PanelChange.Kind.network { "the network " + words(one.value) }
            return PanelChange(order: one.order, at: one.at, hasRow: areFew || isAlways, kind: kind)
        }
    }

    private var ofHosts: [PanelChange] {
        let hosts = Int(network.hosts.map { $0.value.host }.max() ?? -1) + 1
        var counts = [Int](repeating: 0, count: hosts * NetworkOffer.properties)
        var carriedNothing = [Bool](repeating: false, count: hosts)
        func place(_ offer: HostOffer) -> Int { Int(offer.host) * NetworkOffer.properties + offer.offer.property }
        for one in network.hosts where one.at > .zero { counts[place(one.value)] += 1 }
        var changes: [PanelChange] = []
        for one in network.hosts {
            var hasRow = hasAll || counts[place(one.value)] <= Self.most
            if case .capacity(let down, let up) = one.value.offer {
                let carriesNothing = Self.carriesNothing(BothWays(down: down, up: up))
                hasRow = hasRow || carriesNothing || carriedNothing[Int(one.value.host)]
                carriedNothing[Int(one.value.host)] = carriesNothing
            }
            guard one.at > .zero else { continue }
            changes.append(PanelChange(order: one.order, at: one.at, hasRow: hasRow, kind: .host(one.value)))
        }
        return changes
    }

    private var ofApps: [PanelChange] {
        var counts = [Int](repeating: 0, count: Int(traffic.map { $0.value.source }.max() ?? -1) + 1)
        for one in traffic where one.value.isActive { counts[Int(one.value.source)] += 1 }
        return traffic.map { one in
            let hasRow = hasAll || counts[Int(one.value.source)] <= Self.most
            return PanelChange(order: one.order, at: one.at, hasRow: hasRow, kind: .traffic(one.value))
        }
    }
}

extension NetworkOffer {
    fileprivate static let properties = 4

    /// The place of the property among all that a network has.
    fileprivate var property: Int {
        switch self {
        case .capacity: 0
        case .delay: 1
        case .loss: 2
        case .dnsDelay: 3
        }
    }
}

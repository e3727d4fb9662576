import PlayerModel

/// Hosts with networks of their own, each by its name, as a scenario has them beside the network that all share.
enum HostFormat {
    static let hosts = ValueFormat<[HostDraft]>(
        .object(
            Shape.ObjectShape(
                "host_networks", "By a host's name, the network between it and the one that all share.", [],
                others: .object(network.shape)))
    ) { node in
        node.members.map { member in
            let name = Placed(ExactText(member.name), at: member.namePlace)
            return HostDraft(name: name, network: network.read(member.value))
        }
    }

    private static let network = ObjectFormat(
        "host_network",
        "Its delays and losses come on top of the network's; of the two capacities the smaller one counts.",
        from: NetworkDraft()
    ) {
        NetworkFormat.preset
        NetworkFormat.measured
        Key("phases", "Stretches of time, one after the other.")
            .holds(.list(of: phase.placed, atLeast: 1)) { $0.phases = $1 }
        NetworkFormat.repeatAndOutages
        offers.map { $0.usually(OfferDraft.usual($0.member.name)) }.within { $1(&$0.offer) }
    }

    private static let phase = ValueFormat.object(
        "host_phase", "A stretch of time with a host's network that stays as it is.", from: PhaseDraft()
    ) {
        NetworkFormat.length
        NetworkFormat.presetOfPhase
        offers.within { $1(&$0.offer) }
    }

    /// All but a capacity for requests, which take next to none.
    private static let offers = OfferDraft.keys.filter { $0.member.name != "up_kbps" }
}

/// A host's own network as a scenario has it.
struct HostDraft: Sendable {
    let name: Placed<ExactText>
    var network: NetworkDraft

    /// The network, but for whether there is such a host.
    func host(over transport: Transport.Kind, isTransportSaid: Bool, _ judgement: inout Judgement) -> HostNetwork {
        var draft = network
        // The limits of that transport hold here as well.
        draft.transport = transport
        // A preset has a capacity for requests. Where a host has none, it must not look as if it had.
        if !transport.limitsRequestsToHosts {
            draft.offer.change.up = .unlimited
            draft.phases = draft.phases.map { phase in
                var own = phase.value
                own.offer.change.up = .unlimited
                return Placed(own, at: phase.place)
            }
        }
        let plan = draft.plan(&judgement)
        if !isTransportSaid { checkPresets(areFor: transport, &judgement) }
        return HostNetwork(name: name.value, conditions: plan.conditions, trace: plan.trace, traceUse: plan.traceUse)
    }

    /// Presets are for that transport, as the delay of a browser's counts once for a request, that of others for every
    /// packet.
    private func checkPresets(areFor transport: Transport.Kind, _ judgement: inout Judgement) {
        for name in [network.preset] + network.phases.map({ $0.value.preset }) {
            guard let name, let preset = NetworkPreset.named(name.value), preset.transport != transport else {
                continue
            }
            judgement.report(
                "'\(preset.id)' is for transport '\(preset.transport.name)', and the network that all share is "
                    + "'\(transport.name)'; write \"transport\" in 'network'", name.place)
        }
    }
}

extension ScenarioDraft {
    /// The networks of hosts, each of which things live on: in the order of the hosts, because that of a file's keys
    /// says nothing.
    func hostNetworks(in scenario: Scenario, _ judgement: inout Judgement) -> [HostNetwork] {
        let names = scenario.network.transport.hosts.names
        var all: [HostNetwork] = []
        let kind = scenario.network.transport.kind
        for draft in hosts {
            let network = draft.host(over: kind, isTransportSaid: self.network?.transport != nil, &judgement)
            // Pathways of a playlist that is still to be read are hosts, too.
            if !names.contains(draft.name.value), !judgement.hasStandIn {
                let hint = judgement.findings.hint(draft.name.value, among: names)
                judgement.report(
                    "there is no host '\(draft.name.value)' among 'hosts' of the network and 'pathways'\(hint)",
                    draft.name.place)
                continue
            }
            if network.isNeutral, network.trace == nil, !judgement.hasStandIn {
                judgement.warn("a network that says nothing changes nothing; remove it", draft.name.place)
            }
            let place = names.firstIndex(of: draft.name.value).map { Int32($0) }
            if !judgement.hasStandIn, scenario.usesNetwork, !scenario.resources.contains(where: { $0.host == place })
            {
                judgement.warn(
                    "nothing is fetched from '\(draft.name.value)', so its network changes nothing", draft.name.place)
            }
            all.append(network)
        }
        if !scenario.usesNetwork, let first = hosts.first {
            judgement.warn("the file is on the device: networks of hosts do nothing here", first.name.place)
        }
        func place(_ network: HostNetwork) -> Int { names.firstIndex(of: network.name) ?? names.count }
        return all.indices.sorted { (place(all[$0]), $0) < (place(all[$1]), $1) }.map { all[$0] }
    }
}

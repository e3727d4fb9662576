import PlayerModel

/// Networks that are taken from somewhere: presets and saved profiles, and what follows for the transport.
extension ScenarioDecoder {
    /// What a network is taken from; nil where it is from nowhere, or where that is still wanted or wrong.
    mutating func source(of node: JSONNode) -> NetworkSource? {
        if let word = node.string {
            if word.lowercased().hasSuffix(".plist") { return profile(word, nil, node.place) }
            return preset(word, orFile: true, node.place).map { .preset($0) }
        }
        let name = node.member("name")
        guard let profile = node.member("profile") else {
            if let name { report("there is no 'profile' for 'name'", name.place) }
            return preset(of: node).map { .preset($0) }
        }
        guard node.member("preset") == nil else {
            report("a network has a 'preset' or a 'profile', not both", profile.place)
            return nil
        }
        return self.profile(profile.string ?? "", name, profile.place)
    }

    /// The preset of a network or a phase.
    mutating func preset(of node: JSONNode) -> NetworkPreset? {
        guard let member = node.member("preset"), let word = member.string else { return nil }
        return preset(word, orFile: false, member.place)
    }

    private mutating func preset(_ word: String, orFile: Bool, _ place: Place) -> NetworkPreset? {
        if let preset = NetworkPreset.named(word) { return preset }
        if orFile, word.contains("/") {
            report(
                "'\(word)' is no preset, and no file of profiles, which ends in .plist; a trace goes by 'trace'",
                place)
        } else {
            report("there is no preset '\(word)'\(NetworkPreset.hint(word))", place)
        }
        return nil
    }

    private mutating func profile(_ path: String, _ name: JSONNode?, _ place: Place) -> NetworkSource? {
        guard let file = companions.profiles(path) else {
            want(.profile, path, place)
            return nil
        }
        do throws(LinkConditionerProblem) {
            return .profile(path: path, try file.profile(name?.string))
        } catch {
            report("\(path): \(error.message)", name?.place ?? place)
            return nil
        }
    }

    // MARK: Transport

    /// What the scenario says; else what its presets have in common; else the default.
    mutating func setTransport(
        _ node: JSONNode, _ phases: [(node: JSONNode, preset: NetworkPreset?)], _ plan: inout NetworkPlan
    ) {
        var implied = plan.source?.transport
        var hasConflict = false
        let isSaid = node.member("transport") != nil
        for (phase, preset) in phases {
            guard let preset else { continue }
            if !plan.phasePresets.contains(where: { $0.id == preset.id }) { plan.phasePresets.append(preset) }
            let transport = implied ?? preset.transport
            implied = transport
            if transport != preset.transport, !isSaid, !hasConflict, let place = phase.member("preset")?.place {
                let name = preset.transport.name
                report(
                    "'\(preset.id)' is for transport '\(name)', and what comes before for '\(transport.name)'; "
                        + "write \"transport\" beside 'phases'", place)
                hasConflict = true
            }
        }
        let said = node.member("transport")?.string
        plan.transport = Transport(
            Transport.Kind.allCases.first { $0.name == said } ?? implied ?? plan.transport.kind)
    }

    /// Loss and late look-ups under transport `fluid`, which has neither: reported where the file says that it is
    /// fluid, or takes a preset that is.
    mutating func checkTransport(
        _ node: JSONNode, in network: JSONNode, _ values: NetworkValues, _ plan: NetworkPlan
    ) {
        let isSaid = network.member("transport") != nil || plan.source != nil || !plan.phasePresets.isEmpty
        guard isSaid else { return }
        switch plan.transport {
        case .tcp: return
        case .fluid: break
        }
        let loss = ["loss_percent", "loss_down_percent", "loss_up_percent"]
        let rule = "the transport 'fluid' loses nothing and looks no names up"
        let other = "or write \"transport\": \"tcp\""
        if values.lossDown > 0 || values.lossUp > 0, let place = place(of: loss, node, network, plan) {
            reportOnce("\(rule): remove the loss, \(other)", place)
        }
        if values.dnsDelay > .zero, let place = place(of: ["dns_delay_ms"], node, network, plan) {
            reportOnce("\(rule): remove the delay of look-ups, \(other)", place)
        }
    }

    /// What a script changes to.
    mutating func checkTransport(
        _ node: JSONNode, in network: JSONNode, _ change: NetworkChange, _ plan: NetworkPlan
    ) {
        checkTransport(node, in: network, change.applied(to: NetworkValues()), plan)
    }

    /// Where a quantity of a phase is said: by the phase or its preset, else by the network or what that is taken from.
    private func place(
        of keys: [String], _ node: JSONNode, _ network: JSONNode, _ plan: NetworkPlan
    ) -> Place? {
        for owner in [node, network] {
            let places = (keys + ["preset", "profile"]).compactMap { key in
                owner.member(key).flatMap { isNothing($0) ? nil : $0.place }
            }
            if let place = places.first { return place }
        }
        return network.string == nil ? nil : network.place
    }

    private func isNothing(_ node: JSONNode) -> Bool { node.number(.count) == 0 }

    private mutating func reportOnce(_ message: String, _ place: Place) {
        if !diagnostics.contains(where: { $0.place == place && $0.message == message }) { report(message, place) }
    }
}

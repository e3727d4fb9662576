import PlayerModel

/// Networks: what they are taken from, how phases follow each other, and what follows for the transport.
extension NetworkDraft {
    /// The network, but for its connections and requests.
    func plan(_ judgement: inout Judgement) -> NetworkPlan {
        var plan = NetworkPlan()
        plan.source = source(&judgement)
        offer.warnOfSlips(into: &judgement.findings)
        warnOfIdleKeys(&judgement)
        let base = offer.change.applied(to: plan.source?.values ?? NetworkValues())
        let repeats = repeats?.value ?? false
        let presets = phases.map { phase in phase.value.preset.flatMap { judgement.findings.preset($0) } }
        var parts: [Conditions.Phase] = []
        var start = Instant.zero
        for (index, phase) in phases.enumerated() {
            phase.value.offer.warnOfSlips(into: &judgement.findings)
            let values = phase.value.offer.change.applied(to: presets[index]?.values ?? base)
            parts.append(Conditions.Phase(start: start, values: values))
            if let length = phase.value.length {
                start = start + length
            } else if repeats || index + 1 < phases.count {
                let why = repeats ? "phases that repeat all need it" : "only the last phase may go without"
                judgement.report("'for_s' is missing: \(why)", phase.place)
            }
        }
        if let place = self.repeats?.place, repeats, phases.isEmpty {
            judgement.report("there are no 'phases' to repeat", place)
        }
        let isSteady = parts.allSatisfy { $0.values == parts[0].values }
        if let place = self.repeats?.place, repeats, isSteady, !parts.isEmpty {
            let why = parts.count == 1 ? "there is one phase alone, which lasts on" : "all phases are the same"
            judgement.warn("'repeat' does nothing here: \(why)", place)
        }
        if !repeats { judgement.note(.phase, zip(parts, phases).map { ($0.start, $1.place) }) }
        judgement.note(.outage, outages.map { ($0.value.start, $0.place) })
        if let capacity, !phases.isEmpty {
            judgement.report("a network has \(capacity.value) or 'phases', not both", capacity.place)
        }
        let offered = parts.isEmpty ? [base] : parts.map { $0.values }
        if parts.isEmpty { parts = [Conditions.Phase(start: .zero, values: base)] }
        let period = repeats && start > .zero ? start - .zero : nil
        plan.repeats = isSteady ? nil : period
        plan.conditions = Conditions(phases: parts, repeatingAfter: period, outages: outageTimes)
        layTrace(over: base, &plan, &judgement)
        setTransport(presets, &plan, &judgement)
        plan.isSourceChanged = changes(plan.source, presets, into: offered)
        if let rule = fluidRule(plan) {
            for (index, values) in offered.enumerated() {
                rule.check(values, of: phases.isEmpty ? nil : phases[index].value.offer, into: &judgement.findings)
            }
        }
        return plan
    }

    /// Warns of what the network says for nothing, because every phase says it, or takes a preset.
    private func warnOfIdleKeys(_ judgement: inout Judgement) {
        guard !phases.isEmpty else { return }
        for (key, place) in offer.said {
            let isOwn = phases.allSatisfy { $0.value.preset != nil || $0.value.offer.change.states(key) }
            if isOwn { judgement.warn("'\(key)' does nothing here: every phase states its own", place) }
        }
    }

    /// Whether what is offered is other than by the source that it is taken from, or by the presets of its phases. Keys
    /// that say what the source has change nothing.
    private func changes(
        _ source: NetworkSource?, _ presets: [NetworkPreset?], into offered: [NetworkValues]
    ) -> Bool {
        let usual = [source?.transport] + presets.map { $0?.transport }
        if let transport, usual.contains(where: { $0 != nil && $0 != transport }) { return true }
        if let source { return capacity != nil || offered.contains { $0 != source.values } }
        return zip(presets, offered).contains { preset, values in preset.map { $0.values != values } ?? false }
    }

    /// The limits of the network, where it is `fluid` because the scenario says so, or takes a preset that is.
    func fluidRule(_ plan: NetworkPlan) -> FluidRule? {
        let isSaid = transport != nil || plan.source != nil || !plan.phasePresets.isEmpty
        guard isSaid else { return nil }
        return switch plan.transport.kind {
        case .tcp: nil
        case .fluid: FluidRule(network: offer, name: name?.place)
        }
    }

    /// The key that says what comes down over time, with its article; nil where there is none.
    private var capacity: Placed<String>? {
        trace.map { Placed("a 'trace'", at: $0.place) } ?? recipe.map { Placed("'make'", at: $0.place) }
    }

    /// A measured network in the place of a capacity, or one that is made up.
    private func layTrace(over base: NetworkValues, _ plan: inout NetworkPlan, _ judgement: inout Judgement) {
        checkTraceKeys(&judgement)
        guard let capacity else { return }
        let sayer = trace == nil ? "what is made up" : "the trace"
        if offer.change.down != nil {
            let said = offer.said.last { $0.key == "down_kbps" }?.place ?? capacity.place
            judgement.report(
                "\(sayer) says what comes down; remove 'down_kbps', or use 'scale'", later(capacity.place, said))
        }
        if let source = plan.source, source.values.down != nil {
            judgement.report(
                "\(sayer) says what comes down, and so does \(source.words); remove one of them", capacity.place)
        }
        let scale = scale?.value ?? 1_000_000
        if let recipe {
            if let trace {
                let place = later(recipe.place, trace.place)
                judgement.report("a network has a 'trace' or 'make', not both", place)
            }
            if let problem = recipe.value.problem { return judgement.report(problem.message, recipe.place) }
            let isLooping = loops?.value ?? true
            plan.traceUse = TraceUse(loops: isLooping, scaleMillionths: self.scale?.value)
            plan.made = MadeNetwork(
                recipe.value, looping: isLooping, scaleMillionths: scale, over: base, outages: outageTimes)
        } else if let path = trace, let trace = measured(path, &judgement) {
            let isLooping = loops?.value ?? trace.format.loops
            var use = TraceUse(loops: isLooping, scaleMillionths: self.scale?.value)
            if !isLooping {
                use.held = (trace.end, proportion(trace.heldBitsPerSecond, scale, over: 1_000_000, .down))
            }
            (plan.trace, plan.traceUse) = (path.value, use)
            if let latency, !trace.format.saysLatency {
                judgement.warn("'\(path.value)' says no latency; 'latency' does nothing here", latency.place)
            }
            plan.latencyIsUp = latency?.value == .up && trace.format.saysLatency
            // The latency of the trace, if it has one, is added to the delays.
            plan.conditions = trace.conditions(
                looping: isLooping, scaleMillionths: scale, over: base, latency: latency?.value ?? .down,
                outages: outageTimes)
        }
    }

    private var outageTimes: [Conditions.Outage] { outages.map { $0.value } }

    /// Of two places that contradict each other the first, or the one that a setting has: that was written last.
    private func later(_ place: Place, _ other: Place) -> Place { other.source > place.source ? other : place }

    /// Keys that go with a trace go with nothing else.
    private func checkTraceKeys(_ judgement: inout Judgement) {
        if trace == nil, let columns { judgement.report("there is no 'trace' for 'columns'", columns.place) }
        if trace == nil, recipe != nil, let latency {
            judgement.warn("what is made up has no latency; 'latency' does nothing here", latency.place)
        }
        guard capacity == nil else { return }
        for (key, place) in [("loop", loops?.place), ("scale", scale?.place), ("latency", latency?.place)] {
            if let place { judgement.report("there is no 'trace' for '\(key)'", place) }
        }
    }

    /// The trace of a file; nil where it is still wanted, or where the columns do not fit it.
    private func measured(_ path: Placed<String>, _ judgement: inout Judgement) -> NetworkTrace? {
        guard let draft = columns else {
            guard let trace = judgement.companions.trace(path.value) else {
                judgement.want(.trace, path)
                return nil
            }
            if let words = trace.reading { judgement.warn("'\(path.value)': \(words)", path.place) }
            if let doubt = trace.doubt, scale == nil { judgement.warn("'\(path.value)': \(doubt)", path.place) }
            return trace
        }
        let columns = draft.value.columns(at: draft.place, &judgement.findings)
        guard let table = judgement.companions.table(path.value) else {
            judgement.want(.table, path)
            return nil
        }
        guard let columns else { return nil }
        do throws(NetworkTraceError) {
            let reading = try TraceTableReader.read(
                bytes: table.bytes, source: judgement.source(table.name), columns: columns)
            for warning in reading.warnings { judgement.warn("'\(path.value)': \(warning.message)", draft.place) }
            if let doubt = reading.trace.doubtOfTable, scale == nil {
                judgement.warn("'\(path.value)': \(doubt)", draft.place)
            }
            return reading.trace
        } catch {
            return judgement.refuse(error.message, error.place)
        }
    }

    // MARK: Sources

    /// The source that the network is taken from; nil where there is none, or where it is still wanted or wrong.
    private func source(_ judgement: inout Judgement) -> NetworkSource? {
        if let name {
            if name.namesProfiles { return profile(name, nil, &judgement) }
            return judgement.findings.presetOrFile(name).map { .preset($0) }
        }
        guard let profile else {
            if let profileName { judgement.report("there is no 'profile' for 'name'", profileName.place) }
            return preset.flatMap { judgement.findings.preset($0) }.map { .preset($0) }
        }
        guard preset == nil else {
            return judgement.refuse("a network has a 'preset' or a 'profile', not both", profile.place)
        }
        return self.profile(profile, profileName, &judgement)
    }

    private func profile(
        _ path: Placed<String>, _ name: Placed<String>?, _ judgement: inout Judgement
    ) -> NetworkSource? {
        guard let file = judgement.companions.profiles(path.value) else {
            judgement.want(.profile, path)
            return nil
        }
        do throws(LinkConditionerProblem) {
            return .profile(path: path.value, try file.profile(name?.value))
        } catch {
            return judgement.refuse("\(path.value): \(error.message)", name?.place ?? path.place)
        }
    }

    /// Sets the transport that the scenario says; else the one that its presets have in common; else the default.
    private func setTransport(_ presets: [NetworkPreset?], _ plan: inout NetworkPlan, _ judgement: inout Judgement) {
        var implied = plan.source?.transport
        var hasConflict = false
        for (phase, preset) in zip(phases, presets) {
            guard let preset else { continue }
            if !plan.phasePresets.contains(where: { $0.id == preset.id }) { plan.phasePresets.append(preset) }
            let before = implied ?? preset.transport
            implied = before
            if before != preset.transport, transport == nil, !hasConflict, let place = phase.value.preset?.place {
                let name = preset.transport.name
                judgement.report(
                    "'\(preset.id)' is for transport '\(name)', and what comes before for '\(before.name)'; "
                        + "write \"transport\" beside 'phases'", place)
                hasConflict = true
            }
        }
        plan.transport = Transport(transport ?? implied ?? plan.transport.kind)
    }
}

extension Placed<String> {
    /// Whether a network that is a name alone is one of a file.
    fileprivate var namesProfiles: Bool { value.lowercased().hasSuffix(".plist") }
}

extension Findings {
    /// Reports the name of a network that is nobody's, the value of a key.
    mutating func checkNetwork(_ name: Placed<String>, of key: String) {
        if key != "network" { _ = preset(name) } else if !name.namesProfiles { _ = presetOrFile(name) }
    }

    /// The preset of a network that is a name alone, where people write the path of a file as well.
    fileprivate mutating func presetOrFile(_ name: Placed<String>) -> NetworkPreset? {
        guard name.value.contains("/"), NetworkPreset.named(name.value) == nil else { return preset(name) }
        report(
            "'\(name.value)' is no preset, and no file of profiles, which ends in .plist; a trace goes by 'trace'",
            name.place)
        return nil
    }
}

extension HTTPDraft {
    /// The transport with what a network says of it, but for its faults. `isKeptBack` is whether a playlist may be kept
    /// back until it is refused.
    func transport(_ kind: Transport.Kind, isKeptBack: Bool, _ judgement: inout Judgement) -> Transport {
        switch kind {
        case .tcp:
            let isTLS13 = security.map { [.tls13, .tls13Resumed, .earlyData].contains($0.value) } ?? true
            if settings.version == .http3, !isTLS13, let place = security?.place {
                judgement.report(
                    "HTTP/3 is always secured by TLS 1.3; write \"1.3\", \"1.3-resumed\" or \"0-rtt\"", place)
            }
            warnOfIdleKeys(&judgement)
            return .tcp(settings)
        case .fluid:
            // What is refused may be asked for again; but limits of time hold for what a fault has hit.
            let ofRefusals = HTTPFormat.patienceNames.filter { isKeptBack && $0 != SaidPatience.timeoutKey }
            let useful = [HTTPFormat.faults] + (faults.isEmpty ? ofRefusals : HTTPFormat.patienceNames)
            for key in keysOfTCP where !useful.contains(key.name) && key.name != HTTPFormat.hostNames {
                let isOfFaults = HTTPFormat.patienceNames.contains(key.name)
                let nothing = isKeptBack ? "lets nothing run out of time" : "lets nothing fail"
                let why = isOfFaults ? "\(nothing) but by 'faults'" : "has no connections"
                judgement.report(
                    "the transport '\(kind.name)' \(why), so '\(key.name)' means nothing to it; "
                        + "remove it, or write \"transport\": \"tcp\"", key.value.place)
            }
            var fluid = FluidSettings(requestBytes: settings.requestBytes)
            fluid.patience = settings.policy
            fluid.hosts = settings.hosts
            return .fluid(fluid)
        }
    }

    /// Warns of keys about certificates where none is shown, about connections where there is one to a host, and about
    /// acknowledgements where all come at once: then what is offered to receive hastens none.
    private func warnOfIdleKeys(_ judgement: inout Judgement) {
        func warn(_ name: String, _ why: String) {
            guard let place = keysOfTCP.last(where: { $0.name == name })?.value.place else { return }
            judgement.warn("\(why); '\(name)' does nothing", place)
        }
        if !settings.security.hasCertificate {
            let why = "no server shows certificates here, as \"tls\" is \"\(settings.security.name)\""
            for name in ["certificate_bytes", "tls_compute_ms"] { warn(name, why) }
        }
        if ["queue_down_packets", "queue_up_packets"].allSatisfy({ name in keysOfTCP.contains { $0.name == name } }) {
            warn("queue_packets", "each direction has a queue of its own")
        }
        if settings.version != .http1 {
            warn("connections_per_host", "HTTP/\(settings.version.name) opens one connection to a host")
        }
        let acknowledgesAll = settings.version == .http3
        if acknowledgesAll { warn("quickack", "HTTP/3 has every packet acknowledged at once") }
        if acknowledgesAll || settings.acknowledgesAtOnce {
            warn("receive_buffer_bytes", "every packet is acknowledged at once, whatever is offered to receive")
        }
        if settings.responseHeaderBytes == 0 { warn("header_alone", "answers have no header") }
    }

    /// The faults, where there is something that they fit.
    func faults(in scenario: Scenario, _ judgement: inout Judgement) -> [HTTPFault] {
        faults.compactMap { $0.value.fault(at: $0.place, in: scenario, &judgement) }
    }
}

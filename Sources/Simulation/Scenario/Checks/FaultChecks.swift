import PlayerModel

/// Faults that cannot be: of what is not there, or is never asked for.
extension FaultDraft {
    /// The fault; nil where something is wrong with it. Of media that is still to be read nothing can be held against
    /// it yet.
    func fault(at place: Place, in scenario: Scenario, _ judgement: inout Judgement) -> HTTPFault? {
        var fault = HTTPFault(kinds.first ?? .status(404))
        // Names that are nobody's are told whatever else is wrong.
        let areNamesKnown = setNames(of: &fault, in: scenario, &judgement)
        guard kinds.count == 1 else {
            let said = kinds.isEmpty ? "none of them" : "\(kinds.count)"
            return judgement.refuse("a fault has one of \(FaultFormat.kindNames), and here are \(said)", place)
        }
        guard areNamesKnown else { return nil }
        fault.resource = resource?.value
        fault.variant = variant.map { Int32($0.value - 1) }
        fault.from = from
        fault.times = times ?? (chance == nil && since == nil && until == nil ? 1 : nil)
        fault.chance = chance
        if chunk != nil, let other = fromChunk ?? toChunk {
            return judgement.refuse("'chunk' is one alone; remove it, or this", other.place)
        }
        if let fromChunk, let toChunk, toChunk.value < fromChunk.value {
            return judgement.refuse("'to_chunk' lies before 'from_chunk', which is \(fromChunk.value)", toChunk.place)
        }
        if let since { fault.since = .zero + since.value }
        if let until { fault.until = .zero + until.value }
        if let until, fault.until <= fault.since {
            return judgement.refuse("'to_s' is not after 'from_s', so no request is in between", until.place)
        }
        if let chunk { fault.chunks = chunk.value...chunk.value }
        if fromChunk != nil || toChunk != nil {
            fault.chunks = (fromChunk?.value ?? 0)...(toChunk?.value ?? .max)
        }
        if judgement.hasStandIn { return fault }
        return isMet(fault, at: place, in: scenario, &judgement) ? fault : nil
    }

    /// Looks up the host and the player; returns whether there are such. Of media that is still to be read there may be
    /// pathways, which are hosts, and interstitial events, which have players.
    private func setNames(
        of fault: inout HTTPFault, in scenario: Scenario, _ judgement: inout Judgement
    ) -> Bool {
        var areKnown = true
        if let host {
            let hosts = scenario.network.transport.hosts.names
            if let index = hosts.firstIndex(of: host.value) {
                fault.host = Int32(index)
            } else if !judgement.hasStandIn {
                let hint = judgement.findings.hint(host.value, among: hosts)
                judgement.report("there is no host '\(host.value)'\(hint)", host.place)
                areKnown = false
            }
        }
        if let player {
            let names = scenario.players.map { $0.name }
            let mayCome = names.count == 1 || names.contains { player.value == "\($0)'s interstitials" }
            if let index = names.firstIndex(of: player.value), names.count > 1 {
                fault.group = Int32(index)
            } else if !judgement.hasStandIn || !mayCome {
                let hint =
                    names.count > 1 ? judgement.findings.hint(player.value, among: names) : "; there is one alone"
                judgement.report("there is no player '\(player.value)'\(hint)", player.place)
                areKnown = false
            }
        }
        return areKnown
    }

    private func isMet(
        _ fault: HTTPFault, at place: Place, in scenario: Scenario, _ judgement: inout Judgement
    ) -> Bool {
        let own = scenario.resources.filter { Int($0.group) < scenario.players.count }
        if let problem = problem(own, at: place, scenario) {
            judgement.report(problem.message, problem.place)
            return false
        }
        let met = scenario.resources(fitting: fault)
        if met.isEmpty {
            let nothing = "nothing goes wrong by this fault: "
            if let variant, !own.contains(where: { $0.variant == Int32(variant.value - 1) }) {
                judgement.warn(nothing + "variant \(variant.value) is never fetched", variant.place)
            } else if let first = chunk ?? fromChunk, let last = lastChunk(own), Int64(first.value) > last {
                judgement.warn(nothing + "there is no chunk \(first.value), the last is \(last)", first.place)
            } else {
                judgement.warn(nothing + "there is no request that it fits", place)
            }
            return true
        }
        // Behind a seek, a file's answer is shorter than the file.
        let areWhole = met.allSatisfy { $0.chunks.chunksPerRequest != nil }
        if case .length(let said) = fault.kind, areWhole, met.allSatisfy({ $0.haveAllAnswers { $0 == said } }) {
            judgement.warn("all answers that this fits have \(said) bytes, so nothing goes wrong", place)
        }
        if let limit = fault.kind.bytesBefore {
            var most: Int64 = 0
            func isTooShort(_ bytes: Int64) -> Bool {
                most = max(most, bytes)
                return bytes <= limit
            }
            if met.allSatisfy({ $0.haveAllAnswers(isTooShort) }) {
                judgement.warn("no answer that this fits has more than \(most) bytes, so nothing goes wrong", place)
            }
        }
        warnOfRepetition(of: fault, met, at: place, in: scenario, &judgement)
        return true
    }

    /// A player that asks again for ever, a hundred times a second, has more events than are worth a look.
    private func warnOfRepetition(
        of fault: HTTPFault, _ met: [Resource], at place: Place, in scenario: Scenario, _ judgement: inout Judgement
    ) {
        guard case .status(let status) = fault.kind, fault.times == nil, fault.chance == nil else { return }
        let failure = LoadFailure.badStatus(status)
        let end = min(fault.until, scenario.until)
        guard let policy = met.compactMap({ $0.requests }).first(where: { !$0.counts(failure) }),
            let pause = policy.pause(afterFailures: 1, of: failure),
            pause.nanoseconds > 0, (end - fault.since).nanoseconds / pause.nanoseconds > Self.mostRepetitions
        else { return }
        judgement.warn(
            "\(policy.name) asks again every \(pause.inSeconds), without end, up to \(end.inSeconds); end it sooner by "
                + "'times', 'to_s' or 'until_s'", place)
    }

    private static let mostRepetitions: Int64 = 10_000

    /// The key that names what there is not, and what is said of it.
    private func problem(
        _ own: [Resource], at place: Place, _ scenario: Scenario
    ) -> (message: String, place: Place)? {
        let names = own.reduce(into: [String]()) { if !$0.contains($1.kind.name) { $0.append($1.kind.name) } }
        if let resource, !own.contains(where: { $0.kind == resource.value }) {
            let message = "nothing that is called '\(resource.value.name)' is fetched; there is "
            return (message + names.joined(separator: ", "), resource.place)
        }
        if case .emptyPlaylist = kinds[0] {
            if let resource, !resource.value.isPlaylist {
                return ("'empty_playlist' is for a playlist, and '\(resource.value.name)' is none", resource.place)
            }
            if !own.contains(where: { $0.kind.isPlaylist }) {
                return ("'empty_playlist' is for a playlist, and none is fetched", place)
            }
        }
        if let variant {
            let count = scenario.players.reduce(0) { max($0, $1.allVariants.count) }
            if variant.value > Int64(count) {
                let all = count == 1 ? "there is 1" : "there are \(count)"
                return ("there is no variant \(variant.value); \(all)", variant.place)
            }
            if let resource, !own.contains(where: { $0.kind == resource.value && $0.variant >= 0 }) {
                return ("'\(resource.value.name)' belongs to no variant; remove 'variant'", variant.place)
            }
        }
        return nil
    }

    /// The last chunk of the longest resource of the kind that is meant; nil where there is none.
    private func lastChunk(_ own: [Resource]) -> Int64? {
        own.filter { resource?.value ?? $0.kind == $0.kind }.map { $0.chunks.count - 1 }.max()
    }
}

extension HTTPFault.Kind {
    /// The bytes of a body before something goes wrong; nil where that does not depend on them.
    fileprivate var bytesBefore: Int64? {
        switch self {
        case .reset(let bytes), .silence(let bytes), .truncation(let bytes): bytes
        case .status, .length, .slowness, .emptyPlaylist: nil
        }
    }
}

extension Resource {
    /// Whether that is so of the bytes of every answer to one request: of a file, of all of it. It asks up to the first
    /// of which it is not.
    fileprivate func haveAllAnswers(_ holds: (_ bytes: Int64) -> Bool) -> Bool {
        var first: Int64 = 0
        while first < chunks.count {
            let end = chunks.endOfRequest(from: first)
            guard holds(chunks.bytes(before: end) - chunks.bytes(before: first)) else { return false }
            first = end
        }
        return true
    }
}

extension Scenario {
    /// The resources of its players that a fault fits: where there are none, it goes by nothing, whatever a run does.
    func resources(fitting fault: HTTPFault) -> [Resource] {
        resources.filter { Int($0.group) < players.count && fault.fits($0) }
    }
}

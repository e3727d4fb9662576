import PlayerModel

/// The whole: the players and their network.
extension ScenarioDraft {
    /// The scenario; nil where its media is not whole. The place is that of the draft.
    func scenario(at place: Place, _ judgement: inout Judgement) -> Scenario? {
        judgement.until = plain.until
        let participants = participants(at: place, &judgement)
        judgement.lookahead = participants.reduce(InterstitialPlan.usualLookahead) {
            max($0, $1.value.player?.value.interstitialLookahead?.value ?? .zero)
        }
        let media = participants.map { $0.value.media?.value.assets(&judgement) }
        var scenario = plain
        scenario.players = media.map { media in
            var player = ScenarioPlayer(media: Judgement.standIn)
            if let media, !media.assets.isEmpty { player.assets = media.assets }
            return player
        }
        if let network {
            scenario.network = network.plan(&judgement)
            // Of media that is still to be read nobody knows.
            let isKeptBack = judgement.hasStandIn || scenario.players.contains { $0.isKeptBack }
            scenario.network.transport = network.http.transport(
                scenario.network.transport.kind, isKeptBack: isKeptBack, &judgement)
        }
        scenario.network.transport.keepOpen(
            for: scenario.players.flatMap { $0.assets.flatMap { $0.media.preloaded } })
        let shared = ScriptNetwork(
            transport: scenario.network.transport.kind, isTransportSaid: network?.transport != nil,
            fluid: network?.fluidRule(scenario.network))
        let requests = RequestNetwork(
            said: network?.http.patience ?? SaidPatience(), transport: scenario.network.transport.kind,
            hasFaults: network.map { !$0.http.faults.isEmpty } ?? false)
        var others: [(player: ScenarioPlayer, primary: Int)] = []
        for (index, participant) in participants.enumerated() {
            let other = participant.value.set(&scenario.players[index], requests, shared, &judgement)
            if let other { others.append((other, index)) }
        }
        check(participants, scenario.players, &judgement)
        // Downloads of other apps go by what the network says, where they can fail.
        if traffic.isEmpty || !requests.transport.timesOut {
            let rules = participants.map { $0.value.player?.value.rules ?? RulesDraft() }
            requests.warnOfIdleKeys(zip(rules, scenario.players).map { (rules: $0, own: $1) }, &judgement)
        }
        scenario.add(others, participants, &judgement)
        checkTraffic(participants, &judgement)
        let pathways = scenario.players.flatMap { $0.assets.flatMap { $0.media.pathwayHosts } }
        if !pathways.isEmpty { scenario.network.transport.add(pathways: pathways) }
        scenario.network.hosts = hostNetworks(in: scenario, &judgement)
        if let network { scenario.network.transport.inject(network.http.faults(in: scenario, &judgement)) }
        scenario.faultPlaces = network?.http.faults.map { $0.place } ?? []
        for source in traffic where source.value.start >= scenario.until {
            judgement.warn("this begins behind the end of the run, which 'until_s' is", source.place)
        }
        warnOfTimeless(in: scenario, &judgement)
        scenario.warnings = judgement.findings.warnings
        scenario.laterParts = judgement.laterParts
        scenario.traffic = traffic.map { $0.value }
        return media.allSatisfy { $0?.isWhole ?? false } ? scenario : nil
    }

    private func participants(at place: Place, _ judgement: inout Judgement) -> [Placed<ParticipantDraft>] {
        guard let players else {
            if own.media == nil {
                judgement.report("'media' is missing: what is played", place)
                judgement.hasStandIn = true
            }
            return [Placed(own, at: place)]
        }
        let isMediaMissing = players.contains { $0.value.media == nil }
        if isMediaMissing { judgement.hasStandIn = true }
        for key in own.keys {
            let isMissing = isMediaMissing && own.media?.place == key.value.place
            let fault = ScenarioFormat.misplaced(Placed(key.name, at: key.value.place), isMissing: isMissing)
            judgement.report(fault.message, fault.place)
        }
        if players.count > Self.mostPlayers {
            judgement.report(
                "these are \(players.count) players; a scenario has \(Self.mostPlayers) at most",
                players[Self.mostPlayers].place)
            return Array(players.prefix(Self.mostPlayers))
        }
        return players
    }

    /// More players than this have no place among the slots on a network, each with one for its interstitial events.
    private static let mostPlayers = 10_000

    /// Several players have names, which differ, and all use the network.
    private func check(
        _ drafts: [Placed<ParticipantDraft>], _ players: [ScenarioPlayer], _ judgement: inout Judgement
    ) {
        guard players.count > 1 else { return }
        for (index, (draft, player)) in zip(drafts, players).enumerated() {
            if player.name.isEmpty {
                judgement.report("of several players each has a 'name'", draft.place)
            } else if players[..<index].contains(where: { $0.name == player.name }) {
                judgement.report("there is another player '\(player.name)'", draft.value.name?.place ?? draft.place)
            }
            if draft.value.isOnDevice {
                judgement.report(
                    "a local file uses no network, so nothing is shared; give it a scenario of its own", draft.place)
            }
        }
    }

    /// Other apps share a link with a player who uses it.
    private func checkTraffic(_ drafts: [Placed<ParticipantDraft>], _ judgement: inout Judgement) {
        guard let first = traffic.first, drafts.count == 1, drafts[0].value.isOnDevice else { return }
        judgement.report("a local file uses no network, so nothing is shared; remove 'traffic'", first.place)
    }
}

extension ScenarioDraft {
    /// As many changes of a network are looked at: a trace always has a limit.
    private static let mostChanges = 1000

    /// Warns of downloads without end where packets take no time: then all of them would come at one instant.
    fileprivate func warnOfTimeless(in scenario: Scenario, _ judgement: inout Judgement) {
        guard scenario.usesNetwork, scenario.network.transport.kind.sendsPackets else { return }
        for source in traffic where source.value.kind == .greedy {
            var conditions = scenario.network.conditions
            let end = min(source.value.end, scenario.until)
            var at = source.value.start
            for _ in 0..<Self.mostChanges where at < end {
                let (values, next) = conditions.reach(at)
                if values.isTimeless {
                    let from = at.inSeconds
                    judgement.warn(
                        "at \(from) the network has neither limit nor delay, so that packets of this download come "
                            + "without end at one instant; give 'down_kbps' or 'delay_ms'", source.place)
                    break
                }
                at = next
            }
        }
    }
}

extension NetworkValues {
    /// Whether no packet takes any time, there or back.
    fileprivate var isTimeless: Bool { down == nil && up == nil && delayDown == .zero && delayUp == .zero }
}

extension Scenario {
    /// Adds the players that show interstitial events, each with a name behind that of the one it stands in for.
    fileprivate mutating func add(
        _ others: [(player: ScenarioPlayer, primary: Int)], _ drafts: [Placed<ParticipantDraft>],
        _ judgement: inout Judgement
    ) {
        for (other, primary) in others {
            var other = other
            if players[primary].name.isEmpty { players[primary].name = "primary" }
            other.name = players.count == 1 ? "interstitials" : "\(players[primary].name)'s interstitials"
            if let twin = drafts.first(where: { $0.value.name?.value == other.name }) {
                judgement.report(
                    "'\(other.name)' is the player that shows interstitials; give this one another name",
                    twin.value.name?.place ?? twin.place)
            }
            other.primary = primary
            let place = players.count
            players[primary].interstitials?.player = place
            players.append(other)
        }
    }
}

/// A player.
extension ParticipantDraft {
    /// Returns the player that shows its interstitial events, where there are any.
    fileprivate func set(
        _ own: inout ScenarioPlayer, _ requests: RequestNetwork, _ network: ScriptNetwork,
        _ judgement: inout Judgement
    ) -> ScenarioPlayer? {
        own.name = name?.value ?? ""
        own.meetsFaults = requests.fails(own) && own.media.kind == .hls
        if own.media.kind == .hls { own.loader.goal = .fixed(.seconds(50)) }
        player?.value.set(&own, on: requests, &judgement)
        media.map { checkAssets(own, $0, &judgement) }
        let other = addInterstitials(to: &own, &judgement)
        player?.value.warnOfIdleRules(own, other, on: requests, &judgement)
        if own.interstitials == nil, !judgement.hasStandIn, let lookahead = player?.value.interstitialLookahead {
            judgement.warn(
                "'interstitial_lookahead_s' does nothing here: there are no interstitial events", lookahead.place)
        }
        var isReadWhole = true
        if let script {
            own.hasScript = true
            own.script = actions(script.value, of: own, network, &judgement)
            checkOrder(script.value, &judgement)
            judgement.checkReach(script.value.compactMap { $0.value.timing.at })
            isReadWhole = own.script.count == script.value.count
            if isReadWhole {
                own.checkWaiting(script.value, whyNoneFails: requests.whyNoneFails(own), &judgement)
                own.warnOfScript(script.value, items: player?.value.items, &judgement)
            }
        } else {
            own.script = [own.loading, .play]
        }
        if isReadWhole { own.warnOfRates(player?.value.defaultRate, script?.value ?? [], &judgement) }
        if isReadWhole, !judgement.hasStandIn {
            own.warnOfForwardBuffer(player?.value.preferredForwardBuffer, script?.value ?? [], &judgement)
            player?.value.warnOfEqualThresholds(own, &judgement)
            player?.value.warnOfEarlyEnd(own, &judgement)
            player?.value.warnOfIdleGoal(own, &judgement)
            player?.value.warnOfOneItem(own, &judgement)
            player?.value.warnOfIdleStates(own, &judgement)
            player?.value.warnOfLiveOffset(own, &judgement)
            player?.value.warnOfIdleHorizon(own, &judgement)
        }
        own.metrics = metrics.map { $0.value }
        for (index, metric) in metrics.enumerated() where own.metrics[..<index].contains(metric.value) {
            judgement.report("'\(metric.value)' stands twice", metric.place)
        }
        if let expect = expect?.value {
            own.expectations = expect.expectations(&judgement)
            judgement.checkReach(expect.panels.compactMap { $0.value.at })
            if !judgement.hasStandIn { own.warnOfPanels(expect.panels, &judgement) }
        }
        return other
    }

    private func actions(
        _ script: [Placed<ActionDraft>], of own: ScenarioPlayer, _ network: ScriptNetwork,
        _ judgement: inout Judgement
    ) -> [Action] {
        var context = ActionContext(
            linkedOn: own.player.linkedOn, items: own.items.map { $0.item },
            itemNames: NameIndex(own.items.map { $0.name }), looping: own.looping,
            assets: own.assets.map { $0.media }, display: own.variantLimits.display,
            hasStandIn: judgement.hasStandIn, network: network,
            names: NameIndex(script.map { $0.value.timing.name?.value }), end: judgement.until,
            findings: judgement.findings)
        let actions = script.compactMap { $0.action(&context) }
        judgement.findings = context.findings
        return actions
    }

    private func checkOrder(_ script: [Placed<ActionDraft>], _ judgement: inout Judgement) {
        var last = TimeAmount.zero
        // Nobody knows in which order those happen that wait for something.
        for action in script where action.value.timing.conditionPlace == nil {
            guard let at = action.value.timing.at else { continue }
            if at.value < last {
                let before = NumberText.exact(last.nanoseconds, places: 9)
                judgement.report(
                    "'at_s' goes back from \(before) s; actions stand in the order in which they happen", at.place)
            }
            last = max(last, at.value)
        }
    }
}

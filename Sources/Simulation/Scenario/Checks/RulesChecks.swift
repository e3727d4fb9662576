import PlayerModel

/// The rules of a player: those that are said, then those of its profile, then the usual ones.
extension PlayerDraft {
    func setRules(_ own: inout ScenarioPlayer, on network: RequestNetwork, _ judgement: inout Judgement) {
        if let goal = rules.goal, let length = rules.forwardBuffer {
            judgement.report(
                "'buffer_goal' and 'default_forward_buffer_s' say the same in two ways; remove one",
                max(goal.place, length.place))
        }
        let profile = profile?.value
        let goal = rules.goal ?? rules.forwardBuffer.map { Placed(BufferGoal.fixed($0.value), at: $0.place) }
        var parts = ProfileParts(profile)
        parts.set(&own.variantChoice, to: rules.firstVariant, or: profile?.firstVariant, "first_variant", &judgement)
        parts.set(&own.variantSwitch, to: rules.switching, or: profile?.switching, "switching", &judgement)
        parts.set(&own.abandonment, to: rules.abandonment, or: profile?.abandonment, "abandon_segment", &judgement)
        let noReplacement: SegmentReplacement? = profile == nil ? nil : SegmentReplacement.none
        parts.set(&own.replacement, to: rules.replacement, or: noReplacement, "replace_segment", &judgement)
        parts.set(&own.player.keepUp, to: rules.keepUp, or: profile?.keepUp, "keep_up", &judgement)
        parts.set(&own.estimator, to: rules.estimator, or: profile?.estimator, "throughput", &judgement)
        let evidence = profile?.evidence
        parts.set(&own.loader.evidence.span, to: rules.evidence, or: evidence?.span, "evidence_s", &judgement)
        parts.set(
            &own.loader.evidence.carryOver, to: rules.carryOver, or: evidence?.carryOver, "carry_over_s", &judgement)
        parts.set(&own.loader.goal, to: goal, or: profile?.goal, rules.goalKey, &judgement)
        parts.set(&own.loader.drain, to: rules.drain, or: profile?.drain, "drain_s", &judgement)
        parts.set(&own.loader.failOver, to: rules.failOver, or: profile?.failOver, "fail_over", &judgement)
        parts.set(&own.loader.gaps, to: rules.gaps, or: profile?.gaps, "gaps", &judgement)
        parts.set(&own.loader.catchUp, to: rules.catchUp, or: profile?.catchUp, "catch_up", &judgement)
        own.loader.live.loadsWhilePaused = own.loader.live.loadsWhilePaused ?? (profile?.pausedLive == .loads)
        setRequests(&own, &parts, on: network, &judgement)
        if let place = rules.catchUp?.place, !judgement.hasStandIn, !own.isLive {
            judgement.warn("'catch_up' does nothing here: there is no live stream", place)
        } else if let place = rules.catchUp?.place, own.loader.catchUp.kind != .never, !own.loader.catchUp.isUsed {
            judgement.warn("'catch_up' does nothing here: its slowest and its fastest speed are both 1", place)
        }
        if let drain = rules.drain, let length = own.loader.fixedForwardBuffer, length != .unlimited,
            own.loader.gap(of: length) < drain.value
        {
            let gap = own.loader.gap(of: length).inSeconds
            judgement.warn("'drain_s' is half of what is loaded ahead at most, \(gap) here", drain.place)
        }
        guard let profile else { return }
        let isPreferred = loader.preferredForwardBuffer > .zero
        let preference = isPreferred ? ["preferred_forward_buffer_duration_s"] : []
        own.profile = ScenarioPlayer.Profile(name: profile.name, overridden: parts.overridden + preference)
    }

    /// Policies for requests: those that are said, then those of the profile with the numbers that the network says;
    /// else the network's.
    private func setRequests(
        _ own: inout ScenarioPlayer, _ parts: inout ProfileParts, on network: RequestNetwork,
        _ judgement: inout Judgement
    ) {
        let usual = PlayerRequests.standIn
        let ofProfile = profile?.value.requests
        var all = ofProfile ?? usual
        // Where nothing is said of them they have the network's numbers, too.
        func usually(_ policy: RequestPolicy?) -> RequestPolicy? {
            policy.map { network.said.applied(to: $0) }
        }
        parts.set(
            &all.segments, to: rules.segmentRequests, or: usually(ofProfile?.segments), "segment_requests",
            &judgement)
        parts.set(
            &all.playlists, to: rules.playlistRequests, or: usually(ofProfile?.playlists), "playlist_requests",
            &judgement)
        parts.set(
            &all.multivariant, to: rules.multivariantRequests, or: usually(ofProfile?.multivariant),
            "multivariant_requests", &judgement)
        guard network.fails(own) else {
            for (key, place) in rules.requestPlaces {
                judgement.warn("'\(key)' does nothing here: no request fails \(network.whyNone(own.media))", place)
            }
            return
        }
        if rules.segmentRequests == nil { all.segments = network.said.applied(to: all.segments) }
        if rules.playlistRequests == nil { all.playlists = network.said.applied(to: all.playlists) }
        if rules.multivariantRequests == nil { all.multivariant = network.said.applied(to: all.multivariant) }
        if ofProfile != nil, rules.requestPlaces.count < 3 {
            let asksAgain = rules.asksAgain(all)
            parts.note(network.said.places.map { $0.key }.filter { asksAgain || $0 == SaidPatience.timeoutKey })
        }
        if ofProfile ?? usual != usual || !rules.requestPlaces.isEmpty { own.requests = all }
        own.loader.requests = all
    }

    /// Warns of a goal that nothing is loaded by, because the app prefers a length throughout: its 0 would leave the
    /// choice to the player.
    func warnOfIdleGoal(_ own: ScenarioPlayer, _ judgement: inout Judgement) {
        guard loader.preferredForwardBuffer > .zero, let place = rules.goal?.place ?? rules.forwardBuffer?.place
        else { return }
        let leavesChoice = own.script.contains { $0.operation == .playing(.setPreferredForwardBuffer(.zero)) }
        // Where an app acts in the place of a script, nobody knows yet what it sets.
        if leavesChoice || !own.hasScript && judgement.companions.appActs { return }
        judgement.warn(
            "'\(rules.goalKey)' does nothing here: 'preferred_forward_buffer_duration_s' stands before it", place)
    }

    /// Warns of rules that do nothing for any media that is fetched. `other` shows what comes in between, by the same
    /// rules.
    func warnOfIdleRules(
        _ own: ScenarioPlayer, _ other: ScenarioPlayer?, on network: RequestNetwork, _ judgement: inout Judgement
    ) {
        let media = (own.assets + (other?.assets ?? [])).map { $0.media }
        let isOne = media.allSatisfy { $0.variants.count == 1 }
        if own.media.kind == .hls { warnOfSwitching(own, isOne: isOne, &judgement) }
        guard !judgement.hasStandIn else { return }
        if let place = rules.failOver?.place {
            if !network.fails(own) {
                judgement.warn("'fail_over' does nothing here: no request fails \(network.whyNone(own.media))", place)
            } else if isOne, own.loader.failOver.turns, !own.isLive || !restartsLive(own) {
                judgement.warn("'fail_over' does nothing here: there is one variant alone", place)
            }
        }
        if let place = rules.gaps?.place, !media.contains(where: { $0.hasGaps }) {
            judgement.warn("'gaps' does nothing here: all that is listed is there", place)
        }
        if case .shaka(_, .zero, _) = own.player.keepUp, let place = rules.thresholds.last.flatMap({ $0 }) {
            judgement.warn("'starving_s' does nothing here: 'goal_s' is 0, and no more than half of it counts", place)
        }
        guard network.fails(own) else { return }
        // video.js waits as long before it takes all variants back.
        let waitsOnce = own.loader.failOver.takesBack && !isOne
        for (key, isWithoutPause, place) in rules.idleBackOff where !waitsOnce || key != "back_off_s" {
            let why = isWithoutPause ? "is 0" : "permits no second pause"
            judgement.warn("'\(key)' does nothing here: 'retry_count' \(why)", place)
        }
    }
}

extension PlayerDraft {
    /// Whether a live stream is gone on with after a failure, by what is said or by the profile that it is said over:
    /// then it matters with one variant, too.
    private func restartsLive(_ own: ScenarioPlayer) -> Bool {
        own.loader.failOver.liveRestart != nil || profile?.value.failOver.liveRestart != nil
    }
}

extension RulesDraft {
    /// The key that says what is loaded ahead.
    fileprivate var goalKey: String { goal == nil ? "default_forward_buffer_s" : "buffer_goal" }

    /// Whether any request is made again for which the network's word counts.
    fileprivate func asksAgain(_ all: PlayerRequests) -> Bool {
        segmentRequests == nil && all.segments.asksAgain || playlistRequests == nil && all.playlists.asksAgain
            || multivariantRequests == nil && all.multivariant.asksAgain
    }
}

/// The parts of a profile as they are laid out, and which of them something else was said for.
private struct ProfileParts {
    let profile: PlayerProfile?
    private(set) var overridden: [String] = []

    init(_ profile: PlayerProfile?) { self.profile = profile }

    /// Keys that stand elsewhere, and say something else than the profile.
    mutating func note(_ keys: [String]) { overridden += keys }

    mutating func set<Value: Equatable>(
        _ target: inout Value, to said: Placed<Value>?, or ofProfile: Value?, _ key: String,
        _ judgement: inout Judgement
    ) {
        if let said, let profile {
            if said.value != ofProfile {
                overridden.append(key)
            } else if !judgement.isCompared(said.place) {
                judgement.warn("'\(key)' is what \(profile.name) has without it; remove it", said.place)
            }
        }
        if let value = said?.value ?? ofProfile { target = value }
    }
}

/// The network, as far as it decides how requests go.
struct RequestNetwork: Sendable {
    let said: SaidPatience
    let transport: Transport.Kind
    let hasFaults: Bool

    /// Whether a request of a player can fail there. A playlist that is kept back too long is refused over anything.
    func fails(_ own: ScenarioPlayer) -> Bool {
        own.media.kind != .local && (transport.timesOut || hasFaults || own.isKeptBack)
    }

    /// Why no request of a player fails there, in words; nil where one can.
    func whyNoneFails(_ own: ScenarioPlayer) -> String? {
        fails(own) ? nil : "no request fails \(whyNone(own.media))"
    }

    /// Warns of what the network says of requests where no player goes by it.
    func warnOfIdleKeys(_ players: [(rules: RulesDraft, own: ScenarioPlayer)], _ judgement: inout Judgement) {
        let players = players.filter { fails($0.own) }
        guard !judgement.hasStandIn, !players.isEmpty else { return }
        let sayAll = players.allSatisfy { $0.rules.requestPlaces.count == 3 }
        let askAgain = players.contains { $0.rules.asksAgain($0.own.loader.requests) }
        let who = players.count == 1 ? "the player says how each of its" : "all players say how each of their"
        let why = sayAll ? "\(who) requests goes" : "no request that it is for is made again"
        for (key, place) in said.places {
            if sayAll || !askAgain && key != SaidPatience.timeoutKey {
                judgement.warn("'\(key)' does nothing here: \(why)", place)
            } else if key == SaidPatience.backOffKey, said.retryCount?.value == 0 {
                judgement.warn("'\(key)' does nothing here: 'retry_count' is 0", place)
            }
        }
    }

    fileprivate func whyNone(_ media: Asset) -> String {
        media.kind == .local ? "of a local file" : "over the transport '\(transport.name)' without 'faults'"
    }
}

import SimulationContainers
import PlayerModel

/// Failures: a variant of which something has failed is left out, and another one is asked for in its place, where the
/// player's policy says so and there is another.
extension Loader {
    /// Turns to another variant after a failure that is final for what was asked for. Says whether it did: else there
    /// is no way on.
    ///
    /// A segment of which some chunks were loaded is made up in the other variant from there on.
    mutating func turn(
        from slot: Int32, after failure: LoadFailure, _ now: Instant, _ effects: inout LoaderEffects
    ) -> Bool {
        let (asset, policy) = (order.asset, settings.failOver)
        let failed = assets[asset].renditions(failingWith: slot)
        guard !failed.isEmpty, policy.turns(after: failure) else { return false }
        assets[asset].selector.readmit(at: now)
        let before = assets[asset].selector.current
        guard failed.contains(before) else {
            // It was wanted before the player turned elsewhere.
            exclude(failed, now, &effects)
            assets[asset].spareAudio()
            return true
        }
        let part = assets[asset].isPlaylist(slot) ? FailOver.Part.playlist : .segment
        let leaves = policy.leavesPathwayFirst
        if assets[asset].selector.candidates(without: failed, leavingPathway: leaves).isEmpty {
            guard policy.takesBack, assets[asset].selector.readmitAll() else { return false }
            assets[asset].restsUntil = now + pause(before: part)
        }
        let others = assets[asset].selector.candidates(without: failed, leavingPathway: leaves)
        let own = FailOver.Candidate(variant: before, bitRate: assets[asset].selector.bitRate)
        let throughput = meter.throughput.estimate?.bitsPerSecond
        let turn = policy.turn(from: own, part, to: others, within: throughput)
        if turn == .nowhere { return false }
        exclude(failed, now, &effects)
        let pathway = assets[asset].selector.pathways.current
        take(turn, others, now)
        assets[asset].spareAudio()
        let out = policy.pathwayExclusion ?? policy.exclusion
        assets[asset].selector.leaveOut(pathway, until: out.map { now + $0 } ?? .never)
        if assets[asset].gaps.areThere { replaceStandIn(before) }
        // What is under way of the variant that is left would come for another one.
        assets[asset].cancel(0, &effects)
        assets[asset].noteChoice(for: assets[asset].fetches[0].missing)
        follow(from: before, now, &effects)
        return true
    }

    /// A file of a variant, or of sound, that is not fetched any more has failed, which is asked for when it is needed
    /// again; or a segment that is there already. Says whether it is so.
    mutating func doesWithout(_ slot: Int32, _ effects: inout LoaderEffects) -> Bool {
        let asset = order.asset
        guard assets[asset].isIdle(slot) else { return false }
        let isFile = assets[asset].slots.file(of: slot) != nil
        assets[asset].spareIdle(slot)
        effects.append(.recovers(isFile ? .asksLater(slot: slot) : .doesWithout(slot: slot)))
        return true
    }

    /// Rests, and asks for what failed anew afterwards, where a live stream goes on and the player does not give it up.
    /// Says whether it does. All of the asset rests meanwhile, which is ours.
    mutating func goesOnWithLive(
        without slot: Int32, after failure: LoadFailure, _ now: Instant, _ effects: inout LoaderEffects
    ) -> Bool {
        let asset = order.asset
        guard assets[asset].goesOn, let rest = settings.failOver.liveRest(after: failure) else { return false }
        assets[asset].restsUntil = max(assets[asset].restsUntil, now + rest)
        effects.append(.recovers(.asksAnew(slot: slot, at: assets[asset].restsUntil)))
        return true
    }

    /// Asks for nothing of what is fetched until its rest is over. How far behind the edge playback is, is looked at
    /// all the same.
    mutating func rest(_ now: Instant, _ effects: inout LoaderEffects) {
        if assets[order.currentAsset].isLive, failure == nil { planCatchUp(now, &effects) }
        arm(assets[order.asset].restsUntil, &effects)
    }

    /// A request for media has failed, and is to be made again then, after a pause: from then on there may be something
    /// to see again. Whoever chooses for it does so now, and asks for another variant in its place, where something of
    /// the item is there. Says whether there is another.
    ///
    /// hls.js chooses when the pause is over; that it does as the pause begins is ours. Whoever stays with one variant
    /// asks for the same.
    mutating func chooseForRetry(
        of id: ExchangeID, at instant: Instant, _ now: Instant, _ effects: inout LoaderEffects
    ) -> Bool {
        if meter.endVain(at: now) { lookSooner(instant, &effects) }
        let asset = order.asset
        guard settings.failOver.choosesForRetries, assets[asset].isUnanswered(id),
            assets[asset].selector.rule != .fixed
        else { return false }
        let before = assets[asset].selector.current
        assets[asset].selector.recentFailures.note(before)
        let chunk = assets[asset].fetches[0].awaited.lowerBound
        guard chunk % order.buffer.tracks[0].chunks.chunksPerSegment == 0, !order.buffer.tracks[0].loaded.isEmpty,
            !assets[asset].fetches[0].isReplacing, !assets[asset].gaps.areThere, let estimate
        else { return false }
        var question = question(about: chunk, estimate, now)
        question.current = assets[asset].selector.rung(of: assets[asset].loadedRendition)
        guard assets[asset].selector.choose(&question).isOther else { return false }
        assets[asset].cancel(0, &effects)
        assets[asset].noteChoice(for: chunk, notBefore: instant)
        follow(from: before, now, &effects)
        return true
    }

    /// Whether a playlist of a live stream that does not come is a reason to take another pathway at once, and not to
    /// ask for it again while what it listed before still holds.
    func leavesPathway(_ slot: Int32, after failure: LoadFailure) -> Bool {
        let load = assets[asset(ofSlot: slot)]
        guard load.selector.pathways.areSeveral, load.isPlaylist(slot), settings.failOver.leavesPathwayFirst,
            settings.failOver.turns(after: failure), !load.selector.pathways.others(leftOut: false).isEmpty
        else { return false }
        let failed = load.renditions(failingWith: slot)
        return failed.contains(load.selector.current)
            && !load.selector.candidates(without: failed, leavingPathway: true).isEmpty
    }

    private mutating func exclude(_ failed: [Int], _ now: Instant, _ effects: inout LoaderEffects) {
        let end = settings.failOver.exclusion.map { now + $0 }
        let asset = order.asset
        for rendition in failed {
            let number = assets[asset].selector.renditions[rendition].variant
            effects.append(.excludes(variant: number, until: end ?? Instant(nanoseconds: -1)))
            assets[asset].opening.spare(rendition)
        }
        assets[asset].selector.exclude(failed, until: end ?? .never)
    }

    /// Where the rule for switching decides, and has no throughput to go by, the next lower variant is taken.
    private mutating func take(_ turn: FailOver.Turn, _ others: [FailOver.Candidate], _ now: Instant) {
        let asset = order.asset
        switch turn {
        case .to(let next): assets[asset].selector.turn(to: next)
        case .asSwitching:
            assets[asset].selector.enterPathway(of: others, likeOf: assets[asset].selector.current)
            let chunk = assets[asset].fetches[0].missing
            if let estimate {
                var question = question(about: chunk, estimate, now)
                let last = assets[asset].selector.rungOnLadder(of: assets[asset].loadedRendition)
                question.occasion = .failure(last: question.lastSegment > .zero ? last : nil)
                _ = assets[asset].selector.choose(&question)
            }
            let current = assets[asset].selector.current
            if !others.contains(where: { $0.variant == current }) { assets[asset].selector.takeNearest() }
        case .nowhere: break
        }
    }

    /// The variant that stood in for one with a gap has failed, and another does in its place: behind the gap the one
    /// of before comes back, or the like of it by the pathway that is taken now.
    private mutating func replaceStandIn(_ failed: Int) {
        let asset = order.asset
        guard let standIn = assets[asset].gaps.standIn, standIn.rendition == failed else { return }
        let (current, home) = (assets[asset].selector.current, assets[asset].selector.like(of: standIn.home))
        assets[asset].gaps.endStandIn()
        guard let home, home != current, assets[asset].selector.admits(home) else { return }
        assets[asset].gaps.stand(current, for: home, from: standIn.chunk)
    }

    /// The pause before the others are asked for again: that of a policy that asks for the same.
    private func pause(before part: FailOver.Part) -> TimeAmount {
        let policy = part == .playlist ? settings.requests.playlists : settings.requests.segments
        let selector = load.selector
        let target = load.isLive ? load.live.target : selector.renditions[selector.current].targetDuration
        return max(policy.asked(ofTarget: target).backOff ?? .seconds(1), .milliseconds(1))
    }

    /// Says with each new request where there is another variant to turn to at once.
    ///
    /// Inlined, because a call would copy the loader first.
    @inline(__always)
    func sayWhereItMayTurn(_ effects: inout LoaderEffects, from first: Int) {
        for index in first..<effects.count {
            guard case .send(.request(let request)) = effects[index], mayTurn(from: request.id.slot) else { continue }
            effects[index] = .send(.requestOrTurn(request))
        }
    }

    /// Changes what there is to turn to, and says where there is no longer another variant, or is one now, of what is
    /// under way before and after it: limits are others, another item is fetched, something is left out or let in, or a
    /// pathway is made.
    mutating func sayingTurns<Result>(
        _ effects: inout LoaderEffects, _ change: (inout Loader, inout LoaderEffects) -> Result
    ) -> Result {
        guard settings.failOver.mayTurnAtOnce else { return change(&self, &effects) }
        let before = turnsUnderWay()
        let result = change(&self, &effects)
        for (id, mayTurnBefore) in before where assets[asset(ofSlot: id.slot)].awaits(id) {
            let mayTurn = mayTurn(from: id.slot)
            if mayTurn != mayTurnBefore { effects.append(.send(.mayTurn(id, mayTurn))) }
        }
        return result
    }

    /// Everything under way, with whether there is another variant to turn to at once where it fails. Of a live stream
    /// that may be a newer version of a playlist alone.
    ///
    /// It changes nothing. But to ask who may change is to ask in place.
    private mutating func turnsUnderWay() -> [(id: ExchangeID, mayTurn: Bool)] {
        var turns: [(id: ExchangeID, mayTurn: Bool)] = []
        for asset in assets.indices where assets[asset].isFetching || assets[asset].isLive {
            let media = assets[asset].fetches.filter { $0.isUnderWay }.map { $0.id }
            let files = assets[asset].filesUnderWay.map { $0.id }
            for id in media + files { turns.append((id, mayTurn(from: id.slot))) }
        }
        return turns
    }

    /// Nearly every request is for a segment, and there is another variant: that is asked first, without a list.
    @inline(__always)
    private func mayTurn(from slot: Int32) -> Bool {
        let asset = asset(ofSlot: slot)
        if let rendition = assets[asset].rendition(ofSegmentsIn: slot),
            assets[asset].selector.hasOther(than: rendition)
        {
            return true
        }
        let failing = assets[asset].renditions(failingWith: slot)
        guard !failing.isEmpty else { return false }
        let others = assets[asset].selector.candidates(
            without: failing, leavingPathway: settings.failOver.leavesPathwayFirst)
        return !others.isEmpty || settings.failOver.takesBack && assets[asset].selector.hasOthers(than: failing)
    }
}

extension AssetLoad {
    /// An item is taken up. What failed or was given up in another one is no reason to do without it in this one: its
    /// segments are others, and a player begins with a ladder that is whole. Whoever stays with one variant begins
    /// behind another item as one that is loaded does, by the pathway that is taken, unless it is said after which item
    /// it begins alike: neither a failure nor a limit of before keeps it from that. One that is loaded has its first
    /// variant already.
    ///
    /// To one that has begun the loader only goes back, as where its audio was dropped: what is left out stays so.
    mutating func take(item id: Int32, hasBegun: Bool, beginsAlike: Bool, _ policy: FailOver) {
        guard id != item else { return }
        defer { item = id }
        if hasBegun, item != nil { return }
        restsUntil = .zero
        noteGivenUp(nil)
        selector.readmitAll(withPathways: policy.letsPathwaysIn)
        guard item != nil, !beginsAlike, case .fixed = selector.rule, !fetches[0].isUnderWay else { return }
        let first = selector.like(of: selector.beginning(measured: nil))
        if let first, first != selector.current, selector.admits(first) { begin(with: first, keepsPathway: true) }
    }

    /// Audio that does not play beside what is fetched is not wanted any more, whatever failed of it.
    fileprivate mutating func spareAudio() { opening.spareAudio(except: sound(of: selector.current)) }

    /// Of a rendition that is left, and of the audio beside it, nothing is to be asked for any more.
    mutating func spareFiles(of rendition: Int) {
        opening.spare(rendition)
        spareAudio()
    }

    /// Whether what is fetched now does without what is in a slot.
    fileprivate func isIdle(_ slot: Int32) -> Bool {
        if slots.isKey(slot) { return false }
        guard let file = slots.file(of: slot) else { return slots.track(of: slot) == 0 && fetches[0].isReplacing }
        guard let owner = opening.rendition(of: file) else { return false }
        return owner != (opening.kind(of: file).isOfAudio ? sound(of: selector.current) : selector.current)
    }

    fileprivate mutating func spareIdle(_ slot: Int32) {
        spareAudio()
        guard let file = slots.file(of: slot), !opening.kind(of: file).isOfAudio else { return }
        if let owner = opening.rendition(of: file) { opening.spare(owner) }
    }

    fileprivate func isPlaylist(_ slot: Int32) -> Bool {
        if slots.isKey(slot) { return false }
        return slots.file(of: slot).map { opening.kind(of: $0).isPlaylist } ?? false
    }

    /// The rendition whose segments are in a slot; nil where it holds something else.
    func rendition(ofSegmentsIn slot: Int32) -> Int? {
        guard slots.file(of: slot) == nil, slots.track(of: slot) == 0 else { return nil }
        return slots.rendition(of: slot)
    }

    /// The renditions that cannot be played without what is in a slot: one, or all with that audio beside them; none
    /// where no other could do without it.
    func renditions(failingWith slot: Int32) -> [Int] {
        if slots.isManifest(slot) { return [] }
        if slots.isKey(slot) { return renditions(failingWithKeyIn: slot) }
        let file = slots.file(of: slot)
        let isAudio = file.map { opening.kind(of: $0).isOfAudio } ?? (slots.track(of: slot) == 1 && !isOfSubtitles(1))
        guard isAudio else {
            if let file { return opening.rendition(of: file).map { [$0] } ?? [] }
            return slots.track(of: slot) == 0 ? [slots.rendition(of: slot)] : []
        }
        let index = file.flatMap { opening.rendition(of: $0) } ?? slots.audioIndex(of: slot)
        return hasSeveralGroups ? selector.renditions.indices.filter { sound(of: $0) == index } : []
    }
}

import SimulationContainers
import PlayerModel

/// Variants: which one the next segment is fetched of, and whether one under way is given up.
extension Loader {
    /// Chooses the variant of a segment, once, before anything of it is asked for. Until something was measured, and
    /// until something of the item has come, the first one stands, unless the app no longer permits it.
    mutating func choose(for chunk: Int64, _ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        let perRequest = order.buffer.tracks[0].chunks.chunksPerSegment
        guard chunk % perRequest == 0 else { return goOn(now, &effects) }
        guard assets[asset].fetches[0].chosenFor != chunk else { return }
        guard let estimate else { return chooseUnmeasured(now, &effects) }
        if order.buffer.tracks[0].loaded.isEmpty, assets[asset].selector.permitsCurrent { return }
        assets[asset].selector.readmit(at: now)
        let before = assets[asset].selector.current
        let staysForGap = assets[asset].gaps.areThere && !assets[asset].selector.isRuledOutSince
        var question = question(about: chunk, estimate, now)
        let choice = assets[asset].selector.choose(&question)
        if staysForGap, assets[asset].knowsGap(chunk, ofRendition: assets[asset].selector.current) {
            // It is chosen for what there is of it, unless the app no longer permits the one of before.
            assets[asset].selector.turn(to: before)
        }
        var replaced = assets[asset].selector.replaced(question)
        if let first = replaced, assets[asset].gaps.areThere, assets[asset].isGap(first * perRequest, ofTrack: 0) {
            replaced = nil
        }
        let rests = choice.rest > .zero && replaced == nil
        assets[asset].noteChoice(
            for: chunk, notBefore: rests ? now + choice.rest : .zero, replacing: replaced.map { $0 * perRequest })
        guard choice.isOther, assets[asset].selector.current != before else { return }
        follow(from: before, now, &effects)
        if replaced == nil, settings.wanted.isAskedAgain { askGoalAgain(now) }
    }

    /// Chooses likewise. Says whether another variant is taken that has a gap there: then all is planned anew, because
    /// gaps come first.
    @inline(__always)
    mutating func turnsIntoGap(at chunk: Int64, _ now: Instant, _ effects: inout LoaderEffects) -> Bool {
        let asset = order.asset
        let before = assets[asset].selector.current
        choose(for: chunk, now, &effects)
        return assets[asset].gaps.areThere && assets[asset].selector.current != before && assets[asset].isAtGap(0)
    }

    /// Nothing was measured yet. Where the app no longer permits what is fetched, the rule for the first variant
    /// chooses again, within the limits that there are now; or, where something of the item is there, the next lower
    /// variant is taken that is left.
    private mutating func chooseUnmeasured(_ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        guard assets[asset].selector.isRuledOutSince else { return }
        let selector = assets[asset].selector
        let first = order.buffer.tracks[0].loaded.isEmpty ? selector.like(of: selector.beginning(measured: nil)) : nil
        if let first, selector.admits(first) {
            assets[asset].selector.turn(to: first)
        } else {
            assets[asset].selector.takeNearest()
        }
        if assets[asset].selector.current != selector.current { follow(from: selector.current, now, &effects) }
    }

    /// Another variant was chosen, of which less may be wanted: where enough is ahead, fetching rests, and goes on with
    /// that variant.
    private mutating func askGoalAgain(_ now: Instant) {
        let wanted = goal(now).length - aheadOfFocus(now)
        guard usableEnd(of: assets[order.asset].fetches.playableEnd) >= place(at: now) + wanted else { return }
        isFull = true
        noteFull(now)
    }

    /// The throughput as measured; nil before anything was.
    var estimate: ThroughputEstimate? { meter.throughput.estimate }

    /// The rest of a segment comes in the variant that came last, whatever was chosen for another item meanwhile.
    private mutating func goOn(_ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        let (before, loaded) = (assets[asset].selector.current, assets[asset].loadedRendition)
        // A choice for another segment, before a seek into the middle of this one, no longer stands.
        assets[asset].forgetChoice()
        guard before != loaded, !assets[asset].selector.isExcluded(loaded), assets[asset].gaps.standIn == nil else {
            return
        }
        assets[asset].selector.turn(to: loaded)
        follow(from: before, now, &effects)
    }

    mutating func follow(from before: Int, _ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        let (old, new) = (assets[asset].selector.renditions[before].variant, assets[asset].variant)
        effects.append(.switches(from: old, to: new, throughput: meter.throughput.estimate?.bitsPerSecond ?? -1))
        assets[asset].turnToCurrent(&order.buffer)
        if assets[asset].isLive { moveEnd(now) }
        if !assets[asset].opening.isDone { planOpening(now, &effects) }
    }

    /// The media of the first track ahead of the playhead.
    @inline(__always)
    func ahead(_ now: Instant) -> MediaTime {
        aheadOfFocus(now) + max(.zero, assets[order.asset].fetches[0].loadedEnd - place(at: now))
    }

    /// Gives a segment under way up where the rule says so, unless some of it is loaded. Says whether it did.
    mutating func judge(
        _ id: ExchangeID, _ progress: Progress, _ now: Instant, _ effects: inout LoaderEffects
    ) -> Bool {
        let asset = order.asset
        guard assets[asset].isUnanswered(id) else { return false }
        assets[asset].noteAttempt(from: progress.times.begunAt)
        let fetch = assets[asset].fetches[0]
        if progress.amount < fetch.lookAmount {
            effects.append(.watch(id, at: now, amount: fetch.lookAmount))
            return false
        }
        let chunk = fetch.awaited.lowerBound
        let before = assets[asset].selector.current
        let chunks = assets[asset].selector.renditions[before].chunks
        guard chunk % chunks.chunksPerSegment == 0 else { return false }
        let origin = RequestMeter.Origin(id: id, track: 0, answered: progress.times.comingSince)
        // The time that a server keeps an answer back for is none of the network's.
        let isKeptBack = assets[asset].isLive && assets[asset].isKeptBack(id)
        if assets[asset].selector.abandonment.measuresOnTheWay, progress.received > 0 {
            let isCounted = isKeptBack || fetch.measuredAnswer == progress.firstByte
            let begin = meter.measuresRequests ? fetch.attemptBegan : fetch.requestedAt
            meter.take(
                onTheWay: progress, from: origin, after: isCounted ? nil : progress.firstByte - begin, at: now)
            assets[asset].noteMeasured(answerFrom: progress.firstByte)
            note { .sampled(at: now) }
        }
        var download = SegmentAbandonment.Download(
            elapsed: progress.isPausing ? .zero : now - fetch.attemptBegan,
            receiving: progress.received > 0 ? now - progress.firstByte : .zero, received: progress.received,
            bytes: chunks.bytes(before: assets[asset].madeEnd(ofTrack: 0)) - chunks.bytes(before: chunk))
        download.restOfBits = Double(progress.rest) / 1e9
        download.throughput = meter.throughput.estimate
        download.latency = meter.throughput.meanLatency
        download.hasMedia = !order.buffer.tracks[0].loaded.isEmpty
        download.wasGivenUp = fetch.givenUp == chunk
        if assets[asset].selector.abandonment.looksAtPlaylists { download.playlists = missingPlaylists() }
        (download.isPaused, download.isLive, download.averageSegment) = (isPaused, liveEnd != nil, averageSegment)
        guard let lower = lowerRung(for: download, chunk, now), !isKnownGap(chunk, onRung: lower) else {
            assets[asset].watch(after: download.elapsed, progress.amount, now, &effects)
            return false
        }
        assets[asset].cancel(0, &effects)
        let wait = (progress.received > 0 ? progress.firstByte : now) - fetch.attemptBegan
        meter.giveUp(
            progress, from: origin, after: isKeptBack ? nil : wait,
            isMeasured: assets[asset].selector.abandonment.measuresGivenUp, at: now)
        _ = takeVain()
        noteAbandoned(download, to: lower, now)
        guard !assets[asset].selector.asksAgain(afterReplacing: fetch.isReplacing) else {
            assets[asset].forgetChoice()
            return true
        }
        assets[asset].selector.take(lower)
        assets[asset].noteChoice(for: chunk)
        assets[asset].noteGivenUp(chunk)
        follow(from: before, now, &effects)
        return true
    }

    /// A request of the first track has run out of time, and is to be made again: of what had come the player may take
    /// a sample.
    mutating func measure(_ id: ExchangeID, timedOutWith remains: Progress, _ now: Instant) {
        let asset = order.asset
        guard assets[asset].isUnanswered(id), !assets[asset].isLive || !assets[asset].isKeptBack(id) else { return }
        assets[asset].noteAttempt(from: remains.times.begunAt)
        let end = remains.received > 0 ? remains.firstByte : now
        let origin = RequestMeter.Origin(id: id, track: 0, answered: remains.times.comingSince)
        meter.take(timedOut: remains, from: origin, after: end - assets[asset].fetches[0].attemptBegan, at: now)
    }

    private func isKnownGap(_ chunk: Int64, onRung rung: Int) -> Bool {
        let asset = order.asset
        guard assets[asset].gaps.areThere else { return false }
        return assets[asset].knowsGap(chunk, ofRendition: assets[asset].selector.ladder.rungs[rung].variant)
    }

    /// The rung for which a download is given up; nil where it goes on.
    private mutating func lowerRung(
        for download: SegmentAbandonment.Download, _ chunk: Int64, _ now: Instant
    ) -> Int? {
        let asset = order.asset
        if assets[asset].fetches[0].isReplacing {
            // In vain, once what was there is played.
            return place(at: now) >= order.buffer.tracks[0].chunks.start(of: chunk)
                ? assets[asset].selector.rung : nil
        }
        switch assets[asset].selector.abandonment {
        case .never, .dashJS, .hlsJS, .vhs:
            return assets[asset].selector.lowerRung(
                for: download, ahead: ahead(now), segment: order.buffer.segment(chunk, ofTrack: 0), speed: speed)
        case .sabre, .shaka:
            // Nothing is given up before something was measured.
            guard let estimate else { return nil }
            return assets[asset].selector.otherRung(for: download, question(about: chunk, estimate, now))
        }
    }
}

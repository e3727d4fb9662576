import SimulationContainers
import PlayerModel

/// Arrivals: what comes of what was asked for, and what will not come.
extension Loader {
    /// Takes in what has come of an exchange, unless the exchange is no longer wanted. Says whether it was.
    @inline(__always)
    mutating func arrive(
        _ id: ExchangeID, _ times: ResponseTimes, _ receipt: Receipt, _ now: Instant, _ effects: inout LoaderEffects
    ) -> Bool {
        let asset = asset(ofSlot: id.slot)
        if assets[asset].slots.isManifest(id.slot) {
            return takeManifest(id, of: asset, times.firstByte, receipt, now, &effects)
        }
        if assets[asset].slots.isKey(id.slot) {
            return takeKey(id, of: asset, times.firstByte, receipt, now, &effects)
        }
        if let file = assets[asset].slots.file(of: id.slot) {
            return arrive(file, of: asset, id, times, receipt, now, &effects)
        }
        return asset == order.asset && arriveMedia(id, times, receipt, now, &effects)
    }

    private mutating func arriveMedia(
        _ id: ExchangeID, _ times: ResponseTimes, _ receipt: Receipt, _ now: Instant, _ effects: inout LoaderEffects
    ) -> Bool {
        let asset = order.asset
        let isKeptBack = assets[asset].isLive && assets[asset].isKeptBack(id)
        guard let arrival = assets[asset].arrive(id, at: now, into: &order.buffer) else { return false }
        if let (requestedAt, isAlone) = arrival.answered {
            // The time that a server keeps an answer back for is none of the network's.
            if !isKeptBack {
                take(latencyOf: arrival, requestedAt, isAlone: isAlone, times)
                meter.take(answerAfter: times.firstByte - times.sentAt, receipt)
            }
            effects.append(.answered(slot: id.slot, firstByte: times.firstByte))
        }
        let origin = RequestMeter.Origin(
            id: id, track: arrival.track, answered: times.comingSince, after: arrival.since)
        let endsVain = meter.endVain(at: now)
        let sample = meter.take(chunk: arrival.bytes, from: origin, receipt, at: now)
        _ = takeVain()
        if arrival.track == 0 { noteRendition(arrival.chunk, now) }
        if arrival.track == 0, !assets[asset].selector.isFixed {
            if let whole = assets[asset].add(sample.measured), assets[asset].selector.rule.needs.notes {
                noteFinished(arrival.chunk, whole, times.firstByte, now)
            }
            assets[asset].noteVariant(&effects)
        }
        effects.append(
            .loaded(
                track: UInt16(arrival.track), chunk: Int32(arrival.chunk), bytes: arrival.bytes,
                busy: sample.busy))
        if arrival.track == 0, assets[asset].hasSeveralGroups, assets[asset].hasNothingBeside(1) {
            assets[asset].fillBeside(arrival.chunk, &order.buffer, &effects)
        }
        if endsVain { lookSooner(now, &effects) }
        return true
    }

    /// Whether media was called off, or has failed, since this was asked last.
    mutating func takeVain() -> Bool {
        defer { assets[order.asset].isInVain = false }
        return assets[order.asset].isInVain
    }

    /// Takes in how long the answer was waited for whose first chunk has come. A player that measures requests by
    /// themselves knows each attempt for one.
    private mutating func take(
        latencyOf arrival: AssetLoad.Arrival, _ requestedAt: Instant, isAlone: Bool, _ times: ResponseTimes
    ) {
        let begin = meter.measuresRequests ? max(requestedAt, min(times.begunAt, times.firstByte)) : requestedAt
        let latency = times.firstByte - begin
        guard meter.measures(arrival.track) else { return meter.take(latency: latency, isAlone: isAlone) }
        let segment = order.buffer.segment(arrival.chunk, ofTrack: arrival.track)
        meter.take(
            latency: latency, isAlone: isAlone, ofSegment: segment,
            isCounted: assets[order.asset].fetches[arrival.track].measuredAnswer == times.firstByte)
    }

    private mutating func arrive(
        _ file: Int, of asset: Int, _ id: ExchangeID, _ times: ResponseTimes, _ receipt: Receipt, _ now: Instant,
        _ effects: inout LoaderEffects
    ) -> Bool {
        let isKeptBack = assets[asset].isLive && assets[asset].isKeptBack(id)
        guard let fetch = assets[asset].opening.arrive(file, attempt: id.attempt) else { return false }
        assets[asset].opening.note(transfer: now - times.firstByte, of: file)
        takeFile(fetch.bytes, id, since: isKeptBack ? nil : fetch.requestedAt, times.firstByte, receipt, &effects)
        if assets[asset].isLive { takeListing(file, of: asset, id, times, now, &effects) }
        // Of an asset that rests, what an item needs is asked for when it is its turn again.
        if asset != order.asset, assets[asset].opening.isForNoItem {
            assets[asset].planOpening(at: now, into: &effects)
        }
        return true
    }

    /// Takes in a file that is no media, as a playlist or a key is. Its answer was waited for since `requestedAt`; nil
    /// is one that a server kept back, which tells nothing of the network.
    mutating func takeFile(
        _ bytes: Int64, _ id: ExchangeID, since requestedAt: Instant?, _ firstByte: Instant, _ receipt: Receipt,
        _ effects: inout LoaderEffects
    ) {
        if let requestedAt { meter.take(latency: firstByte - requestedAt, isAlone: false) }
        if takeVain() { meter.noteVain(upTo: receipt, before: bytes) }
        meter.take(file: bytes, receipt, isBesideMedia: assets[order.asset].fetches.areUnderWay)
        effects.append(.answered(slot: id.slot, firstByte: firstByte))
        effects.append(.fetched(slot: id.slot, bytes: bytes))
    }

    /// Takes in that something will not come: so there is no use for more of the other tracks. Of an asset that rests
    /// it is asked for when it is needed. Says whether it was media that was awaited.
    mutating func fail(
        _ id: ExchangeID, _ failure: LoadFailure, _ now: Instant, _ effects: inout LoaderEffects
    ) -> Bool {
        let asset = asset(ofSlot: id.slot)
        if assets[asset].slots.isManifest(id.slot) {
            let isAwaited = assets[asset].steering.awaits(id)
            if isAwaited { assets[asset].steering.fail(failure, at: now) }
            let due = isAwaited ? assets[asset].steering.dueAt : .never
            let isOver = due == .never
            goOn(isOver ? .doesWithout(slot: id.slot) : .asksAnew(slot: id.slot, at: due), of: asset, &effects)
            return false
        }
        let slots = assets[asset].slots
        let isMedia = !slots.isKey(id.slot) && slots.file(of: id.slot) == nil
        if isMedia, meter.endVain(at: now) { lookSooner(now, &effects) }
        if assets[asset].isLive, !assets[asset].slots.isKey(id.slot), !leavesPathway(id.slot, after: failure),
            let note = assets[asset].postponeRenewal(id, at: now) ?? assets[asset].giveUpHint(id)
        {
            goOn(note, of: asset, &effects)
            moveEnd(now)
            return isMedia
        }
        guard assets[asset].fail(id) else {
            if order.failed == nil { goOn(.doesWithout(slot: id.slot), of: asset, &effects) }
            return false
        }
        if asset != order.asset || slots.isKey(id.slot) && !assets[asset].needsKey(inSlot: id.slot) {
            goOn(.asksLater(slot: id.slot), of: asset, &effects)
            return false
        }
        // When an item has failed, what was asked for besides may fail as well: nothing comes in its place.
        let isOver = order.focus == 0 && self.failure != nil
        if !isOver,
            turn(from: id.slot, after: failure, now, &effects) || doesWithout(id.slot, &effects)
                || goesOnWithLive(without: id.slot, after: failure, now, &effects)
        {
            return isMedia
        }
        assets[asset].cancelMedia(&effects)
        // A fault of the next item is news when it is its turn.
        if order.focus > 0 {
            order.fail(failure)
            _ = refocus(now, &effects)
            return isMedia
        }
        // Of two that fail at one instant the first says it all: the player may have turned to another item by then.
        guard self.failure == nil else { return isMedia }
        self.failure = failure
        effects.append(.loadingFailed(failure))
        return isMedia
    }

    /// Says how an item of an asset goes on without what has failed: nothing of one that has failed for something else,
    /// at this instant or before.
    private func goOn(_ note: RecoveryNote, of asset: Int, _ effects: inout LoaderEffects) {
        if failure == nil || asset != order.asset { effects.append(.recovers(note)) }
    }
}

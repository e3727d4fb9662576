import PlayerModel

/// The sight that a person has of a failure: a wait, a stall or the end of playback; or nothing.
///
///     item     · · in line · ├──── current ────────────┤ another, or the same loaded anew
///     failure      ✗           ✗ ─▶ wait, stall, end     a wait from here on is of something else
///
/// An item shows what failed of it only while it is current, and only until it fails once more; for good where it is
/// lost with that.
struct FailureSight {
    static let nothing = "the person saw nothing of it"

    /// The time from a failure on in which its item is current.
    private struct Stay {
        let from: Instant
        /// Whether the item was current already, and not in line for its turn.
        let isFromFailure: Bool
        /// The next item.
        var end = (order: Int.max, at: Instant.never)

        /// Whether the item has its turn and loses it in one instant, as one that has failed in line.
        var hasNoTime: Bool { !isFromFailure && end.at == from }

        /// Whether it begins while somebody waits already.
        func begins(within halt: Halt) -> Bool {
            (halt.from < from || isFromFailure && halt.from == from) && halt.to ?? .never > from
        }
    }

    private let run: PlayerRun
    private let halts: [Halt]

    init(_ run: PlayerRun) { (self.run, halts) = (run, Halt.all(of: run)) }

    /// Up to the next failure of the same item.
    func words(_ note: Observed<NetworkNote>, of exchange: Exchange, until next: Instant) -> String {
        guard let stay = stay(of: exchange.item, after: note) else { return Self.nothing }
        if let halt = halts.first(where: { stay.begins(within: $0) }) { return Self.already(halt) }
        let halt = halts.first { $0.from >= stay.from && $0.from < min(next, stay.end.at) }
        if let failed = itemFailure(in: stay, until: next), failed.at <= halt?.from ?? .never {
            return end(of: stay, by: failed) ?? unmetRequest(of: stay, by: failed) ?? Self.nothing
        }
        let missing = halt.flatMap { isMissed(exchange, after: note, at: $0.from) ? $0 : nil }
        let mended = missing.flatMap { mending(of: exchange, after: note, before: $0.from) }
        if let halt = missing, mended == nil {
            let (from, length) = (halt.from.inRoundedSeconds, halt.length(in: run).inRoundedSeconds)
            if halt.kind == .stall { return "the person saw playback stall at \(from), for \(length)" }
            return hasMedia(at: halt.from)
                ? "\(lacking(exchange, note)) was still missing when the wait from \(from) on began, though there was "
                    + "media to play"
                : "the person waited from \(from) on, for \(length)"
        }
        // What is given up may itself end a stall: nothing more comes that would be worth waiting for.
        if stay.isFromFailure, let over = halts.last(where: { $0.from < note.at && $0.to == note.at }) {
            return Self.already(over)
        }
        guard let halt = missing, let mended else { return Self.nothing }
        let from = halt.from.inRoundedSeconds
        return "\(mended) before \(halt.kind == .stall ? "playback stopped at \(from)" : "the wait from \(from) on")"
    }

    private static func already(_ halt: Halt) -> String {
        halt.kind == .stall ? "the person saw a stall already" : "the person was waiting"
    }

    /// Nil where the item is no longer current and never will be: its time is over, or it was taken out of the line.
    private func stay(of item: Int32, after note: Observed<NetworkNote>) -> Stay? {
        let (playback, media) = (run.playback, run.playback.media)
        let holder = media.holder(of: item)
        let current = playback.items.through(note.order).last?.item ?? item
        var stay = media.holder(of: current) == holder ? Stay(from: note.at, isFromFailure: true) : nil
        for turn in playback.items.between(note.order, .max) {
            let isItsOwn = !turn.beginsAnew && media.holder(of: turn.item) == holder
            if stay != nil, !isItsOwn {
                stay?.end = (turn.order, turn.at)
                return stay
            }
            if turn.beginsAnew { return nil }
            if stay == nil, isItsOwn { stay = Stay(from: turn.at, isFromFailure: false) }
        }
        return stay
    }

    private func itemFailure(in stay: Stay, until next: Instant) -> Observed<Announcement>? {
        run.playback.announcements.first { announced in
            guard case .itemFailed = announced.value else { return false }
            return announced.at >= stay.from && announced.at < next && announced.order < stay.end.order
        }
    }

    /// Whether there is media at the playhead as of an instant: whoever waits there waits for more, as the rule of the
    /// start wants it, and might wait without any failure.
    private func hasMedia(at instant: Instant) -> Bool {
        run.playback.announcements.prefix { $0.at <= instant }.reduce(false) { before, one in
            if case .bufferEmpty(let isEmpty) = one.value { !isEmpty } else { before }
        }
    }

    /// The end of playback, or of a wait for it to go on, as the item failed; nil where there was neither.
    private func end(of stay: Stay, by failed: Observed<Announcement>) -> String? {
        guard hasStarted(before: failed) else { return nil }
        let wait = halts.last { $0.from < failed.at && $0.to == failed.at }
        let at = failed.at.inRoundedSeconds
        if let wait, wait.kind != .stall { return "the person waited in vain until \(at)" }
        guard wait != nil || isAwaited(before: failed) else { return nil }
        if stay.hasNoTime { return "the person saw nothing of the item: it was passed over at \(at)" }
        return "the person saw \(stay.end.at == failed.at ? "the item" : "playback") end at \(at)"
    }

    /// Playback that the person had asked for as the item failed, or asked for later of that item; nil where nobody
    /// did. Who shows interstitial events is seen only while one is shown.
    private func unmetRequest(of stay: Stay, by failed: Observed<Announcement>) -> String? {
        if run.showsEvents { return nil }
        let own = isAwaited(before: failed) ? failed.at : nil
        guard let request = own ?? request(of: stay, from: failed) else { return nil }
        let asked = request > failed.at ? "asked for at \(request.inRoundedSeconds)" : "had asked for"
        let (verb, not, at) =
            hasStarted(before: failed)
            ? ("went on", "gone on", resumedAt(behind: failed)) : ("began", "begun", run.playback.startedAt)
        let never = run.isUnderWay ? "had not \(not) when until_s came" : "never \(verb)"
        return "playback that the person \(asked) " + (at.map { "\(verb) only at \($0.inRoundedSeconds)" } ?? never)
    }

    private func isAwaited(before failed: Observed<Announcement>) -> Bool {
        run.playback.statuses.before(failed.order).last?.rate.isMoving ?? false
    }

    private func hasStarted(before failed: Observed<Announcement>) -> Bool {
        run.playback.startedAt ?? .never < failed.at
    }

    /// The first request for playback from a failure on while its item is current; or that of a tap before it, of which
    /// the app has made nothing yet.
    private func request(of stay: Stay, from failed: Observed<Announcement>) -> Instant? {
        func script(_ action: Observed<Int32>) -> Action { run.player.script[Int(action.value)] }
        let requests = run.playback.actions.filter { script($0).isRequest }
        if let last = requests.before(failed.order).last, script(last).traits.isTap { return last.at }
        return requests.between(failed.order, stay.end.order).first?.at
    }

    private func resumedAt(behind failed: Observed<Announcement>) -> Instant? {
        run.playback.clock.between(failed.order, .max).first { $0.isMoving }?.playhead.anchor
    }

    /// Whether what failed is wanted at an instant: not what a jump of the playhead has called off until then.
    private func isMissed(_ exchange: Exchange, after note: Observed<NetworkNote>, at instant: Instant) -> Bool {
        if exchange.kind == .steeringManifest || run.recovery(after: note) == .doneWithout { return false }
        guard let end = exchange.end, end.how == .cancelled, end.at <= instant else { return true }
        return !run.playback.clock.contains { $0.end == .jump && $0.to == end.at }
    }

    /// That it had come by an instant all the same: by another request, or in another variant. Nil where it had not.
    private func mending(
        of exchange: Exchange, after note: Observed<NetworkNote>, before instant: Instant
    ) -> String? {
        let isSegment = exchange.kind != .file
        if let track = track(of: exchange) {
            let first = firstMissing(of: exchange, after: note)
            let isThere = loads(of: exchange, after: note, before: instant).contains {
                Int($0.track) == track && Int64($0.chunk) == first
            }
            return isThere ? (isSegment ? "what failed was there" : "more of it was there") : nil
        }
        if run.recovery(after: note)?.leavesVariant ?? false {
            let (all, track) = (run.playback.exchanges, exchange.kind.isOfAudio ? 1 : 0)
            let isThere = loads(of: exchange, after: note, before: instant).contains {
                Int($0.track) == track && $0.exchange >= 0 && all[Int($0.exchange)].order > note.order
            }
            return isThere ? "media of another variant was there" : nil
        }
        return isWhole(exchange, after: note, before: instant) ? "what failed was there" : nil
    }

    /// The same of what had not.
    private func lacking(_ exchange: Exchange, _ note: Observed<NetworkNote>) -> String {
        if exchange.kind == .file { return "more of it" }
        return exchange.kind.track == nil && run.recovery(after: note)?.leavesVariant ?? false
            ? "media of another variant" : "what failed"
    }

    /// Whether a request that is made again has brought all of it in the end; or another one has, if it was given up.
    private func isWhole(_ failed: Exchange, after note: Observed<NetworkNote>, before instant: Instant) -> Bool {
        let isGivenUp = failed.end?.how == .gaveUp
        return run.playback.exchanges.contains { other in
            guard let end = other.end, end.how == .whole, end.at < instant else { return false }
            if !isGivenUp { return other.order == failed.order }
            return isSame(other, failed) && other.order > note.order && isOfItem(other.item, failed)
        }
    }

    /// Whether one request is for what another was for: of a playlist any version will do. A slot may bring any key, or
    /// any initialization section of a variant, one after the other, and each key may come in any slot for keys.
    private func isSame(_ other: Exchange, _ failed: Exchange) -> Bool {
        guard other.kind == failed.kind, other.slot == failed.slot || failed.kind == .key else { return false }
        return failed.kind.isPlaylist || other.chunks.lowerBound == failed.chunks.lowerBound
    }

    /// The media of the item that came after a failure.
    private func loads(
        of exchange: Exchange, after note: Observed<NetworkNote>, before instant: Instant
    ) -> [LoadedChunk] {
        run.playback.loads.between(note.order, .max).prefix { $0.at < instant }.filter { isOfItem($0.item, exchange) }
    }

    private func isOfItem(_ item: Int32, _ exchange: Exchange) -> Bool {
        let media = run.playback.media
        return media.holder(of: item) == media.holder(of: exchange.item)
    }

    private func track(of exchange: Exchange) -> Int? {
        guard exchange.kind == .subtitles else { return exchange.kind.track }
        return run.player.assets[Int(run.slots[Int(exchange.slot)].asset)].media.subtitleTrack
    }

    /// The chunk at which a request broke off.
    private func firstMissing(of exchange: Exchange, after note: Observed<NetworkNote>) -> Int64 {
        let place = exchange.failures.firstIndex { $0.order == note.order }
        return place.flatMap { run.attempt($0, at: exchange) }?.chunks.upperBound ?? exchange.chunks.lowerBound
    }
}

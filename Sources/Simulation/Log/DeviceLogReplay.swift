import PlayerModel

/// Drives the player machine with the inputs in a device's log, and reports where the two disagree.
///
/// The machine takes the calls and the state of the buffer. The device's own judgement of the buffer,
/// `isPlaybackLikelyToKeepUp`, is taken from the log and not from a rule: so the machine alone is compared. It also
/// takes what the rules leave to the system and to the media: a pause for a phone call where the log gives the reason,
/// the item to which a queue has advanced, and where the playhead is (`currentTime`).
///
/// AVFoundation tells an app of one property after another, and a while after the fact. So a difference that lasts
/// less than `tolerance` counts as agreement; since the playhead was last known, clocks have drifted apart, and it
/// grows by 200 ppm (our own choice). The log does not say when a device is done with evaluating; between
/// `evaluatingBufferingRate` and `toMinimizeStalls` nothing is compared. While the device does what the model has no
/// rule for (`Pause`), nothing is compared at all.
package struct DeviceLogReplay: Sendable {
    package enum Property: Int, CaseIterable, Sendable {
        case timeControlStatus, reasonForWaitingToPlay, rate, currentTime
    }

    /// A stretch of time in which device and model show different values.
    package struct Disagreement: Equatable, Sendable {
        package let property: Property
        package let from: Instant
        package var to: Instant
        /// The time with which it began, as the log counts, in nanoseconds.
        package let shown: Int64
        /// The line with which it began.
        package let line: Int32
        package let device: String
        package let model: String
        /// The last inputs before it, as indices into the log; at most three.
        package let inputs: [Int]
        /// It counts from this length on: by then clocks had drifted so far.
        let least: TimeAmount
    }

    /// Something for which the model has no rule: meanwhile nothing is compared.
    enum Pause: Equatable {
        /// The device waits for something else than media, and its playhead rests there.
        case otherReason(at: MediaTime)
        /// The device plays backwards; the model rests.
        case reverse(at: MediaTime)
        /// Another item is current since a line, of which nothing is known yet.
        case nextItem(line: Int32)

        /// The place at which the model rests meanwhile.
        var place: MediaTime? {
            switch self {
            case .otherReason(let place), .reverse(let place): place
            case .nextItem: nil
            }
        }

        var lineOfItem: Int32? { if case .nextItem(let line) = self { line } else { nil } }
    }

    /// A seek, from the call until the log shows where it has landed.
    struct Seek {
        let from, to: MediaTime
        /// Whether the log says both tolerances, so that the landing can be judged.
        let isJudged: Bool
        /// Where the playhead was when it was called.
        let before: MediaTime
        let since: Instant
        var hasFinished = false
        /// The place that was told last, where it is neither near the goal nor where the playhead was.
        var told: (at: Instant, place: MediaTime)?
    }

    /// Something could not be read, and may have been anything: until the log has said again what the device shows,
    /// what is loaded, whether that keeps up and where the playhead is, and both show the same, nothing is compared.
    private struct Doubt {
        let line: Int32
        var knowsStatus = false
        var knowsRanges = false
        var knowsLikely = false
    }

    package internal(set) var disagreements: [Disagreement] = []
    package internal(set) var findings = RepeatedFindings()
    /// The line from which on nothing was compared; nil where the last of the log was.
    var uncomparedFrom: Int32? { [doubt?.line, uncomparedItem].compactMap { $0 }.min() }
    /// The line with which an item came of which nothing was compared; nil where nothing was observed behind it.
    private var uncomparedItem: Int32? {
        let last = log.entries.last { $0.fact.isObservation }?.line ?? 0
        return pause?.lineOfItem.flatMap { $0 < last ? $0 : nil }
    }
    let log: DeviceLog
    var player: Player
    var now = Instant.zero
    var effects: ContiguousArray<PlayerEffect> = []
    /// The entry that is taken.
    var index = 0

    // The buffer as the log has reported it so far.
    var ranges: [Range<MediaTime>] = []
    var isLikely: Bool?
    private var isFull = false
    private var inputs: [Int] = []

    /// The time that the log has spent in silences that cannot be.
    private var skipped = TimeAmount.zero
    /// The instant at which the place of the playhead was last known.
    var lastKnown = Instant.zero
    /// Whether time has been lost since then: the device knows where it is, and the model does not.
    var isLost = false
    /// The line of which something could not be read, as long as nothing is compared for that.
    private var doubt: Doubt?
    var pause: Pause?
    var seek: Seek?
    /// Which item the device has.
    var item = DeviceItem()

    // The status that the device has shown, and the instant since when the model shows another.
    var status: TimeControlStatus?
    private var reason: WaitingReason??
    private var rate: Rate?
    private var open: [Disagreement?] = Array(repeating: nil, count: Property.allCases.count)

    package init(_ log: DeviceLog) {
        self.log = log
        var settings = PlayerSettings()
        // The judgement is the device's own: nothing of ours is asked for on top of it, not even behind a stall.
        settings.keepUp = .playThrough(hysteresis: .zero, resumeMargin: .zero)
        settings.playerClass = log.header.playerClass ?? (DeviceItem.advances(log) ? .queuePlayer : .player)
        settings.linkedOn = log.header.linkedOn
        settings.automaticallyWaits = log.header.automaticallyWaits
        settings.actionAtItemEnd = log.header.actionAtItemEnd
        if settings.playerClass == .player, settings.actionAtItemEnd == .advance { settings.actionAtItemEnd = nil }
        player = Player(settings: settings)
        for (index, entry) in log.entries.enumerated() {
            self.index = index
            passTime(until: entry.at)
            if entry.followsJump { isLost = true }
            if let line = entry.unread { (doubt, isLost) = (Doubt(line: line), true) }
            take(entry.fact)
            if !entry.fact.isObservation { inputs = Array((inputs + [index]).suffix(3)) }
            // Another line of the same instant may settle the difference.
            let isLast = index + 1 == log.entries.count || log.entries[index + 1].at > entry.at
            if isLast { compare(entry.line) }
        }
        tellOfTheEnd()
        for property in Property.allCases { close(property) }
    }

    /// A difference that is there when the log ends, and is not old enough to count: of one that lasts for ever, as
    /// where a device waits and never starts, a log has no more.
    private mutating func tellOfTheEnd() {
        if let doubt {
            findings.note(
                "doubt",
                "from here on nothing is compared, to the end: something in this line could not be read, and device "
                    + "and model are not seen to show the same again",
                at: Place(source: 0, line: doubt.line, column: 1))
        } else if let line = uncomparedItem {
            findings.note(
                "next item",
                "from here on nothing is compared, to the end: another item is current, and no line says what is "
                    + "loaded of it", at: Place(source: 0, line: line, column: 1))
        }
        guard let last = open[Property.timeControlStatus.rawValue], last.to - last.from < last.least else { return }
        findings.note(
            "end",
            "the log ends here, while the device shows \(last.device) and the model \(last.model): whether that would "
                + "have lasted nobody knows, so it is no disagreement",
            at: Place(source: 0, line: log.entries.last?.line ?? last.line, column: 1))
    }

    private mutating func passTime(until logged: Instant) {
        skipSilence(until: logged)
        let end = Instant(nanoseconds: logged.nanoseconds - skipped.nanoseconds)
        // The machine asks to look again at instants of its own.
        while player.due < end, player.due >= now, pause?.place == nil {
            now = player.due
            let before = player.due
            tell(.deadline)
            compare(index > 0 ? log.entries[index - 1].line : 1)
            if player.due <= before { break }
        }
        now = max(now, end)
    }

    /// Takes a silence out in which the device plays on, a minute or longer (our own choice), where nothing is loaded:
    /// the clock has jumped in it, or lines are missing.
    private mutating func skipSilence(until logged: Instant) {
        let end = Instant(nanoseconds: logged.nanoseconds - skipped.nanoseconds)
        let entry = log.entries[index]
        guard end - now > .seconds(60), player.timeControlStatus == .playing, status == .playing, pause == nil,
            entry.fact != .status(.paused), entry.fact != .status(.waitingToPlayAtSpecifiedRate),
            buffer.playableEnd < player.end,
            end - player.due > .seconds(60), player.due > now
        else { return }
        let silence = end - now
        findings.note(
            "silence",
            "no line for \(QuantityText.flooredSeconds(silence.nanoseconds)), in which the device plays "
                + "on though nothing more is loaded: the clock was set forward, or lines are missing; left out",
            at: Place(source: 0, line: entry.line, column: 1))
        skipped = skipped + silence
        isLost = true
    }

    // MARK: The machine

    mutating func tell(_ input: PlayerInput) {
        if let place = pause?.place { player.resynchronize(to: place, at: now) }
        player.handle(input, seeing: buffer, at: now, into: &effects)
        let wantsFacts = effects.contains { $0.wantsFacts }
        effects.removeAll(keepingCapacity: true)
        if wantsFacts, input != .bufferChanged { tell(.bufferChanged) }
    }

    /// The log has said what is loaded.
    mutating func learn(_ ranges: [Range<MediaTime>]) {
        self.ranges = ranges
        doubt?.knowsRanges = true
    }

    mutating func forgetBuffer() { (ranges, isLikely, isFull) = ([], nil, false) }

    mutating func learn(likely: Bool) {
        isLikely = likely
        doubt?.knowsLikely = true
        tell(.bufferChanged)
    }

    mutating func learn(full: Bool) {
        isFull = full
        tell(.bufferChanged)
    }

    mutating func observe(_ status: TimeControlStatus) {
        self.status = status
        doubt?.knowsStatus = true
    }

    mutating func observe(_ reason: WaitingReason??) { self.reason = reason }
    mutating func observe(_ rate: Rate?) { self.rate = rate }

    /// The state of the buffer according to the log. Play-through is given a throughput that leaves it no choice but
    /// the device's judgement.
    private var buffer: BufferState {
        let place = player.currentTime(at: now)
        let end = player.end
        let loaded = ranges.first { $0.contains(place) }?.upperBound ?? place
        var awaited = BufferState.Awaited.nothing
        (awaited.bytes, awaited.nextBytes, awaited.lastChunkStart) = (1, 1, loaded)
        let throughput = isLikely.map {
            $0
                ? ThroughputEstimate(bits: .max, in: TimeAmount(nanoseconds: 1))
                : ThroughputEstimate(bits: 1, in: .seconds(1_000_000))
        }
        return BufferState(
            playableEnd: min(max(place, loaded), max(place, end)), end: end, isFull: isFull, awaited: awaited,
            throughput: throughput, latency: .zero, fetchingSince: nil)
    }

    // MARK: Comparing

    /// The longest difference that is no disagreement now.
    var tolerance: TimeAmount {
        let drift = player.item == nil ? 0 : max(0, (now - lastKnown).nanoseconds) / 5000
        return log.header.tolerance + TimeAmount(nanoseconds: drift)
    }

    private mutating func compare(_ line: Int32) {
        if let doubt, doubt.knowsStatus, !isLost, status == player.timeControlStatus,
            (doubt.knowsRanges && doubt.knowsLikely) || buffer.playableEnd >= player.end
        {
            self.doubt = nil
        }
        guard pause == nil, doubt == nil else {
            for property in Property.allCases {
                // Up to what begins now both were as they were; of what could not be read nobody knows when that was.
                if doubt == nil { open[property.rawValue]?.to = now }
                close(property)
            }
            return
        }
        let isJudging = player.reasonForWaitingToPlay.map { $0 != .noItemToPlay } ?? false
        let theirs = reason ?? nil
        let bothJudge = isJudging && (theirs.map { $0 != .noItemToPlay } ?? false)
        let name = NamesOfAVFoundation.status
        note(.timeControlStatus, line, status.map(name), name(player.timeControlStatus))
        let own = Self.name(player.reasonForWaitingToPlay)
        note(.reasonForWaitingToPlay, line, bothJudge ? own : reason.map { Self.name($0) }, own)
        // A device that says 0.9998 plays at 1: half a percent is our own choice.
        let isNear = rate.map { abs($0.thousandths - player.rate.thousandths) <= player.rate.thousandths / 200 }
        note(
            .rate, line, rate.map { ActionWords.rate(isNear == true ? player.rate : $0) },
            ActionWords.rate(player.rate))
    }

    private static func name(_ reason: WaitingReason?) -> String {
        reason.map { NamesOfAVFoundation.reason($0) } ?? "nil"
    }

    private mutating func note(_ property: Property, _ line: Int32, _ device: String?, _ model: String) {
        let place = property.rawValue
        open[place]?.to = now
        if let known = open[place], known.device == device, known.model == model { return }
        close(property)
        guard let device, device != model else { return }
        open[place] = disagreement(property, line, device, model)
    }

    private mutating func close(_ property: Property) {
        guard let disagreement = open[property.rawValue] else { return }
        open[property.rawValue] = nil
        if disagreement.to - disagreement.from >= disagreement.least { disagreements.append(disagreement) }
    }

    func disagreement(_ property: Property, _ line: Int32, _ device: String, _ model: String) -> Disagreement {
        let entry = log.entries[index]
        let before = entry.at.nanoseconds - skipped.nanoseconds - now.nanoseconds
        return Disagreement(
            property: property, from: now, to: now, shown: entry.shown &- before, line: line, device: device,
            model: model, inputs: inputs, least: tolerance)
    }
}

extension PlayerEffect {
    /// Whether the player waits for new facts about its buffer.
    fileprivate var wantsFacts: Bool {
        switch self {
        case .moveClock, .changeItem, .finishItem, .changeQueue, .moveEnd: true
        case .arm, .announce: false
        }
    }
}

import PlayerModel

/// Drives the player machine with the inputs in a device's log, and reports where the two disagree.
///
/// The machine takes the calls and the state of the buffer. The device's own judgement of the buffer,
/// `isPlaybackLikelyToKeepUp`, is taken from the log and not from a rule: so the machine alone is compared.
///
/// AVFoundation tells an app of one property after another, and a while after the fact. So a difference that lasts
/// less than `tolerance` counts as agreement. The log does not say when a device is done with evaluating; between
/// `evaluatingBufferingRate` and `toMinimizeStalls` nothing is compared.
package struct DeviceLogReplay: Sendable {
    package enum Property: Int, CaseIterable, Sendable {
        case timeControlStatus, reasonForWaitingToPlay, rate
    }

    /// A stretch of time in which device and model show different values.
    package struct Disagreement: Equatable, Sendable {
        package let property: Property
        package let from: Instant
        package var to: Instant
        /// The line with which it began.
        package let line: Int32
        package let device: String
        package let model: String
        /// The last inputs before it, as indices into the log; at most three.
        package let inputs: [Int]
    }

    /// The longest difference that is no disagreement: a quarter of a second, our own choice.
    package static let tolerance = TimeAmount.milliseconds(250)

    package private(set) var disagreements: [Disagreement] = []
    private let log: DeviceLog
    private var player: Player
    private var now = Instant.zero
    private var effects: ContiguousArray<PlayerEffect> = []

    // The buffer as the log has reported it so far.
    private var ranges: [Range<MediaTime>] = []
    private var isLikely: Bool?
    private var isFull = false
    private var inputs: [Int] = []

    // The status that the device has shown, and the instant since when the model shows another.
    private var status: TimeControlStatus?
    private var reason: WaitingReason??
    private var rate: Rate?
    private var open: [Disagreement?] = Array(repeating: nil, count: Property.allCases.count)

    package init(_ log: DeviceLog) {
        self.log = log
        player = Player(settings: PlayerSettings())
        for (index, entry) in log.entries.enumerated() {
            passTime(until: entry.at, index)
            take(entry.fact)
            if !entry.fact.isObservation { inputs = Array((inputs + [index]).suffix(3)) }
            // Another line of the same instant may settle the difference.
            let isLast = index + 1 == log.entries.count || log.entries[index + 1].at > entry.at
            if isLast { compare(entry.line) }
        }
        for property in Property.allCases { close(property) }
    }

    private mutating func passTime(until end: Instant, _ index: Int) {
        // The machine asks to look again at instants of its own.
        while player.due < end, player.due >= now {
            now = player.due
            let before = player.due
            tell(.deadline)
            compare(index > 0 ? log.entries[index - 1].line : 1)
            if player.due <= before { break }
        }
        now = end
    }

    private mutating func take(_ fact: DeviceLog.Fact) {
        switch fact {
        case .call(let action):
            guard case .player(let input) = action.operation else { return }
            if case .replaceCurrentItem = input { (ranges, isLikely, isFull) = ([], nil, false) }
            tell(input)
        case .loaded(let ranges):
            self.ranges = ranges
            tell(.bufferChanged)
        case .likelyToKeepUp(let flag):
            isLikely = flag
            tell(.bufferChanged)
        case .bufferFull(let flag):
            isFull = flag
            tell(.bufferChanged)
        case .failed: tell(.loadingFailed(.connectionLost))
        // An empty buffer, a stall and the end follow from the playhead: the machine finds them itself.
        case .bufferEmpty, .stalled, .ended: tell(.deadline)
        case .status(let status): self.status = status
        case .reason(let reason): self.reason = .some(reason)
        case .rate(let rate): self.rate = rate
        }
    }

    private mutating func tell(_ input: PlayerInput) {
        player.handle(input, seeing: buffer, at: now, into: &effects)
        let wantsFacts = effects.contains { $0.wantsFacts }
        effects.removeAll(keepingCapacity: true)
        if wantsFacts, input != .bufferChanged { tell(.bufferChanged) }
    }

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

    private mutating func compare(_ line: Int32) {
        let isJudging = player.reasonForWaitingToPlay.map { $0 != .noItemToPlay } ?? false
        let theirs = reason ?? nil
        let bothJudge = isJudging && (theirs.map { $0 != .noItemToPlay } ?? false)
        let name = NamesOfAVFoundation.status
        note(.timeControlStatus, line, status.map(name), name(player.timeControlStatus))
        let own = Self.name(player.reasonForWaitingToPlay)
        note(.reasonForWaitingToPlay, line, bothJudge ? own : reason.map { Self.name($0) }, own)
        note(.rate, line, rate.map { ActionWords.rate($0) }, ActionWords.rate(player.rate))
    }

    private static func name(_ reason: WaitingReason?) -> String {
        reason.map { NamesOfAVFoundation.reason($0) } ?? "nil"
    }

    private mutating func note(_ property: Property, _ line: Int32, _ device: String?, _ model: String) {
        let index = property.rawValue
        open[index]?.to = now
        if let known = open[index], known.device == device, known.model == model { return }
        close(property)
        guard let device, device != model else { return }
        open[index] = Disagreement(
            property: property, from: now, to: now, line: line, device: device, model: model, inputs: inputs)
    }

    private mutating func close(_ property: Property) {
        guard let disagreement = open[property.rawValue] else { return }
        open[property.rawValue] = nil
        if disagreement.to - disagreement.from >= Self.tolerance { disagreements.append(disagreement) }
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

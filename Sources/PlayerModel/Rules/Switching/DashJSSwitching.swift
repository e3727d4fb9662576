/// The memory of dash.js's rules. Levels and lengths are in seconds, as they are there.
struct DashJSMemory: Equatable, Sendable {
    /// The state of BOLA: at its start it goes by throughput, until a segment is ahead.
    enum State: Equatable, Sendable { case unborn, startup, steady }

    /// Whether BOLA is asked in the place of the throughput rule.
    fileprivate var usesUtility = false
    fileprivate var state = State.unborn
    /// BOLA: media that is not there, and is reckoned with as if it were.
    fileprivate var placeholder = 0.0
    /// Since when BOLA's placeholder has been growing: the last segment, or the last question.
    fileprivate var since = Instant.zero
    fileprivate var lastLength = 0.0
    /// The segments that have come since the beginning, or the last seek.
    fileprivate var segments = 0
    /// Until when only lower bit rates are gone to, because a segment was given up.
    fileprivate var cautiousUntil = Instant.zero

    mutating func take(_ note: SwitchNote, on ladder: SwitchLadder, buffer: MediaTime) {
        let bola = DashJSUtility(ladder, buffer: buffer)
        switch note {
        case .finished(let segment):
            // It looks at each level of the buffer: the lowest is that before a segment came, the highest that after.
            // Of a segment of several chunks, the one before is as if they had come at once.
            let before = segment.isReplacement ? segment.ahead : max(.zero, segment.ahead - segment.length)
            noteLevel(before, buffer: buffer)
            noteLevel(segment.ahead, buffer: buffer)
            segments += 1
            lastLength = seconds(segment.length)
            since = segment.at
            guard state != .unborn else { return }
            placeholder *= 0.99
            // The level as the segment was asked for: it is not appended yet (BolaRule.js 170–192, `checkNewSegment`).
            let level = seconds(before) + Double(segment.took.nanoseconds) / 1e9
            placeholder = min(placeholder, max(0, bola.most(segment.rung) - level))
        case .gaveUp(let segment):
            noteLevel(segment.ahead, buffer: buffer)
            cautiousUntil = segment.at + .seconds(10)
            guard state != .unborn else { return }
            let wanted = segment.lower > 0 ? bola.least(segment.lower) : 10
            placeholder = min(placeholder, max(0, wanted - seconds(segment.ahead)))
        case .sought:
            segments = 0
            placeholder = 0
            if state != .unborn { state = .startup }
        case .ranDry:
            noteLevel(.zero, buffer: buffer)
            placeholder = 0
        case .rested, .sampled: break
        }
    }

    /// BOLA is asked from a full buffer on until that is half empty, at whichever level of the buffer that shows
    /// (AbrController.js, `_onMetricAdded`).
    fileprivate mutating func noteLevel(_ level: MediaTime, buffer: MediaTime) {
        let half = MediaTime(nanoseconds: buffer.nanoseconds / 2)
        usesUtility = level >= (usesUtility ? half : buffer)
    }
}

/// BOLA as dash.js has it: BolaRule.js 308–557.
private struct DashJSUtility {
    private let ladder: SwitchLadder
    private let gamma: Double
    private let scale: Double

    /// The level below which it never goes up, and what each bit rate adds to it: 10 s and 2 s.
    init(_ ladder: SwitchLadder, buffer: MediaTime) {
        self.ladder = ladder
        let full = max(seconds(buffer), 10 + 2 * Double(ladder.rungs.count))
        let top = ladder.rungs[ladder.rungs.count - 1].utility
        gamma = top / (full / 10 - 1)
        scale = gamma > 0 ? 10 / gamma : 0
    }

    private func utility(_ rung: Int) -> Double { ladder.rungs[rung].utility + 1 }

    /// The rung with the highest score at that level; of equal ones the highest.
    func best(at level: Double) -> Int {
        var (chosen, best) = (0, -Double.infinity)
        for rung in ladder.rungs.indices {
            let score = (scale * (utility(rung) - 1 + gamma) - level) / Double(ladder.rungs[rung].bitRate)
            if score >= best { (chosen, best) = (rung, score) }
        }
        return chosen
    }

    /// The level above which a rung is not worth asking for.
    func most(_ rung: Int) -> Double { scale * (utility(rung) + gamma) }

    /// The level from which on a rung is the best.
    func least(_ rung: Int) -> Double {
        let own = Double(ladder.rungs[rung].bitRate)
        return ladder.rungs[..<rung].indices.reduce(0) { level, lower in
            let other = Double(ladder.rungs[lower].bitRate)
            guard own > other else { return level }
            let mixed = (own * utility(lower) - other * utility(rung)) / (own - other)
            return max(level, scale * (gamma + mixed))
        }
    }
}

extension SwitchLadder {
    /// dash.js: the lowest of what the active rules wish (ABRRulesCollection.js 192–253).
    func byLowestWish(
        _ question: SwitchQuestion, safety: Int64, buffer: MediaTime, insufficient: Int64,
        _ memory: inout DashJSMemory
    ) -> SwitchDecision {
        let bitRate = question.throughput.bitsPerSecond
        let safe = highest(within: proportion(bitRate, safety, over: 1_000_000, .down))
        memory.noteLevel(question.ahead, buffer: buffer)
        // With 0.3 s or less there is a stall, and the throughput rule is silent (BufferController.js 904–932).
        let isDry = question.ahead <= MediaTime(nanoseconds: 300_000_000)
        let isCautious = question.now < memory.cautiousUntil
        var (wish, rest): (Int?, TimeAmount) = (nil, .zero)
        if memory.usesUtility {
            if rungs.count > 1 { (wish, rest) = byUtility(question, safe: safe, buffer: buffer, &memory) }
        } else if !isDry, !isCautious {
            wish = safe
        }
        if memory.segments >= 2 {
            let time = proportion(
                question.ahead.nanoseconds, insufficient, over: max(1, question.segment.nanoseconds), .down)
            let carried = isDry ? 0 : highest(within: proportion(bitRate, time, over: 1_000_000, .down))
            wish = min(wish ?? carried, carried)
        }
        let rung = wish ?? question.current
        let isHeld = isCautious && rung > question.current
        return SwitchDecision(rung: isHeld ? question.current : rung, rest: rest)
    }

    /// BOLA-O with a placeholder buffer.
    private func byUtility(
        _ question: SwitchQuestion, safe: Int, buffer: MediaTime, _ memory: inout DashJSMemory
    ) -> (rung: Int, rest: TimeAmount) {
        let bola = DashJSUtility(self, buffer: buffer)
        let level = seconds(question.ahead)
        switch memory.state {
        case .unborn, .startup:
            memory.placeholder = max(0, bola.least(safe) - level)
            memory.state = level >= memory.lastLength ? .steady : .startup
            memory.since = question.now
            return (safe, .zero)
        case .steady:
            memory.placeholder += Double((question.now - memory.since).nanoseconds) / 1e9
            memory.since = question.now
            var rung = bola.best(at: level + memory.placeholder)
            if rung > question.current, rung > safe { rung = max(safe, question.current) }
            let excess = max(0, level + memory.placeholder - bola.most(rung))
            let rest = max(0, excess - memory.placeholder)
            memory.placeholder = max(0, memory.placeholder - excess)
            guard rung < rungs.count - 1 else { return (rung, .zero) }
            return (rung, TimeAmount(nanoseconds: Int64(min(rest, 86_400) * 1e9)))
        }
    }
}

/// CUBIC and HyStart as Linux has them (RFC 9438; `tcp_cubic.c`): how the window grows and shrinks.
///
/// Windows are packets. Times are nanoseconds outside and, like the kernel's clock here, milliseconds within.
struct Cubic: Sendable {
    /// The window is multiplied by 717/1024 at a loss: RFC 9438, section 4.6 (0.7).
    private static let beta1024: Int64 = 717
    /// C = 0.4 as 410/1024: RFC 9438, section 5.
    private static let scale1024: Int64 = 410
    /// Reno's growth as seen from CUBIC's β, eightfold: 8 · (1 + β) / (3 · (1 − β)), as the kernel rounds it.
    private static let renoScale8: Int64 = 8 * (1024 + beta1024) / 3 / (1024 - beta1024)
    /// Linux: the curve is looked up again after a 32nd of a second, or when the window has changed.
    private static let updateInterval_ms: Int64 = 31
    /// Linux: as long as nothing was ever lost, the window grows by 5 % a round trip at least.
    private static let greatestInitialCount: Int64 = 20
    /// Linux: round trips in the first second after a loss say nothing about the path.
    private static let settling_ms: Int64 = 1000

    /// RFC 9406 has no least window; Linux, `hystart_low_window`.
    private static let hystartLeastWindow: Int64 = 16
    /// Linux, `hystart_ack_delta_us`: acknowledgements closer than 2 ms belong to one train.
    private static let trainGap_ns: Int64 = 2_000_000
    /// Linux, `hystart_ack_delay`: how late acknowledgements may be, 1 ms at all rates below 2 Gbit/s.
    private static let ackDelay_ns: Int64 = 1_000_000
    /// Linux, `HYSTART_MIN_SAMPLES`; RFC 9406 `N_RTT_SAMPLE`.
    private static let delaySamples = 8
    /// Linux, `HYSTART_DELAY_MIN` and `_MAX`; RFC 9406 `MIN_RTT_THRESH` and `MAX_RTT_THRESH`.
    private static let delayIncrease_ns: ClosedRange<Int64> = 4_000_000...16_000_000

    let usesHystart: Bool

    private var greatestWindow: Int64 = 0
    private var origin: Int64 = 0
    private var inflection1024: Int64 = 0
    private var epoch_ms: Int64?
    private var leastDelay: Int64 = 0
    private var lastWindow: Int64 = 0
    private var lastUpdate_ms: Int64 = 0
    private var acknowledged: Int64 = 0
    private var renoWindow: Int64 = 0
    /// The number of acknowledged packets that make the window grow by one.
    private var packetsPerGrowth: Int64 = 1
    private var credit: Int64 = 0

    private var slowStartEnded = false
    private var roundStart: Int64 = 0
    private var lastInTrain: Int64 = 0
    private var roundEnd: Int64 = 0
    private var leastOfRound: Int64 = .max
    private var samples = 0

    init(usesHystart: Bool) { self.usesHystart = usesHystart }

    // MARK: Losses and pauses

    /// Records a loss at that window, forgets the credit, and returns the window at which slow start ends from now on.
    mutating func lost(window: Int64) -> Int64 {
        epoch_ms = nil
        credit = 0
        greatestWindow = window < greatestWindow ? window * (1024 + Self.beta1024) / 2048 : window
        return max(window * Self.beta1024 / 1024, 2)
    }

    /// Forgets the curve and looks for the end of slow start again, as after a timeout.
    mutating func timedOut(next: Int64, at now: Int64) {
        self = Cubic(usesHystart: usesHystart)
        startRound(next: next, at: now)
    }

    /// Shifts the curve by a pause in sending, which does not count as time on it.
    mutating func resumed(after idle: Int64, at now: Int64) {
        guard let epoch = epoch_ms else { return }
        epoch_ms = min(epoch + max(0, idle / 1_000_000), now / 1_000_000)
    }

    // MARK: Growth

    /// The window after `packets` more were acknowledged outside slow start.
    @inline(__always)
    mutating func grown(window: Int64, by packets: Int64, at now: Int64) -> Int64 {
        acknowledged += packets
        let now_ms = now / 1_000_000
        if lastWindow != window || now_ms - lastUpdate_ms > Self.updateInterval_ms { update(window, packets, now_ms) }
        var window = window
        if credit >= packetsPerGrowth {
            credit = 0
            window += 1
        }
        credit += packets
        if credit >= packetsPerGrowth {
            let growth = credit / packetsPerGrowth
            credit -= growth * packetsPerGrowth
            window += growth
        }
        return window
    }

    @inline(never)
    private mutating func update(_ window: Int64, _ packets: Int64, _ now_ms: Int64) {
        if epoch_ms != nil, now_ms == lastUpdate_ms { return followReno(window) }
        lastWindow = window
        lastUpdate_ms = now_ms
        let epoch = epoch_ms ?? beginEpoch(window, packets, now_ms)
        let time1024 = ((now_ms - epoch) * 1000 + leastDelay / 1000) * 1024 / 1_000_000
        let distance = abs(time1024 - inflection1024)
        // The cube of a distance below 2²⁰ of a 1024th of a second fits: longer epochs have grown far enough. Below
        // 2¹⁷ it fits into a word.
        let near = min(distance, 1 << 20)
        let change =
            near < 1 << 17
            ? (Self.scale1024 * near * near * near) >> 40
            : Int64((Int128(Self.scale1024) * Int128(near) * Int128(near) * Int128(near)) >> 40)
        let target = time1024 < inflection1024 ? origin - change : origin + change
        packetsPerGrowth = target > window ? window / (target - window) : 100 * window
        if greatestWindow == 0 { packetsPerGrowth = min(packetsPerGrowth, Self.greatestInitialCount) }
        followReno(window)
    }

    private mutating func beginEpoch(_ window: Int64, _ packets: Int64, _ now_ms: Int64) -> Int64 {
        epoch_ms = now_ms
        acknowledged = packets
        renoWindow = window
        if greatestWindow <= window {
            inflection1024 = 0
            origin = window
        } else {
            inflection1024 = Self.cubeRoot((1 << 40) / Self.scale1024 * (greatestWindow - window))
            origin = greatestWindow
        }
        return now_ms
    }

    /// Grows the window no slower than Reno would: RFC 9438, section 4.3.
    private mutating func followReno(_ window: Int64) {
        let perGrowth = (window * Self.renoScale8) >> 3
        if perGrowth > 0, acknowledged > perGrowth {
            let growths = (acknowledged - 1) / perGrowth
            acknowledged -= growths * perGrowth
            renoWindow += growths
        }
        if renoWindow > window { packetsPerGrowth = min(packetsPerGrowth, window / (renoWindow - window)) }
        packetsPerGrowth = max(packetsPerGrowth, 2)
    }

    private static func cubeRoot(_ cube: Int64) -> Int64 {
        var root: Int64 = 0
        var bit: Int64 = 1 << 20
        while bit > 0 {
            let trial = root | bit
            if trial * trial * trial <= cube { root = trial }
            bit >>= 1
        }
        return root
    }

    // MARK: HyStart

    /// Takes in a round trip. Returns whether slow start ends at this window, because acknowledgements come in a
    /// train half a round trip long or because the round trip has grown: Linux, `hystart_update`.
    ///
    /// RFC 9406 (HyStart++) has the second reason alone, with the same bounds, and lets the window grow on slowly for
    /// five rounds first (conservative slow start, section 4.2).
    @inline(__always)
    mutating func measured(
        _ roundTrip: Int64, window: Int64, inSlowStart: Bool, acknowledged una: Int64, next: Int64, at now: Int64
    ) -> Bool {
        if let epoch = epoch_ms, now / 1_000_000 - epoch < Self.settling_ms { return false }
        if leastDelay == 0 || roundTrip < leastDelay { leastDelay = roundTrip }
        guard usesHystart, !slowStartEnded, inSlowStart else { return false }
        if una > roundEnd { startRound(next: next, at: now) }
        guard window >= Self.hystartLeastWindow else { return false }
        if now - lastInTrain <= Self.trainGap_ns {
            lastInTrain = now
            if now - roundStart > (leastDelay + Self.ackDelay_ns) / 2 { slowStartEnded = true }
        }
        leastOfRound = min(leastOfRound, roundTrip)
        if samples < Self.delaySamples {
            samples += 1
        } else {
            let increase = leastDelay / 8
            let allowed = min(max(increase, Self.delayIncrease_ns.lowerBound), Self.delayIncrease_ns.upperBound)
            if leastOfRound > leastDelay + allowed { slowStartEnded = true }
        }
        return slowStartEnded
    }

    private mutating func startRound(next: Int64, at now: Int64) {
        roundStart = now
        lastInTrain = now
        roundEnd = next
        leastOfRound = .max
        samples = 0
    }
}

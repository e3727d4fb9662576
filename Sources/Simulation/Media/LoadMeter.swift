import PlayerModel

/// The measurements of a loader: how fast media comes, and how long answers take.
///
/// Chunks that come side by side share what the network carried meanwhile. So the meter remembers what had been seen of
/// the network when the last chunk came, and how much of that all chunks account for: the difference is here already,
/// of chunks that are not.
struct LoadMeter: Sendable {
    private(set) var throughput: Throughput
    /// The state of the network when the last chunk came, and the bytes of all chunks up to that one.
    private var lastReceipt = Receipt(bytes: 0, wasted: 0, busy: .zero)
    private var settledBytes: Int64 = 0
    private(set) var lastArrival = Instant.zero
    /// The measurements of the chunk that is under way.
    private var onTheWay = ThroughputSample(bits: 0, busy: .zero)
    /// The same as of the last look at the network, which may be later.
    private var seen = Receipt(bytes: 0, wasted: 0, busy: .zero)
    private var seenAt = Instant.zero
    /// The receipt that came last with a chunk or a file.
    private var arrived = Receipt(bytes: 0, wasted: 0, busy: .zero)
    /// How often something was called off, maybe in the middle of a byte: so many bytes more than there are may seem to
    /// be here.
    private var broken: Int64 = 0
    /// The bytes that had been in vain when something was called off; nil once a chunk has come since. What comes of it
    /// after that takes up the network, and is no part of what is measured.
    private var vainAtCallOff: Int64?
    /// The shortest time that an answer took, from its request on.
    private var quickestAnswer: TimeAmount?
    /// Whether something was called off since the last look.
    private var isCalledOff = false
    /// Whether, at the last look, less had come since the last chunk than was expected, by more than a beat of time.
    private var isBehind = false

    init(estimator: ThroughputEstimator, evidence: EvidenceSettings) {
        throughput = Throughput(estimator: estimator, evidence: evidence)
    }

    /// Whether what is under way comes otherwise than was expected: then what is to come is reckoned from the last look
    /// at it, and else from the last chunk.
    var isOff: Bool { throughput.isContradicted || throughput.reading.isSilent || isBehind }

    /// Whether evidence is looked for.
    var looks: Bool { throughput.reading.isSought }

    /// The part of what is under way that is here already.
    struct Partial: BitwiseCopyable, Sendable {
        let bytes: Int64
        /// The instant as of which that holds, and whether it was seen by a look: else it came with a chunk.
        let seenAt: Instant
        let isFromLook: Bool
    }

    var partial: Partial {
        let isOff = isOff
        let receipt = isOff ? seen : lastReceipt
        return Partial(
            bytes: max(0, receipt.bytes - receipt.wasted - settledBytes - broken),
            seenAt: isOff ? seenAt : lastArrival, isFromLook: isOff)
    }

    /// The answer to a request that is alone took a round trip. One that waited behind others' bytes took longer, which
    /// the next one need not: of those the least counts.
    mutating func take(latency: TimeAmount, isAlone: Bool) {
        if isAlone || throughput.latency == .zero || latency < throughput.latency { throughput.latency = latency }
    }

    /// Likewise, of media. `isCounted` is whether a part of it was measured with that time.
    mutating func take(latency: TimeAmount, isAlone: Bool, ofSegment length: MediaTime, isCounted: Bool) {
        take(latency: latency, isAlone: isAlone)
        throughput.add(latency: latency, ofSegment: length, isCounted: isCounted)
    }

    /// An answer came so long after its request had left. What it took longer than the quickest one, the network was
    /// busy with what had been called off.
    mutating func take(answerAfter time: TimeAmount, _ receipt: Receipt) {
        if let vainAtCallOff, let least = quickestAnswer {
            let drained = max(0, receipt.wasted - vainAtCallOff)
            throughput.wait(ThroughputSample(bits: drained.multipliedClamped(by: 8), busy: time - least))
        }
        quickestAnswer = min(quickestAnswer ?? time, time)
    }

    /// A chunk came. Returns what the network carried since the one before.
    mutating func take(chunk bytes: Int64, _ receipt: Receipt, at now: Instant) -> ThroughputSample {
        let sample = take(part: receipt, at: now)
        arrived = receipt
        defer { onTheWay = ThroughputSample(bits: 0, busy: .zero) }
        vainAtCallOff = nil
        settledBytes = settledBytes.addingClamped(bytes)
        return ThroughputSample(
            bits: sample.bits.addingClamped(onTheWay.bits), busy: sample.busy + onTheWay.busy)
    }

    /// A part of a chunk came, which is measured by itself; the first part of an answer that was waited for with that
    /// time. Of a pause in it the next look tells, or the chunk.
    mutating func take(partOnTheWay receipt: Receipt, after wait: TimeAmount? = nil, at now: Instant) {
        if let wait { throughput.add(waited: wait) }
        var receipt = receipt
        receipt.pause = .zero
        let sample = take(part: receipt, at: now)
        onTheWay.bits = onTheWay.bits.addingClamped(sample.bits)
        onTheWay.busy = onTheWay.busy + sample.busy
    }

    private mutating func take(part receipt: Receipt, at now: Instant) -> ThroughputSample {
        let seen = news(receipt, at: now)?.sample
        let drained = vainAtCallOff == nil ? 0 : max(0, receipt.wasted - lastReceipt.wasted)
        let sample = ThroughputSample(
            bits: max(0, receipt.bytes - lastReceipt.bytes - drained).multipliedClamped(by: 8),
            busy: receipt.busy - lastReceipt.busy)
        throughput.add(sample, seeing: seen, pause: receipt.pause)
        lastReceipt = receipt
        lastArrival = now
        isBehind = false
        return sample
    }

    /// A chunk of which so many bytes had come was given up. They are a measurement of their own or none, but no part
    /// of the next one.
    mutating func giveUp(_ progress: Progress, isMeasured: Bool) {
        onTheWay = ThroughputSample(bits: 0, busy: .zero)
        if isMeasured, progress.received > 0 {
            throughput.add(
                ThroughputSample(
                    bits: (progress.receipt.bytes - lastReceipt.bytes).multipliedClamped(by: 8),
                    busy: progress.receipt.busy - lastReceipt.busy))
        }
        isBehind = false
        lastReceipt = progress.receipt
        lastReceipt.wasted = lastReceipt.wasted.addingClamped(progress.received)
        vainAtCallOff = lastReceipt.wasted
    }

    /// Something that is no media came. It says nothing of the throughput of media.
    ///
    /// Beside media it takes its bytes along; the time that the network is busy is that of both.
    mutating func take(file bytes: Int64, _ receipt: Receipt, isBesideMedia: Bool) {
        arrived = receipt
        if isBesideMedia {
            lastReceipt.bytes = lastReceipt.bytes.addingClamped(bytes)
        } else {
            lastReceipt = receipt
            seen = receipt
        }
        settledBytes = settledBytes.addingClamped(bytes)
    }

    /// Sees how far what is under way has come. Bytes of what was called off tell nothing: of that there is a look at
    /// once, and what comes of it later is counted as wasted when it comes. Says whether anything has come.
    mutating func look(_ receipt: Receipt, at now: Instant) -> Bool {
        guard !isOld(receipt), let (sample, hasCome) = news(receipt, at: now) else { return false }
        throughput.see(sample, pause: receipt.pause)
        if let estimate = throughput.estimate {
            let late = receipt.busy - lastReceipt.busy - throughput.evidence.beat
            let bytes = max(0, receipt.bytes - lastReceipt.bytes)
            isBehind = estimate.brings(bytes, within: late - TimeAmount(nanoseconds: 1))
        }
        return hasCome
    }

    /// Whether something that left later than a look's receipt was written has come before it, as where the delay
    /// shrinks: then it is of the past, and the next look says more.
    private func isOld(_ receipt: Receipt) -> Bool { receipt.bytes < arrived.bytes || receipt.busy < arrived.busy }

    /// All that has come since the last look, and whether anything has; nil where a look tells nothing.
    private mutating func news(_ receipt: Receipt, at now: Instant) -> (sample: ThroughputSample, hasCome: Bool)? {
        let (bytes, wasted) = (receipt.bytes - seen.bytes, receipt.wasted - seen.wasted)
        let busy = receipt.busy - seen.busy
        seen = receipt
        seenAt = now
        if wasted > 0 { broken += 1 }
        if isCalledOff {
            (isCalledOff, vainAtCallOff) = (false, receipt.wasted)
            lastReceipt.wasted = receipt.wasted
            // A byte of which some has come counts for nothing: else what comes would seem too fast.
            if receipt.bytes > lastReceipt.bytes { lastReceipt.bytes += 1 }
        }
        if wasted > 0, bytes <= wasted { return nil }
        let bits = max(0, bytes - wasted).multipliedClamped(by: 8)
        return (ThroughputSample(bits: bits, busy: max(.zero, busy)), bytes > wasted)
    }

    /// Something is called off now: what comes of it from the next look on is neither media nor nothing.
    mutating func callOff() { isCalledOff = true }

    /// Another item is loaded.
    mutating func beginItem() { throughput.beginItem() }

    /// Another item begins: that of before has been called off by now, and what has come of it does not count.
    mutating func beginItem(from receipt: Receipt, at now: Instant) {
        let receipt = isOld(receipt) ? arrived : receipt
        (lastReceipt, seen) = (receipt, receipt)
        onTheWay = ThroughputSample(bits: 0, busy: .zero)
        isBehind = false
        if receipt.bytes > 0 {
            // A byte of which some came before counts for what was before: else what comes would seem too fast.
            broken += 1
            lastReceipt.bytes += 1
            lastReceipt.wasted += 1
            seen = lastReceipt
        }
        seenAt = now
        (isCalledOff, vainAtCallOff) = (false, lastReceipt.wasted)
    }
}

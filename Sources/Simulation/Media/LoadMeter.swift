import PlayerModel

/// The measurements of a loader: how fast media comes, and how long answers take.
///
/// Chunks that come side by side share what the network carried meanwhile. So the meter remembers what had been seen of
/// the network when the last chunk came, and how much of that all chunks account for: the difference is here already,
/// of chunks that are not. Of players that measure requests by themselves, `RequestMeter` says what a sample is.
struct LoadMeter: Sendable {
    private(set) var throughput: Throughput
    private let measured: ThroughputEstimator.Measured
    private var requests = RequestMeter()
    /// The state of the network when the last chunk came, or a part of one that was measured on the way, and the bytes
    /// of all chunks up to that one.
    private var lastReceipt = Receipt(bytes: 0, wasted: 0, busy: .zero)
    /// The same as of the last chunk alone, or of what was given up: from it on, all that the network carries is the
    /// next chunk's.
    private var chunkReceipt = Receipt(bytes: 0, wasted: 0, busy: .zero)
    /// The time that the network is busy with media, to be told of each chunk.
    private var busyTime = BusyBook()
    private var settledBytes: Int64 = 0
    private(set) var lastArrival = Instant.zero
    /// The same as of the last look at the network, which may be later.
    private var seen = Receipt(bytes: 0, wasted: 0, busy: .zero)
    private var seenAt = Instant.zero
    /// Since when nothing new was seen of the media under way; `never` where something was at the last look.
    private var vainSince = Instant.never
    /// The most that was seen of all media, and the bytes of all else. What has come of a file is taken for media until
    /// it is whole: once, as the next one brings no more.
    private var (mostOfMedia, fileBytes): (Int64, Int64) = (0, 0)
    /// The receipt that came last with a chunk or a file.
    private var arrived = Receipt(bytes: 0, wasted: 0, busy: .zero)
    /// How often something was called off, maybe in the middle of a byte: for each of them a byte less counts as here,
    /// for caution.
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
        measured = estimator.measured
    }

    /// Whether the player measures requests by themselves.
    var measuresRequests: Bool { measured != .network }

    /// Whether chunks of a track are measured.
    func measures(_ track: Int) -> Bool { measured != .requestsOfFirstTrack || track == 0 }

    /// Whether what is under way comes otherwise than was expected: then what is to come is reckoned from the last look
    /// at it, and else from the last chunk.
    var isOff: Bool { throughput.isContradicted || throughput.reading.isSilent || isBehind }

    /// Whether evidence is looked for.
    var looks: Bool { throughput.reading.isSought }

    /// The time after which there may be something to see again. Once no media has come for as long as none may be
    /// overlooked that is needed soon, a sixteenth of the time beyond that: a network or a server that is dead for good
    /// costs few looks, and one that comes back is seen soon.
    func lookInterval(_ now: Instant) -> TimeAmount {
        let interval = throughput.reading.interval
        guard vainSince < now else { return interval }
        let beyond = (now - vainSince).nanoseconds - Evidence.soon.nanoseconds
        return max(interval, TimeAmount(nanoseconds: beyond / 16))
    }

    /// Something is under way again, and is looked at.
    mutating func beginLooking() { vainSince = .never }

    /// Something has come, or failed, be it to be asked for again. Says whether nothing had for so long that the next
    /// look may be too far off.
    mutating func endVain(at now: Instant) -> Bool {
        defer { vainSince = .never }
        return vainSince < now && lookInterval(now) > throughput.reading.interval
    }

    /// Whether there is a look only to tell apart what comes after something that was called off: of whoever sees how
    /// far it has come anyhow, and of whoever measures requests by themselves, there is none.
    var tellsApart: Bool { !looks && !measuresRequests }

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
            throughput.wait(ThroughputSample(bytes: drained, busy: time - least))
        }
        quickestAnswer = min(quickestAnswer ?? time, time)
    }

    /// The part of what came that is a sample: all that the network carried, that of one request, or none.
    enum Counted {
        case carried, nothing
        case request(ThroughputSample)
    }

    /// A chunk came. Returns for how long the network was busy with media since the one before, what came in vain
    /// included, and the chunk as it was measured.
    mutating func take(
        chunk bytes: Int64, from origin: RequestMeter.Origin, _ receipt: Receipt, at now: Instant
    ) -> (busy: TimeAmount, measured: ThroughputSample) {
        let busy = busyTime.takeChunk(at: receipt.busy)
        guard measuresRequests else { return (busy, take(chunk: bytes, receipt, at: now)) }
        let (rest, whole) = requests.take(chunk: bytes, from: origin, receipt, at: now)
        _ = take(chunk: bytes, receipt, as: measures(origin.track) ? .request(rest) : .nothing, at: now)
        return (busy, whole)
    }

    /// Likewise, with what of it is a sample. Returns what the network carried since the one before, or since something
    /// was given up.
    mutating func take(
        chunk bytes: Int64, _ receipt: Receipt, as counted: Counted = .carried, at now: Instant
    ) -> ThroughputSample {
        take(part: receipt, as: counted, at: now)
        let carried = carried(receipt, since: chunkReceipt)
        if !isOlder(receipt, than: chunkReceipt) { chunkReceipt = receipt }
        arrived = receipt
        vainAtCallOff = nil
        settledBytes = settledBytes.addingClamped(bytes)
        return carried
    }

    /// A part of a chunk came, which is measured by itself; the first part of an answer that was waited for with that
    /// time.
    mutating func take(
        onTheWay progress: Progress, from origin: RequestMeter.Origin, after wait: TimeAmount?, at now: Instant
    ) {
        guard measuresRequests else { return take(partOnTheWay: progress.receipt, after: wait, at: now) }
        let part = requests.take(onTheWay: progress.received, from: origin, progress.receipt, at: now)
        take(partOnTheWay: progress.receipt, as: .request(part), after: wait, at: now)
    }

    /// Likewise, with what of it is a sample. Of a pause in it the next look tells, or the chunk.
    mutating func take(
        partOnTheWay receipt: Receipt, as counted: Counted = .carried, after wait: TimeAmount? = nil, at now: Instant
    ) {
        if let wait { throughput.add(waited: wait) }
        var receipt = receipt
        receipt.pause = .zero
        take(part: receipt, as: counted, at: now)
    }

    /// Bytes that left the link before the last look did are no sample where they come after it: it has counted them.
    private mutating func take(part receipt: Receipt, as counted: Counted, at now: Instant) {
        let seen = news(receipt, at: now)?.sample
        let isCounted = isOlder(receipt, than: lastReceipt)
        switch counted {
        case .carried where !isCounted:
            throughput.add(carried(receipt, since: lastReceipt), seeing: seen, pause: receipt.pause)
        case .request(let own): throughput.add(own, seeing: seen, pause: receipt.pause)
        case .carried, .nothing: if let seen { throughput.see(seen, pause: receipt.pause) }
        }
        if !isCounted { lastReceipt = receipt }
        lastArrival = now
        isBehind = false
    }

    /// All that the network carried from one receipt to a later one, but for what came of what was called off.
    private func carried(_ receipt: Receipt, since before: Receipt) -> ThroughputSample {
        let drained = vainAtCallOff == nil ? 0 : max(0, receipt.wasted - before.wasted)
        return ThroughputSample(
            bytes: max(0, receipt.bytes - before.bytes - drained),
            busy: max(.zero, receipt.busy - before.busy))
    }

    private func isOlder(_ receipt: Receipt, than other: Receipt) -> Bool {
        (receipt.busy, receipt.bytes) < (other.busy, other.bytes)
    }

    /// A chunk of which so much had come was given up; its first byte was waited for with that time, or has not come in
    /// that time. That is a sample of its own or none, but no part of the next one.
    mutating func giveUp(
        _ progress: Progress, from origin: RequestMeter.Origin, after wait: TimeAmount?, isMeasured: Bool,
        at now: Instant
    ) {
        let own = requests.giveUp(progress.received, from: origin, progress.receipt, at: now)
        let carried = ThroughputSample(
            bytes: progress.receipt.bytes - lastReceipt.bytes,
            busy: progress.receipt.busy - lastReceipt.busy)
        if isMeasured { take(vain: measuresRequests ? own : carried, of: progress, after: wait, at: now) }
        isBehind = false
        lastReceipt = progress.receipt
        lastReceipt.wasted = lastReceipt.wasted.addingClamped(progress.sent)
        chunkReceipt = lastReceipt
        vainAtCallOff = lastReceipt.wasted
        busyTime.noteVain(at: progress.receipt.busy)
    }

    /// Media that was under way up to here has been called off, or has failed.
    mutating func noteVain(upTo receipt: Receipt) { busyTime.noteVain(at: receipt.busy) }

    /// Likewise, where nobody has looked before a file of so many bytes came: by its bytes that has its share of the
    /// time since something came last.
    mutating func noteVain(upTo receipt: Receipt, before bytes: Int64) {
        let (all, time) = (receipt.bytes - arrived.bytes, receipt.busy - arrived.busy)
        guard all > bytes, time > .zero else { return }
        let own = proportion(time.nanoseconds, bytes, over: all, .down)
        busyTime.noteVain(at: receipt.busy - TimeAmount(nanoseconds: own))
    }

    /// An attempt ran out of time when so much of it had come, and the player makes it again: that is a sample as of
    /// what is given up, or none.
    mutating func take(
        timedOut progress: Progress, from origin: RequestMeter.Origin, after wait: TimeAmount, at now: Instant
    ) {
        guard throughput.estimator.measuresTimeouts else { return }
        let own = requests.giveUp(progress.received, from: origin, progress.receipt, at: now)
        take(vain: own, of: progress, after: wait, at: now)
    }

    /// Whoever measures requests counts all the time since the first byte, the silence of a server included: that is
    /// why nothing comes of it. But what is kept back is not waited for.
    private mutating func take(
        vain sample: ThroughputSample, of progress: Progress, after wait: TimeAmount?, at now: Instant
    ) {
        guard progress.received > 0 else {
            if let wait { throughput.add(waitedInVain: wait) }
            return
        }
        guard let wait else { return throughput.add(sample) }
        throughput.add(waited: wait)
        let passed = measuresRequests ? now - progress.times.comingSince : .zero
        throughput.add(ThroughputSample(bits: sample.bits, busy: max(sample.busy, passed)))
    }

    /// Something that is no media came. It says nothing of the throughput of media.
    ///
    /// Beside media it takes its bytes along; the time that the network is busy is that of both.
    mutating func take(file bytes: Int64, _ receipt: Receipt, isBesideMedia: Bool) {
        arrived = receipt
        if isBesideMedia {
            lastReceipt.bytes = lastReceipt.bytes.addingClamped(bytes)
            chunkReceipt.bytes = chunkReceipt.bytes.addingClamped(bytes)
        } else {
            (lastReceipt, chunkReceipt) = (receipt, receipt)
            seen = receipt
            busyTime.passOver(at: receipt.busy)
        }
        settledBytes = settledBytes.addingClamped(bytes)
        fileBytes = fileBytes.addingClamped(bytes)
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
        let ofMedia = receipt.bytes - fileBytes
        vainSince = ofMedia > mostOfMedia ? .never : min(vainSince, now)
        mostOfMedia = max(mostOfMedia, ofMedia)
        seen = receipt
        seenAt = now
        if wasted > 0 { broken += 1 }
        if isCalledOff {
            (isCalledOff, vainAtCallOff) = (false, receipt.wasted)
            (lastReceipt.wasted, chunkReceipt.wasted) = (receipt.wasted, receipt.wasted)
            // A byte of which some has come counts for nothing: else what comes would seem too fast.
            if receipt.bytes > lastReceipt.bytes {
                lastReceipt.bytes += 1
                chunkReceipt.bytes += 1
            }
        }
        if wasted > 0, bytes <= wasted { return nil }
        return (ThroughputSample(bytes: max(0, bytes - wasted), busy: max(.zero, busy)), bytes > wasted)
    }

    /// Something is called off now: what comes of it from the next look on is neither media nor nothing.
    mutating func callOff() { (isCalledOff, vainSince) = (true, .never) }

    /// Another item is loaded.
    mutating func beginItem() { throughput.beginItem() }

    /// Tells what comes from now on apart from what came before, of another item, or of something that has been called
    /// off by now or has failed: that is a sample of its own or none, but no part of the next one. What goes on beside
    /// it keeps the time that the network was busy with it: within an item, or because all of it goes on for the next.
    mutating func tellApart(from receipt: Receipt, endingAll endsAll: Bool, at now: Instant) {
        let receipt = isOld(receipt) ? arrived : receipt
        let bytes = receipt.bytes - lastReceipt.bytes
        if throughput.estimator.measuresCalledOff, bytes > 0 {
            throughput.add(ThroughputSample(bytes: bytes, busy: receipt.busy - lastReceipt.busy))
        }
        (lastReceipt, seen) = (receipt, receipt)
        isBehind = false
        beginLooking()
        if receipt.bytes > 0 {
            // A byte of which some came before counts for what was before: else what comes would seem too fast.
            broken += 1
            lastReceipt.bytes += 1
            lastReceipt.wasted += 1
            seen = lastReceipt
        }
        if endsAll {
            chunkReceipt = lastReceipt
            busyTime.passOver(at: lastReceipt.busy)
        } else {
            chunkReceipt.wasted = lastReceipt.wasted
        }
        seenAt = now
        (isCalledOff, vainAtCallOff) = (false, lastReceipt.wasted)
    }
}

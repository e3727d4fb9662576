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

    init(estimator: ThroughputEstimator) { throughput = Throughput(estimator: estimator) }

    var partialBytes: Int64 { max(0, lastReceipt.bytes - lastReceipt.wasted - settledBytes) }

    /// The answer to a request that is alone took a round trip. One that waited behind others' bytes took longer, which
    /// the next one need not: of those the least counts.
    mutating func take(latency: TimeAmount, isAlone: Bool) {
        if isAlone || throughput.latency == .zero || latency < throughput.latency { throughput.latency = latency }
    }

    mutating func take(latency: TimeAmount, isAlone: Bool, ofSegment length: MediaTime) {
        take(latency: latency, isAlone: isAlone)
        throughput.add(latency: latency, ofSegment: length)
    }

    /// A chunk came. Returns what the network carried since the one before.
    mutating func take(chunk bytes: Int64, _ receipt: Receipt, at now: Instant) -> ThroughputSample {
        let sample = ThroughputSample(
            bits: (receipt.bytes - lastReceipt.bytes).multipliedClamped(by: 8), busy: receipt.busy - lastReceipt.busy)
        throughput.add(sample)
        lastReceipt = receipt
        lastArrival = now
        settledBytes = settledBytes.addingClamped(bytes)
        return sample
    }

    /// Something that is no media came. It says nothing of the throughput of media.
    ///
    /// Beside media it takes its bytes along; the time that the network is busy is that of both.
    mutating func take(file bytes: Int64, _ receipt: Receipt, isBesideMedia: Bool) {
        if isBesideMedia {
            lastReceipt.bytes = lastReceipt.bytes.addingClamped(bytes)
        } else {
            lastReceipt = receipt
        }
        settledBytes = settledBytes.addingClamped(bytes)
    }
}

/// A download under way as Sabre sees it: in bits and milliseconds.
struct SabreProgress {
    /// Bits of the whole segment, and those that have come.
    let size: Double
    let downloaded: Double
    /// Since the request; and until the first byte.
    let time: Double
    let latency: Double
    /// The media ahead, in milliseconds.
    let level: Double
    /// The length of a segment, and the mean latency of segments so far.
    let segment: Double
    let meanLatency: Double

    init(_ download: SegmentAbandonment.Download, _ question: SwitchQuestion) {
        size = Double(download.bytes.multiplied8)
        downloaded = Double(download.received.multiplied8) + download.restOfBits
        time = SabreMoment.milliseconds(download.elapsed.nanoseconds)
        latency = SabreMoment.milliseconds((download.elapsed - download.receiving).nanoseconds)
        level = SabreMoment.milliseconds(question.ahead.nanoseconds)
        segment = SabreMoment.milliseconds(question.segment.nanoseconds)
        meanLatency = SabreMoment.milliseconds(question.latency.nanoseconds)
    }

    var left: Double { size - downloaded }
    var receiving: Double { time - latency }
    var throughput: Double { downloaded / receiving }
}

extension SwitchLadder {
    /// The throughput rule's: after half a second, where the whole download will take more than 1.8 times as long as it
    /// plays, the highest rung that a part of its throughput carries, if that is less than what is left.
    /// `ThroughputRule`, src/sabre.py 985–1007.
    func lowerRung(than current: Int, for progress: SabreProgress, safety: Int64) -> Int? {
        guard progress.time >= 500, progress.receiving > 0, progress.downloaded > 0 else { return nil }
        let throughput = progress.throughput
        guard progress.time + progress.left / throughput > 1.8 * progress.segment else { return nil }
        let carried = throughput * Double(safety) / 1_000_000
        var rung = 0
        while rung + 1 < rungs.count,
            progress.meanLatency + progress.segment * rungs[rung + 1].kilobits / carried <= progress.segment
        {
            rung += 1
        }
        guard rung < current else { return nil }
        let size = progress.size * rungs[rung].kilobits / rungs[current].kilobits
        return size < progress.left ? rung : nil
    }
}

/// The retransmission timeout of a sender: RFC 6298 as Linux computes it (`tcp_rtt_estimator`).
///
/// The variance is the greatest deviation within a round, which sinks by a quarter a round, and it is never less than
/// 200 ms. Times are nanoseconds; the mean is kept times eight and the deviation times four, so that shifting does
/// not lose small differences.
struct RetransmissionTimer: Sendable {
    /// RFC 6298, section 2.1.
    static let initialTimeout: Int64 = 1_000_000_000
    /// Linux, `TCP_RTO_MIN`: the least variance. RFC 6298 would have a least timeout of 1 s.
    static let leastVariance: Int64 = 200_000_000
    /// Linux, `TCP_RTO_MAX`. RFC 6298 asks for at least 60 s.
    static let greatestTimeout: Int64 = 120_000_000_000

    /// The time until the next timeout, back-off included.
    private(set) var timeout = initialTimeout
    private(set) var leastRoundTrip: Int64 = .max
    private var mean8: Int64 = 0
    private var deviation4: Int64 = 0
    private var greatestDeviation4: Int64 = 0
    private var variance: Int64 = 0
    private var roundEnd: Int64 = 0

    /// The smoothed round trip, or 0 as long as none has been measured.
    var smoothedRoundTrip: Int64 { mean8 >> 3 }

    /// Takes in the round trips of the oldest and the newest packet that an acknowledgement answers, with the sequence
    /// numbers that say when a round is over. The oldest one's has the delay of the acknowledgement in it, which the
    /// timeout has to allow for; the newest one's has not, and may be the least there is.
    @inline(__always)
    mutating func measured(_ roundTrip: Int64, newest: Int64, acknowledged: Int64, next: Int64) {
        leastRoundTrip = min(leastRoundTrip, newest)
        if mean8 == 0 {
            mean8 = roundTrip << 3
            deviation4 = roundTrip << 1
            variance = max(deviation4, Self.leastVariance)
            greatestDeviation4 = variance
            roundEnd = next
        } else {
            deviate(roundTrip)
            if acknowledged > roundEnd {
                if greatestDeviation4 < variance { variance -= (variance - greatestDeviation4) >> 2 }
                roundEnd = next
                greatestDeviation4 = Self.leastVariance
            }
        }
        timeout = min((mean8 >> 3) + variance, Self.greatestTimeout)
    }

    /// Doubles the timeout: RFC 6298, section 5.5. The next round trip that is measured ends the back-off.
    mutating func backOff() { timeout = min(timeout << 1, Self.greatestTimeout) }

    /// Updates the deviation. A round trip below the mean makes it grow by an eighth only, so that a queue that
    /// empties does not look like a variable path.
    @inline(__always)
    private mutating func deviate(_ roundTrip: Int64) {
        var difference = roundTrip - (mean8 >> 3)
        mean8 += difference
        if difference < 0 {
            difference = -difference - (deviation4 >> 2)
            if difference > 0 { difference >>= 3 }
        } else {
            difference -= deviation4 >> 2
        }
        deviation4 += difference
        guard deviation4 > greatestDeviation4 else { return }
        greatestDeviation4 = deviation4
        variance = max(variance, greatestDeviation4)
    }
}

import PlayerModel

/// The first bytes of a log's answers that came late, by what may have made them so. Only answers count that nothing
/// else was under way with, so that no other answer's bytes were before theirs, over a connection that was there.
package struct LateFirstBytes: Equatable, Sendable {
    /// Those that came as late as a request's being lost makes them: TCP sends it again after a smoothed round trip and
    /// 200 ms (RFC 6298 as Linux has it, RFC 8985, section 7.2), and nothing else in a network takes just that.
    package var repeated = 0
    /// Those that later bytes have overtaken: their packet was lost, and came again behind the window that had followed
    /// it, so that the first byte was late and the last one was not. A server that thinks makes both late.
    package var overtaken = 0
    /// Those that were late by another time.
    package var others = 0
    /// All answers that count.
    package var answers = 0
    /// So many of them have a last byte whose time is known by the answers before and behind.
    package var comparable = 0

    package init(repeated: Int = 0, overtaken: Int = 0, others: Int = 0, answers: Int = 0, comparable: Int = 0) {
        (self.repeated, self.overtaken, self.others) = (repeated, overtaken, others)
        (self.answers, self.comparable) = (answers, comparable)
    }

    /// `requests` are in the order of their instants.
    init(_ requests: [InferenceLog.Single], roundTrip: Int64, beginsNew: Bool) {
        let answers = Self.answers(requests, beginsNew: beginsNew).map { Answer($0, roundTrip) }
        self.answers = answers.count
        for (index, own) in answers.enumerated() {
            let beside = [index - 1, index + 1].filter { answers.indices.contains($0) }.map { answers[$0] }
            let ends = own.ends(beside)
            if ends != nil { comparable += 1 }
            if let ends, own.wait > own.leastLateness, ends.allSatisfy({ abs(own.time - $0) <= own.wait / 4 }) {
                overtaken += 1
                continue
            }
            let waited = own.wait - RetransmissionTimer.leastVariance
            if roundTrip * 3 / 4...roundTrip * 9 / 4 + 4 * own.packet ~= waited {
                repeated += 1
            } else if waited + RetransmissionTimer.leastVariance / 2 > 4 * own.packet {
                others += 1
            }
        }
    }

    private static func answers(_ requests: [InferenceLog.Single], beginsNew: Bool) -> [InferenceLog.Single] {
        var busyUntil = beginsNew ? 1 : Int64.min
        return requests.filter { single in
            defer { busyUntil = max(busyUntil, single.end) }
            return single.firstByte != nil && single.isOfMediaHost && single.request >= busyUntil
                && single.bytes >= InferenceLog.leastBytes
        }
    }

    /// The times of an answer beyond a round trip, in nanoseconds.
    private struct Answer {
        let bytes: Int64
        /// To its first byte, and to its last.
        let wait: Int64
        let time: Int64
        /// The time of a packet of its body.
        let packet: Int64
        /// No loss makes a first byte less late.
        let leastLateness: Int64

        init(_ single: InferenceLog.Single, _ roundTrip: Int64) {
            let first = single.firstByte ?? single.end
            bytes = single.bytes
            (wait, time) = (first - single.request - roundTrip, single.end - single.request - roundTrip)
            packet = proportion(single.end - first, 1_500, over: single.bytes, .up)
            leastLateness = max(roundTrip * 3 / 4, 4 * packet)
        }

        /// The times that its bytes take at the rates of two answers beside it, neither of them late; nil where the two
        /// are no more alike than a lateness could be told by.
        func ends(_ beside: [Answer]) -> [Int64]? {
            guard beside.count == 2, beside.allSatisfy({ $0.wait <= $0.leastLateness && $0.time > 0 }) else {
                return nil
            }
            let ends = beside.map { proportion($0.time, bytes, over: $0.bytes, .down) }
            return abs(ends[0] - ends[1]) <= leastLateness / 2 ? ends : nil
        }
    }
}

import PlayerModel

/// A run in the words of the simulator Sabre, to be held beside what Sabre prints of the same movie, network and rule.
///
/// Its figures are those of its last lines, but for the accuracy of its estimates and its reaction time. Bit rates are
/// declared ones in kbit/s, added up over segments; "time average" is per segment's length of startup, stalls and
/// media together; the ramp-up lasts until a segment is played of the highest bit rate that the network carries.
package enum SabreReport {
    /// Sabre's weight of a segment's length of stall.
    private static let gamma = 5.0

    /// The lines of the player that is viewed, or nil where nothing of a stream was played.
    package static func text(_ run: Run) -> String? {
        let tally = Tally(run)
        let quality = tally.quality
        guard run.scenario.media.kind == .hls, !quality.bitRates.isEmpty else { return nil }
        let rates = quality.bitRates.map { Double($0) / 1000 }
        var (utility, change, logChange) = (0.0, 0.0, 0.0)
        for (index, rate) in rates.enumerated() {
            utility += naturalLogarithm(of: rate * 1000 / Double(quality.lowest))
            guard index > 0 else { continue }
            let last = rates[index - 1]
            change += max(rate, last) - min(rate, last)
            logChange += naturalLogarithm(of: max(rate, last) / min(rate, last))
        }
        let segment = seconds(quality.segment.nanoseconds)
        let stalled = seconds(quality.stalled.nanoseconds)
        let time = seconds(quality.startup.nanoseconds) + stalled + segment * Double(rates.count)
        let average = segment / time
        let played = rates.reduce(0, +)
        let events = Double(tally.stallCount)
        let lines: [(String, Double)] = [
            ("total played utility", utility), ("time average played utility", utility * average),
            ("total played bitrate", played), ("time average played bitrate", played * average),
            ("total play time", time), ("total play time chunks", time / segment), ("total rebuffer", stalled),
            ("rebuffer ratio", stalled / time), ("time average rebuffer", stalled * average),
            ("total rebuffer events", events), ("time average rebuffer events", events * average),
            ("total bitrate change", change), ("time average bitrate change", change * average),
            ("total log bitrate change", logChange), ("time average log bitrate change", logChange * average),
            ("time average score", (utility - gamma * stalled / segment) * average),
            ("rampup time", rampUp(run, quality, tally.requestedAt ?? .zero)),
        ]
        return lines.reduce(into: "") { $0 += "\($1.0): \(decimal($1.1))\n" }
    }

    private static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

    /// Six decimals.
    private static func decimal(_ value: Double) -> String {
        NumberText.exact(Quality.millionths(value), places: 6, atLeast: 6)
    }

    // MARK: Ramp-up

    /// What the network offered, from an instant on.
    private struct Offer {
        let at: Instant
        var capacity: Int64?
        var latency: TimeAmount
    }

    /// From the request to play, in seconds; the length of the movie where it never happens.
    ///
    /// Sabre plays what a download took the time for once the download is over, and judges by the network of that
    /// moment; what it plays while a full buffer rests, by the network at the beginning of the rest.
    private static func rampUp(_ run: Run, _ quality: Quality, _ asked: Instant) -> Double {
        let segment = TimeAmount(nanoseconds: quality.segment.nanoseconds)
        var requests: [Instant] = []
        var arrivals: [Instant] = []
        var offers: [Offer] = []
        for entry in run.trace.entries {
            let last = offers.last ?? Offer(at: .zero, capacity: nil, latency: .zero)
            switch entry.record {
            case .requested(let request) where run.scenario.kind(ofSlot: request.id.slot) == .video:
                requests.append(entry.at)
            case .loaded(_, _, _, 0): arrivals.append(entry.at)
            case .capacity(let down, _):
                offers.append(Offer(at: entry.at, capacity: down < 0 ? nil : down, latency: last.latency))
            case .delay(let down, let up):
                let both = TimeAmount(nanoseconds: down.addingClamped(up))
                offers.append(Offer(at: entry.at, capacity: last.capacity, latency: both))
            default: break
            }
        }
        let count = min(quality.bitRates.count, arrivals.count)
        let never = seconds(segment.nanoseconds) * Double(quality.bitRates.count)
        guard requests.count == arrivals.count else { return never }
        var begins = Instant.zero
        for index in 0..<count {
            begins = max(arrivals[index], index == 0 ? .zero : begins + segment)
            let judged = moment(of: begins, requests, arrivals)
            if quality.bitRates[index] >= sustainable(at: judged, offers, quality, segment) {
                return seconds((begins - asked).nanoseconds)
            }
        }
        return never
    }

    /// The moment by whose network something is judged that is played at `instant`.
    private static func moment(of instant: Instant, _ requests: [Instant], _ arrivals: [Instant]) -> Instant {
        guard let next = arrivals.firstIndex(where: { $0 > instant }), next > 0 else {
            return arrivals[arrivals.count - 1]
        }
        return instant < requests[next] ? arrivals[next - 1] : arrivals[next]
    }

    /// The highest bit rate of the ladder that the network carries, latency of each segment included.
    private static func sustainable(
        at instant: Instant, _ offers: [Offer], _ quality: Quality, _ segment: TimeAmount
    ) -> Int64 {
        let offer = offers.last { $0.at < instant } ?? offers.first
        guard let offer, let capacity = offer.capacity else { return quality.ladder[quality.ladder.count - 1] }
        let share = max(0, segment.nanoseconds - offer.latency.nanoseconds)
        let carried = proportion(capacity, share, over: max(1, segment.nanoseconds), .down)
        return quality.ladder.last { $0 <= carried } ?? quality.ladder[0]
    }
}

import PlayerModel

/// A run in the words of the simulator Sabre, to be held beside what Sabre prints of the same movie, network and rule.
///
/// Its figures are those of its last lines, but for the accuracy of its estimates and its reaction time. Bit rates are
/// declared ones in kbit/s, added up over segments; "time average" is per segment's length of startup, stalls and
/// media together; the ramp-up lasts until a segment is played of the highest bit rate that the network carries.
package enum SabreReport {
    /// Sabre's weight of a segment's length of stall.
    private static let gamma = 5.0

    /// The lines of a player, or nil where nothing of a stream was played.
    package static func text(_ run: PlayerRun) -> String? {
        let quality = Quality(run)
        guard run.player.media.kind == .hls, !quality.bitRates.isEmpty, let stallTime = quality.stalled else {
            return nil
        }
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
        let stalled = seconds(stallTime.nanoseconds)
        let time = seconds(quality.startup.nanoseconds) + stalled + segment * Double(rates.count)
        let average = segment / time
        let played = rates.reduce(0, +)
        let events = Double(run.playback.stalls.count)
        let lines: [(String, Double)] = [
            ("total played utility", utility), ("time average played utility", utility * average),
            ("total played bitrate", played), ("time average played bitrate", played * average),
            ("total play time", time), ("total play time chunks", time / segment), ("total rebuffer", stalled),
            ("rebuffer ratio", stalled / time), ("time average rebuffer", stalled * average),
            ("total rebuffer events", events), ("time average rebuffer events", events * average),
            ("total bitrate change", change), ("time average bitrate change", change * average),
            ("total log bitrate change", logChange), ("time average log bitrate change", logChange * average),
            ("time average score", (utility - gamma * stalled / segment) * average),
            ("rampup time", rampUp(run.playback, quality)),
        ]
        return lines.reduce(into: "") { $0 += "\($1.0): \(decimal($1.1))\n" }
    }

    private static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

    private static func decimal(_ value: Double) -> String {
        NumberText.exact(Quality.millionths(value), places: 6, atLeast: 6)
    }

    // MARK: Ramp-up

    /// From the request to play, in seconds; the length of the movie where it never happens.
    ///
    /// Sabre plays what a download took the time for once the download is over, and judges by the network of that
    /// moment; what it plays while a full buffer rests, by the network at the beginning of the rest.
    private static func rampUp(_ playback: Playback, _ quality: Quality) -> Double {
        let segment = TimeAmount(nanoseconds: quality.segment.nanoseconds)
        let requests = playback.exchanges.filter { $0.kind == .video }.map { $0.at }
        let arrivals = playback.loads.filter { $0.track == 0 }.map { $0.at }
        let count = min(quality.bitRates.count, arrivals.count)
        let never = seconds(segment.nanoseconds) * Double(quality.bitRates.count)
        guard requests.count == arrivals.count else { return never }
        var begins = Instant.zero
        for index in 0..<count {
            begins = max(arrivals[index], index == 0 ? .zero : begins + segment)
            let judged = moment(of: begins, requests, arrivals)
            if quality.bitRates[index] >= sustainable(at: judged, playback, quality) {
                return seconds((begins - (playback.requestedAt ?? .zero)).nanoseconds)
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
    private static func sustainable(at instant: Instant, _ playback: Playback, _ quality: Quality) -> Int64 {
        let (capacities, delays, segment) = (playback.capacities, playback.delays, quality.segment.nanoseconds)
        // Where nothing is known of the network before that, what is known first counts.
        let first = min(capacities.first?.order ?? .max, delays.first?.order ?? .max)
        let capacity = capacities.last { $0.at < instant || $0.order == first }?.value.down ?? -1
        guard capacity >= 0 else { return quality.ladder[quality.ladder.count - 1] }
        let delay = delays.last { $0.at < instant || $0.order == first }?.value
        let latency = delay.map { $0.down.addingClamped($0.up) } ?? 0
        let carried = proportion(capacity, max(0, segment - latency), over: max(1, segment), .down)
        return quality.ladder.last { $0 <= carried } ?? quality.ladder[0]
    }
}

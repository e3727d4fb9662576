import PlayerModel

/// The time until a segment is played of the highest bit rate that the network carries, as Sabre reckons it.
///
/// Sabre plays what a download took the time for once the download is over, and judges by the network of that moment,
/// whether the download was given up or not; what it plays while it rests, by the network at the beginning of the rest.
/// A rest is of two parts: the buffer is too full, and then the rule waits.
struct SabreRampUp {
    private let run: PlayerRun
    private let ladder: [Int64]
    private let segment: Int64
    /// When media was asked for, and when what was asked for had come or was called off.
    private let transfers: [(from: Instant, to: Instant)]

    init(_ run: PlayerRun, segment: Double) {
        self.run = run
        ladder = run.playback.media.variants.map { $0.bitRate }.sorted()
        self.segment = Int64(segment * 1e9 + 0.5)
        var transfers: [(from: Instant, to: Instant)] = []
        for exchange in run.playback.exchanges where exchange.kind == .video {
            guard let end = exchange.end?.at else { continue }
            transfers.append((exchange.at, end))
        }
        self.transfers = transfers
    }

    /// From the request to play, or from the last seek, in seconds; the length of the movie where it never happens.
    func seconds(_ starts: [SegmentStart]) -> Double {
        let playback = run.playback
        let jump = playback.clock.indices.last { $0 > 0 && playback.clock[$0 - 1].end == .jump }
        let origin = max(playback.requestedAt ?? .zero, jump.map { playback.clock[$0].from } ?? .zero)
        for start in starts where start.at >= origin {
            let bitRate = playback.media.variants[start.variant].bitRate
            if bitRate >= sustainable(at: moment(of: start.at)) {
                return SabreFigures.seconds((start.at - origin).nanoseconds)
            }
        }
        let chunks = playback.media.tracks(of: starts[0].item)[0]
        return SabreFigures.seconds(segment * Int64(chunks.count / chunks.chunksPerSegment))
    }

    /// The moment by whose network something is judged that is played at `instant`.
    private func moment(of instant: Instant) -> Instant {
        guard let next = transfers.firstIndex(where: { $0.to > instant }) else {
            return transfers.last?.to ?? instant
        }
        guard next > 0, instant < transfers[next].from else { return transfers[next].to }
        let rest = transfers[next - 1].to
        let room = rest + tooMuch(at: rest)
        return instant < room ? rest : room
    }

    /// How long the buffer is too full at an instant at which something had come; where its goal changes, that is not
    /// known.
    private func tooMuch(at instant: Instant) -> TimeAmount {
        let playback = run.playback
        guard let stretch = playback.clock.last(where: { $0.from <= instant }) else { return .zero }
        let chunks = playback.media.tracks(of: stretch.item)[0]
        let count = playback.loads.reduce(Int64(0)) {
            $1.track == 0 && $1.at <= instant ? max($0, Int64($1.chunk) + 1) : $0
        }
        let ahead = chunks.start(of: count) - stretch.playhead.place(at: instant)
        let loader = run.player.loader
        guard let goal = loader.fixedForwardBuffer else { return .zero }
        let room = goal - loader.gap(of: goal)
        return ahead > room ? TimeAmount(nanoseconds: (ahead - room).nanoseconds) : .zero
    }

    /// The highest bit rate of the ladder that the network carries, latency of each segment included.
    private func sustainable(at instant: Instant) -> Int64 {
        let (capacities, delays) = (run.playback.network.capacities, run.playback.network.delays)
        // Where nothing is known of the network before that, what is known first counts.
        let first = min(capacities.first?.order ?? .max, delays.first?.order ?? .max)
        let capacity = capacities.last { $0.at < instant || $0.order == first }?.value.down ?? -1
        guard capacity >= 0 else { return ladder[ladder.count - 1] }
        let delay = delays.last { $0.at < instant || $0.order == first }?.value
        let latency = delay.map { $0.down.addingClamped($0.up) } ?? 0
        let carried = proportion(capacity, max(0, segment - latency), over: max(1, segment), .down)
        return ladder.last { $0 <= carried } ?? ladder[0]
    }
}

import PlayerModel

/// How far playback of a live stream was from the edge, as its playlists tell: their end, and the time since one had
/// news. That is the distance that an app configures (`configuredTimeOffsetFromLive`), or a playlist recommends; who
/// loads playlists long after a segment is listed sees an edge that is as much nearer.
///
///     ── listed ──────────┬─ time since ─▶ edge
///          ▲ playhead     end
///          └──── distance ───────────────┘
struct LiveDistances: Sendable {
    private let run: PlayerRun

    init(_ run: PlayerRun) { self.run = run }

    /// How long it was further than the offset to be held, and the segment or part by which an edge moves: within that
    /// whoever holds the offset may be. Nil where playback never started, or nothing is live.
    ///
    /// The offset is `configuredTimeOffsetFromLive`, as it is set at the time, else HOLD-BACK or PART-HOLD-BACK (RFC
    /// 8216bis, 4.4.3.8), and no more than is listed.
    var aboveTarget: TimeAmount? {
        guard run.playback.startedAt != nil, run.player.isLive else { return nil }
        var sum = TimeAmount.zero
        var (news, next, item) = ([News](), 0, Int32(-1))
        let offsets = offsets
        for stretch in run.liveStretches {
            if stretch.item != item {
                (news, next, item) = (Self.news(of: stretch.item, in: run.playback), 0, stretch.item)
            }
            // The last of them may hold into the next stretch.
            while next + 1 < news.count, news[next + 1].at <= stretch.from { next += 1 }
            var place = next
            while place < news.count, news[place].at < stretch.to {
                let end = place + 1 < news.count ? min(stretch.to, news[place + 1].at) : stretch.to
                for (index, offset) in offsets.enumerated() {
                    let from = max(stretch.from, news[place].at, offset.at)
                    let to = index + 1 < offsets.count ? min(end, offsets[index + 1].at) : end
                    if from < to { sum = sum + above(offset.value, news[place], stretch, from, to) }
                }
                place += 1
            }
        }
        return sum
    }

    /// A listing that moved the edge.
    private struct News {
        let at: Instant
        let listed: Range<MediaTime>
    }

    private static func news(of item: Int32, in playback: Playback) -> [News] {
        var all: [News] = []
        for listing in playback.listings where listing.value.item == item && listing.value.track == 0 {
            let range = listing.value.range
            if let last = all.last, range.upperBound <= last.listed.upperBound { continue }
            all.append(News(at: listing.at, listed: range))
        }
        return all
    }

    /// `configuredTimeOffsetFromLive` and when it was set; nil is as the playlist recommends.
    private var offsets: [(at: Instant, value: MediaTime?)] {
        var all = [(at: Instant.zero, value: run.player.loader.live.offset)]
        for action in run.playback.actions {
            if case .playing(.setLive(.offset(let value))) = run.player.script[Int(action.value)].operation {
                all.append((action.at, value))
            }
        }
        return all
    }

    private func above(
        _ offset: MediaTime?, _ news: News, _ stretch: LiveStretch, _ from: Instant, _ to: Instant
    ) -> TimeAmount {
        let asset = run.player.assets[run.player.asset(ofItem: stretch.item)].media
        let unit = stretch.source.part ?? stretch.source.targetDuration ?? asset.longestSegment
        let listed = news.listed.upperBound - news.listed.lowerBound
        let target = min(offset ?? stretch.source.holdBack, listed) + unit
        func distance(_ now: Instant) -> Int64 {
            let edge = news.listed.upperBound + MediaTime(nanoseconds: (now - news.at).nanoseconds)
            return (edge - stretch.playhead.place(at: now)).nanoseconds
        }
        let line = DistanceLine(first: distance(from), last: distance(to), length: (to - from).nanoseconds)
        return TimeAmount(nanoseconds: line.above(target.nanoseconds))
    }
}

import PlayerModel

/// A time in which a player had a rate of its own: nobody had asked for another than the natural one. So it catches up
/// with the edge of a live stream, or falls back.
struct OwnPace: Equatable, Sendable {
    let rate: Rate
    let from: Instant
    let to: Instant
}

extension PlayerRun {
    var ownPaces: [OwnPace] {
        let statuses = playback.statuses
        var paces: [OwnPace] = []
        var first = 0
        for (index, status) in statuses.enumerated() where status.rate == .one {
            let end = index + 1 < statuses.count ? statuses[index + 1].from : outcome.at
            while first < playback.clock.count, playback.clock[first].to.map({ $0 <= status.from }) ?? false {
                first += 1
            }
            for stretch in playback.clock[first...] {
                if stretch.playhead.anchor >= end { break }
                guard stretch.isMoving, stretch.playhead.rate != .one else { continue }
                let (from, to) = (max(status.from, stretch.playhead.anchor), min(end, stretch.to ?? outcome.at))
                if from < to { paces.append(OwnPace(rate: stretch.playhead.rate, from: from, to: to)) }
            }
        }
        return paces
    }
}

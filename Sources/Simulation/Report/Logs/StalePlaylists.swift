import PlayerModel

/// Playlists of live streams in which nothing has changed for 1.5 target durations, once for each time that it is so.
///
/// AVFoundation puts them into the error log with the code -12888, and a server has to list something new by then (an
/// engineer of Apple, Developer Forums, thread 783255; RFC 8216bis, section 6.2.1). No request has failed: the playlist
/// is loaded again as before. With low latency the server keeps the answer back until it has news, and time in which
/// nobody asked does not count: there is none of these entries, which is this model's own.
extension ErrorLog {
    static func stalePlaylists(_ run: PlayerRun) -> [Entry] {
        var known: [(listed: ListedMedia, since: Instant, last: Instant, isSaid: Bool)] = []
        var entries: [Entry] = []
        for listing in run.playback.listings {
            let listed = listing.value
            guard let place = known.firstIndex(where: { $0.listed.slot == listed.slot }) else {
                known.append((listed, listing.at, listing.at, false))
                continue
            }
            let limit = limit(ofItem: listed.item, run)
            // What another item had listed is no concern of this one; nor is time in which nobody looked, as while
            // playback is paused.
            if known[place].listed != listed || listed.isEnded || (listing.at - known[place].last).nanoseconds > limit
            {
                known[place] = (listed, listing.at, listing.at, false)
                continue
            }
            known[place].last = listing.at
            let stale = listing.at - known[place].since
            guard !known[place].isSaid, stale.nanoseconds >= limit else { continue }
            known[place].isSaid = true
            entries.append(
                Entry(
                    at: listing.at, resource: run.player.name(ofSlot: listed.slot, in: run.slots),
                    domain: "CoreMediaErrorDomain", code: -12_888,
                    comment: "unchanged for \(stale.inSeconds): "
                        + "1.5 target durations, or longer",
                    recovery: .retried))
        }
        return entries
    }

    private static func limit(ofItem item: Int32, _ run: PlayerRun) -> Int64 {
        let media = run.player.assets[run.player.asset(ofItem: item)].media
        let target = media.targetDuration
        return target.nanoseconds / 2 * 3
    }
}

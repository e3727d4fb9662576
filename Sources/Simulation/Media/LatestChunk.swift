import PlayerModel

/// Of tracks that are fetched side by side, the chunk that comes latest for when playback needs it.
///
/// When a chunk has come, all of its track up to it has, and of another track all up to the chunk that holds the place
/// where it begins. Of the other's next request, which goes out where playback can get to the last chunk before it,
/// there is as much as has come of this track since, or all: two that are fetched side by side share what there is.
/// That is the need at a place, and the latest chunk is that whose need takes longest beyond the time until it is
/// played.
///
/// All chunks are too many to be asked about at each event. On a link that is too slow the latest is near the end: the
/// last one of a track; the one before it, where that is longer; and the first one that comes beside each of the last
/// two requests of the other track, and that with which such a request is whole. Of 3,000 random pairs of tracks 97 in
/// 100 have none that is later, and the others none by more than a second. On a link that is about as fast as need be
/// it may be near the beginning, where the next chunk alone is looked at.
///
/// Held against searches for the earliest start without a stall, in 600 random runs on links somewhat too slow: 6
/// stall, once, and of the others without round trips 182 of 288 start at that moment and the rest 0.8 s later in the
/// mean. With round trips of 0.04 to 0.6 s it is 1.5 s in the mean, and 11 s at most, because all of one track are
/// counted, though bytes of the other come meanwhile.
struct LatestChunk {
    private(set) var point = BufferState.Awaited.Checkpoint.none
    private var lateness = TimeAmount(nanoseconds: .min)
    private let throughput: ThroughputEstimate
    private let latency: TimeAmount
    private let speed: Rate
    /// All requests that are still to be answered.
    fileprivate let requests: Int64

    init(_ throughput: ThroughputEstimate, _ latency: TimeAmount, _ requests: Int64, _ speed: Rate) {
        (self.throughput, self.latency, self.requests, self.speed) = (throughput, latency, requests, speed)
    }

    mutating func take(_ other: BufferState.Awaited.Checkpoint) {
        let spared = latency.nanoseconds.multipliedClamped(by: other.requestsBehind)
            .addingClamped(throughput.time(forBytes: other.bytesBehind).nanoseconds)
        let needed = speed.time(toPass: other.start, .down).nanoseconds
        let own = TimeAmount(nanoseconds: -spared.addingClamped(needed))
        if own > lateness { (point, lateness) = (other, own) }
    }
}

extension AssetLoad {
    /// The latest chunk of pictures and sound; none of one track alone, and while nothing is measured.
    func latestChunk(
        of tracks: ContiguousArray<MediaBuffer.Track>, requests: Int64, seenBy state: BufferState, at speed: Rate
    ) -> BufferState.Awaited.Checkpoint {
        guard !isOneTrack, let throughput = state.throughput else { return .none }
        var latest = LatestChunk(throughput, state.latency, requests, speed)
        for track in 0..<fetches.count where !isOfSubtitles(track) {
            let (chunks, end) = (tracks[track].chunks, fetches[track].endChunk)
            take(end - 1, of: track, tracks, into: &latest)
            if end > 1, chunks.length(of: end - 1..<end) < chunks.chunkDuration {
                take(end - 2, of: track, tracks, into: &latest)
            }
            let first = chunks.startOfRequest(of: max(0, end - 1))
            if first < end - 1 { take(first, of: track, tracks, into: &latest) }
            for other in 0..<fetches.count where other != track && !isOfSubtitles(other) {
                let table = tracks[other].chunks
                let last = table.startOfRequest(of: max(0, fetches[other].endChunk - 1))
                takeWaiting(beside: last, of: other, track, tracks, into: &latest)
                guard last > 0 else { continue }
                takeWaiting(beside: table.startOfRequest(of: last - 1), of: other, track, tracks, into: &latest)
            }
        }
        return latest.point
    }

    /// Takes the chunks of a track that come while a request of another one is under way, which begins with `first`:
    /// the next one, and that with which all of the request has come.
    private func takeWaiting(
        beside first: Int64, of other: Int, _ track: Int, _ tracks: ContiguousArray<MediaBuffer.Track>,
        into latest: inout LatestChunk
    ) {
        guard first > 0 else { return }
        let (table, chunks) = (tracks[other].chunks, tracks[track].chunks)
        let end = min(table.endOfRequest(from: first), fetches[other].endChunk)
        let (since, until) = (table.start(of: first - 1), table.start(of: max(first, end - 1)))
        let next = chunks.end(upTo: since)
        guard next < chunks.count, chunks.start(of: next) < until else { return }
        take(next, of: track, tracks, into: &latest)
        let bytes = tracks[other].missing(first..<end, .up).bytes
        let length = proportion(bytes, 8_000_000_000, over: tracks[track].bitRate, .up)
        let whole = chunks.start(of: chunks.first(from: since)) + MediaTime(nanoseconds: max(0, length - 1))
        let last = chunks.chunk(at: min(whole, until - MediaTime(nanoseconds: 1)))
        if last > next { take(last, of: track, tracks, into: &latest) }
    }

    /// Takes a chunk of a track, if it is missing, by what is to come behind it.
    private func take(
        _ chunk: Int64, of track: Int, _ tracks: ContiguousArray<MediaBuffer.Track>, into latest: inout LatestChunk
    ) {
        let (fetch, chunks) = (fetches[track], tracks[track].chunks)
        guard chunk >= fetch.missing, chunk < fetch.endChunk else { return }
        let place = chunks.start(of: chunk)
        var bytesBehind = tracks[track].missing(chunk + 1..<fetch.endChunk, .down).bytes
        // Tracks are asked for side by side: the round trips of others pass at the same time.
        let requests = tracks[track].missing(fetch.missing..<chunk + 1, .up).requests
        for other in 0..<fetches.count where other != track {
            let (fetch, table) = (fetches[other], tracks[other].chunks)
            let next = max(fetch.missing, table.end(upTo: place))
            guard next < fetch.endChunk else { continue }
            bytesBehind += tracks[other].missing(next..<fetch.endChunk, .down).bytes
            let request = table.startOfRequest(of: next)
            let since = table.start(of: max(0, request - 1))
            guard since < place else { continue }
            let stop = min(table.endOfRequest(from: next), fetch.endChunk)
            let beside = tracks[other].missing(next..<stop, .up).bytes
            let meanwhile = chunks.start(of: chunk + 1) - chunks.start(of: chunks.first(from: since))
            bytesBehind -= min(beside, tracks[track].expectedBytes(in: meanwhile))
        }
        latest.take(
            .init(
                start: place, bytesBehind: max(0, bytesBehind), requestsBehind: max(0, latest.requests - requests)))
    }
}

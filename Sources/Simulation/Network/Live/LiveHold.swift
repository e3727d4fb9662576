import SimulationContainers
import PlayerModel

/// The answers that the server of a live stream with low latency keeps back until it has them: a part that was hinted
/// at, or a playlist with news (RFC 8216bis, 6.2.5.2).
///
/// Of a playlist, chunk 0 stands for the playlist as it is, and the chunk behind another's for one that lists that
/// other: what `_HLS_msn` and `_HLS_part` ask for.
///
/// A part may be sent while it is made, in the encoder's own chunks:
///
///     part     ├──── chunk ────┼──── chunk ────┼──── chunk ────┤ listed
///     answer                   ▲ 1st share     ▲ 2nd           ▲ the rest
///
/// An answer with an open range of bytes goes on in the same way, part after part, to the end of the segment; without
/// chunks of an encoder each part is one share.
package struct LiveHold: Sendable {
    /// The part of a chunk that the server has at an instant, and when it has more.
    struct Share: Sendable {
        let bytes: Int64
        let moreAt: Instant
    }

    private let track: LiveTrack
    private let isPlaylist: Bool
    /// How long a playlist is kept back at most: three target durations, behind which 503 is answered; nil of media.
    private let patience: TimeAmount?
    var seed: UInt64 = 1

    /// Parts of media that are kept back.
    package init(_ source: LiveSource, _ chunks: ChunkTable) {
        (track, isPlaylist, patience) = (LiveTrack(source, chunks), false, nil)
    }

    /// Playlists of that target duration that are kept back.
    package init(_ source: LiveSource, _ chunks: ChunkTable, target: MediaTime) {
        (track, isPlaylist) = (LiveTrack(source, chunks), true)
        patience = TimeAmount(nanoseconds: target.nanoseconds.multipliedClamped(by: 3))
    }

    /// When a request for some chunks can be answered; or, `wholly`, when all of them are there.
    func answers(_ chunk: Int32, wholly: Bool = false, upTo end: Int32 = 0) -> Instant {
        if isPlaylist, chunk == 0 { return .zero }
        if !wholly, let step {
            return track.made(step, of: Int64(chunk), seed: seed)
        }
        let last = wholly && grows ? max(chunk, end - 1) : chunk
        return track.listed(Int64(last) - (isPlaylist ? 1 : 0), seed: seed)
    }

    /// When the server refuses a request that reached it then, because it has kept it back for too long (RFC 8216bis,
    /// 6.2.5.2); nil where it answers before, or its patience lasts beyond `latest`.
    func refusal(_ chunk: Int32, reached: Instant, by latest: Instant = .never) -> Instant? {
        guard let patience, reached + patience <= latest else { return nil }
        return refusal(answering: answers(chunk), reached: reached)
    }

    /// The same of an answer that could be given then.
    func refusal(answering answers: Instant, reached: Instant) -> Instant? {
        guard let patience, answers > reached + patience else { return nil }
        return reached + patience
    }

    /// Whether an answer may begin before all of it is there.
    var grows: Bool { !isPlaylist && (track.step != nil || track.hasOpenRange) }

    /// The encoder's chunks, where an answer comes while it is made.
    private var step: MediaTime? { isPlaylist ? nil : track.step }

    /// The bytes of a chunk that the server has by now, in equal shares for equal lengths; nil where it has all of it.
    func share(of chunk: Int32, at now: Instant) -> Share? {
        guard grows else { return nil }
        let (duration, whole) = track.extent(of: Int64(chunk))
        let length = duration.nanoseconds
        let step = step?.nanoseconds ?? length
        let count = (length - 1) / step + 1
        func made(_ steps: Int64) -> Instant {
            track.made(MediaTime(nanoseconds: steps * step), of: Int64(chunk), seed: seed)
        }
        let done = Int64(partitionPoint(in: 1..<Int(count) + 1) { made(Int64($0)) > now }) - 1
        guard done < count else { return nil }
        let bytes = proportion(whole, done * step, over: length, .down)
        return Share(bytes: bytes, moreAt: made(done + 1))
    }

    /// A playlist by what it lists: as often as there are chunks, and once as it is. All but that one are delta updates
    /// where there are any.
    package static func playlists(of chunks: ChunkTable, bytes: Int64, delta: Int64?) -> ChunkTable {
        if let delta { return answers(bytes, delta, count: Int(chunks.count)) }
        return ChunkTable(
            duration: .seconds(chunks.count + 1), chunkDuration: .seconds(1), bitRate: bytes * 8, chunksPerRequest: 1)
    }

    /// A playlist as it is, and so many delta updates of it.
    package static func answers(_ bytes: Int64, _ delta: Int64, count: Int) -> ChunkTable {
        ChunkTable(
            duration: .seconds(Int64(count) + 1),
            segmentDurations: ContiguousArray(repeating: .seconds(1), count: count + 1),
            segmentBytes: [bytes] + ContiguousArray(repeating: delta, count: count), declaredBitRate: bytes * 8)
    }
}

extension ContiguousArray<LiveHold?> {
    /// By slot, the holds of resources; empty where there is none.
    init(_ resources: [Resource]) {
        self = resources.contains { $0.hold != nil } ? ContiguousArray(resources.map { $0.hold }) : []
    }

    /// When a request for some chunks can be answered, as soon as the server has the first unless that is later. With
    /// an answer that goes wrong the server waits until it has all that it says of them.
    @inline(__always)
    func answers(_ slot: Int, _ chunk: Int32, wholly: Bool, upTo end: Int32) -> Instant {
        isEmpty ? .zero : self[slot]?.answers(chunk, wholly: wholly, upTo: end) ?? .zero
    }

    /// When a request that reached the server then is refused, because there is still nothing to answer with; nil where
    /// there is by then, or that is later than `latest`.
    @inline(__always)
    func refusal(_ slot: Int, _ chunk: Int32, reached: Instant, by latest: Instant = .never) -> Instant? {
        isEmpty ? nil : self[slot]?.refusal(chunk, reached: reached, by: latest)
    }

    /// The same of an answer that could be given then.
    @inline(__always)
    func refusal(_ slot: Int, answering answers: Instant, reached: Instant) -> Instant? {
        isEmpty ? nil : self[slot]?.refusal(answering: answers, reached: reached)
    }

    /// The part that the server has of the chunk that an answer begins with; nil where it has all of it.
    @inline(__always)
    func share(_ slot: Int, of chunk: Int32, at now: Instant) -> LiveHold.Share? {
        isEmpty ? nil : self[slot]?.share(of: chunk, at: now)
    }
}

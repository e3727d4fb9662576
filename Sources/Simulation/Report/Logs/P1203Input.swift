import PlayerModel

/// What a reference implementation of ITU-T P.1203 takes as its input, for mode 0: which segments were played, and
/// where playback waited.
///
/// This is the public format of its input and nothing more: there is no score here. Only what was played counts, in the
/// order in which it was, and all times are in media time as it was watched: what was watched twice counts twice, and
/// what was skipped is no gap. A file is one segment. The wait before the start is a stall at 0.
package struct P1203Input: Sendable {
    package struct Segment: Equatable, Sendable {
        /// As P.1203 calls it; nil where it is not declared, or has no name there.
        package let codec: String?
        package let start: MediaTime
        package let duration: MediaTime
        /// Bits per second of the whole segment, rounded to the nearest.
        package let bitRate: Int64
        package let resolution: Dimensions?
        package let frameRateThousandths: Int64?
    }

    package struct Stall: Equatable, Sendable {
        package let mediaTime: MediaTime
        package let duration: TimeAmount
    }

    /// What the scenario does not say.
    package enum Gap: Equatable, Sendable {
        case videoCodec
        case audioCodec
        case resolution
        case frameRate
        /// A format that P.1203 has no name for.
        case unnamed(codec: String)
        /// Audio and video come together, so nothing is known of the audio alone.
        case noAudio
        case nothingPlayed
    }

    /// I13 and I11.
    package private(set) var video: [Segment] = []
    package private(set) var audio: [Segment] = []
    /// I23.
    package private(set) var stalls: [Stall] = []
    /// IGen: the pixels of the layer, or of the usual screen.
    package let displaySize: Dimensions
    /// What is null for want of a key, each once.
    package private(set) var gaps: [Gap] = []

    /// Of IGen, what no scenario says: as in the examples of the reference implementation.
    package static let device = "pc"
    package static let viewingDistance = "150cm"

    /// Of the player that is viewed.
    package init(_ run: Run) {
        let scenario = run.scenario
        displaySize = scenario.variantLimits.layer?.pixels ?? Dimensions(width: 1920, height: 1080)
        var fold = P1203Fold(run)
        for entry in run.trace.entries { fold.take(entry) }
        fold.finish()
        stalls = fold.stalls
        if fold.pieces.isEmpty { gaps.append(.nothingPlayed) }
        let player = scenario.players[scenario.viewed]
        for piece in fold.pieces {
            let asset = player.asset(ofVariant: piece.variant)
            add(piece, piece.variant - player.firstNumber(of: asset), player.assets[asset].media)
        }
        // Where some of what played has no audio of its own, nothing can be said of the rest without holes.
        if player.assets.contains(where: { $0.media.audio == nil }), !video.isEmpty {
            audio = []
            gaps.append(.noAudio)
        }
    }

    private mutating func add(_ piece: P1203Fold.Piece, _ variant: Int, _ media: Asset) {
        let variant = media.variants[variant]
        let codec = name(of: variant.codecs.filter { !P1203Codec.isAudio($0) }, P1203Codec.video, orElse: .videoCodec)
        if variant.dimensions == nil { note(.resolution) }
        if variant.frameRateThousandths == nil { note(.frameRate) }
        Self.cut(piece, variant.chunks) { start, duration, bitRate in
            video.append(
                Segment(
                    codec: codec, start: start, duration: duration, bitRate: bitRate, resolution: variant.dimensions,
                    frameRateThousandths: variant.frameRateThousandths))
        }
        guard let sound = media.audio else { return }
        // A playlist declares the formats of a variant together with those of its audio.
        let codecs = sound.codecs.isEmpty ? variant.codecs.filter(P1203Codec.isAudio) : sound.codecs
        let audioCodec = name(of: codecs, P1203Codec.audio, orElse: .audioCodec)
        Self.cut(piece, sound.chunks) { start, duration, bitRate in
            audio.append(
                Segment(
                    codec: audioCodec, start: start, duration: duration, bitRate: bitRate, resolution: nil,
                    frameRateThousandths: nil))
        }
    }

    private mutating func name(of codecs: [String], _ names: (String) -> String?, orElse gap: Gap) -> String? {
        guard let codec = codecs.first else {
            note(gap)
            return nil
        }
        if let name = names(codec) { return name }
        note(.unnamed(codec: codec))
        return nil
    }

    private mutating func note(_ gap: Gap) { if !gaps.contains(gap) { gaps.append(gap) } }

    /// The segments of a piece that was played, each with the part of it that was.
    private static func cut(
        _ piece: P1203Fold.Piece, _ table: ChunkTable, _ body: (MediaTime, MediaTime, Int64) -> Void
    ) {
        var place = piece.range.lowerBound
        while place < piece.range.upperBound {
            let chunk = table.chunk(at: place)
            guard chunk < table.count else { return }
            let first = table.chunksPerRequest.map { chunk / $0 * $0 } ?? 0
            let end = table.endOfRequest(from: chunk)
            let whole = table.start(of: end) - table.start(of: first)
            let bytes = table.bytes(before: end) - table.bytes(before: first)
            let last = min(piece.range.upperBound, table.start(of: end))
            let rate = (proportion(bytes, 16_000_000_000, over: whole.nanoseconds, .down) + 1) / 2
            body(piece.start + (place - piece.range.lowerBound), last - place, rate)
            place = last
        }
    }
}

/// The names of P.1203 for formats of RFC 6381.
enum P1203Codec {
    /// The standard knows H.264 alone; an extension of the reference implementation takes the others.
    static func video(_ codec: String) -> String? {
        for (prefix, name) in [
            ("avc1", "h264"), ("avc3", "h264"), ("hvc1", "h265"), ("hev1", "h265"), ("dvh1", "h265"),
            ("dvhe", "h265"),
            ("vp09", "vp9"), ("av01", "av1"),
        ] where codec.utf8.starts(with: prefix.utf8) {
            return name
        }
        return nil
    }

    static func audio(_ codec: String) -> String? {
        switch codec {
        case "mp4a.40.2": "aaclc"
        case "mp4a.40.5", "mp4a.40.29": "heaac"
        case "mp4a.40.33": "mp2"
        case "ac-3": "ac3"
        default: nil
        }
    }

    static func isAudio(_ codec: String) -> Bool { MultivariantPlaylist.hasNoPictures(codec: codec) }
}

/// A pass over the trace that finds what was played, and where it stalled.
private struct P1203Fold {
    /// A stretch of an item that was played without a jump, and where it begins in what was watched.
    struct Piece {
        var range: Range<MediaTime>
        let start: MediaTime
        let variant: Int
    }

    private(set) var pieces: [Piece] = []
    private(set) var stalls: [P1203Input.Stall] = []
    private let waitsUntil: Instant
    private let end: Instant
    private let media: ItemMedia
    private var loaded: LoadedItems
    private var item: Int32 = 0
    private var playhead = Playhead(restingAt: .zero, since: .zero)
    private var watched = MediaTime.zero
    private var stalledSince: Instant?
    private var hasJumped = true

    init(_ run: Run) {
        media = ItemMedia(run.scenario)
        loaded = LoadedItems(run.scenario, media)
        waitsUntil = run.waitsUntil
        end = run.outcome.at
        let tally = Tally(run)
        guard let asked = tally.requestedAt else { return }
        let wait = (tally.startedAt ?? waitsUntil) - asked
        if wait > .zero { stalls.append(P1203Input.Stall(mediaTime: .zero, duration: wait)) }
    }

    mutating func take(_ entry: Trace.Entry) {
        let now = entry.at
        switch entry.record {
        case .item(let id, let start, _):
            jump(to: start, now)
            item = id
            loaded.take(entry)
        case .switched, .loaded, .loads: loaded.take(entry)
        case .announced(.timebase(let rate, let place)):
            move(
                to: rate.isMoving
                    ? Playhead(movingFrom: place, at: rate, since: now) : Playhead(restingAt: place, since: now), now)
            if rate.isMoving { endStall(now) }
        case .announced(.timeJumped(let place)): jump(to: place, now)
        case .announced(.didPlayToEndTime):
            move(to: Playhead(restingAt: playhead.place(at: now), since: now), now)
        case .announced(.playbackStalled): stalledSince = stalledSince ?? now
        case .announced(.status(.paused, _, _, .appCall)), .announced(.itemFailed): endStall(now)
        case .announced, .action, .capacity, .delay, .loss, .dnsDelay, .requested, .allowed, .cancelled, .answered,
            .wasted, .fetched, .dropped, .traffic, .network, .switches, .event:
            break
        }
    }

    mutating func finish() {
        move(to: Playhead(restingAt: playhead.place(at: end), since: end), end)
        endStall(waitsUntil)
    }

    private mutating func jump(to place: MediaTime, _ now: Instant) {
        move(to: Playhead(restingAt: place, since: now), jumping: true, now)
        endStall(now)
        hasJumped = true
    }

    /// The clock moves otherwise. Unless it jumps, it has come to the place from which it goes on.
    private mutating func move(to next: Playhead, jumping: Bool = false, _ now: Instant) {
        let from = playhead.place
        let to = min(jumping ? playhead.place(at: now) : next.place, media.duration(of: item))
        playhead = next
        guard from < to else { return }
        for piece in loaded.pieces(of: from..<to) {
            if !hasJumped, let last = pieces.indices.last, pieces[last].range.upperBound == piece.range.lowerBound,
                pieces[last].variant == piece.variant
            {
                pieces[last].range = pieces[last].range.lowerBound..<piece.range.upperBound
            } else {
                pieces.append(Piece(range: piece.range, start: watched, variant: piece.variant))
            }
            hasJumped = false
            watched = watched + (piece.range.upperBound - piece.range.lowerBound)
        }
    }

    private mutating func endStall(_ now: Instant) {
        guard let since = stalledSince else { return }
        stalledSince = nil
        if now > since { stalls.append(P1203Input.Stall(mediaTime: watched, duration: now - since)) }
    }
}

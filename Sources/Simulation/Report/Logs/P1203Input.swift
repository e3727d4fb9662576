import PlayerModel

/// The input of a reference implementation of ITU-T P.1203, for mode 0: which segments were played, and where
/// playback waited.
///
/// This is the public format of its input and nothing more: there is no score here. Only what was played counts, in the
/// order in which it was, and all times are in media time as it was watched: what was watched twice counts twice, and
/// what was skipped leaves no hole. Nor does a gap (EXT-X-GAP) that was waited out: nothing was shown, for which P.1203
/// has no word. A file is one segment. The wait before the start is a stall at 0.
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

    /// Something that the scenario does not say, or P.1203 cannot.
    package enum Gap: Equatable, Sendable {
        case videoCodec
        case audioCodec
        case resolution
        case frameRate
        /// A format that P.1203 has no name for.
        case unnamed(codec: String)
        /// Audio and video come together, so nothing is known of the audio alone.
        case noAudio
        /// Some of the pictures, or of the audio beside them, are not there.
        case noPictures
        case silence
        case nothingPlayed
        /// The run ends in a stall, or in the wait before the start, which has no length of its own.
        case openStall(isStart: Bool, until: Instant)
    }

    /// I13 and I11.
    package private(set) var video: [Segment] = []
    package private(set) var audio: [Segment] = []
    /// I23.
    package private(set) var stalls: [Stall] = []
    /// IGen: the pixels of the layer, or of the usual screen.
    package let displaySize: Dimensions
    /// The reasons why something is null or left out, each once.
    package private(set) var gaps: [Gap] = []

    /// Of IGen, what no scenario says: as in the examples of the reference implementation.
    package static let device = "pc"
    package static let viewingDistance = "150cm"

    package init(_ run: PlayerRun) {
        let player = run.player
        displaySize = player.variantLimits.layer?.pixels ?? Dimensions(width: 1920, height: 1080)
        let watched = WatchedMedia(run)
        stalls = watched.stalls
        if watched.pieces.isEmpty { gaps.append(.nothingPlayed) }
        if let open = watched.open, !run.isEndedByException { gaps.append(open) }
        for piece in watched.pieces {
            let asset = player.asset(ofVariant: piece.variant)
            let media = player.assets[asset].media
            let loaded = run.soundLoaded(of: asset, at: piece.range.lowerBound)
            add(
                piece, piece.variant - player.firstNumber(of: asset), media,
                beside: loaded.map { media.allAudio[$0] } ?? media.audio)
        }
        if video.isEmpty { return }
        if Self.passesGap(run, ofTrack: 0) { gaps.append(.noPictures) }
        // Where some of what played has no audio of its own, nothing can be said of the rest without holes.
        let isWithSound = player.assets.contains { $0.media.audio == nil }
        if isWithSound || Self.passesGap(run, ofTrack: 1) {
            audio = []
            gaps.append(isWithSound ? .noAudio : .silence)
        }
    }

    /// Whether the playhead moved in gaps, and those of a track were among what was not there.
    private static func passesGap(_ run: PlayerRun, ofTrack own: UInt16) -> Bool {
        run.playback.gaps.contains { if case .absent(_, _, own) = $0.note { true } else { false } }
            && GapFigures(run).shown > .zero
    }

    private mutating func add(
        _ piece: WatchedMedia.Piece, _ variant: Int, _ media: Asset, beside sound: Asset.Variant?
    ) {
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
        guard let sound else { return }
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
        if let codec = codecs.first, let name = names(codec) { return name }
        note(codecs.first.map { .unnamed(codec: $0) } ?? gap)
        return nil
    }

    private mutating func note(_ gap: Gap) { if !gaps.contains(gap) { gaps.append(gap) } }

    /// The segments of a piece that was played, each with the part of it that was.
    private static func cut(
        _ piece: WatchedMedia.Piece, _ table: ChunkTable, _ body: (MediaTime, MediaTime, Int64) -> Void
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
            let rate = Metric.bitRate(bytes, whole.nanoseconds)
            body(piece.start + (place - piece.range.lowerBound), last - place, rate)
            place = last
        }
    }
}

/// The names of P.1203 for formats of RFC 6381.
enum P1203Codec {
    /// The standard knows H.264 alone; an extension of the reference implementation takes the others.
    static func video(_ codec: String) -> String? {
        let names = [
            ("avc1", "h264"), ("avc3", "h264"), ("hvc1", "h265"), ("hev1", "h265"), ("dvh1", "h265"),
            ("dvhe", "h265"),
            ("vp09", "vp9"), ("av01", "av1"),
        ]
        return names.first { codec.utf8.starts(with: $0.0.utf8) }?.1
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

/// The media of a player's run in the order in which it was watched, and where it stalled in it.
private struct WatchedMedia {
    /// A stretch of an item that was played without a jump, and where it begins in what was watched.
    struct Piece {
        var range: Range<MediaTime>
        let start: MediaTime
        let variant: Int
    }

    private(set) var pieces: [Piece] = []
    private(set) var stalls: [P1203Input.Stall] = []
    /// The stall in which the run ends; nil where it ends in none.
    private(set) var open: P1203Input.Gap?
    private var watched = MediaTime.zero

    init(_ run: PlayerRun) {
        let playback = run.playback
        if let startup = playback.startup {
            addStall(startup)
        } else if let asked = playback.requestedAt {
            // A player that does not wait has no start to come, as a stall that nobody waits out has no end.
            let end = run.startGivenUpAt ?? run.lastsUntil ?? run.outcome.at
            let isAdded = addStall((end - asked) - playback.suspended(until: end))
            if isAdded, run.startGivenUpAt == nil { open = .openStall(isStart: true, until: end) }
        }
        var (stalls, isJoined) = (playback.stalls[...], false)
        for stretch in playback.clock {
            while let stall = stalls.first, stall.order < stretch.order {
                add(stall, run)
                stalls.removeFirst()
            }
            if stretch.isMoving {
                // Where the clock was stopped or went on at another rate, it had come to where it is from then on. What
                // passes behind the end of an item nobody sees.
                let rest = stretch.playhead.place(at: stretch.playedUntil(run.outcome.at))
                let isCut = stretch.end == .rate && stretch.playedToEndAt == nil
                let end = isCut ? stretch.arrival ?? rest : rest
                for piece in playback.pieces(of: stretch, before: end, runEndingAt: run.outcome.at) {
                    add(piece, isJoined)
                    isJoined = true
                }
            }
            if stretch.end != .rate { isJoined = false }
        }
        for stall in stalls { add(stall, run) }
    }

    private mutating func add(_ stall: Stall, _ run: PlayerRun) {
        let isAdded = addStall((stall.endedAt ?? run.stallsUntil) - stall.at)
        if isAdded, stall.endedAt == nil { open = .openStall(isStart: false, until: run.stallsUntil) }
    }

    /// Whether it took any time: one that took none is no stall.
    @discardableResult private mutating func addStall(_ duration: TimeAmount) -> Bool {
        guard duration > .zero else { return false }
        stalls.append(P1203Input.Stall(mediaTime: watched, duration: duration))
        return true
    }

    private mutating func add(_ piece: ClockStretch.Piece, _ isJoined: Bool) {
        if isJoined, let last = pieces.indices.last, pieces[last].range.upperBound == piece.range.lowerBound,
            pieces[last].variant == piece.variant
        {
            pieces[last].range = pieces[last].range.lowerBound..<piece.range.upperBound
        } else {
            pieces.append(Piece(range: piece.range, start: watched, variant: piece.variant))
        }
        watched = watched + (piece.range.upperBound - piece.range.lowerBound)
    }
}

extension PlayerRun {
    /// When the wait for a start that never came was over: the viewer left, the item failed, nothing was to be played
    /// any more, or there was nothing left to play. Nil where it lasts, as where the app never asks for playback that
    /// the person has asked for.
    fileprivate var startGivenUpAt: Instant? {
        let failed = playback.announcements.last { if case .itemFailed = $0.value { true } else { false } }?.at
        let ends = [playback.leftAt, playback.lastItemFailure == nil ? nil : failed, wishedUntil]
        return ends.compactMap { $0 }.min()
    }

    /// When the player last ceased to wish to play an item; nil where it still does, or never did.
    private var wishedUntil: Instant? {
        let statuses = playback.statuses
        let wish = statuses.lastIndex { $0.rate.isMoving && !playback.isOutOfItems($0) }
        guard let last = wish else { return nil }
        if last + 1 < statuses.count { return statuses[last + 1].from }
        return playback.hasItem ? nil : outcome.at
    }
}

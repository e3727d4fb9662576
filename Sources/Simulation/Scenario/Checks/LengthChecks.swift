import PlayerModel

/// Lengths that make no sense beside others: what can be run, and is hardly meant.
extension Judgement {
    mutating func warnOfBits(_ rate: Placed<Int64>, _ key: String, from most: Int64) {
        if rate.value > most { warn(UnitMistake.words(key, rate.value), rate.place) }
    }

    /// Warns of a part that is longer than the whole.
    mutating func warnOfLength(_ part: Placed<MediaTime>, _ what: String, in whole: MediaTime, _ key: String) {
        guard part.value > whole else { return }
        warn(
            "\(what) of \(part.value.inSeconds) is longer than all of it, which has "
                + "\(whole.inSeconds): there is only one; write a shorter '\(key)'", part.place)
    }
}

extension RenditionDraft {
    func warnOfBits(from most: Int64, _ judgement: inout Judgement) {
        judgement.warnOfBits(bitRate, "bitrate_kbps", from: most)
        if let averageBitRate { judgement.warnOfBits(averageBitRate, "average_bitrate_kbps", from: most) }
    }
}

extension PlayerDraft {
    /// Warns of lengths of a player that do not go with those of its media.
    func warnOfLengths(_ own: ScenarioPlayer, _ judgement: inout Judgement) {
        let assets = own.assets.map { $0.media }
        let longest = assets.map { $0.duration }.max() ?? .zero
        if let end = settings.forwardPlaybackEndTime, let place = forwardPlaybackEndPlace, end > longest {
            judgement.warn(
                "forwardPlaybackEndTime does nothing here: the media ends before, at \(longest.inSeconds)", place)
        }
        if own.loader.preferredForwardBuffer == .zero, let forwardBuffer = rules.forwardBuffer {
            own.warnOfForwardBuffer(forwardBuffer, "default_forward_buffer_s", &judgement)
        }
    }

    /// Warns of an end that is not behind the place at which the playlist has playback begin, and stays there.
    /// AVPlayerItem.h says what happens when the end is reached, and not what does behind it.
    func warnOfEarlyEnd(_ own: ScenarioPlayer, _ judgement: inout Judgement) {
        guard let end = settings.forwardPlaybackEndTime, let place = forwardPlaybackEndPlace, items == nil,
            own.media.live == nil, own.hasScript || !judgement.companions.appActs
        else { return }
        // A range of a loop counts for more.
        if case .looper(_, let from, let to, _) = own.looping, from > .zero || to > .zero { return }
        guard end <= own.media.start, !own.movesByScript else { return }
        judgement.warn(
            "nothing is played: the playlist has it begin at \(own.media.start.inSeconds) (EXT-X-START), and from "
                + "there forwardPlaybackEndTime is reached at once (ours: AVFoundation does not document it); say a "
                + "later one",
            place)
    }

    /// Warns of two thresholds, both of which are said, that come to as many segments: media comes in whole ones, so
    /// that a start and a stall end with the same one.
    func warnOfEqualThresholds(_ own: ScenarioPlayer, _ judgement: inout Judgement) {
        guard let place = rules.thresholds.last.flatMap({ $0 }), rules.thresholds.allSatisfy({ $0 != nil }),
            let (start, afterStall) = own.player.keepUp.lengthsOfStarts, start != afterStall,
            own.startsAtSegmentsAlone, let piece = own.lengthOfAllPieces
        else { return }
        func count(_ length: Int64) -> Int64 { length <= 0 ? 1 : (length - 1) / piece.nanoseconds + 1 }
        let pieces = count(start)
        guard pieces == count(afterStall) else { return }
        let each = piece.inSeconds
        judgement.warn(
            "both thresholds come to the same: media comes in pieces of \(each), and \(pieces) of them "
                + "\(pieces == 1 ? "is" : "are") enough for either; part them by a piece, or shorten 'segment_s'",
            place)
    }
}

extension KeepUp {
    /// The lengths at natural speed, in nanoseconds, that a start takes, and one after a stall; nil of a rule without
    /// two such thresholds.
    fileprivate var lengthsOfStarts: (start: Int64, afterStall: Int64)? {
        switch self {
        case .fixedSeconds(let start, let afterStall): (start.nanoseconds, afterStall.nanoseconds)
        case .exoPlayer(_, let start, let afterStall): (start.nanoseconds, afterStall.nanoseconds)
        case .playThrough, .holdBackShare, .firstChunk, .fixedWait, .shaka, .hlsJS, .dashJS, .vlc, .chromium,
            .firefox, .webKitMSE, .native:
            nil
        }
    }
}

extension ScenarioPlayer {
    /// The length of every piece in which media becomes playable; nil where not all have the same, or where it is a
    /// file, whose pieces are small.
    fileprivate var lengthOfAllPieces: MediaTime? {
        let tables = assets.flatMap { asset in
            (asset.media.kind == .hls ? asset.media.variants : []).map { $0.chunks }
                + asset.media.allAudio.map { $0.chunks }
        }
        guard let first = tables.first, tables.allSatisfy({ $0.isOfEqualPieces }) else { return nil }
        return tables.allSatisfy { $0.chunkDuration == first.chunkDuration } ? first.chunkDuration : nil
    }

    /// Whether its viewer or its script moves the playhead or the end, or may.
    fileprivate var movesByScript: Bool {
        if viewer?.seeks == true { return true }
        return script.contains { action in
            switch action.operation {
            case .player(.setRateAtHostTime), .player(.setForwardPlaybackEndTime),
                .queue(.setForwardPlaybackEndTime):
                true
            case .player, .items, .queue, .surroundings, .playing, .limit, .asset, .network: action.traits.seeks
            }
        }
    }

    /// Whether every start is at the beginning of a segment, at natural speed: nothing jumps, goes on or begins within
    /// one.
    fileprivate var startsAtSegmentsAlone: Bool {
        guard items.allSatisfy({ $0.item.start == .zero }), looping == .none, player.defaultRate == .one,
            interstitials == nil, assets.allSatisfy({ $0.media.live == nil && $0.media.start == .zero }),
            viewer?.seeks != true
        else { return false }
        return script.allSatisfy { action in
            if action.traits.seeks { return false }
            if case .player(.setRateAtHostTime) = action.operation { return false }
            if case .rate(let rate)? = action.traits.request, rate != .one { return false }
            return action.traits.defaultRate.map { $0 == .one } ?? true
        }
    }
}

extension ScenarioPlayer {
    /// Warns of a preferred length ahead that is less than a segment. An app may want little for a while: what counts
    /// is the last word.
    func warnOfForwardBuffer(
        _ preferred: Placed<MediaTime>?, _ drafts: [Placed<ActionDraft>], _ judgement: inout Judgement
    ) {
        var last = preferred.map { ($0, "preferred_forward_buffer_duration_s") }
        for (action, draft) in zip(script, drafts) {
            guard case .playing(.setPreferredForwardBuffer(let length)) = action.operation else { continue }
            if action.trigger != nil { return }
            last = (Placed(length, at: draft.place), "value_s")
        }
        if let (length, key) = last { warnOfForwardBuffer(length, key, &judgement) }
    }

    /// Warns of media wanted ahead that is less than a segment; 0 leaves the choice to the player.
    fileprivate func warnOfForwardBuffer(_ length: Placed<MediaTime>, _ key: String, _ judgement: inout Judgement) {
        let streams = assets.filter { $0.media.kind == .hls }.flatMap { $0.media.variants }
        guard length.value > .zero, let segment = streams.map({ $0.chunks.requestDuration }).min(),
            length.value < segment
        else { return }
        judgement.warn(
            "'\(key)' of \(length.value.inSeconds) is less than a segment, which has "
                + "\(segment.inSeconds): the next one is asked for only when less than that is left; "
                + "write \(NumberText.exact(2 * segment.nanoseconds, places: 9)) or more", length.place)
    }
}

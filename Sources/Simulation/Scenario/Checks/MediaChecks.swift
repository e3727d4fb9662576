import PlayerModel

/// Media: files, and what is on disk.
extension MediumDraft {
    func asset(at place: Place, _ judgement: inout Judgement) -> Asset? {
        let known = judgement.findings.errors.count
        var asset: Asset?
        switch content {
        case .disk(let disk): return disk.asset(&judgement)
        case .file(let file, let kind): asset = file.asset(kind, at: place, &judgement)
        case .stream(let stream): asset = stream.asset(at: place, &judgement)
        }
        return judgement.findings.errors.count == known ? asset : nil
    }
}

extension DiskDraft {
    /// The file for a report.
    func file(_ companions: Companions) -> ScenarioPlayer.File {
        guard var made = companions.asset(path.value, isGzipped: isGzipped) else {
            return ScenarioPlayer.File(path: path.value)
        }
        if case .isWhole? = live?.value { made = made.whole }
        return ScenarioPlayer.File(
            path: path.value, sizes: made.sources, leftOut: made.leftOut,
            notModelled: notModelled(of: made).reduce(into: []) { names, feature in
                // Each playlist has unknown tags of its own.
                if !names.contains(feature.name) { names.append(feature.name) }
            }, subtitles: made.subtitles.map { $0.language })
    }

    /// The asset that a playlist and its files make. Their own errors are reported with them, not here.
    fileprivate func asset(_ judgement: inout Judgement) -> Asset? {
        let name = path.value.lowercased()
        if name.hasSuffix(".json") {
            if let steering {
                judgement.report("a movie of Sabre has one pathway; remove 'steering'", steering.place)
            }
            if let movie = judgement.companions.movie(path.value) { return movie }
            judgement.want(.movie, path)
            return nil
        }
        guard PlaylistPath.isPlaylist(name) else {
            return judgement.refuse(
                "'media' is an object, or the path of a playlist (.m3u8) or of a movie of Sabre (.json)", path.place)
        }
        if let playlist = judgement.companions.asset(path.value, isGzipped: isGzipped) {
            return steered(asset(of: playlist, &judgement), by: playlist, &judgement)
        }
        judgement.want(isGzipped ? .gzippedMedia : .media, path)
        return nil
    }

    /// The same, with the steering that the scenario says, or a warning where it takes one to know what it is.
    private func steered(_ asset: Asset?, by playlist: PlaylistAsset, _ judgement: inout Judgement) -> Asset? {
        guard var asset else { return nil }
        // What goes on, or is whole, may have left out others than what is listed.
        let own = playlist.pathways(of: asset)
        for lost in playlist.lostPathways(among: own) { judgement.warn(lost.diagnostic.message, path.place) }
        if let steering {
            asset = asset.unsteered
            asset.pathways = own
            steering.value.steer(
                &asset, orElse: "the playlist's variants are to name several (PATHWAY-ID), or 'clones' makes more",
                at: steering.place, &judgement)
        } else if let lack = playlist.notModelled.first(where: { $0.lacksManifest }) {
            judgement.warn(lack.message, path.place)
        }
        return asset
    }

    /// All that the playlists have and no run of the scenario has.
    private func notModelled(of made: PlaylistAsset) -> [PlaylistWarning.Feature] {
        made.notModelled.filter { steering == nil || !$0.isOfSteering }
    }

    func subtitled(_ playlist: PlaylistAsset, _ judgement: inout Judgement) -> Asset? {
        guard let wanted = subtitles, wanted.value != Self.automatic else { return playlist.asset }
        if wanted.value == Self.none { return playlist.asset(withSubtitles: nil) }
        let known = playlist.subtitles.map { $0.language }
        guard known.contains(wanted.value) else {
            let hint =
                known.isEmpty
                ? "; the playlist has none" : NearMiss.hint(wanted.value.text, among: (known + [Self.none]).texts)
            return judgement.refuse("there are no subtitles '\(wanted.value)'\(hint)", wanted.place)
        }
        return playlist.asset(withSubtitles: wanted.value)
    }
}

extension FileDraft {
    fileprivate func asset(_ kind: MediaKind, at place: Place, _ judgement: inout Judgement) -> Asset? {
        let (duration, length) = (plain.duration, chunk?.value ?? MediaTime(nanoseconds: 100_000_000))
        guard judgement.isCountable(duration, length, chunk?.place ?? place) else { return nil }
        let rate = bitRate.value
        let chunks = ChunkTable(duration: duration, chunkDuration: length, bitRate: rate, chunksPerRequest: nil)
        judgement.checkSize(chunks, place)
        var made = Asset.Variant(bitRate: rate, dimensions: looks.dimensions(&judgement), chunks: chunks)
        looks.set(&made, nil, &judgement)
        if let chunk { judgement.warnOfLength(chunk, "a piece", in: duration, "chunk_s") }
        if kind == .progressive { judgement.warnOfBits(bitRate, "bitrate_kbps", from: UnitMistake.mostOfVideo) }
        var asset = plain
        (asset.kind, asset.variants) = (kind, [made])
        for end in [videoEnd, audioEnd].compactMap({ $0 }) where end.value > duration {
            judgement.report("a track is not longer than its file", end.place)
        }
        coding.set(&asset, &judgement)
        asset.videoEnd = videoEnd?.value
        asset.audioEnd = audioEnd?.value
        if let videoEnd, let audioEnd, max(videoEnd.value, audioEnd.value) < duration {
            judgement.report("one of the two tracks lasts as long as the file", audioEnd.place)
        }
        return asset
    }
}

extension CodingDraft {
    /// Silence that is not there is not left out.
    func set(_ asset: inout Asset, _ judgement: inout Judgement) {
        (asset.priming, asset.remainder) = (priming, remainder)
        guard let hasEditList else { return }
        asset.hasEditList = hasEditList.value
        if priming == .zero, remainder == .zero {
            judgement.warn(
                "'edit_list' does nothing here: there is no silence; give 'audio_priming_s' or 'audio_remainder_s'",
                hasEditList.place)
        }
    }
}

extension LooksDraft {
    func dimensions(_ judgement: inout Judgement) -> Dimensions? {
        if let side = size.loneSide { judgement.report(SizeDraft.problem, side.place) }
        return size.dimensions
    }

    func set(_ variant: inout Asset.Variant, _ range: Placed<VideoRange>?, _ judgement: inout Judgement) {
        variant.codecs = codecs
        variant.frameRateThousandths = frameRateThousandths
        variant.color = color?.tags(&judgement)
        variant.videoRange = videoRange(range, of: variant.color, &judgement)
    }

    /// The video range that is declared, or else that of the tags: pictures of a lower range may be among those of a
    /// higher one, but not the other way round (RFC 8216bis).
    private func videoRange(
        _ declared: Placed<VideoRange>?, of color: ColorTags?, _ judgement: inout Judgement
    ) -> VideoRange {
        let least = color?.transfer.videoRange ?? .sdr
        guard let declared else { return least }
        if let color, declared.value < least {
            let (name, transfer) = (declared.value.name, color.transfer.name)
            judgement.report(
                "'video_range' cannot be \(name): the transfer function \(transfer) is \(least.name)", declared.place)
        }
        return declared.value
    }
}

extension ColorDraft {
    fileprivate func tags(_ judgement: inout Judgement) -> ColorTags? {
        let primaries = known(primaries, "primaries", &judgement)
        let transfer = known(transfer, "transfer", &judgement)
        let matrix = known(matrix, "matrix", &judgement)
        guard let primaries, let transfer, let matrix else { return nil }
        return ColorTags(primaries, transfer, matrix)
    }

    private func known<Known: ColorTag>(
        _ tag: Placed<Tag<Known>>?, _ key: String, _ judgement: inout Judgement
    ) -> Known? {
        guard let tag else { return nil }
        switch tag.value {
        case .known(let known): return known
        case .unknown(let number):
            let tags = Known.allCases.map { "\($0.numbers.map { String($0) }.joined(separator: "/")) (\($0.name))" }
            let known = tags.joined(separator: ", ")
            return judgement.refuse("'\(key)' cannot be \(number); known are \(known)", tag.place)
        }
    }
}

extension Judgement {
    /// More chunks than this cannot be told apart in an event.
    private static let mostChunks: Int64 = 1_000_000_000
    /// A petabyte: sizes below it add up without overflow.
    private static let mostBytes: Int64 = 1_000_000_000_000_000

    mutating func isCountable(_ duration: MediaTime, _ chunk: MediaTime, _ place: Place) -> Bool {
        let count = (duration.nanoseconds - 1) / chunk.nanoseconds + 1
        if count <= Self.mostChunks { return true }
        report("this makes \(count) chunks; a run has at most \(Self.mostChunks)", place)
        return false
    }

    mutating func checkSize(_ chunks: ChunkTable, _ place: Place) {
        if chunks.bytes(before: chunks.count) > Self.mostBytes {
            report("this makes more than a petabyte of media; lower the bit rate or the length", place)
        }
    }
}

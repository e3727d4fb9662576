import PlayerModel

/// Streams that are given inline: their variants, the audio beside them, and what is fetched before the media.
extension StreamDraft {
    /// The size of playlists as gzip, in millionths of their own, unless the scenario says it.
    /// Measured with `gzip -9`: the short playlists of the shipped ladder, which have byte ranges, come to 0.20 to
    /// 0.22, and its multivariant one to 0.30; of playlists of two hours in segments of 6 s, one with byte ranges comes
    /// to 0.17, those with counted names of files to 0.04 to 0.08, and one whose names are hashes to 0.42.
    private static let usualGzipRatio: Int64 = 200_000

    func asset(at place: Place, _ judgement: inout Judgement) -> Asset? {
        let parts = live?.value.parts(of: segment, &judgement)
        if parts != nil, let chunksPerSegment {
            judgement.report(
                "the pieces of a segment are its parts; remove 'chunks_per_segment'", chunksPerSegment.place)
        }
        let perSegment = parts ?? chunksPerSegment?.value ?? 1
        if segment.nanoseconds % perSegment != 0, let place = chunksPerSegment?.place {
            return judgement.refuse("a segment does not divide into \(perSegment) chunks of whole nanoseconds", place)
        }
        guard let duration = duration ?? impliedDuration else {
            return judgement.refuse(
                "'duration_s' is missing: the length, unless sizes say how many segments there are", place)
        }
        if let segmentPlace {
            judgement.warnOfLength(Placed(segment, at: segmentPlace), "a segment", in: duration, "segment_s")
        }
        for variant in variants { variant.value.warnOfBits(from: UnitMistake.mostOfVideo, &judgement) }
        for rendition in audio { rendition.value.warnOfBits(from: UnitMistake.mostOfAudio, &judgement) }
        if audio.count > Judgement.mostMedia {
            return judgement.refuse(
                "these are \(audio.count) renditions of sound; a stream has \(Judgement.mostMedia) at most",
                audio[Judgement.mostMedia].place)
        }
        let made = variants.compactMap { $0.value.variant(at: $0.place, duration, segment, perSegment, &judgement) }
        checkLanguages(&judgement)
        let audioEnd = audio.first?.value.duration?.value ?? duration
        let sound = audio.compactMap { rendition($0, audioEnd, parts ?? 1, &judgement) }
        guard made.count == variants.count, !made.isEmpty, sound.count == audio.count else { return nil }
        var asset = plain
        (asset.kind, asset.duration, asset.variants, asset.allAudio) = (.hls, duration, made, sound)
        if !sound.isEmpty, audioEnd != duration { asset.lengthen(video: duration, audio: audioEnd) }
        coding.set(&asset, &judgement)
        asset.preloaded = preloaded.map { $0.value }
        checkPreloaded(&judgement)
        offer(&asset, &judgement)
        if let live { live.value.make(&asset, at: live.place, &judgement) }
        turnKeys(&asset, &judgement)
        gzip(&asset, &judgement)
        steer(&asset, &judgement)
        return asset
    }

    /// Lists the whole ladder once for each pathway.
    private func offer(_ asset: inout Asset, _ judgement: inout Judgement) {
        guard let first = pathways.first else { return }
        if pathways.count == 1, steering == nil {
            judgement.report(
                "there are at least 2 pathways, unless the 'clones' of 'steering' make more", first.place)
        }
        for (index, name) in pathways.enumerated() {
            if name.value.isEmpty { judgement.report("a pathway has a name, such as \"cdn-a\"", name.place) }
            if pathways[..<index].contains(where: { $0.value == name.value }) {
                judgement.report("'\(name.value)' is a pathway already", name.place)
            }
        }
        guard pathways.count <= Asset.mostPathways else {
            return judgement.report(
                "\(pathways.count) pathways are more than the \(Asset.mostPathways) that there may be",
                pathways[Asset.mostPathways].place)
        }
        guard pathways.count * variants.count <= Asset.mostVariants else {
            return judgement.report(
                "a ladder of \(variants.count) by \(pathways.count) pathways is more than the "
                    + "\(Asset.mostVariants) variants that there may be", pathways[0].place)
        }
        asset.pathways = pathways.map { $0.value }
        asset.variants = pathways.indices.flatMap { pathway in
            asset.variants.map { variant in
                var variant = variant
                variant.pathway = pathway
                return variant
            }
        }
    }

    private func steer(_ asset: inout Asset, _ judgement: inout Judgement) {
        // Where there are more pathways than there may be, nothing else is said of them.
        guard let steering, pathways.isEmpty == asset.pathways.isEmpty else { return }
        steering.value.steer(
            &asset, orElse: "give 'pathways', such as [\"cdn-a\", \"cdn-b\"]", at: steering.place, &judgement)
    }

    private var impliedDuration: MediaTime? {
        guard let sizes = variants.lazy.compactMap({ $0.value.segmentBytes }).first else { return nil }
        let (length, overflow) = segment.nanoseconds.multipliedReportingOverflow(by: Int64(sizes.value.count))
        return overflow || length > TimeLimit.longest ? nil : MediaTime(nanoseconds: length)
    }

    private func gzip(_ asset: inout Asset, _ judgement: inout Judgement) {
        guard let isGzipped, isGzipped.value else {
            if let gzipRatio {
                judgement.report("'gzip_ratio' is of no use without \"playlists_gzipped\": true", gzipRatio.place)
            }
            return
        }
        let ratio = gzipRatio?.value ?? Self.usualGzipRatio
        if !asset.gzipPlaylists(to: ratio) {
            judgement.report(
                "there is no playlist to gzip: give 'multivariant_playlist_bytes' or 'playlist_bytes'",
                isGzipped.place)
        }
    }

    /// A key opens a segment at least, which is decrypted with one.
    private func turnKeys(_ asset: inout Asset, _ judgement: inout Judgement) {
        for key in keysOfContentKeys where asset.keyBytes == nil {
            judgement.warn("'\(key.name)' does nothing here: there is no key; give 'key_bytes'", key.value.place)
        }
        guard let keyRotation else { return }
        guard asset.keyBytes != nil else {
            return judgement.report("there is no key to change: give 'key_bytes'", keyRotation.place)
        }
        if keyRotation.value < asset.longestSegment {
            let longest = asset.longestSegment.inSeconds
            return judgement.report("a key opens a segment at least, and one lasts \(longest)", keyRotation.place)
        }
        if asset.live != nil, asset.hasSessionKey {
            return judgement.report(
                "of keys that change a multivariant playlist names the first, which a live stream has left; remove "
                    + "this, or 'session_key'", keyRotation.place)
        }
        let count = (asset.duration.nanoseconds - 1) / keyRotation.value.nanoseconds + 1
        if count > ContentKeys.most {
            return judgement.report(
                "these are \(count) keys, more than the \(ContentKeys.most) that there may be", keyRotation.place)
        }
        if keyRotation.value >= asset.duration {
            judgement.warn("all of it is shorter, so one key opens all", keyRotation.place)
        }
        asset.turnKeys(every: keyRotation.value)
    }

    /// Checks that all that was fetched before the run begins is there to be fetched.
    private func checkPreloaded(_ judgement: inout Judgement) {
        for kind in preloaded {
            if kind.value == .multivariantPlaylist, plain.multivariantBytes == nil {
                judgement.report("there is no 'multivariant_playlist_bytes', so nothing was preloaded", kind.place)
            }
            if kind.value == .key, plain.keyBytes == nil || !plain.hasSessionKey {
                judgement.report("a key is preloaded with 'key_bytes', and \"session_key\": true", kind.place)
            }
        }
    }

    // MARK: Audio

    /// One of the renditions of audio. In another language than the first it has the same length and the same
    /// segments, so that playback can go over from one to the other.
    private func rendition(
        _ draft: Placed<RenditionDraft>, _ end: MediaTime, _ perSegment: Int64, _ judgement: inout Judgement
    ) -> Asset.Variant? {
        let (own, first) = (draft.value, audio[0].value)
        if draft.place != audio[0].place {
            for (key, own, first) in [
                ("duration_s", own.duration, first.duration), ("segment_s", own.segment, first.segment),
            ] {
                guard let own, own.value != first?.value else { continue }
                judgement.report(
                    "audio has the length and the segments of the first language; remove '\(key)'", own.place)
            }
        }
        if let length = own.segment { judgement.warnOfLength(length, "a segment", in: end, "segment_s") }
        let length = first.segment?.value ?? segment
        // Of the same length as the video's, they have been judged.
        let parts = length == segment ? perSegment : live?.value.parts(of: length, &judgement) ?? 1
        var made = own.variant(at: draft.place, end, length, parts, &judgement)
        made?.language = own.language?.value ?? ""
        return made
    }

    /// Several renditions of audio have languages, each its own.
    private func checkLanguages(_ judgement: inout Judgement) {
        if audio.count == 1, let language = audio[0].value.language, language.value == "" {
            judgement.report("a 'language' has a name, such as \"en\"", language.place)
        }
        guard audio.count > 1 else { return }
        var known: [ExactText] = []
        for draft in audio {
            guard let language = draft.value.language, !language.value.isEmpty else {
                judgement.report("of several renditions of audio each has a 'language'", draft.place)
                continue
            }
            if known.contains(language.value) {
                judgement.report("there is another rendition in '\(language.value)'", language.place)
            }
            known.append(language.value)
        }
    }
}

extension RenditionDraft {
    /// More chunks than this with sizes of their own would fill the memory.
    private static let mostSizes: Int64 = 10_000_000

    fileprivate func variant(
        at place: Place, _ duration: MediaTime, _ segment: MediaTime, _ perSegment: Int64,
        _ judgement: inout Judgement
    ) -> Asset.Variant? {
        let chunk = MediaTime(nanoseconds: segment.nanoseconds / perSegment)
        guard judgement.isCountable(duration, chunk, place) else { return nil }
        let bitRate = bitRate.value
        let dimensions = looks.dimensions(&judgement)
        var chunks = ChunkTable(
            duration: duration, chunkDuration: chunk, bitRate: bitRate, chunksPerRequest: perSegment)
        if let sizes = segmentBytes {
            guard areSizes(sizes, of: chunks, duration, segment, &judgement) else { return nil }
            chunks = ChunkTable(
                duration: duration, segmentDuration: segment, chunksPerSegment: perSegment,
                segmentBytes: sizes.value, declaredBitRate: bitRate)
        }
        judgement.checkSize(chunks, place)
        if let averageBitRate, averageBitRate.value > bitRate {
            judgement.report("'average_bitrate_kbps' is above 'bitrate_kbps'", averageBitRate.place)
        }
        var made = plain
        (made.bitRate, made.dimensions, made.chunks) = (bitRate, dimensions, chunks)
        made.averageBitRate = averageBitRate?.value
        made.gaps = gaps(in: chunks, &judgement)
        looks.set(&made, videoRange, &judgement)
        return made
    }

    /// The chunks of the segments that are gaps.
    private func gaps(in chunks: ChunkTable, _ judgement: inout Judgement) -> ChunkRanges {
        var made = ChunkRanges()
        for gap in gaps {
            let boundary = chunks.segmentBoundary(nearest: gap.value)
            let first = chunks.chunk(at: gap.value)
            if gap.value >= chunks.duration {
                judgement.report("a gap begins before the end, which is at \(chunks.duration.inSeconds)", gap.place)
            } else if boundary != gap.value {
                judgement.report(
                    "a gap is where a segment begins; the nearest begins at \(boundary.inSeconds)", gap.place)
            } else if made.contains(first) {
                judgement.report("this segment is a gap already", gap.place)
            } else {
                for chunk in first..<chunks.endOfRequest(from: first) { made.insert(chunk) }
            }
        }
        return made
    }

    /// Whether there is a size for each segment, and room for them.
    private func areSizes(
        _ sizes: Placed<[Int64]>, of chunks: ChunkTable, _ duration: MediaTime, _ segment: MediaTime,
        _ judgement: inout Judgement
    ) -> Bool {
        let (count, expected) = (sizes.value.count, (duration.nanoseconds - 1) / segment.nanoseconds + 1)
        guard Int64(count) == expected else {
            let length = NumberText.exact(duration.nanoseconds, places: 9)
            let each = NumberText.exact(segment.nanoseconds, places: 9)
            judgement.report(
                "'segment_bytes' lists \(count), but \(length) s in segments of \(each) s need \(expected)",
                sizes.place)
            return false
        }
        guard chunks.count <= Self.mostSizes else {
            judgement.report(
                "this makes \(chunks.count) chunks; with sizes there are at most \(Self.mostSizes)", sizes.place)
            return false
        }
        return true
    }
}

extension Asset {
    /// Tracks that differ in length end together for the loader; where each really ends is noted.
    fileprivate mutating func lengthen(video: MediaTime, audio: MediaTime) {
        let end = max(video, audio)
        (duration, videoEnd, audioEnd) = (end, video, audio)
        changeRenditions { $0.chunks = $0.chunks.lasting(until: end) }
    }

    /// Makes playlists as small as they travel. False where there is none.
    fileprivate mutating func gzipPlaylists(to ratio: Int64) -> Bool {
        func size(_ bytes: Int64?) -> Int64? { bytes.map { max(1, proportion($0, ratio, over: 1_000_000, .up)) } }
        let hasPlaylist =
            multivariantBytes != nil || audio?.playlistBytes != nil || variants.contains { $0.playlistBytes != nil }
        multivariantBytes = size(multivariantBytes)
        changeRenditions { ($0.playlistBytes, $0.deltaBytes) = (size($0.playlistBytes), size($0.deltaBytes)) }
        playlistCoding = .gzipTo(millionths: ratio)
        return hasPlaylist
    }
}

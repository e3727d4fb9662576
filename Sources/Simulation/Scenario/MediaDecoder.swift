import PlayerModel

extension ScenarioDecoder {
    /// More chunks than this cannot be told apart in an event.
    private static let mostChunks: Int64 = 1_000_000_000
    /// More chunks than this with sizes of their own would fill the memory.
    private static let mostSizes: Int64 = 10_000_000
    /// A petabyte: sizes below it add up without overflow.
    private static let mostBytes: Int64 = 1_000_000_000_000_000

    /// The media, or nil where something is wrong with it.
    mutating func asset(_ node: JSONNode) -> Asset? {
        if let file = mediaFile(node) { return playlist(file) }
        let known = diagnostics.count
        let kind = MediaKind.allCases.first { $0.name == node.member("kind")?.string }
        guard let kind else { return nil }
        var asset = kind == .hls ? stream(node) : file(node, kind)
        asset?.priming = node.mediaTime("audio_priming_s") ?? .zero
        asset?.remainder = node.mediaTime("audio_remainder_s") ?? .zero
        asset?.hasEditList = node.member("edit_list")?.flag ?? true
        return diagnostics.count == known ? asset : nil
    }

    /// The playlist that the media comes from: a path alone, or an object of that kind.
    func mediaFile(_ node: JSONNode) -> MediaFile? {
        if let path = node.string { return MediaFile(path: path, place: node.place) }
        guard node.member("kind")?.string == ScenarioShape.playlistKind, let path = node.member("path"),
            let words = path.string
        else { return nil }
        return MediaFile(
            path: words, isGzipped: node.member("playlists_gzipped")?.flag ?? false, place: path.place)
    }

    /// What a playlist and its files make. What is wrong with those is said of them, not here.
    private mutating func playlist(_ file: MediaFile) -> Asset? {
        let name = file.path.lowercased()
        if name.hasSuffix(".json") {
            if companions.movie(file.path) == nil { want(.movie, file.path, file.place) }
            return companions.movie(file.path)
        }
        guard name.hasSuffix(".m3u8") || name.hasSuffix(".m3u") else {
            report(
                "'media' is an object, or the path of a playlist (.m3u8) or of a movie of Sabre (.json)", file.place)
            return nil
        }
        guard let playlist = companions.asset(file) else {
            want(file.isGzipped ? .gzippedMedia : .media, file.path, file.place)
            return nil
        }
        return playlist.asset
    }

    private mutating func file(_ node: JSONNode, _ kind: MediaKind) -> Asset? {
        guard let duration = node.mediaTime("duration_s") else { return nil }
        guard let bitRate = node.member("bitrate_kbps")?.number(.kilobitsPerSecond) else { return nil }
        let chunk = node.mediaTime("chunk_s") ?? MediaTime(nanoseconds: 100_000_000)
        guard isCountable(duration, chunk, (node.member("chunk_s") ?? node).place) else { return nil }
        let chunks = ChunkTable(
            duration: duration, chunkDuration: chunk, bitRate: bitRate, chunksPerRequest: nil)
        checkSize(chunks, node.place)
        var made = Asset.Variant(bitRate: bitRate, dimensions: picture(node), chunks: chunks)
        looks(node, &made)
        var asset = Asset(kind: kind, duration: duration, variants: [made], audio: nil)
        asset.videoEnd = trackEnd("video_duration_s", node, duration)
        asset.audioEnd = trackEnd("audio_duration_s", node, duration)
        if let shorter = asset.videoEnd.flatMap({ video in asset.audioEnd.map { max(video, $0) } }),
            shorter < duration
        {
            report("one of the two tracks lasts as long as the file", (node.member("audio_duration_s") ?? node).place)
        }
        return asset
    }

    /// Where a track of a file ends.
    private mutating func trackEnd(_ key: String, _ node: JSONNode, _ duration: MediaTime) -> MediaTime? {
        guard let end = node.mediaTime(key) else { return nil }
        if end > duration { report("a track is not longer than its file", (node.member(key) ?? node).place) }
        return end
    }

    private mutating func stream(_ node: JSONNode) -> Asset? {
        let segment = node.mediaTime("segment_s") ?? .seconds(6)
        let perSegment = node.count("chunks_per_segment") ?? 1
        if segment.nanoseconds % perSegment != 0, let place = node.member("chunks_per_segment")?.place {
            report("a segment does not divide into \(perSegment) chunks of whole nanoseconds", place)
            return nil
        }
        let variantNodes = node.member("variants")?.elements ?? []
        guard let duration = node.mediaTime("duration_s") ?? impliedDuration(variantNodes, segment) else {
            report("'duration_s' is missing: the length, unless sizes say how many segments there are", node.place)
            return nil
        }
        let variants = variantNodes.compactMap { variant($0, duration, segment, perSegment) }
        checkLanguages(node)
        let audioNodes = renditions(node.member("audio"))
        let audioEnd = audioNodes.first?.mediaTime("duration_s") ?? duration
        let allAudio = audioNodes.compactMap { rendition($0, audioNodes[0], audioEnd, segment) }
        let audio = allAudio.first
        guard variants.count == variantNodes.count, !variants.isEmpty else { return nil }
        guard allAudio.count == audioNodes.count else { return nil }
        var asset = Asset(kind: .hls, duration: duration, variants: variants, audio: audio)
        asset.otherAudio = Array(allAudio.dropFirst())
        if audio != nil, audioEnd != duration {
            guard max(duration, audioEnd) <= MediaTime(nanoseconds: Shape.longestTime) else { return nil }
            lengthen(&asset, video: duration, audio: audioEnd)
        }
        asset.multivariantBytes = node.member("multivariant_playlist_bytes")?.number(.bytes)
        asset.keyBytes = node.member("key_bytes")?.number(.bytes)
        asset.hasSessionKey = node.member("session_key")?.flag ?? false
        asset.usesFairPlay = node.member("fair_play")?.flag ?? false
        asset.preloaded = preloaded(node, asset)
        gzip(node, &asset)
        return asset
    }

    /// Tracks that differ in length end together for the loader; where each really ends is noted.
    private mutating func lengthen(_ asset: inout Asset, video: MediaTime, audio: MediaTime) {
        let end = max(video, audio)
        (asset.duration, asset.videoEnd, asset.audioEnd) = (end, video, audio)
        for index in asset.variants.indices {
            asset.variants[index].chunks = asset.variants[index].chunks.lasting(until: end)
        }
        if var sound = asset.audio {
            sound.chunks = sound.chunks.lasting(until: end)
            asset.audio = sound
        }
        for index in asset.otherAudio.indices {
            asset.otherAudio[index].chunks = asset.otherAudio[index].chunks.lasting(until: end)
        }
    }

    /// Makes playlists as small as they travel.
    private mutating func gzip(_ node: JSONNode, _ asset: inout Asset) {
        guard let flag = node.member("playlists_gzipped"), flag.flag == true else {
            if let ratio = node.member("gzip_ratio") {
                report("'gzip_ratio' is of no use without \"playlists_gzipped\": true", ratio.place)
            }
            return
        }
        let ratio = node.member("gzip_ratio")?.number(.ratio) ?? ScenarioShape.usualGzipRatio
        func size(_ bytes: Int64?) -> Int64? { bytes.map { max(1, proportion($0, ratio, over: 1_000_000, .up)) } }
        var hasPlaylist = asset.multivariantBytes != nil || asset.audio?.playlistBytes != nil
        asset.multivariantBytes = size(asset.multivariantBytes)
        for index in asset.variants.indices {
            hasPlaylist = hasPlaylist || asset.variants[index].playlistBytes != nil
            asset.variants[index].playlistBytes = size(asset.variants[index].playlistBytes)
        }
        let ofAudio = size(asset.audio?.playlistBytes)
        asset.audio?.playlistBytes = ofAudio
        for index in asset.otherAudio.indices {
            asset.otherAudio[index].playlistBytes = size(asset.otherAudio[index].playlistBytes)
        }
        asset.playlistCoding = .gzipTo(millionths: ratio)
        if !hasPlaylist {
            report("there is no playlist to gzip: give 'multivariant_playlist_bytes' or 'playlist_bytes'", flag.place)
        }
    }

    private mutating func preloaded(_ node: JSONNode, _ asset: Asset) -> [Resource.Kind] {
        var kinds: [Resource.Kind] = []
        for word in node.member("preloaded")?.elements ?? [] {
            switch word.string {
            case Resource.Kind.multivariantPlaylist.name:
                kinds.append(.multivariantPlaylist)
                if asset.multivariantBytes == nil {
                    report("there is no 'multivariant_playlist_bytes', so nothing was preloaded", word.place)
                }
            case Resource.Kind.key.name:
                kinds.append(.key)
                if asset.keyBytes == nil || !asset.hasSessionKey {
                    report("a key is preloaded with 'key_bytes', and \"session_key\": true (A.51)", word.place)
                }
            default: break
            }
        }
        return kinds
    }

    /// What is loaded before there is an item must be there to be loaded. Of a playlist that is still to be read nobody
    /// knows that yet.
    mutating func checkPreparation(_ name: String, _ place: Place, _ scenario: Scenario) {
        if wanted.contains(where: { $0.kind == .media || $0.kind == .movie }) { return }
        if name == "load_values", scenario.media.multivariantBytes == nil {
            report("there is no multivariant playlist to load; give 'multivariant_playlist_bytes'", place)
        }
        if name == "preload_keys", scenario.media.keyBytes == nil || !scenario.media.hasSessionKey {
            report("no key can be preloaded: that takes 'key_bytes', and \"session_key\": true (A.51)", place)
        }
    }

    private func impliedDuration(_ variants: [JSONNode], _ segment: MediaTime) -> MediaTime? {
        guard let sizes = variants.lazy.compactMap({ $0.member("segment_bytes") }).first else { return nil }
        let (length, overflow) = segment.nanoseconds.multipliedReportingOverflow(by: Int64(sizes.elements.count))
        return overflow || length > Shape.longestTime ? nil : MediaTime(nanoseconds: length)
    }

    mutating func variant(
        _ node: JSONNode, _ duration: MediaTime, _ segment: MediaTime, _ perSegment: Int64
    ) -> Asset.Variant? {
        guard let bitRate = node.member("bitrate_kbps")?.number(.kilobitsPerSecond) else { return nil }
        let chunk = MediaTime(nanoseconds: segment.nanoseconds / perSegment)
        guard isCountable(duration, chunk, node.place) else { return nil }
        let dimensions = picture(node)
        var chunks = ChunkTable(
            duration: duration, chunkDuration: chunk, bitRate: bitRate, chunksPerRequest: perSegment)
        if let sizes = node.member("segment_bytes") {
            let expected = (duration.nanoseconds - 1) / segment.nanoseconds + 1
            guard Int64(sizes.elements.count) == expected else {
                let length = NumberText.exact(duration.nanoseconds, places: 9)
                let each = NumberText.exact(segment.nanoseconds, places: 9)
                let count = sizes.elements.count
                report(
                    "'segment_bytes' lists \(count), but \(length) s in segments of \(each) s need \(expected)",
                    sizes.place)
                return nil
            }
            guard chunks.count <= Self.mostSizes else {
                report(
                    "this makes \(chunks.count) chunks; with sizes there are at most \(Self.mostSizes)", sizes.place)
                return nil
            }
            chunks = ChunkTable(
                duration: duration, segmentDuration: segment, chunksPerSegment: perSegment,
                segmentBytes: sizes.elements.map { $0.number(.bytes) ?? 0 }, declaredBitRate: bitRate)
        }
        checkSize(chunks, node.place)
        var made = Asset.Variant(bitRate: bitRate, dimensions: dimensions, chunks: chunks)
        made.averageBitRate = average(node, bitRate)
        looks(node, &made)
        made.channels = node.count("channels")
        made.sampleRate = node.member("sample_rate_hz")?.number(.hertz)
        made.bitDepth = node.count("bit_depth")
        made.playlistBytes = node.member("playlist_bytes")?.number(.bytes)
        made.initBytes = node.member("init_bytes")?.number(.bytes)
        return made
    }

    private mutating func picture(_ node: JSONNode) -> Dimensions? {
        if (node.member("width") == nil) != (node.member("height") == nil),
            let alone = node.member("width") ?? node.member("height")
        {
            report("'width' and 'height' come together", alone.place)
        }
        return dimensions(node)
    }

    /// What is declared of how it is coded.
    private mutating func looks(_ node: JSONNode, _ variant: inout Asset.Variant) {
        variant.codecs = (node.member("codecs")?.elements ?? []).compactMap { $0.string }
        variant.frameRateThousandths = node.member("frame_rate_fps")?.number(.framesPerSecond)
        variant.color = node.member("color").flatMap { color($0) }
        variant.videoRange = videoRange(node, of: variant.color)
    }

    private mutating func isCountable(_ duration: MediaTime, _ chunk: MediaTime, _ place: Place) -> Bool {
        let count = (duration.nanoseconds - 1) / chunk.nanoseconds + 1
        if count <= Self.mostChunks { return true }
        report("this makes \(count) chunks; a run has at most \(Self.mostChunks)", place)
        return false
    }

    private mutating func checkSize(_ chunks: ChunkTable, _ place: Place) {
        if chunks.bytes(before: chunks.count) > Self.mostBytes {
            report("this makes more than a petabyte of media; lower the bit rate or the length", place)
        }
    }
}

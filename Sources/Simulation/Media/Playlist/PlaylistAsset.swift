import PlayerModel

/// An asset made of playlists, with the sources of its sizes.
///
/// Every segment is one chunk. All tracks end where the longest does: the last segment of a shorter one lasts until
/// then, because tracks of real streams differ by a frame or so. The bit rate that a player is told of a track is the
/// variant's AVERAGE-BANDWIDTH, or else BANDWIDTH, less that of the audio beside it; for a rendition it is the
/// average of its sizes. One key is fetched for the whole asset: that of the first track in which anything is
/// encrypted. The audio is that of the first variant's group, in every language whose segments begin at the same
/// places; other groups, subtitles and I-frame streams are not fetched. Variants of sound alone are left out where
/// there are others, because their playlist is often the audio rendition itself.
package struct PlaylistAsset: Sendable {
    package struct Rendition: Sendable {
        package let path: String
        package let isAudio: Bool
        package let sizes: PlaylistSizes
    }

    /// The asset; nil exactly where there is a problem.
    package let asset: Asset?
    package let problems: [PlaylistProblem]
    /// The renditions of the variants, in the order of the asset, then the audio's.
    package let renditions: [Rendition]
    /// Variants of sound alone that were left out.
    package let variantsLeftOut: Int

    /// The bit rate of an audio rendition of which nothing is known, in bits per second: stereo AAC. It is cut to
    /// half of the lowest variant's whole rate.
    package static let assumedAudioBitRate: Int64 = 128_000
    /// A petabyte: smaller sizes add up without overflow.
    private static let mostBytes: Int64 = 1_000_000_000_000_000

    /// Makes an asset of the playlists that were read. `gzipped` says that playlists travel as gzip.
    package init(_ set: PlaylistSet, gzipped: Bool = false) {
        var builder = Builder(set: set, isGzipped: gzipped)
        switch set.root {
        case .multivariant(let playlist): builder.build(playlist)
        case .media(let playlist): builder.build(playlist)
        }
        asset = builder.problems.isEmpty ? builder.asset : nil
        problems = builder.problems
        renditions = builder.renditions
        variantsLeftOut = builder.variantsLeftOut
    }

    /// The number of segments whose sizes come from each source, in the order of the sources.
    package var sources: [(source: SizeSource, segments: Int64)] {
        SizeSource.allCases.compactMap { source in
            let count = renditions.reduce(0) { $0 + $1.sizes.count(of: source) }
            return count > 0 ? (source, count) : nil
        }
    }

    private struct Track {
        let path: String
        let playlist: MediaPlaylist
        var sizes: PlaylistSizes
    }

    private struct Builder {
        let set: PlaylistSet
        let isGzipped: Bool
        var asset: Asset?
        var problems: [PlaylistProblem] = []
        var renditions: [Rendition] = []
        var variantsLeftOut = 0

        mutating func build(_ playlist: MultivariantPlaylist) {
            let withVideo = playlist.variants.filter { $0.hasVideo }
            let variants = withVideo.isEmpty ? playlist.variants : withVideo
            variantsLeftOut = playlist.variants.count - variants.count
            var tracks: [(variant: MultivariantPlaylist.Variant, track: Track)] = []
            for variant in variants {
                guard let track = track(variant.stream.uri, at: variant.stream.uriPlace) else { return }
                tracks.append((variant, track))
            }
            guard let first = tracks.first else { return }
            var audio: Track?
            if let group = first.variant.audioGroup, let rendition = playlist.rendition(.audio, group: group),
                let uri = rendition.uri
            {
                guard let track = track(uri, at: rendition.uriPlace) else { return }
                // A variant of sound alone may have the playlist of its rendition: then it has no audio beside it.
                audio = track.path == first.track.path ? nil : track
            }
            let audioRate = fillAudio(&audio, variants)
            let all = tracks.map { $0.track } + (audio.map { [$0] } ?? [])
            guard let duration = commonDuration(all) else { return }
            var made: [Asset.Variant] = []
            for (variant, track) in tracks {
                let rate = variant.stream.typicalBandwidth
                let beside = variant.audioGroup == nil ? 0 : audioRate
                var one = asset(
                    track, duration, bitRate: variant.stream.bandwidth, own: rate > beside ? rate - beside : rate,
                    from: variant.stream.averageBandwidth == nil ? .bandwidth : .averageBandwidth,
                    variant.stream.resolution)
                one.averageBitRate = variant.stream.averageBandwidth
                one.codecs = variant.stream.codecs
                one.frameRateThousandths = variant.frameRateThousandths
                one.videoRange = VideoRange(attribute: variant.stream.videoRange)
                if let sound = variant.audioGroup.flatMap({ playlist.rendition(.audio, group: $0) }) {
                    one.channels = sound.channelCount
                    (one.sampleRate, one.bitDepth) = (sound.sampleRateHz, sound.bitDepth)
                }
                made.append(one)
            }
            let sound = audio.map {
                asset($0, duration, bitRate: audioRate, own: audioRate, from: .assumed, nil, isAudio: true)
            }
            var whole = Asset(kind: .hls, duration: duration, variants: made, audio: sound)
            if let audio {
                (whole.videoEnd, whole.audioEnd) = (first.track.playlist.duration, audio.playlist.duration)
            }
            whole.multivariantBytes = transferBytes(playlist.text)
            if let group = first.variant.audioGroup { addLanguages(of: group, playlist, &whole) }
            finish(whole, all, playlist)
        }

        /// Adds the audio in the group's other languages, where its segments begin where those of the first do.
        private mutating func addLanguages(of group: String, _ playlist: MultivariantPlaylist, _ whole: inout Asset) {
            guard let sound = whole.audio, let first = playlist.rendition(.audio, group: group) else { return }
            var known = [first.languageName]
            for rendition in playlist.renditions where rendition.type == .audio && rendition.groupID == group {
                guard let uri = rendition.uri, !known.contains(rendition.languageName),
                    let (_, other) = set.media(uri), !other.segments.isEmpty, other.isEnded,
                    let track = track(uri, at: rendition.uriPlace),
                    track.playlist.duration >= whole.duration - track.playlist.targetDuration,
                    track.playlist.duration <= whole.duration
                else { continue }
                var filled = track
                filled.sizes.fill(track.playlist, bitRate: sound.bitRate, from: .assumed)
                let rate = filled.sizes.averageBitRate(track.playlist)
                var one = asset(filled, whole.duration, bitRate: rate, own: rate, from: .assumed, nil, isAudio: true)
                guard one.chunks.isAligned(with: sound.chunks) else { continue }
                one.language = rendition.languageName
                whole.otherAudio.append(one)
                known.append(rendition.languageName)
            }
            if !whole.otherAudio.isEmpty { whole.audio?.language = first.languageName }
        }

        /// Makes the asset of a single media playlist, which is its own only variant. It declares no bit rate: its
        /// peak is taken for that.
        mutating func build(_ playlist: MediaPlaylist) {
            guard let track = track(playlist, set.path) else { return }
            guard track.sizes.isComplete else { return report(.asset(.noBitRate), in: playlist) }
            guard let duration = commonDuration([track]) else { return }
            let (peak, average) = (track.sizes.peakBitRate(playlist), track.sizes.averageBitRate(playlist))
            let variant = asset(track, duration, bitRate: peak, own: average, from: .averageBandwidth, nil)
            finish(Asset(kind: .hls, duration: duration, variants: [variant], audio: nil), [track], nil)
        }

        private mutating func finish(_ made: Asset, _ tracks: [Track], _ root: MultivariantPlaylist?) {
            var made = made
            if isGzipped { made.playlistCoding = .gzip }
            if let track = tracks.first(where: { $0.playlist.neededKey != nil }), let key = track.playlist.neededKey {
                made.keyBytes = key.bytes(in: track.playlist.text)
                made.usesFairPlay = key.isFairPlay(in: track.playlist.text)
                made.hasSessionKey = root?.names(key, of: track.playlist, at: track.path, from: set.path) ?? false
            }
            asset = made
        }

        /// The bytes that cross the network for a playlist.
        private func transferBytes(_ text: PlaylistText) -> Int64 {
            isGzipped ? GzipSize.bytes(of: text.bytes) : max(1, Int64(text.bytes.count))
        }

        private mutating func track(_ uri: String, at place: Place) -> Track? {
            guard let (path, playlist) = set.media(uri) else {
                problems.append(PlaylistProblem(.file(.missing(uri)), place))
                return nil
            }
            return track(playlist, path)
        }

        private mutating func track(_ playlist: MediaPlaylist, _ path: String) -> Track? {
            guard !playlist.segments.isEmpty, playlist.isEnded else {
                report(.asset(playlist.segments.isEmpty ? .noSegments : .live), in: playlist)
                return nil
            }
            let sizes = PlaylistSizes(playlist, path: path, files: set.files)
            return Track(path: path, playlist: playlist, sizes: sizes)
        }

        private mutating func report(_ kind: PlaylistProblem.Kind, in playlist: MediaPlaylist) {
            problems.append(PlaylistProblem(kind, playlist.place(line: 1)))
        }

        /// Fills in the sizes of the audio, and returns its average bit rate; 0 where there is none.
        private func fillAudio(_ audio: inout Track?, _ variants: [MultivariantPlaylist.Variant]) -> Int64 {
            guard var track = audio else { return 0 }
            let lowest = variants.map { $0.stream.typicalBandwidth }.min() ?? PlaylistAsset.assumedAudioBitRate
            let assumed = max(1, min(PlaylistAsset.assumedAudioBitRate, lowest / 2))
            track.sizes.fill(track.playlist, bitRate: assumed, from: .assumed)
            audio = track
            return track.sizes.averageBitRate(track.playlist)
        }

        /// The length of the longest track, if no other differs from the first by more than a target duration.
        private mutating func commonDuration(_ tracks: [Track]) -> MediaTime? {
            var duration = MediaTime.zero
            let first = tracks[0].playlist
            for track in tracks {
                duration = max(duration, track.playlist.duration)
                let difference = track.playlist.duration - first.duration
                guard difference.nanoseconds.magnitude > first.targetDuration.nanoseconds.magnitude else { continue }
                let own = NumberText.exact(track.playlist.duration.nanoseconds, places: 9)
                let other = NumberText.exact(first.duration.nanoseconds, places: 9)
                report(.asset(.lengthsDiffer(own, other: other)), in: track.playlist)
            }
            if duration.nanoseconds > TimeLimit.longest { report(.value(.tooLong(years: 1)), in: first) }
            return problems.isEmpty ? duration : nil
        }

        private mutating func asset(
            _ track: Track, _ duration: MediaTime, bitRate: Int64, own: Int64, from source: SizeSource,
            _ dimensions: Dimensions?, isAudio: Bool = false
        ) -> Asset.Variant {
            var sizes = track.sizes
            sizes.fill(track.playlist, bitRate: own, from: source)
            renditions.append(Rendition(path: track.path, isAudio: isAudio, sizes: sizes))
            var bytes = sizes.bytes
            if sizes.total > PlaylistAsset.mostBytes {
                report(.asset(.tooMuchMedia), in: track.playlist)
                // A table adds its sizes up, even though this one will never be used.
                bytes = ContiguousArray(repeating: 0, count: bytes.count)
            }
            let chunks = ChunkTable(
                duration: duration, segmentDurations: ContiguousArray(track.playlist.segments.map { $0.duration }),
                segmentBytes: bytes, declaredBitRate: own)
            var made = Asset.Variant(bitRate: bitRate, dimensions: dimensions, chunks: chunks)
            made.playlistBytes = transferBytes(track.playlist.text)
            made.initBytes = sizes.firstInitializationBytes
            return made
        }
    }
}

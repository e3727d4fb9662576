import PlayerModel

/// The kinds of playback (A.1): a local file, a file over the network, and HTTP Live Streaming.
package enum MediaKind: String, CaseIterable, Sendable {
    case local, progressive, hls

    /// The name as a scenario has it.
    package var name: String { rawValue }
}

/// A piece of media: one file, or variants of the same content with an audio rendition beside them.
package struct Asset: Equatable, Sendable {
    package struct Variant: Equatable, Sendable {
        /// Bits per second as declared: the peak. Of a playlist on disk the audio beside it is included; of a ladder
        /// that is written in a scenario it is not.
        package var bitRate: Int64
        /// Bits per second on average, where that is declared too, with the audio or without it likewise.
        package var averageBitRate: Int64?
        package var dimensions: Dimensions?
        package var chunks: ChunkTable
        /// Formats of RFC 6381, as CODECS has them; empty where they are not declared.
        package var codecs: [String] = []
        /// Of audio, its language where there are several; else empty. Of subtitles, their language.
        package var language: ExactText = ""
        /// Of audio, the group that it is in; of a variant, the group of the audio beside it, or nil where none is.
        package var audioGroup: ExactText? = ""
        /// Whether it has pictures, or is sound alone.
        package var hasPictures = true
        /// Of its sound, where they are declared: channels, samples a second, bits of a sample.
        package var channels: Int64?
        package var sampleRate: Int64?
        package var bitDepth: Int64?
        /// Frames in a thousand seconds, where that is declared.
        package var frameRateThousandths: Int64?
        /// The tags of its pictures, where they are known; no playlist declares them.
        package var color: ColorTags?
        /// VIDEO-RANGE; of a file what its tags say.
        package var videoRange = VideoRange.sdr
        /// EXT-X-TARGETDURATION as its playlist states it: nil is the least that there may be.
        var statedTarget: MediaTime?
        /// The size of its playlist, and of its initialization section (EXT-X-MAP): nil where none is fetched.
        package var playlistBytes: Int64?
        package var initBytes: Int64?
        /// Where it needs another initialization section, in order; nothing where there is one at most.
        package var initTurns: ContiguousArray<InitTurn> = []
        /// Where it needs another key, in order; nothing where one opens all (`Asset.keyBytes`).
        package var keyTurns: ContiguousArray<KeyTurn> = []
        /// The chunks that are listed and are not there (EXT-X-GAP, GAP=YES): nobody asks for them.
        package var gaps = ChunkRanges()
        /// The size of a delta update of its playlist; nil where a server has none to give.
        package var deltaBytes: Int64?
        /// The date ranges that its playlist lists.
        package var dateRanges: [DateRange] = []
        /// The numbers that a live playlist on disk begins with: EXT-X-MEDIA-SEQUENCE and EXT-X-DISCONTINUITY-SEQUENCE.
        package var mediaSequence: Int64 = 0
        package var discontinuitySequence: Int64 = 0
        /// The pathway by which it comes, by its place in the asset's.
        package var pathway = 0
        /// STABLE-VARIANT-ID or STABLE-RENDITION-ID, by which a steering manifest may name it.
        package var stableID: ExactText?
        /// The host that it comes from, of a copy that steering makes; else nil.
        package var host: ExactText?

        /// Whether its formats are of sound alone, and it says nothing of pictures.
        var isSoundAlone: Bool {
            dimensions == nil && frameRateThousandths == nil && MultivariantPlaylist.haveNoPictures(codecs)
        }

        /// EXT-X-TARGETDURATION of its playlist.
        var targetDuration: MediaTime { statedTarget ?? LiveLoad.target(chunks.requestDuration) }

        package init(bitRate: Int64, dimensions: Dimensions?, chunks: ChunkTable) {
            self.bitRate = bitRate
            self.dimensions = dimensions
            self.chunks = chunks
        }
    }

    /// How playlists travel: as they are, or smaller (A.50). Sizes of playlists are those that travel.
    package enum PlaylistCoding: Equatable, Sendable {
        case identity
        /// `Content-Encoding: gzip`, by which a playlist comes to so many millionths of its size.
        case gzipTo(millionths: Int64)
        /// `Content-Encoding: gzip`, of texts that were looked at.
        case gzip
    }

    package var kind: MediaKind
    package var duration: MediaTime
    /// At least one; a file has exactly one.
    package var variants: [Variant]
    /// The names of the pathways by which its variants come, the one that is begun with first (RFC 8216bis, 4.4.6.2),
    /// and those that steering makes last; empty where there is nothing to tell apart.
    package var pathways: [ExactText] = []
    /// How it is made while it is watched; nil of what is whole from the beginning.
    package var live: LiveSource?
    /// The pathways that its server wants and makes; nil where it is not steered.
    package var steering: ContentSteering?
    /// Audio that is fetched beside the video, where it is not in the variants themselves: what plays unless another is
    /// selected, then the same in other languages, and that of other groups, which other variants play with. All their
    /// segments begin where those of the first do.
    package var allAudio: [Variant] = []
    /// Subtitles that are fetched beside the video; nil where none are.
    package var subtitles: Variant?
    package var playlistCoding = PlaylistCoding.identity
    /// The size of the list that says that this is what an interstitial event shows, and has to be there first; nil
    /// where that is known.
    package var assetListBytes: Int64?
    /// The size of the multivariant playlist; nil where none is fetched.
    package var multivariantBytes: Int64?
    /// The size of a content key and what it takes to ask for it; nil where the content is clear.
    package var keyBytes: Int64?
    /// The keys where it needs several, or some of it is clear, each of which comes when it is needed; then that is but
    /// the size of one. Else nil.
    package var keys: ContentKeys?
    /// Whether the multivariant playlist says where the key is (EXT-X-SESSION-KEY), or a variant's playlist only.
    package var hasSessionKey = false
    package var usesFairPlay = false
    /// Silence at the beginning and the end of the sound that coding makes: its priming and remainder frames, as
    /// durations; and whether an edit list says so, so that a player leaves them out (A.66).
    package var priming = MediaTime.zero
    package var remainder = MediaTime.zero
    package var hasEditList = true
    /// Where the picture and the sound end, where that is before the end of all (A.42); nil is the duration.
    package var videoEnd: MediaTime?
    package var audioEnd: MediaTime?
    /// The resources that the app has fetched before the run begins (A.49, A.51).
    package var preloaded: [Resource.Kind] = []
    /// EXT-X-START of what has an end: where playback begins, unless an app says otherwise.
    package private(set) var start = MediaTime.zero
    /// The distance of key frames; nil is the usual one.
    package var keyFrameInterval: MediaTime?

    package init(kind: MediaKind, duration: MediaTime, variants: [Variant]) {
        self.kind = kind
        self.duration = duration
        self.variants = variants
    }

    package var declaredVariants: [DeclaredVariant] { variants.indices.map { declared($0) } }

    /// A variant as a player sees it: its rates include the audio beside it, as those of a playlist do, and the format
    /// of its sound is its own, or that of the audio beside it.
    package func declared(_ index: Int) -> DeclaredVariant {
        var declared = DeclaredVariant(
            bitRate: bitRate(withAudioOf: index), averageBitRate: averageBitRate(withAudioOf: index),
            dimensions: variants[index].dimensions, videoRange: variants[index].videoRange)
        declared.hasPictures = variants[index].hasPictures
        let beside = audio(beside: index).map { allAudio[$0] }
        declared.audio.usesFairPlay = usesFairPlay
        let hasNoPictures = MultivariantPlaylist.hasNoPictures
        declared.audio.codec =
            variants[index].codecs.first(where: hasNoPictures) ?? beside?.codecs.first(where: hasNoPictures)
        declared.audio.channels = variants[index].channels ?? beside?.channels
        declared.audio.sampleRate = variants[index].sampleRate ?? beside?.sampleRate
        declared.audio.bitDepth = variants[index].bitDepth ?? beside?.bitDepth
        return declared
    }

    /// The tracks to fetch with a variant: the variant's own, then the audio rendition, then subtitles. Sound alone has
    /// the audio of others for its second track, of which nothing is fetched.
    package func tracks(ofVariant index: Int) -> [ChunkTable] {
        let beside = audio.map { [self.audio(beside: index).map { allAudio[$0].chunks } ?? $0.chunks] } ?? []
        return [variants[index].chunks] + beside + (subtitles.map { [$0.chunks] } ?? [])
    }

    /// The place among all audio of what plays beside a variant unless another language is selected; nil where nothing
    /// does.
    package func audio(beside variant: Int) -> Int? {
        guard let group = variants[variant].audioGroup else { return nil }
        return allAudio.firstIndex { $0.audioGroup == group }
    }

    /// The place of subtitles among the tracks.
    package var subtitleTrack: Int { audio == nil ? 1 : 2 }

    /// Something that is fetched and is no media.
    package struct File: Equatable, Sendable {
        package let kind: Resource.Kind
        package let bytes: Int64
        /// The rendition that needs it, by its place among those that may be fetched, or the audio's; nil: all do.
        package let rendition: Int?
        /// The bytes that come where it is loaded again, and a server leaves out what has been listed before
        /// (EXT-X-SKIP); nil where all of it comes.
        package var deltaBytes: Int64?
        /// Of an initialization section, of which one comes: where each of several is needed, and its size.
        package var sections: ContiguousArray<InitTurn> = []

        package var isOfAudio: Bool { kind == .audioPlaylist || kind == .audioInit }
    }

    /// The audio that plays unless another is selected.
    package var audio: Variant? { allAudio.first }

    /// The files that have to be fetched before the first segment, and are not there yet, in the order of requests:
    /// those of the first of the variants, then those that others need besides.
    package func opening(ofVariants variants: [Int], first: Int) -> [File] {
        var files: [File] = []
        func add(_ kind: Resource.Kind, _ bytes: Int64?, _ rendition: Int? = nil, delta: Int64? = nil) {
            guard let bytes, !preloaded.contains(kind) else { return }
            files.append(File(kind: kind, bytes: bytes, rendition: rendition, deltaBytes: delta))
        }
        func add(initOf media: Variant, _ kind: Resource.Kind, _ rendition: Int) {
            let count = files.count
            add(kind, media.initBytes, rendition)
            if files.count > count { files[count].sections = media.initTurns }
        }
        func add(playlistOf media: Variant, _ kind: Resource.Kind, _ rendition: Int) {
            add(kind, media.playlistBytes, rendition, delta: media.deltaBytes)
        }
        let begin = self.variants[variants[first]]
        let beside = audio(beside: variants[first])
        add(.assetList, assetListBytes)
        add(.multivariantPlaylist, multivariantBytes)
        if keys == nil { add(.key, keyBytes) }
        add(playlistOf: begin, .videoPlaylist, first)
        if let beside { add(playlistOf: allAudio[beside], .audioPlaylist, beside) }
        add(.subtitlePlaylist, subtitles?.playlistBytes)
        add(initOf: begin, .videoInit, first)
        if let beside { add(initOf: allAudio[beside], .audioInit, beside) }
        add(.subtitleInit, subtitles?.initBytes)
        for (rendition, variant) in variants.enumerated() where rendition != first {
            add(playlistOf: self.variants[variant], .videoPlaylist, rendition)
            add(initOf: self.variants[variant], .videoInit, rendition)
        }
        for (index, audio) in allAudio.enumerated() where index != beside {
            add(playlistOf: audio, .audioPlaylist, index)
            add(initOf: audio, .audioInit, index)
        }
        return files
    }

    /// The indices of the variants that come by the pathway that is begun with: all, where there is one.
    package var variantsToBeginWith: [Int] { variants.indices.filter { variants[$0].pathway == 0 } }

    /// The name of the pathway of a variant; nil where there is nothing to tell apart.
    package func pathway(ofVariant index: Int) -> ExactText? {
        pathways.isEmpty ? nil : pathways[variants[index].pathway]
    }

    /// The name of the pathway of some audio: nil where it is beside variants of several. A clone whose audio is the
    /// same is none of them.
    func pathway(ofAudio audio: Variant) -> ExactText? {
        var own = variants.filter { $0.audioGroup == audio.audioGroup }.map { $0.pathway }
        if own.contains(where: { $0 < firstClone }) { own.removeAll { $0 >= firstClone } }
        guard let first = own.first, !pathways.isEmpty, own.allSatisfy({ $0 == first }) else { return nil }
        return pathways[first]
    }

    /// The variants that can be switched to from one: those whose segments begin at the same places, in the order of
    /// the playlist. Playlists round lengths, so a tenth of a second is not held against them.
    package func variants(alignedWith index: Int) -> [Int] {
        variants.indices.filter { variants[$0].chunks.isAligned(with: variants[index].chunks) }
    }

    /// The bit rate that a player has to reckon with for a variant, `BANDWIDTH`: its peak, the audio beside it included
    /// (RFC 8216, 4.3.4.2).
    func bitRate(withAudioOf index: Int) -> Int64 {
        max(variants[index].bitRate, variants[index].chunks.declaredBitRate.addingClamped(bitRate(beside: index)))
    }

    /// `AVERAGE-BANDWIDTH`, where one is declared: the audio beside it is included where that is so of the peak, and it
    /// is no more than that. A playlist that declares a peak below its average has the average for both.
    func averageBitRate(withAudioOf index: Int) -> Int64? {
        let peak = bitRate(withAudioOf: index)
        let beside = variants[index].bitRate == peak ? 0 : bitRate(beside: index)
        return variants[index].averageBitRate.map { min($0.addingClamped(beside), peak) }
    }

    /// The bit rate of the audio beside a variant; 0 where there is none.
    private func bitRate(beside index: Int) -> Int64 {
        audio(beside: index).map { allAudio[$0].chunks.declaredBitRate } ?? 0
    }

    /// Whether anything of it is a gap.
    package var hasGaps: Bool {
        !(variants + allAudio).allSatisfy { $0.gaps.isEmpty } || subtitles?.gaps.isEmpty == false
    }

    /// For how long the picture is blank, and the sound silent, where playback ends at `end`.
    package func tails(at end: MediaTime) -> (video: MediaTime, audio: MediaTime) {
        func tail(_ track: MediaTime?) -> MediaTime { max(.zero, end - (track ?? duration)) }
        return (tail(videoEnd), tail(audioEnd))
    }

    /// The end of the track of a variant's own, where audio is fetched beside it and that end is known.
    var endOfOwnTrack: MediaTime? { audio == nil ? nil : videoEnd }

    /// Where something is heard: from behind the priming to before the remainder, which belong to the sound's track,
    /// where no edit list tells of them (A.66).
    var heard: (from: MediaTime, to: MediaTime) {
        let end = audioEnd ?? duration
        return hasEditList ? (.zero, end) : (priming, max(.zero, end - remainder))
    }

    /// Begins where a playlist says.
    mutating func begin(at start: LiveSource.Start) {
        self.start = start.place(in: .zero..<duration, of: variants[0].chunks)
    }

    /// The longest segment of all tracks.
    package var longestSegment: MediaTime {
        (variants + allAudio).reduce(.zero) { max($0, $1.chunks.requestDuration) }
    }

    /// EXT-X-TARGETDURATION of its playlists: that of a live stream, where one is said, or else the longest of theirs.
    var targetDuration: MediaTime {
        live?.targetDuration ?? (variants + allAudio).reduce(.zero) { max($0, $1.targetDuration) }
    }

    /// Whether any of it has pictures. Where nothing says of which formats it is, it has.
    var hasPictures: Bool { variants.contains { $0.hasPictures && !$0.isSoundAlone } }

    package var item: PlayerItem {
        var item = PlayerItem(
            duration: duration, isStream: kind == .hls, keyFrameInterval: keyFrameInterval ?? usualKeyFrameInterval)
        item.start = start
        item.hasPictures = hasPictures
        return item
    }

    /// Of a stream two seconds, as its authors are asked to have it, where segments, which begin with a key frame,
    /// divide so; else a segment (HLS Authoring Specification, 1.13 and 7.4). Of a file that is not known: its pieces.
    private var usualKeyFrameInterval: MediaTime {
        let (chunks, two) = (variants[0].chunks, MediaTime.seconds(2))
        guard kind == .hls else { return chunks.chunkDuration }
        let segment = chunks.start(of: chunks.endOfRequest(from: 0))
        return segment.nanoseconds % two.nanoseconds == 0 ? two : segment
    }
}

extension Asset {
    /// Changes all variants, and the audio beside them.
    mutating func changeRenditions(_ change: (inout Variant) -> Void) {
        for index in variants.indices { change(&variants[index]) }
        for index in allAudio.indices { change(&allAudio[index]) }
    }
}

import PlayerModel

/// The knowledge of an asset's gaps, by rendition, and what stands in for one. Where nothing is loaded because of them,
/// an item's buffer says.
///
/// Which segments are gaps is in the playlists; so a player knows it of a rendition whose playlist it has loaded.
struct GapLoad: Sendable {
    /// A rendition that stands in for another one, because that has a gap.
    struct StandIn: Sendable {
        /// The rendition of before, which comes back behind the gap.
        let home: Int
        let rendition: Int
        /// The first chunk of what it stands in for now.
        var chunk: Int64
    }

    private let ofRenditions: ContiguousArray<ChunkRanges>
    private let ofAudio: ContiguousArray<ChunkRanges>
    private let ofSubtitles: ChunkRanges
    /// Whether there is any; nothing of this is looked at otherwise.
    let areThere: Bool
    private(set) var standIn: StandIn?

    init(
        renditions: ContiguousArray<ChunkRanges> = [], audio: ContiguousArray<ChunkRanges> = [],
        subtitles: ChunkRanges = ChunkRanges()
    ) {
        (ofRenditions, ofAudio, ofSubtitles) = (renditions, audio, subtitles)
        areThere = !(renditions + audio + [subtitles]).allSatisfy { $0.isEmpty }
    }

    func has(_ chunk: Int64, ofRendition rendition: Int) -> Bool { ofRenditions[rendition].contains(chunk) }
    func has(_ chunk: Int64, ofAudio audio: Int) -> Bool { audio < ofAudio.count && ofAudio[audio].contains(chunk) }
    func hasSubtitles(_ chunk: Int64) -> Bool { ofSubtitles.contains(chunk) }

    /// The first gap of a rendition behind a chunk; nil where there is none.
    func next(after chunk: Int64, ofRendition rendition: Int) -> Int64? {
        ofRenditions[rendition].firstPresent(after: chunk)
    }
    func next(after chunk: Int64, ofAudio audio: Int) -> Int64? {
        audio < ofAudio.count ? ofAudio[audio].firstPresent(after: chunk) : nil
    }

    /// A rendition stands in for another from a chunk on. Where one stands in already, the first one of all comes back.
    mutating func stand(_ rendition: Int, for own: Int, from chunk: Int64) {
        standIn = StandIn(home: standIn?.home ?? own, rendition: rendition, chunk: chunk)
    }

    /// It stands in for the next chunk as well.
    mutating func standOn(for chunk: Int64) { standIn?.chunk = chunk }

    mutating func endStandIn() { standIn = nil }
}

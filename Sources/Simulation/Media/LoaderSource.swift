import PlayerModel

extension Loader {
    /// A track's request under way, or its last one.
    struct Fetch: Sendable {
        var attempt: UInt32 = 0
        var slot: Int32 = 0
        /// The chunks that are still to come of it; empty where none is.
        var awaited: Range<Int64> = 0..<0
        var requestedAt = Instant.zero
        /// When it last brought something: the request itself, or a chunk.
        var progressAt = Instant.zero
        var isAnswered = false
        /// Whether nothing else was under way between the request and the answer.
        var isAlone = false
        /// The first chunk from the playhead on that is missing, and where it begins: as far as the track can be
        /// played.
        var missing: Int64 = 0
        var loadedEnd = MediaTime.zero
        /// Where the gap that begins with `missing` ends.
        var gapEnd: Int64 = 0
        /// The chunk behind the last one that playback needs.
        var endChunk: Int64 = 0
        /// The segment for which a rendition was chosen, by its first chunk.
        var chosenFor: Int64 = -1

        var isUnderWay: Bool { awaited.lowerBound < awaited.upperBound }
    }

    /// An asset as it is fetched: what of it is under way, in which variant, and what has to be there before.
    ///
    /// The first track has a slot on the network for each rendition, and the audio beside it one for each language;
    /// behind them come the slots of what has to be there before the media.
    struct Source: Sendable {
        /// The first of its slots.
        let firstSlot: Int32
        /// Nothing of it.
        private(set) var emptyBuffer: MediaBuffer
        /// The audio beside the first track in every language, and which of them is fetched.
        let audio: ContiguousArray<(language: String, chunks: ChunkTable)>
        private(set) var language = 0
        var opening: Opening
        var selector: VariantSelector
        /// The rendition of which something came last.
        var loadedRendition: Int
        var fetches: ContiguousArray<Fetch>
        /// For each track, what is missing behind the first gap.
        var rests: ContiguousArray<BufferState.Awaited>

        /// Nothing is loaded of `tracks`, and `opening` is yet to come.
        init(
            tracks: [ChunkTable], opening: Opening, selector: VariantSelector,
            audio: [(language: String, chunks: ChunkTable)] = [], firstSlot: Int32 = 0
        ) {
            self.audio = ContiguousArray(audio)
            self.firstSlot = firstSlot
            self.opening = opening
            self.selector = selector
            loadedRendition = selector.first
            emptyBuffer = MediaBuffer(tracks: tracks)
            fetches = ContiguousArray(repeating: Fetch(), count: tracks.count)
            rests = ContiguousArray(repeating: .nothing, count: tracks.count)
        }

        /// How many slots are for media.
        var mediaSlots: Int { selector.renditions.count + max(audio.count, fetches.count - 1) }

        /// Another language is to be fetched. Says whether there is such a one, and it is not what is fetched.
        mutating func select(_ name: String) -> Bool {
            guard let index = audio.firstIndex(where: { $0.language == name }), index != language else {
                return false
            }
            language = index
            emptyBuffer.replace(1, with: audio[index].chunks)
            opening.ask(forRendition: index, ofAudio: true)
            return true
        }

        /// The place of a slot among those of what has to be there before the media; nil where it is for media.
        func fileIndex(ofSlot slot: Int32) -> Int? {
            let index = Int(slot - firstSlot) - mediaSlots
            return index >= 0 ? index : nil
        }

        /// Whether it has that slot, or one behind it.
        func begins(before slot: Int32) -> Bool { firstSlot <= slot }

        /// Asks for what can be asked for of what has to be there before the media.
        mutating func planOpening(at now: Instant, into effects: inout ContiguousArray<LoaderEffect>) {
            while let (index, attempt) = opening.next(at: now) {
                let id = ExchangeID(slot: firstSlot + Int32(mediaSlots + index), attempt: attempt)
                effects.append(.send(.request(Request(id: id, firstChunk: 0, endChunk: 1))))
            }
        }
    }

    // What is fetched now, in short.

    var opening: Opening {
        @inline(__always) _read { yield source.opening }
        @inline(__always) _modify { yield &source.opening }
    }

    var selector: VariantSelector {
        @inline(__always) _read { yield source.selector }
        @inline(__always) _modify { yield &source.selector }
    }

    var loadedRendition: Int {
        @inline(__always) get { source.loadedRendition }
        @inline(__always) set { source.loadedRendition = newValue }
    }

    var fetches: ContiguousArray<Fetch> {
        @inline(__always) _read { yield source.fetches }
        @inline(__always) _modify { yield &source.fetches }
    }

    var rests: ContiguousArray<BufferState.Awaited> {
        @inline(__always) _read { yield source.rests }
        @inline(__always) _modify { yield &source.rests }
    }

    // MARK: Several assets

    /// The asset that has a slot.
    func asset(ofSlot slot: Int32) -> Int {
        if others.isEmpty { return 0 }
        var asset = others.count - 1
        while asset > 0, !source(asset).begins(before: slot) { asset -= 1 }
        return asset
    }

    private func source(_ asset: Int) -> Source { asset == active ? source : others[asset] }

    /// Nothing of an asset, in the language that is selected.
    func emptyBuffer(ofAsset asset: Int) -> MediaBuffer { source(asset).emptyBuffer }

    /// What chooses an asset's variants.
    func selector(ofAsset asset: Int) -> VariantSelector { source(asset).selector }

    /// What is fetched from now on is that asset's.
    mutating func use(_ asset: Int) {
        guard asset != active else { return }
        others[active] = source
        source = others[asset]
        active = asset
    }
}

import PlayerModel

/// The slots on the network of one asset: one for each rendition of the first track, and for the audio beside it one
/// for each group and language; behind them come that of subtitles and the slots of what has to be there before the
/// media.
///
///     first
///     │ renditions of the first track │ audio │ subtitles │ playlists, key, init sections │ keys │ manifests │
///                                                         └──────────────────── files ──────────────────────┘
///
/// They never change, so that they are a value of their own: whoever asks for one has not to copy the load first.
struct AssetSlots: Sendable {
    private let first: Int32
    private let renditions: Int
    private let audio: Int
    /// The place of subtitles among the tracks; -1 where there are none.
    let subtitleTrack: Int
    /// Where files begin, and, counted from there, keys and manifests; and the end of all.
    private let files: Int
    private let keys: Int
    private let manifests: Int
    /// The slot behind the last.
    let end: Int32

    /// Of `tracks`, the last is that of subtitles where there are any.
    init(
        first: Int32, renditions: Int, audio: Int, tracks: Int, hasSubtitles: Bool, files: Int, keys: Int,
        manifests: Int
    ) {
        self.first = first
        self.renditions = renditions
        self.audio = max(audio, tracks - (hasSubtitles ? 2 : 1))
        subtitleTrack = hasSubtitles ? tracks - 1 : -1
        self.files = renditions + self.audio + (hasSubtitles ? 1 : 0)
        self.keys = files
        self.manifests = files + keys
        end = first + Int32(self.files + self.manifests + manifests)
    }

    @inline(__always)
    func begin(before slot: Int32) -> Bool { first <= slot }

    // MARK: Media

    func slot(ofRendition rendition: Int) -> Int32 { first + Int32(rendition) }

    func slot(ofAudio audio: Int) -> Int32 { first + Int32(renditions + audio) }

    var slotOfSubtitles: Int32 { slot(ofAudio: audio) }

    /// The track of media in a slot.
    @inline(__always)
    func track(of slot: Int32) -> Int {
        let index = audioIndex(of: slot)
        if index < 0 { return 0 }
        return index < audio ? 1 : subtitleTrack
    }

    func rendition(of slot: Int32) -> Int { Int(slot - first) }

    /// The place of a slot among those of audio; less than 0 where it is of the first track.
    func audioIndex(of slot: Int32) -> Int { Int(slot - first) - renditions }

    // MARK: Before the media

    /// The place of a slot among those of what has to be there before the media; nil where it is for media.
    @inline(__always)
    func file(of slot: Int32) -> Int? {
        let index = Int(slot - first) - files
        return index >= 0 ? index : nil
    }

    func exchange(ofFile index: Int, attempt: UInt32) -> ExchangeID {
        ExchangeID(slot: first + Int32(files + index), attempt: attempt)
    }

    func exchange(ofKey index: Int, attempt: UInt32) -> ExchangeID {
        exchange(ofFile: keys + index, attempt: attempt)
    }

    func exchange(ofManifest index: Int, attempt: UInt32) -> ExchangeID {
        exchange(ofFile: manifests + index, attempt: attempt)
    }

    @inline(__always)
    func isKey(_ slot: Int32) -> Bool {
        let file = Int(slot - first) - files
        return file >= keys && file < manifests
    }

    /// The place of a slot among those of keys.
    func key(of slot: Int32) -> Int { Int(slot - first) - files - keys }

    @inline(__always)
    func isManifest(_ slot: Int32) -> Bool { Int(slot - first) - files >= manifests }
}

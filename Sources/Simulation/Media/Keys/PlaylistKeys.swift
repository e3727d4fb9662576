import PlayerModel

/// The content keys that the playlists of a stream name, numbered as they are met, and what each opens.
///
/// A key is known by the place of its URI. Of a live stream what is listed is listed again and again: where keys change
/// in that, they go on changing, and each turn has keys of its own.
struct PlaylistKeys: Sendable {
    private struct Name: Hashable, Sendable {
        let uri: [UInt8]
        let turn: Int
    }

    private var sizes: ContiguousArray<Int64> = []
    private var numbers: [Name: Int64] = [:]
    private var named = ChunkRanges()
    /// Whether the first is for FairPlay Streaming.
    private(set) var usesFairPlay = false
    /// Whether some rendition is clear, at its beginning at least.
    private var hasClear = false
    /// The multivariant playlist, which may name keys, and the path from which it does.
    private let root: MultivariantPlaylist?
    private let path: String

    init(root: MultivariantPlaylist?, path: String) { (self.root, self.path) = (root, path) }

    /// The size of the first; nil where all is clear.
    var firstBytes: Int64? { sizes.first }

    /// Whether the multivariant playlist names one of them.
    var areNamed: Bool { !named.isEmpty }

    /// The keys where they are asked for one by one; nil where one opens all, or all is clear.
    var keys: ContentKeys? {
        guard sizes.count > 1 || sizes.count == 1 && hasClear else { return nil }
        var made = ContentKeys(bytes: sizes)
        made.named = named
        return made
    }

    /// The turns of a rendition whose segments are listed in turn from `first` on, each in so many parts.
    mutating func turns(
        of playlist: MediaPlaylist, at path: String, count: Int64, from first: Int, parts: Int64
    ) -> ContiguousArray<KeyTurn> {
        guard playlist.segments.contains(where: { $0.keySet >= 0 }) else {
            hasClear = true
            return []
        }
        let change = haveSeveral(playlist, path)
        var (turns, chunk, segment, turn) = (ContiguousArray<KeyTurn>(), Int64(0), 0, 0)
        var last: (set: Int32, turn: Int)?
        while chunk < count {
            let set = playlist.segments[segment].keySet
            if last?.set != set || last?.turn != turn {
                last = (set, turn)
                let key = number(of: playlist.segments[segment], playlist, path, change ? turn : 0)
                if key != turns.last?.key || turns.isEmpty { turns.append(KeyTurn(chunk: chunk, key: key)) }
            }
            chunk += parts
            segment += 1
            if segment == playlist.segments.count { (segment, turn) = (first, turn + 1) }
        }
        if turns.first?.key == nil { hasClear = true }
        return turns
    }

    private func haveSeveral(_ playlist: MediaPlaylist, _ path: String) -> Bool {
        var (first, set): (String?, Int32) = (nil, -1)
        for segment in playlist.segments where segment.keySet >= 0 && segment.keySet != set {
            set = segment.keySet
            guard let key = playlist.fetchedKey(of: segment) else { continue }
            let place = MultivariantPlaylist.place(of: playlist.text.string(key.uri), from: path)
            if let first, !first.utf8.elementsEqual(place.utf8) { return true }
            first = place
        }
        return false
    }

    /// The number of the key that a segment needs, which is a new one where it was not met before; nil of a clear one.
    private mutating func number(
        of segment: MediaPlaylist.Segment, _ playlist: MediaPlaylist, _ path: String, _ turn: Int
    ) -> Int64? {
        guard let key = playlist.fetchedKey(of: segment) else { return nil }
        let uri = MultivariantPlaylist.place(of: playlist.text.string(key.uri), from: path)
        let name = Name(uri: Array(uri.utf8), turn: turn)
        if let number = numbers[name] { return number }
        let number = Int64(sizes.count)
        if number == 0 { usesFairPlay = key.isFairPlay(in: playlist.text) }
        numbers[name] = number
        sizes.append(key.bytes(in: playlist.text))
        if turn == 0, root?.names(key, of: playlist, at: path, from: self.path) == true { named.insert(number) }
        return number
    }
}

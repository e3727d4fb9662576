import SimulationContainers
import PlayerModel

/// The content keys that the playlists of a stream name, numbered as they are met, and what each opens.
///
/// A key is known by the place of its URI. Of a live stream what is listed is listed again and again: where keys change
/// in that, they go on changing, and each turn has keys of its own.
struct PlaylistKeys: Sendable {
    private var sizes: ContiguousArray<Int64> = []
    /// The places of all URIs, and by turn and by place the number of each; -1 of one that was not met.
    private var places = KeyPlaces()
    private var numbers: ContiguousArray<ContiguousArray<Int64>> = []
    private var named = ChunkRanges()
    private var ofFairPlay = ChunkRanges()
    /// Whether something that is fetched is clear.
    private var hasClear = false
    /// Those that the multivariant playlist names (EXT-X-SESSION-KEY).
    private var session = KeyPlaces()

    /// `path` is that of the multivariant playlist, if there is one.
    init(root: MultivariantPlaylist?, path: String) {
        if let root { session.add(root.sessionKeys.map { $0.identity(in: root.text, at: path) }) }
    }

    /// The size of the first; nil where all is clear.
    var firstBytes: Int64? { sizes.first }

    /// Whether the first is for FairPlay Streaming.
    var usesFairPlay: Bool { ofFairPlay.contains(0) }

    /// Whether the multivariant playlist names one of them.
    var areNamed: Bool { !named.isEmpty }

    /// The keys where they are asked for one by one; nil where one opens all, or all is clear.
    var keys: ContentKeys? {
        guard sizes.count > 1 || sizes.count == 1 && hasClear else { return nil }
        var made = ContentKeys(bytes: sizes)
        (made.named, made.ofFairPlay) = (named, ofFairPlay)
        return made
    }

    /// The turns of a rendition whose segments are listed in turn from `first` on, each in so many parts. A gap is not
    /// fetched, and needs none: it is in the turn of what is beside it. The key of an initialization section is that of
    /// the first turn all along, as the section is the same.
    mutating func turns(
        of playlist: MediaPlaylist, at path: String, count: Int64, from first: Int, parts: Int64
    ) -> ContiguousArray<KeyTurn> {
        guard playlist.segments.contains(where: { $0.keySet >= 0 || playlist.map(of: $0)?.keySet ?? -1 >= 0 }) else {
            hasClear = true
            return []
        }
        let own = Self.places(of: playlist, path, { $0.keySet }, { playlist.fetchedKey(of: $0) })
        func sectionKey(of segment: MediaPlaylist.Segment) -> PlaylistKey? {
            playlist.map(of: segment).flatMap { playlist.fetchedKey(of: $0) }
        }
        places.add(own + Self.places(of: playlist, path, { $0.map }, sectionKey))
        // Where several are listed, they go on changing.
        let change = KeyPlaces(own).count > 1
        var (turns, chunk, segment, turn) = (ContiguousArray<KeyTurn>(), Int64(0), 0, 0)
        var last: (set: Int32, map: Int32, turn: Int)?
        while chunk < count {
            let current = playlist.segments[segment]
            if !current.isGap, last?.set != current.keySet || last?.map != current.map || last?.turn != turn {
                last = (current.keySet, current.map, turn)
                let numbers = (
                    section: number(of: sectionKey(of: current), playlist, path, 0),
                    own: number(of: playlist.fetchedKey(of: current), playlist, path, change ? turn : 0)
                )
                var next = KeyTurn(chunk: turns.isEmpty ? 0 : chunk, key: numbers.own)
                if numbers.section != numbers.own { next.section = numbers.section }
                let hasSection = playlist.map(of: current) != nil
                next.hasClearSection = hasSection && numbers.own != nil && numbers.section == nil
                let isSame = turns.last.map {
                    $0.key == next.key && $0.section == next.section && $0.hasClearSection == next.hasClearSection
                }
                if isSame != true { turns.append(next) }
            }
            chunk += parts
            segment += 1
            if segment == playlist.segments.count { (segment, turn) = (first, turn + 1) }
        }
        if turns.contains(where: { $0.key == nil }) { hasClear = true }
        return turns
    }

    /// The places of keys that a playlist lists for what is fetched, each where `number` becomes another: that of the
    /// keys in force, or of the initialization section that is needed.
    private static func places(
        of playlist: MediaPlaylist, _ path: String, _ number: (MediaPlaylist.Segment) -> Int32,
        _ key: (MediaPlaylist.Segment) -> PlaylistKey?
    ) -> [String] {
        var (places, last): ([String], Int32) = ([], -1)
        for segment in playlist.segments where number(segment) != last && !segment.isGap {
            last = number(segment)
            guard let key = key(segment) else { continue }
            places.append(PlaylistKey.place(of: playlist.text.string(key.uri), from: path))
        }
        return places
    }

    /// The keys that the multivariant playlist names (EXT-X-SESSION-KEY) and none of the media playlists does, in its
    /// order. O(n log n).
    static func idleSessionKeys(
        of root: MultivariantPlaylist, at path: String, beside media: [(path: String, playlist: MediaPlaylist)]
    ) -> [PlaylistKey] {
        if root.sessionKeys.isEmpty { return [] }
        var named = KeyPlaces()
        for (path, playlist) in media { named.add(playlist.keys.map { $0.identity(in: playlist.text, at: path) }) }
        return root.sessionKeys.filter { named.place(of: $0.identity(in: root.text, at: path)) == nil }
    }

    /// The number of a key, which is a new one where it was not met before; nil of none.
    private mutating func number(
        of key: PlaylistKey?, _ playlist: MediaPlaylist, _ path: String, _ turn: Int
    ) -> Int64? {
        guard let key else { return nil }
        let uri = PlaylistKey.place(of: playlist.text.string(key.uri), from: path)
        guard let place = places.place(of: uri) else { return nil }
        while numbers.count <= turn { numbers.append([]) }
        while numbers[turn].count < places.count { numbers[turn].append(-1) }
        if numbers[turn][place] >= 0 { return numbers[turn][place] }
        let number = Int64(sizes.count)
        numbers[turn][place] = number
        if key.isFairPlay(in: playlist.text) { ofFairPlay.insert(number) }
        sizes.append(key.bytes(in: playlist.text))
        if turn == 0, session.place(of: key.identity(in: playlist.text, at: path)) != nil { named.insert(number) }
        return number
    }
}

extension PlaylistKey {
    /// The place of its URI with what a key of EXT-X-SESSION-KEY must have alike: METHOD, KEYFORMAT and
    /// KEYFORMATVERSIONS (RFC 8216bis, 4.4.6.5). No part has a line break.
    fileprivate func identity(in text: PlaylistText, at path: String) -> String {
        let place = Self.place(of: text.string(uri), from: path)
        return "\(method.rawValue)\n\(formatAndVersions(in: text).joined(separator: "\n"))\n\(place)"
    }

    /// KEYFORMAT and KEYFORMATVERSIONS; what is absent is what that means.
    func formatAndVersions(in text: PlaylistText) -> [String] {
        let versions = text.string(keyFormatVersions)
        return [keyFormat.isEmpty ? "identity" : text.string(keyFormat), versions.isEmpty ? "1" : versions]
    }
}

/// Places of keys, each with a number that it keeps.
private struct KeyPlaces: Sendable {
    /// In the order of their bytes.
    private var sorted: ContiguousArray<(uri: String, number: Int)> = []

    init() {}
    init(_ uris: [String]) { add(uris) }

    var count: Int { sorted.count }

    /// Adds those that are not there. O(n log n).
    mutating func add(_ uris: [String]) {
        var new: ContiguousArray<(uri: String, number: Int)> = []
        for uri in uris.sorted(by: ByteOrder.precedes) where place(of: uri) == nil {
            if let last = new.last, last.uri.isSpelt(uri) { continue }
            new.append((uri, sorted.count + new.count))
        }
        if new.isEmpty { return }
        sorted += new
        sorted.sort { ByteOrder.precedes($0.uri, $1.uri) }
    }

    /// The number of a place; nil where it is not there. O(log n).
    func place(of uri: String) -> Int? {
        let index = partitionPoint(in: sorted.indices) { !ByteOrder.precedes(sorted[$0].uri, uri) }
        guard index < sorted.count, sorted[index].uri.isSpelt(uri) else { return nil }
        return sorted[index].number
    }
}

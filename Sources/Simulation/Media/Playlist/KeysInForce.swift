/// The keys that are in force while a media playlist is read: one of each KEYFORMAT (rfc8216bis, 4.4.4.4).
struct KeysInForce: Sendable {
    /// By their places among the keys of the playlist.
    private var keys: [Int32] = []
    /// The KEYFORMAT of those that cannot be read, because their METHOD is not known, or something that must be; why,
    /// and whether that was said.
    private var unread: [(format: PlaylistSlice, problem: PlaylistProblem, isTold: Bool)] = []
    /// The number of the set of them, or -1 of none; nil where none was made since they changed.
    private var set: Int32? = -1
    /// Whether they open a segment already, and whether it was said that AVPlayer knows none of them.
    private var areOfSegment = true
    private var isFormatTold = false

    mutating func add(
        _ key: PlaylistKey, to playlist: inout MediaPlaylist, _ scanner: PlaylistScanner
    ) throws(PlaylistProblem) {
        change()
        guard key.method != .none else {
            unread.removeAll()
            return keys.removeAll()
        }
        replace(key.keyFormat, in: playlist, scanner.text)
        guard keys.count < PlaylistLimits.mostKeysInForce else {
            throw PlaylistProblem(.attribute(.tooManyKeys(limit: PlaylistLimits.mostKeysInForce)), scanner.linePlace)
        }
        keys.append(Int32(playlist.keys.count))
        playlist.keys.append(key)
    }

    /// Takes a key that cannot be read. Nobody may decrypt what it opens (rfc8216bis, 6.3.6), unless another key
    /// opens it too.
    mutating func lose(
        _ format: PlaylistSlice, _ problem: PlaylistProblem, in playlist: MediaPlaylist, _ text: PlaylistText
    ) {
        change()
        replace(format, in: playlist, text)
        if unread.count < PlaylistLimits.mostKeysInForce { unread.append((format, problem, false)) }
    }

    private mutating func change() { (set, areOfSegment, isFormatTold) = (nil, false, false) }

    /// A key is in force up to the next of its KEYFORMAT.
    private mutating func replace(_ format: PlaylistSlice, in playlist: MediaPlaylist, _ text: PlaylistText) {
        keys.removeAll { PlaylistKey.isSameFormat(playlist.keys[Int($0)].keyFormat, format, in: text) }
        unread.removeAll { PlaylistKey.isSameFormat($0.format, format, in: text) }
    }

    /// Something unknown as a fault of the playlist, where there is no other key.
    private static func fault(_ problem: PlaylistProblem) -> PlaylistProblem {
        switch problem.kind {
        case .passedOver(.unknownWord(let word, let what, let known), _):
            PlaylistProblem(.value(.unknownWord(word, of: what, known: known)), problem.place)
        case .passedOver(.requirement(let name, let tag), _):
            PlaylistProblem(.value(.unknownWord(name, of: "attribute of \(tag.name)", known: [])), problem.place)
        case _: problem
        }
    }

    /// The set that opens the segment that comes next: its number, or -1 where there is none.
    mutating func ofSegment(
        _ playlist: inout MediaPlaylist, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) -> Int32 {
        if !areOfSegment {
            areOfSegment = true
            if keys.isEmpty, let lost = unread.first { throw Self.fault(lost.problem) }
            for index in unread.indices where !unread[index].isTold {
                scanner.passOver(unread[index].problem)
                unread[index].isTold = true
            }
            warnOfFormats(playlist, &scanner)
        }
        return number(&playlist)
    }

    /// The set that opens the initialization section that comes next: its number, or -1 where there is none. One that
    /// cannot be read is a fault of the segments that it opens, as most methods leave sections clear.
    mutating func ofSection(_ playlist: inout MediaPlaylist, _ scanner: inout PlaylistScanner) -> Int32 {
        let own = keys.map { playlist.keys[Int($0)] }
        if let key = PlaylistKey.usable(among: own, in: scanner.text), key.method.isOfWholeFiles {
            warnOfFormats(playlist, &scanner)
        }
        return number(&playlist)
    }

    private mutating func warnOfFormats(_ playlist: MediaPlaylist, _ scanner: inout PlaylistScanner) {
        guard !isFormatTold, let first = keys.first.map({ playlist.keys[Int($0)] }) else { return }
        guard !keys.contains(where: { playlist.keys[Int($0)].isOfKnownFormat(in: scanner.text) }) else { return }
        isFormatTold = true
        let format = scanner.text.string(first.keyFormat)
        scanner.warn(.unknownKeyFormat(format), playlist.place(line: first.line))
    }

    /// Adds them to the sets of the playlist, unless they have not changed since.
    private mutating func number(_ playlist: inout MediaPlaylist) -> Int32 {
        if let set { return set }
        var number: Int32 = -1
        if !keys.isEmpty {
            let start = Int32(playlist.keysInForce.count)
            playlist.keysInForce.append(contentsOf: keys)
            playlist.keySets.append(start..<start + Int32(keys.count))
            number = Int32(playlist.keySets.count) - 1
        }
        set = number
        return number
    }
}

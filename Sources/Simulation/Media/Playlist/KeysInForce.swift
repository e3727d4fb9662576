/// The keys that are in force while a media playlist is read: one of each KEYFORMAT (rfc8216bis, 4.4.4.4).
struct KeysInForce: Sendable {
    /// By their places among the keys of the playlist.
    private var keys: [Int32] = []
    /// The KEYFORMAT of those that cannot be read, because their METHOD is not known, or something that must be; why,
    /// and whether that was said.
    private var unread: [(format: PlaylistSlice, problem: PlaylistProblem, isTold: Bool)] = []
    /// Whether they have changed since the last segment.
    private(set) var haveChanged = false

    mutating func add(
        _ key: PlaylistKey, to playlist: inout MediaPlaylist, _ scanner: PlaylistScanner
    ) throws(PlaylistProblem) {
        haveChanged = true
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
        haveChanged = true
        replace(format, in: playlist, text)
        if unread.count < PlaylistLimits.mostKeysInForce { unread.append((format, problem, false)) }
    }

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

    /// Adds them to the sets of the playlist, for the segment that comes next: the number of that set, or -1 where
    /// there is none.
    mutating func close(
        _ playlist: inout MediaPlaylist, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) -> Int32 {
        haveChanged = false
        if keys.isEmpty, let lost = unread.first { throw Self.fault(lost.problem) }
        for index in unread.indices where !unread[index].isTold {
            scanner.passOver(unread[index].problem)
            unread[index].isTold = true
        }
        guard !keys.isEmpty else { return -1 }
        let own = keys.map { playlist.keys[Int($0)] }
        if let first = own.first, !own.contains(where: { $0.isOfKnownFormat(in: scanner.text) }) {
            let format = scanner.text.string(first.keyFormat)
            scanner.warn(.unknownKeyFormat(format), playlist.place(line: first.line))
        }
        let start = Int32(playlist.keysInForce.count)
        playlist.keysInForce.append(contentsOf: keys)
        playlist.keySets.append(start..<start + Int32(keys.count))
        return Int32(playlist.keySets.count) - 1
    }
}

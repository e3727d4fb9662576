import PlayerModel

extension PlaylistKey {
    /// The size of a licence, in bytes: a key from a server of its own, together with its terms of use. The size
    /// depends on the server, and no standard has it; this is a number of our own, which the report shows.
    package static let assumedLicenceBytes: Int64 = 2000

    /// The bytes that have to be fetched for it: those of the key, 16 or for AES-256-GCM 32 (rfc8216bis, 5.1), or a
    /// licence.
    func bytes(in text: PlaylistText) -> Int64 {
        guard isPlain(in: text) else { return Self.assumedLicenceBytes }
        return switch method {
        case .aes256GCM: 32
        case .none, .aes128, .sampleAES, .sampleAESCTR: 16
        }
    }

    /// Whether it is the key itself.
    private func isPlain(in text: PlaylistText) -> Bool { Self.isIdentity(keyFormat, in: text) }

    /// Whether KEYFORMAT is "identity", as it is where it is absent (RFC 8216, section 4.3.2.4).
    private static func isIdentity(_ format: PlaylistSlice, in text: PlaylistText) -> Bool {
        format.isEmpty || text[format].elementsEqual("identity".utf8)
    }

    /// Whether two values of KEYFORMAT are one, so that the later key replaces the earlier.
    static func isSameFormat(_ left: PlaylistSlice, _ right: PlaylistSlice, in text: PlaylistText) -> Bool {
        text.isSame(left, right) || isIdentity(left, in: text) && isIdentity(right, in: text)
    }

    /// Whether AVFoundation knows its KEYFORMAT.
    func isOfKnownFormat(in text: PlaylistText) -> Bool { isFairPlay(in: text) || isPlain(in: text) }

    /// Whether it is in its own URI, so that nothing is fetched for it. Capitals of the scheme are small letters, too
    /// (RFC 3986, section 3.1).
    func isHeld(in text: PlaylistText) -> Bool {
        isPlain(in: text) && text.string(uri).utf8.prefix(5).lazy.map { $0.lowercased }.elementsEqual("data:".utf8)
    }

    /// Whether it is for FairPlay Streaming.
    func isFairPlay(in text: PlaylistText) -> Bool { text.string(keyFormat) == "com.apple.streamingkeydelivery" }

    /// The key that AVFoundation can use, among those for the same segments: FairPlay's, or else the key itself. Where
    /// it knows none, which has been warned of, it is the first, as for a player that knows that one.
    static func usable(among keys: [PlaylistKey], in text: PlaylistText) -> PlaylistKey? {
        keys.first { $0.isFairPlay(in: text) } ?? keys.first { $0.isPlain(in: text) } ?? keys.first
    }
}

extension MediaPlaylist {
    /// The key that is fetched for a segment; nil where none is.
    func fetchedKey(of segment: Segment) -> PlaylistKey? { fetchedKey(inSet: segment.keySet) }

    /// The key that is fetched for an initialization section; nil where none is.
    func fetchedKey(of map: Map) -> PlaylistKey? {
        fetchedKey(inSet: map.keySet).flatMap { $0.method.isOfWholeFiles ? $0 : nil }
    }

    private func fetchedKey(inSet set: Int32) -> PlaylistKey? {
        guard set >= 0, let key = PlaylistKey.usable(among: keys(inSet: set), in: text), !key.isHeld(in: text) else {
            return nil
        }
        return key
    }

    /// Whether an initialization section is encrypted with AES-128, and nothing says its IV (RFC 8216, 4.3.2.5). The
    /// playlist has its text only when it is whole.
    func lacksIV(_ map: Map, in text: PlaylistText) -> Bool {
        guard let key = PlaylistKey.usable(among: keys(inSet: map.keySet), in: text) else { return false }
        return key.method == .aes128 && key.iv == nil
    }
}

extension PlaylistKey.Method {
    /// Whether whole files are encrypted, and not samples alone: then initialization sections are, too (RFC 8216,
    /// 4.3.2.4).
    var isOfWholeFiles: Bool {
        switch self {
        case .aes128, .aes256GCM: true
        case .none, .sampleAES, .sampleAESCTR: false
        }
    }
}

extension PlaylistKey {
    /// The place of a URI in the folder of playlists, with its query, by which a key is known; a URI that is no such
    /// path stays as it is: a URL. `path` is that of the playlist that names it.
    static func place(of uri: String, from path: String) -> String {
        guard let place = try? PlaylistPath.resolve(uri, relativeTo: path) else { return uri }
        let query = PlaylistPath.query(of: uri)
        return query.isEmpty ? place : "\(place)?\(query)"
    }
}

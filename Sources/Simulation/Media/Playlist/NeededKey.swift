import PlayerModel

extension PlaylistKey {
    /// The size of a licence, in bytes: a key from a server of its own, together with its terms of use. The size
    /// depends on the server, and no standard has it; this is a number of our own, which the report shows.
    package static let assumedLicenceBytes: Int64 = 2000

    /// The bytes that have to be fetched for it: the 16 of the key, or a licence.
    func bytes(in text: PlaylistText) -> Int64 { isPlain(in: text) ? 16 : Self.assumedLicenceBytes }

    /// Whether it is the key itself (KEYFORMAT, RFC 8216, section 4.3.2.4).
    private func isPlain(in text: PlaylistText) -> Bool { keyFormat.isEmpty || text.string(keyFormat) == "identity" }

    /// Whether it is in its own URI, so that nothing is fetched for it.
    func isHeld(in text: PlaylistText) -> Bool {
        isPlain(in: text) && text.string(uri).utf8.prefix(5).elementsEqual("data:".utf8)
    }

    /// Whether it is for FairPlay Streaming.
    func isFairPlay(in text: PlaylistText) -> Bool { text.string(keyFormat) == "com.apple.streamingkeydelivery" }

    /// The key that AVFoundation can use, among those for the same segments: FairPlay's, or else the key itself.
    static func usable(among keys: [PlaylistKey], in text: PlaylistText) -> PlaylistKey? {
        keys.first { $0.isFairPlay(in: text) } ?? keys.first { $0.isPlain(in: text) } ?? keys.first
    }
}

extension MediaPlaylist {
    /// The key that is fetched for a segment; nil where none is.
    func fetchedKey(of segment: Segment) -> PlaylistKey? {
        guard segment.keySet >= 0, let key = PlaylistKey.usable(among: keys(of: segment), in: text),
            !key.isHeld(in: text)
        else { return nil }
        return key
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

/// The first thing in a playlist that needs the highest version of all that is in it (rfc8216bis, 8).
struct PlaylistVersionNeed: Equatable, Sendable {
    let version: Int64
    /// The name of what needs it.
    let name: String
    let place: Place
}

extension PlaylistScanner {
    /// Notes that something in the current line needs a version.
    mutating func need(_ version: Int64, for name: String, at offset: Int) {
        if version > neededVersion {
            need = PlaylistVersionNeed(version: version, name: name, place: lines.place(at: offset))
        }
    }

    /// The highest version that is needed so far.
    var neededVersion: Int64 { need?.version ?? 1 }

    private static let versionsOfKeys: [(String, Int64)] = [("IV", 2), ("KEYFORMAT", 5), ("KEYFORMATVERSIONS", 5)]

    /// Notes what a key of a media playlist needs.
    mutating func needVersion(of list: PlaylistAttributes, _ method: PlaylistKey.Method) {
        guard list.tag == .key else { return }
        if method == .sampleAES { need(5, for: "METHOD=SAMPLE-AES", at: list.start) }
        for (name, version) in Self.versionsOfKeys where version > neededVersion {
            if let attribute = list.find(name, in: bytes) {
                need(version, for: "\(name) of #EXT-X-KEY", at: attribute.name.lowerBound)
            }
        }
    }
}

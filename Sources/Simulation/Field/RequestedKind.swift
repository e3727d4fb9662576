/// The sort of thing that a request asks for, by its MIME type, or else by the end of its path.
enum RequestedKind {
    static func of(mimeType: String, url: String) -> FieldRecord.Kind {
        let type = Array(mimeType.lowercased().utf8.prefix { $0 != UInt8(ascii: ";") })
        func begins(_ text: String) -> Bool { type.starts(with: text.utf8) }
        func ends(_ text: String) -> Bool {
            type.count >= text.utf8.count && type.suffix(text.utf8.count).elementsEqual(text.utf8)
        }
        if ends("mpegurl") || ends("dash+xml") || ends("ms-sstr+xml") { return .playlist }
        if begins("video/mp2t") { return .media }
        if begins("video/") { return .video }
        if begins("audio/") { return .audio }
        if begins("text/vtt") || ends("ttml+xml") { return .text }
        if let kind = of(path: url) { return kind }
        return .other
    }

    /// By the end of the path of a URL: behind it a query or a fragment may stand.
    static func of(path url: String) -> FieldRecord.Kind? {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let point = path.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        switch String(decoding: path[path.index(after: point)...].suffix(8), as: UTF8.self).lowercased() {
        case "m3u8", "mpd": return .playlist
        case "ts", "mp4", "webm": return .media
        case "m4v", "cmfv": return .video
        case "m4s", "cmfm": return .media
        case "aac", "m4a", "mp3", "cmfa", "ac3", "ec3": return .audio
        case "vtt", "webvtt", "cmft": return .text
        case "key": return .key
        default: return nil
        }
    }
}

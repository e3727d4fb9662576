/// The file on disk that a URI of a playlist leads to.
///
/// Only files in one folder may be read: that of the playlist which was named. A URI is a relative reference (RFC
/// 3986); its query and fragment mean nothing to a file, and its path is percent-decoded once.
package enum PlaylistPath {
    /// Whether a file has the name of a playlist, by which a scenario knows one.
    package static func isPlaylist(_ path: String) -> Bool {
        let name = path.lowercased()
        return name.hasSuffix(".m3u8") || name.hasSuffix(".m3u")
    }

    /// The reason why a URI leads to no file that may be read.
    package enum Fault: Error, Equatable, Sendable {
        case empty
        /// A URL, with its scheme.
        case scheme(String)
        /// `//host/path`.
        case host
        case absolute
        /// A path out of the folder, with `..` in whatever spelling.
        case climbsOut
        /// A % without two hexadecimal digits, or one that does not decode to text.
        case badEscape
        case folder
    }

    /// The path of `uri`, which stands in the file `playlist`. Both paths are relative to the folder that may be
    /// read, as in `v1/prog.m3u8`, and without `.` and `..`.
    package static func resolve(_ uri: String, relativeTo playlist: String) throws(Fault) -> String {
        let bytes = Array(uri.utf8)
        guard !bytes.isEmpty else { throw .empty }
        if let scheme = scheme(of: bytes) { throw .scheme(scheme) }
        if bytes.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) { throw .host }
        let path = try decoded(bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        guard !path.isEmpty else { throw .empty }
        if path.first == UInt8(ascii: "/") { throw .absolute }
        var parts = Array(playlist.utf8).split(separator: UInt8(ascii: "/")).dropLast().map { Array($0) }
        let steps = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for step in steps {
            switch step.count {
            case 0: continue
            case 1 where step.first == UInt8(ascii: "."): continue
            case 2 where step.allSatisfy { $0 == UInt8(ascii: ".") }:
                guard parts.popLast() != nil else { throw .climbsOut }
            default: parts.append(Array(step))
            }
        }
        let last = steps.last.map { Array($0) } ?? []
        guard !last.isEmpty, !last.allSatisfy({ $0 == UInt8(ascii: ".") }) || last.count > 2 else { throw .folder }
        return String(decoding: Array(parts.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
    }

    /// The host of a URL, with its port: what is between `//` and the path; nil where it has none.
    static func host(of uri: String) -> String? {
        var rest = Array(uri.utf8)[...]
        if let scheme = scheme(of: Array(rest)) { rest = rest.dropFirst(scheme.utf8.count + 1) }
        guard rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else { return nil }
        let ends = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        var authority = rest.dropFirst(2).prefix { !ends.contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
        guard !authority.isEmpty, !authority.contains(where: { $0 <= UInt8(ascii: " ") }) else { return nil }
        return String(decoding: Array(authority), as: UTF8.self)
    }

    /// The query of a URI: what is between its question mark and a fragment.
    static func query(of uri: String) -> String {
        let bytes = uri.utf8.prefix { $0 != UInt8(ascii: "#") }
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return "" }
        return String(decoding: Array(bytes[bytes.index(after: mark)...]), as: UTF8.self)
    }

    /// A reason why a parameter of a query has no value that a variable may have (rfc8216bis, 4.4.2.3).
    package enum ParameterFault: Error, Equatable, Sendable {
        /// `name`, without an equals sign.
        case noValue
        case badEscape
        /// It has a quotation mark or a line break.
        case notQuotable
    }

    /// The value of a parameter of a query, percent-decoded; nil where there is none of that name. Of several it is
    /// that of the first that has one.
    static func parameter(_ name: String, in query: String) throws(ParameterFault) -> String? {
        let own = query.utf8.split(separator: UInt8(ascii: "&")).filter { pair in
            pair.prefix { $0 != UInt8(ascii: "=") }.elementsEqual(name.utf8)
        }
        if own.isEmpty { return nil }
        let length = name.utf8.count
        guard let pair = own.first(where: { $0.count > length }) else { throw .noValue }
        guard let value = try? decoded(Array(pair.dropFirst(length + 1))[...]) else { throw .badEscape }
        guard !value.contains(where: { $0 == UInt8(ascii: "\"") || $0 == .newline || $0 == .carriageReturn }) else {
            throw .notQuotable
        }
        return String(decoding: value, as: UTF8.self)
    }

    /// The folder of a path, with its last slash; empty where it is in none.
    package static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    }

    /// `https` of `https://…`; a colon behind a slash belongs to a path.
    static func scheme(of uri: [UInt8]) -> String? {
        guard let first = uri.first, first.isLetter else { return nil }
        for (index, byte) in uri.enumerated() {
            switch byte {
            case UInt8(ascii: ":"): return String(decoding: uri[..<index], as: UTF8.self)
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                continue
            default: if !byte.isLetter { return nil }
            }
        }
        return nil
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "%")) else { return Array(bytes) }
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%") {
                guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]),
                    let low = digit(bytes[index + 2])
                else { throw .badEscape }
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        // A path has no zero byte, and one that is not text could not stand in a message.
        guard !result.contains(0), Array(String(decoding: result, as: UTF8.self).utf8) == result else {
            throw .badEscape
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}

extension PlaylistPath.ParameterFault {
    func message(_ name: String) -> String {
        let query = "the query by which this playlist is named has '\(name)'"
        return switch self {
        case .noValue: "\(query) without a value, where there must be one (rfc8216bis, 4.4.2.3); write \(name)=…"
        case .badEscape: "\(query) with a % that is no two hexadecimal digits of text; write %25 for a percent sign"
        case .notQuotable:
            "\(query) with a quotation mark or a line break, which no variable may have (rfc8216bis, 4.4.2.3)"
        }
    }
}

extension PlaylistPath.Fault {
    func message(_ uri: String) -> String {
        switch self {
        case .empty: "this URI is empty; write the path of a file beside the playlist"
        case .scheme(let scheme):
            "'\(uri)' is a URL (\(PlaylistWords.cut(scheme)):), and nothing is fetched; save the file beside the "
                + "playlist and write its relative path"
        case .host: "'\(uri)' is a URL of another host, and nothing is fetched; write a relative path"
        case .absolute: "'\(uri)' is an absolute path; write it relative to the playlist"
        case .climbsOut: "'\(uri)' leads out of the playlist's folder; only files in that folder are read"
        case .badEscape: "'\(uri)' has a % that is no two hexadecimal digits of text; write %25 for a percent sign"
        case .folder: "'\(uri)' is a folder; write the path of a file"
        }
    }
}

/// The tags of a playlist that are not read here, each with how often it stands there.
///
/// Clients must ignore them (RFC 8216, 6.3.1), and playlists are full of them, as of EXT-X-CUE-OUT: so they are told
/// together, each once.
package struct PlaylistUnknownTags: Equatable, Sendable {
    private struct Tag: Equatable, Sendable {
        let name: String
        var count: Int64
        /// Whether it is told already which tag was probably meant.
        let isSlip: Bool
    }

    /// More names than this do not help who reads them.
    private static let most = 16
    private static let longestName = 64

    private var tags: [Tag] = []
    /// How many tags stand there besides.
    private var others: Int64 = 0

    /// The names of the tags, for a hint at what was meant.
    var all: [String] { tags.map { $0.name } }

    /// Whether all have been told one by one.
    var isTold: Bool { others == 0 && tags.allSatisfy { $0.isSlip } }

    /// Counts a tag that stands in the text. The first time it is the tag of which it is a slip of the pen, if any.
    mutating func note(_ name: Range<Int>, in bytes: [UInt8]) -> (name: String, meant: String)? {
        let name = Self.alone(name, in: bytes)
        if let index = tags.firstIndex(where: { $0.name.utf8.elementsEqual(bytes[name]) }) {
            tags[index].count += 1
            return nil
        }
        guard tags.count < Self.most, name.count <= Self.longestName else {
            others += 1
            return nil
        }
        let own = String(decoding: bytes[name], as: UTF8.self)
        let meant = NearMiss.slip(own, among: PlaylistTag.allCases.map { $0.name })
        tags.append(Tag(name: own, count: 1, isSlip: meant != nil))
        return meant.map { (own, $0) }
    }

    /// A name without what stands behind it in the place of a colon and a value; that of a tag that is known is none
    /// without.
    private static func alone(_ name: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        guard let end = bytes[name].firstIndex(where: { $0 == .space || $0 == 0x09 }) else { return name }
        let own = name.lowerBound..<end
        return PlaylistTag.named(own, in: bytes) == nil ? own : name
    }

    /// Those that are not told yet, as in `#EXT-X-CUE-OUT (12 times), #EXT-X-CUE-IN, others on 3 lines`.
    var words: String {
        var parts = tags.filter { !$0.isSlip }.map { tag in
            tag.count == 1 ? tag.name : "\(tag.name) (\(tag.count) times)"
        }
        if others > 0 {
            parts.append("\(parts.isEmpty ? "some" : "others") on \(NumberText.count(Int(others), "line"))")
        }
        return parts.joined(separator: ", ")
    }
}

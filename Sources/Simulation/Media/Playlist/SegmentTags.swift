/// The tags that have been read of the segment that comes next, of those that are of one segment alone and that it has
/// once (RFC 8216, 4.3.2).
struct SegmentTags: Sendable {
    private var tags: ContiguousArray<(tag: PlaylistTag, place: Place)> = []

    /// Takes a tag, and warns of a second one: Shaka takes the first of two (hls_parser.js, `getFirstTagWithName`).
    mutating func add(_ tag: PlaylistTag, _ scanner: inout PlaylistScanner) {
        guard tag == .byteRange || tag == .programDateTime || tag == .gap else { return }
        if !tags.contains(where: { $0.tag == tag }) { return tags.append((tag, scanner.linePlace)) }
        // Two gaps say the same.
        if tag != .gap { scanner.warn(.rule(.secondOfSegment(tag)), scanner.linePlace) }
    }

    /// The segment is there.
    mutating func end() { tags.removeAll(keepingCapacity: true) }

    /// Warns of those that no segment follows.
    func warnOfRest(_ scanner: inout PlaylistScanner) {
        for (tag, place) in tags { scanner.warn(.rule(.ofNoSegment(tag)), place) }
    }
}

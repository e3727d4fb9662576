/// Rules of the RFC for multivariant playlists by which no run goes: what breaks them is said, and played all the same.
enum MultivariantRules {
    /// Warns of what tags must or must not say together.
    static func warn(of playlist: MultivariantPlaylist, _ scanner: inout PlaylistScanner) {
        // Captions stand on pictures, so that sound alone need not say that it has none (ours).
        let variants = playlist.variants.filter { $0.hasVideo }
        if variants.contains(where: { $0.closedCaptions == MultivariantPlaylist.ClosedCaptions.none }) {
            for variant in variants where variant.closedCaptions != MultivariantPlaylist.ClosedCaptions.none {
                scanner.warn(.rule(.captions), variant.stream.place)
            }
        }
        warn(
            ofRepeated: .sessionData, by: "DATA-ID and LANGUAGE",
            playlist.sessionData.map { ([$0.dataID, $0.language ?? ""], $0.place.line) }, playlist, &scanner)
        warn(
            ofRepeated: .sessionKey, by: "METHOD, URI, IV, KEYFORMAT and KEYFORMATVERSIONS",
            playlist.sessionKeys.map { (values(of: $0, playlist.text), $0.line) }, playlist, &scanner)
    }

    /// Warns of tags of one kind with the same values, each on its line. O(n log n).
    private static func warn(
        ofRepeated tag: PlaylistTag, by names: String, _ tags: [(values: [ExactText], line: Int32)],
        _ playlist: MultivariantPlaylist, _ scanner: inout PlaylistScanner
    ) {
        let sorted = tags.sorted { left, right in
            let other = left.values.indices.first { left.values[$0] != right.values[$0] }
            return other.map { left.values[$0] < right.values[$0] } ?? (left.line < right.line)
        }
        var first = 0
        for index in sorted.indices.dropFirst() {
            if sorted[index].values != sorted[first].values {
                first = index
                continue
            }
            let place = Place(source: playlist.source, line: sorted[index].line, column: 1)
            scanner.warn(.rule(.repeated(tag, by: names, firstLine: sorted[first].line)), place)
        }
    }

    /// The values that no two keys have in common; what is absent is what that means.
    private static func values(of key: PlaylistKey, _ text: PlaylistText) -> [ExactText] {
        let own = [key.method.rawValue, text.string(key.uri), key.iv.map { String($0) } ?? ""]
        return (own + key.formatAndVersions(in: text)).map { ExactText($0) }
    }

    /// The faults of REQ-VIDEO-LAYOUT besides words that are not known, each of which is of one specifier by its
    /// beginning.
    static func faults(ofLayout text: String) -> [String] {
        let entries = text.split(separator: ",", omittingEmptySubsequences: false)
        var faults: [String] = []
        if entries.contains(where: { $0.isEmpty }) {
            faults.append("REQ-VIDEO-LAYOUT must not be empty, and neither must an entry of it")
        }
        for mark in ["CH-", "PROJ-"] {
            let isTwice = entries.contains { entry in
                entry.split(separator: "/").count { $0.utf8.starts(with: mark.utf8) } > 1
            }
            if isTwice {
                faults.append("an entry of REQ-VIDEO-LAYOUT must not have two words that begin with \(mark)")
            }
        }
        return faults
    }
}

extension PlaylistScanner {
    /// An identifier that stays the same where a URI changes.
    mutating func stableID(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> ExactText? {
        guard let id = try self.name(name, list) else { return nil }
        let isStable = id.text.utf8.allSatisfy { Self.isVariableNamePart($0) || "+/=.".utf8.contains($0) }
        if !isStable, let attribute = list.find(name, in: bytes) {
            warn(.rule(.stableID(id.text, of: name)), place(of: attribute))
        }
        return id
    }
}

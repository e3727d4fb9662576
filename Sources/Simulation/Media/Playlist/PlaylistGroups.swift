import SimulationContainers

/// The groups of renditions of a multivariant playlist, sorted, so that looking one up costs little.
struct PlaylistGroups: Sendable {
    typealias Rendition = MultivariantPlaylist.Rendition

    /// The renditions by type, then group, then name, then place.
    private let sorted: [Rendition]

    init(_ renditions: [Rendition]) {
        sorted = renditions.sorted {
            ($0.type.rawValue, $0.groupID, $0.name, $0.place.line)
                < ($1.type.rawValue, $1.groupID, $1.name, $1.place.line)
        }
    }

    /// Warns of names that stand twice in a group, groups with two defaults, groups of a type that are not alike, and
    /// groups that are not defined.
    func check(_ playlist: MultivariantPlaylist, _ scanner: inout PlaylistScanner) {
        checkMembers(&scanner)
        checkLikeness(&scanner)
        for variant in playlist.variants {
            check(variant.audioGroup, .audio, variant.stream.place, &scanner)
            check(variant.stream.videoGroup, .video, variant.stream.place, &scanner)
            check(variant.subtitleGroup, .subtitles, variant.stream.place, &scanner)
            if case .group(let id)? = variant.closedCaptions {
                check(id, .closedCaptions, variant.stream.place, &scanner)
            }
        }
        for stream in playlist.iFrameStreams { check(stream.videoGroup, .video, stream.place, &scanner) }
    }

    private func checkMembers(_ scanner: inout PlaylistScanner) {
        var (before, earliest): (Rendition?, Rendition?)
        for rendition in sorted {
            let isSameGroup = before?.type == rendition.type && before?.groupID == rendition.groupID
            if !isSameGroup { (before, earliest) = (nil, nil) }
            if let before, before.name == rendition.name {
                let fault = PlaylistProblem.GroupFault.repeatedName(
                    rendition.name.text, group: rendition.groupID.text, firstLine: before.place.line)
                scanner.warn(.group(fault), rendition.place)
            }
            before = rendition
            guard rendition.isDefault else { continue }
            guard let other = earliest else {
                earliest = rendition
                continue
            }
            let isLater = rendition.place.line > other.place.line
            let (first, second) = isLater ? (other, rendition) : (rendition, other)
            earliest = first
            let fault = PlaylistProblem.GroupFault.secondDefault(
                group: first.groupID.text, firstLine: first.place.line)
            scanner.warn(.group(fault), second.place)
        }
    }

    /// All groups of a type have the same members, which differ in their formats alone (RFC 8216, 4.3.4.1.1).
    private func checkLikeness(_ scanner: inout PlaylistScanner) {
        var groups: [(first: Rendition, members: ArraySlice<Rendition>)] = []
        var lower = 0
        while lower < sorted.count {
            let own = sorted[lower]
            let upper =
                sorted[lower...].firstIndex { $0.type != own.type || $0.groupID != own.groupID } ?? sorted.count
            let first = sorted[lower..<upper].reduce(own) { $1.place.line < $0.place.line ? $1 : $0 }
            groups.append((first, sorted[lower..<upper]))
            lower = upper
        }
        for type in MultivariantPlaylist.MediaType.allCases {
            let alike = groups.filter { $0.first.type == type }.sorted { $0.first.place.line < $1.first.place.line }
            guard let first = alike.first else { continue }
            for other in alike.dropFirst() {
                if let fault = Self.difference(of: other.members, from: first.members, first.first.groupID) {
                    scanner.warn(.group(fault), other.first.place)
                }
            }
        }
    }

    /// The first difference between groups, sorted by name, that must not be; nil where there is none.
    private static func difference(
        of members: ArraySlice<Rendition>, from others: ArraySlice<Rendition>, _ first: ExactText
    ) -> PlaylistProblem.GroupFault? {
        guard let own = members.first else { return nil }
        guard members.count == others.count, zip(members, others).allSatisfy({ $0.name == $1.name }) else {
            return .otherMembers(own.groupID.text, type: own.type, first: first.text)
        }
        for (member, other) in zip(members, others) {
            let differences = [
                ("LANGUAGE", member.languageTag != other.languageTag),
                ("ASSOC-LANGUAGE", member.associatedLanguage?.lowercased != other.associatedLanguage?.lowercased),
                ("DEFAULT", member.isDefault != other.isDefault),
                ("AUTOSELECT", member.isAutoselect != other.isAutoselect),
                ("FORCED", member.isForced != other.isForced),
                ("CHARACTERISTICS", member.characteristics != other.characteristics),
            ]
            if let attribute = differences.first(where: { $0.1 })?.0 {
                return .otherAttribute(attribute, of: member.name.text, group: own.groupID.text, first: first.text)
            }
        }
        return nil
    }

    private func check(
        _ id: ExactText?, _ type: MultivariantPlaylist.MediaType, _ place: Place, _ scanner: inout PlaylistScanner
    ) {
        guard let id, !contains(id, type) else { return }
        var known: [ExactText] = []
        for rendition in sorted where rendition.type == type && known.last != rendition.groupID {
            known.append(rendition.groupID)
        }
        scanner.warn(.group(.unknown(id.text, type: type, known: known.texts)), place)
    }

    private func contains(_ id: ExactText, _ type: MultivariantPlaylist.MediaType) -> Bool {
        let index = partitionPoint(in: sorted.indices) {
            (sorted[$0].type.rawValue, sorted[$0].groupID) >= (type.rawValue, id)
        }
        return index < sorted.count && sorted[index].type == type && sorted[index].groupID == id
    }
}

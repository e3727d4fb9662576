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

    /// Warns of names that stand twice in a group, groups with two defaults, and groups that are not defined.
    func check(_ playlist: MultivariantPlaylist, _ scanner: inout PlaylistScanner) {
        checkMembers(&scanner)
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
                    rendition.name, group: rendition.groupID, firstLine: before.place.line)
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
            let fault = PlaylistProblem.GroupFault.secondDefault(group: first.groupID, firstLine: first.place.line)
            scanner.warn(.group(fault), second.place)
        }
    }

    private func check(
        _ id: String?, _ type: MultivariantPlaylist.MediaType, _ place: Place, _ scanner: inout PlaylistScanner
    ) {
        guard let id, !contains(id, type) else { return }
        var known: [String] = []
        for rendition in sorted where rendition.type == type && known.last != rendition.groupID {
            known.append(rendition.groupID)
        }
        scanner.warn(.group(.unknown(id, type: type, known: known)), place)
    }

    private func contains(_ id: String, _ type: MultivariantPlaylist.MediaType) -> Bool {
        let index = partitionPoint(in: sorted.indices) {
            (sorted[$0].type.rawValue, sorted[$0].groupID) >= (type.rawValue, id)
        }
        return index < sorted.count && sorted[index].type == type && sorted[index].groupID == id
    }
}

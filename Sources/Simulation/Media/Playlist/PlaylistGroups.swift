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

    /// Reports names that stand twice in a group, groups with two defaults, and groups that are not defined.
    func check(_ playlist: MultivariantPlaylist, _ problems: inout [PlaylistProblem]) {
        checkMembers(&problems)
        for variant in playlist.variants {
            check(variant.audioGroup, .audio, variant.stream.place, &problems)
            check(variant.stream.videoGroup, .video, variant.stream.place, &problems)
            check(variant.subtitleGroup, .subtitles, variant.stream.place, &problems)
            if case .group(let id)? = variant.closedCaptions {
                check(id, .closedCaptions, variant.stream.place, &problems)
            }
            if problems.count >= PlaylistLimits.mostProblems { return }
        }
        for stream in playlist.iFrameStreams { check(stream.videoGroup, .video, stream.place, &problems) }
    }

    private func checkMembers(_ problems: inout [PlaylistProblem]) {
        var (before, earliest): (Rendition?, Rendition?)
        for rendition in sorted {
            let isSameGroup = before?.type == rendition.type && before?.groupID == rendition.groupID
            if !isSameGroup { (before, earliest) = (nil, nil) }
            if let before, before.name == rendition.name {
                let fault = PlaylistProblem.GroupFault.repeatedName(
                    rendition.name, group: rendition.groupID, firstLine: before.place.line)
                problems.append(PlaylistProblem(.group(fault), rendition.place))
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
            problems.append(PlaylistProblem(.group(fault), second.place))
        }
    }

    private func check(
        _ id: String?, _ type: MultivariantPlaylist.MediaType, _ place: Place, _ problems: inout [PlaylistProblem]
    ) {
        guard let id, problems.count < PlaylistLimits.mostProblems, !contains(id, type) else { return }
        var known: [String] = []
        for rendition in sorted where rendition.type == type && known.last != rendition.groupID {
            known.append(rendition.groupID)
        }
        problems.append(PlaylistProblem(.group(.unknown(id, type: type, known: known)), place))
    }

    private func contains(_ id: String, _ type: MultivariantPlaylist.MediaType) -> Bool {
        let index = partitionPoint(in: sorted.indices) {
            (sorted[$0].type.rawValue, sorted[$0].groupID) >= (type.rawValue, id)
        }
        return index < sorted.count && sorted[index].type == type && sorted[index].groupID == id
    }
}

/// The groups of renditions of a multivariant playlist, sorted, so that looking one up costs little however many
/// there are.
struct PlaylistGroups: Sendable {
    typealias Rendition = MultivariantPlaylist.Rendition

    /// The renditions by type, then group, then name, then place.
    private let sorted: [Rendition]

    init(_ renditions: [Rendition]) {
        sorted = renditions.sorted { left, right in
            if left.type != right.type { return left.type.rawValue < right.type.rawValue }
            if left.groupID != right.groupID { return left.groupID < right.groupID }
            if left.name != right.name { return left.name < right.name }
            return left.place.line < right.place.line
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
        var earliest: Rendition?
        for index in sorted.indices {
            let rendition = sorted[index]
            let before = index > 0 ? sorted[index - 1] : nil
            let isSameGroup = before.map { $0.type == rendition.type && $0.groupID == rendition.groupID } ?? false
            if !isSameGroup { earliest = nil }
            if isSameGroup, let before, before.name == rendition.name {
                let kind = PlaylistProblem.Kind.group(
                    .repeatedName(rendition.name, group: rendition.groupID, firstLine: before.place.line))
                problems.append(PlaylistProblem(kind, rendition.place))
            }
            guard rendition.isDefault else { continue }
            guard let other = earliest else {
                earliest = rendition
                continue
            }
            let isLater = rendition.place.line > other.place.line
            let (first, second) = isLater ? (other, rendition) : (rendition, other)
            earliest = first
            let kind = PlaylistProblem.Kind.group(.secondDefault(group: first.groupID, firstLine: first.place.line))
            problems.append(PlaylistProblem(kind, second.place))
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
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            let rendition = sorted[middle]
            let isBefore =
                rendition.type != type ? rendition.type.rawValue < type.rawValue : rendition.groupID < id
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low].type == type && sorted[low].groupID == id
    }
}

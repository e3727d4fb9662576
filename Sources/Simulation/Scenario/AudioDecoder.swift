import PlayerModel

/// Audio beside the video, in one language or several.
extension ScenarioDecoder {
    /// The audio renditions: one alone, or a list.
    func renditions(_ node: JSONNode?) -> [JSONNode] {
        guard let node else { return [] }
        return if case .array(let nodes) = node.value { nodes } else { [node] }
    }

    /// One of them. In another language than the first it has the same length and the same segments, so that playback
    /// can go over from one to the other.
    mutating func rendition(
        _ node: JSONNode, _ first: JSONNode, _ end: MediaTime, _ segment: MediaTime
    ) -> Asset.Variant? {
        let length = first.mediaTime("segment_s") ?? segment
        for key in ["duration_s", "segment_s"] where node.place != first.place {
            guard let own = node.member(key), own.number(.seconds) != first.member(key)?.number(.seconds) else {
                continue
            }
            report("audio has the length and the segments of the first language; remove '\(key)'", own.place)
        }
        var made = variant(node, end, length, 1)
        made?.language = node.member("language")?.string ?? ""
        return made
    }

    /// Several renditions of audio have languages, each its own.
    mutating func checkLanguages(_ node: JSONNode) {
        let nodes = renditions(node.member("audio"))
        if nodes.count == 1, let language = nodes[0].member("language"), language.string == "" {
            report("a 'language' has a name, such as \"en\"", language.place)
        }
        guard nodes.count > 1 else { return }
        var known: [String] = []
        for node in nodes {
            guard let language = node.member("language"), let name = language.string, !name.isEmpty else {
                report("of several renditions of audio each has a 'language'", node.place)
                continue
            }
            if known.contains(name) { report("there is another rendition in '\(name)'", language.place) }
            known.append(name)
        }
    }

    /// `select_audio`: of a language that there is.
    mutating func selectAudio(_ node: JSONNode, _ scenario: Scenario) -> Action.Call? {
        guard let language = node.member("language"), let name = language.string else { return nil }
        var known: [String] = []
        for audio in scenario.assets.flatMap({ $0.media.allAudio }) where !known.contains(audio.language) {
            if !audio.language.isEmpty { known.append(audio.language) }
        }
        if known.contains(name) { return .selectAudio(name) }
        // Of media that is still to be read, or to be mended, nobody knows that yet.
        if hasStandIn { return nil }
        let hint = known.isEmpty ? ": no audio says its 'language'" : NearMiss.hint(name, among: known)
        report("there is no audio in '\(name)'\(hint)", language.place)
        return nil
    }
}

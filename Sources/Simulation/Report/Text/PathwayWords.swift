import PlayerModel

/// Pathways and their steering in words: by which of them variants come, and what manifests say.
enum PathwayWords {
    /// The pathways by which variants come, and what steers them; none where there is one.
    static func lines(_ media: Asset) -> [(name: String, value: String)] {
        guard !media.pathways.isEmpty else { return [] }
        let parts = media.pathways.indices.map { pathway in
            let own = media.variants.indices.filter { media.variants[$0].pathway == pathway }.map { String($0 + 1) }
            let words = own.count == 1 ? "variant \(own[0])" : "variants \(own.joined(separator: ", "))"
            let origin = origin(pathway, media).map { "; \($0)" } ?? ""
            return "\(media.pathways[pathway].onOneLine) (\(words)\(origin))"
        }
        return [("pathways", "\(parts.joined(separator: ", ")): playback begins with the first")]
            + (media.steering.map { [("steering", words($0, media.pathways))] } ?? [])
    }

    /// A pathway that steering makes: `cdn-c, a clone of cdn-a at new.example.com`.
    static func clone(_ pathway: Int, _ media: Asset) -> String {
        media.pathways[pathway].onOneLine + (origin(pathway, media).map { ", \($0)" } ?? "")
    }

    /// A steering manifest has made a pathway: the words of a row of the panel.
    static func made(_ made: MadePathway, _ player: ScenarioPlayer) -> String {
        "the steering manifest makes \(clone(Int(made.pathway), player.assets[Int(made.asset)].media))"
            + (player.assets.count > 1 ? " of \(player.assets[Int(made.asset)].name)" : "")
    }

    /// The pathway that one is a copy of, and the hosts of its variants; nil of one that the playlist has.
    private static func origin(_ pathway: Int, _ media: Asset) -> String? {
        guard let steering = media.steering, pathway >= media.firstClone else { return nil }
        let hosts = media.variants.filter { $0.pathway == pathway }.compactMap { $0.host }
        let each = hosts.reduce(into: [ExactText]()) { if !$0.contains($1) { $0.append($1) } }.map { $0.onOneLine }
        let base = steering.clones[pathway - media.firstClone].base.onOneLine
        return "a clone of \(base)" + (each.isEmpty ? "" : " at \(each.joined(separator: " and "))")
    }

    // MARK: Manifests

    /// Each manifest in the order in which they are loaded.
    private static func words(_ steering: ContentSteering, _ pathways: [ExactText]) -> String {
        var parts: [String] = []
        for (place, manifest) in steering.manifests.enumerated() {
            let name = place > 0 ? "then \(manifest.path.onOneLine), " : ""
            parts.append(name + words(manifest, at: place, pathways))
        }
        if let last = steering.manifests.last, last.next < steering.manifests.count - 1 {
            parts.append("then \(steering.manifests[last.next].path.onOneLine) again")
        }
        return parts.joined(separator: "; ")
    }

    private static func words(
        _ manifest: ContentSteering.Manifest, at place: Int, _ pathways: [ExactText]
    ) -> String {
        var known: [Int] = []
        let answers = manifest.answers.map { answer in
            let since = answer.since.inSeconds
            let names = answer.order.map { pathways[$0].onOneLine }
            let made = answer.clones.filter { !known.contains($0) }.map { pathways[$0].onOneLine }
            known += answer.clones
            return (answer.since == .zero ? "" : "from \(since) ")
                + (names.isEmpty ? "none of them" : names.joined(separator: " before "))
                + (made.isEmpty ? "" : " (it makes \(made.joined(separator: ", ")))")
        }
        let timeToLive = manifest.timeToLive.inSeconds
        return "\(QuantityText.value(manifest.bytes, .bytes)), \(manifest.next == place ? "again" : "the next") "
            + "\(timeToLive) after it is in: \(answers.joined(separator: "; "))"
    }
}

import PlayerModel

/// Several assets, which the items of a queue are made of (A.69).
extension ScenarioDecoder {
    /// What is played: one asset, or several with names. Where something is wrong with one it has a stand-in, so that
    /// the rest is judged too, and the whole is not `isWhole`.
    mutating func assets(_ node: JSONNode) -> (assets: [ScenarioPlayer.Named], isWhole: Bool) {
        let nodes: [JSONNode] = if case .array(let nodes) = node.value { nodes } else { [node] }
        var (assets, isWhole): ([ScenarioPlayer.Named], Bool) = ([], true)
        for node in nodes {
            var named = ScenarioPlayer.Named(name: node.member("name")?.string ?? "", media: Self.standIn)
            if let media = asset(node) { named.media = media } else { (isWhole, hasStandIn) = (false, true) }
            if let file = mediaFile(node) { named.file = (file.path, companions.asset(file)?.sources ?? []) }
            if nodes.count > 1 { check(named, among: assets, node) }
            assets.append(named)
        }
        return (assets, isWhole)
    }

    /// What holds of several assets.
    private mutating func check(_ named: ScenarioPlayer.Named, among others: [ScenarioPlayer.Named], _ node: JSONNode)
    {
        if named.name.isEmpty {
            report("of several media each has a 'name', which items call it by", node.place)
        } else if others.contains(where: { $0.name == named.name }) {
            report("there is another medium '\(named.name)'", (node.member("name") ?? node).place)
        }
        if let kind = node.member("kind"), kind.string == MediaKind.local.name || kind.string == "progressive" {
            report(
                "several media are all HTTP Live Streaming: \"kind\" is \"hls\" or \"playlist\"", kind.place)
        }
    }

    /// Several assets are of use where items name them.
    mutating func checkAssets(_ node: JSONNode, _ scenario: Scenario) {
        guard scenario.assets.count > 1, let media = node.member("media") else { return }
        if node.member("player")?.member("items") == nil {
            report(
                "several media take 'items' that name them, in a player of class \"AVQueuePlayer\"", media.place)
        }
        // Of a playlist that is still to be read nobody knows it yet.
        if wanted.contains(where: { $0.kind == .media || $0.kind == .gzippedMedia || $0.kind == .movie }) { return }
        for (asset, node) in zip(scenario.assets, media.elements)
        where asset.media.declaredVariants.contains(where: { $0.audio.codec == nil }) {
            warn(
                "not every variant of '\(asset.name)' says in 'codecs' what its sound is, which is then taken to match",
                node.place)
        }
    }

    /// The asset of an item: the first unless it says another.
    mutating func asset(of item: JSONNode, _ scenario: Scenario) -> Int? {
        guard let node = item.member("media"), let name = node.string else { return 0 }
        if let index = scenario.assets.firstIndex(where: { $0.name == name && !name.isEmpty }) { return index }
        let names = scenario.assets.map { $0.name }.filter { !$0.isEmpty }
        let hint = names.isEmpty ? "; write 'media' as a list of some with names" : NearMiss.hint(name, among: names)
        report("there is no medium '\(name)'\(hint)", node.place)
        return nil
    }
}

import PlayerModel

/// Those who share the link: several players, and other apps.
extension ScenarioDecoder {
    /// More downloads of other apps than this would fill the memory.
    private static let mostDownloads: Int64 = 100_000

    /// The objects that say what is played and how: those of `players`, or the scenario itself.
    mutating func playerNodes(_ root: JSONNode) -> [JSONNode] {
        guard let players = root.member("players") else {
            if root.member("media") == nil { report("'media' is missing: what is played", root.place) }
            return [root]
        }
        for key in ["media", "player", "script", "expect", "metrics"] {
            guard let extra = root.member(key) else { continue }
            report("'\(key)' belongs to one of the 'players', now that there are several", extra.place)
        }
        return players.elements
    }

    /// Several players have names, which differ, and all use the network.
    mutating func checkPlayers(_ nodes: [JSONNode], _ scenario: Scenario) {
        guard scenario.players.count > 1 else { return }
        for (index, player) in scenario.players.enumerated() {
            if player.name.isEmpty {
                report("of several players each has a 'name'", nodes[index].place)
            } else if scenario.players[..<index].contains(where: { $0.name == player.name }) {
                report(
                    "there is another player '\(player.name)'", (nodes[index].member("name") ?? nodes[index]).place)
            }
            // What is named and not yet read has a stand-in, and is no local file.
            if player.media.kind == .local, let media = nodes[index].member("media"), media.string == nil {
                report(
                    "a local file uses no network, so nothing is shared; give it a scenario of its own",
                    nodes[index].place)
            }
        }
    }

    mutating func traffic(_ node: JSONNode) -> TrafficSource? {
        let bytes = node.member("bytes")?.number(.bytes) ?? 1
        let kind: TrafficSource.Kind
        switch node.member("kind")?.string {
        case "greedy": kind = .greedy
        case "bounded": kind = .bounded(bytes: bytes)
        case "periodic": kind = .periodic(bytes: bytes, every: node.time("every_s") ?? .zero)
        default: return nil
        }
        var source = TrafficSource(node.member("name")?.string ?? "another app", kind)
        source.start = .zero + (node.time("at_s") ?? .zero)
        if let length = node.time("for_s") { source.end = source.start + length }
        source.count = node.count("count") ?? 1
        if source.count > Self.mostDownloads, let place = node.member("count")?.place {
            report("there are at most \(Self.mostDownloads) downloads side by side", place)
            return nil
        }
        return source
    }
}

extension ScenarioShape {
    static let oneOfSeveral = Shape.ObjectShape(
        "player", "One of several who play on the same link.",
        [
            .init("name", "A name for reports.", .text, isRequired: true),
            .init("media", "What is played.", anyMedia, isRequired: true),
            .init("player", "What the player is set to.", .object(player)),
            .init(
                "script", "What the person does, in order of time.", .list(of: .tagged(by: "do", actions), atLeast: 0)
            ),
            .init("expect", "What must come of it.", .object(expect)),
            metrics,
        ])

    static let traffic: [Shape.ObjectShape] = [
        .init("greedy", "A download without end.", trafficMembers),
        .init("bounded", "A download of so many bytes.", [size] + trafficMembers),
        .init(
            "periodic", "A download of so many bytes, again and again.",
            [
                size,
                .init("every_s", "From the beginning of one to that of the next.", time(from: 1), isRequired: true),
            ]
                + trafficMembers),
    ]

    private static let size = Shape.Member(
        "bytes", "The size of a download.", .number(.bytes, 1...1_000_000_000_000), isRequired: true)

    private static let trafficMembers: [Shape.Member] = [
        .init("name", "A name for reports: another app unless said.", .text),
        .init("at_s", "The time at which it begins: 0 unless said.", time(from: 0)),
        .init("for_s", "The time after which it is called off; it goes on unless said.", time(from: 1)),
        .init("count", "How many downloads there are side by side: 1 unless said.", .number(.count, 1...100_000)),
    ]
}

import PlayerModel

/// A scenario as a file has it, with every value in the shape that its key has, and nothing judged yet.
struct ScenarioDraft: Sendable {
    /// The scenario, but for the rest.
    var plain = Scenario(media: Judgement.standIn)
    var network: NetworkDraft?
    var hosts: [HostDraft] = []
    /// The player, where it is the only one.
    var own = ParticipantDraft()
    var players: [Placed<ParticipantDraft>]?
    var traffic: [Placed<TrafficSource>] = []
}

/// A player with its media and script, as a scenario has it.
struct ParticipantDraft: Sendable {
    var name: Placed<ExactText>?
    var media: Placed<[Placed<MediumDraft>]>?
    var player: Placed<PlayerDraft>?
    var script: Placed<[Placed<ActionDraft>]>?
    var expect: Placed<ExpectDraft>?
    var metrics: [Placed<String>] = []
    /// The keys that it has of these.
    var keys: [JSONMember] = []
}

/// The scenario format: every key, what it is, what it may be and where its value goes.
///
///     text ──JSONReader──▶ tree ──ShapeChecker──▶ tree of the right shape ──this──▶ draft ──Checks──▶ scenario
///
/// Each folder of keys is a table in this folder, and each table makes a draft. What cannot be seen in one key alone is
/// judged in `Checks`, from drafts. Which metrics there are is for the reports to say.
package struct ScenarioFormat: Sendable {
    let scenario: ObjectFormat<ScenarioDraft>
    let participant: ObjectFormat<ParticipantDraft>
    let players: KeyFormat<ScenarioDraft>

    /// The format with the metrics that `expect` may name.
    package init(metrics: [MetricKey]) {
        let expect = ExpectFormat.expect(metrics)
        let shown = ExpectFormat.shown(metrics)
        let participant = ObjectFormat(
            "player", "One of several who play on the same link.", from: ParticipantDraft()
        ) {
            Key("name", "A name for reports.").holds(placed: .name, isRequired: true) { $0.name = $1 }
            Self.medium(isRequired: true)
            Self.player
            Self.acts(expect, shown)
        }
        let players: KeyFormat<ScenarioDraft> = Key(
            "players",
            "Several who play on the same link, in the place of media, player, script, expect and metrics."
        )
        .holds(.list(of: ValueFormat.object(participant).placed, atLeast: 1)) { $0.players = $1 }
        self.participant = participant
        self.players = players
        scenario = ObjectFormat(
            "scenario", "A network, a piece of media, a player, and what the person does.", from: ScenarioDraft()
        ) {
            Self.head
            [Self.medium(isRequired: false), Self.player].noted { $0.keys.append($1) }.within { $1(&$0.own) }
            Self.acts(expect, shown).noted { $0.keys.append($1) }.within { $1(&$0.own) }
            players
            Self.tail
        }
    }

    package var shape: Shape.ObjectShape { scenario.shape }

    /// The shape that a file is to have. Media that stands beside several players is told of where it stands, and is
    /// not missing in each of them besides.
    func shape(of root: JSONNode) -> Shape.ObjectShape {
        let (media, list) = (Self.medium(isRequired: false).member, players.member)
        guard root.member(list.name) != nil, root.member(media.name) != nil else { return shape }
        let own = participant.shape
        let player = Shape.ObjectShape(own.name, own.about, own.members.map { $0.name == media.name ? media : $0 })
        let members = shape.members.map { member in
            guard member.name == list.name else { return member }
            return Shape.Member(list.name, list.about, .list(of: .object(player), atLeast: 1))
        }
        return Shape.ObjectShape(shape.name, shape.about, members)
    }

    /// Errors of what belongs to a player, and stands beside several.
    func misplaced(in root: JSONNode) -> [Diagnostic] {
        guard let list = root.member(players.member.name) else { return [] }
        return participant.shape.members.compactMap { member in
            // A scenario has a name of its own.
            guard member.name != "name", let value = root.member(member.name) else { return nil }
            let isMissing = member.isRequired && list.elements.contains { $0.member(member.name) == nil }
            return Self.misplaced(Placed(member.name, at: value.place), isMissing: isMissing)
        }
    }

    /// The error that a key stands beside several players; `isMissing` is whether it is missing in one of them.
    static func misplaced(_ key: Placed<String>, isMissing: Bool) -> Diagnostic {
        let owner = isMissing ? "each of the 'players' that has none" : "one of the 'players'"
        return Diagnostic("'\(key.value)' belongs to \(owner), now that there are several", at: key.place)
    }
    package var schema: String { JSONSchema.text(of: shape, title: "autowait scenario") }

    static let head = KeyList<ScenarioDraft>.list {
        Key("$schema", "Where an editor finds the schema.").holds(.text) { _, _ in }
        Key("name", "A name for reports.").holds(.text) { $0.plain.name = $1 }
        Key("about", "Words; JSON has no comments.").holds(.text) { $0.plain.about = $1 }
        Key("seed", "Seeds the random streams.", usually: .number(1)).holds(.count(0...Int64.max)) {
            $0.plain.seed = UInt64($1)
        }
        Key("network", "What the network offers.").holds(later: NetworkFormat.network) { $0.network = $1.value }
        Key("hosts", "Networks that hosts have of their own, such as a slow or distant CDN.")
            .holds(later: HostFormat.hosts) { $0.hosts = $1.value }
    }

    static let tail = KeyList<ScenarioDraft>.list {
        Key("traffic", "What other apps do on the same link.")
            .holds(later: .list(of: TrafficFormat.traffic, atLeast: 0)) { $0.traffic = $1.value }
        Key("until_s", "The run ends here at the latest.", usually: .number(86_400)).holds(.time(from: 1)) {
            $0.plain.until = .zero + $1
        }
        Key("max_events", "The ceiling of events.", usually: .number(5_000_000)).holds(.count(1...10_000_000)) {
            $0.plain.maxEvents = $1
        }
        Key("max_packets", "The ceiling of packets.", usually: .number(50_000_000)).holds(.count(1...10_000_000_000))
        { $0.plain.maxPackets = $1 }
    }

    static func medium(isRequired: Bool) -> KeyFormat<ParticipantDraft> {
        Key("media", "What is played.").holds(later: MediaFormat.media, isRequired: isRequired) { $0.media = $1 }
    }

    static let player: KeyFormat<ParticipantDraft> = Key(
        "player", "What the player is set to, or the name of a whole player."
    )
    .holds(later: PlayerFormat.playerOrName) { $0.player = $1 }

    private static func acts(
        _ expect: ObjectFormat<ExpectDraft>, _ shown: ValueFormat<[Placed<String>]>
    ) -> [KeyFormat<ParticipantDraft>] {
        KeyList.list {
            Key(
                "script", "What the person does, in order of time.",
                usually: .said("media is loaded and played at once")
            )
            .holds(later: .list(of: ActionTable.format, atLeast: 0)) { $0.script = $1 }
            Key("expect", "What must come of it.").holds(placed: .object(expect)) { $0.expect = $1 }
            Key("metrics", "Metrics that the golden shows besides those that all show, and those of 'expect'.")
                .holds(shown) { $0.metrics = $1 }
        }
    }

    // MARK: Rows for a person, for `autowait list`

    /// All keys of a scenario but those of the script.
    package var keyRows: [ShapeText.Row] {
        // What is in 'expect' comes last.
        let acts = participant.shape.members.filter { $0.name == "script" || $0.name == "metrics" }
        return ShapeText.rows(Self.head.map { $0.member }, depth: 0)
            + ShapeText.rows([Self.medium(isRequired: false).member, Self.player.member], depth: 0)
            + acts.map { ShapeText.Row($0.name, $0.about, depth: 0) }
            // A player of several has the keys of a scenario with a single player.
            + [ShapeText.Row(players.member.name, players.member.about, depth: 0)]
            + participant.shape.members.map { ShapeText.Row($0.name, $0.about, depth: 1) }
            + ShapeText.rows(Self.tail.map { $0.member }, depth: 0)
            + [ShapeText.Row("expect", "What must come of it: metrics by their names, and these.", depth: 0)]
            + ShapeText.rows(ExpectFormat.keys.map { $0.member }, depth: 1)
    }

    package static var actionRows: [ShapeText.Row] {
        ActionTable.shapes.flatMap { action in
            [ShapeText.Row(action.name, action.about, depth: 0)] + ShapeText.rows(action.members, depth: 1)
        }
    }

    /// The keys of every action, for when it happens.
    package static var timingRows: [ShapeText.Row] { ShapeText.rows(ActionTable.timing, depth: 1) }
}

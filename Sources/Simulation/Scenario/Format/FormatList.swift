/// The format as lines for a person, for `autowait list`.
extension ScenarioFormat {
    /// All keys of a scenario but those of script and `expect`, which have lists of their own.
    package var keyLines: [String] {
        ShapeText.lines(Self.head.map { $0.member }, indent: 0)
            + ShapeText.lines([Self.medium(isRequired: false).member, Self.player.member], indent: 0)
            // A player of several has the keys of a scenario with a single player.
            + [ShapeText.row(players.member.name, players.member.about, indent: 0)]
            + participant.shape.members.map { ShapeText.row($0.name, $0.about, indent: 1) }
            + ShapeText.lines(Self.tail.map { $0.member }, indent: 0)
    }

    package static var actionLines: [String] {
        ActionTable.shapes.flatMap { action in
            [ShapeText.row(action.name, action.about, indent: 0)] + ShapeText.lines(action.members, indent: 1)
        }
    }

    /// The keys of `expect` besides metrics, a line for each.
    package static var expectationLines: [String] { ShapeText.lines(ExpectFormat.keys.map { $0.member }, indent: 0) }
}

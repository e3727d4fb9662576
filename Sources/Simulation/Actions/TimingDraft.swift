import PlayerModel

/// The time of an action, as a script has it: an instant, or what the action waits for.
package struct TimingDraft: Sendable {
    package fileprivate(set) var at: Placed<TimeAmount>?
    package fileprivate(set) var name: Placed<ExactText>?
    private(set) var condition: Placed<ConditionDraft>?
    private(set) var after: Placed<TimeAmount>?
    private(set) var every: Placed<TimeAmount>?
    private(set) var most: Placed<Int64>?

    /// The place of what it waits for; nil where it waits for nothing.
    package var conditionPlace: Place? { condition?.place }

    /// The least distance at which an app polls. An event of the simulation comes of each.
    private static let leastInterval: Int64 = 1_000_000

    static let keys = KeyList<TimingDraft>.list {
        Key("at_s", "The time of this action. With 'when' it waits from then on.")
            .holds(placed: .time(from: 0), isRequired: true, unless: "when") { $0.at = $1 }
        Key("when", "Waits until all of this is so, and then happens.")
            .holds(placed: ConditionFormat.condition) { $0.condition = $1 }
        Key("after_s", "How much later than that it happens; the condition need not hold still.", usually: .number(0))
            .holds(placed: .time(from: 0)) { $0.after = $1 }
        Key(
            "every_s",
            "Polls: looks at the condition so often, and happens each time that it holds; while it does, a run goes on "
                + "until 'until_s', unless 'at_most' ends it."
        )
        .holds(placed: .time(from: leastInterval)) { $0.every = $1 }
        Key(
            "at_most",
            "How often, each time that it has become true anew; once an instant at most.",
            usually: .said("1, and without end when polling,")
        )
        .holds(placed: .count(1...1_000_000)) { $0.most = $1 }
        Key("name", "A name, for 'performed' in what others wait for.").holds(placed: .name) { $0.name = $1 }
    }

    /// The keys for a person: conditions within conditions are not listed again.
    static var listed: [Shape.Member] {
        keys.map { key in
            key.member.name == "when"
                ? Shape.Member(key.member.name, key.member.about, ConditionFormat.listed) : key.member
        }
    }

    /// The trigger of an action that waits; nil where it waits for nothing, or for what cannot be meant.
    func trigger(_ context: inout ActionContext) -> Trigger? {
        guard let condition else {
            for (name, place) in [("after_s", after?.place), ("every_s", every?.place), ("at_most", most?.place)] {
                if let place { context.findings.report("'\(name)' goes with 'when', which is missing", place) }
            }
            return nil
        }
        guard let found = condition.condition(isPolled: every != nil, &context) else { return nil }
        let limit = every == nil ? most?.value ?? 1 : most?.value
        return Trigger(condition: found, after: after?.value ?? .zero, every: every?.value, most: limit)
    }
}

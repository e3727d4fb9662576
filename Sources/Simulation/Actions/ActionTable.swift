import PlayerModel

/// The actions that a script may hold, in the order in which they are listed. To add one: an entry in one of these
/// groups, with its factory beside it. Whatever a session cannot perform yet is a case of the group's `Operation` as
/// well, which `Session.perform` then has to know.
package enum ActionTable {
    static let all =
        ItemActions.entries + PlayingActions.entries + QueueActions.entries + VariantActions.entries
        + AssetActions.entries + SeekAction.entries + NetworkActions.entries + SurroundingsActions.entries

    package static let format = ValueFormat<Placed<ActionDraft>>.tagged(by: "do", all.map { $0.alternative })

    /// The keys of each action that are its own.
    package static var shapes: [Shape.ObjectShape] {
        all.map { entry in
            let shape = entry.alternative.shape
            return Shape.ObjectShape(shape.name, shape.about, Array(shape.members.dropFirst(TimingDraft.keys.count)))
        }
    }

    /// The keys that every action has: when it happens.
    package static var timing: [Shape.Member] { TimingDraft.listed }
}

/// An action as a script has it.
package struct ActionDraft: Sendable {
    package let timing: TimingDraft
    fileprivate let make: @Sendable (inout ActionContext) -> Action?
}

extension Placed<ActionDraft> {
    /// The action, or nil where it cannot be meant.
    package func action(_ context: inout ActionContext) -> Action? {
        context.place = place
        guard let action = value.make(&context) else { return nil }
        let trigger = value.timing.trigger(&context)
        return action.at(.zero + (value.timing.at?.value ?? .zero)).named(
            value.timing.name?.value.text, waitingFor: trigger)
    }
}

/// An action's entry in the table.
struct ActionEntry: Sendable {
    let alternative: Alternative<ActionDraft>

    /// An action with keys: `make` gets what a script says with them, and judges it.
    init<Keys: Sendable>(
        _ name: String, _ about: String, from start: Keys, @KeyList<Keys> _ keys: () -> [KeyFormat<Keys>],
        make: @escaping @Sendable (Keys, inout ActionContext) -> Action?
    ) {
        let own = keys()
        let format = ObjectFormat(name, about, from: Timed(keys: start)) {
            TimingDraft.keys.within { $1(&$0.timing) }
            own.within { $1(&$0.keys) }
        }
        alternative = Alternative(format) { timed in ActionDraft(timing: timed.timing) { make(timed.keys, &$0) } }
    }

    /// An action whose keys cannot be wrong together.
    init<Keys: Sendable>(
        _ name: String, _ about: String, from start: Keys, make: @escaping @Sendable (Keys) -> Action,
        @KeyList<Keys> _ keys: () -> [KeyFormat<Keys>]
    ) {
        self.init(name, about, from: start, keys) { keys, _ in make(keys) }
    }

    init(_ name: String, _ about: String, make: @escaping @Sendable (inout ActionContext) -> Action?) {
        self.init(name, about, from: false, {}) { make(&$1) }
    }

    /// An action that is always the same.
    init(_ name: String, _ about: String, _ action: Action) { self.init(name, about) { _ in action } }

    private struct Timed<Keys: Sendable>: Sendable {
        var timing = TimingDraft()
        var keys: Keys
    }
}

/// The context that an action of a script is judged in: whatever else is known of its player and the network.
package struct ActionContext: Sendable {
    package var linkedOn: LinkedOn
    /// The items that the script may name, and their names.
    package var items: [PlayerItem]
    package var itemNames: NameIndex
    package var looping: Looping
    /// At least one.
    package var assets: [Asset]
    package var display: Display?
    /// Whether media is still to be read, or something is wrong with it, so that nobody knows what it has.
    package var hasStandIn: Bool
    package var network: ScriptNetwork
    /// The names of the script's actions, by their places in the script.
    package var names: NameIndex
    /// The end of the run.
    package var end: Instant
    /// The place of the action's name.
    fileprivate(set) var place = Place(startOf: 0)
    package var findings: Findings

    mutating func report(_ message: String) { findings.report(message, place) }
    mutating func warn(_ message: String) { findings.warn(message, place) }

    /// The preset that the network becomes: one that is for its transport, unless the scenario says which that is.
    mutating func preset(_ name: Placed<String>) -> NetworkPreset? {
        guard let preset = findings.preset(name) else { return nil }
        if preset.transport != network.transport, !network.isTransportSaid {
            findings.report(
                "'\(preset.id)' is for transport '\(preset.transport.name)', and the network is "
                    + "'\(network.transport.name)'; write \"transport\" in 'network'", name.place)
        }
        return preset
    }

    /// Warns of a place behind the end of whatever is played.
    mutating func warnOfEnd(before place: Placed<MediaTime>) {
        guard !hasStandIn, let longest = assets.map({ $0.duration }).max(), place.value > longest else { return }
        findings.warn(SeekAction.behindTheEnd(place.value, of: longest), place.place)
    }

    /// The condition that an action of that name has been performed.
    mutating func performed(_ name: ExactText, at place: Place) -> Condition? {
        if let index = names.place(of: name) { return .performed(name: name.text, action: Int32(index)) }
        let hint = names.isEmpty ? "; give it a 'name'" : findings.hint(name, among: names)
        findings.report("there is no action '\(name)'\(hint)", place)
        return nil
    }
}

import PlayerModel

/// Something that the person or the app does.
///
///     table of actions ──▶ entry: name, keys, decoding ──▶ factory ──▶ action: operation, traits, words
///                                        an app's call ──────┘            │         │       └▶ reports
///                                                                      session   metrics
///
/// Actions are made by the factories alone, each of which stands beside its entry in the table: so what is known of an
/// action is said in one place, and whoever asks for it asks the action.
package struct Action: Equatable, Sendable {
    /// The operation that a session performs. Those that are a group's own stand in the group's file.
    package enum Operation: Equatable, Sendable {
        /// A call on the player or its item.
        case player(PlayerInput)
        case playing(PlayingActions.Operation)
        case items(ItemActions.Operation)
        case queue(QueueActions.Operation)
        /// `AVPlayerItem.preferredPeakBitRate = …` and the like.
        case limit(VariantLimits.Change)
        case asset(AssetActions.Operation)
        case network(NetworkActions.Operation)
        case surroundings(SurroundingsActions.Operation)
    }

    /// The traits of an action that metrics and searches need to know.
    package struct Traits: Equatable, Sendable {
        /// A rate above 0 that is asked for.
        package enum Request: Equatable, Sendable {
            /// `defaultRate`, whatever it is by then.
            case defaultRate
            case rate(Rate)
        }

        package enum Arrival: Sendable {
            case current, queued
        }

        /// The rate that the app asks the player for; nil where it does not ask it to play.
        package var request: Request?
        /// Whether the app asks for a rate of 0.
        package var pauses = false
        /// Whether the person asks for playback, though the app may not yet.
        package var isTap = false
        /// The rate at which the player has to play at once, whatever is loaded; nil where it may wait.
        package var insistsOn: Rate?
        /// Whether the player may no longer wait by itself.
        package var forbidsWaiting = false
        package var defaultRate: Rate?
        /// The item that comes by it; nil where none comes.
        package var arrival: Arrival?
        /// The items that come by it.
        package var items: [PlayerItem] = []
        /// Whether the current item makes room for another, or for none.
        package var replacesItem = false
        /// Whether it is to put the playhead elsewhere.
        package var seeks = false
        /// Whether the viewer leaves by it, so that nothing follows.
        package var leaves = false
        /// Whether it decides what has to be there, and when, for playback to go on: so that who starts before it needs
        /// something else than who starts behind it. An item that comes decides that by itself.
        package var decidesWhatIsNeeded = false
    }

    /// The time at which it happens, or from which on it waits.
    package private(set) var at = Instant.zero
    /// The name by which others of its script may wait for it.
    package private(set) var name: String?
    /// The condition that it waits for, and how; nil where its time is known.
    package private(set) var trigger: Trigger?
    /// Whether the scenario's `viewer` does it, and not its script.
    package private(set) var isOfViewer = false
    package let operation: Operation
    package let traits: Traits
    /// The action in a report's words.
    package let words: String

    init(_ operation: Operation, words: String, _ set: (inout Traits) -> Void = { _ in }) {
        self.operation = operation
        self.words = words
        var traits = Traits()
        set(&traits)
        self.traits = traits
    }

    init(_ input: PlayerInput, words: String, _ set: (inout Traits) -> Void = { _ in }) {
        self.init(.player(input), words: words, set)
    }

    static func decidesWhatIsNeeded(_ traits: inout Traits) { traits.decidesWhatIsNeeded = true }

    package func at(_ instant: Instant) -> Action {
        var action = self
        action.at = instant
        return action
    }

    /// The action of a viewer, who does it at most once.
    func ofViewer(when condition: Condition) -> Action {
        var action = named(nil, waitingFor: Trigger(condition: condition))
        action.isOfViewer = true
        return action
    }

    func named(_ name: String?, waitingFor trigger: Trigger?) -> Action {
        var action = self
        (action.name, action.trigger) = (name, trigger)
        return action
    }

    /// The same at an instant that is known, whatever it waited for.
    package func happening(at instant: Instant) -> Action { at(instant).named(name, waitingFor: nil) }

    package var asksToPlay: Bool { traits.request != nil }

    /// Whether somebody asks for playback: the wait for the start is counted from here.
    package var isRequest: Bool { traits.isTap || asksToPlay }

    /// The same of an app that lets its player wait, at a time that is known: it asks where it would insist, behind a
    /// seek where that puts the playhead elsewhere.
    package var patient: [Action] {
        if traits.forbidsWaiting { return [Action.setAutomaticallyWaits(true).at(at)] }
        guard let rate = traits.insistsOn else { return [self] }
        let ask = Action.setRate(rate).at(at)
        guard case .player(.setRateAtHostTime(_, let place, let host)) = operation else { return [ask] }
        // Of a host time that is over, what would have been played since is passed over.
        let past = rate.media(passingIn: max(.zero, at - (host ?? at)))
        if let place { return [Action.seek(to: place + past, before: .zero, after: .zero).at(at), ask] }
        return past > .zero ? [Action.seek(by: past, before: .zero, after: .zero).at(at), ask] : [ask]
    }
}

/// Figures as the words of actions have them.
package enum ActionWords {
    static func rate(_ rate: Rate) -> String { NumberText.exact(Int64(rate.thousandths), places: 3, atLeast: 1) }
    /// A time or a place, or `CMTime.invalid`.
    static func seconds(_ time: (some SpokenTime)?) -> String { time?.inSeconds ?? ".invalid" }
    /// An item by its name; by its number where it has none.
    package static func item(_ id: Int32, _ name: String?) -> String { name ?? "item \(id + 1)" }
}

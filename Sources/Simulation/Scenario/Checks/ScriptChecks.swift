import PlayerModel

/// A script as a whole: what it leaves out, as far as that is known without a run. Nobody knows when, or whether, an
/// action comes that waits for something; whatever depends on it is left alone.
extension ScenarioPlayer {
    func warnOfScript(
        _ drafts: [Placed<ActionDraft>], items: Placed<[Placed<ItemDraft>]>?, _ judgement: inout Judgement
    ) {
        let places = drafts.map { $0.place }
        warnOfTap(places, &judgement)
        warnOfLeaving(places, &judgement)
        guard let arrival = firstArrival else {
            return warnOfNoItem(places, items: items?.place, &judgement)
        }
        warnOfItemsLeftOut(items?.value ?? [], &judgement)
        // What comes before the first item by the clock alone has none.
        guard script.allSatisfy({ $0.traits.arrival == nil || $0.trigger == nil }) else { return }
        let when = script[arrival].at.inSeconds
        let isEarly = { (action: Action) in
            action.trigger == nil && action.asksToPlay && action.at < script[arrival].at
        }
        if let early = script[..<arrival].firstIndex(where: isEarly) {
            judgement.warn(
                "there is nothing to play yet: the first item comes at \(when); put it before this, "
                    + "or at the same time",
                places[early])
        }
        for index in script[..<arrival].indices where script[index].trigger == nil {
            guard let verb = script[index].verbOfItem(before: script[arrival]) else { continue }
            judgement.warn(
                "there is no item to \(verb) yet: the first one comes at \(when), behind this; put it before this",
                places[index])
        }
    }

    /// A person who taps, and an app that never asks the player for anything after it.
    private func warnOfTap(_ places: [Place], _ judgement: inout Judgement) {
        guard let tap = script.firstIndex(where: { $0.traits.isTap }) else { return }
        let isAnswered = script.indices.contains { index in
            script[index].asksToPlay && (index > tap || script[index].trigger != nil || script[tap].trigger != nil)
        }
        if isAnswered { return }
        let words =
            script.contains { $0.asksToPlay }
            ? "the person taps, and the app has called the player before that alone"
            : "the person taps, and the app never calls the player"
        judgement.warn("\(words); add { \"at_s\": …, \"do\": \"play\" } behind it", places[tap])
    }

    /// An action behind the one by which the viewer leaves, both by the clock alone: it is never done.
    private func warnOfLeaving(_ places: [Place], _ judgement: inout Judgement) {
        guard let leaving = script.firstIndex(where: { $0.traits.leaves && $0.trigger == nil }) else { return }
        guard let later = script[(leaving + 1)...].firstIndex(where: { $0.trigger == nil }) else { return }
        let when = script[leaving].at.inSeconds
        judgement.warn(
            "this never happens: the viewer leaves at \(when), and nothing is done after that", places[later])
    }

    /// Nothing is ever handed over. Of what waits for something it is said that it waits in vain.
    private func warnOfNoItem(_ places: [Place], items: Place?, _ judgement: inout Judgement) {
        let remedy = "begin the script with { \"at_s\": 0, \"do\": \"load\" }"
        if let items {
            judgement.warn("nobody hands these items to the player; \(remedy)", items)
        } else if let request = script.firstIndex(where: { $0.isRequest && $0.trigger == nil }) {
            judgement.warn("there is never an item to play; \(remedy)", places[request])
        }
    }

    /// Items that no action brings.
    private func warnOfItemsLeftOut(_ drafts: [Placed<ItemDraft>], _ judgement: inout Judgement) {
        guard drafts.count == items.count else { return }
        var comes = items.map { _ in false }
        for action in script {
            for item in action.traits.items where comes.indices.contains(Int(item.id)) { comes[Int(item.id)] = true }
        }
        for (draft, (item, isThere)) in zip(drafts, zip(items, comes)) where !isThere {
            judgement.warn(
                "'\(item.name)' never comes into the queue; 'insert' it, or 'load', which brings all items",
                draft.place)
        }
    }

    /// Warns of what no panel can show: a place behind the end of all media.
    func warnOfPanels(_ drafts: [Placed<PanelDraft>], _ judgement: inout Judgement) {
        guard let longest = assets.map({ $0.media.duration }).max() else { return }
        let length = longest.inSeconds
        for (panel, draft) in zip(expectations.panels, drafts) {
            if let place = draft.value.currentTime?.place, case .range(let range)? = panel.currentTime,
                range.lowerBound > longest.nanoseconds, !runsOn
            {
                judgement.warn("the playhead never gets there: the media has \(length)", place)
            }
            guard let ranges = draft.value.loadedTimeRanges else { continue }
            for range in ranges where range.value.contains(where: { $0 > longest }) {
                judgement.warn("nothing is ever loaded there: the media has \(length)", range.place)
            }
        }
    }

    /// Whether `currentTime` may run on behind the end.
    var runsOn: Bool {
        Player(settings: player).actionAtItemEnd == .none
            || script.contains { if case .player(.setActionAtItemEnd(.none)) = $0.operation { true } else { false } }
    }
}

extension Action {
    /// The word for its effect in an item, which has to be there before the first one comes; nil where it takes none.
    fileprivate func verbOfItem(before arrival: Action) -> String? {
        if case .queue(.selectAudio) = operation { return "select in" }
        if case .player(.setForwardPlaybackEndTime) = operation { return "set an end of" }
        // An item by its name is there before the queue has it; but a load brings new ones.
        if case .queue(.setForwardPlaybackEndTime) = operation, arrival.traits.arrival == .current {
            return "set an end of"
        }
        return traits.seeks ? "seek in" : nil
    }
}

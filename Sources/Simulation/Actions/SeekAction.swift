import PlayerModel

/// The action `seek`: to a place or by a distance, with tolerances, of the current item or one in the queue; and the
/// one that goes to the edge of a live stream.
enum SeekAction {
    static let entries = [
        ActionEntry("seek", "seek(to:toleranceBefore:toleranceAfter:).", from: Keys()) {
            Key("to_s", "The place to go to.")
                .holds(placed: .mediaTime(from: 0), isRequired: true, unless: "by_s") { $0.target = $1 }
            Key("by_s", "How far from the playhead instead, back where negative; at most to 0, and the end.")
                .holds(placed: SeekAction.distance) { $0.distance = $1 }
            Key("tolerance_before_s", "How far before it is near enough.", usually: .said("without limit")).holds(
                .mediaTime(from: 0)
            ) { $0.before = $1 }
            Key("tolerance_after_s", "How far behind it is near enough.", usually: .said("without limit")).holds(
                .mediaTime(from: 0)
            ) { $0.after = $1 }
            Key("item", QueueActions.itemOfQueue, usually: .said("the current one"))
                .holds(placed: .name) { $0.item = $1 }
        } make: { keys, context in
            if let distance = keys.distance, keys.target != nil {
                context.findings.report(bothProblem, distance.place)
                return nil
            }
            if let name = keys.item { return context.seek(keys, ofItem: name) }
            if let distance = keys.distance {
                return .seek(by: distance.value, before: keys.before, after: keys.after)
            }
            guard let target = keys.target else { return nil }
            context.warnOfEnd(before: target)
            return .seek(to: target.value, before: keys.before, after: keys.after)
        },
        ActionEntry(
            "go_live",
            "seek(to: .positiveInfinity): exactly HOLD-BACK from the end of the playlist, or "
                + "configuredTimeOffsetFromLive; of what is not live, to its end."
        ) { context in
            if !context.hasStandIn, context.assets.allSatisfy({ $0.live == nil }) {
                context.warn("nothing is live here: this goes to the end of the item")
            }
            return .goLive
        },
        ActionEntry(
            "cancel_pending_seeks",
            "cancelPendingSeeks(): a pending seek is called back with false; the playhead stays where it has jumped.",
            .cancelPendingSeeks),
    ]

    /// Seconds on the item's timeline, forward or back.
    package static let distance = ValueFormat<Int64>.number(.seconds, -TimeLimit.longest...TimeLimit.longest).map {
        MediaTime(nanoseconds: $0)
    }

    package static func behindTheEnd(_ place: MediaTime, of longest: MediaTime) -> String {
        "\(place.inSeconds) lies behind the end of the media, which has "
            + "\(longest.inSeconds)"
    }

    package static let bothProblem = "a seek goes 'to_s' or 'by_s', not both"

    fileprivate struct Keys: Sendable {
        var target: Placed<MediaTime>?
        var distance: Placed<MediaTime>?
        var before = MediaTime.unlimited
        var after = MediaTime.unlimited
        var item: Placed<ExactText>?
    }
}

extension ActionContext {
    /// A seek of an item by its name, wherever in the queue it is by then.
    fileprivate mutating func seek(_ keys: SeekAction.Keys, ofItem name: Placed<ExactText>) -> Action? {
        guard let item = item(name) else { return nil }
        guard let target = keys.target else {
            report("an item that may wait in the queue has no playhead to go by; write \"to_s\"")
            return nil
        }
        warnOfEnd(before: target)
        return .seek(item: item.id, named: name.value.text, to: target.value, before: keys.before, after: keys.after)
    }
}

extension Action {
    package static let cancelPendingSeeks = Action(.cancelPendingSeeks, words: "cancelPendingSeeks()")

    package static func seek(to target: MediaTime, before: MediaTime, after: MediaTime) -> Action {
        let words = "seek(to: \(ActionWords.seconds(target))\(tolerances(before, after)))"
        return Action(.seek(to: target, before: before, after: after), words: words, seeks)
    }

    /// Goes to a place of that item: at once where it is current, and with its beginning where it waits in the queue.
    package static func seek(
        item id: Int32, named name: String?, to target: MediaTime, before: MediaTime, after: MediaTime
    ) -> Action {
        let place = "\(ActionWords.seconds(target))\(tolerances(before, after))"
        let words = "\(ActionWords.item(id, name)): seek(to: \(place))"
        return Action(.queue(.seek(item: id, to: target, before: before, after: after)), words: words, seeks)
    }

    /// Goes so far from wherever the playhead is by then.
    package static func seek(by distance: MediaTime, before: MediaTime, after: MediaTime) -> Action {
        let sign = distance < .zero ? "−" : "+"
        let length = ActionWords.seconds(max(distance, .zero - distance))
        let words = "seek(to: currentTime \(sign) \(length)\(tolerances(before, after)))"
        return Action(.playing(.seek(.by(distance), before: before, after: after)), words: words, seeks)
    }

    /// Goes to the edge of a live stream: to the very place at which a join would have playback begin, key frame or no.
    package static let goLive = Action(
        .playing(.seek(.edge, before: .zero, after: .zero)), words: "seek(to: .positiveInfinity)", seeks)

    private static func seeks(_ traits: inout Traits) {
        traits.seeks = true
        traits.decidesWhatIsNeeded = true
    }

    private static func tolerances(_ before: MediaTime, _ after: MediaTime) -> String {
        func tolerance(_ length: MediaTime) -> String {
            length == .unlimited ? ".positiveInfinity" : ActionWords.seconds(length)
        }
        if before == .unlimited, after == .unlimited { return "" }
        return ", toleranceBefore: \(tolerance(before)), toleranceAfter: \(tolerance(after))"
    }
}

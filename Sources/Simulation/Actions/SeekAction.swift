import PlayerModel

enum SeekAction {
    static let entries = [
        ActionEntry("seek", "seek(to:toleranceBefore:toleranceAfter:).", from: SeekKeys()) {
            Key("to_s", "The place to go to.").holds(placed: .mediaTime(from: 0), isRequired: true) { $0.target = $1 }
            Key("tolerance_before_s", "How far before it is near enough.", usually: .said("without limit")).holds(
                .mediaTime(from: 0)
            ) { $0.before = $1 }
            Key("tolerance_after_s", "How far behind it is near enough.", usually: .said("without limit")).holds(
                .mediaTime(from: 0)
            ) { $0.after = $1 }
        } make: { keys, context in
            guard let target = keys.target else { return nil }
            context.warnOfEnd(before: target)
            return .seek(to: target.value, before: keys.before, after: keys.after)
        },
        ActionEntry(
            "cancel_pending_seeks",
            "cancelPendingSeeks(): a pending seek is called back with false; the playhead stays where it has jumped.",
            .cancelPendingSeeks),
    ]

    private struct SeekKeys: Sendable {
        var target: Placed<MediaTime>?
        var before = MediaTime.unlimited
        var after = MediaTime.unlimited
    }
}

extension Action {
    package static let cancelPendingSeeks = Action(.cancelPendingSeeks, words: "cancelPendingSeeks()")

    package static func seek(to target: MediaTime, before: MediaTime, after: MediaTime) -> Action {
        func tolerance(_ length: MediaTime) -> String {
            length == .unlimited ? ".positiveInfinity" : ActionWords.seconds(length)
        }
        let tolerances =
            before == .unlimited && after == .unlimited
            ? "" : ", toleranceBefore: \(tolerance(before)), toleranceAfter: \(tolerance(after))"
        let words = "seek(to: \(ActionWords.seconds(target))\(tolerances))"
        return Action(.seek(to: target, before: before, after: after), words: words, decidesWhatIsNeeded)
    }
}

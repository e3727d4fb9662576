import PlayerModel

/// A wait for the start that the player's rule prolongs: there is media to play, and it may not play yet.
enum HeldBackWords {
    private static let unsettled = "as the network is hardly known yet, or has just become another"

    /// Less than a millisecond is not worth a sentence.
    private static let least = TimeAmount.milliseconds(1)

    /// Since when there was media, how much longer it waited, and how much the rule wanted to have to spare: that is
    /// told nowhere else, and makes it wait although all would arrive in time. Nothing where the rule prolongs nothing.
    static func sentences(_ halt: Halt, _ run: PlayerRun) -> [String] {
        guard halt.kind == .start, let (from, to) = stretch(of: halt, run), to - from >= least else { return [] }
        let rule = run.player.player.keepUp.name
        let length = (to - from).inRoundedSeconds
        let since =
            from == halt.from
            ? "All the while there was media to play, and the rule (\(rule)) let it wait for \(length)"
            : "From \(from.inRoundedSeconds) on there was media to play, and the rule (\(rule)) let it wait for "
                + "another \(length)"
        return [since + (toSpare(at: to, run).map { ": \($0)" } ?? "") + "."]
    }

    /// From when on there was media, and until when the rule took it for too little; nil where it did not, or nothing
    /// came.
    private static func stretch(of halt: Halt, _ run: PlayerRun) -> (from: Instant, to: Instant)? {
        let end = halt.to ?? run.stallsUntil
        var empties: [(at: Instant, isEmpty: Bool)] = []
        var judgements: [(at: Instant, isLikely: Bool)] = []
        for one in run.playback.announcements where one.at <= end {
            if case .bufferEmpty(let isEmpty) = one.value { empties.append((one.at, isEmpty)) }
            if case .likelyToKeepUp(let isLikely, _) = one.value { judgements.append((one.at, isLikely)) }
        }
        guard let last = empties.last(where: { $0.at < end }), !last.isEmpty else { return nil }
        let from = max(last.at, halt.from)
        guard judgements.last(where: { $0.at < from })?.isLikely != true else { return nil }
        return (from, judgements.first { $0.at >= from && $0.isLikely }?.at ?? end)
    }

    /// The time that `play-through` wants to be left over before a start: see `KeepUp.playThrough`. What the player had
    /// measured by an instant no trace says, so the run is repeated up to there.
    private static func toSpare(at instant: Instant, _ run: PlayerRun) -> String? {
        var session = Session(run.scenario, tracing: .nothing)
        // At the instant itself it may play already.
        do { _ = try session.run(through: instant + TimeAmount(nanoseconds: -1)) } catch { return nil }
        let isAsAfterStall =
            if case .waiting(_, let wait) = session.players[run.index].player.state {
                wait.origin == .nothingLoaded
            } else {
                false
            }
        do { _ = try session.run(through: instant) } catch { return nil }
        var buffer = BufferState.none
        let place = session.players[run.index].player.playhead.place(at: instant)
        session.players[run.index].loader.tell(&buffer, at: place, instant)
        var margin: TimeAmount?
        if case .playThrough(_, let own) = run.player.player.keepUp { margin = own }
        if case .holdBackShare(_, _, let own) = run.player.player.keepUp, buffer.edge == nil { margin = own }
        guard var margin else { return nil }
        if !buffer.isUnsettled, !isAsAfterStall { margin = .zero }
        let spare = buffer.pause + margin
        guard spare >= least else { return nil }
        let grounds = [
            buffer.pause > .zero ? "the longest pause of late, \(buffer.pause.inRoundedSeconds)" : nil,
            margin > .zero ? "resume_margin_s, \(isAsAfterStall ? "as after a stall" : unsettled)" : nil,
        ].compactMap { $0 }
        return "it wanted \(spare.inRoundedSeconds) to spare (\(grounds.joined(separator: ", and ")))"
    }
}

extension HaltStory {
    /// The sentences, and how long the player's rule held a start back: for that the run is repeated up to there.
    var whole: [String] { causes + statuses + HeldBackWords.sentences(halt, run) + meanwhile + [after] }
}

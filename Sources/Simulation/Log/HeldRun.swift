import PlayerModel

/// A run that is stopped at an instant: what the panels show there, what is in progress, and what is to come. A class,
/// because it never changes.
package final class HeldRun: Sendable {
    /// Whether a log agrees: everything that it says up to the instant happened, and nothing else, and the run ended as
    /// it says where it was over by then; or the first difference.
    package enum Agreement: Equatable, Sendable {
        case same
        /// The log differs from that line on; nil where the log says nothing more.
        case differs(line: Int32?)
    }

    private let scenario: Scenario
    private let session: Session
    /// The instant up to which every event was handled.
    private let at: Instant
    /// How the run ended; nil where it goes on behind the instant.
    private let ending: LogOutcome?
    /// The entries of the trace up to the instant. Notes of the network may be dated ahead; those are left out.
    private let entries: [Trace.Entry]

    package init(_ scenario: Scenario, at instant: Instant) throws(SessionError) {
        let scenario = scenario.drawn()
        self.scenario = scenario
        at = instant
        var session = Session(scenario, tracing: .events)
        let outcome = try session.run(through: instant)
        let all = session.trace.entries
        ending = outcome.map { LogOutcome($0, lines: Int64(all.count), digest: Digest(of: all, endingAt: $0.at)) }
        entries = all.filter { $0.at <= instant }
        self.session = session
    }

    package func agreement(with log: RunLog) -> Agreement {
        var cursor = log.entries
        // Of a run that is over, what is dated ahead is compared too.
        var rest = ending == nil ? entries[...] : Array(session.trace.entries)[...]
        while let next = cursor.next() {
            if ending == nil, next.entry.at > at { continue }
            guard let entry = rest.popFirst(), entry == next.entry else { return .differs(line: next.line) }
        }
        guard rest.isEmpty, ending?.isSame(as: log.outcome) ?? true else { return .differs(line: nil) }
        return .same
    }

    /// The report, each line with its break; for a terminal of so many columns, where it is for one.
    package func text(columns: Int?) -> String {
        var lines = TextReport.head(scenario)
        lines.append(beginning)
        for (index, player) in scenario.players.enumerated() {
            lines.append("")
            if scenario.players.count > 1 { lines.append("— \(player.name.onOneLine) —") }
            let (playback, count) = playback(of: index)
            var reader = PanelReader(player)
            let panel = reader.panel(after: count, in: playback)
            lines += TextReport.panel(Timeline.Row(at: at, panel: panel, reasons: []), columns: columns)
            let requests = requests(of: index)
            lines +=
                requests.isEmpty ? ["no request is under way"] : ["requests under way"] + requests.map { "  " + $0 }
        }
        if session.downloadsOfOthers > 0 { lines += ["", "downloads of other apps: \(session.downloadsOfOthers)"] }
        return (lines + [""] + pending).joined(separator: "\n") + "\n"
    }

    /// The playback of a player up to the instant, and the number of its entries.
    private func playback(of index: Int) -> (playback: Playback, count: Int) {
        let player = scenario.players[index]
        var playback = Playback(of: player, slots: player.slots(on: scenario.network))
        let own = entries.filter { $0.player < 0 || $0.player == Int16(index) }
        for (order, entry) in own.enumerated() { playback.take(entry, order) }
        return (playback, own.count)
    }

    private var beginning: String {
        let now = at.inSeconds
        return "held at \(now)" + (ending.map { ", when it was over: \($0.endWords)" } ?? "")
    }

    /// A player's requests that are under way, each in words. Of one that was made again, `since` and the bytes are
    /// those of the last attempt.
    package func requests(of index: Int) -> [String] {
        let player = scenario.players[index]
        let slots = player.slots(on: scenario.network)
        let playback = playback(of: index).playback
        return session.requestsUnderWay(of: index, at: at).map { request in
            let name = player.name(ofSlot: request.slot, in: slots)
            let chunks = request.chunks.map { ", chunks \($0.lowerBound)..<\($0.upperBound) to come" } ?? ""
            let first = request.since.inSeconds
            let exchange = playback.exchange(of: request)
            let failed = exchange?.failures.count ?? 0
            let attempt = exchange.flatMap { playback.attempt(request.isPausing ? failed - 1 : failed, at: $0) }
            if request.isPausing, let failedAt = attempt?.failedAt, let againAt = attempt?.againAt {
                return "\(name)\(chunks), asked for first at \(first), failed at \(failedAt.inSeconds): "
                    + "to be asked for again at \(againAt.inSeconds)"
            }
            let since = attempt?.at.inSeconds ?? first
            let again = since == first ? "" : ", asked for first at \(first)"
            let bytes = QuantityText.value(request.received, .bytes)
            let words = request.waitsForConnection ? "it waits for a connection" : "\(bytes) are here"
            return "\(name)\(chunks), since \(since)\(again): \(words)"
        }
    }

    /// The events that are to come, each as a line of the trace, with whether it changes nothing when it comes.
    package var events: [(words: String, isStale: Bool)] {
        let text = TraceText(scenario)
        return session.pending.map { pending in
            let entry = Trace.Entry(at: pending.at, player: pending.event.player, record: .event(pending.event))
            return (text.line(entry), pending.isStale)
        }
    }

    private var pending: [String] {
        let events = events
        if events.isEmpty { return ["nothing is pending"] }
        return ["pending; what is stale changes nothing when it comes"]
            + events.map { $0.words + ($0.isStale ? " (stale)" : "") }
    }
}

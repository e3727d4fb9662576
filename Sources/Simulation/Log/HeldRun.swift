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
            let slots = player.slots(on: scenario.network)
            lines.append("")
            if scenario.players.count > 1 { lines.append("— \(player.name.onOneLine) —") }
            var playback = Playback(of: player, slots: slots)
            let own = entries.filter { $0.player < 0 || $0.player == Int16(index) }
            for (order, entry) in own.enumerated() { playback.take(entry, order) }
            var reader = PanelReader(player)
            let panel = reader.panel(after: own.count, in: playback)
            lines += TextReport.panel(Timeline.Row(at: at, panel: panel, reasons: []), columns: columns)
            let requests = requests(of: index)
            lines +=
                requests.isEmpty ? ["no request is under way"] : ["requests under way"] + requests.map { "  " + $0 }
        }
        if session.downloadsOfOthers > 0 { lines += ["", "downloads of other apps: \(session.downloadsOfOthers)"] }
        return (lines + [""] + pending).joined(separator: "\n") + "\n"
    }

    private var beginning: String {
        let now = at.inSeconds
        return "held at \(now)" + (ending.map { ", when it was over: \($0.endWords)" } ?? "")
    }

    /// A player's requests that are under way, each in words.
    package func requests(of index: Int) -> [String] {
        let player = scenario.players[index]
        let slots = player.slots(on: scenario.network)
        return session.requestsUnderWay(of: index, at: at).map { request in
            let name = player.name(ofSlot: request.slot, in: slots)
            let chunks = request.chunks.map { ", chunks \($0.lowerBound)..<\($0.upperBound) to come" } ?? ""
            let since = request.since.inSeconds
            return "\(name)\(chunks), since \(since): \(QuantityText.value(request.received, .bytes)) are here"
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

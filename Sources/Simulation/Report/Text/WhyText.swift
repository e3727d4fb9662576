import PlayerModel
import SimulationContainers

/// The story of each time in which playback that was asked for did not go on: from the network to the buffer to the
/// status, in sentences; and what would have avoided it.
///
///     Playback ─▶ Halt ─▶ Decline: from enough ahead to none ─▶ HaltStory: sentences ─┐
///     Scenario, changed in one thing, run again ─▶ Remedies ─▶ RemedyText ────────────┴─▶ WhyText
///
/// Of many the first, the longest and the last are told, and the others counted.
package enum WhyText {
    private static let width = 100
    /// More than these are not told one by one.
    private static let mostTold = 6

    /// The report, ending in a line break.
    package static func text(_ run: Run) throws(SessionError) -> String {
        let run = run.tellingOffersAtRest()
        var lines = TextReport.head(run.scenario)
        let players = run.players
        for player in players {
            if !player.isAlone { lines += ["— \(player.name.onOneLine) —", ""] }
            lines += try section(player, beside: players.filter { $0.index != player.index })
        }
        if case .exception(let exception) = run.outcome.end {
            let at = run.outcome.at.inRoundedSeconds
            lines += paragraph("At \(at) an exception ended the app: \(Words.exception(exception)).") + [""]
        }
        lines += fullQueue(run)
        return (lines + [TextReport.last(run)]).map { $0.onOneLine }.joined(separator: "\n") + "\n"
    }

    private static func section(_ run: PlayerRun, beside others: [PlayerRun]) throws(SessionError) -> [String] {
        let all = Halt.all(of: run)
        guard !all.isEmpty else { return [nothing(run), ""] + failures(run) + leaving(run, all) }
        let told = all.count <= mostTold ? all : Halt.outstanding(of: run).sorted { $0.from < $1.from }
        var remedies = RemedyText(run)
        var lines = [summary(all, run) + (told.count < all.count ? " Told are those that stand out." : ""), ""]
        for halt in told {
            let number = (all.firstIndex(of: halt) ?? 0) + 1
            lines.append("\(number). \(title(halt, run))")
            let next = all.first { $0.kind == .stall && $0.from > halt.from }
            let story = HaltStory(halt, run, beside: others).whole
            for sentence in story + (try remedies.sentences(halt, next: next)) { lines += paragraph(sentence) }
            lines.append("")
        }
        let whole = try remedies.whole()
        return lines + failures(run) + leaving(run, told) + whole + (whole.isEmpty ? [] : [""])
    }

    /// The packets for which a queue had no room. They are counted of the whole run, of all players and other traffic,
    /// so that they are no cause of any one wait.
    private static func fullQueue(_ run: Run) -> [String] {
        let dropped = run.outcome.packetsDropped
        guard let settings = run.scenario.network.transport.http else { return [] }
        let sender = settings.version == .http3 ? "QUIC" : "TCP"
        func packets(_ count: Int64) -> String { count == 1 ? "One packet" : "\(count) packets" }
        var sentences: [String] = []
        if dropped.down > 0 {
            sentences.append(
                "\(packets(dropped.down)) of the whole run found the queue full (queue_down_packets "
                    + "\(settings.downQueuePackets)): \(sender) slows down for that.")
        }
        if dropped.up > 0 {
            sentences.append(
                "\(packets(dropped.up)) of the whole run found the queue of the way up full (queue_up_packets "
                    + "\(settings.upQueuePackets)): requests among them are sent again, later.")
        }
        return sentences.flatMap(paragraph) + (sentences.isEmpty ? [] : [""])
    }

    /// The viewer who left, where no story that is told ends with it.
    private static func leaving(_ run: PlayerRun, _ told: [Halt]) -> [String] {
        guard let at = run.playback.leftAt, !told.contains(where: { $0.to == at }),
            let words = ViewerWords.leaving(run)
        else { return [] }
        return ["At \(at.inRoundedSeconds) \(words).", ""]
    }

    /// The story of what failed, in order, with what the player did and the person saw; nothing where nothing failed.
    private static func failures(_ run: PlayerRun) -> [String] {
        let story = FailureWords(run).story
        return story.isEmpty ? [] : ["What failed:"] + story.flatMap(paragraph) + [""]
    }

    private static func nothing(_ run: PlayerRun) -> String {
        guard let asked = run.playback.requestedAt else { return "Nobody asks to play, so nothing waits." }
        let events = run.playback.interstitials.count
        if events > 0 {
            let length = run.interstitialTime.inSeconds
            return
                "It waits for nothing but \(events == 1 ? "an interstitial event" : "\(events) interstitial events"), "
                + "\(length) in all."
        }
        guard let startup = run.startup else {
            let never = run.isCutOffLoading ? "has not started when until_s comes" : "never starts"
            return "Nothing waits, and playback \(never): \(noStart(run))."
        }
        if startup == .zero { return "It never waits: playback begins at once, and never stalls." }
        let late = run.playback.calledAt.map { $0 - asked } ?? .zero
        let app = late == startup ? "only then" : "\(late.inRoundedSeconds) after that"
        return "Nothing waits, and nothing stalls: playback begins \(startup.inRoundedSeconds) after it was asked for"
            + (late > .zero ? ", as the app asks the player \(app)." : ".")
    }

    /// Why playback never starts though nothing waits.
    private static func noStart(_ run: PlayerRun) -> String {
        if run.isEndedByException { return "an exception ends the app" }
        if run.playback.lastItemFailure != nil { return "its item fails" }
        if run.playback.calledAt == nil {
            let asksLater = run.neverCame.contains { $0.action.asksToPlay }
            if asksLater, run.playback.exit != nil { return "the viewer leaves before the app asks the player" }
            return asksLater && run.isCutOffLoading
                ? "the app has not asked the player yet" : "the app never asks the player"
        }
        if run.playback.isBehindEnd { return "nothing is left to play" }
        let settings = run.player.player
        if !settings.automaticallyWaits, settings.earlyRequest == .dropped, run.playback.lastStatus.rate == .zero {
            return "without autowait its rate falls to 0 without media (early_request)"
        }
        return run.playback.lastStatus.rate == .zero ? "its rate is 0 in the end" : "the run ends before"
    }

    /// `1 wait for the start, 2.1 s; 2 stalls, 12.4 s in all.`
    private static func summary(_ halts: [Halt], _ run: PlayerRun) -> String {
        let kinds: [Halt.Kind] = [.start, .stall, .seek, .item, .interstitial, .request, .noItem]
        let parts = kinds.compactMap { kind -> String? in
            let own = halts.filter { $0.kind == kind }
            guard !own.isEmpty else { return nil }
            let noun = noun(kind, own, run)
            // Nobody knows how long a stall would have lasted that nobody ends.
            if kind == .stall, run.isLeftStalled { return "\(noun), the last of which nobody ends" }
            let total = own.totalLength(in: run)
            let all = own.count > 1 ? " in all" : ""
            let beyond = kind == .stall ? beyond(total, run) : ""
            return "\(noun), \(total.inRoundedSeconds)\(all)\(beyond)"
        }
        return parts.joined(separator: "; ") + "."
    }

    /// A stall ends with a jump or another item, as in `stall_time_s`, though what waits from then on is the same wait;
    /// and it goes on while the pipelines are filled, though nothing waits for media then.
    private static func beyond(_ total: TimeAmount, _ run: PlayerRun) -> String {
        guard let stalled = run.stalled?.total, stalled != total else { return "" }
        let until = stalled < total ? "up to a jump or another item" : "until the playhead moves"
        return " (\(until) \(stalled.inRoundedSeconds): that is stall_time_s)"
    }

    /// Whether somebody asked for the jumps that are waited for, and not the player itself, as where a live stream has
    /// gone on. Both are in the order of time.
    private static func areSeeks(_ halts: [Halt], _ run: PlayerRun) -> Bool {
        let seeks = run.playback.seeks
        return halts.allSatisfy { halt in
            let place = partitionPoint(in: seeks.indices) { seeks[$0].at >= halt.from }
            return place < seeks.count && seeks[place].at == halt.from
        }
    }

    private static func noun(_ kind: Halt.Kind, _ halts: [Halt], _ run: PlayerRun) -> String {
        let count = halts.count
        return switch kind {
        case .start: NumberText.count(count, "wait") + " for the start"
        case .stall: NumberText.count(count, "stall")
        case .seek:
            NumberText.count(count, "wait") + " after a " + (areSeeks(halts, run) ? "seek" : "jump")
        case .item: NumberText.count(count, "wait") + " for another item"
        case .interstitial: NumberText.count(count, "wait") + " after an interstitial event"
        case .request:
            NumberText.count(count, "wait") + (run.showsEvents ? " within interstitial events" : " after a pause")
        case .noItem: NumberText.count(count, "wait") + " without an item"
        }
    }

    private static func title(_ halt: Halt, _ run: PlayerRun) -> String {
        let name =
            switch halt.kind {
            case .start: "The start"
            case .stall: "A stall"
            case .seek: areSeeks([halt], run) ? "After a seek" : "After a jump"
            case .item: "Another item"
            case .interstitial: "After an interstitial event"
            case .request: run.showsEvents ? "Within an interstitial event" : "After a pause"
            case .noItem: "No item"
            }
        let from = halt.from.inSeconds
        let length = halt.length(in: run).inSeconds
        if halt.to == nil, halt.kind == .stall, run.isLeftStalled {
            return "\(name): from \(from) on, and nobody ends it"
        }
        guard let to = halt.to else { return "\(name): from \(from) on, and it lasts (\(length) up to the end)" }
        return "\(name): from \(from) to \(to.inSeconds), \(length)"
    }

    /// A sentence on lines of its own, indented.
    private static func paragraph(_ sentence: String) -> [String] {
        let words = sentence.split(separator: " ")
        let lines = Words.wrapped(words, joinedBy: " ", indent: "   ", length: width)
        return lines.enumerated().map { $0.offset == 0 ? $0.element : "  " + $0.element }
    }
}

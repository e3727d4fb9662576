import PlayerModel

/// Viewers in words: who watches, and how they left.
enum ViewerWords {
    /// A line for a report's settings; none where nobody is said to watch.
    static func lines(_ player: ScenarioPlayer) -> [(name: String, value: String)] {
        guard let viewer = player.viewer else { return [] }
        let traits = viewer.traits
        var ends: [String] = []
        if let length = traits.patience { ends.append("\(words(length)) without a start (patience_s)") }
        if let length = traits.stallPatience { ends.append("\(words(length)) of one stall (stall_patience_s)") }
        if let length = traits.watching { ends.append("\(words(length)) of playback (watching_s)") }
        var parts = [ends.isEmpty ? "stays" : "leaves after " + ends.joined(separator: ", or ")]
        parts += traits.seeks.map(words)
        if viewer.isDrawn, viewer.isAtRandom { parts.append("drawn by the seed") }
        return [("viewer", parts.joined(separator: "; "))]
    }

    /// An action of a script in words; of one who leaves, with what was so.
    static func action(_ index: Int32, _ run: PlayerRun) -> String {
        let action = run.player.script[Int(index)]
        guard action.traits.leaves, let exit = run.playback.exit else { return action.words }
        return action.words + clause(exit)
    }

    /// Why the viewer left, as a clause behind the instant: what had lasted for as long as they had patience, or what
    /// the script had waited for; nil of one who stayed.
    static func leaving(_ run: PlayerRun) -> String? {
        guard let action = run.leavingAction else { return nil }
        guard let trigger = action.trigger else { return "the viewer left, as the script says" }
        guard action.isOfViewer else { return "the viewer left, as the script says: \(trigger.words)" }
        switch trigger.condition {
        case .starting(let length):
            return "the viewer's patience was over, and the viewer left: \(length.inSeconds) without a start "
                + "(patience_s)"
        case .stalled(let length):
            return "the viewer's patience was over, and the viewer left: \(length.inSeconds) of one stall "
                + "(stall_patience_s)"
        case .played(let range):
            let length = TimeAmount(nanoseconds: range.lowerBound)
            return "the viewer had seen enough, and left: \(length.inSeconds) of playback (watching_s)"
        case .status, .reason, .rate, .timebaseRate, .currentTime, .loadedAhead, .likelyToKeepUp, .bufferFull,
            .bufferEmpty, .itemStatus, .waited, .event, .performed, .all, .any:
            return "the viewer left, \(trigger.words)"
        }
    }

    /// The words that say when, behind a verb.
    static func clause(_ exit: Exit) -> String {
        switch exit {
        case .beforeStart: " before the start"
        case .inStall: " in a stall"
        case .otherwise: ""
        }
    }

    /// The word for programs.
    static func word(_ exit: Exit) -> String {
        switch exit {
        case .beforeStart: "before_start"
        case .inStall: "in_stall"
        case .otherwise: "otherwise"
        }
    }

    private static func words(_ seek: ViewerTraits.Seek) -> String {
        let way =
            switch seek.target {
            case .by(let distance): "by \(distance.inSeconds)"
            case .to(let place): "to \(place.inSeconds)"
            }
        let some = seek.share < ViewerTraits.everybody ? " (share \(QuantityText.value(seek.share, .ratio)))" : ""
        return "seeks \(way) after \(words(seek.after)) of playback\(some)"
    }

    private static func words(_ length: ViewerTraits.Length) -> String {
        let (least, most) = (length.quantiles[0], length.quantiles[length.quantiles.count - 1])
        return least == most ? least.inSeconds : "\(least.inSeconds) to \(most.inSeconds)"
    }
}

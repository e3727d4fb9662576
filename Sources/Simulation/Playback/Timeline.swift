import PlayerModel

/// The rows of the engineering panel: one for each instant at which anything on it changed but the growth of what is
/// loaded.
package struct Timeline: Sendable {
    /// The panel after everything that happened at an instant, and why it changed.
    package struct Row: Sendable {
        package let at: Instant
        package let panel: Panel
        package let reasons: [String]
    }

    /// The rows that were kept, in order.
    package private(set) var rows: [Row] = []
    /// How many rows behind the first `keepFirst` were left out.
    package private(set) var omitted = 0
    /// How many rows stand before the gap.
    package let keptFirst: Int

    /// Of more changes of the network than this, only the loss of all capacity is worth a row: a trace may
    /// have one each second.
    private static let mostNetworkRows = 20

    /// The rows of a run. Of many, the first and the last so many are kept; the rest is counted.
    package init(_ run: Run, keepFirst: Int = .max, keepLast: Int = 0) {
        let instants = Self.instants(run)
        let again = Self.takenUpAgain(run)
        let isCut = keepFirst < .max && instants.count > keepFirst + keepLast
        let gap = isCut ? keepFirst..<instants.count - keepLast : 0..<0
        omitted = gap.count
        keptFirst = isCut ? keepFirst : instants.count
        var panel = Panel(run.scenario)
        var entry = 0
        for (index, range) in instants.enumerated() {
            while entry < range.upperBound {
                panel.apply(run.trace.entries[entry])
                entry += 1
            }
            if gap.contains(index) { continue }
            let reasons = Self.reasons(run.trace.entries[range], run.scenario, again)
            rows.append(Row(at: run.trace.entries[range.lowerBound].at, panel: panel, reasons: reasons))
        }
    }

    /// The panel at the end of each of `instants`, which must be in order. One pass over the trace.
    package static func panels(of run: Run, at instants: [Instant]) -> [Panel] {
        var panel = Panel(run.scenario)
        var entries = run.trace.entries[...]
        return instants.map { instant in
            while let entry = entries.first, entry.at <= instant {
                panel.apply(entry)
                entries = entries.dropFirst()
            }
            return panel
        }
    }

    private static func showsNetwork(_ run: Run) -> Bool {
        var changes = 0
        for entry in run.trace.entries {
            switch entry.record {
            case .capacity, .traffic: changes += 1
            default: break
            }
            if changes > mostNetworkRows { return false }
        }
        return true
    }

    /// The entries of each instant at which something other than a chunk happened, as ranges of indices.
    private static func instants(_ run: Run) -> [Range<Int>] {
        let entries = run.trace.entries
        let (showsNetwork, hasSeveral) = (showsNetwork(run), run.scenario.assets.count > 1)
        var result: [Range<Int>] = []
        var start = 0
        while start < entries.count {
            var end = start
            var isWorthARow = false
            while end < entries.count, entries[end].at == entries[start].at {
                isWorthARow = isWorthARow || entries[end].isWorthARow(showsNetwork, hasSeveral)
                end += 1
            }
            if isWorthARow { result.append(start..<end) }
            start = end
        }
        return result
    }

    /// The entries, by index, by which an item that had begun is loaded on, after another.
    private static func takenUpAgain(_ run: Run) -> [Int] {
        guard run.scenario.assets.count > 1 else { return [] }
        var (again, begun): ([Int], [Int32]) = ([], [])
        var current: Int32 = -1
        for (index, entry) in run.trace.entries.enumerated() {
            switch entry.record {
            case .loads(let item, _): if begun.contains(item) { again.append(index) } else { begun.append(item) }
            case .item(let id, _, _):
                begun.removeAll { $0 == current }
                current = id
            default: break
            }
        }
        return again
    }

    private static func reasons(
        _ entries: ArraySlice<Trace.Entry>, _ scenario: Scenario, _ again: [Int]
    ) -> [String] {
        var reasons: [String] = []
        // What the status says of the rule, the flag need not say again.
        var isJudged = false
        var clockStarts = false
        for (place, entry) in zip(entries.indices, entries) {
            switch entry.record {
            case .action(let index): reasons.append(Words.call(scenario.script[Int(index)].call))
            case .capacity(let down, let up) where entry.at > .zero:
                reasons.append(
                    "the network offers \(QuantityText.capacity(down < 0 ? nil : down)) down, "
                        + "\(QuantityText.capacity(up < 0 ? nil : up)) up")
            case .announced(let announcement):
                if case .likelyToKeepUp(true, _) = announcement, isJudged { continue }
                if case .status(_, _, _, .judged) = announcement { isJudged = true }
                if case .timebase(let rate, _) = announcement { clockStarts = rate.isMoving }
                if let words = Words.announcement(announcement) { reasons.append(words) }
            case .delay(let down, let up) where entry.at > .zero:
                reasons.append(
                    "the network delays \(QuantityText.value(down, .milliseconds)) down, "
                        + "\(QuantityText.value(up, .milliseconds)) up")
            case .loss(let down, let up) where entry.at > .zero:
                reasons.append(
                    "the network loses \(QuantityText.value(down, .percent)) down, "
                        + "\(QuantityText.value(up, .percent)) up")
            case .dnsDelay(let delay) where entry.at > .zero:
                reasons.append("the network delays look-ups by \(QuantityText.value(delay, .milliseconds))")
            case .item(let id, _, true) where id >= 0: reasons.append("\(QueueWords.item(id, scenario)) is current")
            case .loads(let item, let variant) where scenario.assets.count > 1:
                let verb = again.contains(place) ? "goes on" : "begins"
                reasons.append(VariantWords.loads(item, verb, in: variant, scenario))
            case .switches(let from, let to, _): reasons.append(VariantWords.switching(from, to, scenario))
            case .traffic(let source, let isActive): reasons.append(Words.traffic(source, isActive, scenario))
            case .network(let note): if let words = Words.note(note, scenario) { reasons.append(words) }
            case .capacity, .delay, .loss, .dnsDelay, .requested, .allowed, .cancelled, .wasted, .loaded, .answered,
                .fetched, .dropped, .item, .switched, .loads, .event:
                break
            }
        }
        if reasons.isEmpty, clockStarts { reasons.append("the clock starts") }
        return reasons
    }
}

extension Trace.Entry {
    /// Whether it has a row: what the panel shows, apart from a longer range of what is loaded; the network; and of
    /// several assets the beginning of each.
    fileprivate func isWorthARow(_ showsNetwork: Bool, _ hasSeveral: Bool) -> Bool {
        switch record {
        case .action, .item, .announced, .switches: true
        case .capacity(let down, _): at > .zero && (showsNetwork || down == 0)
        case .delay, .loss, .dnsDelay: at > .zero && showsNetwork
        case .network(let note): note.isWorthARow
        case .traffic: showsNetwork
        case .loads: hasSeveral
        case .requested, .allowed, .cancelled, .wasted, .loaded, .answered, .fetched, .dropped, .switched, .event:
            false
        }
    }
}

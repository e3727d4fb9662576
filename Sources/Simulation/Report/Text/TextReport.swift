import PlayerModel

/// A run as a person reads it: what was run, the panel at every change, the metrics. Less of them makes the golden.
///
///     Scenario ──▶ Settings ─────────────────┐
///     Playback ──▶ PanelChange ──▶ Timeline ─┼──▶ TextReport, and a shorter one as the golden
///     Playback ──▶ PlayerRun.metrics ────────┘
///
/// `Words`, `VariantWords`, `ColorWords`, `QueueWords` and `EndWords` have the phrases. JSON, Logs and Drawing show the
/// same run in their own ways; Metrics has its figures, which Comparison and Regression set beside those of other runs.
package enum TextReport {
    private enum Kind {
        /// Of a run that somebody looks at: with every row, or without those in the middle of many.
        case report(allRows: Bool)
        /// Of the golden, whose metrics do not become more with time.
        case golden
    }

    /// The lines of a page, which a report keeps to where its settings and metrics leave room for the least of rows.
    private static let pageLines = 80
    private static let leastLines = 11
    /// The rows that a report shows of all its players before any is folded.
    private static let mostRows = 21

    /// The report, ending in a line break; on a terminal with fewer columns than its rows have, they are narrower.
    package static func text(_ run: Run, allRows: Bool = false, columns: Int? = nil) -> String {
        text(run, .report(allRows: allRows), PanelRow(columns: columns))
    }

    /// The text that a golden has, and that it is held against.
    package static func golden(_ run: Run) -> String { text(run, .golden, .whole) }

    private static func text(_ run: Run, _ kind: Kind, _ row: PanelRow) -> String {
        let (run, scenario) = (run.tellingOffersAtRest(), run.scenario)
        let count = scenario.players.count
        var before = [head(scenario)]
        var sections: [Section] = []
        if count == 1 {
            before[0] += settings(Settings.all(scenario, scenario.players[0]))
            sections.append(Section(run.player(0), kind, row))
        } else {
            before[0] += settings(Settings.ofAll(scenario))
            // A setting that is as the first player's is not said again.
            let first = Settings.ofPlayer(scenario.players[0])
            for player in run.players {
                var lines = ["", "— \(player.name.onOneLine) —"]
                let others = Settings.ofPlayer(player.player).filter { setting in
                    player.index == 0 || !first.contains { $0 == setting }
                }
                lines += (others.isEmpty ? [] : [""]) + settings(others)
                before.append(lines)
                sections.append(Section(player, kind, row))
            }
            before[1] = before[0] + before[1]
            before.removeFirst()
        }
        let others = before.reduce(1) { $0 + $1.count } + sections.reduce(0) { $0 + $1.height }
        let room = (rows: max(5, mostRows / count), lines: max(leastLines, (pageLines - others) / count))
        let isWhole = if case .report(true) = kind { true } else { false }
        let lines = zip(before, sections).flatMap { before, section in
            before + section.lines(within: isWhole ? nil : room)
        }
        return (lines + [last(run)]).map { $0.onOneLine }.joined(separator: "\n") + "\n"
    }

    /// The line that tells one run from another.
    package static func last(_ run: Run) -> String {
        "\(run.outcome.events) events, digest \(run.digest.text), model \(Model.number)"
    }

    /// A player's part: the rows, and what stands below them.
    private struct Section {
        private let run: PlayerRun
        private let form: PanelRow
        private let below: [String]
        /// Its lines but for the rows: an empty one and the names of the columns stand above them.
        let height: Int

        init(_ run: PlayerRun, _ kind: Kind, _ form: PanelRow) {
            self.run = run
            self.form = form
            let values = run.metrics
            let shown = metrics(values, run, kind)
            below = QueueWords.seams(run) + [""] + shown + ["", EndWords.text(run)] + EndWords.never(run)
            // A report has the rows that the golden has, whatever further metrics stand below them.
            height = below.count + 2 + metrics(values, run, .golden).count - shown.count
        }

        /// Without `room` every row is there.
        func lines(within room: (rows: Int, lines: Int)?) -> [String] {
            [""] + timeline(Timeline(run, within: room, everyChange: room == nil), form) + below
        }
    }

    // MARK: What was run

    static func head(_ scenario: Scenario) -> [String] {
        let lines = [scenario.name, scenario.about].filter { !$0.isEmpty }.map { $0.onOneLine }
        return lines.isEmpty ? [] : lines + [""]
    }

    private static func settings(_ settings: [(name: String, value: String)]) -> [String] {
        settings.map { "\(NumberText.left($0.name, 9))\($0.value)" }
    }

    // MARK: The panel

    /// One row under the names of its columns.
    static func panel(_ row: Timeline.Row, columns: Int? = nil) -> [String] {
        let form = PanelRow(columns: columns)
        return form.names + form.lines(row.words)
    }

    private static func timeline(_ timeline: Timeline, _ form: PanelRow) -> [String] {
        var lines = form.names
        for part in timeline.lines {
            switch part {
            case .row(let row): lines += form.lines(row.words) + Timeline.wrapped(row.reasons)
            case .fold(let words): lines.append("             … \(words)")
            }
        }
        return lines
    }

    // MARK: The metrics

    private static func metrics(_ values: [Int64?], _ run: PlayerRun, _ kind: Kind) -> [String] {
        var lines: [String] = []
        for (metric, value) in zip(Metric.all, values) {
            let isShown =
                switch kind {
                case .report: metric.belongsInText(of: run)
                case .golden: metric.belongsInGolden(of: run)
                }
            guard isShown else { continue }
            var line = "\(NumberText.left(metric.name, 26))\(QuantityText.value(value, metric.unit))"
            if metric == .goldilocksStart, let goldilocks = run.goldilocks { line += ", \(goldilocks.words)" }
            lines.append(line)
        }
        return lines
    }

    // MARK: Parts

    /// Exact, with one decimal at least: `[[0.0s, 7.0s]]`, as the demo's panel has it.
    static func ranges(_ ranges: [Range<MediaTime>]) -> String {
        let shown = ranges.prefix(3).map {
            "[\(seconds($0.lowerBound.nanoseconds)), \(seconds($0.upperBound.nanoseconds))]"
        }
        let more = ranges.count > 3 ? ", … \(ranges.count - 3) more" : ""
        return "[\(shown.joined(separator: ", "))\(more)]"
    }

    fileprivate static func seconds(_ nanoseconds: Int64) -> String {
        NumberText.exact(nanoseconds, places: 9, atLeast: 1) + "s"
    }

    fileprivate static func rate(_ rate: Rate) -> String {
        NumberText.exact(Int64(rate.thousandths), places: 3, atLeast: 1)
    }
}

extension Timeline.Row {
    /// The panel in words, from the instant to what is loaded.
    package var words: [String] {
        [
            TextReport.seconds(at.nanoseconds), NamesOfAVFoundation.panelStatus(panel.status),
            NamesOfAVFoundation.panelReason(panel.reason), TextReport.rate(panel.rate),
            TextReport.rate(panel.timebaseRate), TextReport.seconds(panel.currentTime(at: at).nanoseconds),
            "\(panel.isLikelyToKeepUp)", "\(panel.isBufferFull)", "\(panel.isBufferEmpty)",
            TextReport.ranges(panel.loadedTimeRanges),
        ]
    }
}

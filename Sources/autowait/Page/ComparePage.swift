import Simulation

struct ComparePage {
    /// The parts of a setting that are shown besides its figures.
    struct Portrait: Sendable {
        /// The lanes of each player in the run with the first seed; empty where it failed, or is not drawn.
        var allLanes: [Lanes] = []
        var failure: String?
    }

    /// The most settings of a scenario whose timelines are drawn.
    static let mostDrawn = 40
    /// The most settings of a scenario that a page can hold and be read.
    static let mostSettings = 2000

    let comparison: Comparison
    /// The portraits by scenario, by setting.
    let portraits: [[Portrait]]
    private let title: String?

    /// A page; scenarios with nothing varied stand side by side.
    init(comparison: Comparison, portraits: [[Portrait]], title: String? = nil) {
        self.title = title
        self.comparison = comparison.sideBySide
        let isOne = self.comparison.blocks.count < portraits.count
        self.portraits = isOne ? [portraits.flatMap { $0 }] : portraits
    }

    /// The page, ending in a line break.
    var text: String {
        let own = comparison.blocks.count == 1 ? name(comparison.blocks[0]) : "A comparison"
        let glance = ComparisonGlance(comparison).text
        let sections = comparison.blocks.indices.map { section($0) }
        return Page.text(
            title: title ?? own,
            content: Template(PackageResources.compare_html).filled([
                "name": XMLWriter.escaped(title ?? "A comparison"),
                "about": XMLWriter.escaped(glance.isEmpty ? about : "\(about) \(glance)"), "contents": contents,
                "scenarios": sections.joined(), "footer": Page.footer,
            ]))
    }

    private var about: String {
        let count = comparison.blocks.count
        if comparison.keys == ["scenario"] { return "\(comparison.blocks[0].cells.count) scenarios, as they are." }
        let scenarios = count == 1 ? "One scenario" : "\(count) scenarios"
        if comparison.keys.isEmpty { return "\(scenarios), as it is." }
        return "\(scenarios) under several values of \(comparison.keys.joined(separator: " and "))."
    }

    private func name(_ block: Comparison.Block) -> String { block.name.isEmpty ? block.path : block.name }

    private func id(_ block: Int) -> String { "scenario-\(block + 1)" }

    private func id(_ block: Int, _ row: Int) -> String { "setting-\(block + 1)-\(row + 1)" }

    /// Several scenarios at a glance: of each the settings, and what they come to.
    private var contents: String {
        guard comparison.blocks.count > 1 else { return "" }
        var writer = XMLWriter()
        writer.beginTable("plain", "Scenarios")
        let hasSeeds = comparison.cells.contains { $0.cell.samples.count > 1 }
        writer.element("caption", words: "Of all settings the least and the greatest\(hasSeeds ? " median" : "")")
        writer.head { writer in
            writer.column("scenario")
            writer.column("startup time", "number")
            writer.column("stall time", "number")
            writer.column("beaten by none")
        }
        for (index, block) in comparison.blocks.enumerated() {
            let rows = ComparisonFigures(block, comparison.metrics, hasRivals: comparison.hasRivals).rows
            writer.begin("tr")
            writer.begin("th", ("scope", "row"))
            writer.element("a", ("href", "#\(id(index))"), words: name(block))
            writer.end()
            for words in [range(rows.map { $0.startup }), range(rows.map { $0.stalled })] {
                writer.element("td", ("class", "number"), words: words)
            }
            writer.element("td", words: unbeaten(rows, index))
            writer.end()
        }
        writer.end(3)
        return writer.text
    }

    /// The least and the greatest of some times, as `0.2 to 7.1 s`; `-` is never.
    private func range(_ times: [Int64?]) -> String {
        let known = times.compactMap { $0 }
        guard let least = known.min(), let most = known.max() else { return "-" }
        func words(_ time: Int64) -> String { NumberText.rounded(time, places: 9, decimals: 2) }
        let end = known.count < times.count ? "-" : "\(words(most)) s"
        return least == most && known.count == times.count ? end : "\(words(least)) to \(end)"
    }

    /// The settings that no other beats; in a few words where they are many.
    private func unbeaten(_ rows: [ComparisonFigures.Row], _ block: Int) -> String {
        let best = rows.filter { $0.isUnbeaten }.map { name($0, block) }
        if best.count == rows.count { return "all \(rows.count)" }
        return best.prefix(3).joined(separator: "; ") + (best.count > 3 ? "; … \(best.count - 3) more" : "")
    }

    // MARK: A scenario

    private func section(_ index: Int) -> String {
        let block = comparison.blocks[index]
        let summary = ComparisonFigures(block, comparison.metrics, hasRivals: comparison.hasRivals)
        let seedCount = block.cells.first?.samples.count ?? 1
        let drawn = portraits[index].prefix(Self.mostDrawn)
        let strips = StripDrawing(drawn.flatMap { $0.allLanes })
        let cells = summary.rows.enumerated().filter { $0.element.cell < Self.mostDrawn }
            .map { cell($0.element, $0.offset, index, strips) }
        return Template(PackageResources.scenario_html).filled([
            "id": id(index), "name": XMLWriter.escaped(name(block)), "path": XMLWriter.escaped(block.path),
            "failures": failures(index), "scatter": scatter(summary, index, seedCount),
            "note": XMLWriter.escaped(note(index, strips, seedCount)), "axis": strips.axisAlone,
            "cells": cells.joined(), "table": ComparePageTable(self, summary, index).text,
            "tableNote": XMLWriter.escaped(tableNote(seedCount)), "remarks": remarks(summary, block),
        ])
    }

    /// The name of a setting: its values, and the player's name.
    func name(_ row: ComparisonFigures.Row, _ block: Int) -> String {
        let values = comparison.keys.isEmpty ? ["as it is"] : comparison.blocks[block].cells[row.cell].settings
        return (values + (row.player.map { [$0] } ?? [])).joined(separator: ", ")
    }

    func failure(_ row: ComparisonFigures.Row, _ block: Int) -> String? { portraits[block][row.cell].failure }

    /// The link of a setting's name: its timeline, or its row where that is not drawn.
    func target(_ row: Int, _ summary: ComparisonFigures, _ block: Int) -> String {
        summary.rows[row].cell < Self.mostDrawn ? id(block, row) : rowID(row, block)
    }

    func rowID(_ row: Int, _ block: Int) -> String { "row-\(block + 1)-\(row + 1)" }

    private func failures(_ index: Int) -> String {
        var writer = XMLWriter()
        let failed = zip(comparison.blocks[index].cells, portraits[index]).filter { $1.failure != nil }
        guard !failed.isEmpty else { return "" }
        writer.begin("ul", ("class", "failures"))
        for (cell, portrait) in failed {
            let settings = comparison.keys.isEmpty ? "as it is" : cell.settings.joined(separator: ", ")
            writer.element("li", words: "failed: \(settings): \(portrait.failure ?? "")")
        }
        writer.end()
        return writer.text
    }

    /// The plot of startup against stalls; where nothing stalls, a sentence says as much.
    private func scatter(_ summary: ComparisonFigures, _ index: Int, _ seedCount: Int) -> String {
        let points = summary.rows.enumerated().compactMap { number, row in
            row.runs.map { runs in
                ScatterDrawing.Point(
                    number: number + 1, words: name(row, index), startup: row.startup, stalled: row.stalled,
                    runs: runs, isBest: row.isUnbeaten, target: target(number, summary, index))
            }
        }
        let drawing = ScatterDrawing(points)
        if let words = drawing.withoutStalls {
            var writer = XMLWriter()
            let hasMedian = seedCount > 1 && summary.rows.contains { $0.startup != nil }
            let median = hasMedian ? " These are medians of \(seedCount) seeds." : ""
            writer.element("p", words: words + median)
            return writer.text
        }
        return Template(PackageResources.scatter_html).filled([
            "scatter": drawing.text, "seeds": seedCount > 1 ? " (the median of \(seedCount) seeds)" : "",
            "best": comparison.hasRivals ? best(summary, seedCount) : "",
        ])
    }

    /// The words on settings that no other beats: `… as good in startup time, stall time and average bitrate, and …`.
    private func best(_ summary: ComparisonFigures, _ seedCount: Int) -> String {
        let titles = summary.measures.map { $0.title.lowercased() }
        let measures = titles.dropLast().joined(separator: ", ") + " and " + (titles.last ?? "")
        let statistics = seedCount > 1 ? ", in the mean, the median, the 95th percentile and the worst" : ""
        let none = seedCount > 1 ? "none in these \(seedCount) seeds" : "none"
        return " ◆ is beaten by \(none): no other is as good in \(measures)\(statistics), and better in one of them."
    }

    private func note(_ index: Int, _ strips: StripDrawing, _ seedCount: Int) -> String {
        let count = comparison.blocks[index].cells.count
        var text = seedCount > 1 ? "With the first seed. " : ""
        text += "Above, timeControlStatus: a fine line is paused, stripes are waiting (close ones after a stall), a "
        let allLanes = portraits[index].flatMap { $0.allLanes }
        let pale = allLanes.contains { $0.showsInterstitials } ? ", a pale one is an interstitial event" : ""
        text +=
            "full band is playing\(pale). Below, what was ahead of the playhead, up to \(strips.scaleWords) in all "
        text += "of them." + strips.lineWords(allLanes)
        if allLanes.contains(where: strips.cuts) {
            text += " Some go on beyond the axis, and say so."
        }
        let left = count - Self.mostDrawn
        if left > 0 {
            let more = "\(left) more \(left == 1 ? "is" : "are")"
            text += " The first \(Self.mostDrawn) settings are drawn; \(more) in the table alone."
        }
        return text
    }

    /// The keys whose values are no rivals.
    private var circumstances: String {
        let keys = comparison.keys.filter(CircumstanceKey.holds).map { "'\($0)'" }
        return keys.joined(separator: " and ") + (keys.count == 1 ? " is a circumstance" : " are circumstances")
    }

    private func tableNote(_ seedCount: Int) -> String {
        var text =
            comparison.hasRivals
            ? "The best of a column is bold and marked by *; ◆ is beaten by no other setting."
            : "None is marked as the best: \(circumstances), which nobody chooses."
        guard seedCount > 1 else { return text }
        text +=
            " Of \(seedCount) seeds: the median (\(Spread.rankWords(50, of: seedCount))), the 95th percentile "
            + "(\(Spread.rankWords(95, of: seedCount))) and the worst, in each metric's own direction. "
            + "Only medians are marked: where no other setting is better, seed by seed, more often than by luck; "
            + "where that is all of them, none."
        return text
    }

    /// The lines below the figures, which alone say too little.
    private func remarks(_ summary: ComparisonFigures, _ block: Comparison.Block) -> String {
        var writer = XMLWriter()
        let notes = ComparisonNotes(summary, block, of: comparison)
        for line in notes.ofSessions + notes.withoutBest {
            writer.element("p", ("class", "note"), words: Page.sentence(line))
        }
        return writer.text
    }

    // MARK: A setting

    private func cell(_ row: ComparisonFigures.Row, _ number: Int, _ block: Int, _ strips: StripDrawing) -> String {
        let allLanes = portraits[block][row.cell].allLanes
        let lanes = row.playerIndex < allLanes.count ? allLanes[row.playerIndex] : nil
        let summary = lanes.map { $0.summary + strips.cutWords($0) } ?? "failed: \(failure(row, block) ?? "")"
        return Template(PackageResources.cell_html).filled([
            "id": id(block, number), "number": String(number + 1), "name": XMLWriter.escaped(name(row, block)),
            "summary": XMLWriter.escaped(summary), "strip": lanes.map { strips.strip($0) } ?? "",
            "fetched": lanes.map { fetched($0, below: strips.axis) } ?? "",
        ])
    }

    /// The requests of a run, for those who open them.
    private func fetched(_ lanes: Lanes, below axis: Axis) -> String {
        let fetched = RunDrawing.waterfall(lanes, below: axis)
        var writer = XMLWriter()
        writer.begin("details")
        writer.element("summary", words: fetched.caption)
        let notes = [fetched.note].compactMap { $0 } + fetched.marks
        if !notes.isEmpty { writer.element("p", ("class", "note"), words: notes.joined(separator: " ")) }
        writer.begin("div", ("class", fetched.note == nil ? "follows" : "stays"))
        writer.add(fetched.text)
        writer.end()
        writer.end()
        return writer.text
    }
}

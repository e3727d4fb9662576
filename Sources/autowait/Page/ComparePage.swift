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

    /// A page; scenarios with nothing varied stand side by side.
    init(comparison: Comparison, portraits: [[Portrait]]) {
        self.comparison = comparison.sideBySide
        let isOne = self.comparison.blocks.count < portraits.count
        self.portraits = isOne ? [portraits.flatMap { $0 }] : portraits
    }

    /// The page, ending in a line break.
    var text: String {
        let title = comparison.blocks.count == 1 ? name(comparison.blocks[0]) : "A comparison"
        let sections = comparison.blocks.indices.map { section($0) }
        return Page.text(
            title: title,
            content: Template(PackageResources.compare_html).filled([
                "name": XMLWriter.escaped(comparison.blocks.count == 1 ? "A comparison" : title),
                "about": XMLWriter.escaped(about), "contents": contents, "scenarios": sections.joined(),
                "footer": Page.footer,
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

    private var contents: String {
        guard comparison.blocks.count > 1 else { return "" }
        var writer = XMLWriter()
        writer.begin("nav", ("aria-label", "Scenarios"))
        writer.begin("ol")
        for (index, block) in comparison.blocks.enumerated() {
            writer.begin("li")
            writer.element("a", ("href", "#\(id(index))"), words: name(block))
            writer.end()
        }
        writer.end(2)
        return writer.text
    }

    // MARK: A scenario

    private func section(_ index: Int) -> String {
        let block = comparison.blocks[index]
        let summary = ComparisonFigures(block, comparison.metrics)
        let seedCount = block.cells.first?.samples.count ?? 1
        let drawn = portraits[index].prefix(Self.mostDrawn)
        let strips = StripDrawing(drawn.flatMap { $0.allLanes })
        let cells = summary.rows.enumerated().filter { $0.element.cell < Self.mostDrawn }
            .map { cell($0.element, $0.offset, index, strips) }
        return Template(PackageResources.scenario_html).filled([
            "id": id(index), "name": XMLWriter.escaped(name(block)), "path": XMLWriter.escaped(block.path),
            "failures": failures(index), "scatter": scatter(summary, index),
            "seeds": seedCount > 1 ? " (the median of \(seedCount) seeds)" : "",
            "note": XMLWriter.escaped(note(index, strips, seedCount)), "axis": strips.axisAlone,
            "cells": cells.joined(), "table": ComparePageTable(self, summary, index).text,
            "tableNote": XMLWriter.escaped(tableNote(seedCount)),
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

    private func scatter(_ summary: ComparisonFigures, _ index: Int) -> String {
        let points = summary.rows.enumerated().compactMap { number, row in
            row.figures.isEmpty
                ? nil
                : ScatterDrawing.Point(
                    number: number + 1, words: name(row, index), startup: row.startup, stalled: row.stalled,
                    isBest: row.isUnbeaten, target: target(number, summary, index))
        }
        return ScatterDrawing(points).text
    }

    private func note(_ index: Int, _ strips: StripDrawing, _ seedCount: Int) -> String {
        let count = comparison.blocks[index].cells.count
        var text = seedCount > 1 ? "With the first seed. " : ""
        text += "Above, timeControlStatus: a fine line is paused, stripes are waiting (close ones after a stall), a "
        text +=
            "full band is playing. Below, what was ahead of the playhead, up to \(strips.scaleWords) in all of them."
        if portraits[index].contains(where: { $0.allLanes.contains(where: strips.cuts) }) {
            text += " Some go on beyond the axis, and say so."
        }
        let left = count - Self.mostDrawn
        if left > 0 {
            text += " The first \(Self.mostDrawn) settings are drawn; \(left) more are in the table alone."
        }
        return text
    }

    private func tableNote(_ seedCount: Int) -> String {
        var text = "The best of a column is bold and marked by *; ◆ is beaten by no other setting."
        guard seedCount > 1 else { return text }
        text +=
            " Of \(seedCount) seeds: the median, the 95th percentile and the worst, in each metric's own direction."
        return text
    }

    // MARK: A setting

    private func cell(_ row: ComparisonFigures.Row, _ number: Int, _ block: Int, _ strips: StripDrawing) -> String {
        let allLanes = portraits[block][row.cell].allLanes
        let lanes = row.playerIndex < allLanes.count ? allLanes[row.playerIndex] : nil
        var summary = lanes?.summary ?? "failed: \(failure(row, block) ?? "")"
        if let lanes, strips.cuts(lanes) { summary += "; goes on beyond the axis" }
        return Template(PackageResources.cell_html).filled([
            "id": id(block, number), "number": String(number + 1), "name": XMLWriter.escaped(name(row, block)),
            "summary": XMLWriter.escaped(summary), "strip": lanes.map { strips.strip($0) } ?? "",
            "fetched": XMLWriter.escaped(lanes.map { RunDrawing.caption($0) } ?? "Nothing was fetched"),
            "waterfall": lanes.map { $0.exchanges.bars.isEmpty ? "" : RunDrawing.waterfall($0) } ?? "",
        ])
    }
}

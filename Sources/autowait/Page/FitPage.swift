import PlayerModel
import Simulation

/// The page of a fit: measured against simulated, what was fitted and how sure it is, and every cell.
struct FitPage {
    private let words: FitWords
    private let title: String?
    private let block: String?
    private var fit: Fit { words.fit }
    private var problem: FitProblem { words.fit.problem }
    /// The column by which points are told apart: the first that was held out, or else the first of all.
    private let column: Int?

    init(_ words: FitWords, title: String?, block: String?) {
        (self.words, self.title, self.block) = (words, title, block)
        column =
            words.fit.heldOut.first?.column ?? (words.fit.problem.table.settingColumns.isEmpty ? nil : 0)
    }

    /// The page, ending in a line break.
    var text: String {
        let name = title ?? (words.template.isEmpty ? words.path : words.template)
        return Page.text(
            title: name, style: String(decoding: PackageResources.decision_css, as: UTF8.self),
            content: Template(PackageResources.fit_html).filled([
                "name": XMLWriter.escaped(name), "verdict": XMLWriter.escaped(words.verdict + "."),
                "subject": paragraph(words.subject.dropFirst(words.template.isEmpty ? 0 : 1).joined(separator: ", ")),
                "pictures": problem.table.measures.indices.map(picture).joined(), "parameters": parameters,
                "warnings": list(words.warnings), "profiles": fit.profiles.map(profile).joined(), "errors": errors,
                "heldout": fit.heldOut.map(heldOut).joined(), "cells": cells,
                "paste": block.map(toPaste) ?? "", "method": list(words.objective + words.evidence),
                "footer": Page.footer,
            ]))
    }

    private func paragraph(_ words: String) -> String {
        var writer = XMLWriter()
        writer.element("p", ("class", "note"), words: words + ".")
        return writer.text
    }

    /// The block, its lines as they are, which escaping would put into one; they are copied.
    private func toPaste(_ block: String) -> String {
        let lines = block.split(separator: "\n").map { XMLWriter.escapedAsItIs(String($0)) }
        return """
            <section>
            <h2>To paste</h2>
            <pre class="command">\(lines.joined(separator: "\n"))</pre>
            </section>
            """
    }

    private func list(_ lines: [String]) -> String {
        guard !lines.isEmpty else { return "" }
        var writer = XMLWriter()
        writer.begin("ul", ("class", "method"))
        for line in lines { writer.element("li", words: Page.sentence(line)) }
        writer.end()
        return writer.text
    }

    // MARK: Pictures

    private func picture(_ measure: Int) -> String {
        let own = problem.table.measures[measure]
        let metric = own.metric
        let groups = column.map { problem.table.groups(by: $0) } ?? []
        var (missing, raised) = (0, 0)
        // What is less than anybody notices counts as the least that somebody does.
        let least = own.least ?? 0
        let points = fit.outcomes(measure, fit.setting).compactMap { outcome -> MeasuredDrawing.Point? in
            let cell = problem.points[outcome.point].cell
            guard let measured = problem.points[outcome.point].measured.flatMap({ Int64(nearest: $0) }),
                let simulated = outcome.simulated.value
            else {
                missing += 1
                return nil
            }
            if min(measured, simulated) < least { raised += 1 }
            let text =
                "\(problem.table.name(cell)): measured \(words.measured(outcome.point)), simulated "
                + words.figure(simulated, measure)
            return .init(
                text, measured: max(least, measured), simulated: max(least, simulated),
                group: groups.firstIndex { $0.cells.contains(cell) } ?? 0)
        }
        let names = groups.map { group in
            let name = column.map { problem.table.settingColumns[$0] } ?? ""
            return group.value.isEmpty ? "\(name) as the template" : "\(name)=\(group.value)"
        }
        var writer = XMLWriter()
        writer.begin("figure", ("class", "forest"))
        DecisionPagePictures.writeHead(metric.title, metric.name, metric.about, &writer)
        if points.isEmpty {
            writer.element("p", words: "No cell has both.")
        } else {
            writer.add(MeasuredDrawing(metric.title, points, groups: names, metric.unit, isCount: own.isCount).text)
            let left = missing > 0 ? " \(missing) that never came, or that until_s cut off, are left out." : ""
            let whole = own.isCount ? " What is counted is drawn as whole numbers, with a half added." : ""
            let words = QuantityText.value(least, metric.unit)
            let low = raised > 0 ? " What is below \(words) is drawn as \(words)." : ""
            writer.element(
                "figcaption",
                words: "Each point is a cell, with the fitted numbers. On the strong line both are the same; between "
                    + "the faint ones it is right within a factor of two.\(left)\(whole)\(low)")
        }
        writer.end()
        return writer.text
    }

    private func profile(_ profile: FitProfile) -> String {
        let own = problem.parameters[profile.parameter]
        guard profile.matters, let unit = own.unit, let threshold = fit.threshold, profile.curve.count > 2 else {
            return ""
        }
        let points = profile.curve.map { spot in
            ProfileDrawing.Point(own.value(at: spot.places[profile.parameter]), spot.error)
        }
        let (low, high) = words.ends(of: profile)
        let drawing = ProfileDrawing(
            "The error by \(own.path)", words.interval(profile.parameter), points, upTo: threshold.error,
            as: own.value(at: low)...own.value(at: high),
            best: fit.setting[profile.parameter], unit, isGeometric: own.isGeometric)
        var writer = XMLWriter()
        writer.begin("figure", ("class", "forest"))
        writer.begin("h3")
        writer.element("code", words: own.path)
        writer.end()
        writer.add(drawing.text)
        writer.end()
        return writer.text
    }

    // MARK: Tables

    private var parameters: String {
        table(
            "parameters", ["parameter", "template", "fitted", "as good (90 %)"],
            problem.parameters.enumerated().map { index, own in
                [own.path, own.text(own.own), own.text(fit.setting[index]), words.interval(index)]
            })
    }

    private var errors: String {
        problem.table.measures.indices.map { measure in
            let metric = problem.table.measures[measure].metric
            return table(
                metric.title, [metric.title] + FitErrors.head,
                words.errors(measure).map { [$0.name] + ($0.errors?.cells ?? []) })
        }.joined()
    }

    private func heldOut(_ held: FitHeldOut) -> String {
        problem.table.measures.indices.map { measure in
            let name = words.head(held, measure)
            return table(
                name, [name] + FitErrors.head + ["fitted without it"],
                held.groups.map { group in
                    let errors = FitErrors(fit.outcomes(measure, of: group), problem)
                    let name = group.value.isEmpty ? "as the template" : group.value.onOneLine
                    return [name] + (errors?.cells ?? []) + [problem.words(group.setting)]
                })
        }.joined()
    }

    private var cells: String {
        problem.table.measures.indices.map { measure in
            let metric = problem.table.measures[measure].metric
            let own = table(
                metric.title, ["cell", "measured", "simulated", "factor"],
                fit.worstFirst(measure).map { outcome in
                    [
                        problem.table.name(problem.points[outcome.point].cell),
                        words.measured(outcome.point),
                        words.figure(outcome.simulated, measure),
                        FitWords.factor(outcome.factor),
                    ]
                })
            return
                "<details><summary>\(XMLWriter.escaped(metric.title)), the worst first</summary>\n\(own)</details>\n"
        }.joined()
    }

    private func table(_ label: String, _ head: [String], _ rows: [[String]]) -> String {
        var writer = XMLWriter()
        writer.beginTable("plain", label)
        writer.head { writer in
            for (place, name) in head.enumerated() { writer.column(name, place == 0 ? "" : "number") }
        }
        for row in rows {
            writer.begin("tr")
            for (place, cell) in row.enumerated() {
                if place == 0 {
                    writer.element("th", ("scope", "row"), words: cell)
                } else {
                    writer.element("td", ("class", "number"), words: cell)
                }
            }
            writer.end()
        }
        writer.end(3)
        return writer.text
    }
}

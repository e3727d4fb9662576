import PlayerModel

/// The outcomes of alternatives in words, for a person.
package enum WhatIfText {
    /// The session of one log.
    package static func text(
        _ session: WhatIfSession, _ inference: Inference, choices: [String], file: String
    ) -> String {
        var lines = ["\(file): over \(session.memberCount) networks that could have made it", head(isMean: false)]
        for choice in choices.indices {
            lines.append("  " + choices[choice])
            for measure in WhatIfMeasure.allCases {
                let spread = session.spread(choice, measure)
                let naive = session.naive(choice, measure)
                lines.append(
                    row(
                        measure, measure.name, [spread.median, spread.low, spread.high].map { word($0, measure) },
                        word(naive, measure)))
            }
            lines += shares(session.extrapolated(choice), failed: session.failed(choice))
        }
        for choice in choices.indices.dropFirst() {
            lines.append("  \(choices[choice]) less \(choices[0])")
            for measure in WhatIfMeasure.allCases {
                guard let spread = session.difference(choice, measure) else { continue }
                lines.append(
                    row(
                        measure, measure.name, [spread.median, spread.low, spread.high].map { word($0, measure) }, "")
                )
            }
        }
        lines.append("")
        lines += InferText.judgement(inference).prefix(1)
        if session.memberCount < 20 {
            lines.append("Of so few networks 5 % and 95 % are the least and the greatest; --members has more.")
        }
        lines += ending + failures(choices.indices.contains { session.failed($0) > 0 })
        return lines.map { $0.onOneLine + "\n" }.joined()
    }

    /// The sessions of several.
    package static func text(
        _ population: WhatIfPopulation, choices: [String], members: Int, host: String?
    ) -> String {
        let asked = host.map { ", what was asked of \($0)" } ?? ""
        let logs = FoldWords.count(population.logCount, "log") + asked
        var lines = ["\(logs), each over \(members) networks that could have made it", head(isMean: true)]
        for choice in choices.indices {
            lines.append("  " + choices[choice])
            for measure in WhatIfMeasure.allCases {
                guard let own = population.figure(choice, measure) else {
                    lines.append(row(measure, measure.name, [measure.absent, "", ""], ""))
                    continue
                }
                lines.append(
                    row(
                        measure, measure.name, words(own, measure),
                        population.naive(choice, measure).map { word($0, measure) } ?? measure.absent))
            }
            lines += shares(population.extrapolated(choice).map(whole), failed: whole(population.failed(choice)))
        }
        for choice in choices.indices.dropFirst() {
            lines.append("  \(choices[choice]) less \(choices[0])")
            for measure in WhatIfMeasure.allCases {
                guard let own = population.difference(choice, measure) else { continue }
                lines.append(row(measure, measure.name, words(own, measure), ""))
            }
        }
        lines.append("")
        lines.append(
            population.isTooFew
                ? "There are too few logs for intervals; \(Decision.fewest) have them. What one log leaves open, "
                    + "'whatif' of it alone tells."
                : "Intervals have both what a log leaves open and that other logs might have come.")
        lines += ending + failures(choices.indices.contains { population.failed($0) > 0 })
        return lines.map { $0.onOneLine + "\n" }.joined()
    }

    private static let ending = [
        "Naive: each download's bytes over time as the capacity, which is less than it was where downloads are small.",
        "Stalls and bit rate: over those networks where playback starts.",
        "Extrapolated: while bytes are under way that the log does not tell a capacity for within a factor of two.",
    ]

    private static func failures(_ some: Bool) -> [String] {
        some ? ["Item failed: over so many networks, with nothing behind: their stalls are few for that reason."] : []
    }

    static func whole(_ value: Double) -> Int64 { Int64(max(-9e18, min(9e18, value.rounded()))) }

    private static func head(isMean: Bool) -> String {
        "  " + NumberText.left("", 26)
            + [isMean ? "mean" : "median", "5 %", "95 %", "naive"].map { NumberText.right($0, 11) }.joined()
    }

    private static func word(_ value: Int64?, _ measure: WhatIfMeasure) -> String {
        guard let value else { return measure.absent }
        let places = measure.unit.decimalPlaces
        return NumberText.rounded(value, places: places, decimals: min(places, measure.decimals))
    }

    /// A mean, which has more places than what it is of.
    private static func word(_ mean: Double, _ measure: WhatIfMeasure) -> String {
        NumberText.rounded(
            whole(mean * 1000), places: measure.unit.decimalPlaces + 3, decimals: measure.decimals)
    }

    private static func words(_ own: WhatIfPopulation.Estimate, _ measure: WhatIfMeasure) -> [String] {
        [word(own.mean, measure)] + [own.low, own.high].map { $0.map { word($0, measure) } ?? "-" }
    }

    private static func row(_ measure: WhatIfMeasure, _ name: String, _ words: [String], _ naive: String) -> String {
        "    " + NumberText.left(name, 24)
            + (words + (naive.isEmpty ? [] : [naive])).map { NumberText.right($0, 11) }.joined()
    }

    private static func shares(_ extrapolated: Int64?, failed: Int64) -> [String] {
        func share(_ name: String, _ millionths: Int64?) -> String {
            "    " + NumberText.left(name, 24) + NumberText.right(millionths.map(InferText.percent) ?? "-", 11)
        }
        return [share("extrapolated", extrapolated)] + (failed > 0 ? [share("item failed", failed)] : [])
    }
}

import PlayerModel

/// The outcomes of alternatives in words, for a person.
package enum WhatIfText {
    /// The session of one log.
    package static func text(
        _ session: WhatIfSession, _ inference: Inference, choices: [String], file: String
    ) -> String {
        let networks = NumberText.count(session.memberCount, "network")
        var lines = ["\(file): over \(networks) that could have made it", head(isMean: false)]
        let shares = WhatIfShare.allCases.filter { share in
            choices.indices.contains { session.share($0, share) > 0 }
        }
        lines += table(
            choices, shares, extrapolated: session.extrapolated, share: session.share,
            figure: { choice, measure in
                let naive = session.naive(choice, measure).map { word($0, measure) }
                return (words(session.spread(choice, measure), measure), naive ?? measure.absent)
            },
            difference: { choice, measure in session.difference(choice, measure).map { words($0, measure) } })
        lines.append("")
        lines += InferText.fit(inference)
        if !inference.log.leftOut.isEmpty {
            lines.append("Left out of the log: \(inference.log.leftOut.joined(separator: "; ")).")
        }
        // Of more, there are some beyond both.
        if session.memberCount <= 20 {
            lines.append(
                session.memberCount == 1
                    ? "Of one network 5 % and 95 % are the median as well; --members has more."
                    : "Of so few networks 5 % and 95 % are the least and the greatest; --members has more.")
        }
        lines += ending(shares, isMean: false)
        return lines.map { $0.onOneLine + "\n" }.joined()
    }

    /// The sessions of several.
    package static func text(
        _ population: WhatIfPopulation, choices: [String], members: Int, host: String?
    ) -> String {
        let asked = host.map { ", what was asked of \($0)" } ?? ""
        let logs = NumberText.count(population.logCount, "log") + asked
        let networks = NumberText.count(members, "network")
        var lines = ["\(logs), each over \(networks) that could have made it", head(isMean: true)]
        let shares = WhatIfShare.allCases.filter { share in
            choices.indices.contains { population.share($0, share) > 0 }
        }
        lines += table(
            choices, shares, extrapolated: { population.extrapolated($0).map(whole) },
            share: { whole(population.share($0, $1)) },
            figure: { choice, measure in
                guard let own = population.figure(choice, measure) else { return ([measure.absent, "", ""], "") }
                let naive = population.naive(choice, measure).map { word($0, measure) }
                return (words(own, measure), naive ?? measure.absent)
            },
            difference: { choice, measure in population.difference(choice, measure).map { words($0, measure) } })
        lines.append("")
        lines.append(
            population.isTooFew
                ? "There are too few logs for intervals; \(Decision.fewest) have them. What one log leaves open, "
                    + "'whatif' of it alone tells."
                : "Intervals have both what a log leaves open and that other logs might have come.")
        lines += ending(shares, isMean: true)
        return lines.map { $0.onOneLine + "\n" }.joined()
    }

    /// The rows of each choice, and those of its differences from the first.
    private static func table(
        _ choices: [String], _ shares: [WhatIfShare], extrapolated: (Int) -> Int64?,
        share: (Int, WhatIfShare) -> Int64, figure: (Int, WhatIfMeasure) -> (words: [String], naive: String),
        difference: (Int, WhatIfMeasure) -> [String]?
    ) -> [String] {
        var lines: [String] = []
        for choice in choices.indices {
            lines.append("  " + choices[choice])
            for measure in WhatIfMeasure.allCases {
                let own = figure(choice, measure)
                lines.append(row(measure, own.words, own.naive))
            }
            lines += rows(extrapolated(choice), shares.map { ($0, share(choice, $0)) })
        }
        for choice in choices.indices.dropFirst() {
            lines.append("  \(choices[choice]) less \(choices[0])")
            lines += WhatIfMeasure.allCases.compactMap { measure in
                difference(choice, measure).map { row(measure, $0, "") }
            }
        }
        return lines
    }

    /// Sentences on the networks that figures are of, and on those that they do not show.
    private static func ending(_ shares: [WhatIfShare], isMean: Bool) -> [String] {
        let both = shares.contains(.notStarted) ? "; a difference, where it does with both of two" : ""
        var lines = [
            "Naive: each download's bytes over time as the capacity, which is less than it was where downloads are "
                + "small." + (isMean ? " Each log counts as much as in the mean beside it." : ""),
            "Stalls and bit rate: over those networks where playback starts\(both).",
            "Extrapolated: while bytes are under way that the log does not tell a capacity for within a factor of two.",
        ]
        if shares.contains(.notStarted) {
            lines.append(
                isMean
                    ? "Startup: over those networks where it comes with every choice; a difference, with both of two."
                    : "A difference that is 'never': only the first of the two starts; '-never': only the other one.")
        }
        if isMean, shares.contains(.neverResumed) {
            lines.append("Stall time: over those of them where with no choice a stall lasts for ever.")
        }
        return lines + shares.map { $0.note }
    }

    static func whole(_ value: Double) -> Int64 { Int64(max(-9e18, min(9e18, value.rounded()))) }

    private static func head(isMean: Bool) -> String {
        "  " + NumberText.left("", 26)
            + [isMean ? "mean" : "median", "5 %", "95 %", "naive"].map { NumberText.right($0, 11) }.joined()
    }

    private static func words(_ spread: Band?, _ measure: WhatIfMeasure) -> [String] {
        guard let spread else { return [measure.absent, measure.absent, measure.absent] }
        return [spread.median, spread.low, spread.high].map { word($0, measure) }
    }

    private static func word(_ value: Int64, _ measure: WhatIfMeasure) -> String {
        if value == .max || value == .min { return (value < 0 ? "-" : "") + measure.absent }
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

    private static func row(_ measure: WhatIfMeasure, _ words: [String], _ naive: String) -> String {
        "    " + NumberText.left(measure.name, 24)
            + (words + (naive.isEmpty ? [] : [naive])).map { NumberText.right($0, 11) }.joined()
    }

    private static func rows(_ extrapolated: Int64?, _ shares: [(WhatIfShare, Int64)]) -> [String] {
        func row(_ name: String, _ millionths: Int64?) -> String {
            "    " + NumberText.left(name, 24) + NumberText.right(millionths.map(InferText.percent) ?? "-", 11)
        }
        return [row("extrapolated", extrapolated)] + shares.map { row($0.words, $1) }
    }
}

import PlayerModel

/// The object that `DecisionLines.json` writes, as shapes, and its parts that stand in JSON lines too. `CompareSchema`
/// has them beside what else `autowait compare` prints. Verdicts, findings, metrics and axes come from the types that
/// the object has them from.
enum DecisionSchema {
    /// Of circumstances, a row for each of them.
    static var ofCircumstances: Shape.ObjectShape {
        let circumstance = SessionLinesSchema.circumstance + counts + [choicesOfRow]
        return Shape.ObjectShape(
            "decision", "With `--format json` of a decision in circumstances.",
            head + [
                choices,
                .key(
                    "circumstances", "Who does how in which of them.",
                    .list(of: .object("circumstance", circumstance), atLeast: 1)),
            ])
    }

    /// Of a population, rows by each axis that has several strata.
    static var ofPopulation: Shape.ObjectShape {
        let stratum = Shape.Member.key("stratum", "The stratum; 'other' are sessions that have none.", .text)
        let rows = Shape.list(of: .object("stratum", [stratum] + counts + [choicesOfRow]), atLeast: 1)
        // A mix of populations has them for an axis, too.
        let axes = ["population"] + PopulationFormat.AxisName.allCases.map { $0.rawValue }
        return Shape.ObjectShape(
            "population", "With `--format json` of a decision in sessions of a population.",
            head + [population, choices]
                + axes.map { Shape.Member.maybe("by_\($0)", "Who does how by \($0), where there are several.", rows) }
        )
    }

    // MARK: Parts

    /// The members of a decision as a whole, but for a population's.
    static var head: [Shape.Member] {
        [
            .key("model", "The number of the model that ran the sessions.", .whole),
            .key("baseline", "The choice that all others are held against, by its values.", .text),
        ] + counts + [
            .maybe(
                "failure_count", "The sessions that could not be run with every choice, where there are any.", .whole),
            .maybe("unmet", "What no session met of a population: no figure says anything of it.", .text),
            .key(
                "quantiles_are_exact",
                "Whether they are; else they are within 0.4 %, of very many sessions, and the intervals of their "
                    + "differences have that in them.", .flag),
            .key(
                "evidence",
                "Whether the figures are all that there is to know, whether intervals say how others come out, or "
                    + "whether there are too few for that.", .words(["exact", "sampled", "too few"])),
        ]
            + [
                .maybe(
                    "sessions_sampled",
                    "How many sessions intervals are from, but those over traces; of several players that share a "
                        + "network, how many runs.", .whole),
                .maybe(
                    "traces_sampled", "How many traces intervals are from: sessions over one of them are alike.",
                    .whole),
            ]
    }

    static var population: Shape.Member {
        .key("population", "The population that sessions are drawn from.", .text)
    }

    /// The members of a choice.
    static var choice: [Shape.Member] {
        [
            ComparisonSchema.settings("The choice: its value of each key of --vary, as a scenario has it."),
            .key(
                "cut_off", "How many sessions until_s ended before their end: what would come later is in no figure.",
                .whole),
            .key(
                "cut_off_before_start", "In how many of them playback had not come: with more time it may have.",
                .whole),
            .key(
                "verdict", "What comes of it beside the baseline; null of the baseline.",
                Shape.words(ChoiceVerdict.allCases.map { $0.rawValue }).orNull),
            .key("sentence", "That in words; null of the baseline.", Shape.text.orNull),
            .maybe("worse_besides", "The figures that are no part of the verdict, and are known to be worse.", .text),
            .maybe(
                "started_alone", "The fate of the sessions that start with it or with the baseline alone.", .text),
            .key(
                "metrics", "The figures in all sessions, as 'autowait list decisions' has them.",
                .object("figures", metrics { .object("figure", figure($0)) })),
        ]
    }

    private static var choices: Shape.Member {
        .key("choices", "By choice, its figures.", .list(of: .object("choice", choice), atLeast: 2))
    }

    private static var counts: [Shape.Member] {
        [
            .key("session_count", "The number of sessions, each with every choice.", .whole),
            .key(
                "started_count",
                "Those that start with every choice: the mean startup, stalls and bit rates are of "
                    + "these.", .whole),
        ]
    }

    /// A metric's figure, beside the baseline's where it is another choice's.
    private static func figure(_ metric: DecisionMetric) -> [Shape.Member] {
        let tally: [Shape.Member] =
            [("better", "better than with the baseline"), ("worse", "worse"), ("equal", "as well")].map {
                .maybe($0.0, "The sessions of the figure that do \($0.1).", .whole)
            }
        return [.key("value", "The figure; null where there is none, or no start.", number(metric))]
            + difference(metric).map { .maybe($0.name, $0.about, $0.shape) } + (metric.hasTally ? tally : [])
    }

    /// How far a choice is from the baseline.
    private static func difference(_ metric: DecisionMetric) -> [Shape.Member] {
        [
            .key(
                "difference",
                "How far it is from the baseline's; null where no session differs, or where one of the two is no "
                    + "start.", number(metric)),
            .key("low", "Where the interval of 95 % begins; null is no number.", number(metric)),
            .key("high", "Where it ends; null is no number.", number(metric)),
            .maybe(
                "limit",
                "Why one of them is null: there are too few sessions, or the figure may be no start, the choice's "
                    + "where 'high' is null and the baseline's where 'low' is. Where 'difference' is null too, one of "
                    + "the two is no start in the sample, and 'finding' says which where it is known.",
                .words(Estimate.Limit.allCases.map { $0.rawValue })),
            .key("finding", "What that means.", .words(Finding.words(metric.better))),
        ]
    }

    /// The choices in a row of a table of circumstances.
    private static var choicesOfRow: Shape.Member {
        let differences = DecisionMetric.ofTables.map {
            Shape.Member.key($0.name, $0.about, .object("difference", difference($0)))
        }
        let own =
            metrics(number)
            + [
                .maybe(
                    "differences",
                    "From the baseline; all intervals of a table hold together. The baseline has none.",
                    .object("differences", differences))
            ]
        return .key(
            "choices", "By choice, in the order of 'choices', its figures there.",
            .list(of: .object("cell", own), atLeast: 2))
    }

    /// Those of the verdict are always there.
    private static func metrics(_ shape: (DecisionMetric) -> Shape) -> [Shape.Member] {
        DecisionMetric.all.map { metric in
            DecisionMetric.headline.contains(metric)
                ? .key(metric.name, metric.about, shape(metric))
                : .maybe(metric.name, metric.about, shape(metric))
        }
    }

    private static func number(_ metric: DecisionMetric) -> Shape { Shape.any(metric.unit).orNull }
}

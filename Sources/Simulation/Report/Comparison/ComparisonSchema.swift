import PlayerModel

/// The object that `ComparisonLines.json` writes, as a shape: runs of scenarios under each setting. `CompareSchema` has
/// it beside what else `autowait compare` prints.
enum ComparisonSchema {
    static var comparison: Shape.ObjectShape {
        Shape.ObjectShape(
            "comparison", "With `--format json` of a table: every run, and what the runs of a setting come to.",
            [
                .key("model", "The number of the model that ran the sessions.", .whole),
                .key("runs", "By scenario, setting, seed and player, the figures.", .objects("run", run)),
                .key(
                    "summary", "By scenario, setting and player, the statistics of all its runs.",
                    .objects("row", row)),
            ])
    }

    private static var run: [Shape.Member] {
        [
            scenario, settings("The value of each key of --vary, as a scenario has it."),
            .key(
                "seed", "The seed; null where the scenario could not be read, and --seeds does not say it.",
                Shape.whole.orNull),
            player,
            .key("outcome", "Whether it could be run to its end.", .words(["ok", "failed"])),
            .key(
                "metrics", "The value of each metric; null where there is none, or the run failed.",
                metrics { Shape.any($0.unit).orNull }),
        ]
    }

    private static var row: [Shape.Member] {
        [
            scenario, settings("The value of each key of --vary, as a scenario has it."), player,
            .key("runs", "How many there were.", .whole),
            .key("failed", "How many of them failed.", .whole),
            .key("not_started", "In how many playback was asked for and had not come when they ended.", .whole),
            .key(
                "left_or_failed",
                "How many began, and ended because the viewer left, the item failed or an exception ended the app.",
                .whole),
            .key(
                "cut_off", "How many `until_s` ended before their end: what would come later is in no figure.", .whole
            ),
            .key(
                "metrics",
                "The statistics of each metric, of the runs of which it says something; null where a run failed.",
                metrics { metric in Shape.object("statistics", statistics(metric)).orNull }),
        ]
    }

    private static func statistics(_ metric: Metric) -> [Shape.Member] {
        let number = Shape.any(metric.unit).orNull
        return [
            .key("median", "Half of the runs are no worse than that; where neither way is better, no more.", number),
            .key("p95", "95 % of them are no worse than that; where neither way is better, no more.", number),
            .key("worst", "The worst; of what is neither way better, the most.", number),
        ]
    }

    /// The metrics that were asked for, any of all.
    private static func metrics(_ shape: (Metric) -> Shape) -> Shape {
        .object("metrics", Metric.all.map { .maybe($0.name, $0.about, shape($0)) })
    }

    // MARK: Those that decisions have too

    static var scenario: Shape.Member { .key("scenario", "The scenario's file.", .text) }

    static var player: Shape.Member {
        .key("player", "The player's name; null where there is only one.", Shape.text.orNull)
    }

    /// Settings by path: a value of a scenario may be anything.
    static func settings(_ about: String, named name: String = "settings") -> Shape.Member {
        .key(name, about, .object(Shape.ObjectShape("settings", "", [], others: .anything)))
    }
}

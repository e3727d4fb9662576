import PlayerModel

/// The object that `TuningLines.json` writes, as a JSON Schema. Verdicts, goals and halves come from the types that it
/// has them from.
package enum TuningSchema {
    package static var text: String { JSONSchema.text(of: tuning, title: "autowait tuning") }

    private static var tuning: Shape.ObjectShape {
        Shape.ObjectShape(
            "tuning", "What `autowait tune --format json` prints. What has no value is null.",
            [
                .key("model", "The number of the model that ran the sessions.", .whole),
                .key("verdict", "What comes of it.", .words(Tuning.Verdict.allCases.map { $0.rawValue })),
                .key("sentence", "That in words.", .text),
                .key("objectives", "What is to be least or greatest.", .objects("objective", objective)),
                .maybe("population", "The population that sessions are drawn from.", .text),
                .key("session_count", "The sessions that settings were chosen on.", .whole),
                .key(
                    "held_out", "What there are halves of: one to choose on, and one to judge on.",
                    .words(HoldOut.Kind.allCases.map { $0.rawValue })),
                .key("held_out_session_count", "The sessions to judge on.", .whole),
                .key(
                    "judged", "The best settings, beside the scenario's own, in the sessions held out.",
                    .objects("judged", judged)),
                .key(
                    "tried", "Every setting, the scenario's own first, in the sessions to choose on.",
                    .objects("trial", trial)),
                .key("block", "A player to paste; null where nothing is to be taken.", Shape.text.orNull),
            ])
    }

    private static var objective: [Shape.Member] {
        [
            .key("goal", "Whether it is to be small or great.", .words(Objective.Goal.allCases.map { $0.rawValue })),
            .key("expression", "Metrics of 'autowait list decisions', as they were typed.", .text),
        ]
    }

    private static var judged: [Shape.Member] {
        [
            settings,
            .key(
                "objectives", "By objective, how far it is from the scenario's own.",
                .objects(
                    "objective",
                    [
                        .key("own", "With the scenario's own setting.", number),
                        .key("value", "With this one.", number),
                        .key("difference", "This less the own.", number),
                        .key("low", "Where the interval of 95 % begins; null is without limit.", number),
                        .key("high", "Where it ends; null is without limit.", number),
                    ])),
            .maybe("sentence_on_metrics", "How a decision between the two comes out.", .text),
        ]
    }

    private static var trial: [Shape.Member] {
        [
            settings, .key("values", "By objective.", .list(of: number, atLeast: 1)),
            .key("own", "Whether it is the scenario's own.", .flag),
            .key("best", "Whether it is the best, or on the front.", .flag),
            .key("starts_less", "Whether fewer sessions start than with the scenario's own.", .flag),
            .key("fails_more", "Whether more sessions fail than with the scenario's own.", .flag),
            .key("resumes_less", "Whether more sessions stall and never go on.", .flag),
        ]
    }

    private static var settings: Shape.Member {
        let object = Shape.ObjectShape("settings", "", [], others: .either([.any(.seconds), .flag]))
        return .key(
            "settings", "By path of a parameter, its number in the key's unit, or true or false.", .object(object))
    }

    /// A number with decimals, as expressions have, or none.
    private static var number: Shape { Shape.any(.seconds).orNull }
}

import PlayerModel

/// The object that `FitLines.json` writes, as a JSON Schema.
package enum FitSchema {
    package static var text: String { JSONSchema.text(of: fit, title: "autowait fit") }

    private static var fit: Shape.ObjectShape {
        Shape.ObjectShape(
            "fit", "What `autowait fit --format json` prints. What has no value is null; ratios are factors.",
            [
                .key("model", "The number of the model that ran the sessions.", .whole),
                .key("sentence", "What comes of it.", .text),
                .key("objective", "What is made least, and what is done about zero and never.", .texts),
                .key("cell_count", "The cells of the table: settings that differ.", .whole),
                .key("row_count", "Its rows: plays of cells.", .whole),
                .key("setting_count", "The settings that were tried.", .whole),
                .key("session_count", "The sessions that were run.", .whole),
                .key("left_ratio", "The factor by which cells are off at random once all is fitted.", number),
                .key("parameters", "What was fitted.", .objects("parameter", parameter)),
                .key("warnings", "What the data do not tell.", .texts),
                .key("measures", "What was measured.", .objects("measure", measure)),
                .key("held_out", "Fits without a group of cells.", .objects("held_out", heldOut)),
                .key("cells", "Every measured figure, beside the simulated one.", .objects("cell", cell)),
                .key(
                    "block", "The fitted part of the scenario, to paste; null where the template's own fits better.",
                    Shape.text.orNull),
            ])
    }

    private static var parameter: [Shape.Member] {
        [
            .key("path", "The key.", .text),
            .key("template", "The template's own value, in the key's unit, or true or false.", value),
            .key("fitted", "The value that fits best.", value),
            .key(
                "low", "The nearest lower value that is worse (90 %), or the least of the range; of words null.",
                value),
            .key("high", "The nearest higher one, or the greatest of the range.", value),
            .maybe("as_good", "Of words, those with which the fit is as good (90 %).", .texts),
            .key("matters", "Whether any error depends on it.", Shape.flag.orNull),
            .key(
                "profile", "Values that were looked at, with the least error that the others leave.",
                .objects(
                    "spot",
                    [
                        .key("value", "The value.", value),
                        .key("error", "The sum of squared logarithms, weighed.", number),
                    ])),
        ]
    }

    private static var measure: [Shape.Member] {
        [
            .key("metric", "The metric of 'autowait list metrics'.", .text),
            .key("column", "The column of the table.", .text),
            .key("weight", "The worth of its squared error.", number),
            .key("scatter_ratio", "The factor by which plays of one cell scatter.", number),
            .key(
                "errors", "How far off simulated figures are.",
                .objects(
                    "errors",
                    [
                        .key("of", "The template, the fit, or the cells held out.", .text),
                        .maybe("cell_count", "How many cells have it.", .whole),
                        .maybe("off_by_ratio", "The root mean square, as a factor.", number),
                        .maybe("median_ratio", "The median of simulated ÷ measured.", number),
                        .maybe("within_two_ratio", "The part right within a factor of two.", number),
                        .maybe("rank_correlation", "Spearman's rank correlation.", number),
                        .maybe("never_count", "Those that came in one of the two alone.", .whole),
                    ])),
        ]
    }

    private static var heldOut: [Shape.Member] {
        [
            .key("column", "The column by whose values cells were held out.", .text),
            .key(
                "groups", "By value of the column.",
                .objects(
                    "group",
                    [
                        .key("value", "The value; empty where the table has none.", .text),
                        .key("cell_count", "How many cells have it.", .whole),
                        .key(
                            "settings", "By path, the value that fits all other cells best.",
                            .object(Shape.ObjectShape("settings", "", [], others: value))),
                    ])),
        ]
    }

    private static var cell: [Shape.Member] {
        [
            .key("cell", "The cell by its settings.", .text),
            .key("line", "The line of its first row.", .whole),
            .key("metric", "The metric.", .text),
            .key("measured", "The measured figure, of several plays the median; null is never.", number),
            .key("template", "The template's own.", number),
            .key("fitted", "With the fitted setting.", number),
            .maybe("later_than", "The time after which until_s ended that session, before the figure came.", number),
            .key("ratio", "Simulated ÷ measured; of a session that was cut off the least that it can be.", number),
            .key("held_out", "As it is foretold without its group, by column.", .list(of: number, atLeast: 0)),
        ]
    }

    /// A number in the key's unit, true or false, or a word.
    private static var value: Shape { .either([.any(.seconds), .flag, .text, .null]) }

    /// A number with decimals, or none.
    private static var number: Shape { Shape.any(.seconds).orNull }
}

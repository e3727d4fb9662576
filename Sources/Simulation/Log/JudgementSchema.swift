import PlayerModel

/// The object that `JudgementJSON` writes, as a JSON Schema.
package enum JudgementSchema {
    package static var text: String { JSONSchema.text(of: judgement, title: "autowait replay --inputs") }

    private static var judgement: Shape.ObjectShape {
        Shape.ObjectShape(
            "judgement", "What `autowait replay --inputs --format json` prints: device logs held against the model.",
            [
                .key("model", "The number of the model.", .whole),
                .key("logs", "The logs in the order of the command line.", .objects("log", log)),
                .key("agreeing_count", "The logs with which the model agrees.", .whole),
                .key("disagreeing_count", "Those with which it does not.", .whole),
                .key("unread_count", "Those that could not be read.", .whole),
            ])
    }

    private static var log: [Shape.Member] {
        [
            .key("file", "The file.", .text),
            .key(
                "agrees", "Whether device and model agree; null where the log could not be read.", Shape.flag.orNull),
            .key("error", "Why it could not be read.", Shape.text.orNull),
            .key("input_count", "What was called and learnt.", .whole),
            .key("observation_count", "What was observed.", .whole),
            .key(
                "uncompared_from_line", "The line from which on nothing was compared; null where the last was.",
                Shape.whole.orNull),
            .key(
                "disagreements", "Where they disagree, in the order of time.", .objects("disagreement", disagreement)),
            .key("warnings", "What was passed over or taken otherwise, once a kind.", .warnings),
        ]
    }

    private static var disagreement: [Shape.Member] {
        [
            .key("line", "The line with which it began.", .whole),
            .key("t_s", "The time of that, as the log counts.", .any(.seconds)),
            .key("for_s", "How long it lasted.", .any(.seconds)),
            .key("property", "AVFoundation's property.", .text),
            .key("device", "Its value on the device.", .text), .key("model", "Its value in the model.", .text),
            .key(
                "after", "The last inputs before it.",
                .objects(
                    "input",
                    [
                        .key("line", "Its line.", .whole), .key("t_s", "Its time.", .any(.seconds)),
                        .key("input", "It in words.", .text),
                    ])),
        ]
    }
}

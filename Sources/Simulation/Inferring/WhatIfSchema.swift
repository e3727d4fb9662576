import PlayerModel

/// The object that `WhatIfJSON` writes, as a JSON Schema.
package enum WhatIfSchema {
    package static var text: String { JSONSchema.text(of: whatIf, title: "autowait whatif") }

    private static var whatIf: Shape.ObjectShape {
        Shape.ObjectShape(
            "whatif",
            "What `autowait whatif --format json` prints. Figures are in the unit of their metric; null is none.",
            [
                .key("model", "The number of the model.", .whole), .key("log_count", "The logs.", .whole),
                .key("member_count", "The networks that each of them was run over.", .whole),
                .key("keys", "The keys that were varied.", .texts),
                .key("file", "The log; null where there are several.", Shape.text.orNull),
                .key("host", "The host whose requests alone are looked at; null where all are.", Shape.text.orNull),
                .key("choices", "The alternatives.", .objects("choice", choice)),
            ])
    }

    private static var choice: [Shape.Member] {
        [
            .key("values", "By key, the value.", .texts),
            .key(
                "extrapolated_ratio", "The share of the time with bytes under way that no log tells.",
                Shape.any(.ratio).orNull),
        ] + WhatIfShare.allCases.map { .key($0.key, $0.about, .any(.ratio)) } + [
            .key(
                "figures",
                "Of one log median, 5 % and 95 % over the networks; of several the mean and its interval, of which "
                    + "fewer than \(Decision.fewest) have none. The mean startup is over those networks where every "
                    + "choice starts.",
                .objects("figure", figure + [.key("naive", naive, number)])),
            .key(
                "differences",
                "Likewise, less the first choice in the same networks. Where a start comes with one of the two alone, "
                    + "it is no number: 'never' where that is the first choice, and '-never' where it is the other.",
                .objects("difference", figure)),
        ]
    }

    private static let naive =
        "Over the naive network, null where there is none, as of a start that never comes; of several logs the mean, "
        + "in which each counts as much as in the other."

    private static var figure: [Shape.Member] {
        [
            .key("metric", "The metric.", .words(WhatIfMeasure.allCases.map { $0.name })),
            .key("middle", "The median, or the mean.", number), .key("low", "The lower end of 90 %.", number),
            .key("high", "The upper end.", number), .key("middle_is", kinds, kind), .key("low_is", "Likewise.", kind),
            .key("high_is", "Likewise.", kind),
        ]
    }

    private static let kinds =
        "Whether it is a number; where it is null, whether it never comes, or there is no such figure."

    private static var kind: Shape { .words(WhatIfJSON.Kind.allCases.map { $0.rawValue }) }

    private static var number: Shape { Shape.any(.seconds).orNull }
}

import PlayerModel

/// The object that `InferJSON` writes, as a JSON Schema.
package enum InferSchema {
    package static var text: String { JSONSchema.text(of: inference, title: "autowait infer") }

    private static var inference: Shape.ObjectShape {
        Shape.ObjectShape(
            "infer", "What `autowait infer --format json` prints: the networks that could have made a log.",
            [
                .key("model", "The number of the model.", .whole), .key("file", "The log.", .text),
                .key("host", "The host whose requests alone are looked at; null where all are.", Shape.text.orNull),
                .key("format", "Its format.", .words(FieldFormat.allCases.map { $0.rawValue })),
                .key("transport", "How bytes are supposed to have travelled.", .words(transports)),
                .key("seed", "The seed of the draws.", .whole),
                .key("request_count", "The requests that were read.", .whole), .key("bytes", "Their bytes.", .whole),
                .key("length_s", "From the first request to the last byte.", .seconds),
                .key("round_trip_ms", "The least time to a first byte; null where none is told.", trip),
                .key(
                    "link_round_trip_ms",
                    "The round trip of the networks, in the middle: less what the first byte's packet takes.", trip),
                .key("busy_ratio", "The share of the time in which bytes were under way.", .any(.ratio)),
                .key("told_ratio", "The share in which capacity is told within a factor of two.", .any(.ratio)),
                .key("changes", "The kind of changes that makes the log the most likely.", .text),
                .key("tolerance_ratio", "How far the times of downloads may be off.", .any(.ratio)),
                .key("jitter_ratio", "How far each second's capacity is off its level besides.", .any(.ratio)),
                .key(
                    "late_first_byte_count", "The first bytes that came as late as where a request is lost.", .whole),
                .key(
                    "overtaken_first_byte_count", "The first bytes that were late where the last ones were not.",
                    .whole),
                .key("losses_percent", "Of each network, the random loss.", .list(of: .any(.percent), atLeast: 0)),
                .key("reproduction", "The log's requests over some of the networks.", check),
                .key("slot_s", "The length of a slot, in which capacity is one.", .seconds),
                .key("bands", "The capacity by slot.", .objects("band", band)),
                .key("left_out", "Clauses on requests that were left out.", .texts),
                .key("not_known", "How well it makes the log, and what nobody can know from it.", .texts),
                .key("warnings", "What was left out of the file or looks wrong, once a kind.", .warnings),
            ])
    }

    private static var transports: [String] { Transport.Kind.allCases.map { $0.name } }

    private static var trip: Shape { Shape.any(.milliseconds).orNull }

    private static var check: Shape {
        Shape.object(
            "reproduction",
            [
                .key("network_count", "The networks that were tried.", .whole),
                .key("download_count", "The downloads that were compared.", .whole),
                .key("unended_count", "Others, whose end does not come within a minute of the log's.", .whole),
                .key(
                    "median_ratio", "Their times there over those of the log: the median.", Shape.any(.ratio).orNull),
                .key("ninetieth_ratio", "The factor by which nine of ten are off at most.", Shape.any(.ratio).orNull),
            ]
        ).orNull
    }

    private static var band: [Shape.Member] {
        [
            .key("from_s", "When the slot begins, from the first request on.", .seconds),
            .key("low_kbps", "The capacity that 5 % of the draws are not above.", .any(.kilobitsPerSecond)),
            .key("median_kbps", "The median of the draws.", .any(.kilobitsPerSecond)),
            .key("high_kbps", "That which 95 % are not above.", .any(.kilobitsPerSecond)),
            .key("busy_ratio", "The share of the slot in which bytes were under way.", .any(.ratio)),
        ]
    }
}

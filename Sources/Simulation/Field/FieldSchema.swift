import PlayerModel

/// The object that `FieldJSON` writes, as a JSON Schema.
package enum FieldSchema {
    package static var text: String { JSONSchema.text(of: sessions, title: "autowait field") }

    private static var seconds: Shape { Shape.any(.seconds).orNull }
    private static var rate: Shape { Shape.any(.kilobitsPerSecond).orNull }
    private static var count: Shape { Shape.any(.count).orNull }

    private static var sessions: Shape.ObjectShape {
        Shape.ObjectShape(
            "field", "What `autowait field --format json` prints: logs of real sessions. What is not told is null.",
            [
                .key("model", "The number of the model.", .whole),
                .key("files", "The files that could be read.", .objects("file", file)),
            ])
    }

    private static var file: [Shape.Member] {
        [
            .key("file", "The file.", .text),
            .key("format", "Its format.", .words(FieldFormat.allCases.map { $0.rawValue })),
            .key("request_count", "The requests, where known.", count),
            .key("bytes", "Their bytes, where known.", count),
            .key("media_s", "The media in them.", seconds),
            .key(
                "span_s", "From the first request to the last byte, or to the last request where it tells no more.",
                seconds),
            .key("busy_s", "The time in which any body was under way.", seconds),
            .key("measured_kbps", "The bytes over that time.", rate),
            .key("body_kbps", "Per request, from the first byte to the last.", spread),
            .key("request_kbps", "Per request, from the request to the last byte.", spread),
            .key("time_to_first_byte_s", "Per request.", spread),
            .key("buffer_s", "What was loaded ahead, per request.", spread),
            .key(
                "startup_time_s",
                "By the player's own account; of several sessions that of the first which tells it.", seconds),
            .key("stall_count", "The stalls.", count), .key("stall_time_s", "Their time.", seconds),
            .key("watched_s", "The media that was played.", seconds),
            .key("variant_switch_count", "The switches of variant.", count),
            .key("dropped_frame_count", "The dropped frames.", count),
            .key("least_estimate_kbps", "The least throughput that the player reckoned with.", rate),
            .key("greatest_estimate_kbps", "The greatest.", rate),
            .key("cached_count", "Requests that a cache answered; no records.", .whole),
            .key("service_worker_count", "Those that a service worker answered; no records.", .whole),
            .key("local_count", "Entries of no http or https, as 'data:'; no records.", .whole),
            .key("failed_count", "Requests that failed.", .whole),
            .key("session_count", "The sessions in it.", count),
            .key("records", "The requests, or stretches of them.", .objects("record", record)),
            .key("not_told", "What no log of the format tells.", .texts),
            .key("warnings", "What was left out or looks wrong, once a kind.", .warnings),
        ]
    }

    private static var record: [Shape.Member] {
        [
            .key("request_s", "When it was sent, from the first on.", seconds),
            .key("first_byte_s", "When its answer began.", seconds),
            .key("last_byte_s", "When it was there.", seconds),
            .key("bytes", "Of its body.", count), .key("media_s", "The media in it.", seconds),
            .key("bitrate_kbps", "Its declared bit rate.", rate),
            .key("kind", "What it is.", .words(FieldRecord.Kind.allCases.map { $0.rawValue })),
            .key("reused", "Whether its connection was there already.", Shape.flag.orNull),
            .key("buffer_s", "What was loaded ahead when it was sent.", seconds),
            .key("transfer_s", "The time in which its bytes came.", seconds),
            .key("request_count", "How many requests it stands for.", count),
        ]
    }

    private static var spread: Shape {
        Shape.object(
            Shape.ObjectShape(
                "spread", "Several figures.",
                [
                    .key("count", "How many.", .whole), .key("least", "The least.", .any(.seconds)),
                    .key("median", "The median; of an even number the lower of two.", .any(.seconds)),
                    .key("greatest", "The greatest.", .any(.seconds)),
                ])
        ).orNull
    }
}

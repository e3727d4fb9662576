import PlayerModel

/// An inference for programs: one JSON object, ending in a line break.
package enum InferJSON {
    package static func text(
        _ inference: Inference, file: String, host: String?, _ findings: [RepeatedFindings.Finding]
    ) -> String {
        let (log, shares) = (inference.log, inference.shares)
        return JSONWriter.text { writer in
            writer.member("model", Model.number)
            writer.member("file", file)
            writer.member("host", orNull: host)
            writer.member("format", log.format.rawValue)
            writer.member("transport", inference.settings.transport.kind.name)
            writer.member("seed", Int64(bitPattern: inference.settings.seed))
            writer.member("request_count", Int64(log.requestCount))
            writer.member("bytes", log.bytes)
            writer.member("length_s", log.length, .seconds)
            writer.quantity("round_trip_ms", log.roundTrip, .milliseconds)
            writer.quantity("link_round_trip_ms", inference.linkRoundTrip, .milliseconds)
            writer.member("busy_ratio", shares.busy, .ratio)
            writer.member("told_ratio", shares.told, .ratio)
            writer.member("changes", inference.drift.name)
            writer.member("tolerance_ratio", Int64(inference.drift.tolerance * 1_000_000), .ratio)
            writer.member("jitter_ratio", Int64(inference.drift.jitter * 1_000_000), .ratio)
            writer.member("late_first_byte_count", Int64(log.late.repeated))
            writer.member("overtaken_first_byte_count", Int64(log.late.overtaken))
            writer.array("losses_percent", of: inference.members, inline: true) {
                $1.decimal($0.loss, places: Unit.percent.decimalPlaces)
            }
            writer.object("reproduction", orNull: inference.reproduction, inline: true) { check, writer in
                writer.member("network_count", Int64(check.networkCount))
                writer.member("download_count", Int64(check.downloadCount))
                writer.member("unended_count", Int64(check.unendedCount))
                writer.quantity("median_ratio", check.median, .ratio)
                writer.quantity("ninetieth_ratio", check.ninetieth, .ratio)
            }
            writer.member("slot_s", inference.slot, .seconds)
            writer.objects("bands", of: Array(inference.bands.indices), inline: true) { index, writer in
                let band = inference.bands[index]
                writer.member("from_s", Int64(index) * inference.slot, .seconds)
                writer.member("low_kbps", band.low, .kilobitsPerSecond)
                writer.member("median_kbps", band.median, .kilobitsPerSecond)
                writer.member("high_kbps", band.high, .kilobitsPerSecond)
                writer.member("busy_ratio", inference.busy[index], .ratio)
            }
            writer.array("left_out", of: log.leftOut) { $1.string($0) }
            writer.array("not_known", of: InferText.judgement(inference)) { $1.string($0) }
            writer.warnings(findings)
        }
    }
}

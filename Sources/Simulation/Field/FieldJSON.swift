import PlayerModel

/// Real sessions as one JSON object, file by file: so that no more than one is in memory.
package enum FieldJSON {
    /// The beginning of the object, with the bracket of its array open.
    package static var beginning: String { "{\n  \"model\": \(Model.number),\n  \"files\": [" }
    package static var ending: String { "\n  ]\n}\n" }

    /// The entry of a file in the array, with the comma before it where it is not the first.
    package static func entry(_ session: FieldSession, file: String, isFirst: Bool) -> String {
        let figures = FieldFigures(session)
        return JSONWriter.entry(isFirst: isFirst) { writer in
            writer.member("file", file)
            writer.member("format", session.format.rawValue)
            writer.quantity("request_count", figures.requestCount, .count)
            writer.quantity("bytes", figures.bytes, .bytes)
            writer.quantity("media_s", figures.media, .seconds)
            writer.quantity("span_s", figures.span, .seconds)
            writer.quantity("busy_s", figures.busy, .seconds)
            writer.quantity("measured_kbps", figures.busyRate, .kilobitsPerSecond)
            spread("body_kbps", figures.bodyRates, .kilobitsPerSecond, &writer)
            spread("request_kbps", figures.requestRates, .kilobitsPerSecond, &writer)
            spread("time_to_first_byte_s", figures.firstBytes, .seconds, &writer)
            spread("buffer_s", figures.buffers, .seconds, &writer)
            writer.quantity("startup_time_s", session.stated.startup, .seconds)
            writer.quantity("stall_count", session.stated.stallCount, .count)
            writer.quantity("stall_time_s", session.stated.stallTime, .seconds)
            writer.quantity("watched_s", session.stated.watched, .seconds)
            writer.quantity("variant_switch_count", session.stated.variantSwitches, .count)
            writer.quantity("dropped_frame_count", session.stated.droppedFrames, .count)
            writer.quantity("least_estimate_kbps", session.stated.throughput?.lowerBound, .kilobitsPerSecond)
            writer.quantity("greatest_estimate_kbps", session.stated.throughput?.upperBound, .kilobitsPerSecond)
            writer.member("cached_count", session.cachedCount)
            writer.member("service_worker_count", session.workerCount)
            writer.member("local_count", session.localCount)
            writer.member("failed_count", session.failedCount)
            writer.quantity("session_count", session.sessionCount, .count)
            writer.objects("records", of: session.records) { write($0, &$1) }
            writer.array("not_told", of: session.format.silence) { $1.string($0) }
            writer.warnings(session.findings.all)
        }
    }

    private static func write(_ record: FieldRecord, _ writer: inout JSONWriter) {
        writer.quantity("request_s", record.request, .seconds)
        writer.quantity("first_byte_s", record.firstByte, .seconds)
        writer.quantity("last_byte_s", record.lastByte, .seconds)
        writer.quantity("bytes", record.bytes, .bytes)
        writer.quantity("media_s", record.media, .seconds)
        writer.quantity("bitrate_kbps", record.bitRate, .kilobitsPerSecond)
        writer.member("kind", record.kind.rawValue)
        writer.flag("reused", orNull: record.isReused)
        writer.quantity("buffer_s", record.buffer, .seconds)
        writer.quantity("transfer_s", record.transfer, .seconds)
        writer.quantity("request_count", record.requestCount, .count)
    }

    private static func spread(
        _ name: String, _ spread: FieldFigures.Spread?, _ unit: Unit, _ writer: inout JSONWriter
    ) {
        writer.object(name, orNull: spread) { spread, writer in
            writer.member("count", Int64(spread.count))
            writer.member("least", spread.least, unit)
            writer.member("median", spread.median, unit)
            writer.member("greatest", spread.greatest, unit)
        }
    }
}

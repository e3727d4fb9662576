import PlayerModel

/// Real sessions as one JSON object, file by file: so that no more than one is in memory.
package enum FieldJSON {
    /// The beginning of the object, with the bracket of its array open.
    package static var beginning: String { "{\n  \"model\": \(Model.number),\n  \"files\": [" }
    package static var ending: String { "\n  ]\n}\n" }

    /// The entry of a file in the array, with the comma before it where it is not the first.
    package static func entry(_ session: FieldSession, file: String, isFirst: Bool) -> String {
        let figures = FieldFigures(session)
        var writer = JSONWriter(indented: false)
        writer.beginObject()
        writer.member("file", file)
        writer.member("format", session.format.rawValue)
        write("request_count", figures.requestCount, .count, &writer)
        write("bytes", figures.bytes, .bytes, &writer)
        write("media_s", figures.media, .seconds, &writer)
        write("span_s", figures.span, .seconds, &writer)
        write("busy_s", figures.busy, .seconds, &writer)
        write("measured_kbps", figures.busyRate, .kilobitsPerSecond, &writer)
        write("body_kbps", figures.bodyRates, .kilobitsPerSecond, &writer)
        write("request_kbps", figures.requestRates, .kilobitsPerSecond, &writer)
        write("time_to_first_byte_s", figures.firstBytes, .seconds, &writer)
        write("buffer_s", figures.buffers, .seconds, &writer)
        write("startup_time_s", session.stated.startup, .seconds, &writer)
        write("stall_count", session.stated.stallCount, .count, &writer)
        write("stall_time_s", session.stated.stallTime, .seconds, &writer)
        write("watched_s", session.stated.watched, .seconds, &writer)
        write("variant_switch_count", session.stated.variantSwitches, .count, &writer)
        write("dropped_frame_count", session.stated.droppedFrames, .count, &writer)
        write("least_estimate_kbps", session.stated.throughput?.lowerBound, .kilobitsPerSecond, &writer)
        write("greatest_estimate_kbps", session.stated.throughput?.upperBound, .kilobitsPerSecond, &writer)
        writer.member("cached_count", session.cachedCount)
        writer.member("service_worker_count", session.workerCount)
        writer.member("local_count", session.localCount)
        writer.member("failed_count", session.failedCount)
        write("session_count", session.sessionCount, .count, &writer)
        writer.beginArray("records")
        for record in session.records { write(record, &writer) }
        writer.endArray()
        writer.beginArray("not_told")
        for sentence in session.format.silence { writer.string(sentence) }
        writer.endArray()
        JudgementJSON.write(session.findings.all, &writer)
        writer.endObject()
        return (isFirst ? "\n    " : ",\n    ") + writer.finish()
    }

    private static func write(_ record: FieldRecord, _ writer: inout JSONWriter) {
        writer.beginObject()
        write("request_s", record.request, .seconds, &writer)
        write("first_byte_s", record.firstByte, .seconds, &writer)
        write("last_byte_s", record.lastByte, .seconds, &writer)
        write("bytes", record.bytes, .bytes, &writer)
        write("media_s", record.media, .seconds, &writer)
        write("bitrate_kbps", record.bitRate, .kilobitsPerSecond, &writer)
        writer.member("kind", record.kind.rawValue)
        writer.key("reused")
        if let isReused = record.isReused { writer.bool(isReused) } else { writer.null() }
        write("buffer_s", record.buffer, .seconds, &writer)
        write("transfer_s", record.transfer, .seconds, &writer)
        write("request_count", record.requestCount, .count, &writer)
        writer.endObject()
    }

    private static func write(_ name: String, _ value: Int64?, _ unit: Unit, _ writer: inout JSONWriter) {
        writer.key(name)
        if let value { writer.decimal(value, places: unit.decimalPlaces) } else { writer.null() }
    }

    private static func write(
        _ name: String, _ spread: FieldFigures.Spread?, _ unit: Unit, _ writer: inout JSONWriter
    ) {
        writer.key(name)
        guard let spread else { return writer.null() }
        writer.beginObject()
        writer.member("count", Int64(spread.count))
        writer.member("least", spread.least, unit)
        writer.member("median", spread.median, unit)
        writer.member("greatest", spread.greatest, unit)
        writer.endObject()
    }
}

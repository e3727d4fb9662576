import PlayerModel

/// The records of real sessions as CSV, so that other programs take them. What a log does not tell is an empty cell.
package enum FieldTable {
    package static let columns = [
        "file", "request_s", "first_byte_s", "last_byte_s", "bytes", "media_s", "bitrate_kbps", "kind", "reused",
        "buffer_s", "transfer_s", "request_count",
    ]

    package static var head: String { CSVText.record(columns) }

    package static func lines(_ session: FieldSession, file: String) -> String {
        session.records.map { record in
            func number(_ value: Int64?, _ places: Int32) -> String {
                value.map { NumberText.exact($0, places: places) } ?? ""
            }
            return CSVText.record([
                file, number(record.request, 9), number(record.firstByte, 9), number(record.lastByte, 9),
                number(record.bytes, 0), number(record.media, 9), number(record.bitRate, 3), record.kind.rawValue,
                record.isReused.map { $0 ? "true" : "false" } ?? "", number(record.buffer, 9),
                number(record.transfer, 9), number(record.requestCount, 0),
            ])
        }.joined()
    }
}

import PlayerModel

/// The judgement of several device logs as one JSON object, log by log: so that no more than one is in memory.
package enum JudgementJSON {
    /// The beginning of the object, with the bracket of its array open.
    package static var beginning: String { "{\n  \"model\": \(Model.number),\n  \"logs\": [" }

    /// The end of the object; nothing follows it.
    package static func ending(agreeing: Int, disagreeing: Int, unread: Int) -> String {
        "\n  ],\n  \"agreeing_count\": \(agreeing),\n  \"disagreeing_count\": \(disagreeing),\n"
            + "  \"unread_count\": \(unread)\n}\n"
    }

    /// The entry of a log in the array, with the comma before it where it is not the first.
    package static func entry(_ report: DeviceLogReport, file: String, isFirst: Bool) -> String {
        JSONWriter.entry(isFirst: isFirst) { writer in
            writer.member("file", file)
            writer.member("agrees", report.agrees)
            writer.member("error", orNull: nil)
            writer.member("input_count", Int64(report.inputs))
            writer.member("observation_count", Int64(report.observations))
            writer.integer("uncompared_from_line", orNull: report.uncomparedFrom.map { Int64($0) })
            writer.objects("disagreements", of: report.items) { write($0, &$1) }
            writer.warnings(report.findings)
        }
    }

    /// The entry of a log that could not be read.
    package static func entry(error: String, file: String, isFirst: Bool) -> String {
        JSONWriter.entry(isFirst: isFirst) { writer in
            writer.member("file", file)
            writer.flag("agrees", orNull: nil)
            writer.member("error", error)
            writer.member("input_count", 0)
            writer.member("observation_count", 0)
            writer.integer("uncompared_from_line", orNull: nil)
            writer.numbers("disagreements", [])
            writer.numbers("warnings", [])
        }
    }

    private static func write(_ item: DeviceLogReport.Item, _ writer: inout JSONWriter) {
        let one = item.disagreement
        writer.member("line", Int64(one.line))
        writer.member("t_s", one.shown, .seconds)
        writer.member("for_s", (one.to - one.from).nanoseconds, .seconds)
        writer.member("property", DeviceLogReport.name(one.property))
        writer.member("device", one.device)
        writer.member("model", one.model)
        writer.objects("after", of: item.inputs) { input, writer in
            writer.member("line", Int64(input.line))
            writer.member("t_s", input.shown, .seconds)
            writer.member("input", input.words)
        }
    }
}

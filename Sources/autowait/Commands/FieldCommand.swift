import Simulation

enum FieldCommand {
    static let command = Command(
        name: "field", operands: "FILE…", operandCount: 1...Int.max,
        about: "describes logs of real sessions: HAR, AVPlayerItemAccessLog, AVMetrics, CMCD",
        options: [
            .init(
                "format", .words(Format.allCases.map(\.rawValue)),
                "text; json, with its schema in 'autowait schema --of field'; or csv, a line for each request"),
            Warnings.option,
        ],
        notes: notes, run: field)

    private static let notes = """
        The format is told by what is in a file, not by its name:

        \(FieldFormat.allCases.map { "  \($0.rawValue)" }.joined(separator: "\n"))

        Each becomes a record per request, or per stretch of requests: request_s, first_byte_s, last_byte_s, bytes,
        media_s, bitrate_kbps, kind, reused, buffer_s, transfer_s, request_count. What a log does not tell stays empty.
        Such logs have no states of a player to judge; for those that have, see 'autowait replay --inputs'.
        """

    enum Format: String, CaseIterable {
        case text, json, csv
    }

    private static func field(_ arguments: Arguments) throws(LoadError) -> Reply {
        FieldFiles(arguments, format: try arguments.choice("format", of: Format.self) ?? .text).reply()
    }
}

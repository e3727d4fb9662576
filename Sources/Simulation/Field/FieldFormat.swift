/// A format in which others log real sessions.
package enum FieldFormat: String, CaseIterable, Sendable {
    case har = "HAR"
    case accessLog = "AVPlayerItemAccessLog"
    case metrics = "AVMetrics"
    case cmcd = "CMCD"

    /// The format and how one tells it, for a file that is none of them.
    package var mark: String {
        switch self {
        case .har: "HAR 1.2 (an object with 'log' and in it 'entries')"
        case .accessLog:
            "AVPlayerItemAccessLog or ErrorLog as JSON (a list of events with 'numberOfBytesTransferred' or the like, "
                + "or an object with 'accessLog' and 'errorLog'), or the text of 'extendedLogData()'"
        case .metrics:
            "AVMetrics events as JSON (a list or lines, with 'responseEndTime', 'timeTaken' or the like; so has "
                + "'autowait run --format json')"
        case .cmcd:
            "CMCD (JSON lines or CSV with its keys; or lines with 'CMCD=' in a URL, reports as they are sent, or "
                + "headers)"
        }
    }

    /// Sentences on what no log of this format can tell, however well it is read.
    package var silence: [String] {
        switch self {
        case .har:
            [
                "HAR has no state of a player: no startup, no stall, no buffer but what CMCD says in its requests.",
                "The time to the first byte has the server's own time in it.",
            ]
        case .accessLog:
            [
                "An event is a stretch of one variant and server, not a request: no times of requests, no round trip, "
                    + "no buffer.",
                "It counts stalls, and has not their lengths; startupTime ends when the item is ready, not when it "
                    + "plays.",
                "Where transferDuration is not told, as in the text of extendedLogData(), 8 × bytes ÷ observedBitrate "
                    + "stands for it.",
            ]
        case .metrics:
            [
                "AVMetrics times are those of the wall clock; requests that hang have no event.",
                "It does not tell the buffer; a stall has the time at which it begins, and only the summary how long "
                    + "all took.",
            ]
        case .cmcd:
            [
                "CMCD itself has no bytes, and before version 2 no times of answers and no lengths of stalls; a stall "
                    + "is told only with the next request.",
                "A flag is sent only where it is true: that none says 'bs' means something only if the player has it.",
            ]
        }
    }
}

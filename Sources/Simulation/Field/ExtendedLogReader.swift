/// Reads what `extendedLogData()` of an access or an error log writes: text in the Extended Log File Format of the W3C.
///
///     #Fields: date time uri … bytes …         names the columns of the lines that follow
///     2026/04/15 15:13:26.026 https://… …      an event; a hyphen is no value, and quotes keep blanks together
///
/// Which column is which property is said in AVPlayerItem.h, property by property; dates are as AppleCoreMedia writes
/// them, or as the W3C's draft has them. In the place of milliseconds AppleCoreMedia has the second once more, as in
/// the logs of tvOS 15, iOS 17 and iPadOS 26 that are known: its times are whole seconds.
enum ExtendedLogReader {
    /// The columns that are properties of an event, and the names of these.
    private static let properties = [
        ("uri", "URI"), ("cs-guid", "playbackSessionID"), ("s-ip", "serverAddress"),
        ("s-ip-changes", "numberOfServerAddressChanges"), ("sc-count", "numberOfMediaRequests"),
        ("c-duration-downloaded", "segmentsDownloadedDuration"), ("c-start-time", "playbackStartOffset"),
        ("c-duration-watched", "durationWatched"), ("bytes", "numberOfBytesTransferred"),
        ("c-transfer-duration", "transferDuration"), ("c-observed-bitrate", "observedBitrate"),
        ("sc-indicated-bitrate", "indicatedBitrate"), ("c-stalls", "numberOfStalls"),
        ("c-frames-dropped", "numberOfDroppedVideoFrames"), ("c-startup-time", "startupTime"),
        ("c-overdue", "downloadOverdue"), ("s-playback-type", "playbackType"), ("status", "errorStatusCode"),
        ("domain", "errorDomain"), ("comment", "errorComment"),
    ]

    /// The events of a text, as if they were JSON, under AVFoundation's names, and the lines at which a log begins
    /// anew; nil where no directive names a column that only such logs have.
    static func read(_ text: [UInt8]) -> (events: [JSONNode], heads: [Int32], findings: RepeatedFindings)? {
        let log = ExtendedLog(text)
        let heads = log.heads.map { head in head.map { $0.value } }
        let isKnown = heads.contains { $0.contains { $0 == "c-observed-bitrate" || $0 == "cs-guid" } }
        guard isKnown else { return nil }
        let times = log.rows.compactMap { row in
            heads[row.head].firstIndex { $0 == "time" }.map { row.values[$0] }
        }
        // Milliseconds that are the second by chance are not so in all rows.
        let fractions = times.filter { $0.contains(".") }
        let areWhole = fractions.allSatisfy { repeatsSecond($0) }
        let events = log.rows.map { event(heads[$0.head], $0.values, $0.place, areWhole) }
        return (events, log.headLines, log.findings)
    }

    /// Whether a time has its second once more in the place of milliseconds, as in `15:13:26.026`.
    private static func repeatsSecond(_ time: String) -> Bool {
        guard let (clock, fraction) = time.parted(at: ".") else { return false }
        return fraction.utf8.count == 3 && fraction == "0" + clock.suffix(2)
    }

    /// The place of the directive that names the columns, where a text ends in it before a column that only such logs
    /// have; nil where it is none of such a log.
    static func cutHead(of text: [UInt8]) -> Place? {
        guard let place = LastLine.openPlace(of: text) else { return nil }
        let lines = text.split(separator: .newline).map { String(decoding: $0, as: UTF8.self) }
        guard let last = lines.last, last.hasPrefix("#Fields:") || (last.count >= 4 && "#Fields:".hasPrefix(last)),
            lines.allSatisfy({ $0.hasPrefix("#") })
        else { return nil }
        return place
    }

    private static func event(
        _ columns: [String], _ values: [String], _ place: Place, _ isInWholeSeconds: Bool
    ) -> JSONNode {
        var members: [JSONMember] = []
        func add(_ name: String, _ text: String) {
            let node = JSONNode(value: .string(text), place: place)
            members.append(JSONMember(name: name, namePlace: place, value: node))
        }
        func value(_ column: String) -> String? {
            columns.firstIndex { $0 == column }.map { values[$0] }.flatMap { $0 == "-" ? nil : $0 }
        }
        let isOfErrors = columns.contains { $0 == "status" }
        if let date = value("date"), let time = value("time") {
            let day = date.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }
            let own = isInWholeSeconds ? String(time.prefix { $0 != "." }) : time
            add(isOfErrors ? "date" : "playbackStartDate", "\(String(decoding: day, as: UTF8.self))T\(own)")
        }
        for (column, property) in properties {
            if let text = value(column) { add(property, text) }
        }
        return JSONNode(value: .object(members), place: place)
    }
}

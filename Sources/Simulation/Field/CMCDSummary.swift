import PlayerModel

/// The sum of what the CMCD of a session's requests says.
struct CMCDSummary {
    private var sessions: [String] = []
    private var stallCount: Int64?
    private var stallTime: Int64?
    /// The greatest totals that sessions have said, by `sid`; empty of a session without one.
    private var totals: [(session: String, stalls: Int64?, time: Int64?)] = []
    private var startup: Int64?
    private var throughput: ClosedRange<Int64>?
    private var findings = RepeatedFindings()

    /// Takes the values of a request, and fills into its record what they say.
    mutating func take(_ values: CMCDValues, _ record: inout FieldRecord, at place: Place = Self.beginning) {
        if let kind = values.text("ot").flatMap(Self.kind) { record.kind = kind }
        if let kilobits = values.number("br", places: 3) {
            record.bitRate = kilobits
            // A gigabit a second, as for the numbers of scenarios.
            if kilobits > UnitMistake.mostOfVideo {
                findings.note("br", UnitMistake.words("br", kilobits), at: place)
            }
        }
        if let media = values.number("d", places: 6) {
            record.media = media
            checkDuration(media, record, place)
        }
        if let buffer = values.number("bl", places: 6) { record.buffer = buffer }
        if let kilobits = values.number("mtp", places: 3), kilobits > 0 {
            throughput =
                min(kilobits, throughput?.lowerBound ?? kilobits)...max(kilobits, throughput?.upperBound ?? 0)
        }
        // A flag that is not sent is not known; one that is, counts.
        if values.flag("bs") { stallCount = (stallCount ?? 0) + 1 }
        if let time = values.number("bsd", places: 6) { stallTime = (stallTime ?? 0).addingClamped(time) }
        takeTotals(values)
        if let time = values.number("msd", places: 6) { startup = startup ?? time }
        if let session = values.text("sid"), sessions.count < 1000, !sessions.contains(where: { $0 == session }) {
            sessions.append(session)
        }
    }

    /// Takes the totals that a session gives of its stalls.
    private mutating func takeTotals(_ values: CMCDValues) {
        let (count, time) = (values.number("bsa"), values.number("bsda", places: 6))
        guard count != nil || time != nil else { return }
        let session = values.text("sid") ?? ""
        let index = totals.firstIndex { $0.session == session } ?? totals.count
        if index == totals.count {
            if index == 1000 { return }
            totals.append((session, nil, nil))
        }
        if let count { totals[index].stalls = max(totals[index].stalls ?? 0, count) }
        if let time { totals[index].time = max(totals[index].time ?? 0, time) }
    }

    /// The sum of what sessions have said last; nil where none has said anything.
    private static func sum(_ values: [Int64?]) -> Int64? {
        values.reduce(nil) { sum, value in value.map { (sum ?? 0).addingClamped($0) } ?? sum }
    }

    /// Where the bytes are known, a duration and a bit rate prove each other: off by a thousand, 'd' is in seconds.
    private mutating func checkDuration(_ media: Int64, _ record: FieldRecord, _ place: Place) {
        guard let bytes = record.bytes, bytes >= FieldRecord.leastBytes, let rate = record.bitRate, rate > 0,
            media > 0
        else { return }
        let ratio = proportion(proportion(bytes, 8_000_000_000, over: media, .down), 1, over: rate, .down)
        if 300...3000 ~= ratio {
            findings.note(
                "d",
                "by 'br' and the bytes 'd' is 1000 times too short: it is in seconds, where CMCD has milliseconds",
                at: place)
        }
    }

    /// Fills in what is said of the session as a whole.
    func state(in session: inout FieldSession) {
        session.stated.startup = startup ?? session.stated.startup
        // The flags and lengths of single stalls, or the totals of sessions: whichever say more.
        let (count, time) = (Self.sum(totals.map { $0.stalls }), Self.sum(totals.map { $0.time }))
        session.stated.stallCount = [stallCount, count].compactMap { $0 }.max() ?? session.stated.stallCount
        session.stated.stallTime = [stallTime, time].compactMap { $0 }.max() ?? session.stated.stallTime
        session.stated.throughput = throughput
        if !sessions.isEmpty { session.sessionCount = Int64(sessions.count) }
        session.findings.add(findings)
        if sessions.count > 1 {
            session.findings.note(
                "mixed", "requests of \(sessions.count) sessions ('sid'); their figures are added up",
                at: Self.beginning)
        }
    }

    static let beginning = Place(source: 0, line: 1, column: 1)

    private static func kind(_ type: String) -> FieldRecord.Kind? {
        switch type {
        case "v": .video
        case "a": .audio
        case "av": .media
        case "m": .playlist
        case "i": .initialization
        case "k": .key
        case "c", "tt": .text
        case "o": .other
        default: nil
        }
    }
}

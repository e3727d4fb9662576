import PlayerModel

/// The sum of what the CMCD of a session's requests says.
struct CMCDSummary {
    private var sessions = SessionNames()
    private var stalls = StallAccounts()
    private var startups = StartupAccounts()
    /// How many requests and reports were taken.
    private var count = 0
    private var throughput: ClosedRange<Int64>?
    private var findings = RepeatedFindings()
    private var states = CMCDStates()
    private var units = CMCDUnits()
    private var clock = FieldClock()

    /// Takes the values of a request, and fills into its record what they say.
    mutating func take(_ values: CMCDValues, _ record: inout FieldRecord, at place: Place) {
        count += 1
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
            if kilobits > UnitMistake.mostOfVideo {
                findings.note("mtp", UnitMistake.words("mtp", kilobits), at: place)
            }
        }
        checkTimes(values, place)
        // A flag that is not sent is not known; one that is, counts.
        let id = values.text("sid")
        stalls.add(.single, of: id, count: values.hasStarved ? 1 : nil, time: values.number("bsd", places: 6))
        stalls.add(.total, of: id, count: values.number("bsa"), time: values.number("bsda", places: 6))
        if let time = values.number("msd", places: 6) { startups.add(.summary, of: id, by: count, time: time) }
        sessions.add(id)
        units.take(values, record, at: place)
        states.add(values, at: record.request, number: count)
        for (key, words, value) in values.wrongValues {
            findings.note("wrong \(key)", "'\(key)' is \(words), but '\(value)'; it is left out", at: place)
        }
    }

    /// Takes the times of a request or a report, as a log of CMCD by itself has them: `ts`, or a time of its own.
    mutating func takeTimes(_ values: CMCDValues, _ record: FieldRecord, at place: Place) {
        clock.take(record.request, of: values.text("sid"), at: place)
        FieldClock.checkOrder(record, at: place, &findings)
    }

    /// Times are whole milliseconds. An answer that was there after a few, and a fraction of one, took seconds.
    private mutating func checkTimes(_ values: CMCDValues, _ place: Place) {
        guard let time = values.number("ttlb", places: 6), time < 30_000_000, time % 1_000_000 != 0 else { return }
        findings.note(
            "ttlb",
            "'ttlb' is \(NumberText.exact(time, places: 6)), and CMCD has whole milliseconds: where these are seconds, "
                + "times and rates come out wrong by 1000", at: place)
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
    mutating func state(in session: inout FieldSession) {
        states.tellStartups(to: &startups)
        session.stated.startup = startups.first(of: sessions) ?? session.stated.startup
        let endless = states.tellStalls(to: &stalls)
        if endless > 0 {
            findings.note(
                "sta", "\(endless) of the stalls that 'sta' tells have no end in the log; their time is missing",
                at: Place(startOf: 0))
        }
        let (count, time, _) = stalls.sums(of: sessions)
        session.stated.stallCount = count ?? session.stated.stallCount
        session.stated.stallTime = time ?? session.stated.stallTime
        session.stated.throughput = throughput
        units.state(in: &findings)
        clock.state("ts", in: &findings)
        session.findings.add(findings)
        sessions.state(in: &session, "requests", by: "sid", at: Place(startOf: 0))
    }

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

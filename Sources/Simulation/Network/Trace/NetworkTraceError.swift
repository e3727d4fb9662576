import PlayerModel

/// The reason why a text is no trace, and the place.
package struct NetworkTraceError: Error, Equatable {
    package enum Kind: Equatable, Sendable {
        case tooManyBytes(limit: Int), empty, noPoints(NetworkTrace.Format), form(TextForm)
        case unexpectedByte(UInt8)
        /// The text begins like none of the formats.
        case unknownFormat(String)
        case semicolon, unknownColumn(String, wanted: String)
        case tooFewFields(NetworkTrace.Format), tooManyFields(NetworkTrace.Format), onePoint, noDuration
        case missingNumber(TraceQuantity), noNumber(TraceQuantity, String), negative(TraceQuantity)
        case plusSign, missingDigit(after: Unicode.Scalar), suffix(TraceQuantity, String)
        /// A number, and how many digits it has before the point.
        case tooLarge(TraceQuantity, digits: Int), tooLong, notWhole(TraceQuantity), notPositive(TraceQuantity)
        case startsLate, timeGoesBack(before: String), timeStandsStill, tooManyPackets
        /// Whether it is a period of Sabre's.
        case isObject(Bool), isIperfText, isIperfJSON
        case missingValue(String), unknownKey(String), missingKey(String), doubledKey(String)
        case textAfterList, unclosed
        case noColumn(String, header: [String]), missingField(column: Int, fields: Int)
        case noTimeOfDay(String), unknownUnit(String), oneLine, noLines
        /// Whether other conditions come before this one, which some lines fit.
        case noLineWith(value: String, first: String, isAmongOthers: Bool)
        /// A name that several columns have, by their numbers.
        case doubledColumn(String, Int, Int)
        case timeGoesBackInTable(before: String), quoteIsOpen
    }

    package var kind: Kind
    package var place: Place

    package var diagnostic: Diagnostic { Diagnostic(message, at: place) }

    /// The fault and what would be right: a clause without a full stop, and without the place.
    package var message: String {
        switch kind {
        case .tooManyBytes(let limit): "the trace is longer than \(limit) bytes; use a part of it"
        case .empty: "the file is empty; a trace has a line for each point, as in 0,5M"
        case .noPoints(let format): "there is no point here; \(format.rule)"
        case .form(let form): form.words
        case .unexpectedByte(let byte): "the byte \(byte) does not belong in a trace; \(Self.anyRule)"
        case .unknownFormat(let word): "'\(word)' begins no trace; \(Self.anyRule)"
        case .semicolon:
            "fields are separated by a comma, and decimals have a point: write 1.5,2000000; \(Self.tableRule)"
        case .unknownColumn(let word, let wanted):
            "'\(word)' is no column here; the header is \(wanted); of another table say which column has what, by "
                + "'columns' in a scenario, or by --column"
        case .tooFewFields(let format): "a field is missing on this line; \(format.rule)"
        case .tooManyFields(let format): "there is too much on this line; \(format.rule)"
        case .onePoint: "one point does not say how long the trace is; add a last line with the time at which it ends"
        case .noDuration: "the trace lasts no time; its last time must be after 0"
        case .missingNumber(let quantity): "\(quantity.words) is missing here"
        case .noNumber(let quantity, let word):
            // A table that has one such number has hundreds.
            "'\(word)' is no number; "
                + (NumberSlip.advice(on: word).map { "\($0), here and below" } ?? "\(quantity.words) goes here")
        case .negative(let quantity):
            "\(quantity.words) is not negative; write \(quantity.isDuration ? "more than 0" : "0 or more")"
        case .plusSign: "a number has no +; remove it"
        case .missingDigit(let sign): "a digit is missing after \(sign)"
        case .suffix(let quantity, let word): "'\(word)' does not belong to a number; \(quantity.suffixRule)"
        case .tooLong: "\(TraceQuantity.seconds.words) is at most \(TraceQuantity.seconds.mostText)"
        case .tooLarge(let quantity, let digits):
            "\(quantity.words) is at most \(quantity.mostText)\(quantity.mostRule(digits: digits))"
        case .notWhole(let quantity):
            "\(quantity.words) is a whole number; a list of rates takes a time on each line, as in 0,5M"
        case .notPositive(let quantity): "\(quantity.words) is more than 0; leave out what takes no time"
        case .startsLate:
            "the first time must be 0, for a trace says what there is from its beginning on; a table may begin at any: "
                + Self.tableRule
        case .timeGoesBack(let before): "time goes back here; the line before has \(before)"
        case .timeStandsStill: "this is the time of the line before; a time has one value"
        case .tooManyPackets: "at most 83333 packets pass in a millisecond, which is 1 Tbit/s"
        case .isObject(true): "a Sabre trace is a list of periods; write [ around them"
        case .isIperfText:
            "this is the text of iperf3, which is for people; write its times and rates as lines, such as 0,10.5M"
        case .isIperfJSON: "this is the JSON of iperf3; write its times and rates as lines, such as 0,10.5M"
        case .isObject(false): "this is JSON, and no list of periods: \(Self.anyRule)"
        case .missingValue(let what): "\(what) is missing here"
        case .unknownKey(let word): "unknown key '\(word)' in period\(NearMiss.hint(word, among: Self.keys))"
        case .missingKey(let name): "'\(name)' is missing in this period"
        case .doubledKey(let name): "'\(name)' stands twice in this period"
        case .textAfterList: "the text goes on after the list; remove the rest"
        case .unclosed: "the list ends in the middle; the file is cut short"
        case .noColumn(let word, let header): Self.noColumn(word, header)
        case .missingField(let column, let fields):
            "column \(column) is missing on this line, which has \(NumberText.count(fields, "field"))"
        case .noTimeOfDay(let word):
            "'\(word)' "
                + (CalendarTime.faultOfYear(word) ?? "is no date with a time of day, as in 2019.11.28_07.23.12")
        case .unknownUnit(let word): Self.unknownUnit(word)
        case .oneLine: "one line does not say how long the trace is; say 'step_s', the time from one line to the next"
        case .noLines: "the table has no line with a capacity"
        case .noLineWith(let value, let first, false): "no line has '\(value)' there; the first one has '\(first)'"
        case .noLineWith(let value, let first, true):
            "no line that fits the conditions before this one has '\(value)' there; the first of them has '\(first)'"
        case .doubledColumn(let name, let first, let second):
            "columns \(first) and \(second) both have the name '\(name)'; write the number of the one that is meant"
        case .timeGoesBackInTable(let before):
            "time goes back here; the line before has \(before); of a file with several runs choose one by 'where'"
        case .quoteIsOpen: "this quote is not closed on its line"
        }
    }

    private static func noColumn(_ word: String, _ header: [String]) -> String {
        header.count == 1 && header[0].contains(" ")
            ? "the table has one column, '\(header[0])': fields are separated by commas, semicolons or tabs, or by "
                + "blanks where columns go by numbers"
            : "the table has no column '\(word)'\(NearMiss.hint(word, among: header))"
    }

    private static func unknownUnit(_ word: String) -> String {
        "'\(word)' is no unit of a capacity"
            + (TraceQuantity.isOfBytes(word)
                ? " here, for some count 1,000 bytes as a kilobyte and some 1,024; write bits, as in Mbits/sec"
                : NearMiss.hint(word, among: TraceQuantity.unitWords))
    }

    /// The keys of a period of Sabre's, in the order in which they are written.
    static let keys = ["duration_ms", "bandwidth_kbps", "latency_ms"]

    private static let tableRule =
        "another table is read by 'columns' in a scenario, or by --column, as in --column time=1 --column bps=2"
    private static let anyRule =
        "a trace is CSV (0,5M), Pensieve's text (0.5 4.2), mahimahi's milliseconds (12) or Sabre's JSON ([{…}])"
}

/// A number in a trace: what it counts, and how fine and how large it may be.
///
/// Digits beyond the base unit (a nanosecond, a bit per second) are rounded to it, half up: traces are written by
/// programs that print all of a floating-point number's digits.
package enum TraceQuantity: UInt8, Equatable, Sendable {
    case seconds, packetMilliseconds, durationMilliseconds, latencyMilliseconds
    case bitsPerSecond, kilobitsPerSecond, megabitsPerSecond, gigabitsPerSecond
    /// Of a clock that began long ago.
    case clockSeconds, clockMilliseconds

    /// How many decimal places the base unit lies below the unit as it is written.
    var places: Int32 {
        switch self {
        case .seconds, .clockSeconds, .gigabitsPerSecond: 9
        case .megabitsPerSecond, .durationMilliseconds, .latencyMilliseconds, .clockMilliseconds: 6
        case .kilobitsPerSecond: 3
        case .bitsPerSecond, .packetMilliseconds: 0
        }
    }

    /// The largest value, in base units.
    var most: Int64 {
        switch self {
        case .seconds, .durationMilliseconds: TimeLimit.longest
        case .packetMilliseconds: TimeLimit.longest / 1_000_000
        case .bitsPerSecond, .megabitsPerSecond, .kilobitsPerSecond, .gigabitsPerSecond:
            NetworkTrace.mostBitsPerSecond
        case .clockSeconds, .clockMilliseconds: .max
        case .latencyMilliseconds: 600_000_000_000
        }
    }

    var words: String {
        switch self {
        case .seconds, .clockSeconds: "a time in seconds"
        case .bitsPerSecond: "a capacity in bits per second"
        case .megabitsPerSecond: "a capacity in Mbit/s"
        case .gigabitsPerSecond: "a capacity in Gbit/s"
        case .packetMilliseconds, .clockMilliseconds: "a time in milliseconds"
        case .durationMilliseconds: "a duration in milliseconds"
        case .kilobitsPerSecond: "a capacity in kbit/s"
        case .latencyMilliseconds: "a latency in milliseconds"
        }
    }

    /// Whether it is how long something lasts, which must be some time.
    fileprivate var isDuration: Bool { self == .durationMilliseconds }

    var mostText: String { NumberText.exact(most, places: places) }

    /// The way to say more than the most, which starts with a sign; empty where there is none. Times of these decades
    /// have 10 digits in seconds, and 13 in milliseconds.
    fileprivate func mostRule(digits: Int) -> String {
        switch self {
        case .seconds:
            ", from the beginning of the trace on; times since 1970 are read from tables, by 'columns' in a scenario "
                + "or by --column, as in --column time\(digits < 12 ? "" : "_ms")=1" + Self.finerRule(digits)
        case .clockSeconds where 12...14 ~= digits:
            "; by its size this is one in milliseconds: name its column by 'time_ms'"
        case .clockSeconds, .clockMilliseconds: Self.finerRule(digits)
        case .megabitsPerSecond:
            "; another unit is said by 'columns' in a scenario or by --column, as in --column time=1 --column bps=2"
        case .packetMilliseconds, .durationMilliseconds, .latencyMilliseconds, .bitsPerSecond, .kilobitsPerSecond,
            .gigabitsPerSecond:
            ""
        }
    }

    /// The remedy for a time that is in something finer than milliseconds, of which no column may be.
    private static func finerRule(_ digits: Int) -> String {
        digits < 15
            ? ""
            : "; by its size this is one in microseconds or less: write milliseconds, and name their column by "
                + "'time_ms'"
    }

    var suffixRule: String {
        self == .bitsPerSecond
            ? "write bits per second, or k, M or G behind the number, as in 2.5M" : "write digits alone"
    }
}

extension NetworkTrace.Format {
    /// The form of a point, as a rule with an example.
    fileprivate var rule: String {
        switch self {
        case .csv: "a line is seconds,bits_per_second, as in 1.5,2M"
        case .sabre: "a period is {\"duration_ms\": 1000, \"bandwidth_kbps\": 2000, \"latency_ms\": 50}"
        case .pensieve: "a line is seconds and Mbit/s with a space between, as in 1.5 2.4"
        case .mahimahi: "a line is one whole number of milliseconds, as in 12"
        }
    }
}

/// The unit of a number in a scenario or a report, which is also the last word of its name. Numbers are whole multiples
/// of a small base unit, so that they are exact: 0.858 kbit/s is 858 bit/s.
public enum Unit: UInt8, Sendable {
    /// Base unit: a nanosecond. Names end in `_s`.
    case seconds
    /// Base unit: a nanosecond. Names end in `_ms`.
    case milliseconds
    /// Base unit: a bit per second. Names end in `_kbps`.
    case kilobitsPerSecond
    /// Base unit: a bit per second. Names end in `_bps`.
    case bitsPerSecond
    /// Base unit: a byte. Names end in `_bytes`, or say bytes.
    case bytes
    /// Base unit: a millionth. Names end in `_ratio`, or say a factor.
    case ratio
    /// Base unit: a millionth, which is a ten-thousandth of a percent. Names end in `_percent`.
    case percent
    /// Base unit: a thousandth of natural speed. Names end in `rate`.
    case rate
    /// Base unit: a millionth of whatever is scored. Names end in `_score`.
    case score
    /// Base unit: a thousandth of a frame per second. Names end in `_fps`.
    case framesPerSecond
    /// Base unit: once a second. Names end in `_hz`.
    case hertz
    /// A number of things.
    case count
    /// 0 is no, 1 is yes.
    case flag

    /// The number of decimal places by which the base unit lies below the unit as it is written.
    public var decimalPlaces: Int32 {
        switch self {
        case .seconds: 9
        case .milliseconds, .ratio, .score: 6
        case .percent: 4
        case .kilobitsPerSecond, .rate, .framesPerSecond: 3
        case .bitsPerSecond, .bytes, .hertz, .count, .flag: 0
        }
    }

    /// The unit as it is written behind a number.
    public var symbol: String {
        switch self {
        case .seconds: "s"
        case .milliseconds: "ms"
        case .kilobitsPerSecond: "kbit/s"
        case .bitsPerSecond: "bit/s"
        case .bytes: "bytes"
        case .percent: "%"
        case .framesPerSecond: "fps"
        case .hertz: "Hz"
        case .ratio, .score, .rate, .count, .flag: ""
        }
    }
}

/// A named number of the model: what Apple does not publish, we state openly and print in every report.
public struct Parameter: Equatable, Sendable {
    /// The name as a scenario has it, unit last.
    public var name: String
    /// Its description, in a sentence.
    public var about: String
    /// The unit of `value` and `range`.
    public var unit: Unit
    /// The value, in base units of `unit`.
    public var value: Int64
    /// The values that make sense, in base units of `unit`.
    public var range: ClosedRange<Int64>

    package init(_ name: String, _ about: String, _ unit: Unit, _ value: Int64, in range: ClosedRange<Int64>) {
        self.name = name
        self.about = about
        self.unit = unit
        self.value = value
        self.range = range
    }

    /// A length of time from 0 to a day.
    static func seconds(_ name: String, _ about: String, _ value: Int64) -> Parameter {
        Parameter(name, about, .seconds, value, in: 0...86_400_000_000_000)
    }

    /// A bit rate in bits per second, from `least` to 100 Gbit/s.
    static func bitRate(_ name: String, _ about: String, _ value: Int64, from least: Int64) -> Parameter {
        Parameter(name, about, .kilobitsPerSecond, value, in: least...100_000_000_000)
    }

    /// A part of something, or a factor, in millionths, from `least` to 10.
    static func ratio(_ name: String, _ about: String, _ value: Int64, from least: Int64 = 1) -> Parameter {
        Parameter(name, about, .ratio, value, in: least...10_000_000)
    }

    /// A number of things from 1 to `most`.
    static func count(_ name: String, _ about: String, _ value: Int64, upTo most: Int64) -> Parameter {
        Parameter(name, about, .count, value, in: 1...most)
    }
}

/// A rule of a family, as a file may choose it.
public protocol Choosable: Sendable {
    /// Its row in its family's table.
    var words: RuleWords { get }
    /// Its parameters, in the order that `setting(_:)` takes.
    var parameters: [Parameter] { get }
    /// The same rule with other parameters: `values` in the order of `parameters`, in base units.
    func setting(_ values: [Int64]) -> Self
}

extension Choosable {
    /// The name as a scenario has it.
    public var name: String { words.name }
    /// Its description, in sentences.
    public var about: String { words.about }
    /// Its parameters, in the order that `setting(_:)` takes.
    public var parameters: [Parameter] { words.parameters }
}

/// A rule in words: a row of its family's table.
///
/// To add a rule: a case there, and what the compiler then asks for. Reports, scenarios and `autowait list` follow.
public struct RuleWords: Sendable {
    let name: String
    let about: String
    let parameters: [Parameter]

    package init(_ name: String, _ about: String, _ parameters: Parameter...) {
        (self.name, self.about, self.parameters) = (name, about, parameters)
    }
}

extension [Int64] {
    /// A parameter in nanoseconds of host time.
    func time(_ index: Int) -> TimeAmount { TimeAmount(nanoseconds: self[index]) }

    /// A parameter in nanoseconds of media.
    func media(_ index: Int) -> MediaTime { MediaTime(nanoseconds: self[index]) }
}

import PlayerModel

/// The columns of a table that a trace is made of, and the lines of it that count.
///
/// Data sets of research have columns of their own: this says which of them has the time, and which the capacity in
/// which unit. What it names has the place at which it is named, for whoever has to say that there is no such thing.
package struct TraceColumns: Sendable {
    /// A column, by its name in the header or by its number from 1.
    package enum Column: Equatable, Sendable {
        case name(String)
        case number(Int)
    }

    package enum Time: Sendable {
        /// Seconds since whenever, or a date with a time of day.
        case seconds(Placed<Column>)
        case milliseconds(Placed<Column>)
        /// A line has no time: each lasts so long.
        case step(TimeAmount)
    }

    package enum Rate: Sendable {
        case inUnit(TraceQuantity, Placed<Column>)
        /// The unit is another column's, line by line, as iperf writes it.
        case withUnit(Placed<Column>, unit: Placed<Column>)
    }

    /// Lines that have another value in that column do not count.
    package struct Condition: Sendable {
        package let column: Placed<Column>
        package let value: Placed<String>

        package init(column: Placed<Column>, value: Placed<String>) { (self.column, self.value) = (column, value) }
    }

    package let time: Time
    package let rate: Rate
    package let conditions: [Condition]

    package init(time: Time, rate: Rate, conditions: [Condition]) {
        (self.time, self.rate, self.conditions) = (time, rate, conditions)
    }

    /// All columns that are named.
    var named: [Placed<Column>] {
        let times: [Placed<Column>] =
            switch time {
            case .seconds(let column), .milliseconds(let column): [column]
            case .step: []
            }
        let rates =
            switch rate {
            case .inUnit(_, let column): [column]
            case .withUnit(let column, let unit): [column, unit]
            }
        return times + rates + conditions.map { $0.column }
    }
}

extension TraceQuantity {
    /// The units of capacities by the words that programs write behind them. Bits alone: whether a kilobyte has 1,000
    /// bytes or 1,024 no two programs agree on.
    private static let units: [(word: String, quantity: TraceQuantity)] = [
        ("bits/sec", .bitsPerSecond), ("Kbits/sec", .kilobitsPerSecond), ("Mbits/sec", .megabitsPerSecond),
        ("Gbits/sec", .gigabitsPerSecond), ("bps", .bitsPerSecond), ("kbps", .kilobitsPerSecond),
        ("Mbps", .megabitsPerSecond), ("Gbps", .gigabitsPerSecond), ("bit/s", .bitsPerSecond),
        ("kbit/s", .kilobitsPerSecond), ("Mbit/s", .megabitsPerSecond), ("Gbit/s", .gigabitsPerSecond),
    ]

    static var unitWords: [String] { units.map { $0.word } }

    /// The unit of a word, in capitals or not, but for the B of bytes.
    static func unit(_ word: String) -> TraceQuantity? {
        if isOfBytes(word) { return nil }
        return units.first { $0.word.lowercased() == word.lowercased() }?.quantity
    }

    /// Whether a word is a unit of bytes, as MBytes/sec, MB/s, MBps and KiB/s are.
    static func isOfBytes(_ word: String) -> Bool {
        let unit = word.split(separator: "/").first ?? ""
        let name = unit.lowercased()
        let isShort = unit.hasSuffix("B") && unit.utf8.count < word.utf8.count
        return name.hasSuffix("byte") || name.hasSuffix("bytes") || isShort || unit.hasSuffix("Bps")
    }
}

import PlayerModel

/// A number of a scenario that is tuned, and the values that it may take.
package struct TunedParameter: Sendable {
    package let key: ParameterKey
    /// The values that are tried first, in base units, from the least on.
    package let values: [Int64]
    /// Whether these are all that there are, as they were named.
    package let isFixed: Bool
    let isGeometric: Bool
    /// Values of an even range are multiples of this.
    private let quantum: Int64

    /// The most values of a range without a step.
    private static let most = 9
    /// The most values that are named.
    private static let mostNamed = 200

    /// Reads `0.5..12`, `0.5..12:0.5`, `1,2,5` or `false,true`.
    package init(_ key: ParameterKey, _ word: String) throws(Mistake) {
        self.key = key
        let points = word.split(separator: ".", omittingEmptySubsequences: false)
        guard points.indices.dropFirst().dropLast().contains(where: { points[$0].isEmpty }) else {
            values = try Self.list(word, key)
            (isFixed, isGeometric, quantum) = (true, false, 1)
            return
        }
        let (low, high, step) = try Self.range(word, key)
        if let step {
            let count = (high - low) / step + 1
            guard count <= Self.mostNamed else {
                throw Mistake(message: "'\(word)' has \(count) values; \(Self.mostNamed) are the most")
            }
            values = (0..<count).map { low + $0 * step }
            (isFixed, isGeometric, quantum) = (true, false, 1)
            return
        }
        isFixed = false
        isGeometric = low > 0 && high / low >= 8
        // A fortieth of the range is as fine as a first look need be, and a power of ten is short to write.
        var quantum: Int64 = 1
        while !isGeometric, quantum <= (high - low) / 400 { quantum *= 10 }
        self.quantum = max(quantum, 1)
        var values = [Double(low), Double(high)]
        if isGeometric {
            for _ in 0..<3 {
                values = values.indices.flatMap { place in
                    place == 0 ? [values[0]] : [(values[place - 1] * values[place]).squareRoot(), values[place]]
                }
            }
        } else {
            let count = Self.most - 1
            values = (0...count).map { Double(low) + (Double(high) - Double(low)) * Double($0) / Double(count) }
        }
        var all: [Int64] = []
        for (place, value) in values.enumerated() {
            let isEnd = place == 0 || place == values.count - 1
            let rounded = isEnd ? (place == 0 ? low : high) : Self.rounded(value, isGeometric, self.quantum)
            if rounded > all.last ?? .min, rounded <= high { all.append(rounded) }
        }
        self.values = all
    }

    /// A value as a scenario has it.
    package func text(_ value: Int64) -> String { QuantityText.number(value, key.unit) }

    /// The values with one more between each two of them, where there is one of so few digits.
    func refined(_ values: [Int64], digits: Int = 2) -> [Int64] {
        guard !isFixed else { return values }
        var fine = quantum
        for _ in 1..<digits { fine /= 10 }
        var all: [Int64] = []
        for value in values {
            if let last = all.last {
                let middle =
                    isGeometric ? (Double(last) * Double(value)).squareRoot() : (Double(last) + Double(value)) / 2
                let rounded = Self.rounded(middle, isGeometric, max(1, fine), digits: digits)
                if rounded > last, rounded < value { all.append(rounded) }
            }
            all.append(value)
        }
        return all
    }

    /// Some digits of a factor, or a multiple of a power of ten.
    private static func rounded(_ value: Double, _ isGeometric: Bool, _ quantum: Int64, digits: Int = 2) -> Int64 {
        var step = Double(quantum)
        if isGeometric {
            step = 1
            var most = 1.0
            for _ in 0..<digits { most *= 10 }
            while value / step >= most { step *= 10 }
        }
        return Int64(Double(Int64(nearest: value / step) ?? 0) * step)
    }

    private static func list(_ word: String, _ key: ParameterKey) throws(Mistake) -> [Int64] {
        var values: [Int64] = []
        for part in word.split(separator: ",", omittingEmptySubsequences: false) {
            let value = try number(String(part), key)
            guard !values.contains(value) else { throw Mistake(message: "'\(word)' has '\(String(part))' twice") }
            values.append(value)
        }
        guard values.count > 1 else {
            throw Mistake(message: "'\(word)' is one value; write a range, as in 0.5..12, or several: 1,2,5")
        }
        guard values.count <= mostNamed else {
            throw Mistake(message: "these are \(values.count) values; \(mostNamed) are the most")
        }
        return values.sorted()
    }

    private static func range(
        _ word: String, _ key: ParameterKey
    ) throws(Mistake) -> (low: Int64, high: Int64, step: Int64?) {
        let bytes = Array(word.utf8)
        guard let dots = bytes.indices.dropLast().first(where: { bytes[$0] == 46 && bytes[$0 + 1] == 46 }) else {
            preconditionFailure("A range has two points.")
        }
        let first = String(decoding: bytes[..<dots], as: UTF8.self)
        let parts = String(decoding: bytes[(dots + 2)...], as: UTF8.self)
            .split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count <= 2 else {
            throw Mistake(message: "'\(word)' is no range; write one as in 0.5..12 or 0.5..12:0.5")
        }
        let low = try number(first, key)
        let high = try number(parts[0], key)
        guard low <= high else {
            throw Mistake(message: "'\(word)' is upside down; write \(parts[0])..\(first)")
        }
        guard low < high else { throw Mistake(message: "'\(word)' is one value; there is nothing to choose") }
        guard parts.count == 2 else { return (low, high, nil) }
        guard let step = Decimal(parts[1]), case .exact(let own) = step.scaled(by: key.unit.decimalPlaces),
            own > 0, own <= high - low
        else { throw Mistake(message: "'\(parts[1])' is no step from \(low == 0 ? "0" : "one end") to the other") }
        return (low, high, own)
    }

    private static func number(_ word: String, _ key: ParameterKey) throws(Mistake) -> Int64 {
        if key.unit == .flag, let flag = ["false", "true"].firstIndex(of: word) { return Int64(flag) }
        guard let decimal = Decimal(word) else {
            let remedy =
                key.unit == .flag
                ? "write false or true" : "for choices between words there is 'autowait compare --vary'"
            throw Mistake(message: "'\(word)' is no number; \(remedy)")
        }
        guard case .exact(let value) = decimal.scaled(by: key.unit.decimalPlaces) else {
            throw Mistake(message: "'\(word)' has more digits than \(key.name) keeps")
        }
        guard key.range.contains(value) else {
            let ends = [key.range.lowerBound, key.range.upperBound].map {
                NumberText.exact($0, places: key.unit.decimalPlaces)
            }
            throw Mistake(message: "\(key.name) may be from \(ends[0]) to \(ends[1]), and '\(word)' is not")
        }
        return value
    }
}

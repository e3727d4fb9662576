/// Makes a scenario smaller as long as it shows what it is kept for: whatever can go goes, and numbers become round.
///
/// Delta debugging (Zeller and Hildebrandt 2002) on the tree of a JSON text. Members and elements are tried from the
/// outside in: lists by halves, quarters and so on down to single elements, objects member by member and then by pairs,
/// because some members mean something together alone, such as a width and a height. Then numbers that have a unit are
/// tried with one digit and with two; others count or name something, as a status does, and stay. Times and losses are
/// tried with a tenth, a half, and one less in the first digit; rates are not, as a network of 1 kbit/s shows nothing.
/// All that goes on until a whole round changes nothing: in the end there is no member, no pair of an object, no
/// element and no digit that could go alone. The text decides what is tried, and so the result.
package struct Shrinker {
    /// The smallest value that was found.
    package struct Result: Sendable {
        package let node: JSONNode
        /// How many values that have no others in them there were at first, and how many there are now. However a
        /// person lays a text out, it has the same.
        package let values: (before: Int, after: Int)
        /// The texts that were tried.
        package let tries: Int
        /// Whether it ended because there were too many of them.
        package let isCut: Bool
    }

    private typealias Path = [Int]

    private let most: Int
    private let keeps: (JSONNode) -> Bool
    private var root: JSONNode
    private var tries = 0

    /// Shrinks a value of which `keeps` is true, with at most so many tries.
    package static func shrink(_ root: JSONNode, most: Int = 20_000, keeps: (JSONNode) -> Bool) -> Result {
        withoutActuallyEscaping(keeps) { keeps in
            var shrinker = Shrinker(most: most, keeps: keeps, root: root)
            while shrinker.changesAnything() {}
            return Result(
                node: shrinker.root, values: (root.leafCount, shrinker.root.leafCount), tries: shrinker.tries,
                isCut: shrinker.tries >= most)
        }
    }

    private init(most: Int, keeps: @escaping (JSONNode) -> Bool, root: JSONNode) {
        self.most = most
        self.keeps = keeps
        self.root = root
    }

    /// Tries everything once; returns whether anything changed.
    private mutating func changesAnything() -> Bool {
        let cuts = cut(at: [])
        let numbers = simplify(at: [], name: "")
        return (cuts || numbers) && tries < most
    }

    /// Takes what is tried if it still shows what is wanted.
    private mutating func take(_ node: JSONNode, at path: Path) -> Bool {
        guard tries < most else { return false }
        tries += 1
        var candidate = root
        candidate.replace(path[...], with: node)
        guard keeps(candidate) else { return false }
        root = candidate
        return true
    }

    // MARK: Less of it

    private mutating func cut(at path: Path) -> Bool {
        var changed = false
        let count = root.child(path[...]).count
        var size = root.child(path[...]).isList ? max(1, (count + 1) / 2) : 1
        while size >= 1 {
            // From the end: what comes later seldom matters to what comes before.
            var end = root.child(path[...]).count
            while end > 0 {
                let start = max(0, end - size)
                var node = root.child(path[...])
                // People know a scenario by its name.
                if !(path.isEmpty && node.name(of: start) == "name") {
                    node.remove(start..<end)
                    if take(node, at: path) { changed = true }
                }
                end = start
            }
            size = size == 1 ? 0 : (size + 1) / 2
        }
        if !root.child(path[...]).isList, cutPairs(at: path) { changed = true }
        for index in (0..<root.child(path[...]).count).reversed() where cut(at: path + [index]) { changed = true }
        return changed
    }

    /// Takes two members of an object away at once, wherever neither could go alone.
    private mutating func cutPairs(at path: Path) -> Bool {
        var changed = false
        var last = root.child(path[...]).count - 1
        while last > 0 {
            for first in (0..<last).reversed() {
                var node = root.child(path[...])
                if path.isEmpty, node.name(of: first) == "name" || node.name(of: last) == "name" { continue }
                node.remove(last..<last + 1)
                node.remove(first..<first + 1)
                guard take(node, at: path) else { continue }
                changed = true
                // Of those before the last there is one less.
                last -= 1
                break
            }
            last -= 1
        }
        return changed
    }

    // MARK: Rounder numbers

    /// `name` is that of the member in which it stands.
    private mutating func simplify(at path: Path, name: String) -> Bool {
        let node = root.child(path[...])
        var changed = false
        if case .number(let number) = node.value {
            return KeyUnit.hasUnit(name) && simplify(number, at: path, isLessened: Self.isLessened(name))
        }
        for index in 0..<node.count where simplify(at: path + [index], name: node.name(of: index) ?? name) {
            changed = true
        }
        return changed
    }

    /// Whether less of a number is simpler: of a time, and of what is lost.
    private static func isLessened(_ name: String) -> Bool {
        name.hasSuffix("_s") || name.hasSuffix("_ms") || (name.hasPrefix("loss_") && name.hasSuffix("_percent"))
    }

    private mutating func simplify(_ number: Decimal, at path: Path, isLessened: Bool) -> Bool {
        var (current, changed) = (number, false)
        func node(_ number: Decimal) -> JSONNode { JSONNode(value: .number(number), place: root.place) }
        for digits in 1...2 where current.digits > digits && take(node(current.rounded(to: digits)), at: path) {
            (current, changed) = (current.rounded(to: digits), true)
            break
        }
        while isLessened, let less = current.lesser.first(where: { take(node($0), at: path) }) {
            (current, changed) = (less, true)
        }
        return changed
    }
}

extension JSONNode {
    fileprivate var isList: Bool { if case .array = value { true } else { false } }

    fileprivate var count: Int {
        switch value {
        case .array(let elements): elements.count
        case .object(let members): members.count
        case .null, .bool, .number, .hugeNumber, .string: 0
        }
    }

    /// How many values in it, itself included, have no others in them.
    fileprivate var leafCount: Int {
        switch value {
        case .array(let elements): elements.isEmpty ? 1 : elements.reduce(0) { $0 + $1.leafCount }
        case .object(let members): members.isEmpty ? 1 : members.reduce(0) { $0 + $1.value.leafCount }
        case .null, .bool, .number, .hugeNumber, .string: 1
        }
    }

    /// The name of a member; nil of an element.
    fileprivate func name(of index: Int) -> String? {
        if case .object(let members) = value { members[index].name } else { nil }
    }

    fileprivate func child(_ path: ArraySlice<Int>) -> JSONNode {
        guard let first = path.first else { return self }
        switch value {
        case .array(let elements): return elements[first].child(path.dropFirst())
        case .object(let members): return members[first].value.child(path.dropFirst())
        case .null, .bool, .number, .hugeNumber, .string: return self
        }
    }

    fileprivate mutating func replace(_ path: ArraySlice<Int>, with node: JSONNode) {
        guard let first = path.first else { return self = node }
        switch value {
        case .array(var elements):
            elements[first].replace(path.dropFirst(), with: node)
            value = .array(elements)
        case .object(var members):
            members[first].value.replace(path.dropFirst(), with: node)
            value = .object(members)
        case .null, .bool, .number, .hugeNumber, .string: return
        }
    }

    fileprivate mutating func remove(_ range: Range<Int>) {
        switch value {
        case .array(var elements):
            elements.removeSubrange(range)
            value = .array(elements)
        case .object(var members):
            members.removeSubrange(range)
            value = .object(members)
        case .null, .bool, .number, .hugeNumber, .string: return
        }
    }
}

extension Decimal {
    /// The digits that are not zeros at its end.
    fileprivate var digits: Int {
        var (rest, count) = (significand.magnitude, 0)
        while rest > 0 { (rest, count) = (rest / 10, count + 1) }
        return count
    }

    /// The nearest number with so many digits, halves away from zero.
    fileprivate func rounded(to count: Int) -> Decimal {
        var (rest, power, dropped) = (significand.magnitude, exponent, UInt64(0))
        for _ in 0..<max(0, digits - count) {
            (dropped, rest) = (rest % 10, rest / 10)
            power += 1
        }
        let whole = Int64(rest) + (dropped >= 5 ? 1 : 0)
        return Decimal(significand: significand < 0 ? -whole : whole, exponent: power)
    }

    /// Numbers nearer to zero, from the nearest to it on; none of one unit of its last digit.
    fileprivate var lesser: [Decimal] {
        if isLeast { return [] }
        let tenth = exponent > 0 ? Decimal(significand: significand, exponent: exponent - 1) : nil
        return [tenth, half, withLessInFront].compactMap { $0 }
    }

    /// The next number of one digit that is nearer to zero.
    private var withLessInFront: Decimal {
        var (first, power) = (significand.magnitude, exponent)
        while first >= 10 { (first, power) = (first / 10, power + 1) }
        var digit = Int64(first)
        if digits == 1 { (digit, power) = digit == 1 ? (9, power - 1) : (digit - 1, power) }
        return Decimal(significand: significand < 0 ? -digit : digit, exponent: power)
    }

    private var isLeast: Bool { significand.magnitude <= 1 && exponent <= 0 }

    /// Half of it with no more than two digits, towards zero; nil of one unit of its last digit.
    fileprivate var half: Decimal? {
        if isLeast { return nil }
        let short = digits > 2 ? rounded(to: 2) : self
        // 100 is 1 × 10²: its half is 50, and that of 10 is 5.
        return short.significand.magnitude == 1
            ? Decimal(significand: short.significand * 5, exponent: short.exponent - 1)
            : Decimal(significand: short.significand / 2, exponent: short.exponent)
    }
}

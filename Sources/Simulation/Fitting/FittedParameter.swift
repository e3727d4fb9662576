import PlayerModel

/// A key that is fitted, and the values that it may take: numbers of a range, or words.
///
/// The values stand on a ladder, from the least on, so that numbers in even steps, in factors, whole numbers and words
/// are searched in one way: by places.
package struct FittedParameter: Sendable {
    private enum Values: Sendable {
        case numbers(TunedParameter, [Int64])
        /// The words, the place of the one that says what the scenario says, and its own value as text; nil where there
        /// is none.
        case words([String], own: Int?, said: String?)
    }

    package let path: String
    /// The settings that have to stand before it.
    package let forms: [ScenarioReader.Setting]
    private let values: Values

    /// How often a range is halved beyond the values that are looked at first: to some 500 values. A stall comes and
    /// goes with a percent of a rate, so that between values farther apart all that fits may lie hidden.
    private static let refinements = 6

    /// Reads numbers as tuning does.
    package init(_ key: ParameterKey, _ word: String) throws(Mistake) {
        let parameter = try TunedParameter(key, word)
        var ladder = parameter.values
        for _ in 0..<Self.refinements { ladder = parameter.refined(ladder, digits: 3) }
        if !parameter.isFixed, let place = ladder.firstIndex(where: { $0 > key.own }), place > 0,
            ladder[place - 1] < key.own
        {
            ladder.insert(key.own, at: place)
        }
        (path, forms, values) = (key.path, key.forms, .numbers(parameter, ladder))
    }

    /// Words to choose from. The scenario's own value is one of them only where it says no more: a rule with its
    /// numbers is another setting than the rule alone.
    package init(_ path: String, words: [String], in root: JSONNode) {
        let node = root.node(at: path)
        let meaning = node?.meaning(of: PathNames.last(of: path))
        let own = words.firstIndex { ScenarioReader.Setting(path: path, value: $0).meaning == meaning }
        let said = node.map { $0.string ?? JSONText.line($0) }
        (self.path, forms, values) = (path, [], .words(words, own: own, said: said))
    }

    /// Whether a text names words, and no numbers.
    package static func hasWords(_ text: String) -> Bool {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
        let bytes = Array(text.utf8)
        let isRange = zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: ".") && $1 == UInt8(ascii: ".") }
        return !isRange && parts.contains { Decimal($0) == nil }
    }

    /// The last name of the path.
    package var name: String { PathNames.last(of: path) }

    package var unit: Unit? {
        switch values {
        case .numbers(let parameter, _): parameter.key.unit
        case .words: nil
        }
    }

    /// The number of values.
    package var count: Int {
        switch values {
        case .numbers(_, let ladder): ladder.count
        case .words(let words, _, _): words.count
        }
    }

    /// Whether its values have no order.
    package var isChoice: Bool {
        switch values {
        case .numbers: false
        case .words: true
        }
    }

    /// Whether these are all that there are, as they were named or stepped, so that nothing lies between two of them.
    var isFixed: Bool {
        switch values {
        case .numbers(let parameter, _): parameter.isFixed
        case .words: true
        }
    }

    /// Whether values are far apart by factors, so that a picture has them so.
    package var isGeometric: Bool {
        switch values {
        case .numbers(let parameter, _): parameter.isGeometric
        case .words: false
        }
    }

    /// The value at a place: of a number in base units, of a word its place.
    package func value(at place: Int) -> Int64 {
        switch values {
        case .numbers(_, let ladder): ladder[place]
        case .words: Int64(place)
        }
    }

    /// The scenario's own value; -1 of a word that is none of those, which is left as it is.
    package var own: Int64 {
        switch values {
        case .numbers(let parameter, _): parameter.key.own
        case .words(_, let own, _): Int64(own ?? -1)
        }
    }

    /// The place that is nearest to the scenario's own value.
    package var ownPlace: Int {
        (0..<count).min { (value(at: $0) - own).magnitude < (value(at: $1) - own).magnitude } ?? 0
    }

    /// Whether the key may have values beyond that of a place at an end of the ladder.
    func mayGoOn(beyond place: Int) -> Bool {
        switch values {
        case .numbers(let parameter, let ladder):
            let range = parameter.key.range
            return ladder[place] != (place == 0 ? range.lowerBound : range.upperBound)
        case .words: return false
        }
    }

    /// A value as a setting and a report have it.
    package func text(_ value: Int64) -> String {
        switch values {
        case .numbers(let parameter, _): parameter.text(value)
        case .words(let words, _, let said):
            words.indices.contains(Int(value)) ? words[Int(value)] : said.map(CellTable.short) ?? "as it is"
        }
    }

    /// The setting of a value; nil of what is left as it is.
    package func setting(_ value: Int64) -> ScenarioReader.Setting? {
        if isChoice, value < 0 { return nil }
        return ScenarioReader.Setting(path: path, value: text(value), option: .fit)
    }
}

extension JSONNode {
    /// The word at a path; nil where there is none.
    package func word(at path: String) -> String? { node(at: path)?.string }
}

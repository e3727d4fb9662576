import PlayerModel

/// The form of an object or of a list, for somebody who has written something else in its place.
extension Shape {
    /// An example, with an ellipsis for what is any value; nil where there is none, or where several forms would do.
    func form(insteadOf value: JSONNode.Value) -> String? {
        if fits(value) { return value.form }
        let word: String? = if case .string(let word) = value { word } else { nil }
        switch self {
        case .list(let element, _): return element.form(insteadOf: value).map { "[\($0)]" }
        case .object(let shape): return shape.form(with: word)
        case .tagged(let tag, let shapes):
            let shape = shapes.first { word?.isSpelt($0.name) == true }
            return shape.map { $0.form(beginning: ["\"\(tag)\": \"\($0.name)\""]) } ?? "{\"\(tag)\": …}"
        case .text, .flag, .null, .anything, .number, .word, .name, .either: return nil
        }
    }

    /// Whether it takes one value, of several that it may be: what else it takes may be longer.
    fileprivate var isOneValue: Bool {
        switch self {
        case .text, .flag, .number, .name: true
        case .word(let words): words.count > 1
        case .either(let shapes): shapes.contains { $0.isOneValue }
        case .list, .object, .tagged, .null, .anything: false
        }
    }
}

extension JSONNode.Value {
    /// The value as it stands in a list.
    fileprivate var form: String {
        switch self {
        case .object: "{…}"
        case .array: "[…]"
        case .string: "\"…\""
        case .null, .bool, .number, .hugeNumber: "…"
        }
    }
}

extension Shape.ObjectShape {
    /// The object with its tag or the member that takes a word, and with what it must have; or else with a member for
    /// an example, one that is a value by itself where there is any.
    fileprivate func form(beginning: [String] = [], with word: String? = nil) -> String {
        let taken = word.flatMap { taker(of: $0) }
        var written = beginning
        if let taken, let word { written.append("\"\(taken)\": \"\(word)\"") }
        written += members.filter { $0.isRequired && $0.name != taken }.map { "\"\($0.name)\": …" }
        if written.isEmpty {
            let example = members.first { $0.shape.isOneValue } ?? members.first
            written = ["\"\(example?.name ?? "…")\": …"]
        }
        return "{\(written.joined(separator: ", "))}"
    }

    /// The only member that takes a word, as `profile` takes the name of a player; nil where there is none.
    func taker(of word: String) -> String? {
        let takers = members.filter { member in
            guard case .word(let words) = member.shape else { return false }
            return words.contains { $0.name.isSpelt(word) }
        }
        return takers.count == 1 ? takers[0].name : nil
    }
}

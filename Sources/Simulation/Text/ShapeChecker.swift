import PlayerModel

/// Holds a tree against a shape and collects everything that does not fit.
package struct ShapeChecker {
    /// More errors than a person reads at once: what comes behind them is not looked at.
    package static let mostDiagnostics = 200

    private(set) var diagnostics: [Diagnostic] = []
    /// The names that fit, and that may be nobody's all the same, each with the key that it is the value of.
    private(set) var names: [(key: String, name: Placed<String>)] = []

    /// Checks `node`, which is called `name` in messages. `about` is the sentence of its key, where it is a member.
    mutating func check(
        _ node: JSONNode, _ shape: Shape, _ name: String, isElement: Bool = false, about: String? = nil
    ) {
        guard diagnostics.count < Self.mostDiagnostics else { return }
        guard shape.fits(node.value) else {
            let subject = isElement ? "an element of '\(name)'" : "'\(name)'"
            // Of a whole file one member is no example.
            let form = about == nil && !isElement ? nil : shape.form(insteadOf: node.value)
            let example = form.map { "; as in \(written($0, at: node.place))" } ?? ""
            let hint = hint(of: node, shape) + meaning(of: node, shape, about) + otherKey(about)
            let wanted = shape.description
            return report("\(subject) must be \(wanted), not \(node.value.description)\(hint)\(example)", node.place)
        }
        switch (shape, node.value) {
        case (.number(let unit, let range), .number(let value)): check(value, unit, range, name, node.place)
        case (.number(let unit, let range), .hugeNumber(let text)):
            // The reader has cut one of that length.
            let shown = text.utf8.count < 40 ? text : String(text.dropLast()) + "…"
            report("'\(name)' cannot be \(shown): it must be \(words(range, unit)), \(steps(unit))", node.place)
        case (.word(let words), .string(let word)):
            if !words.contains(where: { $0.name.isSpelt(word) }) {
                let hint = NearMiss.hint(word, among: words)
                report("'\(name)' cannot be '\(word.shown)'\(hint)\(otherKey(about, unless: hint))", node.place)
            }
        case (.name, .string(let word)): names.append((name, Placed(word, at: node.place)))
        case (.list(let shape, let least), .array(let elements)):
            if elements.count < least {
                report("'\(name)' must have at least \(NumberText.count(least, "element"))", node.place)
            }
            for element in elements { check(element, shape, name, isElement: true) }
        case (.object(let shape), .object(let members)): check(members, shape, nil, name, node.place)
        case (.tagged(let tag, let shapes), .object(let members)):
            check(members, tag, shapes, name, about, node.place)
        case (.either(let shapes), let value):
            guard let shape = shapes.first(where: { $0.fits(value) }) else { break }
            if case .word(let words) = shape, case .string(let word) = value, shapes[0].isNumber,
                !words.contains(where: { $0.name.isSpelt(word) })
            {
                // A number in quotes is a likelier slip than a misspelt word.
                let or = words.map { "\"\($0.name)\"" }.joined(separator: " or ")
                let hint = hint(of: node, shapes[0])
                return report(
                    "'\(name)' must be \(shapes[0].description) or \(or), not '\(word.shown)'\(hint)", node.place)
            }
            if shape.hasSeveral(value), shapes.contains(where: { $0.isList }) {
                return report(
                    "several of '\(name)' are a list, in which each has a 'name', and no object", node.place)
            }
            check(node, shape, name, about: about)
        case (.text, _), (.flag, _), (.null, _), (.number, _), (.word, _), (.name, _), (.list, _), (.object, _),
            (.tagged, _), (.anything, _):
            break
        }
    }

    private mutating func check(
        _ members: [JSONMember], _ shape: Shape.ObjectShape, _ tag: String?, of shapes: [Shape.ObjectShape] = [],
        _ name: String, _ place: Place
    ) {
        var known = shape.members.map { $0.name }
        if let tag { known.append(tag) }
        // A required key that is there misspelt is not missing besides.
        var meant: [String] = []
        for member in members where diagnostics.count < Self.mostDiagnostics {
            if let tag, tag.isSpelt(member.name) { continue }
            if let expected = shape.members.first(where: { $0.name.isSpelt(member.name) }) {
                check(member.value, expected.shape, member.name, about: expected.about)
            } else if let refused = shape.refused.first(where: { $0.name.isSpelt(member.name) }) {
                report("\(refused.about); remove '\(refused.name)'", member.namePlace)
            } else if let others = shape.others {
                check(member.value, others, member.name.shown, about: shape.about)
            } else {
                let owner = tag == nil ? "in \(name)" : "for \(tag!) \"\(shape.name)\""
                // What its own text has already was not meant, unless nothing else can have been; the tag never: its
                // value is right. A setting is laid over what the file has.
                let own = members.filter { $0.namePlace.source == member.namePlace.source }
                let free = known.filter { name in !own.contains { name.isSpelt($0.name) } }
                let near =
                    NearMiss.key(member.name, among: free) ?? shape.taker(of: member.value, beside: own)
                    ?? NearMiss.key(member.name, among: shape.members.map { $0.name })
                if let near { meant.append(near) }
                let hint =
                    near.map { NearMiss.question($0, for: member.name, among: free) }
                    ?? shape.place(of: member.name, ofOne: shapes, beside: members).map { "; it belongs in \($0)" }
                    ?? NearMiss.hint(member.name, among: free, of: known)
                report("unknown key '\(member.name.shown)' \(owner)\(hint)", member.namePlace)
            }
        }
        for member in shape.members where member.isRequired && !meant.contains(member.name) {
            if let other = member.substitute, meant.contains(other) { continue }
            if members.contains(where: { member.name.isSpelt($0.name) }) { continue }
            if let other = member.substitute, members.contains(where: { other.isSpelt($0.name) }) { continue }
            let or = member.substitute.map { "; or '\($0)'" } ?? ""
            report("'\(member.name)' is missing: \(clause(member.about))\(or)", place)
        }
    }

    private mutating func check(
        _ members: [JSONMember], _ tag: String, _ shapes: [Shape.ObjectShape], _ name: String, _ about: String?,
        _ place: Place
    ) {
        let names = shapes.map { $0.name }
        guard let member = members.last(where: { tag.isSpelt($0.name) }) else {
            // A misspelt tag would otherwise be reported twice over: say what it should be called.
            let near = members.first { NearMiss.find($0.name, among: [tag]) != nil }
            let hint = near.map { "; write '\(tag)' for '\($0.name)'" } ?? "; one of " + names.joined(separator: ", ")
            return report("'\(tag)' is missing in \(name)\(hint)", near?.namePlace ?? place)
        }
        guard case .string(let word) = member.value.value else {
            return report("'\(tag)' must be a string, not \(member.value.value.description)", member.value.place)
        }
        guard let shape = shapes.first(where: { $0.name.isSpelt(word) }) else {
            let hint = NearMiss.hint(word, among: shapes)
            return report(
                "'\(tag)' cannot be '\(word.shown)'\(hint)\(otherKey(about, unless: hint))", member.value.place)
        }
        check(members, shape, tag, of: shapes, name, place)
    }

    private mutating func check(
        _ value: Decimal, _ unit: Unit, _ range: ClosedRange<Int64>, _ name: String, _ place: Place
    ) {
        switch value.scaled(by: unit.decimalPlaces) {
        case .exact(let number):
            guard !range.contains(number) else { return }
            let why = unit == .rate && number < 0 ? "; reverse playback is not modelled" : ""
            report("'\(name)' must be \(words(range, unit))\(why)", place)
        case .tooFine:
            let whole = "must be \(unit == .flag ? words(range, unit) : "a whole number")"
            report("'\(name)' \(unit.decimalPlaces == 0 ? whole : "is too fine: it goes \(steps(unit))")", place)
        case .tooLarge: report("'\(name)' must be \(words(range, unit))", place)
        }
    }

    private func words(_ range: ClosedRange<Int64>, _ unit: Unit) -> String {
        if unit == .flag { return Shape.flag.description }
        let low = NumberText.exact(range.lowerBound, places: unit.decimalPlaces)
        return "from \(low) to \(words(range.upperBound, unit))"
    }

    private func words(_ value: Int64, _ unit: Unit) -> String {
        NumberText.exact(value, places: unit.decimalPlaces) + (unit.symbol.isEmpty ? "" : " \(unit.symbol)")
    }

    private func steps(_ unit: Unit) -> String { "in steps of " + (unit == .bytes ? "1 byte" : words(1, unit)) }

    /// The first sentence of some as it stands behind a colon. What begins with two capitals is a name: `BASE-ID`.
    private func clause(_ sentences: String) -> String {
        let end = sentences.indices.first { index in
            sentences[index] == "." && sentences[index...].dropFirst().first ?? " " == " "
        }
        let sentence = sentences[..<(end ?? sentences.endIndex)]
        let isName = sentence.prefix(2).utf8.allSatisfy { (65...90).contains($0) }
        return isName ? String(sentence) : sentence.prefix(1).lowercased() + sentence.dropFirst()
    }

    /// A number that is meant as a string needs quotes; one with a comma is a string as well.
    private func hint(of node: JSONNode, _ shape: Shape) -> String {
        if let unit = shape.numberUnit, let word = node.string {
            return NumberSlip.advice(on: word, unit).map { "; \($0)" } ?? ""
        }
        guard case .number(let value) = node.value else { return "" }
        switch shape {
        case .text: break
        case .word(let words): if !words.contains(where: { $0.name.isSpelt(value.text) }) { return "" }
        case .flag, .null, .number, .name, .list, .object, .tagged, .either, .anything: return ""
        }
        return "; write \(written("\"\(value.text)\"", at: node.place))"
    }

    /// A value as it is written at a place: on a command line in quotes of its own.
    private func written(_ value: String, at place: Place) -> String { place.source > 0 ? "'\(value)'" : value }

    /// The meaning of a string in whose place somebody has described the whole thing, such as the name of it.
    private func meaning(of node: JSONNode, _ shape: Shape, _ about: String?) -> String {
        guard case .text = shape, let about else { return "" }
        switch node.value {
        case .object, .array: return ": " + clause(about)
        case .null, .bool, .number, .hugeNumber, .string: return ""
        }
    }

    /// The clause that ends the sentence of a key with the key which takes what this one does not, as in `; a length is
    /// 'x_s'`; empty where there is none, and where a question hints at a word that was meant.
    private func otherKey(_ about: String?, unless hint: String = "") -> String {
        guard let about, !hint.hasSuffix("?"), let start = about.firstIndex(of: ";") else { return "" }
        let clause = clause(String(about[start...]))
        return clause.hasSuffix("'") ? clause : ""
    }

    mutating func report(_ message: String, _ place: Place) { diagnostics.append(Diagnostic(message, at: place)) }
}

extension String {
    /// A word of a file as a message quotes it: cut short, as it may have millions of letters.
    fileprivate var shown: String {
        let scalars = unicodeScalars.prefix(65)
        return scalars.count > 64 ? String(scalars.dropLast()) + "…" : self
    }
}

extension Shape.ObjectShape {
    /// Reads a text that is one such object; or says what is wrong with it. An `objection` to the whole is said alone.
    func root(
        of file: SourceText, unless objection: (JSONNode) -> Diagnostic? = { _ in nil }
    ) -> (root: JSONNode?, faults: [Diagnostic]) {
        do throws(JSONError) {
            let document = try JSONReader.read(file.bytes, source: 0)
            if let objection = objection(document.root) { return (nil, [objection]) }
            var checker = ShapeChecker()
            for twice in document.duplicates { checker.report(twice.message, twice.place) }
            checker.check(document.root, .object(self), name)
            return (checker.diagnostics.isEmpty ? document.root : nil, checker.diagnostics)
        } catch {
            return (nil, [Diagnostic(error.message, at: error.place)])
        }
    }

    /// Of more places than these none is more likely than the others.
    private static let mostPlaces = 3

    /// The members in which a key has its place that has none here, in words; nil where there are none, or too many.
    /// Of one of several shapes, such as an action, an object is among them only where it is wanted, and no other shape
    /// has the key: what an action waits for has keys of the same names, which mean something else.
    func place(of key: String, ofOne shapes: [Shape.ObjectShape], beside others: [JSONMember]) -> String? {
        func isThere(_ name: String) -> Bool { others.contains { name.isSpelt($0.name) } }
        let isChosen = !shapes.isEmpty
        let isOfOther = shapes.contains { shape in shape.members.contains { $0.name == key } }
        let required = isOfOther ? [] : members.filter { $0.isRequired && !isThere($0.name) }
        let wanted = required.map { $0.substitute ?? $0.name }
        let objects = members.filter {
            (!isChosen || wanted.contains($0.name) && !isThere($0.name)) && $0.shape.hasMember(key)
        }
        let lists = members.filter { (isChosen || !$0.shape.hasMember(key)) && $0.shape.hasElements(with: key) }
        guard 1...Self.mostPlaces ~= objects.count + lists.count else { return nil }
        func names(_ members: [Shape.Member], _ head: String) -> [String] {
            members.isEmpty ? [] : [head + members.map { "'\($0.name)'" }.joined(separator: " or ")]
        }
        return (names(objects, "") + names(lists, "each of ")).joined(separator: " or in ")
    }

    /// The only member that takes the word which an unknown key has; nil where it is said already, too.
    fileprivate func taker(of value: JSONNode, beside others: [JSONMember]) -> String? {
        guard let taker = value.string.flatMap({ taker(of: $0) }) else { return nil }
        return others.contains { taker.isSpelt($0.name) } ? nil : taker
    }
}

extension Shape {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
    /// The unit of the numbers that it takes; nil where it takes none.
    fileprivate var numberUnit: Unit? {
        switch self {
        case .number(let unit, _): unit
        case .either(let shapes): shapes.lazy.compactMap { $0.numberUnit }.first
        case .text, .flag, .null, .anything, .word, .name, .list, .object, .tagged: nil
        }
    }
    fileprivate var isList: Bool { if case .list = self { true } else { false } }

    /// Whether it is an object that has a member of a name, or may be one that has.
    fileprivate func hasMember(_ name: String) -> Bool {
        switch self {
        case .object(let object): object.members.contains { $0.name == name }
        case .tagged(let tag, let shapes):
            tag == name || shapes.contains { shape in shape.members.contains { $0.name == name } }
        case .either(let shapes): shapes.contains { $0.hasMember(name) }
        case .list, .text, .flag, .null, .anything, .number, .word, .name: false
        }
    }

    /// Whether it is a list of objects that have a member of a name.
    fileprivate func hasElements(with name: String) -> Bool {
        switch self {
        case .list(.object(let object), _): object.members.contains { $0.name == name }
        case .either(let shapes): shapes.contains { $0.hasElements(with: name) }
        case .list, .text, .flag, .null, .anything, .number, .word, .name, .object, .tagged: false
        }
    }

    /// Whether an object is none of this kind, but holds some of it by their names.
    fileprivate func hasSeveral(_ value: JSONNode.Value) -> Bool {
        guard case .tagged(let tag, _) = self, case .object(let members) = value, !members.isEmpty else {
            return false
        }
        return members.allSatisfy { member in
            guard !tag.isSpelt(member.name), case .object(let own) = member.value.value else { return false }
            return own.contains { tag.isSpelt($0.name) }
        }
    }
}

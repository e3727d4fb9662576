import PlayerModel

/// A key of a scenario that holds a number, with the number that it has there: said, or as it usually is.
///
/// A rule that is a word, or that nobody says, has no keys to set. `forms` are the settings that give it some: the same
/// rule, written as an object.
package struct ParameterKey: Sendable {
    package let path: String
    package let unit: Unit
    package let range: ClosedRange<Int64>
    /// The scenario's own value, in base units.
    package let own: Int64
    /// The settings that have to stand before it.
    package let forms: [ScenarioReader.Setting]

    /// The last name of the path.
    package var name: String { PathNames.last(of: path) }

    package init(_ path: String, in root: JSONNode, of shape: Shape.ObjectShape) throws(Mistake) {
        var walk = ParameterWalk(path, root, .object(shape))
        var names = PathNames(path)
        if path.split(separator: ".").first == "expect" {
            throw Mistake(message: "'\(path)' is what a run is held against, and changes none")
        }
        while !names.isEmpty { try walk.step(along: &names) }
        let (number, own) = try walk.number()
        (self.path, unit, range, self.own, forms) = (path, number.unit, number.range, own, walk.forms)
    }
}

/// The way down from a scenario to a key: the value, the shape and the usual value of each key on it.
private struct ParameterWalk {
    let path: String
    private var node: JSONNode?
    private var shape: Shape
    private var usual: Usual?
    /// The keys that were passed.
    private var passed: [String] = []
    /// The whole player whose rules stand where none are said, once one was met.
    private var profile: PlayerProfile?
    /// How many keys were passed before those of that player.
    private var depthOfProfile = 0
    /// The parameters of a rule that comes from that player.
    private var parameters: [Parameter] = []
    private(set) var forms: [ScenarioReader.Setting] = []

    init(_ path: String, _ root: JSONNode, _ shape: Shape) {
        (self.path, node, self.shape) = (path, root, shape)
    }

    private func mistake(_ words: String) -> Mistake { .init(message: words) }
    private var here: String { passed.joined(separator: ".") }

    /// Goes down to a member, or to an element of a list.
    mutating func step(along names: inout PathNames) throws(Mistake) {
        let shape = shape
        let name = names.takeName(among: node?.members ?? []) { shape }
        try step(to: name)
    }

    private mutating func step(to name: String) throws(Mistake) {
        if case .list(let element, _) = shape {
            guard let elements = node?.elements else { throw mistake("there is no list '\(here)' here") }
            if elements.isEmpty { throw mistake("the list '\(here)' is empty") }
            guard let index = Int(name), elements.indices.contains(index) else {
                throw mistake("'\(name)' is no element of '\(here)'; they are counted from 0")
            }
            (node, shape, usual) = (elements[index], element, nil)
            passed.append(name)
            return
        }
        if let advice = node?.members.adviceOnBrackets(in: name) { throw mistake(advice) }
        let object = try object(for: name)
        guard let member = object.member(named: name) else {
            let known = object.members.map { $0.name }
            let hint =
                NearMiss.question(meantBy: name, among: known)
                ?? object.place(of: name, ofOne: [], beside: node?.members ?? []).map { "; it belongs in \($0)" }
                ?? NearMiss.hint(name, among: known)
            throw mistake("there is no '\(name)'\(hint)")
        }
        if name != "profile", let word = node?.member("profile")?.string { meet(playerNamed: word) }
        (node, shape, usual) = (node?.member(name), member.shape, member.usual)
        passed.append(name)
    }

    private mutating func meet(playerNamed word: String) {
        profile = PlayerProfile.all.first { $0.name == word }
        depthOfProfile = passed.count
    }

    /// The object in which a member is looked for: the value as it is, or the form of a word.
    private mutating func object(for name: String) throws(Mistake) -> Shape.ObjectShape {
        let shapes: [Shape] = if case .either(let shapes) = shape { shapes } else { [shape] }
        for shape in shapes {
            switch shape {
            case .object(let object):
                // A player by its name alone.
                if passed.last == "player", let word = node?.string {
                    meet(playerNamed: word)
                    forms.append(.init(path: here, value: "{\"profile\": \"\(word)\"}"))
                    node = nil
                }
                return object
            case .tagged(let tag, let rules): return try rule(tag, rules, wanting: name)
            case .text, .flag, .null, .anything, .number, .word, .name, .list, .either: break
            }
        }
        throw mistake("'\(here)' has no keys in it; leave '.\(name)' out")
    }

    private mutating func rule(
        _ tag: String, _ rules: [Shape.ObjectShape], wanting name: String
    ) throws(Mistake) -> Shape.ObjectShape {
        let said = node?.string ?? node?.member(tag)?.string
        let word: String
        if let said { word = said } else { word = try ownRule() }
        guard let rule = rules.first(where: { $0.name == word }) else {
            throw mistake("'\(word)' is no value of '\(here)'\(NearMiss.hint(word, among: rules.map { $0.name }))")
        }
        guard rule.members.contains(where: { $0.name == name }) else {
            throw lack(of: name, inRule: word, with: rule.members.map { $0.name }, among: rules)
        }
        if node?.members.isEmpty ?? true { forms.append(.init(path: here, value: form(tag, word))) }
        return rule
    }

    /// That a rule has no such number: another rule has it, or one of its own is called nearly so.
    private func lack(
        of name: String, inRule word: String, with own: [String], among rules: [Shape.ObjectShape]
    ) -> Mistake {
        let other = rules.first { rule in rule.members.contains { $0.name == name } }?.name
        if other == nil, let near = NearMiss.find(name, among: own) {
            return mistake("the rule '\(word)' has no '\(name)'\(NearMiss.question(near, for: name))")
        }
        let lack = own.isEmpty ? "no keys of its own" : "no '\(name)', but \(own.joined(separator: ", "))"
        let remedy = other.map { "; to tune another one, as \($0), write --set \(here)=\($0) besides" } ?? ""
        return mistake("the rule '\(word)' of '\(here)' has \(lack)\(remedy)")
    }

    /// The rule that nobody says: that of the whole player, or the usual one.
    private mutating func ownRule() throws(Mistake) -> String {
        guard let key = passed.last else { preconditionFailure("A rule is the value of a key.") }
        if let profile {
            if let own = profile.rules.first(where: { $0.key == key }) {
                parameters = own.parameters
                return own.name
            }
            if let own = profile.requestRules.first(where: { $0.key == key }) {
                parameters = own.policy.parameters
                return own.policy.name
            }
        }
        if case .word(let word)? = usual?.value { return word }
        throw mistake("nobody says which rule '\(here)' is; write --set \(here)=RULE besides")
    }

    /// A rule as an object, with the numbers that it has in a whole player.
    private func form(_ tag: String, _ word: String) -> String {
        let numbers = parameters.map { parameter in
            ", \"\(parameter.name)\": \(QuantityText.number(parameter.value, parameter.unit))"
        }
        return "{\"\(tag)\": \"\(word)\"\(numbers.joined())}"
    }

    /// The number that the whole player itself has there.
    private var numberOfPlayer: Int64? {
        guard let profile, passed.count == depthOfProfile + 1, let key = passed.last else { return nil }
        return profile.times.first { $0.key == key }.flatMap { $0.value }
    }

    /// The unit and the range of the key, and its value.
    func number() throws(Mistake) -> (shape: (unit: Unit, range: ClosedRange<Int64>), own: Int64) {
        let shapes: [Shape] = if case .either(let shapes) = shape { shapes } else { [shape] }
        for shape in shapes {
            guard case .number(let unit, let range) = shape else { continue }
            if let own = node?.quantity(unit) { return ((unit, range), own) }
            if let word = node?.string {
                throw mistake("'\(path)' is '\(word)' and no number; write --set \(path)=NUMBER besides")
            }
            if let own = parameters.first(where: { $0.name == passed.last })?.value { return ((unit, range), own) }
            if let own = numberOfPlayer ?? usual?.quantity(unit) { return ((unit, range), own) }
            throw mistake("nobody says what '\(path)' is; write --set \(path)=NUMBER besides")
        }
        for shape in shapes {
            if case .tagged = shape {
                throw mistake(
                    "'\(path)' is a rule, not a number; name one of its numbers, as in player.keep_up.start_s")
            }
        }
        throw mistake("'\(path)' is no number, but \(shape.description); tuning is for numbers")
    }
}

/// The part of a scenario to paste.
package enum TunedBlock {
    /// The members at the top of a scenario in which the paths lie, with settings laid over them; nil where a setting
    /// leads nowhere.
    package static func text(_ root: JSONNode, _ settings: [ScenarioReader.Setting], paths: [String]) -> String? {
        guard let root = root.with(settings) else { return nil }
        var names: [String] = []
        for path in paths {
            let name = String(path.split(separator: ".")[0])
            if !names.contains(name) { names.append(name) }
        }
        let members = names.compactMap { name in
            root.member(name).map { String("\"\(name)\": \(JSONText.text(of: $0))".dropLast()) }
        }
        return members.joined(separator: ",\n") + "\n"
    }
}

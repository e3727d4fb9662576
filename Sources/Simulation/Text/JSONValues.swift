import PlayerModel

extension JSONNode {
    /// The value of a text by itself; nil of what is no JSON. Nothing is said of names that stand twice.
    package init?(json bytes: [UInt8]) {
        guard let document = try? JSONReader.read(bytes, source: 0) else { return nil }
        self = document.root
    }
}

/// Reading of values that have the shape that is asked for: anything else is nil.
extension JSONNode {
    package func member(_ name: String) -> JSONNode? { lastMember(name)?.value }

    /// Of members with one name the last.
    func lastMember(_ name: String) -> JSONMember? {
        guard case .object(let members) = value else { return nil }
        return members.last { $0.name.isSpelt(name) }
    }

    var members: [JSONMember] { if case .object(let members) = value { members } else { [] } }
    package var elements: [JSONNode] { if case .array(let elements) = value { elements } else { [] } }
    var string: String? { if case .string(let string) = value { string } else { nil } }
    var flag: Bool? { if case .bool(let flag) = value { flag } else { nil } }

    /// A number in base units.
    func number(_ unit: Unit) -> Int64? {
        guard case .number(let decimal) = value, case .exact(let number) = decimal.scaled(by: unit.decimalPlaces)
        else { return nil }
        return number
    }

    /// A number in base units; of what is so or not, true is 1 as well, and false is 0.
    func quantity(_ unit: Unit) -> Int64? {
        if unit == .flag, let flag { return flag ? 1 : 0 }
        return number(unit)
    }

    func count(_ name: String) -> Int64? { member(name)?.number(.count) }
}

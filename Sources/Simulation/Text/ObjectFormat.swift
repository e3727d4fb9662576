/// The format of an object in a file: its keys, each of which says what it is called, what it may be and where its
/// value goes.
///
///     table of keys ──▶ shape ──▶ what a file is checked against, the schema, the lists
///           └─────────▶ read(_:) ──▶ a target with every value that the file has
///
/// Reading walks the table and not the file, so that nothing depends on the order of keys in a file.
package struct ObjectFormat<Target: Sendable>: Sendable {
    package let name: String
    package let about: String
    /// The target of an object without keys.
    package let start: Target
    package let keys: [Key<Target>]

    package init(
        _ name: String, _ about: String, from start: Target, @KeyList<Target> _ keys: () -> [Key<Target>]
    ) {
        self.name = name
        self.about = about
        self.start = start
        self.keys = keys()
    }

    package var shape: Shape.ObjectShape { Shape.ObjectShape(name, about, keys.map { $0.member }) }

    /// Reads an object that has the shape.
    package func read(_ node: JSONNode) -> Target {
        var target = start
        for key in keys { key.read(node, &target) }
        return target
    }
}

/// A key of an object. It cannot be made without saying where its value goes.
package struct Key<Target: Sendable>: Sendable {
    package let member: Shape.Member
    private let apply: @Sendable (JSONMember, inout Target) -> Void

    package init<Value: Sendable>(
        _ name: String, _ about: String, _ format: ValueFormat<Value>, isRequired: Bool = false,
        _ set: @escaping @Sendable (inout Target, Value) -> Void
    ) {
        member = Shape.Member(name, about, format.shape, isRequired: isRequired)
        apply = { member, target in if let value = format.read(member.value) { set(&target, value) } }
    }

    /// A key whose value may be found wrong later on: it is set with its place.
    package init<Value: Sendable>(
        _ name: String, _ about: String, placed format: ValueFormat<Value>, isRequired: Bool = false,
        _ set: @escaping @Sendable (inout Target, Placed<Value>) -> Void
    ) {
        self.init(name, about, format.placed, isRequired: isRequired, set)
    }

    private init(_ member: Shape.Member, _ apply: @escaping @Sendable (JSONMember, inout Target) -> Void) {
        self.member = member
        self.apply = apply
    }

    fileprivate func read(_ node: JSONNode, _ target: inout Target) {
        guard case .object(let members) = node.value, let own = members.last(where: { $0.name == member.name }) else {
            return
        }
        apply(own, &target)
    }

    /// The key where its target is a part of another.
    package func within<Whole: Sendable>(
        _ part: @escaping @Sendable (inout Whole, (inout Target) -> Void) -> Void
    ) -> Key<Whole> {
        let apply = apply
        return Key<Whole>(member) { member, whole in part(&whole) { apply(member, &$0) } }
    }

    /// The key, with a note of its being there. The note gets the name, and the place of the name.
    package func noted(_ note: @escaping @Sendable (inout Target, SaidKey) -> Void) -> Key {
        let apply = apply
        return Key(member) { member, target in
            apply(member, &target)
            let said = SaidKey(name: member.name, namePlace: member.namePlace, place: member.value.place)
            note(&target, said)
        }
    }
}

/// A key that a file has.
package struct SaidKey: Sendable {
    package let name: String
    package let namePlace: Place
    /// The place of its value.
    package let place: Place
}

/// Puts tables of keys together, of keys and of other tables.
@resultBuilder
package enum KeyList<Target: Sendable> {
    package static func buildExpression(_ key: Key<Target>) -> [Key<Target>] { [key] }

    package static func buildExpression(_ keys: [Key<Target>]) -> [Key<Target>] { keys }

    package static func buildBlock(_ lists: [Key<Target>]...) -> [Key<Target>] { lists.flatMap { $0 } }

    /// A table that is a part of others.
    package static func list(@KeyList<Target> _ keys: () -> [Key<Target>]) -> [Key<Target>] { keys() }
}

extension Array {
    /// Keys where their target is a part of another.
    package func within<Part, Whole>(
        _ part: @escaping @Sendable (inout Whole, (inout Part) -> Void) -> Void
    ) -> [Key<Whole>] where Element == Key<Part> {
        map { $0.within(part) }
    }

    /// Keys with a note of their being there.
    package func noted<Target>(
        _ note: @escaping @Sendable (inout Target, SaidKey) -> Void
    ) -> [Key<Target>] where Element == Key<Target> {
        map { $0.noted(note) }
    }
}

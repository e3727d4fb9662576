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
    /// The target of an object without keys. It is made where it is read into: a format that held it would be as large.
    private let start: @Sendable () -> Target
    package let keys: [KeyFormat<Target>]
    /// Keys that it does not have, each with the reason.
    private let refused: [Shape.Word]

    package init(
        _ name: String, _ about: String, from start: @autoclosure @escaping @Sendable () -> Target,
        refusing refused: [Shape.Word] = [], @KeyList<Target> _ keys: () -> [KeyFormat<Target>]
    ) {
        self.name = name
        self.about = about
        self.start = start
        self.refused = refused
        self.keys = keys()
    }

    package var shape: Shape.ObjectShape {
        Shape.ObjectShape(name, about, keys.map { $0.member }, refusing: refused)
    }

    /// Reads a text that is one such object; or says what is wrong with it.
    func read(_ file: SourceText) -> (target: Placed<Target>?, faults: [Diagnostic]) {
        let (root, faults) = shape.root(of: file)
        return (root.map { Placed(read($0), at: $0.place) }, faults)
    }

    /// Reads an object that has the shape.
    package func read(_ node: JSONNode) -> Target { read(node, over: start()) }

    /// Reads the members of an object over what was read of others.
    package func read(_ node: JSONNode, over others: Target) -> Target {
        var target = others
        for key in keys {
            if let own = node.lastMember(key.member.name) { key.apply(own, &target) }
        }
        return target
    }
}

/// A key of an object: what it is called, and what it is for.
package struct Key {
    private let name: String
    private let about: String
    private let usual: Usual?

    /// `usual` is what it is where nobody says it.
    package init(_ name: String, _ about: String, usually usual: Usual? = nil) {
        self.name = name
        self.about = usual?.sentence(about) ?? about
        self.usual = usual
    }

    /// The key with what its value may be, and where that goes.
    package func holds<Target, Value: Sendable>(
        _ format: ValueFormat<Value>, isRequired: Bool = false, unless substitute: String? = nil,
        _ set: @escaping @Sendable (inout Target, Value) -> Void
    ) -> KeyFormat<Target> {
        let own = Shape.Member(name, about, format.shape, isRequired: isRequired, unless: substitute, usually: usual)
        return KeyFormat(own) { member, target in
            if let value = format.read(member.value) { set(&target, value) }
        }
    }

    /// A key whose format is made where a file has the key, or somebody asks for its shape. Its value is set with its
    /// place.
    package func holds<Target, Value: Sendable>(
        later format: @autoclosure @escaping @Sendable () -> ValueFormat<Value>, isRequired: Bool = false,
        _ set: @escaping @Sendable (inout Target, Placed<Value>) -> Void
    ) -> KeyFormat<Target> {
        let own = Shape.Member(name, about, isRequired: isRequired, usually: usual) { format().shape }
        return KeyFormat(own) { member, target in
            if let value = format().read(member.value) { set(&target, Placed(value, at: member.value.place)) }
        }
    }

    /// A key whose value may be found wrong later on: it is set with its place.
    package func holds<Target, Value: Sendable>(
        placed format: ValueFormat<Value>, isRequired: Bool = false, unless substitute: String? = nil,
        _ set: @escaping @Sendable (inout Target, Placed<Value>) -> Void
    ) -> KeyFormat<Target> {
        holds(format.placed, isRequired: isRequired, unless: substitute, set)
    }
}

/// The format of a key. It cannot be made without saying where its value goes.
package struct KeyFormat<Target: Sendable>: Sendable {
    package let member: Shape.Member
    fileprivate let apply: @Sendable (JSONMember, inout Target) -> Void

    fileprivate init(_ member: Shape.Member, _ apply: @escaping @Sendable (JSONMember, inout Target) -> Void) {
        self.member = member
        self.apply = apply
    }

    /// The key where its target is a part of another.
    package func within<Whole: Sendable>(
        _ part: @escaping @Sendable (inout Whole, (inout Target) -> Void) -> Void
    ) -> KeyFormat<Whole> {
        KeyFormat<Whole>(member) { member, whole in part(&whole) { apply(member, &$0) } }
    }

    /// The key where it is that unless somebody says it.
    package func usually(_ usual: Usual?) -> KeyFormat {
        guard let usual else { return self }
        return KeyFormat(member.usually(usual), apply)
    }

    /// The key, with a note of its being there.
    package func noted(_ note: @escaping @Sendable (inout Target, JSONMember) -> Void) -> KeyFormat {
        KeyFormat(member) { member, target in
            apply(member, &target)
            note(&target, member)
        }
    }
}

/// Puts tables of keys together, of keys and of other tables.
@resultBuilder
package enum KeyList<Target: Sendable> {
    package static func buildExpression(_ key: KeyFormat<Target>) -> [KeyFormat<Target>] { [key] }
    package static func buildExpression(_ keys: [KeyFormat<Target>]) -> [KeyFormat<Target>] { keys }
    package static func buildBlock(_ lists: [KeyFormat<Target>]...) -> [KeyFormat<Target>] { lists.flatMap { $0 } }

    /// A table that is a part of others.
    package static func list(@KeyList<Target> _ keys: () -> [KeyFormat<Target>]) -> [KeyFormat<Target>] { keys() }
}

extension Array {
    package func within<Part, Whole>(
        _ part: @escaping @Sendable (inout Whole, (inout Part) -> Void) -> Void
    ) -> [KeyFormat<Whole>] where Element == KeyFormat<Part> {
        map { $0.within(part) }
    }

    package func noted<Target>(
        _ note: @escaping @Sendable (inout Target, JSONMember) -> Void
    ) -> [KeyFormat<Target>] where Element == KeyFormat<Target> {
        map { $0.noted(note) }
    }
}

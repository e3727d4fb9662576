/// One of several objects that a tag tells apart: its name, its keys, and what is made of them.
package struct Alternative<Value: Sendable>: Sendable {
    package let shape: Shape.ObjectShape
    fileprivate let read: @Sendable (JSONNode) -> Value?

    package init<Target: Sendable>(_ format: ObjectFormat<Target>, make: @escaping @Sendable (Target) -> Value?) {
        shape = format.shape
        read = { make(format.read($0)) }
    }
}

extension ValueFormat {
    /// An object whose member `tag` says which of some it is. The value has the place of its tag.
    package static func tagged<Content: Sendable>(
        by tag: String, _ alternatives: [Alternative<Content>]
    ) -> ValueFormat where Value == Placed<Content> {
        ValueFormat(.tagged(by: tag, alternatives.map { $0.shape })) { node in
            guard let word = node.member(tag),
                let alternative = alternatives.first(where: { $0.shape.name == word.string })
            else { return nil }
            return alternative.read(node).map { Placed($0, at: word.place) }
        }
    }
}

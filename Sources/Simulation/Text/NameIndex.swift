import SimulationContainers

/// The places of names in a list of a file, such as the actions of a script; sorted, because there may be very many.
package struct NameIndex: Sendable {
    /// The names as the list has them; nil where one has none.
    private let listed: [ExactText?]
    /// The places of those with a name, by name, and of one name in the order of the list.
    private let order: [Int]

    /// O(n log n).
    package init(_ names: [ExactText?]) {
        listed = names
        let named = names.indices.compactMap { place in names[place].map { (name: $0, place: place) } }
        order = named.sorted { ($0.name, $0.place) < ($1.name, $1.place) }.map { $0.place }
    }

    /// How many have a name.
    var count: Int { order.count }
    package var isEmpty: Bool { order.isEmpty }

    /// The names in the order of the list.
    package var names: [String] { listed.compactMap { $0?.text } }

    /// The first place of a name; nil where the list does not have it. O(log n).
    package func place(of name: ExactText) -> Int? {
        let found = found(name)
        return found < order.count && listed[order[found]] == name ? order[found] : nil
    }

    /// All places of a name, in their order. O(log n), and O(1) for each.
    func places(of name: ExactText) -> ArraySlice<Int> { order[found(name)...].prefix { listed[$0] == name } }

    private func found(_ name: ExactText) -> Int {
        partitionPoint(in: 0..<order.count) { (listed[order[$0]] ?? "") >= name }
    }

    /// The places of those whose name stands before them already, in the order of the list.
    package var repeated: [Int] {
        zip(order, order.dropFirst()).filter { listed[$0] == listed[$1] }.map { $1 }.sorted()
    }
}

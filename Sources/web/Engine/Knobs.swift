import PlayerModel
import Simulation

/// Every number of a scenario that may be another, with its place in the text, its unit and its range: a slider each.
struct Knobs {
    private struct Knob {
        let node: JSONNode
        let decimal: Decimal
        let unit: Unit
        let range: ClosedRange<Int64>
        let path: String
        let about: String
        /// How many steps lead to it from the group.
        let depth: Int
    }

    /// The knobs of one member of the scenario.
    private struct Group {
        let name: String
        private var knobs: [Knob] = []
        /// How many there are at each depth, with those that are not kept.
        private var counts: [Int] = []

        init(name: String) { self.name = name }

        var count: Int { counts.reduce(0, +) }

        /// Keeps no more than could ever be chosen.
        mutating func add(_ knob: Knob) {
            while counts.count <= knob.depth { counts.append(0) }
            counts[knob.depth] += 1
            if count(to: knob.depth) <= Knobs.most { knobs.append(knob) }
        }

        /// As many as there is room for, in their order: the fewer steps lead to one, the sooner it is among them.
        func chosen(_ room: Int) -> [Knob] {
            guard count > room else { return knobs }
            var depth = 0
            while count(to: depth) <= room { depth += 1 }
            var left = room - count(to: depth - 1)
            return knobs.filter { knob in
                guard knob.depth == depth else { return knob.depth < depth }
                left -= 1
                return left >= 0
            }
        }

        private func count(to depth: Int) -> Int { counts.prefix(depth + 1).reduce(0, +) }
    }

    private var groups: [Group] = []
    /// A text may have very many numbers, and a page no room for their sliders.
    private static let most = 200

    /// The most knobs of a group with which all groups have room.
    private var share: Int {
        var share = Self.most
        while groups.reduce(0, { $0 + min($1.count, share) }) > Self.most { share -= 1 }
        return share
    }

    static func write(_ text: String, _ writer: inout JSONWriter) {
        var knobs = Knobs()
        if let root = JSONNode(json: Array(text.utf8)) {
            knobs.walk(root, .object(ScenarioFormat.whole.shape), "", "", 0)
        }
        let share = knobs.share
        writer.array("knobs") { writer in
            for group in knobs.groups {
                for knob in group.chosen(share) { write(knob, &writer) }
            }
        }
        writer.array("left") { writer in
            for group in knobs.groups where group.count > share {
                writer.beginArray()
                writer.string(group.name)
                writer.integer(Int64(group.count - share))
                writer.endArray()
            }
        }
    }

    private mutating func walk(
        _ node: JSONNode, _ shape: Shape, _ path: String, _ about: String, _ depth: Int
    ) {
        guard let own = shape.fitting(node.value) else { return }
        switch (own, node.value) {
        case (.number(let unit, let range), .number(let decimal)):
            let knob = Knob(
                node: node, decimal: decimal, unit: unit, range: range, path: path, about: about, depth: depth)
            groups[groups.count - 1].add(knob)
        case (.list(let inner, _), .array(let elements)):
            for (index, element) in elements.enumerated() {
                walk(element, inner, "\(path).\(index)", about, depth + 1)
            }
        case (.object, .object(let members)), (.tagged, .object(let members)):
            let tag = { (tag: String) -> String? in
                guard case .string(let word)? = members.last(where: { $0.name == tag })?.value.value else {
                    return nil
                }
                return word
            }
            // What is expected of a run does not change it.
            for member in members where !(path.isEmpty && member.name == "expect") {
                guard let shape = own.member(member.name, tag: tag) else { continue }
                if path.isEmpty { groups.append(Group(name: member.name)) }
                let step = path.isEmpty ? member.name : "\(path).\(member.name)"
                walk(member.value, shape.shape, step, shape.about, depth + 1)
            }
        case (.text, _), (.flag, _), (.null, _), (.number, _), (.word, _), (.name, _), (.list, _), (.object, _),
            (.tagged, _), (.either, _), (.anything, _):
            break
        }
    }

    private static func write(_ knob: Knob, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("path", knob.path)
        writer.member("about", knob.about)
        writer.member("unit", knob.unit.symbol)
        writer.member("text", knob.decimal.text)
        writer.member("line", Int64(knob.node.place.line))
        writer.member("column", Int64(knob.node.place.column))
        writer.key("least")
        writer.decimal(knob.range.lowerBound, places: knob.unit.decimalPlaces)
        writer.key("most")
        writer.decimal(knob.range.upperBound, places: knob.unit.decimalPlaces)
        writer.member("places", Int64(knob.unit.decimalPlaces))
        writer.endObject()
    }
}

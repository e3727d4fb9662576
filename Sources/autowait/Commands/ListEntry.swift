import PlayerModel
import Simulation

/// One of the things that a list has: the lines for a person, and the members for programs.
struct ListEntry: Sendable {
    let name: String
    let about: String
    /// The heading of those that it belongs to; empty where all are of one kind.
    var group = ""
    /// How deep it is in those before it.
    var depth = 0
    let lines: [String]
    /// Writes the members besides name and about.
    let write: @Sendable (inout JSONWriter) -> Void

    init(
        name: String, about: String, lines: [String], write: @escaping @Sendable (inout JSONWriter) -> Void = { _ in }
    ) {
        self.name = name
        self.about = about
        self.lines = lines
        self.write = write
    }

    /// A rule with its parameters.
    init(_ name: String, _ about: String, _ parameters: [Parameter], in group: String = "") {
        let values = parameters.map { QuantityText.setting($0.value, $0.unit) }
        let width = values.reduce(8) { max($0, $1.unicodeScalars.count) }
        let rows = zip(parameters, values).map { parameter, value in
            "    \(NumberText.left(parameter.name + " ", 20))\(NumberText.left(value, width)) \(parameter.about)"
        }
        self.init(name: name, about: about, lines: [NumberText.left(name + " ", 20) + about] + rows) { writer in
            writer.objects("parameters", of: parameters, inline: true) { parameter, writer in
                writer.member("name", parameter.name)
                writer.member("about", parameter.about)
                writer.quantity("default", parameter.value, parameter.unit)
            }
        }
        self.group = group
    }

    /// A row of a shape. `path` has the names of those that it is in.
    private init(_ row: ShapeText.Row, path: [String], in group: String) {
        // A word that a key may be is no step on the way to what is in it.
        let keys = (path + [row.name]).filter { !$0.hasPrefix("\"") }
        self.init(name: row.name, about: row.about, lines: [row.line]) { writer in
            writer.member("path", keys.joined(separator: "."))
        }
        self.group = group
        depth = row.depth
    }

    static func rows(_ rows: [ShapeText.Row], in group: String = "") -> [ListEntry] {
        var path: [String] = []
        return rows.map { row in
            path = Array(path.prefix(row.depth))
            // The first row may be deep in what has no row of its own.
            while path.count < row.depth { path.append("\"") }
            defer { path.append(row.name) }
            return ListEntry(row, path: path, in: group)
        }
    }

    /// The entries that have a text in their lines, what is in those that have it in their names, and what all of
    /// them are in.
    static func filtered(_ entries: [ListEntry], by filter: String) -> [ListEntry] {
        let wanted = filter.lowercased()
        func has(_ text: String) -> Bool { text.lowercased().contains(wanted) }
        var isKept = entries.map { $0.lines.contains(where: has) }
        for (index, entry) in entries.enumerated() where has(entry.name) {
            for inner in entries.indices[(index + 1)...].prefix(while: { entries[$0].depth > entry.depth }) {
                isKept[inner] = true
            }
        }
        var depth = 0
        for index in entries.indices.reversed() {
            if isKept[index] {
                depth = entries[index].depth
            } else if entries[index].depth < depth {
                (isKept[index], depth) = (true, entries[index].depth)
            }
        }
        return zip(entries, isKept).filter { $0.1 }.map { $0.0 }
    }
}

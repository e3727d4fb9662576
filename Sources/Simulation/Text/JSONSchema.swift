import PlayerModel

/// A format as a JSON Schema (draft 2020-12), so that editors complete and check while one types.
/// It accepts what the shapes accept but for two things that a schema cannot say. A number may have more decimal
/// places than its unit keeps: `multipleOf` would say it, but those who implement it reckon in floating point and
/// find fault with 0.3 in steps of 0.1. And a name may stand twice in an object. Rules that are judged after the
/// shapes are not in it either, such as that phases that repeat all need a length: `autowait check` says it.
package enum JSONSchema {
    /// A shape that stands in several places, and is written once.
    struct Definition {
        let name: String
        let shape: Shape
        /// Where it stands first in the outline, and the number of its text there, by which it is known.
        let place: Int
        let text: Int
    }

    /// The beginning of every name of a dialect, and that of the one that is written.
    private static let dialects = "https://json-schema.org/"
    static let dialect = dialects + "draft/2020-12/schema"

    /// Some of these every scenario has at its first level, and no schema has any.
    private static let scenarioKeys = ["media", "players", "network", "player", "script", "expect"]

    /// Whether a text is a schema, by the dialect that it names. A scenario may name it in the place of its schema, by
    /// mistake, and is a scenario all the same: nobody would miss it among those that are tested.
    package static func isOne(_ bytes: [UInt8]) -> Bool {
        guard let root = JSONNode(json: bytes), let named = root.member("$schema")?.string else { return false }
        return named.utf8.starts(with: dialects.utf8) && !scenarioKeys.contains { root.member($0) != nil }
    }

    static func text(of object: Shape.ObjectShape, title: String) -> String {
        text(of: .object(object), title: title, about: object.about)
    }

    static func text(of shape: Shape, title: String, about: String) -> String {
        let outline = ShapeSchemaWriter.outline(of: shape)
        var writer = ShapeSchemaWriter(outline, definitions: definitions(in: outline))
        writer.document(shape, title: title, about: about)
        return writer.finish() + "\n"
    }

    /// Below this many bytes, writing a shape again is shorter or clearer than pointing to it.
    private static let leastDefinition = 160

    /// Shapes that stand in several places, in the order in which they are met first.
    private static func definitions(in outline: ShapeOutline) -> [Definition] {
        var met: [Int] = []
        var count: [Int: Int] = [:]
        var place = 0
        while place < outline.entries.count {
            let entry = outline.entries[place]
            let isMetAgain = entry.length >= leastDefinition && !entry.isPartOfName && count[entry.text] != nil
            if entry.length >= leastDefinition, !entry.isPartOfName {
                if !isMetAgain { met.append(place) }
                count[entry.text, default: 0] += 1
            }
            // The shapes inside what was met before are written once, with it.
            place += isMetAgain || entry.isPartOfName ? entry.size : 1
        }
        var result: [Definition] = []
        for place in met {
            let entry = outline.entries[place]
            guard count[entry.text] ?? 0 > 1 else { continue }
            let name = unused(entry.name, in: result)
            result.append(Definition(name: name, shape: entry.shape, place: place, text: entry.text))
        }
        return result
    }

    /// The name, or with a number behind it where another shape has the name.
    private static func unused(_ name: String, in definitions: [Definition]) -> String {
        var (candidate, number) = (name, 2)
        while definitions.contains(where: { $0.name == candidate }) {
            candidate = "\(name)_\(number)"
            number += 1
        }
        return candidate
    }
}

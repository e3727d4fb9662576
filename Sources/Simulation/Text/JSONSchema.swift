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
        /// The shape as it would be written out in full, by which it is known.
        let text: String
    }

    static func text(of shape: Shape, title: String, about: String) -> String {
        var writer = ShapeSchemaWriter(indented: true, definitions: definitions(in: shape))
        writer.document(shape, title: title, about: about)
        return writer.finish() + "\n"
    }

    /// Below this many bytes, writing a shape again is shorter or clearer than pointing to it.
    private static let leastDefinition = 160

    /// Shapes that stand in several places, in the order in which they are met first.
    private static func definitions(in shape: Shape) -> [Definition] {
        var met: [(definition: Definition, isRepeated: Bool)] = []
        func visit(_ shape: Shape, _ name: String) {
            let text = ShapeSchemaWriter.text(of: shape)
            if text.utf8.count >= leastDefinition {
                if let index = met.firstIndex(where: { $0.definition.text == text }) {
                    // The shapes inside it are written once, with it.
                    met[index].isRepeated = true
                    return
                }
                let ownName = if case .object(let object) = shape { object.name } else { name }
                met.append((Definition(name: ownName, shape: shape, text: text), false))
            }
            switch shape {
            case .text, .flag, .null, .anything, .number, .word, .name: break
            case .list(let element, _): visit(element, name)
            case .object(let object):
                for member in object.members { visit(member.shape, member.name) }
                if let others = object.others { visit(others, object.name) }
            case .tagged(_, let objects):
                for object in objects { for member in object.members { visit(member.shape, member.name) } }
            case .either(let shapes): for shape in shapes { visit(shape, name) }
            }
        }
        visit(shape, "")
        var result: [Definition] = []
        for (definition, isRepeated) in met where isRepeated {
            let name = unused(definition.name, in: result)
            result.append(Definition(name: name, shape: definition.shape, text: definition.text))
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

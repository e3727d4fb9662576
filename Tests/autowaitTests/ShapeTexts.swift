import PlayerModel

@testable import Simulation

/// JSON texts for a shape, right and wrong: every key, every word, every bound and what lies one step behind it.
enum ShapeTexts {
    /// A value of each type, one of which is wrong anywhere.
    private static let anything = ["null", "true", "0", "0.5", "\"x\"", "[]", "{}", "[null]", #"{"x":1}"#]
    /// A whole number that no `Int64` holds, and one that is far beyond all others.
    private static let huge = ["18446744073709551616", "-18446744073709551616", "1e400", "-1e400"]

    static func all(for shape: Shape) -> [String] {
        switch shape {
        case .text, .flag, .null, .anything: ["\"\""] + anything
        case .name(let words): words.map { quoted($0.name) } + [quoted(words[0].name + "x"), "\"\""] + anything
        case .number(let unit, let range): numbers(unit, range)
        case .word(let words): words.map { quoted($0.name) } + [quoted(words[0].name + "x"), "\"\""] + anything
        case .list(let element, let least):
            lists(element, least) + all(for: element).map { list([$0], of: element, least) } + anything
        case .object(let object): objects(object, tag: nil) + anything
        case .tagged(let tag, let shapes):
            objects(shapes[0], tag: tag) + shapes.dropFirst().flatMap { objects($0, tag: tag, as: shapes[0]) }
                + anything
                + ["null", "1", "\"\"", quoted(shapes[0].name + "x"), quoted(kelvin(shapes[0].name))].map {
                    object([(tag, $0)])
                }
        case .either(let shapes): shapes.flatMap { all(for: $0) }
        }
    }

    /// All for one key of an object that is not tagged.
    static func all(for object: Shape.ObjectShape, key: String) -> [String] {
        objects(
            .init(object.name, object.about, object.members.filter { $0.name == key || $0.isRequired }), tag: nil)
    }

    /// One that is right.
    static func sample(of shape: Shape) -> String {
        switch shape {
        case .text, .name: "\"a\""
        case .flag: "false"
        case .null, .anything: "null"
        case .number(let unit, let range): number(Int128(range.lowerBound), unit)
        case .word(let words): quoted(words[0].name)
        case .list(let element, let least): list([], of: element, least)
        case .object(let shape): object(required(shape))
        case .tagged(let tag, let shapes): object([(tag, quoted(shapes[0].name))] + required(shapes[0]))
        case .either(let shapes): sample(of: shapes[0])
        }
    }

    /// Those that differ in the value itself, not in what is within.
    static func shallow(for shape: Shape) -> [String] {
        switch shape {
        case .text, .flag, .null, .anything, .number, .word, .name: all(for: shape)
        case .list(let element, let least): lists(element, least) + anything
        case .object, .tagged: [sample(of: shape)] + anything
        case .either(let shapes): shapes.flatMap { shallow(for: $0) }
        }
    }

    static func quoted(_ text: String) -> String {
        var writer = JSONWriter(indented: false)
        writer.string(text)
        return writer.finish()
    }

    static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(quoted($0.0)):\($0.1)" }.joined(separator: ",") + "}"
    }

    // MARK: Numbers

    private static func numbers(_ unit: Unit, _ range: ClosedRange<Int64>) -> [String] {
        let (least, most) = (Int128(range.lowerBound), Int128(range.upperBound))
        let middle = least + (most - least) / 2
        let values = [least - 1, least, least + 1, middle, most - 1, most, most + 1, -most, 0, -1, most * 10]
        return values.map { number($0, unit) } + huge + ["1e0", "-0", "2.50e1", "1E-1"] + anything
    }

    /// A number of base units in its unit, exactly, and with all its places.
    private static func number(_ value: Int128, _ unit: Unit) -> String {
        let places = Int(unit.decimalPlaces)
        guard places > 0 else { return String(value) }
        let digits = String(value.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return (value < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
    }

    // MARK: Lists and objects

    private static func lists(_ element: Shape, _ least: Int) -> [String] {
        let element = sample(of: element)
        return [least - 1, least, least + 1].filter { $0 >= 0 }.map {
            "[" + Array(repeating: element, count: $0).joined(separator: ",") + "]"
        }
    }

    private static func list(_ elements: [String], of element: Shape, _ least: Int) -> String {
        let missing = max(0, least - elements.count)
        return "[" + (elements + Array(repeating: sample(of: element), count: missing)).joined(separator: ",") + "]"
    }

    private static func required(_ shape: Shape.ObjectShape) -> [(String, String)] {
        shape.members.filter { $0.isRequired }.map { ($0.name, sample(of: $0.shape)) }
    }

    /// Of a key that has keys of its own and that `other` has too, what is within is tried there, and not again.
    private static func objects(
        _ shape: Shape.ObjectShape, tag: String?, as other: Shape.ObjectShape? = nil
    ) -> [String] {
        let base = (tag.map { [($0, quoted(shape.name))] } ?? []) + required(shape)
        var texts = [object(base), object(base + [("zzz", "1")]), object(base + [("", "null")])]
        for index in base.indices {
            var less = base
            less.remove(at: index)
            texts.append(object(less))
        }
        for member in shape.members {
            let rest = base.filter { $0.0 != member.name }
            let good = sample(of: member.shape)
            for name in [member.name.uppercased(), member.name + "_s", kelvin(member.name)] {
                texts.append(object(rest + [(name, good)]))
            }
            var isKnown = false
            if case .object(let own) = member.shape,
                let known = other?.members.first(where: { $0.name == member.name }),
                case .object(let theirs) = known.shape
            {
                isKnown = own.name == theirs.name
            }
            let values = isKnown ? shallow(for: member.shape) : all(for: member.shape)
            texts += values.map { object(rest + [(member.name, $0)]) }
        }
        return texts
    }

    /// With the kelvin sign for every K: another text, though Swift finds it equal.
    private static func kelvin(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "K" ? "\u{212A}" : $0 }))
    }
}

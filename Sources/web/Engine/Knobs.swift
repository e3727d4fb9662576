import PlayerModel
import Simulation

/// Every number of a scenario that may be another, with its place in the text, its unit and its range: a slider each.
struct Knobs {
    private var writer: JSONWriter
    private var count = 0
    /// A text may have very many numbers, and a page no room for their sliders.
    private static let most = 200

    static func write(_ text: String, _ writer: inout JSONWriter) {
        var knobs = Knobs(writer: writer)
        knobs.writer.key("knobs")
        knobs.writer.beginArray()
        let read = try? JSONReader.read(Array(text.utf8), source: 0)
        if let root = read?.root { knobs.walk(root, .object(ScenarioFormat.whole.shape), "", "") }
        knobs.writer.endArray()
        writer = knobs.writer
    }

    private init(writer: JSONWriter) { self.writer = writer }

    private mutating func walk(_ node: JSONNode, _ shape: Shape, _ path: String, _ about: String) {
        guard count < Self.most, let own = shape.fitting(node.value) else { return }
        switch (own, node.value) {
        case (.number(let unit, let range), .number(let decimal)): add(node, decimal, unit, range, path, about)
        case (.list(let inner, _), .array(let elements)):
            for (index, element) in elements.enumerated() { walk(element, inner, "\(path).\(index)", about) }
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
                walk(member.value, shape.shape, path.isEmpty ? member.name : "\(path).\(member.name)", shape.about)
            }
        case (.text, _), (.flag, _), (.null, _), (.number, _), (.word, _), (.name, _), (.list, _), (.object, _),
            (.tagged, _), (.either, _), (.anything, _):
            break
        }
    }

    private mutating func add(
        _ node: JSONNode, _ decimal: Decimal, _ unit: Unit, _ range: ClosedRange<Int64>, _ path: String,
        _ about: String
    ) {
        count += 1
        writer.beginObject()
        writer.member("path", path)
        writer.member("about", about)
        writer.member("unit", unit.symbol)
        writer.member("text", decimal.text)
        writer.member("line", Int64(node.place.line))
        writer.member("column", Int64(node.place.column))
        writer.key("least")
        writer.decimal(range.lowerBound, places: unit.decimalPlaces)
        writer.key("most")
        writer.decimal(range.upperBound, places: unit.decimalPlaces)
        writer.member("places", Int64(unit.decimalPlaces))
        writer.endObject()
    }
}

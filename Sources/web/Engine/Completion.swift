import PlayerModel
import Simulation

/// The words that may stand where a text ends, from the same shape that files are checked against: names of members
/// with what they are for, and values.
///
/// The text is what stands before the caret, and need not be JSON: brackets and strings are all that is looked at.
struct Completion {
    private struct Level {
        let isObject: Bool
        /// The name of the member whose value is to come, or is being written.
        var name = ""
        var isAfterColon = false
        var known: [(name: String, value: String)] = []
    }

    private var levels: [Level] = []
    /// The string that is open at the caret; nil where none is.
    private var open: String?

    static func write(_ text: String, _ writer: inout JSONWriter) {
        let completion = Completion(text)
        let (shape, level) = completion.shape
        writer.member("prefix", completion.open ?? "")
        writer.member("isOpen", completion.open != nil)
        let isName = level.isObject && !level.isAfterColon
        writer.member("isName", isName)
        if level.isObject, level.isAfterColon, let member = shape.member(level.name, level.known) {
            writer.member("about", "\(member.name): \(member.about)")
        }
        writer.array("items") { writer in
            let members = isName ? shape.members { tag in level.known.first { $0.name == tag }?.value } : []
            var said = level.known.map { $0.name }
            for member in members where !said.contains(member.name) {
                said.append(member.name)
                item(member.name, member.about, isBare: false, &writer)
            }
            if !isName {
                let value = level.isObject ? shape.member(level.name, level.known)?.shape : shape.element
                let isBare = value?.words.first?.name == "true"
                for word in value?.words ?? [] { item(word.name, word.about, isBare: isBare, &writer) }
            }
        }
    }

    private static func item(_ name: String, _ about: String, isBare: Bool, _ writer: inout JSONWriter) {
        writer.beginArray()
        writer.string(name)
        writer.string(about)
        writer.bool(isBare)
        writer.endArray()
    }

    private init(_ text: String) {
        var string: [UInt8]?
        var isEscaped = false
        for byte in text.utf8 {
            if string != nil {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    end(String(decoding: string ?? [], as: UTF8.self))
                    string = nil
                    continue
                }
                // In place: with a copy for each of its letters a long string took seconds.
                string?.append(byte)
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): string = []
            case UInt8(ascii: "{"): levels.append(Level(isObject: true))
            case UInt8(ascii: "["): levels.append(Level(isObject: false))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): if !levels.isEmpty { levels.removeLast() }
            case UInt8(ascii: ":"): if !levels.isEmpty { levels[levels.count - 1].isAfterColon = true }
            case UInt8(ascii: ","): if !levels.isEmpty { levels[levels.count - 1].isAfterColon = false }
            case _: break
            }
        }
        open = string.map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func end(_ string: String) {
        guard let level = levels.last, level.isObject else { return }
        if level.isAfterColon {
            levels[levels.count - 1].known.append((level.name, string))
        } else {
            levels[levels.count - 1].name = string
        }
    }

    /// The shape that the innermost level has.
    private var shape: (Shape, Level) {
        var shape = Shape.object(ScenarioFormat.whole.shape)
        guard let last = levels.last else { return (.null, Level(isObject: false)) }
        for (level, next) in zip(levels, levels.dropFirst()) {
            let inner = level.isObject ? shape.member(level.name, level.known)?.shape : shape.element
            guard let inner, let own = inner.of(isObject: next.isObject) else { return (.null, last) }
            shape = own
        }
        return (shape, last)
    }
}

extension Shape {
    /// The member that a value is written for.
    fileprivate func member(_ name: String, _ known: [(name: String, value: String)]) -> Member? {
        member(name) { tag in known.first { $0.name == tag }?.value }
    }

    /// The object or list among several shapes.
    fileprivate func of(isObject: Bool) -> Shape? {
        switch self {
        case .either(let shapes): shapes.lazy.compactMap { $0.of(isObject: isObject) }.first
        case .object, .tagged: isObject ? self : nil
        case .list: isObject ? nil : self
        case .text, .flag, .null, .anything, .number, .word, .name: nil
        }
    }
}

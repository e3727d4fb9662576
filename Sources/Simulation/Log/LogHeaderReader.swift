import PlayerModel

/// Reading of the first line of a log.
extension LogHeader {
    /// The header of a document that is said to be a log. `digest` is the digest that it contains.
    static func read(_ root: JSONNode) throws(RunLogError) -> (header: LogHeader, digest: String) {
        var reader = HeaderReader(root)
        let version = reader.number("version")
        // In a version that is not known, no other member is known.
        if reader.problem == nil, version != LogHeader.version {
            throw RunLogError(.unknownVersion(version), at: root.member("version")?.place ?? root.place)
        }
        let seed = reader.number("seed")
        if seed < 0 { throw .header("'seed' is below 0", root.member("seed")?.place ?? root.place) }
        let header = LogHeader(
            model: reader.number("model"), seed: UInt64(max(0, seed)), file: reader.string("file"),
            text: reader.content(), settings: reader.strings("set"), files: reader.files(),
            rules: reader.strings("rules"))
        let digest = reader.string("digest")
        _ = reader.string("format")
        reader.finish()
        if let problem = reader.problem { throw problem }
        return (header, digest)
    }
}

/// Takes members from an object, and remembers the first fault.
private struct HeaderReader {
    private let node: JSONNode
    private var taken: [String] = []
    private(set) var problem: RunLogError?

    init(_ node: JSONNode) { self.node = node }

    mutating func number(_ name: String) -> Int64 {
        guard let member = take(name) else { return 0 }
        return member.number(.count) ?? fail(0, "'\(name)' is no whole number", member.place)
    }

    mutating func string(_ name: String) -> String {
        guard let member = take(name) else { return "" }
        return member.string ?? fail("", "'\(name)' is no string", member.place)
    }

    mutating func strings(_ name: String) -> [String] {
        list(name).map { $0.string ?? fail("", "in '\(name)' there is something that is no string", $0.place) }
    }

    /// The bytes under `text` or `hex`.
    mutating func content() -> [UInt8] {
        guard node.member("hex") != nil else { return Array(string("text").utf8) }
        let digits = Array(string("hex").utf8)
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count - 1, by: 2) {
            guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { break }
            bytes.append(high << 4 | low)
        }
        if bytes.count * 2 != digits.count { return fail([], "'hex' is not in hexadecimal digits", node.place) }
        return bytes
    }

    mutating func files() -> [RecordedFile] {
        objects("files") { file in
            let word = file.string("kind")
            let kind = WantedFile.Kind(rawValue: word)
            return RecordedFile(
                kind ?? file.fail(.trace, "'\(word)' is no kind of file", file.node.place), path: file.string("path"),
                contents: file.objects("contents") {
                    RecordedFile.Content(path: $0.string("path"), bytes: $0.content())
                }, sizes: file.sizes())
        }
    }

    private mutating func sizes() -> [RecordedFile.Size] {
        list("sizes").map { size in
            guard size.elements.count == 2, let path = size.elements[0].string,
                let bytes = size.elements[1].number(.count), bytes >= 0
            else { return fail(.init(path: "", bytes: 0), "a size is a path and a number of bytes", size.place) }
            return RecordedFile.Size(path: path, bytes: bytes)
        }
    }

    /// The values of a list of objects, from each of which `read` takes every member.
    private mutating func objects<Value>(_ name: String, _ read: (inout HeaderReader) -> Value) -> [Value] {
        list(name).map { node in
            var reader = HeaderReader(node)
            let value = read(&reader)
            reader.finish()
            problem = problem ?? reader.problem
            return value
        }
    }

    mutating func finish() {
        for member in node.members where !taken.contains(member.name) {
            let hint = NearMiss.hint(member.name, among: taken)
            return fail((), "'\(member.name)' is no key of a log\(hint)", member.namePlace)
        }
    }

    private mutating func list(_ name: String) -> [JSONNode] {
        guard let member = take(name) else { return [] }
        guard case .array(let elements) = member.value else { return fail([], "'\(name)' is no list", member.place) }
        return elements
    }

    private mutating func take(_ name: String) -> JSONNode? {
        taken.append(name)
        return node.member(name) ?? fail(nil, "'\(name)' is missing", node.place)
    }

    private mutating func fail<Value>(_ value: Value, _ message: String, _ place: Place) -> Value {
        problem = problem ?? .header(message, place)
        return value
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

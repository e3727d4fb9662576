import Testing

@testable import Simulation

private func read(_ text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONDocument {
    try JSONReader.read(Array(text.utf8), source: 7, limits: limits)
}

private func failure(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) -> JSONError? {
    do {
        _ = try JSONReader.read(bytes, source: 7, limits: limits)
        return nil
    } catch {
        return error
    }
}

private func at(_ line: Int32, _ column: Int32) -> Place {
    Place(source: 7, line: line, column: column)
}

/// Writes a tree back, so that tests can say in one line what was read; three members stand on one line.
private func write(_ node: JSONNode, to writer: inout JSONWriter) {
    switch node.value {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let value): writer.decimal(value)
    case .hugeNumber(let text): writer.string("huge " + text)
    case .string(let text): writer.string(text)
    case .array(let items):
        writer.beginArray(inline: items.count == 3)
        for item in items { write(item, to: &writer) }
        writer.endArray()
    case .object(let members):
        writer.beginObject(inline: members.count == 3)
        for member in members {
            writer.key(member.name)
            write(member.value, to: &writer)
        }
        writer.endObject()
    }
}

private func written(_ node: JSONNode, indented: Bool = false) -> String {
    var writer = JSONWriter(indented: indented)
    write(node, to: &writer)
    return writer.finish()
}

/// SplitMix64: the tests see the same trees and mutations on every run.
private struct Randomness {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }

    mutating func text() -> String {
        let palette: [Unicode.Scalar] = [
            "a", "Z", "0", " ", "\"", "\\", "/", "\u{0}", "\u{8}", "\t", "\n", "\u{C}", "\r", "\u{1B}", "\u{1F}",
            "\u{7F}", "\u{80}", "é", "\u{301}", "\u{7FF}", "\u{800}", "\u{2028}", "\u{FEFF}", "😀", "\u{10FFFF}",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<below(8) { text.append(palette[below(palette.count)]) }
        return String(text)
    }

    mutating func number() -> Decimal {
        let digits = Int64(truncatingIfNeeded: below(Int.max)) >> Int64(below(63))
        let exponents: [Int32] = [0, 0, 0, 3, -1, -3, -9, -18, -19, 21, 30, -300, 300]
        return Decimal(significand: below(2) == 0 ? digits : -digits, exponent: exponents[below(exponents.count)])
    }

    mutating func tree(depth: Int) -> JSONNode {
        let value: JSONNode.Value
        switch below(depth > 0 ? 7 : 4) {
        case 0: value = .null
        case 1: value = .bool(below(2) == 0)
        case 2: value = .number(number())
        case 3: value = .string(text())
        case 4, 5: value = .array((0..<below(5)).map { _ in tree(depth: depth - 1) })
        default: value = .object((0..<below(5)).map { _ in member(depth: depth - 1) })
        }
        return JSONNode(value: value, place: at(1, 1))
    }

    mutating func member(depth: Int) -> JSONMember {
        JSONMember(name: text(), namePlace: at(1, 1), value: tree(depth: depth))
    }
}

private func isSame(_ left: JSONNode, _ right: JSONNode) -> Bool {
    switch (left.value, right.value) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a.elementsEqual(b, by: isSame)
    case (.object(let a), .object(let b)):
        a.elementsEqual(b) { $0.name.utf8.elementsEqual($1.name.utf8) && isSame($0.value, $1.value) }
    default: false
    }
}

/// The texts that cause each error; the mark ▲ is not part of a text, it stands where the error must be.
private let rejected: [(JSONError.Kind, [String])] = [
    (.empty, ["▲", " \n ▲"]),
    (.byteOrderMark, ["▲\u{FEFF}{}"]),
    (.form(.packed(.zip)), ["▲PK\u{3}\u{4}{}"]),
    (.missingComma, ["[1▲ 2]", "[1▲\n2]", "[1▲:2]", #"["a"▲;"b"]"#, #"{"a":1▲ "b":2}"#, "[[]▲ {}]"]),
    (.missingColon, [#"{"a"▲ 1}"#, #"{"a"▲}"#, #"{"a"▲ = 1}"#, #"{"a"▲,"b"}"#]),
    (.missingValue, [#"{"a":▲}"#, #"{"a":▲:1}"#, "[▲,1]", "[1,▲,2]", "▲]", "▲,", "[▲@]", "[▲`a`]", "▲/", "[▲/ 1]"]),
    (.missingName, ["{▲,}", "{▲{}}", #"{"a":1,▲,}"#, "{▲:1}"]),
    (.trailingComma, ["[1▲,]", "{\"a\":1▲,\n}", "[1▲,}"]),
    (.textAfterValue, ["1 ▲2", "{}▲{}", "[1]▲]", #""a" ▲"b""#, "null▲,", "1 ▲/"]),
    (.unclosed("]"), ["▲[", "\n ▲[1", "▲[1,", "[[],▲["]),
    (.unclosed("}"), ["▲{", #"[▲{"a""#, #"▲{"a":"#, #"▲{"a":[]"#, #"▲{"a":1,"#]),
    (.wrongBracket(expected: "]", opened: at(1, 1)), ["[1▲}", "[▲}"]),
    (.wrongBracket(expected: "}", opened: at(1, 2)), [#"[{"a":[1]▲]"#, "[{▲]"]),
    (.comment, ["▲// a\n1", "[1, ▲/* a */ 2]", "1 ▲# a", "{\"a\" ▲// b\n:1}"]),
    (.singleQuote, ["{▲'a':1}", "[▲'a']"]),
    (.curlyQuote, ["[▲“a”]", "{▲‘a’:1}", "[▲„a“]"]),
    (.unquotedName("b-2"), ["{▲b-2:1}", "{\"é\":1,\n ▲b-2 : 1}"]),
    (.unquotedName("größe"), ["{▲größe:1}"]),
    (.unquotedName("1"), ["{▲1:2}"]),
    (.unknownWord("True"), ["▲True", "[▲True]"]),
    (.unknownWord("-Infinity"), ["▲-Infinity", "[1,▲-Infinity]"]),
    (.unknownWord("nulll"), ["▲nulll"]),
    (.unknownWord("öl"), ["[▲öl]"]),
    (.unexpectedCharacter("字"), ["▲字", #"{"a":1 ▲字"#]),
    (.unexpectedCharacter("\u{A0}"), ["[1▲\u{A0}]", "▲\u{A0}"]),
    (.unexpectedCharacter("\u{C}"), ["[▲\u{C}]", "1▲\u{C}"]),
    (.unexpectedCharacter("\u{0}"), ["▲\u{0}", "[1▲\u{0}]"]),
    (.unexpectedCharacter("\u{FEFF}"), ["[▲\u{FEFF}]"]),
    (.leadingZero, ["▲01", "[▲-00]", "▲00.5"]),
    (.plusSign, ["▲+1", "[▲+]"]),
    (.missingDigitBeforePoint, ["▲.5", "[▲.]"]),
    (.missingDigit(after: "-"), ["-▲", "-▲.5", "[-▲a]", "-▲-1"]),
    (.missingDigit(after: "."), ["1.▲", "[1.▲e5]"]),
    (.missingDigit(after: "e"), ["1e▲", "1E+▲", "1e-▲x", "1e+▲-1", "1e▲.5"]),
    (.numberSuffix("x1F", of: "0x1F"), ["0▲x1F"]),
    (.numberSuffix("ms", of: "5ms"), ["[5▲ms]"]),
    (.numberSuffix("ms", of: "1.5e3ms"), ["1.5e3▲ms"]),
    (.numberSuffix("_000", of: "1_000"), ["1▲_000"]),
    (.numberSuffix(".3", of: "1.2.3"), ["1.2▲.3"]),
    (.numberSuffix(".3", of: "1e2.3"), ["1e2▲.3"]),
    (.comma(meant: ["1.5"]), [#"{"a":▲1,5}"#, #"{"b":[0,1],"a":▲1, 5,"c":2}"#]),
    (.unquotedName("5"), [#"{"a":1.5,▲5}"#, #"{"a":"1",▲5}"#]),
    (.unquotedName("5s"), [#"{"a":1,▲5s}"#]),
    (.unterminatedString, [#"▲""#, "[\n ▲\"abc]", #"▲"a\""#, #"▲"a\"#, "[▲\"a\n\"]", "▲\"a\r\"", #"{▲"a: 1}"#]),
    (.controlCharacter("\t"), ["\"é▲\tb\""]),
    (.controlCharacter("\u{0}"), ["\"▲\u{0}\""]),
    (.controlCharacter("\u{1F}"), ["\"▲\u{1F}\""]),
    (.unknownEscape("U"), [#""C:▲\Users""#]),
    (.unknownEscape("'"), [#""▲\'""#]),
    (.unknownEscape("é"), [#""▲\é""#]),
    (.unknownEscape("\n"), ["\"▲\\\n\""]),
    (.badUnicodeEscape, [#""▲\u12""#, #""a▲\u12G4""#, #""▲\u+123""#, #""▲\u{41}""#, #""▲\u"#, #""\uD800▲\u1""#]),
    (.loneSurrogate(0xD800), [#""▲\uD800""#, #""▲\uD800\n""#, #""▲\uD800\uD800\uDC00""#, #""▲\uD800\u0041""#]),
    (.loneSurrogate(0xDFFF), [#""é▲\uDFFF\uD800""#, #""▲\udfff"#]),
]

/// Stray continuation bytes, overlong forms, encoded surrogates, beyond U+10FFFF, sequences cut short.
private let invalidUTF8: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
    [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
    [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
]

@Suite struct JSONReading {
    @Test(arguments: [
        ("null", "null"), ("true", "true"), ("false", "false"), ("\"\"", "\"\""), ("[]", "[]"), ("{}", "{}"),
        (" \t\r\n[ \t\r\n] \t\r\n", "[]"), ("{ \n}", "{}"), ("[ 1 ,2\t,\r3\n]", "[1,2,3]"),
        ("[[[]],[{}]]", "[[[]],[{}]]"), ("{\"a\":1,\"b\":[true]}", "{\"a\":1,\"b\":[true]}"),
        ("{ \"a\" : { \"b\" : null } }", "{\"a\":{\"b\":null}}"), ("{\"\":0}", "{\"\":0}"),
        (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#), (#""\u0000\u001f\u001F""#, #""\u0000\u001F\u001F""#),
        (#""\u00e9\u00E9é""#, "\"ééé\""), (#""\uD83D\uDE00""#, "\"😀\""), (#""\udbff\udfff""#, "\"\u{10FFFF}\""),
        (#""\ud800\udc00""#, "\"\u{10000}\""), (#""\uFFFF\uFEFF\u2028""#, "\"\u{FFFF}\u{FEFF}\u{2028}\""),
        (#""\uD7FF\uE000""#, "\"\u{D7FF}\u{E000}\""), ("\"\u{7F}\u{80}\u{7FF}\"", #""\u007F\u0080߿""#),
        (#""\\u0041""#, #""\\u0041""#), ("\"// # /* , ] }\"", "\"// # /* , ] }\""), ("\"'\"", "\"'\""),
        ("[0,-0,0.0,-0e5,0e999,0E-999]", "[0,0,0,0,0,0]"), ("[1E+3,1e-5,1.50]", "[1000,0.00001,1.5]"),
    ])
    func accepts(_ text: String, _ expected: String) throws {
        #expect(try written(read(text).root) == expected)
    }

    @Test(arguments: rejected)
    func rejects(_ kind: JSONError.Kind, _ texts: [String]) {
        for text in texts {
            let before = text.unicodeScalars.prefix { $0 != "▲" }
            let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
            let place = at(Int32(lines.count), Int32(lines[lines.count - 1].count + 1))
            let bytes = Array(String(text.unicodeScalars.filter { $0 != "▲" }).utf8)
            #expect(failure(bytes) == JSONError(kind: kind, place: place), "\(text)")
        }
    }

    @Test(arguments: invalidUTF8)
    func rejectsInvalidUTF8(_ sequence: [UInt8]) {
        func text(_ before: String, _ after: String) -> [UInt8] { Array(before.utf8) + sequence + Array(after.utf8) }
        #expect(failure(text("[\"é😀", "\"]")) == JSONError(kind: .invalidUTF8, place: at(1, 5)))
        #expect(failure(text("\"", "")) == JSONError(kind: .invalidUTF8, place: at(1, 2)))
        #expect(failure(text("\"\\", "\"")) == JSONError(kind: .invalidUTF8, place: at(1, 3)))
        for before in ["[", "[1", "{", "{\"\"", "{\"\":", "1 "] {
            #expect(
                failure(text(before, "\"")) == JSONError(kind: .invalidUTF8, place: at(1, Int32(before.count + 1))))
        }
    }

    @Test func rejectsUTF16() {
        let error = JSONError(kind: .form(.utf16), place: at(1, 1))
        #expect(failure([0xFF, 0xFE, 0x7B, 0x00]) == error && failure([0xFE, 0xFF, 0x00, 0x7B]) == error)
    }

    @Test func countsLinesAndScalars() throws {
        let root = try read("\r\n[\r\"é😀\", 1,\n\n  {\"e\u{301}\": \"\\n\", \"b\" : []}]").root
        guard case .array(let items) = root.value, case .object(let members) = items[2].value else {
            Issue.record("the tree has another shape")
            return
        }
        #expect(root.place == at(2, 1))
        #expect(items.map(\.place) == [at(3, 1), at(3, 7), at(5, 3)])
        #expect(members.map(\.namePlace) == [at(5, 4), at(5, 16)])
        #expect(members.map(\.value.place) == [at(5, 10), at(5, 22)])
    }

    @Test func reportsDuplicatesAndReadsOn() throws {
        let document = try read("{\"b\":1,\"a\":{\"x\":1,\"\\u0078\":2},\n\"b\":3,\"\":4,\"b\":5,\"\":6}")
        #expect(document.duplicates.map(\.name) == ["x", "b", "b", ""])
        #expect(document.duplicates.map(\.place) == [at(1, 19), at(2, 1), at(2, 12), at(2, 18)])
        #expect(document.duplicates.map(\.firstPlace) == [at(1, 13), at(1, 2), at(1, 2), at(2, 7)])
        #expect(written(document.root) == "{\"b\":1,\"a\":{\"x\":1,\"x\":2},\"b\":3,\"\":4,\"b\":5,\"\":6}")
        // The same to a reader's eye, but not the same scalars.
        #expect(try read("[{\"é\":1,\"e\u{301}\":2},{\"é\":1}]").duplicates.isEmpty)
    }

    @Test func findsDuplicatesInLargeObjects() throws {
        let names = (0..<2000).map { "\"\($0 * 7919 % 2000)\":0" }.joined(separator: ",")
        #expect(try read("{\(names)}").duplicates.isEmpty)
        #expect(try read("{\(names),\(names)}").duplicates.count == 2000)
    }

    @Test func keepsToItsLimits() throws {
        let limits = JSONLimits(maxBytes: 20, maxDepth: 3, maxNodes: 5)
        #expect(try written(read("[[[1]],2]           ", limits: limits).root) == "[[[1]],2]")
        for (text, kind, place): (String, JSONError.Kind, Place) in [
            (String(repeating: " ", count: 21), .tooManyBytes(limit: 20), at(1, 1)),
            ("[[],[{\"a\":[]}]]", .tooDeep(limit: 3), at(1, 11)),
            ("[1,2,3,4,\n5]", .tooManyNodes(limit: 5), at(2, 1)),
        ] {
            #expect(failure(Array(text.utf8), limits: limits) == JSONError(kind: kind, place: place))
        }
    }

    @Test func survivesHostileTexts() throws {
        let brackets = failure([UInt8](repeating: 0x5B, count: 16 << 20))
        #expect(brackets == JSONError(kind: .tooDeep(limit: 64), place: at(1, 65)))
        let nested = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(try written(read(nested).root) == nested)
        let digits = String(repeating: "9", count: 100_000)
        for number in [digits, "-" + digits, "0." + digits, "1e" + digits, "1e-" + digits, digits + "e-" + digits] {
            #expect(try written(read(number).root) == "\"huge \(number.prefix(40))\"")
        }
        let zeros = String(repeating: "0", count: 100_000)
        #expect(
            try written(read("[0.\(zeros),0e\(digits),1\(zeros)e-100000,0.\(zeros)1e100001]").root) == "[0,0,1,1]")
        let word = failure(Array(repeating: 0x61, count: 100_000))
        #expect(word?.kind == .unknownWord(String(repeating: "a", count: 40)))
    }

    @Test func mutatedTextsNeverTrap() {
        let seeds = [
            #"{"about": "é😀\uD83D\uDE00\n", "rates": [1.5e3, -0, 1e-5], "deep": [[{"a": null}], true, false]}"#,
            "\r\n{\n  \"a\": [\n    \"\\u00e9\",\n    12.50\n  ],\n  \"a\": {}\n}\n",
        ].map { Array($0.utf8) }
        let tokens = #"" \ \u \n { } [ ] , : - + 0 1 . e / # ' D8 “ true"#.split(separator: " ")
        var random = Randomness(state: 1)
        for round in 0..<4000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0...random.below(4) {
                let index = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[index] = UInt8(random.below(256))
                case 1: bytes.removeSubrange(index..<min(bytes.count, index + 3))
                default: bytes.insert(contentsOf: tokens[random.below(tokens.count)].utf8, at: index)
                }
            }
            let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
            if let place = failure(bytes)?.place {
                #expect(place.source == 7 && 1...lines ~= Int(place.line) && 1...bytes.count + 1 ~= Int(place.column))
            }
        }
    }
}

@Suite struct JSONMessages {
    @Test(arguments: [
        ("[1,]", "nothing follows this comma; remove it"), ("#", "JSON has no comments; use \"about\" for words"),
        ("{a:1}", "names are in double quotes; write \"a\""), ("[True]", "JSON has no True; write true"),
        ("None", "JSON has no None; write null"), ("-Infinity", "JSON has no -Infinity; write a number, or null"),
        ("yes", "yes is not a JSON value; write text in double quotes"),
        ("[1", "this is never closed; a ] is missing"),
        ("\n[1}", "write ] here, to close what was opened on line 2, column 1"),
        ("\"\t\"", "a tab in a string is written \\t"), ("\"\u{7}\"", "U+0007 in a string is written \\u0007"),
        ("\"\\q\"", "there is no \\q; write \\\\ for a backslash"),
        ("[\u{A0}]", "U+00A0 means nothing outside of double quotes"), ("1.", "a digit is missing after ."),
        ("5s", "s does not belong to a number; write decimal digits alone, without a unit"),
        ("\"\\udc00\"", "\\uDC00 is half a character; write the character itself"),
    ])
    func say(_ text: String, _ message: String) {
        #expect(failure(Array(text.utf8))?.message == message)
    }
}

@Suite struct JSONWriting {
    private let text = #"{"":[],"nested":[{},{"a":true,"b":[null,"é\u0001"],"c":{}}],"numbers":[1,-2.5,0],"last":{}}"#

    @Test func packsAndIndents() throws {
        let expected = """
            {
              "": [],
              "nested": [
                {},
                {"a": true, "b": [null, "é\\u0001"], "c": {}}
              ],
              "numbers": [1, -2.5, 0],
              "last": {}
            }
            """
        #expect(try written(read(text).root) == text)
        #expect(try written(read(text).root, indented: true) == expected)
    }

    @Test(
        "of a log a surrogate without the other one is U+FFFD, and what stands beside it is as it is",
        arguments: [
            (#""a\uD800b""#, "a\u{FFFD}b", "\\uD800 is half a character; U"), (#""\uD83D\uDE00""#, "😀", nil),
            (#""\uD800\n\udfff""#, "\u{FFFD}\n\u{FFFD}", "\\uD800 is half a character, and so are 1 behind it; U"),
            (#""\uD800\uD800\uDC00""#, "\u{FFFD}\u{10000}", "\\uD800 is half a character; U"),
            (#""\uDFFF\u0041""#, "\u{FFFD}A", "\\uDFFF is half a character; U"),
        ] as [(String, String, String?)])
    func halves(text: String, string: String, words: String?) throws {
        let document = try JSONReader.read(Array(text.utf8), source: 7, ofLog: true)
        #expect(document.root.string?.unicodeScalars.elementsEqual(string.unicodeScalars) == true)
        #expect(document.halves.map { $0.message.hasPrefix(words ?? "none") } ?? (words == nil))
    }

    @Test(arguments: [("0", 5), ("-12", -125)] as [(String, Int64)])
    func `of a log a number may have any number of decimals`(whole: String, tenths: Int64) {
        #expect(LooseNumber.read("\(whole).5" + String(repeating: "1", count: 55), places: 1) == .value(tenths))
    }

    @Test("whatever must be escaped is, wherever it stands in a string")
    func escapesAnywhere() {
        let short: [UInt8: String] = [
            8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 0x22: "\\\"", 0x5C: "\\\\",
        ]
        for byte in UInt8.min...UInt8.max {
            let letter = String(Unicode.Scalar(byte))
            let isControl = byte < 0x20 || 0x7F..<0xA0 ~= byte
            let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            let written = short[byte] ?? (isControl ? "\\u00\(digits)" : letter)
            for (before, after) in [
                ("", ""), (" ~ ~ ~ ", ""), ("", "!~#[]^~ "), ("~       ", "x"), ("]]]]!!!!!", "~~~~"),
            ] {
                var writer = JSONWriter(indented: false)
                writer.string(before + letter + after)
                #expect(writer.finish() == "\"" + before + written + after + "\"")
            }
        }
    }

    @Test func writesNumbers() {
        var writer = JSONWriter(indented: true)
        writer.beginArray(inline: true)
        writer.integer(.min)
        writer.decimal(1500, places: 3)
        writer.decimal(-1_000_000, places: 6)
        writer.decimal(-5, places: 9)
        writer.endArray()
        #expect(writer.finish() == "[-9223372036854775808, 1.5, -1, -0.000000005]")
    }

    @Test func readsBackWhatItWrites() throws {
        var random = Randomness(state: 2)
        for _ in 0..<400 {
            let tree = random.tree(depth: 4)
            let text = written(tree)
            let indented = written(tree, indented: true)
            #expect(try isSame(tree, read(text).root) && isSame(tree, read(indented).root))
            #expect(try written(read(indented).root) == text)
        }
    }
}

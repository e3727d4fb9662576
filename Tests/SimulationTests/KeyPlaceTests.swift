import Testing

@testable import Simulation

@Suite struct KeyPlaces {
    private static func object(_ keys: String...) -> Shape {
        .object(Shape.ObjectShape("part", "A part.", keys.map { Shape.Member($0, "", .flag) }))
    }

    private static func messages(
        _ text: String, _ members: [(String, Shape)], source: Int32 = 0
    ) throws -> [String] {
        var checker = ShapeChecker()
        let shape = Shape.ObjectShape("whole", "A whole.", members.map { Shape.Member($0.0, "", $0.1) })
        checker.check(try JSONReader.read(Array(text.utf8), source: source).root, .object(shape), "whole")
        return checker.diagnostics.map { $0.message }
    }

    @Test func `a key that belongs into a member is told so, and of a list into each element`() throws {
        let parts: [(String, Shape)] = [
            ("first", Self.object("height")),
            ("second", .either([.list(of: Self.object("height", "width"), atLeast: 0), .text])),
            ("third", .either([.text, .object(Shape.ObjectShape("part", "", [])), Self.object("depth")])),
            ("fourth", .tagged(by: "kind", [Shape.ObjectShape("a", "", [Shape.Member("length", "", .flag)])])),
        ]
        for (key, place) in [
            ("height", "in 'first' or in each of 'second'"), ("width", "in each of 'second'"),
            ("depth", "in 'third'"), ("length", "in 'fourth'"), ("kind", "in 'fourth'"),
        ] {
            #expect(
                try Self.messages("{\"\(key)\": true}", parts) == [
                    "unknown key '\(key)' in whole; it belongs \(place)"
                ])
        }
    }

    @Test func `of more than three places none is said`() throws {
        let names = ["first", "second", "third", "fourth"]
        let all = names.map { ($0, Self.object("height")) }
        #expect(
            try Self.messages(#"{"height": true}"#, Array(all.dropLast())) == [
                "unknown key 'height' in whole; it belongs in 'first' or 'second' or 'third'"
            ])
        #expect(
            try Self.messages(#"{"height": true}"#, all) == [
                "unknown key 'height' in whole; known here: first, second, third, fourth"
            ])
    }

    @Test(
        arguments: [
            (#"{"name": "tall"}"#, "did you mean 'size'?"), (#"{"name": "tal"}"#, "known here: size, colour, other"),
            (#"{"name": "grey"}"#, "known here: size, colour, other"),
            (#"{"name": 1}"#, "known here: size, colour, other"),
            (#"{"size": "short", "name": "tall"}"#, "known here: size, colour, other"),
        ])
    func `the one member that takes a word was meant`(text: String, hint: String) throws {
        let members: [(String, Shape)] = [
            ("size", .word([.init("tall", ""), .init("short", "")])),
            ("colour", .word([.init("grey", ""), .init("red", "")])), ("other", .word([.init("grey", "")])),
        ]
        #expect(try Self.messages(text, members) == ["unknown key 'name' in whole; \(hint)"])
    }

    @Test(
        arguments: [
            ("5", #"must be a list, not a number; as in [{"kind": …}]"#),
            ("{}", "must be a list, not an object; as in [{…}]"),
            (#""tall""#, #"must be a list, not a string; as in [{"kind": "tall", "length": …}]"#),
            ("[true]", #"must be an object, not true; as in {"kind": …}"#),
            (#"[{"kind": "tall", "length": 5}]"#, "must be a list, not a number; as in […]"),
            (#"[{"kind": "tall", "length": "5"}]"#, "must be a list, not a string"),
            (#"[{"kind": "short", "words": "a"}]"#, #"must be a list, not a string; as in ["…"]"#),
            (#"[{"kind": "short", "part": "grey"}]"#, #"must be an object, not a string; as in {"colour": "grey"}"#),
            (#"[{"kind": "short", "part": "gray"}]"#, #"must be an object, not a string; as in {"size": …}"#),
            (#"[{"kind": "short", "named": []}]"#, #"must be an object, not a list; as in {"…": …}"#),
            (#"[{"kind": "short", "either": 5}]"#, "must be a string or an object, not a number"),
        ])
    func `whoever writes something else is told the form`(text: String, words: String) throws {
        let numbers = Shape.list(of: .number(.count, 0...9), atLeast: 0)
        let colours = Shape.word([.init("grey", ""), .init("red", "")])
        let part = Shape.ObjectShape(
            "part", "", [Shape.Member("size", "", .text), Shape.Member("colour", "", colours)])
        let kinds = [
            Shape.ObjectShape("tall", "", [Shape.Member("length", "", numbers, isRequired: true)]),
            Shape.ObjectShape(
                "short", "",
                [
                    Shape.Member("words", "", .list(of: .text, atLeast: 0)), Shape.Member("part", "", .object(part)),
                    Shape.Member("named", "", .object(Shape.ObjectShape("named", "", [], others: .text))),
                    Shape.Member("either", "", .either([.text, .object(part)])),
                ]),
        ]
        let members = [("all", Shape.list(of: .tagged(by: "kind", kinds), atLeast: 0))]
        let messages = try Self.messages("{\"all\": \(text)}", members)
        #expect(messages.count == 1 && messages[0].hasSuffix(words), "\(messages)")
        let parts = words.split(separator: "; as in ")
        let typed = parts.count == 1 ? words : "\(parts[0]); as in '\(parts[1])'"
        #expect(try Self.messages("{\"all\": \(text)}", members, source: 1).first?.hasSuffix(typed) == true)
    }
}

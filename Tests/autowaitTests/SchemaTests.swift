import Foundation
import Testing

@testable import Simulation
@testable import autowait

@Suite("The JSON Schema says what the reader says")
struct SchemaTests {
    static let shape = Shape.object(ScenarioFormat.whole.shape)
    static let schema = ScenarioFormat.whole.schema
    static let judge = Result { try SchemaJudge(schema) }

    /// The verdicts of the schema and of the reader on several texts.
    struct Verdicts {
        var right: [String] = []
        var wrong: [String] = []
        var disagreements: [String] = []
    }

    static func verdicts(_ texts: [String], _ judge: SchemaJudge? = nil) throws -> Verdicts {
        let judge = try judge ?? Self.judge.get()
        var verdicts = Verdicts()
        for text in texts {
            let root = try JSONReader.read(Array(text.utf8), source: 0).root
            let isRight = fits(root)
            if isRight { verdicts.right.append(text) } else { verdicts.wrong.append(text) }
            if judge.accepts(root) != isRight { verdicts.disagreements.append(text) }
        }
        return verdicts
    }

    /// The reader's verdict, before it decodes.
    private static func fits(_ root: JSONNode) -> Bool {
        var checker = ShapeChecker()
        checker.check(root, shape, "scenario")
        return checker.diagnostics.isEmpty
    }

    /// A shipped scenario, as it is and changed in many ways, up to three at a time.
    static func texts(of file: String, count: Int) throws -> [String] {
        // Each file is changed in other ways than its neighbours, which are much like it.
        var mutation = ShapeMutation(seed: UInt64(Place.scenarios.firstIndex(of: file) ?? 0))
        let original = try Place.text(file)
        var texts = [original.replacingOccurrences(of: "\n", with: " ")]
        for index in 0..<count {
            var text = try mutation.mutated(original, shape)
            for _ in 0..<index % 3 { text = try mutation.mutated(text, shape) }
            texts.append(text)
        }
        return texts
    }

    @Test(
        "of every key, with everything around its bounds", arguments: ScenarioFormat.whole.shape.members.map(\.name))
    func table(key: String) throws {
        let texts = ShapeTexts.all(for: ScenarioFormat.whole.shape, key: key)
        // What one of several players has is what a scenario has that has one alone: some of it will do.
        let step = Place.triesAll ? (key == "players" ? 7 : 1) : max(1, texts.count / 120)
        let verdicts = try Self.verdicts(Place.every(step, of: texts))
        #expect(verdicts.disagreements.isEmpty, "\(verdicts.disagreements.prefix(5))")
        #expect(verdicts.right.count > 0 && verdicts.wrong.count > 1)
    }

    @Test(
        "of the shipped scenarios, and of many that are nearly like them",
        arguments: Place.triesAll ? Place.scenarios : Place.every(2, of: Place.scenarios))
    func shipped(file: String) throws {
        let verdicts = try Self.verdicts(Self.texts(of: file, count: Place.triesAll ? 15 : 3))
        #expect(verdicts.disagreements.isEmpty, "\(verdicts.disagreements.prefix(5))")
        // Of three changes it may be that none is wrong.
        #expect(!verdicts.right.isEmpty && (!verdicts.wrong.isEmpty || !Place.triesAll))
    }

    private static let networks = ShapeTexts.all(for: ScenarioFormat.whole.shape, key: "network")

    @Test(
        "and a schema that says anything else is found out",
        arguments: [
            (#""additionalProperties": false"#, #""additionalProperties": true"#),
            (#""minItems": 1"#, #""minItems": 2"#), (#""integer""#, #""number""#),
            (#""maximum": 600000"#, #""maximum": 600000.000001"#), (#""minimum": 0.000000001"#, #""minimum": 0"#),
            (#""const": "unlimited""#, #""type": "string""#), (#"["at_s", "for_s"]"#, #"["at_s"]"#),
            (#""type": "boolean""#, #""type": ["boolean", "null"]"#), (#""anyOf""#, #""allOf""#),
        ])
    func control(said: String, unsaid: String) throws {
        let schema = Self.schema.replacingOccurrences(of: said, with: unsaid)
        #expect(schema != Self.schema)
        let judge = try SchemaJudge(schema)
        #expect(try Self.networks.contains { try !Self.verdicts([$0], judge).disagreements.isEmpty })
    }

    @Test(
        "but for numbers that are too fine, which a schema cannot say",
        arguments: [
            #"{"until_s": 1.0000000001}"#, #"{"network": {"delay_ms": 1e-7}}"#, #"{"network": {"up_kbps": 0.0001}}"#,
            #"{"network": {"up_kbps": 1e-500}}"#, #"{"script": [{"at_s": 0, "do": "set_rate", "rate": 1.0005}]}"#,
        ])
    func tooFine(text: String) throws {
        let verdicts = try Self.verdicts([text])
        #expect(verdicts.wrong == [text] && verdicts.disagreements == [text])
    }

    @Test("shapes that stand for one another have different types, so that any of them is the one that is meant")
    func alternatives() throws {
        let values = try ["null", "true", "0", "\"x\"", "[]", "{}"].map {
            try JSONReader.read(Array($0.utf8), source: 0).root.value
        }
        func visit(_ shape: Shape) {
            switch shape {
            case .text, .flag, .null, .anything, .number, .word, .name: break
            case .list(let element, _): visit(element)
            case .object(let object): for member in object.members { visit(member.shape) }
            case .tagged(_, let objects):
                for object in objects { for member in object.members { visit(member.shape) } }
            case .either(let shapes):
                for value in values { #expect(shapes.count { $0.fits(value) } <= 1, "\(shape)") }
                for shape in shapes { visit(shape) }
            }
        }
        visit(Self.shape)
    }

    @Test("the command prints it, the same each time, and takes nothing")
    func command() {
        let reply = Autowait.reply(to: ["schema"])
        #expect(reply.output == Self.schema && reply.errors.isEmpty && reply.code == .asExpected)
        #expect(reply.output.hasSuffix("}\n"))
        #expect(Autowait.reply(to: ["schema", "x"]).code == .usage)
    }

    // MARK: A validator that others have written

    /// Python with the package jsonschema. Its lack is said aloud.
    static let hasValidator: Bool = {
        let hasIt = (try? Place.shell("python3 -c 'from jsonschema import Draft202012Validator'"))?.code == 0
        if !hasIt { print("SKIPPED: there is no python3 with jsonschema here; the schema is not held against it") }
        return hasIt
    }()

    /// Reads numbers exactly, checks the schema against the draft's own, and prints each text with another verdict.
    private static let script = """
        import json, sys
        from decimal import Decimal
        from jsonschema import Draft202012Validator

        def number(text):
            value = Decimal(text)
            return int(value) if value == value.to_integral_value() else value

        with open("schema.json") as file:
            schema = json.load(file, parse_float=number)
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        count = 0
        for name, verdict in (("right", True), ("wrong", False)):
            for line in open(name, encoding="utf-8"):
                count += 1
                if validator.is_valid(json.loads(line, parse_float=number)) != verdict:
                    print(name, line)
        print(count, "texts")
        """

    @Test(
        "so says a validator that others have written",
        .enabled(if: hasValidator, "there is no python3 with jsonschema here"))
    func python() throws {
        var texts = try Place.someScenarios.flatMap { try Self.texts(of: $0, count: Place.triesAll ? 4 : 1) }
        let table = ShapeTexts.all(for: Self.shape)
        #expect(table.count > 10_000)
        texts += Place.every(Place.triesAll ? 23 : 161, of: table)
        let verdicts = try Self.verdicts(texts)
        try Place.withFolder { folder in
            func write(_ lines: [String], _ name: String) throws {
                let text = lines.map { $0 + "\n" }.joined()
                try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
            }
            try write([Self.schema], "schema.json")
            try write(verdicts.right, "right")
            try write(verdicts.wrong, "wrong")
            try write([Self.script], "judge.py")
            let answer = try Place.shell("python3 judge.py", in: folder)
            #expect(answer.output == "\(texts.count) texts\n", "\(answer.errors.suffix(2000))")
        }
    }
}

import Testing

@testable import Simulation
@testable import autowait

@Suite("What a key is where nobody says it")
struct UsualTests {
    /// A key with a default, in a scenario that has a place for it: `{}` stands where the key goes.
    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        var testDescription: String { name }
    }

    private static let stream =
        #""media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 800 }] }"#

    /// The objects whose keys are tried, each with its shape and a scenario around it.
    private static let objects: [(name: String, shape: Shape.ObjectShape, text: String)] = {
        let whole = ScenarioFormat.whole.shape
        func object(_ shape: Shape?, _ name: String = "") -> Shape.ObjectShape? {
            switch shape {
            case .object(let object): object
            case .tagged(_, let objects): objects.first { $0.name == name }
            case .list(let element, _): object(element, name)
            case .either(let shapes): shapes.lazy.compactMap { object($0, name) }.first
            case .text, .flag, .null, .anything, .number, .word, .name, nil: nil
            }
        }
        func member(_ name: String, of shape: Shape.ObjectShape?) -> Shape? {
            shape?.members.first { $0.name == name }?.shape
        }
        let (player, media) = (object(member("player", of: whole)), member("media", of: whole))
        let network = object(member("network", of: whole))
        let queue = #""class": "AVQueuePlayer", "items": [{ "name": "a", @ }]"#
        let hls = object(media, "hls")
        return [
            ("scenario", whole, "{ \(stream), @ }"), ("player", player, "{ \(stream), \"player\": { @ } }"),
            ("network", network, "{ \(stream), \"network\": { @ } }"),
            ("item", object(member("items", of: player)), "{ \(stream), \"player\": { \(queue) } }"),
            (
                "layer", object(member("layer", of: player)),
                "{ \(stream), \"player\": { \"layer\": { \"width\": 9, \"height\": 9, @ } } }"
            ),
            (
                "fault", object(member("faults", of: network)),
                "{ \(stream), \"network\": { \"faults\": [{ \"status\": 500, @ }] } }"
            ),
            (
                "hls", hls,
                #"{ "media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 800 }], @ } }"#
            ),
            (
                "progressive", object(media, "progressive"),
                #"{ "media": { "kind": "progressive", "duration_s": 6, "bitrate_kbps": 800, @ } }"#
            ),
            (
                "traffic", object(member("traffic", of: whole), "bounded"),
                "{ \(stream), \"traffic\": [{ \"kind\": \"bounded\", \"bytes\": 9000, @ }] }"
            ),
        ].compactMap { name, shape, text in shape.map { (name, $0, text) } }
    }()

    /// Those that are right only beside others.
    private static let dependent: Set = ["gzip_ratio", "scale", "latency", "repeat", "action_at_item_end"]

    static let places: [Place] = objects.flatMap { name, shape, text in
        shape.members.compactMap { member in
            guard let value = member.usual?.value, !dependent.contains(member.name) else { return nil }
            let json =
                switch value {
                case .number(let number): number.text
                case .flag(let flag): flag ? "true" : "false"
                case .word(let word): ShapeTexts.quoted(word)
                }
            return Place(
                name: "\(name).\(member.name)", text: text.replacing("@", with: "\"\(member.name)\": \(json)"))
        }
    }

    /// By the name of an object, what is so where none of its keys is said; each is run once for all of them.
    private static let unsaid = Dictionary(
        uniqueKeysWithValues: objects.map { object in
            let text = object.text.replacing(", @", with: "").replacing("@", with: "")
            return (object.name, Result { try settings(text) })
        })

    private static func settings(_ text: String) throws -> [String] {
        let reading = ScenarioReader.read(SourceText(file: "test.json", bytes: Array(text.utf8)))
        let words = reading.diagnostics.map { $0.message }.joined(separator: "\n")
        let scenario = try #require(reading.scenario, "\(words)")
        let run = try Run(scenario)
        return Settings.all(scenario, scenario.players[0]).map { "\($0.name): \($0.value)" } + [run.digest.text]
    }

    @Test("said, it changes nothing: neither what is in force nor what happens", arguments: places)
    func changesNothing(place: Place) throws {
        let unsaid = try #require(Self.unsaid[String(place.name.prefix { $0 != "." })])
        #expect(try Self.settings(place.text) == unsaid.get())
    }

    @Test("there are many of them, in every object that is tried")
    func many() {
        #expect(Self.objects.count == 9 && Self.places.count > 60)
        for object in Self.objects { #expect(Self.places.contains { $0.name.hasPrefix(object.name + ".") }) }
    }

    @Test(
        "the schema has it, and the names that an editor completes",
        arguments: [
            #""default": 86400"#, #""default": "play-through""#, #""default": 0.1"#, #""default": true"#,
            #""const": "3G""#, #""const": "exoplayer""#, #""const": "LTE""#,
            #""startup_time_s""#, #""const": "sabre-bola""#,
        ])
    func schema(text: String) { #expect(SchemaTests.schema.contains(text)) }
}

import Testing

@testable import Simulation

/// The text of a scenario, of the parts that a test is about. What a test does not name is not in the text, so that it
/// is what a scenario has by default. Several players are values of the same type within one.
///
///     ScenarioText(
///         network: .fluid(1600), media: .hls([400, 800], duration_s: 12, segment_s: 2),
///         player: #""keep_up": "first-chunk""#, script: [.load(), .play(2), .does(5.5, "seek", #""to_s": 8"#)])
///
/// Tests of the places of mistakes write their texts out instead: nothing here says where a member stands.
struct ScenarioText: Sendable {
    var name: String?
    var network: JSONPart?
    var media: JSONPart?
    var player: JSONPart?
    var players: [ScenarioText] = []
    var script: [JSONPart]?
    var until_s: JSONPart?
    var expect: JSONPart?
    /// Further members at the top.
    var more: JSONPart = ""

    var text: String { JSONPart.object(members).text }

    private var members: [JSONPart] {
        var members: [JSONPart] = []
        if let name { members.append("\"name\": \"\(name)\"") }
        if let network { members.append("\"network\": { \(network) }") }
        if let media { members.append("\"media\": \(media)") }
        if let player { members.append("\"player\": { \(player) }") }
        if !players.isEmpty { members.append("\"players\": \(JSONPart.list(players.map { .object($0.members) }))") }
        if let script { members.append("\"script\": \(JSONPart.list(script))") }
        if let until_s { members.append("\"until_s\": \(until_s)") }
        if let expect { members.append("\"expect\": { \(expect) }") }
        return members + [more]
    }

    var reading: ScenarioReader.Reading { ScenarioReader.read(text) }

    /// The messages of all errors in it.
    var messages: [String] { ScenarioReader.messages(text) }

    /// The scenario, which must be right.
    func read() throws -> Scenario { try readScenario(text) }

    func run() throws -> Run { try Run(read()) }

    /// A run that keeps all laws.
    func judgedRun() throws -> Run {
        let scenario = try read()
        let (run, objection) = try Judgement.judged(scenario)
        if let objection { Issue.record("\(objection)") }
        return try run ?? Run(scenario)
    }
}

/// A piece of JSON: a value, or the members of an object without its braces.
struct JSONPart: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, Sendable,
    CustomStringConvertible
{
    let text: String

    init(stringLiteral value: String) { text = value }
    init(integerLiteral value: Int64) { text = "\(value)" }
    init(floatLiteral value: Double) { text = "\(value)" }

    var description: String { text }

    /// The same members, and more, if there are any.
    func and(_ more: JSONPart) -> JSONPart { .members([self, more]) }

    static func members(_ parts: [JSONPart]) -> JSONPart {
        "\(parts.map(\.text).filter { !$0.isEmpty }.joined(separator: ", "))"
    }

    static func object(_ parts: [JSONPart]) -> JSONPart { "{ \(members(parts)) }" }

    static func list(_ parts: [JSONPart]) -> JSONPart { "[\(members(parts))]" }

    private static func member(_ name: String, _ value: JSONPart?) -> JSONPart {
        value.map { "\"\(name)\": \($0)" } ?? ""
    }
}

/// The members of a network.
extension JSONPart {
    static func link(_ down_kbps: JSONPart? = nil, transport: String? = nil, _ more: JSONPart = "") -> JSONPart {
        .members([member("transport", transport.map { "\"\($0)\"" }), member("down_kbps", down_kbps), more])
    }

    static func fluid(_ down_kbps: JSONPart? = nil, _ more: JSONPart = "") -> JSONPart {
        link(down_kbps, transport: "fluid", more)
    }
}

/// Media.
extension JSONPart {
    /// A stream of variants, each of which is its bit rate alone, or all of its members.
    static func hls(
        _ variants: [JSONPart], name: String? = nil, duration_s: JSONPart? = nil, segment_s: JSONPart? = nil,
        _ more: JSONPart = ""
    ) -> JSONPart {
        let ladder = variants.map { $0.text.contains(":") ? object([$0]) : object([member("bitrate_kbps", $0)]) }
        return object([
            #""kind": "hls""#, member("name", name.map { "\"\($0)\"" }), member("duration_s", duration_s),
            member("segment_s", segment_s), member("variants", list(ladder)), more,
        ])
    }

    static func progressive(
        _ bitrate_kbps: JSONPart, duration_s: JSONPart, chunk_s: JSONPart? = nil, _ more: JSONPart = ""
    ) -> JSONPart {
        file("progressive", bitrate_kbps, duration_s: duration_s, chunk_s: chunk_s, more)
    }

    static func local(_ bitrate_kbps: JSONPart, duration_s: JSONPart, _ more: JSONPart = "") -> JSONPart {
        file("local", bitrate_kbps, duration_s: duration_s, more)
    }

    static func file(
        _ kind: String, _ bitrate_kbps: JSONPart, duration_s: JSONPart, chunk_s: JSONPart? = nil,
        _ more: JSONPart = ""
    ) -> JSONPart {
        object([
            member("kind", "\"\(kind)\""), member("duration_s", duration_s), member("bitrate_kbps", bitrate_kbps),
            member("chunk_s", chunk_s), more,
        ])
    }
}

/// The actions of a script.
extension JSONPart {
    static func does(_ at_s: JSONPart, _ action: String, _ more: JSONPart = "") -> JSONPart {
        object([member("at_s", at_s), member("do", "\"\(action)\""), more])
    }

    static func load(_ at_s: JSONPart = 0) -> JSONPart { does(at_s, "load") }
    static func play(_ at_s: JSONPart = 0) -> JSONPart { does(at_s, "play") }
}

import Foundation
import Testing

@testable import Simulation
@testable import autowait

@Suite("autowait compare prints JSON as its schema says")
struct CompareSchemaTests {
    private static let judge = Result { try SchemaJudge(CompareSchema.text) }

    private static func value(_ text: String) throws -> JSONNode {
        try JSONReader.read(Array(text.utf8), source: 0).root
    }

    @Test("of every kind, and with a key more or a key less it is found out", arguments: CompareReplies.allCases)
    func kinds(reply: CompareReplies) throws {
        let judge = try Self.judge.get()
        let values = try reply.values()
        #expect(!values.isEmpty)
        for value in values {
            let isRight = judge.accepts(value)
            #expect(isRight, "\(JSONText.line(value))")
        }
        // Of lines that are alike, a few.
        for value in Place.every(max(1, values.count / 5), of: values) {
            let places = value.objectCount
            for place in Place.every(max(1, places / 8), of: Array(0..<places)) {
                var rest = place
                let more = value.withKey("unheard_of", inObject: &rest)
                let isFoundOut = rest < 0 && !judge.accepts(more)
                #expect(isFoundOut, "object \(place) of \(JSONText.line(value))")
            }
            // A decision's line, and an experiment's, are of a population or of none.
            let optional = Self.optional + (value.member("kind") == nil ? [] : ["population"])
            for name in value.members.map(\.name) where !optional.contains(name) {
                let isMissed = !judge.accepts(value.without(name))
                #expect(isMissed, "without \(name): \(JSONText.line(value))")
            }
        }
    }

    /// The keys at the top that some have and some have not.
    private static let optional = [
        "sessions_sampled", "traces_sampled", "by_population", "by_network", "by_media", "by_device", "by_viewer",
        "population_about", "population_source", "population_parts", "shard", "failure_count", "unmet",
        "worse_besides", "started_alone",
    ]

    @Test("has no key that nothing is printed for, and words for each that it has")
    func keys() throws {
        let schema = try Self.value(CompareSchema.text)
        var known: Set<String> = []
        var mute: [String] = []
        func visit(_ node: JSONNode) {
            for member in node.member("properties")?.members ?? [] {
                known.insert(member.name)
                let isTag = member.name == "kind" || member.value.flag != nil
                if !isTag, member.value.member("description")?.string?.isEmpty ?? true { mute.append(member.name) }
            }
            for member in node.members { visit(member.value) }
            for element in node.elements { visit(element) }
        }
        visit(schema)
        #expect(mute.isEmpty)
        let failure = try Self.value(SessionLines.failure(3, "the playlist is empty"))
        var printed = failure.names
        for reply in [CompareReplies.settings, .exact, .traces, .mix, .failing, .linesOfMix, .shard] {
            for value in try reply.values() { printed.formUnion(value.names) }
        }
        #expect(known == printed, "\(known.symmetricDifference(printed).sorted())")
        #expect(try Self.judge.get().accepts(failure))
    }

    @Test(
        "and what is otherwise is found out",
        arguments: [
            (.settings, #""outcome":"ok""#, #""outcome":"fine""#), (.settings, #""seed":1"#, #""seed":"1""#),
            (.settings, #""end_reached":true"#, #""end_reached":1"#), (.settings, #""p95""#, #""p90""#),
            (.settings, #""settings":{"#, #""setting":{"#), (.settings, #""runs":1"#, #""runs":1.5"#),
            (.exact, #""evidence":"exact""#, #""evidence":"sure""#),
            (.exact, #""verdict":null"#, #""verdict":"best""#), (.exact, #""finding":""#, #""finding":"un"#),
            (.exact, #""finding":"same""#, #""finding":"less""#),
            (.exact, #""stalled_percent":{"value":"#, #""stalled_percent":{"mean":"#),
            (.exact, #""trace":null"#, #""trace":0"#), (.exact, #""circumstances""#, #""by_network""#),
            (.population, #""by_network""#, #""circumstances""#), (.population, #""stratum""#, #""name""#),
            (.population, #""population":"#, #""baseline_of":"#),
            (.lines, #""kind":"session""#, #""kind":"sessions""#), (.lines, #""started":true"#, #""started":null"#),
            (.lines, #""stall_count":"#, #""stalls":"#), (.lines, #""is_exact":true"#, #""is_exact":"yes""#),
            (.linesOfMix, #""share_percent":"#, #""share":"#), (.linesOfMix, #""weight":3"#, #""weight":3.5"#),
            (.shard, #""through_session""#, #""session""#), (.shard, #""kind":"end""#, #""kind":"choice""#),
        ] as [(CompareReplies, String, String)])
    func control(reply: CompareReplies, said: String, otherwise: String) throws {
        let judge = try Self.judge.get()
        var count = 0
        for value in try reply.values() {
            let text = JSONText.line(value).replacing(": ", with: ":").replacing("{ ", with: "{")
            let other = text.replacing(said, with: otherwise)
            guard other != text else { continue }
            count += 1
            let (isRight, isOther) = try (judge.accepts(Self.value(text)), judge.accepts(Self.value(other)))
            #expect(isRight && !isOther, "\(text)")
        }
        #expect(count > 0)
    }

    @Test("a value that nothing prints is none", arguments: ["{}", "[]", "1", "null", #"{"kind":"else"}"#])
    func none(text: String) throws { #expect(try !Self.judge.get().accepts(Self.value(text))) }

    @Test("a setting may be any value of a scenario")
    func settings() throws {
        let values = try CompareReplies.settings.values()[0].member("runs")?.elements ?? []
        let settings = values.map { $0.member("settings").map(JSONText.line) ?? "" }
        #expect(values.count == 4 && settings[0] == #"{ "player.keep_up": "play-through", "network": "3G" }"#)
        #expect(settings[3].contains(#"{ "rule": "fixed-seconds", "start_s": 0.5 }, "network": [{ "for_s": 5, "#))
    }

    @Test("a percentile is as Spread has it, be more or less the better", arguments: [true, false])
    func percentiles(isMoreBetter: Bool) throws {
        let values = (1...20).map { Int64($0) }
        let spread = Spread(values, better: isMoreBetter ? .higher : .lower)
        for (words, count, value) in [("Half of the runs", 10, spread.median), ("95 % of them", 19, spread.p95)] {
            let value = try #require(value)
            #expect(values.filter { isMoreBetter ? $0 >= value : $0 <= value }.count == count)
            #expect(CompareSchema.text.contains("\"\(words) are no worse than that;"))
        }
    }

    @Test("the command prints it")
    func command() {
        #expect(Autowait.reply(to: ["schema", "--of", "compare"]).output == CompareSchema.text)
    }
}

extension JSONNode {
    /// What is in it with the names of members, but what stands in settings, whose keys are a scenario's.
    private var inside: [(name: String, value: JSONNode)] {
        members.map { ($0.name, $0.value) } + elements.map { ("", $0) }
    }

    private func isFree(_ name: String) -> Bool { ["settings", "choice"].contains(name) && elements.isEmpty }

    /// The names of all members but those of settings.
    fileprivate var names: Set<String> {
        inside.reduce(into: []) { names, member in
            if !member.name.isEmpty { names.insert(member.name) }
            if !member.value.isFree(member.name) { names.formUnion(member.value.names) }
        }
    }

    private var isObject: Bool { if case .object = value { true } else { false } }

    /// The number of objects in it, itself included, but for settings.
    fileprivate var objectCount: Int {
        inside.reduce(isObject ? 1 : 0) { $0 + ($1.value.isFree($1.name) ? 0 : $1.value.objectCount) }
    }

    /// The value with a key more in the object of this number.
    fileprivate func withKey(_ key: String, inObject rest: inout Int) -> JSONNode {
        var node = self
        switch value {
        case .object(var members):
            if rest == 0 {
                members.append(
                    JSONMember(name: key, namePlace: place, value: JSONNode(value: .bool(true), place: place)))
            }
            rest -= 1
            for index in members.indices where !members[index].value.isFree(members[index].name) {
                members[index].value = members[index].value.withKey(key, inObject: &rest)
            }
            node.value = .object(members)
        case .array(let elements): node.value = .array(elements.map { $0.withKey(key, inObject: &rest) })
        case .null, .bool, .number, .hugeNumber, .string: break
        }
        return node
    }

    fileprivate func without(_ name: String) -> JSONNode {
        var node = self
        node.value = .object(members.filter { $0.name != name })
        return node
    }
}

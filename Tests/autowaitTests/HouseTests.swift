import Foundation
import Simulation
import Testing

/// The laws of the house that a compiler does not know: folders stand on those before them, a switch over our own enum
/// spells its cases, and nothing is longer than a thought, or of no use.
@Suite("The sources are laid out as the house is")
struct HouseTests {
    /// Each folder of `Simulation` may use those before it, and no other.
    private static let order = [
        "Kernel", "Text", "Network", "Media", "Actions", "Scenario", "Session", "Playback", "Report", "Deciding",
        "Searching", "Fitting", "Log", "Field", "Inferring",
    ]

    @Test("no folder uses a type of one behind it")
    func arrows() throws {
        let sources = try SwiftSource.all(in: "Sources/Simulation")
        #expect(sources.compactMap { $0.room }.allSatisfy(Self.order.contains), "every file is in one of the folders")
        var rooms: [String: Set<String>] = [:]
        var inside: [String: Set<String>] = [:]
        for source in sources {
            guard let room = source.room else { continue }
            for type in source.declaredTypes.atTop { rooms[type, default: []].insert(room) }
            for type in source.declaredTypes.inside { inside[type, default: []].insert(room) }
        }
        var arrows: [String] = []
        for source in sources {
            guard let room = source.room, let own = Self.order.firstIndex(of: room) else { continue }
            for (line, name) in source.typeNames {
                guard let home = rooms[String(name)], home.count == 1, let there = home.first,
                    !(inside[String(name)]?.contains(room) ?? false), Self.order.firstIndex(of: there)! > own
                else { continue }
                arrows.append("\(source.path):\(line) uses \(name) of \(there)")
            }
        }
        #expect(arrows.isEmpty, "\(arrows.joined(separator: "\n"))")
        #expect(rooms.count > 200, "there are types to look at")
    }

    /// Functions of the standard library that extensions of ours have, too.
    private static let namesOfSwift: Set<Substring> = ["joined", "reduce"]

    @Test("no folder uses a function or property that only extensions behind it have")
    func arrowsOfMembers() throws {
        let sources = try SwiftSource.all(in: "Sources").filter {
            $0.path.hasPrefix("Sources/PlayerModel/") || $0.room != nil
        }
        let names = Set(sources.flatMap { $0.room == nil ? [] : $0.extensionNames }).subtracting(Self.namesOfSwift)
        // By name, the place of the first folder that declares it; PlayerModel is before them all.
        var homes: [Substring: Int] = [:]
        var uses: [(name: Substring, folder: Int, place: String)] = []
        for source in sources {
            let folder = source.room.flatMap(Self.order.firstIndex) ?? -1
            for (line, words) in source.words.enumerated() {
                for (place, name) in words.enumerated() where names.contains(name) {
                    if source.declares(place, line: line) {
                        homes[name] = min(homes[name] ?? folder, folder)
                    } else if folder >= 0 {
                        uses.append((name, folder, "\(source.path):\(line + 1)"))
                    }
                }
            }
        }
        let arrows = uses.filter { use in homes[use.name].map { $0 > use.folder } ?? false }
            .map { "\($0.place) uses \($0.name), which only \(Self.order[homes[$0.name] ?? 0]) has" }
        #expect(arrows.isEmpty, "\(arrows.joined(separator: "\n"))")
        #expect(names.count > 400, "there are extensions to look at")
    }

    @Test("no switch over our own enums has a default")
    func defaults() throws {
        let sources = try SwiftSource.all(in: "Sources")
        var cases: Set<String> = []
        for source in sources {
            for (line, words) in zip(source.code, source.words) {
                // A short enum stands in a line.
                let opening = line.has("enum ") ? line.firstRange(of: "{ case ") : nil
                let short = opening.map { line[$0.upperBound...] }
                let isCase = words.first == "case" && !line.has(": ")
                guard let names = short ?? (isCase ? line[...] : nil) else { continue }
                cases.formUnion(SwiftSource.words(String(names)).map(String.init))
            }
        }
        var objections: [String] = []
        for source in sources {
            for (index, line) in source.code.enumerated() where line.has("default:") {
                let indent = line.prefix { $0 == " " }
                guard line.dropFirst(indent.count).hasPrefix("default:") else { continue }
                let labels = source.code[..<index].reversed().prefix {
                    !($0.contains("switch ") && $0.prefix { $0 == " " }.count <= indent.count)
                }.filter { $0.hasPrefix(indent + "case ") }
                let isOwn = labels.contains { label in
                    let pattern = label.dropFirst(indent.count + 5).replacing("let ", with: "")
                    guard pattern.hasPrefix(".") || pattern.hasPrefix("(.") else { return false }
                    return SwiftSource.words(String(pattern)).first.map { cases.contains(String($0)) } ?? false
                }
                if isOwn { objections.append("\(source.path):\(index + 1)") }
            }
        }
        #expect(objections.isEmpty, "\(objections.joined(separator: "\n"))")
        #expect(cases.count > 300, "there are enums to look at")
    }

    @Test("functions have at most 70 lines")
    func functions() throws {
        var objections: [String] = []
        var count = 0
        for source in try SwiftSource.all(in: "Sources") {
            for (index, line) in source.code.enumerated() {
                let words = source.words[index]
                guard let place = words.firstIndex(where: { ["func", "init", "subscript", "var"].contains($0) }),
                    words[..<place].allSatisfy({ SwiftSource.modifiers.contains($0) }),
                    words[place] != "var" || line.hasSuffix("{")
                else { continue }
                count += 1
                let indent = String(line.prefix { $0 == " " })
                let closing = source.code[index...].firstIndex { $0 == indent + "}" } ?? index
                let next = source.code[(index + 1)...].firstIndex {
                    $0.hasPrefix(indent) && !$0.hasPrefix(indent + " ") && !$0.hasPrefix(indent + "}")
                        && !$0.hasPrefix(indent + ")") && $0 != indent && !$0.isEmpty
                }
                let length = closing - index + 1
                if length > 70, next.map({ $0 > closing }) ?? true {
                    objections.append("\(source.path):\(index + 1) has \(length) lines")
                }
            }
        }
        #expect(objections.isEmpty, "\(objections.joined(separator: "\n"))")
        #expect(count > 1000, "there are functions to look at")
    }

    /// The times of a transfer, which tests ask for.
    private static let namesOfTests: Set<Substring> = ["firstByte_ns", "total_ns"]
    /// Names that others call: the program's and a constructor's the system, an executor's the runtime.
    private static let namesOfSystem: Set<Substring> = ["Autowait", "main", "whenLoaded", "enqueue", "checkIsolated"]

    /// A word that nothing but declares and labels counts as unused, whatever tests do with it. Public names are for
    /// whoever depends on us, and a result builder's for the compiler.
    @Test("every name is used in the sources")
    func names() throws {
        let sources = try SwiftSource.all(in: "Sources")
        var declared: [Substring: String] = [:]
        var used: Set<Substring> = []
        for source in sources {
            var isPublic = false
            for (line, words) in source.words.enumerated() where !words.isEmpty {
                if !source.code[line].hasPrefix(" ") { isPublic = words[0] == "public" && words.contains("protocol") }
                for (place, name) in words.enumerated() where !source.declares(place, line: line) {
                    used.insert(name)
                }
                guard let place = SwiftSource.place(of: SwiftSource.declaringWords, in: words) else { continue }
                let name = words[place + 1]
                if isPublic || words.contains("public") || name == "_" || name.hasPrefix("build") { continue }
                declared[name] = "\(source.path):\(line + 1)"
            }
        }
        let unused = declared.filter { !used.contains($0.key) && !Self.namesOfSystem.contains($0.key) }
        let objections = unused.filter { !Self.namesOfTests.contains($0.key) }.map { "\($0.value) has \($0.key)" }
        #expect(objections.isEmpty, "\(objections.sorted().joined(separator: "\n"))")
        #expect(Self.namesOfTests.subtracting(unused.keys).isEmpty, "what the sources use is not for tests alone")
        #expect(declared.count > 5000, "there are names to look at")
    }

    @Test("a playback is worked out in one place: one switch over records, one over each of its parts")
    func folds() throws {
        let types: Set<Substring> = ["extension", "struct", "enum", "class", "protocol"]
        var switches: [(path: String, line: Int)] = []
        for source in try SwiftSource.all(in: "Sources") {
            var isOfRecord = false
            for (index, line) in source.code.enumerated() {
                let words = source.words[index]
                if !line.hasPrefix(" "), let place = words.firstIndex(where: types.contains) {
                    isOfRecord = place + 1 < words.count && words[place + 1] == "Record"
                }
                guard line.has("switch ") else { continue }
                if line.hasSuffix("record {") || isOfRecord && line.has("switch self {") {
                    switches.append((source.path, index + 1))
                }
            }
        }
        // The table of records stands with them.
        let places = ["Sources/Simulation/Playback/Playback.swift", "Sources/Simulation/Session/Record.swift"]
        #expect(switches.map { $0.path } == places, "\(switches)")
    }

    @Test("no file but its own compares a transport with a case, where no compiler would ask about one that is added")
    func transports() throws {
        let names = Transport.Kind.allCases.map { $0.name }
        let one = #"[A-Za-z.]*\.(\#(names.joined(separator: "|")))\b(\([^()]*\))?"#
        let forms = [
            #"(==|!=|~=) \#(one)"#, #"\#(one) (==|!=|~=)"#, #"contains\(\#(one)"#,
            #"case (let )?\#(one)\??( =|$)"#, #"\.http (==|!=) nil"#,
        ]
        let comparison = try Regex(forms.joined(separator: "|"))
        func compares(_ line: String) -> Bool {
            (line.has(".http") || names.contains { line.has(".\($0)") }) && line.contains(comparison)
        }
        let objections = try SwiftSource.all(in: "Sources").flatMap { source in
            source.code.enumerated().filter { compares($0.element) }.map { "\(source.path):\($0.offset + 1)" }
        }.filter { !$0.hasPrefix("Sources/Simulation/Network/Transport.swift:") }
        #expect(objections.isEmpty, "\(objections.joined(separator: "\n"))")
        let compared = [
            "if transport == .fluid {", "guard kind != Transport.Kind.tcp else {", "if plan.transport.http != nil {",
            "guard case .tcp = transport else {", "if isUsed, case .fluid(let fluid) = plan.transport {",
        ]
        #expect(compared.filter { !compares($0) } == [])
        let others = ["case .tcp: .tcp", "case .fluid(let fluid):", "transport = .tcp(http)", "kind != other.kind"]
        #expect(others.filter(compares) == [])
    }

    @Test("no doc comment begins with What")
    func words() throws {
        for source in try SwiftSource.all(in: "Sources") {
            for (index, line) in source.lines.enumerated() where line.has("/// What ") {
                Issue.record("\(source.path):\(index + 1)")
            }
        }
    }

    @Test("no file is the second half of another")
    func halves() {
        #expect(Place.files(in: "Sources", ending: ".swift").filter { $0.contains("+") } == [])
    }
}

import Foundation
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

    @Test("no switch over our own enums has a default")
    func defaults() throws {
        let sources = try SwiftSource.all(in: "Sources")
        var cases: Set<String> = []
        for source in sources {
            for line in source.code {
                // A short enum stands in a line.
                let opening = line.contains("enum ") ? line.firstRange(of: "{ case ") : nil
                let short = opening.map { line[$0.upperBound...] }
                let isCase = line.drop { $0 == " " }.hasPrefix("case ") && !line.contains(": ")
                guard let names = short ?? (isCase ? line[...] : nil) else { continue }
                cases.formUnion(SwiftSource.words(String(names)).map(String.init))
            }
        }
        var objections: [String] = []
        for source in sources {
            for (index, line) in source.code.enumerated() {
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
                let indent = String(line.prefix { $0 == " " })
                let words = SwiftSource.words(line).map(String.init)
                guard let place = words.firstIndex(where: { ["func", "init", "subscript", "var"].contains($0) }),
                    words[..<place].allSatisfy({ SwiftSource.modifiers.contains($0) }),
                    words[place] != "var" || line.hasSuffix("{")
                else { continue }
                count += 1
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

    /// Public names are for whoever depends on us, `main` is for the system, a result builder's for the compiler, and
    /// an executor's for the runtime.
    @Test("every name is used")
    func names() throws {
        let sources = try SwiftSource.all(in: "Sources")
        var uses: [String: Int] = [:]
        for source in sources + (try SwiftSource.all(in: "Tests")) {
            for line in source.code { for word in SwiftSource.words(line) { uses[String(word), default: 0] += 1 } }
        }
        var objections: [String] = []
        for source in sources {
            for (index, line) in source.code.enumerated() {
                let words = SwiftSource.words(line).map(String.init)
                let kinds: Set = ["func", "var", "let", "struct", "enum", "class", "typealias"]
                guard let place = words.firstIndex(where: kinds.contains), place + 1 < words.count,
                    words[..<place].allSatisfy({ SwiftSource.modifiers.contains($0) }), !words.contains("public"),
                    !source.lines[max(0, index - 1)].contains("@main")
                else { continue }
                let name = words[place + 1]
                if name != "_", !name.hasPrefix("build"), name != "checkIsolated", uses[name] == 1 {
                    objections.append("\(source.path):\(index + 1) has \(name)")
                }
            }
        }
        #expect(objections.isEmpty, "\(objections.joined(separator: "\n"))")
    }

    @Test("a playback is worked out in one place: one switch over records, one over each of its parts")
    func folds() throws {
        let switches = try SwiftSource.all(in: "Sources/Simulation").flatMap { source in
            source.code.enumerated().filter {
                $0.element.contains("switch entry.record") || $0.element.contains("switch record")
            }
            .map { "\(source.path):\($0.offset + 1)" }
        }
        #expect(
            switches.count == 1 && switches[0].hasPrefix("Sources/Simulation/Playback/Playback.swift"), "\(switches)")
    }

    @Test("no doc comment begins with What", arguments: Place.files(in: "Sources", ending: ".swift"))
    func words(file: String) throws {
        for (index, line) in try Place.text(file).components(separatedBy: "\n").enumerated() {
            let words = line.drop { $0 == " " }
            #expect(!words.hasPrefix("/// What "), "\(file):\(index + 1)")
        }
    }

    @Test("no file is the second half of another")
    func halves() {
        #expect(Place.files(in: "Sources", ending: ".swift").filter { $0.contains("+") } == [])
    }
}

import Testing

@Suite("The sources keep the house's laws")
struct TidyTests {
    private static func libraries() throws -> [SwiftSource] {
        try ["PlayerModel", "SimulationContainers", "Simulation"].flatMap { try SwiftSource.all(in: "Sources/\($0)") }
    }

    /// Names that would let a clock, a file, a thread or chance into a run, or that do not exist in Embedded Swift.
    static let forbidden = [
        "import Foundation", "import Dispatch", "import Glibc", "import Darwin", "Date(", "ContinuousClock",
        "SuspendingClock", "ProcessInfo", "getenv", ".random(", ".shuffled(", ".randomElement(",
        "SystemRandomNumberGenerator", "Codable", "Mirror(", "Task {", "Thread", "Set<", "fatalError", "try!", "as!",
    ]

    @Test("nothing in the libraries depends on clock, files, threads or chance")
    func purity() throws {
        let words =
            Self.forbidden.map { ($0, "has '\($0)'") } + [("any ", "has an existential")]
            + ["[String: ", "Dictionary"].map { ($0, "hashes") }
        let libraries = try Self.libraries()
        for source in libraries {
            // All lines at once: there is hardly a file in which a line has to be looked for.
            let code = source.code.joined(separator: "\n")
            for (word, objection) in words where code.has(word) {
                let line = source.code.firstIndex { $0.has(word) } ?? 0
                Issue.record("\(source.path):\(line + 1) \(objection)")
            }
        }
        #expect(libraries.count > 30, "there are sources to look at")
    }

    @Test("PlayerModel and SimulationContainers import nothing, and Simulation imports these two")
    func imports() throws {
        for source in try Self.libraries() {
            let imports = zip(source.lines, source.words).filter { $0.1.contains("import") }.map { $0.0 }
            let allowed =
                source.room == nil ? [] : ["import PlayerModel", "import SimulationContainers"]
            #expect(imports.allSatisfy(allowed.contains), "\(source.path) has \(imports)")
        }
    }

    @Test("lines have at most 120 columns, files at most 400 lines, and nothing is left to do")
    func shape() throws {
        let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
        for source in try SwiftSource.all(in: "Sources") + SwiftSource.all(in: "Tests") {
            #expect(source.lines.count <= 401, "\(source.path) has \(source.lines.count - 1) lines")
            for (number, line) in source.lines.enumerated() {
                // A column takes a byte or more.
                if line.utf8.count > 120, line.unicodeScalars.count > 120 {
                    Issue.record("\(source.path):\(number + 1) has \(line.unicodeScalars.count) columns")
                }
                if words.contains(where: line.has) {
                    Issue.record("\(source.path):\(number + 1) has something to do")
                }
            }
        }
    }
}

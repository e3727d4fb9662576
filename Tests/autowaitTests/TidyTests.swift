import Foundation
import Testing

@Suite("The sources keep the house's laws")
struct TidyTests {
    static let libraries =
        ["PlayerModel", "SimulationContainers", "Simulation"]
        .flatMap { Place.files(in: "Sources/\($0)", ending: ".swift") }
    static let all =
        Place.files(in: "Sources", ending: ".swift") + Place.files(in: "Tests", ending: ".swift")

    /// Names that would let a clock, a file, a thread or chance into a run, or that do not exist in Embedded Swift.
    static let forbidden = [
        "import Foundation", "import Dispatch", "import Glibc", "import Darwin", "Date(", "ContinuousClock",
        "SuspendingClock", "ProcessInfo", "getenv", ".random(", ".shuffled(", ".randomElement(",
        "SystemRandomNumberGenerator", "Codable", "Mirror(", "Task {", "Thread", "Set<", "fatalError", "try!", "as!",
    ]

    @Test("nothing in the libraries depends on clock, files, threads or chance", arguments: libraries)
    func purity(file: String) throws {
        let lines = try Place.text(file).components(separatedBy: "\n").map(Self.withoutWords)
        // All lines at once: one by one most of the time goes into beginning to look.
        let code = lines.joined(separator: "\n")
        func place(_ word: String) -> String {
            "\(file):\((lines.firstIndex { $0.contains(word) } ?? -1) + 1)"
        }
        for word in Self.forbidden { #expect(!code.contains(word), "\(place(word)) has '\(word)'") }
        #expect(!code.contains("any "), "\(place("any ")) has an existential")
        for word in ["[String: ", "Dictionary"] { #expect(!code.contains(word), "\(place(word)) hashes") }
    }

    /// A line without what stands in quotes, and without its comment.
    private static func withoutWords(_ line: String) -> String {
        let outside = line.components(separatedBy: "\"").enumerated().filter { $0.offset % 2 == 0 }.map { $0.element }
        return outside.joined(separator: "\"\"").components(separatedBy: "//")[0]
    }

    @Test(
        "PlayerModel and SimulationContainers import nothing, and Simulation imports these two", arguments: libraries)
    func imports(file: String) throws {
        let imports = try Place.text(file).components(separatedBy: "\n").filter { $0.hasPrefix("import ") }
        let allowed =
            file.hasPrefix("Sources/Simulation/") ? ["import PlayerModel", "import SimulationContainers"] : []
        #expect(imports.allSatisfy(allowed.contains), "\(file) has \(imports)")
    }

    @Test("lines have at most 120 columns, files at most 400 lines, and nothing is left to do", arguments: all)
    func shape(file: String) throws {
        let lines = try Place.text(file).components(separatedBy: "\n")
        #expect(lines.count <= 401, "\(file) has \(lines.count - 1) lines")
        for (number, line) in lines.enumerated() {
            #expect(
                line.unicodeScalars.count <= 120, "\(file):\(number + 1) has \(line.unicodeScalars.count) columns")
            for word in ["TO" + "DO", "FIX" + "ME", "XX" + "X"] {
                #expect(!line.contains(word), "\(file):\(number + 1) has something to do")
            }
        }
    }

    @Test("there are sources to look at")
    func sources() {
        #expect(Self.libraries.count > 30)
    }
}

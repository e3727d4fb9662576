import Foundation
import Testing

@Suite("Swift code in the documentation is code that is tested")
struct SnippetTests {
    /// A block of Swift, and the page that it is on.
    struct Snippet: CustomTestStringConvertible, Sendable {
        let page: String
        let lines: [String]

        var testDescription: String { "\(page): \(lines.first ?? "")" }
    }

    private static let catalogue = Place.files(in: "Sources/Simulation/Simulation.docc", ending: ".md")

    /// The snippets. Those that begin with AVFoundation are for Apple's systems, and cannot be compiled elsewhere.
    static let snippets: [Snippet] = (catalogue + ["README.md"]).flatMap { page -> [Snippet] in
        guard let text = try? Place.text(page) else { return [] }
        return text.components(separatedBy: "```swift\n").dropFirst().compactMap { part in
            let block = part.components(separatedBy: "```")[0]
            guard !block.hasPrefix("import AVFoundation") else { return nil }
            return Snippet(page: page, lines: block.components(separatedBy: "\n").map(trimmed).filter { !$0.isEmpty })
        }
    }

    private static let tested: Set<String> = {
        let tests = Place.files(in: "Tests/SimulationTests", ending: ".swift")
        return Set(tests.flatMap { ((try? Place.text($0)) ?? "").components(separatedBy: "\n") }.map(trimmed))
    }()

    private static func trimmed(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }

    @Test("every line of it stands in a test", arguments: snippets)
    func isTested(snippet: Snippet) {
        for line in snippet.lines { #expect(Self.tested.contains(line), "\(snippet.page) has '\(line)'") }
    }

    @Test("there is some")
    func thereIsSome() { #expect(Self.snippets.filter { $0.page != "README.md" }.count >= 4) }
}

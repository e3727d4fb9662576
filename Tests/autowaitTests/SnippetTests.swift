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

    /// The snippets. Those that begin with AVFoundation are for Apple's systems, and cannot be compiled elsewhere.
    static let snippets: [Snippet] = DocumentationPage.all.flatMap { page in
        page.parts.blocks.filter { $0.language == "swift" && $0.lines.first != "import AVFoundation" }.map { block in
            Snippet(page: page.path, lines: block.lines.map(trimmed).filter { !$0.isEmpty })
        }
    }

    private static let tested: Set<String> = {
        let tests =
            Place.files(in: "Tests/AutowaitTestingTests", ending: ".swift")
            + Place.files(in: "Sources/AutowaitTesting", ending: ".swift")
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

import PlayerModel
import Testing

@testable import Simulation

/// A line has 840 pixels. A title is 20 of them large, so that it has 42 letters that are as wide as they are high;
/// other words are 13, and have 64.
@Suite("The words above a drawing that stands alone")
struct DrawingTitleTests {
    private static let short = "Short"
    private static let words = Array(repeating: "name", count: 46).joined(separator: " ")
    private static let word = String(repeating: "W", count: 230)
    private static let wide = String(repeating: "中", count: 61)
    private static let capitals =
        "HIGHWAY COMMUTE: WHAT HAPPENS WHEN MOM WATCHES MMA MATCHES WHILE DAD DOWNLOADS MAMMOTH GAMES"

    private func drawing(name: String, player: String) throws -> String {
        let media = #""media": { "kind": "progressive", "duration_s": 6, "bitrate_kbps": 1000 }"#
        let text = """
            { "name": "\(name)", "network": { "transport": "fluid", "down_kbps": 2000 },
              "players": [{ "name": "\(player)", \(media) }, { "name": "other", \(media) }] }
            """
        return RunDrawing.file(try Run(readScenario(text)), style: "")
    }

    /// The texts of a class, in their order.
    private func texts(_ drawing: String, _ kind: String) -> [String] {
        drawing.matches(of: /<text [^>]*class="([a-z]+)"[^>]*>([^<]*)<\/text>/)
            .filter { $0.1 == kind }.map { String($0.2) }
    }

    private func height(_ drawing: String) throws -> Int {
        let match = try #require(drawing.firstMatch(of: /height="([0-9]+)" viewBox=/))
        return try #require(Int(match.1))
    }

    @Test(
        "a long name goes on in the next line, and moves what is below it",
        arguments: [
            (short, [5], 1),
            // A name has 0.62 + 0.62 + 1.02 + 0.62 of the size, and a space 0.34: thirteen have 41.52.
            (words, [64, 64, 64, 34], 4),
            // Of 1.02 each.
            (word, [41, 41, 41, 41, 41, 25], 6),
            (wide, [42, 19], 2),
            // 37.99 up to MMA, and with MATCHES more than 42.
            (capitals, [50, 41], 2),
        ])
    func title(name: String, lengths: [Int], lines: Int) throws {
        let drawing = try drawing(name: name, player: Self.short)
        let title = texts(drawing, "title")
        #expect(title.map { $0.count } == lengths)
        #expect(title.joined(separator: name.contains(" ") ? " " : "") == name)
        let usual = try height(self.drawing(name: Self.short, player: Self.short))
        #expect(try height(drawing) == usual + 22 * (lines - 1))
    }

    @Test("so does a player's", arguments: [(short, 1), (words, 3), (word, 5)])
    func heading(player: String, lines: Int) throws {
        let drawing = try drawing(name: Self.short, player: player)
        let headings = texts(drawing, "heading")
        #expect(headings.count == lines + 1 && headings.allSatisfy { LetterWidth.of($0) * 13 <= 84_000 })
        #expect(headings.dropLast().joined().filter { $0 != " " }.hasPrefix(player.filter { $0 != " " } + ":"))
        let usual = try height(self.drawing(name: Self.short, player: Self.short))
        #expect(try height(drawing) == usual + 17 * (lines - 1))
    }
}

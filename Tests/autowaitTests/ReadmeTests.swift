import Foundation
import PlayerModel
import Testing

@testable import autowait

@Suite("The README and the articles say what the program says")
struct ReadmeTests {
    /// The steps of a page are taken as a reader takes them: one after the other, in a folder with the scenarios, in
    /// which the files that the page shows are saved.
    @Test("every console block prints what it shows", arguments: DocumentationPage.all)
    func console(_ page: DocumentationPage) throws {
        let steps = page.steps
        guard !steps.isEmpty else { return }
        try Place.withFolder { folder in
            try FileManager.default.copyItem(
                at: Place.package.appendingPathComponent("Scenarios"), to: folder.appendingPathComponent("Scenarios"))
            for step in steps {
                switch step {
                case .file(let name, let text):
                    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
                case .command(let command, let output):
                    let answer = try Place.shell(command, in: folder)
                    #expect(answer.output + answer.errors == output, "\(page.path): \(command)")
                }
            }
        }
    }

    @Test("there are console blocks, in the README and elsewhere")
    func blocksExist() {
        let counts = DocumentationPage.all.map { page in
            page.steps.count { if case .command = $0 { true } else { false } }
        }
        #expect(counts[0] >= 5)
        #expect(counts.reduce(0, +) >= 50)
    }

    @Test("a scenario that is shown whole is shipped, or saved and used", arguments: DocumentationPage.all)
    func scenarios(_ page: DocumentationPage) throws {
        let saved = page.steps.compactMap { if case .file(let name, _) = $0 { name } else { nil } }
        for name in saved {
            let isUsed = page.steps.contains {
                if case .command(let line, _) = $0 { line.contains(name) } else { false }
            }
            #expect(isUsed, "\(page.path): nothing is done with \(name)")
        }
        for block in page.parts.blocks where block.language == "json" && !block.lead.hasSuffix("`:") {
            let text = block.lines.map { $0 + "\n" }.joined()
            let isShipped = try Place.scenarios.contains { try Place.text($0) == text }
            #expect(isShipped, "\(page.path): \(block.lead)")
        }
    }

    /// A part is one of the whole, of the network, of the player, or of the script.
    @Test("a part of a scenario that is shown is one that the reader takes", arguments: DocumentationPage.all)
    func fragments(_ page: DocumentationPage) throws {
        let media = #""media": { "kind": "hls", "duration_s": 120, "variants": [{ "bitrate_kbps": 1000 }] }"#
        for fragment in page.fragments {
            let wholes = [
                "{ \(media), \(fragment) }", "{ \(fragment) }", "{ \(media), \"network\": { \(fragment) } }",
                "{ \(media), \"player\": { \(fragment) } }", "{ \(media), \"script\": [\(fragment)] }",
            ]
            try Place.withFolder { folder in
                let ladder = "Scenarios/media/ladder"
                for file in Place.files(in: ladder, ending: ".m3u8") {
                    let name = String(file.dropFirst(ladder.count + 1))
                    try Data(Place.text(file).utf8).write(to: folder.appendingPathComponent(name))
                }
                let isTaken = try wholes.contains { whole in
                    let scenario = folder.appendingPathComponent("fragment.json")
                    try Data(whole.utf8).write(to: scenario)
                    return Autowait.reply(to: ["check", scenario.path]).code == .asExpected
                }
                #expect(isTaken, "\(page.path): \(fragment)")
            }
        }
    }

    @Test("there are parts of scenarios")
    func fragmentsExist() {
        #expect(DocumentationPage.all.reduce(0) { $0 + $1.fragments.count } >= 12)
    }

    /// DocC and GitHub make different names of headings, so links are to whole pages.
    @Test("every link to a file leads to one", arguments: DocumentationPage.all)
    func links(_ page: DocumentationPage) {
        for link in page.localLinks {
            let target = Place.package.appendingPathComponent(page.folder).appendingPathComponent(link)
            #expect(FileManager.default.fileExists(atPath: target.path), "\(page.path): \(link)")
        }
    }

    @Test("every article is linked from the first page of its catalogue, and these from the README")
    func everyArticleIsFound() throws {
        let pages = Dictionary(uniqueKeysWithValues: DocumentationPage.all.map { ($0.path, $0) })
        let readme = try #require(pages["README.md"])
        for article in DocumentationPage.articles {
            let folder = article.components(separatedBy: ".docc/")[0]
            let catalogue = folder.components(separatedBy: "/").last ?? ""
            let first = "\(folder).docc/\(catalogue).md"
            if article == first {
                #expect(readme.localLinks.contains(first), "the README does not lead to \(first)")
            } else {
                let name = article.components(separatedBy: ".docc/")[1]
                #expect(pages[first]?.localLinks.contains(name) ?? false, "\(first) does not lead to \(name)")
            }
        }
        #expect(DocumentationPage.articles.count >= 15)
    }

    /// The article that explains rules, by the names of these.
    static let explained: [(article: String, names: [String])] = [
        ("StartRules", KeepUp.all.map(\.name)),
        ("StartingSooner", VariantChoice.allCases.map(\.name)),
        (
            "Switching",
            VariantSwitch.all.map(\.name) + ThroughputEstimator.all.map(\.name) + SegmentAbandonment.all.map(\.name)
                + SegmentReplacement.all.map(\.name)
        ),
        ("Players", BufferGoal.all.map(\.name)),
    ]

    @Test("every rule is explained in an article, beside the list that the program prints", arguments: explained)
    func rules(article: String, names: [String]) throws {
        let path = "Sources/autowait/autowait.docc/\(article).md"
        let page = try #require(DocumentationPage.all.first { $0.path == path })
        let words = page.parts.prose.joined(separator: "\n")
        for name in names { #expect(words.contains("`\(name)`"), "\(path) does not explain '\(name)'") }
        #expect(!names.isEmpty)
    }

    @Test("the README can be read to the end")
    func length() throws {
        let readme = try Place.text("README.md")
        #expect(readme.components(separatedBy: "\n").count <= 251)
    }
}

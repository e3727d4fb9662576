import Foundation
import Testing

/// A page that people read: the README, or an article of a catalogue.
struct DocumentationPage: CustomTestStringConvertible, Sendable {
    /// The path in the package.
    let path: String
    let lines: [String]

    var testDescription: String { path }

    /// The README and all articles.
    static let all: [DocumentationPage] = (["README.md"] + articles).compactMap { path in
        (try? Place.text(path)).map { DocumentationPage(path: path, lines: $0.components(separatedBy: "\n")) }
    }

    /// The paths of the articles of all catalogues.
    static let articles = Place.files(in: "Sources", ending: ".md").filter { $0.contains(".docc/") }

    /// The page's folder in the package; empty for the package itself.
    var folder: String { path.contains("/") ? String(path[..<path.lastIndex(of: "/")!]) : "" }

    /// A part between two fences.
    struct Block {
        let language: String
        /// The last line before it that is not empty.
        let lead: String
        let lines: [String]
    }

    /// A step that a reader takes, in the order of the page.
    enum Step {
        /// A command behind `$ `, and what it prints.
        case command(String, output: String)
        /// A file that is to be saved under a name: the line before it ends with the name and a colon.
        case file(name: String, text: String)
    }

    /// The blocks, and the lines between them.
    var parts: (blocks: [Block], prose: [String]) {
        var blocks: [Block] = []
        var prose: [String] = []
        var open: (language: String, lines: [String])?
        for line in lines {
            if let block = open {
                if line == "```" {
                    let lead = prose.last { !$0.isEmpty } ?? ""
                    blocks.append(Block(language: block.language, lead: lead, lines: block.lines))
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), [])
            } else {
                prose.append(line)
            }
        }
        return (blocks, prose)
    }

    var steps: [Step] {
        parts.blocks.flatMap { block -> [Step] in
            if block.language == "console" { return Self.commands(block.lines) }
            guard block.lead.hasSuffix("`:"), let name = block.lead.dropLast(2).split(separator: "`").last else {
                return []
            }
            return [.file(name: String(name), text: block.lines.map { $0 + "\n" }.joined())]
        }
    }

    private static func commands(_ lines: [String]) -> [Step] {
        var steps: [Step] = []
        var open: (command: String, output: String)?
        for line in lines {
            if line.hasPrefix("$ ") {
                if let (command, output) = open { steps.append(.command(command, output: output)) }
                open = (String(line.dropFirst(2)), "")
            } else {
                open?.output += line + "\n"
            }
        }
        if let (command, output) = open { steps.append(.command(command, output: output)) }
        return steps
    }

    /// The parts of scenarios that stand indented in the text: one begins where a key does, or a step of a script.
    var fragments: [String] {
        var fragments: [String] = []
        var isOpen = false
        for line in parts.prose {
            if line.hasPrefix("    \"") || line.hasPrefix("    { \"when\"") {
                fragments.append(line)
                isOpen = true
            } else if isOpen, line.hasPrefix("    ") {
                fragments[fragments.count - 1] += line
            } else {
                isOpen = false
            }
        }
        return fragments
    }

    /// The targets of its links and pictures, where they are in the package, relative to the page.
    var localLinks: [String] {
        parts.prose.flatMap { line -> [String] in
            // What stands in backticks is code.
            let words = line.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 0 }
                .map { $0.element }.joined(separator: "code")
            return words.components(separatedBy: "](").dropFirst().map { $0.components(separatedBy: ")")[0] }
        }.filter { !$0.contains("://") }
    }
}

import Foundation
import Testing

@Suite("The README says what the program says")
struct ReadmeTests {
    /// A console block: a command behind `$ `, and what it prints.
    struct Block: CustomTestStringConvertible, Sendable {
        let command: String
        let output: String

        var testDescription: String { command }
    }

    static let blocks: [Block] = {
        guard let readme = try? Place.text("README.md") else { return [] }
        return readme.components(separatedBy: "```console\n").dropFirst().compactMap { part in
            let block = part.components(separatedBy: "```")[0]
            guard block.hasPrefix("$ "), let end = block.firstIndex(of: "\n") else { return nil }
            return Block(
                command: String(block[block.index(block.startIndex, offsetBy: 2)..<end]),
                output: String(block[block.index(after: end)...]))
        }
    }()

    @Test("every console block prints what it shows", arguments: blocks)
    func block(_ block: Block) throws {
        let answer = try Place.shell(block.command)
        #expect(answer.output + answer.errors == block.output)
    }

    @Test("there are console blocks, and the scenario shown is one that is shipped")
    func blocksExist() throws {
        #expect(Self.blocks.count >= 6)
        let readme = try Place.text("README.md")
        let shown = readme.components(separatedBy: "```json\n")[1].components(separatedBy: "```")[0]
        #expect(try Place.files(in: "Scenarios", ending: ".json").contains { try Place.text($0) == shown })
    }
}

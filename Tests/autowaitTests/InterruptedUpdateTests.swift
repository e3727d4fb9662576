import Foundation
import Testing

@testable import autowait

@Suite("An update that is interrupted")
struct InterruptedUpdateTests {
    private static let names = (0..<16).map { "scenario-\($0)" }

    private func write(_ folder: TestFolder, wait_s: String) throws {
        for name in Self.names { try folder.write(TestFolder.scenario(wait_s: wait_s), name + ".json") }
    }

    /// Starts `autowait test --update --baseline`, and kills it as soon as so many goldens are those of `texts[1]`.
    /// Every golden is looked at all the while.
    private func update(_ folder: TestFolder, killingAfter count: Int, _ texts: [String]) throws {
        let process = Process()
        process.executableURL = Place.products.appendingPathComponent("autowait")
        process.arguments = ["test", "--update", "--baseline", folder.path]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        while process.isRunning {
            let goldens = try Self.names.map { try folder.read($0 + ".golden") }
            #expect(goldens.allSatisfy(texts.contains))
            if goldens.count(where: { $0 == texts[1] }) >= count { kill(process.processIdentifier, SIGKILL) }
        }
        process.waitUntilExit()
    }

    @Test("leaves every golden and every baseline whole, the old one or the new one")
    func killed() throws {
        try TestFolder.with { folder in
            var versions: [(golden: String, baseline: String)] = []
            for wait in ["2", "3"] {
                try write(folder, wait_s: wait)
                #expect(folder.test("--update", "--baseline").code == .asExpected)
                let name = Self.names[0]
                versions.append((try folder.read(name + ".golden"), try folder.read(name + ".baseline")))
            }
            #expect(versions[0].golden != versions[1].golden && versions[0].baseline != versions[1].baseline)
            // All are of version 1 now; each round is killed on its way to the other version.
            for round in 0..<(Place.triesAll ? 10 : 4) {
                try write(folder, wait_s: ["2", "3"][round % 2])
                let texts = [versions[1 - round % 2].golden, versions[round % 2].golden]
                try update(folder, killingAfter: round * (Place.triesAll ? 3 : 9) / 2, texts)
                for name in Self.names {
                    #expect(versions.map(\.golden).contains(try folder.read(name + ".golden")))
                    #expect(versions.map(\.baseline).contains(try folder.read(name + ".baseline")))
                }
                // The draft that was begun is hidden, and no test takes it for a golden that has lost its scenario.
                #expect(!folder.test().output.contains("its scenario is gone"))
                #expect(folder.test("--update", "--baseline").code == .asExpected)
                let files = Self.names.flatMap { [$0 + ".baseline", $0 + ".golden", $0 + ".json"] }
                #expect(try folder.names() == files.sorted())
            }
        }
    }

    @Test("leaves drafts that the next update removes, but not those of a process that still writes")
    func drafts() throws {
        try TestFolder.with { folder in
            let gone = Process()
            gone.executableURL = URL(fileURLWithPath: "/bin/sh")
            gone.arguments = ["-c", "true"]
            try gone.run()
            gone.waitUntilExit()
            let (dead, alive) = (gone.processIdentifier, ProcessInfo.processInfo.processIdentifier)
            try folder.write(TestFolder.scenario(), "a.json")
            let kept = [".a.golden.new-\(alive)", ".a.golden.new-x", ".notes.new-\(dead)", ".a.golden.old-\(dead)"]
            for name in kept + [".a.golden.new-\(dead)", ".b.baseline.new-\(dead)"] {
                try folder.write("half a gol", name)
            }
            #expect(
                folder.test().output == """
                    CHANGED  a.json
                             there is no golden yet; --update writes it
                    1 scenario: 1 CHANGED (--update accepts it).

                    """)
            #expect(folder.test("--update").code == .asExpected)
            // Its own draft has become the golden.
            #expect(try folder.names() == (kept.dropFirst() + ["a.golden", "a.json"]).sorted())
        }
    }
}

import Foundation
import Testing

@testable import autowait

@Suite("A golden that is none any more")
struct SpoiltGoldenFileTests {
    @Test("is said to be no text, and shown no further")
    func noText() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            try folder.write(String(repeating: "\0", count: 300_000), "a.golden")
            let reply = folder.test()
            #expect(reply.code == .regression && reply.errors.isEmpty)
            #expect(
                reply.output.hasPrefix("CHANGED  a.json\n         the golden is no text, from line 1 on; '--update'"))
            #expect(reply.output.utf8.count < 300)
            #expect(folder.test("--update").output.contains("1 updated"))
            #expect(folder.test().code == .asExpected)
        }
    }

    @Test("is said to be a link to nothing, through which --update would write nothing")
    func lostLink() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/a.golden", withDestinationPath: "goldens/a.golden")
            let reply = folder.test()
            #expect(reply.errors == "a.golden: error: cannot be read: a link to nothing\n")
            #expect(reply.output.hasPrefix("FAIL     a.json\n") && reply.code == .missingFile)
        }
    }

    @Test("is said to be a pipe, which no golden goes by")
    func pipe() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            try #require(try Place.shell("mkfifo a.golden", in: folder.url).code == 0)
            let errors = Autowait.reply(to: ["test", folder.path + "/a.json"]).errors
            let words = "cannot be read: it is a named pipe (FIFO), and no regular file\n"
            #expect(errors == "\(folder.path)/a.golden: error: \(words)")
        }
    }

    @Test("is refused where it is too long, and --update writes it anew")
    func tooLong() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            _ = folder.test("--update")
            // Behind what is a golden, where nobody would look who reads no more than so many bytes.
            let golden = try folder.read("a.golden")
            let most = 1 << 24
            try folder.write(golden + String(repeating: "\n", count: most + 1 - golden.utf8.count), "a.golden")
            let reply = folder.test()
            #expect(reply.code == .badData || reply.code == .regression)
            #expect(reply.errors == "a.golden: error: the file is longer than \(most) bytes\n")
            #expect(reply.output.hasPrefix("FAIL     a.json\n"))
            #expect(folder.test("--update").output.contains("1 updated"))
            #expect(try folder.read("a.golden") == golden)
        }
    }
}

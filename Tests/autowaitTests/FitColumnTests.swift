import Testing

@testable import Simulation
@testable import autowait

@Suite("Columns that 'autowait fit' is told of")
struct FitColumnTests {
    private static func reply(_ column: String, _ field: String, _ words: [String]) throws -> Reply {
        var reply = Reply()
        try TestFolder.with { folder in
            let media = #""media": {"kind": "local", "duration_s": 10, "bitrate_kbps": 1000}"#
            try folder.write("{\"name\": \"clip\", \(media)}", "clip.json")
            let head = "media.duration_s,startup_time_s,\"\(column)\""
            try folder.write("\(head)\n10,1,\(field)\n20,1,\(field)\n", "cells.csv")
            let files = [folder.path + "/clip.json", folder.path + "/cells.csv"]
            reply = Autowait.reply(to: ["fit"] + files + ["--fit", "media.bitrate_kbps=500,1000"] + words).whole
        }
        return reply
    }

    @Test(
        "have any name, and the words that are proposed are taken",
        arguments: [
            ("note", "note"), ("my, note", "'my, note'"), ("a=b", "'a=b'"), ("it's, a=b=c", #"'it'\''s, a=b=c'"#),
        ])
    func names(column: String, quoted: String) throws {
        let refused = try Self.reply(column, "1", [])
        let words = "say --given \(quoted)=KEY, --measured \(quoted)=METRIC or --ignore \(quoted)\n"
        #expect(refused.code != .asExpected && refused.errors.contains(words), "\(refused.errors)")
        // As a shell takes the quotes away.
        for words in [
            ["--given", "\(column)=network.down_kbps"], ["--ignore", column],
            ["--measured", "\(column)=stall_time_s", "--weight", "\(column)=0.5"],
        ] {
            let reply = try Self.reply(column, "1", words)
            #expect(reply.code == .asExpected, "\(words): \(reply.errors)")
        }
    }

    @Test("are left out one by one, or several with commas between them", arguments: [["note,x"], ["x", "note"]])
    func several(words: [String]) throws {
        let options = words.flatMap { ["--ignore", $0] }
        let reply = try Self.reply("note", "1", options)
        #expect(reply.errors.contains("--ignore x: no column is called 'x'"))
        #expect(!reply.errors.contains("--ignore note"), "\(reply.errors)")
    }
}

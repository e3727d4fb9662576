import Foundation
import Testing

@testable import autowait

@Suite("autowait shrink")
struct ShrinkCommandTests {
    private static let field = "Scenarios/field-reports/"

    @Test(
        "keeps what a field report shows, on at most 15 lines",
        arguments: [
            ("stalls-after-a-network-change", ["stall_count >= 1"]),
            ("seek-waits-behind-old-answers", ["longest_seek_s > 5"]),
            ("does-not-resume-after-a-stall", ["stall_count >= 1", "stall_time_s == none"]),
        ])
    func fieldReports(name: String, conditions: [String]) throws {
        let keep = conditions.flatMap { ["--keep", $0] }
        let path = Place.path(Self.field + name + ".json")
        let reply = Autowait.reply(to: ["shrink", path, "--allow", Place.path("Scenarios")] + keep)
        #expect(reply.code == .asExpected, "\(reply.errors)")
        #expect(reply.output.count { $0 == "\n" } <= 15, "\(reply.output)")
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("small.json")
            try reply.output.write(to: file, atomically: true, encoding: .utf8)
            // What is shrunk shows it still, and cannot be shrunk further.
            let again = Autowait.reply(to: ["shrink", file.path] + keep)
            #expect(again.code == .asExpected && again.output == reply.output)
            // The mark of the first time is no value of it.
            let counts = try #require(again.errors.firstMatch(of: /: (\d+) values have become (\d+) in/))
            #expect(counts.1 == counts.2, "\(again.errors)")
        }
    }

    @Test("is not written where the files that it names would be missed", arguments: [true, false])
    func otherFolder(hasTrace: Bool) throws {
        try TestFolder.with { folder in
            let network = hasTrace ? #""trace": "drive.csv""# : #""down_kbps": 600"#
            let media = #""media": {"kind": "hls", "duration_s": 12, "variants": [{"bitrate_kbps": 800}]}"#
            try folder.write("{\"network\": {\(network)}, \(media)}", "sub/s.json")
            try folder.write("seconds,bits_per_second\n0,600000\n10,500000\n", "sub/drive.csv")
            func reply(_ output: String) -> Reply {
                Autowait.reply(
                    to: ["shrink", folder.path + "/sub/s.json", "--keep", "startup_time_s > 0.5", "-o"]
                        + [folder.path + "/" + output])
            }
            let refused = reply("out.json")
            #expect(refused.code == (hasTrace ? .usage : .asExpected), "\(refused.errors)")
            #expect(refused.errors.contains("are meant from where it lies; write -o") == hasTrace)
            #expect(reply("sub/out.json").code == .asExpected)
        }
    }

    @Test(
        "is written anywhere once it names no file, and else under a free name beside them", arguments: [false, true])
    func freeName(hasOther: Bool) throws {
        try TestFolder.with { folder in
            let media = #""media": {"kind": "hls", "duration_s": 12, "variants": [{"bitrate_kbps": 800}]}"#
            try folder.write("{\"network\": {\"trace\": \"drive.csv\"}, \(media)}", "s.json")
            try folder.write("seconds,bits_per_second\n0,600000\n10,500000\n", "drive.csv")
            // A trace of the same name, with which it would show something else.
            try folder.write("seconds,bits_per_second\n0,90000000\n", hasOther ? "sub/drive.csv" : "sub/other.csv")
            func reply(_ condition: String) -> Reply {
                Autowait.reply(
                    to: ["shrink", folder.path + "/s.json", "--keep", condition, "-o", folder.path + "/sub/s.json"])
            }
            let refused = reply("startup_time_s > 0.5")
            #expect(refused.code == .usage)
            #expect(
                refused.errors.hasSuffix("meant from where it lies; write -o \(folder.path)/s-report.json\n"),
                "\(refused.errors)")
            let written = reply("startup_time_s >= 0")
            #expect(written.code == .asExpected, "\(written.errors)")
            #expect(try !folder.read("sub/s.json").contains("drive.csv"))
        }
    }

    @Test("counts the same values, however a person has laid the file out, and none that it adds")
    func values() throws {
        let text = #"{"network":"3G","media":{"kind":"progressive","duration_s":3,"bitrate_kbps":100}}"#
        let lines = text.replacing(",", with: ",\n").replacing("{", with: "{\n").replacing("}", with: "\n}\n")
        try TestFolder.with { folder in
            let summaries = try [text, lines].map { text in
                try folder.write(text, "s.json")
                return Autowait.reply(to: ["shrink", folder.path + "/s.json", "--keep", "stall_count == 0"]).errors
            }
            #expect(summaries[0] == summaries[1])
            let numbers = summaries[0].split(separator: " ").compactMap { Int($0) }
            #expect(summaries[0].contains("s.json: 4 values have become ") && numbers[1] <= 4, "\(summaries)")
        }
    }

    /// With one request to play at 0 s it would be smaller, and show what Apple's documents differ on.
    @Test("gets no warning of another kind, be there one less of its own or not", arguments: [true, false])
    func warnings(hasIdleKey: Bool) throws {
        let media = #"{"kind": "progressive", "duration_s": 60, "bitrate_kbps": 400}"#
        let idle = hasIdleKey ? #""first_variant": "lowest", "# : ""
        let player = "{\(idle)\"automatically_waits_to_minimize_stalling\": false}"
        let script = #"[{"at_s": 0, "do": "load"}, {"at_s": 5, "do": "play"}]"#
        let network = #"{"transport": "fluid", "down_kbps": 300}"#
        try TestFolder.with { folder in
            let setting = #""network": \#(network), "media": \#(media), "player": \#(player)"#
            try folder.write("{\(setting), \"script\": \(script)}", "s.json")
            let keep = ["--keep", "startup_time_s <= 3", "--keep", "stall_count >= 1"]
            let reply = Autowait.reply(to: ["shrink", folder.path + "/s.json"] + keep)
            #expect(reply.output.contains(#""at_s": 1, "do": "play""#), "\(reply.output)\(reply.errors)")
            try folder.write(reply.output, "small.json")
            #expect(Autowait.reply(to: ["check", folder.path + "/small.json", "--strict"]).code == .asExpected)
        }
    }

    @Test("does not lose the seek whose time it is to keep, and keeps that there is none")
    func seek() throws {
        let seek = #"{"at_s": 4, "do": "seek", "to_s": 60}"#
        let script = #"[{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}, \#(seek)]"#
        let media = #"{"kind": "hls", "duration_s": 120, "segment_s": 6, "variants": [{"bitrate_kbps": 400}]}"#
        try TestFolder.with { folder in
            try folder.write(#"{"network": "LTE", "media": \#(media), "script": \#(script)}"#, "s.json")
            func reply(_ condition: String) -> Reply {
                Autowait.reply(to: ["shrink", folder.path + "/s.json", "--keep", condition])
            }
            #expect(reply("seek_time_s <= 100").output.contains(#""do": "seek""#))
            let without = reply("seek_time_s == none")
            #expect(without.code == .badData && without.errors.contains("'seek_time_s == none', so there is nothing"))
        }
    }

    @Test("says what the run is like where there is nothing to keep")
    func nothing() {
        let path = Place.path(Self.field + "stalls-after-a-network-change.json")
        let reply = Autowait.reply(
            to: ["shrink", path, "--keep", "stall_count >= 9", "--allow", Place.path("Scenarios")])
        #expect(reply.code == .badData)
        #expect(
            reply.errors.hasSuffix(
                "error: this does not show 'stall_count >= 9', so there is nothing to keep: stall_count is 1\n"))
        #expect(
            Autowait.reply(to: ["shrink", path]).errors
                .hasPrefix("'shrink' needs to know what to keep; write --keep 'stall_count >= 1'"))
        #expect(Autowait.reply(to: ["shrink", path, "--keep", "stall_cout > 1"]).code == .usage)
    }
}

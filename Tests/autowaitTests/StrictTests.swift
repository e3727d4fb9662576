import Foundation
import Testing

@testable import autowait

@Suite("Warnings are said by all that read a scenario, and are errors where that is asked for")
struct StrictTests {
    /// A seek to behind the end, and a phase that never comes.
    private static let text = """
        {
          "network": { "transport": "fluid", "phases": [{ "for_s": 500, "down_kbps": 2000 }, { "down_kbps": 500 }] },
          "media": { "kind": "progressive", "duration_s": 6, "bitrate_kbps": 1000 },
          "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }, { "at_s": 1, "do": "seek", "to_s": 60 }]
        }
        """

    private static func words(_ severity: String) -> String {
        """
        odd.json:4:107: \(severity): 60 s lies behind the end of the media, which has 6 s
        odd.json:2:86: \(severity): this phase begins at 500 s, and never comes: nothing more happens after 6.05 s

        """
    }

    private func odd(_ words: String) throws -> Place.Answer {
        try Place.withFolder { folder in
            try Self.text.write(to: folder.appendingPathComponent("odd.json"), atomically: true, encoding: .utf8)
            return try Place.shell("autowait test --update odd.json >first 2>&1; autowait \(words)", in: folder)
        }
    }

    /// Where each value were held against each for each of them, it would take minutes.
    @Test("of a key with a thousand values, none of which does anything, it is said once, and soon")
    func manyValues() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            let key = "player.preferred_peak_bitrate_kbps"
            let values = (1...1000).map { String($0) }.joined(separator: ",")
            let start = ContinuousClock.now
            let reply = Autowait.reply(to: ["compare", folder.path + "/a.json", "--vary", "\(key)=\(values)"])
            #expect(ContinuousClock.now - start < .seconds(30))
            let words = "'preferred_peak_bitrate_kbps' does nothing here: only HLS has variants"
            #expect(reply.errors == "--vary \(key): warning: \(words)\n")
        }
    }

    @Test(
        "as warnings on stderr, where the result is what it is",
        arguments: [
            "check odd.json", "run odd.json", "test odd.json", "run --format json odd.json",
            "run --format svg odd.json",
        ])
    func warnings(command: String) throws {
        let answer = try odd(command)
        #expect(answer.errors == Self.words("warning"))
        #expect(answer.code == 0 && !answer.output.isEmpty)
    }

    @Test(
        "and as errors", arguments: ["check", "run", "test", "run --format html", "run --record odd.log"])
    func errors(command: String) throws {
        let answer = try odd("\(command) --strict odd.json")
        #expect(answer.errors == Self.words("error"))
        #expect(answer.code == 65 && !answer.output.contains("ok") && !answer.output.contains("digest"))
    }

    @Test("beside expectations that are not met, which are told all the same", arguments: [true, false])
    func besideFailures(isStrict: Bool) throws {
        try TestFolder.with { folder in
            let expectation = ", \"expect\": { \"stall_count\": 3 }\n}"
            try folder.write(Self.text.replacing("\n}", with: expectation), "odd.json")
            let answer = folder.test("--junit", folder.path + "/junit.xml", isStrict ? "--strict" : "--quiet")
            #expect(answer.output.contains("error: stall_count is 0, must be 3"), "\(answer)")
            #expect(answer.errors.contains(Self.words(isStrict ? "error" : "warning")), "\(answer)")
            #expect(answer.code == .regression)
            #expect(try folder.read("junit.xml").contains("failures=\"1\" errors=\"0\""))
        }
    }

    @Test("beside what could be accepted otherwise, which fails for them: --update would not accept it either")
    func besideChanges() throws {
        try TestFolder.with { folder in
            try folder.write(Self.text, "odd.json")
            let junit = folder.path + "/junit.xml"
            let answer = folder.test("--junit", junit, "--strict")
            #expect(answer.output.hasPrefix("FAIL     odd.json\n         odd.json:"))
            #expect(answer.output.hasSuffix("\n1 scenario: 1 FAIL.\n"))
            #expect(answer.errors == Self.words("error") && answer.code == .regression)
            let report = try folder.read("junit.xml")
            for word in ["60 s lies behind", "this phase begins at 500 s", "there is no golden yet"] {
                #expect(report.contains(word), "\(report)")
            }
            #expect(!report.contains("--update"))
            let update = folder.test("--update", "--strict")
            #expect(update.errors == Self.words("error") && update.code == .badData)
            #expect(try folder.names() == ["junit.xml", "odd.json"])
        }
    }

    /// Goldens that are missing, of another run and none at all, and a baseline that is missing.
    @Test(
        "beside which nothing is advised that --strict refuses",
        arguments: [nil, "another\n", "", "<<<<<<<\n=======\n", "a\u{0}\n"], [[], ["--budget", "*=+5%"]])
    func vainAdvice(golden: String?, budget: [String]) throws {
        try TestFolder.with { folder in
            try folder.write(Self.text, "odd.json")
            if let golden { try folder.write(golden, "odd.golden") }
            func words(_ options: [String]) throws -> String {
                let junit = folder.path + "/junit.xml"
                let reply = Autowait.reply(
                    to: ["test", folder.path, "--annotations", "github", "--junit", junit] + budget + options)
                return try reply.output + reply.errors + folder.read("junit.xml")
            }
            #expect(try words([]).contains("--update"))
            let strict = try words(["--strict"])
            #expect(!strict.contains("--update"), "\(strict)")
            #expect(strict.contains("60 s lies behind the end"), "\(strict)")
        }
    }

    /// The tags of others are no fault of a playlist; those that were to be known ones are.
    @Test(
        "but notes, which nobody has to heed, are said and are none",
        arguments: [
            ("EXT-X-CUE-OUT:30", "note: tags that are not known"), ("EXT-X-INDEPENDANT-SEGMENTS", "error: '"),
        ],
        [["check", "film.m3u8"], ["check", "odd.json"], ["run", "odd.json"], ["test", "--update", "odd.json"]])
    func notes(tag: (name: String, words: String), command: [String]) throws {
        try TestFolder.with { folder in
            let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-BITRATE:900\n#\(tag.name)\n"
            try folder.write(head + "#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST\n", "film.m3u8")
            try folder.write(#"{ "network": { "down_kbps": 5000 }, "media": "film.m3u8" }"#, "odd.json")
            let words = command.dropLast() + ["--strict", "\(folder.path)/\(command[command.count - 1])"]
            let answer = Autowait.reply(to: Array(words))
            let isNote = tag.words.hasPrefix("note")
            let told = isNote || command.last == "odd.json" ? tag.words : "warning: '"
            #expect(answer.errors.contains("film.m3u8:4:1: \(told)"), "\(answer.errors)")
            #expect(answer.code == (isNote ? .asExpected : .badData), "\(answer.errors)")
        }
    }

    @Test("a log that is not to be is not written")
    func log() throws {
        #expect(try odd("run --strict --record odd.log odd.json; ls").output.contains("odd.log") == false)
    }

    @Test("a setting is called as it was typed")
    func setting() throws {
        let answer = try odd("run odd.json --set network.phases.0.for_s=1 --set script.2.to_s=7")
        #expect(
            answer.errors == "--set script.2.to_s=7: warning: 7 s lies behind the end of the media, which has 6 s\n")
    }

    @Test("no shipped scenario warns but those that show a mistake, or what nobody knows")
    func shipped() {
        let warnings = Shipped.tested.errors.split(separator: "\n")
        let files = Set(warnings.map { $0.prefix { $0 != ":" }.split(separator: "/").last })
        #expect(
            files == [
                // The gaps are the very thing that these are about.
                "fair-play-and-clear.json", "other-audio.json", "other-sample-rate.json",
                // So is the mistake.
                "option-a-unit-mistake.json",
                // Apple's documents and reports are not of one mind.
                "autowait-off-never-starts.json", "autowait-off-starts-quickly.json",
                // So is what Apple's segmenter writes.
                "master.m3u8", "gear0.m3u8", "gear1.m3u8", "gear2.m3u8", "gear3.m3u8", "gear4.m3u8",
                // Here the window that is too thin is the very thing.
                "thin-window.json",
                // Nobody asks the server of its steering manifest.
                "from-a-playlist.json",
                // And what a phone writes down of a drive.
                "measured-by-a-phone.json",
            ])
        // To 'check' them all is to run them all once more.
        for folder in Place.triesAll ? [""] : ["gapless/", "startup/", "journeys/"] {
            let path = Place.path("Scenarios/" + folder)
            let own = warnings.filter { $0.contains("/Scenarios/" + folder) }
            let reply = Autowait.reply(to: ["check", path, "--allow", Place.path("Scenarios")])
            let checked = reply.errors.split(separator: "\n")
            #expect(checked == own && !own.isEmpty, "\(folder)")
        }
    }
}

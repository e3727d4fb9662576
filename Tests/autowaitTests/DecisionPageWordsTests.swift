import Foundation
import Testing

@testable import autowait

@Suite("The words of a decision's page")
struct DecisionPageWordsTests {
    /// After eight seconds nothing comes any more.
    private static let dead = """
        {"network": {"transport": "fluid", "delay_ms": 20,
                     "phases": [{"for_s": 8, "down_kbps": 1000}, {"down_kbps": 0}]},
         "media": {"kind": "hls", "duration_s": 60, "segment_s": 4, "variants": [{"bitrate_kbps": 400}]}}
        """
    private static let slow = """
        {"name": "Slow", "network": {"transport": "fluid", "down_kbps": 700, "delay_ms": 20},
         "media": {"kind": "hls", "duration_s": 60, "segment_s": 4,
                   "variants": [{"bitrate_kbps": 400}, {"bitrate_kbps": 900}, {"bitrate_kbps": 2000}]}}
        """
    private static let delays = ["--over", "network.delay_ms=20,200"]

    /// What is printed over so many files with a scenario.
    private static func reply(
        _ scenario: String, files: Int = 1, players: String, _ words: [String], format: String = "html"
    ) throws -> String {
        try Place.withFolder { folder in
            let files = (1...files).map { folder.appendingPathComponent("clip \($0).json") }
            for file in files { try scenario.write(to: file, atomically: true, encoding: .utf8) }
            let paths = files.map { $0.path }
            return Autowait.reply(
                to: ["compare"] + paths + ["--vary", "player=\(players)"] + words + ["--format", format]
            ).output
        }
    }

    @Test("a session that waits for ever is not said to go on beyond the axis")
    func forEver() throws {
        let page = try Self.reply(Self.dead, players: "vlc,hls.js", Self.delays)
        let all = page.matches(of: #/<span class="summary">([^<]*)<\/span>/#).map { $0.output.1 }
        #expect(!all.isEmpty)
        for words in all { #expect(words.hasSuffix("; waits for ever"), "\(words)") }
    }

    @Test(
        "the choices are named in a sentence of their own, behind the file's where there is one to name",
        arguments: [(dead, 1, true), (slow, 1, false), (slow, 2, true)])
    func subject(scenario: String, files: Int, isAlone: Bool) throws {
        let page = try Self.reply(scenario, files: files, players: "hls.js,shaka", Self.delays)
        #expect(page.contains("<p class=\"note\">The choices are values of ") == isAlone)
        #expect(page.contains("clip 1.json. The choices are values of ") != isAlone)
    }

    @Test("a table by circumstance of several scenarios says that its rows begin with them", arguments: [1, 2])
    func scenarios(files: Int) throws {
        let keys = files == 1 ? "network.delay_ms" : "scenario, network.delay_ms"
        let text = try Self.reply(Self.slow, files: files, players: "hls.js,shaka", Self.delays, format: "text")
        #expect(text.contains("\nstartup_mean_s by \(keys)  "), "\(text)")
        let page = try Self.reply(Self.slow, files: files, players: "hls.js,shaka", Self.delays)
        #expect(page.contains(">\(keys)</th>"))
    }

    @Test("of choices that have no room one is told as one", arguments: [("vlc", "its"), ("vlc,avplayer", "their")])
    func rest(last: String, whose: String) throws {
        let players = "hls.js,exoplayer,shaka,dash.js,vhs,gstreamer,\(last)"
        let page = try Self.reply(Self.slow, players: players, ["--over", "network.down_kbps=300,700,4000"])
        let isOne = whose == "its"
        #expect(page.contains(" \(isOne ? "1 more choice is" : "2 more choices are") in the figures below alone."))
        let differ = isOne ? "1 more choice differs" : "2 more choices differ"
        #expect(page.contains(" \(differ): &#39;--format csv&#39; has all of \(whose) sessions."))
    }
}

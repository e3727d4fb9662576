import Foundation
import Simulation
import Testing

@testable import autowait

@Suite("autowait live")
struct LiveCommandTests {
    private static let join = Place.path("Scenarios/live/cold-join.json")

    private static func reply(_ words: String...) -> Reply { Autowait.reply(to: ["live"] + words) }

    @Test("prints every playlist under its name")
    func printed() {
        let reply = Self.reply(Self.join, "--at", "0:01:10")
        #expect(reply.errors == "" && reply.code == .asExpected)
        let names = reply.output.split(separator: "\n").filter { $0.hasPrefix("==> ") }
        #expect(names == ["==> master.m3u8 <==", "==> video-1.m3u8 <=="])
        // 36 s are listed at first, and 11 segments more by 70 s; the window keeps 6.
        #expect(reply.output.contains("\n#EXT-X-MEDIA-SEQUENCE:11\n"))
        #expect(reply.output.hasSuffix("\nvideo-1/16.ts\n"))
    }

    @Test(
        "an instant is seconds, or minutes and hours before them, or has a unit as that of a replay",
        arguments: ["70", "7e1", "1:10", "0:1:10", "70s", "70000ms"])
    func instants(word: String) {
        #expect(Self.reply(Self.join, "--at", word).output == Self.reply(Self.join, "--at", "70").output)
    }

    @Test("the last instant of a run that lasts a year has its playlists")
    func lastInstant() { #expect(Self.reply(Self.join, "--at", "31536000").code == .asExpected) }

    @Test("writes files that are checked, and leaves alone what is no playlist")
    func folder() throws {
        try TestFolder.with { folder in
            let reply = Self.reply(Self.join, "--at", "12", "--output", folder.path + "/out")
            #expect(reply.output.split(separator: "\n").count == 2)
            #expect(try folder.read("out/master.m3u8").hasPrefix("#EXTM3U\n# written by 'autowait live'\n#EXT-X-"))
            #expect(Autowait.reply(to: ["check", folder.path + "/out/master.m3u8"]).code == .asExpected)
            // Again over playlists, but not over anything else.
            #expect(Self.reply(Self.join, "--at", "18", "-o", folder.path + "/out").code == .asExpected)
            try folder.write("mine", "out/video-1.m3u8")
            let before = try folder.read("out/master.m3u8")
            let refused = Self.reply(Self.join, "--at", "24", "-o", folder.path + "/out")
            #expect(refused.code == .cannotWrite)
            #expect(refused.errors.contains("video-1.m3u8: error: this file is text, and no playlist of 'autowait"))
            #expect(refused.errors.hasSuffix("write --output \(folder.path)/out-2\n"))
            #expect(try folder.read("out/video-1.m3u8") == "mine")
            #expect(try folder.read("out/master.m3u8") == before)
            // Nor over somebody else's playlist.
            try folder.write("#EXTM3U\n", "out/video-1.m3u8")
            let others = Self.reply(Self.join, "--at", "24", "-o", folder.path + "/out")
            #expect(others.errors.contains("this file is a playlist, and no playlist of 'autowait live'"))
            #expect(try folder.read("out/video-1.m3u8") == "#EXTM3U\n")
        }
    }

    @Test(
        "mistakes are told, with what to write",
        arguments: [
            ([], "'--at' is missing: the instant of the run, as in --at 90, --at 12.5 or --at 1:30\n"),
            (["--at", "-1"], "'--at -1' lies before the run begins; write 0 or later\n"),
            (
                ["--at", "1:60"],
                "'--at 1:60' is no instant; write one as in 90, 12.5s, 300ms, 1:30 or 0:01:30\n"
            ),
            (["--at", "31536001s"], "'--at 31536001s' is more than a year; a run lasts a year at most\n"),
            (["--at", "1", "--item", "b"], "the live item has no name; leave out --item b\n"),
            (["--at", "1", "--output", ""], "'--output' takes the name of a folder\n"),
            (
                ["--at", "1", "--output", "/nowhere/x.m3u8"],
                "'--output' takes the name of a folder for the playlists, and '/nowhere/x.m3u8' looks like a file; "
                    + "for a folder of that name write --output /nowhere/x.m3u8/\n"
            ),
        ])
    func mistakes(words: [String], message: String) {
        let reply = Autowait.reply(to: ["live", Self.join] + words)
        #expect(reply.code == .usage)
        #expect(reply.errors.hasPrefix(message), "\(reply.errors)")
    }

    @Test("of several live items one is named")
    func items() {
        let two = Place.path("Scenarios/live/two-viewers.json")
        let names = (try? ScenarioFile.load(two, settings: []))?.players.map { $0.name.text } ?? []
        #expect(names.count == 2)
        let several = Self.reply(two, "--at", "9")
        #expect(several.errors == "2 items are live; write --item \(names[0]) or --item \(names[1])\n")
        #expect(Self.reply(two, "--at", "9", "--item", names.last ?? "").code == .asExpected)
        let near = Self.reply(two, "--at", "9", "--item", "laet")
        #expect(near.code == .usage && near.errors == "no live medium is 'laet'; did you mean 'late'?\n")
    }

    @Test("names of items are advised in the words of a shell")
    func quoted() throws {
        try TestFolder.with { folder in
            let two = try String(contentsOfFile: Place.path("Scenarios/live/two-viewers.json"), encoding: .utf8)
            try folder.write(two.replacing("\"late\"", with: "\"it's late\""), "two.json")
            let several = Self.reply(folder.path + "/two.json", "--at", "9")
            #expect(several.errors.hasSuffix(#"; write --item early or --item 'it'\''s late'"# + "\n"))
        }
    }

    @Test(
        "is named by its medium, by its player, or by both",
        arguments: [
            ("a", "video-1/5.ts"), ("a/L", "video-1/5.ts"), ("b/M", "video-1/3.ts"), ("M", "video-1/3.ts"),
            ("L", nil), ("b", nil), ("c", nil),
        ] as [(String, String?)])
    func players(name: String, last: String?) throws {
        func medium(_ name: String, _ window: Int) -> String {
            #"{ "name": "\#(name)", "kind": "hls", "duration_s": 120, "segment_s": 6, "variants": "#
                + #"[{ "bitrate_kbps": 1000 }], "live": { "window_s": \#(window) } }"#
        }
        let several = "[\(medium("L", 36)), \(medium("M", 24))]"
        let queue = #"[{ "name": "one", "media": "L" }, { "name": "two", "media": "M" }]"#
        let items = "\"player\": { \"class\": \"AVQueuePlayer\", \"items\": \(queue) }"
        let text =
            "{ \"players\": [{ \"name\": \"a\", \"media\": \(medium("L", 36)) }, "
            + "{ \"name\": \"b\", \"media\": \(several), \(items) }] }"
        try TestFolder.with { folder in
            try folder.write(text, "a.json")
            let reply = Self.reply(folder.path + "/a.json", "--at", "0", "--item", name)
            #expect((reply.code == .asExpected) == (last != nil), "\(reply.errors)")
            if let last { #expect(reply.output.hasSuffix("\n\(last)\n")) }
        }
    }

    @Test("what an event without a history lists is checked, and no medium to play yet")
    func nothingListed() throws {
        try TestFolder.with { folder in
            let media = #""kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 500 }]"#
            try folder.write(#"{ "media": { \#(media), "live": { "event": true } } }"#, "a.json")
            #expect(Self.reply(folder.path + "/a.json", "--at", "0", "-o", folder.path + "/out").code == .asExpected)
            let words = "this live playlist lists no whole segment yet"
            for name in ["master", "video-1"] {
                let path = "out/\(name).m3u8"
                let checked = Autowait.reply(to: ["check", "\(folder.path)/\(path)"])
                #expect(checked.code == .asExpected && !checked.errors.contains("error:"), "\(checked.errors)")
                #expect(checked.errors.contains("warning: \(words)"), "\(checked.errors)")
                try folder.write(#"{ "media": "\#(path)" }"#, "\(name).json")
                let run = Autowait.reply(to: ["run", "\(folder.path)/\(name).json"])
                #expect(run.errors.contains("error: \(words)"), "\(run.errors)")
            }
        }
    }

    @Test("of a playlist that goes on by itself nothing is written beyond the run, and what is left out is said")
    func goesOn() throws {
        try TestFolder.with { folder in
            let segments = String(repeating: "#EXTINF:6,\n#EXT-X-BYTERANGE:9000@0\ns.ts\n", count: 6)
            let start = "#EXT-X-START:TIME-OFFSET=-30,PRECISE=YES\n"
            try folder.write("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(start)\(segments)", "m.m3u8")
            try folder.write(#"{ "media": "m.m3u8", "until_s": 40 }"#, "a.json")
            let text = Self.reply(folder.path + "/a.json", "--at", "40").output
            #expect(text.contains("\n" + start) && !text.contains("ENDLIST"))
            let late = Self.reply(folder.path + "/a.json", "--at", "41")
            #expect(late.code == .usage && late.errors.hasPrefix("the run ends at 40 s"), "\(late.errors)")
        }
        let ads = Self.reply(Place.path("Scenarios/interstitials/in-a-live-stream.json"), "--at", "9")
        #expect(ads.errors == "not in these playlists: interstitials (EXT-X-DATERANGE)\n" && ads.code == .asExpected)
    }

    /// The third segment has a date of its own, which is where the first one's comes to, or an hour later.
    @Test(
        "what a playlist says and these do not is told, and dates that go on are written",
        arguments: ["#EXT-X-DISCONTINUITY\n", ""], ["0:00:08", "1:00:00"])
    func unlisted(tag: String, time: String) throws {
        let segment = "#EXTINF:4,\n#EXT-X-BYTERANGE:9000@0\ns.ts\n"
        let date = "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T2"
        let range = "#EXT-X-DATERANGE:ID=\"x\",CLASS=\"c\",START-DATE=\"2026-03-01T21:00:01Z\"\n"
        let report = "#EXT-X-RENDITION-REPORT:URI=\"w.m3u8\",LAST-MSN=2\n"
        let text = date + "0:00:00Z\n" + segment + segment + tag + date + time + "Z\n" + segment + range + report
        let more =
            "HDCP-LEVEL=NONE,ALLOWED-CPC=\"x:y\",SCORE=1,SUPPLEMENTAL-CODECS=\"dvh1.08.07/db4h\","
            + "REQ-VIDEO-LAYOUT=\"CH-STEREO\",CLOSED-CAPTIONS=NONE,VIDEO=\"v\""
        let variant =
            "#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"v\",NAME=\"Main\"\n#EXT-X-STREAM-INF:BANDWIDTH=90000,\(more)\nv.m3u8\n"
        try TestFolder.with { folder in
            try folder.write("#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + text, "v.m3u8")
            try folder.write("#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n" + variant, "m.m3u8")
            try folder.write(#"{ "media": "m.m3u8", "until_s": 40 }"#, "a.json")
            let reply = Self.reply(folder.path + "/a.json", "--at", "8")
            let jumps = time == "1:00:00"
            #expect(reply.output.contains("\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:08.000Z\n") == !jumps)
            var words = tag.isEmpty ? [] : ["discontinuities (EXT-X-DISCONTINUITY)"]
            if jumps { words.append("dates that jump (EXT-X-PROGRAM-DATE-TIME)") }
            words += ["date ranges (EXT-X-DATERANGE)", "rendition reports (EXT-X-RENDITION-REPORT)"]
            words += ["video renditions (EXT-X-MEDIA)", "that there are no closed captions (CLOSED-CAPTIONS)"]
            words += ["levels of protection (HDCP-LEVEL)", "what must protect content (ALLOWED-CPC)"]
            words += ["scores (SCORE)", "formats besides (SUPPLEMENTAL-CODECS)", "video layouts (REQ-VIDEO-LAYOUT)"]
            words.append("that segments are independent (EXT-X-INDEPENDENT-SEGMENTS)")
            #expect(reply.errors == "not in these playlists: \(words.joined(separator: ", "))\n")
        }
    }

    @Test(
        "nothing live is a fault of the file, and the remedy is one of its media",
        arguments: [
            ("switching/abandoned-hls-js", "beside 'variants' write \"live\": { \"window_s\": 36 }"),
            (
                "session-503/demo-5-play-immediately",
                "a file cannot be; live is media of \"kind\": \"hls\" with \"live\": { \"window_s\": 36 }"
            ),
            ("presets/dsl", "a playlist is live where it lacks EXT-X-ENDLIST and is not of type VOD"),
        ])
    func none(name: String, advice: String) {
        let reply = Self.reply(
            Place.path("Scenarios/\(name).json"), "--at", "9", "--allow", Place.path("Scenarios"))
        #expect(reply.code == .badData)
        #expect(reply.errors.hasSuffix("error: nothing in it is live; \(advice)\n"))
    }
}

import Foundation
import PlayerModel
import Simulation
import Testing

@testable import autowait

@Suite("autowait check reads playlists")
struct PlaylistCheckTests {
    private static let master = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=190000,AVERAGE-BANDWIDTH=160000,FRAME-RATE=30\n"
    private static let media = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST\n"

    private func write(_ text: String, _ name: String, in folder: URL) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// The answer, with the folder's own name left out.
    private func check(_ name: String, in folder: URL) -> (output: String, errors: String, code: ExitCode) {
        let reply = Autowait.reply(to: ["check", folder.path + "/" + name])
        func short(_ text: String) -> String { text.replacingOccurrences(of: folder.path + "/", with: "") }
        return (short(reply.output), short(reply.errors), reply.code)
    }

    @Test("the ladder that is shipped is what its generator makes, and nothing is objected to")
    func ladder() throws {
        for file in Ladder.files {
            #expect(try Place.text("Scenarios/media/ladder/\(file.name)") == file.text)
        }
        let path = Place.path("Scenarios/media/ladder/master.m3u8")
        let reply = Autowait.reply(to: ["check", path])
        #expect(reply.output == "ok  \(path)\n")
        #expect(reply.errors == "")
        #expect(reply.code == .asExpected)
    }

    @Test("the ladder that is shipped is an asset of nine variants with sound beside them, and sound alone")
    func ladderAsset() throws {
        let files = try PlaylistFiles(Place.path("Scenarios/media/ladder/master.m3u8"))
        let made = PlaylistAsset(try #require(files.set))
        let asset = try #require(made.asset)
        #expect(asset.duration == .seconds(120))
        #expect(asset.variants.map { $0.bitRate }.first == 2_527_320)
        #expect(asset.variants.map { $0.hasPictures } == Array(repeating: true, count: 9) + [false])
        #expect(asset.variants.map { $0.audioGroup } == Array(repeating: "aac", count: 9) + [nil])
        #expect(made.leftOut == [] && made.notModelled == [])
        #expect(asset.tracks(ofVariant: 0).map { $0.count } == [20, 20])
        #expect(asset.audio?.chunks.declaredBitRate == 128_000)
        #expect(made.sources.map { "\($0.source.name) \($0.segments)" } == ["byte ranges 220"])
        #expect(made.renditions.allSatisfy { $0.sizes.initializationBytes == 800 })
    }

    @Test("objections are warnings, and measure the files that are there")
    func warnings() throws {
        try Place.withFolder { folder in
            try write(Self.master + "v/1.m3u8\n", "m.m3u8", in: folder)
            try write(Self.media, "v/1.m3u8", in: folder)
            #expect(check("m.m3u8", in: folder) == ("ok  m.m3u8\n", "", .asExpected))
            try write(String(repeating: "x", count: 90_000), "v/1.ts", in: folder)
            let answer = check("m.m3u8", in: folder)
            #expect(answer.code == .asExpected)
            #expect(answer.output == "ok  m.m3u8\n")
            let lines = answer.errors.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("m.m3u8:2:1: warning: item 1.26: the segments have 120 kbit/s") == true)
        }
    }

    @Test("an interstitial whose asset is not there is a warning at its line, with a scenario and without")
    func absentAsset() throws {
        try Place.withFolder { folder in
            let range = "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\","
            let start = "START-DATE=\"2026-01-01T00:00:01Z\",X-ASSET-URI=\"no.m3u8\"\n"
            let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n"
            let text = Self.media.replacingOccurrences(
                of: "#EXTINF", with: date + range + start + "#EXT-X-BYTERANGE:9000@0\n#EXTINF")
            try write(text, "m.m3u8", in: folder)
            try write(#"{ "media": "m.m3u8" }"#, "s.json", in: folder)
            let words = "m.m3u8:4:1: warning: this interstitial is passed over: 'no.m3u8' is no file"
            for name in ["m.m3u8", "s.json"] {
                let answer = check(name, in: folder)
                #expect(answer.output == "ok  \(name)\n" && answer.code == .asExpected)
                #expect(answer.errors.contains(words), "\(answer.errors)")
            }
        }
    }

    @Test("what no scenario can play is no playlist that is ok, and a playlist is no scenario")
    func unplayable() throws {
        try Place.withFolder { folder in
            try write("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-ENDLIST\n", "none.m3u8", in: folder)
            let answer = check("none.m3u8", in: folder)
            #expect(answer.output == "" && answer.code == .badData)
            #expect(answer.errors.hasPrefix("none.m3u8:1:1: error: the playlist has no segments"), "\(answer.errors)")
            let run = Autowait.reply(to: ["run", folder.path + "/none.m3u8"])
            let advice = "write autowait init --media \(folder.path)/none.m3u8 for one that plays it"
            #expect(run.code == .badData)
            #expect(run.errors.contains("error: this is a playlist, and no scenario; \(advice)"), "\(run.errors)")
        }
    }

    @Test("a playlist is known by its first line, whatever it is called", arguments: ["index", "a b.txt"])
    func known(name: String) throws {
        try Place.withFolder { folder in
            try write(Self.media, name, in: folder)
            let (path, answer) = ("\(folder.path)/\(name)", check(name, in: folder))
            #expect(answer.output == "ok  \(name)\n" && answer.code == .asExpected, "\(answer.errors)")
            let begun = Autowait.reply(to: ["init", folder.path + "/n", "--media", path])
            #expect(begun.code == .usage && begun.errors.contains("; rename it to \((path + ".m3u8").shellWord)\n"))
            let run = Autowait.reply(to: ["run", path])
            let (old, new) = (path.shellWord, (path + ".m3u8").shellWord)
            let advice = "rename it to end in .m3u8, and write autowait init --media \(new) for one that plays it"
            #expect(run.errors.contains("\(advice), or autowait check \(old) to see what is wrong"), "\(run.errors)")
        }
    }

    @Test("a media playlist of which nothing says how large it is is warned of, in the words that refuse it")
    func sizeless() throws {
        try Place.withFolder { folder in
            try write(Self.media, "alone.m3u8", in: folder)
            let words = "nothing says how large the segments are; add #EXT-X-BITRATE or byte ranges"
            let answer = check("alone.m3u8", in: folder)
            #expect(answer.output == "ok  alone.m3u8\n" && answer.code == .asExpected)
            #expect(answer.errors.hasPrefix("alone.m3u8:1:1: warning: \(words)"), "\(answer.errors)")
            let strict = Autowait.reply(to: ["check", "--strict", folder.path + "/alone.m3u8"])
            #expect(strict.output == "" && strict.code == .badData && strict.errors.contains(words))
            try write(#"{ "media": "alone.m3u8" }"#, "s.json", in: folder)
            #expect(Autowait.reply(to: ["run", folder.path + "/s.json"]).errors.contains("error: \(words)"))
            try write(
                Self.media.replacingOccurrences(of: "#EXTINF", with: "#EXT-X-BITRATE:900\n#EXTINF"), "b.m3u8",
                in: folder)
            #expect(!check("b.m3u8", in: folder).errors.contains(words))
        }
    }

    @Test("what a master names is read, and all that is wrong is said at once")
    func errors() throws {
        try Place.withFolder { folder in
            let lines = ["gone.m3u8", "../x.m3u8", "https://a/b.m3u8", "m.m3u8", "other.m3u8", "bad.m3u8", "dir"]
            let text = lines.map { String(Self.master.split(separator: "\n")[1]) + "\n\($0)\n" }.joined()
            try write("#EXTM3U\n" + text, "m.m3u8", in: folder)
            try write("#EXTM3U\n" + text, "other.m3u8", in: folder)
            try write("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:-1,\na\n", "bad.m3u8", in: folder)
            try write("", "dir/file", in: folder)
            let answer = check("m.m3u8", in: folder)
            #expect(answer.code == .badData)
            #expect(answer.output == "")
            for wanted in [
                "m.m3u8:3:1: error: there is no file 'gone.m3u8'", "m.m3u8:5:1: error: '../x.m3u8' leads out",
                "m.m3u8:7:1: error: 'https://a/b.m3u8' is a URL",
                "m.m3u8:9:1: error: 'm.m3u8' is this playlist itself",
                "m.m3u8:11:1: error: 'other.m3u8' is a multivariant playlist",
                "bad.m3u8:3:9: error: #EXTINF must not be negative", "m.m3u8:15:1: error: 'dir' is no regular file",
            ] { #expect(answer.errors.contains(wanted), "\(wanted)\n\(answer.errors)") }
        }
    }

    @Test("links may lead about the folder, but not out of it")
    func links() throws {
        try Place.withFolder { outside in
            try write(Self.media, "1.m3u8", in: outside)
            try write("secret", "1.ts", in: outside)
            try Place.withFolder { folder in
                let files = FileManager.default
                try write(Self.master + "v.m3u8\n", "m.m3u8", in: folder)
                try write(Self.media, "real/v.m3u8", in: folder)
                let link = folder.appendingPathComponent("v.m3u8").path
                try files.createSymbolicLink(atPath: link, withDestinationPath: "real/v.m3u8")
                #expect(check("m.m3u8", in: folder).code == .asExpected)
                try files.createSymbolicLink(
                    atPath: folder.path + "/1.ts", withDestinationPath: outside.path + "/1.ts")
                let segment = check("m.m3u8", in: folder)
                #expect(segment.errors.hasPrefix("v.m3u8:4:1: error: '1.ts' is a link that leads out"))
                try files.removeItem(atPath: link)
                try files.createSymbolicLink(atPath: link, withDestinationPath: outside.path + "/1.m3u8")
                let playlist = check("m.m3u8", in: folder)
                #expect(playlist.errors.hasPrefix("m.m3u8:3:1: error: 'v.m3u8' is a link that leads out"))
                #expect(playlist.code == .badData)
            }
        }
    }

    @Test("a steering manifest beside a playlist is read, and is no scenario of its folder")
    func steering() throws {
        try Place.withFolder { folder in
            var master = "#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"steer.json\",PATHWAY-ID=\"a\"\n"
            for name in ["a", "b"] {
                master += "#EXT-X-STREAM-INF:BANDWIDTH=190000,PATHWAY-ID=\"\(name)\"\n\(name).m3u8\n"
                try write(Self.media, "\(name).m3u8", in: folder)
            }
            try write(master, "m.m3u8", in: folder)
            #expect(
                check("m.m3u8", in: folder).errors.contains("m.m3u8:2:1: warning: no steering manifest is fetched"))
            try write(#"{ "VERSION": 1, "PATHWAY-PRIORITY": ["b", "a"] }"#, "steer.json", in: folder)
            #expect(!check("m.m3u8", in: folder).errors.contains("steer"))
            try write(#"{ "ASSETS": [{ "URI": "a.m3u8" }] }"#, "list.json", in: folder)
            try write(#"{ "network": { "down_kbps": 900 }, "media": "m.m3u8" }"#, "s.json", in: folder)
            let reply = Autowait.reply(to: ["check", folder.path])
            #expect(reply.output == "ok  \(folder.path)/s.json\n" && reply.errors.isEmpty, "\(reply)")
            let run = Autowait.reply(to: ["run", folder.path + "/s.json"]).output
            #expect(run.contains("steering 48 bytes, again 300 s after it is in: b before a\n"), "\(run)")
            try write(#"{ "VERSION": 1, "PATHWAY-PRIORITY": "b" }"#, "steer.json", in: folder)
            let fault = check("s.json", in: folder)
            #expect(
                fault.errors.hasPrefix("m.m3u8:2:1: error: 'steer.json' has no PATHWAY-PRIORITY"), "\(fault.errors)")
            #expect(fault.code == .badData)
            #expect(!check("m.m3u8", in: folder).errors.contains("no steering manifest is fetched"))
        }
    }

    @Test("all that a scenario warns of because of its playlist is said of that alone, too")
    func sameAsScenario() throws {
        try Place.withFolder { folder in
            let segments = String(repeating: "#EXTINF:6,\n#EXT-X-BYTERANGE:9000@0\ns.ts\n", count: 10)
            let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
            for minute in 0...1 {
                let date = "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:0\(minute):00Z\n"
                try write(head + date + segments, "\(minute).m3u8", in: folder)
            }
            let stream = "#EXT-X-STREAM-INF:BANDWIDTH=100000\n"
            try write(
                "#EXTM3U\n#EXT-X-START:TIME-OFFSET=-3\n\(stream)0.m3u8\n\(stream)1.m3u8\n", "m.m3u8", in: folder)
            let range = "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\","
            let event = "START-DATE=\"2026-01-01T00:00:01Z\",X-ASSET-URI=\"ad.m3u8\"\n"
            try write(head + segments + "#EXT-X-ENDLIST\n", "ad.m3u8", in: folder)
            try write(head + range + event + segments + "#EXT-X-ENDLIST\n", "v.m3u8", in: folder)
            for (name, place, words) in [
                ("m", "m.m3u8:2:1", "EXT-X-START lies within three target durations of the end"),
                ("m", "1.m3u8:4:1", "by #EXT-X-PROGRAM-DATE-TIME the playlists end 60 s apart"),
                ("v", "v.m3u8:3:1", "passed over: without EXT-X-PROGRAM-DATE-TIME nobody knows where it comes"),
            ] {
                try write("{ \"media\": \"\(name).m3u8\", \"until_s\": 60 }", "s.json", in: folder)
                let (own, ofScenario) = (check("\(name).m3u8", in: folder), check("s.json", in: folder))
                #expect(own.code == .asExpected && ofScenario.code == .asExpected)
                let lines = own.errors.split(separator: "\n").filter { $0.contains(words) }
                #expect(lines.map { $0.hasPrefix("\(place): warning: ") } == [true], "\(own.errors)")
                #expect(ofScenario.errors.contains(words), "\(ofScenario.errors)")
            }
        }
    }

    @Test("a playlist that is missing, a folder, or a pipe is no playlist")
    func noFile() throws {
        try Place.withFolder { folder in
            #expect(check("m.m3u8", in: folder).code == .missingFile)
            try write("", "x.m3u8/file", in: folder)
            #expect(check("x.m3u8", in: folder).errors.contains("this is a folder"))
            #expect(mkfifo(folder.path + "/p.m3u8", 0o600) == 0)
            #expect(check("p.m3u8", in: folder).errors.contains("no regular file"))
        }
    }

    /// A scenario has no more than 16 MiB.
    @Test(
        "one that comes by a pipe is read as a whole, though it is longer than any scenario",
        arguments: ["/dev/stdin", "-"])
    func long(path: String) throws {
        try Place.withFolder { folder in
            let comments = String(repeating: "# " + String(repeating: "a", count: 1 << 20) + "\n", count: 17)
            try write("#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(comments)#EXTINF:x,\na.ts\n", "a.m3u8", in: folder)
            let answer = try Place.shell("cat a.m3u8 | autowait check \(path)", in: folder)
            #expect(answer.code == ExitCode.badData.rawValue)
            #expect(answer.errors.contains(":20:9: error: #EXTINF must be a number"), "\(answer.errors)")
        }
    }
}

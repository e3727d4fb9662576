import PlayerModel
import Testing

@testable import Simulation

@Suite("The playlists of a live stream, written out")
struct LivePlaylistWriterTests {
    private static let ladder = #"{ "bitrate_kbps": 2000, "width": 960, "height": 540, "codecs": ["avc1.4d401f"] }"#
    private static let audio = #""audio": { "bitrate_kbps": 64, "codecs": ["mp4a.40.2"], "init_bytes": 700 }"#

    private static func files(
        _ live: String, at milliseconds: Int64, duration_s: Int64 = 120, segment_s: Int64 = 6, more: String = ""
    ) throws -> [LivePlaylistWriter.File] {
        let media =
            "\"kind\": \"hls\", \"duration_s\": \(duration_s), \"segment_s\": \(segment_s), "
            + "\"variants\": [\(ladder)], \(more)\"live\": { \(live) }"
        let scenario = try readScenario("{ \"network\": { \"down_kbps\": 9000 }, \"media\": { \(media) } }")
        let now = Instant.zero + .milliseconds(milliseconds)
        return try #require(LivePlaylistWriter(scenario.players[0].media, at: now, seed: scenario.seed)).files
    }

    @Test("keep a window, with the number of the first segment and the date of it")
    func window() throws {
        let date = "\"window_s\": 18, \"program_date\": \"2026-02-28T23:59:30Z\""
        // 18 s are listed when the run begins; 24 s and 30 s end at 6 s and 12 s.
        let files = try Self.files(date, at: 13_000)
        #expect(files.map { $0.path } == ["master.m3u8", "video-1.m3u8"])
        #expect(
            files[0].text == """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.4d401f",RESOLUTION=960x540
                video-1.m3u8

                """)
        #expect(
            files[1].text == """
                #EXTM3U
                #EXT-X-VERSION:4
                #EXT-X-TARGETDURATION:6
                #EXT-X-SERVER-CONTROL:HOLD-BACK=18
                #EXT-X-MEDIA-SEQUENCE:2
                #EXT-X-PROGRAM-DATE-TIME:2026-02-28T23:59:42.000Z
                #EXTINF:6,
                #EXT-X-BYTERANGE:1500000@0
                video-1/2.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:1500000@0
                video-1/3.ts
                #EXTINF:6,
                #EXT-X-BYTERANGE:1500000@0
                video-1/4.ts

                """)
    }

    /// Of the two bytes of segment 6, which begins at 8 s, the second of four parts has the first.
    @Test("hint at no part that has no bytes", arguments: [(8, nil), (9, "BYTERANGE-START=0"), (10, nil)])
    func emptyPart(seconds: Int64, start: String?) throws {
        let sizes = [1000, 1000, 1000, 1000, 1000, 1000, 2, 1000, 1000, 1000]
        let scenario = try ScenarioText(
            media: .hls(
                ["\"bitrate_kbps\": 2, \"segment_bytes\": \(sizes)"], duration_s: 40, segment_s: 4,
                #""live": { "part_s": 1, "window_s": 16 }"#)
        ).read()
        let writer = LivePlaylistWriter(scenario.players[0].media, at: .zero + .seconds(seconds), seed: 1)
        let hint = try #require(writer).files[1].text.split(separator: "\n").first { $0.contains("PRELOAD-HINT") }
        #expect((hint == nil) == (start == nil) && hint?.contains(start ?? "") ?? true)
    }

    @Test("list parts of what is near the end, and the hint of the next, with low latency")
    func parts() throws {
        // Two segments of 2 s, and one part of a second that ends at 1 s; the next is due at 2 s.
        let files = try Self.files(
            "\"part_s\": 1, \"history_s\": 4, \"window_s\": 60", at: 1500, segment_s: 2, more: Self.audio + ", ")
        #expect(files.map { $0.path } == ["master.m3u8", "video-1.m3u8", "audio-1.m3u8"])
        #expect(
            files[0].text == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="audio",DEFAULT=YES,AUTOSELECT=YES,URI="audio-1.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=2064000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=960x540,AUDIO="audio"
                video-1.m3u8

                """)
        #expect(
            files[2].text == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:2
                #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3
                #EXT-X-PART-INF:PART-TARGET=1
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-MAP:URI="audio-1/init.mp4",BYTERANGE="700@0"
                #EXT-X-PART:DURATION=1,URI="audio-1/0.m4s",BYTERANGE="8000@0",INDEPENDENT=YES
                #EXT-X-PART:DURATION=1,URI="audio-1/0.m4s",BYTERANGE="8000@8000",INDEPENDENT=YES
                #EXTINF:2,
                #EXT-X-BYTERANGE:16000@0
                audio-1/0.m4s
                #EXT-X-PART:DURATION=1,URI="audio-1/1.m4s",BYTERANGE="8000@0",INDEPENDENT=YES
                #EXT-X-PART:DURATION=1,URI="audio-1/1.m4s",BYTERANGE="8000@8000",INDEPENDENT=YES
                #EXTINF:2,
                #EXT-X-BYTERANGE:16000@0
                audio-1/1.m4s
                #EXT-X-PART:DURATION=1,URI="audio-1/2.m4s",BYTERANGE="8000@0",INDEPENDENT=YES
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="audio-1/2.m4s",BYTERANGE-START=8000,BYTERANGE-LENGTH=8000

                """)
    }

    /// Of the first segment of 6 s: key frames are two seconds apart, unless said.
    @Test(
        "say of which parts a key frame is",
        arguments: [
            ("1", "", [0, 2, 4]), ("1.5", "", [0, 1, 2]), ("3", "", [0, 1]),
            ("1", "\"key_frame_interval_s\": 3, ", [0, 3]), ("0.5", "\"key_frame_interval_s\": 6, ", [0]),
        ])
    func keyFrames(part: String, more: String, expected: [Int]) throws {
        let text = try Self.files("\"part_s\": \(part), \"window_s\": 18", at: 0, more: more)[1].text
        let parts = text.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-PART:") && $0.contains("/2.ts") }
        #expect(parts.indices.filter { parts[$0].hasSuffix(",INDEPENDENT=YES") } == expected)
    }

    /// 24 s are listed when the run begins.
    @Test("list a date range when its date is at the edge", arguments: [(20_999, false), (21_000, true)])
    func dateRange(at milliseconds: Int64, isListed: Bool) throws {
        let live = #""window_s": 24, "part_s": 1, "program_date": "2026-03-01T20:00:00Z""#
        let text = try Self.files(live + ", \"date_range_every_s\": 5", at: milliseconds)[1].text
        #expect(text.contains("ID=\"date-8\"") && text.contains("ID=\"date-9\"") == isListed)
    }

    @Test("end where the programme does, and an event keeps all")
    func ends() throws {
        let files = try Self.files("\"event\": true", at: 30_000, duration_s: 15)
        let lines = files[1].text.split(separator: "\n")
        #expect(lines.contains("#EXT-X-PLAYLIST-TYPE:EVENT") && lines.last == "#EXT-X-ENDLIST")
        #expect(lines.filter { $0.hasPrefix("#EXTINF") } == ["#EXTINF:6,", "#EXTINF:6,", "#EXTINF:3,"])
        let early = try Self.files("\"event\": true", at: 5999, duration_s: 15)
        #expect(!early[1].text.contains("#EXTINF"))
    }

    /// Of audio, which has an initialization section: what is fetched once more behind a discontinuity has a name and a
    /// date of its own, and is no part of the segment.
    @Test("say at a discontinuity what begins there")
    func discontinuities() throws {
        let live = "\"window_s\": 12, \"discontinuities_s\": [12, 24], \"program_date\": \"2026-03-01T20:00:00Z\""
        func lines(at milliseconds: Int64) throws -> String {
            let files = try Self.files(live, at: milliseconds, more: Self.audio + ", ")
            return String(files[2].text.split(separator: "\n").dropFirst(4).joined(separator: "\n"))
        }
        // 12 s are listed when the run begins; 18 s and 24 s end at 6 s and 12 s, and 30 s at 18 s.
        #expect(
            try lines(at: 7000) == """
                #EXT-X-MEDIA-SEQUENCE:1
                #EXT-X-DISCONTINUITY-SEQUENCE:0
                #EXT-X-MAP:URI="audio-1/init.mp4",BYTERANGE="700@0"
                #EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:06.000Z
                #EXTINF:6,
                #EXT-X-BYTERANGE:48000@0
                audio-1/1.m4s
                #EXT-X-DISCONTINUITY
                #EXT-X-MAP:URI="audio-1/init-2.mp4",BYTERANGE="700@0"
                #EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:12.000Z
                #EXTINF:6,
                #EXT-X-BYTERANGE:48000@0
                audio-1/2.m4s
                """)
        #expect(try lines(at: 13_000).hasPrefix("#EXT-X-MEDIA-SEQUENCE:2\n#EXT-X-DISCONTINUITY-SEQUENCE:0\n"))
        #expect(
            try lines(at: 19_000).hasPrefix(
                "#EXT-X-MEDIA-SEQUENCE:3\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n#EXT-X-MAP:URI=\"audio-1/init-2.mp4\""))
    }

    /// Of audio, whose playlist is the last.
    @Test(
        "say the IV of keys where there are sections, each of which is behind its own key or clear",
        arguments: [
            ("", ["KEY key IV", "MAP"]), ("\"key_rotation_s\": 12, ", ["MAP", "KEY key-1 IV", "KEY key-2 IV"]),
        ])
    func sections(rotation: String, expected: [String]) throws {
        let more = "\(Self.audio), \"key_bytes\": 16, \(rotation)"
        let files = try Self.files("\"window_s\": 24", at: 0, more: more)
        let text = try #require(files.last).text
        let lines = text.split(separator: "\n").compactMap { line -> String? in
            if line.hasPrefix("#EXT-X-MAP") { return "MAP" }
            guard line.hasPrefix("#EXT-X-KEY:METHOD=AES-128,URI=\"") else { return nil }
            return "KEY \(line.dropFirst(31).prefix { $0 != "." })" + (line.contains(",IV=0x") ? " IV" : "")
        }
        #expect(lines == expected)
        #expect(readPlaylist(text).problems.isEmpty && !text.contains("METHOD=NONE"))
    }

    /// The last media playlist of one on disk, as it is then.
    private static func text(_ head: String, _ body: String, at seconds: Int64 = 0) throws -> String {
        let scenario = PlaylistScenario(root: "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + head + body)
        let writer = LivePlaylistWriter(try scenario.asset(), at: .zero + .seconds(seconds), seed: 1)
        return try #require(writer?.files.last).text
    }

    private static func map(_ name: String, _ bytes: Int) -> String {
        "#EXT-X-MAP:URI=\"\(name).mp4\",BYTERANGE=\"\(bytes)@0\"\n"
    }

    private static let three = String(repeating: "#EXTINF:6,\n#EXT-X-BYTERANGE:9000@0\ns.m4s\n", count: 3)
    private static let inParts =
        "#EXT-X-PART-INF:PART-TARGET=2\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=6,HOLD-BACK=24\n"

    /// Six segments are listed from the third on, and the seventh is the first again.
    @Test(
        "have the sections of a playlist on disk where they change, and none of them in a segment",
        arguments: ["", inParts])
    func sectionsOnDisk(head: String) throws {
        let text = try Self.text(head, Self.map("a", 700) + Self.three + Self.map("b", 900) + Self.three, at: 12)
        let lines = text.split(separator: "\n").filter { line in
            line.hasPrefix("#EXT-X-MAP:") || line.hasPrefix("#EXT-X-BYTERANGE:")
        }
        let segment = "#EXT-X-BYTERANGE:9000@0"
        let maps = [("init", 700), ("init-2", 900), ("init-3", 700)].map { name, bytes in
            "#EXT-X-MAP:URI=\"video-1/\(name).mp4\",BYTERANGE=\"\(bytes)@0\""
        }
        let expected = [maps[0], segment, maps[1], segment, segment, segment, maps[2], segment, segment]
        #expect(lines.map { String($0) } == expected)
    }

    @Test("have a section behind the key that encrypts it alone", arguments: [["MAP", "KEY"], ["KEY", "MAP"]])
    func clearSection(order: [String]) throws {
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x1\n"
        let body = order.map { $0 == "MAP" ? Self.map("i", 700) : key }.joined() + Self.three + Self.three
        let lines = try Self.text("", body).split(separator: "\n")
        #expect(lines.compactMap { line in order.first { line.hasPrefix("#EXT-X-\($0):") } } == order)
    }

    @Test("have HOLD-BACK beside PART-HOLD-BACK where a playlist on disk says both")
    func bothDistances() throws {
        let text = try Self.text(Self.inParts, Self.three + Self.three)
        #expect(text.contains("\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=24,PART-HOLD-BACK=6\n"))
    }

    private static func discontinuities(in live: String) -> [MediaTime] {
        guard let list = live.split(separator: "[").last?.split(separator: "]").first, live.contains("[") else {
            return []
        }
        return list.split(separator: ",").compactMap { Int64($0.filter(\.isNumber)).map(MediaTime.seconds) }
    }

    @Test("have no word that would be read as something else")
    func words() throws {
        let audio = #""audio": [{ "bitrate_kbps": 64, "language": "a\"b{$c}\nd" }], "#
        let files = try Self.files("\"window_s\": 18", at: 0, more: audio)
        let master = try #require(multivariantPlaylist(files[0].text))
        #expect(master.renditions.map { $0.name } == ["a'b($c) d"])
    }

    /// What a playlist does not say a player would take for said: a language, and that it may choose audio by itself.
    @Test(
        "say of audio and of variants what a playlist on disk says",
        arguments: [
            ["NAME=\"English (original)\",DEFAULT=YES", "NAME=\"Director's comments\",DEFAULT=NO"],
            ["NAME=\"E\",LANGUAGE=\"en\",DEFAULT=NO,AUTOSELECT=YES,CHARACTERISTICS=\"a.b\",CHANNELS=\"16/JOC\""],
            ["NAME=\"E\",DEFAULT=YES,AUTOSELECT=YES,CHANNELS=\"2\",SAMPLE-RATE=48000,BIT-DEPTH=24"],
            ["NAME=\"A\",LANGUAGE=\"en\",ASSOC-LANGUAGE=\"fr\",DEFAULT=NO", "NAME=\"B\",DEFAULT=NO,AUTOSELECT=YES"],
        ])
    func listed(renditions: [String]) throws {
        let media = mediaHead + String(repeating: "#EXTINF:6,\n#EXT-X-BYTERANGE:9000@0\ns.ts\n", count: 4)
        let tags = renditions.map { "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",\($0),URI=\"a.m3u8\"\n" }
        let variant = "#EXT-X-STREAM-INF:BANDWIDTH=300000,STABLE-VARIANT-ID=\"x\",AUDIO=\"a\"\n"
        let scenario = PlaylistScenario(
            root: "#EXTM3U\n" + tags.joined() + variant + "v.m3u8\n",
            named: [("v.m3u8", media), ("a.m3u8", media)])
        let files = try #require(LivePlaylistWriter(scenario.asset(), at: .zero, seed: 1)).files
        let lines = files[0].text.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-MEDIA:") }
        let written = lines.map { $0.split(separator: "GROUP-ID=\"a\",")[1].split(separator: ",URI=")[0] }
        #expect(written.map { String($0) }.sorted() == renditions.sorted())
        #expect(files[0].text.contains(",STABLE-VARIANT-ID=\"x\","))
    }

    @Test(
        "are read back as they were listed",
        arguments: [
            "\"window_s\": 18", "\"event\": true, \"delay_s\": 1.5", "\"jitter_s\": 9, \"window_s\": 40",
            "\"part_s\": 0.5", "\"part_s\": 0.75, \"window_s\": 30, \"drift_percent\": 3",
            "\"window_s\": 18, \"discontinuities_s\": [6, 24, 36]", "\"part_s\": 1, \"discontinuities_s\": [30, 60]",
        ], 0..<12 as Range<Int64>)
    func readBack(live: String, step: Int64) throws {
        let files = try Self.files(live, at: step * 5321, duration_s: 64, more: Self.audio + ", ")
        let master = try #require(multivariantPlaylist(files[0].text))
        #expect(master.warnings.isEmpty)
        for file in files.dropFirst() {
            let playlist = try #require(mediaPlaylist(file.text))
            let kbps: Int64 = file.path == "video-1.m3u8" ? 2000 : 64
            var start = MediaTime(nanoseconds: playlist.mediaSequence * 6_000_000_000)
            let discontinuities = Self.discontinuities(in: live)
            #expect(playlist.discontinuitySequence == discontinuities.count { $0 < start })
            for segment in playlist.segments {
                #expect(segment.isDiscontinuity == discontinuities.contains(start))
                let length = min(.seconds(6), .seconds(64) - start)
                #expect(segment.duration == length)
                #expect(playlist.byteRange(of: segment)?.length == length.nanoseconds / 1_000_000 * kbps / 8)
                start = start + length
            }
            #expect(playlist.isEnded == (start == .seconds(64)))
        }
    }
}

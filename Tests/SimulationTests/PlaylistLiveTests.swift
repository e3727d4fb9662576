import PlayerModel
import Testing

@testable import Simulation

/// Playlists of live streams, written line by line.
struct ListedPlaylist {
    var head = "#EXT-X-TARGETDURATION:6\n"
    /// The lengths of segments in milliseconds, and their sizes.
    var segments: [(milliseconds: Int64, bytes: Int64)] = Array(repeating: (6000, 375_000), count: 10)
    var tail = ""

    var text: String {
        let lines = segments.map { length, bytes in
            "#EXTINF:\(NumberText.exact(length, places: 3)),\n#EXT-X-BYTERANGE:\(bytes)@0\ns.ts\n"
        }
        return "#EXTM3U\n" + head + lines.joined() + tail
    }
}

/// A scenario of a playlist, or of several that a multivariant one names.
struct PlaylistScenario {
    var root: String
    var named: [(String, String)] = []
    /// What stands under `live`; nil where nothing does.
    var live: String?
    var until: Int64 = 60
    var network = #""transport": "fluid", "down_kbps": 8000, "delay_ms": 10, "request_bytes": 0"#
    var more = ""
    /// Further members of the medium.
    var members = ""
    /// Playlists of other media, by their paths.
    var others: [(String, String)] = []

    static func ladder(_ first: ListedPlaylist, _ second: ListedPlaylist, live: String? = nil) -> PlaylistScenario {
        let master =
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=600000\nv.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nw.m3u8\n"
        return PlaylistScenario(
            root: master, named: [("v.m3u8", first.text), ("w.m3u8", second.text)], live: live)
    }

    var set: PlaylistSet? { playlistSet(root, named, path: "m.m3u8") }

    var reading: ScenarioReader.Reading? {
        guard let set else { return nil }
        let asset = PlaylistAsset(set)
        if !asset.problems.isEmpty { Issue.record("\(asset.problems.map { $0.diagnostic.message })") }
        var companions = Companions()
        companions.add(asset, path: "m.m3u8")
        for (path, text) in others {
            if let set = playlistSet(text, []) { companions.add(PlaylistAsset(set), path: path) }
        }
        let media =
            "{ \"kind\": \"playlist\", \"path\": \"m.m3u8\"\(live.map { ", \"live\": \($0)" } ?? "")\(members) }"
        let text = "{ \"network\": { \(network) }, \"media\": \(media), \"until_s\": \(until)\(more) }"
        return ScenarioReader.read(
            SourceText(file: "test.json", bytes: Array(text.utf8)), companions: companions)
    }

    func read() throws -> Scenario {
        let reading = try #require(reading)
        return try #require(reading.scenario, "\(reading.diagnostics.map { $0.message })")
    }

    func asset() throws -> Asset { try read().players[0].media }

    func judgedRun() throws -> Run {
        let scenario = try read()
        let (run, objection) = try Judgement.judged(scenario)
        if let objection { Issue.record("\(objection)") }
        return try run ?? Run(scenario)
    }
}

@Suite("Live streams from playlists")
struct PlaylistLiveTests {
    private static func sizes(_ asset: Asset, _ count: Int64) -> [Int64] {
        (0..<count).map { asset.variants[0].chunks.bytes(of: $0) }
    }

    @Test("go on as a stream that a scenario has, segment by segment")
    func sameAsInline() throws {
        let playlist = ListedPlaylist().text
        let run = try PlaylistScenario(root: playlist, until: 100).judgedRun()
        // The same by hand: 60 s are listed, and the window keeps as much.
        let media: JSONPart = .hls(
            [JSONPart(stringLiteral: #""bitrate_kbps": 500, "playlist_bytes": \#(playlist.utf8.count)"#)],
            duration_s: 300, segment_s: 6, #""live": { "window_s": 60 }"#)
        let other = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 10, "request_bytes": 0"#), media: media, until_s: 100
        ).run()
        let requests = [run, other].map { run in
            run.player(0).playback.exchanges.map { "\($0.at.nanoseconds) \($0.kind.name)" }
        }
        #expect(requests[0] == requests[1])
        #expect(requests[0].count > 30)
        for metric in ["startup_time_s", "live_offset_at_start_s", "live_latency_mean_s", "stall_count"] {
            #expect(run[metric] == other[metric])
        }
        #expect(run["live_offset_at_start_s"] == 18_000_000_000)
    }

    /// At 20 s the playlist begins at 17 s, where no multiple of the first segment's 5 s is.
    @Test("are sought within what is listed, however long their segments are", arguments: [17, 18, 19])
    func sought(target: Int) throws {
        var playlist = ListedPlaylist()
        playlist.segments[0] = (5000, 312_500)
        let script =
            ", \"script\": [{ \"at_s\": 0, \"do\": \"load\" }, { \"at_s\": 0, \"do\": \"play\" }, "
            + "{ \"at_s\": 20, \"do\": \"seek\", \"to_s\": \(target) }]"
        let run = try PlaylistScenario(root: playlist.text, more: script).judgedRun()
        #expect(run.player(0).playback.listedStart(at: .zero + .seconds(20)) == .seconds(17))
        let (jumps, finished) = run.player(0).playback.announcements.reduce(into: ([MediaTime](), [Bool]())) {
            if case .timeJumped(let place) = $1.value { $0.0.append(place) }
            if case .seekFinished(let isFinished) = $1.value { $0.1.append(isFinished) }
        }
        #expect(jumps.last == .seconds(17) && finished == [true])
        #expect(run["live_skipped_s"] == 0)
    }

    /// Subtitles are not fetched of a live stream, and I-frames are for scanning through.
    @Test("have the edge of what plays", arguments: ["SUBTITLES", "I-FRAMES"])
    func others(kind: String) throws {
        var other = ListedPlaylist()
        other.segments = Array(repeating: (6000, 10), count: 4)
        if kind == "I-FRAMES" { other.head += "#EXT-X-I-FRAMES-ONLY\n" }
        let named =
            kind == "SUBTITLES"
            ? "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"n\",URI=\"w.m3u8\"\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=600000,SUBTITLES=\"s\"\nv.m3u8\n"
            : "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000,URI=\"w.m3u8\"\n#EXT-X-STREAM-INF:BANDWIDTH=600000\nv.m3u8\n"
        let scenario = PlaylistScenario(
            root: "#EXTM3U\n" + named, named: [("v.m3u8", ListedPlaylist().text), ("w.m3u8", other.text)])
        #expect(try scenario.asset().live?.history == .seconds(60))
    }

    @Test("play where a playlist of I-frames is all that there is")
    func onlyIFrames() throws {
        var playlist = ListedPlaylist()
        playlist.head += "#EXT-X-I-FRAMES-ONLY\n"
        #expect(try PlaylistScenario(root: playlist.text).asset().live?.history == .seconds(60))
    }

    @Test("list lengths and sizes in turn, for as long as the run lasts")
    func repeated() throws {
        var playlist = ListedPlaylist()
        playlist.segments = [(6000, 100), (5500, 200), (6000, 300)]
        let asset = try PlaylistScenario(root: playlist.text, until: 30).asset()
        #expect(Self.sizes(asset, 7) == [100, 200, 300, 100, 200, 300, 100])
        let chunks = asset.variants[0].chunks
        #expect((0..<5).map { chunks.start(of: $0).nanoseconds / 1_000_000 } == [0, 6000, 11_500, 17_500, 23_500])
        // 17.5 s are listed, and 30 s are to come.
        #expect(asset.duration >= .seconds(47))
        #expect(asset.live?.history.nanoseconds == 17_500_000_000)
        #expect(asset.live?.window == asset.live?.history)
        #expect(asset.live?.repeated == 3)
    }

    @Test("have what the playlist says, unless the scenario says something else")
    func tags() throws {
        var playlist = ListedPlaylist()
        playlist.head =
            "#EXT-X-TARGETDURATION:7\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-SERVER-CONTROL:HOLD-BACK=25\n"
            + "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n"
        let source = try #require(try PlaylistScenario(root: playlist.text).asset().live)
        #expect(source.window == nil)
        #expect(source.holdBack == .seconds(25))
        #expect(source.targetDuration == .seconds(7))
        #expect(source.programDate.map { PlaylistDate.text($0) } == "2026-03-01T20:00:00.000Z")
        let own = #"{ "window_s": 24, "hold_back_s": 21, "delay_s": 2, "program_date": "2026-03-02T20:00:00Z" }"#
        let other = try #require(try PlaylistScenario(root: playlist.text, live: own).asset().live)
        #expect(other.window == .seconds(24) && other.holdBack == .seconds(21) && other.delay == .seconds(2))
        #expect(other.programDate.map { PlaylistDate.text($0) } == "2026-03-02T20:00:00.000Z")
    }

    @Test("come in parts where the playlist has them, of which some are behind the last segment")
    func parts() throws {
        var playlist = ListedPlaylist()
        playlist.head =
            "#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=1.2\n"
            + "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=4\n"
        playlist.segments = Array(repeating: (4000, 100_000), count: 6)
        playlist.tail =
            "#EXT-X-PART:DURATION=1,URI=\"p.ts\"\n#EXT-X-PART:DURATION=1,URI=\"q.ts\"\n"
            + "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"r.ts\"\n"
        let scenario = try PlaylistScenario(root: playlist.text, until: 20).read()
        #expect(scenario.warnings.isEmpty)
        let asset = scenario.players[0].media
        // Four parts of 1 s are as long as a part of 1.2 s may be.
        #expect(asset.variants[0].chunks.chunksPerRequest == 4)
        #expect(asset.live?.part == .seconds(1))
        #expect(asset.live?.history == .seconds(26))
        #expect(asset.live?.holdBack == .seconds(4))
        let run = try PlaylistScenario(root: playlist.text, until: 20).judgedRun()
        #expect(run.player(0).playback.skips.first?.to == .seconds(22))
    }

    @Test(
        "parts are of equal length: playback is joined PART-HOLD-BACK from the last of them", arguments: [0, 1, 2, 4])
    func unequalParts(behind: Int) throws {
        var playlist = ListedPlaylist()
        playlist.head =
            "#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=1.004\n"
            + "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.012\n"
        playlist.segments = Array(repeating: (4000, 100_000), count: 7)
        for part in 0..<behind { playlist.tail += "#EXT-X-PART:DURATION=0.96,URI=\"\(part).mp4\"\n" }
        let run = try PlaylistScenario(root: playlist.text, until: 20).judgedRun()
        let listed = Int64(28 + behind)
        #expect(run.scenario.players[0].media.live?.history == .seconds(listed))
        #expect(
            run.player(0).playback.skips.first?.to == MediaTime(nanoseconds: listed * 1_000_000_000 - 3_012_000_000))
        let text = TextReport.text(run)
        #expect(text.contains("\(listed) s listed when the run begins"), "\(text)")
    }

    // MARK: Several playlists

    /// The head of a playlist whose first segment has a number, and a date in seconds behind the hour.
    private static func head(_ number: Int64, date: Int64? = nil) -> String {
        let date = date.map { "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:\($0)Z\n" } ?? ""
        return "#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:\(number)\n" + date
    }

    @Test(
        "are held side by side by their dates, or by their numbers, or by their ends",
        arguments: [
            // One number ahead: the oldest of the first is not listed by the second, and its newest not by the first.
            (head(10), head(11), [2, 3, 4, 5, 6], [11, 12, 13, 14, 15]),
            (head(11), head(10), [1, 2, 3, 4, 5], [12, 13, 14, 15, 16]),
            // Numbers that have nothing to do with each other.
            (head(10), head(5000), [1, 2, 3, 4, 5, 6], [11, 12, 13, 14, 15, 16]),
            // The dates count, whatever the numbers say.
            (head(10, date: 12), head(10, date: 18), [2, 3, 4, 5, 6], [11, 12, 13, 14, 15]),
            (head(10, date: 10), head(70, date: 10), [1, 2, 3, 4, 5, 6], [11, 12, 13, 14, 15, 16]),
            // Dates that are an hour apart are of no use.
            (
                head(10, date: 10), head(9) + "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T21:00:00Z\n",
                [1, 2, 3, 4, 5], [12, 13, 14, 15, 16]
            ),
        ] as [(String, String, [Int64], [Int64])])
    func together(first: String, second: String, sizes: [Int64], others: [Int64]) throws {
        let playlists = [(first, 1...6), (second, 11...16)].map { head, sizes in
            ListedPlaylist(head: head, segments: sizes.map { (6000, $0) })
        }
        let asset = try PlaylistScenario.ladder(playlists[0], playlists[1]).asset()
        let count = Int64(sizes.count)
        #expect(asset.variants.map { own in (0..<count).map { own.chunks.bytes(of: $0) } } == [sizes, others])
        #expect(asset.live?.history == .seconds(count * 6))
        #expect(asset.variants(alignedWith: 0) == [0, 1])
    }

    @Test("that round lengths differently stay side by side however long they go on")
    func rounded() throws {
        let first = ListedPlaylist(segments: Array(repeating: (6006, 1000), count: 6))
        let second = ListedPlaylist(segments: Array(repeating: (6000, 1000), count: 6))
        var scenario = PlaylistScenario.ladder(first, second)
        scenario.until = 7200
        #expect(try scenario.asset().variants(alignedWith: 0) == [0, 1])
    }

    @Test("of segments that begin in the middle of others' are cut there, and repeat whole ones")
    func cut() throws {
        // 16 s and 18 s end together: the first 2 s of the first variant are listed by it alone.
        let first = ListedPlaylist(segments: [(6000, 10), (6000, 20), (6000, 30)])
        let second = ListedPlaylist(segments: Array(repeating: (4000, 7), count: 4))
        let asset = try PlaylistScenario.ladder(first, second).asset()
        #expect(asset.live?.history == .seconds(16))
        let chunks = asset.variants[0].chunks
        #expect(
            (0..<6).map { chunks.start(of: $0) } == [
                .zero, .seconds(4), .seconds(10), .seconds(16), .seconds(22), .seconds(28),
            ])
        #expect(Self.sizes(asset, 6) == [10, 20, 30, 20, 30, 20])
    }

    // MARK: EXT-X-START

    @Test(
        "begin where EXT-X-START says",
        arguments: [
            ("-30", 30, 30), ("-20", 36, 36), ("-20,PRECISE=YES", 40, 40), ("10", 6, 6), ("10,PRECISE=YES", 10, 10),
            ("-500", 0, 0), ("-18", 42, 42),
        ] as [(String, Int64, Int64)])
    func start(offset: String, place: Int64, inMultivariant: Int64) throws {
        let tag = "#EXT-X-START:TIME-OFFSET=\(offset)\n"
        var playlist = ListedPlaylist()
        playlist.head += tag
        let run = try PlaylistScenario(root: playlist.text, until: 10).judgedRun()
        // Where that is the beginning of what is listed, nothing moves.
        #expect(run.player(0).playback.skips.first?.to ?? .zero == .seconds(place))
        var ladder = PlaylistScenario.ladder(ListedPlaylist(), ListedPlaylist())
        ladder.root = ladder.root.replacing("#EXTM3U\n", with: "#EXTM3U\n" + tag)
        ladder.until = 10
        let other = try ladder.judgedRun()
        #expect(other.player(0).playback.skips.first?.to ?? .zero == .seconds(inMultivariant))
    }

    @Test("an offset that the app has set counts for more than EXT-X-START")
    func offset() throws {
        var playlist = ListedPlaylist()
        playlist.head += "#EXT-X-START:TIME-OFFSET=-30\n"
        var scenario = PlaylistScenario(root: playlist.text, until: 10)
        scenario.more = #", "player": { "live": { "configured_time_offset_from_live_s": 24 } }"#
        #expect(try scenario.judgedRun()["live_offset_at_start_s"] == 24_000_000_000)
    }

    // MARK: What is said

    @Test(
        "what is not modelled of a live playlist is named",
        arguments: [
            ("#EXT-X-RENDITION-REPORT:URI=\"w.m3u8\"\n", "rendition reports are passed over"),
            ("#EXT-X-DISCONTINUITY\n", "what a decoder does at a discontinuity is not modelled"),
        ])
    func notModelled(tag: String, words: String) {
        var playlist = ListedPlaylist()
        playlist.head += tag
        let reading = readPlaylist(playlist.text)
        #expect(reading.problems.isEmpty)
        #expect(reading.warnings.map { $0.diagnostic.message.hasPrefix(words) } == [true])
    }

    @Test("a discontinuity is named in what ends, too, but not where all is behind it", arguments: [0, 1, 2])
    func discontinuities(before place: Int) {
        let tag = "#EXT-X-DISCONTINUITY\n"
        let segments = (0..<3).map { ($0 == place ? tag : "") + "#EXTINF:6,\n\($0).ts\n" }
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + segments.joined() + "#EXT-X-ENDLIST\n"
        let warnings = readPlaylist(text).warnings.map { $0.diagnostic.message }
        #expect(warnings.count == (place == 0 ? 0 : 1))
        #expect(warnings.allSatisfy { $0.hasPrefix("what a decoder does at a discontinuity is not modelled") })
    }

    @Test("a playlist without an end is no reason to warn, but one of type VOD is, and one beside others that end")
    func ends() throws {
        #expect(readPlaylist(ListedPlaylist().text).warnings.isEmpty)
        var vod = ListedPlaylist()
        vod.head += "#EXT-X-PLAYLIST-TYPE:VOD\n"
        #expect(readPlaylist(vod.text).warnings.map { $0.fact } == [.notEnded(isVOD: true)])
        #expect(try PlaylistScenario(root: vod.text).asset().live == nil)
        let ended = ListedPlaylist(tail: "#EXT-X-ENDLIST\n")
        let mixed = PlaylistScenario.ladder(ListedPlaylist(), ended)
        let set = try #require(playlistSet(mixed.root, mixed.named))
        #expect(set.warnings.map { $0.fact } == [.notEnded(isVOD: false)])
        #expect(try mixed.asset().live == nil)
    }

    @Test("with \"live\": false what is listed is all, and what is modelled of live streams alone is warned of")
    func whole() throws {
        var playlist = ListedPlaylist()
        playlist.head += "#EXT-X-PART-INF:PART-TARGET=1\n"
        playlist.tail = "#EXT-X-PART:DURATION=1,URI=\"p\"\n"
        let scenario = try PlaylistScenario(root: playlist.text, live: "false", until: 100).read()
        #expect(scenario.players[0].media.live == nil && scenario.players[0].media.duration == .seconds(60))
        #expect(scenario.warnings.map { $0.message }.count == 1)
        #expect(scenario.warnings.first?.message.hasPrefix("parts are not modelled") == true)
        let run = try Run(scenario)
        #expect(run["end_reached"] == 1 && run["played_time_s"] == 60_000_000_000)
    }

    @Test(
        "mistakes are told, with what to write",
        arguments: [
            (
                "", #"{ "history_s": 6 }"#, 60,
                "what is listed when the run begins is in the playlist; remove 'history_s'"
            ),
            (
                "#EXT-X-ENDLIST\n", "{}", 60,
                "this playlist does not go on: it has EXT-X-ENDLIST, or is of type VOD; remove 'live'"
            ),
            ("", #"{ "part_s": 0.001 }"#, 60, "a segment of 6 s would be of 6000 parts; a run has at most 1000"),
            ("", "true", 31_536_000, "the stream goes on for more than a year; lower 'until_s'"),
            (
                "", #"{ "part_s": 0.01 }"#, 86_400,
                "until the run ends, about 8647800 parts are listed; a run has at most 1000000: lower 'until_s'"
            ),
            (
                "", #"{ "part_s": 1, "hold_back_s": 18 }"#, 60,
                "with parts playback begins at PART-HOLD-BACK: write 'part_hold_back_s'"
            ),
        ] as [(String, String, Int64, String)])
    func mistakes(tail: String, live: String, until: Int64, message: String) throws {
        let scenario = PlaylistScenario(root: ListedPlaylist(tail: tail).text, live: live, until: until)
        #expect(try #require(scenario.reading).diagnostics.map { $0.message } == [message])
    }
}

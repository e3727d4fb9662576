import PlayerModel
import Testing

@testable import Simulation

@Suite("EXT-X-START of a playlist that has an end (RFC 8216, 4.3.5.2)")
struct PlaylistStartTests {
    /// Ten segments of 6 s.
    private static func playlist(_ tag: String) -> String {
        var listed = ListedPlaylist()
        listed.head += tag
        listed.tail = "#EXT-X-ENDLIST\n"
        return listed.text
    }

    private static func tag(_ offset: String) -> String { "#EXT-X-START:TIME-OFFSET=\(offset)\n" }

    private static func scenario(_ offset: String, _ more: String = "") -> PlaylistScenario {
        var scenario = PlaylistScenario(root: playlist(tag(offset)), until: 200)
        scenario.more = more
        return scenario
    }

    /// The place at which the playhead first moved, and the first chunk that was asked for.
    private static func beginning(_ run: Run) throws -> (place: MediaTime, chunk: Int64) {
        let playback = run.player(0).playback
        let first = try #require(playback.clock.first { $0.isMoving })
        let media = try #require(playback.exchanges.first { $0.kind == .video })
        return (first.playhead.place, media.chunks.lowerBound)
    }

    @Test(
        "playback begins there, and nothing before it is asked for",
        arguments: [
            ("0", 0, 0), ("6", 6, 1), ("20", 18, 3), ("20,PRECISE=YES", 20, 3), ("-20", 36, 6),
            ("-20,PRECISE=YES", 40, 6), ("-500", 0, 0),
        ] as [(String, Int64, Int64)], [false, true])
    func places(expected: (offset: String, place: Int64, chunk: Int64), inMultivariant: Bool) throws {
        var scenario = Self.scenario(expected.offset)
        if inMultivariant {
            scenario.named = [("v.m3u8", Self.playlist(""))]
            let ladder = "#EXT-X-STREAM-INF:BANDWIDTH=600000\nv.m3u8\n"
            scenario.root = "#EXTM3U\n" + Self.tag(expected.offset) + ladder
        }
        let run = try scenario.judgedRun()
        let (place, chunk) = try Self.beginning(run)
        #expect(place == .seconds(expected.place) && chunk == expected.chunk)
        #expect(run["end_reached"] == 1 && run["played_time_s"] == (60 - expected.place) * 1_000_000_000)
        #expect(run.player(0).playback.seeks.isEmpty)
        let words = TextReport.text(run).contains("begins at \(expected.place) s (EXT-X-START)")
        #expect(words == (expected.place > 0))
        // That before the beginning is said.
        let told = try #require(scenario.set).warnings.filter { $0.fact == .startsBeforeBeginning }
        #expect(told.map { $0.place.line } == (expected.offset == "-500" ? [inMultivariant ? 2 : 3] : []))
    }

    @Test(
        "that of the multivariant playlist counts for more than a media playlist's own, which is told if they differ",
        arguments: ["30", "12"])
    func both(own: String) throws {
        var scenario = PlaylistScenario(root: "", named: [("v.m3u8", Self.playlist(Self.tag(own)))], until: 200)
        scenario.root = "#EXTM3U\n" + Self.tag("12") + "#EXT-X-STREAM-INF:BANDWIDTH=600000\nv.m3u8\n"
        #expect(try Self.beginning(try scenario.judgedRun()).place == .seconds(12))
        let set = try #require(playlistSet(scenario.root, scenario.named))
        let told = set.warnings.filter { $0.fact == .startsDiffer }.map { $0.place }
        #expect(told == (own == "12" ? [] : [Place(source: 4, line: 3, column: 1)]))
    }

    @Test("of a live stream too, and nothing is said of where a start lies that does not count")
    func bothLive() throws {
        var listed = ListedPlaylist()
        listed.head += Self.tag("-6")
        let root = "#EXTM3U\n" + Self.tag("-30") + "#EXT-X-STREAM-INF:BANDWIDTH=600000\nv.m3u8\n"
        let set = try #require(playlistSet(root, [("v.m3u8", listed.text)]))
        #expect(set.warnings.map { $0.fact } == [.startsDiffer])
        let edge = try #require(PlaylistAsset(set).edge)
        #expect(edge.start?.offset == .seconds(-30))
    }

    @Test("an item's own in point counts for more, and an item without one begins there")
    func items() throws {
        let items = #"{ "name": "a", "from_s": 54 }, { "name": "b" }, { "name": "c", "from_s": 0 }"#
        let player = "{ \"class\": \"AVQueuePlayer\", \"items\": [\(items)] }"
        let run = try Self.scenario("48", ", \"player\": \(player)").judgedRun()
        let starts = run.player(0).playback.items.filter { $0.item >= 0 }.map { $0.start }
        #expect(starts == [.seconds(54), .seconds(48), .zero])
        #expect(run["played_time_s"] == 78_000_000_000)
    }

    @Test("a looper begins each loop there, and one that goes back from the playhead may go before it")
    func loops() throws {
        let player = #", "player": { "class": "AVQueuePlayer", "loop": { "rule": "looper", "loop_count": 2 } }"#
        #expect(try Self.scenario("48", player).judgedRun()["played_time_s"] == 24_000_000_000)
        let script = [#""do": "load""#, #""do": "play""#, #""do": "seek", "by_s": -30, "tolerance_before_s": 0"#]
            .enumerated().map { "{ \"at_s\": \($0.offset * 2), \($0.element) }" }
        let run = try Self.scenario("20,PRECISE=YES", ", \"script\": [\(script.joined(separator: ", "))]").judgedRun()
        let places = run.player(0).playback.clock.filter { $0.isMoving }.map { $0.playhead.place }
        #expect(places.first == .seconds(20) && places.last == .zero)
    }

    @Test("what an interstitial event stands for before it is passed by")
    func interstitials() throws {
        var scenario = Self.scenario("48")
        scenario.members = """
            , "interstitials": [{ "at_s": 10, "resumption_offset_s": 0,
            "assets": [{ "kind": "hls", "duration_s": 4, "variants": [{ "bitrate_kbps": 400 }] }] }]
            """
        let run = try scenario.judgedRun()
        #expect(run["interstitial_count"] == 0 && run["played_time_s"] == 12_000_000_000)
    }

    @Test(
        "an end that lies before it is a mistake",
        arguments: [#""items": [{ "name": "a", "to_s": 40 }]"#, #""loop": { "rule": "looper", "to_s": 40 }"#])
    func end(keys: String) throws {
        let player = #", "player": { "class": "AVQueuePlayer", \#(keys) }"#
        let messages = try #require(Self.scenario("48", player).reading).diagnostics.map { $0.message }
        #expect(messages.count == 1 && messages[0].hasPrefix("the playlist has it begin at 48 s (EXT-X-START)"))
    }

    @Test(
        "that of the player is none, as AVFoundation has it, but nothing is played: it is said, unless somebody seeks",
        arguments: [(40, "play", true), (48, "play", true), (49, "play", false), (40, "seek", false)])
    func endOfPlayer(end: Int, call: String, isTold: Bool) throws {
        let second = call == "seek" ? #""do": "seek", "to_s": 6"# : #""do": "play""#
        let scenario = try Self.scenario(
            "48",
            """
            , "player": { "forward_playback_end_time_s": \(end) },
            "script": [{ "at_s": 0, "do": "load" }, { "at_s": 1, \(second) }, { "at_s": 2, "do": "play" }]
            """
        ).read()
        let words = "nothing is played: the playlist has it begin at 48 s (EXT-X-START)"
        #expect(scenario.warnings.contains { $0.message.hasPrefix(words) } == isTold)
        #expect((try Run(scenario)["played_time_s"] == 0) == isTold)
    }

    @Test("what an app seeks to before it is played counts for more")
    func sought() throws {
        let script = [#""do": "load""#, #""do": "seek", "to_s": 6"#, #""do": "play""#].enumerated()
            .map { "{ \"at_s\": \($0.offset), \($0.element) }" }
        let run = try Self.scenario("48", ", \"script\": [\(script.joined(separator: ", "))]").judgedRun()
        #expect(try Self.beginning(run).place == .seconds(6))
    }

    @Test("an app that waits for a place before it need not play", arguments: [("30", true), ("0", false)])
    func awaited(offset: String, comes: Bool) throws {
        let wait = #"{ "when": { "currentTime_s": 20 }, "do": "pause" }"#
        let scenario = try Self.scenario(offset, ", \"script\": [{ \"at_s\": 0, \"do\": \"load\" }, \(wait)]").read()
        let words = "this never comes true: nobody asks to play"
        #expect(scenario.warnings.contains { $0.message == words } == !comes)
        #expect(try Run(scenario).player(0).playback.actions.contains { $0.value == 1 } == comes)
    }

    @Test("behind the end there is nothing to play, which is said", arguments: ["60", "600", "60,PRECISE=YES"])
    func behindEnd(offset: String) throws {
        let scenario = Self.scenario(offset)
        let reading = try #require(scenario.reading)
        #expect(reading.diagnostics.isEmpty)
        let set = try #require(playlistSet(scenario.root, []))
        let warnings = set.warnings.map { "\($0.place.line): \($0.diagnostic.message)" }
        #expect(warnings.contains { $0.hasPrefix("3: #EXT-X-START lies behind the end") }, "\(warnings)")
        let run = try scenario.judgedRun()
        #expect(run["played_time_s"] == 0 && run["end_reached"] == 1)
    }

    @Test("a live playlist that is taken for all there is begins there too")
    func whole() throws {
        var listed = ListedPlaylist()
        listed.head += Self.tag("-12")
        var scenario = PlaylistScenario(root: listed.text, until: 100)
        scenario.live = "false"
        #expect(try Self.beginning(try scenario.judgedRun()).place == .seconds(48))
    }
}

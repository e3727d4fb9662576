import PlayerModel
import Testing

@testable import Simulation

@Suite("The input of P.1203") struct P1203Tests {
    private static func input(_ text: String) throws -> P1203Input { P1203Input(try Run(text).player(0)) }

    private static func words(_ segments: [P1203Input.Segment]) -> [String] {
        segments.map { segment in
            let numbers = [segment.start, segment.duration].map { NumberText.exact($0.nanoseconds, places: 9) }
            return "\(numbers[0]) \(numbers[1]) \(segment.bitRate)"
        }
    }

    private static func words(_ stalls: [P1203Input.Stall]) -> [String] {
        stalls.map {
            "\(NumberText.exact($0.mediaTime.nanoseconds, places: 9)) "
                + NumberText.exact($0.duration.nanoseconds, places: 9)
        }
    }

    @Test func `the wait before the start is a stall at 0`() throws {
        let run = try Run(stallingStream)
        let input = P1203Input(run.player(0))
        #expect(Self.words(input.video) == ["0 4 500000", "4 4 500000", "8 4 500000"])
        #expect(Self.words(input.stalls) == ["0 5.1", "4 1.1", "8 1.1"])
        #expect(input.video.allSatisfy { $0.codec == "h264" && $0.frameRateThousandths == 23_976 })
        #expect(input.audio.isEmpty && input.gaps == [.noAudio])
        let text = P1203Report.text(run)
        #expect(text.contains("{\"codec\": \"h264\", \"start\": 4, \"duration\": 4, \"bitrate\": 500, "))
        #expect(text.contains("\"resolution\": \"640x360\", \"fps\": 23.976},\n"))
        #expect(text.contains("      [0, 5.1],\n      [4, 1.1],\n      [8, 1.1]\n"))
    }

    @Test func `only what was played counts, in the order in which it was`() throws {
        let input = try Self.input(
            """
            { "network": { "transport": "fluid" },
              "media": { "kind": "hls", "duration_s": 40, "segment_s": 4, "variants": [{ "bitrate_kbps": 500 }],
                         "audio": { "bitrate_kbps": 96, "segment_s": 6, "codecs": ["mp4a.40.5"] } },
              "script": [
                { "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }, { "at_s": 2, "do": "pause" },
                { "at_s": 3, "do": "play" },
                { "at_s": 6, "do": "seek", "to_s": 34, "tolerance_before_s": 0, "tolerance_after_s": 0 },
                { "at_s": 8, "do": "seek", "to_s": 0, "tolerance_before_s": 0, "tolerance_after_s": 0 },
                { "at_s": 9, "do": "unload" }
              ] }
            """)
        // 0 to 5 s without a cut at the pause, 34 to 36 s, and the first second again.
        #expect(Self.words(input.video) == ["0 4 500000", "4 1 500000", "5 2 500000", "7 1 500000"])
        #expect(Self.words(input.audio) == ["0 5 96000", "5 2 96000", "7 1 96000"])
        #expect(input.audio.allSatisfy { $0.codec == "heaac" })
        #expect(input.stalls.isEmpty)
        #expect(input.gaps == [.videoCodec, .resolution, .frameRate])
    }

    @Test func `a file is one segment`() throws {
        let input = try Self.input(
            """
            { "network": { "transport": "fluid", "down_kbps": 1000, "request_bytes": 0 }, "until_s": 5,
              "media": { "kind": "progressive", "duration_s": 20, "bitrate_kbps": 500, "codecs": ["vvc1.1.L51"],
                         "width": 1280, "height": 720, "frame_rate_fps": 25 },
              "player": { "keep_up": "first-chunk", "layer": { "width": 320, "height": 180, "contents_scale": 2 } } }
            """)
        #expect(Self.words(input.video) == ["0 4.95 500000"])
        #expect(input.video[0].resolution == Dimensions(width: 1280, height: 720))
        #expect(input.gaps == [.unnamed(codec: "vvc1.1.L51"), .noAudio])
        #expect(input.displaySize == Dimensions(width: 640, height: 360))
    }

    @Test func `nothing played is no segment, and a wait to the end`() throws {
        let run = try Run(
            """
            { "network": { "transport": "fluid", "down_kbps": 0 }, "until_s": 9,
              "media": { "kind": "progressive", "duration_s": 4, "bitrate_kbps": 500 } }
            """)
        let input = P1203Input(run.player(0))
        #expect(input.video.isEmpty && Self.words(input.stalls) == ["0 9"])
        let end = Instant(nanoseconds: 9_000_000_000)
        #expect(input.gaps == [.nothingPlayed, .openStall(isStart: true, until: end)])
        #expect(P1203Report.notes(run)[0] == "note: there are no segments: nothing was played")
    }

    private static let openWait =
        "note: the wait for the start has no end: it is written up to 900 s, where the run ends"

    @Test(
        "a start that never comes is waited for until there is nothing to wait for",
        arguments: [
            ([.play(1)], "0 899", openWait), ([.play(1), .does(6, "pause")], "0 5", nil),
            ([.play(1), .does(6, "leave")], "0 5", nil), ([.play(1), .does(6, "unload")], "0 5", nil),
            // The person waits, and the player does not, as nobody has asked it.
            ([.does(1, "tap")], nil, nil), ([.does(1, "tap"), .does(4, "leave")], "0 3", nil),
            ([.play(1), .does(6, "pause"), .play(8), .does(9, "pause")], "0 8", nil), ([], nil, nil),
            // An exception ends the app, and with it the wait.
            ([.play(1), .does(6, "set_rate_at_host_time", #""rate": 1, "host_time_s": 9"#)], "0 5", nil),
        ] as [([JSONPart], String?, String?)])
    func noStart(script: [JSONPart], stall: String?, note: String?) throws {
        let run = try ScenarioText(
            network: .fluid(0), media: .progressive(500, duration_s: 4), script: [.load()] + script, until_s: 900
        ).run()
        #expect(Self.words(P1203Input(run.player(0)).stalls) == [stall].compactMap { $0 })
        #expect(P1203Report.notes(run).filter { $0.contains("has no end") } == [note].compactMap { $0 })
    }

    /// The first chunk is there after 0.5 s and the last one after 2 s, and then nothing more happens.
    @Test(
        "where the player does not wait, the wait for the start is written up to where nothing more happens",
        arguments: [
            (nil, .does(0.1, "tap")),
            (#""automatically_waits_to_minimize_stalling": false, "early_request": "dropped""#, .play(0.1)),
        ] as [(JSONPart?, JSONPart)])
    func waitsForNothing(player: JSONPart?, ask: JSONPart) throws {
        for until_s in [10, 900] as [JSONPart] {
            let run = try ScenarioText(
                network: .fluid(1000, #""request_bytes": 0"#),
                media: .progressive(500, duration_s: 4, chunk_s: 1), player: player, script: [.load(), ask],
                until_s: until_s
            ).run()
            #expect(Self.words(P1203Input(run.player(0)).stalls) == ["0 1.9"])
            let note = "note: the wait for the start has no end: it is written up to 2 s, where the run ends"
            #expect(P1203Report.notes(run).contains(note))
        }
    }

    @Test(
        "who fails before the start has waited until then, and so has who runs out of items",
        arguments: [
            nil,
            #""class": "AVQueuePlayer", "skips_failed_items": true, "loop": { "rule": "treadmill", "items": 3 }"#,
        ] as [JSONPart?])
    func failsBeforeTheStart(player: JSONPart?) throws {
        let run = try ScenarioText(
            network: .fluid(8000, #""faults": [{ "status": 404, "times": 100 }]"#),
            media: .progressive(500, duration_s: 4), player: player
        ).run()
        let own = run.player(0)
        let failed = try #require(
            own.playback.announcements.last { if case .itemFailed = $0.value { true } else { false } })
        #expect(P1203Input(own).stalls.map { $0.duration } == [failed.at - Instant.zero])
        #expect(!P1203Report.notes(run).contains { $0.contains("has no end") })
    }

    @Test("a stall that nobody ends is said to have no end", arguments: [true, false])
    func openStall(isMended: Bool) throws {
        let run = try ScenarioText(
            network: .fluid(4000, #""outages": [{ "at_s": 3, "for_s": 12 }]"#),
            media: .progressive(2000, duration_s: 30),
            player: #""automatically_waits_to_minimize_stalling": false"#,
            script: [.load(), .play(1)] + (isMended ? [.play(20)] : [])
        ).run()
        let note = "note: the last stall has no end: it is written up to 27 s, where the run ends"
        #expect(P1203Report.notes(run).contains(note) == !isMended)
        #expect(Self.words(P1203Input(run.player(0)).stalls) == (isMended ? ["6 13"] : ["6 20"]))
    }

    @Test(
        arguments: [
            ("avc1.64001f", "h264", nil), ("avc3.42", "h264", nil), ("hvc1.2.4.L123.B0", "h265", nil),
            ("dvh1.05.01", "h265", nil), ("vp09.00.10.08", "vp9", nil), ("av01.0.01M.08", "av1", nil),
            ("mp4a.40.2", nil, "aaclc"), ("mp4a.40.29", nil, "heaac"), ("mp4a.40.33", nil, "mp2"),
            ("ac-3", nil, "ac3"), ("ec-3", nil, nil), ("theora", nil, nil),
        ] as [(String, String?, String?)])
    func `codecs have the names of P1203`(codec: String, video: String?, audio: String?) {
        #expect(P1203Codec.video(codec) == video && P1203Codec.audio(codec) == audio)
    }
}

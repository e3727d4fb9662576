import PlayerModel
import Testing

@testable import Simulation

@Suite("What is fetched of a live stream, and when")
struct LiveJoiningTests {
    @Test("behind a discontinuity the initialization section is fetched once more")
    func discontinuities() throws {
        func bytes(_ places: String) throws -> Int64 {
            let variant = "{ \"bitrate_kbps\": 1000, \"init_bytes\": 250000 }"
            let text = """
                { "network": { "transport": "fluid", "down_kbps": 8000, "delay_ms": 10 },
                  "media": { "kind": "hls", "duration_s": 96, "segment_s": 6, "variants": [\(variant)],
                    "live": { "window_s": 36, "discontinuities_s": [\(places)] } },
                  "player": { "switching": "fixed" },
                  "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }] }
                """
            let run = try #require(try Judgement.judged(readScenario(text)).run)
            #expect(run["end_reached"] == 1 && run["live_offset_at_start_s"] == 18_000_000_000)
            return try #require(run["down_bytes"])
        }
        let none = try bytes("")
        #expect(try bytes("54, 66") == none + 500_000)
        // Nothing of what comes before the place at which the stream is joined is fetched.
        #expect(try bytes("6, 54") == none + 250_000)
    }

    /// The playlist of the audio comes late; what is heard of the video's alone is no place to begin at.
    @Test("nothing is fetched before all tracks have said where playback begins", arguments: [0, 6, 12])
    func joins(load: Int64) throws {
        let text = """
            { "network": { "transport": "tcp", "down_kbps": 2000, "delay_ms": 50,
                "faults": [{ "of": "audio playlist", "status": 503, "times": 1 }] },
              "media": { "kind": "hls", "duration_s": 120, "variants": [{ "bitrate_kbps": 1000 }],
                "audio": { "bitrate_kbps": 128 }, "live": { "window_s": 60 } },
              "script": [{ "at_s": \(load), "do": "load" }, { "at_s": \(load), "do": "play" }], "until_s": 40 }
            """
        let run = try #require(try Judgement.judged(readScenario(text)).run)
        #expect(run["startup_time_s"] == 5_190_872_000)
        #expect(!run.player(0).playback.exchanges.contains { $0.end?.how == .cancelled })
    }

    private static func live(_ live: String, _ more: String, script: String = "", down_kbps: Int64 = 80_000) -> String
    {
        """
        { "network": { "transport": "fluid", "down_kbps": \(down_kbps), "delay_ms": 10 },
          "media": { "kind": "hls", "duration_s": 600, "segment_s": 6, "variants": [{ "bitrate_kbps": 2000 }],
            "live": { \(live) } },
          "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }\(script)], \(more) }
        """
    }

    /// Of segments of 6 s the second ends 2 s behind a history of 10 s; parts of 0.5 s are listed as they end.
    @Test(
        "the settings say how long the newest was listed before the run, and how late another may be",
        arguments: [
            (
                #""event": true, "history_s": 10, "listed_before_s": 3"#,
                "12 s listed when the run begins, the newest for 1 s; "
            ),
            (
                #""part_s": 0.5, "listed_before_s": 1.7"#,
                "37.5 s listed when the run begins, the newest for 0.2 s; "
            ),
            (#""window_s": 36"#, "36 s listed when the run begins; "),
            (
                #""jitter_s": 1, "program_date": "2026-03-01T20:00:00Z", "date_range_every_s": 12"#,
                "a segment is listed 0 s after it ends, or up to 1 s later; a date range every 12 s"
            ),
            (
                #""part_s": 0.5, "chunk_s": 0.1, "jitter_s": 0.4"#,
                "listed 0 s after it ends, or up to 0.4 s later, and is sent while it is made, in chunks of 0.1 s"
            ),
        ] as [(String, String)])
    func settings(live: String, words: String) throws {
        let text = try TextReport.text(Run(readScenario(Self.live(live, #""until_s": 1"#))))
        #expect(text.contains(words), "\(text)")
    }

    /// At the edge, where all that is listed is loaded, a rule may hold as time passes, without an arrival.
    @Test(
        "a call that changes nothing does not start a player that waits, nor end a stall",
        arguments: [
            (#""event": true"#, #""until_s": 60"#, ""),
            (#""window_s": 36, "hold_back_s": 2"#, #""until_s": 40"#, ""),
            (#""window_s": 36, "drift_percent": 5"#, #""until_s": 380"#, ""),
            (#""window_s": 36"#, #""until_s": 60"#, #", { "at_s": 10, "do": "set_rate", "rate": 2 }"#),
            (
                #""window_s": 36"#,
                #""player": { "live": { "configured_time_offset_from_live_s": 3 } }, "until_s": 40"#, ""
            ), (#""window_s": 36, "part_s": 1"#, #""until_s": 40"#, ""),
        ])
    func calls(live: String, more: String, script: String) throws {
        func playback(_ script: String) throws -> Playback {
            try Run(readScenario(Self.live(live, more, script: script))).player(0)
                .playback
        }
        let plain = try playback(script)
        let waits = plain.waits.compactMap { wait in wait.to.map { wait.from..<$0 } }
        #expect(!waits.isEmpty)
        // Actions stand in the order of their times.
        for wait in waits.suffix(3) where script.isEmpty || wait.lowerBound > .zero + .seconds(10) {
            let length = (wait.upperBound - wait.lowerBound).nanoseconds
            for part in 1...7 as ClosedRange<Int64> {
                let at = wait.lowerBound + TimeAmount(nanoseconds: length / 8 * part)
                let call =
                    ", { \"at_s\": \(NumberText.exact(at.nanoseconds, places: 9)), "
                    + "\"do\": \"set_preferred_forward_buffer_duration\", \"value_s\": 0 }"
                let other = try playback(script + call)
                #expect(other.startedAt == plain.startedAt && other.waits == plain.waits, "\(at)")
            }
        }
    }

    /// The chunks of requests for media.
    private static func media(_ run: Run, from instant: Instant = .zero) -> [Range<Int32>] {
        run.player(0).playback.exchanges.filter { $0.kind == .video && $0.at >= instant }.map {
            Int32($0.chunks.lowerBound)..<Int32($0.chunks.upperBound)
        }
    }

    /// Of segments of 4 s parts are listed where the last of them begins within 12 s of the end. At 82 s of media, that
    /// which begins at 69 s is further away, and the last of its segment is not.
    @Test(
        "who joins in the middle of a segment without parts fetches it from its beginning on",
        arguments: [
            ("80", "41", 36..<40), ("80", "12.5", 64..<68), ("80", "11", 69..<70), ("82", "12.5", 69..<72),
        ] as [(JSONPart, JSONPart, Range<Int32>)])
    func joinsBetween(history: JSONPart, offset: JSONPart, expected: Range<Int32>) throws {
        let run = try LiveTests.text(
            "\"part_s\": 1, \"window_s\": 80, \"history_s\": \(history)", segment_s: 4,
            player: "\"live\": { \"configured_time_offset_from_live_s\": \(offset) }", until_s: 4
        ).judgedRun()
        #expect(Self.media(run).first == expected)
    }

    /// Of 400,000 bytes at 1000 kbit/s, beside a playlist each second.
    @Test(
        "and so does who seeks there, or has it under way from its beginning on", arguments: [[63], [60.2, 63]])
    func seeksBetween(places: [Double]) throws {
        let seeks = places.enumerated().map { index, place in
            JSONPart.does(
                "\(40.5 + Double(index) / 2)", "seek",
                "\"to_s\": \(place), \"tolerance_before_s\": 0, \"tolerance_after_s\": 0")
        }
        let run = try ScenarioText(
            network: .fluid(1000, #""delay_ms": 10"#),
            media: .hls([800], duration_s: 400, segment_s: 4, #""live": { "window_s": 80, "part_s": 1 }"#),
            script: [.load(), .play()] + seeks, until_s: 60
        ).judgedRun()
        #expect(Self.media(run, from: .zero + .milliseconds(40_500)).prefix(2) == [60..<64, 64..<68])
        let last = try #require(run.player(0).playback.loads.first { $0.chunk == 63 })
        #expect((43_700...43_900).contains(last.at.nanoseconds / 1_000_000))
    }

    @Test("a stall goes on through a jump to what is listed still, and its end is marked")
    func resumes() throws {
        let text = """
            { "network": { "down_kbps": 1500, "delay_ms": 50 },
              "media": { "kind": "hls", "duration_s": 300, "segment_s": 6, "variants": [{ "bitrate_kbps": 2000 }],
                "live": { "window_s": 60 } } }
            """
        let run = try Run(readScenario(text))
        let (playback, lanes) = (run.player(0).playback, Lanes(run.player(0)))
        let resumed = playback.stalls.filter { $0.hasResumed }
        #expect(
            resumed.contains { stall in
                playback.skips.contains { stall.at <= $0.at && $0.at < stall.endedAt ?? .zero }
            })
        #expect(lanes.marks.filter { $0.kind == .resumed }.map { $0.at } == resumed.compactMap { $0.endedAt })
    }

    @Test(
        "a distance from the edge at which nothing is listed is said",
        arguments: [
            (#""window_s": 36"#, #""player": { "live": { "configured_time_offset_from_live_s": 100 } }"#, 1),
            (#""window_s": 36"#, #""player": { "live": { "configured_time_offset_from_live_s": 36 } }"#, 0),
            (#""event": true"#, #""player": { "live": { "configured_time_offset_from_live_s": 100 } }"#, 0),
            (#""window_s": 36, "part_s": 1, "part_hold_back_s": 40"#, #""until_s": 60"#, 1),
            (#""window_s": 36, "part_s": 1, "part_hold_back_s": 36"#, #""until_s": 60"#, 0),
        ])
    func offsets(live: String, more: String, count: Int) throws {
        let scenario = try readScenario(Self.live(live, more))
        let words = " the window, 36 s: playback begins"
        let told = scenario.warnings.map { $0.message }
        #expect(told.count { $0.contains(words) || $0.contains("is longer than the window") } == count)
    }

    @Test("a playlist that does not come says that its host's own network is dead")
    func host() throws {
        let text = """
            { "network": { "transport": "fluid", "down_kbps": 8000, "delay_ms": 10 },
              "hosts": { "a": { "outages": [{ "at_s": 20, "for_s": 30 }] } },
              "media": { "kind": "hls", "duration_s": 600, "segment_s": 6, "variants": [{ "bitrate_kbps": 2000 }],
                "pathways": ["a", "b"], "live": { "window_s": 36 } }, "until_s": 90 }
            """
        let report = TextReport.text(try #require(try Judgement.judged(readScenario(text)).run))
        #expect(report.contains("of 560 bytes are here, over a's own network, which carries nothing"), "\(report)")
    }

    /// The wish to keep the offset is about waiting: a pause is none, and what is loaded is there to be played.
    @Test(
        "whoever goes on after a pause plays what is loaded, with the offset preserved or not",
        arguments: [true, false])
    func paused(preserves: Bool) throws {
        let keys =
            "\"automatically_preserves_time_offset_from_live\": \(preserves), "
            + "\"can_use_network_resources_for_live_streaming_while_paused\": true"
        let text = Self.live(
            #""window_s": 36"#, "\"player\": { \"live\": { \(keys) } }, \"until_s\": 80",
            script: #", { "at_s": 10, "do": "pause" }, { "at_s": 60, "do": "play" }"#)
        let run = try Run(readScenario(text))
        #expect(run.player(0).playback.skips.count == 1, "where it is joined")
        #expect(run["live_skipped_s"] == 0 && run["stall_count"] == 0)
    }
}

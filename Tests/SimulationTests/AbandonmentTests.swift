import PlayerModel
import Testing

@testable import Simulation

/// Segments of two seconds, 200,000 bytes of the higher variant and 100,000 of the lower, over 1.6 Mbit/s. The second
/// is asked for at 1 s; soon 12,500 bytes come in a second.
@Suite("Giving a segment up")
struct AbandonmentTests {
    private func run(
        _ rule: JSONPart, transport: String = "fluid", slowAt: JSONPart = 1.2, chunks: Int = 1,
        first: String = "highest", switching: String = "throughput", variants: [JSONPart] = [800, 400],
        _ more: JSONPart...
    ) throws -> (run: Run, diary: Diary) {
        let run = try ScenarioText(
            network: .link(1600, transport: transport, #""request_bytes": 0"#),
            media: .hls(variants, duration_s: 12, segment_s: 2, #""chunks_per_segment": \#(chunks)"#),
            player: """
                "keep_up": "first-chunk", "first_variant": "\(first)", "switching": "\(switching)",
                "abandon_segment": \(rule)
                """,
            script: [
                .load(), .play(), .does(slowAt, "change_network", #""down_kbps": 100"#),
                .does(4, "change_network", #""down_kbps": 1600"#),
            ] + more, until_s: 300
        ).judgedRun()
        return (run, Diary(run))
    }

    /// What is given up: when, of how many bytes, and for which variant.
    private static let given: [(rule: JSONPart, at: String, wasted: Int64, variant: Int)] = [
        // After 1.0 s 50,000 bytes have come: 4 s in all, more than 1.8 × 2 s, and 400 kbit/s carry the second. A
        // quarter of a second before, 46,875 bytes made 3.2 s of it.
        (#""dash.js""#, "2", 50_000, 2),
        // After more than 1 s, half its length: 51,250 bytes in 1.1 s leave 3.2 s, and 0.9 s are ahead. The second
        // would take 2.1 s, longer than that, so it is the third.
        (#""hls.js""#, "2.1", 51_250, 3),
    ]

    @Test("wastes what has come until then, to the byte", arguments: given)
    func isExact(_ given: (rule: JSONPart, at: String, wasted: Int64, variant: Int)) throws {
        let (run, diary) = try run(given.rule, variants: [800, 400, 200])
        let (at, variant) = (given.at, given.variant)
        #expect(
            diary.lines.prefix(6).map { $0.description } == [
                "0 video 1: 0..<1", "1 video 1: 1..<2", "\(at) video 1 cancelled", "\(at) switches 1 to \(variant)",
                "\(at) video \(variant): 1..<2", "\(at) video 1 wasted \(given.wasted)",
            ])
        let loaded = diary.variants.enumerated().filter { $0.offset != 1 }.reduce(0) {
            $0 + 400_000 / (1 << $1.element)
        }
        #expect(run["down_bytes"] == Int64(loaded) + given.wasted)
        #expect(run["never_played_bytes"] == given.wasted)
        #expect(run["end_reached"] == 1)
        #expect(diary.words("video").filter { $0.contains("cancelled") }.count == 1)
    }

    /// Until 26 s nothing comes; then a segment of 1 MB takes 0.8 s, of which dash.js sees 10 Mbit/s at its first look.
    @Test("is not for a tunnel that is over before the first byte")
    func tunnel() throws {
        let run = try ScenarioText(
            network: .fluid(
                nil,
                """
                "delay_ms": 50, "phases": [
                  { "for_s": 20, "down_kbps": 10000 }, { "for_s": 6, "down_kbps": 0 }, { "down_kbps": 10000 }
                ]
                """),
            media: .hls([2000, 500, 20_000], duration_s: 60, segment_s: 4), player: #""profile": "dash.js""#,
            script: [.load(), .play()], until_s: 100
        ).judgedRun()
        #expect(run["never_played_bytes"] == 0)
        #expect(Diary(run).words("video").allSatisfy { !$0.contains("cancelled") })
    }

    /// Segments of four seconds over 8 Mbit/s, two seconds each of the higher variant; from 15.9 s on 500 kbit/s. Every
    /// tenth of a second 100,000 bytes come and are measured; after 15.9 s 16,000 bytes take 0.256 s. Shaka chooses at
    /// the first sample, at 0.1 s, and 8 s after that: at 8.1 s, and at 16.156 s.
    private func shaka(lower: JSONPart, _ media: String = "") throws -> Diary {
        let run = try ScenarioText(
            network: .fluid(8000, #""request_bytes": 0"#), media: .hls([4000, lower], duration_s: 60, segment_s: 4),
            player: """
                "keep_up": "first-chunk", "first_variant": "highest", "switching": "shaka",
                "abandon_segment": "shaka", "throughput": "last"
                """,
            script: [.load(), .play(), .does(15.9, "change_network", #""down_kbps": 500"#)], until_s: 60
        ).judgedRun()
        return Diary(run)
    }

    @Test("as Shaka does: a sample on the way changes the choice, and what is ahead outlasts the other segment")
    func calledOffOnTheWay() throws {
        // 84,000 bytes of the eighth are left; the lower one has 500,000, which take 8 s, and 13.8 s are ahead.
        let diary = try shaka(lower: 1000)
        #expect(
            diary.lines.filter { $0.at > Instant(nanoseconds: 15_900_000_000) }.prefix(4).map { $0.description } == [
                "16.156 video 1 cancelled", "16.156 switches 1 to 2", "16.156 video 2: 7..<8",
                "16.156 video 1 wasted 1916000",
            ])
    }

    @Test("as Shaka does: else the segment comes, and the choice holds for the next")
    func choiceHolds() throws {
        // The lower one has 1,000,000 bytes: 16 s.
        let diary = try shaka(lower: 2000)
        #expect(diary.words("video").filter { $0.contains("cancelled") }.isEmpty)
        #expect(
            diary.lines.filter { $0.at > Instant(nanoseconds: 15_900_000_000) }.prefix(2).map { $0.description } == [
                "17.5 switches 1 to 2", "17.5 video 2: 8..<9",
            ])
    }

    @Test("looks as often as it is told to")
    func looks() throws {
        // At 0.75 s it would be too soon, and at 1.5 s 56,250 bytes have come.
        let rule: JSONPart = #"{ "rule": "dash.js", "after_s": 0.75, "every_s": 0.75 }"#
        #expect(try run(rule).diary.lines("video 1 wasted") == ["2.5 video 1 wasted 56250"])
        let patient: JSONPart = #"{ "rule": "dash.js", "multiple_ratio": 20 }"#
        #expect(try run(patient).diary.lines("video 1 wasted") == [])
        let late: JSONPart = #"{ "rule": "dash.js", "after_s": 60 }"#
        #expect(try run(late).diary.lines("video 1 wasted") == [])
        #expect(try run(#""never""#).diary.lines("video 1 wasted") == [])
    }

    @Test("is over where a chunk of the segment is loaded")
    func loadedChunk() throws {
        // A quarter is loaded at 1.25 s.
        #expect(try run(#""dash.js""#, slowAt: 1.26, chunks: 4).diary.lines("video 1 wasted") == [])
        // At 1.5 s 25,000 bytes have come, and the rest would take 3.5 s.
        let early = try run(#""dash.js""#, slowAt: 1.1, chunks: 4).diary
        #expect(early.lines("video 1 wasted") == ["1.5 video 1 wasted 25000"])
        #expect(early.words("video 2: 4").prefix(1) == ["video 2: 4..<8"], "all of it is asked for anew")
    }

    /// From 63 s on 500 kbit/s carry little of the third segment of the item that came at 60 s. They were there in the
    /// first minute as well, so that the third one of the item before was given up; or they were not.
    @Test(
        "is of one item: what was given up in one may be in the next",
        arguments: [
            """
            { "for_s": 3, "down_kbps": 6000 }, { "for_s": 17, "down_kbps": 500 }, { "for_s": 43, "down_kbps": 6000 }
            """,
            #"{ "for_s": 63, "down_kbps": 6000 }"#,
        ])
    func nextItem(before: String) throws {
        let run = try ScenarioText(
            network: .fluid(nil, #""delay_ms": 20, "phases": [\#(before), { "down_kbps": 500 }]"#),
            media: .hls([300, 1000, 2500], duration_s: 60, segment_s: 4),
            player: #""profile": "dash.js""#, script: [.load(), .play(0), .load(60)], until_s: 80
        ).judgedRun()
        let given = Diary(run).lines.filter { $0.words.hasSuffix("cancelled") && $0.at > .zero + .seconds(60) }
        #expect(given.map { $0.description } == ["66.163333334 video 3 cancelled"])
    }

    /// The lines up to 4 s, where that happens at 1.5 s: then a second and a half is ahead.
    private func lines(_ rule: JSONPart, _ act: JSONPart...) throws -> [String] {
        let slow = JSONPart.does(1.2, "change_network", #""down_kbps": 100"#)
        let fast = JSONPart.does(4, "change_network", #""down_kbps": 1600"#)
        let run = try ScenarioText(
            network: .fluid(1600, #""request_bytes": 0"#),
            media: .hls([800, 400, 200], duration_s: 12, segment_s: 2),
            player: """
                "keep_up": "first-chunk", "first_variant": "highest", "switching": "throughput",
                "abandon_segment": \(rule)
                """,
            script: [.load(), .play(), slow] + act + [fast, .play(60)], until_s: 300
        ).judgedRun()
        return Diary(run).lines.filter { $0.at < .zero + .seconds(4) }.map { $0.description }
    }

    @Test(
        "does not happen while playback is paused, but with dash.js",
        arguments: [(#""dash.js""#, true), (#""hls.js""#, false), (#""vhs""#, false)] as [(JSONPart, Bool)])
    func paused(rule: JSONPart, happens: Bool) throws {
        let free = try lines(rule)
        #expect(free.contains { $0.hasSuffix("video 1 cancelled") })
        let paused = try lines(rule, .does(1.5, "pause"))
        #expect(paused.contains { $0.hasSuffix("video 1 cancelled") } == happens)
    }

    @Test(
        "is of a segment with its own bit rate, though a limit rules its variant out by then",
        arguments: [#""dash.js""#, #""hls.js""#, #""vhs""#] as [JSONPart])
    func limited(rule: JSONPart) throws {
        let free = try lines(rule)
        #expect(free.contains { $0.hasSuffix("video 1 cancelled") })
        #expect(try lines(rule, .does(1.5, "set_preferred_peak_bit_rate", #""value_kbps": 500"#)) == free)
    }

    @Test("as Sabre does likewise, though only the lowest is permitted", arguments: [nil, 500, 300] as [Int?])
    func limitedInSabre(kbps: Int?) throws {
        // 0.92 s after the request 392,000 of 1,600,000 bits have come: at that pace all take 3.76 s, and at most it
        // may be 1.8 × 2 s.
        let given: [String]
        if let kbps {
            given = try lines(#""sabre""#, .does(1.5, "set_preferred_peak_bit_rate", "\"value_kbps\": \(kbps)"))
        } else {
            given = try lines(#""sabre""#)
        }
        #expect(given.first { $0.hasSuffix("cancelled") } == "1.92 video 1 cancelled")
    }

    /// The first segment is played at 3.05 s; the second came for 2 ms, and then not until 3.252 s.
    @Test("is for a stall too, whether the player waits or its rate falls to 0", arguments: [true, false])
    func inAStall(waits: Bool) throws {
        func cancelled(_ more: JSONPart...) throws -> [String] {
            let run = try ScenarioText(
                network: .fluid(
                    nil,
                    """
                    "delay_ms": 25, "phases": [
                      { "for_s": 1.052, "down_kbps": 1600 }, { "for_s": 2.2, "down_kbps": 0 }, { "down_kbps": 300 }
                    ]
                    """),
                media: .hls([200, 400, 800], duration_s: 12, segment_s: 2),
                player: """
                    "keep_up": "first-chunk", "first_variant": "highest", "switching": "throughput",
                    "abandon_segment": "vhs", "automatically_waits_to_minimize_stalling": \(waits)
                    """,
                script: [.load(), .play(0)] + more, until_s: 6
            ).judgedRun()
            return Diary(run).lines("video 3 cancelled")
        }
        #expect(try cancelled() == ["4.35 video 3 cancelled"])
        #expect(try cancelled(.does(3.5, "pause")) == [], "the app has paused it")
    }

    /// A refusal, whose page takes 2.5 ms at 1600 kbit/s and 40 ms at 100, is followed by a pause of 1 s, the next by
    /// 2 s. hls.js judges from a second of the attempt on, which begins at 2.0025 s, or at 4.0425 s. By then nothing is
    /// ahead.
    @Test(
        "as hls.js does: by the time of the attempt that the player makes again by itself",
        arguments: [(1, "3.1", 13_718), (2, "5.1", 13_218)] as [(Int, String, Int64)])
    func anotherAttempt(times: Int, at: String, wasted: Int64) throws {
        let run = try ScenarioText(
            network: .fluid(
                1600,
                """
                "delay_ms": 0, "request_bytes": 0,
                "faults": [{ "of": "video", "chunk": 1, "status": 503, "times": \(times) }]
                """),
            media: .hls([800, 400, 200], duration_s: 12, segment_s: 2),
            player: """
                "keep_up": "first-chunk", "first_variant": "highest", "switching": "throughput",
                "abandon_segment": "hls.js", "segment_requests": "hls.js"
                """,
            script: [
                .load(), .play(), .does(1.5, "change_network", #""down_kbps": 100"#),
            ], until_s: 6
        ).judgedRun()
        let lines = Diary(run).lines.map { $0.description }
        #expect(lines.filter { $0.hasSuffix("video 1 cancelled") } == ["\(at) video 1 cancelled"])
        #expect(lines.contains("\(at) switches 1 to 3"))
        #expect(lines.contains("\(at) video 1 wasted \(wasted)"))
    }

    /// Two segments come at 8 Mbit/s in 0.2 s each. The third is asked for at 0.4 s, when a tunnel begins; from 2 s on
    /// 1250 bytes come, and then it is given up. For hls.js these took 0.1 s and the 1.6 s before, but for the usual
    /// time to a first byte, which is the least that it knows: 5 ms. Of the two means that of 3 s is the lower:
    ///
    ///     (8 Mbit/s × p × q + 10 kbit ÷ 1.695 s × (1 − q)) ÷ (p × q + 1 − q), p = 1 − 2^(−0.4 ÷ 3), q = 2^(−1.695 ÷ 3)
    @Test("is a measurement with the wait for the first byte, as hls.js has it")
    func waitIsMeasured() throws {
        let run = try ScenarioText(
            network: .fluid(
                nil,
                """
                "delay_ms": 0, "request_bytes": 0,
                "phases": [{ "for_s": 0.4, "down_kbps": 8000 }, { "for_s": 1.6, "down_kbps": 0 }, { "down_kbps": 100 }]
                """),
            media: .hls([800, 400, 200], duration_s: 12, segment_s: 2),
            player: """
                "keep_up": "first-chunk", "first_variant": "highest", "switching": "throughput", "evidence_s": 0,
                "abandon_segment": "hls.js", "throughput": "hls.js"
                """,
            script: [.load(), .play()], until_s: 3
        ).judgedRun()
        #expect(Diary(run).lines("video 1 wasted") == ["2.1 video 1 wasted 1250"])
        let turn = try #require(run.player(0).playback.wantedVariants.first)
        #expect(turn.to == 2 && abs(turn.throughput - 1_249_061) < 3, "\(turn.throughput)")
    }

    private static let slowing: JSONPart = #""phases": [{ "for_s": 5, "down_kbps": 4000 }, { "down_kbps": 240 }]"#
    private static let rule: JSONPart = #""switching": "throughput", "abandon_segment": "dash.js""#

    private static func ladder(_ lower: JSONPart) -> JSONPart {
        .hls([1500, lower], name: "a", duration_s: 40, segment_s: 10)
    }

    private static func single(_ name: String) -> JSONPart {
        .hls([1000], name: name, duration_s: 20, segment_s: 10)
    }

    private static let spoken: JSONPart = .hls(
        [100], name: "a", duration_s: 20, segment_s: 10,
        #"""
        "audio": [{ "language": "en", "bitrate_kbps": 300 },
          { "language": "de", "bitrate_kbps": 300, "playlist_bytes": 2000 }]
        """#)

    private static let failing: JSONPart =
        #""down_kbps": 1000, "faults": [{ "reset_after_bytes": 200000, "of": "video", "chunk": 1, "variant": 1 }]"#
    private static let once: JSONPart =
        #""evidence_s": 0, "segment_requests": { "rule": "doubling", "retry_count": 0 }"#

    private static func failingOver(_ lower: JSONPart) -> JSONPart {
        .hls([500, lower], name: "a", duration_s: 24, segment_s: 4)
    }

    /// From the beginning on media is under way without a pause: 26.12 Mbit come by 30.5 s, of which 8 s went into what
    /// was given up; and 38 Mbit by 38 s, 8 s of them for what an action calls off. A playlist that is asked for where
    /// a segment is given up takes 1.2 kbit by itself, 5 ms, which are no media's. Where audio is called off for
    /// another language, who measures requests does not look: the 40 ms of the playlist are told apart by its bytes.
    /// Of what fails after 200 kB, for good, there are 1.6 s of 11.6 s.
    @Test(
        "takes up the network, as what an action calls off does, whatever comes next",
        arguments: [
            (slowing, [ladder(150)], rule, [], 856_393, [30_500]),
            (slowing, [ladder(#""bitrate_kbps": 150, "playlist_bytes": 150"#)], rule, [], 856_393, [30_500]),
            (#""down_kbps": 1000"#, [single("a")], "", [.load(18)], 1_000_000, [18_000, 20_000]),
            (
                #""down_kbps": 1000"#, [single("a"), single("b")], "", [.does(18, "advance_to_next_item")], 1_000_000,
                [18_000, 20_000]
            ),
            (
                #""down_kbps": 400"#, [spoken], #""profile": "vhs""#,
                [.does(8, "select_audio", #""language": "de""#)], 400_000, [25_500]
            ),
            (failing, [failingOver("400")], once, [], 1_000_000, [11_600]),
            (failing, [failingOver(#""bitrate_kbps": 400, "playlist_bytes": 150"#)], once, [], 1_000_000, [11_600]),
        ] as [(JSONPart, [JSONPart], JSONPart, [JSONPart], Int64, [Int64])])
    func time(
        network: JSONPart, media: [JSONPart], rules: JSONPart, script: [JSONPart], throughput: Int64, busy: [Int64]
    ) throws {
        let items = ["a", "b"].prefix(media.count).map { GaplessTests.item($0, $0) }
        let run = try ScenarioText(
            network: .fluid(nil, network), media: .list(media),
            player: GaplessTests.queue(items).and(#""keep_up": "first-chunk""#).and(rules),
            script: [.load(), .play()] + script, until_s: 100
        ).judgedRun()
        #expect(run["observed_throughput_kbps"] == throughput)
        var times = [Int64](repeating: 0, count: busy.count)
        for event in AccessLog(run.player(0)).events {
            times[Int(event.item) - 1] += event.transferDuration / 1_000_000
        }
        #expect(times == busy)
    }

    @Test("may be of the first segment, and then another variant starts")
    func first() throws {
        let (run, diary) = try run(#""dash.js""#, slowAt: 0.2)
        #expect(diary.lines("video 1 wasted") == ["1 video 1 wasted 50000"])
        #expect(diary.variants.prefix(2) == [1, 2])
        #expect(run["initial_bitrate_kbps"] == 400_000)
        #expect(run["never_played_bytes"] == 50_000)
    }

    @Test("does not happen to the lowest, nor to what a seek has called off")
    func others() throws {
        let lowest = try run(#""dash.js""#, first: "lowest", switching: "robust-mpc").diary
        #expect(lowest.words("video 2 wasted") == [])
        let rule: JSONPart = #"{ "rule": "dash.js", "every_s": 5 }"#
        let (sought, diary) = try run(rule, .does(4, "seek", #""to_s": 8"#))
        // 40,000 bytes until 1.2 s, and 2.8 s of 12,500.
        #expect(diary.lines("video 1 wasted") == ["4 video 1 wasted 75000"])
        #expect(sought["end_reached"] == 1)
    }

    @Test(
        "is the same over tcp, where bytes that are under way come in vain",
        arguments: [#""dash.js""#, #""hls.js""#] as [JSONPart])
    func overTCP(rule: JSONPart) throws {
        let (run, diary) = try run(rule, transport: "tcp", variants: [800, 400, 200])
        let given = diary.words("video 1 cancelled").count
        #expect(given >= 1)
        #expect(diary.words("switches 1 to").count >= 1)
        let wasted = diary.lines.reduce(Int64(0)) { sum, line in
            guard let range = line.words.split(separator: " ").last, line.words.contains("wasted") else { return sum }
            return sum + (Int64(range) ?? 0)
        }
        #expect(wasted > 20_000)
        #expect(run["never_played_bytes"] == wasted)
        #expect(run["end_reached"] == 1)
    }
}

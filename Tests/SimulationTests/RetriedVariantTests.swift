import PlayerModel
import Testing

@testable import Simulation

@Suite("The variant of a segment that is asked for again")
struct RetriedVariantTests {
    /// Of three rungs: those that have failed, the one that a rule has chosen, the one that came last, and which it is.
    @Test(
        "is the highest that has not failed, or that came last, else the lowest",
        arguments: [
            ([], 2, 0, 2), ([2], 2, 0, 1), ([2], 2, 2, 2), ([2], 1, 0, 1), ([1, 2], 2, 0, 0), ([0, 1, 2], 2, 1, 1),
            ([0, 1, 2], 2, 0, 0), ([1], 1, 2, 0),
        ] as [([Int], Int, Int, Int)])
    func rung(failed: [Int], chosen: Int, loaded: Int, expected: Int) {
        let ladder = SwitchLadder([(variant: 2, bitRate: 9), (variant: 0, bitRate: 3), (variant: 1, bitRate: 6)])
        var failures = RecentFailures(count: 3)
        for rendition in failed { failures.note(rendition) }
        #expect(failures.rung(upTo: chosen, on: ladder, loaded: loaded) == expected)
        for rendition in failed { failures.noteArrival(of: rendition) }
        #expect(failures.rung(upTo: chosen, on: ladder, loaded: loaded) == chosen, "once something of them has come")
        for rendition in failed { failures.note(rendition) }
        failures.forget()
        #expect(failures.rung(upTo: chosen, on: ladder, loaded: loaded) == chosen, "with another item")
    }

    private func run(
        _ fault: JSONPart, transport: String, _ player: JSONPart = "", script more: [JSONPart] = []
    ) throws -> Run {
        try ScenarioText(
            network: .link(
                8000, transport: transport,
                #""delay_ms": 0, "request_bytes": 0, "faults": [{ "of": "video", "status": 503, \#(fault) }]"#),
            media: .hls([400, 1000, 3000], duration_s: 60, segment_s: 4),
            player: JSONPart(#""profile": "hls.js""#).and(player), script: [.load(), .play()] + more, until_s: 300
        ).judgedRun()
    }

    private func requests(_ run: Run) -> [String] {
        Diary(run).lines.map { $0.description }.filter { $0.contains("..<") }
    }

    /// The first segment takes 0.2 s, the page of an error 0.5 ms, and the pause behind it 1 s. 8 Mbit/s carry the
    /// third level, and the second.
    @Test("is not of the level that has failed, with hls.js, nor is any that follows")
    func level() throws {
        let run = try run(#""variant": 3, "times": 99"#, transport: "fluid")
        let requests = requests(run)
        #expect(
            requests.prefix(3) == ["0 video 1: 0..<1", "0.2 video 3: 1..<2", "1.2005 video 2: 1..<2"])
        #expect(requests.filter { $0.contains("video 3") }.count == 1)
        // The request that is made again is called off in its pause, and that of another level is one of its own.
        #expect(ErrorLog(run.player(0)).entries.map { $0.recovery } == [.turned])
        let count = run.player(0).playback.exchanges.count { $0.kind == .video }
        #expect(AccessLog(run.player(0)).events.reduce(0) { $0 + $1.numberOfMediaRequests } == Int64(count))
        let story = FailureWords(run.player(0)).story
        #expect(story[0].contains("again, but the player asked for variant 2 of 3 instead"))
        #expect(Diary(run).lines("switches 3 to") == ["0.2005 switches 3 to 2"])
        #expect(run["stall_count"] == 0 && run["end_reached"] == 1)
    }

    /// The pause lasts from 0.2005 s to 1.2005 s.
    @Test(
        "is asked for after the pause, unless a limit rules another out meanwhile",
        arguments: [(100_000, "1.2005"), (2000, "0.7")] as [(JSONPart, String)])
    func limits(kbps: JSONPart, at: String) throws {
        let limit = JSONPart.does(0.7, "set_preferred_peak_bit_rate", #""value_kbps": \#(kbps)"#)
        let run = try run(#""variant": 3, "times": 1"#, transport: "fluid", script: [limit])
        #expect(requests(run).dropFirst(2).first == "\(at) video 2: 1..<2")
    }

    @Test("is so over both transports, whether what takes too long is given up or not", arguments: ["fluid", "tcp"])
    func levels(transport: String) throws {
        for player in ["", #""abandon_segment": "never""#] as [JSONPart] {
            let run = try run(#""variant": 3, "times": 99"#, transport: transport, player)
            let variants = Diary(run).variants
            #expect(variants.count == 16 && variants.prefix(3) == [1, 3, 2])
            #expect(variants.dropFirst(2).allSatisfy { $0 == 2 })
            #expect(run["stall_count"] == 0 && run["end_reached"] == 1)
        }
    }

    /// By the sixth segment the third level has come before.
    @Test("is of the level that came last, with hls.js, where it would choose that", arguments: ["fluid", "tcp"])
    func sameLevel(transport: String) throws {
        let run = try run(#""chunk": 5, "times": 1"#, transport: transport)
        #expect(run.player(0).playback.exchanges.reduce(0) { $0 + $1.failures.count } == 1)
        #expect(Diary(run).variants == [1] + Array(repeating: 3, count: 14))
        #expect(Diary(run).words("video").allSatisfy { !$0.hasSuffix("cancelled") })
    }

    /// From 12 s on 100 kbit/s bring 1.4 MB of a segment of 2 MB in the 120 s that hls.js waits for it. The lowest two
    /// levels are never given up. Both means are of that sample, but for less than 2^(−120 ÷ 9) of 8 Mbit/s.
    @Test("is what the part of it carries that came in vain, with hls.js, where it runs out of time")
    func timeout() throws {
        let run = try ScenarioText(
            network: .link(
                nil, transport: "tcp",
                """
                "delay_ms": 20, "phases": [
                  { "for_s": 12, "down_kbps": 8000 }, { "for_s": 130, "down_kbps": 100 }, { "down_kbps": 1500 }
                ]
                """),
            media: .hls([400, 4000], duration_s: 120, segment_s: 4),
            player: """
                "profile": "hls.js",
                "buffer_goal": { "rule": "by-size", "size_bytes": 1000, "least_s": 8, "most_s": 8 }
                """,
            script: [.load(), .play()], until_s: 240
        ).judgedRun()
        let exchange = try #require(run.player(0).playback.exchanges.first { !$0.failures.isEmpty })
        let failure = try #require(exchange.failures.first)
        #expect(failure.at - exchange.at == .seconds(120))
        let turn = try #require(run.player(0).playback.wantedVariants.first { $0.at == failure.at })
        #expect(turn.to == 0 && (90_000...97_000).contains(turn.throughput), "\(turn.throughput)")
    }

    /// The server says no more after 800 kbit of the sixth segment. In the mean of 3 s nothing is left of what came
    /// before.
    @Test("counts with all the time that a silent server was waited for, with hls.js", arguments: ["fluid", "tcp"])
    func silence(transport: String) throws {
        let run = try ScenarioText(
            network: .link(
                8000, transport: transport,
                """
                "delay_ms": 0, "request_bytes": 0,
                "faults": [{ "of": "video", "chunk": 5, "silent_after_bytes": 100000, "times": 1 }]
                """),
            media: .hls([400, 3000], duration_s: 60, segment_s: 4), player: #""profile": "hls.js""#,
            script: [.load(), .play()], until_s: 300
        ).judgedRun()
        let exchange = try #require(run.player(0).playback.exchanges.first { !$0.failures.isEmpty })
        let failure = try #require(exchange.failures.first)
        #expect(failure.at - exchange.at == .seconds(120))
        let turn = try #require(run.player(0).playback.wantedVariants.first { $0.at == failure.at })
        #expect(turn.to == 0 && (6660...6680).contains(turn.throughput), "\(turn.throughput)")
    }

    @Test("is the first one as long as nothing of the item is there, with hls.js")
    func first() throws {
        let run = try run(#""chunk": 0, "times": 2"#, transport: "fluid")
        #expect(requests(run).prefix(2) == ["0 video 1: 0..<1", "3.201 video 3: 1..<2"])
        #expect(Diary(run).words("video").allSatisfy { !$0.hasSuffix("cancelled") })
    }
}

import PlayerModel
import Testing

@testable import Simulation

/// The app permits other variants while something is under way, or before anything was measured.
@Suite("Limits that are set while something is under way")
struct LimitUnderWayTests {
    private static let limit = "set_preferred_peak_bit_rate"

    private static func missing(
        _ player: String, _ transport: String, variants: [JSONPart], script: [JSONPart]
    ) throws -> Run {
        let fault = #""of": "video", "variant": 1, "chunk": 3, "status": 404, "times": 1"#
        return try ScenarioText(
            network: .link(3000, transport: transport, #""delay_ms": 1000, "faults": [{ \#(fault) }]"#),
            media: .hls(variants, duration_s: 60, segment_s: 4),
            player: #""profile": "\#(player)", "first_variant": "lowest""#, script: [.load(), .play()] + script
        ).judgedRun()
    }

    /// Half a second after the request that fails is made, which takes two to fail.
    private static func halfway(_ run: Run) throws -> JSONPart {
        let failed = try #require(run.player(0).playback.exchanges.first { !$0.failures.isEmpty })
        return "\(NumberText.exact(failed.at.nanoseconds + 500_000_000, places: 9))"
    }

    @Test(
        "leave no other variant to turn to: the same is asked for again",
        arguments: ["hls.js", "vhs", "exoplayer"], ["fluid", "tcp"])
    func ruledOut(player: String, transport: String) throws {
        func run(_ script: [JSONPart]) throws -> Run {
            try Self.missing(player, transport, variants: [500, 9000], script: script)
        }
        let limited = try run([.does(1, Self.limit, #""value_kbps": 600"#)])
        let late = try run([.does(Self.halfway(run([])), Self.limit, #""value_kbps": 600"#)])
        for run in [limited, late] {
            #expect(ErrorLog(run.player(0)).entries.map { $0.recovery } == [.retried])
            #expect(run["end_reached"] == 1)
        }
        let loads = [limited, late].map { $0.player(0).playback.loads.map { $0.at } }
        #expect(loads[0] == loads[1])
    }

    @Test(
        "let another one in to turn to: the same is not asked for again",
        arguments: ["hls.js", "vhs", "exoplayer"], ["fluid", "tcp"])
    func letIn(player: String, transport: String) throws {
        func run(_ script: [JSONPart]) throws -> Run {
            let limit = JSONPart.does(0, Self.limit, #""value_kbps": 450"#)
            return try Self.missing(player, transport, variants: [400, 500], script: [limit] + script)
        }
        let run = try run([.does(Self.halfway(run([])), Self.limit, #""value_kbps": 600"#)])
        #expect(ErrorLog(run.player(0)).entries.map { $0.recovery } == [.turned])
        #expect(run["end_reached"] == 1)
    }

    private static func begun(_ player: String, limitAt at_s: JSONPart, faults: JSONPart = "") throws -> Run {
        let files = #""playlist_bytes": 2000, "init_bytes": 800"#
        return try ScenarioText(
            network: .fluid(20_000, JSONPart(#""delay_ms": 20"#).and(faults)),
            media: .hls(
                [#""bitrate_kbps": 500, \#(files)"#, #""bitrate_kbps": 2000, \#(files)"#] as [JSONPart],
                duration_s: 60, segment_s: 4, #""multivariant_playlist_bytes": 2000"#),
            player: #""profile": "\#(player)", "first_variant": "highest""#,
            script: [.load(), .play(), .does(at_s, limit, #""value_kbps": 600"#)]
        ).judgedRun()
    }

    /// The multivariant playlist is in at 0.0408 s, the next one at 0.0816 s. What was asked for by then still comes,
    /// and nothing else of that variant.
    @Test(
        "hold for the first segment, though nothing was measured", arguments: ["avplayer", "vhs", "shaka"],
        [(0.03, 0), (0.06, 1), (0.1, 2)] as [(JSONPart, Int)])
    func unmeasured(player: String, limit: (at_s: JSONPart, files: Int)) throws {
        let run = try Self.begun(player, limitAt: limit.at_s)
        #expect(Diary(run).variants.allSatisfy { $0 == 1 })
        let player = run.player(0)
        #expect(player.playback.exchanges.count { run.player(0).slots[Int($0.slot)].variant == 1 } == limit.files)
        #expect(run["end_reached"] == 1)
    }

    /// What is on its way at 26 s goes up to 42 s, and behind that the variant that is permitted then has nothing.
    @Test("hold where what they permit has a gap: it is a gap, or another one stands in", arguments: [nil, 300])
    func gaps(lower_kbps: Int?) throws {
        let gapped: JSONPart = #""bitrate_kbps": 500, "gaps_s": [36, 42, 48, 54]"#
        let run = try ScenarioText(
            network: .fluid(5000, #""delay_ms": 20"#),
            media: .hls([1200, gapped] + (lower_kbps.map { ["\($0)"] } ?? []), duration_s: 60, segment_s: 6),
            player: """
                "switching": "throughput", "throughput": "last", "first_variant": "highest", "keep_up": "first-chunk",
                "default_forward_buffer_s": 12, "drain_s": 0
                """,
            script: [.load(), .play(), .does(26, Self.limit, #""value_kbps": 600"#)]
        ).judgedRun()
        let player = run.player(0)
        let late = player.playback.exchanges.filter { $0.at > .zero + .seconds(26) && $0.kind == .video }
        #expect(late.map { player.slots[Int($0.slot)].variant } == (lower_kbps == nil ? [] : [2, 2, 2]))
        #expect(run["gap_time_s"] == (lower_kbps == nil ? 18_000_000_000 : 0))
        let words = player.playback.gaps.map { GapWords.words($0, player.player) }
        let isSaid = words.contains { $0.contains("to 60 s there is a gap in all variants that may be fetched:") }
        #expect(isSaid == (lower_kbps == nil), "\(words)")
    }

    /// The playlist of the higher variant never comes, and nothing was measured by 2 s.
    @Test("do not wait for the first playlist of what they rule out", arguments: ["avplayer", "vhs", "shaka"])
    func hanging(player: String) throws {
        let fault = #""of": "video playlist", "variant": 2, "silent_after_bytes": 0"#
        let run = try Self.begun(player, limitAt: 2, faults: #""faults": [{ \#(fault) }]"#)
        let startup = try #require(run["startup_time_s"])
        #expect(startup < 2_500_000_000)
        #expect(run["end_reached"] == 1)
    }
}

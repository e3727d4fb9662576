import PlayerModel
import Testing

@testable import Simulation

@Suite("Chunks and answers without bytes")
struct EmptyChunkTests {
    private static func network(_ transport: String, _ more: JSONPart = "") -> JSONPart {
        .link(1000, transport: transport, JSONPart(#""delay_ms": 10"#).and(more))
    }

    /// A tenth of a second has a quarter of a byte, so that three chunks of four have none. What breaks off at the
    /// tenth byte, and what has another length, is asked for again a second later.
    @Test(
        "a chunk without bytes comes, whatever else goes wrong with its answer",
        arguments: ["fluid", "tcp"],
        [
            #""body_kbps": 100"#, #""reset_after_bytes": 10"#, #""truncated_after_bytes": 10"#,
            #""content_length_bytes": 20"#, #""reset_after_bytes": 0"#,
        ] as [JSONPart])
    func faults(transport: String, fault: JSONPart) throws {
        let run = try ScenarioText(
            network: Self.network(transport, #""faults": [{ \#(fault) }]"#),
            media: .progressive("0.02", duration_s: 10), script: [.load(), .play()]
        ).judgedRun()
        let loads = run.player(0).playback.loads
        #expect(loads.count == 100 && loads.allSatisfy { $0.at < .zero + .seconds(2) })
    }

    /// Of four chunks three have no byte: those before the first byte, or behind the tenth.
    @Test(
        "chunks without bytes come with what breaks off before or behind them, over both transports",
        arguments: ["reset_after_bytes", "truncated_after_bytes"], [0, 10])
    func broken(kind: String, bytes: Int) throws {
        let came = try ["fluid", "tcp"].map { transport in
            let run = try ScenarioText(
                network: Self.network(transport, #""faults": [{ "\#(kind)": \#(bytes) }]"#),
                media: .progressive("0.02", duration_s: 10), script: [.load(), .play()]
            ).judgedRun()
            return run.player(0).playback.loads.count { $0.at < .zero + .seconds(1) }
        }
        #expect(came[0] == came[1] && came[0] > 1)
    }

    /// A byte lasts 8 s, and there is room for one.
    @Test("a chunk without bytes for which room is made comes at once", arguments: ["fluid", "tcp"])
    func room(transport: String) throws {
        let run = try ScenarioText(
            network: Self.network(transport), media: .progressive("0.001", duration_s: 60),
            player: #""keep_up": "first-chunk", "preferred_forward_buffer_duration_s": 1"#,
            script: [.load(), .play()]
        ).judgedRun()
        #expect(run["stall_count"] == 0 && run["end_reached"] == 1)
    }

    /// The 30 bits of five segments are three bytes.
    @Test("an answer without a byte comes", arguments: ["", #""faults": [{ "body_kbps": 8 }]"#] as [JSONPart])
    func answer(faults: JSONPart) throws {
        let run = try ScenarioText(
            network: Self.network("tcp", JSONPart(#""response_header_bytes": 0"#).and(faults)),
            media: .hls(["0.001"], duration_s: 30, segment_s: 6), script: [.load(), .play()]
        ).judgedRun()
        #expect(run["end_reached"] == 1 && run["stall_count"] == 0 && run["down_bytes"] == 3)
    }

    /// A segment has a byte, which the server would send.
    @Test(
        "an answer that breaks off before its first byte is asked for again, also without a header",
        arguments: ["reset_after_bytes", "truncated_after_bytes"], [0, 1])
    func breaksOff(kind: String, header: Int) throws {
        let faults = #""response_header_bytes": \#(header), "faults": [{ "\#(kind)": 0, "request": 1 }]"#
        let run = try ScenarioText(
            network: Self.network("tcp", JSONPart(stringLiteral: faults)),
            media: .hls(["0.003"], duration_s: 8, segment_s: 4), script: [.load(), .play()]
        ).judgedRun()
        let startup = try #require(run["startup_time_s"])
        #expect(startup > 1_000_000_000 && startup < 1_200_000_000)
    }
}

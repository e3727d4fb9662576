import PlayerModel
import Testing

@testable import Simulation

/// Each line of `--trace` names what a request is for as the rest of the program does, whatever its slot is.
@Suite("The trace in words")
struct TraceTextTests {
    private static func lines(_ text: ScenarioText) throws -> [Substring] {
        let run = try Run(text.read(), tracing: .events)
        let text = TraceText(run.scenario)
        return run.trace.entries.map { text.line($0).dropFirst(19) }
    }

    @Test("playlists and keys are no tracks, and of several keys each has its number")
    func files() throws {
        let lines = try Self.lines(
            ScenarioText(
                network: .fluid(4000, #""delay_ms": 10"#),
                media: .hls(
                    [800], duration_s: 24, segment_s: 4,
                    #""key_bytes": 16, "key_rotation_s": 12, "multivariant_playlist_bytes": 800"#)))
        #expect(lines.contains("loader     makes request 1 for the multivariant playlist"))
        #expect(lines.contains("event      network: request 1 for the multivariant playlist reaches the server"))
        #expect(lines.contains("loader     makes request 1 for the key: key 1 of 2"))
        #expect(lines.contains("loader     has an answer for the key, which began at 0.0416 s"))
        #expect(lines.contains { $0.hasPrefix("loader     makes request ") && $0.hasSuffix("the key: key 2 of 2") })
        #expect(lines.contains("loader     makes request 1 for the video: chunks 0..<1"))
        #expect(lines.contains("event      loader: a chunk of request 2 for the video is delivered"))
    }

    @Test("what is fetched of several variants says of which")
    func variants() throws {
        let lines = try Self.lines(
            ScenarioText(
                network: .fluid(4000), media: .hls([400, 800], duration_s: 24, segment_s: 4),
                player: #""switching": "throughput""#))
        #expect(lines.contains("loader     makes request 1 for the video of variant 1: chunks 0..<1"))
        #expect(
            lines.contains {
                $0.hasPrefix("loader     makes request ") && $0.contains(" for the video of variant 2: chunks ")
            })
    }

    @Test(
        "a shortfall of more than a day is no number",
        arguments: [
            (1, "just"), (1_000_000, "0.001 s"), (86_400_000_000_000, "86400.000 s"),
            (86_400_000_000_001, "more than a day"), (.max, "more than a day"),
        ] as [(Int64, String)])
    func shortfall(nanoseconds: Int64, words: String) {
        let reason = KeepUp.Reason.arrivesTooLate(by: TimeAmount(nanoseconds: nanoseconds))
        #expect(Words.judgement(reason) == "what remains would arrive \(words) too late")
    }

    @Test("a playlist that is kept back says until when")
    func playlists() throws {
        let lines = try Self.lines(
            ScenarioText(
                network: .fluid(4000, #""delay_ms": 10"#),
                media: .hls([800], duration_s: 600, segment_s: 4, #""live": { "part_s": 0.5 }"#),
                more: #""until_s": 20"#))
        #expect(lines.contains("loader     makes request 1 for the video playlist"))
        let listed = lines.filter { $0.hasPrefix("loader     finds chunks ") }
        let kept = lines.filter { $0.contains("makes request") && $0.contains("kept back until it lists chunk ") }
        #expect(listed.count > 20 && kept.count > 20)
        for (request, answer) in zip(kept, listed.dropFirst()) {
            let end = try #require(request.split(separator: " ").last.flatMap { Int($0) }) + 1
            #expect(answer.contains("to before \(end) listed"))
        }
    }

    /// From 30 s to 60 s nothing new is listed, and playback waits; then it skips 18 s, all of which are listed.
    @Test("a stream that goes on elsewhere to keep its distance from the edge is not said to have nothing before")
    func keepsDistance() throws {
        let lines = try Self.lines(
            ScenarioText(
                network: .link(8000, #""delay_ms": 10"#),
                media: .hls(
                    [2000], duration_s: 240, segment_s: 6,
                    #""live": { "window_s": 60, "outages": [{ "from_s": 30, "to_s": 60 }] }"#),
                player: #""live": { "automatically_preserves_time_offset_from_live": true }"#, until_s: 70))
        #expect(lines.contains("loader     goes on in the live stream at 102 s"))
    }

    /// Events have the slots of all players, one's behind another's, and then those of other apps.
    @Test("an event names the player whose request it is about, or other traffic")
    func players() throws {
        func stream(_ name: String) -> ScenarioText {
            ScenarioText(
                name: name, media: .hls([1000], duration_s: 20, segment_s: 4), script: [.load(0), .play(0)])
        }
        let lines = try Self.lines(
            ScenarioText(
                network: .fluid(6000, #""delay_ms": 10"#), players: [stream("a"), stream("b")],
                more: #""traffic": [{ "kind": "periodic", "bytes": 50000, "every_s": 1 }]"#))
        for name in ["a", "b"] {
            #expect(lines.contains("\(name): loader     makes request 1 for the video: chunks 0..<1"))
            #expect(lines.contains("event      network: request 1 for the video of \(name) reaches the server"))
            #expect(lines.contains("\(name): event      loader: a chunk of request 1 for the video is delivered"))
        }
        #expect(lines.contains("event      network: request 1 of other traffic reaches the server"))
    }

    /// Of slots that there are not, and of chunks that end before they begin.
    @Test("has words for what a log that was changed may say", arguments: [Int32.min, -1, 0, 1, 2, 3, 4, .max])
    func changed(number: Int32) throws {
        let scenario = try ScenarioText(
            network: .fluid(4000),
            media: .hls([800], duration_s: 24, segment_s: 4, #""key_bytes": 16, "key_rotation_s": 12"#)
        ).read()
        for slot in [Int32.min, -1, 0, 1, 2, 3, 4, .max] {
            let id = ExchangeID(slot: slot, attempt: .max)
            let request = Request(id: id, firstChunk: number, endChunk: -2)
            for record in [.requested(request), .cancelled(id), .event(.network(.request(request)))] as [Record] {
                for player in [-1, 0, 1, .max] as [Int16] {
                    let entry = Trace.Entry(at: .zero, player: player, record: record)
                    #expect(DifferenceText.words(entry, scenario).contains("request \(UInt32.max)"))
                }
            }
        }
    }
}

import Testing

@testable import Simulation

@Suite("The waterfall")
struct WaterfallTests {
    private static func text(
        _ script: [JSONPart], network: JSONPart = .fluid(8000, #""delay_ms": 50"#)
    ) throws -> String {
        try Waterfall.text(
            ScenarioText(
                network: network.and(#""request_bytes": 0"#),
                media: .hls(
                    [#""bitrate_kbps": 200, "playlist_bytes": 3000"#], duration_s: 12, segment_s: 4,
                    #""multivariant_playlist_bytes": 2000"#),
                player: #""keep_up": "first-chunk""#, script: script, until_s: 60
            ).run().player(0))
    }

    private static func bars(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.contains("▇") }.map { line in
            String(line.split(separator: "▇").last ?? "").drop { " |".contains($0) }.description
        }
    }

    @Test func `shows what came before the tap and what after`() throws {
        let text = try Self.text([.does(0, "load_values"), .load(1), .play(1)])
        #expect(
            Self.bars(text) == [
                "multivariant playlist, 2000 bytes", "video playlist, 3000 bytes", "video, chunk 0, 100000 bytes",
            ])
        #expect(text.hasPrefix("waterfall: what was fetched until playback started\n"))
        #expect(text.contains("before it 1 exchange (2000 bytes), after it 2; the person waited 0.303 s\n"))
        #expect(text.contains("     0.000 s     0.102 s  "))
    }

    @Test func `shows what is still missing where nothing starts`() throws {
        let text = try Self.text([.load(), .play()], network: .fluid(0))
        #expect(text.hasPrefix("waterfall: what was fetched until playback might have started\n"))
        #expect(Self.bars(text) == ["multivariant playlist"])
    }

    /// A segment of 1,500,000 bytes takes 4 s.
    @Test func `counts no byte before the tap that is under way then`() throws {
        let run = try ScenarioText(
            network: .fluid(3000, #""delay_ms": 20, "request_bytes": 0"#),
            media: .hls([2000], duration_s: 60, segment_s: 6), player: #""keep_up": "first-chunk""#,
            script: [.load(), .play(1)]
        ).run()
        let text = Waterfall.text(run.player(0))
        #expect(text.contains("before it 1 exchange, still under way (0 bytes whole by then), after it 0; "))
        let second = try Self.text([.load(), .play(0.15)])
        let words = "before it 2 exchanges, 1 of them still under way (2000 bytes whole by then), after it 1; "
        #expect(second.contains(words), "\(second)")
    }

    @Test func `has words where there is nothing to show`() throws {
        #expect(try Self.text([]) == "nothing was fetched\n")
        let asked = try Self.text([.load()])
        #expect(asked.hasSuffix("nobody asked to play\n"))
    }

    /// A segment of 1,000,000 bytes takes 2.667 s; an answer of 503 or 404 has 500 bytes, and takes 1.333334 ms.
    private static func run(_ faults: JSONPart, _ script: [JSONPart]) throws -> PlayerRun {
        try ScenarioText(
            network: .fluid(3000, faults), media: .hls([2000], duration_s: 60, segment_s: 4), script: script
        ).run().player(0)
    }

    @Test(
        "says of a request that did not come how and when that was, in text and in a drawing",
        arguments: [
            ("", 2, "video, chunk 0, called off at 2.000 s", "called off at 2 s"),
            (
                #""faults": [{ "of": "video", "status": 404, "times": 200 }]"#, 0,
                "video, chunk 0, failed at 0.001 s", "failed at 0.001 s"
            ),
            (
                #""faults": [{ "of": "video", "status": 503, "times": 2 }]"#, 0,
                "video, chunk 0, 1000000 bytes, failed 2 times, the last at 1.003 s", "in at 5.669 s"
            ),
        ] as [(JSONPart, Int64, String, String)])
    func fates(faults: JSONPart, again: Int64, words: String, drawn: String) throws {
        let script: [JSONPart] = [.load(), .play()] + (again > 0 ? [.load(.init(integerLiteral: again))] : [])
        let run = try Self.run(faults, script)
        #expect(Self.bars(Waterfall.text(run)).first == words)
        #expect(RunDrawing.waterfall(Lanes(run)).text.contains("video, chunk 0: asked for at 0 s, \(drawn)"))
    }

    /// It has the columns from 0 to 2 of 4.667 s, and what was asked for then the others.
    @Test("ends the bar of a request where that was called off")
    func calledOff() throws {
        let text = Waterfall.text(try Self.run("", [.load(), .play(), .load(2)]))
        let rows = text.split(separator: "\n").filter { $0.contains("▇") }
        #expect(rows.map { row in row.count { $0 == "▇" } } == [21, 28])
    }
}

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

    @Test func `has words where there is nothing to show`() throws {
        #expect(try Self.text([]) == "nothing was fetched before playback started\n")
        let asked = try Self.text([.load()])
        #expect(asked.hasSuffix("nobody asked to play\n"))
    }
}

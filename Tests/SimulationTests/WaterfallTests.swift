import Testing

@testable import Simulation

@Suite("The waterfall")
struct WaterfallTests {
    private static func text(_ script: String, network: String = "\"down_kbps\": 8000, \"delay_ms\": 50") throws
        -> String
    {
        try Waterfall.text(
            Run(
                """
                {
                  "network": { "transport": "fluid", "request_bytes": 0, \(network) },
                  "media": {
                    "kind": "hls", "duration_s": 12, "segment_s": 4, "multivariant_playlist_bytes": 2000,
                    "variants": [{ "bitrate_kbps": 200, "playlist_bytes": 3000 }]
                  },
                  "player": { "keep_up": "first-chunk" }, "until_s": 60,
                  "script": [\(script)]
                }
                """
            ).player(0))
    }

    private static func bars(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.contains("▇") }.map { line in
            String(line.split(separator: "▇").last ?? "").drop { " |".contains($0) }.description
        }
    }

    @Test func `shows what came before the tap and what after`() throws {
        let text = try Self.text(
            """
            { "at_s": 0, "do": "load_values" }, { "at_s": 1, "do": "load" }, { "at_s": 1, "do": "play" }
            """)
        #expect(
            Self.bars(text) == [
                "multivariant playlist, 2000 bytes", "video playlist, 3000 bytes", "video, chunk 0, 100000 bytes",
            ])
        #expect(text.hasPrefix("waterfall: what was fetched until playback started\n"))
        #expect(text.contains("before it 1 exchange (2000 bytes), after it 2; the person waited 0.303 s\n"))
        #expect(text.contains("     0.000 s     0.102 s  "))
    }

    @Test func `shows what is still missing where nothing starts`() throws {
        let text = try Self.text(
            "{ \"at_s\": 0, \"do\": \"load\" }, { \"at_s\": 0, \"do\": \"play\" }", network: "\"down_kbps\": 0")
        #expect(text.hasPrefix("waterfall: what was fetched until playback might have started\n"))
        #expect(Self.bars(text) == ["multivariant playlist"])
    }

    @Test func `has words where there is nothing to show`() throws {
        #expect(try Self.text("") == "nothing was fetched before playback started\n")
        let asked = try Self.text("{ \"at_s\": 0, \"do\": \"load\" }")
        #expect(asked.hasSuffix("nobody asked to play\n"))
    }
}

import PlayerModel
import Testing

@testable import Simulation

@Suite("Playlists as gzip") struct GzippedPlaylistTests {
    private static func media(_ more: String) -> String {
        """
        { "network": { "transport": "fluid", "down_kbps": 800, "request_bytes": 0 },
          "media": {
            "kind": "hls", "duration_s": 12, "multivariant_playlist_bytes": 3001, "key_bytes": 16, \(more)
            "variants": [
              { "bitrate_kbps": 100, "playlist_bytes": 5000, "init_bytes": 900 }, { "bitrate_kbps": 200 }
            ],
            "audio": { "bitrate_kbps": 64, "playlist_bytes": 4 }
          } }
        """
    }

    /// Keys and initialization sections hardly get smaller, and are left alone.
    @Test(
        arguments: [
            ("", [3001, 16, 5000, 4, 900]), ("\"playlists_gzipped\": false,", [3001, 16, 5000, 4, 900]),
            ("\"playlists_gzipped\": true,", [601, 16, 1000, 1, 900]),
            ("\"playlists_gzipped\": true, \"gzip_ratio\": 0.058,", [175, 16, 290, 1, 900]),
            ("\"playlists_gzipped\": true, \"gzip_ratio\": 1,", [3001, 16, 5000, 4, 900]),
        ] as [(String, [Int64])])
    func `playlists get smaller and nothing else does`(more: String, sizes: [Int64]) throws {
        let scenario = try readScenario(Self.media(more))
        #expect(scenario.media.opening(ofVariants: [0], first: 0).map { $0.bytes } == sizes)
        let fetched = try Run(scenario).trace.entries.reduce(0 as Int64) { sum, entry in
            if case .fetched(let bytes, _) = entry.record { sum + bytes } else { sum }
        }
        #expect(fetched == sizes.reduce(0, +))
    }

    @Test func `the report says so, with the ratio`() throws {
        let run = try Run(Self.media("\"playlists_gzipped\": true,"))
        #expect(TextReport.text(run).contains("; playlists as gzip (gzip_ratio 0.2)\n"))
        #expect(!TextReport.text(try Run(Self.media(""))).contains("gzip"))
    }

    @Test(
        arguments: [
            (media("\"gzip_ratio\": 0.5,"), "'gzip_ratio' is of no use without"),
            (media("\"playlists_gzipped\": true, \"gzip_ratio\": 1.5,"), "'gzip_ratio' must be from 0.000001 to 1"),
            (
                """
                { "media": { "kind": "hls", "duration_s": 4, "playlists_gzipped": true,
                  "variants": [{ "bitrate_kbps": 1 }] } }
                """, "there is no playlist to gzip"
            ),
        ])
    func `what makes no sense is said`(text: String, words: String) {
        let reading = ScenarioReader.read(SourceText(file: "test.json", bytes: Array(text.utf8)))
        #expect(reading.scenario == nil && reading.diagnostics.count == 1)
        #expect(reading.diagnostics.first?.message.contains(words) == true)
    }

    /// The number of round trips stays; with 800 kbit/s each byte less is 10 µs.
    @Test func `the start is as much sooner as there are bytes less`() throws {
        let (plain, small) = (try Run(Self.media("")), try Run(Self.media("\"playlists_gzipped\": true,")))
        let saved = try #require(plain["startup_time_s"]) - #require(small["startup_time_s"])
        #expect(saved == (3001 - 601 + 5000 - 1000 + 4 - 1) * 10_000)
    }
}

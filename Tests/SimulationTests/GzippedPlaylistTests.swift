import PlayerModel
import Testing

@testable import Simulation

@Suite("Playlists as gzip") struct GzippedPlaylistTests {
    private static func text(_ more: JSONPart = "") -> ScenarioText {
        let files: JSONPart = """
            "multivariant_playlist_bytes": 3001, "key_bytes": 16, "audio": { "bitrate_kbps": 64, "playlist_bytes": 4 }
            """
        return ScenarioText(
            network: .fluid(800, #""request_bytes": 0"#),
            media: .hls(
                [#""bitrate_kbps": 100, "playlist_bytes": 5000, "init_bytes": 900"#, 200], duration_s: 12,
                files.and(more)))
    }

    private static let gzipped: JSONPart = #""playlists_gzipped": true"#

    /// Keys and initialization sections hardly get smaller, and are left alone.
    @Test(
        arguments: [
            ("", [3001, 16, 5000, 4, 900]), (#""playlists_gzipped": false"#, [3001, 16, 5000, 4, 900]),
            (gzipped, [601, 16, 1000, 1, 900]),
            (gzipped.and(#""gzip_ratio": 0.058"#), [175, 16, 290, 1, 900]),
            (gzipped.and(#""gzip_ratio": 1"#), [3001, 16, 5000, 4, 900]),
        ] as [(JSONPart, [Int64])])
    func `playlists get smaller and nothing else does`(more: JSONPart, sizes: [Int64]) throws {
        let scenario = try Self.text(more).read()
        #expect(scenario.media.opening(ofVariants: [0], first: 0).map { $0.bytes } == sizes)
        let fetched = try Run(scenario).trace.entries.reduce(0 as Int64) { sum, entry in
            if case .fetched(let bytes, _) = entry.record { sum + bytes } else { sum }
        }
        #expect(fetched == sizes.reduce(0, +))
    }

    @Test func `the report says so, with the ratio`() throws {
        let run = try Self.text(Self.gzipped).run()
        #expect(TextReport.text(run).contains("; playlists as gzip (gzip_ratio 0.2)\n"))
        #expect(!TextReport.text(try Self.text().run()).contains("gzip"))
    }

    /// Of what is still to be read nobody knows what it has.
    @Test(arguments: [nil, gzipped], ["load_values", "preload_keys"])
    func `a playlist is wanted before it is judged`(more: JSONPart?, action: String) {
        let media = JSONPart.object([#""kind": "playlist", "path": "a.m3u8""#, more ?? ""])
        let reading = ScenarioText(media: media, script: [.does(0, action), .load(1)]).reading
        #expect(reading.diagnostics.isEmpty && reading.wanted.map { $0.path } == ["a.m3u8"])
    }

    @Test(
        arguments: [
            (text(#""gzip_ratio": 0.5"#), "'gzip_ratio' is of no use without"),
            (text(gzipped.and(#""gzip_ratio": 1.5"#)), "'gzip_ratio' must be from 0.000001 to 1"),
            (ScenarioText(media: .hls([1], duration_s: 4, gzipped)), "there is no playlist to gzip"),
        ])
    func `what makes no sense is said`(text: ScenarioText, words: String) {
        let reading = text.reading
        #expect(reading.scenario == nil && reading.diagnostics.count == 1)
        #expect(reading.diagnostics.first?.message.contains(words) == true)
    }

    /// The number of round trips stays; with 800 kbit/s each byte less is 10 µs.
    @Test func `the start is as much sooner as there are bytes less`() throws {
        let (plain, small) = (try Self.text().run(), try Self.text(Self.gzipped).run())
        let saved = try #require(plain["startup_time_s"]) - #require(small["startup_time_s"])
        #expect(saved == (3001 - 601 + 5000 - 1000 + 4 - 1) * 10_000)
    }
}

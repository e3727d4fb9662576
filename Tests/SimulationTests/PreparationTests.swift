import PlayerModel
import Testing

@testable import Simulation

/// Media that is fetched on the title card need not be waited for after the tap (A.48–A.52): a round trip of 100 ms
/// here, and a byte in a microsecond.
@Suite("Work before the tap")
struct PreparationTests {
    private static func startup(_ before: [JSONPart], transport: String = "fluid", key: Bool = true) throws -> Int64 {
        let files: JSONPart = #""multivariant_playlist_bytes": 2000"#
        let run = try ScenarioText(
            network: .link(8000, transport: transport, #""delay_ms": 50, "request_bytes": 0"#),
            media: .hls(
                [#""bitrate_kbps": 200, "playlist_bytes": 3000, "init_bytes": 800"#], duration_s: 12, segment_s: 4,
                files.and(key ? #""key_bytes": 1000, "session_key": true"# : "")),
            player: #""keep_up": "first-chunk""#, script: before + [.load(10), .play(10)]
        ).run()
        return try #require(run["startup_time_s"]) / 1000
    }

    private static let values = JSONPart.does(0, "load_values")
    private static let keys = JSONPart.does(0, "preload_keys")

    /// Five round trips, and the bytes of each stage in microseconds.
    @Test func `without it everything is waited for`() throws {
        #expect(try Self.startup([]) == 500_000 + 2000 + 1000 + 3000 + 800 + 100_000)
    }

    @Test func `the playlist saves one round trip and its bytes`() throws {
        #expect(try Self.startup([]) - Self.startup([Self.values]) == 100_000 + 2000)
        #expect(try Self.startup([], key: false) - Self.startup([Self.values], key: false) == 100_000 + 2000)
    }

    @Test func `the key saves one more`() throws {
        #expect(try Self.startup([Self.values]) - Self.startup([Self.keys, Self.values]) == 100_000 + 1000)
        #expect(
            try Self.startup([Self.keys, Self.values]) == Self.startup([Self.values, Self.keys]), "in either order")
    }

    /// Nothing says where it is before the playlist is there.
    @Test func `the key alone saves nothing`() throws {
        #expect(try Self.startup([Self.keys]) == Self.startup([]))
    }

    /// A tap that comes before the playlist waits for the rest of it.
    @Test func `what is under way at the tap is not asked for twice`() throws {
        let late = JSONPart.does(9.95, "load_values")
        #expect(try Self.startup([]) - Self.startup([late]) == 50_000)
    }

    /// Over tcp the connection is there too: a look-up, a handshake and TLS more.
    @Test func `over tcp the connection is saved as well`() throws {
        let saved = try Self.startup([], transport: "tcp") - Self.startup([Self.values], transport: "tcp")
        #expect((400_000...410_000).contains(saved), "\(saved)")
    }

    @Test(arguments: ["load_values", "preload_keys"])
    func `what is not there cannot be prepared`(action: String) {
        let reading = ScenarioText(media: .hls([1], duration_s: 4), script: [.does(0, action)]).reading
        #expect(reading.diagnostics.count == 1 && reading.scenario == nil)
    }
}

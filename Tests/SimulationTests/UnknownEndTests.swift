import PlayerModel
import Testing

@testable import Simulation

/// How long a stream is only its playlist says: until that is in, no place of it is its end.
@Suite("An item does not end before it is known how long it is")
struct UnknownEndTests {
    /// Both playlists take 20 ms each, and the request for each 100 ms there and back: known after 240 ms.
    private static func run(
        _ script: [JSONPart], player: JSONPart? = nil, faults: JSONPart = "", until_s: JSONPart = 20
    ) throws -> Run {
        let variant: JSONPart = #""bitrate_kbps": 800, "playlist_bytes": 5000"#
        return try ScenarioText(
            network: .fluid(2000, JSONPart(stringLiteral: #""delay_ms": 50, "request_bytes": 0"#).and(faults)),
            media: .hls([variant], duration_s: 12, segment_s: 2, #""multivariant_playlist_bytes": 5000"#),
            player: player, script: script, until_s: until_s
        ).run()
    }

    private static let toEnd: JSONPart = .does(0.01, "seek", #""to_s": 12"#)

    @Test("a seek to the end waits for the playlist, whether the player plays or not", arguments: [true, false])
    func waitsForPlaylist(plays: Bool) throws {
        let run = try Self.run([.load()] + (plays ? [.play()] : []) + [Self.toEnd]).player(0)
        let seek = try #require(run.playback.seeks.first)
        #expect(run.playback.seeks.count == 1 && seek.endedAt == .zero + .milliseconds(240))
        #expect(run.playback.lastItemHasEnded == plays)
    }

    @Test("and where there will be no playlist, the item fails there as anywhere", arguments: [12, 11] as [JSONPart])
    func fails(place: JSONPart) throws {
        let refused: JSONPart = #""faults": [{ "status": 404, "of": "multivariant playlist", "times": 9 }]"#
        let run = try Self.run(
            [.load(), .does(0.01, "seek", "\"to_s\": \(place)"), .play(3)], faults: refused
        ).player(0)
        #expect(!run.playback.lastItemHasEnded && run.playback.lastItemFailure == .badStatus(404))
    }

    @Test("of a variant without a playlist it is known, whatever others have")
    func needsNoPlaylist() throws {
        let run = try ScenarioText(
            network: .fluid(2000),
            media: .hls([400, #""bitrate_kbps": 800, "playlist_bytes": 5000"#], duration_s: 12, segment_s: 2),
            player: #""preferred_peak_bitrate_kbps": 500"#, script: [.load(), .play()], until_s: 30
        ).run()
        #expect(run["end_reached"] == 1)
    }

    /// The last of the queue fails while the first one plays; then another is put before it, and sought to its end.
    @Test("that an item behind has failed keeps no playlist from the one that is current")
    func besideFailed() throws {
        let (own, root): (JSONPart, JSONPart) = (#""bitrate_kbps": 400"#, #""multivariant_playlist_bytes": 5000"#)
        let media: [JSONPart] = [
            .hls([own], name: "a", duration_s: 12, segment_s: 2),
            .hls([own.and(#""playlist_bytes": 5000"#)], name: "x", duration_s: 12, segment_s: 2, root),
            .hls([own.and(#""init_bytes": 700"#)], name: "b", duration_s: 12, segment_s: 2),
        ]
        let items = #"[{ "name": "a", "media": "a" }, { "name": "x", "media": "x" }, { "name": "b", "media": "b" }]"#
        let run = try ScenarioText(
            network: .fluid(4000, #""faults": [{ "of": "video init", "status": 404, "times": 99 }]"#),
            media: .list(media), player: JSONPart(stringLiteral: #""class": "AVQueuePlayer", "items": "# + items),
            script: [
                .load(), .does(0, "remove", #""item": "x""#), .play(),
                .does(5, "insert", #""item": "x", "after": "a""#), .does(5, "advance_to_next_item"),
                .does(5, "seek", #""to_s": 12"#),
            ], until_s: 30
        ).run().player(0)
        let end = try #require(run.playback.seeks.first?.endedAt)
        #expect(end > Instant.zero + .seconds(5))
    }

    @Test("so a host time for a place behind it ties nothing to an end that nobody knows")
    func hostTime() throws {
        let tie: JSONPart = .does(0, "set_rate_at_host_time", #""rate": 1, "item_time_s": 30"#)
        let waits: JSONPart = #""automatically_waits_to_minimize_stalling": false"#
        let dead: JSONPart = #""faults": [{ "of": "video playlist", "silent_after_bytes": 0, "times": 99 }]"#
        let run = try Self.run([.load(), tie], player: waits, faults: dead).player(0)
        #expect(!run.playback.lastItemHasEnded)
        #expect(try Self.run([.load(), tie], player: waits).player(0).playback.lastItemHasEnded)
    }

    /// Its playlist is in after 120 ms.
    @Test("nor does one go anywhere in a live stream of which nothing is listed yet")
    func live() throws {
        let run = try ScenarioText(
            network: .fluid(2000, #""delay_ms": 50, "request_bytes": 0"#),
            media: .hls(
                [#""bitrate_kbps": 800, "playlist_bytes": 5000"#], duration_s: 120, segment_s: 4,
                #""live": { "window_s": 40 }"#),
            player: #""automatically_waits_to_minimize_stalling": false"#,
            script: [.load(), .does(0.05, "set_rate_at_host_time", #""rate": 1, "item_time_s": 200"#)], until_s: 30
        ).run()
        #expect(!run.player(0).playback.lastItemHasEnded)
        #expect(!TextReport.text(run).contains("jumps to 120 s"))
    }

    /// The end comes with the playlist, and with it the second of three items in turn.
    @Test("and where one ends with its playlist, nothing is asked for that is called off at once")
    func turnsOnce() throws {
        let run = try ScenarioText(
            network: .fluid(2000, #""delay_ms": 20"#),
            media: .hls([#""bitrate_kbps": 400, "playlist_bytes": 2000"#], duration_s: 4, segment_s: 1),
            player: #""class": "AVQueuePlayer", "loop": { "rule": "treadmill", "items": 3 }"#,
            script: [.load(), .play(), .does(0.01, "seek", #""to_s": 4"#)], until_s: 6
        ).run()
        let exchanges = run.player(0).playback.exchanges
        #expect(exchanges.count > 5 && !exchanges.contains { $0.end?.how == .cancelled })
    }
}

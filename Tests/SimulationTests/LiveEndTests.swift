import PlayerModel
import Testing

@testable import Simulation

/// A run that is cut off later begins as one that is cut off earlier, and a programme that lasts longer as one that is
/// shorter, until a playlist has EXT-X-ENDLIST.
@Suite("The end of a live stream is not known before a playlist says it")
struct LiveEndTests {
    /// By player, all that is asked for and all moves of the clock before an instant.
    private static func past(of run: Run, before seconds: Int64) -> [[String]] {
        let end = Instant.zero + .seconds(seconds)
        return run.players.map { player in
            let playback = player.playback
            return playback.exchanges.filter { $0.at < end }.map { "\($0.at.nanoseconds) \($0.kind.name)" }
                + playback.clock.filter { $0.playhead.anchor < end }.map {
                    "\($0.playhead.anchor.nanoseconds) \($0.playhead.place.nanoseconds) \($0.isMoving)"
                }
        }
    }

    private static func lowLatency(
        parts: String, holdBack: String, segments: Int, bytes: Int64, _ more: String = ""
    ) -> String {
        var playlist = ListedPlaylist()
        playlist.head =
            "#EXT-X-TARGETDURATION:2\n#EXT-X-PART-INF:PART-TARGET=\(parts)\n"
            + "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=\(holdBack)\n\(more)"
        playlist.segments = Array(repeating: (2000, bytes), count: segments)
        return playlist.text
    }

    /// An advertisement that comes after the end, or at a date.
    private static func announced(_ more: String, start: String = "00") -> String {
        lowLatency(
            parts: "0.5", holdBack: "1.5", segments: 10, bytes: 100_000,
            "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n#EXT-X-DATERANGE:ID=\"a\",X-ASSET-URI=\"ad.m3u8\","
                + "CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-03-01T20:00:\(start)Z\"\(more)\n")
    }

    private static var long: String {
        var playlist = ListedPlaylist()
        playlist.head = "#EXT-X-TARGETDURATION:6\n#EXT-X-START:TIME-OFFSET=0\n"
        playlist.segments = Array(repeating: (6000, 375_000), count: 27)
        return playlist.text
    }

    /// Whether playback keeps up; whether something comes after the end, or is announced for when the run is over; how
    /// much is wanted ahead of what lasts 600 s and more.
    private static let onDisk: [(text: String, kbps: Int64, player: String, until: [Int64])] = [
        (lowLatency(parts: "1", holdBack: "4", segments: 17, bytes: 384_000), 1200, "{}", [20, 30]),
        (announced(",CUE=\"POST\""), 8000, "{}", [20, 60]), (announced("", start: "46"), 8000, "{}", [20, 60]),
        (long, 8000, #"{ "profile": "dash.js" }"#, [40, 460]),
    ]

    @Test("and of playlists that go on as long as the run it is none", arguments: onDisk)
    func untilTheRunEnds(text: String, kbps: Int64, player: String, until: [Int64]) throws {
        let ad = ListedPlaylist(segments: [(6000, 375_000), (6000, 375_000)], tail: "#EXT-X-ENDLIST\n")
        let pasts = try until.map { end in
            let scenario = PlaylistScenario(
                root: text, until: end,
                network: #""transport": "fluid", "down_kbps": \#(kbps), "delay_ms": 10, "request_bytes": 0"#,
                more: ", \"player\": \(player)", others: [("ad.m3u8", ad.text)])
            return Self.past(of: try Run(scenario.read()), before: until[0])
        }
        #expect(pasts[0] == pasts[1] && pasts[0][0].count > 10)
    }

    /// EXT-X-ENDLIST is listed at 92 s, or later.
    @Test("and until then a programme is as one that lasts longer", arguments: [126, 130, 140])
    func programme(duration: Int) throws {
        let pasts = try [duration, 300].map { length in
            let live = #"{ "window_s": 34, "history_s": 34, "part_s": 1, "part_hold_back_s": 4 }"#
            let media =
                #"{ "kind": "hls", "duration_s": \#(length), "segment_s": 2, "#
                + #""variants": [{ "bitrate_kbps": 1536, "playlist_bytes": 901 }], "live": \#(live) }"#
            let script = [
                (0, "load"), (0, "play"), (10, "pause"), (20, "play"), (75, "go_live"),
            ].map { "{ \"at_s\": \($0), \"do\": \"\($1)\" }" }
            let network = #"{ "transport": "fluid", "down_kbps": 1200, "delay_ms": 10 }"#
            let scenario = try readScenario(
                #"{ "network": \#(network), "media": \#(media), "until_s": 92, "#
                    + "\"script\": [\(script.joined(separator: ", "))] }")
            return Self.past(of: try Run(scenario), before: 91)
        }
        #expect(pasts[0] == pasts[1] && pasts[0][0].count > 10)
    }

    /// EXT-X-ENDLIST is listed at 7 s, or later. No more is wanted than up to 67.5 s.
    @Test("and until then an app's end counts, also behind what will be there", arguments: [67, 68])
    func saidEnd(duration: Int) throws {
        let pasts = try [duration, 300].map { length in
            let live = #""live": { "window_s": 60, "history_s": 60, "hold_back_s": 20 }"# as JSONPart
            let text = ScenarioText(
                network: .fluid(450, #""delay_ms": 10"#),
                media: .hls([500], duration_s: "\(length)", segment_s: 1, live),
                player: #""forward_playback_end_time_s": 67.5"#, script: [.load(), .play()], until_s: 7)
            return Self.past(of: try text.judgedRun(), before: 7)
        }
        #expect(pasts[0] == pasts[1] && pasts[0].joined().contains { $0.hasSuffix("true") }, "\(pasts)")
    }

    /// The end is listed at 36 s, while the first is shown, up to 44.5 s: what comes behind it is near from then on.
    @Test("and then what comes after it is asked for, also while another interstitial event is shown")
    func listedMeanwhile() throws {
        func medium(_ seconds: Int, _ more: String = "") -> String {
            "{ \"kind\": \"hls\", \"duration_s\": \(seconds), \"segment_s\": 4, "
                + "\"variants\": [{ \"bitrate_kbps\": 1000 }]\(more) }"
        }
        let events =
            "{ \"at_s\": 44, \"assets\": [\(medium(12))], \"resumption_offset_s\": 12 }, "
            + "{ \"cue\": \"post\", \"assets\": [\(medium(8))] }"
        let live = ", \"live\": { \"history_s\": 24, \"window_s\": 24 }, \"interstitials\": [\(events)]"
        let scenario = try readScenario(
            #"{ "network": { "transport": "fluid", "down_kbps": 8000, "delay_ms": 10 }, "until_s": 120, "#
                + "\"media\": \(medium(60, live)) }")
        let asked = try Run(scenario).player(1).playback.exchanges.map { $0.at }
        #expect(asked.count > 4 && asked.allSatisfy { $0 < .zero + .seconds(38) }, "\(asked)")
    }

    /// A live stream that lists 40 s, with an item behind it.
    private static func queue(
        _ length_s: JSONPart, segment_s: JSONPart, script: [JSONPart], more: JSONPart = ""
    ) throws -> Run {
        try ScenarioText(
            network: .fluid(20_000, #""delay_ms": 20"#),
            media: .list([
                .hls(
                    [600], name: "live", duration_s: length_s, segment_s: segment_s, #""live": { "window_s": 40 }"#),
                .hls([600], name: "next", duration_s: 60, segment_s: 2),
            ]),
            player: JSONPart(
                #"""
                "class": "AVQueuePlayer",
                "items": [{ "name": "a", "media": "live" }, { "name": "b", "media": "next" }]
                """#
            ).and(more), script: script, until_s: 200
        ).judgedRun()
    }

    /// Of 70 s the last 40 s are listed when all is, and all that is left is loaded at 30 s.
    @Test("what is not listed at the end cannot be sought, also while the next item is fetched")
    func soughtBeforeWindow() throws {
        let run = try Self.queue(70, segment_s: 2, script: [.load(), .play(), .does(34, "seek", #""to_s": 1"#)])
        #expect(run.player(0).playback.skips.count == 1, "where it is joined")
    }

    /// With 40 s listed, and an end at 36 s, all up to there is loaded at 2.5 s.
    @Test("a host time ties any place that is listed, also while the next item is fetched", arguments: [33, 35])
    func atHostTime(place_s: Int64) throws {
        let run = try Self.queue(
            200, segment_s: 4,
            script: [
                .load(), .play(1), .does(2, "set_forward_playback_end_time", #""value_s": 36"#),
                .does(2.5, "set_rate_at_host_time", #""rate": 1, "item_time_s": \#(place_s)"#),
            ], more: #""automatically_waits_to_minimize_stalling": false, "keep_up": "first-chunk""#)
        #expect(run.player(0).playback.clock.contains { $0.playhead.place == .seconds(place_s) })
    }
}

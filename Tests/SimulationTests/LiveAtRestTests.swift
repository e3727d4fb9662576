import PlayerModel
import Testing

@testable import Simulation

/// A live stream of 400 s, of which 36 s are listed when the run begins: it is joined at 18 s.
@Suite("What counts of a live stream in which nothing more happens")
struct LiveAtRestTests {
    private static func run(
        _ network: JSONPart = "", _ actions: [JSONPart] = [], _ media: JSONPart = "", live: JSONPart = "36",
        player: JSONPart? = nil, until_s: JSONPart = 200
    ) throws -> Run {
        let stream: JSONPart = "\"live\": { \"window_s\": \(live) }"
        return try ScenarioText(
            network: .fluid(8000, JSONPart(stringLiteral: #""delay_ms": 10"#).and(network)),
            media: .hls([2000], duration_s: 400, segment_s: 6, stream.and(media)),
            player: player, script: [.load(), .play()] + actions, until_s: until_s
        ).run()
    }

    private static func distances(_ run: Run) -> [Int64?] {
        [run["live_latency_mean_s"], run["live_latency_p95_s"], run["live_above_target_s"]]
    }

    private static let dead: JSONPart = #""phases": [{ "for_s": 20 }, { "down_kbps": 0 }]"#
    private static let event: JSONPart =
        #""at_s": 30, "assets": [{ "kind": "hls", "duration_s": 15, "variants": [{ "bitrate_kbps": 100 }] }]"#

    @Test(
        "is as much as where an action comes at the end that changes nothing",
        arguments: [
            (dead, [], "play"), ("", [.does(20, "pause")], "pause"),
            (#""faults": [{ "of": "video", "chunk": 8, "status": 404, "times": 99 }]"#, [], "pause"),
        ] as [(JSONPart, [JSONPart], String)])
    func sameAsWithMore(network: JSONPart, actions: [JSONPart], last: String) throws {
        let alone = try Self.run(network, actions)
        #expect(alone.outcome.end == .nothingMoreHappens && alone.outcome.at < Instant.zero + .seconds(100))
        let again = try Self.run(network, actions + [.does(200, last)])
        #expect(again.outcome.at == Instant.zero + .seconds(200))
        #expect(Self.distances(alone) == Self.distances(again))
    }

    @Test("is latency that grows by a second each second while playback waits for ever")
    func deadNetwork() throws {
        let run = try Self.run(Self.dead)
        let started = try #require(run.player(0).playback.startedAt)
        let stall = try #require(run.player(0).playback.stalls.first)
        let latency = Int128((started - .zero).nanoseconds + 18_000_000_000)
        let (played, waited) = (Int128((stall.at - started).nanoseconds), Int128(try #require(run["stall_time_s"])))
        #expect(played + waited == Int128((Instant.zero + .seconds(200) - started).nanoseconds))
        let area = 2 * latency * played + (2 * latency + waited) * waited
        #expect(run["live_latency_mean_s"] == Int64(area / (2 * (played + waited))))
    }

    @Test("is no more than there is of the programme")
    func programmeIsOver() throws {
        let (short, long) = (try Self.run(Self.dead, until_s: 400), try Self.run(Self.dead, until_s: 800))
        #expect(Self.distances(short) == Self.distances(long))
    }

    @Test("is, while it is paused, the same latency whether playlists are loaded or not")
    func paused() throws {
        let runs = try [true, false].map { isAsked in
            try Self.run(
                "", [.does(20, "pause")],
                player: JSONPart(
                    stringLiteral: "\"live\": "
                        + "{ \"can_use_network_resources_for_live_streaming_while_paused\": \(isAsked) }"),
                until_s: 60)
        }
        #expect(runs.map { $0.outcome.end } == [.timeIsUp, .nothingMoreHappens])
        #expect(runs[0]["live_latency_mean_s"] == runs[1]["live_latency_mean_s"])
        #expect(runs[0]["live_latency_p95_s"] == runs[1]["live_latency_p95_s"])
    }

    /// Whoever stops there sees no more of it, and is behind nothing: not with the playlists loaded on either.
    @Test(
        "is no more of an interstitial event than was shown before a pause", arguments: [true, false],
        [60, 200] as [JSONPart])
    func pausedInAnEvent(isAsked: Bool, until_s: JSONPart) throws {
        let run = try Self.run(
            "", [.does(20, "pause")],
            "\"interstitials\": [{ \(Self.event), \"resumption_offset_s\": \"indefinite\" }]",
            player: JSONPart(
                stringLiteral: "\"live\": "
                    + "{ \"can_use_network_resources_for_live_streaming_while_paused\": \(isAsked) }"),
            until_s: until_s)
        #expect(run.outcome.end == (isAsked ? .timeIsUp : .nothingMoreHappens))
        let event = try #require(run.player(0).playback.interstitials.first)
        let paused = Instant.zero + .seconds(20)
        #expect(event.to == nil && event.at < paused)
        #expect(run["interstitial_time_s"] == (paused - event.at).nanoseconds)
        let started = try #require(run.player(0).playback.startedAt)
        #expect(run["live_latency_mean_s"] == (started - .zero).nanoseconds + 18_000_000_000)
    }

    /// Nothing comes from 3 s on, and the asset is asked for when its event begins.
    @Test("is all of a wait for an interstitial event, as it is of a stall", arguments: [60, 86_400])
    func waitsInAnEvent(until_s: Int64) throws {
        let event = Self.event.text.replacing("\"at_s\": 30", with: "\"at_s\": 6")
        let run = try ScenarioText(
            network: .fluid(nil, #""phases": [{ "for_s": 3, "down_kbps": 8000 }, { "down_kbps": 0 }]"#),
            media: .hls([2000], duration_s: 60, segment_s: 6, "\"interstitials\": [{ \(event) }]"),
            player: #""interstitial_lookahead_s": 0"#, script: [.load(), .play()],
            until_s: JSONPart(integerLiteral: until_s)
        ).run()
        let own = try #require(run.player(0).playback.interstitials.first)
        #expect(run.outcome.end == .nothingMoreHappens && own.to == nil)
        #expect(run["interstitial_time_s"] == (Instant.zero + .seconds(until_s) - own.at).nanoseconds)
    }

    @Test("and so it is of what has an end, in the words of `why` as well")
    func pausedBeforePlayback() throws {
        let event = Self.event.text.replacing("\"at_s\": 30", with: "\"cue\": \"pre\"")
        let run = try ScenarioText(
            network: .fluid(8000),
            media: .hls([2000], duration_s: 60, segment_s: 6, "\"interstitials\": [{ \(event) }]"),
            script: [.load(), .play(), .does(5, "pause")], until_s: 60
        ).run()
        #expect(run.outcome.at < Instant.zero + .seconds(60) && run["interstitial_time_s"] == 5_000_000_000)
        let story = try WhyText.text(run).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(story.contains("It waits for nothing but an interstitial event, 5 s in all."), "\(story)")
    }

    /// Who seeks there sees the event, and of the stream nothing has come by then that could be played behind it.
    @Test("is not the time of an interstitial event, behind which playback waits for ever")
    func waitsBehindAnEvent() throws {
        let run = try Self.run(
            #""request_bytes": 0, "phases": [{ "for_s": 20.5 }, { "down_kbps": 0 }]"#,
            [.does(20, "seek", #""to_s": 30"#)],
            "\"interstitials\": [{ \(Self.event), \"playout_limit_s\": 6, \"resumption_offset_s\": 0 }]",
            live: "120", until_s: 60)
        let event = try #require(run.player(0).playback.interstitials.first)
        let over = try #require(event.to)
        #expect(over > event.at + .seconds(5))
        #expect(run["live_above_target_s"] == (Instant.zero + .seconds(60) - over).nanoseconds)
    }
}

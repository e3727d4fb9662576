import Testing

@testable import PlayerModel
@testable import Simulation

@Suite("A clock that runs on, or is started, where nothing is left to play")
struct BehindTheEndTests {
    /// `actionAtItemEnd` is none, so that the clock runs on behind the end of the first item (B.6), and the second one
    /// is loaded as far as the buffer goes.
    @Test(
        "behind the end of an item nothing drains, and the run comes to rest",
        arguments: PlayerProfile.all.map { $0.name } + ["", "drain_s"])
    func rests(profile: String) throws {
        for media: JSONPart in [
            .hls([800], duration_s: 400, segment_s: 5),
            #"{"kind": "progressive", "duration_s": 400, "bitrate_kbps": 800}"#,
        ] {
            let own: JSONPart =
                switch profile {
                case "": ""
                case "drain_s": #""default_forward_buffer_s": 12, "drain_s": 0.000000001"#
                case _: "\"profile\": \"\(profile)\""
                }
            let items: JSONPart = """
                "class": "AVQueuePlayer", "action_at_item_end": "none",
                "items": [{"name": "A", "to_s": 60}, {"name": "B", "from_s": 60}]
                """
            let run = try ScenarioText(
                network: .fluid(4000), media: media, player: items.and(own), until_s: 100_000
            ).run()
            #expect(run.outcome.end == .nothingMoreHappens && run.outcome.at < Instant.zero + .seconds(200))
            #expect(run.player(0).playback.lastItemHasEnded)
        }
    }

    /// The person sought to the end, and asks to play there; and sometimes seeks back later and asks again.
    @Test("where the playhead never moves there is no startup", arguments: [false, true])
    func startsAtTheEnd(seeksBack: Bool) throws {
        let back: [JSONPart] = seeksBack ? [.does(5, "seek", #""to_s": 0"#), .play(6)] : []
        let run = try ScenarioText(
            network: .fluid(4000), media: .hls([800], duration_s: 12, segment_s: 4),
            script: [.load(), .does(1, "seek", #""to_s": 12"#), .play(3)] + back
        ).run().player(0)
        #expect(run.playback.requestedAt == .zero + .seconds(3))
        #expect(run.playback.startedAt == (seeksBack ? .zero + .seconds(6) : nil))
        #expect(run.startup == (seeksBack ? .seconds(3) : nil))
        let startup = Metric.all.filter { $0.name == "startup_time_s" }
        #expect(run.values(of: startup) == [seeksBack ? 3_000_000_000 : nil])
    }
}

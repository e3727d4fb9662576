import PlayerModel
import Testing

@testable import Simulation

/// The order of set-up (A.45–A.47), and tracks that come and go (A.43): 20 ms for sound, 80 ms for pictures, 30 ms for
/// a still frame.
@Suite("Pipelines")
struct PipelineTests {
    private static let costs: JSONPart =
        #""keep_up": "first-chunk", "audio_pipeline_s": 0.02, "video_pipeline_s": 0.08, "still_frame_s": 0.03"#

    private static func run(
        _ script: [JSONPart], player: JSONPart = "", media: JSONPart = .local(8000, duration_s: 10)
    ) throws -> Run {
        try ScenarioText(network: .fluid(), media: media, player: costs.and(player), script: script).run()
    }

    private static let load = JSONPart.load()
    private static let play = JSONPart.play()
    private static let layer = JSONPart.does(0, "set_layer", #""width": 640, "height": 360"#)

    /// When pipelines were built until, and whether for pictures too.
    private static func built(_ run: Run) -> [(hasVideo: Bool, until: Int64)] {
        run.trace.entries.compactMap { entry in
            guard case .announced(.pipelines(let hasVideo, let until)) = entry.record else { return nil }
            return (hasVideo, (until - .zero).nanoseconds / 1_000_000)
        }
    }

    @Test(
        "are built once or twice, with a still frame or without, as the order of the calls has it",
        arguments: [
            ([load, play], [20], 20), ([load, layer, play], [20, 150], 150), ([layer, load, play], [130], 130),
            ([layer, play, load], [100], 100), ([play, layer, load], [100], 100),
            ([play, load, layer], [20, 120], 120),
        ] as [([JSONPart], [Int64], Int64)])
    func order(_ calls: [JSONPart], _ until: [Int64], _ startup: Int64) throws {
        let run = try Self.run([.does(0, "tap")] + calls)
        #expect(Self.built(run).map { $0.until } == until)
        #expect(run["startup_time_s"] == startup * 1_000_000)
    }

    @Test("cost nothing unless a scenario says so")
    func nothing() throws {
        let run = try ScenarioText(
            media: .local(8000, duration_s: 1),
            player: #""keep_up": "first-chunk", "layer": { "width": 1, "height": 1 }"#
        ).run()
        #expect(run["startup_time_s"] == 0)
        #expect(Self.built(run).isEmpty)
        #expect(!TextReport.text(run).contains("pipes"))
    }

    @Test(
        "of a player that plays are built anew on a change of tracks: iOS 9 rests for it, iOS 10 does not",
        arguments: [
            ("iOS 9", "change_tracks", 100, 6000), ("iOS 9", "set_layer", 20, 7300),
            ("iOS 10", "change_tracks", 0, 0),
            ("iOS 10", "set_layer", 0, 0),
        ] as [(String, String, Int64, Int64)])
    func change(_ era: String, _ action: String, _ rest: Int64, _ place: Int64) throws {
        // Taking the layer away leaves sound alone, which has no key frames to go back to.
        let run = try Self.run(
            [Self.play, Self.load, .does(7.4, action)],
            player: #""linked_on": "\#(era)", "layer": { "width": 640, "height": 360 }"#,
            media: .hls([800], duration_s: 10, segment_s: 2))
        let clock = run.trace.entries.compactMap { entry -> (at: Int64, rate: Rate, place: Int64)? in
            guard case .announced(.timebase(let rate, let place)) = entry.record else { return nil }
            return ((entry.at - .zero).nanoseconds / 1_000_000, rate, place.nanoseconds / 1_000_000)
        }
        #expect(clock.first?.at == 100)
        if rest == 0 {
            #expect(clock.count == 2, "a start and an end")
        } else {
            #expect(clock.map { $0.at }.dropFirst().prefix(2) == [7400, 7400 + rest])
            #expect(clock[2].place == place)
        }
        #expect(run["end_reached"] == 1)
        #expect(run["stall_count"] == 0)
    }

    @Test("where tracks differ in length, a report says what is missing, and seams say it of each track")
    func tails() throws {
        func run(_ sound: JSONPart, _ player: JSONPart = "") throws -> Run {
            try ScenarioText(
                network: .fluid(),
                media: .hls(
                    [800], duration_s: 6, segment_s: 2,
                    #""audio": { "bitrate_kbps": 100, "duration_s": \#(sound) }"#),
                player: JSONPart(#""class": "AVQueuePlayer", "keep_up": "first-chunk", "loop": "looper""#).and(
                    player),
                until_s: 13
            ).run()
        }
        let shorter = try run(5.5)
        #expect(TextReport.text(shorter).contains("\ntracks   video 6 s, audio 5.5 s: silent for the last 0.5 s\n"))
        #expect(Seams(shorter.player(0)).seams.map { $0.audioTail.nanoseconds } == [500_000_000, 500_000_000])
        #expect(
            Seams(shorter.player(0)).seams.allSatisfy {
                $0.videoTail == .zero && $0.gap == .zero && $0.cause == .gapless
            })
        #expect(TextReport.text(shorter).contains("gap 0 ms (video 0 ms, audio 500 ms): the next item was ready"))
        let longer = try run(6.25)
        #expect(longer.scenario.media.duration == MediaTime(nanoseconds: 6_250_000_000))
        #expect(Seams(longer.player(0)).seams.map { $0.videoTail.nanoseconds } == [250_000_000, 250_000_000])
        #expect(TextReport.text(longer).contains(" 800 kbit/s, segments of 2 s; audio 100 kbit/s, "))
        let trimmed = try run(5.5, #""forward_playback_end_time_s": 5.5"#)
        #expect(Seams(trimmed.player(0)).seams.allSatisfy { $0.audioTail == .zero })
        #expect(TextReport.text(trimmed).contains(": trimmed by forwardPlaybackEndTime\n"))
        #expect(!TextReport.text(try run(6)).contains("\ntracks"))
    }

    @Test("a file's tracks are no longer than the file, and one of them is as long")
    func files() {
        func errors(_ keys: JSONPart) -> [String] {
            ScenarioText(media: .progressive(800, duration_s: 10, keys)).messages
        }
        #expect(errors(#""audio_duration_s": 9"#).isEmpty)
        #expect(errors(#""video_duration_s": 11"#) == ["a track is not longer than its file"])
        #expect(
            errors(#""video_duration_s": 9, "audio_duration_s": 9.5"#)
                == ["one of the two tracks lasts as long as the file"])
    }
}

import PlayerModel
import Testing

@testable import Simulation

@Suite("Languages of the audio (session 503, A.43)") struct LanguageTests {
    /// Playlists cost a round trip of 0.2 s each, and 1 s of sound 0.1 s. All of the English is there by the time that
    /// French is asked for.
    static func scenario(_ player: JSONPart = "", select language: String = "fr", _ more: JSONPart...)
        -> ScenarioText
    {
        ScenarioText(
            network: .fluid(1000, #""delay_ms": 100"#),
            media: .hls(
                [100], duration_s: 20, segment_s: 2,
                """
                "chunks_per_segment": 1, "audio": [
                  { "language": "en", "bitrate_kbps": 100, "playlist_bytes": 1 },
                  { "language": "fr", "bitrate_kbps": 100, "playlist_bytes": 1, "init_bytes": 1 }
                ]
                """),
            player: JSONPart(#""keep_up": "first-chunk""#).and(player),
            script: [.load(), .play(12), select(15, language)] + more)
    }

    private static func select(_ at_s: JSONPart, _ language: String) -> JSONPart {
        .does(at_s, "select_audio", #""language": "\#(language)""#)
    }

    private static func reading(audio: String, language: String) -> ScenarioReader.Reading {
        ScenarioText(
            media: .hls([1], duration_s: 4, #""audio": [\#(audio)]"#), script: [select(0, language)]
        ).reading
    }

    /// When the clock starts, and where.
    static func starts(_ run: Run) -> [(at: Instant, place: MediaTime)] {
        run.trace.entries.compactMap { entry in
            guard case .announced(.timebase(let rate, let place)) = entry.record, rate.isMoving else { return nil }
            return (entry.at, place)
        }
    }

    @Test("what is not loaded yet is fetched: playlist, initialization section, and the segment at the playhead")
    func fetched() throws {
        let run = try Self.scenario().run()
        let starts = Self.starts(run)
        #expect(starts.count == 2)
        #expect(starts.map { $0.place } == [.zero, .seconds(3)])
        // Three round trips; a byte, a byte and 25,000 bytes at a byte in 8 µs.
        #expect(starts[1].at == Instant.zero + .milliseconds(15_800) + TimeAmount(nanoseconds: 16_000))
        #expect(run.player(0).playback.stalls.count == 1)
        // The French of the first two seconds is not fetched: the person has gone past it.
        #expect(
            PanelReader.panels(of: run.player(0), at: [run.outcome.at])[0].loadedTimeRanges == [
                MediaTime.seconds(2)..<MediaTime.seconds(20)
            ])
    }

    @Test("English that was played has been played; what was ahead was fetched in vain")
    func bytes() throws {
        let run = try Self.scenario().run()
        let figures = Figures(run.player(0))
        // Twenty seconds of English and eighteen of French; of the English four were played, in whole or in part.
        #expect(figures.run.bytesLoaded == 250_000 + 250_000 + 225_000)
        #expect(figures.played.bytesNeverPlayed == 250_000 - 50_000)
    }

    /// The playhead stands at 3 s, in a segment of which the English was played for a second. The French of it comes
    /// with the rest, and nothing plays any more: playback is paused before French is asked for, or while it comes.
    @Test("what was played in English was not played in French", arguments: [false, true])
    func bytesOfPause(isBefore: Bool) throws {
        var scenario = Self.scenario("", .does(15.5, "pause"))
        if isBefore { scenario.script = [.load(), .play(12), .does(15, "pause"), Self.select(16, "fr")] }
        let figures = Figures(try scenario.run().player(0))
        #expect(figures.run.bytesLoaded == 250_000 + 250_000 + 225_000)
        // Of pictures and English the first four seconds were played.
        #expect(figures.played.bytesNeverPlayed == 2 * (250_000 - 50_000) + 225_000)
    }

    @Test("under the rules of iOS 9 it goes back to a key frame besides, and builds its pipelines")
    func old() throws {
        let player: JSONPart = """
            "linked_on": "iOS 9", "layer": { "width": 1, "height": 1 }, "audio_pipeline_s": 1, "video_pipeline_s": 1
            """
        let starts = Self.starts(try Self.scenario(player).run())
        #expect(starts.map { $0.place } == [.zero, .seconds(2)])
        #expect(starts[1].at == .zero + .seconds(17))
    }

    @Test("back to a language before it has come, and to the one that plays")
    func back() throws {
        let run = try Self.scenario("", Self.select(15.1, "en")).run()
        // The English is fetched anew: its playlist is there, so it takes one round trip and a segment, beside one byte
        // of French that is still under way.
        #expect(Self.starts(run).last?.at == Instant.zero + .milliseconds(15_500) + TimeAmount(nanoseconds: 8_000))
        #expect(Self.starts(try Self.scenario(select: "en").run()).count == 1)
    }

    @Test(
        "mistakes are told with their place",
        arguments: [
            (
                #"{ "language": "en", "bitrate_kbps": 1 }, { "bitrate_kbps": 1 }"#, "en",
                "of several renditions of audio each has a 'language'"
            ),
            (
                #"{ "language": "en", "bitrate_kbps": 1 }, { "language": "en", "bitrate_kbps": 1 }"#, "en",
                "there is another rendition in 'en'"
            ),
            (
                #"{ "language": "en", "bitrate_kbps": 1 }, { "language": "fr", "bitrate_kbps": 1, "segment_s": 1 }"#,
                "en",
                "audio has the length and the segments of the first language; remove 'segment_s'"
            ),
            (
                #"{ "language": "en", "bitrate_kbps": 1 }, { "language": "fr", "bitrate_kbps": 1 }"#, "ft",
                "there is no audio in 'ft'; did you mean 'fr'?"
            ),
            (#"{ "bitrate_kbps": 1 }"#, "en", "there is no audio in 'en': no audio says its 'language'"),
        ])
    func mistakes(audio: String, language: String, words: String) {
        let reading = Self.reading(audio: audio, language: language)
        #expect(reading.diagnostics.map { $0.message }.contains(words), "\(reading.diagnostics.map { $0.message })")
        #expect(reading.scenario == nil)
    }

    @Test("of audio that is not right nobody says besides that it lacks a language")
    func oneMistake() {
        let audio =
            #"{ "language": "en", "bitrate_kbps": 1 }, { "language": "fr", "bitrate_kbps": 1, "segment_s": 1 }"#
        #expect(
            Self.reading(audio: audio, language: "fr").diagnostics.map { $0.message } == [
                "audio has the length and the segments of the first language; remove 'segment_s'"
            ])
    }
}

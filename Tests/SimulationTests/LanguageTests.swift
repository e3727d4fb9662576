import PlayerModel
import Testing

@testable import Simulation

@Suite("Languages of the audio (session 503, A.43)") struct LanguageTests {
    /// Playlists cost a round trip of 0.2 s each, and 1 s of sound 0.1 s. All of the English is there by the time that
    /// French is asked for.
    static func scenario(_ player: String, _ more: String = "") -> String {
        """
        { "network": { "transport": "fluid", "down_kbps": 1000, "delay_ms": 100 },
          "media": { "kind": "hls", "duration_s": 20, "segment_s": 2, "chunks_per_segment": 1,
            "variants": [{ "bitrate_kbps": 100 }],
            "audio": [
              { "language": "en", "bitrate_kbps": 100, "playlist_bytes": 1 },
              { "language": "fr", "bitrate_kbps": 100, "playlist_bytes": 1, "init_bytes": 1 }
            ] },
          "player": { "keep_up": "first-chunk"\(player) },
          "script": [
            { "at_s": 0, "do": "load" }, { "at_s": 12, "do": "play" },
            { "at_s": 15, "do": "select_audio", "language": "fr" }\(more)
          ] }
        """
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
        let run = try Run(readScenario(Self.scenario("")))
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
        let run = try Run(readScenario(Self.scenario("")))
        let figures = Figures(run.player(0))
        // Twenty seconds of English and eighteen of French; of the English four were played, in whole or in part.
        #expect(figures.bytesLoaded == 250_000 + 250_000 + 225_000)
        #expect(figures.played.bytesNeverPlayed == 250_000 - 50_000)
    }

    @Test("under the rules of iOS 9 it goes back to a key frame besides, and builds its pipelines")
    func old() throws {
        let player = """
            , "linked_on": "iOS 9", "layer": { "width": 1, "height": 1 }, "audio_pipeline_s": 1, "video_pipeline_s": 1
            """
        let starts = Self.starts(try Run(readScenario(Self.scenario(player))))
        #expect(starts.map { $0.place } == [.zero, .seconds(2)])
        #expect(starts[1].at == .zero + .seconds(17))
    }

    @Test("back to a language before it has come, and to the one that plays")
    func back() throws {
        let more = #", { "at_s": 15.1, "do": "select_audio", "language": "en" }"#
        let run = try Run(readScenario(Self.scenario("", more)))
        // The English is fetched anew: its playlist is there, so it takes one round trip and a segment, beside one byte
        // of French that is still under way.
        #expect(Self.starts(run).last?.at == Instant.zero + .milliseconds(15_500) + TimeAmount(nanoseconds: 8_000))
        let same = Self.scenario("").split(separator: "\"do\": \"select_audio\", \"language\": \"fr\"").joined(
            separator: "\"do\": \"select_audio\", \"language\": \"en\"")
        #expect(Self.starts(try Run(readScenario(same))).count == 1)
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
        let text = """
            { "media": { "kind": "hls", "duration_s": 4, "variants": [{ "bitrate_kbps": 1 }], "audio": [\(audio)] },
              "script": [{ "at_s": 0, "do": "select_audio", "language": "\(language)" }] }
            """
        let reading = ScenarioReader.read(SourceText(file: "x", bytes: Array(text.utf8)))
        #expect(reading.diagnostics.map { $0.message }.contains(words), "\(reading.diagnostics.map { $0.message })")
        #expect(reading.scenario == nil)
    }

    @Test("of audio that is not right nobody says besides that it lacks a language")
    func oneMistake() {
        let audio =
            #"{ "language": "en", "bitrate_kbps": 1 }, { "language": "fr", "bitrate_kbps": 1, "segment_s": 1 }"#
        let text = """
            { "media": { "kind": "hls", "duration_s": 4, "variants": [{ "bitrate_kbps": 1 }], "audio": [\(audio)] },
              "script": [{ "at_s": 0, "do": "select_audio", "language": "fr" }] }
            """
        let reading = ScenarioReader.read(SourceText(file: "x", bytes: Array(text.utf8)))
        #expect(
            reading.diagnostics.map { $0.message } == [
                "audio has the length and the segments of the first language; remove 'segment_s'"
            ])
    }
}

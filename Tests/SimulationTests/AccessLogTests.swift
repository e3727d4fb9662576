import PlayerModel
import Testing

@testable import Simulation

/// Segments of 4 s with 250,000 bytes each, of which a link of 400 kbit/s carries one in 5 s, after 0.1 s.
let stallingStream = """
    {
      "network": { "transport": "fluid", "down_kbps": 400, "delay_ms": 50, "request_bytes": 0 },
      "media": {
        "kind": "hls", "duration_s": 12, "segment_s": 4,
        "variants": [{
          "bitrate_kbps": 500, "average_bitrate_kbps": 450, "width": 640, "height": 360,
          "codecs": ["avc1.64001e", "mp4a.40.2"], "frame_rate_fps": 23.976
        }]
      },
      "player": { "keep_up": "first-chunk" }
    }
    """

@Suite("The access log") struct AccessLogTests {
    private static func seconds(_ values: [Int64]) -> [String] {
        values.map { $0 < 0 ? "\($0)" : NumberText.exact($0, places: 9) }
    }

    private static func events(_ text: String) throws -> [AccessLog.Event] {
        AccessLog(try Run(text).player(0)).events
    }

    @Test func `a stream that stalls twice has three periods, and everything belongs to one of them`() throws {
        let events = try Self.events(stallingStream)
        #expect(Self.seconds(events.map { ($0.startedAt ?? .zero).nanoseconds }) == ["5.1", "10.2", "15.3"])
        #expect(Self.seconds(events.map { $0.playbackStartOffset }) == ["0", "4", "8"])
        #expect(Self.seconds(events.map { $0.startupTime }) == ["5.1", "0", "0"])
        #expect(Self.seconds(events.map { $0.durationWatched }) == ["4", "4", "4"])
        #expect(events.map { $0.numberOfStalls } == [1, 1, 0])
        // The next segment is asked for before the one that has come is played.
        #expect(events.map { $0.numberOfMediaRequests } == [3, 0, 0])
        #expect(Self.seconds(events.map { $0.segmentsDownloadedDuration }) == ["8", "4", "0"])
        #expect(events.map { $0.numberOfBytesTransferred } == [500_000, 250_000, 0])
        #expect(Self.seconds(events.map { $0.transferDuration }) == ["10", "5", "0"])
        #expect(events.map { $0.observedBitrate } == [400_000, 400_000, -1])
        #expect(events.map { $0.observedBitrateStandardDeviation } == [0, -1, -1])
        #expect(events.map { $0.downloadOverdue } == [2, 1, 0])
        for event in events {
            #expect(event.item == 1 && event.switchBitrate == -1)
            #expect(event.indicatedBitrate == 500_000 && event.indicatedAverageBitrate == 450_000)
            #expect(event.averageVideoBitrate == 500_000 && event.averageAudioBitrate == -1)
        }
    }

    @Test func `a pause and a seek begin a period, another rate does not`() throws {
        let events = try Self.events(
            """
            { "network": { "transport": "fluid" },
              "media": { "kind": "progressive", "duration_s": 20, "bitrate_kbps": 500 },
              "script": [
                { "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }, { "at_s": 3, "do": "pause" },
                { "at_s": 5, "do": "play" },
                { "at_s": 6, "do": "seek", "to_s": 8, "tolerance_before_s": 0, "tolerance_after_s": 0 },
                { "at_s": 7, "do": "set_rate", "rate": 2 }
              ] }
            """)
        #expect(Self.seconds(events.map { ($0.startedAt ?? .zero).nanoseconds }) == ["0", "5", "6"])
        #expect(Self.seconds(events.map { $0.playbackStartOffset }) == ["0", "3", "8"])
        #expect(Self.seconds(events.map { $0.durationWatched }) == ["3", "1", "12"])
        #expect(events.map { $0.numberOfMediaRequests } == [1, 0, 0])
        // Nothing took any time, and a file has neither segments nor a declared bit rate.
        #expect(events.allSatisfy { $0.observedBitrate == -1 && $0.downloadOverdue == -1 })
        #expect(events.allSatisfy { $0.indicatedBitrate == -1 && $0.observedBitrateStandardDeviation == -1 })
    }

    @Test func `each item has its own events`() throws {
        let events = try Self.events(
            """
            { "network": { "transport": "fluid", "down_kbps": 1000, "request_bytes": 0 },
              "media": { "kind": "progressive", "duration_s": 4, "bitrate_kbps": 500 },
              "player": { "keep_up": "first-chunk" },
              "script": [
                { "at_s": 0, "do": "play" }, { "at_s": 1, "do": "load" }, { "at_s": 3, "do": "unload" },
                { "at_s": 5, "do": "load" }
              ] }
            """)
        #expect(events.map { $0.item } == [1, 2])
        #expect(Self.seconds(events.map { $0.startupTime }) == ["0.05", "0.05"])
        #expect(Self.seconds(events.map { $0.durationWatched }) == ["1.95", "4"])
    }

    @Test func `an item that never plays has one event without a start`() throws {
        let events = try Self.events(
            """
            { "network": { "transport": "fluid", "down_kbps": 0 }, "until_s": 9,
              "media": { "kind": "progressive", "duration_s": 4, "bitrate_kbps": 500 } }
            """)
        #expect(events.count == 1)
        #expect(events[0].startedAt == nil && events[0].playbackStartOffset == -1 && events[0].startupTime == -1)
        #expect(events[0].numberOfMediaRequests == 1 && events[0].durationWatched == 0)
    }

    @Test func `a file on the device transfers nothing`() throws {
        let run = try Run("{ \"media\": { \"kind\": \"local\", \"duration_s\": 4, \"bitrate_kbps\": 500 } }")
        let event = try #require(AccessLog(run.player(0)).events.first)
        #expect(event.numberOfMediaRequests == 0 && event.numberOfBytesTransferred == 0)
        #expect(event.durationWatched == 4_000_000_000 && event.observedBitrate == -1)
        let text = JSONReport.text(run, includingTrace: false)
        #expect(text.contains("\"playbackType\": \"FILE\"") && text.contains("\"mediaResourceRequestCount\": 0,"))
        #expect(!text.contains("MediaResourceRequest\""))
    }

    @Test func `a stream that has no end yet is live`() throws {
        let run = try Run(
            """
            { "network": { "transport": "fluid", "down_kbps": 4000 }, "until_s": 30,
              "media": { "kind": "hls", "duration_s": 600, "segment_s": 4, "variants": [{ "bitrate_kbps": 500 }],
                "live": {} } }
            """)
        #expect(JSONReport.text(run, includingTrace: false).contains("\"playbackType\": \"LIVE\""))
    }

    @Test func `audio beside the video counts as requests and bytes, but not as length`() throws {
        let events = try Self.events(
            """
            { "network": { "transport": "fluid", "down_kbps": 2000 },
              "media": { "kind": "hls", "duration_s": 12, "variants": [{ "bitrate_kbps": 500 }],
                         "audio": { "bitrate_kbps": 100, "segment_s": 4 } } }
            """)
        #expect(events.count == 1)
        #expect(events[0].numberOfMediaRequests == 5 && events[0].segmentsDownloadedDuration == 12_000_000_000)
        #expect(events[0].numberOfBytesTransferred == 900_000)
        #expect(events[0].averageVideoBitrate == 500_000 && events[0].averageAudioBitrate == 100_000)
    }

    /// Of each 6 s the audio has 150,000 bytes and the video 1,275,000: of the 5.7 s that both take, 0.6 s and 5.1 s.
    /// The first event has the first of both, and the second of the audio.
    @Test func `audio beside the video shares the time of the transfer by its bytes`() throws {
        let events = try Self.events(
            """
            { "network": { "transport": "fluid", "down_kbps": 2000 },
              "media": { "kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [{ "bitrate_kbps": 1700 }],
                         "audio": { "bitrate_kbps": 200 } },
              "player": { "keep_up": "first-chunk" },
              "script": [
                { "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }, { "at_s": 10, "do": "pause" },
                { "at_s": 10.1, "do": "play" }
              ] }
            """)
        #expect(events.map { $0.numberOfBytesTransferred } == [1_575_000, 12_675_000])
        #expect(Self.seconds(events.map { $0.transferDuration }) == ["6.3", "50.7"])
        #expect(events.map { $0.observedBitrate } == [2_000_000, 2_000_000])
    }

    /// A video of 500 kbit/s and audio of 100, of which the one or the other ends 3 s sooner.
    @Test("tracks that end apart have their own lengths", arguments: [9, 15])
    func tracksApart(audio_s: Int) throws {
        let run = try Run(
            """
            { "network": { "transport": "fluid", "down_kbps": 2000 },
              "media": { "kind": "hls", "duration_s": 12, "segment_s": 6, "variants": [{ "bitrate_kbps": 500 }],
                         "audio": { "bitrate_kbps": 100, "duration_s": \(audio_s) } } }
            """)
        let events = AccessLog(run.player(0)).events
        #expect(Self.seconds(events.map { $0.segmentsDownloadedDuration }) == ["12"])
        #expect(events.map { $0.averageVideoBitrate } == [500_000])
        #expect(events.map { $0.averageAudioBitrate } == [100_000])
        let words = Settings.all(run.scenario).first { $0.name == "media" }?.value ?? ""
        #expect(words.contains("500 kbit/s, segments of 6 s; audio 100 kbit/s, segments of 6 s"), "\(words)")
    }

    /// The file plays from 0.5 s on, and stalls while TCP keeps back what comes behind a lost packet. What it hands
    /// over at 2.962 s was on the link before, and so were the bytes that follow in the next event.
    @Test func `what TCP hands over at once has had its time before`() throws {
        let events = try Self.events(
            """
            { "network": { "transport": "tcp", "down_kbps": 1500, "delay_ms": 50 },
              "media": { "kind": "progressive", "duration_s": 60, "bitrate_kbps": 1200 },
              "player": { "keep_up": "first-chunk" }, "until_s": 4 }
            """)
        #expect(events.map { $0.numberOfBytesTransferred } == [375_000, 255_000])
        #expect(events.allSatisfy { (1_400_000...1_500_000).contains($0.observedBitrate) }, "\(events)")
    }

    /// A segment has 750,000 bytes, and takes 3 s: after a seek at 5 s 2 s of one are in vain, after the first of
    /// twenty seeks 1 s of one, and half a second after each of the others. Over TCP 1448 bytes of 1500 are media, and
    /// what comes of a segment once it has been called off is in no event.
    @Test(
        "what failed or was called off counts with its bytes and with its time",
        arguments: [
            ("fluid", [5], "", [2_000_000, 5_250_000]), ("tcp", [5], "", [1_950_028, 4_500_000]),
            ("fluid", twentySeeks, "", [5_625_000, 1_500_000]), ("tcp", twentySeeks, "", [4_157_044, 1_500_000]),
            ("fluid", [], reset, [7_050_000]), ("tcp", [], reset, [6_300_000]),
        ] as [(String, [Double], JSONPart, [Int64])])
    func calledOff(transport: String, seeks: [Double], faults: JSONPart, bytes: [Int64]) throws {
        let run = try ScenarioText(
            network: .link(2000, transport: transport, faults), media: .hls([1000], duration_s: 600, segment_s: 6),
            player: #""keep_up": "first-chunk""#,
            script: [.load(), .play()]
                + seeks.map { .does(JSONPart(floatLiteral: $0), "seek", #""to_s": \#(Int($0 * 20) - 70)"#) },
            until_s: 30
        ).judgedRun()
        let events = AccessLog(run.player(0)).events
        #expect(events.map { $0.numberOfBytesTransferred } == bytes)
        let rates = events.map { $0.observedBitrate } + [run["observed_throughput_kbps"] ?? -1]
        if transport == "fluid" {
            #expect(rates.allSatisfy { $0 == 2_000_000 }, "\(rates)")
        } else {
            #expect(rates.allSatisfy { abs($0 - 2_000_000 * 1448 / 1500) < 20_000 }, "\(rates)")
        }
    }

    private static let twentySeeks = (0..<20).map { 10 + Double($0) / 2 }
    private static let reset: JSONPart =
        #""faults": [{ "reset_after_bytes": 300000, "of": "video", "chunk": 1, "times": 1 }]"#

    /// Three attempts bring 1.4 s of a segment each, before it comes in the other variant, with which the last event
    /// begins. Of that variant each segment takes half a second. A pause in two of them begins an event each, in which
    /// nothing comes whole.
    @Test(
        "what is transferred in vain belongs to when that was",
        arguments: [
            ([], ["10.2", "5.5"], [5_100_000, 2_750_000]),
            ([6.5, 8], ["6", "1.4", "2.8", "5.5"], [3_000_000, 700_000, 1_400_000, 2_750_000]),
        ] as [([Double], [String], [Int64])])
    func inVain(pauses: [Double], durations: [String], bytes: [Int64]) throws {
        let fault = #"{ "reset_after_bytes": 700000, "of": "video", "chunk": 4, "variant": 1, "times": 9 }"#
        let more = pauses.map { #", { "at_s": \#($0), "do": "pause" }, { "at_s": \#($0 + 0.1), "do": "play" }"# }
        let events = try Self.events(
            """
            { "network": { "transport": "fluid", "down_kbps": 4000, "faults": [\(fault)] },
              "media": { "kind": "hls", "duration_s": 60, "segment_s": 4,
                         "variants": [{ "bitrate_kbps": 1500 }, { "bitrate_kbps": 500 }] },
              "player": { "profile": "avplayer" },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }\(more.joined())] }
            """)
        #expect(events.map { $0.numberOfBytesTransferred } == bytes)
        #expect(Self.seconds(events.map { $0.transferDuration }) == durations)
        #expect(events.allSatisfy { $0.observedBitrate == 4_000_000 }, "\(events)")
    }

    /// The second segment of video comes from 4.1 s to 7.7 s, and beside it five of audio and, from 5.5 s on in vain,
    /// one in the language of before. All of them share those 3.6 s by their bytes: each of audio has 0.1 s, and the
    /// second event has one. In the last one 1.3 s go into video that is under way at the end.
    @Test func `what is under way beside something in vain shares its time with that`() throws {
        let events = try Self.events(
            """
            { "network": { "transport": "fluid", "down_kbps": 2000, "delay_ms": 250 }, "until_s": 10.5,
              "media": { "kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [{ "bitrate_kbps": 1000 }],
                         "audio": [{ "language": "en", "bitrate_kbps": 100, "segment_s": 2 },
                                   { "language": "fr", "bitrate_kbps": 100, "segment_s": 2 }] },
              "player": { "keep_up": "first-chunk" },
              "script": [
                { "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
                { "at_s": 5.5, "do": "select_audio", "language": "fr" }
              ] }
            """)
        #expect(events.map { $0.numberOfBytesTransferred } == [875_000, 25_000, 875_000])
        #expect(Self.seconds(events.map { $0.transferDuration }) == ["3.5", "0.1", "4.8"])
        #expect(events.map { $0.observedBitrate } == [2_000_000, 2_000_000, 1_458_333])
    }

    /// So that an app whose limit is what is indicated does not rule out what plays.
    @Test func `what a playlist would declare includes the audio beside the video`() throws {
        let text = JSONReport.text(
            try Run(
                """
                { "network": { "transport": "fluid", "down_kbps": 2000 },
                  "media": { "kind": "hls", "duration_s": 12,
                             "variants": [{ "bitrate_kbps": 500, "average_bitrate_kbps": 450 }],
                             "audio": { "bitrate_kbps": 100 } } }
                """), includingTrace: false)
        for words in [
            "\"indicatedBitrate\": 600000", "\"indicatedAverageBitrate\": 550000", "\"peakBitRate\": 600000",
            "\"averageBitRate\": 550000", "\"timeWeightedPeakBitrate\": 600000",
            "\"timeWeightedAverageBitrate\": 550000",
        ] {
            #expect(text.contains(words), "\(words)")
        }
    }

    @Test(
        arguments: [
            ([], -1), ([7], -1), ([7, 7, 7], 0), ([1_000_000, 3_000_000], 1_414_213), ([2, 4, 4, 4, 5, 5, 7, 9], 2),
            ([0, 1 << 40], 777_472_127_993), ([1, 2, 4], 1), ([0, 0, 0, 100], 50),
        ] as [(ContiguousArray<Int64>, Int64)])
    func `deviations are those of a sample, rounded down`(values: ContiguousArray<Int64>, deviation: Int64) {
        #expect(standardDeviation(values) == deviation)
    }

    @Test func `what is not known is negative, or null`() throws {
        let text = JSONReport.text(try Run(stallingStream), includingTrace: false)
        for words in [
            "\"numberOfDroppedVideoFrames\": -1,", "\"mediaRequestsWWAN\": -1,", "\"playbackStartDate\": null,",
            "\"serverAddress\": null,", "\"playbackSessionID\": null,", "\"URI\": null,", "\"switchBitrate\": -1,",
            "\"playbackType\": \"VOD\",", "\"startupTime\": 5.1,", "\"transferDuration\": 10,",
        ] {
            #expect(text.contains(words), "\(words)")
        }
    }
}

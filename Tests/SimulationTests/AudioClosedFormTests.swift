import PlayerModel
import Testing

@testable import Simulation

/// Audio that is fetched beside video over a link of constant throughput.
@Suite struct `With audio beside video` {
    struct Case: CustomTestStringConvertible, Sendable {
        let kbps: Int64
        let videoSegment_s: Int64
        let audioSegment_s: Int64
        var delay_ms: Int64 = 0

        var testDescription: String {
            "\(kbps) kbit/s, video in \(videoSegment_s) s, audio in \(audioSegment_s) s, \(delay_ms) ms"
        }

        func run(_ rule: JSONPart) throws -> Run {
            try ScenarioText(
                network: .fluid("\(kbps)", #""delay_ms": \#(delay_ms)"#),
                media: .hls(
                    [2000], duration_s: 60, segment_s: "\(videoSegment_s)",
                    #""audio": { "bitrate_kbps": 100, "segment_s": \#(audioSegment_s) }"#),
                player: #""default_forward_buffer_s": 1000, "keep_up": \#(rule)"#
            ).run()
        }

        /// When all is there, less the media before the video's last segment.
        var goldilocks: Int64 { 60 * 2100 * 1_000_000_000 / kbps - (60 - videoSegment_s) * 1_000_000_000 }
    }

    static let cases: [Case] = [
        Case(kbps: 1716, videoSegment_s: 6, audioSegment_s: 6),
        Case(kbps: 1716, videoSegment_s: 6, audioSegment_s: 4),
        Case(kbps: 1000, videoSegment_s: 4, audioSegment_s: 4),
        Case(kbps: 1900, videoSegment_s: 2, audioSegment_s: 6),
        Case(kbps: 400, videoSegment_s: 10, audioSegment_s: 10),
    ]

    @Test(arguments: cases)
    func `play-through does not stall, and is less than a segment from the earliest start`(_ wanted: Case) throws {
        let run = try wanted.run(#""play-through""#)
        let start = try #require(run["startup_time_s"])
        #expect(run["stall_count"] == 0)
        #expect(start >= wanted.goldilocks)
        #expect(start < wanted.goldilocks + wanted.audioSegment_s * 1_000_000_000)
        let early = NumberText.exact(wanted.goldilocks - 100_000_000, places: 9)
        let tooSoon = try wanted.run(#"{ "rule": "fixed-wait", "wait_s": \#(early) }"#)
        #expect(tooSoon["stall_count"] ?? 0 > 0, "a tenth of a second before the earliest start stalls")
    }

    /// The one of two tracks that ends first is whole by its last segment, and the other by its own: the later of the
    /// two starts is the earliest that does not stall.
    @Test(
        arguments: [
            (video: (2000, 60), audio: (100, 40)), ((2000, 60), (100, 58)), ((100, 60), (2000, 40)),
            ((2000, 40), (100, 60)), ((1000, 40), (1000, 44)),
        ] as [(video: (kbps: Int64, s: Int64), audio: (kbps: Int64, s: Int64))])
    func `a track that ends before the other is needed no sooner, and nothing of what it has not`(
        _ video: (kbps: Int64, s: Int64), _ audio: (kbps: Int64, s: Int64)
    ) throws {
        func run(_ rule: JSONPart) throws -> Run {
            let beside: JSONPart =
                #""audio": { "bitrate_kbps": \#(audio.kbps), "segment_s": 2, "duration_s": \#(audio.s) }"#
            return try ScenarioText(
                network: .fluid("1600", #""request_bytes": 0"#),
                media: .hls(["\(video.kbps)"], duration_s: "\(video.s)", segment_s: 2, beside),
                player: #""default_forward_buffer_s": 1000, "keep_up": \#(rule)"#
            ).run()
        }
        let (early, late) = (min(video.s, audio.s), max(video.s, audio.s))
        let (untilEarly, all) = (early * (video.kbps + audio.kbps), video.kbps * video.s + audio.kbps * audio.s)
        // All up to a place, less the media before the segment that ends there.
        func earliest(_ kilobits: Int64, _ seconds: Int64) -> Int64 {
            kilobits * 1_000_000_000 / 1600 - (seconds - 2) * 1_000_000_000
        }
        let goldilocks = max(earliest(untilEarly, early), earliest(all, late))
        let own = try run(#""play-through""#)
        let start = try #require(own["startup_time_s"])
        #expect(own["stall_count"] == 0)
        #expect(start >= goldilocks - 1)
        #expect(start < goldilocks + 2_000_000_000, "\(start), \(goldilocks)")
        let early_s = NumberText.exact(goldilocks - 500_000_000, places: 9)
        #expect(try run(#"{ "rule": "fixed-wait", "wait_s": \#(early_s) }"#)["stall_count"] ?? 0 > 0)
    }

    /// Beside longer segments, which are needed sooner than where it ends, and where playback ends before it does.
    @Test(
        arguments: [
            (6, 60, 2, #""duration_s": 48"#, ""), (10, 60, 2, #""duration_s": 40"#, ""),
            (2, 60, 10, #""duration_s": 46"#, #""forward_playback_end_time_s": 40"#),
        ] as [(JSONPart, JSONPart, JSONPart, JSONPart, JSONPart)])
    func `a track that ends early stalls no more than one that does not`(
        _ segment: JSONPart, _ length: JSONPart, _ audioSegment: JSONPart, _ end: JSONPart, _ player: JSONPart
    ) throws {
        let kbps: [JSONPart] = audioSegment.text == "10" ? [100, 2000] : [1000, 1000]
        let beside: JSONPart = #""audio": { "bitrate_kbps": \#(kbps[1]), "segment_s": \#(audioSegment), \#(end) }"#
        let run = try ScenarioText(
            network: .fluid(1600, #""request_bytes": 0"#),
            media: .hls([kbps[0]], duration_s: length, segment_s: segment, beside),
            player: .members([#""default_forward_buffer_s": 1000, "keep_up": "play-through""#, player])
        ).run()
        #expect(run["stall_count"] == 0)
    }

    /// One of two tracks: its bit rate, the length of its segments, and its own, in kbit/s and tenths of a second.
    typealias Track = (kbps: Int64, segment: Int64, length: Int64)

    /// The earliest start that does not stall: over all segments of both tracks, what has come with one of them less
    /// the media before it. Of the other track that is all up to the segment which holds the place; and of its next
    /// segment, under way beside from where that is the next, as much as of the own track since.
    private static func earliestStart(_ tracks: [Track], _ link: Int64) -> Double {
        func segments(_ track: Track) -> [(start: Int64, kilobits: Int64)] {
            stride(from: 0, to: track.length, by: Int(track.segment)).map {
                ($0, min(track.segment, track.length - $0) * track.kbps)
            }
        }
        var latest = 0.0
        for (own, other) in [(tracks[0], tracks[1]), (tracks[1], tracks[0])] {
            let (mine, others) = (segments(own), segments(other))
            for (place, segment) in mine.enumerated() {
                let held = others.prefix { $0.start <= segment.start }
                var need = (mine[...place] + held).reduce(0) { $0 + $1.kilobits }
                if held.count < others.count, let since = held.last?.start, since < segment.start {
                    let meanwhile = mine[...place].reduce(0) { $0 + ($1.start >= since ? $1.kilobits : 0) }
                    need += min(others[held.count].kilobits, meanwhile)
                }
                latest = max(latest, Double(need) / Double(link) - Double(segment.start))
            }
        }
        return latest / 10
    }

    @Test(
        "nothing stalls where last segments are shorter, or segments of two tracks begin elsewhere",
        arguments: [
            ((100, 20, 360), (2000, 100, 360), 1600), ((300, 20, 590), (2000, 20, 590), 1506),
            ((1000, 60, 570), (2000, 30, 570), 2767),
            ((2000, 20, 500), (100, 20, 505), 1800), ((3000, 20, 590), (64, 100, 590), 2418),
            ((100, 100, 475), (500, 40, 475), 530), ((2000, 60, 445), (500, 40, 445), 2000),
        ] as [(video: Track, audio: Track, link: Int64)])
    func lastSegments(_ video: Track, _ audio: Track, _ link: Int64) throws {
        let earliest = Self.earliestStart([video, audio], link)
        func run(_ rule: JSONPart) throws -> Run {
            func tenths(_ count: Int64) -> JSONPart { "\(NumberText.exact(count, places: 1))" }
            let beside: JSONPart = """
                "audio": { "bitrate_kbps": \(audio.kbps), "segment_s": \(tenths(audio.segment)),
                "duration_s": \(tenths(audio.length)) }
                """
            let media: JSONPart = .hls(
                ["\(video.kbps)"], duration_s: tenths(video.length), segment_s: tenths(video.segment), beside)
            return try ScenarioText(
                network: .fluid("\(link)", #""request_bytes": 0"#), media: media,
                player: #""default_forward_buffer_s": 1000, "keep_up": \#(rule)"#
            ).run()
        }
        let own = try run(#""play-through""#)
        let start = Double(try #require(own["startup_time_s"])) / 1e9
        #expect(own["stall_count"] == 0)
        #expect(abs(start - earliest) < 0.001, "\(start), \(earliest)")
        let early = NumberText.exact(Int64((earliest - 0.05) * 1e9), places: 9)
        #expect(try run(#"{ "rule": "fixed-wait", "wait_s": \#(early) }"#)["stall_count"] ?? 0 > 0)
    }

    @Test func `round trips of tracks pass side by side`() throws {
        let wanted = Case(kbps: 3000, videoSegment_s: 2, audioSegment_s: 2, delay_ms: 500)
        let run = try wanted.run(#""play-through""#)
        #expect(run["stall_count"] == 0)
        #expect(try #require(run["startup_time_s"]) < 16_000_000_000, "added up they would make it 30 s")
    }

    /// Of the first variant 10 s are wanted. Its eighth segment comes at 9.8 s, with 9.3 s played, and the audio is
    /// there up to 20 s; of the other 86 s are wanted.
    @Test func `audio is asked for as soon as a variant is turned to of which more is wanted`() throws {
        let player = try ScenarioText(
            network: .fluid(20_000, #""request_bytes": 0"#),
            media: .hls(
                [4000, 400], duration_s: 120, segment_s: 2, #""audio": { "bitrate_kbps": 64, "segment_s": 10 }"#),
            player: .members([
                #""keep_up": "first-chunk""#, #""first_variant": "highest""#, #""switching": "throughput""#,
                #""throughput": "last""#, #""drain_s": 0"#,
                #""buffer_goal": { "rule": "by-size", "size_bytes": 5000000, "least_s": 10, "most_s": 100 }"#,
            ]),
            script: [.load(), .play(), .does(3, "change_network", #""down_kbps": 1500"#)], until_s: 20
        ).judgedRun().player(0)
        let switched = try #require(player.playback.wantedVariants.first).at
        #expect(player.playback.exchanges.contains { $0.kind == .audio && $0.at == switched })
        let instants = player.entries.map { $0.at }
        #expect(instants == instants.sorted())
    }

    @Test func `throughput is that of the link, however many share it`() throws {
        let run = try Self.cases[0].run(#""first-chunk""#)
        #expect(run["observed_throughput_kbps"] == 1_716_000)
    }
}

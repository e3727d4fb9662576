import PlayerModel
import Testing

@testable import Simulation

/// Media of a length in chunks over a link of constant throughput, with everything about it that can be worked out on
/// paper. Lengths are whole chunks; times are in nanoseconds.
private struct Paper: CustomTestStringConvertible {
    /// The media's bit rate is 2,000 kbit/s, so that a millisecond is 250 bytes.
    static let bitRate: Int64 = 2_000_000
    let kbps: Int64
    let chunk_ms: Int64
    let chunks: Int64
    var delay_ms: Int64 = 0
    var isStream = false

    var testDescription: String {
        "\(chunks) × \(chunk_ms) ms at \(kbps) kbit/s, \(delay_ms) ms\(isStream ? ", HLS" : "")"
    }

    var chunk: Int64 { chunk_ms * 1_000_000 }

    /// When a chunk is loaded: a file's one after the other, a stream's each with a round trip of its own.
    func arrival(_ index: Int64) -> Int64 {
        let bits = chunk_ms * Self.bitRate / 1000
        func time(_ bits: Int64) -> Int64 { proportion(bits, 1_000_000, over: kbps, .up) }
        let roundTrip = 2 * delay_ms * 1_000_000
        return isStream ? (index + 1) * (roundTrip + time(bits)) : roundTrip + time((index + 1) * bits)
    }

    /// The Goldilocks moment: the earliest start from which every chunk is there when the playhead comes to it.
    var goldilocks: Int64 {
        var start = arrival(0)
        for index in 0..<chunks { start = max(start, arrival(index) - index * chunk) }
        return start
    }

    /// A measured time is up to two nanoseconds too long, and is scaled from one chunk at least to all of them.
    var tolerance: Int64 { 200 + 2 * arrival(chunks - 1) / arrival(0) }

    func run(_ start: String = "play", at instant: Int64 = 0) throws -> Run {
        let length: JSONPart = "\(NumberText.exact(chunks * chunk_ms, places: 3))"
        let part: JSONPart = "\(NumberText.exact(chunk_ms, places: 3))"
        return try ScenarioText(
            network: .fluid("\(kbps)", #""delay_ms": \#(delay_ms)"#),
            media: isStream
                ? .hls([2000], duration_s: length, segment_s: part)
                : .progressive(2000, duration_s: length, chunk_s: part),
            player: #""default_forward_buffer_s": 100000"#,
            script: [.load(), .does("\(NumberText.exact(instant, places: 9))", start)]
        ).run()
    }

    static func all(isStream: Bool, _ kbps: [Int64], _ lengths: [(Int64, Int64)], _ delays: [Int64]) -> [Paper] {
        kbps.flatMap { kbps in
            lengths.flatMap { length in
                delays.map {
                    Paper(kbps: kbps, chunk_ms: length.0, chunks: length.1, delay_ms: $0, isStream: isStream)
                }
            }
        }
    }
}

@Suite struct Goldilocks {
    private static let slowFiles = Paper.all(
        isStream: false, [100, 500, 1000, 1234, 1600, 1716, 1900, 1998],
        [(100, 390), (100, 30), (1000, 60), (40, 250), (2500, 8)], [0])
    private static let slowStreams = Paper.all(
        isStream: true, [500, 1000, 1716, 1990], [(6000, 10), (2000, 15), (10_000, 4), (1000, 40)], [0, 25, 300])
    /// Fast enough for the bits, but not for a round trip with every segment.
    private static let farStreams = Paper.all(isStream: true, [2100, 2500], [(1000, 30), (2000, 20)], [300, 800])
    private static let fast =
        Paper.all(
            isStream: false, [2001, 2100, 5000, 100_000], [(100, 390), (1000, 60)], [0])
        + Paper.all(isStream: true, [2500, 5000, 100_000], [(6000, 10), (2000, 15)], [0, 25, 100])

    /// D·(1 − r) must be loaded, and the last chunk must be whole: D/r − D + c.
    @Test(arguments: slowFiles)
    fileprivate func `the moment is D over r, less D, and a chunk`(_ paper: Paper) {
        let length = paper.chunks * paper.chunk
        let formula = proportion(length, 2000, over: paper.kbps, .up) - length + paper.chunk
        #expect(paper.goldilocks == formula)
    }

    @Test(arguments: slowFiles + slowStreams + farStreams + fast)
    fileprivate func `play-through starts at the moment, and never stalls`(_ paper: Paper) throws {
        let run = try paper.run()
        let late = try #require(run["startup_time_s"]) - paper.goldilocks
        #expect((0...paper.tolerance).contains(late))
        #expect(run["stall_count"] == 0)
        #expect(run["end_reached"] == 1)
        #expect(run["played_time_s"] == paper.chunks * paper.chunk)
    }

    @Test(arguments: slowFiles + slowStreams + farStreams)
    fileprivate func `the moment itself is soon enough, a microsecond before is not`(_ paper: Paper) throws {
        let exact = try paper.run("play_immediately", at: paper.goldilocks)
        #expect(exact["startup_time_s"] == 0)
        #expect(exact["stall_count"] == 0)
        let early = try paper.run("play_immediately", at: paper.goldilocks - 1000)
        #expect(early["startup_time_s"] == 0)
        #expect(early["stall_count"] == 1)
        #expect(early["stall_time_s"].map { (1000...1400).contains($0) } == true)
        #expect(early["end_reached"] == 1)
    }

    @Test(arguments: slowFiles + slowStreams)
    fileprivate func `a chunk before the moment is too soon`(_ paper: Paper) throws {
        let soon = paper.goldilocks - paper.arrival(1) + paper.arrival(0)
        guard soon >= paper.arrival(0) else { return }
        let run = try paper.run("play_immediately", at: soon)
        #expect(run["stall_count"] == 1)
    }

    @Test(arguments: fast)
    fileprivate func `a link that is faster than the media starts with the first chunk`(_ paper: Paper) throws {
        #expect(paper.goldilocks == paper.arrival(0))
        #expect(try paper.run()["startup_time_s"] == paper.arrival(0))
    }

    /// Asked for later, the player has been loading all the while.
    @Test(arguments: slowFiles)
    fileprivate func `who asks behind the moment does not wait`(_ paper: Paper) throws {
        let run = try paper.run(at: paper.goldilocks + 1000)
        #expect(run["startup_time_s"] == 0)
        #expect(run["stall_count"] == 0)
    }
}

@Suite struct FiguresOfSession503 {
    /// A.57: buffering a 10-second segment at 2 Mbit/s.
    @Test(
        arguments: [
            (110, 550_000_000), (400, 2_000_000_000), (600, 3_000_000_000), (1800, 9_000_000_000),
            (4500, 22_500_000_000), (11_000, 55_000_000_000),
        ] as [(Int64, Int64)])
    func `buffering takes a segment's bits over the throughput`(kbps: Int64, time: Int64) throws {
        let run = try ScenarioText(
            network: .fluid(2000), media: .hls(["\(kbps)"], duration_s: 60, segment_s: 10),
            player: #""keep_up": "first-chunk""#
        ).run()
        #expect(run["startup_time_s"] == time)
        #expect(run["time_to_first_chunk_s"] == time)
        #expect(run["initial_bitrate_kbps"] == kbps * 1000)
    }

    /// A.23: the movie of 39 s, at 2,000 kbit/s over 1,716, fits the three panels of A.21.
    private static func run(_ start: JSONPart) throws -> Run {
        try ScenarioText(
            network: .fluid(1716), media: .progressive(2000, duration_s: 39), script: [.load(), start]
        ).run()
    }

    private func shows(
        _ panel: Panel, _ status: TimeControlStatus, _ reason: WaitingReason?, rate: Rate, timebase: Rate
    ) -> Bool {
        panel.status == status && panel.reason == reason && panel.rate == rate && panel.timebaseRate == timebase
    }

    /// Up to so many tenths of a second.
    private func upTo(_ tenths: Int64) -> [Range<MediaTime>] {
        [.zero..<MediaTime(nanoseconds: tenths * 100_000_000)]
    }

    @Test func `the panel of the paused player`() throws {
        let run = try Self.run(.play(0.4))
        let panel = PanelReader.panel(of: run, at: Instant(nanoseconds: 350_000_000))
        #expect(shows(panel, .paused, nil, rate: .zero, timebase: .zero))
        #expect(panel.loadedTimeRanges == upTo(3))
        #expect(!panel.isLikelyToKeepUp && !panel.isBufferFull && !panel.isBufferEmpty)
    }

    @Test func `the panel of the waiting player`() throws {
        let run = try Self.run(.play(0.4))
        let panel = PanelReader.panel(of: run, at: Instant(nanoseconds: 3_850_000_000))
        #expect(shows(panel, .waitingToPlayAtSpecifiedRate, .toMinimizeStalls, rate: .one, timebase: .zero))
        #expect(panel.loadedTimeRanges == upTo(33))
        #expect(!panel.isLikelyToKeepUp && !panel.isBufferFull && !panel.isBufferEmpty)
    }

    @Test func `the panel of the playing player`() throws {
        let run = try Self.run(.play(0.4))
        let now = Instant(nanoseconds: 8_250_000_000)
        let panel = PanelReader.panel(of: run, at: now)
        #expect(shows(panel, .playing, nil, rate: .one, timebase: .one))
        #expect((1_650_000_000...1_750_000_000).contains(panel.currentTime(at: now).nanoseconds))
        #expect(panel.loadedTimeRanges == upTo(70))
        #expect(panel.isLikelyToKeepUp && !panel.isBufferFull && !panel.isBufferEmpty)
        #expect(run["stall_count"] == 0)
        #expect(run["end_reached"] == 1)
    }

    /// A.29, step 5 of the demo: it starts, soon stalls, and buffers until it has enough to play through.
    @Test func `playing immediately stalls once`() throws {
        let run = try Self.run(.does(0.35, "play_immediately"))
        #expect(run["startup_time_s"] == 0)
        #expect(run["stall_count"] == 1)
        #expect(run["end_reached"] == 1)
    }

    /// A.27: while paused, loading goes on, and play just starts once it is likely to keep up.
    @Test func `a paused player becomes likely to keep up at the same moment`() throws {
        let run = try Self.run(.play(7))
        let likely = run.trace.entries.first {
            if case .announced(.likelyToKeepUp(true, _)) = $0.record { true } else { false }
        }
        let moment = try #require(likely).at.nanoseconds
        #expect((0...200).contains(moment - (39_000_000_000 * 1000 / 858 + 1 - 38_900_000_000)))
        #expect(run["startup_time_s"] == 0)
    }
}

import Testing

@testable import PlayerModel

private let second: Int64 = 1_000_000_000

@Suite("How hls.js chooses")
struct HlsJSChoiceTests {
    /// Segments of 4 s.
    private func rung(
        _ rungs: SwitchLadder, from current: Int, bitRate: Int64, ahead: Int64, latency: Int64 = 0
    ) throws -> Int {
        try switchRule("hls.js").choose(
            rungs,
            .asking(at: current, ahead: ahead, segment: 4 * second, bitRate: bitRate, latency: latency))
    }

    @Test(
        "a higher one within 0.7 of the throughput", arguments: [(999_999, 0), (1_000_000, 1)] as [(Int64, Int)])
    func up(bitRate: Int64, rung: Int) throws {
        #expect(try self.rung(ladder(100_000, 700_000), from: 0, bitRate: bitRate, ahead: 60 * second) == rung)
    }

    @Test("its own within 0.95", arguments: [(999_999, 0), (1_000_000, 1)] as [(Int64, Int)])
    func own(bitRate: Int64, rung: Int) throws {
        #expect(try self.rung(ladder(100_000, 950_000), from: 1, bitRate: bitRate, ahead: 60 * second) == rung)
    }

    @Test(
        "that comes before the buffer is played, latency and all",
        arguments: [(3_100_000_000, 0), (3_100_000_001, 1)] as [(Int64, Int)])
    func inTime(ahead: Int64, rung: Int) throws {
        // 2.85 Mbit of 0.95 Mbit/s take 3 s.
        let rungs = ladder(100_000, 712_500)
        #expect(try self.rung(rungs, from: 1, bitRate: 1_000_000, ahead: ahead, latency: second / 10) == rung)
    }

    /// 2.85 Mbit of 0.95 Mbit/s take 3 s, after 0.1 s. A playlist begins to come after 0.1 s, too, and takes 0.3 s.
    @Test(
        "with its playlist, where that is still to come",
        arguments: [
            (false, 3_100_000_000, 0), (false, 3_100_000_001, 1), (true, 3_500_000_000, 0), (true, 3_500_000_001, 1),
        ] as [(Bool, Int64, Int)])
    func playlist(isMissing: Bool, ahead: Int64, rung: Int) throws {
        var question = SwitchQuestion.asking(
            at: 1, ahead: ahead, segment: 4 * second, bitRate: 1_000_000, latency: second / 10)
        question.playlists = MissingPlaylists([true, isMissing], transfer: .milliseconds(300))
        #expect(try switchRule("hls.js").choose(ladder(100_000, 712_500), question) == rung)
        question.liveEnd = .seconds(100)
        #expect(try switchRule("hls.js").choose(ladder(100_000, 712_500), question) == 1, "in a live stream at once")
    }

    /// With a second ahead the lower one comes in time. The higher one takes 3.1 s, which makes playback wait for less
    /// than four.
    @Test(
        "and of which nothing has failed, else the lowest",
        arguments: [([], 0), ([true, false], 1), ([false, true], 0), ([true, true], 0)] as [([Bool], Int)])
    func failed(failed: [Bool], rung: Int) throws {
        var question = SwitchQuestion.asking(
            at: 1, ahead: second, segment: 4 * second, bitRate: 1_000_000, latency: second / 10)
        question.failed = ContiguousArray(failed)
        #expect(try switchRule("hls.js").choose(ladder(100_000, 712_500), question) == rung)
    }

    @Test(
        "by its average, where two segments are ahead",
        arguments: [(7_999_999_999, 0), (8_000_000_000, 1)] as [(Int64, Int)])
    func average(ahead: Int64, rung: Int) throws {
        let rungs = SwitchLadder([
            (variant: 0, bitRate: 100_000, averageBitRate: nil),
            (variant: 1, bitRate: 900_000, averageBitRate: 700_000),
        ])
        #expect(try self.rung(rungs, from: 0, bitRate: 1_000_000, ahead: ahead) == rung)
    }

    @Test("or else one that makes playback wait no longer than 4 s, or a segment's length")
    func starves() throws {
        // The lowest takes 4.2 s of the 4 that are ahead, and of the 8 that it may take.
        let rungs = ladder(900_000, 940_000)
        #expect(try rung(rungs, from: 1, bitRate: 1_000_000, ahead: 3 * second, latency: second / 2) == 1)
        #expect(try rung(rungs, from: 1, bitRate: 1_000_000, ahead: 0, latency: second / 2) == 0, "not within 4 s")
        #expect(try rung(ladder(400_000, 700_000), from: 1, bitRate: 1_000_000, ahead: 0, latency: 0) == 1)
    }
}

@Suite("How hls.js chooses where segments differ in length")
struct HlsJSLengthTests {
    private func rung(_ rungs: SwitchLadder, ahead: Int64, last: Int64, next: Int64, mean: Int64) throws -> Int {
        var question = SwitchQuestion.asking(at: 0, ahead: ahead, segment: next * second, bitRate: 1_000_000)
        (question.lastSegment, question.averageSegment) = (.seconds(last), MediaTime(nanoseconds: mean))
        return try switchRule("hls.js").choose(rungs, question)
    }

    @Test(
        "the mean has to come in time, for which playback waits no longer than the last one is",
        arguments: [(2, 6), (4, 8), (20, 8)] as [(Int64, Int64)], [1, 20] as [Int64])
    func mean(_ wait: (last: Int64, most: Int64), next: Int64) throws {
        for (missing, expected) in [(0, 0), (1, 1)] as [(Int64, Int)] {
            // At 0.7 of the throughput it takes as long as it plays; the lower one 0.7 of that, more than is ahead.
            let mean = wait.most * second - missing
            let rung = try rung(
                ladder(665_000, 700_000), ahead: 4 * second, last: wait.last, next: next, mean: mean)
            #expect(rung == expected)
        }
    }

    @Test("averages are trusted with two of the last one ahead", arguments: [(1, 0), (0, 1)] as [(Int64, Int)])
    func average(missing: Int64, expected: Int) throws {
        let rungs = SwitchLadder([
            (variant: 0, bitRate: 100_000, averageBitRate: nil),
            (variant: 1, bitRate: 900_000, averageBitRate: 700_000),
        ])
        #expect(try rung(rungs, ahead: 6 * second - missing, last: 3, next: 10, mean: second) == expected)
    }
}

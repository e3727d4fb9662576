import Testing

@testable import PlayerModel

private let second: Int64 = 1_000_000_000

@Suite("How players choose at another speed, and in live streams")
struct SpeedAndEdgeTests {
    private func rung(
        _ name: String, _ rungs: SwitchLadder, from current: Int, bitRate: Int64 = 1_000_000, ahead: Int64,
        latency: Int64 = 0, _ change: (inout SwitchQuestion) -> Void
    ) throws -> Int {
        var question = SwitchQuestion.asking(
            at: current, ahead: ahead * second, segment: 4 * second, bitRate: bitRate, latency: latency)
        question.duration = .seconds(600)
        change(&question)
        return try switchRule(name).choose(rungs, question)
    }

    @Test(
        "a variant takes more of the network at a higher speed",
        arguments: [
            ("throughput", 350_000), ("exoplayer", 350_000), ("shaka", 475_000), ("gstreamer", 400_000),
        ] as [(String, Int64)])
    func speed(name: String, most: Int64) throws {
        for (bitRate, expected) in [(most, 1), (most + 1, 0)] {
            let rung = try rung(name, ladder(1000, bitRate), from: 0, ahead: 20) {
                $0.speed = Rate(thousandths: 2000)
            }
            #expect(rung == expected, "at \(bitRate)")
        }
    }

    @Test("GStreamer does not divide by a speed below 1")
    func slowly() throws {
        let rung = try rung("gstreamer", ladder(1000, 800_001), from: 0, ahead: 20) {
            $0.speed = Rate(thousandths: 500)
        }
        #expect(rung == 0)
    }

    @Test("what is ahead of hls.js lasts half as long at twice the speed", arguments: [(1000, 1), (2000, 0)])
    func lasts(thousandths: Int32, expected: Int) throws {
        // 2.85 Mbit of 0.95 Mbit/s take 3 s.
        let rung = try rung("hls.js", ladder(100_000, 712_500), from: 1, ahead: 4) {
            $0.speed = Rate(thousandths: thousandths)
        }
        #expect(rung == expected)
    }

    @Test("hls.js does not ask when a segment of a live stream comes", arguments: [(false, 0), (true, 1)])
    func late(isLive: Bool, expected: Int) throws {
        let rung = try rung("hls.js", ladder(100_000, 950_000), from: 1, ahead: 4, latency: second) {
            if isLive { $0.liveEnd = .seconds(100) }
        }
        #expect(rung == expected)
    }

    @Test("video.js goes up in a live stream, however little is ahead", arguments: [(false, 0), (true, 1)])
    func lowWater(isLive: Bool, expected: Int) throws {
        let rung = try rung("vhs", ladder(100_000, 800_000), from: 0, ahead: 4) {
            $0.place = .seconds(90)
            if isLive { $0.liveEnd = .seconds(100) }
        }
        #expect(rung == expected)
    }

    // The last segment does not count as ahead; of the 16 s listed, 8 remain without it and the one that is chosen.
    @Test(
        "ExoPlayer goes up with three quarters of what is listed",
        arguments: [(10, nil, 0), (9, 100, 0), (10, 100, 1), (13, 200, 0), (14, 200, 1)] as [(Int64, Int64?, Int)])
    func edge(ahead: Int64, end: Int64?, expected: Int) throws {
        let rung = try rung("exoplayer", ladder(100_000, 700_000), from: 0, ahead: ahead) {
            $0.place = .seconds(84)
            $0.liveEnd = end.map { .seconds($0) }
        }
        #expect(rung == expected)
    }
}

@Suite("How Shaka chooses")
struct ShakaSwitchTests {
    @Test("the highest within 0.95", arguments: [(999_999, 0), (1_000_000, 1), (5_000_000, 2)] as [(Int64, Int)])
    func share(bitRate: Int64, rung: Int) throws {
        let rungs = ladder(100_000, 950_000, 4_750_000)
        for current in 0...2 {
            #expect(try switchRule("shaka").choose(rungs, .asking(at: current, bitRate: bitRate)) == rung)
        }
    }

    @Test("once in 8 s, counted from sample to sample")
    func interval() throws {
        let rungs = ladder(100_000, 950_000)
        let rule = try switchRule("shaka")
        var memory = SwitchMemory()
        func rung(at milliseconds: Int64, bitRate: Int64, from current: Int) -> Int {
            let segment = FinishedSegment(
                index: 0, rung: current, length: .seconds(4), sample: ThroughputSample(bits: 1, busy: .seconds(1)),
                latency: .zero, took: .seconds(1), ahead: .seconds(4), at: .zero + .milliseconds(milliseconds))
            rule.take(.finished(segment), on: rungs, remembering: &memory)
            let question = SwitchQuestion.asking(at: current, bitRate: bitRate)
            return rule.decide(from: rungs, seeing: question, remembering: &memory).rung
        }
        #expect(rung(at: 1000, bitRate: 1_000_000, from: 0) == 1, "the first sample is looked at")
        #expect(rung(at: 5000, bitRate: 1, from: 1) == 1)
        #expect(rung(at: 8999, bitRate: 1, from: 1) == 1)
        #expect(rung(at: 9000, bitRate: 1, from: 1) == 0)
        #expect(rung(at: 16_999, bitRate: 1_000_000, from: 0) == 0)
        #expect(rung(at: 17_000, bitRate: 1_000_000, from: 0) == 1)
    }

    @Test("at once where a variant has failed, which counts as a choice", arguments: [(9999, 0), (10_000, 1)])
    func failure(nextAt: Int64, expected: Int) throws {
        let rungs = ladder(100_000, 950_000)
        let rule = try switchRule("shaka")
        var memory = SwitchMemory()
        func rung(at milliseconds: Int64, bitRate: Int64, _ occasion: SwitchQuestion.Occasion = .next) -> Int {
            rule.take(.sampled(at: .zero + .milliseconds(milliseconds)), on: rungs, remembering: &memory)
            var question = SwitchQuestion.asking(at: 1, bitRate: bitRate)
            question.occasion = occasion
            question.now = .zero + .milliseconds(milliseconds)
            return rule.decide(from: rungs, seeing: question, remembering: &memory).rung
        }
        #expect(rung(at: 1000, bitRate: 1_000_000) == 1)
        #expect(rung(at: 2000, bitRate: 1) == 1)
        #expect(rung(at: 2000, bitRate: 1, .failure(last: 1)) == 0)
        #expect(rung(at: nextAt, bitRate: 1_000_000) == expected)
    }
}

@Suite("How ExoPlayer chooses")
struct ExoPlayerSwitchTests {
    /// Of a megabit per second 0.7 are reckoned with; a segment lasts 4 s.
    private func rung(from current: Int, ahead: Int64, carries carried: Int) throws -> Int {
        let rungs = carried == 1 ? ladder(100_000, 700_000, 9_000_000) : ladder(100_000, 700_001, 9_000_000)
        return try switchRule("exoplayer").choose(
            rungs, .asking(at: current, ahead: ahead, segment: 4 * second, bitRate: 1_000_000))
    }

    @Test("up with 10 s before the last segment", arguments: [(-1, 0), (0, 1)] as [(Int64, Int)])
    func up(offset: Int64, expected: Int) throws {
        #expect(try rung(from: 0, ahead: 14 * second + offset, carries: 1) == expected)
        #expect(try rung(from: 0, ahead: 14 * second + offset, carries: 0) == 0, "0.7 are not enough")
    }

    @Test("down with less than 25 s there", arguments: [(-1, 1), (0, 2)] as [(Int64, Int)])
    func down(offset: Int64, expected: Int) throws {
        #expect(try rung(from: 2, ahead: 29 * second + offset, carries: 1) == expected)
    }

    @Test(
        "the segment that does not count is the last one ahead, however long the next is",
        arguments: [2, 4, 12] as [Int64], [2, 4, 12] as [Int64])
    func lengths(last: Int64, next: Int64) throws {
        for (offset, expected) in [(-1, 0), (0, 1)] as [(Int64, Int)] {
            var question = SwitchQuestion.asking(
                at: 0, ahead: (10 + last) * second + offset, segment: next * second, bitRate: 1_000_000)
            question.lastSegment = .seconds(last)
            #expect(try switchRule("exoplayer").choose(ladder(100_000, 700_000), question) == expected)
        }
    }

    // Of the 4 rungs, 0.7 of a megabit per second carry the third.
    @Test(
        "where a variant has failed, nothing holds it, unless the last segment ahead is of another",
        arguments: [
            (nil, 0, 2), (nil, 60, 2), (0, 13, 0), (0, 14, 2), (1, 13, 1), (1, 14, 2), (2, 13, 2), (3, 28, 2),
            (3, 29, 3),
        ] as [(Int?, Int64, Int)])
    func failure(last: Int?, ahead: Int64, expected: Int) throws {
        var question = SwitchQuestion.asking(at: 1, ahead: ahead * second, segment: 4 * second, bitRate: 1_000_000)
        question.occasion = .failure(last: last)
        #expect(try switchRule("exoplayer").choose(ladder(100_000, 300_000, 700_000, 900_000), question) == expected)
    }
}

@Suite("How video.js chooses")
struct VHSSwitchTests {
    private func rung(
        from current: Int, bitRate: Int64 = 1_200_001, ahead: Int64, place: Int64, duration: Int64 = 180
    ) throws -> Int {
        var question = SwitchQuestion.asking(at: current, ahead: ahead, segment: 4 * second, bitRate: bitRate)
        question.place = .seconds(place)
        question.duration = .seconds(duration)
        return try switchRule("vhs").choose(ladder(100_000, 1_000_000), question)
    }

    @Test("what is less than the throughput by 1.2", arguments: [(1_200_000, 0), (1_200_001, 1)] as [(Int64, Int)])
    func factor(bitRate: Int64, expected: Int) throws {
        #expect(try rung(from: 1, bitRate: bitRate, ahead: 0, place: 100) == expected)
        #expect(try rung(from: 0, bitRate: bitRate, ahead: 60 * second, place: 100) == expected)
    }

    @Test(
        "up from the low water mark on, which rises with the place of the playhead up to 30 s",
        arguments: [(0, 0), (7, 7), (30, 30), (100, 30)] as [(Int64, Int64)])
    func lowWater(place: Int64, mark: Int64) throws {
        #expect(try rung(from: 0, ahead: mark * second, place: place) == 1)
        if mark > 0 { #expect(try rung(from: 0, ahead: mark * second - 1, place: place) == 0) }
        #expect(try rung(from: 0, ahead: 0, place: place, duration: 29) == 1, "always in a short item")
    }

    @Test("and at once where a rendition has failed", arguments: [nil, 0] as [Int?])
    func failure(last: Int?) throws {
        var question = SwitchQuestion.asking(at: 0, ahead: 0, bitRate: 1_200_001)
        (question.place, question.duration) = (.seconds(100), .seconds(180))
        #expect(try switchRule("vhs").choose(ladder(100_000, 1_000_000), question) == 0)
        question.occasion = .failure(last: last)
        #expect(try switchRule("vhs").choose(ladder(100_000, 1_000_000), question) == 1)
    }
}

@Suite("How dash.js chooses")
struct DashJSSwitchTests {
    private static let rungs = ladder(100_000, 900_000, 4_000_000)

    /// Somebody who has fetched so many segments of 2 s.
    private func memory(after segments: Int64) throws -> SwitchMemory {
        var memory = SwitchMemory()
        for index in 0..<segments {
            try switchRule("dash.js").take(.finished(Self.segment(index)), on: Self.rungs, remembering: &memory)
        }
        return memory
    }

    private static func segment(_ index: Int64) -> FinishedSegment {
        FinishedSegment(
            index: index, rung: 0, length: .seconds(2), sample: ThroughputSample(bits: 1, busy: .seconds(1)),
            latency: .zero, took: .seconds(1), ahead: .seconds(2), at: .zero + .seconds(index))
    }

    private func rung(
        _ memory: inout SwitchMemory, from current: Int = 1, bitRate: Int64 = 1_000_000, ahead: Int64,
        at now: Int64 = 0
    ) throws -> Int {
        var question = SwitchQuestion.asking(at: current, ahead: ahead, segment: 2 * second, bitRate: bitRate)
        question.now = .zero + .seconds(now)
        return try switchRule("dash.js").decide(from: Self.rungs, seeing: question, remembering: &memory).rung
    }

    @Test("the highest within 0.9 of the throughput", arguments: [(999_999, 0), (1_000_000, 1)] as [(Int64, Int)])
    func throughput(bitRate: Int64, expected: Int) throws {
        var memory = try memory(after: 9)
        #expect(try rung(&memory, from: 2, bitRate: bitRate, ahead: 10 * second) == expected)
    }

    @Test(
        "or less, where the buffer has no time for it: 0.7 of the level over a segment's length",
        arguments: [(2_571_428_571, 0), (2_571_428_572, 1)] as [(Int64, Int)])
    func insufficient(ahead: Int64, expected: Int) throws {
        // 0.7 × ahead ÷ 2 s are 0.9 there.
        var memory = try memory(after: 2)
        #expect(try rung(&memory, ahead: ahead) == expected)
        var early = try self.memory(after: 1)
        #expect(try rung(&early, ahead: ahead) == 1, "not of the first two segments")
    }

    @Test("the lowest with nothing ahead, and no wish for the first segments")
    func dry() throws {
        var memory = try memory(after: 2)
        #expect(try rung(&memory, ahead: 300_000_000) == 0)
        var early = try self.memory(after: 1)
        #expect(try rung(&early, from: 1, bitRate: 9_000_000, ahead: 300_000_000) == 1, "it stays")
        #expect(try rung(&early, from: 1, bitRate: 9_000_000, ahead: 300_000_001) == 2)
    }

    @Test("BOLA from 18 s on and down to 9, which holds on to what throughput does not carry")
    func utility() throws {
        var memory = try memory(after: 9)
        #expect(try rung(&memory, from: 2, ahead: 17 * second) == 1, "throughput")
        #expect(try rung(&memory, from: 2, ahead: 18 * second) == 1, "BOLA begins with throughput")
        #expect(try rung(&memory, from: 2, ahead: 18 * second) == 2, "then it is the level that counts")
        #expect(try rung(&memory, from: 2, ahead: 9 * second, at: 0) < 2)
        #expect(try rung(&memory, from: 2, ahead: 17 * second, at: 0) == 2, "still BOLA")
        _ = try rung(&memory, from: 2, ahead: 9 * second - 1)
        #expect(try rung(&memory, from: 2, ahead: 17 * second) == 1, "no longer")
    }

    /// A segment of 8 s has come, with which 17 s are ahead; or nothing was, for a moment.
    @Test(
        "no longer BOLA, where less than 9 s were ahead between two segments",
        arguments: [-1, 0, 1, nil] as [Int64?])
    func dips(offset: Int64?) throws {
        var memory = try memory(after: 9)
        for expected in [1, 2] { #expect(try rung(&memory, from: 2, ahead: 18 * second) == expected) }
        let ahead = MediaTime(nanoseconds: 17 * second + (offset ?? 1))
        let segment = FinishedSegment(
            index: 9, rung: 2, length: .seconds(8), sample: ThroughputSample(bits: 1, busy: .seconds(1)),
            latency: .zero, took: .zero, ahead: ahead, at: .zero)
        let notes: [SwitchNote] = (offset == nil ? [.ranDry] : []) + [.finished(segment)]
        for note in notes { try switchRule("dash.js").take(note, on: Self.rungs, remembering: &memory) }
        #expect(try rung(&memory, from: 2, ahead: ahead.nanoseconds) == (offset ?? -1 < 0 ? 1 : 2))
    }

    /// With it so much is ahead, and it is played before the next question: BOLA begins with throughput.
    @Test("BOLA, where 18 s were ahead as a segment had come", arguments: [(-1, 1), (0, 2)] as [(Int64, Int)])
    func rises(offset: Int64, expected: Int) throws {
        var memory = try memory(after: 9)
        let segment = FinishedSegment(
            index: 9, rung: 2, length: .seconds(8), sample: ThroughputSample(bits: 1, busy: .seconds(1)),
            latency: .zero, took: .zero, ahead: MediaTime(nanoseconds: 18 * second + offset), at: .zero)
        try switchRule("dash.js").take(.finished(segment), on: Self.rungs, remembering: &memory)
        for rung in [1, expected] { #expect(try self.rung(&memory, from: 2, ahead: 17 * second) == rung) }
    }

    /// BOLA begins with 10 s ahead, and with 5.99 s that it makes up so as to take the third rung. That one is worth
    /// having up to 20.17 s, so it makes up no more than is missing of these, reckoned as a segment of it was asked
    /// for.
    @Test(
        "BOLA, which reckons with what was ahead as a segment was asked for, that one not included",
        arguments: [(0, 2), (4, 2), (8, 1)] as [(Int64, Int)])
    func placeholder(took: Int64, expected: Int) throws {
        var memory = try memory(after: 9)
        let segment = FinishedSegment(
            index: 9, rung: 2, length: .seconds(8), sample: ThroughputSample(bits: 1, busy: .seconds(1)),
            latency: .zero, took: .seconds(took), ahead: .seconds(18), at: .zero)
        for (ahead, expected) in [(10 * second, 2), (10 * second + second / 2, expected)] {
            try switchRule("dash.js").take(.finished(segment), on: Self.rungs, remembering: &memory)
            #expect(try rung(&memory, from: 2, bitRate: 5_000_000, ahead: ahead) == expected)
        }
    }

    @Test("only lower ones for ten seconds after a segment was given up")
    func cautious() throws {
        var memory = try memory(after: 9)
        let given = AbandonedSegment(
            rung: 1, lower: 0, sample: ThroughputSample(bits: 1, busy: .seconds(1)), ahead: .seconds(4),
            at: .zero + .seconds(20))
        try switchRule("dash.js").take(.gaveUp(given), on: Self.rungs, remembering: &memory)
        #expect(try rung(&memory, from: 0, ahead: 10 * second, at: 29) == 0)
        #expect(try rung(&memory, from: 0, ahead: 10 * second, at: 30) == 1)
    }
}

@Suite("How GStreamer and VLC choose")
struct DesktopSwitchTests {
    @Test("GStreamer: the highest within 0.8", arguments: [(999_999, 0), (1_000_000, 1)] as [(Int64, Int)])
    func gstreamer(bitRate: Int64, rung: Int) throws {
        let question = SwitchQuestion.asking(at: 1, bitRate: bitRate)
        #expect(try switchRule("gstreamer").choose(ladder(100_000, 800_000), question) == rung)
    }

    @Test(
        "VLC: the highest at every level, as its whole numbers have it", arguments: [0, 1, 5, 6, 30] as [Int64],
        [1, 1_000_000] as [Int64])
    func vlc(ahead: Int64, bitRate: Int64) throws {
        let question = SwitchQuestion.asking(at: 0, ahead: ahead * second, bitRate: bitRate)
        #expect(try switchRule("vlc").choose(ladder(110_000, 600_000, 4_500_000), question) == 2)
    }
}

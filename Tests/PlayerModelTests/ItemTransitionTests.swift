import PlayerModel
import Testing

@Suite("From one item to the next (WWDC21 10142)") struct ItemTransitionTests {
    static let heAAC = format { $0.codec = "mp4a.40.5" }

    static func format(_ change: (inout AudioFormat) -> Void) -> AudioFormat {
        var format = AudioFormat()
        format.codec = "mp4a.40.2"
        (format.channels, format.sampleRate, format.bitDepth) = (2, 48_000, 16)
        change(&format)
        return format
    }

    @Test("each of the five stands in the way, in the order of the session", arguments: GaplessObstacle.allCases)
    func obstacles(obstacle: GaplessObstacle) {
        let own = Self.format { _ in }
        let other = Self.format { format in
            // This one, and all behind it.
            let number = obstacle.rawValue
            if number <= GaplessObstacle.fairPlay.rawValue { format.usesFairPlay = true }
            if number <= GaplessObstacle.codec.rawValue { format.codec = "ac-3" }
            if number <= GaplessObstacle.channels.rawValue { format.channels = 6 }
            if number <= GaplessObstacle.sampleRate.rawValue { format.sampleRate = 44_100 }
            format.bitDepth = 24
        }
        #expect(own.obstacle(to: other) == obstacle)
        #expect(other.obstacle(to: own) == obstacle)
    }

    @Test("what is not declared stands in nobody's way")
    func undeclared() {
        #expect(Self.heAAC.obstacle(to: AudioFormat()) == nil)
        #expect(AudioFormat().obstacle(to: Self.heAAC) == nil)
        #expect(Self.heAAC.obstacle(to: Self.heAAC) == nil)
    }

    /// Rungs of the session's example (A.67): each size with each sound, in the order of the playlist.
    static func ladder(_ sounds: [AudioFormat]) -> [DeclaredVariant] {
        var ladder: [DeclaredVariant] = []
        for (width, height, bitRate) in [(1280, 720, 3_000_000), (1920, 1080, 6_000_000)] as [(Int64, Int64, Int64)] {
            for sound in sounds {
                var variant = DeclaredVariant(
                    bitRate: bitRate, dimensions: Dimensions(width: width, height: height))
                variant.audio = sound
                ladder.append(variant)
            }
        }
        return ladder
    }

    static let both = ladder([heAAC, format { _ in }])
    static let lowComplexity = ladder([format { _ in }])

    @Test(
        "like what plays, where there is such a one, whatever the network would carry",
        arguments: [nil, 1, 100_000_000] as [Int64?])
    func match(throughput: Int64?) {
        for (index, last) in Self.both.enumerated() {
            let first = ItemTransition().first(
                after: last, among: Self.both, permitted: [0, 1, 2, 3], throughput: throughput)
            #expect(first == index)
        }
        // The size is ruled out: the sound counts for more than the picture.
        let first = ItemTransition().first(
            after: Self.both[2], among: Self.both, permitted: [0, 1, 3], throughput: throughput)
        #expect(first == 0)
    }

    @Test(
        "without a match, what the network carries",
        arguments: [
            (nil, nil), (1, 0), (4_285_713, 0), (8_571_427, 0), (8_571_429, 1), (100_000_000, 1),
        ] as [(throughput: Int64?, first: Int?)])
    func noMatch(throughput: Int64?, first: Int?) {
        // 0.7 of 8,571,428.57 is the 6 Mbit/s of 1080p.
        let chosen = ItemTransition().first(
            after: Self.both[0], among: Self.lowComplexity, permitted: [0, 1], throughput: throughput)
        #expect(chosen == first)
    }

    @Test("of those that are alike and of one size, the nearest bit rate; of equals the first")
    func nearest() {
        var rungs = Self.ladder([Self.heAAC, Self.heAAC, Self.heAAC])
        for (index, bitRate) in [2_000_000, 3_400_000, 2_600_000].enumerated() {
            rungs[index].bitRate = Int64(bitRate)
        }
        let last = Self.both[0]
        let all = ItemTransition().first(after: last, among: rungs, permitted: [0, 1, 2, 3], throughput: nil)
        #expect(all == 1)
        let some = ItemTransition().first(after: last, among: rungs, permitted: [3, 4, 5], throughput: nil)
        #expect(some == 3)
    }
}

import Testing

@testable import PlayerModel

/// The ladder of session 503 (A.53).
private let ladder = [
    variant(110, 400, 224), variant(400, 400, 224), variant(600, 640, 360), variant(1800, 960, 540),
    variant(4500, 1280, 720), variant(11000, 1920, 1080),
]

private func variant(_ kilobits: Int64, _ width: Int64, _ height: Int64) -> DeclaredVariant {
    DeclaredVariant(bitRate: kilobits * 1000, dimensions: Dimensions(width: width, height: height))
}

private func bare(_ kilobits: Int64...) -> [DeclaredVariant] { kilobits.map { DeclaredVariant(bitRate: $0 * 1000) } }

private func peak(_ bitsPerSecond: Int64) -> VariantLimits {
    var limits = VariantLimits()
    limits.preferredPeakBitRate = bitsPerSecond
    return limits
}

private func largest(_ width: Int64, _ height: Int64) -> VariantLimits {
    var limits = VariantLimits()
    limits.preferredMaximumResolution = Dimensions(width: width, height: height)
    return limits
}

private func layer(
    _ width: Int64, _ height: Int64, scale: Int64 = 1_000_000, _ attachment: PlayerLayer.Attachment = .early
) -> VariantLimits {
    var limits = VariantLimits()
    let size = Dimensions(width: width, height: height)
    limits.layer = PlayerLayer(size: size, contentsScale: scale, attachment: attachment)
    return limits
}

private func chosen(_ index: Int, _ reason: VariantChoice.Reason) -> VariantChoice.Choice { .init(index, reason) }

@Suite("Every rule for the first variant")
struct EveryVariantChoiceTests {
    @Test("has a name of its own, says what it does, and keeps its parameters")
    func hasName() {
        #expect(Set(VariantChoice.allCases.map(\.name)).count == VariantChoice.allCases.count)
        for rule in VariantChoice.allCases {
            #expect(rule.about.hasSuffix("."))
            #expect(Set(rule.parameters.map(\.name)).count == rule.parameters.count)
            #expect(rule.parameters.allSatisfy { $0.range.contains($0.value) })
            #expect(rule.setting(rule.parameters.map(\.value)) == rule)
            let most = rule.parameters.map(\.range.upperBound)
            #expect(rule.setting(most).parameters.map(\.value) == most)
        }
        #expect(Set(VariantChoice.Reason.allCases.map(\.words)).count == VariantChoice.Reason.allCases.count)
    }

    @Test("takes the only variant", arguments: VariantChoice.allCases)
    func onlyOne(_ rule: VariantChoice) {
        #expect(rule.first(among: bare(500)).index == 0)
        #expect(rule.first(among: bare(500), within: peak(1)) == chosen(0, .nothingEligible))
    }

    @Test("takes the first of equals", arguments: VariantChoice.allCases)
    func ties(_ rule: VariantChoice) {
        #expect(rule.first(among: bare(500, 500, 500)).index == 0)
        #expect(rule.first(among: [variant(500, 10, 10), variant(500, 10, 10)], within: peak(9)).index == 0)
        #expect(rule.first(among: [variant(900, 10, 10)] + ladder + ladder, within: peak(110_000)).index == 1)
    }

    @Test("takes the lowest where none is eligible", arguments: VariantChoice.allCases)
    func noneEligible(_ rule: VariantChoice) {
        let turned = Array(ladder.reversed())
        #expect(rule.first(among: turned, within: peak(2000)) == chosen(5, .nothingEligible))
        #expect(rule.first(among: turned, within: largest(399, 223)) == chosen(5, .nothingEligible))
        var both = peak(500_000)
        both.preferredMaximumResolution = Dimensions(width: 1, height: 1)
        #expect(rule.first(among: turned, within: both) == chosen(5, .nothingEligible))
    }

    @Test("takes of none that is eligible what may be fetched then, too", arguments: VariantChoice.allCases)
    func noneEligibleOfAll(_ rule: VariantChoice) {
        var sound = ladder
        sound[0].hasPictures = false
        #expect(peak(2000).permitted(among: sound) == [0])
        #expect(rule.first(among: sound, within: peak(2000)) == chosen(0, .nothingEligible))
        var unknown = ladder
        unknown[0].videoRange = .unrecognized
        #expect(peak(2000).permitted(among: unknown) == [1])
        #expect(rule.first(among: unknown, within: peak(2000)) == chosen(1, .nothingEligibleOfShown))
        #expect(peak(400_000).permitted(among: ladder) == [0, 1])
    }

    @Test("stays with what is eligible", arguments: VariantChoice.allCases)
    func staysEligible(_ rule: VariantChoice) {
        for limits in [peak(600_000), largest(640, 360), layer(640, 360)] {
            #expect(rule.first(among: ladder, within: limits).index <= 2)
        }
    }
}

@Suite("The rules for the first variant")
struct VariantChoiceTests {
    @Test("first-listed, lowest and highest")
    func plain() {
        let variants = bare(400, 110, 4500, 110, 4500)
        #expect(VariantChoice.firstListed.first(among: variants) == chosen(0, .firstEligible))
        #expect(VariantChoice.firstListed.first(among: variants, within: peak(399_999)) == chosen(1, .firstEligible))
        #expect(VariantChoice.lowest.first(among: variants) == chosen(1, .lowest))
        #expect(VariantChoice.highest.first(among: variants) == chosen(2, .highest))
    }

    @Test(
        "access-log takes the highest within what was observed, at its threshold too",
        arguments: [
            (0, 0, .nothingObserved), (1, 0, .noneWithin), (109_999, 0, .noneWithin), (110_000, 0, .highestWithin),
            (1_799_999, 2, .highestWithin), (1_800_000, 3, .highestWithin), (2_000_000, 3, .highestWithin),
            (4_499_999, 3, .highestWithin), (99_000_000, 5, .highestWithin),
        ] as [(Int64, Int, VariantChoice.Reason)])
    func accessLog(_ observed: Int64, _ index: Int, _ reason: VariantChoice.Reason) {
        #expect(VariantChoice.accessLog(lastObserved: observed).first(among: ladder) == chosen(index, reason))
    }

    @Test("access-log without a log takes the first of the playlist, not the lowest")
    func noAccessLog() {
        let rule = VariantChoice.accessLog(lastObserved: 0)
        #expect(rule.first(among: ladder.reversed()) == chosen(0, .nothingObserved))
        #expect(rule.first(among: ladder.reversed(), within: peak(2_000_000)) == chosen(2, .nothingObserved))
    }

    private func acceptable(_ width: Int64, _ height: Int64, _ share: Int64) -> VariantChoice {
        .minimumAcceptable(screen: Dimensions(width: width, height: height), share: share)
    }

    @Test("minimum-acceptable takes the lowest bit rate that is large enough, at its threshold too")
    func minimumAcceptable() {
        #expect(acceptable(1920, 1080, 500_000).first(among: ladder) == chosen(3, .leastAcceptable))
        #expect(acceptable(1922, 1082, 500_000).first(among: ladder) == chosen(4, .leastAcceptable))
        // One side is enough: what is between picture and edge stays black.
        #expect(acceptable(1922, 1080, 500_000).first(among: ladder) == chosen(3, .leastAcceptable))
        // A part of a pixel counts as one.
        #expect(acceptable(1921, 1081, 500_000).first(among: ladder) == chosen(4, .leastAcceptable))
        #expect(acceptable(1136, 640, 1_000_000).first(among: ladder) == chosen(4, .leastAcceptable))
        #expect(acceptable(100, 100, 1).first(among: ladder) == chosen(0, .leastAcceptable))
    }

    @Test("minimum-acceptable takes the largest where none is large enough, and of equally large ones the lowest")
    func noneAcceptable() {
        let rule = acceptable(3840, 2160, 1_000_000)
        #expect(rule.first(among: ladder) == chosen(5, .noneAcceptable))
        #expect(rule.first(among: ladder, within: peak(500_000)) == chosen(0, .noneAcceptable))
        #expect(rule.first(among: bare(400, 110)) == chosen(0, .noDimensions))
        #expect(rule.first(among: bare(50) + ladder) == chosen(6, .noneAcceptable))
    }

    @Test("the stand-in for iOS 13 takes what is nearest, by the average where it is known")
    func standIn() {
        let rule = VariantChoice.ios13StandIn(target: 2_000_000)
        #expect(rule.first(among: ladder) == chosen(3, .nearest))
        #expect(rule.first(among: bare(2200, 1800)) == chosen(0, .nearest))
        #expect(rule.first(among: bare(2201, 1800)) == chosen(1, .nearest))
        var variants = bare(2000, 3000)
        variants[1].averageBitRate = 2_000_000
        #expect(rule.first(among: variants) == chosen(0, .nearest))
        variants[0].averageBitRate = 1_500_000
        #expect(rule.first(among: variants) == chosen(1, .nearest))
        #expect(VariantChoice.ios13StandIn(target: 730_000).first(among: ladder) == chosen(2, .nearest))
    }
}

@Suite("The first variant of an item that follows another")
struct NextFirstVariantTests {
    private static let choices: [(rule: VariantChoice, most: Int64)] = [
        // 0.7 of 10 Mbit/s, and all of 7.
        (.assumed(bitRate: 1_000_000, share: 700_000), 10_000_000),
        (.hlsJS(least: 500_000, most: 5_000_000), 7_000_000),
    ]

    @Test("goes by what was measured, and not by what is assumed", arguments: choices.indices, [0, 1] as [Int64])
    func measured(row: Int, missing: Int64) {
        let (rule, most) = Self.choices[row]
        #expect(rule.first(among: bare(400, 7000, 8000)).index == 0)
        let measured = rule.reckoning(with: most - missing)
        #expect(measured.first(among: bare(400, 7000, 8000)).index == (missing > 0 ? 0 : 1))
        #expect(rule.reckoning(with: 1).first(among: bare(900, 7000, 400)).index == (row == 0 ? 2 : 0), "none fits")
    }

    @Test("with others it is the same", arguments: VariantChoice.allCases)
    func others(rule: VariantChoice) {
        let goesByThroughput = ["assumed", "hls.js"].contains(rule.name)
        #expect((rule.reckoning(with: 7) != rule) == goesByThroughput)
        #expect(rule.reckoning(with: 7).name == rule.name)
    }
}

@Suite("Which variants are eligible")
struct VariantLimitsTests {
    @Test(
        "preferredPeakBitRate is in bits per second: 2,000,000 permits 1800 kbit/s, and 2000 permits nothing (A.60)",
        arguments: [
            (0, 6), (1, 0), (2000, 0), (109_999, 0), (110_000, 1), (1_799_999, 3), (1_800_000, 4), (2_000_000, 4),
            (11_000_000, 6),
        ] as [(Int64, Int)])
    func peakBitRate(_ bitsPerSecond: Int64, _ count: Int) {
        #expect(peak(bitsPerSecond).eligible(among: ladder) == Array(0..<count))
        #expect(peak(bitsPerSecond).isSet(.preferredPeakBitRate) == (bitsPerSecond > 0))
        let ruledOut = peak(bitsPerSecond).ruledOut(by: .preferredPeakBitRate, among: ladder)
        #expect(ruledOut == Array(count..<6))
    }

    @Test("option A: sorted from high to low, the first that is eligible is the highest within the guess")
    func optionA() {
        let sorted = Array(ladder.reversed())
        #expect(VariantChoice.firstListed.first(among: sorted, within: peak(2_000_000)) == chosen(2, .firstEligible))
        #expect(sorted[2].bitRate == 1_800_000)
        #expect(VariantChoice.firstListed.first(among: sorted, within: peak(2000)) == chosen(5, .nothingEligible))
    }

    @Test("a peak is held against the declared one, not against the average")
    func average() {
        let variants = [DeclaredVariant(bitRate: 2000, averageBitRate: 1000), DeclaredVariant(bitRate: 900)]
        #expect(peak(1999).eligible(among: variants) == [1])
    }

    @Test("neither side may exceed preferredMaximumResolution")
    func resolution() {
        #expect(largest(960, 540).eligible(among: ladder) == [0, 1, 2, 3])
        #expect(largest(959, 540).eligible(among: ladder) == [0, 1, 2])
        #expect(largest(960, 539).eligible(among: ladder) == [0, 1, 2])
        #expect(largest(399, 9999).eligible(among: ladder) == [])
        #expect(largest(1, 1).eligible(among: bare(1, 2)) == [0, 1])
    }

    @Test("a layer permits all up to the smallest that fills it: 720p for an iPhone SE (A.54)")
    func ofLayer() {
        #expect(layer(568, 320, scale: 2_000_000).eligible(among: ladder) == [0, 1, 2, 3, 4])
        #expect(layer(568, 320).eligible(among: ladder) == [0, 1, 2])
        #expect(layer(960, 540).eligible(among: ladder) == [0, 1, 2, 3])
        #expect(layer(961, 541).eligible(among: ladder) == [0, 1, 2, 3, 4])
        #expect(layer(961, 540).eligible(among: ladder) == [0, 1, 2, 3])
        #expect(layer(3840, 2160).eligible(among: ladder) == [0, 1, 2, 3, 4, 5])
        #expect(layer(1, 1).eligible(among: ladder) == [0, 1])
        #expect(layer(1, 1).eligible(among: bare(1, 2)) == [0, 1])
        #expect(layer(1, 1).eligible(among: bare(1) + ladder) == [0, 1, 2])
    }

    @Test(
        "a layer that comes late, or never, limits nothing at the start",
        arguments: [PlayerLayer.Attachment.late, .never])
    func lateLayer(_ attachment: PlayerLayer.Attachment) {
        #expect(layer(1, 1, attachment).eligible(among: ladder) == Array(0..<6))
        #expect(layer(1, 1, attachment).isSet(.layer))
    }

    @Test("points times scale are pixels, and a part of one counts")
    func pixels() {
        #expect(layer(375, 211, scale: 3_000_000).layer?.pixels == Dimensions(width: 1125, height: 633))
        #expect(layer(3, 1, scale: 1_500_000).layer?.pixels == Dimensions(width: 5, height: 2))
        #expect(Dimensions(width: .max, height: 2).pixels == .max)
    }

    @Test("limits add up")
    func together() {
        var limits = peak(5_000_000)
        limits.preferredMaximumResolution = Dimensions(width: 1920, height: 600)
        limits.layer = PlayerLayer(size: Dimensions(width: 640, height: 360))
        #expect(
            VariantLimits.Limit.allCases.map { limits.ruledOut(by: $0, among: ladder) } == [
                [5], [4, 5], [3, 4, 5], [], [], [],
            ])
        #expect(limits.eligible(among: ladder) == [0, 1, 2])
        #expect(VariantLimits().eligible(among: ladder) == Array(0..<6))
        #expect(VariantLimits.Limit.allCases.allSatisfy { !VariantLimits().isSet($0) })
    }
}

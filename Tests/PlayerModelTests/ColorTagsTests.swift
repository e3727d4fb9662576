import PlayerModel
import Testing

private typealias Tags = ColorTags

private func limits(
    _ range: Display.DynamicRange?, gamut: Gamut = .sRGB, peak: Int64 = 0
) -> VariantLimits {
    var limits = VariantLimits()
    limits.display = range.map { Display(gamut: gamut, range: $0) }
    limits.preferredPeakBitRate = peak
    return limits
}

/// Variants of 1, 2, 3 … bits per second.
private func variants(_ ranges: [VideoRange]) -> [DeclaredVariant] {
    ranges.enumerated().map { DeclaredVariant(bitRate: Int64($0) + 1, videoRange: $1) }
}

@Suite("Colour tags")
struct ColorTagsTests {
    /// ISO/IEC 23001-8, tables 2, 3 and 4: the code points, and the names that AVFoundation has for them.
    @Test(
        "primaries have names and numbers",
        arguments: [
            (1, "ITU_R_709_2", Gamut.sRGB), (5, "EBU_3213", .sRGB), (6, "SMPTE_C", .sRGB),
            (9, "ITU_R_2020", .ituR2020),
            (12, "P3_D65", .p3),
        ] as [(Int64, String, Gamut)])
    func primaries(_ number: Int64, _ name: String, _ gamut: Gamut) throws {
        let tag = try #require(Tags.Primaries.numbered(number))
        #expect(tag.name == name && tag.number == number && tag.gamut == gamut)
        #expect(Tags.Primaries.named(name) == tag)
        #expect(Tags(tag, .ituR709, .ituR709).usesWideGamut == (gamut != .sRGB))
    }

    @Test(
        "transfer functions have names and numbers, and some have the function of another",
        arguments: [
            (1, "ITU_R_709_2", 1, .sdr), (6, "ITU_R_709_2", 1, .sdr), (7, "SMPTE_240M_1995", 7, .sdr),
            (8, "Linear", 8, .sdr), (13, "IEC_sRGB", 13, .sdr), (14, "ITU_R_709_2", 1, .sdr),
            (15, "ITU_R_709_2", 1, .sdr), (16, "SMPTE_ST_2084_PQ", 16, .pq), (18, "ITU_R_2100_HLG", 18, .hlg),
        ] as [(Int64, String, Int64, VideoRange)])
    func transferFunctions(_ number: Int64, _ name: String, _ own: Int64, _ range: VideoRange) throws {
        let tag = try #require(Tags.TransferFunction.numbered(number))
        #expect(tag.name == name && tag.number == own && tag.videoRange == range)
        #expect(Tags.TransferFunction.named(name) == tag)
    }

    @Test(
        "matrices have names and numbers",
        arguments: [
            (1, "ITU_R_709_2", 1), (5, "ITU_R_601_4", 6), (6, "ITU_R_601_4", 6), (7, "SMPTE_240M_1995", 7),
            (9, "ITU_R_2020", 9),
        ] as [(Int64, String, Int64)])
    func matrices(_ number: Int64, _ name: String, _ own: Int64) throws {
        let tag = try #require(Tags.Matrix.numbered(number))
        #expect(tag.name == name && tag.number == own)
        #expect(Tags.Matrix.named(name) == tag)
    }

    @Test("no number is that of two tags, and what is not in a table is not known")
    func numbers() {
        func known<Tag: ColorTag>(_: Tag.Type) -> [Int64] {
            let all = Tag.allCases.flatMap { $0.numbers }
            for number in all { #expect(Tag.allCases.count { $0.numbers.contains(number) } == 1) }
            return (0...255).filter { Tag.numbered($0) != nil }
        }
        #expect(known(Tags.Primaries.self) == [1, 5, 6, 9, 12])
        #expect(known(Tags.TransferFunction.self) == [1, 6, 7, 8, 13, 14, 15, 16, 18])
        #expect(known(Tags.Matrix.self) == [1, 5, 6, 7, 9])
        #expect(Tags.Primaries.numbered(-1) == nil && Tags.Primaries.named("p3_d65") == nil)
    }

    @Test(
        "the session's three examples (A.44), and what an output gets of them",
        arguments: [
            (Tags(.smpteC, .ituR709, .ituR601), false, true), (Tags(.ituR709, .ituR709, .ituR709), false, false),
            (Tags(.p3D65, .ituR709, .ituR709), true, true),
        ])
    func examples(_ tags: ColorTags, _ isWide: Bool, _ isConverted: Bool) {
        #expect(tags.usesWideGamut == isWide)
        #expect(VideoOutput(allowsWideColor: true).receives(tags) == tags)
        #expect(VideoOutput(allowsWideColor: true).converts(tags) == false)
        #expect(VideoOutput(allowsWideColor: false).receives(tags) == .hd)
        #expect(VideoOutput(allowsWideColor: false).converts(tags) == isConverted)
    }

    @Test("of unknown tags an output knows no more")
    func unknown() {
        #expect(VideoOutput(allowsWideColor: true).receives(nil) == nil)
        #expect(VideoOutput(allowsWideColor: true).converts(nil) == false)
        #expect(VideoOutput(allowsWideColor: false).receives(nil) == .hd)
        #expect(VideoOutput(allowsWideColor: false).converts(nil) == nil)
    }
}

@Suite("Which variants a display can show")
struct DisplayTests {
    @Test(
        "a range that it does not show is ruled out where another is left",
        arguments: [
            (nil, [.sdr, .hlg, .pq], [0, 1, 2]), (.high, [.sdr, .hlg, .pq], [0, 1, 2]),
            (.standard, [.sdr, .hlg, .pq], [0]), (.standard, [.pq, .sdr, .hlg, .sdr], [1, 3]),
            (.standard, [.hlg, .pq], [0, 1]), (.standard, [.pq], [0]), (.standard, [.sdr], [0]),
            (nil, [.unrecognized, .sdr], [1]), (.high, [.unrecognized, .pq], [1]),
            (.standard, [.unrecognized, .pq], [1]),
            (.standard, [.unrecognized], []), (nil, [.unrecognized, .unrecognized], []), (.standard, [], []),
        ] as [(Display.DynamicRange?, [VideoRange], [Int])])
    func eligibility(_ range: Display.DynamicRange?, _ ranges: [VideoRange], _ eligible: [Int]) {
        for gamut in [Gamut.sRGB, .p3] {
            #expect(limits(range, gamut: gamut).eligible(among: variants(ranges)) == eligible)
        }
    }

    @Test("what an app prefers does not change what the display shows", arguments: [1, 2] as [Int64])
    func otherLimits(_ peak: Int64) {
        let ladder = variants([.pq, .sdr])
        #expect(limits(.standard, peak: peak).permitted(among: ladder) == [1])
        #expect(limits(.standard, peak: peak).ruledOut(by: .display, among: ladder) == [0])
        let choice = VariantChoice.lowest.first(among: ladder, within: limits(.standard, peak: peak))
        #expect(choice.reason == (peak == 1 ? .nothingEligibleOfShown : .lowest))
    }

    @Test("sound alone is nothing that a display shows, and no stand-in for pictures that it does not")
    func soundAlone() {
        var ladder = variants([.pq, .sdr])
        ladder[1].hasPictures = false
        #expect(limits(.standard).eligible(among: ladder) == [0])
        ladder = variants([.pq, .sdr, .sdr])
        ladder[2] = DeclaredVariant(bitRate: 1)
        ladder[2].hasPictures = false
        #expect(limits(.standard, peak: 1).eligible(among: ladder) == [2])
        #expect(limits(.standard).eligible(among: ladder) == [1])
    }

    @Test("a layer reckons with the pictures that the display shows")
    func layer() {
        var ladder = variants([.sdr, .pq, .sdr])
        for (index, height) in [270, 540, 1080].enumerated() {
            ladder[index].dimensions = Dimensions(width: Int64(height) * 16 / 9, height: Int64(height))
        }
        var limits = limits(.standard)
        limits.layer = PlayerLayer(size: Dimensions(width: 960, height: 540))
        #expect(limits.eligible(among: ladder) == [0, 2])
        limits.display = nil
        #expect(limits.eligible(among: ladder) == [0, 1])
    }

    @Test("a limit that nobody set is the range that is not known")
    func isSet() {
        #expect(limits(.high).isSet(.display) && !limits(nil).isSet(.display) && !limits(.high).isSet(.videoRange))
        #expect(limits(nil).ruledOut(by: .videoRange, among: variants([.sdr, .unrecognized])) == [1])
        let none = VariantChoice.firstListed.first(among: variants([.unrecognized, .unrecognized]))
        #expect(none.index == 0 && none.reason == .nothingEligible)
    }

    @Test(
        "colours that it does not have are converted",
        arguments: [
            (Gamut.sRGB, Tags.Primaries.ituR709, false), (.sRGB, .smpteC, false), (.sRGB, .ebu3213, false),
            (.sRGB, .p3D65, true), (.sRGB, .ituR2020, true), (.p3, .ituR709, false), (.p3, .p3D65, false),
            (.p3, .ituR2020, true),
        ])
    func conversion(_ gamut: Gamut, _ primaries: ColorTags.Primaries, _ converts: Bool) {
        let tags = ColorTags(primaries, .ituR709, .ituR709)
        for range in Display.DynamicRange.allCases {
            #expect(Display(gamut: gamut, range: range).converts(tags, .sdr) == converts)
            #expect(!Display(gamut: gamut, range: range).converts(nil, .sdr))
        }
        #expect(Display(gamut: gamut, range: .standard).converts(tags, .pq))
        #expect(Display(gamut: gamut, range: .high).converts(tags, .pq) == converts)
    }

    @Test(
        "VIDEO-RANGE is a word of three, SDR where there is none, and unrecognized where it is another",
        arguments: [
            (nil, .sdr), ("SDR", .sdr), ("HLG", .hlg), ("PQ", .pq), ("pq", .unrecognized), ("HDR", .unrecognized),
            ("unrecognized", .unrecognized),
        ] as [(String?, VideoRange)])
    func attribute(_ word: String?, _ range: VideoRange) { #expect(VideoRange(attribute: word) == range) }
}

import Testing

@testable import PlayerModel

@Suite("Whole players")
struct PlayerProfileTests {
    @Test("are those that the scenario format promises, in that order")
    func names() {
        #expect(
            PlayerProfile.all.map(\.name) == [
                "avplayer", "avplayer-ios", "hls.js", "shaka", "exoplayer", "dash.js", "vhs", "mpv", "vlc",
                "gstreamer",
                "chromium", "firefox",
            ])
    }

    @Test("say what they are, where that is from, and what is left out", arguments: PlayerProfile.all)
    func words(profile: PlayerProfile) {
        #expect(profile.about.hasSuffix("."))
        #expect(!profile.sources.isEmpty && !profile.notModelled.isEmpty)
        #expect(profile.sources.allSatisfy { !$0.isEmpty })
        #expect(Set(profile.rules.map(\.key) + profile.times.map(\.key)).count == 12)
    }

    /// A rule that carries a player's name has that player's constants everywhere, but for the one that was fitted.
    @Test("have the constants that the rules of their names have", arguments: PlayerProfile.all)
    func constants(profile: PlayerProfile) {
        #expect(KeepUp.all.contains(profile.keepUp))
        #expect(ThroughputEstimator.all.contains(profile.estimator))
        if profile == .avPlayerIOS { return }
        #expect(VariantSwitch.all.contains(profile.switching))
        #expect(SegmentAbandonment.all.contains(profile.abandonment))
    }

    @Test("begin with the variant that their estimate carries before anything is measured")
    func firstVariants() {
        // As Apple's own ladders have it, the first is neither the lowest nor the highest.
        let kilobits: [Int64] = [1800, 4500, 11_000, 600, 900, 110]
        let variants = kilobits.map { DeclaredVariant(bitRate: $0 * 1000) }
        let first = Dictionary(
            uniqueKeysWithValues: PlayerProfile.all.map {
                ($0.name, kilobits[$0.firstVariant.first(among: variants).index])
            })
        #expect(
            first == [
                "avplayer": 1800, "avplayer-ios": 11_000, "hls.js": 1800, "shaka": 900, "exoplayer": 600,
                "dash.js": 900, "vhs": 1800,
                "mpv": 11_000, "vlc": 110, "gstreamer": 1800, "chromium": 1800, "firefox": 1800,
            ])
    }

    @Test(
        "hls.js begins with what is listed first, between half and five megabits",
        arguments: [([11_000, 4500, 110], 4500), ([110, 400, 600], 400), ([600, 700], 600), ([700, 600], 700)]
            as [([Int64], Int64)])
    func hlsJS(kilobits: [Int64], expected: Int64) {
        let variants = kilobits.map { DeclaredVariant(bitRate: $0 * 1000) }
        let choice = VariantChoice.hlsJS(least: 500_000, most: 5_000_000).first(among: variants)
        #expect(kilobits[choice.index] == expected)
        #expect(choice.reason == .highestAssumed)
        let above = VariantChoice.hlsJS(least: 1000, most: 2000).first(among: variants)
        #expect(above == VariantChoice.Choice(0, .firstAboveAssumed))
    }
}

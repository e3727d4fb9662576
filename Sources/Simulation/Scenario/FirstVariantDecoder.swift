import PlayerModel

/// The first variant: the rule, and which variants are eligible at all.
extension ScenarioDecoder {
    mutating func firstVariant(_ node: JSONNode, into scenario: inout Scenario) {
        if let rule = node.member("first_variant") { scenario.variantChoice = variantChoice(rule) }
        scenario.variantLimits.preferredMaximumResolution = node.member("preferred_maximum_resolution").flatMap {
            dimensions($0)
        }
        scenario.variantLimits.layer = node.member("layer").flatMap { layer($0) }
        scenario.variantLimits.display = node.member("display").flatMap { display($0) }
        peakBitRate(node, into: &scenario)
        warnOfNothingEligible(node, scenario)
        switching(node, into: &scenario)
        warnOfFile(node, scenario)
    }

    /// What a variant's playlist says of its average; it is not above the peak.
    mutating func average(_ node: JSONNode, _ bitRate: Int64) -> Int64? {
        guard let average = node.member("average_bitrate_kbps") else { return nil }
        let rate = average.number(.kilobitsPerSecond)
        if let rate, rate > bitRate { report("'average_bitrate_kbps' is above 'bitrate_kbps'", average.place) }
        return rate
    }

    private func variantChoice(_ node: JSONNode) -> VariantChoice {
        let name = node.string ?? node.member("rule")?.string
        guard let rule = VariantChoice.allCases.first(where: { $0.name == name }) else { return .firstListed }
        return rule.setting(rule.parameters.map { node.member($0.name)?.number($0.unit) ?? $0.value })
    }

    func dimensions(_ node: JSONNode) -> Dimensions? {
        guard let width = node.count("width"), let height = node.count("height") else { return nil }
        return Dimensions(width: width, height: height)
    }

    func layer(_ node: JSONNode) -> PlayerLayer? {
        guard let size = dimensions(node) else { return nil }
        var layer = PlayerLayer(size: size)
        if let scale = node.member("contents_scale")?.number(.ratio) { layer.contentsScale = scale }
        if let word = node.member("attached")?.string {
            layer.attachment = PlayerLayer.Attachment.allCases.first { $0.name == word } ?? .early
        }
        return layer
    }

    /// `preferredPeakBitRate` in either unit.
    private mutating func peakBitRate(_ node: JSONNode, into scenario: inout Scenario) {
        let inKilobits = node.member("preferred_peak_bitrate_kbps")
        let inBits = node.member("preferred_peak_bitrate_bps")
        if let inKilobits, inBits != nil {
            report(
                "'preferred_peak_bitrate_kbps' and 'preferred_peak_bitrate_bps' are the same property; remove one",
                inKilobits.place)
        }
        if let inKilobits, let rate = inKilobits.number(.kilobitsPerSecond) {
            scenario.variantLimits.preferredPeakBitRate = rate
            warnIfBelowAll(rate, QuantityText.value(rate, .kilobitsPerSecond), "", inKilobits.place, scenario.media)
        } else if let inBits, let rate = inBits.number(.bitsPerSecond) {
            scenario.variantLimits.preferredPeakBitRate = rate
            let hint = "; for \(rate) kbit/s write 'preferred_peak_bitrate_kbps'"
            warnIfBelowAll(rate, QuantityText.value(rate, .bitsPerSecond), hint, inBits.place, scenario.media)
        }
    }

    /// What is below every variant is hardly meant so: the property takes bits per second, and the slides of session
    /// 503 give it kilobits (A.60).
    private mutating func warnIfBelowAll(
        _ rate: Int64, _ words: String, _ hint: String, _ place: Place, _ media: Asset
    ) {
        guard rate > 0, media.kind == .hls, let least = media.variants.map({ $0.bitRate }).min(), rate < least else {
            return
        }
        let lowest = QuantityText.value(least, .kilobitsPerSecond)
        warn(
            "preferredPeakBitRate is \(words), below every variant, of which the lowest has \(lowest), so that one "
                + "is taken\(hint)", place)
    }

    /// What no variant passes is hardly meant so either: the lowest bit rate is taken, as B.9 has it.
    private mutating func warnOfNothingEligible(_ node: JSONNode, _ scenario: Scenario) {
        let variants = scenario.media.declaredVariants
        let limits = scenario.variantLimits
        let ofPeak = limits.ruledOut(by: .preferredPeakBitRate, among: variants).count
        guard scenario.media.kind == .hls, limits.eligible(among: variants).isEmpty, ofPeak < variants.count,
            let limit = node.member("preferred_maximum_resolution") ?? node.member("layer")
        else { return }
        let sizes = variants.compactMap { $0.dimensions }
        let smallest = sizes.min { $0.pixels < $1.pixels }.map { "; the smallest has \($0.width)×\($0.height)" } ?? ""
        warn("no variant is eligible, so the one with the lowest bit rate is taken\(smallest)", limit.place)
    }

    /// A file has no variants, so nothing of all this does anything for it (B.9).
    private mutating func warnOfFile(_ node: JSONNode, _ scenario: Scenario) {
        guard scenario.media.kind != .hls else { return }
        for key in ScenarioShape.firstVariant + ScenarioShape.switching {
            // A layer shows the pictures of a file too.
            if key.name == "layer", scenario.player.pipelines.takeTime { continue }
            if let member = node.member(key.name) {
                warn("'\(key.name)' does nothing here: only HLS has variants", member.place)
            }
        }
    }
}

extension ScenarioShape {
    /// What a player has for the first variant.
    static let firstVariant: [Shape.Member] = [
        .init(
            "first_variant", "Which of the eligible variants is fetched.",
            rule(VariantChoice.allCases.map { ($0.name, $0.about, $0.parameters) })),
        .init(
            "preferred_peak_bitrate_kbps",
            "Variants above it are not eligible; 0 permits all, and so it is unless said.",
            .number(.kilobitsPerSecond, 0...100_000_000_000)),
        .init(
            "preferred_peak_bitrate_bps", "The same as the code has it: preferredPeakBitRate takes bits per second.",
            .number(.bitsPerSecond, 0...100_000_000_000)),
        .init(
            "preferred_maximum_resolution", "Variants that are wider or higher are not eligible.",
            .object(.init("resolution", "A width and a height.", sides("Pixels.")))),
        .init(
            "layer", "The AVPlayerLayer: variants with more pixels than fill it are not eligible. None unless said.",
            .object(
                .init(
                    "layer", "What shows the video.",
                    sides("Points.") + [
                        .init("contents_scale", "Pixels to a point: 1 unless said.", .number(.ratio, 1...10_000_000)),
                        .init(
                            "attached", "When the player gets it: early unless said.",
                            words(PlayerLayer.Attachment.allCases.map { ($0.name, $0.about) })),
                    ]))),
        display,
    ]

    private static func sides(_ about: String) -> [Shape.Member] {
        ["width", "height"].map { .init($0, about, .number(.count, 1...100_000), isRequired: true) }
    }
}

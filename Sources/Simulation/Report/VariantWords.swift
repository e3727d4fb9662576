import PlayerModel

/// The first variant in words: by which rule, why, and what was not eligible.
enum VariantWords {
    /// Lines for a report's settings: none where there is nothing to say but the rule's name, which the line of the
    /// media has.
    static func lines(_ scenario: Scenario) -> [(name: String, value: String)] {
        guard scenario.media.kind == .hls else { return [] }
        let rule = scenario.variantChoice
        let limits = scenario.variantLimits
        let set = VariantLimits.Limit.allCases.filter { limits.isSet($0) }
        guard !set.isEmpty || !rule.parameters.isEmpty else { return [] }
        let choice = "\(Settings.rule(rule.name, rule.parameters)): \(scenario.firstVariant.grounds.words)"
        var lines = [(name: "choice", value: choice)]
        guard !set.isEmpty else { return lines }
        let variants = scenario.media.declaredVariants
        let parts = set.map { limit in
            let out = limits.ruledOut(by: limit, among: variants).map { String($0 + 1) }
            return "\(words(limit, limits)) rules out \(out.isEmpty ? "none" : out.joined(separator: ", "))"
        }
        let count = limits.eligible(among: variants).count
        let eligible = "\(count) of \(variants.count): \(parts.joined(separator: "; "))"
        lines.append((name: "eligible", value: eligible))
        return lines
    }

    /// A limit with its figures, in the units of AVFoundation.
    private static func words(_ limit: VariantLimits.Limit, _ limits: VariantLimits) -> String {
        switch limit {
        case .preferredPeakBitRate:
            return "\(limit.name) \(QuantityText.value(limits.preferredPeakBitRate, .bitsPerSecond))"
        case .preferredMaximumResolution:
            guard let most = limits.preferredMaximumResolution else { return limit.name }
            return "\(limit.name) \(most.width)×\(most.height)"
        case .layer:
            guard let layer = limits.layer else { return limit.name }
            let scale = QuantityText.value(layer.contentsScale, .ratio)
            let size = "\(layer.size.width)×\(layer.size.height) points, contentsScale \(scale)"
            return "\(limit.name) (\(size), attached \(layer.attachment.name))"
        }
    }
}

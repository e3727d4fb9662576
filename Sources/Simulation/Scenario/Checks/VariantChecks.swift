import PlayerModel

/// Which variants a player fetches: most of what is hardly meant is a warning, because it can be run.
extension PlayerDraft {
    func setPeak(_ own: inout ScenarioPlayer, _ judgement: inout Judgement) {
        if let peakInKilobits, peakInBits != nil {
            judgement.report(
                "'preferred_peak_bitrate_kbps' and 'preferred_peak_bitrate_bps' are the same property; remove one",
                peakInKilobits.place)
        }
        guard let peak = peakInKilobits ?? peakInBits else { return }
        let rate = peak.value
        own.variantLimits.preferredPeakBitRate = rate
        if let peakInKilobits {
            judgement.warnOfBits(peakInKilobits, "preferred_peak_bitrate_kbps", from: UnitMistake.mostOfVideo)
        }
        let hint = peakInKilobits == nil ? "preferred_peak_bitrate_kbps" : nil
        let media = own.assets.map { $0.media }
        if let words = media.warning(ofPeak: rate, on: own.variantLimits.display, inBits: hint) {
            judgement.warn(words, peak.place)
        }
    }

    /// Warns of limits that no variant of any medium passes: the lowest bit rate is taken then (B.9).
    func warnOfNothingEligible(_ own: ScenarioPlayer, _ judgement: inout Judgement) {
        let (media, variants) = (own.assets.map { $0.media }, own.media.declaredVariants)
        let limits = own.variantLimits
        guard own.media.kind == .hls, media.allSatisfy({ limits.eligible(among: $0.declaredVariants).isEmpty }),
            media.warning(ofPeak: limits.preferredPeakBitRate, on: limits.display, inBits: nil) == nil,
            let place = maximumResolutionPlace ?? layerPlace
        else { return }
        let sizes = media.flatMap { $0.declaredVariants.compactMap { $0.dimensions } }
        let smallest = sizes.min { $0.pixels < $1.pixels }.map { "; the smallest has \($0.width)×\($0.height)" } ?? ""
        let reason = own.variantChoice.first(among: variants, within: limits).reason
        let known = reason == .nothingEligibleOfShown ? " of those whose VIDEO-RANGE can be shown" : ""
        judgement.warn(
            "no variant is eligible, so the one with the lowest bit rate\(known) is taken\(smallest)", place)
    }

    /// Warns of settings for later variants of a stream that do nothing. `isOne` is whether nothing that is fetched has
    /// several.
    func warnOfSwitching(_ own: ScenarioPlayer, isOne: Bool, _ judgement: inout Judgement) {
        if let abandonment = rules.abandonment, own.variantSwitch == .fixed, abandonment.value != .never {
            judgement.warn(
                "'abandon_segment' does nothing here: without 'switching' there is no lower variant",
                abandonment.place)
        }
        if let replacement = rules.replacement, own.variantSwitch == .fixed, replacement.value != .none {
            judgement.warn(
                "'replace_segment' does nothing here: without 'switching' there is no higher variant",
                replacement.place)
        }
        if let abandonment = rules.abandonment, case .shaka(_, let bytes) = abandonment.value,
            case .player(.shaka(_, _, let sample, _, _)) = own.estimator, bytes < sample
        {
            judgement.warn(
                "with 'sample_bytes' of \(bytes), samples are too small for \"throughput\": \"shaka\", which counts "
                    + "none below \(sample); write \(sample) or more", abandonment.place)
        }
        guard let switching = rules.switching, switching.value != .fixed else { return }
        if isOne {
            return judgement.warn("'switching' does nothing here: there is one variant alone", switching.place)
        }
        let wanted = switching.value.estimators
        if !wanted.isEmpty, !wanted.contains(own.estimator.name) {
            let names = wanted.map { "\"\($0)\"" }.joined(separator: " or ")
            judgement.warn(
                "'\(switching.value.name)' measures throughput by \(names) where it comes from, and here by "
                    + "\"\(own.estimator.name)\"; write \"throughput\": \"\(wanted[0])\"", switching.place)
        }
        for asset in own.assets.indices {
            let (named, aligned) = (own.assets[asset], own.variants(of: asset))
            let apart = named.media.variants.indices.filter { !aligned.contains($0) }.map { String($0 + 1) }
            if apart.isEmpty { continue }
            let of = own.assets.count > 1 ? " of '\(named.name)'" : ""
            let never =
                apart.count == 1
                ? "variant \(apart[0])\(of) is never switched to, because its"
                : "variants \(apart.joined(separator: ", "))\(of) are never switched to, because their"
            let first = own.firstVariant(of: asset).index + 1
            judgement.warn("\(never) segments do not begin where those of variant \(first) do", switching.place)
        }
    }

    /// A file has no variants, so nothing of all this does anything for it (B.9). A layer does: what is shown by one
    /// pauses in the background.
    func warnOfFile(_ judgement: inout Judgement) {
        for key in keysOfVariants {
            judgement.warn("'\(key.name)' does nothing here: only HLS has variants", key.value.place)
        }
    }
}

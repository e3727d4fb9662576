import PlayerModel

/// Actions that change which variants are eligible.
enum VariantActions {
    static let entries = [
        ActionEntry(
            "set_preferred_peak_bit_rate", "preferredPeakBitRate = …, of this item and of those that follow.",
            from: PeakKeys()
        ) {
            Key("value_kbps", "Variants above it are not eligible; 0 permits all.")
                .holds(.number(.kilobitsPerSecond, 0...100_000_000_000)) { $0.inKilobits = $1 }
            Key("value_bps", "preferredPeakBitRate as the code has it, in bits per second.")
                .holds(.number(.bitsPerSecond, 0...100_000_000_000)) { $0.inBits = $1 }
        } make: { keys, context in
            if (keys.inKilobits == nil) == (keys.inBits == nil) {
                context.report("give one of 'value_kbps' and 'value_bps'; 0 permits all")
            }
            context.warnOfFile("set_preferred_peak_bit_rate")
            let peak = keys.inKilobits ?? keys.inBits ?? 0
            context.warnOfPeak(peak, inBits: keys.inKilobits == nil ? "value_kbps" : nil)
            return .limit(.preferredPeakBitRate(peak))
        },
        ActionEntry(
            "set_preferred_maximum_resolution",
            "preferredMaximumResolution = …, of this item and of those that follow; without a size it is .zero.",
            from: SizeDraft()
        ) {
            SizeDraft.sides("Pixels.")
        } make: { size, context in
            if size.loneSide != nil { context.report(SizeDraft.problem) }
            context.warnOfFile("set_preferred_maximum_resolution")
            context.warnOfLater("preferredMaximumResolution")
            return .limit(.preferredMaximumResolution(size.dimensions))
        },
        // A layer is what pictures are shown by, of a file too.
        ActionEntry(
            "set_layer", "The AVPlayerLayer gets that size; without one it is taken away.", from: SizeDraft()
        ) {
            SizeDraft.sides("Points.")
            SizeDraft.scale
        } make: { size, context in
            if size.loneSide != nil { context.report(SizeDraft.problem) }
            if let scale = size.contentsScale, size.width == nil, size.height == nil {
                context.findings.report("there is no 'width' and 'height' for 'contents_scale'", scale.place)
            }
            return .limit(.layer(size.layer))
        },
    ]

    private struct PeakKeys: Sendable {
        var inKilobits: Int64?
        var inBits: Int64?
    }
}

extension ActionContext {
    /// Warns of a peak that no variant of any medium passes.
    fileprivate mutating func warnOfPeak(_ peak: Int64, inBits key: String?) {
        guard !hasStandIn, let words = assets.warning(ofPeak: peak, on: display, inBits: key) else { return }
        findings.warn(words, place)
    }

    fileprivate mutating func warnOfFile(_ name: String) {
        guard assets[0].kind != .hls else { return }
        findings.warn("'\(name)' does nothing here: only HLS has variants", place)
    }
}

extension Action {
    package static func limit(_ change: VariantLimits.Change) -> Action {
        let words: String
        switch change {
        case .preferredPeakBitRate(let bitRate): words = "preferredPeakBitRate = \(bitRate)"
        case .preferredMaximumResolution(let most):
            words = "preferredMaximumResolution = \(most.map { "\($0.width)×\($0.height)" } ?? ".zero")"
        case .layer(nil): words = "the layer is taken away"
        case .layer(.some(let layer)):
            let scale = QuantityText.value(layer.contentsScale, .ratio)
            words = "the layer has \(layer.size.width)×\(layer.size.height) points, contentsScale \(scale)"
        }
        return Action(.limit(change), words: words)
    }
}

extension Asset {
    /// The warning of a peak below every variant, or every one that is a choice where none is eligible
    /// (`VariantLimits.leastOfAll`). It is hardly meant so: the property takes bits per second, and the slides of
    /// session 503 give it kilobits (A.60). Of one in bits, `key` is that for kilobits. Nil is no warning.
    package func warning(ofPeak rate: Int64, on display: Display?, inBits key: String?) -> String? {
        guard rate > 0, kind == .hls, !variants.isEmpty else { return nil }
        let declared = declaredVariants
        var limits = VariantLimits()
        limits.display = display
        let least = declared[limits.leastOfAll(declared)].bitRate
        guard rate < least else { return nil }
        let words = QuantityText.value(rate, key == nil ? .kilobitsPerSecond : .bitsPerSecond)
        let hint = key.map { "; for \(rate) kbit/s write '\($0)'" } ?? ""
        let lowest = QuantityText.value(least, .kilobitsPerSecond)
        let isOfAll = declared.allSatisfy { least <= $0.bitRate }
        let all = isOfAll ? "every variant" : "every variant whose VIDEO-RANGE can be shown"
        return
            "preferredPeakBitRate is \(words), below \(all), of which the lowest has \(lowest), so that one is "
            + "taken\(hint)"
    }
}

extension [Asset] {
    /// The same of several, of which no variant passes; nil where one does.
    func warning(ofPeak rate: Int64, on display: Display?, inBits key: String?) -> String? {
        let warnings = map { $0.warning(ofPeak: rate, on: display, inBits: key) }
        return warnings.contains(nil) ? nil : warnings.first ?? nil
    }
}

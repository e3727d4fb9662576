import PlayerModel

/// Switching: which variants are fetched after the first, and what the app permits meanwhile.
extension ScenarioDecoder {
    mutating func switching(_ node: JSONNode, into scenario: inout Scenario) {
        if let rule = node.member("switching") { scenario.variantSwitch = variantSwitch(rule) }
        if let rule = node.member("abandon_segment") {
            scenario.abandonment = abandonment(rule)
            if scenario.media.kind == .hls, scenario.variantSwitch == .fixed, scenario.abandonment != .never {
                warn("'abandon_segment' does nothing here: without 'switching' there is no lower variant", rule.place)
            }
        }
        guard let rule = node.member("switching"), scenario.media.kind == .hls, scenario.variantSwitch != .fixed
        else {
            return
        }
        let count = scenario.media.variants.count
        if count == 1 {
            return warn("'switching' does nothing here: there is one variant alone", rule.place)
        }
        let aligned = scenario.players[scenario.viewed].variants
        let apart = (0..<count).filter { !aligned.contains($0) }.map { String($0 + 1) }
        if !apart.isEmpty {
            let never =
                apart.count == 1
                ? "variant \(apart[0]) is never switched to, because its"
                : "variants \(apart.joined(separator: ", ")) are never switched to, because their"
            warn("\(never) segments do not begin where those of variant \(scenario.variant + 1) do", rule.place)
        }
    }

    private func variantSwitch(_ node: JSONNode) -> VariantSwitch {
        let name = node.string ?? node.member("rule")?.string
        guard let rule = VariantSwitch.all.first(where: { $0.name == name }) else { return .fixed }
        return rule.setting(rule.parameters.map { node.member($0.name)?.number($0.unit) ?? $0.value })
    }

    private func abandonment(_ node: JSONNode) -> SegmentAbandonment {
        let name = node.string ?? node.member("rule")?.string
        guard let rule = SegmentAbandonment.all.first(where: { $0.name == name }) else { return .never }
        return rule.setting(rule.parameters.map { node.member($0.name)?.number($0.unit) ?? $0.value })
    }

    /// What an action permits from its time on; nil for any other action.
    func limit(_ name: String, _ node: JSONNode) -> VariantLimits.Change? {
        switch name {
        case "set_preferred_peak_bit_rate":
            let bitRate = node.member("value_kbps")?.number(.kilobitsPerSecond)
            return .preferredPeakBitRate(bitRate ?? node.member("value_bps")?.number(.bitsPerSecond) ?? 0)
        case "set_preferred_maximum_resolution": return .preferredMaximumResolution(dimensions(node))
        case "set_layer": return .layer(layer(node))
        default: return nil
        }
    }

    mutating func checkLimit(_ name: String, _ node: JSONNode, _ place: Place, _ scenario: Scenario) {
        guard let change = limit(name, node) else { return }
        let keys = ["value_kbps", "value_bps"].filter { node.member($0) != nil }
        if case .preferredPeakBitRate = change, keys.count != 1 {
            report("give one of 'value_kbps' and 'value_bps'; 0 permits all", place)
        }
        if (node.member("width") == nil) != (node.member("height") == nil) {
            report("'width' and 'height' come together", place)
        }
        if let scale = node.member("contents_scale"), node.member("width") == nil, node.member("height") == nil {
            report("there is no 'width' and 'height' for 'contents_scale'", scale.place)
        }
        // A layer is what pictures are shown by, of a file too.
        if case .layer = change { return }
        if scenario.media.kind != .hls { warn("'\(name)' does nothing here: only HLS has variants", place) }
    }
}

extension ScenarioShape {
    /// What a player has for the variants after the first.
    static let switching: [Shape.Member] = [
        .init(
            "switching", "Which variant each later segment is fetched of: fixed unless said.",
            rule(VariantSwitch.all.map { ($0.name, $0.about, $0.parameters) })),
        .init(
            "abandon_segment", "When a segment under way is given up for one of a lower variant: never unless said.",
            rule(SegmentAbandonment.all.map { ($0.name, $0.about, $0.parameters) })),
    ]

    /// What the app may permit on the way.
    static let limits: [Shape.ObjectShape] = [
        action(
            "set_preferred_peak_bit_rate", "preferredPeakBitRate = …",
            [
                .init("value_kbps", "Variants above it are not eligible; 0 permits all.", peak(.kilobitsPerSecond)),
                .init("value_bps", "The same as the code has it.", peak(.bitsPerSecond)),
            ]),
        action(
            "set_preferred_maximum_resolution", "preferredMaximumResolution = …; without a size it is .zero.",
            size("Pixels.")),
        action(
            "set_layer", "The AVPlayerLayer gets that size; without one it is taken away.",
            size("Points.") + [
                .init("contents_scale", "Pixels to a point: 1 unless said.", .number(.ratio, 1...10_000_000))
            ]),
    ]

    private static func peak(_ unit: Unit) -> Shape { .number(unit, 0...100_000_000_000) }

    private static func size(_ about: String) -> [Shape.Member] {
        ["width", "height"].map { .init($0, about, .number(.count, 1...100_000)) }
    }
}

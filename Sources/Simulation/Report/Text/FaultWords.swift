import PlayerModel

/// Faults that are injected, and where a player turns, as settings.
enum FaultWords {
    /// Faults in the order in which they are tried; empty where there are none.
    static func clause(_ faults: [HTTPFault], _ scenario: Scenario) -> String {
        let words = faults.map { text($0, scenario) }
        return words.isEmpty ? "" : "; faults: " + words.joined(separator: "; ")
    }

    /// `status 503 of video of variant 2 from chunk 4, request 1 to 2`
    static func text(_ fault: HTTPFault, _ scenario: Scenario) -> String {
        var text = kind(fault.kind)
        if let resource = fault.resource { text += " of \(resource.name)" }
        if let variant = fault.variant { text += " of variant \(variant + 1)" }
        if let host = fault.host { text += " at \(scenario.network.transport.hosts.names[Int(host)])" }
        if let group = fault.group { text += " for \(scenario.players[Int(group)].name.onOneLine)" }
        if let chunks = fault.chunks {
            text += " from chunk \(chunks.lowerBound)"
            if chunks.upperBound == .max {
                text += " on"
            } else if chunks.count > 1 {
                text += " to \(chunks.upperBound)"
            }
        }
        if fault.since > .zero { text += " from \(fault.since.inSeconds)" }
        if fault.until < .never { text += " until \(fault.until.inSeconds)" }
        text += ", request \(fault.from)"
        if let times = fault.times {
            let last = fault.from.addingClamped(times - 1)
            if fault.chance == nil, last > fault.from { text += " to \(last)" }
        } else {
            text += " on"
        }
        guard let chance = fault.chance else { return text }
        let limit = fault.times.map { ", \($0) at most" } ?? ""
        return text + (fault.times == nil ? "" : " on") + ", \(QuantityText.value(chance, .percent)) of them\(limit)"
    }

    private static func kind(_ kind: HTTPFault.Kind) -> String {
        switch kind {
        case .status(let status): "status \(status)"
        case .reset(let bytes): "reset after \(QuantityText.value(bytes, .bytes))"
        case .silence(let bytes): "silence after \(QuantityText.value(bytes, .bytes))"
        case .truncation(let bytes): "end after \(QuantityText.value(bytes, .bytes))"
        case .length(let bytes): "a length of \(QuantityText.value(bytes, .bytes))"
        case .slowness(let rate): "a body of \(QuantityText.value(rate, .kilobitsPerSecond))"
        case .emptyPlaylist: "no segments"
        }
    }

    /// Where a player turns, where something is made to fail and it has somewhere to turn.
    static func failOver(_ player: ScenarioPlayer) -> [(name: String, value: String)] {
        guard player.meetsFaults, player.hasSeveralVariants else { return [] }
        return [("failover", Settings.rule(player.loader.failOver))]
    }
}

import PlayerModel

extension Trace.Entry {
    /// Whether a scenario has everything that the entry names, so that there are words for it. In a log that was
    /// edited, or was recorded by another model, an entry may name what does not exist.
    func fits(_ scenario: Scenario) -> Bool {
        let isOwn = scenario.players.count > 1 && scenario.players.indices.contains(Int(player))
        let own = scenario.players[isOwn ? Int(player) : 0]
        let form = record.form
        return RecordForm.places.allSatisfy { form[$0].isNamed(in: scenario, own) }
    }
}

extension RecordField {
    /// Whether what it names is in a scenario, as a player has it; a quantity and a word name nothing.
    fileprivate func isNamed(in scenario: Scenario, _ player: ScenarioPlayer) -> Bool {
        switch self {
        case .action(let index): player.script.indices.contains(Int(index))
        case .resource(let slot): player.slots(on: scenario.network).indices.contains(Int(slot))
        case .host(let host): scenario.network.transport.hosts.names.indices.contains(Int(host))
        case .source(let source): scenario.traffic.indices.contains(Int(source))
        case .asset(let asset): player.assets.indices.contains(Int(asset))
        case .track(let track, let asset):
            player.assets.indices.contains(Int(asset))
                && player.assets[Int(asset)].media.tracks(ofVariant: 0).indices.contains(Int(track))
        case .pathway(let pathway, let asset):
            player.assets.indices.contains(Int(asset))
                && player.assets[Int(asset)].media.clones.contains { $0.pathway == Int(pathway) }
        case .variant(let variant), .switching(let variant, _), .loading(let variant, _):
            player.allVariants.indices.contains(Int(variant))
        case .item(let item): 0..<Int32.max ~= item
        case .currentItem(let item): -1..<Int32.max ~= item
        case .none, .number, .exchange, .chunks, .milliseconds, .seconds, .roundedSeconds, .capacity, .perMillion,
            .rate, .flag, .direction, .status, .reason, .cause, .judgement, .failure, .exception:
            true
        }
    }
}

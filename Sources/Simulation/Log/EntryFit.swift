import PlayerModel

extension Trace.Entry {
    /// Whether all that it names is in a scenario, so that there are words for it. Of a log that was edited, or is of
    /// another model, an entry may name what there is not.
    func fits(_ scenario: Scenario) -> Bool {
        let isOwn = scenario.players.count > 1 && scenario.players.indices.contains(Int(player))
        let own = isOwn ? scenario.viewing(Int(player)) : scenario
        func isSlot(_ slot: Int32) -> Bool { own.slots.indices.contains(Int(slot)) }
        func isVariant(_ index: Int32) -> Bool { own.allVariants.indices.contains(Int(index)) }
        func isHost(_ host: Int32) -> Bool { own.network.transport.hosts.names.indices.contains(Int(host)) }
        switch record {
        case .action(let index): return own.script.indices.contains(Int(index))
        case .fetched(_, let slot): return isSlot(slot)
        case .switches(let from, let to, _), .switched(let from, let to): return isVariant(from) && isVariant(to)
        case .dropped(let asset, let track):
            return own.assets.indices.contains(Int(asset))
                && own.assets[Int(asset)].media.tracks(ofVariant: 0).indices
                    .contains(Int(track))
        case .item(let item, _, _): return item < .max && item >= -1
        case .loads(let item, let variant): return item < .max && item >= 0 && isVariant(variant)
        case .traffic(let source, _): return own.traffic.indices.contains(Int(source))
        case .network(.lookedUp(let host)), .network(.connected(let host)), .network(.secured(let host)):
            return isHost(host)
        case .network(.retries(let slot, _)), .network(.gaveUp(let slot, _)): return isSlot(slot)
        case .capacity, .delay, .loss, .dnsDelay, .requested, .allowed, .cancelled, .answered, .wasted, .loaded,
            .announced, .event:
            return true
        }
    }
}

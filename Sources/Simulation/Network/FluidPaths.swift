import PlayerModel

/// Hosts with networks of their own, under the transport `fluid`.
///
///     player ──delay up──▶ shared network ──host's delay up──▶ server
///     player ◀─delay down─ shared network ◀─host's delay down─ server
///                             rates, see `SharedLink`
///
/// The last part of the way is the one that all share, so that what a host's own network delays comes before its bytes
/// begin to take the shared one's capacity: a response begins to flow when its first bit is there.
extension FluidTransport {
    private func path(_ slot: Int) -> NetworkValues? {
        pathOfSlot[slot] < 0 ? nil : paths[Int(pathOfSlot[slot])]
    }

    /// Lets a request that has left go on to its host's own network. Returns whether anything passes there.
    mutating func entersPath(_ slot: Int) -> Bool {
        guard let path = path(slot) else { return true }
        exchanges[slot].beyond = (path.delayUp, path.delayDown)
        if path.up == 0 { exchanges[slot].arrival = .never }
        return path.up != 0
    }

    /// Sets what a host's own network offers. Requests that waited for it to come back go on; those on their way arrive
    /// when they would have.
    mutating func set(_ values: NetworkValues, ofPath path: Int, at now: Instant, into effects: inout NetworkEffects)
    {
        let was = paths[path]
        paths[path] = values
        if values.down != was.down { down.setLimit(values.down, of: path, at: now) }
        guard was.up == 0, values.up != 0 else { return }
        for slot in exchanges.indices
        where pathOfSlot[slot] == Int32(path) && exchanges[slot].phase == .underWay
            && exchanges[slot].arrival == .never
        {
            exchanges[slot].passes = max(exchanges[slot].passes, now)
            if entersPath(slot) { arrive(slot, at: arrival(of: slot), &effects) }
        }
    }
}

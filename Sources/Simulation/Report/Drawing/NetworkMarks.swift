import PlayerModel

/// The changes of the network after its beginning as marks of a drawing, in as few words as there is room for: those of
/// what all share, and those of hosts' own networks.
///
/// Of the two ways the one is named that is another than before. A capacity is that of the way down unless it is said.
enum NetworkMarks {
    /// In order.
    static func all(of run: PlayerRun, until end: Instant) -> [Lanes.Mark] {
        let network = run.playback.network
        var marks = marks(of: network, "", until: end)
        for (host, name) in run.scenario.network.transport.hosts.names.enumerated() {
            var own = ObservedNetwork()
            for one in network.hosts where Int(one.value.host) == host {
                own.hear(one.value.offer, one.order, one.at)
            }
            marks += self.marks(of: own, "\(name) ", until: end)
        }
        return marks.sorted { $0.at < $1.at }
    }

    private static func marks(of network: ObservedNetwork, _ name: String, until end: Instant) -> [Lanes.Mark] {
        var marks: [Lanes.Mark] = []
        func add<Value>(_ observed: [Observed<Value>], after first: Value, _ words: (_ old: Value, Value) -> String) {
            var old = first
            for one in observed where one.at <= end {
                if one.at > .zero {
                    marks.append(Lanes.Mark(at: one.at, kind: .network, words: name + words(old, one.value)))
                }
                old = one.value
            }
        }
        let none = BothWays(down: 0, up: 0)
        add(network.capacities, after: BothWays(down: -1, up: -1)) { capacity($0, $1) }
        add(network.delays, after: none) { "delay " + changed($0, $1, .milliseconds) }
        add(network.losses, after: none) { "loss " + changed($0, $1, .percent) }
        add(network.lookUpDelays, after: 0) { "look-ups \(QuantityText.value($1, .milliseconds))" }
        return marks
    }

    private static func capacity(_ old: BothWays, _ new: BothWays) -> String {
        func words(_ value: Int64) -> String { BitRateWords.capacity(value < 0 ? .max : value) }
        if new.down == old.down, new.up != old.up { return words(new.up) + " up" }
        // A way up that has no limit is as usual.
        let tellsUp = new.up != old.up && new.up >= 0 && new.up != new.down
        return words(new.down) + (tellsUp ? " down, \(words(new.up)) up" : "")
    }

    private static func changed(_ old: BothWays, _ new: BothWays, _ unit: Unit) -> String {
        let (down, up) = (QuantityText.value(new.down, unit), QuantityText.value(new.up, unit))
        if new.down == new.up { return down }
        if new.down == old.down { return up + " up" }
        return new.up == old.up ? down + " down" : "\(down) down, \(up) up"
    }
}

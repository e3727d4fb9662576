import PlayerModel

/// The changes that a network makes by itself, as a setting: phases, outages, a trace.
enum PhaseWords {
    /// As many are named; of the others, as many are counted and digested, so that a change in one of them shows.
    private static let mostNamed = 6
    private static let mostCounted = 1000

    /// A line for the settings: none where the network stays as it is.
    static func lines(_ conditions: Conditions) -> [(name: String, value: String)] {
        var walk = ChangeWalk(conditions)
        var values = walk.values
        var named: [String] = []
        var (count, digest, last) = (0, Digest(), Instant.zero)
        while count < mostNamed + mostCounted, let at = walk.nextChange() {
            count += 1
            last = at
            if count <= mostNamed {
                named.append("from \(at.inSeconds) \(words(values, walk.values))")
            } else {
                digest.mix(UInt64(bitPattern: at.nanoseconds))
                digest.mix(walk.values)
            }
            values = walk.values
        }
        guard !named.isEmpty else { return [] }
        if count > mostNamed {
            let until = walk.goesOn ? "and so on" : "the last at \(last.inSeconds)"
            named.append(
                "\(count - mostNamed)\(walk.goesOn ? " or more" : "") others, \(until), digest \(digest.text)")
        }
        return [("phases", named.joined(separator: "; "))]
    }

    /// The first instant at which a network is other than in the beginning; nil where it stays as it is.
    static func firstChange(of conditions: Conditions) -> Instant? {
        var walk = ChangeWalk(conditions)
        return walk.nextChange()
    }

    /// The scale of a trace where the scenario says so, and whether it begins again, or what holds after its end.
    static func words(_ use: TraceUse) -> String {
        let scale = use.scaleMillionths.map { ", scaled by \(QuantityText.value($0, .ratio))" } ?? ""
        if use.loops { return scale + ", in a loop" }
        guard let held = use.held else { return scale + ", once" }
        let from = held.from.inSeconds
        return scale + ", once, and \(QuantityText.capacity(held.bitsPerSecond)) from \(from) on"
    }

    /// The lines of the networks that hosts have of their own.
    static func lines(ofHosts networks: [HostNetwork]) -> [(name: String, value: String)] {
        networks.map { network in
            let conditions = network.conditions
            let first = words(NetworkValues(), conditions.values(at: .zero))
            let trace = network.trace.map { "trace \($0)" + (network.traceUse.map(words) ?? "") }
            let later = lines(conditions).map { $0.value }
            let own = [first.isEmpty ? nil : first, trace].compactMap { $0 }
            let all = own.isEmpty ? ["no limit and no delay"] : [own.joined(separator: ", ")]
            return ("host", "\(network.name), beyond the network: \((all + later).joined(separator: "; "))")
        }
    }

    /// The properties that are others than before.
    private static func words(_ old: NetworkValues, _ new: NetworkValues) -> String {
        var parts: [String] = []
        if new.down == 0, new.up == 0, old.down != 0 || old.up != 0 {
            parts.append("nothing")
        } else {
            if new.down != old.down { parts.append("\(QuantityText.capacity(new.down)) down") }
            if new.up != old.up { parts.append("\(QuantityText.capacity(new.up)) up") }
        }
        func add(_ old: (Int64, Int64), _ new: (Int64, Int64), _ unit: Unit, _ noun: String) {
            guard old != new else { return }
            let (down, up) = (QuantityText.value(new.0, unit), QuantityText.value(new.1, unit))
            parts.append(new.0 == new.1 ? "\(down)\(noun) each way" : "\(down)\(noun) down, \(up) up")
        }
        add(
            (old.delayDown.nanoseconds, old.delayUp.nanoseconds),
            (new.delayDown.nanoseconds, new.delayUp.nanoseconds),
            .milliseconds, "")
        add((old.lossDown, old.lossUp), (new.lossDown, new.lossUp), .percent, " loss")
        if new.dnsDelay != old.dnsDelay {
            parts.append("look-ups \(QuantityText.value(new.dnsDelay.nanoseconds, .milliseconds)) late")
        }
        return parts.joined(separator: ", ")
    }
}

/// A network from change to change. Where one of its parts begins and all is as before, that is no change.
private struct ChangeWalk {
    /// No more parts are looked at without any change: those of a trace that is scaled to nothing are all the same,
    /// and in a loop they are without end.
    private static let mostAlike = 1_000_000

    private var conditions: Conditions
    private(set) var values: NetworkValues
    private var next: Instant

    init(_ conditions: Conditions) {
        self.conditions = conditions
        (values, next) = self.conditions.reach(.zero)
    }

    /// Whether there may be more changes.
    var goesOn: Bool { next < .never }

    /// Goes on to the next change, and says when that is.
    mutating func nextChange() -> Instant? {
        for _ in 0..<Self.mostAlike {
            guard goesOn else { return nil }
            let (at, before) = (next, values)
            (values, next) = conditions.reach(at)
            if values != before { return at }
        }
        return nil
    }
}

extension Digest {
    fileprivate mutating func mix(_ values: NetworkValues) {
        let numbers = [
            values.down ?? -1, values.up ?? -1, values.delayDown.nanoseconds, values.delayUp.nanoseconds,
            values.lossDown, values.lossUp, values.dnsDelay.nanoseconds,
        ]
        for number in numbers { mix(UInt64(bitPattern: number)) }
    }
}

import SimulationContainers
import PlayerModel

/// The networks that hosts have of their own, over time.
struct HostNetworks: Sendable {
    /// One of them, as it is now.
    struct Path: Sendable {
        let host: Int32
        fileprivate(set) var values: NetworkValues
        fileprivate(set) var conditions: Conditions
        fileprivate var nextChange: Instant
    }

    private(set) var paths: ContiguousArray<Path> = []
    /// The first instant at which any may be another; `never` where all stay.
    private(set) var nextChange = Instant.never

    /// None has one.
    init() {}

    /// Those of hosts that are there, but for what changes nothing: a host with such a network is as one without.
    init(_ networks: [HostNetwork], among names: [ExactText]) {
        for network in networks where !network.isNeutral {
            guard let host = names.firstIndex(of: network.name) else { continue }
            var conditions = network.conditions
            let (values, next) = conditions.reach(.zero)
            paths.append(Path(host: Int32(host), values: values, conditions: conditions, nextChange: next))
            nextChange = min(nextChange, next)
        }
    }

    var isEmpty: Bool { paths.isEmpty }

    /// By host, the place of its path; -1 is none.
    func places(count: Int) -> [Int32] {
        var places = [Int32](repeating: -1, count: count)
        for (place, path) in paths.enumerated() where Int(path.host) < count { places[Int(path.host)] = Int32(place) }
        return places
    }

    /// The first instant after `now` at which any may be another.
    func nextChange(after now: Instant) -> Instant {
        paths.reduce(.never) { min($0, $1.conditions.nextChange(after: now)) }
    }

    /// Goes on to an instant. Returns the places of those that have changed.
    mutating func reach(_ now: Instant, _ effects: inout NetworkEffects) -> [Int] {
        var changed: [Int] = []
        nextChange = .never
        for place in paths.indices {
            if paths[place].nextChange <= now {
                let before = paths[place].values
                (paths[place].values, paths[place].nextChange) = paths[place].conditions.reach(now)
                if paths[place].values != before {
                    paths[place].tell(after: before, at: now, into: &effects)
                    changed.append(place)
                }
            }
            nextChange = min(nextChange, paths[place].nextChange)
        }
        return changed
    }

    /// Tells what is offered at the beginning.
    func tellOffers(into effects: inout NetworkEffects) {
        for path in paths { path.tell(after: NetworkValues(), at: .zero, into: &effects) }
    }
}

extension HostNetworks.Path {
    /// Tells what is other than before: at the beginning, what is other than without a network of its own.
    fileprivate func tell(after last: NetworkValues, at now: Instant, into effects: inout NetworkEffects) {
        values.offers(after: last) { effects.append(.hostOffers(HostOffer(host: host, offer: $0), at: now)) }
    }
}

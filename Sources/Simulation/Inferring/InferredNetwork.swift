import PlayerModel

/// A network that could have made a log: a member of the ensemble.
package struct InferredNetwork: Equatable, Sendable {
    /// The length of a slot in nanoseconds.
    package let slot: Int64
    /// The capacity in each slot, in bits per second.
    package let capacities: [Int64]
    /// The capacity beyond them: the middle one of the log's slots, so that no outage lasts for ever by chance.
    package let held: Int64
    /// The time there and back of a packet that takes the link no time, in nanoseconds.
    package let roundTrip: Int64
    /// The share of packets that are lost at random, in millionths, and the seed of which ones they are.
    package var loss: Int64 = 0
    package var seed: UInt64 = 1

    init(slot: Int64, capacities: [Int64], logSlots: Int, roundTrip: Int64) {
        (self.slot, self.capacities, self.roundTrip) = (slot, capacities, roundTrip)
        let carrying = capacities.prefix(logSlots).filter { $0 > 0 }.sorted()
        held = carrying.isEmpty ? capacities.max() ?? 0 : Quantile.value(carrying, percent: 50)
    }

    /// The mean capacity in some slots, of which there is one at least.
    func mean(_ slots: Range<Int>) -> Int64 {
        slots.reduce(Int64(0)) { $0.addingClamped(capacities[$1]) } / Int64(slots.count)
    }

    /// As a trace, from the session's first request on.
    package var trace: NetworkTrace {
        var trace = NetworkTrace(.csv, capacity: capacities.count)
        for (index, capacity) in capacities.enumerated() {
            trace.append(capacity, until: Instant(nanoseconds: Int64(index + 1) * slot))
        }
        trace.heldBitsPerSecond = held
        return trace
    }

    /// As conditions of a network that otherwise has these values.
    package func conditions(_ values: NetworkValues) -> Conditions {
        var values = values
        values.roundTrip = roundTrip
        (values.lossDown, values.lossUp) = (loss, loss)
        var phases: [Conditions.Phase] = []
        for (index, capacity) in (capacities + [held]).enumerated() {
            if let last = phases.last, last.values.down == capacity { continue }
            var own = values
            own.down = capacity
            phases.append(.init(start: Instant(nanoseconds: Int64(index) * slot), values: own))
        }
        return Conditions(phases: phases)
    }
}

extension NetworkValues {
    /// The delays there and back together, in nanoseconds, half of it each way.
    var roundTrip: Int64 {
        get { (delayDown + delayUp).nanoseconds }
        set {
            (delayDown, delayUp) = (
                TimeAmount(nanoseconds: newValue / 2), TimeAmount(nanoseconds: newValue - newValue / 2)
            )
        }
    }
}

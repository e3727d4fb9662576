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
    /// The instant at which the first slot begins, in nanoseconds: 0 on the log's own clock. Until then the first
    /// capacity holds, which no log tells.
    package private(set) var begin: Int64 = 0
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

    /// The same on the clock of a run, on which the log's begins at that instant, which may be before the run's 0.
    package func laid(at begin: Int64) -> InferredNetwork {
        var own = self
        own.begin = begin
        return own
    }

    /// The capacities from the clock's 0 on, with the instants in nanoseconds at which they end.
    private var stretches: [(capacity: Int64, end: Int64)] {
        capacities.enumerated().map { ($1, begin + Int64($0 + 1) * slot) }.filter { $0.1 > 0 }
    }

    /// Whether it carries nothing for some time of its clock. As a trace it does not say that nothing goes up then.
    package var hasOutage: Bool { stretches.contains { $0.capacity == 0 } }

    /// As a trace, from its clock's 0 on; where all slots are before it, of what holds behind them.
    package var trace: NetworkTrace {
        var trace = NetworkTrace(.csv, capacity: capacities.count)
        let stretches = self.stretches
        for (capacity, end) in stretches.isEmpty ? [(held, slot)] : stretches {
            trace.append(capacity, until: Instant(nanoseconds: end))
        }
        trace.heldBitsPerSecond = held
        return trace
    }

    /// As conditions of a network that otherwise has these values.
    package func conditions(_ values: NetworkValues) -> Conditions { Conditions(phases: phases(values)) }

    /// The end of the last slot, behind which all stays as it is.
    var end: Int64 { begin + Int64(capacities.count) * slot }

    /// The phases of a network that otherwise has these values.
    func phases(_ values: NetworkValues) -> [Conditions.Phase] {
        var values = values
        values.roundTrip = roundTrip
        (values.lossDown, values.lossUp) = (loss, loss)
        var phases: [Conditions.Phase] = []
        var start: Int64 = 0
        for (capacity, end) in stretches + [(held, .max)] {
            if phases.last?.values.down != capacity {
                var own = values
                own.down = capacity
                // An outage: nothing passes in either direction.
                if capacity == 0 { own.up = 0 }
                phases.append(.init(start: Instant(nanoseconds: start), values: own))
            }
            start = end
        }
        return phases
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

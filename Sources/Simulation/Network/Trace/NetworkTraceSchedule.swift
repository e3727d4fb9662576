import PlayerModel

/// A trace applied to a network: it gives the capacity towards the player and the latency, the network all else.
struct NetworkTraceSchedule: Sendable {
    private let trace: NetworkTrace
    private let loops: Bool
    private let scaleMillionths: Int64
    private let base: NetworkValues
    private let latency: Direction
    /// The number of phases: the stretches, and one more where another value holds after the end.
    let count: Int

    init(_ trace: NetworkTrace, loops: Bool, scaleMillionths: Int64, base: NetworkValues, latency: Direction) {
        precondition(!trace.stretches.isEmpty && trace.end > .zero, "A trace that was read lasts some time.")
        self.trace = trace
        self.loops = loops
        self.scaleMillionths = scaleMillionths
        self.base = base
        self.latency = latency
        let stretches = trace.stretches
        let isHeldByLast = stretches[stretches.count - 1].bitsPerSecond == trace.heldBitsPerSecond
        count = stretches.count + (loops || isHeldByLast ? 0 : 1)
    }

    /// Whether nothing changes but the capacity towards the player.
    var isOfCapacity: Bool { !trace.hasLatency }

    var period: TimeAmount? { loops ? trace.end - .zero : nil }

    func start(of index: Int) -> Instant { index < trace.stretches.count ? trace.stretches[index].start : trace.end }

    func values(of index: Int) -> NetworkValues {
        let stretch = trace.stretches[min(index, trace.stretches.count - 1)]
        var values = base
        values.down = capacity(of: index)
        switch latency {
        case .down: values.delayDown = base.delayDown + stretch.latency
        case .up: values.delayUp = base.delayUp + stretch.latency
        }
        return values
    }

    /// The capacity towards the player alone.
    @inline(__always)
    func capacity(of index: Int) -> Int64 {
        let isHeld = index == trace.stretches.count
        let measured = isHeld ? trace.heldBitsPerSecond : trace.stretches[index].bitsPerSecond
        if scaleMillionths == 1_000_000 { return measured }
        return proportion(measured, scaleMillionths, over: 1_000_000, .down)
    }
}

extension NetworkTrace {
    /// The trace as a network: its capacities towards the player, times `scaleMillionths` ÷ 10^6 and rounded down,
    /// in place of those of `base`; all else as in `base`. O(1): the stretches are shared, not copied.
    ///
    /// A request costs the trace's latency on top of the delays of `base`. On transport `fluid` that comes to the
    /// same once a request wherever it is put: `down` delays all that the server sends, by the latency at that
    /// moment; `up` delays the request, and bytes flow afterwards, which is the order in which Sabre reckons. Where the
    /// latency changes on the way, what is left of it is in proportion.
    package func conditions(
        looping: Bool, scaleMillionths: Int64 = 1_000_000, over base: NetworkValues = NetworkValues(),
        latency: Direction = .down, outages: [Conditions.Outage] = []
    ) -> Conditions {
        precondition(scaleMillionths >= 0, "A scale is not negative.")
        let schedule = NetworkTraceSchedule(
            self, loops: looping, scaleMillionths: scaleMillionths, base: base, latency: latency)
        return Conditions(schedule, outages: outages)
    }
}

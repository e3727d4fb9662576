import PlayerModel

/// The way in which a trace is used.
package struct TraceUse: Sendable {
    /// Whether it begins again after its end.
    package let loops: Bool
    /// The capacity from its end on where it does not; nil of what is made up when a run begins.
    package var held: (from: Instant, bitsPerSecond: Int64)?
    /// The factor of its capacity, where the scenario says one.
    package let scaleMillionths: Int64?

    init(loops: Bool, scaleMillionths: Int64?) { (self.loops, self.scaleMillionths) = (loops, scaleMillionths) }
}

/// The network of a scenario and how bytes travel over it.
package struct NetworkPlan: Sendable {
    package var transport = Transport(.tcp)
    package var conditions = Conditions.unlimited
    /// The source that they were taken from; nil where the scenario says them.
    package var source: NetworkSource?
    /// Whether the scenario makes changes to what it took, there or from presets of its phases.
    package var isSourceChanged = false
    /// The presets that phases were taken from, each once.
    package var phasePresets: [NetworkPreset] = []
    /// The time after which the phases begin again; nil where there is one alone, or the last one lasts.
    package var repeats: TimeAmount?
    /// The trace that they come from, as the scenario names it.
    package var trace: String?
    /// The way in which that, or what is made up, is used; nil where there is neither.
    package var traceUse: TraceUse?
    /// Whether its latency delays requests, as Sabre reckons: then one that is on its way takes part in a change.
    package var latencyIsUp = false
    /// The network that is made up when a run begins; nil where it is all said. Until then the conditions are those
    /// that it is made up over.
    package var made: MadeNetwork?
    /// The networks that hosts have of their own.
    package var hosts: [HostNetwork] = []

    package init() {}

    /// The plan that a file on the device comes through.
    package static var local: NetworkPlan {
        var plan = NetworkPlan()
        plan.transport = .fluid(FluidSettings(requestBytes: 0))
        return plan
    }
}

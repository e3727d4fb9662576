import PlayerModel

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
    /// The phases that the scenario lists, where they do not repeat: when each begins, and where it stands.
    package var phases: [(start: Instant, place: Place)] = []
    /// The time after which the phases begin again; nil where there is one alone, or the last one lasts.
    package var repeats: TimeAmount?
    /// The trace that they come from, as the scenario names it.
    package var trace: String?
    /// Whether the trace begins again after its end, and what it is multiplied by, where the scenario says so.
    package var loops: Bool?
    package var scaleMillionths: Int64?
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

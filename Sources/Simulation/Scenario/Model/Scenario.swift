import PlayerModel

/// A scenario, read and judged: everything that a run needs.
package struct Scenario: Sendable {
    package var name = ""
    package var about = ""
    /// Seeds the random streams. Under transport `fluid` nothing draws from them but faults with a chance.
    package var seed: UInt64 = 1
    package var network = NetworkPlan() { didSet { plan = nil } }
    /// Findings that do not hinder a run, but are hardly meant so. Places are those of the scenario's own text.
    package var warnings: [Diagnostic] = []
    /// The parts that are to begin during the run: phases, outages and the like.
    package var laterParts: [LaterParts] = []
    /// Where the scenario says each of its faults.
    package var faultPlaces: [Place] = []
    /// The players: at least one.
    package var players: [ScenarioPlayer] { didSet { plan = nil } }
    package var traffic: [TrafficSource] = [] { didSet { plan = nil } }
    /// Virtual time ends here at the latest.
    package var until = Instant.zero + .seconds(86_400)
    package var maxEvents: Int64 = 5_000_000
    /// The ceiling of packets, and of their deadlines.
    package var maxPackets: Int64 = 50_000_000
    /// All that follows, where it was worked out and nothing has changed since.
    private var plan: ScenarioPlan?

    package init(media: Asset) { players = [ScenarioPlayer(media: media)] }

    /// All that follows from it whatever its seed; of one that was prepared, or drawn, it is there.
    var prepared: ScenarioPlan { plan ?? ScenarioPlan(self) }

    /// Works out what follows from it whatever its seed: once, for all its runs.
    package mutating func prepare() { if plan == nil { plan = ScenarioPlan(self) } }

    /// Adds an action at the end of a player's script. O(1) on average: another module that did so itself would copy
    /// the whole script first.
    package mutating func add(_ action: Action, toScriptOf player: Int) { players[player].script.append(action) }

    /// A change of what its seed decides, on which nothing else of it depends.
    mutating func draw(_ change: (inout Scenario) -> Void) {
        let kept = prepared
        change(&self)
        plan = kept
    }

    /// The resources that servers have for the players, one after the other, and then for other apps.
    package var resources: [Resource] { prepared.resources }

    /// The players that the scenario has itself; those that show interstitial events come behind them.
    package var ownPlayers: ArraySlice<ScenarioPlayer> { players.prefix { $0.primary == nil } }

    /// Whether anything comes over the network: a local file is on the device, whatever other apps do.
    package var usesNetwork: Bool { players.contains { $0.media.kind != .local } }
}

import PlayerModel

/// All that follows from a scenario whatever its seed: worked out once, however many runs there are of it.
///
///     Scenario ──players, network, traffic──▶ ScenarioPlan ──▶ a session's network and its loaders
///        └── seed ──▶ drawn(): network and viewers             └▶ what a report calls slots
struct ScenarioPlan: Sendable {
    /// A player's part.
    struct Part: Sendable {
        /// The resources that servers have of it, by slot.
        let slots: [Resource]
        /// Its loader before anything has happened.
        let loader: Loader
    }

    let players: [Part]
    /// The resources that servers have for the players, one after the other, and then for other apps.
    let resources: [Resource]
    /// By slot, the playlists of live streams; empty where nothing is live.
    let live: ContiguousArray<LiveTrack?>
    /// By slot, steering manifests; empty where nothing is steered.
    let steering: ContiguousArray<ContentSteering.Manifest?>

    init(_ scenario: Scenario) {
        let transport = scenario.network.transport
        let grain = scenario.usesNetwork ? transport.grain : 0
        players = scenario.players.enumerated().map { index, player in
            var settings = player.loader
            settings.evidence.grain = grain
            let loads = player.loads(transport.hosts, group: Int32(index))
            return Part(
                slots: loads.slots,
                loader: Loader(loads.assets, settings: settings, estimator: player.estimator))
        }
        var others: [Resource] = []
        var host = Int32(transport.hosts.names.count)
        for source in scenario.traffic {
            let chunks = ChunkTable(bytes: source.requestedBytes)
            for _ in 0..<source.count {
                others.append(Resource(.file, chunks, host: host, group: Int32(players.count)))
                host += 1
            }
        }
        // Where there is nobody else, the list is shared and not copied.
        let isLive = scenario.players.contains { $0.isLive }
        let slots = players.map { $0.slots }
        live = ContiguousArray(isLive ? zip(scenario.players, slots).flatMap { $0.livePlaylists($1) } : [])
        let isSteered = scenario.players.contains { $0.assets.contains { $0.media.steering != nil } }
        steering = ContiguousArray(isSteered ? zip(scenario.players, slots).flatMap { $0.steeringManifests($1) } : [])
        resources = players.count == 1 && others.isEmpty ? players[0].slots : players.flatMap { $0.slots } + others
    }
}

import PlayerModel

/// A scenario, read and judged: everything that a run needs.
package struct Scenario: Sendable {
    package var name = ""
    package var about = ""
    /// Seeds the random streams. Under transport `fluid` nothing draws from them but faults with a chance.
    package var seed: UInt64 = 1
    package var network = NetworkPlan()
    /// Findings that do not hinder a run, but are hardly meant so. Places are those of the scenario's own text.
    package var warnings: [Diagnostic] = []
    /// Where the scenario says each of its faults.
    package var faultPlaces: [Place] = []
    /// The players: at least one.
    package var players: [ScenarioPlayer]
    package var traffic: [TrafficSource] = []
    /// Virtual time ends here at the latest.
    package var until = Instant.zero + .seconds(86_400)
    package var maxEvents: Int64 = 5_000_000
    /// The ceiling of packets, and of their deadlines.
    package var maxPackets: Int64 = 50_000_000

    package init(media: Asset) { players = [ScenarioPlayer(media: media)] }

    /// The resources that servers have for the players, one after the other, and then for other apps.
    package var resources: [Resource] {
        var resources: [Resource] = []
        for (index, player) in players.enumerated() {
            resources += player.resources(network.transport.hosts, group: Int32(index))
        }
        var host = Int32(network.transport.hosts.names.count)
        for source in traffic {
            let chunks = ChunkTable(bytes: source.requestedBytes)
            for _ in 0..<source.count {
                resources.append(Resource(.file, chunks, host: host, group: Int32(players.count)))
                host += 1
            }
        }
        return resources
    }

    /// Whether anything comes over the network: a local file is on the device.
    package var usesNetwork: Bool { players.contains { $0.media.kind != .local } || !traffic.isEmpty }
}

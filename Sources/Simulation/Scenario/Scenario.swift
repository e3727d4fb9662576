import PlayerModel

/// A scenario, read and judged: everything that a run needs.
package struct Scenario: Sendable {
    package var name = ""
    package var about = ""
    /// Seeds the random streams. Nothing draws from them under transport `fluid`.
    package var seed: UInt64 = 1
    package var network = NetworkPlan()
    /// What can be run as it is, but is hardly meant so. Places are those of the scenario's own text.
    package var warnings: [Diagnostic] = []
    /// Those who play: at least one.
    package var players: [ScenarioPlayer]
    /// Whose media, player and script are meant where a scenario is asked for them.
    package var viewed = 0
    /// What other apps do on the same link.
    package var traffic: [TrafficSource] = []
    /// Virtual time ends here at the latest.
    package var until = Instant.zero + .seconds(86_400)
    /// The ceiling of events.
    package var maxEvents: Int64 = 5_000_000
    /// The ceiling of packets, and of their deadlines.
    package var maxPackets: Int64 = 50_000_000

    package init(media: Asset) { players = [ScenarioPlayer(media: media)] }

    /// The scenario as one of those who play sees it.
    package func viewing(_ player: Int) -> Scenario {
        var scenario = self
        scenario.viewed = player
        return scenario
    }

    /// What servers have for those who play, one after the other, and then for other apps.
    package var resources: [Resource] {
        var resources: [Resource] = []
        for index in players.indices {
            resources += players[index].resources(network.transport.hosts, group: Int32(index))
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

/// Something that the person or the app does at an instant.
package struct Action: Sendable {
    package enum Call: Equatable, Sendable {
        /// A call on the player or its item.
        case player(PlayerInput)
        /// The person asks for playback; what the app then does, and when, is for other actions. Nothing comes of it
        /// but that the wait for the start is counted from here.
        case tap
        /// `AVPlayerItem.preferredForwardBufferDuration = …`; zero leaves the choice to the player.
        case setPreferredForwardBuffer(MediaTime)
        /// An `AVQueuePlayer` gets its items, the first of which is current.
        case loadAll([PlayerItem])
        /// `AVPlayerItem.select(_:in:)` of an option for sound, by its language.
        case selectAudio(String)
        /// `AVPlayerLooper.disableLooping()`.
        case disableLooping
        /// `AVPlayerItem.preferredPeakBitRate = …` and the like.
        case limit(VariantLimits.Change)
        /// `AVURLAsset.loadValuesAsynchronously(forKeys:)`, or `load(.duration)`: an asset is lazy, and this makes it
        /// fetch its multivariant playlist, and nothing more (A.49).
        case loadValues
        /// `AVAssetResourceLoader.preloadsEligibleContentKeys = true`: keys that the multivariant playlist names are
        /// fetched as soon as it is there (A.51).
        case preloadKeys
        /// The network offers something else from now on.
        case changeNetwork(NetworkChange)
        /// The network carries nothing for a while.
        case breakNetwork(TimeAmount)
    }

    package var at: Instant
    package var call: Call

    package init(at: Instant, call: Call) {
        self.at = at
        self.call = call
    }
}

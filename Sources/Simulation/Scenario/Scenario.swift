import PlayerModel

/// How bytes travel.
package enum Transport: UInt8, CaseIterable, Sendable {
    /// Packet by packet over connections, as they really do.
    case tcp
    /// A round trip for a request, then bytes at the fair share of the link.
    case fluid

    /// The name as a scenario has it.
    package var name: String {
        switch self {
        case .tcp: "tcp"
        case .fluid: "fluid"
        }
    }

    /// What it is, in a sentence.
    package var about: String {
        switch self {
        case .tcp: "Packets through queues, over connections that are opened, secured and kept alive."
        case .fluid: "A round trip for a request, then bytes at the fair share of the link."
        }
    }
}

/// A scenario, read and judged: everything that a run needs.
package struct Scenario: Sendable {
    /// The network and what a request costs on it.
    package struct NetworkPlan: Sendable {
        package var transport = Transport.tcp
        package var conditions = Conditions.unlimited
        /// What they were taken from; nil where the scenario says them.
        package var source: NetworkSource?
        /// Whether the scenario makes changes to what it took.
        package var isSourceChanged = false
        /// The presets that phases were taken from, each once.
        package var phasePresets: [NetworkPreset] = []
        /// The trace that they come from, as the scenario names it.
        package var trace: String?
        /// What requests are like. `fluid` knows nothing of it but their size.
        package var http = HTTPSettings()

        package init() {}
    }

    package var name = ""
    package var about = ""
    /// Seeds the random streams. Nothing draws from them under transport `fluid`.
    package var seed: UInt64 = 1
    package var network = NetworkPlan()
    package var media: Asset
    /// The playlist that the media comes from, as the scenario names it, and where the sizes of segments come from.
    package var mediaFile: (path: String, sizes: [(source: SizeSource, segments: Int64)])?
    package var variantChoice = VariantChoice.firstListed
    package var player = PlayerSettings()
    package var loader = LoaderSettings()
    package var estimator = ThroughputEstimator.all[0]
    package var script: [Action] = []
    package var expectations = Expectations()
    /// Virtual time ends here at the latest.
    package var until = Instant.zero + .seconds(86_400)
    /// The ceiling of events.
    package var maxEvents: Int64 = 5_000_000
    /// The ceiling of packets, and of their deadlines.
    package var maxPackets: Int64 = 100_000_000

    package init(media: Asset) { self.media = media }

    /// The variant that is fetched.
    package var variant: Int { variantChoice.first(among: media.variants.map { $0.bitRate }) }

    /// The tracks that are fetched.
    package var tracks: [ChunkTable] { media.tracks(ofVariant: variant) }

    /// What servers have: the tracks, then what has to be fetched before them.
    package var resources: [Resource] {
        let kinds: [Resource.Kind] = media.kind == .hls ? [.video, .audio] : [.file]
        let http = network.http
        let tracks = zip(kinds, tracks).map { Resource($0, $1, host: http.host(of: $0)) }
        let opening = media.opening(ofVariant: variant)
        return tracks + opening.map { Resource($0.kind, ChunkTable(bytes: $0.bytes), host: http.host(of: $0.kind)) }
    }

    /// What has to be fetched before the first segment.
    var opening: Opening { Opening(media.opening(ofVariant: variant), hasSessionKey: media.hasSessionKey) }
}

/// Something that the person or the app does at an instant.
package struct Action: Sendable {
    package enum Call: Equatable, Sendable {
        /// A call on the player or its item.
        case player(PlayerInput)
        /// `AVPlayerItem.preferredForwardBufferDuration = …`; zero leaves the choice to the player.
        case setPreferredForwardBuffer(MediaTime)
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

extension Conditions {
    /// No limit and no delay.
    package static var unlimited: Conditions {
        Conditions(phases: [Phase(start: .zero, values: NetworkValues())])
    }
}

extension Scenario.NetworkPlan {
    /// What a file on the device comes through.
    package static var local: Scenario.NetworkPlan {
        var plan = Scenario.NetworkPlan()
        plan.transport = .fluid
        plan.http.requestBytes = 0
        return plan
    }
}

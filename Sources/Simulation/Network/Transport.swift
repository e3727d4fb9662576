import PlayerModel

/// How bytes travel, and what only those who travel so know.
///
/// To add one: a case here and in `Kind`, with what a scenario says of it, and a part of `Network` that carries it. No
/// switch over either has a `default:`, and no other file compares a transport with a case: what else is asked of one,
/// `Kind` answers below. So the compiler then names every place that has to say something of it.
package enum Transport: Equatable, Sendable {
    case tcp(HTTPSettings), fluid(FluidSettings)

    package enum Kind: String, CaseIterable, Sendable {
        case tcp, fluid

        /// The name as a scenario has it.
        package var name: String { rawValue }

        package var about: String {
            switch self {
            case .tcp: "Packets through queues, over connections that are opened, secured and kept alive."
            case .fluid: "A round trip for a request, then bytes at the fair share of the link."
            }
        }
    }

    /// The transport of a kind where a scenario says no more of it.
    package init(_ kind: Kind) {
        switch kind {
        case .tcp: self = .tcp(HTTPSettings())
        case .fluid: self = .fluid(FluidSettings())
        }
    }

    package var kind: Kind {
        switch self {
        case .tcp: .tcp
        case .fluid: .fluid
        }
    }

    /// The bytes that reach a player at a time.
    package var grain: Int64 {
        switch self {
        case .tcp: TCPSegment.mostBytes
        case .fluid: 0
        }
    }

    /// Connections and what goes over them; nil where there are none.
    package var http: HTTPSettings? {
        switch self {
        case .tcp(let http): http
        case .fluid: nil
        }
    }

    /// The faults that are injected on purpose.
    package var faults: [HTTPFault] {
        switch self {
        case .tcp(let http): http.faults
        case .fluid(let fluid): fluid.faults
        }
    }

    package mutating func inject(_ faults: [HTTPFault]) {
        switch self {
        case .tcp(var http):
            http.faults = faults
            self = .tcp(http)
        case .fluid(var fluid):
            fluid.faults = faults
            self = .fluid(fluid)
        }
    }

    /// The hosts that things live on.
    package var hosts: ServerHosts {
        switch self {
        case .tcp(let http): http.hosts
        case .fluid(let fluid): fluid.hosts
        }
    }

    /// Media can be had from these hosts as well.
    mutating func add(pathways: [ExactText]) {
        switch self {
        case .tcp(var http):
            http.hosts.pathways = pathways
            self = .tcp(http)
        case .fluid(var fluid):
            fluid.hosts.pathways = pathways
            self = .fluid(fluid)
        }
    }

    /// Connections over which these were fetched before the run began are still open, where there are any.
    mutating func keepOpen(for preloaded: [Resource.Kind]) {
        switch self {
        case .tcp(var http):
            http.preloaded = preloaded
            self = .tcp(http)
        case .fluid: break
        }
    }
}

/// The questions that others ask of a transport, whichever it is.
extension Transport.Kind {
    /// Whether bytes go in packets, one after the other.
    package var sendsPackets: Bool {
        switch self {
        case .tcp: true
        case .fluid: false
        }
    }

    /// Whether packets may be lost at random.
    package var losesPackets: Bool {
        switch self {
        case .tcp: true
        case .fluid: false
        }
    }

    /// Whether what comes is acknowledged, so that nothing comes where nothing goes up.
    package var acknowledges: Bool {
        switch self {
        case .tcp: true
        case .fluid: false
        }
    }

    /// Whether bytes are handed over in order, so that behind a lost packet several chunks come at once.
    package var handsOverInOrder: Bool {
        switch self {
        case .tcp: true
        case .fluid: false
        }
    }

    /// Whether there are connections, which may break.
    package var hasConnections: Bool {
        switch self {
        case .tcp: true
        case .fluid: false
        }
    }

    /// Whether windows hold transfers back, and so what their connections have been through.
    package var hasWindows: Bool {
        switch self {
        case .tcp: true
        case .fluid: false
        }
    }

    /// Whether all that come over a link have the same share of it, so that it is known what holds each of them back.
    package var sharesEvenly: Bool {
        switch self {
        case .tcp: false
        case .fluid: true
        }
    }

    /// Whether requests run out of time where no fault on purpose hits them.
    package var timesOut: Bool {
        switch self {
        case .tcp: true
        case .fluid: false
        }
    }

    /// Whether the network that a host has of its own has a capacity for requests.
    package var limitsRequestsToHosts: Bool {
        switch self {
        case .tcp: true
        case .fluid: false
        }
    }
}

package struct FluidSettings: Equatable, Sendable {
    /// A request's size on its way up.
    package var requestBytes: Int64 = 500
    package var faults: [HTTPFault] = []
    /// They make no difference but to faults, and where they have networks of their own.
    package var hosts = ServerHosts()
    /// The policy for requests that fail whose owner has none of its own: nothing else fails here.
    package var patience = RequestPolicy.standIn

    package init(requestBytes: Int64 = 500) { self.requestBytes = requestBytes }
}

/// The hosts that segments, playlists and keys live on: names, of which equal ones are one host.
package struct ServerHosts: Equatable, Sendable {
    package var segments: ExactText = "origin"
    package var playlists: ExactText = "origin"
    package var keys: ExactText = "origin"
    /// Each pathway is a host, of its name, or of the one that steering gives it: for the media and the playlists of
    /// its variants.
    package var pathways: [ExactText] = []

    package init() {}

    /// Each host once.
    package var names: [ExactText] {
        ([segments, playlists, keys] + pathways).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The place in `names` of the host that something lives on: that of a pathway, or the usual one.
    package func host(of kind: Resource.Kind, named host: ExactText? = nil) -> Int32 {
        Int32(names.firstIndex(of: host ?? usual(kind)) ?? 0)
    }

    private func usual(_ kind: Resource.Kind) -> ExactText {
        switch kind {
        case .file, .video, .audio, .subtitles, .videoInit, .audioInit, .subtitleInit: segments
        case .multivariantPlaylist, .videoPlaylist, .audioPlaylist, .subtitlePlaylist, .steeringManifest, .assetList:
            playlists
        case .key: keys
        }
    }
}

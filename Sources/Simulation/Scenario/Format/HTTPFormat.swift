import PlayerModel

/// The part of a network that is about connections and requests.
struct HTTPDraft: Sendable {
    var settings = HTTPSettings()
    var patience = SaidPatience()
    var security: Placed<TransportSecurity>?
    var faults: [Placed<FaultDraft>] = []
    var keysOfTCP: [JSONMember] = []
}

/// The keys of connections and requests: the transport `tcp` alone knows them, but for `request_bytes`, the names of
/// hosts, and those about what fails.
enum HTTPFormat {
    static let keys = KeyList<HTTPDraft>.list {
        Key("request_bytes", "A request's size on its way up.", usually: .number(500))
            .holds(.bytes(0...1_000_000_000)) { $0.settings.requestBytes = $1 }
        (exchange + limits).noted { $0.keysOfTCP.append($1) }
    }

    /// Those that say something of `fluid`, too: the faults, and where there are any how long they are waited for.
    static let faults = "faults"
    /// It names hosts for faults, and for networks of their own.
    static let hostNames = "hosts"
    static let patienceNames = ["timeout_s", "retry_count", "back_off_s"]

    private static let exchange = KeyList<HTTPDraft>.list {
        Key("http", "The version of HTTP.", usually: .word("2"))
            .holds(.words(HTTPSettings.Version.allCases.map { ($0.name, $0, $0.about) })) { $0.settings.version = $1 }
        Key("tls", "How the first connection to a host is secured; later ones resume.", usually: .word("1.3"))
            .holds(placed: .words(TransportSecurity.allCases.map { ($0.name, $0, $0.about) })) {
                $0.settings.security = $1.value
                $0.security = $1
            }
        Key("tls_compute_ms", "What both ends compute for a handshake with a certificate.", usually: .number(3))
            .holds(.milliseconds) { $0.settings.handshakeTime = $1 }
        Key(
            "certificate_bytes", "What a server's first answer has where it shows its certificates.",
            usually: .number(TransportSecurity.usualCertificateBytes)
        )
        .holds(.bytes(TransportSecurity.shortHello...1_000_000)) { $0.settings.certificateBytes = $1 }
        Key(
            "start_jitter_ms",
            "How much later than it is needed a connection may be opened, by chance: so seeds show how far equal "
                + "downloads differ.", usually: .number(0)
        )
        .holds(.milliseconds) { $0.settings.startJitter = $1 }
        Key("think_ms", "How long a server thinks before it answers.", usually: .number(0))
            .holds(.milliseconds) { $0.settings.think = $1 }
        Key("response_header_bytes", "What an answer has before its body.", usually: .number(300))
            .holds(.bytes(0...1_000_000)) { $0.settings.responseHeaderBytes = $1 }
        Key("header_alone", "Whether servers send an answer's header ahead of its body.", usually: .flag(false))
            .holds(.flag) { $0.settings.sendsHeaderAlone = $1 }
        Key("connections_per_host", "Connections that HTTP/1.1 opens to one host.", usually: .number(6))
            .holds(.count(1...1000)) { $0.settings.connectionsPerHost = $1 }
        Key(
            "keep_alive_s", "A connection that is idle for so long is closed; at 0 each answer closes its own.",
            usually: .number(75)
        )
        .holds(.time(from: 0)) { $0.settings.keepAlive = $1 }
        Key("timeout_s", "A request that brings nothing for so long has failed.", usually: .number(60))
            .holds(placed: patience) {
                $0.settings.timeout = $1.value
                $0.patience.timeout = $1
            }
        Key("retry_count", "How often a request that failed is made again.", usually: .number(2))
            .holds(placed: .count(0...100)) {
                $0.settings.retryCount = $1.value
                $0.patience.retryCount = $1
            }
        Key(
            "back_off_s", "The pause before it is made again, doubled for each further time, six times at most.",
            usually: .number(1)
        )
        .holds(placed: patience) {
            $0.settings.backOff = $1.value
            $0.patience.backOff = $1
        }
    }

    private static let limits = KeyList<HTTPDraft>.list {
        Key("queue_packets", "How many packets the link holds in each direction.", usually: .number(50)).holds(
            packets
        ) {
            $0.settings.downQueuePackets = $1
            $0.settings.upQueuePackets = $1
        }
        Key("queue_down_packets", "How many packets the link holds towards the player.", usually: .number(50))
            .holds(packets) { $0.settings.downQueuePackets = $1 }
        Key("queue_up_packets", "How many packets the link holds from the player.", usually: .number(50))
            .holds(packets) { $0.settings.upQueuePackets = $1 }
        Key(
            "receive_window_bytes", "What may be under way to the player on one connection.",
            usually: .number(4_194_304)
        )
        .holds(.bytes(1448...10_000_000_000)) { $0.settings.receiveWindowBytes = $1 }
        Key(
            "receive_buffer_bytes",
            "What a connection of the player's side offers to receive before it has read more.",
            usually: .number(131_072)
        )
        .holds(.bytes(65_536...10_000_000_000)) { $0.settings.receiveBufferBytes = $1 }
        Key("hystart", "Whether slow start ends before it overruns the queue.", usually: .flag(true))
            .holds(.flag) { $0.settings.usesHystart = $1 }
        Key("quickack", "Whether the player's side acknowledges every packet at once.", usually: .flag(false))
            .holds(.flag) { $0.settings.acknowledgesAtOnce = $1 }
        Key(hostNames, "The names of the hosts that things live on.", usually: .said("one for all"))
            .holds(.object(hosts)) { draft, hosts in draft.settings.hosts = hosts }
        Key(faults, "What goes wrong on purpose.")
            .holds(.list(of: FaultFormat.fault.placed, atLeast: 0)) { $0.faults = $1 }
    }

    private static let hosts = ObjectFormat("hosts", "Hosts with the same name are one.", from: ServerHosts()) {
        Key("segments", "Segments, initialization sections and files.").holds(.name) { $0.segments = $1 }
        Key("playlists", "Playlists.").holds(.name) { $0.playlists = $1 }
        Key("keys", "Content keys.").holds(.name) { $0.keys = $1 }
    }

    private static let patience = ValueFormat.time(from: 1_000_000, upTo: 86_400_000_000_000)
    private static let packets = ValueFormat.count(1...10_000_000)
}

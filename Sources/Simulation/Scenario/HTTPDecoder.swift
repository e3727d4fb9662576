import PlayerModel

extension ScenarioDecoder {
    /// A transport with what the network says of it. `resources` are what the scenario's servers have.
    mutating func transport(_ node: JSONNode, _ kind: Transport.Kind, _ resources: [Resource]) -> Transport {
        let requestBytes = node.member("request_bytes")?.number(.bytes)
        switch kind {
        case .tcp:
            var settings = http(node, resources)
            settings.requestBytes = requestBytes ?? settings.requestBytes
            return .tcp(settings)
        case .fluid:
            reportUnknown(to: kind, in: node)
            var settings = FluidSettings()
            settings.requestBytes = requestBytes ?? settings.requestBytes
            return .fluid(settings)
        }
    }

    /// What a network says of connections and what goes over them.
    private mutating func http(_ node: JSONNode, _ resources: [Resource]) -> HTTPSettings {
        var http = HTTPSettings()
        if let word = node.member("http")?.string {
            http.version = HTTPSettings.Version.allCases.first { $0.name == word } ?? http.version
        }
        if let tls = node.member("tls"), let word = tls.string {
            http.security = TransportSecurity.allCases.first { $0.name == word } ?? http.security
            if http.version == .http3, ![.tls13, .tls13Resumed, .earlyData].contains(http.security) {
                report("HTTP/3 is always secured by TLS 1.3; write \"1.3\", \"1.3-resumed\" or \"0-rtt\"", tls.place)
            }
        }
        http.handshakeTime = node.milliseconds("tls_compute_ms") ?? http.handshakeTime
        http.think = node.milliseconds("think_ms") ?? http.think
        http.responseHeaderBytes = node.member("response_header_bytes")?.number(.bytes) ?? http.responseHeaderBytes
        http.connectionsPerHost = node.count("connections_per_host") ?? http.connectionsPerHost
        http.keepAlive = node.time("keep_alive_s") ?? http.keepAlive
        http.timeout = node.time("timeout_s") ?? http.timeout
        http.retryCount = node.count("retry_count") ?? http.retryCount
        http.backOff = node.time("back_off_s") ?? http.backOff
        let both = node.count("queue_packets")
        http.downQueuePackets = node.count("queue_down_packets") ?? both ?? http.downQueuePackets
        http.upQueuePackets = node.count("queue_up_packets") ?? both ?? http.upQueuePackets
        http.receiveWindowBytes = node.member("receive_window_bytes")?.number(.bytes) ?? http.receiveWindowBytes
        http.usesHystart = node.member("hystart")?.flag ?? http.usesHystart
        if let hosts = node.member("hosts") {
            http.hosts.segments = hosts.member("segments")?.string ?? http.hosts.segments
            http.hosts.playlists = hosts.member("playlists")?.string ?? http.hosts.playlists
            http.hosts.keys = hosts.member("keys")?.string ?? http.hosts.keys
        }
        http.faults = (node.member("faults")?.elements ?? []).compactMap { fault($0, resources) }
        return http
    }

    /// Says which keys a transport makes nothing of.
    private mutating func reportUnknown(to transport: Transport.Kind, in node: JSONNode) {
        for member in ScenarioShape.http where member.name != "request_bytes" {
            guard let extra = node.member(member.name) else { continue }
            report(
                "the transport '\(transport.name)' has no connections, so '\(member.name)' means nothing to it; "
                    + "remove it, or write \"transport\": \"tcp\"", extra.place)
        }
    }

    private mutating func fault(_ node: JSONNode, _ resources: [Resource]) -> HTTPFault? {
        var kinds: [HTTPFault.Kind] = []
        if let status = node.count("status") { kinds.append(.status(Int16(clamping: status))) }
        if let bytes = node.member("reset_after_bytes")?.number(.bytes) { kinds.append(.reset(afterBytes: bytes)) }
        if let bytes = node.member("silent_after_bytes")?.number(.bytes) { kinds.append(.silence(afterBytes: bytes)) }
        guard kinds.count == 1 else {
            report(
                "a fault has one of 'status', 'reset_after_bytes' and 'silent_after_bytes', not \(kinds.count)",
                node.place)
            return nil
        }
        var fault = HTTPFault(kinds[0])
        if let of = node.member("of"), let word = of.string {
            guard let resource = resources.first(where: { $0.kind.name == word }) else {
                let names = resources.map { $0.kind.name }.joined(separator: ", ")
                report("nothing that is called '\(word)' is fetched; there is \(names)", of.place)
                return nil
            }
            fault.resource = resource.kind
        }
        fault.chunk = node.count("chunk").map { Int32(clamping: $0) }
        fault.from = node.count("request") ?? 1
        fault.times = node.count("times") ?? 1
        return fault
    }
}

extension JSONNode {
    func milliseconds(_ name: String) -> TimeAmount? {
        member(name)?.number(.milliseconds).map(TimeAmount.init(nanoseconds:))
    }
}

import PlayerModel

extension ScenarioShape {
    /// What a network says of connections and requests: the transport `tcp` alone knows them, but for `request_bytes`.
    static let http: [Shape.Member] = [
        .init(
            "request_bytes", "A request's size on its way up: 500 unless said.", .number(.bytes, 0...1_000_000_000)),
        .init(
            "http", "The version of HTTP: 2 unless said.",
            words(HTTPSettings.Version.allCases.map { ($0.name, $0.about) })),
        .init(
            "tls", "How the first connection to a host is secured; later ones resume. 1.3 unless said.",
            words(TransportSecurity.allCases.map { ($0.name, $0.about) })),
        .init("tls_compute_ms", "What both ends compute for a handshake with a certificate: 3 unless said.", pause),
        .init("think_ms", "How long a server thinks before it answers: 0 unless said.", pause),
        .init(
            "response_header_bytes", "What an answer has before its body: 300 unless said.",
            .number(.bytes, 0...1_000_000)),
        .init(
            "connections_per_host", "Connections that HTTP/1.1 opens to one host: 6 unless said.",
            .number(.count, 1...1000)),
        .init("keep_alive_s", "A connection idle for longer is not used again: 75 unless said.", time(from: 0)),
        .init("timeout_s", "A request that brings nothing for so long has failed: 60 unless said.", timeout),
        .init(
            "retry_count", "How often a request that failed is made again: 2 unless said.", .number(.count, 0...100)),
        .init(
            "back_off_s", "The pause before the first of these, doubled for each further one: 1 unless said.", timeout
        ),
        .init("queue_packets", "How many packets the link holds in each direction: 50 unless said.", packets),
        .init("queue_down_packets", "How many packets the link holds towards the player.", packets),
        .init("queue_up_packets", "How many packets the link holds from the player.", packets),
        .init(
            "receive_window_bytes", "What may be under way to the player on one connection: 4194304 unless said.",
            .number(.bytes, 1448...10_000_000_000)),
        .init("hystart", "Whether slow start ends before it overruns the queue: true unless said.", .flag),
        .init(
            "hosts", "The names of the hosts that things live on: one for all unless said.",
            .object(
                .init(
                    "hosts", "Hosts with the same name are one.",
                    [
                        .init("segments", "Segments, initialization sections and files.", .text),
                        .init("playlists", "Playlists.", .text), .init("keys", "Content keys.", .text),
                    ]))),
        .init("faults", "What goes wrong on purpose.", .list(of: .object(fault), atLeast: 1)),
    ]

    static let fault = Shape.ObjectShape(
        "fault", "A request that goes wrong: one of status, reset_after_bytes and silent_after_bytes.",
        [
            .init("status", "The server answers with this status and no media.", .number(.count, 400...599)),
            .init("reset_after_bytes", "The connection is reset after so much of the body.", bytes),
            .init("silent_after_bytes", "The server says no more after so much of the body.", bytes),
            .init(
                "of", "Requests for this alone; for anything unless said.",
                words(Resource.Kind.allCases.map { ($0.name, "The \($0.name).") })),
            .init(
                "chunk", "Requests that begin with this chunk alone, counted from 0.",
                .number(.count, 0...Int64(Int32.max))),
            .init(
                "request", "The first request that goes wrong, of those that the rest fits, counted from 1.",
                .number(.count, 1...1_000_000_000)),
            .init("times", "How many of them go wrong: 1 unless said.", .number(.count, 1...1_000_000_000)),
        ])

    private static let pause = Shape.number(.milliseconds, 0...600_000_000_000)
    private static let timeout = Shape.number(.seconds, 1_000_000...86_400_000_000_000)
    private static let packets = Shape.number(.count, 1...10_000_000)
    private static let bytes = Shape.number(.bytes, 0...1_000_000_000_000)
}

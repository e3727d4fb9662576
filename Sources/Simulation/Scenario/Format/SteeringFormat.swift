import PlayerModel

/// Content steering as a scenario has it, beside the pathways of a ladder.
struct SteeringDraft: Sendable {
    struct Clone: Sendable {
        var id: Placed<ExactText>?
        var base: Placed<ExactText>?
        var host: Placed<ExactText>?
    }

    struct Priority: Sendable {
        var since: Placed<TimeAmount>?
        var pathways: [Placed<ExactText>] = []
        var clones: [Placed<Clone>] = []
    }

    /// As long as clients wait where none is known (video-dev/hls.js, issue 5074, of RFC 8216bis, section 7).
    var timeToLive = TimeAmount.seconds(300)
    /// As many as one with two pathways comes to.
    var bytes: Int64 = 200
    var priorities: [Placed<Priority>] = []
}

enum SteeringFormat {
    static let steering = ValueFormat.object(
        "steering", "EXT-X-CONTENT-STEERING: a manifest on a server that says which pathway is to be taken.",
        from: SteeringDraft()
    ) {
        Key("ttl_s", "TTL: how long after it is in the manifest is asked for again.", usually: .number(300))
            .holds(.time(from: 1_000_000_000)) { $0.timeToLive = $1 }
        Key("manifest_bytes", "The size of the manifest.", usually: .number(200))
            .holds(MediaFormat.fileBytes) { $0.bytes = $1 }
        Key("priority", "The order of pathways (PATHWAY-PRIORITY), as it changes with time.")
            .holds(.list(of: priority.placed, atLeast: 1), isRequired: true) { $0.priorities = $1 }
    }

    private static let priority = ValueFormat.object(
        "steering_priority", "The order from an instant on.", from: SteeringDraft.Priority()
    ) {
        Key("from_s", "Since when the server says so.", usually: .number(0))
            .holds(placed: .time(from: 0)) { $0.since = $1 }
        Key("pathways", "Some of 'pathways', the one that is wanted most first; the others come behind them.")
            .holds(.list(of: ValueFormat<ExactText>.name.placed, atLeast: 1), isRequired: true) { $0.pathways = $1 }
        Key(
            "clones", "Pathways that the manifest makes from then on (PATHWAY-CLONES), in this order.",
            usually: .said("none")
        )
        .holds(.list(of: clone.placed, atLeast: 1)) { $0.clones = $1 }
    }

    private static let clone = ValueFormat.object(
        "pathway_clone", "A copy of a pathway at another host.", from: SteeringDraft.Clone()
    ) {
        Key("id", "ID: the name of the new pathway.").holds(placed: .name, isRequired: true) { $0.id = $1 }
        Key("base_id", "BASE-ID: the pathway that it is a copy of, which is there before it.")
            .holds(placed: .name, isRequired: true) { $0.base = $1 }
        Key("host", "HOST: the host that its media and playlists come from, which may be one of 'hosts'.")
            .holds(placed: .name, isRequired: true) { $0.host = $1 }
    }
}

import PlayerModel

/// Content steering as a scenario has it, beside the pathways of a ladder.
struct SteeringDraft: Sendable {
    struct Priority: Sendable {
        var since: Placed<TimeAmount>?
        var pathways: [Placed<String>] = []
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
            .holds(.list(of: ValueFormat<String>.text.placed, atLeast: 1), isRequired: true) { $0.pathways = $1 }
    }
}

extension SteeringDraft {
    /// The steering of a stream with these pathways; `remedy` is what to do where there is one alone.
    func steering(
        _ names: [String], orElse remedy: String, at place: Place, _ judgement: inout Judgement
    ) -> ContentSteering? {
        guard !names.isEmpty else {
            return judgement.refuse("there is one pathway, so there is nothing to steer: \(remedy)", place)
        }
        var steering = ContentSteering(bytes: bytes, timeToLive: timeToLive, priorities: [])
        for (index, draft) in priorities.enumerated() {
            let since = Instant.zero + (draft.value.since?.value ?? .zero)
            if index == 0, since > .zero {
                return judgement.refuse("the first begins at 0; remove 'from_s'", draft.value.since?.place ?? place)
            }
            if let last = steering.priorities.last, since <= last.since {
                return judgement.refuse(
                    "it is not after the one before; write later ones below, each with its 'from_s'",
                    draft.value.since?.place ?? draft.place)
            }
            var order: [Int] = []
            for name in draft.value.pathways {
                guard let pathway = names.firstIndex(of: name.value) else {
                    let hint = NearMiss.hint(name.value, among: names)
                    return judgement.refuse("there is no pathway '\(name.value)'\(hint)", name.place)
                }
                if order.contains(pathway) { return judgement.refuse("'\(name.value)' is there twice", name.place) }
                order.append(pathway)
            }
            steering.priorities.append(ContentSteering.Priority(since: since, order: order))
        }
        return steering
    }
}

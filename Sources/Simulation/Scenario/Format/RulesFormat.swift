import PlayerModel

/// The rules of a player, as far as a scenario says them; the rest is its profile's, or as it usually is.
struct RulesDraft: Sendable {
    var keepUp: Placed<KeepUp>?
    /// Where each of its parameters is said.
    var thresholds: [Place?] = []
    var estimator: Placed<ThroughputEstimator>?
    var firstVariant: Placed<VariantChoice>?
    var switching: Placed<VariantSwitch>?
    var abandonment: Placed<SegmentAbandonment>?
    var replacement: Placed<SegmentReplacement>?
    var goal: Placed<BufferGoal>?
    var forwardBuffer: Placed<MediaTime>?
    var drain: Placed<MediaTime>?
    var evidence: Placed<TimeAmount>?
    var carryOver: Placed<TimeAmount>?
    var failOver: Placed<FailOver>?
    var gaps: Placed<GapRule>?
    var catchUp: Placed<CatchUp>?
    var segmentRequests: Placed<RequestPolicy>?
    var playlistRequests: Placed<RequestPolicy>?
    var multivariantRequests: Placed<RequestPolicy>?

    /// Numbers of these that are said, and do nothing in them, each with where it stands.
    private(set) var idleBackOff: [(key: String, isWithoutPause: Bool, place: Place)] = []

    fileprivate mutating func policy(_ chosen: Placed<ChosenRule<RequestPolicy>>) -> Placed<RequestPolicy> {
        let policy = chosen.value.rule
        for (parameter, place) in zip(policy.parameters, chosen.value.parameterPlaces) {
            guard let place, policy.namesOfIdleBackOff.contains(parameter.name) else { continue }
            idleBackOff.append((parameter.name, policy.retryCount == 0, place))
        }
        return Placed(policy, at: chosen.place)
    }

    /// Each policy for requests that is said, by its key.
    var requestPlaces: [(key: String, place: Place)] {
        [
            ("segment_requests", segmentRequests?.place), ("playlist_requests", playlistRequests?.place),
            ("multivariant_requests", multivariantRequests?.place),
        ].compactMap { key, place in place.map { (key, $0) } }
    }
}

/// The keys of what a player decides by, but for variants, which have keys of their own.
package enum RulesFormat {
    /// A length of media that has no limit.
    package static let unlimited = "unlimited"

    static let keys =
        KeyList<RulesDraft>.list {
            Key(
                "default_forward_buffer_s",
                "Media that the player wants ahead by itself, or \"\(unlimited)\": 50 for HLS; all of a file."
            )
            .holds(placed: .either(.mediaTime(from: 1), .words([(unlimited, .unlimited, "Without limit.")]))) {
                $0.forwardBuffer = $1
            }
            Key(
                "buffer_goal",
                "Media that the player wants ahead by itself, as a rule; a length is 'default_forward_buffer_s'."
            )
            .holds(placed: .plainRule(BufferGoal.all)) { $0.goal = $1 }
            Key(
                "drain_s", "How much of a full buffer is played before fetching goes on; half of it at most.",
                usually: .number(10)
            )
            .holds(placed: .mediaTime(from: 0)) { $0.drain = $1 }
            Key("keep_up", "The rule behind isPlaybackLikelyToKeepUp.", usually: .word("play-through"))
                .holds(placed: .rule(KeepUp.all)) {
                    $0.keepUp = Placed($1.value.rule, at: $1.place)
                    $0.thresholds = $1.value.parameterPlaces
                }
            Key("throughput", "How throughput is measured.", usually: .word("sliding-window"))
                .holds(placed: .plainRule(ThroughputEstimator.all)) { $0.estimator = $1 }
            Key(
                "evidence_s", "Newest transfer that may contradict what was measured, 0 for none.",
                usually: .number(5, places: 1)
            )
            .holds(placed: .time(from: 0)) { $0.evidence = $1 }
            Key(
                "carry_over_s",
                "Transfer that what 'sliding-window' has measured counts for with another item; 0: all begin anew.",
                usually: .number(1)
            )
            .holds(placed: .time(from: 0)) { $0.carryOver = $1 }
            requests
        }
        .within { $1(&$0.rules) } as [KeyFormat<PlayerDraft>]

    private static let requests = KeyList<RulesDraft>.list {
        Key(
            "fail_over", "Where a player turns when a request has failed: to which variant, and without which.",
            usually: .word(FailOver.all[0].name)
        )
        .holds(placed: .plainRule(FailOver.all)) { $0.failOver = $1 }
        Key(
            "gaps", "What a player does about segments that are listed and not there (EXT-X-GAP).",
            usually: .word(GapRule.all[0].name)
        )
        .holds(placed: .plainRule(GapRule.all)) { $0.gaps = $1 }
        Key(
            "catch_up", "How a player holds its distance from the edge of a live stream by its speed.",
            usually: .word("never")
        )
        .holds(placed: .plainRule(CatchUp.all)) { $0.catchUp = $1 }
        Key("segment_requests", "How long segments, files and keys are waited for, and asked for again.")
            .holds(placed: .rule(RequestPolicy.all)) { $0.segmentRequests = $0.policy($1) }
        Key("playlist_requests", "How long media playlists are waited for, and asked for again.")
            .holds(placed: .rule(RequestPolicy.all)) { $0.playlistRequests = $0.policy($1) }
        Key("multivariant_requests", "How long the multivariant playlist is waited for, and asked for again.")
            .holds(placed: .rule(RequestPolicy.all)) { $0.multivariantRequests = $0.policy($1) }
    }
}

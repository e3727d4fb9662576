import PlayerModel

/// Actions that ask for playback, and those that set how it goes.
package enum PlayingActions {
    package enum Operation: Equatable, Sendable {
        /// The person asks for playback; what the app then does, and when, is for other actions.
        case tap
        /// `AVPlayerItem.preferredForwardBufferDuration = …`; zero leaves the choice to the player.
        case setPreferredForwardBuffer(MediaTime)
        /// `AVPlayerItem.configuredTimeOffsetFromLive = …`, and the other properties of live items.
        case setLive(LiveSettings.Change)
        /// `seek(to:toleranceBefore:toleranceAfter:)` of a place that is known when it is sought.
        case seek(Aim, before: MediaTime, after: MediaTime)
    }

    /// A place that depends on where playback is by then.
    package enum Aim: Equatable, Sendable {
        /// So far from `currentTime`, within the item.
        case by(MediaTime)
        /// `CMTime.positiveInfinity`: the edge of a live stream, the end of another item.
        case edge
    }

    static let entries = requests + settings + live

    private static let requests = [
        ActionEntry(
            "tap",
            "The person asks for playback: the wait is counted from here, whenever the app then calls play().", .tap),
        ActionEntry("play", "play().", .play),
        ActionEntry("pause", "pause().", .pause),
        ActionEntry("set_rate", "rate = …", from: .zero, make: Action.setRate) {
            Key("rate", "The rate asked for; 0 pauses.").holds(.rate(from: 0), isRequired: true) { $0 = $1 }
        },
        ActionEntry("play_immediately", "playImmediately(atRate:).", from: .one) {
            Key("rate", "The rate asked for.", usually: .number(1)).holds(.rate(from: 1)) { $0 = $1 }
        } make: { rate, context in
            context.warnOfLater("playImmediately(atRate:)", write: "write \"play\"")
            return Action.playImmediately(rate)
        },
        ActionEntry("set_rate_at_host_time", "setRate(_:time:atHostTime:).", from: HostTimeKeys()) {
            Key("rate", "The rate asked for.", usually: .number(1)).holds(.rate(from: 1)) { $0.rate = $1 }
            Key("item_time_s", "The item's time at that host time.", usually: .said("the current one"))
                .holds(placed: .mediaTime(from: 0)) { $0.itemTime = $1 }
            Key("host_time_s", "The host time, on the clock of the script.", usually: .said("now"))
                .holds(placed: .time(from: 0)) { $0.hostTime = $1 }
        } make: { keys, context in
            keys.itemTime.map { context.warnOfEnd(before: $0) }
            keys.hostTime.map { context.findings.checkReach(of: "host_time_s", $0, in: context.end) }
            // "Support for HTTP Live Streaming content requires iOS 11" (B.5).
            if context.assets.contains(where: { $0.kind == .hls }) {
                context.warnOfLater("setRate(_:time:atHostTime:) of streams")
            }
            let hostTime = keys.hostTime.map { Instant.zero + $0.value }
            return .setRate(keys.rate, itemTime: keys.itemTime?.value, hostTime: hostTime)
        },
        ActionEntry(
            "preroll", "preroll(atRate:): fills the pipelines of a paused player that is ready to play.",
            from: .one, make: Action.preroll
        ) {
            Key("rate", "The rate asked for.", usually: .number(1)).holds(.rate(from: 1)) { $0 = $1 }
        },
        ActionEntry("cancel_pending_prerolls", "cancelPendingPrerolls().", .cancelPendingPrerolls),
    ]

    private struct EndKeys: Sendable {
        var end: Placed<MediaTime>?
        var item: Placed<ExactText>?
    }

    private struct HostTimeKeys: Sendable {
        var rate = Rate.one
        var itemTime: Placed<MediaTime>?
        var hostTime: Placed<TimeAmount>?
    }

    private static let settings = [
        ActionEntry(
            "set_automatically_waits_to_minimize_stalling", "automaticallyWaitsToMinimizeStalling = …", from: true
        ) {
            Key("value", "On or off.").holds(.flag, isRequired: true) { $0 = $1 }
        } make: { value, context in
            context.findings.checkHasAutowait(context.linkedOn, context.place)
            return .setAutomaticallyWaits(value)
        },
        ActionEntry("set_default_rate", "defaultRate = …", from: .one) {
            Key("rate", "What play() asks for.").holds(.rate(from: 1), isRequired: true) { $0 = $1 }
        } make: { rate, context in
            context.warnOfLater("defaultRate", write: "write \"set_rate\"")
            return .setDefaultRate(rate)
        },
        ActionEntry("set_action_at_item_end", "actionAtItemEnd = …", from: .pause, make: Action.setActionAtItemEnd) {
            Key("value", "What happens at the end.").holds(.actionAtItemEnd, isRequired: true) { $0 = $1 }
        },
        ActionEntry(
            "set_forward_playback_end_time", "forwardPlaybackEndTime = …", from: EndKeys()
        ) {
            Key("value_s", "Where playback ends.", usually: .said("the duration"))
                .holds(placed: .mediaTime(from: 1)) { $0.end = $1 }
            Key("item", QueueActions.itemAnywhere, usually: .said("the current one"))
                .holds(placed: .name) { $0.item = $1 }
        } make: { keys, context in
            keys.end.map { context.warnOfEnd(before: $0) }
            guard let name = keys.item else { return .setForwardPlaybackEndTime(keys.end?.value) }
            return context.item(name).map {
                .setForwardPlaybackEndTime(keys.end?.value, item: $0.id, named: name.value.text)
            }
        },
        ActionEntry(
            "set_preferred_forward_buffer_duration",
            "preferredForwardBufferDuration = …, of this item and of those that follow.", from: .zero
        ) {
            Key("value_s", "Media wanted ahead; 0 leaves the choice to the player.")
                .holds(.mediaTime(from: 0), isRequired: true) { $0 = $1 }
        } make: { length, context in
            context.warnOfLater("preferredForwardBufferDuration")
            return .setPreferredForwardBuffer(length)
        },
    ]

    private static let live = [
        ActionEntry(
            "set_configured_time_offset_from_live", "configuredTimeOffsetFromLive = …", from: MediaTime?.none
        ) {
            Key(
                "value_s", "How far from the end of the playlist playback begins that is yet to begin.",
                usually: .said("as far as the playlist recommends")
            )
            .holds(.mediaTime(from: 0)) { $0 = $1 }
        } make: { value, context in
            context.setLive(.offset(value))
        },
        ActionEntry(
            "set_automatically_preserves_time_offset_from_live", "automaticallyPreservesTimeOffsetFromLive = …",
            from: true
        ) {
            Key("value", "On or off.").holds(.flag, isRequired: true) { $0 = $1 }
        } make: { value, context in
            context.setLive(.preservesOffset(value))
        },
        ActionEntry(
            "set_can_use_network_resources_for_live_streaming_while_paused",
            "canUseNetworkResourcesForLiveStreamingWhilePaused = …",
            from: true
        ) {
            Key("value", "On or off.").holds(.flag, isRequired: true) { $0 = $1 }
        } make: { value, context in
            context.setLive(.loadsWhilePaused(value))
        },
    ]
}

extension Action.Operation {
    /// The host time that the item's timeline is tied to.
    package var hostTime: Instant? {
        if case .player(.setRateAtHostTime(_, _, let host)) = self { host } else { nil }
    }
}

extension ActionContext {
    /// Warns an app that was linked on iOS 9 of what came later.
    mutating func warnOfLater(_ name: String, write: String = "remove it") {
        findings.warnOfLater(name, linkedOn, write: write, place)
    }

    /// Sets a property of live items, which does nothing where nothing is live.
    fileprivate mutating func setLive(_ change: LiveSettings.Change) -> Action {
        if !hasStandIn, assets.allSatisfy({ $0.live == nil }) {
            warn("this is for live items, and does nothing here: nothing is live")
        }
        switch change {
        case .offset: warnOfLater("configuredTimeOffsetFromLive")
        case .preservesOffset: warnOfLater("automaticallyPreservesTimeOffsetFromLive")
        case .loadsWhilePaused: break
        }
        return Action.setLive(change)
    }
}

extension Action {
    package static let tap = Action(.playing(.tap), words: "the person taps") { $0.isTap = true }
    package static let play = Action(.play, words: "play()") { $0.request = .defaultRate }
    package static let pause = Action(.pause, words: "pause()") { $0.pauses = true }

    package static func setRate(_ rate: Rate) -> Action {
        Action(.setRate(rate), words: "rate = \(ActionWords.rate(rate))") {
            $0.request = rate.isMoving ? .rate(rate) : nil
            $0.pauses = !rate.isMoving
        }
    }

    package static func playImmediately(_ rate: Rate) -> Action {
        Action(.playImmediately(rate), words: "playImmediately(atRate: \(ActionWords.rate(rate)))") {
            $0.request = .rate(rate)
            $0.insistsOn = rate
        }
    }

    package static func setRate(_ rate: Rate, itemTime: MediaTime?, hostTime: Instant?) -> Action {
        let words =
            "setRate(\(ActionWords.rate(rate)), time: \(ActionWords.seconds(itemTime)), "
            + "atHostTime: \(ActionWords.seconds(hostTime)))"
        return Action(.setRateAtHostTime(rate, itemTime: itemTime, hostTime: hostTime), words: words) {
            $0.request = .rate(rate)
            $0.insistsOn = rate
        }
    }

    package static func preroll(_ rate: Rate) -> Action {
        Action(.preroll(rate), words: "preroll(atRate: \(ActionWords.rate(rate)))")
    }

    package static let cancelPendingPrerolls = Action(.cancelPendingPrerolls, words: "cancelPendingPrerolls()")

    package static func setAutomaticallyWaits(_ value: Bool) -> Action {
        Action(.setAutomaticallyWaits(value), words: "automaticallyWaitsToMinimizeStalling = \(value)") {
            $0.forbidsWaiting = !value
        }
    }

    package static func setDefaultRate(_ rate: Rate) -> Action {
        Action(.setDefaultRate(rate), words: "defaultRate = \(ActionWords.rate(rate))") { $0.defaultRate = rate }
    }

    package static func setActionAtItemEnd(_ value: ActionAtItemEnd) -> Action {
        Action(.setActionAtItemEnd(value), words: "actionAtItemEnd = .\(NamesOfAVFoundation.name(value))")
    }

    package static func setForwardPlaybackEndTime(_ place: MediaTime?) -> Action {
        let words = "forwardPlaybackEndTime = \(ActionWords.seconds(place))"
        return Action(.setForwardPlaybackEndTime(place), words: words, decidesWhatIsNeeded)
    }

    package static func setPreferredForwardBuffer(_ length: MediaTime) -> Action {
        let words = "preferredForwardBufferDuration = \(ActionWords.seconds(length))"
        return Action(.playing(.setPreferredForwardBuffer(length)), words: words)
    }

    package static func setLive(_ change: LiveSettings.Change) -> Action {
        let words =
            switch change {
            case .offset(let offset): "configuredTimeOffsetFromLive = \(ActionWords.seconds(offset))"
            case .preservesOffset(let value): "automaticallyPreservesTimeOffsetFromLive = \(value)"
            case .loadsWhilePaused(let value): "canUseNetworkResourcesForLiveStreamingWhilePaused = \(value)"
            }
        return Action(.playing(.setLive(change)), words: words)
    }
}

extension ValueFormat where Value == ActionAtItemEnd {
    package static var actionAtItemEnd: ValueFormat {
        .words([
            (NamesOfAVFoundation.name(.advance), .advance, "The item leaves the queue; AVQueuePlayer alone."),
            (NamesOfAVFoundation.name(.pause), .pause, "The rate becomes 0."),
            (NamesOfAVFoundation.name(.none), .none, "Rate and item stay, and currentTime runs on."),
        ])
    }
}

extension Findings {
    /// Reports a time that a run does not reach, which ends at `end`.
    package mutating func checkReach(of key: String, _ time: Placed<TimeAmount>, in end: Instant) {
        guard .zero + time.value > end else { return }
        let words = NumberText.exact(end.nanoseconds, places: 9)
        report("'\(key)' lies behind the end of the run; set 'until_s', which is \(words) s", time.place)
    }

    /// An app that was linked on iOS 9 cannot set what there was not.
    package mutating func checkHasAutowait(_ linkedOn: LinkedOn, _ place: Place) {
        guard linkedOn == .iOS9 else { return }
        report("iOS 9 had no automaticallyWaitsToMinimizeStalling; remove it, or link on \"iOS 10\"", place)
    }

    /// Warns an app that was linked on iOS 9 of what came later, and says what it is to do.
    package mutating func warnOfLater(
        _ name: String, _ linkedOn: LinkedOn, write: String = "remove it", _ place: Place
    ) {
        if linkedOn == .iOS9 { warn("iOS 9 had no \(name); \(write), or link on \"iOS 10\"", place) }
    }
}

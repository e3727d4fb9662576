import PlayerModel

extension Goldilocks {
    /// A start that was tried, and whether anything stalled behind it.
    struct Trial {
        /// The state of playback in which a run is over.
        enum Ending {
            /// In a stall that nobody ends.
            case inStall
            /// The playhead moves, and `until_s` cuts it off.
            case playing
            /// Behind a jump or a pause, or for another item, it waits for what has not come by then: no stall.
            case waiting
            /// Paused, at the end, without an item, or not even started.
            case over
        }

        /// From the request to the start; nil where there was none.
        let start: TimeAmount?
        /// Whether it fails: what is never played cannot stall, and that is no merit of the start.
        let fails: Bool
        private(set) var isSmooth: Bool
        let stalled: TimeAmount
        /// How far it had come when it was over, and how it was over.
        let reach: Reach
        let ending: Ending
        /// Whether that was before the end of what has one, and whether it waits after the start.
        let hasMore: Bool
        let waitsLater: Bool
        /// Whether it was over before it came to where another start stalls for good.
        private(set) var isHidden = false

        /// A run as it was, or one in which the app has asked later than at the instant that counts.
        init(_ run: PlayerRun, askedAt: Instant? = nil) {
            start = (askedAt ?? run.playback.calledAt).flatMap { asked in run.playback.startedAt.map { $0 - asked } }
            (fails, stalled) = (run.fails, run.stalled?.total ?? .zero)
            isSmooth = start != nil && run.playback.stalls.isEmpty && !fails
            (reach, ending) = (Reach(run), Ending(run))
            (hasMore, waitsLater) = (run.isCutOff, Goldilocks.waitsLater(run))
        }

        /// Whether it is over in the middle: of what is played, or of a wait.
        var isCut: Bool { ending == .playing || ending == .waiting }

        /// Nothing is gained by it: it stalls no more because it never comes to where another does.
        mutating func hide() { (isSmooth, isHidden) = (false, true) }
    }

    /// How far a session had come: the items that had become current, and the place in the last.
    struct Reach: Comparable {
        let items: Int
        let place: MediaTime

        /// At the end of a run.
        init(_ run: PlayerRun) {
            items = run.playback.items.count
            place = run.playback.clock.last.map { $0.playhead.place(at: $0.playedUntil(run.outcome.at)) } ?? .zero
        }

        /// Where playback is left in a stall, by the end of the run or by the viewer; nil where it is not. One that is
        /// cut off before it has lasted longer than every wait that was over by then is none: it may as well have
        /// ended soon (ours).
        init?(lastStallOf run: PlayerRun) {
            let playback = run.playback
            guard let stall = playback.stalls.last, stall.endedAt == nil || playback.exit == .inStall
            else { return nil }
            let before = playback.waits.compactMap { wait -> TimeAmount? in
                wait.from < stall.at ? wait.to.map { $0 - wait.from } : nil
            }
            let lasts = stall.endedAt == nil && run.outcome.end.isLasting
            guard lasts || (stall.endedAt ?? run.outcome.at) - stall.at > before.max() ?? .zero else { return nil }
            items = playback.items.through(stall.order).count
            place = playback.clock.through(stall.order).last?.playhead.place(at: stall.at) ?? .zero
        }

        static func < (one: Reach, other: Reach) -> Bool { (one.items, one.place) < (other.items, other.place) }
    }
}

extension Goldilocks.Trial.Ending {
    init(_ run: PlayerRun) {
        let playback = run.playback
        let isMoving = playback.clock.last.map { $0.isMoving } ?? false
        let isWaiting =
            playback.startedAt != nil && playback.hasItem && playback.waits.last.map { $0.to == nil } ?? false
        self =
            if playback.isStalled {
                .inStall
            } else if isMoving, run.outcome.end == .timeIsUp {
                .playing
            } else if isWaiting {
                .waiting
            } else {
                .over
            }
    }
}

extension PlayerRun {
    /// How long after the request to play somebody leaves who still waits for the start, be it the scenario's viewer or
    /// a script's; nil where nobody does.
    var patience: TimeAmount? {
        guard let asked = playback.requestedAt else { return nil }
        return player.script.filter { $0.traits.leaves }.compactMap { action -> TimeAmount? in
            guard let trigger = action.trigger else { return action.at < asked ? nil : action.at - asked }
            guard case .starting(let length) = trigger.condition else { return nil }
            return max(length, max(action.at, asked) - asked) + trigger.after
        }.min()
    }
}

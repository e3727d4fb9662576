import AutowaitTesting

/// An app's own code around a player, as an app has it: for `AVQueuePlayer`, and in tests for `SimulatedPlayer`.
///
/// Ten mistakes can be switched on, each of which is made in apps. `PlaybackScreenTests` catches all of them.
@MainActor
final class PlaybackScreen<Player: PlaybackQueuePlayer> {
    enum Mistake: CaseIterable {
        /// Progress is projected by the rate that was asked for (session 503).
        case projectsWithRate
        /// `play()` waits until the buffer is likely to keep up (session 503).
        case waitsForKeepUp
        /// An item is put back into the queue where it was left: at its end.
        case forgetsToSeekToZero
        /// What has failed is tried again at once, and again, and again.
        case retriesAtOnce
        /// A spinner is shown for `evaluatingBufferingRate`, too, and flickers.
        case spinnerWhileEvaluating
        /// A rate of 1 is taken for playback, so a stall shows no spinner.
        case takesRateForPlayback
        /// The time observer is not removed with the screen.
        case leaksTimeObserver
        /// After a call nothing plays any more.
        case staysPausedAfterCall
        /// Playback goes on after a call, though the person had paused.
        case playsUnaskedAfterCall
        /// The peak bit rate is set when the player has the item, and has chosen the first variant.
        case limitsTooLate
    }

    enum Content { case paused, spinner, playing }

    private(set) var content = Content.paused
    private(set) var contents: [Content] = []
    private(set) var updates = 0
    private(set) var tries = 0

    private let player: Player
    private let clock: any Clock<Duration>
    private let now: () -> Double
    private let makeItem: () -> Player.Item
    private let mistake: Mistake?
    private var observations: [PlaybackObservation] = []
    private var itemObservations: [PlaybackObservation] = []
    private var timeObserver: Any?
    private var retry: Task<Void, Never>?
    private var wantsToPlay = false
    private var anchor = (seconds: 0.0, rate: 0.0, at: 0.0)

    init(
        _ player: Player, clock: any Clock<Duration>, now: @escaping () -> Double,
        mistake: Mistake? = nil, makeItem: @escaping () -> Player.Item
    ) {
        (self.player, self.clock, self.now, self.mistake, self.makeItem) = (player, clock, now, mistake, makeItem)
        observations = [
            player.observe(.timeControlStatus) { [unowned self] in update() },
            player.observe(.reasonForWaitingToPlay) { [unowned self] in update() },
            player.observeCurrentItem(.timebaseRate) { [unowned self] in update() },
            player.observeCurrentItem(.isPlaybackLikelyToKeepUp) { [unowned self] in update() },
            player.observeCurrentItem(.status) { [unowned self] in retryIfFailed() },
        ]
        timeObserver = player.addPeriodicTimeObserver(
            forInterval: .init(seconds: 1, preferredTimescale: 600), queue: nil
        ) { [weak self] _ in MainActor.assumeIsolated { self?.tick() } }
    }

    /// Where playback is, for a progress bar that moves between two updates.
    var progress: Double { anchor.seconds + anchor.rate * (now() - anchor.at) }

    func open(count: Int = 1) {
        for _ in 0..<count {
            let item = makeItem()
            if mistake != .limitsTooLate { item.preferredPeakBitRate = 1_000_000 }
            player.insert(item, after: nil)
            if mistake == .limitsTooLate { item.preferredPeakBitRate = 1_000_000 }
            itemObservations.append(item.onNotification(.didPlayToEndTime) { [unowned self] in putBack(item) })
        }
    }

    func tapPlay() {
        wantsToPlay = true
        if mistake != .waitsForKeepUp { player.play() }
        update()
    }

    func tapPause() {
        wantsToPlay = false
        player.pause()
        update()
    }

    /// The end of `AVAudioSession`'s interruption.
    func callEnded() {
        switch mistake {
        case .staysPausedAfterCall: return
        case .playsUnaskedAfterCall: player.play()
        default: if wantsToPlay { player.play() }
        }
    }

    func close() {
        player.pause()
        retry?.cancel()
        observations = []
        itemObservations = []
        if mistake != .leaksTimeObserver, let timeObserver { player.removeTimeObserver(timeObserver) }
    }

    private func tick() {
        updates += 1
        update()
    }

    private func putBack(_ item: Player.Item) {
        if mistake != .forgetsToSeekToZero { item.seek(to: .zero, completionHandler: nil) }
        player.insert(item, after: nil)
    }

    private func retryIfFailed() {
        guard player.currentItem?.status == .failed else { return }
        let delay = Duration.seconds(1 << min(tries, 6))
        retry = Task { [weak self, clock, mistake] in
            if mistake != .retriesAtOnce { try? await clock.sleep(for: delay) }
            if !Task.isCancelled { self?.reload() }
        }
    }

    private func reload() {
        tries += 1
        player.replaceCurrentItem(with: makeItem())
        if wantsToPlay { player.play() }
    }

    private func update() {
        if mistake == .waitsForKeepUp, wantsToPlay, player.currentItem?.isPlaybackLikelyToKeepUp == true {
            player.play()
        }
        let timebase = player.currentItem?.timebaseRate ?? 0
        let rate = mistake == .projectsWithRate ? Double(player.rate) : timebase
        anchor = (player.currentTime().seconds, rate, now())
        let isPlaying = mistake == .takesRateForPlayback ? player.rate > 0 : player.timeControlStatus == .playing
        let isLate =
            player.reasonForWaitingToPlay == .toMinimizeStalls
            || mistake == .spinnerWhileEvaluating && player.reasonForWaitingToPlay == .evaluatingBufferingRate
        if isPlaying {
            content = .playing
        } else if player.rate == 0 {
            content = .paused
        } else if isLate {
            content = .spinner
        }
        if contents.last != content { contents.append(content) }
    }
}

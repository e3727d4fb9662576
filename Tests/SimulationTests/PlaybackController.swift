import AutowaitTesting

/// The part of a player that a playback controller needs: so little that `AVPlayer` has all of it.
///
/// In an app the real player takes the place of the simulated one by this, which only Apple's systems can compile:
///
/// ```
/// extension AVPlayer: PlayerLike {
///     var isPlaying: Bool { timeControlStatus == .playing }
///     var waitsToMinimizeStalls: Bool { reasonForWaitingToPlay == .toMinimizeStalls }
///     var isLikelyToKeepUp: Bool { currentItem?.isPlaybackLikelyToKeepUp ?? false }
///     var hasFailed: Bool { currentItem?.status == .failed }
///     var seconds: Double { currentTime().seconds }
///     var timebaseRate: Float { Float(currentItem?.timebase.map { CMTimebaseGetRate($0) } ?? 0) }
///
///     func reload() {
///         guard let asset = currentItem?.asset else { return }
///         replaceCurrentItem(with: AVPlayerItem(asset: asset))
///     }
///
///     func onChange(_ body: @escaping () -> Void) -> [Any] {
///         [
///             observe(\.timeControlStatus) { _, _ in body() },
///             observe(\.reasonForWaitingToPlay) { _, _ in body() },
///             observe(\.currentItem?.status) { _, _ in body() },
///             observe(\.currentItem?.isPlaybackLikelyToKeepUp) { _, _ in body() },
///             addPeriodicTimeObserver(
///                 forInterval: CMTime(value: 1, timescale: 1), queue: .main, using: { _ in body() }),
///         ]
///     }
/// }
/// ```
protocol PlayerLike: AnyObject {
    /// The token that keeps an observer called.
    associatedtype Token

    var isPlaying: Bool { get }
    var waitsToMinimizeStalls: Bool { get }
    var isLikelyToKeepUp: Bool { get }
    var hasFailed: Bool { get }
    /// `currentTime()` in seconds.
    var seconds: Double { get }
    /// The rate that was asked for.
    var rate: Float { get }
    /// The rate at which time passes on the item's timeline.
    var timebaseRate: Float { get }

    func play()
    func pause()
    /// Another item of the same asset takes the place of the current one.
    func reload()
    /// Calls something when any of the above has changed, and once a second of playback.
    func onChange(_ body: @escaping () -> Void) -> [Token]
}

extension SimulatedPlayer: PlayerLike {
    var isPlaying: Bool { timeControlStatus == .playing }
    var waitsToMinimizeStalls: Bool { reasonForWaitingToPlay == .toMinimizeStalls }
    var isLikelyToKeepUp: Bool { currentItem?.isPlaybackLikelyToKeepUp ?? false }
    var hasFailed: Bool { currentItem?.status == .failed }
    var seconds: Double { currentTime().seconds }

    func reload() { replaceCurrentItem(with: makeItem()) }

    func onChange(_ body: @escaping () -> Void) -> [PlaybackObservation] {
        [
            observe(.timeControlStatus) { _ in body() },
            observe(.reasonForWaitingToPlay) { _ in body() },
            observeCurrentItem(.status) { _ in body() },
            observeCurrentItem(.isPlaybackLikelyToKeepUp) { _ in body() },
            addPeriodicTimeObserver(forInterval: .seconds(1)) { _ in body() },
        ]
    }
}

/// An app's own code around a player: a button, a spinner, and the progress that a lock screen shows.
final class PlaybackController<Player: PlayerLike> {
    /// The screen that the person sees.
    enum Screen { case paused, spinner, playing, retry }

    /// By which rate progress is projected between two updates, as `MPNowPlayingInfoCenter` does.
    enum Projection { case timebaseRate, rate }

    /// When `play()` is called.
    enum Start { case whenTapped, whenLikelyToKeepUp }

    /// Where playback was, and how it moved then.
    struct Progress {
        var seconds = 0.0
        var rate = 0.0
        var at = 0.0

        func projected(to now: Double) -> Double { seconds + rate * (now - at) }
    }

    private(set) var screen = Screen.paused
    private(set) var progress = Progress()
    private let player: Player
    private let clock: () -> Double
    private let projection: Projection
    private let start: Start
    private var wantsToPlay = false
    private var tokens: [Player.Token] = []

    init(
        _ player: Player, clock: @escaping () -> Double, projection: Projection = .timebaseRate,
        start: Start = .whenTapped
    ) {
        self.player = player
        self.clock = clock
        self.projection = projection
        self.start = start
        tokens = player.onChange { [unowned self] in update() }
    }

    /// The one button that there is.
    func tap() {
        switch screen {
        case .playing, .spinner:
            wantsToPlay = false
            player.pause()
        case .retry:
            player.reload()
            begin()
        case .paused: begin()
        }
        update()
    }

    private func begin() {
        wantsToPlay = true
        if start == .whenTapped { player.play() }
    }

    private func update() {
        if start == .whenLikelyToKeepUp, wantsToPlay, player.rate == 0, player.isLikelyToKeepUp { player.play() }
        let rate = projection == .rate ? player.rate : player.timebaseRate
        progress = Progress(seconds: player.seconds, rate: Double(rate), at: clock())
        if player.hasFailed {
            screen = .retry
        } else if player.isPlaying {
            screen = .playing
        } else if player.rate == 0 {
            screen = wantsToPlay && start == .whenLikelyToKeepUp ? .spinner : .paused
        } else if player.waitsToMinimizeStalls {
            screen = .spinner
        }
        // While it evaluates, nothing is shown: it will not be long (AVFoundation).
    }
}

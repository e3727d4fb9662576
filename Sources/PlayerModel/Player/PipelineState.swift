/// The times that building pipelines takes: "a pipeline" turns the tracks of an item into sound and pictures
/// (A.45–A.47). Apple gives no figures: all are zero unless a scenario says otherwise, and printed.
public struct Pipelines: Equatable, Sendable {
    /// The time that building one for sound takes.
    public var audio = TimeAmount.zero
    /// The time that pictures take besides, where there is a layer to show them.
    public var video = TimeAmount.zero
    /// The time that preparing the still frame of a paused item takes, where there is a layer (A.47).
    public var still = TimeAmount.zero

    /// Nothing.
    public init() {}

    /// Whether anything takes time.
    public var takeTime: Bool { audio + video + still > .zero }
}

/// The cost of filling the pipelines before a start: "not actually possible to start media playback instantaneously"
/// (A.35). Apple gives no figures. Both are zero unless a scenario says otherwise, and printed.
///
/// Until the pipelines are full the rate is what was asked for and the timebase is at rest. A pause leaves them full; a
/// stall, a seek and another item do not, unless that was prerolled while the one before played (A.36).
public struct Preroll: Equatable, Sendable {
    /// The time that it takes once there is enough to fill them with.
    public var time = TimeAmount.zero
    /// The media that has to be loaded for it.
    public var media = MediaTime.zero

    /// Nothing.
    public init() {}
}

/// The pipelines of the current item: until when they are being built, and how far they are filled.
///
/// They are built when the item becomes current (A.46), and anew when what they serve changes. They fill when the
/// clock of a playing player is to start, which holds it (`ClockHold`), and while that waits for a host time; a pause
/// in the midst of it leaves them as they were, a jump and a stall empty them. Where the clock need not wait they stay
/// what they were: the next start then waits for those that have been built anew meanwhile, whereas full ones are
/// ready.
struct PipelineState: Equatable, BitwiseCopyable, Sendable {
    enum Fill: Equatable, BitwiseCopyable, Sendable {
        case empty
        /// They began to fill before their item was current, by `preroll(atRate:)` or for a host time, and do so until
        /// then, whether the player plays or not.
        case prerolled(until: Instant)
        case full
    }

    private(set) var fill = Fill.empty
    /// The instant at which the last that were asked for are built.
    private(set) var builtAt = Instant.zero

    /// Those of a new item; with an instant for one that has been prerolled, whose pipelines are built already.
    init(prerolledUntil full: Instant? = nil) { if let full { fill = .prerolled(until: full) } }

    /// The instant from which a clock that is to run at `now` can run, where filling them takes `time`.
    func start(at now: Instant, filling time: TimeAmount) -> Instant {
        switch fill {
        case .full: now
        case .prerolled(let full): max(max(now, builtAt), full)
        case .empty: max(now, builtAt) + time
        }
    }

    /// Builds them again, once the last ones are there.
    mutating func build(taking time: TimeAmount, at now: Instant) { builtAt = max(now, builtAt) + time }

    mutating func becomeFull() { fill = .full }

    /// They are being filled, and are full then.
    mutating func preroll(until full: Instant) { if fill != .full { fill = .prerolled(until: full) } }

    /// Whatever they were filled with is of no use.
    mutating func empty() { fill = .empty }
}

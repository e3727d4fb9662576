/// The reason why the clock of a playing player rests all the same: it always moves where nothing holds it.
///
/// A player that pauses or waits has a clock at rest anyway, but a jump is pending then too until there is media at
/// its place: the completion handler of a seek has still to be called; and a player whose rate is remembered remembers
/// the host time with it. The rest belongs to a playing player alone: it waits first for media, and then for the host
/// time and for the pipelines, which fill meanwhile.
///
/// AVPlayer.h says of `setRate(_:time:atHostTime:)` that the item's time "will be (or was)" the given one at that host
/// time, and that it is interpolated where that is past. So a clock that has media, and starts late all the same, as
/// the pipelines are not full at the host time or that was past already, starts where it would be by then. Ours is
/// that media is waited for at all, and that a wait for it which lasts beyond the host time is not made up for: the
/// clock starts late then, at the place that was asked for. A tie to the place where the playhead is, with media there,
/// is no jump: nothing is posted, the pipelines keep what they are filled with, and a clock that moves rests only for a
/// host time that is to come. Ours is also that the timebase rests until then: by AVPlayer.h it runs at once, "from an
/// earlier time", while the item's time "will sit at itemTime until the timebase reaches that time".
///
/// `ClockHoldTests` reads these tables here and tries every cell. They are of a player that plays without autowait and
/// whose pipelines take their time to fill: where they take none, `none` stands for `filling`. And they are of one
/// whose early requests are `remembered`: where they are `dropped`, a player that plays goes over to another item by
/// landing, and the item's pipelines may be prerolled then.
///
/// | hold | the clock rests until |
/// |---|---|
/// | none | – |
/// | seek | media is loaded where a seek has jumped to; its completion handler is called then |
/// | landing | media is loaded where something else has jumped to, or a seek that another one has cancelled |
/// | tied | likewise, and then until a host time |
/// | scheduled | a host time |
/// | filling | the pipelines are full |
///
/// | input | stands for |
/// |---|---|
/// | ask | `play()`, `rate = r`, `playImmediately(atRate:)` |
/// | pause | `pause()`, `rate = 0`, an interruption |
/// | seek, failing seek | `seek(to:)`, inside the item and outside |
/// | cancel | `cancelPendingSeeks()` |
/// | preroll | `preroll(atRate:)`, which is refused while a rate is asked for; `cancelPendingPrerolls()` |
/// | tie, tie now | `setRate(_:time:atHostTime:)` of another place, with a host time that is to come, or none |
/// | tie here, go on | likewise, of the place where the playhead is |
/// | item | another item, or none |
/// | tracks | a layer that comes or goes, a change of tracks; a clock that moves is held for it on iOS 9 alone |
/// | end | `forwardPlaybackEndTime`, behind the playhead |
/// | fail | `loadingFailed` |
/// | media, dry | `bufferChanged`, with media at the playhead or without |
/// | time | the host time, or the instant at which the pipelines are full |
///
/// | input        | none      | seek    | landing | tied      | scheduled | filling   |
/// |--------------|-----------|---------|---------|-----------|-----------|-----------|
/// | ask          | none      | seek    | landing | landing   | filling   | filling   |
/// | pause        | none      | seek    | landing | landing   | none      | none      |
/// | seek         | seek      | seek    | seek    | seek      | seek      | seek      |
/// | failing seek | none      | landing | landing | tied      | scheduled | filling   |
/// | cancel       | none      | landing | landing | tied      | scheduled | filling   |
/// | preroll      | none      | seek    | landing | tied      | scheduled | filling   |
/// | tie          | tied      | tied    | tied    | tied      | tied      | tied      |
/// | tie now      | tied      | tied    | tied    | tied      | tied      | tied      |
/// | tie here     | scheduled | tied    | tied    | tied      | scheduled | scheduled |
/// | go on        | none      | tied    | tied    | tied      | filling   | filling   |
/// | item         | none      | none    | none    | none      | none      | none      |
/// | tracks       | none      | seek    | landing | tied      | scheduled | filling   |
/// | end          | none      | seek    | landing | tied      | scheduled | filling   |
/// | fail         | none      | seek    | landing | tied      | scheduled | filling   |
/// | media        | none      | filling | filling | scheduled | scheduled | filling   |
/// | dry          | none      | seek    | landing | tied      | scheduled | none      |
/// | time         | –         | –       | –       | tied      | none      | none      |
///
/// Filling follows where the pipelines are not full when the host time comes, also where it is that of the media.
///
/// With each hold, the pipelines may be as follows, by the player's status; `PipelineState` says what that means.
///
/// | hold      | paused                 | waiting                | playing                |
/// |-----------|------------------------|------------------------|------------------------|
/// | none      | empty, prerolled, full | empty, prerolled, full | empty, prerolled, full |
/// | seek      | empty                  | empty                  | empty                  |
/// | landing   | empty                  | empty                  | empty                  |
/// | tied      | –                      | empty                  | empty                  |
/// | scheduled | –                      | –                      | prerolled, full        |
/// | filling   | –                      | –                      | empty, prerolled       |
enum ClockHold: Equatable, BitwiseCopyable, Sendable {
    case none
    case seek
    case landing
    case tied(to: Instant)
    case scheduled(at: Instant)
    /// With the host time at which the playhead is, or was, at the place where it rests; nil where that is not said.
    case filling(until: Instant, tiedTo: Instant?)

    /// Whether nothing is concluded before there is media at the playhead.
    var awaitsMedia: Bool {
        switch self {
        case .seek, .landing, .tied: true
        case .none, .scheduled, .filling: false
        }
    }

    /// The instant at which it ends by itself; nil where it does not.
    var until: Instant? {
        switch self {
        case .scheduled(let instant), .filling(let instant, _): instant
        case .none, .seek, .landing, .tied: nil
        }
    }

    /// There is media where the playhead has jumped to. A host time that is over counts no more.
    mutating func land(_ now: Instant) {
        switch self {
        case .tied(let host): self = host < now ? .none : .scheduled(at: host)
        case .seek, .landing: self = .none
        case .none, .scheduled, .filling: break
        }
    }

    /// A host time counts no more: a rate was asked for without one.
    mutating func untie() {
        switch self {
        case .tied: self = .landing
        case .scheduled: self = .none
        case .filling(let until, _): self = .filling(until: until, tiedTo: nil)
        case .none, .seek, .landing: break
        }
    }

    /// The player waits for media, and remembers the host time of what it was asked for.
    mutating func wait() {
        switch self {
        case .scheduled, .filling: self = .none
        case .none, .seek, .landing, .tied: break
        }
    }

    /// The player does not play any more: media alone is still waited for.
    mutating func stop() {
        switch self {
        case .tied: self = .landing
        case .scheduled, .filling: self = .none
        case .none, .seek, .landing: break
        }
    }

    /// The pipelines have been emptied, so they are not waited for any more; a host time counts as before.
    mutating func stopFilling() {
        if case .filling(_, let host) = self { self = host.map { .scheduled(at: $0) } ?? .none }
    }
}

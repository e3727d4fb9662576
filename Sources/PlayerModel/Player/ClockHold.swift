/// The reason why the clock of a playing player rests all the same: it always moves where nothing holds it.
///
/// A player that pauses or waits has a clock at rest anyway, but a jump is pending then too until there is media at
/// its place: the completion handler of a seek has still to be called; and a player whose rate is remembered remembers
/// the host time with it. The rest belongs to a playing player alone, and one thing is waited for after another: first
/// for media, then for the host time, then for the pipelines. A host time that is over by the time that there is media
/// is not made up for (ours): the clock starts late, at the place that was asked for.
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
/// | preroll | `preroll(atRate:)`, which raises an exception while a rate is asked for; `cancelPendingPrerolls()` |
/// | tie, tie now | `setRate(_:time:atHostTime:)`, with a host time that is to come, or none |
/// | item | another item, or none |
/// | tracks | a layer that comes or goes, a change of tracks; a clock that moves is held for it on iOS 9 alone |
/// | end | `forwardPlaybackEndTime`, behind the playhead |
/// | fail | `loadingFailed` |
/// | media, dry | `bufferChanged`, with media at the playhead or without |
/// | time | the host time, or the instant at which the pipelines are full |
///
/// | input        | none    | seek    | landing | tied      | scheduled | filling |
/// |--------------|---------|---------|---------|-----------|-----------|---------|
/// | ask          | none    | seek    | landing | landing   | filling   | filling |
/// | pause        | none    | seek    | landing | landing   | none      | none    |
/// | seek         | seek    | seek    | seek    | seek      | seek      | seek    |
/// | failing seek | none    | landing | landing | tied      | scheduled | filling |
/// | cancel       | none    | landing | landing | tied      | scheduled | filling |
/// | preroll      | none    | seek    | landing | tied      | scheduled | filling |
/// | tie          | tied    | tied    | tied    | tied      | tied      | tied    |
/// | tie now      | landing | landing | landing | landing   | landing   | landing |
/// | item         | none    | none    | none    | none      | none      | none    |
/// | tracks       | none    | seek    | landing | tied      | scheduled | filling |
/// | end          | none    | seek    | landing | tied      | scheduled | filling |
/// | fail         | none    | seek    | landing | tied      | scheduled | filling |
/// | media        | none    | filling | filling | scheduled | scheduled | filling |
/// | dry          | none    | seek    | landing | tied      | scheduled | none    |
/// | time         | –       | –       | –       | tied      | filling   | none    |
///
/// With each hold, the pipelines may be as follows, by the player's status; `PipelineState` says what that means.
///
/// | hold      | paused                 | waiting                | playing                |
/// |-----------|------------------------|------------------------|------------------------|
/// | none      | empty, prerolled, full | empty, prerolled, full | empty, prerolled, full |
/// | seek      | empty                  | empty                  | empty                  |
/// | landing   | empty                  | empty                  | empty                  |
/// | tied      | –                      | empty                  | empty                  |
/// | scheduled | –                      | –                      | empty                  |
/// | filling   | –                      | –                      | empty, prerolled       |
enum ClockHold: Equatable, BitwiseCopyable, Sendable {
    case none
    case seek
    case landing
    case tied(to: Instant)
    case scheduled(at: Instant)
    case filling(until: Instant)

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
        case .scheduled(let instant), .filling(let instant): instant
        case .none, .seek, .landing, .tied: nil
        }
    }

    /// There is media where the playhead has jumped to.
    mutating func land() {
        switch self {
        case .tied(let host): self = .scheduled(at: host)
        case .seek, .landing: self = .none
        case .none, .scheduled, .filling: break
        }
    }

    /// A host time counts no more: a rate was asked for without one.
    mutating func untie() {
        switch self {
        case .tied: self = .landing
        case .scheduled: self = .none
        case .none, .seek, .landing, .filling: break
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

    /// The pipelines have been emptied, so they are not waited for any more.
    mutating func stopFilling() { if case .filling = self { self = .none } }
}

internal import PlayerModel

/// The error that has ended a world, and whether anybody has heard of it: it was thrown or read.
struct Ending {
    private(set) var error: WorldError?
    /// The same as it is thrown, with what had happened before it.
    private var thrown: WorldError?
    /// The number of its note in `UnheardErrors`; nil where somebody has heard of it, or nobody has to.
    private var note: Int?
    /// Whether the world is gone, so that nobody can hear of an error any more.
    private var isGone = false
    var way = UnheardError.usual { didSet { if let note { UnheardErrors.shared.set(way, ofNote: note) } } }
    /// Where the world was made.
    private let place: String

    init(madeAt place: String) { self.place = place }

    /// Records an error, and the call by which it came, empty where that was none of the app's; the first one stands.
    mutating func record(_ error: WorldError, by call: StaticString, at instant: PlayerModel.Instant) {
        guard self.error == nil else { return }
        let origin = WorldError.Origin(call: "\(call)", at: Duration(instant))
        self.error = error.from(origin)
        // A call that comes after the world was finished is none: an app puts its player away then.
        guard !isGone, error != .misuse(.isFinished) else { return }
        note = UnheardErrors.shared.add(
            "autowait: an error that nobody has heard of, \(origin.words) in the world that was made at \(place): "
                + "\(error.words). Let time pass after the call, which throws it; read world.error where it is "
                + "expected; or set world.unheardError",
            way)
    }

    /// The error, for somebody who hears of it now.
    mutating func heard() -> WorldError? {
        if let note { UnheardErrors.shared.remove(note) }
        note = nil
        return error
    }

    /// The error to throw, with what had happened before it.
    mutating func thrown(after rows: () -> [String]) -> WorldError? {
        guard let error = heard() else { return nil }
        if thrown == nil { thrown = error.after(rows()) }
        return thrown
    }

    /// Tells of an error of which nobody has heard: the world is gone.
    mutating func tell(after rows: () -> [String]) {
        isGone = true
        if let note { UnheardErrors.shared.tell(note, after: rows()) }
        note = nil
    }
}

internal import PlayerModel

/// The way in which a world that is released tells of an error that was neither thrown nor read: see
/// `World.unheardError`.
public enum UnheardError: Sendable {
    /// The error is printed to the standard error at once, and the process fails at its end: all tests run, each with
    /// its own result.
    case failsProcess
    /// The error is printed to the standard error, and that is all: the process may succeed.
    case isPrinted

    /// That of a world of which nothing is said: as the environment has it.
    static var usual: UnheardError {
        TestProcess.variable("AUTOWAIT_UNHEARD_ERRORS") == "printed" ? .isPrinted : .failsProcess
    }

    /// Tells of the error of a world that is gone: by which call it came, empty for none of the app's, and when.
    fileprivate func tell(
        _ failure: WorldError, by call: StaticString, at instant: PlayerModel.Instant, madeAt place: String
    ) {
        let name = call.utf8CodeUnitCount > 0 ? "\(call)" : "no call of the app"
        TestProcess.printError(
            "autowait: an error that nobody has heard of, by \(name) at \(WorldError.seconds(Duration(instant))) in "
                + "the world that was made at \(place): \(failure). Let time pass after the call, which throws it; "
                + "read world.error where it is expected; or set world.unheardError")
        if self == .failsProcess { TestProcess.failAtEnd() }
    }
}

extension Engine {
    /// Tells of an error of which nobody has heard. A call that came after the world was finished is none: an app puts
    /// its player away then.
    func tellUnheardError() {
        guard let failure, !isHeard, failure != .misuse(.isFinished) else { return }
        unheardError.tell(failure, by: failedCall.name, at: failedCall.at, madeAt: place)
    }
}

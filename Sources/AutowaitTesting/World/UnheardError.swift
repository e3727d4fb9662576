internal import PlayerModel

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The way in which a world that is released tells of an error that was neither thrown nor read: see
/// `World.unheardError`.
public enum UnheardError: Sendable {
    /// The process ends, with the error in the message: no later test of it runs.
    case traps
    /// The error is printed to the standard error, and the process goes on: the test may pass.
    case isPrinted

    /// Tells of the error of a world that is gone: by which call it came, empty for none of the app's, and when.
    func tell(_ failure: WorldError, by call: StaticString, at instant: PlayerModel.Instant, madeAt place: String) {
        let name = call.utf8CodeUnitCount > 0 ? "\(call)" : "no call of the app"
        let words =
            "autowait: an error that nobody has heard of, by \(name) at \(WorldError.seconds(Duration(instant))) in "
            + "the world that was made at \(place): \(failure). Let time pass after the call, which throws it; read "
            + "world.error where it is expected; or set world.unheardError"
        switch self {
        case .traps: fatalError(words)
        case .isPrinted:
            let line = Array("\(words)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
        }
    }
}

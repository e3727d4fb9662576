internal import Synchronization

/// The answer that a task awaits of a player; false where the task is cancelled first.
///
/// The player is one thread's. A task may be cancelled from any, such as that of a test's time limit, so that the
/// player is not told of it: what it answers afterwards nobody hears.
final class Answer: Sendable {
    private enum State {
        case open
        case awaited(UnsafeContinuation<Bool, Never>)
        case given(Bool)
    }

    private let state = Mutex(State.open)

    /// Gives the answer. Only the first one counts.
    func give(_ answer: Bool) {
        let waiting: UnsafeContinuation<Bool, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .given(answer)
                return nil
            case .awaited(let continuation):
                state = .given(answer)
                return continuation
            case .given: return nil
            }
        }
        waiting?.resume(returning: answer)
    }

    /// Asks by a call that takes a completion handler, and waits for what that is told.
    nonisolated(nonsending) static func awaited(_ ask: (@escaping (Bool) -> Void) -> Void) async -> Bool {
        let answer = Answer()
        ask { answer.give($0) }
        return await answer.awaited()
    }

    private nonisolated(nonsending) func awaited() async -> Bool {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let given: Bool? = state.withLock { state in
                    if case .given(let answer) = state { return answer }
                    state = .awaited(continuation)
                    return nil
                }
                if let given { continuation.resume(returning: given) }
            }
        } onCancel: {
            give(false)
        }
    }
}

internal import PlayerModel
internal import Synchronization

/// The way in which an error comes out that was neither thrown nor read: see `World.unheardError`.
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
}

/// The errors of which nobody has heard yet, of all worlds of the process.
///
/// One is told when its world is released. A world that is held for ever, as by a closure that it holds itself, is
/// never released: so what is left is told at the end of the process.
final class UnheardErrors: Sendable {
    static let shared = UnheardErrors()

    private struct Note {
        let number: Int
        let words: String
        var way: UnheardError
    }

    private struct State {
        var notes: [Note] = []
        var count = 0
        /// Whether one was told by which the process fails.
        var fails = false
    }

    private let state = Mutex(State())

    /// Notes an error, and returns the number of its note.
    func add(_ words: String, _ way: UnheardError) -> Int {
        TestProcess.watchEnd()
        return state.withLock { state in
            state.count += 1
            state.notes.append(Note(number: state.count, words: words, way: way))
            return state.count
        }
    }

    func set(_ way: UnheardError, ofNote number: Int) {
        state.withLock { state in
            guard let place = state.notes.firstIndex(where: { $0.number == number }) else { return }
            state.notes[place].way = way
        }
    }

    /// Strikes an error out, of which somebody has heard.
    func remove(_ number: Int) { state.withLock { $0.notes.removeAll { $0.number == number } } }

    /// Tells of an error whose world is gone.
    ///
    /// - Parameter rows: What had happened before it, a line each.
    func tell(_ number: Int, after rows: [String]) {
        let note = state.withLock { state in
            let place = state.notes.firstIndex { $0.number == number }
            guard let note = place.map({ state.notes.remove(at: $0) }) else { return nil as Note? }
            if note.way == .failsProcess { state.fails = true }
            return note
        }
        if let note { TestProcess.printError(([note.words] + rows).joined(separator: "\n")) }
    }

    /// Tells of the errors that are left, and returns whether the process fails.
    func tellRest() -> Bool {
        for number in state.withLock({ $0.notes.map(\.number) }) { tell(number, after: []) }
        return state.withLock { $0.fails }
    }
}

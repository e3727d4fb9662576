internal import Dispatch
internal import Synchronization

/// The tasks of a world, as far as it knows of them: those that sleep on its clock, and those that run on its
/// executor.
///
/// Tasks may be anywhere, so all of it is behind a lock; but what can go on does so on the thread that lets time
/// pass.
final class WorldTasks: Sendable {
    private struct Sleeper {
        let number: Int
        let deadline: Int64
        let continuation: UnsafeContinuation<Bool, Never>
    }

    private struct State {
        /// Virtual time, in nanoseconds.
        var now: Int64 = 0
        /// The queue on which tasks of the executor go on where the world is gone; nil while it is there.
        var afterwards: DispatchQueue?
        var isRunning = false
        /// In the order of deadlines, then of falling asleep.
        var sleepers: [Sleeper] = []
        /// Sleeps that were called off before they began.
        var calledOff: Set<Int> = []
        var nextNumber = 0
        /// The parts of tasks on the executor that can run now, in order.
        var jobs: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    var now: Int64 {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.now = newValue } }
    }

    // MARK: Sleeping

    var nextDeadline: Int64? { state.withLock { $0.sleepers.first?.deadline } }

    /// Sleeps until virtual time has come there. It throws where the task is cancelled, or the world is gone.
    nonisolated(nonsending) func sleep(until deadline: Int64) async throws {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        let wasWoken = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                begin(Sleeper(number: number, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            callOff(number)
        }
        // One that was called off as it was woken needs no note any more.
        state.withLock { _ = $0.calledOff.remove(number) }
        if !wasWoken { throw CancellationError() }
    }

    private func begin(_ sleeper: Sleeper) {
        let answer: Bool? = state.withLock { state in
            if state.calledOff.remove(sleeper.number) != nil || state.afterwards != nil { return false }
            if sleeper.deadline <= state.now { return true }
            let place = state.sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? state.sleepers.count
            state.sleepers.insert(sleeper, at: place)
            return nil
        }
        if let answer { sleeper.continuation.resume(returning: answer) }
    }

    private func callOff(_ number: Int) {
        let sleeper: Sleeper? = state.withLock { state in
            guard let place = state.sleepers.firstIndex(where: { $0.number == number }) else {
                state.calledOff.insert(number)
                return nil
            }
            return state.sleepers.remove(at: place)
        }
        sleeper?.continuation.resume(returning: false)
    }

    /// Wakes those whose time has come, in the order of their deadlines.
    func wake() {
        let due = state.withLock { state in
            let due = state.sleepers.prefix { $0.deadline <= state.now }
            state.sleepers.removeFirst(due.count)
            return due
        }
        for sleeper in due { sleeper.continuation.resume(returning: true) }
    }

    /// The world is gone: nobody sleeps in it, and nobody lets its time pass, so that tasks of its executor go on
    /// elsewhere.
    func end() {
        let rest = state.withLock { state in
            state.afterwards = DispatchQueue(label: "autowait.WorldTasks")
            defer { state.sleepers = [] }
            return state.sleepers
        }
        handOver()
        for sleeper in rest { sleeper.continuation.resume(returning: false) }
    }

    // MARK: The executor

    func add(_ job: @escaping @Sendable () -> Void) {
        state.withLock { $0.jobs.append(job) }
        handOver()
    }

    /// Where the world is gone, hands what can go on to a queue, which takes it in the same order; but not while one of
    /// those jobs runs, as it does where it has released the world: two of them never run at once.
    private func handOver() {
        state.withLock { state in
            guard let queue = state.afterwards, !state.isRunning else { return }
            for job in state.jobs { queue.async(execute: job) }
            state.jobs = []
        }
    }

    /// Whether anything waits for its turn on the executor.
    var canGoOn: Bool { state.withLock { !$0.jobs.isEmpty } }

    /// Whether a task on the executor has its turn now.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Whether anything waits for its turn on the main actor.
    var othersCanGoOn: Bool { MainActorWatch.shared.hasJobs }

    /// Gives every task that waits for its turn one.
    func run() {
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            state.isRunning = true
            return state.jobs
        }
        for job in jobs { job() }
        state.withLock { $0.isRunning = false }
        handOver()
    }
}

/// The executor of a world: tasks that prefer it, and actors that have it and are called by these, run on the thread
/// that lets time pass, at the instant at which they can go on, and before time passes. Where the world is gone they go
/// on on a serial queue of Dispatch, so that each comes to its end: a sleep has thrown `CancellationError` then.
///
/// ```swift
/// Task(executorPreference: world.executor) { await downloads.refresh() }
/// ```
public final class WorldExecutor: TaskExecutor, SerialExecutor {
    private let tasks: WorldTasks

    init(_ tasks: WorldTasks) { self.tasks = tasks }

    /// Puts a part of a task at the end of what is to be done. The Swift runtime calls it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        tasks.add { [self] in
            job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(),
                taskExecutor: (self as any TaskExecutor).asUnownedTaskExecutor())
        }
    }

    /// The reference that an actor's `unownedExecutor` returns.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

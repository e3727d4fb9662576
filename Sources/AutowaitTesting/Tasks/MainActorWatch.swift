internal import Dispatch
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The main actor's jobs, counted: so that it is known when none is left, and time can pass.
///
/// Nothing in Swift says whether the main actor has anything to do. So its jobs are taken in here, in the order in
/// which they come, and run where they would be run, on the main queue of Dispatch, one after the other. And what a
/// job on the main actor hands to the global pool, by calling an asynchronous function that is bound to no actor, an
/// actor of its own or a detached task, is run on the main queue, too: otherwise nobody could know when it comes
/// back. That is so while there is a world whose time passes asynchronously, and in the process of the tests alone.
///
/// The runtime has hooks for both, variables that hold a function. They are no documented interface; where they are
/// not there, or are not heeded, `settle` says so instead of guessing. This was tried on Linux with Swift 6.3. On
/// Apple's systems, where the main executor belongs to the runtime of the system, the hook is another one; there it
/// was not tried.
final class MainActorWatch: @unchecked Sendable {
    static let shared = MainActorWatch()

    private struct State {
        var isInstalled = false
        /// Worlds whose tasks are followed.
        var worlds = 0
        var jobs: [UnownedJob] = []
        /// Jobs that have come, and how many of them are our own markers.
        var count = 0
        var markers = 0
    }

    private let state = Mutex(State())
    private static let mainQueue: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether this runs on the main queue.
    static var isMain: Bool { DispatchQueue.getSpecific(key: mainQueue) == true }

    // MARK: Following

    func beginFollowing() {
        let isFirst = state.withLock { state in
            state.worlds += 1
            defer { state.isInstalled = true }
            return !state.isInstalled
        }
        if isFirst { MainActorHooks.install() }
    }

    func endFollowing() { state.withLock { $0.worlds -= 1 } }

    // MARK: Jobs

    var hasJobs: Bool { state.withLock { !$0.jobs.isEmpty } }

    func add(_ job: UnownedJob) {
        state.withLock { state in
            state.jobs.append(job)
            state.count += 1
        }
        DispatchQueue.main.async { self.runNext() }
    }

    /// Takes in a job for the global pool, if it comes from the main queue.
    ///
    /// Not only from a job that was taken in here: a function that had begun before there was a world goes on, after
    /// each `await`, where the runtime would have it, which is on the same queue.
    func take(_ job: UnownedJob) -> Bool {
        guard Self.isMain, state.withLock({ $0.worlds > 0 }) else { return false }
        add(job)
        return true
    }

    private func runNext() {
        MainActorHooks.run(state.withLock { $0.jobs.removeFirst() })
    }

    // MARK: Waiting

    /// Those who wait until it is their world whose time passes.
    @MainActor private var line: [UnsafeContinuation<Void, Never>] = []
    @MainActor private var isTaken = false

    /// Lets the time of one world pass after that of another: so the turns that its tasks take are its own.
    @MainActor
    func takeTurns<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
        if isTaken { await withUnsafeContinuation { line.append($0) } }
        isTaken = true
        defer {
            if line.isEmpty { isTaken = false } else { line.removeFirst().resume() }
        }
        return try await body()
    }

    /// Waits until the main actor has nothing else to do, and returns whether it could be seen at all. `isTooMuch` is
    /// asked at every turn.
    @MainActor
    func settle(_ isTooMuch: () -> Bool) async -> Bool {
        while true {
            let before = state.withLock { ($0.count, $0.markers) }
            await turn()
            let after = state.withLock { ($0.count, $0.markers) }
            if after.0 == before.0 { return false }
            // Jobs come in their order: whatever was there before the marker has been done.
            if after.0 - after.1 == before.0 - before.1 || isTooMuch() { return true }
        }
    }

    /// Goes to the end of what the main actor has to do.
    @MainActor
    private func turn() async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            mark()
            Task { @MainActor in
                self.mark()
                continuation.resume()
            }
        }
    }

    /// The job that comes next is of our own.
    private func mark() { state.withLock { $0.markers += 1 } }
}

/// The variables of the runtime.
private enum MainActorHooks {
    private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
    private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void

    static func install() {
        variable("swift_task_enqueueGlobal_hook", EnqueueHook.self)?.pointee = { job, original in
            if !MainActorWatch.shared.take(job) { original(job) }
        }
        #if canImport(Darwin)
            variable("swift_task_enqueueMainExecutor_hook", EnqueueHook.self)?.pointee = { job, _ in
                MainActorWatch.shared.add(job)
            }
        #else
            typealias Executor = @convention(thin) () -> UnownedSerialExecutor
            typealias ExecutorHook = @convention(thin) (Executor) -> UnownedSerialExecutor
            variable("swift_task_getMainExecutor_hook", ExecutorHook.self)?.pointee = { _ in
                MainExecutor.shared.asUnownedSerialExecutor()
            }
        #endif
    }

    static func run(_ job: UnownedJob) {
        #if canImport(Darwin)
            job.runSynchronously(on: MainActor.sharedUnownedExecutor)
        #else
            job.runSynchronously(on: MainExecutor.shared.asUnownedSerialExecutor())
        #endif
    }

    private static func variable<Hook>(_ name: String, _: Hook.Type) -> UnsafeMutablePointer<Hook?>? {
        dlsym(dlopen(nil, RTLD_LAZY), name)?.assumingMemoryBound(to: Hook?.self)
    }
}

#if !canImport(Darwin)
    /// The main executor while jobs are counted: it runs them on the main queue, as the runtime's own does.
    private final class MainExecutor: SerialExecutor {
        static let shared = MainExecutor()

        func enqueue(_ job: consuming ExecutorJob) { MainActorWatch.shared.add(UnownedJob(job)) }

        /// Code on the main queue that is no job, such as a block of Dispatch, is the main actor's, too.
        func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }
    }
#endif

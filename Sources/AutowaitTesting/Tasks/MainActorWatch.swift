internal import Dispatch
internal import Synchronization

/// The main actor's jobs, counted: so that it is known when none is left, and time can pass.
///
/// Nothing in Swift says whether the main actor has anything to do. So its jobs are taken in here, in the order in
/// which they come, and run where they would be run, on the main queue of Dispatch, one after the other. And what a
/// job on the main actor hands to the global pool, by calling an asynchronous function that is bound to no actor, an
/// actor of its own or a detached task, is run on the main queue, too: otherwise nobody could know when it comes
/// back. That is so while there is a world whose time passes asynchronously, and in the process of the tests alone.
///
/// A job that another test hands to the pool is run there, too, while there is a world: whose a job is cannot be told
/// where its task is older than the world, or was made by a task of which nobody has heard, and it may be this test's.
///
/// The runtime has hooks for both, variables that hold a function. They are no documented interface; where they are
/// not there, or are not heeded, `settle` says so instead of guessing. This was tried on Linux with Swift 6.3. On
/// Apple's systems, where the main executor belongs to the runtime of the system, the hook is another one; there it
/// was not tried.
///
/// Tests share the main actor. A turn counts for a world only where a task of its family has had it: one of those that
/// have made the world or let its time pass, or that were made by them. Other tasks are waited for, too, because they
/// may work for this test, as those of an object that an app shares do. But not those of a world that stands in line,
/// for which its own test will wait, nor those that were found never to rest. A task is known by its number in the
/// runtime, which is not documented either; without numbers all tasks are of one family.
final class MainActorWatch: @unchecked Sendable {
    static let shared = MainActorWatch()

    /// Jobs that have come: all of them, our own markers, those of the family whose time passes, which has the markers
    /// among its own, and those for which nobody waits.
    private struct Counts {
        var all = 0
        var markers = 0
        var own = 0
        var left = 0
    }

    private struct State {
        /// Worlds whose tasks are followed.
        var worlds = 0
        var jobs: [(job: UnownedJob, family: Int?, isLeft: Bool)] = []
        var counts = Counts()
        /// The families of tasks, by the numbers of these; that of 0 is code which is no task.
        var families: [UInt64: Int] = [:]
        var familyCount = 0
        /// The one whose time passes, those that wait for that, and those that were found never to rest.
        var family = 0
        var line: [Int] = []
        var restless: Set<Int> = []
        /// The one whose job runs.
        var running: Int?

        /// The family of a job that comes, of a task that the one which runs now may have made.
        mutating func family(ofTask task: UInt64, from other: UInt64) -> Int? {
            // An actor's turn has no number, and comes when the task that asked for it runs no more.
            if task == 0 { return families[other] ?? running }
            if let own = families[task] { return own }
            // One with a smaller number is older: it is not made, but woken.
            guard task > other, let family = families[other] else { return nil }
            families[task] = family
            return family
        }
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

    /// Follows the tasks of a world that is being made, and returns their family.
    func beginFollowing() -> Int {
        let task = MainActorHooks.currentTask
        MainActorHooks.install()
        return state.withLock { state in
            state.worlds += 1
            let family = state.families[task] ?? state.familyCount + 1
            state.familyCount = max(state.familyCount, family)
            state.families[task] = family
            return family
        }
    }

    func endFollowing() {
        state.withLock { state in
            state.worlds -= 1
            if state.worlds == 0 { state.families = state.families.filter { state.restless.contains($0.value) } }
        }
    }

    // MARK: Jobs

    /// Whether there is one that is waited for.
    var hasJobs: Bool { state.withLock { $0.jobs.contains { !$0.isLeft } } }

    func add(_ job: UnownedJob) {
        let (task, other) = (MainActorHooks.number(of: job), MainActorHooks.currentTask)
        state.withLock { state in
            let family = state.family(ofTask: task, from: other)
            let isOwn = family == state.family
            let isLeft = !isOwn && family.map { state.line.contains($0) || state.restless.contains($0) } ?? false
            state.jobs.append((job, family, isLeft))
            state.counts.all += 1
            if isOwn { state.counts.own += 1 }
            if isLeft { state.counts.left += 1 }
        }
        DispatchQueue.main.async { self.runNext() }
    }

    /// Takes in a job for the global pool, if it comes from the main queue.
    ///
    /// Not only from a job that was taken in here: a block of Dispatch is the main actor's, too. And a function that
    /// had begun before the hooks were set goes on, after each `await`, where the runtime would have it, which is on
    /// the same queue.
    func take(_ job: UnownedJob) -> Bool {
        guard Self.isMain, state.withLock({ $0.worlds > 0 }) else { return false }
        add(job)
        return true
    }

    private func runNext() {
        let job = state.withLock { state in
            let next = state.jobs.removeFirst()
            state.running = next.family
            return next.job
        }
        MainActorHooks.run(job)
        state.withLock { $0.running = nil }
    }

    // MARK: Waiting

    /// Those who wait until it is their world whose time passes.
    @MainActor private var line: [UnsafeContinuation<Void, Never>] = []
    @MainActor private var isTaken = false

    /// Lets the time of one world pass after that of another. The task that lets it pass is of the world's family.
    @MainActor
    func takeTurns<Result>(
        of family: Int, _ body: @MainActor () async throws -> Result
    ) async rethrows -> Result {
        let task = MainActorHooks.currentTask
        state.withLock { $0.families[task] = family }
        if isTaken {
            state.withLock { $0.line.append(family) }
            await withUnsafeContinuation { line.append($0) }
            state.withLock { _ = $0.line.removeFirst() }
        }
        isTaken = true
        state.withLock { $0.family = family }
        defer {
            if line.isEmpty { isTaken = false } else { line.removeFirst().resume() }
        }
        return try await body()
    }

    /// The way in which waiting has ended.
    enum Outcome { case isAtRest, isUnseen, isTooMuch, othersGoOn }

    /// Waits until the main actor has nothing else to do. `isTooMuch` is asked at every turn of the family whose time
    /// passes. Those of others, such as a test that polls, are waited for as long as `patience` is, in real time.
    @MainActor
    func settle(atMost patience: Duration, _ isTooMuch: () -> Bool) async -> Outcome {
        var deadline: ContinuousClock.Instant?
        while true {
            let before = state.withLock { $0.counts }
            await turn()
            let after = state.withLock { $0.counts }
            if after.all == before.all { return .isUnseen }
            // Jobs come in their order: whatever was there before the marker has been done.
            let markers = after.markers - before.markers
            if after.all - before.all == markers + after.left - before.left { return .isAtRest }
            if after.own - before.own > markers {
                if isTooMuch() { return .isTooMuch }
            } else {
                let now = ContinuousClock.now
                if now > deadline ?? now { return .othersGoOn }
                deadline = deadline ?? now + patience
            }
        }
    }

    /// The tasks of the family whose time passes never rest: other worlds do not wait for them.
    func giveUp() { state.withLock { _ = $0.restless.insert($0.family) } }

    /// Goes to the end of what the main actor has to do. The one job of that is our marker.
    @MainActor
    private func turn() async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            DispatchQueue.main.async {
                self.state.withLock { $0.counts.markers += 1 }
                continuation.resume()
            }
        }
    }
}

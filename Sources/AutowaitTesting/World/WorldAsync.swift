internal import PlayerModel

// Virtual time for code that awaits: the same calls, in which tasks have their turn at every instant before time
// passes.
extension World {
    /// Lets time pass, and tasks with it. When it returns, everything of that time has happened, and every task of
    /// the main actor has gone on as far as it can.
    ///
    /// At each instant at which something has happened, tasks go on until none of them can; only then does time pass.
    /// So a task that sleeps on `clock`, or awaits a seek or an observation, goes on at the nanosecond at which it
    /// can, and in the same order each time. What a task does on other threads, such as a network request of its own,
    /// a `Task.sleep` or a queue of Dispatch, is not virtual, and is not waited for.
    ///
    /// - Parameter amount: Host time, to the nearest nanosecond; with zero, tasks go on at this instant.
    /// - Throws: As `advance(by:)` without `await`; `WorldError.tasksAreUnseen` where the world was not made on the
    ///   main actor, or the Swift runtime does not let its tasks be counted; and `WorldError.othersGoOn` where tasks
    ///   of another test do not come to rest.
    @MainActor
    public func advance(by amount: Duration) async throws {
        try await inTurn {
            try await pass(to: engine.target(amount, isAwaited: true))
        }
    }

    /// Lets time pass, and tasks with it, until something is true: as `advance(until:atMost:)` without `await`. When it
    /// returns, tasks have gone on as far as they can at that instant, too.
    ///
    /// - Parameters:
    ///   - condition: What is awaited. It may look, but not act.
    ///   - limit: The most host time that may pass.
    /// - Returns: Whether it has become true. If not, `limit` has passed.
    /// - Throws: As `advance(by:)`.
    @MainActor
    public func advance(until condition: () -> Bool, atMost limit: Duration) async throws -> Bool {
        try await advance(until: condition, atMost: limit, by: #function)
    }

    /// The same, for the call of that name.
    @MainActor
    private func advance(
        until condition: () -> Bool, atMost limit: Duration, by call: StaticString
    ) async throws -> Bool {
        try await inTurn(by: call) {
            let target = try engine.target(limit, isAwaited: true, by: call)
            while true {
                try await settle()
                switch try engine.run(to: target, until: condition, isAwaited: true, by: call) {
                case .conditionHolds:
                    try await pass(to: engine.now, by: call)
                    return true
                case .tasksCanGoOn: continue
                case .timeHasPassed:
                    try await settle()
                    return condition()
                }
            }
        }
    }

    /// Lets time pass, and tasks with it, until something is true, and fails if it does not become so: as
    /// `run(until:atMost:)` without `await`. It ends with the first item that fails; `advance(until:atMost:)` waits on.
    ///
    /// - Parameters:
    ///   - condition: What is awaited. It may look, but not act.
    ///   - limit: The most host time that may pass.
    ///   - fileID: Where the call stands, which the error says; so does `line`.
    ///   - line: Its line.
    /// - Throws: `WorldError.notReached` where the limit has passed or an item has failed; otherwise as
    ///   `advance(by:)`.
    @MainActor
    public func run(
        until condition: @autoclosure () -> Bool, atMost limit: Duration = .seconds(60),
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws {
        let failures = engine.failureCount
        var isReached = false
        _ = try await advance(
            until: {
                isReached = condition()
                return isReached || engine.failureCount > failures
            }, atMost: limit, by: "run(until:atMost:)")
        guard isReached || condition() else {
            throw notReached(limit, hasFailed: engine.failureCount > failures, "\(fileID):\(line)")
        }
    }

    /// Lets time pass, and tasks with it, until nothing more happens, and ends the world: as `finish()` without
    /// `await`. Streams of its players end. A task that awaits something else that does not come still does afterwards.
    ///
    /// - Throws: As `advance(by:)`; where something goes on until the end of virtual time, that is no error.
    @MainActor
    public func finish() async throws {
        try await inTurn {
            repeat { try await settle() } while try !engine.finish(isAwaited: true)
        }
    }

    /// Lets time pass to an instant, and tasks with it.
    @MainActor
    private func pass(to target: PlayerModel.Instant, by call: StaticString = #function) async throws {
        repeat { try await settle() } while try engine.run(to: target, isAwaited: true, by: call) == .tasksCanGoOn
        try await settle()
    }

    /// Lets time pass, one world after another. A task must not do so while its own world does, with `await` or
    /// without.
    @MainActor
    private func inTurn<Result>(
        by call: StaticString = #function, _ body: @MainActor () async throws -> Result
    ) async throws -> Result {
        if engine.isAdvancing { throw engine.refusal(.advanceUnderWay, of: call) }
        engine.isAdvancing = true
        defer { engine.isAdvancing = false }
        guard let family else { throw WorldError.tasksAreUnseen }
        return try await MainActorWatch.shared.takeTurns(of: family, body)
    }

    /// Lets all tasks go on as far as they can, while no time passes.
    @MainActor
    private func settle() async throws(WorldError) {
        let outcome = await MainActorWatch.shared.settle(atMost: patience) {
            engine.count()
            return engine.failure != nil
        }
        switch outcome {
        case .isAtRest: try engine.throwFailure()
        case .isTooMuch:
            if case .timeStandsStill = engine.failure { MainActorWatch.shared.giveUp() }
            try engine.throwFailure()
        case .isUnseen: throw .tasksAreUnseen
        case .othersGoOn: throw .othersGoOn
        }
    }
}

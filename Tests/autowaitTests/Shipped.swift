import Synchronization

@testable import Simulation
@testable import autowait

/// The shipped scenarios, each run once for all tests that look at its run: packets are what running them costs.
enum Shipped {
    /// A run with all of its events, and what a log of it begins with.
    struct Recorded: Sendable {
        let header: LogHeader
        let run: Run
    }

    private final class Slot: Sendable {
        let recorded = Mutex<Recorded?>(nil)
    }

    private static let slots = Dictionary(uniqueKeysWithValues: Place.scenarios.map { ($0, Slot()) })

    /// The run of a scenario, by its path in the package.
    static func recorded(_ path: String) throws -> Recorded {
        guard let slot = slots[path] else { throw IsNotShipped() }
        return try slot.recorded.withLock { known in
            if let known { return known }
            let (loaded, header) = try ScenarioFile.recordable(
                Place.path(path), settings: [], folders: [Place.path("Scenarios")])
            let recorded = Recorded(header: header, run: try Run(loaded.scenario, tracing: .events))
            known = recorded
            return recorded
        }
    }

    struct IsNotShipped: Error {}

    /// `autowait test` of all of them: it runs each, which takes its time.
    static let tested: (output: String, errors: String, isAsExpected: Bool) = {
        let reply = Autowait.reply(to: ["test", Place.path("Scenarios")])
        return (reply.output, reply.errors, reply.code == .asExpected)
    }()
}

import PlayerModel

extension FirstDifference.Subject {
    /// The run as a whole, for figures. A log's scenario is run again, because a log that was edited may name what does
    /// not exist; nil where that does not come to what was recorded.
    package func run() throws(SessionError) -> Run? {
        switch self {
        case .scenario(let scenario): return try Run(scenario)
        case .log(let log, let scenario):
            let run = try Run(scenario, tracing: .events)
            return run.digest.text == log.outcome.digest ? run : nil
        }
    }
}

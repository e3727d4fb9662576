import PlayerModel
import Testing

@testable import Simulation

@Suite("What follows from a scenario whatever its seed")
struct ScenarioPlanTests {
    private static func scenario() throws -> Scenario {
        try ScenarioText(
            network: .fluid(3000), media: .hls([1000, 2500], duration_s: 30, segment_s: 6),
            player: #""switching": "throughput""#
        ).read()
    }

    @Test("is worked out anew where something has changed on which it depends, and makes no difference to a run")
    func changes() throws {
        let changes: [@Sendable (inout Scenario) -> Void] = [
            { _ in }, { $0.seed = 9 }, { $0.until = .zero + .seconds(20) },
            { $0.players[0].variantSwitch = .fixed }, { $0.players[0].variantChoice = .highest },
            { $0.players[0].media.variants.removeLast() }, { $0.players[0].loader.goal = .fixed(.seconds(5)) },
            { $0.network.transport = Transport(.tcp) }, { $0.players.append($0.players[0]) },
            {
                $0.network.conditions.addOutage(
                    Conditions.Outage(start: .zero + .seconds(2), end: .zero + .seconds(9)))
            },
        ]
        for (index, change) in changes.enumerated() {
            var prepared = try Self.scenario()
            prepared.prepare()
            change(&prepared)
            var plain = try Self.scenario()
            change(&plain)
            let (run, other) = (try Run(prepared), try Run(plain))
            #expect(run.digest.value == other.digest.value, "change \(index)")
            #expect(run.players.map { "\($0.slots)" } == other.players.map { "\($0.slots)" }, "change \(index)")
            #expect("\(prepared.resources)" == "\(plain.resources)", "change \(index)")
        }
    }
}

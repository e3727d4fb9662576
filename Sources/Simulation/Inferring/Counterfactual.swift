import PlayerModel

/// A session as it would have gone otherwise: a scenario's media, player and person, over a network that was inferred.
/// Networks are laid on the scenario's clock; `zero` is the instant on it at which the log's begins, in nanoseconds.
package enum Counterfactual {
    /// The scenario over a member of the ensemble: its capacity and the log's round trip. What a scenario says of the
    /// way up, and of how bytes travel, stays; random loss is the member's.
    package static func scenario(
        _ scenario: Scenario, over network: InferredNetwork, of inference: Inference
    ) -> Scenario {
        var own = self.scenario(scenario, network.conditions(values(scenario, inference)))
        // Which packets are lost is luck, and each network has its own.
        if network.loss > 0 { own.seed = network.seed }
        return own
    }

    /// The scenario over a naive network: bytes over time of each busy time as the capacity, until the next begins.
    /// That of the first holds before it, too.
    package static func naive(_ scenario: Scenario, _ inference: Inference, from zero: Int64) -> Scenario {
        var values = values(scenario, inference)
        values.roundTrip = inference.log.roundTrip ?? InferenceLog.supposedRoundTrip
        var phases: [Conditions.Phase] = []
        for transfer in inference.log.transfers where transfer.bytes >= InferenceLog.leastBytes {
            var own = values
            own.down = transfer.rate
            let start = Instant(nanoseconds: phases.isEmpty ? 0 : transfer.begin + zero)
            // What is over before the scenario begins gives way.
            if start <= .zero { phases = [] }
            phases.append(.init(start: max(start, .zero), values: own))
        }
        return self.scenario(scenario, Conditions(phases: phases))
    }

    private static func values(_ scenario: Scenario, _ inference: Inference) -> NetworkValues {
        var values = scenario.network.conditions.values(at: .zero)
        (values.delayDown, values.delayUp) = (inference.values.delayDown, inference.values.delayUp)
        (values.lossDown, values.lossUp) = (0, 0)
        return values
    }

    private static func scenario(_ scenario: Scenario, _ conditions: Conditions) -> Scenario {
        var own = scenario
        var plan = NetworkPlan()
        plan.transport = scenario.network.transport
        plan.conditions = conditions
        own.network = plan
        return own
    }

    /// The time in which bytes were under way, and the part of it of which the log does not tell the capacity within a
    /// factor of two: beyond its end, or where it had nothing under way.
    package struct BusyTime: Equatable, BitwiseCopyable, Sendable {
        package var all: Int64 = 0
        package var untold: Int64 = 0
    }

    /// The busy time of a run.
    package static func busyTime(_ run: PlayerRun, _ inference: Inference, from zero: Int64) -> BusyTime {
        let slot = inference.slot
        var time = BusyTime()
        var reached = Int64.min
        for exchange in run.playback.exchanges {
            let end = (exchange.end?.at ?? exchange.lastChunk?.at ?? run.outcome.at).nanoseconds - zero
            var begin = max(exchange.at.nanoseconds - zero, reached)
            reached = max(reached, end)
            let early = max(0, min(0, end) - begin)
            time.all += early
            time.untold += early
            begin += early
            while begin < end {
                let place = begin / slot
                let next = min(end, (place + 1) * slot)
                time.all += next - begin
                if place >= Int64(inference.bands.count) {
                    time.untold += end - begin
                    time.all += end - next
                    break
                }
                if !inference.bands[Int(place)].isTold { time.untold += next - begin }
                begin = next
            }
        }
        return time
    }
}

import PlayerModel

/// A session as it would have gone otherwise: a scenario's media, player and person, over a network that was inferred.
/// Networks are laid on the scenario's clock; `zero` is the instant on it at which the log's begins, in nanoseconds.
package enum Counterfactual {
    /// The scenario over a member of the ensemble: its capacity and the log's round trip. What a scenario says of the
    /// rate up, and of how bytes travel, stays; random loss is the member's.
    package static func scenario(
        _ scenario: Scenario, over network: InferredNetwork, of inference: Inference
    ) -> Scenario {
        var own = self.scenario(scenario, network.phases(inference.values), until: network.end)
        // Which packets are lost is luck, and each network has its own.
        if network.loss > 0 { own.seed = network.seed }
        return own
    }

    /// The scenario over a naive network: bytes over time of each busy time as the capacity, until the next begins.
    /// That of the first holds before it, too.
    package static func naive(_ scenario: Scenario, _ inference: Inference, from zero: Int64) -> Scenario {
        var values = inference.values
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
        let end = zero.addingClamped(inference.log.length).addingClamped(inference.settings.beyond)
        return self.scenario(scenario, phases, until: end)
    }

    /// All that made the network slower while the log was written is in the phases, and must not count once more: so
    /// other traffic, outages, the networks of hosts, servers that are slow on purpose, and what a script does to the
    /// way down give way.
    private static func scenario(_ scenario: Scenario, _ phases: [Conditions.Phase], until end: Int64) -> Scenario {
        var own = scenario
        var plan = NetworkPlan()
        plan.transport = scenario.network.transport
        plan.transport.inject(plan.transport.faults.filter { if case .slowness = $0.kind { false } else { true } })
        plan.conditions = Conditions(phases: lay(scenario.network.conditions.ofWayUp, over: phases, until: end))
        own.network = plan
        own.traffic = []
        for player in own.players.indices {
            own.players[player].script = own.players[player].script.map(withoutWayDown)
        }
        return own
    }

    /// Phases with the capacity from the player and the look-ups that the scenario has meanwhile. From `end` on these
    /// stay: phases of the scenario may repeat for ever.
    private static func lay(
        _ wayUp: Conditions, over phases: [Conditions.Phase], until end: Int64
    ) -> [Conditions.Phase] {
        var all: [Conditions.Phase] = []
        for (index, phase) in phases.enumerated() {
            let next = index + 1 < phases.count ? phases[index + 1].start : Instant(nanoseconds: end)
            var start = phase.start
            repeat {
                var own = phase.values
                let said = wayUp.values(at: start)
                (own.up, own.dnsDelay) = (own.up == 0 ? 0 : said.up, said.dnsDelay)
                all.append(.init(start: start, values: own))
                start = wayUp.nextChange(after: start)
            } while start < next
        }
        return all
    }

    /// An action, less what it did to the way down. It keeps its place in the script, for others may wait for it.
    private static func withoutWayDown(_ action: Action) -> Action {
        guard case .network(let operation) = action.operation else { return action }
        var (left, fate) = (NetworkChange(), ConnectionFate.kept)
        switch operation {
        case .change(let change, let own): (left.up, left.dnsDelay, fate) = (change.up, change.dnsDelay, own)
        case .breakDown: break
        }
        return Action.changeNetwork(left, fate).at(action.at).named(action.name, waitingFor: action.trigger)
    }

    /// The time in which bytes were under way, and the part of it of which the log does not tell the capacity within a
    /// factor of two: before its beginning, beyond its end, or where it had nothing under way.
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

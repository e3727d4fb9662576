import PlayerModel
import Testing

@testable import Simulation

/// Scripts that are made up, and wait for all that there is to wait for.
@Suite("Random scripts that wait")
struct RandomWaiting {
    static func text(seed: UInt64) -> String {
        var random = RandomScenario(seed: seed)
        guard random.text.contains("\"script\": [\n"), random.text.hasSuffix("] }") else { return random.text }
        var actions: [String] = []
        for number in 0..<1 + random.below(4) {
            let words = random.pick([
                "\"do\": \"play\"", "\"do\": \"pause\"", "\"do\": \"set_rate\", \"rate\": 2",
                "\"do\": \"begin_interruption\"", "\"do\": \"seek\", \"to_s\": 1", "\"do\": \"cancel_pending_seeks\"",
                "\"do\": \"break_network\", \"for_s\": 1", "\"do\": \"enter_background\"", "\"do\": \"load\"",
                "\"do\": \"set_preferred_forward_buffer_duration\", \"value_s\": 4",
                "\"do\": \"cancel_pending_prerolls\"", "\"do\": \"seek\", \"by_s\": -1", "\"do\": \"leave\"",
            ])
            let timing = random.object(
                ["\"when\": \(condition(&random, depth: 2, before: number))", "\"name\": \"\(number)\"", words],
                [
                    "\"at_s\": \(random.time(5000))", "\"after_s\": \(random.time(3000))",
                    "\"at_most\": \(1 + random.below(6))",
                ] + (random.chance(3) ? ["\"every_s\": \(random.decimal(500 + random.below(3000)))"] : []))
            actions.append(timing)
        }
        return String(random.text.dropLast(3)) + ",\n    " + actions.joined(separator: ",\n    ") + "] }"
    }

    private static func condition(_ random: inout RandomScenario, depth: Int, before: Int64) -> String {
        var parts = [
            "\"timeControlStatus\": \"\(NamesOfAVFoundation.status(random.pick(TimeControlStatus.allCases)))\"",
            "\"reasonForWaitingToPlay\": \"\(NamesOfAVFoundation.reason(random.pick(WaitingReason.allCases)))\"",
            "\"isPlaybackLikelyToKeepUp\": \(random.chance(2))", "\"isPlaybackBufferFull\": \(random.chance(2))",
            "\"isPlaybackBufferEmpty\": \(random.chance(2))", "\"currentTime_s\": \(least(8000, &random))",
            "\"currentTime_s\": { \"at_most\": \(random.time(8000)) }", "\"loaded_ahead_s\": \(least(6000, &random))",
            "\"loaded_ahead_s\": { \"at_most\": \(random.time(6000)) }",
            "\"timebaseRate\": \(random.rate(orZero: true))",
            "\"waiting_for_s\": \(random.decimal(1 + random.below(4000)))",
            "\"stalled_for_s\": \(random.decimal(1 + random.below(4000)))",
            "\"starting_for_s\": \(random.decimal(1 + random.below(4000)))",
            "\"played_for_s\": \(least(8000, &random))", "\"played_for_s\": { \"at_most\": \(random.time(8000)) }",
            "\"event\": \"\(random.pick(ObservedEvent.allCases).name)\"", "\"itemStatus\": \"readyToPlay\"",
        ]
        if before > 0 { parts.append("\"performed\": \"\(random.below(before))\"") }
        if depth > 0, random.chance(3) {
            let word = random.pick(["any", "all"])
            let inner = (0..<2).map { _ in condition(&random, depth: depth - 1, before: before) }
            return "{ \"\(word)\": [\(inner.joined(separator: ", "))] }"
        }
        return "{ \(random.pick(parts)) }"
    }

    /// A length of which there is that much or more: not 0, which there always is.
    private static func least(_ most: Int64, _ random: inout RandomScenario) -> String {
        let length = random.time(most)
        return length == "0" ? "0.001" : length
    }

    @Test(
        "keep all laws, and come to what a script comes to that has the times instead",
        arguments: Thoroughness.draws(2, of: 8))
    func laws(batch: UInt64) throws {
        var (waited, happened, compared) = (0, 0, 0)
        for seed in batch * 25..<(batch + 1) * 25 {
            let text = Self.text(seed: seed)
            let scenario = try readScenario(text)
            if let objection = Judgement.of(scenario) {
                Issue.record("seed \(seed): \(objection)\n\(text)")
                continue
            }
            let run = try Run(scenario)
            let own = run.player(0)
            waited += scenario.players[0].script.count { $0.trigger != nil }
            happened += own.playback.actions.count { scenario.players[0].script[Int($0.value)].trigger != nil }
            // Without the leaving, which is not performed again, more would come.
            if own.playback.exit != nil { continue }
            var frozen = scenario
            frozen.players[0].script = own.performedScript
            // What is said before the item comes decides what is loaded of it, even if it happened to come later.
            if frozen.players[0].startingLimits != scenario.players[0].startingLimits { continue }
            let numbers = own.playback.actions.map { $0.value }
            let timed = try Run(frozen).trace.entries.map { entry in
                if case .action(let place) = entry.record {
                    Trace.Entry(at: entry.at, player: entry.player, record: .action(numbers[Int(place)]))
                } else {
                    entry
                }
            }
            compared += 1
            let difference = zip(run.trace.entries, timed).first { $0 != $1 }
            if let difference { Issue.record("seed \(seed): \(difference)\n\(text)") }
            #expect(timed.count == run.trace.entries.count, "seed \(seed)\n\(text)")
        }
        #expect(waited > 20 && happened > 10 && compared > 12)
    }
}

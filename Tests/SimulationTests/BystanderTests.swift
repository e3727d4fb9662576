import PlayerModel
import Testing

@testable import Simulation

/// A rule that gave the same answers as a player's own: a run with it is the same, but for reasons.
@Suite("A run stands for those of the rules that agree")
struct BystanderTests {
    /// What happened, without the reasons that a rule gave.
    private static func facts(_ run: Run) -> [Trace.Entry] {
        run.trace.entries.map { entry in
            let bare: Announcement
            if case .announced(.status(let status, let reason, let rate, .judged)) = entry.record {
                bare = .status(status, reason: reason, rate: rate, cause: .judged(.nothingLeft))
            } else if case .announced(.likelyToKeepUp(let isLikely, _)) = entry.record {
                bare = .likelyToKeepUp(isLikely, .nothingLeft)
            } else {
                return entry
            }
            return Trace.Entry(at: entry.at, player: entry.player, record: .announced(bare))
        }
    }

    /// Runs a scenario with a rule for all players, beside all others. Returns how many it stands for.
    private static func judge(_ scenario: Scenario, _ rule: KeepUp, _ name: Comment) throws -> Int {
        func with(_ rule: KeepUp) -> Scenario {
            var own = scenario
            for index in own.players.indices { own.players[index].player.keepUp = rule }
            return own
        }
        let others = KeepUp.all.map(with)
        let run = try Run(with(rule), beside: others)
        let alone = try Run(with(rule))
        #expect(run.digest.text == alone.digest.text && run.outcome.events == alone.outcome.events, "\(name)")
        var count = 0
        for (other, stands) in zip(others, run.standsFor) where stands {
            let own = try Run(other)
            let words: Comment = "\(name): \(rule.name) for \(other.players[0].player.keepUp.name)"
            #expect(facts(own) == facts(run), words)
            #expect(own.outcome.end == run.outcome.end && own.outcome.at == run.outcome.at, words)
            #expect(own.dependsOnSeed == run.dependsOnSeed, words)
            #expect(own.ownPlayers.map { SessionOutcome($0) } == run.ownPlayers.map { SessionOutcome($0) }, words)
            if own.dependsOnSeed || count % 7 > 0 { count += 1; continue }
            #expect(try Simulation.Goldilocks(own.player(0)) == Simulation.Goldilocks(run.player(0)), words)
            count += 1
        }
        #expect(run.standsFor[KeepUp.all.firstIndex(of: rule) ?? 0], "\(name): a rule agrees with itself")
        return count - 1
    }

    @Test(arguments: Thoroughness.draws(100, of: 800))
    func `of any script`(seed: UInt64) throws {
        var random = RandomStream(seed: seed, name: "bystanders")
        let rule = KeepUp.all[Int(random.below(UInt64(KeepUp.all.count)))]
        let text = RandomScenario(seed: seed, longest: 8, hasSeveralAssets: seed % 4 == 0).text
        _ = try Self.judge(readScenario(text), rule, "seed \(seed)")
    }

    /// An app that polls ends a run when nothing else is left: then it matters what is.
    @Test(arguments: Thoroughness.draws(30, of: 400))
    func `of scripts that wait`(seed: UInt64) throws {
        let rule = KeepUp.all[Int(seed) % KeepUp.all.count]
        _ = try Self.judge(readScenario(RandomWaiting.text(seed: seed)), rule, "waiting seed \(seed)")
    }

    @Test(arguments: Thoroughness.draws(10, of: 150))
    func `of live streams`(seed: UInt64) throws {
        let rule = KeepUp.all[Int(seed) % KeepUp.all.count]
        _ = try Self.judge(readScenario(RandomLive(seed: seed).text), rule, "live seed \(seed)")
    }

    /// A network so fast that no rule has anything to wait for but those that wait for a time.
    @Test func `agree where nothing is in doubt`() throws {
        let scenario = try readScenario(
            """
            { "network": { "down_kbps": 30000 }, "media": { "kind": "hls", "duration_s": 60, "segment_s": 6,
              "variants": [{ "bitrate_kbps": 400 }] } }
            """)
        #expect(try Self.judge(scenario, KeepUp.all[0], "fast") >= 10)
    }

    /// What a rule would have been asked too late is not taken for the same.
    @Test func `disagree where a start would have come later`() throws {
        let scenario = try readScenario(
            """
            { "network": { "down_kbps": 1000 }, "media": { "kind": "progressive", "duration_s": 60,
              "bitrate_kbps": 800 } }
            """)
        let (early, late) = (KeepUp.firstChunk, KeepUp.fixedWait(wait: .seconds(4)))
        var (own, other) = (scenario, scenario)
        own.player.keepUp = early
        other.player.keepUp = late
        #expect(try Run(own, beside: [other]).standsFor == [false])
        #expect(try Run(other, beside: [own]).standsFor == [false])
    }
}

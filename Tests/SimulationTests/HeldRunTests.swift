import PlayerModel
import Testing

@testable import Simulation

@Suite("Runs that are held at an instant")
struct HeldRunTests {
    @Test("up to there all is as in the whole run", arguments: Thoroughness.draws(3, of: 10))
    func prefix(batch: UInt64) throws {
        for seed in batch * 10..<(batch + 1) * 10 {
            var random = RandomStream(seed: seed, name: "held")
            let recorded = try Recorded(RandomScenario(seed: seed).text)
            let log = try RunLog(reading: recorded.bytes)
            let entries = recorded.run.trace.entries
            for _ in 0..<3 {
                // At an entry, or just before it.
                let at = entries[Int(random.below(UInt64(entries.count)))].at.nanoseconds
                let instant = Instant(nanoseconds: max(0, at - Int64(random.below(2))))
                let held = try HeldRun(recorded.run.scenario, at: instant)
                #expect(held.agreement(with: log) == .same, "seed \(seed), \(instant.nanoseconds) ns")
                #expect(held.text(columns: nil).contains("held at "))
            }
        }
    }

    @Test("what is marked stale changes nothing when it comes", arguments: Thoroughness.draws(6, of: 20))
    func stale(batch: UInt64) throws {
        var count = 0
        for seed in batch * 10..<(batch + 1) * 10 {
            var session = Session(try readScenario(RandomScenario(seed: seed).text), tracing: .facts)
            while true {
                let isStale = session.pending.first?.isStale ?? false
                let (entries, changedAt) = (session.trace.entries.count, session.changedAt)
                let outcome = try session.step()
                if isStale, outcome == nil {
                    count += 1
                    #expect(session.trace.entries.count == entries && session.changedAt == changedAt, "seed \(seed)")
                }
                if outcome != nil { break }
            }
        }
        #expect(count > 0)
    }

    @Test("the panels, the requests and what is pending are shown, for each who plays")
    func text() throws {
        let run = try HeldRun(try readScenario(Recorded.crowd), at: Instant(nanoseconds: 1_200_000_000))
        let text = run.text(columns: nil)
        #expect(text.contains("held at 1.2 s\n"))
        #expect(text.contains("— A —\n") && text.contains("— B —\n"))
        #expect(text.contains("requests under way\n  video, chunks 0..<1 to come, since 0 s: "))
        #expect(text.contains("downloads of other apps: 1\n"))
        #expect(text.contains("network: a flow down may be done"))
    }

    @Test("a download of another app that would begin when that is over, or later, is stale", arguments: [9, 15, 16])
    func traffic(length_s: Int) throws {
        let app = #""kind": "periodic", "bytes": 9000, "every_s": 15"#
        let text = ScenarioText(
            network: .fluid(5000), media: .hls([600], duration_s: 60, segment_s: 4),
            more: "\"traffic\": [{ \(app), \"for_s\": \(length_s) }]")
        let held = try HeldRun(text.read(), at: .zero + .seconds(5))
        let begins = try #require(held.events.first { $0.words.hasSuffix("traffic: download 0 begins") })
        #expect(begins.isStale == (length_s < 16))
    }

    /// The second segment breaks off twice, at 2.6 and 4.1 s. 250,000 bytes come in a second, the first of them 0.1 s
    /// after they were asked for.
    @Test(
        "of a request that is made again there are since when and how much the last attempt has brought",
        arguments: [
            (2500, "since 2.1 s: 75000 bytes are here"),
            (3000, "asked for first at 2.1 s, failed at 2.6 s: to be asked for again at 3.6 s"),
            (4000, "since 3.6 s, asked for first at 2.1 s: 75000 bytes are here"),
            (5000, "asked for first at 2.1 s, failed at 4.1 s: to be asked for again at 6.1 s"),
            (7000, "since 6.1 s, asked for first at 2.1 s: 200000 bytes are here"),
        ] as [(Int64, String)])
    func again(at: Int64, words: String) throws {
        let fault: JSONPart =
            #""delay_ms": 50, "faults": [{ "of": "video", "chunk": 1, "times": 2, "reset_after_bytes": 100000 }]"#
        let text = ScenarioText(network: .fluid(2000, fault), media: .hls([1000], duration_s: 40, segment_s: 4))
        let held = try HeldRun(text.read(), at: .zero + .milliseconds(at))
        #expect(held.requests(of: 0) == ["video, chunks 1..<2 to come, \(words)"])
    }

    @Test("a run that is over is said to be")
    func over() throws {
        let scenario = try readScenario(Recorded.crowd)
        let outcome = try Run(scenario).outcome
        let text = try HeldRun(scenario, at: outcome.at + .seconds(5)).text(columns: nil)
        #expect(text.contains("when it was over: nothing more happens after "))
        #expect(text.contains("no request is under way") && text.hasSuffix("nothing is pending\n"))
    }

    @Test("behind its end the last line of a log counts too", arguments: ["end", "at", "events", "digest", nil])
    func ending(key: String?) throws {
        let recorded = try Recorded(Recorded.crowd)
        let outcome = recorded.run.outcome
        let bytes = recorded.changed { lines in
            let last = lines.count - 2
            switch key {
            case "end": lines[last].replace("nothingMoreHappens", with: "timeIsUp")
            case "at": lines[last].replace("\(outcome.at.nanoseconds)", with: "\(outcome.at.nanoseconds + 1)")
            case "events": lines[last].replace("\(outcome.events),\"lines", with: "\(outcome.events + 1),\"lines")
            case "digest": lines[last].replace(recorded.run.digest.text, with: "0123456789abcdef")
            default: break
            }
        }
        #expect((bytes == recorded.bytes) == (key == nil))
        let log = try RunLog(reading: bytes)
        func agreement(_ at: Instant) throws -> HeldRun.Agreement {
            try HeldRun(recorded.run.scenario, at: at).agreement(with: log)
        }
        #expect(try agreement(.zero + .seconds(1)) == .same)
        #expect(try agreement(outcome.at + .seconds(5)) == (key == nil ? .same : .differs(line: nil)))
    }
}

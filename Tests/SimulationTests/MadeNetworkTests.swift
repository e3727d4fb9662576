import PlayerModel
import Testing

@testable import class AutowaitTesting.World
@testable import Simulation

@Suite("A scenario's network that is made up")
struct MadeNetworkTests {
    private static func text(_ network: JSONPart, seed: Int = 3, _ more: JSONPart = "") -> ScenarioText {
        ScenarioText(
            network: JSONPart.fluid(nil, #""delay_ms": 30"#).and(network),
            media: .hls([1000, 2500], duration_s: 90, segment_s: 6),
            player: #""switching": "throughput", "default_forward_buffer_s": 20"#,
            more: JSONPart("\"seed\": \(seed)").and(more))
    }

    private static let train: JSONPart = #""make": { "kind": "train", "mean_kbps": 3000, "open_s": 30 }"#

    @Test("is drawn by the seed of a run: as --make draws it, over and over", arguments: NetworkTraceMaker.all)
    func drawn(maker: NetworkTraceMaker) throws {
        let word: JSONPart = "\"make\": \"\(maker.name)\", \"scale\": 0.5"
        let scenario = try Self.text(word, seed: 7).read().drawn()
        let trace = try maker.trace(seed: 7, lasting: .seconds(600))
        for second in stride(from: 0, to: 1500, by: 7) as StrideTo<Int64> {
            let place = Instant.zero + .seconds(second % 600)
            let index = try #require(trace.stretches.lastIndex { $0.start <= place })
            let values = scenario.network.conditions.values(at: .zero + .seconds(second))
            #expect(values.down == trace.stretches[index].bitsPerSecond / 2)
            #expect(values.delayDown == .milliseconds(30) && values.delayUp == .milliseconds(30))
        }
        #expect(try Self.text(word, seed: 8).read().drawn().network.made?.seed == 8)
    }

    @Test("lasts as long as is said, and then begins again or stays")
    func length() throws {
        func down(_ more: JSONPart, at second: Int64) throws -> Int64? {
            let network: JSONPart = #""make": { "kind": "cell", "for_s": 20, "jitter_ratio": 0.5 }"#
            return try Self.text(network.and(more)).read().drawn()
                .network.conditions.values(at: .zero + .seconds(second)).down
        }
        for second in 0..<20 as Range<Int64> {
            #expect(try down("", at: second) == down("", at: second + 20))
            #expect(try down(#""loop": true"#, at: second) == down("", at: second + 40))
            #expect(try down(#""loop": false"#, at: second + 20) == down("", at: 19))
        }
        #expect(try down("", at: 3) != down("", at: 4))
    }

    @Test("differs with the seed, and repeats with it")
    func seeds() throws {
        let runs = try [1, 1, 2].map { try Self.text(Self.train, seed: $0).run() }
        #expect(runs[0].digest.value == runs[1].digest.value)
        #expect(runs[0].digest.value != runs[2].digest.value)
        #expect(runs.allSatisfy { $0.dependsOnSeed && !$0.outcome.drawsAtRandom })
        #expect(try !Self.text(#""down_kbps": 3000"#).run().dependsOnSeed)
        let local = ScenarioText(network: Self.train, media: .local(500, duration_s: 5))
        #expect(try !local.run().dependsOnSeed, "the file is on the device")
    }

    @Test("is drawn once: a run's own runs have the same network")
    func once() throws {
        var scenario = try Self.text(Self.train).read()
        #expect(!scenario.isDrawn)
        scenario = scenario.drawn()
        let values = (0..<600).map { scenario.network.conditions.values(at: .zero + .seconds($0)) }
        scenario.seed = 9
        let again = scenario.drawn()
        #expect(again.isDrawn && again.network.made?.seed == 3)
        #expect((0..<600).map { again.network.conditions.values(at: .zero + .seconds($0)) } == values)
    }

    @Test("is made up as far as a run comes to it, which makes no difference", arguments: NetworkTraceMaker.all)
    func parts(maker: NetworkTraceMaker) throws {
        let scenario = try Self.text("\"make\": { \"kind\": \"\(maker.name)\", \"for_s\": 70 }").read()
        func digest(_ seed: UInt64, madeFor length: TimeAmount) throws -> UInt64 {
            var drawn = scenario
            drawn.draw { $0.network.draw(seed: seed, lasting: length) }
            return try Run(drawn).digest.value
        }
        for seed in 1...5 as ClosedRange<UInt64> {
            let whole = try digest(seed, madeFor: .seconds(70))
            for length in [TimeAmount(nanoseconds: 1), .milliseconds(2500), .seconds(20), .seconds(69)] {
                #expect(try digest(seed, madeFor: length) == whole, "\(seed) \(length.nanoseconds)")
            }
        }
    }

    @Test("is taken from a choice that it is compared with, where it is made up just so, and from no other")
    func shared() throws {
        let scenario = try Self.text(Self.train).read()
        let drawn = scenario.drawn()
        func downs(_ scenario: Scenario) -> [Int64?] {
            (0..<200).map { scenario.network.conditions.values(at: .zero + .seconds(Int64($0))).down }
        }
        #expect(downs(scenario.drawn(like: drawn)) == downs(drawn))
        let other = try Self.text(Self.train, seed: 4).read()
        #expect(downs(other.drawn(like: drawn)) == downs(other.drawn()) && downs(other.drawn()) != downs(drawn))
        let slower = try Self.text(Self.train.and(#""scale": 0.5"#)).read()
        #expect(downs(slower.drawn(like: drawn)) == downs(slower.drawn()))
    }

    @Test("is that of a file with the same trace: for its player, and for the earliest start", arguments: [2, 5])
    func sameAsFile(seed: Int) throws {
        func text(_ network: JSONPart) -> String {
            ScenarioText(
                network: .fluid(nil, network), media: .hls([2900], duration_s: 60, segment_s: 6),
                more: "\"seed\": \(seed)"
            ).text
        }
        let maker = try #require(NetworkTraceMaker.named("train")).setting("mean_kbps", to: "3000")
            .setting("open_s", to: "30")
        let trace = try maker.trace(seed: UInt64(seed), lasting: .seconds(600))
        var companions = Companions()
        companions.add(trace, path: "train.csv")
        let file = text(#""trace": "train.csv", "loop": true"#)
        let measured = ScenarioReader.read(
            SourceText(file: "test.json", bytes: Array(file.utf8)), companions: companions)
        var runs = [try Run(#require(measured.scenario)), try Run(text(Self.train))]
        #expect(runs[0].digest.value == runs[1].digest.value)
        for index in runs.indices { try runs[index].findGoldilocks() }
        #expect(runs[0]["goldilocks_start_s"] != nil)
        #expect(runs[0]["goldilocks_start_s"] == runs[1]["goldilocks_start_s"])
    }

    @Test("is the same in a log that is replayed, and in a run that is held")
    func replayed() throws {
        let text = Self.text(Self.train, seed: 11).text
        let recorded = try Recorded(text)
        guard case .same(let outcome) = try Recorded.verdict(on: recorded.bytes) else {
            Issue.record("it is another")
            return
        }
        #expect(outcome.digest == recorded.run.digest.text)
        let log = try RunLog(reading: recorded.bytes)
        #expect(log.header.rules[0].contains("train made up with seed 11 (mean_kbps 3000 kbit/s, open_s 30 s"))
        let scenario = try #require(log.header.reading().scenario)
        #expect(try HeldRun(scenario, at: .zero + .seconds(40)).agreement(with: log) == .same)
    }

    @Test("is that of a world of the same scenario")
    func world() throws {
        let text = Self.text(Self.train, #""script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }]"#)
        let world = try World(scenario: text.text)
        try world.advance(by: .seconds(60))
        let instant = Instant.zero + .seconds(60)
        let panel = PanelReader.panel(of: try text.run(), at: instant)
        #expect(world.player.currentTime().nanoseconds == panel.currentTime(at: instant).nanoseconds)
        #expect(world.player.currentTime() > .zero)
    }

    @Test("is named by reports, with its seed and all of its parameters")
    func reports() throws {
        let run = try Self.text(#""make": { "kind": "congested-wifi", "for_s": 90 }"#, seed: 5).run()
        let line = try #require(Settings.all(run.scenario).first { $0.name == "network" }).value
        #expect(
            line.hasSuffix(
                "congested-wifi made up with seed 5 (good_kbps 20000 kbit/s, busy_kbps 1000 kbit/s, good_s 20 s, "
                    + "busy_s 5 s, between_s 15 s, gap_s 2 s, jitter_ratio 0.3, step_s 1 s, for_s 90 s), in a loop"))
        let json = JSONReport.text(run, includingTrace: false)
        #expect(json.contains(#""make": {"kind": "congested-wifi", "seed": 5, "good_kbps": 20000, "#))
        #expect(TextReport.text(run).contains("made up with seed 5"))
    }

    @Test(
        "is told from others by its scale and its loop, and phases by their repetition",
        arguments: [
            (#""make": "steady", "scale": 0.1"#, ", scaled by 0.1, in a loop", #""scale": 0.1"#),
            (#""make": "steady", "loop": false"#, ", once", #""loop": false"#),
            (#""make": "steady", "scale": 2, "loop": true"#, ", scaled by 2, in a loop", #""loop": true"#),
            (
                #""phases": [{"for_s": 4, "down_kbps": 1000}, {"for_s": 4, "down_kbps": 500}], "repeat": true"#,
                "; it changes at 4 s, begins again at 8 s", #""repeats_after_s": 8"#
            ),
        ])
    func course(network: JSONPart, ending: String, key: String) throws {
        let run = try Self.text(network, seed: 5).run()
        let line = try #require(Settings.all(run.scenario).first { $0.name == "network" }).value
        #expect(line.hasSuffix(ending))
        #expect(JSONReport.text(run, includingTrace: false).contains(key))
    }

    @Test(
        "what cannot be is said at its place",
        arguments: [
            (#"{"make": "trian"}"#, "1:22: error: 'make' cannot be 'trian'; did you mean 'train'?"),
            (#"{"make": {"kind": "comute"}}"#, "1:31: error: 'kind' cannot be 'comute'; did you mean 'commute'?"),
            (#"{"make": {"tunnel_s": 3}}"#, "1:22: error: 'kind' is missing in make; one of steady, markov, train"),
            (
                #"{"make": {"kind": "train", "tunel_s": 3}}"#,
                "1:40: error: unknown key 'tunel_s' for kind \"train\"; did you mean 'tunnel_s'?"
            ),
            (
                #"{"make": {"kind": "cell", "others_count": 101}}"#,
                "1:55: error: 'others_count' must be from 0 to 100"
            ),
            (
                #"{"make": {"kind": "steady", "step_s": 0.001, "for_s": 2000}}"#,
                "1:22: error: this would be more than 1000000 points; raise step_s"
            ),
            (#"{"trace": "a.csv", "make": "train"}"#, "1:40: error: a network has a 'trace' or 'make', not both"),
            (
                #"{"make": "train", "phases": [{"up_kbps": 5}]}"#,
                "1:22: error: a network has 'make' or 'phases', not both"
            ),
            (
                #"{"make": "train", "down_kbps": 5}"#,
                "1:22: error: what is made up says what comes down; remove 'down_kbps', or use 'scale'"
            ),
            (
                #"{"preset": "3G", "make": "train"}"#,
                "1:38: error: what is made up says what comes down, and so does the preset '3G'; remove one of them"
            ),
            (
                #"{"make": "train", "columns": {"time": 1, "kbps": 2}}"#,
                "1:42: error: there is no 'trace' for 'columns'"
            ),
            (#"{"make": "train", "latency": "up"}"#, "1:42: warning: what is made up has no latency; 'latency' does"),
        ])
    func refused(network: String, words: String) {
        let text = #"{"network": \#(network), "media": {"kind": "progressive", "duration_s": 2, "bitrate_kbps": 9}}"#
        let reading = ScenarioReader.read(text)
        let messages =
            reading.diagnostics.map { $0.text(sources: reading.sources) }
            + (reading.scenario?.warnings ?? []).map { $0.text(sources: reading.sources, as: .warning) }
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("test.json:" + words) == true, "\(messages)")
    }
}

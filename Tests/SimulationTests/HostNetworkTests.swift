import PlayerModel
import Testing

@testable import Simulation

@Suite("Hosts with networks of their own")
struct HostNetworkTests {
    private static func text(
        _ hosts: String, transport: String = "fluid", network: JSONPart = #""delay_ms": 20, "request_bytes": 0"#,
        media: JSONPart = .hls([1000], duration_s: 20, segment_s: 4), more: String = ""
    ) -> ScenarioText {
        ScenarioText(
            network: .link(8000, transport: transport, network), media: media,
            more: "\"hosts\": \(hosts)\(more.isEmpty ? "" : ", \(more)")")
    }

    /// When the first segment was there.
    private static func start(_ run: Run) -> TimeAmount? { run.player(0).playback.loads.first.map { $0.at - .zero } }

    /// A round trip of 2 (20 + 50) ms, then 500,000 bytes at 2 Mbit/s.
    @Test("have delays that add up, and the smaller capacity counts")
    func closedForm() throws {
        let run = try Self.text(#"{ "origin": { "down_kbps": 2000, "delay_ms": 50 } }"#).judgedRun()
        #expect(Self.start(run) == .milliseconds(2140))
        let wide = try Self.text(#"{ "origin": { "down_kbps": 9000, "delay_down_ms": 50 } }"#).judgedRun()
        #expect(Self.start(wide) == .milliseconds(40 + 50 + 500))
    }

    /// "Edge" has 240 and 200 kbit/s, and delays of 400 and 440 ms.
    @Test("may have those of a preset, which other keys change, and phases of presets")
    func presets() throws {
        for (own, others) in [
            (#"{ "preset": "Edge" }"#, #"{ "down_kbps": 240, "delay_down_ms": 400, "delay_up_ms": 440 }"#),
            (#"{ "preset": "Edge", "delay_ms": 10 }"#, #"{ "down_kbps": 240, "delay_ms": 10 }"#),
            (
                #"{ "phases": [{ "preset": "Edge", "for_s": 4 }, { "down_kbps": 900 }] }"#,
                #"{ "phases": [{ "down_kbps": 240, "delay_down_ms": 400, "delay_up_ms": 440, "for_s": 4 }, "#
                    + #"{ "down_kbps": 900 }] }"#
            ),
        ] {
            let runs = try [own, others].map { try Self.text(#"{ "origin": \#($0) }"#).judgedRun() }
            #expect(runs[0].digest.text == runs[1].digest.text)
            #expect(Self.start(runs[0]) != nil)
        }
        // Over TCP what goes up waits for that capacity as well.
        let alike = [#"{ "preset": "Edge" }"#, #"{ "down_kbps": 240, "delay_down_ms": 400, "delay_up_ms": 440 }"#]
        let starts = try alike.map { own in
            let text = Self.text(#"{ "origin": \#(own) }"#, transport: "tcp", network: #""delay_ms": 20"#)
            return try #require(Self.start(try text.judgedRun()))
        }
        #expect(starts[0] > starts[1] && starts[0] < starts[1] + .seconds(1))
    }

    /// A segment has 4 Mbit, and a request takes 40 ms.
    @Test("change with time")
    func phases() throws {
        let phases = #"{ "origin": { "phases": [{ "down_kbps": 2000, "for_s": 1 }, { "down_kbps": 500 }] } }"#
        // 2 × 0.98 = 1.96 Mbit leave by 1 s, the other 2.04 at 0.5 Mbit/s: 4.08 s; the last bit is there 20 ms later.
        #expect(Self.start(try Self.text(phases).judgedRun()) == .milliseconds(5100))
        let outage = #"{ "origin": { "down_kbps": 2000, "outages": [{ "at_s": 1, "for_s": 3 }] } }"#
        #expect(Self.start(try Self.text(outage).judgedRun()) == .milliseconds(2040 + 3000))
        // The request waits before the host, which is 20 ms away, until it is back.
        let dead = #"{ "origin": { "down_kbps": 2000, "outages": [{ "at_s": 0, "for_s": 3 }] } }"#
        #expect(Self.start(try Self.text(dead).judgedRun()) == .milliseconds(3000 + 2000 + 20))
        let silent = #"{ "origin": { "phases": [{ "down_kbps": 0 }] } }"#
        #expect(Self.start(try Self.text(silent, more: #""until_s": 60"#).judgedRun()) == nil)
    }

    /// The request is at the host at 0.52 s; its answer takes 0.5 s, half a second on the host's own way, and 20 ms.
    @Test(
        "what has left a host comes as it left, and what leaves later as late",
        arguments: [
            // All has left.
            (#""outages": [{ "at_s": 1.1, "for_s": 10 }]"#, 1040, 1540),
            // 0.38 s of it have left, and 0.12 s do from 10.9 s on.
            (#""outages": [{ "at_s": 0.9, "for_s": 10 }]"#, 1040, 11_540),
            // The request is on its way; the host sends from 10.3 s on.
            (#""outages": [{ "at_s": 0.3, "for_s": 10 }]"#, 10_820, 11_320),
            // It waits for its host until 5 s.
            (#""outages": [{ "at_s": 0, "for_s": 5 }]"#, 6020, 6520),
            // 0.8 Mbit have left by 0.92 s, and 3.2 Mbit take 0.8 s from there on.
            (
                #""phases": [{ "for_s": 0.92, "down_kbps": 2000, "delay_ms": 500 },"#
                    + #" { "down_kbps": 4000, "delay_ms": 500 }]"#, 1040, 2240
            ),
        ] as [(String, Int64, Int64)])
    func departure(course: String, first: Int64, whole: Int64) throws {
        let delay = course.contains("phases") ? "" : #""delay_ms": 500, "#
        let run = try Self.text("{ \"origin\": { \(delay)\(course) } }").judgedRun()
        #expect(run.player(0).playback.exchanges.first?.firstByteAt == .zero + .milliseconds(first))
        #expect(Self.start(run) == .milliseconds(whole))
    }

    /// 5 s of a host's own network each way, as the request left; the shared network's delay is passed by then.
    @Test("a delay that becomes another later is that of requests that leave later")
    func delays() throws {
        let hosts = #"{ "origin": { "phases": [{ "for_s": 1, "delay_ms": 5000 }, { "delay_ms": 0 }] } }"#
        let network: JSONPart =
            #""request_bytes": 0, "phases": [{ "for_s": 2, "down_kbps": 8000 }, { "down_kbps": 8000, "delay_ms": 10 }]"#
        let run = try ScenarioText(
            network: #""transport": "fluid", \#(network)"#, media: .hls([1000], duration_s: 20, segment_s: 4),
            more: "\"hosts\": \(hosts)"
        ).judgedRun()
        #expect(Self.start(run) == .milliseconds(10_000 + 500 + 10))
    }

    /// At 50 ms the request is on its way, and keeps its 100 ms; nothing that comes back is delayed any longer.
    @Test("a delay that goes stays with requests on their way, and is gone for what comes back")
    func delayThatGoes() throws {
        let phases = #"[{ "for_s": 0.05, "down_kbps": 8000, "delay_ms": 100 }, { "down_kbps": 8000 }]"#
        for hosts in ["", #""hosts": { "origin": { "down_kbps": 9000 } }"#] {
            let run = try ScenarioText(
                network: #""transport": "fluid", "request_bytes": 0, "phases": \#(JSONPart(stringLiteral: phases))"#,
                media: .hls([1000], duration_s: 20, segment_s: 4), more: JSONPart(stringLiteral: hosts)
            ).judgedRun()
            #expect(Self.start(run) == .milliseconds(100 + 500))
            #expect(run.player(0).playback.exchanges.first?.firstByteAt == .zero + .milliseconds(100))
        }
    }

    /// A live stream whose playlist was answered 9 s after the run began, and is on its way for as long.
    @Test("what is settled is so when the server answers")
    func served() throws {
        func joined(_ phases: String) throws -> MediaTime? {
            let run = try ScenarioText(
                network: .link(8000, transport: "fluid", #""request_bytes": 0"#),
                media: .hls(
                    [#""bitrate_kbps": 1000, "playlist_bytes": 100"#], duration_s: 400, segment_s: 4,
                    #""live": { "history_s": 24 }"#),
                until_s: 60, more: "\"hosts\": { \"origin\": { \(phases) } }"
            ).judgedRun()
            return run.player(0).playback.skips.first { $0.isFirst }?.to
        }
        let steady = try joined(#""delay_ms": 9000"#)
        #expect(
            try steady != nil && joined(#""phases": [{ "for_s": 1, "delay_ms": 9000 }, { "delay_ms": 0 }]"#) == steady
        )
    }

    /// Audio by one host and video by another: what each sends is counted as it comes, whatever hosts there are.
    @Test("a limit that never binds changes nothing", arguments: ["avplayer", "avplayer-ios", "shaka", "hls.js"])
    func neverBinds(profile: String) throws {
        let media: JSONPart = .hls(
            [300, 700, 1300, 2500], duration_s: 60, segment_s: 4,
            #""pathways": ["v", "w"], "audio": { "bitrate_kbps": 256 }"#)
        let network: JSONPart = #"""
            "transport": "fluid", "delay_ms": 200, "hosts": { "segments": "a" },
            "phases": [{ "for_s": 12, "down_kbps": 800 }, { "for_s": 37, "down_kbps": 4000 }, { "down_kbps": 5000 }]
            """#
        func run(_ more: JSONPart) throws -> Run {
            try ScenarioText(
                network: network, media: media, player: #""profile": "\#(profile)""#, more: more
            ).judgedRun()
        }
        let (own, plain) = (try run(#""hosts": { "v": { "down_kbps": 9000 } }"#), try run(""))
        for (metric, (one, other)) in zip(Metric.all, zip(own.player(0).metrics, plain.player(0).metrics)) {
            let most: Int64 = metric.unit == .count ? 0 : 2000
            #expect((one == nil) == (other == nil) && abs((one ?? 0) - (other ?? 0)) <= most, "\(metric.name)")
        }
    }

    @Test("leave to others what they cannot send")
    func sharing() throws {
        func rate(_ down: Int) throws -> Int64? {
            let traffic = #""traffic": [{ "name": "other", "kind": "greedy" }], "until_s": 3"#
            let text = Self.text(
                #"{ "origin": { "down_kbps": \#(down) } }"#, network: #""delay_ms": 0, "request_bytes": 0"#,
                more: traffic)
            return Self.start(try text.judgedRun())?.nanoseconds
        }
        // Less than half: all of it. More than half: half of 8 Mbit/s.
        #expect(try rate(2500) == 1_600_000_000)
        #expect(try rate(4001) == 1_000_000_000)
    }

    @Test("send packets through a queue of their own, each way")
    func packets() throws {
        func start(_ host: String, _ more: JSONPart = #""delay_ms": 20"#) throws -> Double {
            let run = try Self.text(host, transport: "tcp", network: more).judgedRun()
            return Double(try #require(Self.start(run)).nanoseconds) / 1e9
        }
        // 500,000 bytes in packets of 1500 for 1448: at 2 Mbit/s 2.07 s, besides connecting, which takes 4 round trips.
        let slow = try start(#"{ "origin": { "down_kbps": 2000 } }"#)
        #expect((2.07 + 0.16..<2.07 + 0.40).contains(slow), "\(slow)")
        // A host's delay is one of the way, wherever it lies; but its name is looked up without.
        let far = try start(#"{ "origin": { "delay_ms": 100 } }"#)
        let link = try start(#"{ "origin": { "delay_ms": 0 } }"#, #""delay_ms": 120"#)
        #expect(abs(link - far - 0.2) < 0.002, "\(far) \(link)")
        // What is lost is sent again.
        #expect(try start(#"{ "origin": { "loss_percent": 5 } }"#) > start(#"{ "origin": {} }"#))
        // A look-up takes what it takes on the network, and more.
        let late = try start(#"{ "origin": { "dns_delay_ms": 300 } }"#, #""delay_ms": 20, "dns_delay_ms": 100"#)
        let plain = try start(#"{ "origin": {} }"#, #""delay_ms": 20"#)
        #expect(abs(late - plain - 0.4) < 1e-9)
    }

    @Test("of pathways: a player turns to the other host where the first is silent")
    func turning() throws {
        let media: JSONPart = .hls(
            [#""bitrate_kbps": 1000"#], duration_s: 40, segment_s: 4, #""pathways": ["a", "b"]"#)
        let run = try ScenarioText(
            network: .link(8000, transport: "tcp", #""delay_ms": 20, "timeout_s": 5"#), media: media,
            player: #""profile": "avplayer""#,
            more: #""hosts": { "a": { "phases": [{ "for_s": 1.5 }, { "down_kbps": 0 }] } }"#
        ).judgedRun()
        #expect(run.player(0).playedTime == .seconds(40))
    }

    @Test(
        "mistakes are told",
        arguments: [
            (
                #"{ "orgin": {} }"#,
                "there is no host 'orgin' among 'hosts' of the network and 'pathways'; did you mean 'origin'?"
            ),
            (#"{ "cdn": {} }"#, "and 'pathways'; known here: origin"),
            (#"{ "origin": { "up_kbps": 3 } }"#, "up_kbps"), (#"{ "origin": { "down_kbps": -1 } }"#, "down_kbps"),
            (#"{ "origin": { "profile": "3G.plist" } }"#, "profile"), (#"{ "origin": 3 }"#, "must be an object"),
            (#"{ "origin": { "loss_percent": 1 } }"#, "loses nothing"),
            (#"{ "origin": { "phases": [{ "down_kbps": 1 }, {}] } }"#, "'for_s' is missing"),
            (#"{ "origin": { "trace": "a.csv", "phases": [{}] } }"#, "not both"),
        ])
    func mistakes(hosts: String, message: String) {
        let text = Self.text(hosts)
        #expect(text.messages.contains { $0.contains(message) }, "\(text.messages)")
    }

    @Test("two spellings of one name are two hosts, of which there is one")
    func spellings() {
        let media: JSONPart = .hls(
            [#""bitrate_kbps": 1000"#], duration_s: 40, segment_s: 4, "\"pathways\": [\"caf\u{e9}\", \"b\"]")
        let hosts = "{ \"caf\u{e9}\": { \"down_kbps\": 500 }, \"cafe\u{301}\": { \"down_kbps\": 300 } }"
        let messages = Self.text(hosts, media: media).messages
        let question = "did you mean 'caf\u{e9}', which has the same letters in other bytes?"
        #expect(messages.map { $0.contains("there is no host") && $0.hasSuffix(question) } == [true], "\(messages)")
    }

    @Test("two spellings of one name of a file are two files")
    func files() {
        let text = """
            {"network": {"trace": "caf\u{e9}.csv"}, "hosts": {"origin": {"trace": "cafe\u{301}.csv"}},
             "media": {"kind": "hls", "duration_s": 20, "variants": [{"bitrate_kbps": 1000}]}}
            """
        let reading = ScenarioReader.read(SourceText(file: "a.json", bytes: Array(text.utf8)))
        #expect(reading.wanted.map { $0.path.utf8.count }.sorted() == [9, 10], "\(reading.diagnostics)")
    }

    /// The names of hosts have points in them, and so have paths.
    @Test("are set by a path, whatever their names are, and taken away")
    func paths() throws {
        let file = """
            {"network": {"delay_ms": 20},
             "media": {"kind": "hls", "duration_s": 20, "variants": [{"bitrate_kbps": 1000}],
                       "pathways": ["cdn.example.com", "cdn"]},
             "hosts": {"cdn": {"down_kbps": 700}, "cdn.example.com": {"down_kbps": 500}}}
            """
        func rates(_ settings: [ScenarioReader.Setting]) throws -> [Int64?] {
            let source = SourceText(file: "test.json", bytes: Array(file.utf8))
            let scenario = try #require(ScenarioReader.read(source, settings: settings).scenario)
            return scenario.network.hosts.map { $0.conditions.values(at: .zero).down }
        }
        let path = "hosts.cdn.example.com.down_kbps"
        #expect(try rates([]) == [500_000, 700_000])
        #expect(try rates([.init(path: path, value: "900")]) == [900_000, 700_000])
        #expect(try rates([.init(path: "hosts.cdn.down_kbps", value: "900")]) == [500_000, 900_000])
        let without = ScenarioReader.Setting(path: "hosts.cdn.example.com", value: "", takesAway: true)
        #expect(try rates([without]) == [700_000])
    }

    /// Where no host has a network yet, the shape alone says which points are a name's.
    @Test(
        "and by a path to what is not there yet",
        arguments: [
            ("hosts.cdn.example.com.down_kbps", "900"), ("hosts.cdn.example.com", #"{"down_kbps": 900}"#),
            ("hosts.cdn.example.com.phases", #"[{"down_kbps": 900}]"#),
            ("hosts", #"{"cdn.example.com": {"down_kbps": 900}}"#),
        ])
    func newPath(path: String, value: String) throws {
        for hosts in ["", #", "hosts": {}"#, #", "hosts": {"cdn": {"down_kbps": 700}}"#] {
            let file = """
                {"network": {"delay_ms": 20},
                 "media": {"kind": "hls", "duration_s": 20, "variants": [{"bitrate_kbps": 1000}],
                           "pathways": ["cdn.example.com", "cdn"]}\(hosts)}
                """
            let setting = ScenarioReader.Setting(path: path, value: value)
            let source = SourceText(file: "test.json", bytes: Array(file.utf8))
            let reading = ScenarioReader.read(source, settings: [setting])
            let host = try #require(reading.scenario, "\(reading.diagnostics)").network.hosts.first
            #expect(host?.name == "cdn.example.com")
            #expect(host?.conditions.values(at: .zero).down == 900_000)
            // The same tree without reading, and the same key to search for.
            let root = try JSONReader.read(source.bytes, source: 0).root
            let laid = try #require(root.with([setting]))
            let own = laid.member("hosts")?.member("cdn.example.com")
            #expect(own?.members.count == 1)
            guard own?.member("down_kbps") != nil else { continue }
            let rate = "hosts.cdn.example.com.down_kbps"
            #expect(try ParameterKey(rate, in: laid, of: ScenarioFormat.whole.shape).own == 900_000)
            #expect(setting.says(rate))
        }
    }

    @Test("a misspelt key of a host is the last name, whatever points are before it")
    func misspelt() {
        let file = Self.text("{}").text
        let setting = ScenarioReader.Setting(path: "hosts.cdn.example.com.down_kbp", value: "900")
        let reading = ScenarioReader.read(SourceText(file: "test.json", bytes: Array(file.utf8)), settings: [setting])
        let words = reading.diagnostics.map { $0.message }
        #expect(words.contains { $0.contains("unknown key 'down_kbp'") && $0.contains("'down_kbps'") }, "\(words)")
    }

    @Test(
        "a preset is for the transport of the network that all share, unless that says its own",
        arguments: [
            (#""preset": "LTE""#, #"{ "preset": "Firefox 3G" }"#, "'Firefox 3G' is for transport 'fluid'"),
            (#""preset": "Firefox 3G""#, #"{ "phases": [{ "for_s": 9, "preset": "LTE" }, {}] }"#, "'LTE' is for"),
            (#""preset": "LTE", "transport": "tcp""#, #"{ "preset": "Firefox 3G" }"#, nil),
            (#""preset": "LTE""#, #"{ "preset": "3G" }"#, nil),
        ])
    func transport(network: String, host: String, message: String?) {
        let text = ScenarioText(
            network: JSONPart(stringLiteral: network), media: .hls([200], duration_s: 20, segment_s: 4),
            more: "\"hosts\": { \"origin\": \(host) }")
        #expect(text.messages.count == (message == nil ? 0 : 1), "\(text.messages)")
        if let message { #expect(text.messages[0].contains(message), "\(text.messages)") }
    }

    @Test("a network that says nothing is warned of")
    func nothing() throws {
        let warnings = try Self.text(#"{ "origin": {} }"#).read().warnings
        #expect(warnings.contains { $0.message.contains("changes nothing") })
    }

    @Test("are in the settings, in words and as values")
    func settings() throws {
        let run = try Self.text(
            #"{ "origin": { "phases": [{ "down_kbps": 2000, "delay_ms": 50, "for_s": 3 }, { "down_kbps": 900 }] } }"#
        ).run()
        let words = Settings.all(run.scenario, run.scenario.players[0]).first { $0.name == "host" }?.value
        let wanted = "2000 kbit/s down, 50 ms each way; from 3 s 900 kbit/s down, 0 ms each way"
        #expect(words == "origin, beyond the network: " + wanted)
    }

    /// Of a short answer most is the first packet, which has been on its way through the slowest link as well.
    @Test("nothing is measured faster than them, nor otherwise than over one like them", arguments: ["12.8", "48"])
    func measured(bitrate_kbps: String) throws {
        func observed(_ network: JSONPart, _ more: JSONPart = "") throws -> Int64 {
            let run = try ScenarioText(
                network: network,
                media: .hls([JSONPart(stringLiteral: bitrate_kbps)], duration_s: 20, segment_s: 0.5), more: more
            ).judgedRun()
            return try #require(run["observed_throughput_kbps"])
        }
        let alike = try observed(#""tls": "none", "down_kbps": 500, "delay_ms": 20"#)
        for shared: JSONPart in ["", #", "down_kbps": 50000"#] {
            let own = try observed(
                "\"tls\": \"none\"\(shared)", #""hosts": { "origin": { "down_kbps": 500, "delay_ms": 20 } }"#)
            #expect(own <= 500_000 && (alike - alike / 20...alike + alike / 20).contains(own), "\(own), \(alike)")
        }
    }

    // MARK: At random

    @Test("at random contradict nothing", arguments: Thoroughness.draws(2, of: 40))
    func isSound(batch: UInt64) throws {
        for seed in batch * 20..<(batch + 1) * 20 {
            var random = RandomScenario(seed: seed)
            let isTCP = random.text.contains("\"transport\": \"tcp\"")
            func offer() -> [String] {
                var keys = ["\"down_kbps\": \(random.pick(["0", "300", "1000", "2500.5", "\"unlimited\""]))"]
                if random.chance(2) { keys.append("\"delay_ms\": \(random.below(200))") }
                if random.chance(3), isTCP { keys.append("\"loss_percent\": \(random.below(10))") }
                return keys
            }
            let phases = (0..<1 + random.below(4)).map { _ in
                "{ \"for_s\": \(random.decimal(500 + random.below(9000))), \(offer().joined(separator: ", ")) }"
            }
            let outage = "\"outages\": [{ \"at_s\": \(random.below(9)), \"for_s\": \(1 + random.below(5)) }]"
            let name = random.text.contains("\"segments\": \"cdn\"") ? "cdn" : "origin"
            let course = random.chance(2) ? "\"phases\": [\(phases.joined(separator: ", "))]" : outage
            let hosts =
                "\"hosts\": { \"\(name)\": { \(course), \"repeat\": \(course != outage && random.chance(2)) } }"
            let text =
                "{ \(course == outage ? hosts.replacing(", \"repeat\": false", with: "") : hosts), "
                + random.text.drop { $0 != "{" }.dropFirst()
            guard let scenario = ScenarioReader.read(text).scenario else {
                let messages = ScenarioReader.messages(text)
                if messages.allSatisfy({ $0.contains("no host") }) { continue }
                Issue.record("seed \(seed): \(messages)\n\(text)")
                continue
            }
            if let objection = Judgement.of(scenario) { Issue.record("seed \(seed): \(objection)\n\(text)") }
        }
    }
}

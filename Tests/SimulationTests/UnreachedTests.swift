import PlayerModel
import Testing

@testable import Simulation

@Suite("What a run does not come to is told of")
struct UnreachedTests {
    /// A stream of a minute of which half a minute is run.
    private static func said(
        network: JSONPart = "", media more: JSONPart = "", _ whole: JSONPart = ""
    ) throws -> [String] {
        let scenario = try ScenarioText(
            network: .fluid(2000, network), media: .hls([800], duration_s: 60, segment_s: 4, more), until_s: 30,
            more: whole
        ).read()
        let warnings = Unreached.warnings(try Run(scenario)).map { $0.message }
        #expect(warnings.isEmpty || Unreached.arePossible(scenario))
        return warnings
    }

    private static func words(_ what: String, at: Int, _ others: String = "") -> [String] {
        ["this \(what) begins at \(at) s, and never comes\(others): the run ends at 30 s (until_s)"]
    }

    @Test(
        "outages, in any order",
        arguments: [
            (["10", "29"], []), (["40"], words("outage", at: 40)),
            (["50", "3", "40"], words("outage", at: 40, ", nor does the one behind it")),
            (["70", "50", "40"], words("outage", at: 40, ", nor do the 2 behind it")),
        ])
    func outages(starts: [String], expected: [String]) throws {
        let outages = JSONPart.list(starts.map { "{ \"at_s\": \($0), \"for_s\": 1 }" })
        #expect(try Self.said(network: "\"outages\": \(outages)") == expected)
        // Likewise of a host, and each network by itself.
        let host: JSONPart = "\"hosts\": { \"origin\": { \"outages\": \(outages) } }"
        #expect(try Self.said(host) == expected)
        #expect(try Self.said(network: "\"outages\": \(outages)", host) == expected + expected)
    }

    @Test("phases, of a host too", arguments: [(20, []), (31, words("phase", at: 31))])
    func phases(length: Int, expected: [String]) throws {
        let phases: JSONPart = "\"phases\": [{ \"for_s\": \(length) }, { \"down_kbps\": 1900 }]"
        #expect(try Self.said(network: phases) == expected)
        #expect(try Self.said("\"hosts\": { \"origin\": { \(phases) } }") == expected)
    }

    /// The first segment would be there at 1.6 s. What keeps it from that is the last that happens.
    @Test(
        "a phase in which the network dies for ever has come, where somebody waits for it, and a host's own too",
        arguments: [(nil, "the network"), ("origin", "origin's own network")] as [(String?, String)])
    func dying(host: String?, words: String) throws {
        let phases: JSONPart = #""phases": [{ "for_s": 1.5 }, { "down_kbps": 0 }]"#
        let scenario = try ScenarioText(
            network: .fluid(2000, host == nil ? phases : ""), media: .hls([800], duration_s: 60, segment_s: 4),
            until_s: 30, more: host.map { "\"hosts\": { \"\($0)\": { \(phases) } }" } ?? ""
        ).read()
        let run = try Run(scenario)
        #expect(Unreached.warnings(run).isEmpty)
        let end = EndWords.text(run.player(0))
        let why = "nothing more happens after 1.5 s: \(words) carries 0 kbit/s down, and will for ever"
        #expect(end.contains(why), "\(end)")
        #expect(Timeline(run.player(0)).rows.contains { $0.at == .zero + .milliseconds(1500) })
    }

    /// Nothing ever comes: whoever looks at what is under way does so ever more seldom.
    @Test(
        "of a dead network the same is told whatever is traced, in few events",
        arguments: [Trace.Level.facts, .events])
    func deadForGood(level: Trace.Level) throws {
        let scenario = try ScenarioText(
            network: .fluid(0, #""outages": [{ "at_s": 10, "for_s": 1 }, { "at_s": 20, "for_s": 1 }]"#),
            media: .progressive(2000, duration_s: 60), until_s: 8_640_000
        ).read()
        let run = try Run(scenario, tracing: level)
        let end = EndWords.text(run.player(0))
        #expect(end.contains("nothing more happens after 21 s: the network carries 0 kbit/s down, and will for ever"))
        #expect(run.outcome.events < 1000)
    }

    private static let silent: JSONPart = """
        "faults": [{ "of": "video", "chunk": 1, "silent_after_bytes": 1000, "times": 9 }]
        """
    private static let delayed = JSONPart.does(10, "change_network", #""delay_ms": 5"#)
    private static let dead = JSONPart.does(10, "change_network", #""down_kbps": 0"#)
    private static let broken = JSONPart.does(10, "break_network", #""for_s": 3"#)

    /// The server says no more, and the player waits for ever: the last that happens is that the network goes away.
    @Test(
        "a network that comes back is not what a player waits for in vain",
        arguments: ["fluid", "tcp"],
        [
            (broken, nil, "the player waits for what never comes"),
            (dead, nil, "the network carries 0 kbit/s down, and will for ever"),
            (delayed, #""outages": [{ "at_s": 9, "for_s": 3 }]"#, "the player waits for what never comes"),
            (
                delayed, #""phases": [{ "for_s": 9 }, { "down_kbps": 0 }]"#,
                "origin's own network carries 0 kbit/s down, and will for ever"
            ),
        ] as [(JSONPart, String?, String)])
    func comesBack(transport: String, one: (last: JSONPart, host: String?, words: String)) throws {
        let run = try ScenarioText(
            network: .link(4000, transport: transport, Self.silent),
            media: .hls([1000], duration_s: 40, segment_s: 4), player: #""profile": "gstreamer""#,
            script: [.load(), .play(), one.last],
            more: JSONPart(stringLiteral: one.host.map { "\"hosts\": { \"origin\": { \($0) } }" } ?? "")
        ).run()
        let end = EndWords.text(run.player(0))
        #expect(end.hasPrefix("ended: false; nothing more happens after 10 s: \(one.words); waiting"), "\(end)")
    }

    /// A fault that hits each request once in a million.
    @Test("faults by chance that spare the requests which they could hit", arguments: ["fluid", "tcp"])
    func spared(transport: String) throws {
        func said(_ which: JSONPart) throws -> (words: [String], run: Run) {
            let fault: JSONPart = #""faults": [{ "status": 503, "of": "video", "percent": 0.0001\#(which) }]"#
            let run = try ScenarioText(
                network: .link(2000, transport: transport, fault), media: .hls([800], duration_s: 60, segment_s: 4)
            ).run()
            return (Unreached.warnings(run).map { $0.message }, run)
        }
        let begins = "nothing goes wrong by this fault: "
        let (words, run) = try said("")
        let count = run.player(0).playback.exchanges.count { $0.kind == .video }
        #expect(words == ["\(begins)chance spares all \(count) requests that it could hit"])
        let last = try said(", \"request\": \(count)").words
        #expect(last == ["\(begins)chance spares the one request that it could hit"])
        let behind = try said(", \"request\": \(count + 1)").words
        #expect(behind == ["\(begins)the run has no such request"])
    }

    @Test("what a steering manifest is to say", arguments: [(20, []), (31, words("order of pathways", at: 31))])
    func steering(since: Int, expected: [String]) throws {
        let steering: JSONPart = """
            "pathways": ["a", "b"], "steering": { "priority": [
            { "pathways": ["a"] }, { "from_s": \(since), "pathways": ["b"] }] }
            """
        #expect(try Self.said(media: steering) == expected)
    }

    @Test(
        "outages of a live stream", arguments: [(20, []), (31, words("outage of the live stream", at: 31))])
    func listing(from: Int, expected: [String]) throws {
        let live: JSONPart = "\"live\": { \"history_s\": 20, \"outages\": [{ \"from_s\": \(from), \"to_s\": 34 }] }"
        #expect(try Self.said(media: live) == expected)
    }

    @Test(
        "a host time behind the end is an error, as any time of the script is", arguments: [(30, false), (31, true)])
    func hostTime(host: Int, isBehind: Bool) {
        let script: [JSONPart] = [
            .load(), .does(0, "set_automatically_waits_to_minimize_stalling", #""value": false"#),
            .does(1, "set_rate_at_host_time", "\"host_time_s\": \(host)"),
        ]
        let text = ScenarioText(media: .local(1000, duration_s: 60), script: script, until_s: 30)
        let words = "'host_time_s' lies behind the end of the run; set 'until_s', which is 30 s"
        #expect(text.messages == (isBehind ? [words] : []))
    }
}

@Suite("What is loaded ahead where an app prefers a length")
struct IdleGoalTests {
    private static let words =
        "' does nothing here: 'preferred_forward_buffer_duration_s' stands before it"

    /// A goal of the player's own beside the app's length of 20 s; with a value, the app sets that later.
    private static func text(
        _ goal: JSONPart, profile: JSONPart, setting value_s: Int? = nil
    ) -> ScenarioText {
        let later = value_s.map { [JSONPart.does(3, "set_preferred_forward_buffer_duration", "\"value_s\": \($0)")] }
        return ScenarioText(
            network: .fluid(2000), media: .hls([500], duration_s: 120, segment_s: 4),
            player: .members([profile, goal, #""preferred_forward_buffer_duration_s": 20"#]),
            script: [.load(), .play()] + (later ?? []))
    }

    static let profiles: [JSONPart] = ["", #""profile": "exoplayer""#]
    static let values: [Int?] = [nil, 30]

    @Test("its own length does nothing, with a profile and without", arguments: profiles, values)
    func idle(profile: JSONPart, value_s: Int?) throws {
        func scenario(_ goal: JSONPart) throws -> Scenario {
            try Self.text(goal, profile: profile, setting: value_s).read()
        }
        for (key, goal) in [
            ("default_forward_buffer_s", #""default_forward_buffer_s": 40"#),
            ("buffer_goal", #""buffer_goal": "vhs""#),
        ] as [(String, JSONPart)] {
            let own = try scenario(goal)
            #expect(own.warnings.map { $0.message } == ["'\(key)\(Self.words)"])
            #expect(try Run(own).digest.value == Run(scenario(#""default_forward_buffer_s": 60"#)).digest.value)
        }
    }

    @Test("but where the app leaves the choice to the player", arguments: profiles)
    func left(profile: JSONPart) throws {
        let texts = ([40, 60] as [Int]).map {
            Self.text("\"default_forward_buffer_s\": \($0)", profile: profile, setting: 0)
        }
        let scenarios = try texts.map { try $0.read() }
        #expect(scenarios.allSatisfy { $0.warnings.isEmpty })
        #expect(try Run(scenarios[0]).digest.value != Run(scenarios[1]).digest.value)
    }
}

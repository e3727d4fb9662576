import PlayerModel
import Testing

@testable import Simulation

@Suite("Those who share a link")
struct SharingTests {
    private static func stream(_ name: String, from start: JSONPart = 0) -> ScenarioText {
        ScenarioText(
            name: name, media: .hls([1000], duration_s: 20, segment_s: 4), script: [.load(start), .play(start)])
    }

    private static func loads(_ run: Run, of player: Int) -> [Instant] {
        run.player(player).playback.loads.map { $0.at }
    }

    /// Two alike have the same times, and each half of what one alone has.
    @Test func `two players have half of the link each`() throws {
        let both = try ScenarioText(network: .fluid(3000), players: [Self.stream("a"), Self.stream("b")]).run()
        let alone = try ScenarioText(network: .fluid(1500), players: [Self.stream("a")]).run()
        #expect(Self.loads(both, of: 0) == Self.loads(both, of: 1))
        #expect(Self.loads(both, of: 0) == Self.loads(alone, of: 0))
        for player in 0..<2 {
            #expect(both.player(player).words("observed_throughput_kbps") == "1500 kbit/s", "what is one's own")
        }
    }

    /// While there is no limit it takes nothing from anybody, and it is not over by that.
    @Test(arguments: [false, true])
    func `a download without end outlasts a network without limit`(byAction: Bool) throws {
        func run(_ middle: JSONPart) throws -> PlayerRun {
            let down: JSONPart = "\"down_kbps\": \(middle)"
            let phases: JSONPart = "\"phases\": [{ \"for_s\": 0.5 }, { \"for_s\": 0.5, \(down) }, {}]"
            let changes: [JSONPart] = [
                .does(0.5, "change_network", down), .does(1, "change_network", #""down_kbps": 1000"#),
            ]
            return try ScenarioText(
                network: .fluid(1000, byAction ? "" : phases), media: .hls([400], duration_s: 8, segment_s: 4),
                script: (byAction ? changes : []) + [.load(2), .play(2)],
                more: #""traffic": [{ "kind": "greedy", "at_s": 0.1 }]"#
            ).run().player(0)
        }
        let (limited, unlimited) = (try run(1000), try run(#""unlimited""#))
        #expect(unlimited.playback.loads.map { $0.at } == limited.playback.loads.map { $0.at })
        #expect(unlimited.words("observed_throughput_kbps") == "500 kbit/s")
        #expect(unlimited.playback.traffic.map { $0.at } == [.zero + .milliseconds(100)])
    }

    /// At about 867 kbit/s a petabyte takes as long as there are nanoseconds to count.
    private static let rates: [JSONPart] = ["1", "860", "870", "100000", "\"unlimited\""]
    private static let turns: JSONPart =
        #""repeat": true, "phases": [{ "for_s": 0.01 }, { "for_s": 0.01, "down_kbps": 800 }]"#

    @Test(
        "a download without end does not keep a run alive that is over",
        arguments: rates.map { JSONPart.fluid($0) } + [JSONPart.fluid("1000", turns)])
    func endless(network: JSONPart) throws {
        let run = try ScenarioText(
            network: network, media: .hls([0.1], duration_s: 8, segment_s: 4),
            more: #""traffic": [{ "kind": "greedy" }]"#
        ).run()
        #expect(run.outcome.end == .nothingMoreHappens && run.player(0).playback.hasEnded)
        #expect(run.player(0).playback.traffic.map { $0.value.change } == [.begins])
    }

    /// It would share nothing: a file on the device is there at once, whatever other apps do.
    @Test func `other apps beside a local file are refused`() throws {
        let traffic: JSONPart = #""traffic": [{ "kind": "bounded", "bytes": 100000, "at_s": 3 }]"#
        let local = ScenarioText(network: .fluid(3000), media: .local(2000, duration_s: 10), more: traffic)
        #expect(local.messages == ["a local file uses no network, so nothing is shared; remove 'traffic'"])
        let shared = ScenarioText(network: .fluid(3000), media: .progressive(2000, duration_s: 10), more: traffic)
        var scenario = try ScenarioText(network: .fluid(3000), media: .local(2000, duration_s: 10)).read()
        scenario.traffic = try shared.read().traffic
        #expect(!scenario.usesNetwork && scenario.traffic.count == 1)
    }

    private static let mistakes: [(media: JSONPart, message: String)] = [
        (
            .hls([#""bitrate_kbps": 800, "gaps_s": [3]"#], duration_s: 100, segment_s: 4),
            "a gap is where a segment begins; the nearest begins at 4 s"
        ),
        (
            .hls([800], duration_s: 100, segment_s: 4, #""key_rotation_s": 8"#),
            "there is no key to change: give 'key_bytes'"
        ),
        (.progressive(800, duration_s: 100, #""video_duration_s": 190"#), "a track is not longer than its file"),
    ]

    @Test("a medium with a mistake is no local file for that, beside apps and other players", arguments: mistakes)
    func mistaken(media: JSONPart, message: String) {
        let traffic: JSONPart = #""traffic": [{ "kind": "greedy", "at_s": 3 }]"#
        let own = ScenarioText(network: .fluid(3000), media: media, more: traffic)
        #expect(own.messages == [message])
        let other = ScenarioText(name: "b", media: .progressive(800, duration_s: 10))
        let both = ScenarioText(network: .fluid(3000), players: [ScenarioText(name: "a", media: media), other])
        #expect(both.messages == [message])
    }

    @Test("of a local file with a mistake both are said at once")
    func mistakenFile() {
        let local: JSONPart = .local(800, duration_s: 100, #""video_duration_s": 190"#)
        let shared = "a local file uses no network, so nothing is shared; "
        let traffic: JSONPart = #""traffic": [{ "kind": "greedy", "at_s": 3 }]"#
        let own = ScenarioText(network: .fluid(3000), media: local, more: traffic)
        #expect(own.messages == ["a track is not longer than its file", shared + "remove 'traffic'"])
        let other = ScenarioText(name: "b", media: .progressive(800, duration_s: 10))
        let both = ScenarioText(network: .fluid(3000), players: [ScenarioText(name: "a", media: local), other])
        #expect(both.messages.contains(shared + "give it a scenario of its own") && both.messages.count == 2)
    }

    /// A player's throughput comes from its own bytes, not from those of the other.
    @Test(arguments: ["fluid", "tcp"])
    func `nobody counts another's bytes`(transport: String) throws {
        let run = try ScenarioText(
            network: .link(6000, transport: transport, #""delay_ms": 10"#),
            players: [Self.stream("a"), Self.stream("b", from: 1), Self.stream("c", from: 2)],
            more: """
                "traffic": [
                  { "kind": "periodic", "bytes": 50000, "every_s": 1 }, { "kind": "greedy", "at_s": 2, "for_s": 2 }
                ]
                """
        ).run()
        for player in 0..<3 {
            let own = run.player(player)
            #expect(own["down_bytes"] == 2_500_000)
            #expect(own["end_reached"] == 1)
            #expect(try #require(own["observed_throughput_kbps"]) < 6_000_000)
        }
        #expect(run.outcome.end == .nothingMoreHappens, "other apps go on, but nobody notices")
        #expect(run.outcome.pending == 0)
    }

    /// Equal downloads over packets are one draw of a chaotic process: who is in the queue when it overflows decides.
    /// Without a jitter every seed has the same one.
    @Test(arguments: [#""http": "1.1""#, #""http": "3""#] as [JSONPart])
    func `a jitter of the start lets seeds differ`(version: JSONPart) throws {
        func run(_ seed: UInt64, jitter: JSONPart) throws -> Run {
            try ScenarioText(
                network: .link(4000, transport: "tcp", version.and(#""delay_ms": 30"#).and(jitter)),
                media: .hls([1000], duration_s: 8, segment_s: 8),
                more: "\"seed\": \(seed), \"traffic\": [{ \"kind\": \"bounded\", \"bytes\": 1000000, \"count\": 3 }]"
            ).run()
        }
        let seeds: [UInt64] = [1, 2, 3, 4]
        let alike = try seeds.map { try run($0, jitter: "") }
        #expect(Set(alike.map { Self.loads($0, of: 0) }).count == 1)
        #expect(alike.allSatisfy { !$0.dependsOnSeed })
        let spread = try seeds.map { try run($0, jitter: #""start_jitter_ms": 20"#) }
        #expect(Set(spread.map { Self.loads($0, of: 0) }).count == seeds.count)
        #expect(spread.allSatisfy { $0.dependsOnSeed })
        #expect(try Self.loads(run(2, jitter: #""start_jitter_ms": 20"#), of: 0) == Self.loads(spread[1], of: 0))
    }

    /// Alone on a link without a limit, a connection that begins late is all that is late.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `a connection is opened up to so much later`(seed: UInt64) throws {
        func start(_ jitter: JSONPart) throws -> Int64 {
            let run = try ScenarioText(
                network: JSONPart(#""delay_ms": 50, "down_kbps": "unlimited""#).and(jitter),
                media: .hls([100], duration_s: 8, segment_s: 8), more: "\"seed\": \(seed)"
            ).run()
            return Self.loads(run, of: 0)[0].nanoseconds
        }
        let late = try start(#""start_jitter_ms": 250"#) - start("")
        #expect((1...250_000_000).contains(late))
    }

    /// Events of other apps are nobody's.
    @Test(arguments: ["fluid", "tcp"])
    func `every event has words, whoever it is for`(transport: String) throws {
        let scenario = try ScenarioText(
            network: .link(6000, transport: transport, #""delay_ms": 10"#),
            players: [Self.stream("a"), Self.stream("b")],
            more: #""traffic": [{ "kind": "periodic", "bytes": 50000, "every_s": 1 }]"#
        ).read()
        let run = try Run(scenario, tracing: .events)
        let lines = run.trace.entries.map { TraceText(scenario).line($0) }
        #expect(lines.contains { $0.contains("  a: loader     loaded chunk 0") })
        #expect(lines.contains { $0.contains("  b: player     timeControlStatus playing") })
        #expect(JSONReport.text(run, includingTrace: true).contains("\"trace\""))
    }

    @Test func `what comes again and again waits for the one before, and says so`() throws {
        let scenario = try ScenarioText(
            network: .fluid(1000), media: .hls([100], duration_s: 8, segment_s: 4),
            more: #""traffic": [{ "kind": "periodic", "name": "P", "bytes": 125000, "every_s": 0.5 }]"#
        ).read()
        let line = try #require(Settings.ofAll(scenario).first { $0.name == "traffic" })
        #expect(
            line.value
                == "P: a download of 125000 bytes every 0.5 s, or when the one before is over, where that is later, "
                + "from 0 s")
    }

    /// A share is free at the nanosecond at which a flow leaves, and taken at the one at which it comes.
    @Test func `another app takes its share for as long as it is there`() throws {
        // 1 MB at 4 Mbit/s is 2 s alone. From 1 s on half of it is left, until 1.5 s.
        let run = try ScenarioText(
            network: .fluid(4000, #""request_bytes": 0"#), media: .hls([1000], duration_s: 8, segment_s: 8),
            more: #""traffic": [{ "kind": "greedy", "at_s": 1, "for_s": 0.5 }]"#
        ).run()
        #expect(Self.loads(run, of: 0) == [.zero + .milliseconds(2250)])
    }

    /// 0.25 MB is there after 0.5 s at half of the link, and the rest of the stream has all of it.
    @Test func `a bounded download leaves when it is done`() throws {
        let run = try ScenarioText(
            network: .fluid(8000, #""request_bytes": 0"#), media: .hls([1000], duration_s: 8, segment_s: 8),
            more: #""traffic": [{ "kind": "bounded", "bytes": 250000 }]"#
        ).run()
        #expect(Self.loads(run, of: 0) == [.zero + .milliseconds(1250)])
    }

    /// Over tcp windows and the queue decide; over three segments it comes to about the same.
    @Test(arguments: [1, 3, 7] as [Int64])
    func `over tcp shares are about equal`(others: Int64) throws {
        let run = try ScenarioText(
            network: .link("\(1000 * (others + 1))", #""up_kbps": 2000, "delay_ms": 10"#),
            media: .hls([900], duration_s: 60, segment_s: 20), script: [.load(5), .play(5)],
            more: #""traffic": [{ "kind": "greedy", "count": \#(others) }]"#
        ).run()
        let throughput = try #require(run["observed_throughput_kbps"])
        #expect((650_000...1_250_000).contains(throughput), "\(throughput)")
    }

    /// What becomes of a download that another app begins at once, beside a player with little to load.
    private static func changes(_ traffic: JSONPart, _ network: JSONPart, breaks: [JSONPart] = []) throws -> (
        all: [TrafficChange], end: Instant, lines: [String]
    ) {
        let actions: [JSONPart] = breaks.map { .does($0, "change_network", #""break_connections": true"#) }
        let run = try ScenarioText(
            network: .link(2000, transport: "tcp", JSONPart(#""delay_ms": 20"#).and(network)),
            media: .hls([50], duration_s: 30, segment_s: 5),
            script: [.load(), .play()] + actions, more: "\"traffic\": [{ \"name\": \"backup\", \(traffic) }]"
        ).run()
        let turns = run.player(0).playback.traffic
        let lines = run.trace.entries.map { TraceText(run.scenario).line($0) }
        return (turns.map { $0.value.change }, turns.last?.at ?? .zero, lines)
    }

    /// A second after each break it goes on; each of its attempts has brought something.
    @Test func `a download without end goes on after any number of breaks`() throws {
        let changes = try Self.changes(#""kind": "greedy""#, "", breaks: [4, 8, 12, 16, 20])
        #expect(changes.all == [.begins])
    }

    /// 2.5 MB take 10 s alone. The break takes a second, and what it costs besides.
    @Test func `a bounded download asks for the rest after a break`() throws {
        let changes = try Self.changes(#""kind": "bounded", "bytes": 2500000"#, "", breaks: [8])
        #expect(changes.all == [.begins, .rests])
        #expect((11_500...15_000).contains((changes.end - .zero).nanoseconds / 1_000_000))
    }

    /// After 5 s, each of three attempts waits 2 s in vain: the first has brought something, two are made again.
    @Test func `a download that fails in the end is said to be given up`() throws {
        let changes = try Self.changes(
            #""kind": "greedy""#, #""timeout_s": 2, "retry_count": 2, "outages": [{ "at_s": 5, "for_s": 60 }]"#)
        #expect(changes.all == [.begins, .givesUp])
        #expect(changes.lines.contains { $0.hasSuffix("traffic    backup gives up: other traffic on the link") })
        #expect((11_000...17_000).contains((changes.end - .zero).nanoseconds / 1_000_000))
    }

    /// A player of 9 s that an interstitial event interrupts.
    private static func shown(_ name: String, at place: Int) -> String {
        let ad = #"{ "kind": "hls", "duration_s": 4, "variants": [{ "bitrate_kbps": 9 }] }"#
        let event = #"{ "at_s": \#(place), "assets": [\#(ad)] }"#
        let media = #""kind": "hls", "duration_s": 9, "variants": [{ "bitrate_kbps": 9 }]"#
        return #"{ "name": "\#(name)", "media": { \#(media), "interstitials": [\#(event)] } }"#
    }

    @Test("of an event that lies behind the medium its own fault is said alone")
    func behind() {
        let faults = #""network": { "faults": [{ "status": 404, "player": "interstitials" }] }"#
        let messages = ScenarioReader.messages("{ \(faults), \"players\": [\(Self.shown("a", at: 70))] }")
        #expect(messages.count == 1 && messages[0].hasPrefix("the medium has 9 s"), "\(messages)")
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let text: String
        let message: String

        var testDescription: String { message }
    }

    @Test(arguments: [
        Fault(text: "{ }", message: "'media' is missing: what is played"),
        Fault(
            text: "{ \"media\": { \"kind\": \"local\", \"duration_s\": 1, \"bitrate_kbps\": 1 }, \"players\": [A] }",
            message: "'media' belongs to one of the 'players', now that there are several"),
        Fault(text: "{ \"players\": [A, A] }", message: "there is another player 'a'"),
        Fault(
            text: "{ \"players\": [\(shown("interstitials", at: 3))] }",
            message: "'interstitials' is the player that shows interstitials; give this one another name"),
        Fault(
            text: "{ \"players\": [\(shown("a", at: 3)), \(shown("a's interstitials", at: 3))] }",
            message: "'a's interstitials' is the player that shows interstitials; give this one another name"),
        Fault(text: "{ \"players\": [] }", message: "'players' must have at least 1 element"),
        Fault(
            text: "{ \"players\": [A, { \"name\": \"b\" }] }",
            message: "'media' is missing: what is played"),
        Fault(
            text: "{ \"players\": [A], \"traffic\": [{ \"kind\": \"greedy\", \"count\": 0 }] }",
            message: "'count' must be from 1"),
        Fault(
            text: "{ \"players\": [A], \"traffic\": [{ \"kind\": \"bounded\" }] }",
            message: "'bytes' is missing: the size of a download"),
    ])
    func `what cannot be shared is said`(fault: Fault) {
        let text = fault.text.split(separator: "A", omittingEmptySubsequences: false)
            .joined(separator: Self.stream("a").text)
        let messages = ScenarioReader.messages(text)
        #expect(messages.contains { $0.hasPrefix(fault.message) }, "\(messages)")
    }

    @Test func `ten thousand players are the most, and a thousand renditions of sound`() {
        func many(_ element: (Int) -> String, _ count: Int) -> String {
            (1...count).map(element).joined(separator: ", ")
        }
        let crowd = many({ Self.stream("p\($0)").text }, 10_001)
        #expect(
            ScenarioReader.messages("{ \"players\": [\(crowd)] }")
                == ["these are 10001 players; a scenario has 10000 at most"])
        let sound = many({ "{ \"bitrate_kbps\": \($0) }" }, 1001)
        let text = """
            { "media": { "kind": "hls", "duration_s": 4, "segment_s": 4, "variants": [{ "bitrate_kbps": 9 }],
                "audio": [\(sound)] } }
            """
        #expect(
            ScenarioReader.messages(text)
                .contains("these are 1001 renditions of sound; a stream has 1000 at most"),
            "\(ScenarioReader.messages(text))")
    }
}

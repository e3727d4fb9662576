import PlayerModel
import Testing

@testable import Simulation

/// A fault is about a request, whoever else is on the network, however the file is written, and however long the answer
/// is.
@Suite("Faults, and who else is there")
struct FaultsAndOwnersTests {
    private static func watched(
        _ fault: String, _ more: JSONPart = "", transport: String = "fluid"
    ) throws -> PlayerRun {
        try ScenarioText(
            network: .link(2000, transport: transport, JSONPart("\"delay_ms\": 20, \"faults\": [{ \(fault) }]")),
            media: .hls([900, 1900, 3500], duration_s: 40, segment_s: 4), player: #""switching": "throughput""#,
            script: [.load(), .play()], more: more
        ).judgedRun().player(0)
    }

    @Test(
        "nobody measures more because another app asks for a byte after the end",
        arguments: [
            #""of": "video", "reset_after_bytes": 100000000, "times": 9"#,
            #""of": "video", "silent_after_bytes": 100000000, "times": 9"#,
            #""of": "video", "body_kbps": 1500, "times": 9"#, #""of": "video", "chunk": 3, "status": 503"#,
        ])
    func otherApp(fault: String) throws {
        let later: JSONPart = #""traffic": [{ "kind": "bounded", "bytes": 1, "at_s": 3000, "name": "later" }]"#
        let (alone, beside) = try (Self.watched(fault), Self.watched(fault, later))
        #expect(alone.playback.wantedVariants.map { $0.to } == beside.playback.wantedVariants.map { $0.to })
        #expect(alone.playback.loads.map { $0.at } == beside.playback.loads.map { $0.at })
        #expect(alone.playback.startup == beside.playback.startup)
    }

    /// A second has 50,000 bytes. Four have come, and so many bytes of the fifth, with the same packet or another.
    @Test(
        "what came whole of a file before its answer was cut off is kept",
        arguments: ["fluid", "tcp"], [0, 1, 300, 2000] as [Int64])
    func cutOff(transport: String, beyond: Int64) throws {
        let fault = "\"of\": \"file\", \"truncated_after_bytes\": \(200_000 + beyond)"
        let run = try ScenarioText(
            network: .link(2000, transport: transport, JSONPart("\"delay_ms\": 20, \"faults\": [{ \(fault) }]")),
            media: .progressive(400, duration_s: 20, chunk_s: 1), script: [.load(), .play()]
        ).judgedRun()
        #expect(run["down_bytes"] == 1_000_000 + beyond)
    }

    /// It has 500 bytes, and a segment 10,000. When the app seeks, it is on the link.
    @Test("a page of an error that is called off came in vain, without its head", arguments: [300, 4000] as [Int64])
    func pageInVain(head: Int64) throws {
        let fault = #""faults": [{ "of": "video", "status": 503 }]"#
        let run = try ScenarioText(
            network: .link(
                40, transport: "tcp", JSONPart("\"delay_ms\": 60, \"response_header_bytes\": \(head), \(fault)")),
            media: .hls([20], duration_s: 8, segment_s: 4), player: #""keep_up": "first-chunk""#,
            script: [.load(), .play(), .does("1.25", "seek", #""to_s": 5"#)]
        ).judgedRun()
        #expect(run["down_bytes"] == 10_500)
    }

    @Test(
        "a slow server takes its time, however slow it is",
        arguments: ["fluid", "tcp"], [1, 10, 79, 80, 81, 159, 8000] as [Int64])
    func slowness(transport: String, rate: Int64) throws {
        let kilobits = NumberText.exact(rate, places: 3)
        let run = try ScenarioText(
            network: .link(
                transport: transport,
                JSONPart(
                    stringLiteral: "\"delay_ms\": 0, \"timeout_s\": 9000, "
                        + "\"faults\": [{ \"of\": \"video playlist\", \"body_kbps\": \(kilobits) }]")),
            media: .hls([#""bitrate_kbps": 100, "playlist_bytes": 100"#], duration_s: 4, segment_s: 4),
            script: [.load(), .play()], until_s: 9000
        ).judgedRun().player(0)
        let exchange = try #require(run.playback.exchanges.first { $0.kind == .videoPlaylist })
        let end = try #require(exchange.end)
        // The first portion comes at once, and is a byte where a tenth of a second has none.
        let portion = max(1, rate / 80)
        let least = Double(100 - portion) * 8 / Double(rate)
        let took = Double((end.at - exchange.at).nanoseconds) / 1e9
        let most = least + 8 * Double(portion) / Double(rate) + 0.1
        #expect(took >= least - 0.001 && took <= most, "\(took) of \(least)")
    }

    /// The 2,500,000 bytes but for the first portion, 8,750, take 28.47 s at 700 kbit/s. There is room for a second of
    /// them, and for more as they are played.
    @Test("a slow server takes its time, whether or not there is room meanwhile", arguments: ["fluid", "tcp"])
    func room(transport: String) throws {
        let run = try ScenarioText(
            network: .link(
                100_000, transport: transport, #""faults": [{ "of": "file", "body_kbps": 700, "percent": 100 }]"#),
            media: .progressive(1000, duration_s: 20),
            player: #""keep_up": "first-chunk", "preferred_forward_buffer_duration_s": 1"#,
            script: [.load(), .play()], until_s: 60
        ).judgedRun()
        let last = try #require(run.player(0).playback.loads.last)
        #expect(last.at > .zero + .milliseconds(28_471) && last.at < .zero + .seconds(30), "\(last.at)")
    }

    @Test("what is made in that time is hit, also where it then waits for a connection", arguments: ["fluid", "tcp"])
    func madeInTime(transport: String) throws {
        let run = try Self.watched(#""of": "video", "status": 503, "from_s": 0, "to_s": 0.05"#, transport: transport)
        let first = try #require(run.playback.exchanges.first { $0.kind == .video })
        #expect(first.at < .zero + .milliseconds(50))
        #expect(first.failures.count == 1)
    }

    /// With both renditions gone, VHS goes back to the first after a pause of 2 s.
    @Test(
        "a player that rests between two attempts goes on, also where another app does", arguments: ["fluid", "tcp"])
    func rest(transport: String) throws {
        func run(_ more: JSONPart, until_s: JSONPart = 600) throws -> Run {
            try ScenarioText(
                network: .link(
                    8000, transport: transport,
                    #""delay_ms": 50, "faults": [{ "of": "video", "chunk": 0, "status": 503, "times": 2 }]"#),
                media: .hls([1000, 500], duration_s: 24, segment_s: 4), player: #""profile": "vhs""#,
                script: [.load(), .play()], until_s: until_s, more: more
            ).judgedRun()
        }
        let alone = try #require(run("")["startup_time_s"])
        let other: JSONPart = #""traffic": [{ "kind": "periodic", "bytes": 1000, "every_s": 0.5 }]"#
        let beside = try #require(run(other)["startup_time_s"])
        #expect(abs(beside - alone) < 100_000_000, "\(beside), \(alone)")
        #expect(try run("", until_s: 2).outcome.end == .timeIsUp)
        #expect(try run(other, until_s: 2).outcome.end == .timeIsUp)
    }

    // MARK: The count of tries

    private static let file: JSONPart = #"{ "kind": "progressive", "duration_s": 300, "bitrate_kbps": 1000 }"#

    @Test(
        "of a file that comes on begins anew: however often its connection breaks, it plays to its end",
        arguments: [3, 8], [#""profile": "exoplayer""#, #""profile": "chromium""#, ""] as [JSONPart])
    func filesThatComeOn(times: Int, player: JSONPart) throws {
        let breaks = (0..<times).map { number in
            JSONPart.does("\(20 + 20 * number)", "change_network", #""break_connections": true"#)
        }
        let run = try ScenarioText(
            network: .link(1100, transport: "tcp", #""delay_ms": 20"#), media: Self.file, player: player,
            script: [.load(), .play()] + breaks
        ).judgedRun().player(0)
        #expect(run.playback.lastItemFailure == nil)
        #expect(run.playedTime == .seconds(300))
    }

    @Test("of a server that sends no more is used up all the same", arguments: ["fluid", "tcp"])
    func filesThatDoNot(transport: String) throws {
        let run = try ScenarioText(
            network: .link(
                4000, transport: transport,
                #""delay_ms": 20, "retry_count": 2, "faults": [{ "of": "file", "status": 503, "times": 99 }]"#),
            media: Self.file, script: [.load(), .play()]
        ).judgedRun().player(0)
        let exchange = try #require(run.playback.exchanges.first { $0.kind == .file })
        #expect(exchange.failures.count == 3)
    }

    // MARK: Hosts

    @Test("the order of hosts in a file says nothing", arguments: ["fluid", "tcp"])
    func orderOfHosts(transport: String) throws {
        func digest(_ names: [String]) throws -> String {
            let loss = transport == "tcp" ? #", "loss_percent": 2"# : ""
            let hosts = names.map { "\"\($0)\": { \"delay_ms\": \($0 == "a" ? 2 : 9)\(loss) }" }
            let run = try ScenarioText(
                network: .link(6000, transport: transport, #""delay_ms": 20"#),
                media: .hls([3000], duration_s: 40, segment_s: 4, #""pathways": ["a", "b"]"#),
                script: [.load(), .play()], more: JSONPart("\"hosts\": { \(hosts.joined(separator: ", ")) }")
            ).run()
            return run.digest.text
        }
        #expect(try digest(["a", "b"]) == digest(["b", "a"]))
    }
}

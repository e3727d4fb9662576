import PlayerModel
import Simulation

/// Everything that can be timed, in the order in which it is.
///
/// Texts of scenarios are made when a row is timed: the command line knows all rows, whatever it is asked.
extension BenchRow {
    static let all: [BenchRow] =
        queue + hls + switching + recording + loop + progressive + live + tcp + flows + memory
        + playlist + trace + growth

    /// The words by which rows are asked for.
    static let groups: [String] = all.reduce(into: []) { if !$0.contains($1.group) { $0.append($1.group) } }

    private static let queue = [16, 1024, 65_536].map { pending in
        let rounds = 1_000_000
        return BenchRow(
            group: "queue", name: "queue, \(pending) pending", unit: "million pop + push a second", isRate: true
        ) { () throws(SessionError) in
            Work(factor: Double(rounds) / 1e6) { () throws(SessionError) in
                _ = Workload.queue(pending: pending, rounds: rounds)
            }
        }
    }

    private static let hls = [
        session("hls", "10 min HLS, 4 s segments", BenchScenarios.hls, .micro),
        BenchRow(group: "hls", name: "10 min HLS, with its figures", unit: "µs a session") {
            () throws(SessionError) in
            let scenario = BenchScenarios.read(BenchScenarios.hls)
            return Work(factor: 1e6) { () throws(SessionError) in
                _ = try Run(scenario).players.map { SessionOutcome($0) }
            }
        },
    ]

    /// Ten minutes of HLS on a ladder of six over a network that changes every two seconds, by each rule.
    private static let switching = ["fixed", "throughput", "sabre-throughput", "bba", "bola", "robust-mpc"].map {
        session("switching", "10 min HLS, \($0)", BenchScenarios.adaptive($0), .micro)
    }

    /// Two hours of HLS, adaptive, in segments of two seconds: without a trace, with one, and as a log.
    private static let recording: [BenchRow] = {
        @Sendable func text() -> String { BenchScenarios.adaptive("throughput", duration: 7200, segment: 2) }
        func row(_ name: String, _ body: @escaping @Sendable (Scenario) throws(SessionError) -> Void) -> BenchRow {
            BenchRow(group: "recording", name: name, unit: "ms a session") { () throws(SessionError) in
                let scenario = BenchScenarios.read(text())
                return Work(factor: 1e3) { () throws(SessionError) in try body(scenario) }
            }
        }
        return [
            row("2 h HLS, 2 s segments") { scenario throws(SessionError) in _ = try Workload.session(scenario) },
            row("2 h HLS, every event traced") { scenario throws(SessionError) in
                _ = try Run(scenario, tracing: .events)
            },
            row("2 h HLS, with its log as text") { scenario throws(SessionError) in
                let header = LogHeader(
                    file: "bench", text: Array(text().utf8), settings: [], files: [], scenario: scenario)
                let pages = LogPages(header, try Run(scenario, tracing: .events))
                _ = (0..<pages.count).reduce(0) { $0 + pages.page($1).count }
            },
        ]
    }()

    private static let loop = [session("loop", "a day of a 5 s loop", BenchScenarios.looping(until: 86_400), .milli)]

    private static let progressive = [
        session("progressive", "2 h progressive, 72,000 chunks", BenchScenarios.progressive, .milli)
    ]

    private static let live = [
        session("live", "an hour of live, 6 s segments", BenchScenarios.live(segment: 6), .milli),
        session(
            "live", "an hour of live, parts of 0.2 s", BenchScenarios.live(segment: 4, "\"part_s\": 0.2"), .milli),
    ]

    private static let tcp: [BenchRow] = [
        BenchRow(group: "tcp", name: "TCP, a download of packets", unit: "ns a packet") { () throws(SessionError) in
            let packets = Workload.tcp(packets: 154_000)
            return Work(note: "\(packets) packets", factor: 1e9 / Double(packets)) { () throws(SessionError) in
                _ = Workload.tcp(packets: 154_000)
            }
        },
        session("hls-tcp", "10 min HLS over TCP", BenchScenarios.hlsOverTCP(loss: "0"), .milli),
        session("hls-tcp", "10 min HLS over TCP, 1 % loss", BenchScenarios.hlsOverTCP(loss: "1"), .milli),
    ]

    /// Many flows at once on one link: the cost of an event must not grow with their number as the number does.
    private static let flows = Transport.Kind.allCases.flatMap { transport in
        [10, 100, 1000, 10_000].map { flows(transport, $0) }
    }

    private static func flows(_ transport: Transport.Kind, _ count: Int) -> BenchRow {
        BenchRow(
            group: "flows", name: "\(transport.name), \(count) flows", unit: "ns an event",
            amount: Amount(of: "flows over \(transport.name)", count: Double(count))
        ) { () throws(SessionError) in
            let most: Int64 = 1_000_000
            let events = Workload.flows(count, over: transport, events: most)
            return Work(factor: 1e9 / Double(events)) { () throws(SessionError) in
                _ = Workload.flows(count, over: transport, events: most)
            }
        }
    }

    /// Finished sessions, all kept at once: of this row the peak of memory is the figure that matters.
    private static let memory = [
        BenchRow(group: "memory", name: "4,000 sessions that are kept", unit: "µs a session") {
            () throws(SessionError) in
            let scenario = BenchScenarios.read(BenchScenarios.hls).drawn()
            return Work(factor: 1e6 / 4000) { () throws(SessionError) in
                var sessions: [Session] = []
                for _ in 0..<4000 {
                    var session = Session(scenario, tracing: .nothing)
                    _ = try session.run()
                    sessions.append(session)
                }
            }
        }
    ]

    private static let playlist = [
        BenchRow(group: "playlist", name: "a playlist of 100 MB", unit: "MB a second", isRate: true) {
            () throws(SessionError) in
            let text = Workload.playlist(bytes: 100_000_000)
            return Work(factor: Double(text.count) / 1e6) { () throws(SessionError) in _ = Workload.read(text) }
        }
    ]

    /// A trace is read, and run over: its length must not show.
    private static let trace: [BenchRow] =
        [
            BenchRow(group: "trace", name: "a CSV trace of 1,000,000 points", unit: "MB a second", isRate: true) {
                () throws(SessionError) in
                let bytes = BenchScenarios.trace(points: 1_000_000)
                return Work(factor: Double(bytes.count) / 1e6) { () throws(SessionError) in
                    _ = try? NetworkTraceReader.read(bytes: bytes, source: 0)
                }
            }
        ]
        + [100, 10_000, 720_000, 10_000_000].map { points in
            BenchRow(
                group: "trace", name: "10 min HLS over \(points) points", unit: "µs a session",
                amount: Amount(of: "points", count: Double(points))
            ) { () throws(SessionError) in
                var scenario = BenchScenarios.read(BenchScenarios.hls)
                scenario.network.conditions = Workload.conditions(points: Int64(points))
                scenario.maxEvents = 100_000_000
                return try session(scenario, .micro)
            }
        }

    /// The same work in growing amounts.
    private static let growth: [BenchRow] =
        [10, 100, 1000].map { minutes in
            session(
                "growth", "HLS of \(minutes) min", BenchScenarios.hls(lasting: minutes * 60), .micro,
                Amount(of: "minutes", count: Double(minutes)))
        }
        + [1, 10, 100, 300].map { players in
            session(
                "growth", "\(players) players on one link", BenchScenarios.players(players), .milli,
                Amount(of: "players", count: Double(players)))
        }

    // MARK: Sessions

    private enum Scale: Double {
        case micro = 1e6
        case milli = 1e3

        var unit: String { self == .micro ? "µs a session" : "ms a session" }
    }

    private static func session(
        _ group: String, _ name: String, _ text: @autoclosure @escaping @Sendable () -> String, _ scale: Scale,
        _ amount: Amount? = nil
    ) -> BenchRow {
        BenchRow(group: group, name: name, unit: scale.unit, amount: amount) { () throws(SessionError) in
            try session(BenchScenarios.read(text()), scale)
        }
    }

    /// Runs of a scenario without a trace, and how many events one takes.
    private static func session(_ scenario: Scenario, _ scale: Scale) throws(SessionError) -> Work {
        var scenario = scenario
        scenario.prepare()
        let (prepared, events) = (scenario, try Workload.packets(of: scenario))
        let packets = events.ofPackets > 0 ? ", \(events.ofPackets) steps of packets" : ""
        return Work(note: "\(events.all) events\(packets)", factor: scale.rawValue) { () throws(SessionError) in
            _ = try Workload.session(prepared)
        }
    }
}

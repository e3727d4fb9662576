import PlayerModel
import Simulation

enum BenchCommand {
    static let command = Command(
        name: "bench", operands: "[\(workloads.map(\.name).joined(separator: "|"))]", operandCount: 0...1,
        operandKind: .words(workloads.map(\.name)),
        about: "times the event queue, TCP and whole sessions on this machine",
        options: [], run: { arguments throws(LoadError) in try bench(arguments) })

    private struct TimedWorkload: Sendable {
        let name: String
        let lines: @Sendable () throws(SessionError) -> [String]
    }

    private static let workloads: [TimedWorkload] = [
        TimedWorkload(name: "queue") { () throws(SessionError) in [try queue(pending: 16), try queue(pending: 1024)]
        },
        TimedWorkload(name: "hls") { () throws(SessionError) in try session("10 min HLS, 4 s segments", hls) },
        TimedWorkload(name: "switching", lines: switching), TimedWorkload(name: "recording", lines: recording),
        TimedWorkload(name: "loop", lines: loop),
        TimedWorkload(name: "progressive") { () throws(SessionError) in
            try session("2 h progressive, 72,000 chunks", progressive)
        },
        TimedWorkload(name: "tcp", lines: tcp), TimedWorkload(name: "hls-tcp", lines: sessionOverTCP),
        TimedWorkload(name: "flows", lines: flows),
        TimedWorkload(name: "memory") { () throws(SessionError) in
            [row("memory", try bytesPerSession() / 1024, "KiB a finished session, without trace")]
        },
        // Before the traces, because only the peak of the process's memory is known.
        TimedWorkload(name: "playlist", lines: playlist), TimedWorkload(name: "traces", lines: networkTrace),
    ]

    /// The number of runs of which each figure is the median.
    private static let repetitions = 9

    private static func bench(_ arguments: Arguments) throws(LoadError) -> Reply {
        let (name, names) = (arguments.operands.first, workloads.map(\.name))
        if let name, !names.contains(name) {
            throw .usage("'\(name)' is nothing to time\(Help.hint(name, among: names))")
        }
        arguments.progress?.begin(name == nil ? workloads.count : 1)
        var output = ""
        do throws(SessionError) {
            for workload in workloads where name == nil || workload.name == name {
                output += try workload.lines().joined(separator: "\n") + "\n"
                arguments.progress?.step()
            }
        } catch {
            return Reply(errors: "\(error.message)\n", code: .badData)
        }
        return Reply(output: output)
    }

    private static func queue(pending: Int) throws(SessionError) -> String {
        let rounds = 1_000_000
        let time = try median { () throws(SessionError) in _ = Workload.queue(pending: pending, rounds: rounds) }
        return row("queue, \(pending) pending", Double(rounds) / time / 1e6, "million pop + push a second")
    }

    private static func session(_ name: String, _ text: String) throws(SessionError) -> [String] {
        let scenario = scenario(text)
        var events: Int64 = 0
        let time = try median { () throws(SessionError) in events = try Workload.session(scenario) }
        return [
            row(name, time * 1e6, "µs a session"),
            row("", 1 / time, "sessions a second"),
            row("", Double(events) / time / 1e6, "million events a second (\(events) events)"),
        ]
    }

    /// A day of a loop of five seconds, and the memory that 23 hours of it add to the first.
    private static func loop() throws(SessionError) -> [String] {
        func scenario(hours: Int) -> Scenario { self.scenario(looping(until: hours * 3600)) }
        _ = try Workload.session(scenario(hours: 1))
        let before = Files.peakMemory
        var events: Int64 = 0
        let day = scenario(hours: 24)
        let time = try median { () throws(SessionError) in events = try Workload.session(day) }
        return [
            row("a day of a 5 s loop", time * 1e3, "ms a session (17,280 seams, \(events) events)"),
            row("", Double(Files.peakMemory - before) / 1024, "KiB more memory than an hour of it"),
        ]
    }

    /// Ten minutes of HLS on a ladder of six over a network that changes every two seconds, by each rule.
    private static func switching() throws(SessionError) -> [String] {
        let rules = ["fixed", "throughput", "sabre-throughput", "bba", "bola", "robust-mpc"]
        var lines: [String] = []
        for rule in rules {
            let scenario = scenario(adaptive(rule))
            let switches = try Run(scenario).player(0).values(of: [.variantSwitchCount])[0]
            let time = try median { () throws(SessionError) in _ = try Workload.session(scenario) }
            lines.append(row("10 min HLS, \(rule)", time * 1e6, "µs a session (\(switches ?? 0) switches)"))
        }
        return lines
    }

    /// Two hours of HLS, adaptive, in segments of two seconds: without a trace, with one, and as a log.
    private static func recording() throws(SessionError) -> [String] {
        let text = adaptive("throughput", duration: 7200, segment: 2)
        let scenario = scenario(text)
        let header = LogHeader(file: "bench", text: Array(text.utf8), settings: [], files: [], scenario: scenario)
        var (lines, bytes) = (0, 0)
        let plain = try median { () throws(SessionError) in _ = try Workload.session(scenario) }
        let traced = try median { () throws(SessionError) in
            lines = try Run(scenario, tracing: .events).trace.entries.count + 2
        }
        let recorded = try median { () throws(SessionError) in
            let pages = LogPages(header, try Run(scenario, tracing: .events))
            bytes = (0..<pages.count).reduce(0) { $0 + pages.page($1).count }
        }
        return [
            row("2 h HLS, 2 s segments", plain * 1e3, "ms a session"),
            row("", traced * 1e3, "ms with a trace of every event"),
            row("", recorded * 1e3, "ms with its log as text"),
            row("", recorded / plain, "times as long as without a trace"),
            row("", recorded / traced, "times as long as with one"),
            row("", Double(bytes) / Double(lines), "bytes a line (\(lines) lines)"),
        ]
    }

    /// A download as long as ten minutes at 3 Mbit/s, packet by packet.
    private static func tcp() throws(SessionError) -> [String] {
        var packets: Int64 = 0
        let time = try median { () throws(SessionError) in packets = Workload.tcp(packets: 154_000) }
        return [
            row("TCP, \(packets) packets", time * 1e3, "ms"), row("", time * 1e9 / Double(packets), "ns a packet"),
        ]
    }

    /// Ten minutes of HLS at 3 Mbit/s, packet by packet.
    private static func sessionOverTCP() throws(SessionError) -> [String] {
        let scenario = scenario(hlsOverTCP)
        var events: (all: Int64, ofPackets: Int64) = (0, 0)
        let time = try median { () throws(SessionError) in events = try Workload.packets(of: scenario) }
        // Packets that arrive, acknowledgements among them, and deadlines.
        let steps = events.ofPackets
        return [
            row("10 min HLS over TCP", time * 1e3, "ms a session (\(steps) steps of packets, \(events.all) events)"),
            row("", time * 1e9 / Double(steps), "ns a step"),
        ]
    }

    /// Many flows at once on one link: the cost of an event must not grow with their number as the number does.
    private static func flows() throws(SessionError) -> [String] {
        var lines: [String] = []
        for transport in Transport.Kind.allCases {
            for count in [100, 10_000] {
                var events: Int64 = 0
                let time = try median { () throws(SessionError) in
                    events = Workload.flows(count, over: transport, events: 1_000_000)
                }
                let title = "\(transport.name), \(count) flows"
                lines.append(row(title, time * 1e9 / Double(events), "ns an event (\(events) events)"))
            }
        }
        return lines
    }

    /// A network trace of ten million points: reading it, and a run over it, in which its length must not show.
    private static func networkTrace() throws(SessionError) -> [String] {
        let maker = NetworkTraceMaker.steady(mean: 5_000_000, jitter: 500_000, step: 1_000_000)
        var bytes: [UInt8] = []
        var trace: NetworkTrace?
        do {
            let made = try maker.trace(seed: 1, lasting: .seconds(10_000))
            let writer = try NetworkTraceWriter(made, as: .csv)
            for page in 0..<writer.pageCount { bytes.append(contentsOf: writer.page(page).utf8) }
        } catch {
            preconditionFailure("The bench's own trace is good.")
        }
        let time = try median { () throws(SessionError) in
            trace = try? NetworkTraceReader.read(bytes: bytes, source: 0)
        }
        guard let trace else { preconditionFailure("The bench's own trace is good.") }
        var scenario = scenario(hls).drawn()
        scenario.network.conditions = trace.conditions(looping: true)
        var events: Int64 = 0
        let running = try median { () throws(SessionError) in
            var session = Session(scenario.drawn(), tracing: .nothing)
            events = try session.run().events
        }
        let title = "CSV trace, \(trace.points) points"
        return [
            row(title, Double(bytes.count) / time / 1e6, "MB a second are read"),
            row("10 min HLS over it", running * 1e6, "µs a session (\(events) events)"),
            row("", running * 1e9 / Double(events), "ns an event"),
        ]
    }

    private static func playlist() throws(SessionError) -> [String] {
        let text = Workload.playlist(bytes: 100_000_000)
        let before = Files.peakMemory
        var segments = 0
        let time = try median { () throws(SessionError) in segments = Workload.read(text) }
        return [
            row("playlist of 100 MB", time * 1e3, "ms to read (\(segments) segments)"),
            row("", Double(text.count) / time / 1e6, "MB a second"),
            row("", Double(Files.peakMemory - before) / 1e6, "MB of memory besides the text"),
        ]
    }

    private static let hls = """
        {"network": {"transport": "fluid", "down_kbps": 5000, "delay_ms": 20},
         "media": {"kind": "hls", "duration_s": 600, "segment_s": 4, "variants": [{"bitrate_kbps": 3000}]}}
        """

    private static func looping(until seconds: Int) -> String {
        """
        {"network": {"transport": "fluid", "down_kbps": 5000, "delay_ms": 20},
         "media": {"kind": "hls", "duration_s": 5, "segment_s": 5, "variants": [{"bitrate_kbps": 3000}]},
         "player": {"class": "AVQueuePlayer", "loop": "looper"}, "until_s": \(seconds)}
        """
    }

    /// Rates go up and down between 0.8 and 6.4 Mbit/s, without a pattern that a ladder would follow.
    private static func adaptive(_ rule: String, duration: Int = 600, segment: Int = 4) -> String {
        let phases = (0..<101).map { "{\"for_s\": 2, \"down_kbps\": \(800 + $0 * 37 % 101 * 56)}" }
        return """
            {"network": {"transport": "fluid", "delay_ms": 20, "repeat": true,
              "phases": [\(phases.joined(separator: ", "))]},
             "media": {"kind": "hls", "duration_s": \(duration), "segment_s": \(segment),
              "variants": [{"bitrate_kbps": 300},
              {"bitrate_kbps": 750}, {"bitrate_kbps": 1200}, {"bitrate_kbps": 1850}, {"bitrate_kbps": 2850},
              {"bitrate_kbps": 4300}]},
             "player": {"switching": "\(rule)", "default_forward_buffer_s": 30}}
            """
    }

    private static let hlsOverTCP = """
        {"network": {"transport": "tcp", "down_kbps": 3000, "up_kbps": 1000, "delay_ms": 25},
         "media": {"kind": "hls", "duration_s": 600, "variants": [{"bitrate_kbps": 2900}]}}
        """

    private static let progressive = """
        {"network": {"transport": "fluid", "down_kbps": 5000, "delay_ms": 20},
         "media": {"kind": "progressive", "duration_s": 7200, "bitrate_kbps": 3000}}
        """

    private static func scenario(_ text: String) -> Scenario {
        guard let scenario = ScenarioReader.read(SourceText(file: "bench", bytes: Array(text.utf8))).scenario else {
            preconditionFailure("The bench's own scenarios are good.")
        }
        return scenario
    }

    /// The median time of a run, in seconds, after one that does not count.
    private static func median(_ body: () throws(SessionError) -> Void) throws(SessionError) -> Double {
        try body()
        var times: [Double] = []
        for _ in 0..<repetitions {
            let start = ContinuousClock.now
            try body()
            let time = ContinuousClock.now - start
            times.append(Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)
        }
        return times.sorted()[repetitions / 2]
    }

    /// The growth of the process for each session that is kept.
    private static func bytesPerSession() throws(SessionError) -> Double {
        let scenario = scenario(hls).drawn()
        let count = 4000
        var sessions: [Session] = []
        sessions.reserveCapacity(count)
        let before = Files.peakMemory
        for _ in 0..<count {
            var session = Session(scenario.drawn(), tracing: .nothing)
            _ = try session.run()
            sessions.append(session)
        }
        return Double(Files.peakMemory - before) / Double(sessions.count)
    }

    private static func row(_ name: String, _ value: Double, _ unit: String) -> String {
        let text = NumberText.rounded(Int64(value * 1000), places: 3, decimals: value < 100 ? 1 : 0)
        return "\(NumberText.left(name, 32))\(NumberText.right(text, 9)) \(unit)"
    }
}

import PlayerModel
import Testing

@testable import Simulation

@Suite("Parts that are sent while they are made")
struct GrowingPartTests {
    /// Parts of half a second at 1000 kbit/s over 8 Mbit/s, 10 ms each way: a whole one takes 62.5 ms.
    private static func text(
        _ live: String, transport: String = "fluid", script: [JSONPart] = [.load(), .play()], until_s: JSONPart = 10,
        _ network: String = ""
    ) -> ScenarioText {
        ScenarioText(
            network: JSONPart(
                stringLiteral: "\"transport\": \"\(transport)\", \"down_kbps\": 8000, \"delay_ms\": 10\(network)"),
            media: .hls(
                ["\"bitrate_kbps\": 1000"], duration_s: 240, segment_s: 4,
                JSONPart(stringLiteral: "\"live\": { \"window_s\": 24, \"part_s\": 0.5\(live) }")),
            script: script, until_s: until_s)
    }

    /// When parts are taken in, in milliseconds since each was listed; those of the edge, once playback goes on.
    private static func lateness(_ run: Run) -> [Int64] {
        run.player(0).playback.loads.filter { $0.at > .zero + .seconds(3) }.map {
            $0.at.nanoseconds / 1_000_000 % 500
        }
    }

    @Test(
        "come as much earlier as their last share is smaller",
        arguments: [
            // A whole part takes 62.5 ms, the playlist that comes beside it 2, and the way 10.
            ("", 74),
            // Its last fifth takes 12.5 ms, and its last tenth, of which 25 ms lack to the next, 6.25.
            (", \"chunk_s\": 0.1", 24), (", \"chunk_s\": 0.05", 18),
            // Of chunks of 0.2 s the last one is the rest: a fifth as well.
            (", \"chunk_s\": 0.2", 24),
        ])
    func earlier(live: String, expected: Int64) throws {
        let run = try Self.text(live).judgedRun()
        #expect(Self.lateness(run).prefix(8).allSatisfy { $0 == expected }, "\(Self.lateness(run))")
        #expect(run["stall_count"] == 0)
    }

    @Test("over connections as well", arguments: [true, false])
    func overConnections(hasHTTP2: Bool) throws {
        let http = ", \"http\": \"\(hasHTTP2 ? "2" : "1.1")\""
        let (whole, grown) = (
            try Self.text("", transport: "tcp", http).judgedRun(),
            try Self.text(", \"chunk_s\": 0.1", transport: "tcp", http).judgedRun()
        )
        let (late, soon) = (Self.lateness(whole), Self.lateness(grown))
        #expect(late.count > 8 && soon.count > 8)
        // Four fifths of 62.5 ms, and of what their packets have besides.
        for (late, soon) in zip(late, soon) { #expect((45...60).contains(late - soon), "\(late) and \(soon)") }
    }

    @Test(
        "from a host with a network of its own as much later as that delays it",
        arguments: [("", 124), (", \"chunk_s\": 0.1", 74)])
    func host(live: String, expected: Int64) throws {
        var text = Self.text(live)
        text.media = JSONPart(
            stringLiteral: "{ \"pathways\": [\"cdn-a\", \"cdn-b\"], \(text.media?.text.dropFirst() ?? "")")
        text.more = #""hosts": { "cdn-a": { "delay_ms": 50 } }"#
        let lateness = Self.lateness(try text.judgedRun())
        #expect(lateness.prefix(8).allSatisfy { $0 == expected }, "\(lateness)")
    }

    /// Of a part from 8 s to 8.5 s the share that is made at 8.4 s leaves at 8.4125 s, and takes 300 ms.
    @Test("a share is not overtaken by one that comes after it, though the delay shrinks")
    func isNotOvertaken() throws {
        var text = Self.text(", \"chunk_s\": 0.1")
        text.network = """
            "transport": "fluid", "request_bytes": 0, "phases": [
              { "for_s": 8.45, "down_kbps": 8000, "delay_up_ms": 10, "delay_down_ms": 300 },
              { "down_kbps": 8000, "delay_ms": 10 }]
            """
        text.player = #""profile": "hls.js""#
        let later = try text.run().player(0).playback.loads.map { $0.at }.first { $0 > .zero + .milliseconds(8450) }
        #expect(later == Instant(nanoseconds: 8_712_500_000))
    }

    /// Of a part from 8 s to 8.5 s each share leaves in 12.5 ms, the last one from 8.5 s on.
    @Test(
        "by what a delay grows while there is nothing to send, no share comes more slowly",
        arguments: [(8450, 0), (8505, 190), (8600, 0)] as [(Int64, Int64)])
    func growingDelay(from milliseconds: Int64, growth: Int64) throws {
        let scenario = try Self.text(", \"chunk_s\": 0.1").read()
        let slots = scenario.players[0].loads(scenario.network.transport.hosts, group: 0).slots
        let video = try #require(slots.first { $0.kind == .video })
        let hold = try #require(video.hold)
        let chunk = try #require((0..<Int32(video.chunks.count)).first { hold.answers($0) > .zero + .seconds(8) })
        var network = Network(scenario.network, resources: [video])
        let request = Request(id: ExchangeID(slot: 0, attempt: 1), firstChunk: chunk, endChunk: chunk + 1)
        var change = NetworkChange()
        change.delayDown = .milliseconds(200)
        var (queue, effects, receipts) = (EventQueue(), NetworkEffects(), [Receipt]())
        queue.push(.network(.request(request)), at: .zero + .seconds(8))
        queue.push(.script(action: 0), at: .zero + .milliseconds(milliseconds))
        while let (now, event) = queue.pop() {
            switch event {
            case .network(let event): network.handle(event, at: now, into: &effects)
            case .script: network.change(change, at: now, into: &effects)
            case .media(.delivered, _): receipts.append(network.takeReceipt())
            case .media, .player, .look, .traffic, .interstitial, .passRate: break
            }
            queue.post(&effects)
        }
        #expect(receipts.map { $0.growth } == [.milliseconds(growth)])
        #expect(receipts.map { $0.busy.nanoseconds } == [62_500_000])
    }

    @Test("and throughput is what the shares have, not what the encoder makes", arguments: ["fluid", "tcp"])
    func throughput(transport: String) throws {
        let run = try Self.text(", \"chunk_s\": 0.1", transport: transport).judgedRun()
        let (observed, whole) = (
            run["observed_throughput_kbps"] ?? 0,
            try Self.text("", transport: transport).judgedRun()["observed_throughput_kbps"] ?? 0
        )
        #expect((whole - whole / 50...whole + whole / 50).contains(observed), "\(observed) and \(whole)")
    }

    /// The first request of the sixth second is for a part of the edge.
    @Test(
        "an answer that goes wrong is not begun before its part is there", arguments: ["fluid", "tcp"],
        ["\"status\": 503", "\"reset_after_bytes\": 9000"])
    func faults(transport: String, fault: String) throws {
        let faults = ", \"faults\": [{ \"of\": \"video\", \"from_s\": 5, \"to_s\": 9, \"times\": 1, \(fault) }]"
        let run = try Self.text(", \"chunk_s\": 0.1", transport: transport, until_s: 20, faults).judgedRun()
        let late = Self.lateness(run).filter { $0 > 62 }
        // That part comes whole when it is asked for again, and the two behind it follow at the rate of the link.
        #expect(late.count == 3 && late[0] > 72 && late[2] - late[1] > 80, "\(Self.lateness(run))")
    }

    @Test("a request that is called off has wasted what came of its part", arguments: ["fluid", "tcp"])
    func calledOff(transport: String) throws {
        // In the middle of a part: two shares of five have come, of 12,500 bytes each.
        let script: [JSONPart] = [.load(), .play(), .does("5.25", "unload")]
        let run = try Self.text(", \"chunk_s\": 0.1", transport: transport, script: script).judgedRun()
        let wasted = run.player(0).entries.compactMap { entry -> Int64? in
            if case .wasted(let bytes, _) = entry.record, bytes > 0 { bytes } else { nil }
        }
        #expect(wasted == [25_000])
    }

    @Test(
        "mistakes are told",
        arguments: [
            (", \"chunk_s\": 0.5", "a chunk is shorter than its part, of 0.5 s"),
            (", \"chunk_s\": 0.0001", "'chunk_s' must be from 0.001 "),
        ])
    func mistakes(live: String, message: String) {
        #expect(Self.text(live).messages.contains { $0.hasPrefix(message) }, "\(Self.text(live).messages)")
    }

    @Test("without parts nothing is sent while it is made")
    func withoutParts() {
        let text = ScenarioText(
            media: .hls(["\"bitrate_kbps\": 1000"], duration_s: 60, segment_s: 4, #""live": { "chunk_s": 0.1 }"#))
        #expect(text.messages == ["'chunk_s' is of no use without 'part_s'"])
    }
}

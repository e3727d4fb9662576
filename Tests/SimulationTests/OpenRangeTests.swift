import PlayerModel
import Testing

@testable import Simulation

/// Parts of half a second at 1000 kbit/s over 8 Mbit/s: a whole one takes 62.5 ms. A segment has eight.
@Suite("One request for several parts")
struct OpenRangeTests {
    private static func text(
        _ live: String, delay_ms: Int64 = 10, transport: String = "fluid", script: [JSONPart] = [.load(), .play()],
        until_s: JSONPart = 18, _ network: String = ""
    ) -> ScenarioText {
        ScenarioText(
            network: JSONPart(
                stringLiteral:
                    "\"transport\": \"\(transport)\", \"down_kbps\": 8000, \"delay_ms\": \(delay_ms)\(network)"),
            media: .hls(
                ["\"bitrate_kbps\": 1000"], duration_s: 240, segment_s: 4,
                JSONPart(stringLiteral: "\"live\": { \"window_s\": 24, \"part_s\": 0.5\(live) }")),
            script: script, until_s: until_s)
    }

    private static let open = ", \"open_range\": true"

    /// The chunks of requests for the media of the edge.
    private static func requests(_ run: Run) -> [Range<Int32>] {
        run.player(0).entries.compactMap { entry in
            guard case .requested(let request) = entry.record, entry.at > .zero + .seconds(4) else { return nil }
            let isMedia = run.player(0).slots[Int(request.id.slot)].kind == .video
            return isMedia ? request.firstChunk..<request.endChunk : nil
        }
    }

    /// When parts are taken in, in milliseconds since each was listed.
    private static func lateness(_ run: Run) -> [Int64] {
        run.player(0).playback.loads.filter { $0.at > .zero + .seconds(4) }.map { load in
            // 24 s are listed when the run begins.
            (load.at - .zero).nanoseconds / 1_000_000 - (Int64(load.chunk) + 1 - 48) * 500
        }
    }

    @Test("brings all parts of a segment", arguments: ["fluid", "tcp"], ["", ", \"chunk_s\": 0.1"])
    func requests(transport: String, chunk: String) throws {
        let run = try Self.text(Self.open + chunk, transport: transport).judgedRun()
        let requests = Self.requests(run)
        #expect(requests.count >= 3, "\(requests)")
        // From 4 s on all of them begin with a segment.
        #expect(requests.allSatisfy { $0.lowerBound % 8 == 0 && $0.count == 8 }, "\(requests)")
        let alone = Self.requests(try Self.text(chunk, transport: transport).judgedRun())
        #expect(alone.allSatisfy { $0.count == 1 } && alone.count >= 24, "\(alone)")
        #expect(run["stall_count"] == 0)
    }

    /// A whole part takes 62.5 ms, or its last fifth 12.5, then the way; the playlist that comes beside it takes 2.
    @Test(
        "costs no round trip for a part, however long the way is", arguments: [10, 100, 200],
        [("", 64), (", \"chunk_s\": 0.1", 14)])
    func lateness(delay: Int64, chunk: (keys: String, transfer_ms: Int64)) throws {
        let run = try Self.text(Self.open + chunk.keys, delay_ms: delay).judgedRun()
        let lateness = Self.lateness(run)
        #expect(lateness.count > 20)
        #expect(lateness.allSatisfy { ($0 - delay - chunk.transfer_ms).magnitude <= 1 }, "\(lateness)")
    }

    /// One by one, a part of 0.2 s takes a round trip of 0.3 s, and more. Over TCP the window has to open first.
    @Test("keeps up where parts one by one do not", arguments: [("fluid", 0), ("tcp", 2)])
    func keepsUp(transport: String, stalls: Int64) throws {
        func run(_ isOpen: Bool) throws -> Run {
            try ScenarioText(
                network: .link(4000, transport: transport, #""delay_ms": 150"#),
                media: .hls(
                    ["\"bitrate_kbps\": 1000"], duration_s: 120, segment_s: 4,
                    JSONPart(
                        stringLiteral:
                            "\"live\": { \"part_s\": 0.2, \"part_hold_back_s\": 1, \"open_range\": \(isOpen) }")),
                player: "\"keep_up\": \"first-chunk\"", script: [.load(), .play()], until_s: 60
            ).judgedRun()
        }
        let (open, alone) = (try run(true), try run(false))
        #expect(try #require(open["stall_count"]) <= stalls)
        #expect(try #require(alone["stall_count"]) > 10)
        #expect(try #require(open["live_latency_mean_s"]) * 2 < #require(alone["live_latency_mean_s"]))
    }

    @Test("is measured only while bytes come", arguments: ["fluid", "tcp"], ["", ", \"chunk_s\": 0.1"])
    func throughput(transport: String, chunk: String) throws {
        let (observed, whole) = (
            try Self.text(Self.open + chunk, transport: transport).judgedRun()["observed_throughput_kbps"] ?? 0,
            try Self.text("", transport: transport).judgedRun()["observed_throughput_kbps"] ?? 0
        )
        #expect((whole - whole / 25...whole + whole / 25).contains(observed), "\(observed) and \(whole)")
    }

    /// Of what has come, whole parts are kept: of the one that is under way two shares of five have come, or nothing.
    @Test(
        "wastes what has come of one part where it is called off", arguments: ["fluid", "tcp"],
        [(", \"chunk_s\": 0.1", [25_000]), ("", [0])])
    func calledOff(transport: String, live: (chunk: String, wasted: [Int64])) throws {
        let script: [JSONPart] = [.load(), .play(), .does("5.25", "unload")]
        let run = try Self.text(Self.open + live.chunk, transport: transport, script: script).judgedRun()
        let wasted = run.player(0).entries.compactMap { entry -> Int64? in
            if case .wasted(let bytes, let slot) = entry.record, run.player(0).slots[Int(slot)].kind == .video {
                bytes
            } else {
                nil
            }
        }
        #expect(wasted.filter { $0 > 0 } == live.wasted.filter { $0 > 0 })
    }

    @Test(
        "that goes wrong does no harm but its own", arguments: ["fluid", "tcp"],
        ["\"status\": 503", "\"reset_after_bytes\": 90000", "\"silent_after_bytes\": 100000"])
    func faults(transport: String, fault: String) throws {
        let faults = ", \"faults\": [{ \"of\": \"video\", \"from_s\": 5, \"to_s\": 9, \"times\": 1, \(fault) }]"
        let run = try Self.text(Self.open, transport: transport, until_s: 120, faults).judgedRun()
        let loaded = run.player(0).playback.loads.map { $0.chunk }
        #expect(loaded == loaded.sorted() && Set(loaded).count == loaded.count)
        #expect(try #require(loaded.last) > 140)
    }

    @Test("is of no use without parts")
    func withoutParts() {
        let text = ScenarioText(
            media: .hls(["\"bitrate_kbps\": 1000"], duration_s: 60, segment_s: 4, #""live": { "open_range": true }"#))
        #expect(text.messages == ["'open_range' is of no use without 'part_s'"])
    }

    @Test(
        "is what a playlist's hint says",
        arguments: [
            ("URI=\"s.mp4\",BYTERANGE-START=20", "@0", true), ("URI=\"s.mp4\"", "@0", true),
            ("URI=\"s.mp4\",BYTERANGE-START=20,BYTERANGE-LENGTH=20", "@0", false), ("URI=\"q.mp4\"", nil, false),
            // A file of all parts is one where others share one.
            ("URI=\"q.mp4\"", "@0", false), ("URI=\"q.mp4\"", "@20", true), ("URI=\"q.mp4\"", "", false),
            ("URI=\"q.mp4\",BYTERANGE-START=0", "@0", true), ("URI=\"s.mp4\"", "", true),
        ])
    func playlist(hint: String, range: String?, isOpen: Bool) throws {
        var playlist = ListedPlaylist()
        playlist.head =
            "#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=1\n"
            + "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3\n"
        playlist.segments = Array(repeating: (4000, 100_000), count: 6)
        let bytes = range.map { ",BYTERANGE=\"20\($0)\"" } ?? ""
        playlist.tail =
            "#EXT-X-PART:DURATION=1,URI=\"s.mp4\"\(bytes)\n#EXT-X-PRELOAD-HINT:TYPE=PART,\(hint)\n"
        let scenario = try PlaylistScenario(root: playlist.text, until: 20).read()
        #expect(scenario.players[0].media.live?.hasOpenRange == isOpen)
        #expect(scenario.warnings.isEmpty)
        let other = try PlaylistScenario(root: playlist.text, live: "{ \"open_range\": \(!isOpen) }", until: 20)
            .read()
        #expect(other.players[0].media.live?.hasOpenRange == !isOpen)
        let run = try PlaylistScenario(root: playlist.text, until: 20).judgedRun()
        #expect(Self.requests(run).contains { $0.count == 4 } == isOpen)
    }

    @Test(
        "is nothing of a hint that is none, which is told",
        arguments: [
            ("TYPE=PART", "URI is missing"), ("URI=\"a\"", "TYPE is missing"),
            ("TYPE=PART,URI=\"a\",BYTERANGE-START=x", "BYTERANGE-START must be a whole number"),
            ("TYPE=part,URI=\"a\"", "'part' is no TYPE of a hint; did you mean 'PART'?"),
        ])
    func wrongHint(attributes: String, words: String) throws {
        var playlist = ListedPlaylist()
        playlist.tail = "#EXT-X-PRELOAD-HINT:\(attributes)\n"
        let reading = readPlaylist(playlist.text)
        #expect(reading.problems.isEmpty)
        let told = reading.warnings.map { $0.diagnostic.message }
        #expect(told.map { $0.hasPrefix("this hint is passed over: \(words)") } == [true], "\(told)")
    }
}

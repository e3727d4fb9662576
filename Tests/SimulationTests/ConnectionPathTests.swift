import PlayerModel
import Testing

@testable import Simulation

@Suite struct ConnectionPathTests {
    private func run(_ text: String) throws -> Run { try Run(readScenario(text)) }

    /// A full packet of 1500 bytes takes 1.2 ms at 10 Mbit/s. It leaves in time, and comes while the link carries
    /// 1 kbit/s, at which it would take 12 s.
    @Test func `a packet takes no longer than since it was sent`() throws {
        let run = try run(
            """
            {"network": {"http": "1.1", "tls": "none", "delay_ms": 200, "phases": [
               {"for_s": 23.42, "down_kbps": 10000}, {"for_s": 0.02, "down_kbps": 1}, {"down_kbps": 10000}]},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [{"bitrate_kbps": 100}]},
             "player": {"default_forward_buffer_s": 6, "keep_up": "first-chunk"},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
            """)
        let busy = run.player(0).entries.compactMap { entry -> Int64? in
            if case .loaded(_, let busy, 4, _) = entry.record { busy } else { nil }
        }
        // From 23.4302304 s to 24.2578752 s, and the first packet's time before.
        #expect(busy == [828_844_800])
    }

    /// The link carries nothing from 5 s to 30 s; that its delay changes in between is nothing to what waits.
    @Test(arguments: ["", #"{"for_s": 15, "down_kbps": 0, "up_kbps": 0, "delay_ms": 20},"#])
    func `what waits for the network to come back leaves when it does`(between: String) throws {
        let run = try run(
            """
            {"network": {"delay_ms": 10, "up_kbps": 1000, "queue_packets": 1000, "timeout_s": 4, "retry_count": 0,
               "http": "2", "phases": [{"for_s": 5, "down_kbps": 1000},
               {"for_s": \(between.isEmpty ? 25 : 10), "down_kbps": 0, "up_kbps": 0}, \(between) {"down_kbps": 1000}]},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [{"bitrate_kbps": 2000}]},
             "until_s": 50,
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}, {"at_s": 34.9, "do": "unload"},
               {"at_s": 35, "do": "load"}]}
            """)
        let opened = run.history.compactMap { entry -> Instant? in
            if case .network(.connected) = entry.record { entry.at } else { nil }
        }
        // 60 bytes each way at 1000 kbit/s, and 20 ms.
        #expect(opened.last == Instant(nanoseconds: 35_020_960_000))
    }

    /// The first attempt is reset with the packet that brings the rest of its first chunk; ExoPlayer asks anew at once.
    @Test(arguments: ["tcp", "fluid"])
    func `what a failed attempt has brought has the times of that attempt`(transport: String) throws {
        let run = try run(
            """
            {"network": {"transport": "\(transport)", "down_kbps": 1000, "delay_ms": 20,
               "faults": [{"reset_after_bytes": \(transport == "tcp" ? 6900 : 6250), "chunk": 0}]},
             "media": {"kind": "progressive", "duration_s": 10, "bitrate_kbps": 500},
             "player": "exoplayer", "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
            """)
        let begun = run.player(0).entries.compactMap { entry -> Instant? in
            if case .answered(_, let firstByte) = entry.record { Instant(nanoseconds: firstByte) } else { nil }
        }
        let first = try #require(begun.first)
        let whole = try #require(
            run.player(0).entries.first { if case .loaded = $0.record { true } else { false } }?.at)
        // 6250 bytes take 50 ms; over fluid the first bit is there after one round trip.
        #expect(first > .zero && whole - first > .milliseconds(transport == "fluid" ? 49 : 40))
    }

    @Test func `a run at rest beside other traffic is the same whether it is traced or not`() throws {
        var scenario = try readScenario(
            """
            {"network": {"transport": "fluid", "delay_ms": 300, "down_kbps": 1000},
             "traffic": [{"kind": "periodic", "bytes": 60000, "every_s": 7, "at_s": 1}],
             "media": {"kind": "hls", "duration_s": 8, "segment_s": 4, "variants": [{"bitrate_kbps": 300}]},
             "script": [{"at_s": 0, "do": "load"}]}
            """)
        let phases = ([5_000_000, 300_000, 10_000] as [Int64]).enumerated().map { index, down in
            var values = NetworkValues()
            (values.down, values.delayDown, values.delayUp) = (down, .milliseconds(300), .milliseconds(300))
            return Conditions.Phase(start: .zero + .milliseconds(10 * Int64(index)), values: values)
        }
        scenario.network.conditions = Conditions(phases: phases, repeatingAfter: .milliseconds(30))
        if let objection = Judgement.of(scenario) { Issue.record("\(objection)") }
    }

    @Test func `over HTTP3 a lost request holds nobody else's up`() {
        var transport = TCPTransport(TCPSettings(), streams: 2, groups: 1, seed: 1)
        var effects = TCPEffects()
        func heard() -> [Int32] {
            effects.compactMap { effect in
                if case .heard(_, let stream, _) = effect { stream } else { nil }
            }
        }
        var values = NetworkValues()
        (values.delayUp, values.delayDown, values.lossUp) = (.milliseconds(10), .milliseconds(10), 1_000_000)
        transport.set(values, at: 0)
        let connection = transport.open(withHandshake: false, isOrdered: false, at: 0)
        transport.begin(0, group: 0, before: 0, mark: .max, at: 0)
        transport.begin(1, group: 0, before: 0, mark: .max, at: 0)
        transport.ask(connection, 0, bytes: 500, at: 0)
        values.lossUp = 0
        transport.set(values, at: 0)
        transport.ask(connection, 1, bytes: 500, at: 0)
        transport.run(to: 10_000_000, most: 10, &effects)
        #expect(heard() == [1])
        while effects.count < 2, transport.due < 5_000_000_000 { transport.run(to: transport.due, &effects) }
        #expect(heard() == [1, 0])
    }
}

import PlayerModel
import Testing

@testable import Simulation

/// A player's meter looks at what is under way; what it sees comes to it as late as bytes do.
@Suite("Looks at a network whose delay shrinks")
struct LookTests {
    private static func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    /// When the first segment of each player was there, in milliseconds.
    private static func starts(
        _ phases: JSONPart, _ profiles: [String], bitrate_kbps: JSONPart, duration_s: JSONPart, segment_s: JSONPart
    ) throws -> [Int64] {
        let players = profiles.enumerated().map { index, profile in
            ScenarioText(
                name: "p\(index)", media: .hls([bitrate_kbps], duration_s: duration_s, segment_s: segment_s),
                player: "\"profile\": \"\(profile)\"")
        }
        let run = try ScenarioText(network: .fluid(nil, "\"phases\": \(phases)"), players: players).run()
        return profiles.indices.map { index in
            run.player(index).playback.loads.first.map { ($0.at - .zero).nanoseconds / 1_000_000 } ?? -1
        }
    }

    /// 60,000 bytes of each at 40 Mbit/s, after 10 s without any, and a millisecond.
    @Test(
        "hold nothing back that is sent later, be it another's",
        arguments: [
            (["avplayer"], 10_013), (["hls.js"], 10_013), (["hls.js", "hls.js"], 10_025),
            (["avplayer", "hls.js"], 10_025),
        ] as [([String], Int64)])
    func holdNothingBack(profiles: [String], expected: Int64) throws {
        let phases: JSONPart =
            #"[{ "for_s": 10, "down_kbps": 0, "delay_ms": 2000 }, { "down_kbps": 40000, "delay_ms": 1 }]"#
        let starts = try Self.starts(phases, profiles, bitrate_kbps: 80, duration_s: 60, segment_s: 6)
        #expect(starts == profiles.map { _ in expected })
    }

    /// A request takes 0.1 s, and 1,000 bytes a millisecond; the delay is gone before anything is sent.
    @Test("nor a first segment", arguments: ["avplayer", "hls.js"])
    func first(profile: String) throws {
        let phases: JSONPart = """
            [{ "for_s": 0.05, "down_kbps": 8000, "delay_up_ms": 100, "delay_down_ms": 700 },
             { "down_kbps": 8000, "delay_up_ms": 100, "delay_down_ms": 0 }]
            """
        let starts = try Self.starts(phases, [profile], bitrate_kbps: 8, duration_s: 1, segment_s: 1)
        #expect(starts == [101])
    }

    @Test("come in their order, with what had left by then; and chunks come with theirs")
    func receipts() {
        var values = NetworkValues()
        (values.down, values.delayDown) = (8_000_000, .seconds(2))
        var plan = NetworkPlan()
        plan.transport = .fluid(FluidSettings(requestBytes: 0))
        plan.conditions = Conditions(phases: [Conditions.Phase(start: .zero, values: values)])
        var change = NetworkChange()
        change.delayDown = .milliseconds(1)
        // Chunks of 1,000 bytes: a millisecond each.
        let chunks = ChunkTable(
            duration: .seconds(2), chunkDuration: .seconds(1), bitRate: 8000, chunksPerRequest: nil)
        var network = Network(plan, resources: [Resource(.file, chunks)])
        var (queue, effects) = (EventQueue(), NetworkEffects())
        let request = Request(id: ExchangeID(slot: 0, attempt: 1), firstChunk: 0, endChunk: 2)
        queue.push(.network(.request(request)), at: Self.at(30))
        for microseconds in [0, 20_000, 31_500] as [Int64] {
            queue.push(.media(.look, player: 0), at: Instant(nanoseconds: microseconds * 1000))
        }
        queue.push(.script(action: 0), at: Self.at(10))
        var came: [(at: Instant, bytes: Int64)] = []
        while let (now, event) = queue.pop() {
            switch event {
            case .network(let event): network.handle(event, at: now, into: &effects)
            case .script: network.change(change, at: now, into: &effects)
            case .media(.look, _):
                queue.push(.media(.looked, player: 0), at: network.look(group: 0, at: now))
            case .media(.looked, _): came.append((now, network.takeLook(of: 0, at: now).receipt.bytes))
            case .media(.delivered, _): came.append((now, network.takeReceipt().bytes))
            case .media, .player, .look, .traffic, .interstitial, .passRate: break
            }
            queue.post(&effects)
        }
        #expect(came.map { $0.at } == [32, 33, 2000, 2000, 2000].map(Self.at))
        #expect(came.map { $0.bytes } == [1000, 2000, 0, 0, 1500])
    }

    /// 300 ms for an answer, of which 100 kB come in 0.1 s and 800 kB in 0.8 s: looked at between, or in one.
    @Test("measure with the first part of an answer the wait for it, and with no other", arguments: [true, false])
    func waits(looks: Bool) {
        let shaka = ThroughputEstimator.all.first { $0.name == "shaka" } ?? .last
        var meter = LoadMeter(estimator: shaka, evidence: .none)
        var expected = Throughput(estimator: shaka, evidence: .none)
        func receipt(_ kilobytes: Int64) -> Receipt {
            Receipt(bytes: kilobytes * 1000, wasted: 0, busy: .milliseconds(kilobytes))
        }
        func add(_ kilobytes: Int64, after wait: Int64) {
            expected.add(waited: .milliseconds(wait))
            expected.add(ThroughputSample(bits: kilobytes * 8000, busy: .milliseconds(kilobytes)))
        }
        let origin = RequestMeter.Origin(id: ExchangeID(slot: 0, attempt: 1), track: 0, answered: Self.at(300))
        if looks {
            let progress = Progress(
                received: 100_000, rest: 0, sent: 100_000, times: .all(at: Self.at(300)), receipt: receipt(100))
            meter.take(onTheWay: progress, from: origin, after: .milliseconds(300), at: Self.at(400))
        }
        meter.take(latency: .milliseconds(300), isAlone: true, ofSegment: .seconds(1), isCounted: looks)
        _ = meter.take(chunk: 900_000, from: origin, receipt(900), at: Self.at(1200))
        if looks { add(100, after: 300) }
        add(looks ? 800 : 900, after: looks ? 0 : 300)
        #expect(meter.throughput.estimate == expected.estimate && expected.estimate != nil)
        #expect(looks || meter.throughput.estimate.map { abs($0.bitsPerSecond - 6_000_000) <= 1 } == true)
    }

    /// A segment of the item before, at 800 kbit/s, is called off at 7 s, when 8 Mbit/s begin. What has come of it is
    /// no part of the first measurement of the next item, from which the second segment is chosen.
    @Test(
        "tell what comes for an item from what came for the one before, whoever plays",
        arguments: [
            (#""profile": "vhs""#, [2, 3]), (#""profile": "dash.js""#, [1, 3]),
            (#""evidence_s": 0, "throughput": "last", "switching": "throughput""#, [1, 2]),
        ] as [(JSONPart, [Int])])
    func items(player: JSONPart, expected: [Int]) throws {
        for before in [[], [.load(), .play(0)]] as [[JSONPart]] {
            let run = try ScenarioText(
                network: .fluid(
                    nil, #""delay_ms": 20, "phases": [{ "for_s": 7, "down_kbps": 800 }, { "down_kbps": 8000 }]"#),
                media: .hls([300, 1800, 4500], duration_s: 120, segment_s: 10), player: player,
                script: before + [.load(7), .play(7)], until_s: 30
            ).judgedRun()
            let asked = Diary(run).lines.filter { $0.at >= Self.at(7000) && $0.words.hasPrefix("video ") }
            let segments = asked.map { $0.words }.filter { $0.contains(":") }.prefix(2)
            #expect(Array(segments) == expected.enumerated().map { "video \($1): \($0)..<\($0 + 1)" })
        }
    }

    /// A look of the item before is on its way when another is loaded, at the end of 800 kbit/s. The first segment of
    /// that has 3 Mbit at 8 Mbit/s, and nothing but it is measured: so the next one is of the higher variant.
    @Test(
        "tell nothing of an item that is loaded while they are on their way",
        arguments: [(20, 7315), (200, 7000), (500, 7000), (700, 6900)] as [(Int64, Int64)])
    func itemMeanwhile(delay: Int64, start: Int64) throws {
        let at_s = JSONPart(stringLiteral: NumberText.exact(start, places: 3))
        let run = try ScenarioText(
            network: .fluid(
                nil,
                """
                "delay_ms": \(delay), "request_bytes": 0,
                "phases": [{ "for_s": \(at_s), "down_kbps": 800 }, { "down_kbps": 8000 }]
                """),
            media: .hls([300, 5000], duration_s: 120, segment_s: 10),
            player: #""throughput": "last", "switching": "throughput", "first_variant": "lowest""#,
            script: [.load(), .play(0), .load(at_s), .play(at_s)], until_s: 20
        ).judgedRun()
        let turn = try #require(run.player(0).playback.wantedVariants.first { $0.at >= Self.at(start) })
        #expect(turn.at == Self.at(start + 2 * delay + 375))
        // The first byte of all counts for the item before.
        #expect(turn.throughput <= 8_000_000 && turn.throughput > 7_999_900)
    }

    /// A seek calls off what a look is on its way of, and is looked at as of 6.9 s. From then on, too, each look takes
    /// 0.7 s and the next one is an eighth of a second later, as long as something comes: the segment takes 37 s.
    @Test("are one at a time, also where something is called off meanwhile")
    func oneAtATime() throws {
        let scenario = try ScenarioText(
            network: .fluid(
                nil,
                """
                "delay_ms": 700, "request_bytes": 0, "phases": [{ "for_s": 7, "down_kbps": 800 }, { "down_kbps": 80 }]
                """),
            media: .hls([300], duration_s: 120, segment_s: 10),
            script: [.load(), .play(0), .does(6.9, "seek", #""to_s": 60"#)], until_s: 30
        ).read()
        let looks = try Run(scenario, tracing: .events).trace.entries.filter { entry in
            if case .event(.media(.looked, _)) = entry.record { entry.at > Self.at(7700) } else { false }
        }
        #expect(looks.map { $0.at } == (1...27).map { Self.at(7600 + 825 * $0) })
    }

    /// 24 Mbit at 6 Mbit/s, 0.6 s after the request: however it is measured on the way, it is 24 Mbit in 4.6 s. With
    /// such half-lives all of it weighs alike.
    @Test("of Shaka's measure the wait for an answer once, in a run")
    func shakaRun() throws {
        let player: JSONPart = """
            "profile": "shaka", "first_variant": "lowest",
            "throughput": { "rule": "shaka", "fast_half_life_s": 1000, "slow_half_life_s": 1000 }
            """
        let run = try ScenarioText(
            network: .fluid(6000, #""delay_ms": 300, "request_bytes": 0"#),
            media: .hls([3000, 4000], duration_s: 80, segment_s: 8), player: player, until_s: 20
        ).judgedRun()
        let turn = try #require(run.player(0).playback.wantedVariants.first)
        #expect(turn.to == 1 && abs(Double(turn.throughput) - 24e6 / 4.6) < 0.02 * 24e6 / 4.6)
    }

    /// Shaka's half-lives are so long that all weighs alike. The first attempt breaks after 2.4 Mbit, of which a look
    /// sees 128 kbit 21 ms after the first byte, and others maybe more; the second one brings the segment like any
    /// other, after a second of which nothing is measured. Without its wait it would be 6 % more.
    @Test("of Shaka's measure the wait of an attempt that is made again, too")
    func secondAttempt() throws {
        let run = try Self.shaka(breakingAfter: 300_000).judgedRun()
        let turn = try #require(run.player(0).playback.wantedVariants.first)
        let expected = (0.128e6 + 2 * 24e6) / (0.6213 + 2 * 4.6)
        #expect(turn.to == 1 && abs(Double(turn.throughput) - expected) < 0.015 * expected)
    }

    /// 12 Mbit take until 2.6 s, the pause until 3.6 s, and 16,000 bytes 21.333 ms.
    @Test("of Shaka's come with the first bytes of an attempt that is made again, however much had come of the first")
    func firstOfSecondAttempt() throws {
        let run = try Run(Self.shaka(breakingAfter: 1_500_000).read(), tracing: .events)
        let looks = run.trace.entries.filter { entry in
            if case .event(.media(.watched, _)) = entry.record { entry.at >= Self.at(4200) } else { false }
        }
        #expect(looks.first?.at == Instant(nanoseconds: 3_600_000_000 + 621_333_334))
    }

    private static func shaka(breakingAfter bytes: Int64) -> ScenarioText {
        ScenarioText(
            network: .fluid(
                6000,
                """
                "delay_ms": 300, "request_bytes": 0,
                "faults": [{ "of": "video", "chunk": 0, "times": 1, "reset_after_bytes": \(bytes) }]
                """),
            media: .hls([3000, 4000], duration_s: 80, segment_s: 8),
            player: """
                "profile": "shaka", "first_variant": "lowest",
                "throughput": { "rule": "shaka", "fast_half_life_s": 1000, "slow_half_life_s": 1000 }
                """,
            until_s: 20)
    }

    /// Looks come each 0.15 s, at 9 s as well. What had come by the seek is part of the next sample, all 23.7 Mbit.
    @Test(
        "in the instant of a seek tell of what that calls off, and of several seeks likewise",
        arguments: [(8.999, 1), (9, 1), (9.001, 1), (9, 2), (9, 3)] as [(JSONPart, Int)])
    func seek(at_s: JSONPart, count: Int) throws {
        let seeks: [JSONPart] = (1...count).map { .does(at_s, "seek", #""to_s": \#($0 * 50)"#) }
        let run = try ScenarioText(
            network: .fluid(
                nil, #""delay_ms": 25, "phases": [{ "for_s": 11, "down_kbps": 300 }, { "down_kbps": 20000 }]"#),
            media: .hls([2100, 300, 1500], duration_s: 200, segment_s: 10),
            player: """
                "keep_up": "first-chunk", "default_forward_buffer_s": 50, "switching": "throughput",
                "throughput": "last", "evidence_s": 0.5, "first_variant": "first-listed"
                """,
            script: [.load(), .play()] + seeks
        ).judgedRun()
        let events = AccessLog(run.player(0)).events
        let bits = Double(events[1].switchBitrate) * Double(events[0].transferDuration) / 1e9
        #expect(abs(bits - 23.69e6) < 0.01e6)
    }

    @Test("are no news where what left later has come before")
    func old() {
        var meter = LoadMeter(estimator: .last, evidence: EvidenceSettings())
        func receipt(_ bytes: Int64) -> Receipt { Receipt(bytes: bytes, wasted: 0, busy: .milliseconds(bytes)) }
        _ = meter.take(chunk: 2000, receipt(2000), at: Self.at(2000))
        let looks = [receipt(1500), receipt(2000)].map { meter.look($0, at: Self.at(2500)) }
        #expect(looks == [false, false], "all of it was seen with the chunk")
        // The first byte counts for the item before.
        meter.tellApart(from: receipt(1500), endingAll: true, at: Self.at(2700))
        let sample = meter.take(chunk: 1000, receipt(3000), at: Self.at(3000))
        #expect(sample == ThroughputSample(bits: 999 * 8, busy: .milliseconds(1000)))
    }

    private static func looked(_ scenario: ScenarioText, since start: Instant) throws -> [Instant] {
        try Run(scenario.read(), tracing: .events).trace.entries.compactMap { entry in
            if case .event(.media(.looked, _)) = entry.record, entry.at > start { entry.at } else { nil }
        }
    }

    /// A server is silent for an hour, while a playlist of a live stream comes every 4 s, which takes 2 ms or 1 s. Were
    /// each of them news, 24,800 looks would come with `fluid`, and 28,800 with `tcp`.
    @Test(
        "come ever more seldom where no media comes, whatever else does",
        arguments: [("fluid", 500, 204), ("fluid", 250_000, 336), ("tcp", 500, 220), ("tcp", 250_000, 234)])
    func beside(transport: String, playlist_bytes: Int, count: Int) throws {
        let scenario = ScenarioText(
            network: .link(
                2000, transport: transport,
                #""delay_ms": 20, "faults": [{ "silent_after_bytes": 0, "of": "video", "from_s": 20, "times": 1 }]"#),
            media: .hls(
                [#""bitrate_kbps": 1000, "playlist_bytes": \#(playlist_bytes)"#], duration_s: 7200, segment_s: 4,
                #""live": { "window_s": 40 }"#),
            player: #""segment_requests": { "rule": "doubling", "timeout_s": 86400 }"#, until_s: 3620)
        #expect(try Self.looked(scenario, since: Self.at(20_000)).count == count)
    }

    /// A server is silent for a minute, at one go or in tries of 5 or 9 s. Once the request is made that it answers,
    /// each look comes an eighth of a second after the one before, which took 20 ms with `fluid`.
    @Test(
        "come as soon as ever once a request is made again, however long nothing has come",
        arguments: ["fluid", "tcp"],
        [
            (.hls([1000], duration_s: 40, segment_s: 10), 60, 1), (.progressive(1000, duration_s: 40), 60, 1),
            (.hls([1000], duration_s: 40, segment_s: 10), 5, 10), (.hls([1000], duration_s: 40, segment_s: 10), 9, 6),
        ] as [(media: JSONPart, timeout_s: Int, times: Int)])
    func madeAgain(transport: String, silence: (media: JSONPart, timeout_s: Int, times: Int)) throws {
        let scenario = ScenarioText(
            network: .link(
                2000, transport: transport,
                #""delay_ms": 20, "faults": [{ "silent_after_bytes": 0, "times": \#(silence.times) }]"#),
            media: silence.media,
            player: """
                "segment_requests": { "rule": "doubling", "timeout_s": \(silence.timeout_s), "retry_count": 20,
                    "back_off_ratio": 1 }
                """,
            until_s: 75)
        let last = try scenario.run().trace.entries.reduce(into: Instant.zero) { last, entry in
            if case .network(.retries(_, _, let again)) = entry.record { last = again }
        }
        let looked = try Array(Self.looked(scenario, since: last).prefix(4))
        let first = try #require(looked.first)
        let interval = TimeAmount.milliseconds(transport == "fluid" ? 145 : 125)
        #expect(last >= Self.at(60_000) && first <= last + interval)
        #expect(looked.dropFirst() == looked.dropLast().map { $0 + interval }[...])
    }
}

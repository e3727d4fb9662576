import PlayerModel
import Testing

@testable import Simulation

@Suite("Live streams")
struct LiveTests {
    static func text(
        _ live: JSONPart, network: JSONPart = .fluid(8000, #""delay_ms": 10, "request_bytes": 0"#),
        duration_s: JSONPart = 240, segment_s: JSONPart = 6, player: JSONPart? = nil, script: [JSONPart]? = nil,
        until_s: JSONPart? = nil, _ more: JSONPart = ""
    ) -> ScenarioText {
        ScenarioText(
            network: network,
            media: .hls([1000], duration_s: duration_s, segment_s: segment_s, more.and("\"live\": { \(live) }")),
            player: player, script: script, until_s: until_s)
    }

    static func requests(of kind: Resource.Kind, _ run: Run) -> [Int64] {
        run.player(0).playback.exchanges.filter { $0.kind == kind }.map { $0.at.nanoseconds / 1_000_000 }
    }

    // MARK: Joining

    @Test("is joined HOLD-BACK from the end of the playlist", arguments: [1, 2, 4, 6, 10], [0, 7, 31])
    func holdBack(segment: Int64, more: Int64) throws {
        let target = segment * 3
        let own = more == 0 ? "" : ", \"hold_back_s\": \(target + more)"
        let window = segment * 50
        let run = try Self.text(
            "\"window_s\": \(window)\(own)", duration_s: "\(segment * 100)", segment_s: "\(segment)",
            until_s: "\(segment * 4)"
        ).judgedRun()
        let offset = (target + more) * 1_000_000_000
        #expect(run["live_offset_at_start_s"] == offset)
        #expect(run.player(0).playback.skips.first?.to.nanoseconds == window * 1_000_000_000 - offset)
        #expect(run["stall_count"] == 0)
        #expect(run["seek_count"] == 0)
    }

    @Test("is joined by what is listed when the server has the request", arguments: 0..<12)
    func phases(half: Int64) throws {
        // 10 ms up: from a phase of 5.99 s on, another segment is listed by then.
        let phase = half * 500 + (half == 11 ? 490 : 0)
        let run = try Self.text(
            "\"listed_before_s\": \(NumberText.exact(phase, places: 3))", until_s: 3
        ).run()
        let end: Int64 = phase >= 5990 ? 42 : 36
        #expect(run.player(0).playback.listedEnd(at: .zero + .seconds(1)) == .seconds(end))
        #expect(run.player(0).playback.skips.first?.to == .seconds(end - 18))
        #expect(run["live_offset_at_start_s"] == 18_000_000_000)
    }

    @Test("an offset that the app has set takes the place of HOLD-BACK")
    func configuredOffset() throws {
        let run = try Self.text(
            "\"window_s\": 60", player: #""live": { "configured_time_offset_from_live_s": 31.5 }"#, until_s: 20
        ).judgedRun()
        #expect(run["live_offset_at_start_s"] == 31_500_000_000)
    }

    @Test("whoever has sought before is not moved, and whoever seeks where nothing is listed is not either")
    func seeks() throws {
        let script: [JSONPart] = [
            .load(), .play(), .does(5, "seek", #""to_s": 2"#), .does(7, "seek", #""to_s": 35"#),
        ]
        let run = try Self.text("", script: script, until_s: 12).judgedRun()
        let finished = run.player(0).playback.announcements.compactMap { one -> Bool? in
            if case .seekFinished(let value) = one.value { value } else { nil }
        }
        // 35 s is nearer to the edge than HOLD-BACK.
        #expect(finished == [true, false])
        #expect(run.player(0).playback.skips.count == 1)
    }

    // MARK: Loading again

    @Test("a playlist is loaded again as its last segment lasts, and half a target duration after one without news")
    func reloads() throws {
        let run = try Self.text(
            #""window_s": 60, "outages": [{ "from_s": 10, "to_s": 24 }]"#, until_s: 40
        ).judgedRun()
        // Segments are listed at 6 s, then at 24 s (three of them), 30 s and 36 s.
        #expect(Self.requests(of: .videoPlaylist, run) == [0, 6000, 12000, 15000, 18000, 21000, 24000, 30000, 36000])
        #expect(run["stall_count"] == 0)
        // Asked for at 15 s it is as it was at 6 s, 1.5 target durations before; that is said once.
        let entries = ErrorLog(run.player(0)).entries
        #expect(entries.map { $0.code } == [-12_888] && entries[0].resource == "video playlist")
        #expect(entries[0].at >= .zero + .seconds(15) && entries[0].at < .zero + .seconds(16))
        #expect(entries[0].comment == "unchanged for 9 s: 1.5 target durations, or longer")
    }

    @Test("of a playlist that comes in time the error log has nothing")
    func changes() throws {
        let run = try Self.text(#""window_s": 60, "outages": [{ "from_s": 10, "to_s": 14 }]"#, until_s: 40)
            .judgedRun()
        #expect(ErrorLog(run.player(0)).entries.isEmpty)
    }

    @Test("a programme that ends is played to its end")
    func end() throws {
        let audio: JSONPart = #""audio": { "bitrate_kbps": 64, "segment_s": 4 }"#
        let run = try Self.text("", duration_s: 62, audio).judgedRun()
        #expect(run["end_reached"] == 1)
        #expect(run["stall_count"] == 0)
        #expect(run["played_time_s"] == 44_000_000_000)
        #expect(run.player(0).playback.listings.last?.value.isEnded == true)
    }

    @Test("one that is over when it is joined begins with what is listed")
    func over() throws {
        let run = try Self.text(#""window_s": 30, "history_s": 60"#, duration_s: 60).judgedRun()
        #expect(run.player(0).playback.skips.first?.to == .seconds(30))
        #expect(run["end_reached"] == 1)
    }

    @Test("an encoder that never lists anything leaves the player waiting, and the run ends")
    func silence() throws {
        let run = try Self.text(
            #""history_s": 0, "event": true, "outages": [{ "from_s": 0, "to_s": 10000 }]"#, until_s: 60
        ).judgedRun()
        #expect(run["startup_time_s"] == nil)
        // Every half target duration.
        #expect(run["playlist_request_count"] == 21)
    }

    // MARK: Keeping up

    @Test(
        "what is slower than its bit rate starts where it gets to the last segment of the horizon, and stalls later",
        arguments: [30, 60])
    func slow(horizon: Int64) throws {
        let run = try Self.text(
            "\"window_s\": 120", network: .fluid(900), duration_s: 900,
            player: "\"live\": { \"horizon_s\": \(horizon) }"
        ).judgedRun()
        let started = try #require(run.player(0).playback.startedAt)
        let stalled = run.player(0).playback.stalls.first?.at
        #expect(stalled.map { ($0 - started).nanoseconds >= (horizon - 6) * 1_000_000_000 } ?? true)
    }

    @Test("latency is what the camera sees less what is shown", arguments: [0, 2500])
    func latency(delay: Int64) throws {
        let run = try Self.text(
            "\"delay_s\": \(NumberText.exact(delay, places: 3))", until_s: 30
        ).run()
        let started = try #require(run.player(0).playback.startedAt)
        // Joined 18 s from the end; from then on it is as far as the start took.
        let latency = 18_000_000_000 + delay * 1_000_000 + started.nanoseconds
        #expect(run["live_latency_mean_s"] == latency)
        #expect(run["live_latency_p95_s"] == latency)
    }

    // MARK: The source

    @Test("lists what is listed when it is told segment by segment", arguments: 0..<20)
    func naive(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "source")
        let segment = MediaTime(nanoseconds: 1_000_000_000 + Int64(random.below(8_000_000_000)))
        let chunks = ChunkTable(
            duration: .seconds(300), chunkDuration: segment, bitRate: 1000, chunksPerRequest: 1)
        var source = LiveSource(
            history: MediaTime(nanoseconds: Int64(random.below(100_000_000_000))), window: .seconds(40),
            holdBack: .seconds(18))
        source.jitter = TimeAmount(nanoseconds: Int64(random.below(20_000_000_000)))
        source.drift = Int64(random.below(40_000)) - 20_000
        source.outages = [Conditions.Outage(start: .zero + .seconds(50), end: .zero + .seconds(90))]
        var last = LiveListing(first: 0, end: 0, isEnded: false)
        for step in 0..<600 as Range<Int64> {
            let now = Instant.zero + .milliseconds(step * 500)
            let listing = LiveTrack(source, chunks).listing(at: now, seed: seed)
            #expect(listing.end >= last.end && listing.first >= last.first)
            #expect(50_000_000_000..<90_000_000_000 ~= now.nanoseconds && step > 100 ? listing.end == last.end : true)
            #expect(listing.isEnded == (listing.end == chunks.count))
            let kept = chunks.start(of: listing.end) - chunks.start(of: listing.first)
            #expect(listing.end - listing.first <= 1 || kept <= .seconds(40))
            // Nothing is listed before it is made.
            if listing.end > 0 {
                #expect(chunks.start(of: listing.end) <= source.made(by: now) + MediaTime(nanoseconds: 1))
            }
            last = listing
        }
    }

    @Test("outages that follow one another at once are one")
    func adjoiningOutages() {
        let chunks = ChunkTable(
            duration: .seconds(60), chunkDuration: .seconds(6), bitRate: 1000, chunksPerRequest: 1)
        func ends(_ outages: [Conditions.Outage]) -> [Int64] {
            var source = LiveSource(history: .zero, window: nil, holdBack: .seconds(18))
            source.outages = outages
            return (0..<30).map { LiveTrack(source, chunks).listing(at: .zero + .seconds($0), seed: 1).end }
        }
        func outage(_ from: Int64, _ to: Int64) -> Conditions.Outage {
            Conditions.Outage(start: .zero + .seconds(from), end: .zero + .seconds(to))
        }
        #expect(ends([outage(5, 9), outage(9, 20)]) == ends([outage(5, 20)]))
        #expect(ends([outage(5, 20)])[19...20] == [0, 3])
    }

    @Test("an encoder that is late by chance makes seeds differ")
    func seeds() throws {
        #expect(try Self.text(#""jitter_s": 3"#, until_s: 20).run().dependsOnSeed)
        #expect(try !Self.text("", until_s: 20).run().dependsOnSeed)
    }

    /// A playlist takes 2 s. The first segment is in at 4.6 s, and then the other variant's playlist is asked for: it
    /// is in at 6.6 s, and its first segment 5.6 s later.
    @Test("what was listed is known while another variant's playlist is on its way")
    func switches() throws {
        let run = try ScenarioText(
            network: .fluid(5000, #""delay_ms": 1000, "request_bytes": 0"#),
            media: .hls([500, 3000], duration_s: 240, segment_s: 6, #""live": { "window_s": 60 }"#),
            player: #""first_variant": "lowest", "switching": "throughput""#,
            script: [.load(), .play(), .does(5, "seek", #""to_s": 20"#)], until_s: 20
        ).judgedRun()
        let second = try #require(Self.requests(of: .videoPlaylist, run).dropFirst().first)
        // The first one has some bytes too.
        #expect(second == 4601)
        let finished = run.player(0).playback.announcements.compactMap { one -> Bool? in
            if case .seekFinished(let value) = one.value { value } else { nil }
        }
        #expect(finished == [true])
        // Ahead of 20 s are 4 s of the first variant, which have to last until 12.2 s.
        #expect(run["startup_time_s"] ?? 0 >= 8_200_000_000)
        #expect(run["stall_count"] == 0)
    }

    @Test("a playlist that comes while another asset is loaded is of no item")
    func otherAssets() throws {
        let text = #"""
            { "network": { "transport": "tcp" },
              "media": [
                { "name": "A", "kind": "hls", "duration_s": 150, "variants": [{ "bitrate_kbps": 800 }],
                  "audio": { "bitrate_kbps": 64 }, "live": {} },
                { "name": "C", "kind": "hls", "duration_s": 20, "variants": [{ "bitrate_kbps": 800 }] }
              ],
              "player": { "class": "AVQueuePlayer",
                "items": [{ "name": "A1" }, { "name": "C2", "media": "C" }, { "name": "A3" }] },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
                { "at_s": 89, "do": "advance_to_next_item" }] }
            """#
        let run = try Judgement.judged(readScenario(text)).run
        let player = try #require(run).player(0)
        #expect(player.playback.listings.allSatisfy { $0.value.item != 1 })
        #expect(player.playback.listings.contains { $0.value.item == 2 })
    }

    // MARK: Mistakes

    @Test(
        "mistakes are told",
        arguments: [
            (#""event": true, "window_s": 10"#, "an event keeps all of it; remove 'window_s' or 'event'"),
            (#""window_s": 3"#, "a window holds a segment at least, of 6 s"),
            (#""history_s": 1000"#, "'history_s' is more than all of it, which is 240 s"),
            (
                #""can_skip_until_s": 35"#,
                "CAN-SKIP-UNTIL is six target durations at least, here 36 s (RFC 8216bis, 4.4.3.8)"
            ),
            (#""jitter_s": 100"#, "'jitter_s' is at most 10 segments; longer is an outage"),
            (#""outages": [{ "from_s": 5, "to_s": 5 }]"#, "an outage ends after it has begun"),
            (
                #""outages": [{ "from_s": 5, "to_s": 9 }, { "from_s": 8, "to_s": 12 }]"#,
                "an outage begins after the one before has ended; list them in order"
            ),
            (#""discontinuities_s": [12, 12]"#, "discontinuities are listed in order, each once"),
            (#""discontinuities_s": [240]"#, "a discontinuity comes before the end, which is at 240 s"),
            (
                #""discontinuities_s": [12, 20]"#,
                "a discontinuity is where a segment begins; the nearest is at 18 s"
            ),
        ])
    func mistakes(live: String, message: String) {
        #expect(Self.text("\(live)").messages == [message])
    }

    @Test("the nearest discontinuity is one of the variants and of the audio")
    func discontinuityOfAll() {
        let audio: JSONPart = #""audio": { "bitrate_kbps": 128, "segment_s": 4 }"#
        let text = Self.text(#""discontinuities_s": [18]"#, audio)
        let words = "a discontinuity is where a segment begins in all variants and all audio; the nearest is at "
        #expect(text.messages == [words + "12 s"])
        #expect(Self.text(#""discontinuities_s": [24]"#, audio).messages.isEmpty)
    }

    @Test("more history than the window lists is said, and so is all of it")
    func history() throws {
        func warnings(_ live: JSONPart) throws -> [String] { try Self.text(live).read().warnings.map { $0.message } }
        let longer = try warnings(#""window_s": 24, "history_s": 60"#)
        #expect(
            longer.count == 1
                && longer[0].hasPrefix("'history_s' is longer than the window: when the run begins, 24 s"))
        let all = try warnings(#""window_s": 24, "history_s": 240"#)
        #expect(all.count == 1 && all[0].hasPrefix("all of it is there when the run begins"))
        #expect(try warnings(#""window_s": 24, "history_s": 18"#).isEmpty)
    }

    @Test("what joins again has no latency before, and what waits for what is not made yet has none")
    func latency() throws {
        let slow: JSONPart = .fluid(8000, #""delay_ms": 1000, "request_bytes": 0"#)
        let (once, again) = (
            try Self.text("", network: slow, script: [.load(), .play()], until_s: 220).run(),
            try Self.text("", network: slow, script: [.load(), .play(), .load(198)], until_s: 220).run()
        )
        let (mean, other) = (try #require(once["live_latency_mean_s"]), try #require(again["live_latency_mean_s"]))
        #expect(abs(mean - other) < 100_000_000, "\(other) in the place of \(mean)")
        let asset = #"{ "kind": "hls", "duration_s": 6, "variants": [{ "bitrate_kbps": 500 }] }"#
        let event = #"{ "at_s": 24, "resumption_offset_s": 60, "assets": [\#(asset)] }"#
        let early = try Self.text("", until_s: 70, "\"interstitials\": [\(event)]").run()
        #expect(try #require(early["live_latency_mean_s"]) > 10_000_000_000)
    }

    @Test("a live stream cannot be looped")
    func loops() {
        let text = Self.text("", player: #""loop": "seek-at-end", "action_at_item_end": "none""#)
        #expect(text.messages == ["a live stream cannot be looped: nobody knows where it ends"])
    }

    // MARK: Laws

    @Test("random live streams keep all laws", arguments: Thoroughness.draws(2, of: 60))
    func laws(batch: UInt64) throws {
        for seed in batch * 5..<(batch + 1) * 5 {
            let (run, fault) = try Judgement.judged(readScenario(RandomLive(seed: seed).text))
            let objection = fault ?? run.flatMap { Self.objection(to: $0) }
            if let objection { Issue.record("seed \(seed): \(objection)") }
        }
    }

    @Test("nobody sees a buffer from elsewhere while the playhead is about to move", arguments: [623, 946])
    func races(seed: UInt64) throws {
        let scenario = try readScenario(RandomLive(seed: seed, isPlain: true).text)
        if let objection = Judgement.of(scenario) { Issue.record("\(objection)") }
    }

    /// Media is asked for that a playlist has listed, or hinted at; and playlists are not loaded again too soon.
    private static func objection(to run: Run) -> String? {
        let slots = run.player(0).player.slots(on: run.scenario.network)
        let live = run.player(0).player.media.live
        let hints: Int32 = live?.part == nil ? 0 : 1
        var listed: [Bool: Range<Int32>] = [:]
        for entry in run.trace.entries where entry.player == 0 {
            switch entry.record {
            case .live(.listed(let slot, let first, let end, _)):
                listed[slots[Int(slot)].kind == .audioPlaylist] = first..<end
            case .requested(let request):
                let kind = slots[Int(request.id.slot)].kind
                guard kind == .video || kind == .audio else { continue }
                guard let known = listed[kind == .audio] else { return "media is asked for before any is listed" }
                let chunks = slots[Int(request.id.slot)].chunks
                // With an open range, all of a segment whose first part is listed, or hinted at.
                let isOpen = live?.hasOpenRange ?? false && request.firstChunk < known.upperBound + hints
                let more = isOpen ? Int32(chunks.endOfRequest(from: Int64(request.firstChunk))) : 0
                if request.firstChunk < known.lowerBound || request.endChunk > max(more, known.upperBound + hints) {
                    return "\(kind.name) \(request.firstChunk)..<\(request.endChunk) is asked for of \(known)"
                }
            default: continue
            }
        }
        return nil
    }

    // MARK: Low latency

    @Test("low latency is joined PART-HOLD-BACK from the end", arguments: [200, 500, 1000], [0, 5])
    func parts(part: Int64, more: Int64) throws {
        let own = more == 0 ? "" : ", \"part_hold_back_s\": \(NumberText.exact(part * (3 + more), places: 3))"
        let run = try Self.text(
            "\"part_s\": \(NumberText.exact(part, places: 3))\(own)", segment_s: 4, until_s: 20
        ).judgedRun()
        #expect(run["live_offset_at_start_s"] ?? 0 >= part * (3 + more) * 1_000_000)
        let skip = try #require(run.player(0).playback.skips.first)
        let edge = try #require(run.player(0).playback.listedEnd(at: skip.at))
        #expect((edge - skip.to).nanoseconds == part * (3 + more) * 1_000_000)
        #expect(run["stall_count"] == 0)
    }

    @Test("the server answers when it has another part, and then at once")
    func blocking() throws {
        let run = try Self.text(#""part_s": 0.5"#, segment_s: 4, until_s: 10).judgedRun()
        // Listed every half second; 10 ms down, beside the part for which the server was waiting too. Its 200 bytes
        // and 60 for each of six segments and of 24 parts take 2 ms alone.
        let listings = run.player(0).playback.listings.map { $0.at.nanoseconds / 1_000_000 }
        #expect(Array(listings.dropFirst().prefix(5)) == [514, 1014, 1514, 2014, 2514])
        let parts = run.player(0).playback.loads.filter { $0.at > .zero + .seconds(3) }.map {
            $0.at.nanoseconds / 1_000_000
        }
        // A part of 1000 kbit/s takes 62.5 ms besides, and the playlist 2 ms.
        #expect(Array(parts.prefix(3)) == [3074, 3574, 4074])
        // What was kept back is no latency of the network.
        #expect(run["live_latency_p95_s"] ?? .max < 2_500_000_000)
    }
}

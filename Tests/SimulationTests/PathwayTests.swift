import PlayerModel
import Testing

@testable import Simulation

@Suite("Pathways: hosts that have each the whole ladder")
struct PathwayTests {
    /// Two variants by each of two hosts: numbers 0 and 1 by the first, 2 and 3 by the second. The network is so fast
    /// that only its delays count, 100 ms each way.
    private static func text(
        faults: String = "", steering: String = "", player: JSONPart = #""profile": "avplayer""#,
        script: [JSONPart] = [.load(), .play(0)], duration: JSONPart = 60, until_s: JSONPart? = nil,
        transport: String = "fluid", files: String = #""playlist_bytes": 900"#
    ) -> ScenarioText {
        let stream: JSONPart = #""pathways": ["a", "b"], "multivariant_playlist_bytes": 900"#
        return ScenarioText(
            network: .link(
                100_000_000, transport: transport,
                #""delay_ms": 100, "request_bytes": 0\#(faults.isEmpty ? "" : ", \"faults\": [\(faults)]")"#),
            media: .hls(
                [#""bitrate_kbps": 500, \#(files)"#, #""bitrate_kbps": 1000, \#(files)"#], duration_s: duration,
                segment_s: 4, stream.and("\(steering)")),
            player: player, script: script, until_s: until_s)
    }

    /// The variant that each segment came of at last, in the order of the segments.
    private static func variants(_ run: Run) -> [Int] {
        let run = run.player(0)
        var all: [Int64: Int] = [:]
        for exchange in run.playback.exchanges where exchange.kind == .video && exchange.lastChunk != nil {
            for chunk in exchange.chunks { all[chunk] = Int(run.slots[Int(exchange.slot)].variant) }
        }
        return all.keys.sorted().compactMap { all[$0] }
    }

    @Test("are numbered host by host, and the first is begun with and kept", arguments: ["fluid", "tcp"])
    func numbers(transport: String) throws {
        let scenario = try Self.text(transport: transport).read()
        let media = scenario.players[0].media
        #expect(media.variants.map { $0.bitRate } == [500_000, 1_000_000, 500_000, 1_000_000])
        #expect(media.variants.map { $0.pathway } == [0, 0, 1, 1])
        #expect(scenario.network.transport.hosts.names == ["origin", "a", "b"])
        let run = try Self.text(player: #""switching": "throughput""#, transport: transport).judgedRun()
        #expect(Set(Self.variants(run)).isSubset(of: [0, 1]))
    }

    /// Nothing fails on purpose: over `tcp` requests to a host that carries nothing run out of time.
    @Test("a player that stays with one variant turns from a host that is dead", arguments: ["a", "b"])
    func dead(host: String) throws {
        let scenario = try readScenario(
            """
            {"network": {"transport": "tcp", "down_kbps": 8000, "delay_ms": 20},
             "hosts": {"\(host)": {"down_kbps": 0}},
             "media": {"kind": "hls", "duration_s": 40, "segment_s": 4, "pathways": ["a", "b"],
              "variants": [{"bitrate_kbps": 1000}]}, "until_s": 300}
            """)
        let run = try #require(Judgement.judged(scenario).run)
        #expect(run["end_reached"] == 1)
        #expect(Set(Self.variants(run)) == [host == "a" ? 1 : 0])
    }

    /// The first host fails from 6 s on, with a buffer of 8 s.
    @Test(
        "of what fails the like by the other host is taken at once, or all other variants first, as the player has it",
        arguments: ["avplayer", "hls.js"])
    func failing(profile: String) throws {
        let player: JSONPart =
            #""profile": "\#(profile)", "preferred_forward_buffer_duration_s": 8, "switching": "fixed""#
        let run = try Self.text(faults: #"{ "status": 404, "host": "a", "from_s": 6 }"#, player: player).judgedRun()
        let variants = Self.variants(run)
        let first = variants[0]
        #expect(variants.count == 15)
        let turned = try #require(variants.firstIndex { $0 >= 2 })
        let next = profile == "hls.js" ? variants[turned] : first + 2
        #expect(variants[turned...].allSatisfy { $0 == next }, "\(variants)")
        let own = run.player(0)
        let asked = own.playback.exchanges.filter { $0.kind == .video || $0.kind == .videoPlaylist }
            .map { Int(own.slots[Int($0.slot)].variant) }
        // The other variant of the first host is never asked for, or before any of the other host.
        #expect(asked.contains(1 - first) == (profile == "hls.js"), "\(asked)")
    }

    @Test("when both hosts fail, what each still has is tried, and then the item is given up")
    func none() throws {
        let faults = #"{ "status": 404, "from_s": 6, "of": "video" }"#
        let run = try Self.text(faults: faults, player: #""preferred_forward_buffer_duration_s": 8"#).judgedRun()
        let own = run.player(0)
        let failed = own.playback.exchanges.filter { $0.kind == .video && !$0.failures.isEmpty }
            .map { Int(own.slots[Int($0.slot)].variant) }
        #expect(failed.count == 4 && Set(failed) == [0, 1, 2, 3], "\(failed)")
        #expect(failed[1] == failed[0] + 2, "the like of it first")
        #expect(own.player.loader.failOver == .avFoundation)
    }

    /// Segments of 4 s, and parts of 200 ms where those are asked for; the first host is gone from 12 s on.
    @Test(
        "a live stream goes on by the other host when a playlist does not come", arguments: ["", #", "part_s": 0.2"#])
    func live(parts: String) throws {
        let run = try ScenarioText(
            network: .fluid(
                8000, #""delay_ms": 10, "faults": [{ "status": 404, "host": "a", "from_s": 12 }]"#),
            media: .hls(
                [1000], duration_s: 120, segment_s: 4, #""pathways": ["a", "b"], "live": { "window_s": 24\#(parts) }"#
            ),
            until_s: 40
        ).judgedRun()
        let own = run.player(0)
        let failed = own.playback.exchanges.filter { !$0.failures.isEmpty }
        let known = try #require(failed.first { $0.kind == .videoPlaylist }?.failures.first).at
        #expect(failed.filter { $0.kind == .videoPlaylist }.count == 1, "it is asked for once")
        let other = try #require(own.playback.exchanges.first { own.slots[Int($0.slot)].variant == 1 })
        #expect(other.kind == .videoPlaylist && other.at == known)
        #expect(run["stall_count"] == 0)
        #expect(own.playback.exchanges.allSatisfy { $0.at < other.at || own.slots[Int($0.slot)].variant == 1 })
    }

    /// The third segment is a gap in the highest variant by either host, and by the first the next one stands in: it
    /// fails, or a manifest that comes meanwhile wants the other host.
    @Test(
        "of another host that is taken in a gap the like of what stands in comes, and behind the gap that of before",
        arguments: [false, true])
    func inAGap(isSteered: Bool) throws {
        let faults = isSteered ? "" : #", "faults": [{ "of": "video", "variant": 2, "status": 404 }]"#
        let priority = #"[{ "pathways": ["a"] }, { "from_s": 1, "pathways": ["b"] }]"#
        let steering = isSteered ? #", "steering": { "ttl_s": 1.6, "priority": \#(priority) }"# : ""
        let run = try ScenarioText(
            network: .fluid(20_000, #""delay_ms": 20\#(faults)"#),
            media: .hls(
                [#""bitrate_kbps": 2500, "gaps_s": [12]"#, 1000, 400], duration_s: 36, segment_s: 6,
                #""pathways": ["a", "b"]\#(steering)"#)
        ).judgedRun()
        #expect(Self.variants(run) == [0, 0, isSteered ? 1 : 4, 3, 3, 3])
    }

    // MARK: Steering

    private static let priority = #""priority": [{ "pathways": ["a"] }, { "from_s": 20, "pathways": ["b", "a"] }]"#

    /// When the manifest was asked for, in seconds.
    private static func manifests(_ run: Run) -> [Double] {
        run.player(0).playback.exchanges.filter { $0.kind == .steeringManifest }
            .map { Double($0.at.nanoseconds) / 1e9 }
    }

    @Test("the steering manifest is asked for when the multivariant playlist is in, and again a TTL after it is in")
    func reloads() throws {
        let text = Self.text(
            steering: #""steering": { "ttl_s": 7, "manifest_bytes": 125, \#(Self.priority) }"#,
            player: #""preferred_forward_buffer_duration_s": 8"#, files: #""init_bytes": 900"#)
        let times = try Self.manifests(text.judgedRun())
        // 200 ms for the playlist and 72 ns for its bits; then 7 s, 200 ms and 10 ns each, where nothing else is under
        // way; until all is loaded: the last segment is asked for when 12 s are left to play, 48 s after the start.
        #expect(abs(times[0] - 0.2) < 1e-6)
        for (one, next) in zip(times, times.dropFirst()) { #expect(abs(next - one - 7.2) < 1e-4, "\(times)") }
        #expect(times.count == 7, "\(times)")
    }

    @Test("from the next segment on media comes by the pathway that is wanted", arguments: ["fluid", "tcp"])
    func steers(transport: String) throws {
        let run = try Self.text(
            steering: #""steering": { "ttl_s": 5, \#(Self.priority) }"#,
            player: #""preferred_forward_buffer_duration_s": 8"#, transport: transport
        ).judgedRun()
        let variants = Self.variants(run)
        let turned = try #require(variants.firstIndex { $0 >= 2 })
        #expect(variants[turned...].allSatisfy { $0 >= 2 } && variants[turned] == variants[turned - 1] + 2)
        // The first manifest that the server has the request for after 20 s.
        let manifest = try #require(Self.manifests(run).first { $0 >= 19.9 })
        let own = run.player(0)
        let other = try #require(
            own.playback.exchanges.first { $0.kind == .video && own.slots[Int($0.slot)].variant >= 2 })
        #expect(Double(other.at.nanoseconds) / 1e9 > manifest + 0.2)
        // A segment lasts 4 s, and one more may have been under way.
        #expect(Double(other.at.nanoseconds) / 1e9 < manifest + 8)
        #expect(own.playback.stalls.isEmpty)
    }

    /// An answer takes 200 ms. What may mend itself is asked for no sooner (RFC 8216bis, section 7).
    @Test(
        "a manifest that does not come is asked for a TTL later, five minutes where none has come, and after 410 never",
        arguments: [
            (404, 0, 0, 300.2), (404, 3, 1, 5.2), (503, 0, 0, 300.2), (503, 3, 1, 5.2), (429, 3, 1, 5.2),
            (410, 0, 0, nil), (410, 3, 1, nil),
        ] as [(Int, Int, Int, Double?)])
    func fails(status: Int, since: Int, failed: Int, later: Double?) throws {
        let text = Self.text(
            faults: #"{ "status": \#(status), "of": "steering manifest", "from_s": \#(since), "times": 1 }"#,
            steering: #""steering": { "ttl_s": 5, \#(Self.priority) }"#,
            player: #""preferred_forward_buffer_duration_s": 8"#, duration: 400)
        let times = try Self.manifests(text.judgedRun())
        if let later {
            try #require(times.count > failed + 1, "\(times)")
            #expect(abs(times[failed + 1] - times[failed] - later) < 0.01, "\(times)")
        } else {
            #expect(times.count == failed + 1)
        }
        #expect(try Self.variants(text.run()).count == 100)
    }

    /// 200 ms for an answer, and 5 s for the TTL; where it is asked for again, a pause of 1 s and another answer.
    @Test(
        "a manifest that does not come is asked for again before its TTL is over by players alone that do so",
        arguments: [
            ("avplayer", 503, 5.2), ("exoplayer", 503, 5.2), ("vhs", 503, 5.2), ("hls.js", 503, 6.4),
            ("hls.js", 404, 5.2), ("shaka", 503, 6.4), ("shaka", 404, 6.4),
        ])
    func repeats(profile: String, status: Int, later: Double) throws {
        let text = Self.text(
            faults: #"{ "status": \#(status), "of": "steering manifest", "from_s": 3, "times": 1 }"#,
            steering: #""steering": { "ttl_s": 5, \#(Self.priority) }"#,
            player: #""profile": "\#(profile)", "preferred_forward_buffer_duration_s": 8"#)
        let times = try Self.manifests(text.judgedRun())
        try #require(times.count > 2, "\(times)")
        #expect(abs(times[2] - times[1] - later) < 0.01, "\(times)")
        let words = try Settings.ofPlayer(text.read().players[0]).first { $0.name == "requests" }?.value ?? ""
        #expect(words.hasSuffix("; steering manifests likewise") == ["hls.js", "shaka"].contains(profile))
    }

    @Test("a paused player does not load the manifest again, and its run comes to an end")
    func pauses() throws {
        let run = try Self.text(
            steering: #""steering": { "ttl_s": 5, \#(Self.priority) }"#,
            player: #""preferred_forward_buffer_duration_s": 8"#,
            script: [.load(), .play(0), .does(11, "pause")]
        ).judgedRun()
        #expect(Self.manifests(run).allSatisfy { $0 < 11 })
        #expect(run.outcome.end == .nothingMoreHappens)
    }

    @Test("a pathway that failed is gone back to when it is let in again, and the next manifest wants it")
    func comesBack() throws {
        let text = Self.text(
            faults: #"{ "status": 404, "host": "a", "from_s": 6, "to_s": 20, "of": "video" }"#,
            steering: #""steering": { "ttl_s": 10, "priority": [{ "pathways": ["a", "b"] }] }"#,
            player: #""preferred_forward_buffer_duration_s": 8"#, duration: 160)
        let run = try text.judgedRun()
        let variants = Self.variants(run)
        let pathways = variants.map { $0 / 2 }
        // By the first, by the second when it fails, and by the first once it is let in again.
        let turns = zip(pathways, pathways.dropFirst()).filter { $0 != $1 }.map { "\($0)\($1)" }
        #expect(turns == ["01", "10"], "\(pathways)")
        let own = run.player(0)
        let left = try #require(own.playback.exchanges.first { !$0.failures.isEmpty }?.failures.last).at
        let back = try #require(
            own.playback.exchanges.first {
                $0.kind == .video && own.slots[Int($0.slot)].variant < 2 && $0.at > left + .seconds(1)
            })
        // 60 s, as long as the next manifest takes, and as long as there is no room in the buffer.
        #expect(back.at >= left + .seconds(60) && back.at < left + .seconds(60 + 10 + 16), "\(back.at)")
    }

    /// The second item is loaded while the first host is left out.
    @Test(
        "a new item does not begin with a pathway that is left out", arguments: ["", #""live": { "window_s": 24 }"#])
    func anew(live: String) throws {
        let run = try ScenarioText(
            network: .fluid(
                8000, #""delay_ms": 10, "faults": [{ "status": 404, "host": "a", "from_s": 6 }]"#),
            media: .hls(
                [500, 1000], duration_s: 160, segment_s: 4,
                .members([#""pathways": ["a", "b"]"#, "\(live)"])),
            player: #""preferred_forward_buffer_duration_s": 8"#,
            script: [.load(), .play(0), .does(40, "load"), .play(40)], until_s: 80
        ).judgedRun()
        let own = run.player(0)
        let after = own.playback.exchanges.filter { $0.at >= .zero + .seconds(40) && $0.kind == .video }
        #expect(!after.isEmpty && after.allSatisfy { own.slots[Int($0.slot)].variant >= 2 && $0.failures.isEmpty })
    }

    @Test("a manifest of a live stream that fails is no playlist that does")
    func liveManifest() throws {
        let steering =
            #""steering": { "ttl_s": 5, "priority": [{ "pathways": ["a"] }, { "from_s": 8, "pathways": ["b"] }] }"#
        let run = try ScenarioText(
            network: .fluid(
                8000, #""faults": [{ "status": 404, "of": "steering manifest", "from_s": 3, "times": 6 }]"#),
            media: .hls(
                [500], duration_s: 90, segment_s: 4,
                .members([#""pathways": ["a", "b"], "live": {}"#, "\(steering)"])),
            until_s: 60
        ).judgedRun()
        #expect(Set(Self.variants(run)) == [0, 1] && run["stall_count"] == 0)
    }

    @Test("assets of interstitial events have pathways, too")
    func interstitials() throws {
        let asset =
            #"{ "kind": "hls", "duration_s": 12, "pathways": ["x", "y"], "variants": [{ "bitrate_kbps": 500 }] }"#
        let run = try ScenarioText(
            network: .fluid(8000, #""faults": [{ "status": 404, "host": "x", "from_s": 0 }]"#),
            media: .hls(
                [500], duration_s: 60, "\(#""interstitials": [{ "at_s": 30, "assets": ["# + asset + "] }]")")
        ).judgedRun()
        #expect(run.player(1).playedTime == .seconds(12))
    }

    @Test("of which no variant can be switched to are none")
    func unlike() throws {
        let pathways = Pathways([0, 0, 2], first: 0)
        #expect(pathways.others(leftOut: false) == [2] && pathways.areSeveral)
        #expect(!Pathways([1, 1], first: 0).areSeveral)
    }

    @Test(
        "mistakes are told",
        arguments: [
            (#""pathways": ["a"]"#, "at least 2"), (#""pathways": ["a", "a"]"#, "'a' is a pathway already"),
            (#""pathways": ["a", ""]"#, "a pathway has a name"),
            (
                #""steering": { "priority": [{ "pathways": ["a"] }] }"#,
                "there is one pathway, so there is nothing to steer"
            ),
            (
                #""pathways": ["cdn-a", "cdn-b"], "steering": { "priority": [{ "pathways": ["cdn-c"] }] }"#,
                "there is no pathway 'cdn-c'; did you mean"
            ),
            (
                #""pathways": ["a", "b"], "steering": { "priority": [{ "from_s": 3, "pathways": ["a"] }] }"#,
                "the first begins at 0"
            ),
            (
                #""pathways": ["a", "b"], "steering": { "priority": [{ "pathways": ["a"] }, { "pathways": ["b"] }] }"#,
                "it is not after the one before"
            ),
            (
                #""pathways": ["a", "b"], "steering": { "priority": [{ "pathways": ["a", "a"] }] }"#,
                "'a' is there twice"
            ),
            (#""pathways": ["a", "b"], "steering": { "ttl_s": 0, "priority": [{ "pathways": ["a"] }] }"#, "ttl_s"),
            (#""pathways": ["a", "b"], "steering": {}"#, "priority"),
        ])
    func mistakes(keys: String, message: String) {
        let text = ScenarioText(media: .hls([500], duration_s: 20, "\(keys)"))
        #expect(text.messages.contains { $0.contains(message) }, "\(text.messages)")
    }

    @Test("a pathway is a host that faults go by") func hosts() {
        #expect(
            Self.text(faults: #"{ "status": 503, "host": "c" }"#).messages.contains { $0.contains("no host 'c'") })
    }

    // MARK: At random

    /// A random scenario whose stream has pathways, that fail, or are steered or made; nil where its media is none.
    private static func random(_ seed: UInt64) -> String? {
        var random = RandomScenario(seed: seed)
        guard let range = random.text.range(of: "\"kind\": \"hls\", \"duration_s\": ") else { return nil }
        let names = ["\"x\"", "\"y\"", "\"z\""].prefix(Int(2 + random.below(2)))
        var keys = ["\"pathways\": [\(names.joined(separator: ", "))]"]
        if !random.chance(3) {
            let later = (1...1 + random.below(3)).map { number in
                let since = random.decimal(number * 3000 + random.below(2000))
                return "{ \"from_s\": \(since), \"pathways\": [\(random.pick(Array(names)))] }"
            }
            // Some of the servers have one more host at last.
            let host = random.pick(["\"w\"", names[0]])
            let made =
                "{ \"from_s\": \(random.decimal(13_000)), \"pathways\": [\"w\"], "
                + "\"clones\": [{ \"id\": \"w\", \"base_id\": \(names[0]), \"host\": \(host) }] }"
            let all = ["{ \"pathways\": [\(random.pick(Array(names)))] }"] + later + (random.chance(2) ? [made] : [])
            keys.append(
                "\"steering\": { \"ttl_s\": \(random.pick(["1", "2", "5.25"])), "
                    + "\"priority\": [\(all.joined(separator: ", "))] }")
        }
        var text = random.text.replacingCharacters(
            in: range, with: "\(keys.joined(separator: ", ")), \(random.text[range])")
        if !text.contains("\"faults\""), let network = text.range(of: "\"network\": {") {
            let kind = random.pick([
                "\"status\": 404", "\"status\": 503", "\"body_kbps\": 200", "\"silent_after_bytes\": 9",
            ])
            let fault = random.object(
                [kind, "\"host\": \(random.pick(Array(names)))"],
                [
                    "\"from_s\": \(random.decimal(random.below(9000)))",
                    "\"to_s\": \(random.decimal(9001 + random.below(9000)))",
                ])
            text = text.replacingCharacters(in: network, with: "\"network\": { \"faults\": [\(fault)], ")
        }
        return text
    }

    @Test("at random contradict nothing", arguments: Thoroughness.draws(2, of: 40))
    func isSound(batch: UInt64) throws {
        for seed in batch * 25..<(batch + 1) * 25 {
            guard let text = Self.random(seed) else { continue }
            let reading = ScenarioReader.read(text)
            guard let scenario = reading.scenario else {
                Issue.record("seed \(seed): \(ScenarioReader.messages(text))\n\(text)")
                continue
            }
            if let objection = Judgement.of(scenario) { Issue.record("seed \(seed): \(objection)\n\(text)") }
        }
    }
}

import PlayerModel
import Testing

@testable import Simulation

@Suite("Failures that a player counts together")
struct FailureCountTests {
    private static func resource(_ kind: Resource.Kind, _ variant: Int32, ladder: Int16) -> Resource {
        var resource = Resource(kind, ChunkTable(bytes: 1000))
        (resource.variant, resource.ladder) = (variant, ladder)
        return resource
    }

    /// Two variants by one pathway, of which the first has an initialization section, and one by another.
    private static let resources = [
        resource(.video, 0, ladder: 0), resource(.videoInit, 0, ladder: 0), resource(.video, 1, ladder: 0),
        resource(.video, 2, ladder: 1), resource(.key, -1, ladder: -1),
    ]

    @Test("are those of all variants of a pathway, each until a segment of it comes")
    func counts() {
        var failures = FailureCounts(Self.resources)
        #expect([0, 2, 1].map { failures.fail($0, 1, isCounted: true) } == [1, 2, 3])
        #expect(failures.fail(3, 1, isCounted: true) == 1, "another pathway's")
        #expect(failures.fail(4, 7, isCounted: true) == 7, "a key's")
        failures.bring(2)
        #expect(failures.fail(0, 1, isCounted: true) == 3, "of the first variant there are two others")
        failures.bring(1)
        #expect(failures.fail(2, 1, isCounted: true) == 4, "an initialization section is no segment")
        failures.giveUp(2)
        #expect(failures.fail(0, 5, isCounted: true) == 1)
        #expect(failures.fail(3, 1, isCounted: true) == 2)
    }

    @Test("are none of a player that counts each by itself")
    func none() {
        var failures = FailureCounts(Self.resources.map { Self.resource($0.kind, $0.variant, ladder: -1) })
        #expect(Self.resources.indices.map { failures.fail($0, 5, isCounted: true) } == [5, 5, 5, 5, 5])
        failures.bring(0)
        failures.giveUp(0)
    }

    /// Three times a server's own error, which GStreamer does not count; a count of a new request begins anew.
    @Test("are none that the player does not count")
    func spared() {
        var failures = FailureCounts([])
        #expect((1...3).map { failures.fail(2, $0, isCounted: false) } == [1, 1, 1])
        #expect((4...6).map { failures.fail(2, $0, isCounted: true) } == [1, 2, 3])
        #expect(failures.fail(2, 7, isCounted: false) == 4, "compared with the bound as the next one")
        #expect(failures.fail(1, 7, isCounted: true) == 7, "another request's")
        #expect((1...2).map { failures.fail(2, $0, isCounted: true) } == [1, 2])
    }
}

@Suite("The penalty of a pathway")
struct PathwayPenaltyTests {
    /// All that hls.js asks the first host for between 6 and 20 s fails, and it leaves both variants out. A
    /// manifest that wants that host comes every 5.2 s.
    @Test("hls.js goes back after five minutes, or as long as is said", arguments: [nil, 60])
    func goesBack(said: Int?) throws {
        let rule = said.map { #", "fail_over": { "rule": "hls.js", "exclude_pathway_s": \#($0) }"# } ?? ""
        let variants = [500, 1000].map { #""bitrate_kbps": \#($0), "playlist_bytes": 900"# as JSONPart }
        let run = try ScenarioText(
            network: .fluid(
                100_000_000,
                """
                "delay_ms": 100, "request_bytes": 0,
                "faults": [{ "status": 404, "host": "a", "from_s": 6, "to_s": 20 }]
                """),
            media: .hls(
                variants, duration_s: 360, segment_s: 4,
                """
                "pathways": ["a", "b"], "multivariant_playlist_bytes": 900,
                "steering": { "ttl_s": 5, "priority": [{ "pathways": ["a", "b"] }] }
                """),
            player: """
                "profile": "hls.js", "switching": "fixed", "preferred_forward_buffer_duration_s": 8\(rule)
                """
        ).judgedRun()
        let own = run.player(0)
        let asked = own.playback.exchanges.filter { $0.kind == .video || $0.kind == .videoPlaylist }
        let left = try #require(asked.flatMap { $0.failures }.last).at
        func variant(_ exchange: Exchange) -> Int32 { own.slots[Int(exchange.slot)].variant }
        let other = try #require(asked.first { $0.at >= left && variant($0) >= 2 })
        let back = try #require(asked.first { $0.at > left && variant($0) < 2 })
        let penalty = TimeAmount.seconds(Int64(said ?? 300))
        #expect(back.at >= left + penalty && back.at <= left + penalty + .seconds(10))
        #expect(variant(back) == variant(other) - 2, "with the like of what plays")
        #expect(asked.filter { $0.at > back.at }.allSatisfy { variant($0) == variant(back) })
        #expect(run["end_reached"] == 1)
    }

    /// The second host fails as well from then on: once the five minutes are over the first one is gone back to, and
    /// before that nothing is left.
    @Test("hls.js goes back where all else fails, once the time is over", arguments: [(330, 1), (200, 0)])
    func failsBack(second: Int, end: Int64) throws {
        let variants = [500, 1000].map { #""bitrate_kbps": \#($0), "playlist_bytes": 900"# as JSONPart }
        let run = try ScenarioText(
            network: .fluid(
                100_000,
                """
                "delay_ms": 100, "request_bytes": 0,
                "faults": [{ "status": 404, "host": "a", "from_s": 6, "to_s": 20 },
                           { "status": 404, "host": "b", "from_s": \(second) }]
                """),
            media: .hls(
                variants, duration_s: 360, segment_s: 4,
                #""pathways": ["a", "b"], "multivariant_playlist_bytes": 900"#),
            player: #""profile": "hls.js", "switching": "fixed", "preferred_forward_buffer_duration_s": 8"#
        ).judgedRun()
        #expect(run["end_reached"] == end)
    }

    /// Both variants of the first host fail until 12 s, and the second host's are taken.
    @Test("hls.js begins with the first pathway where an item is loaded, not in a queue", arguments: [true, false])
    func nextItem(isLoaded: Bool) throws {
        let queue = #", "class": "AVQueuePlayer", "items": [{ "name": "x" }, { "name": "y" }]"#
        let next: [JSONPart] = isLoaded ? [.does(30, "load"), .play(30)] : []
        let run = try ScenarioText(
            network: .fluid(
                8000, #""delay_ms": 10, "faults": [{ "status": 404, "host": "a", "from_s": 6, "to_s": 12 }]"#),
            media: .hls([500, 1000], duration_s: 40, segment_s: 4, #""pathways": ["a", "b"]"#),
            player: #""profile": "hls.js", "preferred_forward_buffer_duration_s": 8\#(isLoaded ? "" : queue)"#,
            script: [.load(), .play(0)] + next, until_s: 70
        ).judgedRun()
        let own = run.player(0)
        let late = own.playback.exchanges.filter { $0.at >= .zero + .seconds(30) && $0.kind == .video }
        let isByFirst = late.map { own.slots[Int($0.slot)].variant < 2 }
        #expect(late.count > 8 && isByFirst.allSatisfy { $0 == isLoaded })
    }
}

import PlayerModel
import Testing

@testable import Simulation

@Suite("A player catches up with a live stream")
struct CatchingUpTests {
    private static let date = #", "program_date": "2026-03-01T20:00:00Z""#
    private static let dated: JSONPart = "\"window_s\": 60\(date)"

    /// Segments of 4 s, HOLD-BACK 12 s, of which the first is there after a while.
    private static func run(
        _ rule: JSONPart, down_kbps: Int64 = 4000, live: JSONPart = dated, transport: String = "fluid",
        then actions: [JSONPart] = [], until_s: JSONPart = 200
    ) throws -> Run {
        try ScenarioText(
            network: .link("\(down_kbps)", transport: transport, #""delay_ms": 40"#),
            media: .hls([1000], duration_s: 900, segment_s: 4, "\"live\": { \(live) }"),
            player: "\"keep_up\": \"first-chunk\", \"catch_up\": \(rule)", script: [.load(), .play()] + actions,
            until_s: until_s
        ).judgedRun()
    }

    /// The latency at an instant by the player's own reckoning, in milliseconds: by the newest playlist that has news,
    /// or by the first one all along.
    private func latency(_ run: Run, at seconds: Int64, byFirst: Bool = false) -> Int64 {
        let player = run.player(0)
        let now = Instant.zero + .seconds(seconds)
        let known = player.playback.listings.filter { $0.at <= now }
        let news =
            byFirst
            ? known.first
            : known.last { one in
                known.first { $0.value.range.upperBound == one.value.range.upperBound }?.at == one.at
            }
        guard let news, let stretch = player.playback.clock.last(where: { $0.playhead.anchor <= now }) else {
            return -1
        }
        let edge = news.value.range.upperBound + MediaTime(nanoseconds: (now - news.at).nanoseconds)
        return (edge - stretch.playhead.place(at: now)).nanoseconds / 1_000_000
    }

    @Test(
        "until it is at its place, over both transports", arguments: ["exoplayer", "hls.js", "dash.js"],
        ["fluid", "tcp"])
    func converges(rule: String, transport: String) throws {
        let run = try Self.run(JSONPart("\"\(rule)\""), transport: transport)
        #expect(run["stall_count"] == 0)
        #expect(latency(run, at: 2) > 12_300)
        #expect(abs(latency(run, at: 199, byFirst: rule != "hls.js") - 12_000) <= 70)
        #expect(try #require(run["catch_up_time_s"]) > 0)
        // What was asked for is left alone.
        #expect(run.player(0).playback.statuses.last?.rate == .one)
    }

    @Test("ExoPlayer by 0.03 s a second, to the nanosecond")
    func proportionate() throws {
        let run = try Self.run(#""exoplayer""#)
        let paces = run.player(0).playback.paces
        let (first, second) = (try #require(paces.first), try #require(paces.dropFirst().first))
        #expect(first.rate == Rate(thousandths: 1030))
        // At a look, a whole number of seconds later.
        let seconds = (second.at - first.at).nanoseconds / 1_000_000_000
        #expect((second.at - first.at).nanoseconds == seconds * 1_000_000_000)
        #expect((first.latency - second.latency).nanoseconds == seconds * 30_000_000)
        #expect(paces.allSatisfy { 970...1030 ~= $0.rate.thousandths })
        #expect(paces.last?.rate == .one)
    }

    /// Another part is listed 0.1 s after the run begins: on the slow link the second playlist is in before playback
    /// starts, at 0.13 s.
    @Test(
        "who goes by the clock counts from the first playlist, whenever playback starts",
        arguments: ["exoplayer", "dash.js"], [80_000, 9000])
    func firstPlaylist(rule: String, kbps: Int64) throws {
        let run = try ScenarioText(
            network: .fluid("\(kbps)", #""delay_ms": 10"#),
            media: .hls(
                [800], duration_s: 400, segment_s: 4,
                "\"live\": { \"window_s\": 40, \"part_s\": 1, \"listed_before_s\": 0.9\(Self.date) }"),
            player: "\"catch_up\": \"\(rule)\"", script: [.load(), .play()], until_s: 100
        ).judgedRun()
        let playback = run.player(0).playback
        let started = try #require(playback.startedAt)
        #expect(playback.listings.count { $0.at < started } == (kbps == 9000 ? 2 : 1))
        #expect(abs(latency(run, at: 99, byFirst: true) - 3000) <= 70)
    }

    @Test("not where natural speed is the rule, nor ExoPlayer without dates")
    func rests() throws {
        #expect(try Self.run(#""never""#).player(0).playback.paces.isEmpty)
        let undated = try Self.run(#""exoplayer""#, live: #""window_s": 60"#)
        #expect(undated.player(0).playback.paces.isEmpty)
        #expect(undated["catch_up_time_s"] == 0)
        #expect(TextReport.golden(undated).contains("not here, where the playlist says no EXT-X-PROGRAM-DATE-TIME"))
    }

    @Test("not at a rate that the app has asked for, be it the rule's own")
    func otherRates() throws {
        let slow = try Self.run(#""hls.js""#, then: [.does(0.1, "set_rate", #""rate": 0.8"#)], until_s: 60)
        #expect(Set(slow.player(0).playback.clock.map(\.playhead.rate.thousandths)) == [0, 800])
        #expect(slow.player(0).playback.paces.isEmpty)
        // Behind by a seek, Shaka's rule plays at 1.1; from 30 to 50 s the app asks for that.
        let seek = JSONPart.does(20, "seek", #""to_s": 40"#)
        let asked = [JSONPart.does(30, "set_rate", #""rate": 1.1"#), .does(50, "set_rate", #""rate": 1"#)]
        let (own, other) = (
            try Self.run(#""shaka""#, then: [seek], until_s: 51),
            try Self.run(#""shaka""#, then: [seek] + asked, until_s: 51)
        )
        let difference = try #require(own["catch_up_time_s"]) - (try #require(other["catch_up_time_s"]))
        #expect(difference == 20_000_000_000)
        #expect(other.player(0).playback.paces.allSatisfy { !(30..<50 ~= $0.at.nanoseconds / 1_000_000_000) })
    }

    @Test("no speed is told of that is never played: each is the clock's at the end of its instant")
    func told() throws {
        for rule in ["exoplayer", "hls.js", "shaka", "dash.js"] {
            let run = try Self.run(
                JSONPart("\"\(rule)\""), down_kbps: 1500,
                then: [.does(16, "pause"), .play(40), .does(60, "seek", #""to_s": 70"#)], until_s: 120)
            let player = run.player(0).playback
            for pace in player.paces {
                #expect(player.paces.last { $0.at == pace.at }?.order == pace.order, "\(rule) at \(pace.at)")
                let clock = player.clock.last { $0.playhead.anchor <= pace.at }
                #expect(clock?.playhead.rate == pace.rate, "\(rule) at \(pace.at)")
            }
        }
    }

    @Test("the end of an interstitial event is no seek")
    func interstitials() throws {
        let soap = #"{ "kind": "hls", "name": "soap", "duration_s": 8, "variants": [{ "bitrate_kbps": 500 }] }"#
        let live = JSONPart(#""live": { "window_s": 60 }"#)
        let run = try ScenarioText(
            network: .fluid(4000),
            media: .hls(
                [1000], duration_s: 900, segment_s: 4,
                live.and("\"interstitials\": [{ \"at_s\": 80, \"resumption_offset_s\": 0, \"assets\": [\(soap)] }]")),
            player: #""keep_up": "first-chunk", "catch_up": "dash.js""#, script: [.load(), .play()], until_s: 90
        ).judgedRun()
        #expect(run["interstitial_count"] == 1)
        #expect(latency(run, at: 89) < 13_000)
    }

    @Test("a seek is where ExoPlayer stays, and from where hls.js comes back", arguments: [true, false])
    func seeks(isExoPlayer: Bool) throws {
        let seek = JSONPart.does(20, "seek", #""to_s": 62"#)
        let run = try Self.run(isExoPlayer ? #""exoplayer""# : #""hls.js""#, then: [seek], until_s: 120)
        let there = latency(run, at: 21)
        #expect(there > 15_000)
        #expect(isExoPlayer ? abs(latency(run, at: 119) - there) < 100 : latency(run, at: 119) < 12_100)
    }

    @Test("and who asks to go live afterwards gets the target back", arguments: ["exoplayer", "dash.js"])
    func goesLive(rule: String) throws {
        let run = try Self.run(
            JSONPart("\"\(rule)\""), then: [.does(20, "seek", #""to_s": 50"#), .does(29.5, "go_live")])
        #expect(latency(run, at: 31) > 12_500)
        #expect(abs(latency(run, at: 199, byFirst: rule != "hls.js") - 12_000) <= 70)
    }

    @Test("a pause is what dash.js stays behind by, and hls.js makes up for", arguments: ["dash.js", "hls.js"])
    func pauses(rule: String) throws {
        let run = try Self.run(JSONPart("\"\(rule)\""), then: [.does(50, "pause"), .play(55)], until_s: 120)
        let isDashJS = rule == "dash.js"
        let (before, after) = (latency(run, at: 49, byFirst: isDashJS), latency(run, at: 119, byFirst: isDashJS))
        #expect(isDashJS ? abs(after - before - 5000) < 100 : after < 12_100)
        // Nor does it have to move for that.
        let speeds = run.player(0).playback.paces.filter { $0.at > .zero + .seconds(55) }.map(\.rate.thousandths)
        #expect(!isDashJS || speeds.allSatisfy { abs($0 - 1000) < 100 })
    }

    /// The playlist is 30 s old when the app asks for the edge, and what the app wishes for is the edge all the same.
    /// The second time the playhead is there already.
    @Test(
        "who goes live in a pause is behind dash.js's target by what is left of the pause",
        arguments: [(0, false), (3, false), (0, true), (3, true)])
    func goesLiveInPause(left: Int64, twice: Bool) throws {
        let before: [JSONPart] = twice ? [.does(30, "go_live")] : []
        let after: [JSONPart] = [.does(50, "go_live"), .play("\(50 + left)")]
        let run = try Self.run("\"dash.js\"", then: [.does(20, "pause")] + before + after, until_s: 120)
        #expect(abs(latency(run, at: 119, byFirst: true) - 12_000 - left * 1000) < 100)
    }

    /// Nothing is listed before, so that neither the seek nor the second item makes the playhead jump.
    @Test("nor does dash.js fall back for an edge that was asked for in an item before")
    func goesLiveInOtherItem() throws {
        let run = try ScenarioText(
            network: .fluid(20_000, #""delay_ms": 20"#),
            media: .hls([600], duration_s: 300, segment_s: 2, #""live": { "event": true, "hold_back_s": 20 }"#),
            player: #""profile": "dash.js", "catch_up": "dash.js""#,
            script: [.load(), .does(5, "go_live"), .load(6), .play(30)], until_s: 120
        ).judgedRun()
        #expect(run.player(0).playback.paces.isEmpty)
    }

    /// A live stream and what stands behind it in the queue.
    private static func liveAndNext(
        _ kbps: JSONPart, andLower lower: [JSONPart] = [], live_s: JSONPart, next_s: JSONPart, segment_s: JSONPart
    ) -> JSONPart {
        .list([
            .hls([kbps], name: "live", duration_s: live_s, segment_s: segment_s, "\"live\": { \(dated) }"),
            .hls([kbps] + lower, name: "next", duration_s: next_s, segment_s: segment_s),
        ])
    }

    /// The last playlist is in at 10 s, between two looks, and then all that is left is soon there.
    @Test("a stream that is over is played at natural speed, also while the next item is fetched")
    func isOver() throws {
        let run = try ScenarioText(
            network: .fluid(20_000, #""delay_ms": 20"#),
            media: Self.liveAndNext(600, live_s: 70, next_s: 60, segment_s: 2),
            player: """
                "profile": "exoplayer", "class": "AVQueuePlayer",
                "items": [{ "name": "a", "media": "live" }, { "name": "b", "media": "next" }]
                """, script: [.load(), .play(0.7)], until_s: 60
        ).judgedRun()
        let paces = run.player(0).playback.paces
        #expect(paces.count > 1 && paces.last?.rate == .one)
    }

    /// All up to 56 s is there at 8.4 s, and then the item behind is fetched for longer than playback takes to it; or
    /// all variants of that fail, again and again, and for 2 s each time nothing is asked for.
    @Test(
        "and one that goes on as if nothing were behind it, while the next item is fetched, or rests after a failure",
        arguments: ["exoplayer", "dash.js"], ["", #", "faults": [{ "of": "video", "status": 404, "from_s": 8.5 }]"#])
    func otherFetched(rule: String, faults: String) throws {
        func paces(_ next: String) throws -> [[Int64]] {
            let run = try ScenarioText(
                network: .fluid(4000, "\"delay_ms\": 40\(faults)"),
                media: Self.liveAndNext(1000, andLower: [500], live_s: 900, next_s: 600, segment_s: 4),
                player: """
                    "profile": "vhs", "catch_up": "\(rule)", "class": "AVQueuePlayer",
                    "items": [{ "name": "a", "media": "live" }\(next)]
                    """,
                script: [
                    .load(), .play(), .does(3, "seek", #""to_s": 30"#),
                    .does(3, "set_forward_playback_end_time", #""value_s": 56"#),
                ], until_s: 28
            ).judgedRun()
            return run.player(0).playback.paces.map { [$0.at.nanoseconds, Int64($0.rate.thousandths)] }
        }
        let alone = try paces("")
        #expect(alone.contains { $0[0] > 9_000_000_000 })
        #expect(try paces(#", { "name": "b", "media": "next" }"#) == alone)
    }

    /// It goes on loading while it is paused: it could be as near as before then, and is 30 s behind that.
    @Test("ExoPlayer does not take what came while it was paused for what came just then")
    func loadsWhilePaused() throws {
        let run = try ScenarioText(
            network: .fluid(4000, #""delay_ms": 40"#),
            media: .hls([1000], duration_s: 900, segment_s: 4, "\"live\": { \(Self.dated) }"),
            player: #""profile": "exoplayer""#,
            script: [.load(), .play(), .does(60, "pause"), .play(90)], until_s: 150
        ).judgedRun()
        let paces = run.player(0).playback.paces.filter { $0.at >= .zero + .seconds(90) }
        #expect(paces.map(\.rate.thousandths) == [1030])
    }

    /// The playlist of the first variant takes 16 s, and what is loaded is played meanwhile.
    private static func switching(_ player: JSONPart, live: JSONPart, then actions: [JSONPart]) throws -> PlayerRun {
        let fault: JSONPart = #""of": "video playlist", "variant": 1, "body_kbps": 1, "from_s": 0, "to_s": 200"#
        return try ScenarioText(
            network: .fluid(8000, "\"delay_ms\": 20, \"faults\": [{ \(fault) }]"),
            media: .hls(
                [3000, 600], duration_s: 400, segment_s: 2,
                "\"live\": { \"window_s\": 60, \"hold_back_s\": 8\(live) }"),
            player: player.and(#""first_variant": "lowest""#), script: [.load(), .play()] + actions, until_s: 47
        ).judgedRun().player(0)
    }

    /// It is 32 s behind with 30 s loaded when it switches at 40 s. The error, of 0.04 s by then, falls by a tenth a
    /// second: after 5 s it has gone as many thousandths of a second, to 0.02 s, which is near enough.
    @Test("ExoPlayer goes on while another variant's playlist is on its way, as the dates do")
    func playlistOnItsWay() throws {
        let limit = { (at: JSONPart, kbps: Int) in
            JSONPart.does(at, "set_preferred_peak_bit_rate", "\"value_kbps\": \(kbps)")
        }
        let player = try Self.switching(
            #""profile": "exoplayer""#, live: "\(Self.date)",
            then: [.does(9, "pause"), .play(14), limit(15, 700), limit(40, 0)])
        #expect(player.playback.wantedVariants.contains { $0.at > .zero + .seconds(40) && $0.to == 0 })
        let paces = player.playback.paces.filter { $0.at > .zero + .seconds(35) && $0.at < .zero + .seconds(45) }
        #expect(paces.allSatisfy { $0.rate.thousandths > 1000 })
        #expect(paces.contains { $0.at > .zero + .seconds(41) })
    }

    /// At 1.5 it looks four times a second, and is at natural speed once no more than a second is loaded.
    @Test("hls.js looks at what is loaded while the playlist of a variant that is new to it is on its way")
    func newPlaylistOnItsWay() throws {
        let player = try Self.switching(
            #""profile": "hls.js", "catch_up": "hls.js", "preferred_peak_bitrate_kbps": 700"#, live: "",
            then: [.does(10, "pause"), .play(15), .does(16, "set_preferred_peak_bit_rate", #""value_kbps": 0"#)])
        let dry = try #require(player.playback.stalls.first)
        #expect(dry.at > .zero + .seconds(23))
        let last = try #require(player.playback.paces.last { $0.at < dry.at })
        #expect(last.rate == .one)
        #expect((600...1000).contains((dry.at - last.at).nanoseconds / 1_000_000))
    }

    /// At 1.5 from 20 s on, with 68 s listed and loaded: there would be 0.5 s left at the end of a rest.
    @Test("and while segments fail, and it rests before they are asked for anew")
    func restsMeanwhile() throws {
        let run = try ScenarioText(
            network: .fluid(
                4000, #""delay_ms": 40, "faults": [{ "of": "video", "status": 404, "from_s": 20 }]"#),
            media: .hls([1000], duration_s: 900, segment_s: 4, #""live": { "window_s": 60 }"#),
            player: #""profile": "shaka", "catch_up": "hls.js""#,
            script: [.load(), .play(), .does(10, "pause"), .play(20)], until_s: 30
        ).judgedRun()
        let dry = try #require(run.player(0).playback.stalls.first)
        let last = try #require(run.player(0).playback.paces.last { $0.at < dry.at })
        #expect(last.rate == .one)
        #expect((600...1000).contains((dry.at - last.at).nanoseconds / 1_000_000))
    }

    @Test("another item is played at natural speed at first")
    func otherItems() throws {
        let run = try Self.run(#""shaka""#, then: [.load(10), .play(10)], until_s: 11)
        let item = try #require(run.player(0).playback.items.last)
        let first = run.player(0).playback.clock.first { $0.order > item.order && $0.isMoving }
        #expect(first == nil || first?.playhead.rate == .one)
    }

    @Test(
        "and each rule keeps the laws of a player, whatever the network does", arguments: CatchUp.all.map(\.name),
        0..<6 as Range<UInt64>)
    func laws(rule: String, seed: UInt64) throws {
        var random = RandomStream(seed: seed, name: "catching up")
        let kbps = 900 + Int64(random.below(3000))
        let part = seed % 2 == 0 ? "" : #", "part_s": 1"#
        let run = try Self.run(
            JSONPart("\"\(rule)\""), down_kbps: kbps,
            live: JSONPart("\"window_s\": 40, \"jitter_s\": 1\(part)\(Self.date)"),
            transport: seed % 3 == 0 ? "tcp" : "fluid",
            then: [.does(30, "pause"), .play(44), .does(60, "seek", #""to_s": 80"#)], until_s: 150)
        for pace in run.player(0).playback.paces {
            #expect(pace.rate.thousandths >= 500 && pace.rate.thousandths <= 1500)
        }
    }

    /// With nothing listed from 10 s on, playback gets to 33.5 s with nothing left, and an event of 1 s begins there.
    @Test("and an interstitial event that begins where nothing is left is no stall, which would move the target back")
    func beginsDry() throws {
        let ad = #"{ "kind": "hls", "duration_s": 1, "segment_s": 1, "variants": [{ "bitrate_kbps": 1000 }] }"#
        let live =
            #""live": { "window_s": 24, "part_s": 0.5, "outages": [{ "from_s": 10, "to_s": 11.3 }] }, "#
            + #""interstitials": [{ "at_s": 33.5, "assets": [\#(ad)], "resumption_offset_s": 0 }]"#
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 10"#),
            media: .hls([2000], duration_s: 400, segment_s: 4, JSONPart(stringLiteral: live)),
            player: #""catch_up": "hls.js""#, script: [.load(), .play()], until_s: 30
        ).judgedRun()
        let paces = run.player(0).playback.paces.filter { $0.at > .zero + .seconds(12) }
        #expect(run["stall_count"] == 0 && paces.contains { $0.rate > .one } && paces.last?.rate == .one)
        #expect(try #require(paces.last).latency < MediaTime(nanoseconds: 1_600_000_000))
    }
}

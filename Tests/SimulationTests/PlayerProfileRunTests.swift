import PlayerModel
import Testing

@testable import Simulation

private let second: Int64 = 1_000_000_000

/// Expects a time that was derived by hand. A request that waits for room is made once a nanosecond is missing.
private func expect(
    _ run: Run, _ metric: String, is seconds: Double, sourceLocation: SourceLocation = #_sourceLocation
) {
    let wanted = Int64((seconds * 1e9).rounded())
    let value = run[metric]
    #expect(value.map { abs($0 - wanted) <= 5 } == true, "\(value ?? -1)", sourceLocation: sourceLocation)
}

@Suite("Whole players, as they run")
struct PlayerProfileRunTests {
    private func run(
        _ player: JSONPart, _ variants: [JSONPart] = [1000], down: JSONPart = 10_000, segment_s: JSONPart = 4,
        duration_s: JSONPart = 240, outages: JSONPart = #""outages": [{ "at_s": 60, "for_s": 40 }]"#
    ) throws -> Run {
        try ScenarioText(
            network: .fluid(down, JSONPart(#""request_bytes": 0"#).and(outages)),
            media: .hls(variants, duration_s: duration_s, segment_s: segment_s), player: player
        ).judgedRun()
    }

    /// A segment of 4 s takes 0.4 s. Playback starts at 0.4 s. With 10 s wanted, the third is there at 1.2 s with
    /// 11.2 s ahead, and from 2.4 s on one is asked for every 4 s, when 10 s are ahead: the last before the outage
    /// at 58.4 s, up to 72 s of media. Those are played at 72.4 s. The next, asked for at 62.4 s, comes 0.4 s after
    /// the outage.
    @Test("Shaka's 10 s stall for 28 s in a gap of 40 s, which AVPlayer's 50 s bridge")
    func shaka() throws {
        let shaka = try run(#""profile": "shaka""#)
        expect(shaka, "startup_time_s", is: 0.4)
        #expect(shaka["stall_count"] == 1)
        expect(shaka, "stall_time_s", is: 28)
        #expect(shaka["end_reached"] == 1)
        #expect(try run(#""profile": "avplayer""#)["stall_count"] == 0)
        let bridged = try run(#""profile": "shaka", "default_forward_buffer_s": 50"#)
        #expect(bridged["stall_count"] == 0)
    }

    /// At 2 s a segment, 0.2 s each. Below the highest rate 18 s have to hold what is ahead and a segment more: so
    /// one is asked for whenever less than 16 s are ahead, at 2.2 + 2k s (the ninth is there at 1.8 s, with 16.4 s
    /// ahead). The one of 58.2 s is there at 58.4 s, up to 76 s of media, which are played at 76.2 s. The next
    /// comes at 100.2 s. Where 30 s have to hold it, one is asked for at 4.2 + 2k s, and that of 58.2 s is up to 88 s.
    @Test(
        "dash.js's 18 s stall for 24 s there, below the highest variant that limits leave, though it stay with one",
        arguments: [
            (#""switching": { "rule": "throughput", "up_ratio": 0.01 }"#, 24), (#""switching": "fixed""#, 24),
            (#""switching": "fixed", "preferred_peak_bitrate_kbps": 1500"#, 12),
        ] as [(JSONPart, Double)])
    func dashJS(player: JSONPart, stall: Double) throws {
        let run = try run(
            JSONPart(#""profile": "dash.js", "first_variant": "lowest""#).and(player), [1000, 2000], segment_s: 2)
        expect(run, "startup_time_s", is: 0.2)
        #expect(run["stall_count"] == 1)
        expect(run, "stall_time_s", is: stall)
    }

    /// An answer takes 0.6 s, and the first segment 0.1 s more. With 2 s ahead one of 4 Mbit/s takes 0.6 + 8 ÷ 7 s, as
    /// 0.7 of 10 Mbit/s are reckoned with, and its playlist 0.604 s: too long. One of 1 Mbit/s takes 1.49 s with that,
    /// and comes after 1.404 s. Then 2.6 s are ahead.
    @Test("hls.js goes up to a level whose playlist comes in time as well")
    func playlistInTime() throws {
        let run = try ScenarioText(
            network: .fluid(10_000, #""delay_ms": 300"#),
            media: .hls(
                [500, 1000, 4000].map { #""bitrate_kbps": \#($0), "playlist_bytes": 5000"# }, duration_s: 60,
                segment_s: 2, #""multivariant_playlist_bytes": 1500"#),
            player: #""profile": "hls.js""#
        ).judgedRun()
        #expect(run["stall_count"] == 0)
        let wanted = run.player(0).playback.wantedVariants.map { $0.to }
        #expect(wanted.prefix(2) == [1, 2])
    }

    /// With two segments ahead an average counts: 1700 kbit/s, and 256 of the audio. Of 3.5 Mbit/s the video alone is
    /// measured at 2652 kbit/s, and 0.7 of that are 1856; of 3.7 Mbit/s they are 1962.
    @Test("hls.js reckons with the audio beside an average", arguments: [(3500, 0), (3700, 1)] as [(Int, Int64)])
    func averageBesideAudio(kbps: Int, switches: Int64) throws {
        let run = try ScenarioText(
            network: .fluid("\(kbps)", #""delay_ms": 20"#),
            media: .hls(
                [800, #""bitrate_kbps": 2400, "average_bitrate_kbps": 1700"#], duration_s: 120, segment_s: 4,
                #""audio": { "bitrate_kbps": 256 }"#),
            player: #""profile": "hls.js""#, until_s: 60
        ).judgedRun()
        #expect(run["variant_switch_count"] == switches)
    }

    /// 60 MB of 16 Mbit/s are 30 s. A segment takes 1.6 s, and playback starts with it. The twelfth is there at
    /// 19.2 s, with 30.4 s ahead, and from 19.6 s on one is asked for every 4 s. That of 55.6 s is the last before
    /// the outage, up to 88 s of media, which are played at 89.6 s; of the next, 0.4 s come before the outage, and
    /// 1.2 s behind it.
    @Test("hls.js's 60 MB are 30 s of 16 Mbit/s, and stall for 11.6 s there; of 10 Mbit/s they are 48 s")
    func hlsJS() throws {
        let run = try run(#""profile": "hls.js""#, [16_000], down: 40_000)
        expect(run, "startup_time_s", is: 1.6)
        #expect(run["stall_count"] == 1)
        expect(run, "stall_time_s", is: 11.6)
        #expect(try self.run(#""profile": "hls.js""#, [10_000], down: 40_000)["stall_count"] == 0)
    }

    /// Of 42 s that are loaded 24 s are ahead at 18 s, and a segment of 6 s more fits into 30 s. The last has 2 s.
    @Test("dash.js asks for the last segment as for any other, however short it is")
    func lastSegment() throws {
        let player = try run(#""profile": "dash.js""#, segment_s: 6, duration_s: 44, outages: "").player(0)
        let last = try #require(player.playback.exchanges.last { $0.kind == .video })
        #expect(last.chunks == 7..<8)
        let startup = try #require(player.startup)
        #expect(abs((last.at - .zero - startup - .seconds(18)).nanoseconds) <= 5)
    }

    /// The last segment of the highest variant comes at 33 s, at 800 kbit/s, with 20 s ahead. Of the lower one no more
    /// than 18 s are wanted, into which a segment of 4 s fits from 39 s on.
    private func turnsDown(_ variants: [JSONPart], _ script: [JSONPart] = []) throws -> [[Int64]] {
        let player = try ScenarioText(
            network: .fluid(8000, #""request_bytes": 0"#), media: .hls(variants, duration_s: 180, segment_s: 4),
            player: .members([
                #""keep_up": "first-chunk""#, #""first_variant": "highest""#, #""switching": "throughput""#,
                #""buffer_goal": "dash.js""#, #""drain_s": 0"#,
            ]),
            script: [.load(), .play(), .does(22, "change_network", #""down_kbps": 800"#)] + script, until_s: 60
        ).judgedRun().player(0)
        let asked = player.playback.exchanges.filter { $0.kind == .video && $0.at > .zero + .seconds(22) }
        return [player.playback.wantedVariants.map { $0.at }, asked.prefix(3).map { $0.at }]
            .map { $0.map { ($0.nanoseconds + 500_000) / 1_000_000_000 } }
    }

    @Test("dash.js asks once more whether enough is ahead when it has turned down, and its choice stands meanwhile")
    func asksAgain() throws { #expect(try turnsDown([2000, 500]) == [[33], [23, 39, 43]]) }

    @Test("what the app no longer permits meanwhile is not asked for")
    func choosesAnew() throws {
        let limit: JSONPart = .does(35, "set_preferred_peak_bit_rate", #""value_kbps": 300"#)
        #expect(try turnsDown([2000, 500, 250], [limit]) == [[33, 35], [23, 35, 36]])
    }

    /// A segment of a second takes 1.25 s. ExoPlayer starts with one, at 1.25 s, and plays it until 2.25 s. Then it
    /// wants two: at 3.75 s. These last until 5.75 s, and the fourth and last is there at 5 s.
    @Test("ExoPlayer waits for one second first, and for two after a stall")
    func exoPlayer() throws {
        let run = try run(#""profile": "exoplayer""#, down: 800, segment_s: 1, duration_s: 4, outages: "")
        expect(run, "startup_time_s", is: 1.25)
        #expect(run["stall_count"] == 1)
        expect(run, "stall_time_s", is: 1.5)
    }

    /// Segments of 12 and of 2 s in turn. The second is asked for with 12 s ahead, none of which count, and the third
    /// with nearly 14, of which 2 do not.
    @Test("ExoPlayer goes up with 10 s before the last segment, however long the next one is")
    func uneven() throws {
        let bitRates = [500, 6000]
        func media(_ kbps: Int) -> String {
            let segments = [12, 2, 12, 2].map { "#EXTINF:\($0),\n#EXT-X-BYTERANGE:\($0 * kbps * 125)@0\nx\n" }
            return "#EXTM3U\n#EXT-X-TARGETDURATION:12\n" + segments.joined() + "#EXT-X-ENDLIST\n"
        }
        let ladder = bitRates.map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0)000\n\($0).m3u8\n" }
        var scenario = PlaylistScenario(
            root: "#EXTM3U\n" + ladder.joined(), named: bitRates.map { ("\($0).m3u8", media($0)) })
        scenario.network = #""transport": "fluid", "down_kbps": 20000, "request_bytes": 0"#
        scenario.more = #", "player": "exoplayer""#
        let loads = try scenario.judgedRun().player(0).playback.loads.filter { $0.track == 0 }
        #expect(loads.prefix(3).map { $0.variant } == [0, 0, 1])
    }

    /// A segment takes 0.4 s, and playback starts with it. The tenth is there at 4 s, at 3.6 s of media, where 33.6
    /// s are wanted and 36.4 s are ahead. As a second played is one more wanted, one is asked for every 2 s, from
    /// 5.4 s on. That of 9.4 s is there at 9.8 s, up to 52 s of media, which are played at 52.4 s; the next at 70.4
    /// s.
    @Test("video.js's buffer grows: it bridges 40 s in the second minute, and stalls for 18 s of 60 at the beginning")
    func vhs() throws {
        #expect(try run(#""profile": "vhs""#)["stall_count"] == 0)
        let early = try run(#""profile": "vhs""#, outages: #""outages": [{ "at_s": 10, "for_s": 60 }]"#)
        #expect(early["stall_count"] == 1)
        expect(early, "stall_time_s", is: 18)
    }

    @Test("GStreamer waits for 3 s, mpv and VLC for one and for 6 s, Chromium for 0.2 s and Firefox for 1 s")
    func starts() throws {
        let waits: [(String, Double)] = [
            ("gstreamer", 3), ("mpv", 0.1), ("vlc", 6), ("chromium", 0.2), ("firefox", 1), ("hls.js", 0.1),
        ]
        for (name, media) in waits {
            let run = try ScenarioText(
                network: .fluid(2000, "\"request_bytes\": 0"),
                media: .progressive(1000, duration_s: 20, chunk_s: 0.1), player: "\"profile\": \"\(name)\""
            ).judgedRun()
            expect(run, "startup_time_s", is: media / 2)
        }
    }

    /// A profile that only names rules which a scenario could have said costs what these cost: it is the same run.
    @Test("come to the same as their rules written out", arguments: PlayerProfile.all)
    func writtenOut(profile: PlayerProfile) throws {
        func rule(_ key: String, _ name: String, _ parameters: [Parameter]) -> String {
            let values = parameters.map {
                "\"\($0.name)\": \(NumberText.exact($0.value, places: $0.unit.decimalPlaces))"
            }
            return "\"\(key)\": { \((["\"rule\": \"\(name)\""] + values).joined(separator: ", ")) }"
        }
        let rules = profile.rules.map { rule($0.key, $0.name, $0.parameters) }
        let times = profile.times.map { time in
            "\"\(time.key)\": \(time.value.map { NumberText.exact($0, places: 9) } ?? "\"unlimited\"")"
        }
        let written: JSONPart = "\((rules + times).joined(separator: ", "))"
        let variants: [JSONPart] = [1800, 600, 4500, 110]
        let (one, other) = (try run("\"profile\": \"\(profile.name)\"", variants), try run(written, variants))
        #expect(one.players[0].playback.loads.map(\.at) == other.players[0].playback.loads.map(\.at))
        for metric in ["startup_time_s", "stall_time_s", "down_bytes", "variant_switch_count"] {
            #expect(one[metric] == other[metric])
        }
    }
}

@Suite("Whole players, whatever happens")
struct PlayerProfileLawTests {
    @Test("keep all laws", arguments: PlayerProfile.all)
    func laws(profile: PlayerProfile) throws {
        for seed in Thoroughness.draws(3, of: 60) {
            let seed = 700 + seed
            // What else it says of its player stands before the profile's own.
            let source = SourceText(file: "test.json", bytes: Array(RandomScenario(seed: seed).text.utf8))
            let reading = ScenarioReader.read(source, settings: [.init(path: "player.profile", value: profile.name)])
            let scenario = try #require(reading.scenario, "seed \(seed)")
            if let objection = Judgement.of(scenario) { Issue.record("seed \(seed): \(objection)") }
        }
    }

    /// Media of which everything is fetched, over and over, by rules of the buffer that change all the time.
    @Test("fetch all of a long stream, and never more than they want", arguments: BufferGoal.all)
    func goals(goal: BufferGoal) throws {
        let values = goal.parameters.map {
            "\"\($0.name)\": \(NumberText.exact($0.value, places: $0.unit.decimalPlaces))"
        }
        let rule = (["\"rule\": \"\(goal.name)\""] + values).joined(separator: ", ")
        for drain in [0, 3] {
            let run = try ScenarioText(
                network: .fluid(9000), media: .hls([400, 800, 1600], duration_s: 400, segment_s: 3),
                player: "\"buffer_goal\": { \(rule) }, \"drain_s\": \(drain), \"switching\": \"hls.js\""
            ).judgedRun()
            #expect(run["stall_count"] == 0)
            #expect(run["end_reached"] == 1)
            #expect(run["played_time_s"] == 400 * second)
        }
    }
}

@Suite("A whole player in a scenario")
struct PlayerProfileFormatTests {
    private static let media = #""media": { "kind": "hls", "duration_s": 20, "variants": [{ "bitrate_kbps": 400 }] }"#

    private func reading(_ player: String) -> ScenarioReader.Reading {
        ScenarioReader.read("{ \(Self.media),\n\"player\": \(player) }")
    }

    private func errors(_ player: String) -> [String] {
        let reading = reading(player)
        return reading.diagnostics.map { String($0.text(sources: reading.sources).dropFirst("test.json:".count)) }
    }

    private func warnings(_ player: String) throws -> [String] {
        let reading = reading(player)
        return try #require(reading.scenario, "\(errors(player))").warnings.map {
            String($0.text(sources: reading.sources, as: .warning).dropFirst("test.json:".count))
        }
    }

    @Test("is a name, or has one beside other keys", arguments: PlayerProfile.all)
    func names(profile: PlayerProfile) throws {
        for player in ["\"\(profile.name)\"", "{ \"profile\": \"\(profile.name)\" }"] {
            let own = try #require(reading(player).scenario).players[0]
            #expect(own.profile == ScenarioPlayer.Profile(name: profile.name, overridden: []))
            #expect(own.player.keepUp == profile.keepUp)
            #expect(own.estimator == profile.estimator)
            #expect(own.variantChoice == profile.firstVariant)
            #expect(own.variantSwitch == profile.switching)
            #expect(own.abandonment == profile.abandonment)
            #expect(own.loader.goal == profile.goal)
            #expect(own.loader.drain == profile.drain)
            #expect(try warnings(player).isEmpty != profile.isFittedToLive)
        }
    }

    @Test("warns where it was fitted to live streams, and nothing is live")
    func fittedToLive() throws {
        let words = #"warning: "avplayer-ios" was fitted to live streams; of what has an end nothing was measured"#
        #expect(try warnings(#""avplayer-ios""#) == ["2:11: \(words)"])
        #expect(try warnings(#"{ "profile": "avplayer-ios" }"#) == ["2:24: \(words)"])
    }

    @Test("gives way to what is said beside it, part by part")
    func overrides() throws {
        let player = #"{ "profile": "shaka", "keep_up": "vlc", "drain_s": 2, "default_forward_buffer_s": 20 }"#
        let own = try #require(reading(player).scenario).players[0]
        #expect(own.profile?.overridden == ["keep_up", "default_forward_buffer_s", "drain_s"])
        #expect(own.player.keepUp.name == "vlc")
        #expect(own.loader.goal == .fixed(.seconds(20)))
        #expect(own.loader.drain == .seconds(2))
        #expect(own.estimator.name == "shaka")
        #expect(try warnings(player) == [])
        let plain = try #require(reading(#"{ "buffer_goal": "vhs" }"#).scenario).players[0]
        #expect(plain.profile == nil)
        #expect(plain.loader.goal.name == "vhs")
    }

    @Test("is as it is where the same is said beside it")
    func sameBesideIt() throws {
        let reading = reading(#"{ "profile": "shaka", "drain_s": 0, "keep_up": "vlc" }"#)
        let own = try #require(reading.scenario).players[0]
        #expect(own.profile?.overridden == ["keep_up"])
    }

    @Test(
        "is found where it is misspelt, and where something is said twice",
        arguments: [
            (#""hlsjs""#, "2:11: error: 'player' cannot be 'hlsjs'; did you mean 'hls.js'?"),
            (#""video.js""#, "2:11: error: 'player' cannot be 'video.js'; did you mean 'vhs'?"),
            (#"{ "profile": "shacka" }"#, "2:24: error: 'profile' cannot be 'shacka'; did you mean 'shaka'?"),
            (#"{ "profil": "shaka" }"#, "2:13: error: unknown key 'profil' in player; did you mean 'profile'?"),
            (
                #"{ "buffer_goal": "vhs", "default_forward_buffer_s": 9 }"#,
                "2:63: error: 'buffer_goal' and 'default_forward_buffer_s' say the same in two ways; remove one"
            ),
            (#"5"#, "2:11: error: 'player' must be a word in double quotes or an object, not a number"),
        ])
    func mistakes(player: String, error: String) {
        #expect(errors(player) == [error])
    }

    @Test(
        "makes keys needless, which is said",
        arguments: [
            (
                #"{ "profile": "shaka", "drain_s": 0 }"#,
                "2:44: warning: 'drain_s' is what shaka has without it; remove it"
            ),
            (
                #"{ "profile": "shaka", "keep_up": { "rule": "shaka", "goal_s": 0 } }"#,
                "2:44: warning: 'keep_up' is what shaka has without it; remove it"
            ),
            (
                #"{ "keep_up": { "rule": "shaka", "starving_s": 3 } }"#,
                "2:57: warning: 'starving_s' does nothing here: 'goal_s' is 0, and no more than half of it counts"
            ),
            (
                #"{ "profile": "vhs", "buffer_goal": "dash.js", "preferred_forward_buffer_duration_s": 9 }"#,
                "2:46: warning: 'buffer_goal' does nothing here: 'preferred_forward_buffer_duration_s' stands before it"
            ),
            (
                #"{ "profile": "shaka", "abandon_segment": { "rule": "shaka", "sample_bytes": 8000 } }"#,
                "2:52: warning: with 'sample_bytes' of 8000, samples are too small for \"throughput\": \"shaka\", "
                    + "which counts none below 16000; write 16000 or more"
            ),
            (
                #"{ "profile": "mpv", "abandon_segment": "hls.js" }"#,
                "2:50: warning: 'abandon_segment' does nothing here: without 'switching' there is no lower variant"
            ),
        ])
    func needless(player: String, warning: String) throws {
        #expect(try warnings(player) == [warning])
    }

    @Test("stands in the settings of a report, and so does what is not its own")
    func settings() throws {
        func lines(_ player: String) throws -> [String] {
            let scenario = try #require(reading(player).scenario)
            return Settings.ofPlayer(scenario.players[0]).filter { ["profile", "buffer"].contains($0.name) }.map {
                "\($0.name) \($0.value)"
            }
        }
        #expect(
            try lines("\"shaka\"") == [
                "profile shaka, with nothing changed", "buffer 10 s ahead (profile), filled again at once (drain_s)",
            ])
        #expect(
            try lines(#"{ "profile": "vhs", "keep_up": "vlc" }"#) == [
                "profile vhs, but for keep_up",
                "buffer vhs (start_s 30 s, most_s 60 s) ahead (profile), filled again at once (drain_s)",
            ])
        #expect(
            try lines(#"{ "buffer_goal": "dash.js" }"#) == [
                "buffer dash.js (usual_s 18 s, top_s 30 s, long_s 60 s, long_from_s 600 s) ahead (buffer_goal), "
                    + "filled again below 10 s less (drain_s)"
            ])
    }
}

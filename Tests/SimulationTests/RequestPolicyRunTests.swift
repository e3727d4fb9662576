import PlayerModel
import Testing

@testable import Simulation

@Suite("Policies for requests, as they run")
struct RequestPolicyRunTests {
    /// Milliseconds from the first failure to each, and whether it was the last word. Over a network that takes no time
    /// these are the pauses, and the limits that are reached.
    private func failures(
        _ player: JSONPart, _ fault: JSONPart, times: Int = 99, of resource: String = "video",
        network: JSONPart = #""delay_ms": 0"#,
        variants: [JSONPart] = [#""bitrate_kbps": 1000, "playlist_bytes": 900"#]
    ) throws -> (at: [Int64], givesUp: Bool, run: Run) {
        let files: JSONPart = #""multivariant_playlist_bytes": 900"#
        let faults: JSONPart =
            fault.text.isEmpty
            ? "" : "\"faults\": [{ \(fault), \"of\": \"\(resource)\", \"times\": \(times) }]"
        let isFile = resource == "file"
        let media: JSONPart =
            isFile
            ? .progressive(1000, duration_s: 4) : .hls(variants, duration_s: 4, segment_s: 4, files)
        let run = try ScenarioText(
            network: network.and(faults), media: media, player: player, until_s: 1000
        ).judgedRun()
        let entries = ErrorLog(run.player(0)).entries
        let first = try #require(entries.first).at
        return (
            entries.map { ($0.at - first).nanoseconds / 1_000_000 }, entries.last.map { !$0.isRetried } ?? false, run
        )
    }

    private func expect(
        _ player: String, _ fault: JSONPart, _ seconds: [Double], givesUp: Bool = true, times: Int = 99,
        of resource: String = "video", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try failures("\"profile\": \"\(player)\"", fault, times: times, of: resource)
        #expect(found.at == seconds.map { Int64(($0 * 1000).rounded()) }, sourceLocation: sourceLocation)
        #expect(found.givesUp == givesUp, sourceLocation: sourceLocation)
        #expect(found.run["end_reached"] == (givesUp ? 0 : 1), sourceLocation: sourceLocation)
    }

    /// Six times after 1, 2, 4, 8, 8 and 8 s. After 10 s without a byte, and after 120 s in all, four times at once.
    @Test("hls.js asks for a segment six times more after an error, and four times after a timeout")
    func hlsJS() throws {
        try expect("hls.js", #""status": 404"#, [0, 1, 3, 7, 15, 23, 31])
        try expect("hls.js", #""status": 503"#, [0, 1, 3, 7, 15, 23, 31])
        try expect("hls.js", #""silent_after_bytes": 0"#, [0, 10, 20, 30, 40])
        try expect("hls.js", #""silent_after_bytes": 1000"#, [0, 120, 240, 360, 480])
        try expect("hls.js", #""status": 503"#, [0, 1, 3], givesUp: false, times: 3)
        try expect("hls.js", #""status": 404"#, [0, 1, 3], of: "video playlist")
        try expect("hls.js", #""status": 503"#, [0, 1], of: "multivariant playlist")
        try expect("hls.js", #""status": 404"#, [0], of: "multivariant playlist")
        try expect("hls.js", #""reset_after_bytes": 0"#, [0], of: "multivariant playlist")
        try expect("hls.js", #""silent_after_bytes": 0"#, [0, 20, 40], of: "multivariant playlist")
    }

    /// A fluid network that takes no time that counts in milliseconds.
    private static let fluid: JSONPart = .fluid(100_000_000, #""delay_ms": 0, "request_bytes": 0"#)

    /// The first of three uses the count up; each of the others is asked for once. A key has a count of its own.
    @Test(
        "hls.js has one count for the segments of all levels, over both transports",
        arguments: [
            (#""status": 503"#, [0, 1, 3, 7, 15, 23, 31, 31, 31]),
            (#""silent_after_bytes": 0"#, [0, 10, 20, 30, 40, 50, 60]),
        ] as [(JSONPart, [Int64])], [#""delay_ms": 0"#, fluid])
    func hlsJSLevels(_ fault: (JSONPart, [Int64]), network: JSONPart) throws {
        let (fault, seconds) = fault
        let ladder = [600, 1000, 1500].map { #""bitrate_kbps": \#($0), "playlist_bytes": 900"# as JSONPart }
        let found = try failures(#""profile": "hls.js""#, fault, network: network, variants: ladder)
        #expect(found.at == seconds.map { $0 * 1000 })
        #expect(found.givesUp && found.run["end_reached"] == 0)
    }

    /// The first segment fails so often, and the second always. Once three failures are over, one level's own segment
    /// comes: it has all its requests for the second. After seven, another level's does: then one failure is the last.
    @Test(
        "hls.js forgets the failures of a level with the next segment of it, and of no other",
        arguments: [
            (3, [0, 1, 3, 7, 8, 10, 14, 22, 30, 38, 38]), (7, [0, 1, 3, 7, 15, 23, 31, 31]),
        ] as [(Int, [Int64])])
    func hlsJSForgets(times: Int, seconds: [Int64]) throws {
        let faults: JSONPart = """
            "faults": [{ "status": 503, "of": "video", "to_chunk": 0, "times": \(times) },
                       { "status": 503, "of": "video", "from_chunk": 1, "times": 99 }]
            """
        let ladder = [600, 1000].map { #""bitrate_kbps": \#($0), "playlist_bytes": 900"# as JSONPart }
        let run = try ScenarioText(
            network: Self.fluid.and(faults),
            media: .hls(ladder, duration_s: 12, segment_s: 4, #""multivariant_playlist_bytes": 900"#),
            player: #""profile": "hls.js""#, until_s: 1000
        ).judgedRun()
        let entries = ErrorLog(run.player(0)).entries
        let first = try #require(entries.first).at
        #expect(entries.map { ($0.at - first).nanoseconds / 1_000_000 } == seconds.map { $0 * 1000 })
        #expect(entries.last?.isRetried == false && run["end_reached"] == 0)
    }

    /// Without a byte: 10 s, a pause of 1 s, 10 s. With some: 5 s of silence, 1 s, 5 s.
    @Test("Shaka asks twice, a second apart, whatever failed")
    func shaka() throws {
        try expect("shaka", #""status": 404"#, [0, 1])
        try expect("shaka", #""silent_after_bytes": 0"#, [0, 11])
        try expect("shaka", #""silent_after_bytes": 1000"#, [0, 6])
        try expect("shaka", #""status": 503"#, [0, 1], of: "multivariant playlist")
    }

    /// 4 Mbit at 100 kbit/s take 40 s: after 30 s, a pause of 1 s, and 30 s more it is over. A small window keeps the
    /// queue short, so that there is no loss, nor the silence of one.
    @Test("Shaka waits for no more than 30 s for a whole segment")
    func whole() throws {
        let found = try failures(
            "\"profile\": \"shaka\"", "", network: #""down_kbps": 100, "receive_window_bytes": 14600"#)
        #expect(found.at == [0, 31_000])
        #expect(found.givesUp)
    }

    /// The nth failure is followed by n − 1 s; each timeout takes 8 s. After a 416 it does not ask again.
    @Test("ExoPlayer asks four times, at once and then later and later")
    func exoPlayer() throws {
        try expect("exoplayer", #""status": 416"#, [0], times: 1)
        try expect("exoplayer", #""status": 416"#, [0], of: "video playlist")
        try expect("exoplayer", #""status": 404"#, [0, 0, 1, 3])
        try expect("exoplayer", #""status": 503"#, [0, 0, 1], givesUp: false, times: 3)
        try expect("exoplayer", #""silent_after_bytes": 0"#, [0, 8, 17, 27])
    }

    /// Segments of 4 s beside audio in segments of 12.
    @Test("video.js waits for half a target duration of what has failed")
    func ofTrack() throws {
        let run = try ScenarioText(
            network: Self.fluid.and(#""faults": [{ "status": 404, "of": "video", "times": 3 }]"#),
            media: .hls([400], duration_s: 24, segment_s: 4, #""audio": { "bitrate_kbps": 64, "segment_s": 12 }"#),
            player: #""profile": "vhs""#, until_s: 100
        ).judgedRun()
        let entries = ErrorLog(run.player(0)).entries
        let first = try #require(entries.first).at
        #expect(entries.map { ($0.at - first).nanoseconds / 1_000_000 } == [0, 2000, 4000])
    }

    /// Segments of 4 s, of which a playlist says that none is longer than 10. Of two renditions it turns to the other
    /// at once, and only then waits.
    @Test("the target duration is what a playlist states", arguments: [([5, 5], false), ([0, 5], true)])
    func stated(_ seconds: [Int64], ofTwo: Bool) throws {
        var listed = ListedPlaylist(segments: [(4000, 200_000), (4000, 200_000)], tail: "#EXT-X-ENDLIST\n")
        listed.head = "#EXT-X-TARGETDURATION:10\n"
        var scenario =
            ofTwo ? PlaylistScenario.ladder(listed, listed) : PlaylistScenario(root: listed.text)
        scenario.network += #", "faults": [{ "status": 404, "of": "video", "times": 3 }]"#
        scenario.more = #", "player": "vhs""#
        let at = try ErrorLog(scenario.judgedRun().player(0)).entries.map { $0.at }
        try #require(at.count == 3)
        #expect([at[1] - at[0], at[2] - at[1]].map { $0.nanoseconds / 1_000_000_000 } == seconds)
    }

    @Test("others ask at their own times, or not again")
    func others() throws {
        try expect("dash.js", #""status": 404"#, [0, 1, 2, 3])
        try expect("dash.js", #""silent_after_bytes": 1000"#, [0, 21, 42, 63])
        try expect("dash.js", #""status": 404"#, [0, 0.5, 1, 1.5], of: "multivariant playlist")
        try expect("vhs", #""status": 404"#, [0, 2, 4, 6], givesUp: false, times: 4)
        try expect("vhs", #""status": 404"#, [0, 5, 10, 15], givesUp: false, times: 4, of: "video playlist")
        try expect("vhs", #""silent_after_bytes": 0"#, [0, 50, 100], givesUp: false, times: 3, of: "video playlist")
        try expect("vhs", #""status": 404"#, [0], of: "multivariant playlist")
        try expect("vhs", #""silent_after_bytes": 0"#, [0], of: "multivariant playlist")
        try expect("mpv", #""status": 503"#, [0])
        try expect("gstreamer", #""status": 404"#, [0, 0.01, 0.02, 0.03])
        try expect("gstreamer", #""status": 503"#, (0..<20).map { Double($0) / 100 }, givesUp: false, times: 20)
        try expect("gstreamer", #""status": 503"#, [0, 0.1, 0.2, 0.3], of: "video playlist")
        try expect("chromium", #""reset_after_bytes": 1000"#, [0, 0.3, 0.65], givesUp: false, times: 3, of: "file")
        try expect("chromium", #""status": 503"#, [0], of: "file")
        try expect("firefox", #""status": 503"#, [0], of: "file")
        try expect("avplayer", #""status": 503"#, [0, 1, 3])
        try expect("avplayer", #""status": 404"#, [0])
    }

    @Test("give way to what is said beside the profile, and to what the network says of everybody")
    func overrides() throws {
        let fault: JSONPart = #""status": 404"#
        let one: JSONPart = #""segment_requests": { "rule": "hls.js", "retry_count": 1 }"#
        #expect(try failures(one.and(#""profile": "hls.js""#), fault).at == [0, 1000])
        #expect(try failures(one, fault).at == [0, 1000])
        let network: JSONPart = #""retry_count": 2, "back_off_s": 3"#
        #expect(try failures(#""profile": "hls.js""#, fault, network: network).at == [0, 3000, 9000])
        #expect(try failures(one, fault, network: network).at == [0, 1000])
        #expect(try failures(#""profile": "avplayer""#, #""status": 503"#, network: network).at == [0, 3000, 9000])
    }

    /// hls.js waits for a first byte for 10 s, and then asks at once.
    @Test("a request that brings nothing for so long has failed, before its first byte as well as later")
    func timeouts() throws {
        let fault: JSONPart = #""silent_after_bytes": 0"#
        for (said, pause) in [(3, 3000), (30, 10_000)] {
            let found = try failures(#""profile": "hls.js""#, fault, times: 2, network: "\"timeout_s\": \(said)").at
            #expect(found == [0, Int64(pause)])
        }
    }
}

@Suite("Policies for requests in a scenario")
struct RequestPolicyFormatTests {
    private func reading(_ player: String, _ network: String = "") -> ScenarioReader.Reading {
        let media = #""media": { "kind": "hls", "duration_s": 20, "variants": [{ "bitrate_kbps": 400 }] }"#
        return ScenarioReader.read("{ \(media),\n\"player\": \(player),\n\"network\": { \(network) } }")
    }

    private func warnings(_ player: String, _ network: String = "") throws -> [String] {
        let reading = reading(player, network)
        return try #require(reading.scenario).warnings.map {
            String($0.text(sources: reading.sources, as: .warning).dropFirst("test.json:".count))
        }
    }

    @Test(
        "are warned of where a fault has them ask again without end",
        arguments: [
            ("gstreamer", "", true), ("gstreamer", #", "to_s": 50"#, false), ("gstreamer", #", "times": 9"#, false),
            ("hls.js", "", false),
        ])
    func endless(player: String, more: String, isWarned: Bool) throws {
        let fault = "{ \"of\": \"video\", \"status\": 503, \"from_s\": 3\(more) }"
        let warnings = try warnings("\"\(player)\"", "\"faults\": [\(fault)]")
        let words = "gstreamer asks again every 0.01 s, without end, up to 86400 s; end it sooner by "
        #expect(warnings.contains { $0.contains(words) } == isWarned, "\(warnings)")
    }

    @Test("are the profile's over tcp, where they differ from the network's", arguments: PlayerProfile.all)
    func profiles(profile: PlayerProfile) throws {
        let own = try #require(reading("\"\(profile.name)\"").scenario).players[0]
        #expect(own.requests == (profile.requests == .standIn ? nil : profile.requests))
        let fluid = try #require(reading("\"\(profile.name)\"", #""transport": "fluid""#).scenario).players[0]
        #expect(fluid.requests == nil)
    }

    @Test(
        "are warned of where they do nothing, and where they say what is so anyway",
        arguments: [
            (
                #"{ "profile": "shaka", "segment_requests": "shaka" }"#, "",
                "2:53: warning: 'segment_requests' is what shaka has without it; remove it"
            ),
            (
                #"{ "segment_requests": "shaka" }"#, #""transport": "fluid""#,
                "2:33: warning: 'segment_requests' does nothing here: no request fails over the transport 'fluid' "
                    + "without 'faults'"
            ),
            (
                #"{ "segment_requests": "shaka", "playlist_requests": "vhs", "multivariant_requests": "mpv" }"#,
                #""retry_count": 3"#,
                "3:29: warning: 'retry_count' does nothing here: the player says how each of its requests goes"
            ),
            (
                #"{ "profile": "mpv" }"#, #""retry_count": 5"#,
                "3:29: warning: 'retry_count' does nothing here: no request that it is for is made again"
            ),
            (
                #"{ "segment_requests": { "rule": "shaka", "back_off_ratio": 7 } }"#, "",
                "2:70: warning: 'back_off_ratio' does nothing here: 'retry_count' permits no second pause"
            ),
            (
                #"{ "segment_requests": { "rule": "doubling", "retry_count": 0, "back_off_s": 7 } }"#, "",
                "2:87: warning: 'back_off_s' does nothing here: 'retry_count' is 0"
            ),
        ])
    func needless(player: String, network: String, warning: String) throws {
        #expect(try warnings(player, network) == [warning])
    }

    @Test("have a pause before all variants are taken back, whether or not they ask again", arguments: [1, 2])
    func pauseBeforeAll(count: Int) throws {
        let policy = #""segment_requests": { "rule": "doubling", "retry_count": 0, "back_off_s": 7 }"#
        let media = JSONPart.hls(Array([400, 800].prefix(count)), duration_s: 20)
        let scenario = try readScenario(
            #"{ "media": \#(media), "player": { "profile": "vhs", \#(policy) } }"#)
        #expect(scenario.warnings.contains { $0.message.hasPrefix("'back_off_s' does nothing") } == (count == 1))
    }

    @Test(
        "are warned of as what is so anyway, but not among values that are compared",
        arguments: [
            (ScenarioReader.Setting.Option.set, String?.none, true), (.vary, nil, false), (.over, nil, false),
            (.fit, nil, false), (.set, "--p.json, a", true),
        ])
    func compared(option: ScenarioReader.Setting.Option, origin: String?, isWarned: Bool) throws {
        let media = #""media": { "kind": "hls", "duration_s": 20, "variants": [{ "bitrate_kbps": 400 }] }"#
        let source = SourceText(file: "test.json", bytes: Array("{ \(media), \"player\": \"shaka\" }".utf8))
        let setting = ScenarioReader.Setting(
            path: "player.segment_requests", value: "shaka", option: option, origin: origin)
        let scenario = try #require(ScenarioReader.read(source, settings: [setting]).scenario)
        #expect(scenario.warnings.contains { $0.message.contains("is what shaka has without it") } == isWarned)
    }

    @Test("are found where they are misspelt")
    func mistakes() {
        let mistakes = [
            (#"{ "segment_request": "shaka" }"#, "unknown key 'segment_request'"),
            (#"{ "segment_requests": "shakka" }"#, "'segment_requests' cannot be 'shakka'; did you mean 'shaka'?"),
            (#"{ "segment_requests": { "rule": "shaka", "step_s": 1 } }"#, "unknown key 'step_s'"),
        ]
        for (player, words) in mistakes {
            let reading = reading(player)
            let texts = reading.diagnostics.map { $0.text(sources: reading.sources) }
            #expect(texts.count == 1 && texts[0].contains(words), "\(texts)")
        }
    }

    @Test("stand in the settings of a report")
    func settings() throws {
        func lines(_ player: String, _ network: String = "") throws -> [String] {
            let scenario = try #require(reading(player, network).scenario)
            return Settings.all(scenario, scenario.players[0])
                .filter { ["profile", "patience", "requests"].contains($0.name) }.map { "\($0.name) \($0.value)" }
        }
        #expect(
            try lines("\"avplayer\"") == [
                "patience of requests: timeout_s 60 s, retry_count 2, back_off_s 1 s",
                "profile avplayer, with nothing changed",
            ])
        #expect(
            try lines("\"shaka\"", #""timeout_s": 4"#) == [
                "patience of requests: as each player has it", "profile shaka, but for timeout_s",
                "requests shaka (timeout_s 4 s, first_byte_s 4 s, whole_s 30 s, retry_count 1, back_off_s 1 s, "
                    + "back_off_ratio 2), again after any failure but answers that cannot be read",
            ])
        #expect(
            try lines("\"vhs\"").last
                == "requests vhs (back_off_target_ratio 0.5), again after any failure but answers that cannot be read; "
                + "media playlists: vhs-playlist (whole_s 45 s, back_off_s 5 s), again after any failure but answers "
                + "that cannot be read; multivariant playlist: vhs-multivariant (whole_s 45 s), never again")
    }
}

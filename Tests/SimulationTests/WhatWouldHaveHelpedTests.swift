import PlayerModel
import Testing

@testable import Simulation

/// What `why` says of remedies and lengths where the script has a say in them.
@Suite("What would have helped, and for how long")
struct WhatWouldHaveHelpedTests {
    private static func why(_ text: String) throws -> String {
        try WhyText.text(Run(readScenario(text))).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }

    /// A link of five times the bit rate, an outage of 12 s, and an app that wants so much ahead on its way.
    private static func outage(_ script: String) -> String {
        """
        {"network": {"transport": "fluid", "delay_ms": 20,
           "phases": [{"for_s": 20, "down_kbps": 4000}, {"for_s": 12, "down_kbps": 0}, {"down_kbps": 4000}]},
         "media": {"kind": "hls", "duration_s": 60, "segment_s": 2, "variants": [{"bitrate_kbps": 800}]},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}\(script)]}
        """
    }

    @Test("more ahead is tried all the while, whatever the app sets on its way")
    func ahead() throws {
        func set(_ seconds: Int) -> String {
            #", {"at_s": 1, "do": "set_preferred_forward_buffer_duration", "value_s": \#(seconds)}"#
        }
        let story = try Self.why(Self.outage(set(4)))
        let words = " s ahead all the while (preferredForwardBufferDuration): no stall, starts after "
        let end = try #require(story.range(of: words)?.lowerBound, "\(story)")
        let least = try #require(story[..<end].split(separator: " ").last.flatMap { Int($0) })
        func stalls(_ ahead: Int) throws -> Int64? { try Run(readScenario(Self.outage(set(ahead))))["stall_count"] }
        #expect(try stalls(4) == 1)
        #expect(try stalls(least) == 0)
        #expect(try stalls(least - 2) ?? 0 > 0)
    }

    /// At three quarters of the bit rate, with a pause from 8 to 9 s.
    private static func slow(_ player: String, _ script: String) -> String {
        """
        {"network": {"transport": "fluid", "delay_ms": 20, "down_kbps": 600},
         "media": {"kind": "hls", "duration_s": 36, "segment_s": 4, "variants": [{"bitrate_kbps": 800}]},
         "player": {\(player)}, "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}\(script)]}
        """
    }

    @Test(
        "of a start that is right where a later wait lasts, that is said, whatever kind of wait it is",
        arguments: [
            #", {"at_s": 8, "do": "pause"}, {"at_s": 9, "do": "play"}"#, #", {"at_s": 8, "do": "seek", "to_s": 20}"#,
        ])
    func laterWaits(script: String) throws {
        let story = try Self.why(Self.slow(#""keep_up": "first-chunk""#, script))
        #expect(story.contains("where later waits last as long as need be: no stall ("), "\(story)")
        #expect(story.contains("; waits after jumps, pauses and items may be longer there"), "\(story)")
        #expect(!story.contains("never insists"), "\(story)")
    }

    /// Started at 4 s by an app that insists on it, and sought as before, it stalls.
    @Test("nor is a later start promised alone, behind which other waits were longer", arguments: [0, 10])
    func laterStart(seek_s: Int) throws {
        func text(start_s: Int?) -> String {
            let play = start_s.map { #"{"at_s": \#($0), "do": "play_immediately"}"# } ?? #"{"at_s": 0, "do": "play"}"#
            let seek = seek_s == 0 ? "" : #", {"at_s": \#(seek_s), "do": "seek", "to_s": 40}"#
            return """
                {"network": {"transport": "fluid", "down_kbps": 2000},
                 "media": {"kind": "hls", "duration_s": 60, "segment_s": 2, "variants": [{"bitrate_kbps": 2500}]},
                 "player": {"keep_up": "first-chunk"},
                 "script": [{"at_s": 0, "do": "load"}, \(play)\(seek)]}
                """
        }
        let story = try Self.why(text(start_s: nil))
        let words = " s later, where later waits last as long as need be: no stall (exact"
        #expect(story.contains(words) == (seek_s > 0), "\(story)")
        #expect(story.contains("with that change alone (") == (seek_s == 0), "\(story)")
        if seek_s > 0 { #expect(try Run(readScenario(text(start_s: 4)))["stall_count"] ?? 0 > 0) }
    }

    /// Segments of 2 s at twice the bit rate: the first is there after 1 s.
    @Test(
        "a start that the rule puts off though there is media says so, since when and for how long",
        arguments: [
            (#"fixed-seconds", "start_s": 6"#, 0, "From 1.000 s on", "another 2.000 s"),
            (#"fixed-wait", "wait_s": 3"#, 0, "From 1.000 s on", "another 2.000 s"),
            (#"fixed-wait", "wait_s": 3"#, 2, "All the while", "3.000 s"), (#"first-chunk""#, 0, nil, ""),
            (#"fixed-seconds", "start_s": 6"#, 4, nil, ""),
        ] as [(String, Int, String?, String)])
    func heldBack(rule: String, play_s: Int, since: String?, length: String) throws {
        let story = try Self.why(
            """
            {"network": {"transport": "fluid", "down_kbps": 2000},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 2, "variants": [{"bitrate_kbps": 1000}]},
             "player": {"keep_up": {"rule": "\(rule)}},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": \(play_s), "do": "play"}]}
            """)
        let name = rule.prefix { $0 != "\"" }
        let words = " there was media to play, and the rule (\(name)) let it wait for \(length)."
        #expect(story.contains(" let it wait for ") == (since != nil), "\(story)")
        if let since { #expect(story.contains(since + words), "\(story)") }
    }

    /// The queue of the link overflows: nothing comes for a while, and as long a pause might come again.
    @Test("and how much play-through wants to have to spare, where that is why")
    func toSpare() throws {
        let story = try Self.why(
            """
            {"network": {"down_kbps": 1250, "delay_ms": 40},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [{"bitrate_kbps": 1200}]}}
            """)
        func seconds(behind words: String) throws -> Double {
            let end = try #require(story.range(of: words)?.upperBound, "\(story)")
            return try #require(Double(story[end...].prefix { $0 != " " }))
        }
        #expect(try seconds(behind: "and the rule (play-through) let it wait for another ") > 1)
        let wanted = try seconds(behind: " s: it wanted ")
        #expect(try 0.1...seconds(behind: "it plays: what remains arrives ") ~= wanted, "\(story)")
        #expect(story.contains(" s to spare (the longest pause of late, "), "\(story)")
    }

    @Test(
        "a stall that nobody ends has no length, however long the run goes on",
        arguments: ["", #", {"at_s": 1000, "do": "set_default_rate", "rate": 1}"#])
    func open(script: String) throws {
        let own = #", {"at_s": 0, "do": "play_immediately"}, {"at_s": 6, "do": "play"}"#
        let text = Self.slow(#""automatically_waits_to_minimize_stalling": false"#, own + script)
        let run = try Run(readScenario(text))
        #expect(run["stall_time_s"] == nil && run["stall_count"] == 1)
        let story = try Self.why(text)
        #expect(story.contains("1 stall, the last of which nobody ends."), "\(story)")
        #expect(story.contains("on, and nobody ends it The network"), "\(story)")
        let summary = MetricEvents(run.player(0)).events.compactMap { event -> MetricEvents.Summary? in
            if case .playbackSummary(let summary) = event.kind { summary } else { nil }
        }.last
        #expect(summary?.stallCount == 1 && summary?.timeSpentRecoveringFromStall == nil)
    }

    @Test("a stall that lasts until the pipelines are full is as long as stall_time_s says, and that is said")
    func preroll() throws {
        let text = Self.slow(#""keep_up": "first-chunk", "preroll_s": 0.5"#, "")
        let stalled = try #require(try Run(readScenario(text))["stall_time_s"])
        let words = NumberText.rounded(stalled, places: 9, decimals: 3)
        #expect(try Self.why(text).contains("in all (until the playhead moves \(words) s: that is stall_time_s)"))
    }

    @Test("a place of the media is no time of the run")
    func place() throws {
        let script =
            #", {"at_s": 6, "do": "pause"}, {"at_s": 6, "do": "seek", "to_s": 20}, {"at_s": 7, "do": "play"}"#
        let story = try Self.why(Self.slow(#""keep_up": "first-chunk""#, script))
        #expect(story.contains("Playback was asked for again, with the playhead at 20 s."), "\(story)")
    }

    /// The third segment, or all from the second request on, at 200 kbit/s over a link of 3000.
    @Test(
        "a server that is slow on purpose is named, where it is sure that it was",
        arguments: [
            (#""chunk": 2"#, true), (#""times": 1"#, false), (#""request": 9"#, false),
            (#""chunk": 2, "percent": 50"#, false),
        ])
    func slowServer(fault: String, isSaid: Bool) throws {
        let story = try Self.why(
            """
            {"network": {"transport": "fluid", "delay_ms": 50, "down_kbps": 3000,
               "faults": [{"of": "video", \(fault), "body_kbps": 200}]},
             "media": {"kind": "hls", "duration_s": 24, "segment_s": 4, "variants": [{"bitrate_kbps": 800}]}}
            """)
        #expect(story.contains("of a server that sends 200 kbit/s at most") == isSaid, "\(story)")
    }

    @Test("and where other players have a share of its times, if some are left at the end", arguments: [99, 2])
    func sharedSlowServer(times: Int) throws {
        let media = #"{"kind": "hls", "duration_s": 24, "segment_s": 4, "variants": [{"bitrate_kbps": 800}]}"#
        let story = try Self.why(
            """
            {"network": {"transport": "fluid", "delay_ms": 50, "down_kbps": 3000,
               "faults": [{"of": "video", "chunk": 2, "times": \(times), "body_kbps": 200}]},
             "players": [{"name": "a", "media": \(media)}, {"name": "b", "media": \(media)}]}
            """)
        #expect(story.contains("of a server that sends 200 kbit/s at most") == (times == 99), "\(story)")
    }

    /// The first key comes at once, and from 1 s on keys of 2000 bytes take 16 s.
    @Test("so is the slow server of a key, in the row of a stall")
    func slowKey() throws {
        let text = """
            {"network": {"transport": "fluid", "down_kbps": 3000, "request_bytes": 0,
               "faults": [{"of": "key", "body_kbps": 1, "from_s": 1}]},
             "media": {"kind": "hls", "duration_s": 20, "segment_s": 4, "key_bytes": 2000, "key_rotation_s": 4,
               "variants": [{"bitrate_kbps": 1000}]}, "player": {"keep_up": "first-chunk"}}
            """
        let row = "the key is under way since 1.339 s: 504 of 2000 bytes are here"
        let report = try TextReport.text(Run(readScenario(text)))
        #expect(report.contains(row + ", of a server that sends 1 kbit/s at most"), "\(report)")
    }

    /// Playback stalls in the outage, and the app seeks 2 s later: the wait goes on until the network is back.
    @Test("the length of stalls under a change is told as of those in the run: beyond a jump")
    func measure() throws {
        func text(_ player: String) -> String {
            """
            {"network": {"transport": "fluid", "down_kbps": 1000, "outages": [{"at_s": 20, "for_s": 40}]},
             "media": {"kind": "hls", "duration_s": 120, "segment_s": 4, "variants": [{"bitrate_kbps": 800}]},
             "player": {\(player)}, "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"},
               {"when": {"stalled_for_s": 2}, "do": "seek", "to_s": 80}]}
            """
        }
        let story = try Self.why(text(#""default_forward_buffer_s": 4"#))
        #expect(story.contains("a longer buffer: even with no limit ahead, 1 stall, 45.600 s in all"), "\(story)")
        let unlimited = try Self.why(text(#""default_forward_buffer_s": 80000"#))
        #expect(unlimited.contains("1 stall, 45.600 s (up to a jump or another item 2.000 s: that"), "\(unlimited)")
    }

    /// In the run itself the event is shown at once, and the live stream stalls behind it, because the network is away.
    /// Farther from the edge the event begins later, and is what waits for the network.
    @Test("a change that only lets an interstitial event wait is none that helps")
    func events() throws {
        let story = try Self.why(
            """
            {"network": {"down_kbps": 6000, "delay_ms": 40},
             "media": {"kind": "hls", "duration_s": 200, "segment_s": 6, "multivariant_playlist_bytes": 900,
               "variants": [{"bitrate_kbps": 1000}, {"bitrate_kbps": 3000}],
               "audio": {"bitrate_kbps": 128, "segment_s": 4},
               "live": {"window_s": 36, "program_date": "2031-01-01T00:00:00Z", "discontinuities_s": [60]},
               "interstitials": [{"date": "2031-01-01T00:00:40Z", "resumption_offset_s": "indefinite",
                 "assets": [{"kind": "hls", "duration_s": 15, "variants": [{"bitrate_kbps": 1500}]}]}]},
             "player": "avplayer",
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}, {"at_s": 30, "do": "go_live"},
               {"at_s": 31, "do": "break_network", "for_s": 25}]}
            """)
        #expect(story.contains("1 stall, 11.767 s."), "\(story)")
        #expect(!story.contains("(configuredTimeOffsetFromLive): no stall, starts"), "\(story)")
        let change = "36 s from the edge in place of 18 s (configuredTimeOffsetFromLive)"
        let words = "farther from the edge: even \(change)"
        #expect(story.contains(words + ", no stall, and interstitial events wait 20.396 s longer"), "\(story)")
    }

    /// A chunk of 4 s takes 40 s over 100 kbit/s, and 200 s from a server that sends 10 kbit/s; over 500 kbit/s that of
    /// the item that is loaded at 5 s comes at 13 s. A file has no limit ahead, and is full once all of it is there.
    @Test(
        "what until_s has ended is not said to happen never, nor what has no limit never to be full",
        arguments: [
            (
                """
                {"network": {"transport": "fluid", "down_kbps": 100},
                 "media": {"kind": "hls", "duration_s": 20, "segment_s": 4, "variants": [{"bitrate_kbps": 1000}]},
                 "player": {"keep_up": "first-chunk", "viewer": {"patience_s": 10}}, "until_s": 30}
                """,
                "Run again with a viewer who stays, it has not gone on when until_s comes."
            ),
            (
                """
                {"network": {"transport": "fluid", "down_kbps": 100},
                 "media": {"kind": "hls", "duration_s": 20, "segment_s": 4, "variants": [{"bitrate_kbps": 1000}]},
                 "player": {"keep_up": "first-chunk"}, "until_s": 30}
                """,
                "It had not started: until_s cut the run off at 30 s."
            ),
            (
                """
                {"network": {"transport": "fluid", "down_kbps": 2000,
                   "faults": [{"of": "video", "variant": 2, "body_kbps": 10}]},
                 "media": {"kind": "hls", "duration_s": 20, "segment_s": 4,
                   "variants": [{"bitrate_kbps": 1000}, {"bitrate_kbps": 500}]},
                 "player": {"keep_up": "first-chunk"}, "until_s": 100}
                """,
                "Run again with at most 500 kbit/s (variant 2 of 2), it has not started when until_s comes."
            ),
            (
                """
                {"network": {"transport": "fluid", "down_kbps": 500,
                   "faults": [{"of": "video", "status": 404, "times": 1}]},
                 "media": {"kind": "hls", "duration_s": 20, "segment_s": 4, "variants": [{"bitrate_kbps": 1000}]},
                 "player": {"keep_up": "first-chunk"}, "until_s": 9,
                 "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}, {"at_s": 5, "do": "load"},
                   {"at_s": 6, "do": "play"}]}
                """,
                "playback that the person had asked for had not begun when until_s came."
            ),
            (
                """
                {"network": {"transport": "fluid", "down_kbps": 1716},
                 "media": {"kind": "progressive", "duration_s": 39, "bitrate_kbps": 2000},
                 "script": [{"at_s": 0, "do": "load"}, {"at_s": 0.35, "do": "play_immediately"}]}
                """,
                "a longer buffer: it has no limit, so more room changes nothing"
            ),
        ])
    func unknown(text: String, words: String) throws {
        let story = try Self.why(text)
        #expect(story.contains(words), "\(story)")
    }

    @Test("no row comes after the end")
    func rows() throws {
        let text = """
            {"network": {"transport": "fluid", "phases": [{"for_s": 9, "down_kbps": 3000}, {"down_kbps": 1000}]},
             "media": {"kind": "hls", "duration_s": 4, "segment_s": 4, "variants": [{"bitrate_kbps": 800}]}}
            """
        let run = try Run(readScenario(text))
        let last = try #require(Timeline(run.player(0)).rows.last)
        #expect(run.outcome.end == .nothingMoreHappens && last.at == run.outcome.at)
    }

    // MARK: As it is offered

    /// To the nearest millisecond these starts would be sooner by up to 353 microseconds, and stall for as long.
    @Test("a later start that is offered is one that never stalls when it is typed", arguments: [1700, 1710, 1745])
    func laterStart(rate: Int) throws {
        func scenario(_ call: String, _ rule: String) throws -> Scenario {
            try readScenario(
                """
                {"network": {"transport": "fluid", "down_kbps": \(rate)},
                 "media": {"kind": "progressive", "duration_s": 39, "bitrate_kbps": 2000},
                 "player": {"keep_up": \(rule)},
                 "script": [{"at_s": 0, "do": "load"}, {"at_s": 0.35, "do": "\(call)"}]}
                """)
        }
        let text = try WhyText.text(Run(scenario("play_immediately", #""play-through""#)))
        let later = try #require(text.firstMatch(of: /a start ([0-9.]+) s later: no stall/)?.1, "\(text)")
        let run = try Run(scenario("play", #"{"rule": "fixed-wait", "wait_s": \#(later)}"#)).player(0)
        #expect(run.startup.map { QuantityText.value($0.nanoseconds, .seconds) } == "\(later) s")
        #expect(run.playback.stalls.isEmpty)
    }

    /// A minute of plenty, and then next to nothing for 40 s, with more of the script behind the start.
    private static func drought(_ profile: String, _ more: String = "") throws -> Scenario {
        try readScenario(
            """
            {"network": {"transport": "fluid", "delay_ms": 25, "phases": [{"for_s": 60, "down_kbps": 6500},
               {"for_s": 40, "down_kbps": 50}, {"down_kbps": 6500}]},
             "media": {"kind": "hls", "duration_s": 180, "segment_s": 4, "variants": [{"bitrate_kbps": 1800},
               {"bitrate_kbps": 4500}, {"bitrate_kbps": 600}, {"bitrate_kbps": 110}]},
             "player": "\(profile)", "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}\(more)]}
            """)
    }

    /// The segment under way while the buffer runs dry is chosen in the instant in which the one before it comes.
    @Test("a lower limit that is offered avoids the stall when it is typed", arguments: ["avplayer", "exoplayer"])
    func lowerLimit(profile: String) throws {
        let run = try Run(Self.drought(profile))
        #expect(run.player(0).playback.stalls.count == 1)
        let text = try WhyText.text(run).replacing(/\n +/, with: " ")
        let pattern = /Avoided with at most (\d+) kbit\/s \(variant \d of 4\) from ([0-9.]+) s on: nothing stalls any/
        let found = try #require(text.firstMatch(of: pattern), "\(text)")
        let limit = #", {"at_s": \#(found.2), "do": "set_preferred_peak_bit_rate", "value_kbps": \#(found.1)}"#
        #expect(try Run(Self.drought(profile, limit)).player(0).playback.stalls.isEmpty)
    }

    /// It waits from the beginning on, and would come at 57.958 s, 0.4 s behind the limit.
    @Test("a lower limit that is offered stays, though an action that waits would lift it")
    func lastingLimit() throws {
        let lift = #", {"when": {"played_for_s": 56.8}, "do": "set_preferred_peak_bit_rate", "value_kbps": 9000}"#
        let text = try WhyText.text(Run(Self.drought("avplayer", lift))).replacing(/\n +/, with: " ")
        #expect(text.contains("with at most 600 kbit/s (variant 3 of 4) from 57.542 s on: nothing"), "\(text)")
    }
}

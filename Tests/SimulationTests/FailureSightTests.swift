import PlayerModel
import Testing

@testable import Simulation

/// The last words of each failure in `why`.
@Suite("Failures, as the person saw them")
struct FailureSightTests {
    private static let begun = #"{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}"#

    private static func scenario(_ network: String, _ media: String, _ player: String = "", script: String = "")
        -> String
    {
        """
        {"network": {"transport": "fluid", \(network)}, "media": \(media),
         "player": {"keep_up": "first-chunk"\(player)}, "script": [\(begun)\(script)]}
        """
    }

    private static func stream(_ seconds: Int, _ rate: Int, _ more: String = "") -> String {
        let variant = "{\"bitrate_kbps\": \(rate), \"playlist_bytes\": 3000}"
        return """
            {"kind": "hls", "duration_s": \(seconds), "segment_s": 6, "variants": [\(variant)]\(more)}
            """
    }

    private static func ladder(_ fault: String) -> String {
        scenario(
            #""down_kbps": 6000, "delay_ms": 20, "outages": [{"at_s": 60, "for_s": 60}], "faults": [{\#(fault)}]"#,
            """
            {"kind": "hls", "duration_s": 180, "segment_s": 6, "variants": [
               {"bitrate_kbps": 1000, "playlist_bytes": 3000},
               {"bitrate_kbps": 3000, "playlist_bytes": 3000, "init_bytes": 1000}]}
            """, #", "switching": "throughput", "preferred_forward_buffer_duration_s": 30"#)
    }

    /// A minute without the network, long after the failure, or in the segment behind the one that failed.
    @Test(
        "what came all the same is to blame for no stall that comes later",
        arguments: [
            (
                scenario(
                    #""down_kbps": 3000, "delay_ms": 20, "outages": [{"at_s": 60, "for_s": 120}], "#
                        + #""faults": [{"of": "file", "reset_after_bytes": 1000000, "times": 1}]"#,
                    #"{"kind": "progressive", "duration_s": 240, "bitrate_kbps": 1500}"#),
                "it was asked for again; more of it was there before playback stopped at 117.890 s."
            ),
            (
                scenario(
                    #""down_kbps": 3000, "delay_ms": 20, "outages": [{"at_s": 40, "for_s": 45}], "#
                        + #""faults": [{"of": "key", "request": 3, "status": 503, "times": 1}]"#,
                    stream(120, 2000, #", "key_bytes": 2000, "key_rotation_s": 12"#),
                    #", "preferred_forward_buffer_duration_s": 30"#),
                "it was asked for again; what failed was there before playback stopped at 58.133 s."
            ),
            (
                ladder(#""of": "video playlist", "request": 2, "status": 503, "times": 1"#),
                "it was asked for again; what failed was there before playback stopped at 8"
            ),
            (
                ladder(#""of": "video init", "request": 1, "status": 503, "times": 1"#),
                "it was asked for again; what failed was there before playback stopped at 8"
            ),
            (
                ladder(#""of": "video playlist", "request": 2, "status": 404, "times": 1"#),
                "instead, 1000 kbit/s; media of another variant was there before playback stopped at "
            ),
            (
                scenario(
                    #""down_kbps": 3000, "outages": [{"at_s": 12, "for_s": 40}], "#
                        + #""faults": [{"of": "video", "chunk": 1, "status": 503, "times": 1}]"#,
                    #"{"kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [{"bitrate_kbps": 2000}]}"#),
                "it was asked for again; what failed was there before playback stopped at 16.000 s."
            ),
        ] as [(String, String)])
    func mended(text: String, words: String) throws {
        let story = FailureWords(try Run(readScenario(text)).player(0)).story
        #expect(story.count == 1 && story[0].contains(words), "\(story)")
    }

    /// Its second failure is at 21.331 s, two seconds before it is asked for again.
    @Test(
        "what a jump calls off is to blame for no wait behind it",
        arguments: [(120, "the person saw nothing of it."), (31, "the person waited from 22.300 s on, for 5.071 s.")])
    func jump(to place: Int, words: String) throws {
        let text = Self.scenario(
            #""down_kbps": 3000, "delay_ms": 20, "#
                + #""faults": [{"of": "video", "chunk": 5, "status": 503, "times": 2}]"#,
            Self.stream(240, 2000), script: #", {"at_s": 22.3, "do": "seek", "to_s": \#(place)}"#)
        let story = FailureWords(try Run(readScenario(text)).player(0)).story
        #expect(story.count == 2 && story[1].hasSuffix(words), "\(story)")
    }

    /// The first item ends in an error at 22.088 s, and another one that the app loads waits at once, or stalls later.
    @Test("the end of an item is told, and not what another item met", arguments: [60, 70])
    func loadedAnew(play: Int) throws {
        let text = Self.scenario(
            #""down_kbps": 3000, "delay_ms": 20, "outages": [{"at_s": 100, "for_s": 60}], "#
                + #""faults": [{"of": "video", "chunk": 3, "status": 404}]"#,
            Self.stream(120, 2000), #", "preferred_forward_buffer_duration_s": 20"#,
            script: #", {"at_s": 60, "do": "load"}, {"at_s": \#(play), "do": "play"}"#)
        let story = FailureWords(try Run(readScenario(text)).player(0)).story
        #expect(story.first?.hasSuffix("given up; the person saw playback end at 22.088 s.") == true, "\(story)")
    }

    /// Its first segment fails 41 ms after it was loaded again.
    @Test("who waits for another item that fails waits in vain")
    func anotherFails() throws {
        let text = Self.scenario(
            #""down_kbps": 3000, "delay_ms": 20, "#
                + #""faults": [{"of": "video", "chunk": 0, "from_s": 20, "status": 404}]"#,
            Self.stream(120, 2000), script: #", {"at_s": 20, "do": "load"}, {"at_s": 20, "do": "play"}"#)
        let story = FailureWords(try Run(readScenario(text)).player(0)).story
        #expect(story.first?.hasSuffix("; the person waited in vain until 20.041 s.") == true, "\(story)")
    }

    /// Refused three times, and loaded again at 30 s.
    static let refused = scenario(
        #""down_kbps": 3000, "delay_ms": 20, "#
            + #""faults": [{"of": "multivariant playlist", "status": 503, "times": 3}]"#,
        """
        {"kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [{"bitrate_kbps": 1500}],
         "multivariant_playlist_bytes": 1000}
        """, script: #", {"at_s": 30, "do": "load"}, {"at_s": 30.5, "do": "play"}"#)

    @Test("playback that began with a later item is not said never to have begun")
    func laterStart() throws {
        let story = FailureWords(try Run(readScenario(Self.refused)).player(0)).story
        #expect(story.map { $0.contains("; the person was waiting.") } == [true, true, false])
        #expect(story[2].hasSuffix("playback that the person had asked for began only at 33.083 s."), "\(story[2])")
    }

    /// The playlist is refused at once, and nobody has asked for playback by then, or a tap has, of which the app makes
    /// nothing yet.
    @Test(
        "who asks for the playback of an item that has failed asks in vain",
        arguments: [
            (#", {"at_s": 5, "do": "play"}"#, "the person asked for at 5.000 s never began."),
            (
                #", {"at_s": 5, "do": "tap"}, {"at_s": 6, "do": "play"}"#,
                "playback that the person asked for at 5.000 s never began."
            ),
            (
                #", {"at_s": 0, "do": "tap"}, {"at_s": 6, "do": "play"}"#,
                "playback that the person had asked for never began."
            ),
            ("", "the person saw nothing of it."),
        ])
    func askedLater(script: String, words: String) throws {
        let text = """
            {"network": {"transport": "fluid", "down_kbps": 3000, "delay_ms": 20,
               "faults": [{"of": "multivariant playlist", "status": 404}]},
             "media": \(Self.stream(60, 1500, #", "multivariant_playlist_bytes": 1000"#)),
             "script": [{"at_s": 0, "do": "load"}\(script)]}
            """
        let story = FailureWords(try Run(readScenario(text)).player(0)).story
        #expect(story.count == 1 && story[0].hasSuffix(words), "\(story)")
    }

    /// At 14 s a jump to where nothing comes makes the item fail, while playback is paused.
    @Test(
        "nobody sees playback end that is paused, and who asks for more of it asks in vain",
        arguments: [
            ("", "the person saw nothing of it."),
            (#", {"at_s": 30, "do": "play"}"#, "playback that the person asked for at 30.000 s never went on."),
            (
                #", {"at_s": 30, "do": "play"}, {"at_s": 40, "do": "load"}, {"at_s": 40, "do": "play"}"#,
                "playback that the person asked for at 30.000 s went on only at 44.040 s."
            ),
        ])
    func pausedAtTheFailure(script: String, words: String) throws {
        let text = Self.scenario(
            #""down_kbps": 3000, "delay_ms": 20, "faults": [{"of": "video", "chunk": 3, "status": 404}]"#,
            #"{"kind": "hls", "duration_s": 120, "segment_s": 6, "variants": [{"bitrate_kbps": 2000}]}"#,
            script: #", {"at_s": 6, "do": "pause"}, {"at_s": 14, "do": "seek", "to_s": 50}"# + script)
        let story = FailureWords(try Run(readScenario(text)).player(0)).story
        #expect(story.first?.hasSuffix(words) == true, "\(story)")
    }

    /// B fails in line at 9.2 s, and C, which comes after A, waits for the network at 21 s.
    @Test(
        "an item in line that fails is met where it comes, and not where the app takes it out",
        arguments: [
            (#", {"at_s": 9.5, "do": "remove", "item": "B"}"#, "the person saw nothing of it."),
            ("", "the person saw playback end at 21.086 s."),
        ])
    func inLine(script: String, words: String) throws {
        let media = [("a", 18), ("b", 12), ("c", 60)].map { name, seconds in
            "{\"name\": \"\(name)\", " + Self.stream(seconds, 2000).dropFirst()
        }
        let text = Self.scenario(
            #""down_kbps": 4000, "delay_ms": 20, "outages": [{"at_s": 10, "for_s": 35}], "#
                + #""faults": [{"of": "video playlist", "status": 404, "request": 2, "times": 1}]"#,
            "[\(media.joined(separator: ", "))]",
            #", "class": "AVQueuePlayer", "items": [{"name": "A", "media": "a"}, {"name": "B", "media": "b"}, "#
                + #"{"name": "C", "media": "c"}]"#, script: script)
        let story = FailureWords(try Run(readScenario(text)).player(0)).story
        #expect(story.first?.hasSuffix(words) == true, "\(story)")
    }

    /// Until 5.5 s playback is paused, of media that takes longer than it lasts. The third segment fails at 5.005 s,
    /// when two of them are there, or the first one, when nothing is.
    @Test(
        "who waits with media to play is not said to wait for what failed alone",
        arguments: [
            (
                #""chunk": 2, "from_s": 5"#,
                "what failed was still missing when the wait from 5.500 s on began, though there was media to play."
            ),
            (#""chunk": 0, "silent_after_bytes": 0"#, "the person waited from 5.500 s on, for "),
        ])
    func paused(fault: String, words: String) throws {
        let isSilent = fault.contains("silent")
        let text = """
            {"network": {"transport": "fluid", "down_kbps": 800, "timeout_s": 5,
               "faults": [{"of": "video", "times": 2, \(fault)\(isSilent ? "" : #", "status": 503"#)}]},
             "media": {"kind": "hls", "duration_s": 30, "segment_s": 2, "variants": [{"bitrate_kbps": 1000}]},
             "player": {"keep_up": "play-through"},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 5.5, "do": "play"}]}
            """
        let story = FailureWords(try Run(readScenario(text)).player(0)).story
        #expect(story.first?.contains(words) == true, "\(story)")
    }

    /// A part is not there twice, at 11.023 and 11.066 s, and the playlist that was asked for before fails at 12.021 s.
    @Test("the end of playback is told of the failure with which the item was lost, and not of a later one")
    func underWay() throws {
        let text = """
            {"network": {"transport": "fluid", "down_kbps": 3000, "delay_ms": 20, "faults": [
               {"of": "video", "from_s": 10, "status": 404},
               {"of": "video playlist", "from_s": 10.7, "status": 404}]},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 4, "variants": [{"bitrate_kbps": 1000}],
               "live": {"part_s": 1}},
             "player": {"live": {"configured_time_offset_from_live_s": 8}}, "until_s": 30}
            """
        let story = FailureWords(try Run(readScenario(text)).player(0)).story
        let seen = story.map { $0.split(separator: "; ").last.map(String.init) ?? "" }
        let nothing = "the person saw nothing of it."
        #expect(seen == [nothing, "the person saw playback end at 18.417 s.", nothing], "\(story)")
    }

    /// With what is given up at 36.7 s a stall ends, and 4 s are played: up to the end, or until the run is cut off.
    @Test(
        "a stall that ends as something is given up was seen",
        arguments: [(40, "the person saw a stall already."), (60, "the person saw playback end at 40.700 s.")])
    func endsAStall(until: Int, words: String) throws {
        let text = """
            {"network": {"transport": "fluid", "timeout_s": 20, "retry_count": 0,
               "phases": [{"for_s": 1.7, "down_kbps": 2000}, {"down_kbps": 200}],
               "faults": [{"of": "video", "chunk": 2, "silent_after_bytes": 0}]},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 4, "variants": [{"bitrate_kbps": 800}]},
             "until_s": \(until)}
            """
        let story = FailureWords(try Run(readScenario(text)).player(0)).story
        #expect(story.count == 1 && story[0].hasSuffix(words), "\(story)")
    }
}

@Suite("Waits in which the app acts")
struct ActiveWaitTests {
    private static func story(_ text: String, _ kind: Halt.Kind, _ index: Int) throws -> String {
        let run = try Run(readScenario(text)).player(0)
        let halts = Halt.all(of: run).filter { $0.kind == kind }
        try #require(halts.indices.contains(index))
        return HaltStory(halts[index], run).sentences.joined(separator: " ")
    }

    @Test("a second start has a request, an item and failures of its own")
    func secondStart() throws {
        let first = try Self.story(FailureSightTests.refused, .start, 0)
        #expect(first.hasPrefix("Playback was asked for at 0.000 s; the item came at 0.000 s. "))
        #expect(first.contains("At 3.124 s the multivariant playlist failed"), "\(first)")
        let second = try Self.story(FailureSightTests.refused, .start, 1)
        #expect(second.hasPrefix("Playback was asked for at 30.500 s; the item came at 30.000 s. "), "\(second)")
        #expect(!second.contains("failed"), "\(second)")
    }

    /// The network is away from 8 s on, and what is loaded is played by 16 s. Loading anew evaluates for a second.
    @Test(
        "every status is told, of many the first and the last, and each item in the order in which it came",
        arguments: [
            (
                #"{"at_s": 20, "do": "load"}, {"at_s": 20, "do": "seek", "to_s": 30}, {"at_s": 20, "do": "play"}"#,
                [
                    "So the player waits to minimize stalls (toMinimizeStalls); from 20.000 s on it waits for the new "
                        + "item (evaluatingBufferingRate); from 21.000 s on it no longer evaluates: evaluation_s is",
                    "Meanwhile the item was loaded anew at 20.000 s; the playhead jumped to 30 s at 20.000 s. ",
                ]
            ),
            (
                #"{"at_s": 20, "do": "load"}, {"at_s": 20, "do": "play"}, {"at_s": 30, "do": "load"}, "#
                    + #"{"at_s": 30, "do": "play"}, {"at_s": 40, "do": "load"}, {"at_s": 40, "do": "play"}"#,
                [
                    "; from 21.000 s on", "; and so on 3 times; from 41.000 s on it no longer evaluates: evaluation",
                    "Meanwhile the item was loaded anew at 20.000 s; the item was loaded anew at 30.000 s; the item",
                ]
            ),
        ] as [(String, [String])])
    func inBetween(script: String, words: [String]) throws {
        let text = """
            {"network": {"transport": "fluid", "down_kbps": 3000, "outages": [{"at_s": 8, "for_s": 90}]},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [{"bitrate_kbps": 2000}]},
             "player": {"keep_up": "first-chunk"},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}, \(script)]}
            """
        let story = try Self.story(text, .stall, 0)
        for one in words { #expect(story.contains(one), "\(story)") }
        #expect(!story.contains("item 1"), "\(story)")
    }

    /// A segment of 6 s takes 2.4 s: by 20 s all up to 48 s is there.
    @Test(
        "of several jumps and items at one instant the last is waited for",
        arguments: [
            (
                #"{"at_s": 20, "do": "seek", "to_s": 102}, {"at_s": 20, "do": "seek", "to_s": 204}"#, .seek,
                "The playhead jumped to 204 s, which was not loaded."
            ),
            (
                #"{"at_s": 20, "do": "load"}, {"at_s": 20, "do": "play"}, {"at_s": 20, "do": "seek", "to_s": 100}"#,
                .seek, "The playhead jumped to 100 s, which was not loaded."
            ),
            (
                #"{"at_s": 20, "do": "seek", "to_s": 204}, {"at_s": 20, "do": "load"}"#, .item,
                "Another item became current, which was not loaded enough."
            ),
        ] as [(String, Halt.Kind, String)])
    func several(script: String, kind: Halt.Kind, words: String) throws {
        let text = """
            {"network": {"transport": "fluid", "down_kbps": 3000},
             "media": {"kind": "hls", "duration_s": 300, "segment_s": 6, "variants": [{"bitrate_kbps": 1200}]},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}, \(script)], "until_s": 60}
            """
        let story = try Self.story(text, kind, 0)
        #expect(story.hasPrefix(words), "\(story)")
    }

    @Test("what the media takes is said of the item that is waited for")
    func itemsRate() throws {
        func media(_ name: String, _ seconds: Int, _ rate: Int) -> String {
            """
            {"name": "\(name)", "kind": "hls", "duration_s": \(seconds), "segment_s": 6,
             "variants": [{"bitrate_kbps": \(rate)}]}
            """
        }
        let story = try Self.story(
            """
            {"network": {"transport": "fluid", "down_kbps": 3000},
             "media": [\(media("a", 12, 400)), \(media("b", 60, 1200))],
             "player": {"class": "AVQueuePlayer", "items_ahead": 0,
               "items": [{"name": "A", "media": "a"}, {"name": "B", "media": "b"}]},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
            """, .item, 0)
        #expect(story.contains(", and the media takes 1200 kbit/s."), "\(story)")
    }

    @Test("another rate in a stall is no other status")
    func rateInStall() throws {
        let story = try Self.story(
            """
            {"network": {"transport": "fluid", "down_kbps": 3000, "outages": [{"at_s": 8, "for_s": 30}]},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [{"bitrate_kbps": 1200}]},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}, {"at_s": 4, "do": "set_rate", "rate": 2},
               {"when": {"stalled_for_s": 3}, "do": "set_rate", "rate": 1}]}
            """, .stall, 0)
        #expect(story.contains("So the player waits to minimize stalls (toMinimizeStalls). At 46.800 s"), "\(story)")
    }

    @Test("an item of a queue that comes in a stall has its status and its name")
    func queue() throws {
        let media = ["a", "b"].map {
            """
            {"name": "\($0)", "kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [{"bitrate_kbps": 2000}]}
            """
        }
        let story = try Self.story(
            """
            {"network": {"transport": "fluid", "down_kbps": 3000, "outages": [{"at_s": 5, "for_s": 60}]},
             "media": [\(media.joined(separator: ", "))],
             "player": {"class": "AVQueuePlayer", "evaluation_s": 30,
               "items": [{"name": "A", "media": "a"}, {"name": "B", "media": "b"}]},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"},
               {"at_s": 20, "do": "advance_to_next_item"}]}
            """, .stall, 0)
        #expect(
            story.contains(
                "; from 20.000 s on it waits for the new item (evaluatingBufferingRate); "
                    + "from 50.000 s on it no longer evaluates: evaluation_s is over (toMinimizeStalls)"), "\(story)")
        #expect(story.contains("Meanwhile B came at 20.000 s."), "\(story)")
    }
}

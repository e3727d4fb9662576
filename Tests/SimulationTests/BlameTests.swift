import PlayerModel
import Testing

@testable import Simulation

/// Whatever is blamed must have been able to have an effect: without it the wait would have been another.
@Suite("A story blames only what was in the way of a request")
struct BlameTests {
    /// Fetching rests from about 3 s to 14.5 s, with 20 s ahead.
    private static func rests(_ network: String, _ more: String = "", segments: String = "origin") -> String {
        """
        {"network": {\(network), "hosts": {"segments": "\(segments)"}}, \(more)
         "media": {"kind": "hls", "duration_s": 40, "segment_s": 4, "variants": [{"bitrate_kbps": 500}]},
         "player": {"default_forward_buffer_s": 20}}
        """
    }

    private static let falls = #""phases": [{"for_s": 14.2, "down_kbps": 4000}, {"down_kbps": 200}], "delay_ms": 10"#

    private static func others(_ at: Int) -> String {
        rests(falls, #""traffic": [{"kind": "greedy", "name": "backup", "at_s": \#(at), "for_s": 7}],"#)
    }

    /// A file whose answer waits for room from about 3 s to 13 s.
    private static func filled(_ at: Int) -> String {
        """
        {"network": {\(falls)}, "traffic": [{"kind": "greedy", "name": "backup", "at_s": \(at), "for_s": 5}],
         "media": {"kind": "progressive", "duration_s": 60, "bitrate_kbps": 500},
         "player": {"default_forward_buffer_s": 20}}
        """
    }

    /// A file and a backup that come though nothing goes up any more.
    private static let oneWay = """
        {"network": {"transport": "fluid",
           "phases": [{"for_s": 1, "down_kbps": 4000}, {"down_kbps": 1000, "up_kbps": 0}]},
         "traffic": [{"kind": "greedy", "name": "backup", "at_s": 0.5, "for_s": 60}],
         "media": {"kind": "progressive", "duration_s": 30, "bitrate_kbps": 800}}
        """

    /// The other player asks for one segment.
    private static func beside(_ at: Int) -> String {
        func player(_ name: String, _ seconds: Int, _ at: Int) -> String {
            """
            {"name": "\(name)", "player": {"default_forward_buffer_s": 20},
             "media": {"kind": "hls", "duration_s": \(seconds), "segment_s": 4, "variants": [{"bitrate_kbps": 500}]},
             "script": [{"at_s": \(at), "do": "load"}, {"at_s": \(at), "do": "play"}]}
            """
        }
        return #"{"network": {\#(falls)}, "players": [\#(player("A", 40, 0)), \#(player("B", 4, at))]}"#
    }

    /// The host of the segments has 200 kbit/s for a time, and the network from an instant on.
    private static func far(_ length: Int, _ fall: String) -> String {
        rests(
            #""phases": [{"for_s": \#(fall), "down_kbps": 4000}, {"down_kbps": 200}], "delay_ms": 10"#,
            #""hosts": {"cdn": {"phases": [{"for_s": 4}, {"for_s": \#(length), "down_kbps": 200}, {}]}},"#,
            segments: "cdn")
    }

    /// A host of playlists that is asked last before 1 s.
    private static func listed(_ phases: String) -> String {
        """
        {"network": {"down_kbps": 1500, "delay_ms": 10, "hosts": {"playlists": "pl"}},
         "hosts": {"pl": {"phases": [\(phases)]}},
         "media": {"kind": "hls", "duration_s": 12, "segment_s": 4, "multivariant_playlist_bytes": 900,
           "variants": [{"bitrate_kbps": 1000, "playlist_bytes": 1000}]}}
        """
    }

    /// The server of a file, of which there is one request.
    private static let thinks = """
        {"network": {"down_kbps": 700, "delay_ms": 10, "think_ms": 1500}, "player": {"keep_up": "first-chunk"},
         "media": {"kind": "progressive", "duration_s": 5, "bitrate_kbps": 900}}
        """

    private static func dead(_ network: String) -> String {
        """
        {"network": {"think_ms": 3000, "delay_ms": 10, \(network)}, "until_s": 20,
         "traffic": [{"kind": "bounded", "name": "mail", "at_s": 0, "bytes": 90000}],
         "media": {"kind": "hls", "duration_s": 40, "segment_s": 4, "variants": [{"bitrate_kbps": 1000}]}}
        """
    }

    /// The device has a new address at 7 s, and asks again at 8 s.
    private static func moves(_ network: String, _ more: String = "") -> String {
        """
        {"network": {\(network), "hosts": {"segments": "cdn"}}, \(more)
         "media": {"kind": "hls", "duration_s": 16, "segment_s": 4, "variants": [{"bitrate_kbps": 1000}]},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"},
           {"at_s": 7, "do": "change_network", "down_kbps": 300, "new_address": true}]}
        """
    }

    /// Another app begins before the first stall, and nothing comes to it before that is over: it looks its name up, or
    /// its request is on a narrow way up.
    private static func begins(_ network: String, at seconds: String, _ kilobits: Int) -> String {
        """
        {"network": {"down_kbps": 900, "delay_ms": 50, \(network)}, "player": {"keep_up": "first-chunk"},
         "traffic": [{"kind": "bounded", "name": "mail", "at_s": \(seconds), "bytes": 100000}],
         "media": {"kind": "hls", "duration_s": 16, "segment_s": 4, "variants": [{"bitrate_kbps": \(kilobits)}]}}
        """
    }

    private static func late(until seconds: Int) -> String {
        moves(
            #""phases": [{"for_s": \#(seconds), "down_kbps": 1500, "dns_delay_ms": 900}, {"down_kbps": 300, "#
                + #""dns_delay_ms": 0}]"#)
    }

    @Test(
        "what was on the network, of it alone what met a request",
        arguments: [
            (
                rests(
                    #""phases": [{"for_s": 5, "down_kbps": 4000}, {"for_s": 9, "down_kbps": 4000, "delay_ms": 900, "#
                        + #""loss_percent": 20}, {"down_kbps": 300}]"#), .stall, nil
            ),
            (
                rests(
                    #""phases": [{"for_s": 14, "down_kbps": 4000}, {"for_s": 4, "down_kbps": 300, "#
                        + #""loss_percent": 20}, {"down_kbps": 300}]"#), .stall,
                "the network lost 20 % each way at random from 14.000 s to 18.000 s."
            ),
            (rests(falls + #", "loss_percent": 0.0001"#), .stall, nil),
            (others(6), .stall, nil), (others(15), .stall, "other apps were loading: backup."),
            (filled(6), .stall, nil), (filled(15), .stall, "other apps were loading: backup."),
            (oneWay, .stall, "other apps were loading: backup."),
            (beside(6), .stall, nil), (beside(15), .stall, "2 players shared the link."),
            (far(9, "14.2"), .stall, nil),
            (
                far(11, "16"), .stall,
                "the host cdn's own network offered 200 kbit/s from 4.000 s on, no limit from 15.000 s on."
            ),
            (listed(#"{"for_s": 1}, {"down_kbps": 0, "loss_percent": 50}"#), .start, nil),
            (
                listed(#"{"for_s": 2, "delay_ms": 100}, {"down_kbps": 300}"#), .start,
                "the host pl's own network delayed 100 ms more each way until 2.000 s."
            ),
            (
                listed(#"{"for_s": 1, "down_kbps": 300}, {"down_kbps": 0}"#), .start,
                "the host pl's own network offered, while something was asked of it, 300 kbit/s."
            ),
            (thinks, .start, "servers thought for 1500 ms before they answered (think_ms)."), (thinks, .stall, nil),
            (dead(#""down_kbps": 0"#), .start, nil),
            (dead(#""down_kbps": 2000, "outages": [{"at_s": 0, "for_s": 30}]"#), .start, nil),
            (
                dead(#""down_kbps": 2000, "timeout_s": 2, "retry_count": 0"#), .start,
                "servers thought for 3000 ms before they answered (think_ms); other apps were loading: mail."
            ),
            (
                dead(#""http": "3", "down_kbps": 2000, "timeout_s": 2, "retry_count": 0"#), .start,
                "servers thought for 3000 ms before they answered (think_ms); other apps were loading: mail."
            ),
            (begins(#""dns_delay_ms": 5000"#, at: "12", 1000), .stall, nil),
            (begins(#""transport": "fluid", "up_kbps": 3"#, at: "9.3", 800), .stall, nil),
            (late(until: 6), .start, "look-ups took 900 ms more than a round trip."), (late(until: 6), .stall, nil),
            (late(until: 99), .stall, "look-ups took 900 ms more than a round trip."),
            (
                moves(
                    #""down_kbps": 1500"#,
                    #""hosts": {"cdn": {"phases": [{"for_s": 6.9, "dns_delay_ms": 900}, {}]}},"#), .stall, nil
            ),
        ] as [(String, Halt.Kind, String?)])
    func blame(text: String, kind: Halt.Kind, words: String?) throws {
        let run = try Run(readScenario(text)).player(0)
        let halt = try #require(Halt.all(of: run).first { $0.kind == kind })
        let sentence = HaltStory(halt, run).sentences.first { $0.hasPrefix("Besides, ") }
        #expect(sentence == words.map { "Besides, " + $0 })
    }

    @Test("an address is known no longer than until the device has another")
    func address() throws {
        let text = """
            {"network": {"down_kbps": 1500, "delay_ms": 500, "timeout_s": 6},
             "media": {"kind": "hls", "duration_s": 40, "segment_s": 4, "variants": [{"bitrate_kbps": 1000}]},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"},
               {"at_s": 1.5, "do": "change_network", "down_kbps": 0, "up_kbps": 0, "new_address": true}]}
            """
        let story = FailureWords(try Run(readScenario(text)).player(0)).story
        #expect(story[0].contains("had ever opened (its address was known from 1.001 s to 1.500 s);"), "\(story)")
    }

    @Test("of a start the variant is told that it turned to, beside the one that it gave up")
    func variants() throws {
        let text = """
            {"network": {"down_kbps": 800, "transport": "fluid"}, "player": "vhs",
             "media": {"kind": "hls", "duration_s": 43, "segment_s": 6, "variants": [
               {"bitrate_kbps": 600, "playlist_bytes": 10889}, {"bitrate_kbps": 2308, "playlist_bytes": 40917}]}}
            """
        let run = try Run(readScenario(text)).player(0)
        let sentences = HaltStory(try #require(Halt.all(of: run).first), run).sentences
        let words = "2 of 2 takes 2308 kbit/s; from 1.409 s on it fetched variant 1 of 2, which takes 600 kbit/s."
        #expect(sentences[1] == "The network offered 800 kbit/s all the while, and variant \(words)")
    }

    /// Between the two times that hls.js gives the fifth segment up, three requests for it fail, and it asks for
    /// another variant of it each time.
    @Test("what is called off because it failed is not given up")
    func calledOffBetween() throws {
        let text = """
            {"network": {"transport": "fluid", "delay_ms": 20,
               "phases": [{"for_s": 10, "down_kbps": 5000}, {"down_kbps": 500}],
               "faults": [{"of": "video", "status": 503, "request": 6, "times": 4}]},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 4,
               "variants": [{"bitrate_kbps": 3000}, {"bitrate_kbps": 900}, {"bitrate_kbps": 600},
                 {"bitrate_kbps": 300}]},
             "player": "hls.js", "until_s": 60}
            """
        let run = try Run(readScenario(text))
        let story = try WhyText.text(run).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(Diary(run).words("video").filter { $0.contains("cancelled") }.count == 5)
        #expect(story.contains("from 16 s to 20 s had been given up and asked for again 2 times"), "\(story)")
    }
}

import PlayerModel
import Testing

@testable import Simulation

/// Sentences of stories that were untrue, or told half of it.
@Suite("Stories say what was so")
struct StoryTruthTests {
    private static let begun = #"{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}"#
    private static let fluid = #""transport": "fluid", "down_kbps": 4000"#

    /// A minute of 2000 kbit/s in segments of 4 s.
    private static func stream(_ network: String, ahead: Int, media: String = "", script: String = begun) -> String {
        """
        {"network": {\(network)},
         "media": {"kind": "hls", "duration_s": 60, "segment_s": 4, "variants": [{"bitrate_kbps": 2000}]\(media)},
         "player": {"preferred_forward_buffer_duration_s": \(ahead)}, "script": [\(script)]}
        """
    }

    /// A link of 4000 kbit/s that is another for a time.
    private static func link(_ from: Int, _ length: Int, _ other: String, ahead: Int) -> String {
        let usual = #""down_kbps": 4000, "up_kbps": 1000, "delay_ms": 20"#
        return stream(
            #""phases": [{"for_s": \#(from), \#(usual)}, {"for_s": \#(length), \#(other)}, {\#(usual)}]"#,
            ahead: ahead)
    }

    /// A host whose own network is another for a time.
    private static func host(_ from: Int, _ length: Int, _ other: String, ahead: Int) -> String {
        let phases = #"[{"for_s": \#(from), "delay_ms": 0}, {"for_s": \#(length), \#(other)}, {"delay_ms": 0}]"#
        let text = stream(
            #""down_kbps": 8000, "up_kbps": 2000, "delay_ms": 20"#, ahead: ahead,
            media: #", "pathways": ["cdn", "other"], "multivariant_playlist_bytes": 500"#)
        return #"{"hosts": {"cdn": {"phases": \#(phases)}}, "# + text.dropFirst()
    }

    /// The buffer is dry at 9.333 s, two thirds of a second before the outage.
    private static let late = """
        {"network": {"transport": "fluid", "down_kbps": 3000, "outages": [{"at_s": 10, "for_s": 10}]},
         "player": {"keep_up": "first-chunk"},
         "media": {"kind": "hls", "duration_s": 24, "segment_s": 4, "variants": [{"bitrate_kbps": 4000}]}}
        """
    private static let outage = stream(fluid + #", "outages": [{"at_s": 10, "for_s": 90}]"#, ahead: 30)
    private static let slow = stream(
        #""transport": "fluid", "phases": [{"for_s": 10, "down_kbps": 4000}, {"for_s": 60, "down_kbps": 500}, "#
            + #"{"down_kbps": 4000}]"#, ahead: 8)

    /// The stories of the first player's waits of one kind, each in one line.
    private static func stories(_ text: String, _ kind: Halt.Kind) throws -> [String] {
        let run = try Run(readScenario(text)).player(0)
        return Halt.all(of: run).filter { $0.kind == kind }
            .map { HaltStory($0, run).sentences.joined(separator: " ") }
    }

    @Test(
        "the capacity up to the end of a stall, and that it was the same all the while only where it was",
        arguments: [
            (
                late, 0,
                "3000 kbit/s, then 0 kbit/s from 10.000 s on, then 3000 kbit/s from 20.000 s on, and the media"
            ),
            (late, 1, "3000 kbit/s all the while, since 20.000 s and after 0 kbit/s, and the media takes"),
            (
                outage, 0,
                "0 kbit/s, since 10.000 s and after 4000 kbit/s, then 4000 kbit/s from 100.000 s on, and the"
            ),
            (slow, 0, "4000 kbit/s, then 500 kbit/s from 10.000 s on, and the media takes"),
            (slow, 1, "500 kbit/s, since 10.000 s and after 4000 kbit/s, then 4000 kbit/s from 70.000 s on, and the"),
            (
                link(20, 30, #""down_kbps": 4000, "up_kbps": 8, "delay_ms": 20"#, ahead: 6), 0,
                "4000 kbit/s down and 1000 kbit/s up, then 4000 kbit/s down and 8 kbit/s up from 20.000 s on, and the"
            ),
            (
                link(20, 30, #""down_kbps": 3900, "up_kbps": 8, "delay_ms": 20"#, ahead: 6), 0,
                "4000 kbit/s down and 1000 kbit/s up, then 3900 kbit/s down and 8 kbit/s up from 20.000 s on, and the"
            ),
            (
                link(20, 30, #""down_kbps": 3000, "up_kbps": 750, "delay_ms": 1500"#, ahead: 6), 0,
                "4000 kbit/s, then 3000 kbit/s from 20.000 s on, then 4000 kbit/s from 50.000 s on, and the media"
            ),
        ])
    func capacity(text: String, stall: Int, words: String) throws {
        let story = try Self.stories(text, .stall)[stall]
        #expect(story.hasPrefix("The network offered " + words), "\(story)")
    }

    @Test(
        "delay and loss at any time up to the end of a stall",
        arguments: [
            (
                link(20, 30, #""down_kbps": 4000, "up_kbps": 1000, "delay_ms": 1500"#, ahead: 6),
                "the way there and back took 3000 ms from 20.000 s to 50.000 s."
            ),
            (
                link(19, 3, #""down_kbps": 4000, "up_kbps": 1000, "delay_ms": 20, "loss_percent": 40"#, ahead: 4),
                "the network lost 40 % each way at random from 19.000 s to 22.000 s."
            ),
            (
                host(20, 20, #""delay_ms": 1500"#, ahead: 6),
                "the host cdn's own network delayed 1500 ms more each way from 20.000 s to 40.000 s."
            ),
            (
                host(19, 3, #""loss_percent": 40"#, ahead: 4),
                "the host cdn's own network lost 40 % each way at random from 19.000 s to 22.000 s."
            ),
            // What is looked up anew is asked for at 14.259 s.
            (
                stream(
                    #""down_kbps": 4000, "delay_ms": 20"#, ahead: 8,
                    script: begun + #", {"at_s": 10, "do": "change_network", "dns_delay_ms": 20000, "#
                        + #""new_address": true}"#),
                "look-ups took 20000 ms more than a round trip from 10.000 s on."
            ),
        ])
    func mishaps(text: String, words: String) throws {
        let told = try Self.stories(text, .stall).filter { $0.contains("Besides, ") }
        #expect(told.count == 1 && told[0].contains("Besides, " + words), "\(told)")
    }

    @Test("other players that load in that time, and no others")
    func sharing() throws {
        let one =
            #""media": {"kind": "hls", "duration_s": 60, "segment_s": 4, "variants": [{"bitrate_kbps": 2000}]}, "#
            + #""player": {"preferred_forward_buffer_duration_s": 8}"#
        let text = """
            {"network": {"transport": "fluid", "down_kbps": 2500, "outages": [{"at_s": 30, "for_s": 15}]},
             "players": [{"name": "a", \(one), "script": [\(Self.begun)]},
               {"name": "b", \(one), "script": [\(Self.begun), {"at_s": 9, "do": "pause"},
                 {"at_s": 70, "do": "play"}]}]}
            """
        // The other one has a full buffer from 12.8 s on, and plays on from 70 s on.
        let stalls = try Self.stories(text, .stall).map { $0.contains("2 players shared the link") }
        #expect(stalls == [false, true])
        #expect(try Self.stories(text, .start).allSatisfy { $0.contains("2 players shared the link") })
    }

    @Test(
        "what came, where it went to, and how fast",
        arguments: [
            // Pictures come, and their sound does not.
            (
                stream(
                    fluid + #", "faults": [{"of": "audio", "from_chunk": 3, "body_kbps": 30}]"#, ahead: 30,
                    media: #", "audio": [{"bitrate_kbps": 100}]"#),
                Halt.Kind.stall, "7.8 s were played and nothing to play next came whole (", "nothing came whole"
            ),
            // 16 s are loaded at 8 s.
            (
                stream(
                    #""transport": "fluid", "phases": [{"for_s": 8, "down_kbps": 4000}, {"down_kbps": 300}]"#,
                    ahead: 30,
                    script: begun + #", {"at_s": 9, "do": "pause"}, {"at_s": 10, "do": "seek", "to_s": 10}, "#
                        + #"{"at_s": 10, "do": "play"}"#),
                .seek, "The playhead jumped to 10 s, with 6 s loaded ahead of it.", "which was not loaded"
            ),
            // A segment of the item that goes is whole when it goes.
            (
                stream(
                    fluid, ahead: 30,
                    script: begun + #", {"at_s": 10, "do": "unload"}, {"at_s": 20, "do": "load"}"#),
                .item, "There was no item any more. At 20.000 s another one came, which was not loaded enough.",
                "Another item became current"
            ),
            (
                stream(
                    fluid, ahead: 30,
                    script: begun + #", {"at_s": 10, "do": "unload"}, {"at_s": 20, "do": "load"}"#),
                .item, "whole at 22.000 s, and by the end of the wait 1000000 bytes had come whole (4000 kbit/s).",
                "8000 kbit/s"
            ),
            // Two segments, a rest, and one segment.
            (
                stream(
                    fluid, ahead: 8,
                    script: #"{"at_s": 0, "do": "load"}, {"at_s": 20, "do": "seek", "to_s": 40}, "#
                        + #"{"at_s": 20, "do": "play"}"#),
                .start, "3000000 bytes had come whole (4000 kbit/s).", "1091 kbit/s"
            ),
            // A file comes at all that there is, with rests.
            (
                #"{"network": {"transport": "fluid", "down_kbps": 780, "delay_ms": 100}, "#
                    + #""media": {"kind": "progressive", "duration_s": 60, "bitrate_kbps": 1500}, "#
                    + #""player": {"preferred_forward_buffer_duration_s": 20}}"#,
                .stall,
                "30.408 s were played and only 10.5 s came whole (1968750 bytes); for 9.908 s fetching rested, "
                    + "because the buffer was full.", "518 kbit/s"
            ),
            // The buffer is full before the clock starts.
            (
                #"{"network": {"transport": "fluid", "down_kbps": 2500}, "#
                    + #""media": {"kind": "hls", "duration_s": 30, "segment_s": 6, "#
                    + #""variants": [{"bitrate_kbps": 6000}]}, "#
                    + #""player": {"preferred_forward_buffer_duration_s": 2, "preroll_s": 0.06}}"#,
                .stall, "nothing came whole; for 5.000 s fetching rested, because the buffer was full.", "bytes)"
            ),
            // It is full until it drains, 1 ns after playback goes on.
            (
                #"{"network": {"transport": "fluid", "phases": [{"for_s": 20, "down_kbps": 4000}, {"down_kbps": 0}]}, "#
                    + #""media": {"kind": "hls", "duration_s": 60, "segment_s": 4, "#
                    + #""variants": [{"bitrate_kbps": 1000}]}, "until_s": 60, "#
                    + #""player": {"preferred_forward_buffer_duration_s": 12, "drain_s": 0}, "#
                    + #""script": [\#(begun), {"at_s": 9, "do": "pause"}, {"at_s": 30, "do": "play"}]}"#,
                .stall, "12 s were played and nothing came whole.", "rested"
            ),
            // It is full up to the end of the first item, and the other one is fetched.
            (
                #"{"network": {"transport": "fluid", "down_kbps": 1500, "delay_ms": 20, "#
                    + #""outages": [{"at_s": 25, "for_s": 51}]}, "#
                    + #""media": [{"name": "a", "kind": "hls", "duration_s": 20, "segment_s": 4, "#
                    + #""variants": [{"bitrate_kbps": 1000}]}, {"name": "b", "kind": "hls", "duration_s": 20, "#
                    + #""segment_s": 6, "variants": [{"bitrate_kbps": 1000}]}], "#
                    + #""player": {"class": "AVQueuePlayer", "preferred_forward_buffer_duration_s": 20, "#
                    + #""items": [{"name": "A", "media": "a"}, {"name": "B", "media": "b"}]}, "#
                    + #""script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}, "#
                    + #"{"at_s": 8.74, "do": "pause"}, {"at_s": 11.74, "do": "play"}]}"#,
                .stall, "12 s were played and nothing came whole.", "rested"
            ),
            // The advertisement is over after a second.
            (
                stream(
                    #""transport": "fluid", "down_kbps": 1500"#, ahead: 4,
                    media: #", "interstitials": [{"at_s": 20, "playout_limit_s": 1, "resumption_offset_s": 0, "#
                        + #""assets": [{"kind": "hls", "duration_s": 4, "segment_s": 4, "#
                        + #""variants": [{"bitrate_kbps": 100}]}]}]"#),
                .interstitial, "An interstitial event was over, and at 20 s there was not enough loaded.",
                "Playback was asked for again"
            ),
        ])
    func media(text: String, kind: Halt.Kind, words: String, others: String) throws {
        let story = try #require(try Self.stories(text, kind).first)
        #expect(story.contains(words) && !story.contains(others), "\(story)")
    }

    @Test(
        "what is asked for after a failure",
        arguments: [
            // A jump calls it off before the pause is over.
            (
                stream(
                    fluid + #", "faults": [{"of": "video", "chunk": 4, "status": 503}]"#, ahead: 30,
                    script: begun + #", {"at_s": 8.3, "do": "seek", "to_s": 40}"#),
                "status 503; it was to be asked for again; the person"
            ),
            (
                stream(fluid + #", "faults": [{"of": "video", "chunk": 4, "status": 503}]"#, ahead: 30),
                "status 503; it was asked for again; the person"
            ),
            (
                stream(
                    fluid + #", "faults": [{"of": "steering manifest", "status": 404}]"#, ahead: 30,
                    media: #", "pathways": ["a", "b"], "multivariant_playlist_bytes": 500, "#
                        + #""steering": {"priority": [{"pathways": ["a", "b"]}]}"#),
                "status 404; it was given up, and was to be asked for anew from 30"
            ),
        ])
    func failure(text: String, words: String) throws {
        let story = FailureWords(try Run(readScenario(text)).player(0)).story
        #expect(story.first?.contains(words) == true, "\(story)")
    }

    private static func begins(_ network: String, _ media: String = "", hosts: String = "") -> String {
        let text = """
            {"network": {\(network)},
             "media": {"kind": "hls", "duration_s": 20, "segment_s": 4, "variants": [{"bitrate_kbps": 2000}]\(media)},
             "player": {"keep_up": "first-chunk"}}
            """
        return hosts.isEmpty ? text : #"{"hosts": {"origin": {\#(hosts)}}, "# + text.dropFirst()
    }

    /// A look-up takes 0.2 s and the packets' own time, and so does a handshake after it.
    private static func dies(after seconds: Double, _ network: String = "", _ media: String = "") -> String {
        begins(
            #""down_kbps": 1000, "delay_ms": 100, "timeout_s": 10, "outages": [{"at_s": \#(seconds), "for_s": 99}]"#
                + network, media)
    }

    /// A server that sends 60 kbit/s sends 750 bytes every tenth of a second: 64 portions make a segment of sound, and
    /// the last one leaves after 6.3 s. At 1 kbit/s a portion is 12 bytes every 96 ms, and the 17th ends a key of 200.
    @Test(
        "what a start waited for: pictures or sound, and whose server is slow; and nothing that never came",
        arguments: [
            (
                begins(
                    #""transport": "fluid", "down_kbps": 8000, "request_bytes": 0, "#
                        + #""faults": [{"of": "audio", "body_kbps": 60}]"#, #", "audio": [{"bitrate_kbps": 96}]"#),
                "s, the first audio at 6.301 s (its server sends 60 kbit/s at most), and by the end of the wait"
            ),
            (
                begins(
                    #""transport": "fluid", "down_kbps": 8000, "request_bytes": 0, "#
                        + #""faults": [{"of": "key", "body_kbps": 1}]"#, #", "key_bytes": 200"#),
                "until 1.536 s, of which the key took 1.536 s (its server sends 1 kbit/s at most); the first media"
            ),
            (
                dies(after: 0.25),
                " Nothing came whole. At 10.000 s the video from 0 s to 4 s failed: the request timed out, and no "
                    + "connection to origin had ever opened (its address was known from 0.201 s on); it was asked"
            ),
            (
                dies(after: 0),
                "the request timed out, and no connection to origin had ever opened (nor was its address known); it was"
            ),
            (
                dies(after: 2),
                "At 12.088 s the video from 0 s to 4 s failed: the request timed out; it was asked for again, in vain."
            ),
            // One that was open before, and one that opens with the request itself: no note tells of these.
            (
                dies(after: 0, "", #", "multivariant_playlist_bytes": 900, "preloaded": ["multivariant playlist"]"#),
                "At 10.000 s the video from 0 s to 4 s failed: the request timed out; it was asked for again, in vain."
            ),
            (
                dies(after: 2, #", "http": "3", "tls": "0-rtt""#),
                "At 12.089 s the video from 0 s to 4 s failed: the request timed out; it was asked for again, in vain."
            ),
        ])
    func start(text: String, words: String) throws {
        let story = try #require(try Self.stories(text, .start).first)
        #expect(story.contains(words), "\(story)")
    }

    @Test(
        "what else made a start late, by the direction in which it did; what was in nobody's way is left out",
        arguments: [
            (
                begins(#""down_kbps": 4000, "delay_ms": 20, "loss_up_percent": 30"#),
                "the network lost 30 % on the way up at random."
            ),
            (
                begins(#""down_kbps": 4000, "delay_ms": 20, "loss_percent": 2"#),
                "the network lost 2 % each way at random."
            ),
            (begins(#""down_kbps": 4000, "delay_ms": 20"#, hosts: #""loss_percent": 0.0001"#), nil),
            (begins(#""down_kbps": 4000, "delay_ms": 400"#), "the way there and back took 800 ms."),
            (begins(#""down_kbps": 4000, "dns_delay_ms": 3000"#), "look-ups took 3000 ms more than a round trip."),
            (
                begins(
                    #""down_kbps": 4000, "dns_delay_ms": 3000"#,
                    #", "multivariant_playlist_bytes": 900, "preloaded": ["multivariant playlist"]"#), nil
            ),
            // The only look-up is over before they take longer.
            (
                begins(
                    #""phases": [{"for_s": 3, "down_kbps": 700, "delay_ms": 20}, "#
                        + #"{"down_kbps": 700, "delay_ms": 20, "dns_delay_ms": 3000}]"#), nil
            ),
            // No address is ever known.
            (
                begins(#""down_kbps": 4000, "dns_delay_ms": 3000, "timeout_s": 2, "retry_count": 0"#),
                "look-ups took 3000 ms more than a round trip."
            ),
            (
                begins(#""down_kbps": 4000, "think_ms": 2000"#),
                "servers thought for 2000 ms before they answered (think_ms)."
            ),
            (begins(#""down_kbps": 4000, "delay_ms": 200, "dns_delay_ms": 300, "think_ms": 300"#), nil),
            (
                begins(#""down_kbps": 4000"#, hosts: #""dns_delay_ms": 3000"#),
                "the host origin's own network delayed look-ups by 3000 ms more."
            ),
            (begins(#""down_kbps": 4000"#, hosts: #""down_kbps": 9000"#), nil),
            (
                begins(#""down_kbps": 4000"#, hosts: #""down_kbps": 3000"#),
                "the host origin's own network offered 3000 kbit/s."
            ),
            (
                begins(
                    #""down_kbps": 4000"#,
                    hosts: #""preset": "WebPageTest Dial", "down_kbps": 20000, "delay_ms": 0"#),
                "the host origin's own network offered 20000 kbit/s down and 30 kbit/s up."
            ),
            (
                begins(
                    #""down_kbps": 4000"#,
                    hosts: #""phases": [{"for_s": 1, "preset": "Very Bad Network", "loss_percent": 0, "#
                        + #""delay_ms": 0}, {"down_kbps": 1000}]"#),
                "the host origin's own network offered 1000 kbit/s down and 1000 kbit/s up, 1000 kbit/s down and no "
                    + "limit up from 1.000 s on."
            ),
        ] as [(String, String?)])
    func besides(text: String, words: String?) throws {
        let story = try #require(try Self.stories(text, .start).first)
        #expect(story.contains("Besides, " + (words ?? "")) == (words != nil), "\(story)")
    }

    /// With the limit the item fails before it could stall.
    @Test("a change with which nothing stalls and the item fails")
    func failing() throws {
        let text = """
            {"network": {"transport": "fluid", "faults": [{"of": "video", "variant": 2, "status": 404}],
               "phases": [{"for_s": 20, "down_kbps": 4000}, {"for_s": 40, "down_kbps": 800}, {"down_kbps": 4000}]},
             "media": {"kind": "hls", "duration_s": 80, "segment_s": 4,
               "variants": [{"bitrate_kbps": 2000}, {"bitrate_kbps": 500}]},
             "player": {"fail_over": "give-up", "switching": "throughput", "preferred_forward_buffer_duration_s": 8}}
            """
        let story = try WhyText.text(Run(readScenario(text)))
        #expect(story.contains("run again with 1 limit, it stalls or fails each\n"), "\(story)")
    }
}

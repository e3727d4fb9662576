import PlayerModel
import Testing

@testable import Simulation

/// Whoever is blamed must have had something of what a request could have had.
@Suite("Of others a story blames only who took something from a request")
struct SharedBlameTests {
    private static func player(
        _ name: String, at: Int = 0, _ seconds: Int, segment: Int = 4, _ kilobits: Int, _ player: String = "",
        media: String = ""
    ) -> String {
        """
        {"name": "\(name)", "player": {\(player)},
         "media": {"kind": "hls", "duration_s": \(seconds), "segment_s": \(segment)\(media),
           "variants": [{"bitrate_kbps": \(kilobits)}]},
         "script": [{"at_s": \(at), "do": "load"}, {"at_s": \(at), "do": "play"}]}
        """
    }

    private static let first = #""keep_up": "first-chunk""#

    private static func text(_ network: String, _ players: String..., more: String = "") -> String {
        #"{"network": {\#(network)}, \#(more) "players": [\#(players.joined(separator: ", "))]}"#
    }

    private static func fluid(_ kilobits: Int, _ more: String = "") -> String {
        #""transport": "fluid", "delay_ms": 20, "down_kbps": \#(kilobits)\#(more)"#
    }

    /// What the other asks for at 8 s takes longer than the run.
    private static let hangs = text(
        fluid(1800), player("p", 60, 1000, first), player("q", at: 8, 60, segment: 60, 1400),
        more: #""until_s": 62,"#)

    private static let dips =
        #""transport": "fluid", "delay_ms": 20, "phases": [{"for_s": 20, "down_kbps": 8000}, "#
        + #"{"for_s": 20, "down_kbps": 300}, {"down_kbps": 8000}]"#

    private static let dry = player("p", 60, 1000, #""preferred_forward_buffer_duration_s": 8"#)

    /// The other is full from 4 s on, and loads again at 76 s.
    private static let rests = text(
        dips, dry,
        """
        {"name": "song", "media": {"kind": "progressive", "duration_s": 600, "bitrate_kbps": 256},
         "player": {"preferred_forward_buffer_duration_s": 60}, "script": [{"at_s": 0, "do": "load"},
           {"at_s": 0, "do": "play"}, {"at_s": 8, "do": "pause"}, {"at_s": 70, "do": "play"}]}
        """)

    /// The other's request has failed, and is made again at 64 s.
    private static let pauses = text(
        dips + #", "faults": [{"of": "video", "player": "q", "chunk": 0, "status": 503, "times": 1}]"#, dry,
        player("q", 8, 256, #""segment_requests": {"rule": "doubling", "retry_count": 3, "back_off_s": 64}"#))

    /// The host gives 500 kbit/s of the 3333 that the link leaves.
    private static let far = text(
        fluid(10_000), player("p", 40, 800, first, media: #", "pathways": ["cdn-a", "cdn-b"]"#),
        player("q", 40, 3000, media: #", "pathways": ["cdn-b", "cdn-a"]"#),
        more: #""hosts": {"cdn-a": {"down_kbps": 500}}, "until_s": 300,"#
            + #""traffic": [{"kind": "greedy", "name": "backup", "at_s": 1}],"#)

    /// The link leaves 1000 kbit/s of the 3000 that the host gives.
    private static let near = """
        {"network": {\(fluid(4000, #", "hosts": {"segments": "cdn-a"}"#))}, "until_s": 200,
         "hosts": {"cdn-a": {"down_kbps": 3000}},
         "traffic": [{"kind": "greedy", "name": "backup", "at_s": 0, "count": 3}], "player": {\(first)},
         "media": {"kind": "hls", "duration_s": 24, "segment_s": 4, "variants": [{"bitrate_kbps": 1600}]}}
        """

    /// Of the 1000 kbit/s that the host gives the other's slow server takes 300.
    private static let paced = text(
        fluid(
            10_000,
            #", "hosts": {"segments": "cdn-a"}, "faults": [{"of": "video", "player": "q", "body_kbps": 300}]"#),
        player("p", 40, 800, first), player("q", 60, segment: 60, 2000),
        more: #""hosts": {"cdn-a": {"down_kbps": 1000}}, "until_s": 60,"#)

    /// The other asks a host that gives nothing.
    private static let dead = text(
        fluid(700), player("p", 40, 800, first, media: #", "pathways": ["cdn-a", "cdn-b"]"#),
        player("q", 60, 800, media: #", "pathways": ["cdn-b", "cdn-a"]"#),
        more: #""hosts": {"cdn-b": {"down_kbps": 0}}, "until_s": 40,"#)

    /// No connection opens before each request is given up.
    private static let unheard = text(
        #""transport": "tcp", "http": "2", "delay_ms": 1750, "timeout_s": 3"#, player("p", 4, 8), player("q", 4, 8),
        more: #""until_s": 60,"#)

    /// Two requests of one player are answered at 300 kbit/s.
    private static let slow = text(
        fluid(
            6000,
            #", "faults": [{"of": "video", "player": "p", "body_kbps": 300, "from_chunk": 3, "to_chunk": 4, "#
                + #""times": 2}]"#
        ), player("p", 40, 1000), player("q", at: 5, 40, 1000))

    /// One of three players makes a single request.
    private static let anew = text(
        #""transport": "tcp", "http": "1.1", "down_kbps": 50000, "delay_ms": 150, "keep_alive_s": 0"#,
        player("p", 24, 800, first), player("q", 24, segment: 1, 400, first), player("r", 24, segment: 1, 400))

    /// The one connection carries what the other has asked for at 3 s.
    private static let waits = text(
        #""transport": "tcp", "http": "1.1", "connections_per_host": 1, "down_kbps": 4000, "delay_ms": 30, "#
            + #""think_ms": 600"#,
        player("p", 40, 800, #""preferred_forward_buffer_duration_s": 4"#),
        player("q", at: 3, 60, segment: 60, 2500), more: #""until_s": 40,"#)

    /// The connection breaks when the first half of the other's segment has come, at 5.2 s, and it is asked for again.
    private static let again = text(
        fluid(2000, #", "faults": [{"of": "video", "player": "q", "reset_after_bytes": 1300000, "times": 1}]"#),
        player("p", at: 7, 8, 1000, first),
        player("q", 20, segment: 20, 1000, media: #", "chunks_per_segment": 2"#), more: #""until_s": 60,"#)

    /// Likewise its own, while another loads.
    private static let ownAgain = text(
        fluid(2000, #", "faults": [{"of": "video", "player": "p", "reset_after_bytes": 800000, "times": 1}]"#),
        player("p", 12, segment: 12, 1000, first, media: #", "chunks_per_segment": 2"#),
        player("q", at: 4, 20, segment: 20, 1000), more: #""until_s": 60,"#)

    @Test(
        "what came to others, and what a host gives, where it was less than that",
        arguments: [
            (hangs, .stall, "2 players shared the link."), (rests, .stall, nil), (pauses, .stall, nil),
            (far, .start, "the host cdn-a's own network offered 500 kbit/s."),
            (near, .stall, "other apps were loading: backup."), (slow, .stall, nil), (dead, .stall, nil),
            (paced, .stall, "the host cdn-a's own network offered 1000 kbit/s; 2 players shared the link."),
            (anew, .start, "3 players shared the link."), (again, .stall, "2 players shared the link."),
            (ownAgain, .stall, "2 players shared the link."),
            (unheard, .start, "the way there and back took 3500 ms."),
            (
                waits, .stall,
                "a request waited 36.278 s for the only connection, as another player was using it "
                    + "(connections_per_host 1)."
            ),
        ] as [(String, Halt.Kind, String?)])
    func blame(text: String, kind: Halt.Kind, words: String?) throws {
        let sentences = try Self.sentences(text, kind)
        #expect(sentences.first { $0.hasPrefix("Besides, ") } == words.map { "Besides, " + $0 }, "\(sentences)")
    }

    @Test(
        "of what is under way, a server that is slow to one player, and a connection that another has",
        arguments: [
            (slow, "397500 of 500000 bytes are here, of a server that sends 300 kbit/s at most;"),
            (waits, "the video from 4 s to 8 s waits for a connection since 3.722 s;"),
        ])
    func underWay(text: String, words: String) throws {
        let sentences = try Self.sentences(text, .stall)
        #expect(sentences.contains { $0.contains(words) }, "\(sentences)")
    }

    /// The second player asks a host whose connection has been open for seconds, when the third opens one to another.
    @Test("connections that others open, to hosts that a player asks nothing of", arguments: [(1, false), (2, true)])
    func openings(index: Int, isBlamed: Bool) throws {
        let pathways = [#", "pathways": ["cdn-a", "cdn-b"]"#, #", "pathways": ["cdn-b", "cdn-a"]"#]
        let text = Self.text(
            #""transport": "tcp", "http": "2", "down_kbps": 4000, "delay_ms": 100, "start_jitter_ms": 900, "#
                + #""dns_delay_ms": 0"#,
            Self.player("r", 40, 400, media: pathways[1]), Self.player("q", at: 6, 24, 800, media: pathways[1]),
            Self.player("p", at: 6, 24, 800, media: pathways[0]))
        let sentences = try Self.sentences(text, .start, of: index)
        #expect(sentences.contains { $0.contains("start_jitter_ms") } == isBlamed, "\(sentences)")
    }

    private static func sentences(_ text: String, _ kind: Halt.Kind, of index: Int = 0) throws -> [String] {
        let run = try Run(readScenario(text)).player(index)
        return HaltStory(try #require(Halt.all(of: run).first { $0.kind == kind }), run).sentences
    }
}

import PlayerModel
import Testing

@testable import Simulation

@Suite("The causes that a story names")
struct StoryCauseTests {
    private static func why(_ text: ScenarioText) throws -> String {
        // In one line, as sentences are wrapped.
        try WhyText.text(text.judgedRun()).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }

    /// The segment fails at the instant of the jump, and before it. What failed is told by itself, with what was seen.
    @Test func `no failure of what the playhead has left`() throws {
        let fault = #"{ "of": "video", "chunk": 4, "status": 503, "times": 1 }"#
        let story = try Self.why(
            ScenarioText(
                network: .fluid(4000, #""delay_ms": 0, "request_bytes": 0, "faults": [\#(fault)]"#),
                media: .hls([2000], duration_s: 120, segment_s: 6), player: #""keep_up": "first-chunk""#,
                script: [.load(), .play(), .does(12.001, "seek", #""to_s": 60"#)]))
        #expect(story.contains("it was to be asked for again; the person"), "\(story)")
        #expect(!story.contains("it was to be asked for again."), "\(story)")
    }

    /// The buffer runs dry at 3.6 s: an app that hears of it may seek there and then.
    @Test("a jump within a stall, and in its very instant", arguments: ["3.6", "3.7"])
    func jump(at_s: String) throws {
        let text = """
            {"network": {"transport": "fluid", "delay_ms": 0,
               "phases": [{"for_s": 1.6, "down_kbps": 1000}, {"for_s": 40, "down_kbps": 0}, {"down_kbps": 1000}]},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 2, "variants": [{"bitrate_kbps": 800}]},
             "player": {"keep_up": "first-chunk"},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"},
               {"at_s": \(at_s), "do": "seek", "to_s": 30}]}
            """
        let story = try WhyText.text(Run(readScenario(text)))
        #expect(story.contains("2. A stall: from 3.6 s to 43.2 s, 39.6 s\n"), "\(story)")
        #expect(story.contains("\n   Meanwhile the playhead jumped to 30 s at \(at_s)00 s.\n"), "\(story)")
    }

    @Test("other apps that begin to load during a wait", arguments: ["0.9", "1", "5"])
    func traffic(since: String) throws {
        let traffic =
            #""traffic": [{ "kind": "greedy", "name": "backup", "at_s": \#(since), "count": 3, "for_s": 30 }]"#
        let story = try Self.why(
            ScenarioText(
                network: .fluid(4000), media: .hls([#""bitrate_kbps": 1500"#], duration_s: 60, segment_s: 4),
                script: [.does(1, "load"), .does(1, "play")], more: JSONPart(stringLiteral: traffic)))
        #expect(story.contains("other apps were loading: backup"))
    }

    @Test(
        "packets that found the queue full, where any did",
        arguments: [(20, "2", "TCP"), (2000, "2", "TCP"), (20, "3", "QUIC")])
    func queue(packets: Int, version: String, sender: String) throws {
        let network = "\"delay_ms\": 50, \"queue_packets\": \(packets), \"http\": \"\(version)\""
        let text = ScenarioText(
            network: .link(20_000, transport: "tcp", JSONPart(stringLiteral: network)),
            media: .hls([#""bitrate_kbps": 4000"#], duration_s: 60, segment_s: 6))
        let (story, dropped) = (try Self.why(text), try text.judgedRun().outcome.packetsDropped.down)
        #expect((dropped > 0) == (packets == 20))
        let clause = "\(dropped) packets of the whole run found the queue full (queue_down_packets 20): "
        #expect(story.contains(clause + sender) == (packets == 20), "\(story)")
    }

    /// A request is five packets, which leave at once.
    @Test("requests that found the queue of the way up full, where any did", arguments: [2, 50])
    func queueUp(packets: Int) throws {
        let network: JSONPart =
            #""up_kbps": 200, "delay_ms": 20, "request_bytes": 6000, "queue_up_packets": \#(packets)"#
        let text = ScenarioText(
            network: .link(2000, transport: "tcp", network), media: .hls([1000], duration_s: 20, segment_s: 4))
        let (story, dropped) = (try Self.why(text), try text.judgedRun().outcome.packetsDropped.up)
        #expect((dropped > 0) == (packets == 2))
        let clause = " of the whole run found the queue of the way up full (queue_up_packets 2): requests"
        #expect(story.contains("\(dropped) packets" + clause) == (packets == 2), "\(story)")
    }

    @Test("a narrow way up, though there is no limit down", arguments: ["fluid", "tcp"])
    func narrowWayUp(transport: String) throws {
        let story = try Self.why(
            ScenarioText(
                network: .link(transport: transport, #""up_kbps": 5, "delay_ms": 20"#),
                media: .hls([2000], duration_s: 20, segment_s: 4)))
        #expect(story.contains("offered no limit down and 5 kbit/s up all the while"), "\(story)")
    }

    /// A window of 8000 bytes holds five packets of 1448: in 0.2 s they are 289.6 kbit/s, in 0.1 s more than the media
    /// takes.
    @Test(
        "connections that could carry less than the media takes, or were opened later, where that was in the way",
        arguments: [
            (4000, #""delay_ms": 100, "receive_window_bytes": 8000"#, "a connection carried 290 kbit/s at most, as"),
            (4000, #""delay_ms": 50, "receive_window_bytes": 8000"#, nil),
            (200, #""delay_ms": 100, "receive_window_bytes": 8000"#, nil),
            (4000, #""start_jitter_ms": 900"#, "connections were opened up to 900 ms later than they were needed"),
            (4000, #""start_jitter_ms": 400"#, nil),
            (
                4000, #""http": "3", "tls": "0-rtt", "start_jitter_ms": 900"#,
                "connections were opened up to 900 ms later than they were needed"
            ),
        ] as [(Int, String, String?)])
    func connections(rate: Int, network: String, words: String?) throws {
        let story = try Self.why(
            ScenarioText(
                network: .link("\(rate)", transport: "tcp", JSONPart(stringLiteral: network)),
                media: .hls([400], duration_s: 8, segment_s: 4)))
        #expect(story.contains("Besides, " + (words ?? "")) == (words != nil), "\(story)")
    }

    /// A window of 40,000 bytes is filled by segments that are larger, and by others never.
    @Test("a receive window, where more than it holds was to come", arguments: [20_000, 50_000])
    func window(bytes: Int) throws {
        let variant = JSONPart(
            stringLiteral: #""bitrate_kbps": 350, "segment_bytes": [\#(bytes), \#(bytes)]"#)
        let story = try Self.why(
            ScenarioText(
                network: .link(2000, transport: "tcp", #""delay_ms": 500, "receive_window_bytes": 40000"#),
                media: .hls([variant], duration_s: 8, segment_s: 4)))
        #expect(story.contains("receive_window_bytes") == (bytes > 40_000), "\(story)")
    }

    /// Video and audio are asked for at once, the second segments when the first are in.
    @Test(
        "connections that are needed at once are no others than would be kept",
        arguments: [(4, "1.1", false), (4, "2", false), (1, "1.1", true), (1, "2", true)] as [(Int, String, Bool)])
    func connectionsAtOnce(seconds: Int, version: String, isNamed: Bool) throws {
        let http = JSONPart(stringLiteral: "\"http\": \"\(version)\"")
        let media: JSONPart = #""audio": { "bitrate_kbps": 64 }"#
        let story = try Self.why(
            ScenarioText(
                network: .link(4000, transport: "tcp", http.and(#""delay_ms": 150, "keep_alive_s": 0"#)),
                media: .hls([400], duration_s: 8, segment_s: JSONPart(integerLiteral: Int64(seconds)), media)))
        #expect(story.contains("no connection was kept") == isNamed, "\(story)")
    }

    /// Three requests, each of them over a connection of its own, with a handshake of TCP and one of TLS; and 0.2 s
    /// there and back, most of it in the host's own network.
    @Test(
        "connections that are not kept, and those to a host that is farther away",
        arguments: [
            (
                #""delay_ms": 150, "keep_alive_s": 0"#, "", "",
                "Besides, no connection was kept for the next request (keep_alive_s 0), and 3 were opened."
            ),
            (
                #""delay_ms": 20, "receive_window_bytes": 8000"#, #""pathways": ["cdn", "other"]"#,
                #""hosts": { "cdn": { "delay_ms": 80 } }"#,
                "own network delayed 80 ms more each way; a connection carried 290 kbit/s at most, as"
            ),
        ] as [(JSONPart, JSONPart, JSONPart, String)])
    func connectionsApart(network: JSONPart, media: JSONPart, hosts: JSONPart, words: String) throws {
        let variant: JSONPart = #""bitrate_kbps": 400, "playlist_bytes": 3000"#
        let story = try Self.why(
            ScenarioText(
                network: .link(4000, transport: "tcp", network),
                media: .hls(
                    [variant], duration_s: 8, segment_s: 4, media.and(#""multivariant_playlist_bytes": 800"#)),
                more: hosts))
        #expect(story.contains(words), "\(story)")
    }

    /// A fiftieth of what comes down, to the bit; -1 is without limit.
    @Test("a narrow way up has less than acknowledgements take", arguments: [(49, 0), (51, 1), (-1, 5_000_000)])
    func narrow(down: Int64, up: Int64) {
        #expect(NetworkHistory.isNarrowUp(BothWays(down: down, up: up)))
        if down > 0 { #expect(!NetworkHistory.isNarrowUp(BothWays(down: down, up: up + 1))) }
        #expect(!NetworkHistory.isNarrowUp(BothWays(down: down, up: -1)))
    }

    @Test(
        "a way up that carries nothing, or next to nothing, in the row of a stall",
        arguments: [("0", "nothing"), ("0.1", "0.1 kbit/s")])
    func deadWayUp(up_kbps: String, words: String) throws {
        let phases: JSONPart = #""phases": [{ "for_s": 5 }, { "up_kbps": \#(up_kbps) }]"#
        let run = try ScenarioText(
            network: .fluid(4000, phases), media: .hls([2000], duration_s: 60, segment_s: 4),
            player: #""preferred_forward_buffer_duration_s": 8"#, until_s: 100
        ).judgedRun()
        let reasons = Timeline(run.player(0)).rows.flatMap { $0.reasons }
        let offer = "the network offers 4000 kbit/s down and \(words) up, and the media takes 2000 kbit/s"
        #expect(reasons.contains { $0.hasSuffix(offer) }, "\(reasons)")
    }

    /// 1500 kbit/s come all the while, half of them in a segment that is not whole at the stall.
    @Test("no rate is said of what came whole where as much was under way")
    func underWay() throws {
        let story = try Self.why(
            ScenarioText(
                network: .fluid(1500), media: .hls([#""bitrate_kbps": 1000"#], duration_s: 60, segment_s: 4),
                script: [.load(), .play(), .does(8, "set_rate", #""rate": 2"#)]))
        #expect(story.contains("only 4 s came whole (500000 bytes, and 499999 of what was under way)."), "\(story)")
    }

    @Test("a rate besides 1, with what the media takes then")
    func rate() throws {
        let story = try Self.why(
            ScenarioText(
                network: .fluid(3000),
                media: #"{ "kind": "progressive", "duration_s": 60, "bitrate_kbps": 2000 }"#,
                script: [.load(), .play(), .does(5, "set_rate", #""rate": 2"#)]))
        #expect(story.contains("the media takes 2000 kbit/s (4000 kbit/s at rate 2)"))
    }

    @Test("a pause in a wait", arguments: ["pause", "set_rate"])
    func pause(action: String) throws {
        let story = try Self.why(
            ScenarioText(
                network: .fluid(500), media: .hls([#""bitrate_kbps": 1000"#], duration_s: 60, segment_s: 6),
                script: [.load(), .play(), .does(5, action, action == "pause" ? "" : #""rate": 0"#)]))
        #expect(story.contains("At 5.000 s, with 0 s ahead, it was over: the app asked for no playback any more."))
    }

    /// The first list of an event fails in a live stream that is joined within it; the other event waits behind an
    /// outage until the person jumps away.
    @Test(
        "an event that is over before it plays, of whom nobody but the other player asks anything",
        arguments: [
            (
                #""faults": [{ "of": "asset list", "status": 404, "times": 10 }]"#,
                #""asset_list_bytes": 300, "resumption_offset_s": 30"#,
                #""live": { "window_s": 40, "program_date": "2026-03-01T20:00:00Z" }"#,
                "At 0.002 s, with 0 s ahead, it is paused: the event is over."
            ),
            (
                #""outages": [{ "at_s": 12, "for_s": 30 }]"#, "", "",
                "At 35.000 s, with 0 s ahead, it is paused: the event is called off."
            ),
        ] as [(JSONPart, JSONPart, JSONPart, String)])
    func event(network: JSONPart, event: JSONPart, media: JSONPart, words: String) throws {
        let assets: JSONPart = .list([.hls([1500], duration_s: 12)])
        let events = JSONPart.list([.object([#""at_s": 24"#, "\"assets\": \(assets)", event])])
        let story = try Self.why(
            ScenarioText(
                network: .fluid(8000, network),
                media: .hls(
                    [2000], duration_s: 100, segment_s: 4, .members(["\"interstitials\": \(events)", media])),
                script: [.load(), .play(), .does(35, "seek", #""to_s": 30"#)], until_s: 50))
        #expect(story.contains(words) && !story.contains("the app asked"), "\(story)")
    }

    @Test("the language that was selected, with its bit rate")
    func language() throws {
        let audio = """
            "audio": [{ "language": "en", "bitrate_kbps": 100 }, { "language": "de", "bitrate_kbps": 900 }]
            """
        let text = ScenarioText(
            network: .fluid(1700),
            media: .hls([#""bitrate_kbps": 1000"#], duration_s: 60, segment_s: 6, JSONPart(stringLiteral: audio)),
            player: #""keep_up": "first-chunk""#,
            script: [.load(), .does(0, "select_audio", #""language": "de""#), .play()])
        let story = try Self.why(text)
        #expect(story.contains("the media takes 1900 kbit/s") && !story.contains("1100 kbit/s"))
        let events = AccessLog(try text.judgedRun().player(0)).events
        #expect(events.last?.averageAudioBitrate == 900_000)
        let sound = P1203Input(try text.judgedRun().player(0)).audio
        #expect(!sound.isEmpty && sound.allSatisfy { $0.bitRate == 900_000 })
    }

    /// The first chunk is enough for the rule, and is whole at 1.778 s.
    @Test("that too little was there to fill the pipelines with, where the rule was content long before")
    func pipelines() throws {
        let story = try Self.why(
            ScenarioText(
                network: .fluid(900), media: .hls([800], duration_s: 12, segment_s: 2),
                player: #""keep_up": "first-chunk", "preroll_media_s": 5, "evaluation_s": 3"#))
        for words in ["waits: too little is loaded to fill", "it plays: enough is loaded to fill"] {
            #expect(story.contains("\(words) the pipelines with (preroll_media_s)"), "\(story)")
        }
    }

    @Test("no later start where the item fails with any")
    func none() throws {
        let story = try Self.why(
            ScenarioText(
                network: #""down_kbps": 5000, "delay_ms": 30, "outages": [{ "at_s": 10, "for_s": 45 }]"#,
                media: .hls(
                    [#""bitrate_kbps": 1000"#, #""bitrate_kbps": 3000"#], duration_s: 120, segment_s: 4),
                player: #""profile": "exoplayer""#, script: [.load(), .play()]))
        #expect(story.contains("a later start: none found in 1 run"))
    }

    /// The first segment takes 8 s, of which it has 2 s before the link changes.
    @Test(
        "what the network offered during a wait, its changes included",
        arguments: [
            (#""down_kbps": 1000, "outages": [{ "at_s": 2, "for_s": 30 }]"#, ", then 1000 kbit/s from 32.000 s on"),
            (#""phases": [{ "for_s": 2, "down_kbps": 1000 }, { "down_kbps": 0 }]"#, ", and the media takes"),
        ])
    func changes(network: String, end: String) throws {
        let story = try Self.why(
            ScenarioText(
                network: JSONPart(stringLiteral: #""transport": "fluid", \#(network)"#),
                media: .hls([#""bitrate_kbps": 800"#], duration_s: 10, segment_s: 10),
                player: #""keep_up": "first-chunk""#, script: [.load(), .play()]))
        #expect(
            story.contains("The network offered 1000 kbit/s, then 0 kbit/s from 2.000 s on\(end)"), "\(story)")
    }

    /// It lasts no time, so that nobody has met it.
    @Test(
        "of changes at one instant the last alone",
        arguments: [
            (#""down_kbps": 50000"#, #""down_kbps": 900"#), (#""down_kbps": 0"#, #""down_kbps": 700"#),
            (#""up_kbps": 1"#, #""up_kbps": 2000"#), (#""delay_ms": 3000"#, #""delay_ms": 20"#),
        ] as [(JSONPart, JSONPart)])
    func passing(first: JSONPart, last: JSONPart) throws {
        func stories(_ changes: [JSONPart]) throws -> [[String]] {
            let changes = changes.map { JSONPart.does(10.1, "change_network", $0) }
            let run = try ScenarioText(
                network: .fluid(900), media: .hls([1000], duration_s: 24, segment_s: 4),
                player: #""keep_up": "first-chunk""#, script: [.load(), .play()] + changes
            ).run().player(0)
            return Halt.all(of: run).map { HaltStory($0, run).sentences }
        }
        #expect(try stories([first, last]) == stories([last]))
    }

    private static func ladder(_ rates: [String], _ network: String, _ player: String, _ script: String = "")
        -> String
    {
        let variants = rates.map { "{ \"bitrate_kbps\": \($0) }" }.joined(separator: ", ")
        return """
            { "network": { "transport": "fluid", "down_kbps": 1500\(network) },
              "media": { "kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [\(variants)] },
              "player": { "keep_up": "first-chunk"\(player) },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }\(script)] }
            """
    }

    @Test("as many stalls as are counted, one that ends with a pause at its own instant included")
    func instant() throws {
        let run = try Run(readScenario(Self.ladder(["2000", "500"], "", "", #", { "at_s": 30, "do": "pause" }"#)))
        let stalls = try #require(run["stall_count"])
        #expect(run.player(0).playback.stalls.contains { $0.at == $0.endedAt })
        #expect(try WhyText.text(run).contains("; \(stalls) stalls, "))
        #expect(Halt.all(of: run.player(0)).count { $0.kind == .stall } == stalls)
    }

    @Test("a change with which it never starts")
    func never() throws {
        let failing = Self.ladder(
            ["2000", "500"], #", "faults": [{ "of": "video", "variant": 2, "status": 404 }]"#,
            #", "fail_over": "give-up""#)
        let story = try WhyText.text(Run(readScenario(failing)))
        #expect(story.contains("Run again with at most 500 kbit/s (variant 2 of 2), it never starts."), "\(story)")
    }

    /// The third key is given up at 33.001 s, as a jump has left its segment; until 60 s two others come.
    @Test func `another key than the one that failed mends nothing`() throws {
        let seeks: [(JSONPart, Int)] = [(8, 60), (20, 7), (20.5, 68), (32, 13), (32.3, 66), (60, 13)]
        let fault = #"{ "of": "key", "request": 8, "status": 404, "times": 1 }"#
        let run = try ScenarioText(
            network: .fluid(4000, #""delay_ms": 500, "faults": [\#(fault)]"#),
            media: .hls(
                [#""bitrate_kbps": 1000, "playlist_bytes": 3000"#], duration_s: 120, segment_s: 6,
                #""key_bytes": 2000, "key_rotation_s": 6"#),
            player: #""keep_up": "first-chunk", "preferred_forward_buffer_duration_s": 12"#,
            script: [.load(), .play()] + seeks.map { .does($0, "seek", "\"to_s\": \($1)") }
        ).judgedRun()
        let story = FailureWords(run.player(0)).story
        #expect(story.count == 1 && story[0].contains("; the person waited from 60.000 s on, for "), "\(story)")
    }

    /// Nothing of the fifth segment is measured, so that Sabre's rule asks for the same again each time.
    @Test("a segment that is given up again and again", arguments: [("sabre", true), ("never", false)])
    func givenUp(rule: String, isTold: Bool) throws {
        let text = """
            {"network": {"transport": "fluid", "delay_ms": 0, "request_bytes": 0,
               "phases": [{"for_s": 12, "down_kbps": 6500}, {"down_kbps": 300}]},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 4,
               "variants": [{"bitrate_kbps": 4500}, {"bitrate_kbps": 300}]},
             "player": {"keep_up": "first-chunk", "switching": "throughput", "abandon_segment": "\(rule)"},
             "until_s": 30}
            """
        let run = try Run(readScenario(text))
        let count = Diary(run).words("video").filter { $0.contains("cancelled") }.count
        let story = try WhyText.text(run).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        let told =
            "By 30.000 s the video from 16 s to 20 s had been given up and asked for again \(count) times "
            + "(abandon_segment sabre); what had come of it was not measured."
        #expect(story.contains(told) == isTold && (count > 9) == isTold, "\(story)")
    }

    @Test("a limit that leaves a variant whose bit rate has a fraction of a kilobit")
    func limit() throws {
        let story = try WhyText.text(Run(readScenario(Self.ladder(["2000", "500.041"], "", ""))))
        #expect(story.contains("at most 500.041 kbit/s (variant 2 of 2)"), "\(story)")
    }
}

import PlayerModel
import Testing

@testable import Simulation

/// What a server says.
private enum Answers {
    static let clone = #"{ "id": "c", "base_id": "a", "host": "edge" }"#

    /// From 20 s on the server makes a pathway, and wants it first.
    static let later =
        #"{ "pathways": ["a"] }, { "from_s": 20, "pathways": ["c"], "clones": [\#(clone)] }"#
}

@Suite("Pathways that steering makes")
struct PathwayCloneTests {
    /// Two variants by one host, and by another one once a manifest says so, which is asked for every 5 s.
    private static func text(
        _ priority: String, pathways: String = #""a""#, faults: String = "", hosts: String = "",
        more: JSONPart = "", transport: String = "fluid", duration: JSONPart = 60
    ) -> ScenarioText {
        ScenarioText(
            network: .link(
                100_000_000, transport: transport,
                #""delay_ms": 100\#(faults.isEmpty ? "" : ", \"faults\": [\(faults)]")"#),
            media: .hls(
                [#""bitrate_kbps": 500, "playlist_bytes": 900"#, #""bitrate_kbps": 1000, "playlist_bytes": 900"#],
                duration_s: duration, segment_s: 4,
                .members([
                    #""pathways": [\#(pathways)], "multivariant_playlist_bytes": 900"#,
                    #""steering": { "ttl_s": 5, "priority": [\#(priority)] }"#, more,
                ])),
            player: #""profile": "avplayer", "preferred_forward_buffer_duration_s": 8"#,
            script: [.load(), .play(0)], more: hosts.isEmpty ? "" : "\"hosts\": \(hosts)")
    }

    /// The host that each request of a kind went to, and when.
    private static func requests(_ kind: Resource.Kind, _ run: Run) -> [(at: Instant, host: ExactText)] {
        let (names, own) = (run.scenario.network.transport.hosts.names, run.player(0))
        return own.playback.exchanges.filter { $0.kind == kind }.map { exchange in
            (exchange.at, names[Int(own.slots[Int(exchange.slot)].host)])
        }
    }

    @Test func `are copies of all variants, at the host that the manifest names`() throws {
        let media = try Self.text(Answers.later).read().players[0].media
        #expect(media.pathways == ["a", "c"] && media.firstClone == 1)
        #expect(media.variants.map { $0.pathway } == [0, 0, 1, 1])
        #expect(media.variants.map { $0.bitRate } == [500_000, 1_000_000, 500_000, 1_000_000])
        #expect(media.variants.map { $0.host } == [nil, nil, "edge", "edge"] && media.pathwayHosts == ["a", "edge"])
        let plain = media.unsteered
        #expect(plain.variants == Array(media.variants[..<2]) && plain.pathways.isEmpty && plain.steering == nil)
    }

    @Test(
        "are taken from the next segment on, with the audio that plays beside, once a manifest has made them",
        arguments: ["fluid", "tcp"], [false, true])
    func taken(transport: String, hasAudio: Bool) throws {
        let audio: JSONPart = hasAudio ? #""audio": { "bitrate_kbps": 64, "playlist_bytes": 700 }"# : ""
        let run = try Self.text(Answers.later, more: audio, transport: transport).judgedRun()
        let own = run.player(0)
        let made = try #require(own.playback.clones.first)
        #expect(own.playback.clones.count == 1 && made.value == MadePathway(asset: 0, pathway: 1))
        #expect(made.at > .zero + .seconds(20) && made.at < .zero + .seconds(27))
        // Playlists first: then all that is asked for comes from there.
        for (kind, before) in [(Resource.Kind.video, "a"), (.videoPlaylist, "a")] {
            for request in Self.requests(kind, run) {
                #expect(request.host.text == (request.at < made.at ? before : "edge"), "\(kind) at \(request.at)")
            }
        }
        let sounds = Self.requests(.audio, run)
        #expect(sounds.contains { $0.host == "edge" } == hasAudio && !sounds.contains { $0.host == "origin" })
        #expect(own.playback.stalls.isEmpty && own.playedTime == .seconds(60))
        let words = TextReport.text(run, allRows: true)
        #expect(words.contains("the steering manifest makes c, a clone of a at edge"))
        #expect(words.contains("of 4 by c, "))
    }

    /// The only host fails from 10 s on, with a buffer of 8 s.
    @Test("may be turned to when something fails, but not before they are made", arguments: [0, 4, 40])
    func failing(since: Int) throws {
        let before = since > 0 ? #"{ "pathways": ["a"] }, { "from_s": \#(since), "# : "{ "
        let run = try Self.text(
            before + #""pathways": ["a"], "clones": [\#(Answers.clone)] }"#,
            faults: #"{ "status": 404, "host": "a", "from_s": 10 }"#
        ).judgedRun()
        let own = run.player(0)
        #expect((own.playback.lastItemFailure == nil) == (since < 10))
        #expect(Self.requests(.video, run).contains { $0.host == "edge" } == (since < 10))
    }

    /// The fifth segment is asked for at 10.16 s, and fails 2 s later; the pathway is made at 11 s.
    @Test(
        "are there at once for what was asked for before: the same is not asked for again",
        arguments: ["hls.js", "vhs", "exoplayer"])
    func madeMeanwhile(profile: String) throws {
        let priority = #"{ "pathways": ["a"] }, { "from_s": 5, "pathways": ["a"], "clones": [\#(Answers.clone)] }"#
        let fault = #"{ "of": "video", "chunk": 4, "host": "a", "status": 404, "times": 1 }"#
        let run = try ScenarioText(
            network: .fluid(100_000, "\"delay_ms\": 1000, \"faults\": [\(fault)]"),
            media: .hls(
                [1000], duration_s: 60, segment_s: 4,
                .members([
                    #""pathways": ["a"], "multivariant_playlist_bytes": 900"#,
                    #""steering": { "ttl_s": 5, "priority": [\#(priority)] }"#,
                ])),
            player: "\"profile\": \"\(profile)\""
        ).judgedRun()
        #expect(ErrorLog(run.player(0)).entries.map { $0.recovery } == [.turned])
        #expect(run["end_reached"] == 1)
    }

    @Test("have the network of their host, and meet its faults")
    func hosts() throws {
        let slow = try Self.text(Answers.later, hosts: #"{ "edge": { "down_kbps": 400 } }"#).judgedRun()
        #expect(!slow.scenario.warnings.contains { $0.message.contains("edge") })
        #expect(!slow.player(0).playback.stalls.isEmpty)
        let dead = try Self.text(Answers.later, faults: #"{ "status": 404, "host": "edge", "times": 1 }"#).judgedRun()
        #expect(dead.player(0).playback.exchanges.contains { !$0.failures.isEmpty })
        #expect(dead.player(0).playback.lastItemFailure == nil)
        // A host that another pathway has already is the same.
        let shared = #"{ "id": "c", "base_id": "a", "host": "b" }"#
        let names = try Self.text(
            #"{ "pathways": ["c"], "clones": [\#(shared)] }"#, pathways: #""a", "b""#
        ).read().network.transport.hosts.names
        #expect(names == ["origin", "a", "b"])
    }

    @Test("may be copies of others, and stay when a later manifest says nothing of them")
    func copies() throws {
        let second = #"{ "id": "d", "base_id": "c", "host": "d" }"#
        let run = try Self.text(
            #"{ "pathways": ["d"], "clones": [\#(Answers.clone), \#(second)] }, { "from_s": 20, "pathways": ["c"] }"#
        ).judgedRun()
        #expect(run.player(0).player.media.pathways == ["a", "c", "d"])
        let hosts = Self.requests(.video, run).map { $0.host }
        let turn = try #require(hosts.firstIndex(of: "edge"))
        #expect(hosts[..<turn].allSatisfy { $0 == "d" } && hosts[turn...].allSatisfy { $0 == "edge" }, "\(hosts)")
    }

    @Test("are unknown until they are made, one after the other, and after what they are copies of")
    func unknown() {
        var pathways = Pathways(
            [0, 1, 2], first: 0, clones: [.init(pathway: 1, base: 0), .init(pathway: 2, base: 1)])
        #expect(pathways.areSeveral && !pathways.hasOthers && pathways.others(leftOut: false).isEmpty)
        pathways.want([2, 1])
        #expect(pathways.wanted == [0] && !pathways.isOpen)
        #expect(pathways.make([2]).isEmpty && pathways.make([2, 1]) == [1] && pathways.make([1, 2]) == [2])
        pathways.want([2])
        #expect(pathways.wanted == [2, 0, 1] && pathways.isOpen)
    }

    @Test("a report says what manifests make")
    func report() throws {
        let text = TextReport.text(try Self.text(Answers.later).run())
        #expect(
            text.contains(
                "pathways a (variants 1, 2), c (variants 3, 4; a clone of a at edge): playback begins with the first")
        )
        #expect(text.contains("after it is in: a; from 20 s c (it makes c)\n"))
    }

    @Test(
        "mistakes are told",
        arguments: [
            (#"{ "pathways": ["a"] }"#, "there is one pathway, so there is nothing to steer"),
            (
                #"{ "pathways": ["c"] }, { "from_s": 9, "pathways": ["c"], "clones": [\#(Answers.clone)] }"#,
                "there is no pathway 'c' yet: a manifest below makes it"
            ),
            (
                #"{ "pathways": ["a"], "clones": [{ "id": "a", "base_id": "a", "host": "e" }] }"#,
                "'a' is a pathway already"
            ),
            (#"{ "pathways": ["a"], "clones": [\#(Answers.clone), \#(Answers.clone)] }"#, "'c' is a pathway already"),
            (
                #"{ "pathways": ["a"], "clones": [{ "id": "d", "base_id": "c", "host": "e" }, \#(Answers.clone)] }"#,
                "there is no pathway 'c' to make a copy of"
            ),
            (
                #"{ "pathways": ["a"], "clones": [{ "id": "d", "base_id": "d", "host": "e" }] }"#,
                "there is no pathway 'd' to make a copy of"
            ),
            (
                #"{ "pathways": ["a"], "clones": [{ "id": "", "base_id": "a", "host": "e" }] }"#,
                "a pathway has a name"
            ),
            (#"{ "pathways": ["a"], "clones": [{ "id": "c", "base_id": "a", "host": "" }] }"#, "a host has a name"),
            (
                #"{ "pathways": ["a"], "clones": [{ "id": "c", "base_id": "a" }] }"#,
                "'host' is missing: HOST: the host that its media and playlists come from"
            ),
            (#"{ "pathways": ["a"], "clones": [] }"#, "at least 1"),
        ])
    func mistakes(priority: String, words: String) {
        let messages = Self.text(priority).messages
        #expect(messages.count == 1 && messages[0].contains(words), "\(messages)")
    }

    @Test func `there are no more of them than there may be`() {
        let clones = (1...100).map { #"{ "id": "c\#($0)", "base_id": "a", "host": "e" }"# }.joined(separator: ", ")
        let messages = Self.text(#"{ "pathways": ["a"], "clones": [\#(clones)] }"#).messages
        #expect(messages.count == 1 && messages[0].hasPrefix("101 pathways with 202 variants"), "\(messages)")
    }
}

import PlayerModel
import Testing

@testable import Simulation

@Suite("Steering of a playlist on disk")
struct PlaylistSteeringTests {
    /// A folder with two hosts' playlists, and a manifest beside them or none.
    private struct Folder: PlaylistFolder {
        let manifest: String?

        func playlist(_ path: String) -> FileAnswer<[UInt8]> {
            switch path {
            case "steering.json": FileAnswer(manifest.map { Array($0.utf8) })
            case "north.m3u8", "south.m3u8":
                .found(Array(ListedPlaylist(tail: "#EXT-X-ENDLIST\n").text.utf8))
            default: .missing
            }
        }

        func segmentSize(_: String) -> FileAnswer<Int64> { .missing }
    }

    private static func root(_ uri: String, hosts: [String] = ["north", "south"]) -> String {
        hosts.reduce(into: "#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"\(uri)\",PATHWAY-ID=\"north\"\n") {
            $0 += "#EXT-X-STREAM-INF:BANDWIDTH=600000,PATHWAY-ID=\"\($1)\"\n\($1).m3u8\n"
        }
    }

    /// A scenario that names the playlist, and all that is said of either.
    private static func read(
        _ manifest: String?, _ more: String = "", uri: String = "steering.json", hosts: [String] = ["north", "south"]
    ) -> (scenario: Scenario?, said: [String]) {
        let read = CompanionReading(
            .media, "m.m3u8", Array(root(uri, hosts: hosts).utf8), shownAs: "m.m3u8", in: Folder(manifest: manifest))
        if !read.faults.isEmpty { return (nil, read.faults) }
        return read.scenario(more)
    }

    /// The pathway that each request for media went by.
    private static func pathways(_ scenario: Scenario) throws -> [ExactText] {
        let run = try Run(scenario).player(0)
        return run.playback.exchanges.filter { $0.kind == .video }.compactMap {
            run.player.media.pathway(ofVariant: Int(run.slots[Int($0.slot)].variant))
        }
    }

    @Test func `a manifest beside the playlist is read as its server would send it`() throws {
        let text = #"{ "VERSION": 1, "TTL": 7, "PATHWAY-PRIORITY": ["south", "north"], "X-OWN": 3 }"#
        let (scenario, said) = Self.read(text)
        let made = try #require(scenario, "\(said)")
        #expect(said.isEmpty)
        #expect(made.players[0].assets[0].file?.notModelled == [])
        let steering = try #require(made.players[0].media.steering)
        #expect(steering.manifests.count == 1 && steering.clones.isEmpty && steering.manifests[0].next == 0)
        let manifest = steering.manifests[0]
        #expect(manifest.bytes == Int64(text.utf8.count) && manifest.timeToLive == .seconds(7))
        #expect(made.players[0].media.pathways == ["north", "south"] && manifest.answer(at: .zero).order == [1, 0])
        let hosts = try Self.pathways(made)
        // It is there as soon as the playlists are, before any media is asked for.
        #expect(hosts.count == 10 && Set(hosts) == ["south"], "\(hosts)")
        let asked = try Run(made).player(0).playback.exchanges.filter { $0.kind == .steeringManifest }
        #expect(asked.count > 1, "again whenever its TTL is over")
    }

    @Test func `without a TTL it is good for 300 s`() throws {
        let made = try #require(Self.read(#"{ "VERSION": 1, "PATHWAY-PRIORITY": ["north"] }"#).scenario)
        #expect(made.players[0].media.steering?.manifests[0].timeToLive == .seconds(300))
    }

    @Test(
        "what a manifest has in vain is said",
        arguments: [
            (#""PATHWAY-PRIORITY": ["soth", "south"]"#, "wants the pathway 'soth', which no variant has"),
            (
                #""PATHWAY-PRIORITY": ["south"], "RELOAD-URI": "b""#,
                "RELOAD-URI of 'steering.json' is passed over, because 'b' is no file beside the playlist"
            ),
        ])
    func inVain(member: String, words: String) throws {
        let (scenario, said) = Self.read("{ \"VERSION\": 1, \(member) }")
        #expect(said.count == 1 && said[0].hasPrefix("m.m3u8:2:1: warning: ") && said[0].contains(words), "\(said)")
        #expect(scenario?.players[0].media.steering?.manifests[0].answers[0].order == [1])
    }

    @Test(
        "faults of a manifest have its name and the place of the tag",
        arguments: [
            ("", "'steering.json' is no JSON"), ("[]", "'steering.json' has no VERSION"),
            (#"{ "VERSION": "1", "PATHWAY-PRIORITY": ["north"] }"#, "has a VERSION that is no whole number"),
            (#"{ "VERSION": 1.5, "PATHWAY-PRIORITY": ["north"] }"#, "has a VERSION that is no whole number"),
            (#"{ "PATHWAY-PRIORITY": ["north"] }"#, "has no VERSION"),
            (#"{ "VERSION": 1 }"#, "has no PATHWAY-PRIORITY"),
            (#"{ "VERSION": 1, "PATHWAY-PRIORITY": [] }"#, "has no PATHWAY-PRIORITY"),
            (#"{ "VERSION": 1, "PATHWAY-PRIORITY": ["north", 2] }"#, "number 2 of PATHWAY-PRIORITY"),
            (#"{ "VERSION": 1, "PATHWAY-PRIORITY": ["a", "a"] }"#, "the pathway 'a' twice"),
            (#"{ "VERSION": 1, "TTL": 0, "PATHWAY-PRIORITY": ["a"] }"#, "a TTL that is no whole number of seconds"),
            (#"{ "VERSION": 1, "TTL": 1.5, "PATHWAY-PRIORITY": ["a"] }"#, "a TTL that is no whole number of seconds"),
        ])
    func fault(manifest: String, words: String) {
        let (scenario, said) = Self.read(manifest)
        #expect(scenario == nil)
        #expect(said.count == 1 && said[0].hasPrefix("m.m3u8:2:1: error: ") && said[0].contains(words), "\(said)")
    }

    @Test("a manifest of another VERSION is passed over, and nothing is steered", arguments: [0, 2])
    func otherVersion(version: Int) throws {
        let (scenario, said) = Self.read("{ \"VERSION\": \(version), \"PATHWAY-PRIORITY\": [] }")
        let made = try #require(scenario, "\(said)")
        let words = "m.m3u8:2:1: warning: 'steering.json' is a steering manifest of another VERSION than 1"
        #expect(said.map { $0.hasPrefix(words) } == [true], "\(said)")
        #expect(made.players[0].media.steering == nil && made.players[0].assets[0].file?.notModelled == [])
    }

    @Test(
        "a server that is not asked is said",
        arguments: [
            ("https://example.com/steering", "its server is not asked"), ("/steering", "its server is not asked"),
            ("../steering.json", "SERVER-URI names no file in the playlist's folder: save it there"),
            ("other.json?a=b", "there is no file 'other.json' in the playlist's folder: save it there, or say"),
            ("data:application/json,%7B%7D", "one in a data: URI is not read (ours): save it"),
            ("DATA:;base64,e30=", "one in a data: URI is not read (ours): save it"),
        ])
    func server(uri: String, why: String) throws {
        let (scenario, said) = Self.read(nil, uri: uri)
        let made = try #require(scenario, "\(said)")
        let words = "no steering manifest is fetched, because \(why)"
        #expect(said.count == 1 && said[0].hasPrefix(words), "\(said)")
        #expect(said.allSatisfy { $0.contains("begins with the pathway of #EXT-X-CONTENT-STEERING, or else") })
        #expect(made.players[0].media.steering == nil)
        #expect(made.players[0].assets[0].file?.notModelled == ["content steering (EXT-X-CONTENT-STEERING)"])
    }

    @Test(
        "where there is one pathway nothing is steered",
        arguments: [nil, #"{ "VERSION": 1, "PATHWAY-PRIORITY": ["north"] }"#])
    func alone(manifest: String?) throws {
        let (scenario, said) = Self.read(manifest, hosts: ["north"])
        let made = try #require(scenario, "\(said)")
        #expect(said.count == 1 && said[0].hasPrefix("m.m3u8:2:1: warning: all variants have one pathway"), "\(said)")
        #expect(made.players[0].media.steering == nil && made.players[0].assets[0].file?.notModelled == [])
    }

    @Test(
        "and a scenario may say what it would answer",
        arguments: [nil, #"{ "VERSION": 1, "PATHWAY-PRIORITY": ["north"] }"#])
    func said(manifest: String?) throws {
        let steering = #"""
            , "steering": { "ttl_s": 5, "priority": [
              { "pathways": ["north"] }, { "from_s": 6, "pathways": ["south"] }] }
            """#
        let (scenario, said) = Self.read(manifest, steering)
        let made = try #require(scenario, "\(said)")
        #expect(said.isEmpty && made.players[0].assets[0].file?.notModelled == [])
        let hosts = try Self.pathways(made)
        let turn = try #require(hosts.firstIndex(of: "south"))
        #expect(
            turn > 0 && hosts[..<turn].allSatisfy { $0 == "north" } && hosts[turn...].allSatisfy { $0 == "south" })
    }

    @Test func `a scenario's steering has places for its mistakes`() {
        let steering = #", "steering": { "priority": [{ "pathways": ["noth"] }] }"#
        #expect(Self.read(nil, steering).said == ["there is no pathway 'noth'; did you mean 'north'?"])
        let alone = Self.read(nil, steering, hosts: ["north"]).said
        #expect(alone.count == 2 && alone[1].hasPrefix("there is one pathway, so there is nothing to steer"))
    }
}

extension CompanionReading {
    /// A scenario that names the playlist that was read, m.m3u8, and all that is said of either.
    func scenario(_ more: String, network: String = "") -> (scenario: Scenario?, said: [String]) {
        let media = "{ \"kind\": \"playlist\", \"path\": \"m.m3u8\"\(more) }"
        let text = "{ \"network\": { \"down_kbps\": 2000\(network) }, \"media\": \(media) }"
        let reading = ScenarioReader.read(
            SourceText(file: "test.json", bytes: Array(text.utf8)), companions: companions)
        let said = reading.diagnostics + (reading.scenario?.warnings ?? [])
        return (reading.scenario, notes.map { $0.text(as: .warning) } + said.map { $0.message })
    }
}

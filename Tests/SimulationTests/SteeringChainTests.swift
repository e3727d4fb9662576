import PlayerModel
import Testing

@testable import Simulation

/// Members of manifests.
private enum Manifest {
    static func clone(
        _ id: String, of base: String, _ rules: String = #""HOST": "new.example.com""#
    ) -> String { #"{ "BASE-ID": "\#(base)", "ID": "\#(id)", "URI-REPLACEMENT": { \#(rules) } }"# }

    static func clones(_ list: String...) -> String {
        "\"PATHWAY-CLONES\": [\(list.joined(separator: ", "))]"
    }

    static func priority(_ names: String..., and more: String = "") -> String {
        let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
        return "\"TTL\": 2, \"PATHWAY-PRIORITY\": [\(list)]\(more.isEmpty ? "" : ", \(more)")"
    }
}

@Suite("Steering manifests on disk that lead to others, and make pathways")
struct SteeringChainTests {
    private struct Folder: PlaylistFolder {
        let manifests: [String: String]

        func playlist(_ path: String) -> FileAnswer<[UInt8]> {
            if let manifest = manifests[path] { return .found(Array(manifest.utf8)) }
            return path.hasSuffix(".m3u8")
                ? .found(Array(ListedPlaylist(tail: "#EXT-X-ENDLIST\n").text.utf8)) : .missing
        }

        func segmentSize(_: String) -> FileAnswer<Int64> { .missing }
    }

    private static func root(hosts: [String], hasAudio: Bool) -> String {
        var text = "#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"steer/0.json?a=b\",PATHWAY-ID=\"north\"\n"
        if hasAudio {
            text +=
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aac\",NAME=\"en\",STABLE-RENDITION-ID=\"s\",URI=\"sound.m3u8\"\n"
        }
        for (number, host) in hosts.enumerated() {
            text +=
                "#EXT-X-STREAM-INF:BANDWIDTH=600000,STABLE-VARIANT-ID=\"v\",PATHWAY-ID=\"\(host)\""
                + (hasAudio ? ",AUDIO=\"aac\"" : "") + "\n\(number).m3u8\n"
        }
        return text
    }

    /// A scenario of a playlist whose steering manifests are `steer/0.json`, `steer/1.json` and so on, and all that is
    /// said of either.
    private static func read(
        _ manifests: [String], hosts: [String] = ["north", "south"], hasAudio: Bool = false, _ more: String = "",
        network: String = ""
    ) -> (scenario: Scenario?, said: [String]) {
        let named = manifests.enumerated().map { ("steer/\($0).json", "{ \"VERSION\": 1, \($1) }") }
        let read = CompanionReading(
            .media, "m.m3u8", Array(root(hosts: hosts, hasAudio: hasAudio).utf8), shownAs: "m.m3u8",
            in: Folder(manifests: Dictionary(uniqueKeysWithValues: named)))
        if !read.faults.isEmpty { return (nil, read.faults) }
        // A record of it says the same.
        #expect(CompanionReading(read.record).notes.count == read.notes.count)
        return read.scenario(more, network: network)
    }

    /// The host of each request for a kind.
    private static func hosts(_ kind: Resource.Kind, _ scenario: Scenario) throws -> [ExactText] {
        let run = try Run(scenario)
        return run.player(0).playback.exchanges.filter { $0.kind == kind }.map {
            scenario.network.transport.hosts.names[Int(run.player(0).slots[Int($0.slot)].host)]
        }
    }

    // MARK: RELOAD-URI

    @Test(
        "each manifest leads to the next, and the last to itself or back",
        arguments: [
            (["1.json", "2.json"], [1, 2, 2]), (["1.json", "2.json", "0.json?x"], [1, 2, 0]),
            (["1.json", "./2.json", "../steer/1.json"], [1, 2, 1]), (["0.json"], [0]), ([], [0]),
        ])
    func chain(uris: [String], next: [Int]) throws {
        let manifests = next.indices.map { place in
            Manifest.priority("north", and: place < uris.count ? "\"RELOAD-URI\": \"\(uris[place])\"" : "")
        }
        let (scenario, said) = Self.read(manifests)
        let made = try #require(scenario, "\(said)")
        #expect(said.isEmpty && made.players[0].media.steering?.manifests.map { $0.next } == next)
        let (run, objection) = try Judgement.judged(made)
        #expect(objection == nil)
        // Manifests have the slots behind all others.
        let own = try #require(run).player(0)
        let first = try #require(own.slots.firstIndex { $0.kind == .steeringManifest })
        let asked = own.playback.exchanges.filter { $0.kind == .steeringManifest }.map { Int($0.slot) - first }
        var (expected, place) = ([Int](), 0)
        for _ in asked {
            expected.append(place)
            place = next[place]
        }
        #expect(asked == expected && asked.count > 4)
    }

    @Test func `each says what is wanted, and when the next is asked for`() throws {
        let manifests = [
            #""TTL": 3, "PATHWAY-PRIORITY": ["north"], "RELOAD-URI": "1.json""#,
            #""TTL": 7, "PATHWAY-PRIORITY": ["south"], "RELOAD-URI": "0.json""#,
        ]
        let scenario = try #require(Self.read(manifests).scenario)
        let run = try Run(scenario)
        let times = run.player(0).playback.exchanges.filter { $0.kind == .steeringManifest }.map { $0.at.nanoseconds }
        let gaps = zip(times, times.dropFirst()).map { Int((Double($1 - $0) / 1e9).rounded()) }
        #expect(gaps.prefix(3) == [3, 7, 3], "\(gaps)")
        #expect(Set(try Self.hosts(.video, scenario)) == ["north", "south"])
        let text = TextReport.text(run)
        #expect(text.contains("the next 3 s after it is in: north; then steer/1.json, "), "\(text)")
        #expect(text.contains("the next 7 s after it is in: south; then steer/0.json again\n"))
    }

    @Test(
        "where the next is no file the same is loaded again, which is said",
        arguments: [
            "7.json", "https://example.com/1.json", "//example.com/1.json", "/1.json", "../../1.json", "..",
        ])
    func lost(uri: String) throws {
        let (scenario, said) = Self.read([Manifest.priority("south", and: "\"RELOAD-URI\": \"\(uri)\"")])
        let made = try #require(scenario, "\(said)")
        #expect(
            said.count == 1 && said[0].hasPrefix("m.m3u8:2:1: warning: RELOAD-URI of 'steer/0.json' is passed over"),
            "\(said)")
        #expect(made.players[0].media.steering?.manifests.map { $0.next } == [0])
        #expect(made.players[0].assets[0].file?.notModelled == ["the next steering manifest (RELOAD-URI)"])
    }

    @Test func `a chain has an end`() {
        let manifests = (0...SteeringChain.mostManifests).map {
            Manifest.priority("south", and: "\"RELOAD-URI\": \"\($0 + 1).json\"")
        }
        let said = Self.read(manifests).said
        #expect(
            said == [
                "m.m3u8:2:1: error: 'steer/100.json' is a steering manifest behind 100 others, as many as there may be"
            ])
    }

    // MARK: PATHWAY-CLONES

    @Test("a manifest makes a pathway of another host, also where there is one alone", arguments: [1, 2])
    func clone(count: Int) throws {
        let manifest = Manifest.priority("new", and: Manifest.clones(Manifest.clone("new", of: "north")))
        let own = Array(["north", "south"].prefix(count))
        let (scenario, said) = Self.read([manifest], hosts: own, hasAudio: true)
        let made = try #require(scenario, "\(said)")
        #expect(said.isEmpty && made.players[0].assets[0].file?.notModelled == [])
        #expect(made.players[0].media.pathways.texts == own + ["new"])
        // It is there as soon as the playlists are, before any media is asked for.
        #expect(Set(try Self.hosts(.video, made)) == ["new.example.com"])
        #expect(Set(try Self.hosts(.audio, made).dropFirst()) == ["new.example.com"])
        // Audio that plays beside variants of several is where it is.
        #expect(try Self.hosts(.audioPlaylist, made).first == (count == 1 ? "north" : "origin"))
        #expect(try Judgement.judged(made).objection == nil)
    }

    @Test(
        "URIs of their own go before HOST, and without either it is the same host",
        arguments: [
            (#""HOST": "h""#, "h", "h"), (#""PARAMS": { "token": "x" }"#, "north", "north"),
            (#""HOST": "h", "PER-VARIANT-URIS": { "v": "https://me@own:8080/v.m3u8" }"#, "own:8080", "h"),
            (#""HOST": "h", "PER-RENDITION-URIS": { "s": "//own?a" }"#, "h", "own"),
            (#""PER-VARIANT-URIS": { "v": "http://own" }"#, "own", "north"),
            (#""PER-RENDITION-URIS": { "s": "http://own/" }"#, "north", "own"),
            (#""HOST": "H.Example", "PER-VARIANT-URIS": { "v": "HTTP://OWN:8080/V" }"#, "own:8080", "h.example"),
        ])
    func replaced(rules: String, video: String, audio: String) throws {
        let manifest = Manifest.priority("new", and: Manifest.clones(Manifest.clone("new", of: "north", rules)))
        let (scenario, said) = Self.read([manifest], hosts: ["north"], hasAudio: true)
        let made = try #require(scenario, "\(said)")
        #expect(said.isEmpty, "\(said)")
        #expect(try Self.hosts(.video, made).last?.text == video && Self.hosts(.audio, made).last?.text == audio)
        #expect(try Judgement.judged(made).objection == nil)
    }

    @Test func `a manifest that is loaded again may make what it could not before`() throws {
        let manifests = [
            Manifest.priority(
                "far", "north",
                and: "\"RELOAD-URI\": \"1.json\", " + Manifest.clones(Manifest.clone("far", of: "new"))),
            Manifest.priority(
                "south", and: "\"RELOAD-URI\": \"0.json\", " + Manifest.clones(Manifest.clone("new", of: "north"))),
        ]
        let (scenario, said) = Self.read(manifests)
        let made = try #require(scenario, "\(said)")
        let late = "the clone 'far' of 'steer/0.json' is a copy of 'new', which is no pathway when the manifest is"
        #expect(said.map { $0.hasPrefix("m.m3u8:2:1: warning: \(late) first loaded") } == [true], "\(said)")
        #expect(made.players[0].media.pathways == ["north", "south", "new", "far"])
        let run = try Run(made).player(0)
        #expect(run.playback.clones.map { $0.value.pathway } == [2, 3])
    }

    @Test("one that is listed twice is made once, by a report too")
    func listedTwice() throws {
        let clones = Manifest.clones(Manifest.clone("c", of: "north"), Manifest.clone("c", of: "south"))
        let (scenario, said) = Self.read([Manifest.priority("c", and: clones)])
        let text = TextReport.text(try Run(try #require(scenario, "\(said)")))
        #expect(text.contains(" (it makes c)\n"))
    }

    @Test("so is a clone that is listed before its base, which is said, and no other one", arguments: [true, false])
    func listedBeforeBase(isBefore: Bool) throws {
        let (base, own) = (Manifest.clone("c", of: "north"), Manifest.clone("d", of: "c"))
        let clones = isBefore ? Manifest.clones(own, base) : Manifest.clones(base, own)
        let (scenario, said) = Self.read([Manifest.priority("d", and: clones)])
        let words = "m.m3u8:2:1: warning: the clone 'd' of 'steer/0.json' is a copy of 'c', which is no pathway when"
        #expect(said.map { $0.hasPrefix(words) } == (isBefore ? [true] : []), "\(said)")
        #expect(try #require(scenario).players[0].media.pathways == ["north", "south", "c", "d"])
    }

    @Test("a manifest of another VERSION that follows is passed over, and the one before it is loaded again")
    func otherVersion() throws {
        let first = Manifest.priority("south", and: "\"RELOAD-URI\": \"1.json\"")
        let second = "\"VERSION\": 2, " + Manifest.priority("north")
        let named = ["steer/0.json": "{ \"VERSION\": 1, \(first) }", "steer/1.json": "{ \(second) }"]
        let read = CompanionReading(
            .media, "m.m3u8", Array(Self.root(hosts: ["north", "south"], hasAudio: false).utf8), shownAs: "m.m3u8",
            in: Folder(manifests: named))
        let (scenario, said) = read.scenario("")
        let words = "m.m3u8:2:1: warning: 'steer/1.json' is a steering manifest of another VERSION than 1"
        #expect(said.map { $0.hasPrefix(words) } == [true], "\(said)")
        #expect(try #require(scenario).players[0].media.steering?.manifests.map { $0.next } == [0])
    }

    @Test(
        "what is hardly meant is said, and passed over",
        arguments: [
            (
                [Manifest.clone("new", of: "north"), Manifest.clone("north", of: "south")],
                "the clone 'north' of 'steer/0.json' is a pathway already"
            ),
            (
                [Manifest.clone("new", of: "north"), Manifest.clone("new", of: "south")],
                "the clone 'new' of 'steer/0.json' is a pathway already"
            ),
            (
                [Manifest.clone("new", of: "north"), Manifest.clone("b", of: "c")],
                "the clone 'b' of 'steer/0.json' is a copy of 'c', which is no pathway by then"
            ),
            (
                [Manifest.clone("new", of: "north"), Manifest.clone("b", of: "b")],
                "is a copy of 'b', which is no pathway by then"
            ),
            ([Manifest.clone("new", of: "nort"), Manifest.clone("new", of: "north")], "did you mean 'north'?"),
            (
                [Manifest.clone("new", of: "north", "")],
                "has no HOST in its URI-REPLACEMENT, so that it comes from the hosts of"
            ),
            (
                [Manifest.clone("new", of: "north", #""HOST": "h", "PER-VARIANT-URIS": { "w": "http://own" }"#)],
                "replaces the URI of 'w', which is no STABLE-VARIANT-ID of the playlist"
            ),
            (
                [Manifest.clone("new", of: "north", #""HOST": "h", "PER-RENDITION-URIS": { "v": "http://own" }"#)],
                "replaces the URI of 'v', which is no STABLE-RENDITION-ID of the playlist"
            ),
        ])
    func inVain(clones: [String], words: String) throws {
        let list = clones.joined(separator: ", ")
        let (scenario, said) = Self.read([Manifest.priority("new", and: Manifest.clones(list))])
        #expect(said.count == 1 && said[0].hasPrefix("m.m3u8:2:1: warning: ") && said[0].contains(words), "\(said)")
        #expect(try #require(scenario).players[0].media.pathways == ["north", "south", "new"])
    }

    /// The playlist has `north`, then one name in both of its forms; the manifest makes a copy of the first form, and
    /// another of it whose name is a kelvin sign.
    @Test("names that look the same are different pathways")
    func forms() throws {
        let (onLetter, behindLetter) = ("\u{e9}", "e\u{301}")
        let clones = Manifest.clones(
            Manifest.clone("K", of: behindLetter), Manifest.clone("\u{212a}", of: onLetter, #""HOST": "far""#))
        let manifest = Manifest.priority(behindLetter, onLetter, "\u{212a}", and: clones)
        let (scenario, said) = Self.read([manifest], hosts: ["north", onLetter, behindLetter])
        let media = try #require(scenario, "\(said)").players[0].media
        let names = ["north", onLetter, behindLetter, "K", "\u{212a}"]
        #expect(said.isEmpty && media.pathways == names.map { ExactText($0) })
        #expect(media.clones.map { $0.base } == [2, 1])
        #expect(media.steering?.manifests[0].answer(at: .zero).order == [2, 1, 4])
        #expect(media.variants.map { $0.host } == [nil, nil, nil, "new.example.com", "far"])
        let other = Manifest.clones(Manifest.clone("new", of: "cafe\u{301}"))
        let faults = Self.read([Manifest.priority("north", and: other)], hosts: ["north", "caf\u{e9}"]).said
        let question = "; did you mean 'caf\u{e9}', which has the same letters in other bytes?"
        #expect(faults.map { $0.contains(question) } == [true], "\(faults)")
    }

    @Test func `two that are copies of each other are none`() throws {
        let list = [Manifest.clone("x", of: "y"), Manifest.clone("y", of: "x")].joined(separator: ", ")
        let (scenario, said) = Self.read([Manifest.priority("south", and: Manifest.clones(list))])
        #expect(said.count == 2 && said.allSatisfy { $0.contains("which is no pathway by then") })
        #expect(try #require(scenario).players[0].media.pathways == ["north", "south"])
    }

    @Test(
        "faults have the name of the manifest and the place of the tag",
        arguments: [
            (#""RELOAD-URI": 5"#, "has something else than the URI of the next manifest as RELOAD-URI"),
            (#""RELOAD-URI": """#, "has something else than the URI of the next manifest as RELOAD-URI"),
            (#""PATHWAY-CLONES": {}"#, "has something else than a list as PATHWAY-CLONES"),
            (#""PATHWAY-CLONES": [5]"#, "has no BASE-ID in clone 1 of PATHWAY-CLONES"),
            (#""PATHWAY-CLONES": [{ "BASE-ID": "a", "ID": "" }]"#, "has no ID in clone 1 of PATHWAY-CLONES"),
            (
                #""PATHWAY-CLONES": [{ "BASE-ID": "a", "ID": "b" }]"#,
                "has no URI-REPLACEMENT in clone 1 of PATHWAY-CLONES"
            ),
            (Manifest.clones(Manifest.clone("b", of: "north", #""HOST": """#)), "as HOST in clone 1"),
            (Manifest.clones(Manifest.clone("b", of: "north", #""HOST": "http://h""#)), "as HOST in clone 1"),
            (Manifest.clones(Manifest.clone("b", of: "north", #""PARAMS": []"#)), "than an object as PARAMS"),
            (
                Manifest.clones(Manifest.clone("b", of: "north", #""PARAMS": { "a": 1 }"#)),
                "a text for 'a' in PARAMS"
            ),
            (
                Manifest.clones(Manifest.clone("b", of: "north", #""PER-VARIANT-URIS": { "v": "v.m3u8" }"#)),
                "has no URL with a host for 'v' in PER-VARIANT-URIS in clone 1"
            ),
        ])
    func fault(member: String, words: String) {
        let (scenario, said) = Self.read([Manifest.priority("north", and: member)])
        #expect(scenario == nil && said.count == 1, "\(said)")
        #expect(said[0].hasPrefix("m.m3u8:2:1: error: 'steer/0.json' ") && said[0].contains(words), "\(said)")
    }

    @Test func `there are no more of them than there may be`() {
        let clones = (0..<100).map { Manifest.clone("\($0)", of: "north") }.joined(separator: ", ")
        let said = Self.read([Manifest.priority("north", and: Manifest.clones(clones))]).said
        #expect(said.count == 1 && said[0].hasSuffix("makes more than the 100 pathways that there may be"), "\(said)")
    }

    @Test("a scenario's steering stands in the place of the manifests, and may make others", arguments: [1, 2])
    func scenario(count: Int) throws {
        let manifest = Manifest.priority("new", and: Manifest.clones(Manifest.clone("new", of: "north")))
        let steering = #"""
            , "steering": { "priority": [
              { "pathways": ["own"], "clones": [{ "id": "own", "base_id": "north", "host": "here" }] }] }
            """#
        let own = Array(["north", "south"].prefix(count))
        for manifests in [[], [manifest]] {
            let (scenario, said) = Self.read(manifests, hosts: own, steering)
            let made = try #require(scenario, "\(said)")
            #expect(made.players[0].media.pathways.texts == own + ["own"])
            #expect(try Self.hosts(.video, made).last == "here")
        }
    }
}

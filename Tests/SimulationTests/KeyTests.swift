import PlayerModel
import Testing

@testable import Simulation

@Suite("Keys that change, and media that is clear at first (EXT-X-KEY, RFC 8216, 4.3.2.4)")
struct KeyTests {
    // MARK: Playlists

    /// A key of AES-128; one with a capital letter is a licence of FairPlay Streaming.
    private static func key(_ name: String) -> String {
        name.lowercased() == name
            ? "#EXT-X-KEY:METHOD=AES-128,URI=\"\(name)\"\n"
            : "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://\(name)\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
    }

    /// A playlist of segments of 6 s, a letter each: the key that it needs, or a point where it is clear.
    private static func playlist(_ keys: String, end: String = "#EXT-X-ENDLIST\n") -> String {
        var (text, last) = ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n", Character("."))
        for (index, name) in keys.enumerated() {
            // A key of another format is in force besides, unless the one before ends.
            let ends = name == "." || last != "." && name.isUppercase != last.isUppercase
            if name != last, ends { text += "#EXT-X-KEY:METHOD=NONE\n" }
            if name != last, name != "." { text += key(String(name)) }
            last = name
            text += "#EXTINF:6,\n#EXT-X-BYTERANGE:375000@\(index * 375_000)\ns.ts\n"
        }
        return text + end
    }

    /// One of a few variants; the first takes 500 kbit/s, the next twice that.
    private static func ladder(_ variants: [String], session: [String] = []) -> PlaylistScenario {
        let named = variants.indices.map { ("\($0).m3u8", playlist(variants[$0])) }
        let lines = variants.indices.map { "#EXT-X-STREAM-INF:BANDWIDTH=\(500_000 * ($0 + 1))\n\($0).m3u8\n" }
        let keys = session.map { "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"\($0)\"\n" }
        return PlaylistScenario(root: "#EXTM3U\n" + keys.joined() + lines.joined(), named: named, until: 300)
    }

    /// The keys that came, by their numbers, and the first segments that were asked for between them.
    private static func order(_ run: Run) -> String {
        let own = run.player(0)
        return own.playback.exchanges.compactMap { exchange -> String? in
            switch exchange.kind {
            case .key: exchange.end?.how == .whole ? "k\(exchange.chunks.lowerBound)" : nil
            case .video: "\(exchange.chunks.lowerBound)"
            case .multivariantPlaylist: "m"
            case .videoPlaylist: "p"
            default: nil
            }
        }.joined(separator: " ")
    }

    @Test(
        "a key is asked for before the first segment that it opens, once",
        arguments: [
            ("aaaaaa", "p k0 0 1 2 3 4 5"), ("......", "p 0 1 2 3 4 5"), ("..aaaa", "p 0 1 k0 2 3 4 5"),
            ("aabbcc", "p k0 0 1 k1 2 3 k2 4 5"), ("aab.aa", "p k0 0 1 k1 2 3 4 5"),
            (".ab.ba", "p 0 k0 1 k1 2 3 4 5"), ("aa..aa", "p k0 0 1 2 3 4 5"),
        ])
    func order(keys: String, expected: String) throws {
        let run = try PlaylistScenario(root: Self.playlist(keys), until: 300).judgedRun()
        #expect(Self.order(run) == expected)
        #expect(run["end_reached"] == 1 && run["stall_count"] == 0)
    }

    @Test("one key that opens all is none of these, and clear media waits for none")
    func one() throws {
        func asset(_ keys: String) throws -> Asset { try PlaylistScenario(root: Self.playlist(keys)).asset() }
        #expect(try asset("aaaa").keys == nil && asset("....").keys == nil)
        #expect(try asset("aaaa").keyBytes == 16)
        #expect(try asset("aa.a").keys?.bytes == [16])
        let clear = try asset(".aab")
        #expect(clear.keys?.bytes == [16, 16] && clear.keyBytes == 16)
        /// What the first segment is asked for behind.
        func before(_ keys: String) throws -> Resource.Kind? {
            let exchanges = try PlaylistScenario(root: Self.playlist(keys)).judgedRun().player(0).playback.exchanges
            let first = try #require(exchanges.first { $0.kind == .video })
            return exchanges.last { $0.end?.at == first.at }?.kind
        }
        #expect(try before("....") == .videoPlaylist && before(".aaa") == .videoPlaylist)
        #expect(try before("aaaa") == .key && before("abab") == .key)
    }

    @Test(
        "one that opens a part is asked for where that part is fetched, and a gap needs none",
        arguments: [
            ("a.....", "", "p k0 0 1 2 3 4 5"),
            ("a.....", "#EXT-X-START:TIME-OFFSET=6,PRECISE=YES\n", "p 1 2 3 4 5"),
            ("a.....", "#EXT-X-GAP\n", "p 1 2 3 4 5"), ("ab....", "#EXT-X-GAP\n", "p k0 1 2 3 4 5"),
            ("abbbbb", "#EXT-X-GAP\n", "p k0 1 2 3 4 5"),
        ])
    func part(keys: String, tag: String, expected: String) throws {
        let target = "#EXT-X-TARGETDURATION:6\n"
        let text = Self.playlist(keys).replacing(target, with: target + tag)
        let run = try PlaylistScenario(root: text, until: 300).judgedRun()
        #expect(Self.order(run) == expected)
        #expect(run["end_reached"] == 1)
    }

    @Test("one of a live stream opens what it is listed for, and is written so")
    func partOfLive() throws {
        let asset = try PlaylistScenario(root: Self.playlist("a.......", end: "")).asset()
        let files = try #require(LivePlaylistWriter(asset, at: .zero, seed: 1)).files
        let written = try #require(mediaPlaylist(files[1].text))
        #expect(written.segments.map { $0.keySet >= 0 } == [true] + Array(repeating: false, count: 7))
    }

    @Test("each variant may have its own, which is asked for when that is switched to")
    func variants() throws {
        var scenario = Self.ladder(["aaaaaaaaaa", "bbbbbbbbbb"])
        scenario.more = #", "player": { "switching": "throughput" }"#
        let run = try scenario.judgedRun()
        #expect(Self.order(run).hasPrefix("m p k0 0 p k1 1 2 3"))
    }

    @Test("those that the multivariant playlist names come behind it, before other playlists")
    func session() throws {
        let run = try Self.ladder(["aabb", "cccc"], session: ["b", "c", "x"]).judgedRun()
        #expect(Self.order(run).hasPrefix("m k1 k2 p k0 0 1 2 3"), "\(Self.order(run))")
        #expect(run["end_reached"] == 1)
        func words(_ named: [String]) throws -> String {
            let scenario = try Self.ladder(["aabb", "cccc"], session: named).read()
            return Settings.all(scenario).first { $0.name == "media" }?.value ?? ""
        }
        let (early, late) = (
            "behind the multivariant playlist (EXT-X-SESSION-KEY)", "before the first segment that it opens (ours)"
        )
        #expect(try words([]).contains("3 keys of 16 bytes, each asked for \(late)"))
        #expect(try words(["b"]).contains("3 keys of 16 bytes: 1 asked for \(early), each of the others \(late)"))
        #expect(try words(["b", "c"]).contains("3 keys of 16 bytes: 2 asked for \(early), the other \(late)"))
        #expect(try words(["a", "b", "c"]).contains("3 keys of 16 bytes, each asked for \(early)"))
    }

    @Test("without one that all need an item fails, without that of a variant another one is played")
    func failing() throws {
        let fault = #", "faults": [{ "of": "key", "chunk": 1, "status": 403, "times": 1000 }]"#
        var scenario = PlaylistScenario(root: Self.playlist("aabb"), until: 300)
        scenario.network += fault
        #expect(try scenario.judgedRun().player(0).playback.lastItemFailure == .badStatus(403))
        var ladder = Self.ladder(["aaaa", "bbbb"])
        ladder.network += fault
        ladder.more = #", "player": { "switching": "throughput" }"#
        let run = try ladder.judgedRun()
        #expect(run["end_reached"] == 1 && run.player(0).playback.exclusions.map { $0.value.variant } == [1])
        #expect(Self.order(run) == "m p k0 0 p 1 2 3")
    }

    @Test("a rendition that is clear waits for no other's key, and one that is selected later for its own")
    func clearBeside() throws {
        let clear = try Self.ladder(["aaaa", "...."]).judgedRun()
        #expect(Self.order(clear) == "m p k0 0 1 2 3")
        var ladder = Self.ladder(["....", "aaaa"])
        ladder.network += #", "faults": [{ "of": "key", "status": 403, "times": 1000 }]"#
        #expect(Self.order(try ladder.judgedRun()) == "m p 0 1 2 3")
        var languages = PlaylistScenario(
            root: """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="en",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="fr",LANGUAGE="fr",URI="fr.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=900000,AUDIO="g"
                v.m3u8

                """,
            named: [
                ("v.m3u8", Self.playlist("..........")), ("en.m3u8", Self.playlist("..........")),
                ("fr.m3u8", Self.playlist("ffffffffff")),
            ], until: 300)
        languages.more = """
            , "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
            { "at_s": 9, "do": "select_audio", "language": "fr" }]
            """
        let run = try languages.judgedRun()
        let exchanges = run.player(0).playback.exchanges
        #expect(exchanges.filter { $0.kind == .key }.map { $0.at >= .zero + .seconds(9) } == [true])
    }

    @Test("the query of a URI tells keys apart, as on a script that gives them out")
    func queries() throws {
        let text = Self.playlist("aabbcc").replacing("URI=\"", with: "URI=\"key.php?id=")
        #expect(try PlaylistScenario(root: text).asset().keys?.bytes.count == 3)
    }

    @Test(
        "one that is in its own URI is not fetched, unless that is only what a licence is asked for with",
        arguments: ["data", "Data"])
    func held(scheme: String) throws {
        let text = Self.playlist("aabb").replacing("URI=\"", with: "URI=\"\(scheme):text/plain;base64,")
        let asset = try PlaylistScenario(root: text).asset()
        #expect(asset.keys == nil && asset.keyBytes == nil)
    }

    @Test("one that fails though nobody needs it fails nothing, and is asked for again where it is needed")
    func needless() throws {
        func ladder(_ variants: [String], times: Int) -> PlaylistScenario {
            var ladder = Self.ladder(variants, session: ["b"])
            ladder.network += #", "faults": [{ "of": "key", "chunk": 1, "status": 403, "times": \#(times) }]"#
            return ladder
        }
        let once = try ladder(["aaaaabb"], times: 1).judgedRun()
        #expect(once["end_reached"] == 1 && Self.order(once) == "m p k0 0 1 2 3 4 k1 5 6")
        let never = try ladder(["aaaaabb"], times: 1000).judgedRun()
        #expect(never.player(0).playback.lastItemFailure == .badStatus(403))
        #expect(Self.order(never) == "m p k0 0 1 2 3 4")
        let other = try ladder(["aaaa", "bbbb"], times: 1000).judgedRun()
        #expect(other["end_reached"] == 1 && other.player(0).playback.exclusions.isEmpty)
    }

    @Test(
        "after a seek another is needed, and the one before holds up nothing",
        arguments: [#""status": 403"#, #""silent_after_bytes": 0"#], [20, 25])
    func sought(fault: String, place: Int) throws {
        let run = try ScenarioText(
            network: .link(
                4000, #""delay_ms": 100, "faults": [{ "of": "key", "chunk": 37, \#(fault), "times": 99 }]"#),
            media: .hls([800], duration_s: 200, segment_s: 4, #""key_bytes": 16, "key_rotation_s": 4"#),
            script: [
                .load(), .play(0), .does(1, "seek", #""to_s": 150"#),
                .does(1.05, "seek", "\"to_s\": \(place), \"tolerance_before_s\": 0, \"tolerance_after_s\": 0"),
            ], until_s: 60
        ).judgedRun()
        let playback = run.player(0).playback
        #expect(playback.lastItemFailure == nil && run["stall_count"] == 0)
        let last = try #require(playback.clock.last)
        #expect(last.isMoving && last.playhead.anchor < .zero + .seconds(4))
    }

    // MARK: Live

    @Test("where keys change in what is listed they go on changing, and otherwise the one stays")
    func live() throws {
        func keys(_ listed: String) throws -> String {
            var scenario = PlaylistScenario(root: Self.playlist(listed, end: ""), until: 100)
            scenario.live = "{}"
            return Self.order(try scenario.judgedRun()).split(separator: " ").filter { $0.hasPrefix("k") }
                .joined(separator: " ")
        }
        #expect(try keys("aabbcc") == "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10")
        #expect(try keys("aaaaaa") == "k0")
        #expect(try keys("a.aaaa") == "k0")
    }

    // MARK: Inline

    private static func text(
        _ more: String = "\"key_rotation_s\": 12", live: String = "", length: Int = 60, script: [JSONPart] = []
    ) -> ScenarioText {
        ScenarioText(
            network: .link(8000, #""delay_ms": 50"#),
            media: .hls(
                [500, 1500], duration_s: JSONPart(stringLiteral: "\(length)"), segment_s: 4,
                .members(["\"key_bytes\": 2000", "\(more)", "\(live)"])),
            script: script.isEmpty ? [.load(), .play(0)] : script, until_s: 400)
    }

    @Test("a ladder may change its key every so often, from the next segment on", arguments: [4, 5, 12, 30, 59])
    func rotation(length: Int) throws {
        let run = try Self.text("\"key_rotation_s\": \(length)").judgedRun()
        let starts = stride(from: 0, to: 60, by: 4).map { $0 / length }
        #expect(try #require(run.player(0).player.media.keys).bytes.count == starts.last! + 1)
        let keys = run.player(0).playback.exchanges.filter { $0.kind == .key }.map { Int($0.chunks.lowerBound) }
        #expect(keys == Array(Set(starts)).sorted())
        #expect(run["end_reached"] == 1 && run["stall_count"] == 0)
    }

    @Test("of more keys than there are slots each comes once")
    func many() throws {
        let run = try Self.text("\"key_rotation_s\": 4", length: 200).judgedRun()
        let keys = run.player(0).playback.exchanges.filter { $0.kind == .key }
        #expect(keys.map { Int($0.chunks.lowerBound) } == Array(0..<50))
        #expect(run.player(0).slots.count { $0.kind == .key } == ContentKeys.mostSlots)
    }

    @Test("one that was fetched before the run begins is not fetched again")
    func preloaded() throws {
        let more =
            #""key_rotation_s": 12, "session_key": true, "multivariant_playlist_bytes": 800, "preloaded": ["key"]"#
        let run = try Self.text(more).judgedRun()
        #expect(Self.order(run).hasPrefix("m 0 1 2 k1 3"))
    }

    @Test("an app asks for those that are named before there is an item")
    func preloading() throws {
        let more = #""key_rotation_s": 12, "session_key": true, "multivariant_playlist_bytes": 800"#
        let script: [JSONPart] = [
            .does(0, "load_values"), .does(0, "preload_keys"), .load(3), .play(3),
        ]
        let run = try Self.text(more, script: script).judgedRun()
        let key = try #require(run.player(0).playback.exchanges.first { $0.kind == .key })
        #expect(key.at < .zero + .seconds(1) && Self.order(run).hasPrefix("m k0 0 1 2 k1 3"))
    }

    @Test("what is written of a live stream says where its keys change")
    func written() throws {
        let scenario = try Self.text("\"key_rotation_s\": 8", live: #""live": { "window_s": 20 }"#).read()
        let writer = try #require(LivePlaylistWriter(scenario.players[0].media, at: .zero, seed: 1))
        let playlist = try #require(mediaPlaylist(writer.files[1].text))
        let names = playlist.segments.map { segment in
            playlist.keys(of: segment).map { playlist.text.string($0.uri) }.joined()
        }
        #expect(names == ["key-1.bin", "key-1.bin", "key-2.bin", "key-2.bin", "key-3.bin"])
    }

    @Test(
        "each key is written in the format that it has, whichever the first has",
        arguments: [
            ("aaFFaa", ["key-1.bin", "skd://key-2"]), ("FFaaFF", ["skd://key-1", "key-2.bin"]),
            ("FFGGFF", ["skd://key-1", "skd://key-2"]), (".abab.", ["key-1.bin", "key-2.bin"]),
        ])
    func formats(listed: String, expected: [String]) throws {
        var scenario = PlaylistScenario(root: Self.playlist(listed, end: ""), until: 100)
        scenario.live = "{}"
        let writer = try #require(LivePlaylistWriter(scenario.read().players[0].media, at: .zero, seed: 1))
        let text = try #require(writer.files.last).text
        let playlist = try #require(mediaPlaylist(text))
        let letters = listed.filter { $0 != "." }.reduce(into: "") { if !$0.contains($1) { $0.append($1) } }
        let names = playlist.segments.map { segment in
            playlist.keys(of: segment).map { playlist.text.string($0.uri) }.joined()
        }
        let own = listed.map { letter in
            letters.firstIndex(of: letter).map { expected[letters.distance(from: letters.startIndex, to: $0)] } ?? ""
        }
        #expect(names == own)
        let formats = playlist.segments.map { segment in
            playlist.keys(of: segment).contains { $0.isFairPlay(in: playlist.text) }
        }
        #expect(formats == listed.map { $0.isUppercase })
        #expect(text.contains("#EXT-X-VERSION:\(listed.contains { $0.isUppercase } ? 5 : 4)\n"))
    }

    @Test(
        "what cannot be is said",
        arguments: [
            ("\"key_rotation_s\": 3", "a key opens a segment at least, and one lasts 4 s"),
            ("\"key_rotation_s\": 0", "must be"),
            (#""key_rotation_s": 12, "session_key": true, "live": {}"#, "which a live stream has left"),
        ])
    func mistakes(more: String, message: String) {
        let messages = Self.text(more).messages
        #expect(messages.count == 1 && messages[0].contains(message), "\(messages)")
    }

    @Test("there has to be a key to change")
    func withoutKey() {
        let text = ScenarioText(
            network: .fluid(8000), media: .hls([500], duration_s: 60, segment_s: 4, "\"key_rotation_s\": 12"))
        #expect(text.messages == ["there is no key to change: give 'key_bytes'"])
    }

    // MARK: At random

    @Test("whatever the keys are, all laws hold", arguments: 0..<40)
    func random(seed: UInt64) throws {
        var random = RandomStream(seed: seed, name: "keys")
        func one(_ choices: [String]) -> String { choices[Int(random.below(UInt64(choices.count)))] }
        func keys() -> String { String((0..<10).map { _ in Character(one(["a", "b", "c", ".", "a"])) }) }
        var scenario = Self.ladder([keys(), keys(), keys()], session: [one(["a", "b", "x"])])
        scenario.network =
            "\"transport\": \"\(one(["fluid", "tcp"]))\", \"down_kbps\": \(600 + random.below(3000)), \"delay_ms\": 40"
        if random.below(2) == 0 {
            scenario.network += #", "faults": [{ "of": "key", "percent": 20, "status": 503 }]"#
        }
        let isLive = random.below(3) == 0
        if isLive {
            scenario.named = scenario.named.map { ($0.0, $0.1.replacing("#EXT-X-ENDLIST\n", with: "")) }
            scenario.live = "{}"
            scenario.until = 90
        }
        let place = random.below(50)
        scenario.more = """
            , "player": { "switching": "\(one(["fixed", "throughput", "bola"]))", "keep_up": "first-chunk" },
            "script": [
              { "at_s": 0, "do": "load" }, { "at_s": 1, "do": "play" }, { "at_s": 9, "do": "seek", "to_s": \(place) }
            ]
            """
        let run = try scenario.judgedRun()
        let failed = run.player(0).playback.lastItemFailure != nil
        #expect(isLive || failed || run["end_reached"] == 1)
    }

    @Test("also with pathways that are steered, parts, and sound beside", arguments: 0..<20)
    func beside(seed: UInt64) throws {
        var random = RandomStream(seed: seed, name: "keys beside")
        func one(_ choices: [String]) -> String { choices[Int(random.below(UInt64(choices.count)))] }
        let parts = [
            "\"key_rotation_s\": \(4 + random.below(20))", "\"audio\": { \"bitrate_kbps\": 64, \"segment_s\": 2 }",
            one([
                "",
                #""pathways": ["a", "b"], "steering": { "ttl_s": 5, "priority": [{ "pathways": ["b", "a"] }] }"#,
            ]),
            one([
                "", #""session_key": true, "multivariant_playlist_bytes": 900"#, #""live": { "window_s": 20 }"#,
                #""live": { "window_s": 20, "part_s": 0.5 }"#,
            ]),
        ].filter { !$0.isEmpty }
        let run = try Self.text(parts.joined(separator: ", ")).judgedRun()
        #expect(run["end_reached"] == 1)
    }
}

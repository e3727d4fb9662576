import Foundation
import Simulation
import Testing

@testable import autowait

@Suite("autowait search")
struct SearchCommandTests {
    private static let clip = """
        {"name": "A clip", "network": {"transport": "fluid"},
         "media": {"kind": "progressive", "duration_s": 30, "bitrate_kbps": 1000}}
        """

    private static func search(_ words: [String], _ text: String = clip) throws -> Reply {
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("clip.json")
            try text.write(to: file, atomically: true, encoding: .utf8)
            return Autowait.reply(to: ["search", file.path] + words)
        }
    }

    @Test(
        "finds a network on which a rule stalls though it need not, on at most 15 lines",
        arguments: Place.triesAll
            ? ["play-through", "exoplayer", "fixed-seconds", "shaka", "first-chunk"] : ["play-through", "exoplayer"])
    func rules(name: String) throws {
        let tries = Place.triesAll ? 64 : 16
        let words = ["--against", "player.keep_up=\(name)", "--tries", "\(tries)", "--rates", "300..4000"]
        let reply = try Self.search(words)
        #expect(reply.code == .asExpected, "\(reply.errors)")
        #expect(1...15 ~= reply.output.count { $0 == "\n" }, "\(reply.output)\(reply.errors)")
        #expect(reply.output.contains("\"keep_up\": \"\(name)\"") && reply.output.contains("\"fluid\""))
        #expect(
            reply.errors.hasPrefix(
                "the worst of \(tries) networks of 300 to 4000 kbit/s, of 2 to 5 rates for 1 to 60 s"))
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("worst.json")
            try reply.output.write(to: file, atomically: true, encoding: .utf8)
            let report = Autowait.reply(to: ["run", file.path, "--goldilocks"]).output
            let stalls = report.firstMatch(of: /stall_count +(\d+)/).flatMap { Int($0.1) }
            #expect(stalls ?? 0 > 0, "\(report)")
            #expect(report.contains("goldilocks_start_s") && !report.contains("none found"))
        }
        if Place.triesAll || name == "exoplayer" {
            #expect(try Self.search(words + ["--jobs", "1"]).output == reply.output)
        }
    }

    @Test("is not written where the files that it names would be missed", arguments: ["", "sub/"])
    func otherFolder(place: String) throws {
        try TestFolder.with { folder in
            let list = (0..<3).map { "#EXTINF:6,\n#EXT-X-BYTERANGE:300000@\($0 * 300_000)\na.ts\n" }.joined()
            try folder.write(
                "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:6\n\(list)#EXT-X-ENDLIST\n", "sub/m.m3u8")
            try folder.write(#"{"network": {"transport": "fluid"}, "media": "m.m3u8"}"#, "sub/s.json")
            let output = "\(folder.path)/\(place)worst.json"
            let words = ["--against", "player.keep_up=first-chunk", "--tries", "16", "-o", output]
            let reply = Autowait.reply(to: ["search", folder.path + "/sub/s.json"] + words)
            if place.isEmpty {
                let remedy = "are meant from where it lies; write -o \(folder.path)/sub/worst.json\n"
                #expect(reply.code == .usage && reply.errors.hasSuffix(remedy), "\(reply.errors)")
            } else {
                #expect(reply.code == .asExpected, "\(reply.errors)")
                #expect(Autowait.reply(to: ["run", output]).code == .asExpected)
            }
        }
    }

    @Test("holds one rule against another, and says where nothing is found")
    func against() throws {
        let rules = ["--against", "player.keep_up=exoplayer", "--than", "player.keep_up=play-through"]
        let reply = try Self.search(rules + ["--make", "stall_time_s", "--tries", "16"])
        #expect(reply.errors.contains(" s than with player.keep_up=play-through; this, shrunk in "))
        #expect(reply.output.contains("\"exoplayer\"") && !reply.output.contains("play-through"))
        let none = try Self.search(["--against", "player.keep_up=exoplayer", "--tries", "4", "--rates", "9000..9001"])
        #expect(none.output.isEmpty && none.code == .asExpected)
        #expect(none.errors.hasPrefix("none of 4 networks of 9000 to 9001 kbit/s"))
        let one = try Self.search(["--against", "player.keep_up=exoplayer", "--tries", "1", "--rates", "9000..9001"])
        #expect(one.errors.hasPrefix("the only network, one of 9000 to 9001 kbit/s"), "\(one.errors)")
        #expect(one.errors.contains(", does not make stall_count worse than the earliest"), "\(one.errors)")
    }

    /// Several players of one kind: with what each expects, which is none of the search's business.
    @Test("finds a network also where the scenario has players, and takes the one who does worst")
    func players() throws {
        func player(_ name: String, _ media: String, _ more: String = "") -> String {
            "{\"name\": \"\(name)\", \"media\": {\"kind\": \"hls\", \"duration_s\": 40, \"segment_s\": 4, "
                + "\"variants\": [\(media)]}, \"expect\": {\"stall_count\": 0}\(more)}"
        }
        let ladder = "{\"bitrate_kbps\": 300}, {\"bitrate_kbps\": 900}, {\"bitrate_kbps\": 2500}"
        let two = """
            {"name": "Two", "network": {"transport": "fluid", "down_kbps": 2000}, "until_s": 400, "players": [
             \(player("a", ladder, ", \"player\": {\"switching\": \"throughput\"}")),
             \(player("b", "{\"bitrate_kbps\": 2500}"))]}
            """
        let rule = [
            "--against", "players.1.player.keep_up=first-chunk", "--than", "players.1.player.keep_up=play-through",
        ]
        let stalls = try Self.search(rule + ["--tries", "8"], two)
        #expect(stalls.errors.hasPrefix("the worst of 8 networks of "), "\(stalls.errors)")
        #expect(stalls.output.contains("first-chunk") && !stalls.output.contains("expect"))
    }

    @Test("what has a value is shrunk to what has one, and a seek to one that is slow")
    func seeks() throws {
        let text = """
            {"name": "s", "network": {"transport": "fluid"},
             "media": {"kind": "hls", "duration_s": 60, "variants": [{"bitrate_kbps": 800}]},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 1, "do": "play"}, {"at_s": 5, "do": "seek", "to_s": 40}],
             "until_s": 100}
            """
        let rules = ["--against", "player.keep_up=play-through", "--than", "player.keep_up=first-chunk"]
        let reply = try Self.search(rules + ["--make", "seek_time_s", "--tries", "16"], text)
        #expect(reply.output.contains(#""do": "seek""#), "\(reply.output)\(reply.errors)")
        let worse = reply.errors.firstMatch(of: /makes seek_time_s worse by ([0-9.]+) s .* tries, by ([0-9.]+) s;/)
        let (found, shrunk) = try (#require(Double(worse?.1 ?? "")), #require(Double(worse?.2 ?? "")))
        #expect(shrunk >= found / 2 && shrunk < 100, "\(reply.errors)")
        #expect(reply.errors.contains("; as shrunk, seek_time_s is ") && !reply.errors.contains("none"))
    }

    @Test("what is shrunk is within the bounds, but for what is not needed")
    func bounds() throws {
        let bounds = ["--rates", "360..390", "--lengths", "7..9", "--delays", "140..160"]
        let reply = try Self.search(["--against", "player.keep_up=exoplayer", "--tries", "16"] + bounds)
        let rates = reply.output.matches(of: /"down_kbps": ([0-9.]+)/).compactMap { Double($0.1) }
        #expect(!rates.isEmpty && rates.allSatisfy { 360...390 ~= $0 }, "\(reply.output)\(reply.errors)")
        let lengths = reply.output.matches(of: /"for_s": ([0-9.]+)/).compactMap { Double($0.1) }
        #expect(lengths.allSatisfy { 7...9 ~= $0 }, "\(reply.output)")
    }

    @Test("where nothing can be run, says why, and not that nothing is worse", arguments: ["", "--than"])
    func unrunnable(option: String) throws {
        let text = Self.clip.replacing("\"name\":", with: "\"max_events\": 1, \"name\":")
        let other = option.isEmpty ? [] : [option, "player.keep_up=play-through"]
        let reply = try Self.search(["--against", "player.keep_up=exoplayer", "--tries", "3"] + other, text)
        #expect(reply.code == .badData && reply.output.isEmpty)
        #expect(reply.errors.contains("/clip.json: error: more than 1 event by 0 s, "), "\(reply.errors)")
    }

    @Test("says where there is nothing to compare")
    func unjudged() throws {
        let rule = ["--against", "player.keep_up=exoplayer", "--than", "player.keep_up=play-through"]
        let reply = try Self.search(rule + ["--make", "live_latency_mean_s", "--tries", "4"])
        #expect(reply.errors.contains("; on 4 of them there is nothing to compare"), "\(reply.errors)")
    }

    @Test(
        "prints nothing that check warns of, and with --whole what it found, whose figures it says",
        arguments: [
            "player.switching=throughput", #"player.keep_up={"rule":"fixed-seconds","start_s":2,"after_stall_s":6}"#,
        ])
    func silent(rule: String) throws {
        let stream = """
            {"name": "A stream", "network": {"transport": "fluid"}, "media": {"kind": "hls", "duration_s": 60,
             "segment_s": 4, "variants": [{"bitrate_kbps": 2500}, {"bitrate_kbps": 600}, {"bitrate_kbps": 1200}]}}
            """
        let words = ["--against", rule, "--tries", "16"]
        let replies = try [Self.search(words, stream), Self.search(words + ["--whole"], stream)]
        let figures = try replies.map { reply in
            try Place.withFolder { folder in
                let file = folder.appendingPathComponent("worst.json")
                try reply.output.write(to: file, atomically: true, encoding: .utf8)
                let check = Autowait.reply(to: ["check", file.path])
                #expect(check.code == .asExpected && check.errors.isEmpty, "\(check.errors)\(reply.output)")
                let report = Autowait.reply(to: ["run", file.path]).output
                return try #require(report.firstMatch(of: /stall_count +(\d+)/)).1
            }
        }
        #expect(replies[1].output.contains("\"for_s\"") && replies[1].output.count > replies[0].output.count)
        #expect(
            replies[0].errors.contains(
                "; as it was found, which --whole prints, stall_count is \(figures[1]), startup")
                && replies[0].errors.contains("; as shrunk, stall_count is \(figures[0]), startup"),
            "\(replies[0].errors)")
        #expect(replies[1].errors.contains("; as it was found, which is this, stall_count is \(figures[1]), startup"))
    }

    @Test("keeps the rest of the network, and says what gives way to the rates")
    func rest() throws {
        try TestFolder.with { folder in
            try folder.write(Self.clip.replacing("\"fluid\"", with: "\"fluid\", \"delay_ms\": 2000"), "far.json")
            try folder.write(
                Self.clip.replacing("{\"transport\": \"fluid\"}", with: "{\"preset\": \"3G\"}"), "3g.json")
            let rule = "--against player.keep_up=exoplayer --tries 16"
            let preset = try Place.shell("autowait search 3g.json --rates 300..900 \(rule)", in: folder.url)
            #expect(preset.errors.hasSuffix("; left out of the network: preset\n"), "\(preset.errors)")
            let named = try Place.shell("autowait search far.json \(rule)", in: folder.url)
            #expect(named.code == 0 && !named.errors.contains("left out"), "\(named.errors)")
        }
    }

    @Test("a delay that nothing hangs on goes, and one that the scenario names stays")
    func unneeded() throws {
        let rule = ["--against", "player.keep_up=exoplayer", "--tries", "16", "--rates", "400..900"]
        let reply = try Self.search(rule)
        #expect(
            reply.errors.hasPrefix(
                "the worst of 16 networks of 400 to 900 kbit/s, of 2 to 5 rates for 1 to 60 s each, with delays of 0 "
                    + "to 300 ms makes stall_count worse by "), "\(reply.errors)")
        #expect(!reply.output.contains("delay_ms"), "\(reply.output)")
        let named = try Self.search(rule, Self.clip.replacing("\"fluid\"", with: "\"fluid\", \"delay_ms\": 70"))
        #expect(named.errors.contains(" s each makes stall_count worse by "), "\(named.errors)")
    }

    @Test("calls a rule that is none by the option that names it", arguments: ["against", "than"])
    func slips(option: String) throws {
        var words = ["--against", "player.keep_up=exoplayer", "--than", "player.keep_up=first-chunk", "--tries", "1"]
        words += ["--\(option)", "player.keep_up=exoplayr"]
        let reply = try Self.search(words)
        #expect(reply.errors.hasPrefix("--\(option) player.keep_up=exoplayr: error: "), "\(reply.errors)")
        #expect(reply.errors.contains("did you mean 'exoplayer'?"))
    }

    @Test(
        "looks over delays and losses, and keeps what shows it",
        arguments: [
            (
                #"{"transport": "fluid"}"#, #"{"kind": "hls", "segment_s": 2, "variants": [{"bitrate_kbps": 1000}]"#,
                ["--rates", "1500..1600"], "--delays", "1500", "delay_ms"
            ),
            (
                #"{"loss_percent": 2}"#, #"{"kind": "progressive", "bitrate_kbps": 800"#,
                ["--rates", "1400..1500", "--delays", "40..60"], "--losses", "8", "loss_percent"
            ),
        ])
    func others(
        network: String, media: String, rates: [String], option: String, most: String, key: String
    ) throws {
        let text = "{\"network\": \(network), \"media\": \(media), \"duration_s\": 10}}"
        let tries = Place.triesAll ? 32 : 16
        let words = ["--against", "player.keep_up=exoplayer", "--tries", "\(tries)"] + rates
        let none = try Self.search(words + [option, "0..0"], text)
        #expect(none.output.isEmpty && none.errors.hasPrefix("none of \(tries) networks of "), "\(none.errors)")
        let reply = try Self.search(words + [option, "2..\(most)"], text)
        #expect(reply.output.contains("\"\(key)\": "), "\(reply.output)\(reply.errors)")
        #expect(reply.errors.contains(" of 2 to \(most) "))
        #expect(!reply.errors.contains("left out"), "\(reply.errors)")
        if Place.triesAll {
            #expect(
                try Self.search(words + [option, "2..\(most)", "--jobs", "1"], text).output == reply.output)
        }
    }

    @Test(
        "is refused where it makes no sense, with what would make some",
        arguments: [
            ([], "'search' needs a rule to do badly; write --against player.keep_up=exoplayer"),
            (["--against", "exoplayer"], "'--against exoplayer' sets nothing"),
            (
                ["--against", "player.keep_up=exoplayer", "--than", "player.keep_up={\"rule\":\"exoplayer\"}"],
                "--against and --than say the same"
            ),
            (["--against", "player.keep_up=exoplayr"], "did you mean 'exoplayer'?"),
            (["--against", "player.keep_up=exoplayer", "--make", "stalls"], "'stalls' is no metric"),
            (
                ["--against", "player.keep_up=exoplayer", "--make", "startup_time_s"],
                "is not held against the earliest start that never stalls; give --than KEY=VALUE"
            ),
            (
                ["--against", "player.keep_up=exoplayer", "--rates", "9..3"],
                "'--rates 9..3' is upside down; write 3..9"
            ),
            (
                ["--against", "player.keep_up=exoplayer", "--delays", "-1..3"],
                "'--delays' takes two whole numbers from 0 to 60000, as in 200..4000, not '-1..3'"
            ),
            (
                ["--against", "player.keep_up=exoplayer", "--losses", "1..2"],
                "'--losses' is for packets, which 'fluid' has none of"
            ),
            (["--against", "player.keep_up=exoplayer", "--tries", "0"], "'--tries' takes a whole number from 1"),
        ] as [([String], String)])
    func mistakes(words: [String], message: String) throws {
        let reply = try Self.search(words)
        #expect(reply.code > .asExpected && reply.output.isEmpty)
        #expect(reply.errors.contains(message), "\(reply.errors)")
    }

    @Test(
        "a rule that says what is searched fights with that, and is refused",
        arguments: ["--against", "--than"],
        [
            "network=3G", "network.down_kbps=300", "network.phases=[]", "network.trace.scale=2", "network.delay_ms=5",
        ])
    func ofNetwork(option: String, setting: String) throws {
        let rule = option == "--than" ? ["--against", "player.keep_up=exoplayer"] : []
        let reply = try Self.search(rule + [option, setting, "--tries", "1"])
        #expect(reply.code == .usage && reply.output.isEmpty)
        let words = "'\(option) \(setting)' says what is searched, which is the network; set it in the scenario, or "
        #expect(reply.errors.hasPrefix(words), "\(reply.errors)")
    }

    @Test(
        "a setting of servers, or of what is not searched, is a rule as any other",
        arguments: [
            "network.request_bytes=900", "network.hystart=false", "network.queue_down_packets=20",
            "network.quickack=true", "network.up_kbps=500",
        ])
    func ofServers(setting: String) throws {
        let packets = Self.clip.replacing(#""transport": "fluid""#, with: "")
        let reply = try Self.search(["--against", setting, "--tries", "1"], packets)
        #expect(reply.code == .asExpected, "\(reply.errors)")
    }

    @Test("delays and losses are searched where there are bounds of them")
    func searched() {
        var bounds = NetworkSearch.Bounds()
        #expect(bounds.vary("network.delay_up_ms") && bounds.vary("network.loss_percent"))
        (bounds.delays, bounds.losses) = (nil, nil)
        #expect(!bounds.vary("network.delay_up_ms") && !bounds.vary("network.loss_percent"))
        #expect(bounds.vary("network") && bounds.vary("network.down_kbps"))
        #expect(!bounds.vary("network.think_ms") && !bounds.vary("player.keep_up"))
    }
}

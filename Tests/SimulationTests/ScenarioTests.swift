import PlayerModel
import Testing

@testable import Simulation

private let plain = """
    {
      "media": { "kind": "local", "duration_s": 4, "bitrate_kbps": 1000 },
      "network": { "down_kbps": 3000, "phases": [{ "for_s": 1 }, { "down_kbps": 5 }] },
      "player": { "keep_up": "first-chunk" }
    }
    """

private func read(_ text: String, _ settings: KeyValuePairs<String, String> = [:]) -> ScenarioReader.Reading {
    ScenarioReader.read(
        SourceText(file: "test.json", bytes: Array(text.utf8)),
        settings: settings.map { ScenarioReader.Setting(path: $0.key, value: $0.value) })
}

private func messages(_ reading: ScenarioReader.Reading) -> [String] {
    reading.diagnostics.map { $0.text(sources: reading.sources) }
}

@Suite struct ScenarioDefaults {
    @Test func `the shortest scenario loads and plays at once, on a network without limit`() throws {
        let scenario = try ScenarioText(media: .progressive(800, duration_s: 2)).read()
        #expect(scenario.script.map(\.at) == [.zero, .zero])
        #expect(
            scenario.script.map(\.operation) == [.player(.replaceCurrentItem(scenario.media.item)), .player(.play)])
        #expect(scenario.network.conditions.values(at: .zero) == NetworkValues())
        #expect(scenario.network.transport == .tcp(HTTPSettings()))
        #expect(scenario.player == PlayerSettings())
        #expect(scenario.loader == LoaderSettings())
        #expect(scenario.estimator == ThroughputEstimator.all[0])
        #expect(scenario.seed == 1)
        #expect(scenario.until == .zero + .seconds(86_400))
        #expect(scenario.tracks.map(\.count) == [20])
        #expect(scenario.name == "")
    }

    @Test func `a script that is there, if empty, is the script`() throws {
        #expect(read(plain, ["script": "[]"]).scenario?.script.isEmpty == true)
        #expect(read(plain).scenario?.script.count == 2)
    }

    @Test func `a stream has segments of 6 s, and 50 s ahead`() throws {
        let scenario = try ScenarioText(media: .hls([8], duration_s: 20)).read()
        #expect(scenario.tracks.map(\.chunkDuration) == [.seconds(6)])
        #expect(scenario.loader.goal == .fixed(.seconds(50)))
        #expect(scenario.media.item.isStream)
    }

    @Test func `every key that there is at the first level has its row in the list of keys`() {
        let format = ScenarioFormat.whole
        let rows = format.keyRows.filter { $0.depth == 0 }.map { $0.name }
        #expect(rows.sorted() == format.shape.members.map { $0.name }.sorted())
    }

    @Test func `sizes say how long a stream is where it is not said`() throws {
        let scenario = try ScenarioText(
            media: .hls([#""bitrate_kbps": 8, "segment_bytes": [10, 20, 30]"#], segment_s: 2.5)
        ).read()
        #expect(scenario.media.duration == MediaTime(nanoseconds: 7_500_000_000))
    }

    @Test func `a phase that leaves something open has it from the network`() throws {
        let conditions = try #require(read(plain).scenario).network.conditions
        #expect(conditions.values(at: .zero).down == 3_000_000)
        #expect(conditions.values(at: .zero + .seconds(1)).down == 5000)
    }

    @Test func `one delay is for both directions, where a direction has none of its own`() throws {
        let reading = read(plain, ["network": "{\"delay_ms\": 20, \"delay_up_ms\": 0.000001}"])
        let values = try #require(reading.scenario).network.conditions.values(at: .zero)
        #expect(values.delayDown == .milliseconds(20))
        #expect(values.delayUp == TimeAmount(nanoseconds: 1))
    }

    @Test func `decimals are exact`() throws {
        let reading = read(plain, ["media.duration_s": "0.100000001", "network": "{\"down_kbps\": 0.858}"])
        let scenario = try #require(reading.scenario)
        #expect(scenario.media.duration == MediaTime(nanoseconds: 100_000_001))
        #expect(scenario.network.conditions.values(at: .zero).down == 858)
    }

    @Test func `a rule has its own parameters, and the defaults of the others`() throws {
        let reading = read(plain, ["player.keep_up": "{\"rule\": \"fixed-seconds\", \"after_stall_s\": 7}"])
        let scenario = try #require(reading.scenario)
        #expect(scenario.player.keepUp == .fixedSeconds(start: .seconds(2), afterStall: .seconds(7)))
    }
}

@Suite struct ScenarioSettings {
    @Test func `a setting replaces what the file says, or adds to it`() throws {
        let reading = read(
            plain, ["network.phases.1.down_kbps": "7", "seed": "12", "player.drain_s": "3", "name": "a b"])
        let scenario = try #require(reading.scenario)
        #expect(scenario.network.conditions.values(at: .zero + .seconds(1)).down == 7000)
        #expect(scenario.seed == 12)
        #expect(scenario.loader.drain == .seconds(3))
        #expect(scenario.name == "a b")
    }

    /// An alternative to some is none.
    @Test(arguments: ["network.faults", "network.outages", "traffic", "media.interstitials"])
    func `an empty list of what happens says that nothing does`(path: String) throws {
        let text = ScenarioText(network: .fluid(1600), media: .hls([400], duration_s: 12))
        let reading = read(text.text, [path: "[]"])
        let scenario = try #require(reading.scenario, "\(messages(reading))")
        #expect(try Run(scenario).digest.text == text.run().digest.text)
    }

    @Test func `words need no quotes, but may have them`() {
        for value in ["fixed-wait", "\"fixed-wait\"", "{\"rule\": \"fixed-wait\"}"] {
            #expect(read(plain, ["player.keep_up": value]).scenario?.player.keepUp == .fixedWait(wait: .seconds(2)))
        }
    }

    @Test func `settings apply in order, and objects above are made`() throws {
        let reading = read(
            plain, ["player.keep_up": "{}", "player.keep_up.rule": "fixed-wait", "player.keep_up.wait_s": "4"])
        #expect(reading.scenario?.player.keepUp == .fixedWait(wait: .seconds(4)))
        let made = read(
            ScenarioText(media: .local(1, duration_s: 1)).text, ["player.keep_up.rule": "first-chunk"])
        #expect(made.scenario?.player.keepUp == .firstChunk)
    }

    @Test func `a setting says more of what the file names alone`() throws {
        let file = """
            {"network": "WiFi", "media": {"kind": "local", "duration_s": 1, "bitrate_kbps": 9},
             "player": {"profile": "avplayer", "keep_up": "fixed-wait"}}
            """
        let slow = read(file, ["network.down_kbps": "7", "player.keep_up.wait_s": "4"])
        let scenario = try #require(slow.scenario)
        #expect(scenario.network.conditions.values(at: .zero).down == 7000)
        #expect(scenario.network.conditions.values(at: .zero).up == 33_000_000, "as the preset has it")
        #expect(scenario.player.keepUp == .fixedWait(wait: .seconds(4)))
        let named = file.replacing(#"{"profile": "avplayer", "keep_up": "fixed-wait"}"#, with: #""exoplayer""#)
        let other = try #require(read(named, ["player.drain_s": "3"]).scenario)
        #expect(other.loader.drain == .seconds(3))
        #expect(other.player.keepUp == read(named).scenario?.player.keepUp, "the rest is the profile's")
        // Whatever comes from elsewhere does not come from the name any more.
        let made = try #require(read(file, ["network.make": "train"]).scenario)
        #expect(made.network.made != nil && made.network.source == nil)
    }

    @Test func `a whole comes before what is said of a part of it`() throws {
        let media = "\"media\": {\"kind\": \"local\", \"duration_s\": 1, \"bitrate_kbps\": 9}"
        let settings: KeyValuePairs = ["network.down_kbps": "7", "network": "3G"]
        let values = try #require(read("{\(media)}", settings).scenario).network.conditions.values(at: .zero)
        #expect(values.down == 7000 && values.up == 330_000)
        // A list is of phases, of which the network may say more.
        let phases = "{\"network\": [{\"for_s\": 1, \"down_kbps\": 5}, {\"down_kbps\": 6}], \(media)}"
        let slow = try #require(read(phases, ["network.delay_ms": "20"]).scenario).network.conditions
        #expect(slow.values(at: .zero).delayDown == .milliseconds(20) && slow.values(at: .zero).down == 5000)
        // A file of the conditioner is a profile, and no preset.
        let file = read("{\"network\": \"Own.plist\", \(media)}", ["network.down_kbps": "7"])
        #expect(file.wanted.map { $0.path } == ["Own.plist"])
    }

    /// The keys of all scenarios whose value may be a name or an object.
    @Test func `all that may be a name alone can be spelt out`() {
        var found: Set<String> = []
        func visit(_ shape: Shape, _ depth: Int) {
            switch shape {
            case .either(let shapes): for shape in shapes { visit(shape, depth) }
            case .list(let shape, _): visit(shape, depth)
            case .object(let object): visit([object], depth)
            case .tagged(_, let objects): visit(objects, depth)
            case .text, .flag, .null, .anything, .number, .word, .name: break
            }
        }
        func visit(_ objects: [Shape.ObjectShape], _ depth: Int) {
            guard depth < 5 else { return }
            for member in objects.flatMap({ $0.members }) {
                if case .either(let shapes) = member.shape, shapes.contains(where: { $0.fits(.string("")) }),
                    let name = shapes.compactMap({ Self.name(in: $0) }).first
                {
                    found.insert("\(name) \(member.name)")
                }
                visit(member.shape, depth + 1)
            }
        }
        visit([ScenarioFormat.whole.shape], 0)
        let known = JSONNode.keysOfNames.flatMap { one in one.keys.map { "\(one.name) \($0)" } }
        #expect(found.subtracting(known).isEmpty)
        #expect(Set(known).subtracting(found).isEmpty)
    }

    private static func name(in shape: Shape) -> String? {
        switch shape {
        case .tagged(_, let objects) where objects.contains { $0.name == "playlist" }: "path"
        case .tagged(let tag, _): tag
        case .object(let object): ["preset", "profile"].first { object.member(named: $0) != nil }
        default: nil
        }
    }

    @Test(
        arguments: [
            ("network.phases.2.down_kbps", "7", "'2' is no element of a list of 2; they are counted from 0"),
            ("network.phases.-1", "7", "'-1' is no element of a list of 2; they are counted from 0"),
            ("network.phases.x", "7", "'x' is no element of a list of 2; they are counted from 0"),
            (
                "network.phases[1].down_kbps", "7",
                "the number of an element stands behind a point; write 'phases.1' for 'phases[1]'"
            ),
            ("media.kind.x", "3", "there is no 'x' in a string; set what is above it"),
            ("media.duration_s.x", "3", "there is no 'x' in a number; set what is above it"),
            ("media.duration_s", "abc", "'duration_s' must be a number (s), not a string"),
            ("media.duration_s", "", "'duration_s' must be a number (s), not a string"),
            ("media.duration_s", "0", "'duration_s' must be from 0.000000001 to 31536000 s"),
            ("media.duration_s", "1e-12", "'duration_s' is too fine: it goes in steps of 0.000000001 s"),
            ("media.duration", "5", "unknown key 'duration' for kind \"local\"; did you mean 'duration_s'?"),
            ("player.keep_up", "frist-chunk", "'keep_up' cannot be 'frist-chunk'; did you mean 'first-chunk'?"),
            ("network", "[]", "'network' must have at least 1 element"),
            // A setting is laid over what the file has: that a key stands there is no sign that it was not meant.
            ("player.keep_upp", "exoplayer", "unknown key 'keep_upp' in player; did you mean 'keep_up'?"),
            ("network.dwn_kbps", "7", "unknown key 'dwn_kbps' in network; did you mean 'down_kbps'?"),
        ])
    func `a bad setting is shown as it was typed`(path: String, value: String, message: String) {
        #expect(messages(read(plain, [path: value])) == ["--set \(path)=\(value): error: \(message)"])
    }

    @Test func `an empty list has no element to set`() {
        let words = "--set network.phases.0.for_s=1: error: '0' is no element of an empty list"
        #expect(messages(read(plain, ["network.phases": "[]", "network.phases.0.for_s": "1"])).contains(words))
    }

    @Test func `what a setting makes of the rest of the file is said at its place in the file`() {
        #expect(
            messages(read(plain, ["player.linked_on": "iOS 9", "player.class": "AVPlayr"])) == [
                "--set player.class=AVPlayr: error: 'class' cannot be 'AVPlayr'; did you mean 'AVPlayer'?"
            ])
        #expect(
            messages(read(plain, ["network.repeat": "true"])) == [
                "test.json:3:62: error: 'for_s' is missing: phases that repeat all need it"
            ])
    }

    @Test func `faults of the file come first, then those of the settings`() {
        let reading = read("{ \"netwrok\": 1, \"seed\": 5 }", ["seed": "x", "media.kind": "y"])
        #expect(
            messages(reading) == [
                "test.json:1:3: error: unknown key 'netwrok' in scenario; did you mean 'network'?",
                "--set seed=x: error: 'seed' must be a number, not a string",
                "--set media.kind=y: error: 'kind' cannot be 'y'; known here: local, progressive, hls, playlist",
            ])
    }
}

@Suite struct ScenarioTexts {
    @Test func `all faults of a file are said at once, in the order of the text`() {
        let text = """
            {
              "media": { "kind": "progressive", "duration_s": 0, "bitrate_kbps": "x" },
              "netwrok": {},
              "script": [
                { "at_s": "soon", "do": "pause", "hard": true }
              ],
              "player": { "keep_up": { "rule": "fixed-wait", "wait": 5 } },
              "seed": 1, "seed": 2
            }
            """
        #expect(
            messages(read(text)) == [
                "test.json:2:51: error: 'duration_s' must be from 0.000000001 to 31536000 s",
                "test.json:2:70: error: 'bitrate_kbps' must be a number (kbit/s), not a string",
                "test.json:3:3: error: unknown key 'netwrok' in scenario; did you mean 'network'?",
                "test.json:5:15: error: 'at_s' must be a number (s), not a string",
                "test.json:5:38: error: unknown key 'hard' for do \"pause\"; "
                    + "known here: at_s, when, after_s, every_s, at_most, name, do",
                "test.json:7:50: error: unknown key 'wait' for rule \"fixed-wait\"; did you mean 'wait_s'?",
                "test.json:8:14: error: 'seed' stands twice; the first is at line 8, column 3",
            ])
    }

    @Test func `what only makes no sense is said at once too`() {
        let text = """
            {
              "media": { "kind": "hls", "duration_s": 20, "variants": [{ "bitrate_kbps": 1, "width": 3 }] },
              "network": { "phases": [{}, {}] },
              "player": { "action_at_item_end": "advance" },
              "script": [{ "at_s": 1, "do": "play" }, { "at_s": 0, "do": "play" }]
            }
            """
        #expect(
            messages(read(text)) == [
                "test.json:2:90: error: 'width' and 'height' come together",
                "test.json:3:27: error: 'for_s' is missing: only the last phase may go without",
                "test.json:4:37: error: an AVPlayer cannot advance; write \"class\": \"AVQueuePlayer\" beside it",
                "test.json:5:53: error: 'at_s' goes back from 1 s; actions stand in the order in which they happen",
            ])
    }

    @Test(
        arguments: [
            (Array("{ \"name\": \"".utf8) + [0xFF], "1:12: error: this is not valid UTF-8; save the text as UTF-8"),
            ([0xEF, 0xBB, 0xBF], "1:1: error: the text starts with a byte order mark; save it as UTF-8 without BOM"),
            ([], "1:1: error: the text is empty; a JSON text is one value, such as {}"),
            (
                Array(repeating: UInt8(ascii: "["), count: 200) + Array(repeating: UInt8(ascii: "]"), count: 200),
                "1:65: error: more than 64 brackets are open here; use fewer levels"
            ),
        ] as [([UInt8], String)])
    func `a file that is no text, or too deep, is said to be so`(bytes: [UInt8], message: String) {
        let reading = ScenarioReader.read(SourceText(file: "test.json", bytes: bytes))
        #expect(messages(reading) == ["test.json:\(message)"])
    }

    /// "Nothing that a user can write in a file may trap": numbers out of hand are judged, or the run copes with them.
    @Test(arguments: Thoroughness.draws(6, of: 20))
    func `whatever stands in a file, it is judged or run`(batch: UInt64) {
        var random = RandomStream(seed: batch, name: "hostile")
        let words = [
            "0", "-1", "0.000000001", "31536000", "1e400", "9223372036854775807", "1e12", "1000000000", "32", "0.001",
            "null", "true", "\"\"", "[]", "{}", "\"unlimited\"", "1", "1e-9", "86400", "100000",
        ]
        for number in 0..<50 as Range<UInt64> {
            var pieces = RandomScenario(seed: batch * 50 + number).text.split(separator: " ").map(String.init)
            for _ in 0...random.below(3) {
                let place = Int(random.below(UInt64(pieces.count)))
                let isNumber = pieces[place].utf8.first.map { (48...57).contains($0) } ?? false
                guard isNumber || random.below(4) == 0 else { continue }
                let comma = pieces[place].hasSuffix(",") ? "," : ""
                pieces[place] = words[Int(random.below(UInt64(words.count)))] + comma
            }
            let reading = read(pieces.joined(separator: " "))
            #expect((reading.scenario == nil) == !reading.diagnostics.isEmpty)
            guard var scenario = reading.scenario else { continue }
            scenario.maxEvents = 3000
            scenario.maxPackets = 3000
            var session = Session(scenario, tracing: .nothing)
            _ = try? session.run()
            if let run = try? Run(scenario) { #expect(run.player(0).metrics.count == Metric.all.count) }
        }
    }
}

@Suite struct NearMisses {
    @Test(
        arguments: [
            ("netwrok", "network"), ("Network", "network"), ("net_work", "network"),
            ("playImmediately", "play_immediately"),
            ("play-through", "play_through"), ("duration", "duration_s"), ("delay", "delay_ms"), ("paly", "play"),
            ("", nil), ("xyz", nil), ("ne", nil), ("network_of_somebody_else_entirely", nil), ("h3", "h2"),
            ("1", nil),
        ] as [(String, String?)])
    func `what was probably meant is found, and nothing else`(word: String, expected: String?) {
        let known = ["network", "play_immediately", "play_through", "play", "duration_s", "delay_ms", "2", "h2"]
        #expect(NearMiss.find(word, among: known) == expected)
    }

    @Test(
        arguments: [
            ("iOS 19", "iOS 10"), ("iOS 18.4", "iOS 10"), ("iOS26", "iOS 10"), ("ios 8", "iOS 9"), ("iOS", "iOS 9"),
            ("iOS 10", "iOS 10"), ("ios 9", "iOS 9"),
        ])
    func `a later system is the last that is known`(word: String, expected: String) {
        #expect(NearMiss.find(word, among: ["iOS 9", "iOS 10"]) == expected)
    }

    @Test func `of equally near words the first is taken, and a nearer one before`() {
        #expect(NearMiss.find("cat", among: ["bat", "rat"]) == "bat")
        #expect(NearMiss.find("rate", among: ["bate", "rated", "rate_s", "r_ate"]) == "r_ate")
    }

    @Test func `with nothing near, what there is is listed`() {
        #expect(NearMiss.hint("x", among: ["play", "pause"]) == "; known here: play, pause")
        #expect(NearMiss.hint("pauze", among: ["play", "pause"]) == "; did you mean 'pause'?")
        let many = (0..<150).map { "w\($0)" }
        #expect(NearMiss.hint("xyz", among: Array(many.prefix(100))).hasSuffix(", w98, w99"))
        #expect(NearMiss.hint("xyz", among: many).hasSuffix(", w98, w99, and 50 more"))
    }

    @Test(
        arguments: [
            ("set_network", "; did you mean 'change_network' or 'break_network'?"),
            ("setNetwork", "; did you mean 'change_network' or 'break_network'?"),
            ("loss_ratio", "; did you mean 'loss_percent', which counts percent?"),
            ("packet_loss_percent", "; did you mean 'loss_percent'?"),
            ("packetLoss", "; did you mean 'loss_percent'?"), ("stalled", "; did you mean 'playbackStalled'?"),
            ("set_volume", nil), ("speed_percent", nil),
            ("percent", "; did you mean 'loss_percent'?"),
        ] as [(String, String?)])
    func `with nothing near, what is made of the same words was meant`(word: String, hint: String?) {
        let known = [
            "set_rate", "change_network", "break_network", "set_can_use_network", "loss_percent", "loss_down_percent",
            "playbackStalled",
        ]
        #expect(NearMiss.hint(word, among: known) == hint ?? "; known here: " + known.joined(separator: ", "))
    }

    @Test func `of more than three that are made of the same words nobody chooses`() {
        let known = ["break_network", "change_network", "leave_network", "join_network"]
        #expect(NearMiss.hint("set_network", among: known) == "; known here: " + known.joined(separator: ", "))
    }
}

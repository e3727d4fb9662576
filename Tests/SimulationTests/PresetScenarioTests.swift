import PlayerModel
import Testing

@testable import Simulation

private func plan(_ network: String) throws -> NetworkPlan {
    try readScenario(text(network)).network
}

private func text(_ network: String) -> String {
    "{\"media\": {\"kind\": \"progressive\", \"duration_s\": 2, \"bitrate_kbps\": 800},\n\"network\": \(network)}"
}

private func values(_ id: String) -> NetworkValues { NetworkPreset.named(id)?.values ?? NetworkValues() }

@Suite struct PresetScenarios {
    @Test func `a network may be a preset by its name alone`() throws {
        for network in [#""very bad network""#, #"{"preset": "very bad network"}"#] {
            let plan = try plan(network)
            #expect(plan.conditions.values(at: .zero) == values("Very Bad Network"))
            #expect(plan.transport.kind == .tcp)
            #expect(!plan.isSourceChanged)
        }
        #expect(try plan(#""Chrome Slow 3G""#).transport.kind == .fluid)
    }

    @Test func `other keys change what the preset has, and leave the rest`() throws {
        let plan = try plan(
            """
            {"preset": "Edge", "delay_ms": 7, "delay_up_ms": 9, "up_kbps": "unlimited", "transport": "fluid",
             "outages": [{"at_s": 3, "for_s": 1}], "request_bytes": 100}
            """)
        var wanted = values("Edge")
        wanted.delayDown = .milliseconds(7)
        wanted.delayUp = .milliseconds(9)
        wanted.up = nil
        #expect(plan.conditions.values(at: .zero) == wanted)
        #expect(plan.conditions.values(at: .zero + .seconds(3)).down == 0)
        #expect(plan.transport == .fluid(FluidSettings(requestBytes: 100)))
        #expect(plan.isSourceChanged)
    }

    @Test func `phases may be presets, with changes, over a network or over another preset`() throws {
        let phases =
            #"[{"for_s": 1, "preset": "LTE"}, {"for_s": 1, "preset": "3g", "loss_percent": 2}, {"up_kbps": 5}]"#
        for network in [phases, #"{"preset": "DSL", "phases": \#(phases)}"#] {
            let plan = try plan(network)
            #expect(plan.transport.kind == .tcp)
            #expect(plan.phasePresets.map { $0.id } == ["LTE", "3G"])
            #expect(plan.conditions.values(at: .zero) == values("LTE"))
            #expect(plan.conditions.values(at: .zero + .seconds(1)) == values("3G").losing(down: 20_000, up: 20_000))
            var last = network == phases ? NetworkValues() : values("DSL")
            last.up = 5000
            #expect(plan.conditions.values(at: .zero + .seconds(2)) == last)
        }
    }

    @Test func `a report names the preset, and that it was changed`() throws {
        for (network, words, id) in [
            (#""3G""#, "3G (Network Link Conditioner, as commonly reported): ", "3G"),
            (
                #"{"preset": "3G", "down_kbps": 780, "delay_ms": 100}"#,
                "3G (Network Link Conditioner, as commonly reported): tcp, 780 kbit/s", "3G"
            ),
            (
                #"[{"for_s": 1, "preset": "LTE"}, {"preset": "3G", "down_kbps": 780}]"#, "phases of LTE, 3G: ",
                nil
            ),
            (
                #"{"preset": "chrome fast 3g", "down_kbps": 5}"#,
                "Chrome Slow 4G (Chrome DevTools, from its source), changed: fluid, 5 kbit/s", "Chrome Slow 4G"
            ),
            (#"[{"for_s": 1, "preset": "LTE"}, {"preset": "3G"}]"#, "phases of LTE, 3G: ", nil),
            (
                #"[{"for_s": 1, "preset": "LTE"}, {"preset": "3G", "up_kbps": 9}]"#, "phases of LTE, 3G, changed: ",
                nil
            ),
            (
                #"{"preset": "3G", "phases": [{"for_s": 4, "down_kbps": 100}]}"#,
                "3G (Network Link Conditioner, as commonly reported), changed: tcp, 100 kbit/s", "3G"
            ),
            (
                #"{"preset": "Chrome Slow 3G", "transport": "tcp"}"#,
                "Chrome Slow 3G (Chrome DevTools, from its source), changed: tcp, ", "Chrome Slow 3G"
            ),
        ] as [(String, String, String?)] {
            let run = try Run(text(network))
            #expect(Settings.all(run.scenario)[0].value.hasPrefix(words))
            let json = JSONReport.text(run, includingTrace: false)
            #expect(json.contains("\"preset\": ") == (id != nil))
            if let id { #expect(json.contains("\"preset\": \"\(id)\"")) }
        }
    }

    @Test(arguments: ["High Latency DNS", "WebPageTest Native", "Android new full", "100% Loss"])
    func `what comes down may be made up over a preset that leaves it alone`(id: String) throws {
        let late = try plan(#"{"preset": "\#(id)", "make": "steady", "delay_ms": 7}"#)
        var wanted = values(id)
        (wanted.delayDown, wanted.delayUp) = (.milliseconds(7), .milliseconds(7))
        #expect(late.made?.base == wanted)
        #expect(try plan(#"{"preset": "\#(id)", "make": "steady"}"#).isSourceChanged)
    }

    @Test(arguments: [
        (#""3GG""#, "2:12: there is no preset '3GG'; did you mean '3G'? 'autowait list presets' shows all"),
        (#"{"preset": "Slow 4G"}"#, "2:23: there is no preset 'Slow 4G'; did you mean 'Chrome Slow 4G'?"),
        (#""a.csv""#, #"2:12: there is no preset 'a.csv'; a trace goes by {"trace": "a.csv"}"#),
        (
            #"{"preset": "x.plist"}"#,
            #"2:23: there is no preset 'x.plist'; a file of profiles goes by {"profile": "x.plist"}"#
        ),
        (#"[{"preset": ""}]"#, "2:24: there is no preset ''; 'autowait list presets' shows all"),
        (#""networks/drive.csv""#, "2:12: 'networks/drive.csv' is no preset, and no file of profiles"),
        (#"{"preset": 3}"#, "2:23: 'preset' must be a string, not a number"),
        (#"{"preset": "3G", "trace": "a.csv"}"#, "2:38: the trace says what comes down, and so does the preset '3G'"),
        (#"{"preset": "3G", "profile": "a.plist"}"#, "2:40: a network has a 'preset' or a 'profile', not both"),
        (#"{"preset": "3G", "name": "x"}"#, "2:37: there is no 'profile' for 'name'"),
        (
            #"[{"for_s": 1, "preset": "LTE"}, {"preset": "Chrome Slow 3G"}]"#,
            "2:55: 'Chrome Slow 3G' is for transport 'fluid', and what comes before for 'tcp'; write"
        ),
        (
            #"{"transport": "fluid", "loss_percent": 1}"#,
            "2:51: the transport 'fluid' loses nothing and looks no names up: remove the loss, or write"
        ),
        (
            #"{"transport": "fluid", "phases": [{"for_s": 1}, {"dns_delay_ms": 1}]}"#,
            "2:77: the transport 'fluid' loses nothing and looks no names up: remove the delay of look-ups"
        ),
        (#"{"transport": "fluid", "preset": "100% Loss"}"#, "2:45: the transport 'fluid' loses nothing"),
        (#"{"transport": "fluid", "phases": [{"preset": "Lion 3G Lossy"}]}"#, "2:57: the transport 'fluid' loses"),
        (#"{"preset": "Chrome Slow 3G", "loss_up_percent": 1}"#, "2:60: the transport 'fluid' loses nothing"),
        (
            #"{"transport": "fluid"}, "script": [{"at_s": 1, "do": "change_network", "loss_percent": 1}]"#,
            "2:99: the transport 'fluid' loses nothing"
        ),
    ])
    func `what cannot be is said at its place`(network: String, words: String) {
        let reading = ScenarioReader.read(text(network))
        let messages = reading.diagnostics.map { $0.text(sources: reading.sources) }
        #expect(messages.count == 1)
        #expect(
            messages.first?.hasPrefix("test.json:" + words.replacing(": ", with: ": error: ", maxReplacements: 1))
                == true)
    }

    @Test(arguments: [
        #"{"loss_percent": 1, "dns_delay_ms": 2}"#, #"{"transport": "fluid", "loss_percent": 0}"#,
        #"{"transport": "fluid", "preset": "100% Loss", "loss_percent": 0}"#,
        #"{"transport": "fluid", "phases": [{"for_s": 1, "preset": "LTE"}, {"preset": "Chrome Slow 3G"}]}"#,
    ])
    func `what a fluid network does not lose is no fault`(network: String) throws {
        _ = try plan(network)
    }

    /// As many as take no time, though each is told from all others that are said once.
    @Test(arguments: [(1, 2), (20_000, 3)])
    func `what phases take from a fluid network is said once, and what they say themselves each time`(
        own: Int, shared: Int
    ) {
        let phases =
            Array(repeating: #"{"for_s": 1}"#, count: shared)
            + Array(repeating: #"{"for_s": 1, "loss_percent": 2}"#, count: own)
        let network =
            #"{"transport": "fluid", "loss_percent": 1, "phases": ["# + phases.joined(separator: ",\n") + "]}"
        let places = ScenarioReader.read(text(network)).diagnostics.map { $0.place.line }
        #expect(places == [2] + (0..<own).map { Int32(2 + shared + $0) })
    }
}

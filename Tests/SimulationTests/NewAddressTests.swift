import PlayerModel
import Testing

@testable import Simulation

/// A change of the network in mid-session that breaks connections, as from Wi-Fi to cellular.
@Suite struct NewAddressTests {
    /// Segments of 250,000 bytes over 100 kB a second: one is under way most of the time. Tickets are used, so that
    /// the second handshake takes one round trip and no time of computing.
    private static func scenario(
        _ network: JSONPart, _ change: JSONPart, at_s: JSONPart = 3, more: JSONPart = ""
    ) -> ScenarioText {
        ScenarioText(
            network: .link(800, transport: "tcp", JSONPart(#""delay_ms": 50"#).and(network)),
            media: .hls([500], duration_s: 40, segment_s: 4),
            script: [.load(), .play(), .does(at_s, "change_network", change)], more: more)
    }

    /// The notes of the network with their times.
    private static func notes(_ run: Run) -> [(note: NetworkNote, at: Instant)] {
        run.trace.entries.compactMap { entry in
            if case .network(let note) = entry.record { (note, entry.at) } else { nil }
        }
    }

    private static func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    /// Back-off, and then what a new connection takes, at 20 ms a round trip.
    @Test(arguments: [("1.1", 2), ("2", 2), ("3", 1)] as [(String, Int64)])
    func `what is under way fails, and is asked for again from nothing`(version: String, handshakes: Int64) throws {
        let change: JSONPart = #""down_kbps": "unlimited", "delay_ms": 10, "new_address": true"#
        let run = try Self.scenario(JSONPart("\"http\": \"\(version)\""), change).judgedRun()
        let after = Self.notes(run).filter { $0.at >= Self.at(3000) }
        var handshake: [NetworkNote] = [.lookedUp(host: 0), .connected(host: 0), .secured(host: 0)]
        if handshakes < 2 { handshake.remove(at: 1) }
        #expect(after.dropFirst().map { $0.note } == handshake)
        guard case .retries(_, .connectionLost, _) = try #require(after.first).note else {
            Issue.record("\(after)")
            return
        }
        #expect(after[0].at == Self.at(3000))
        #expect(after[1].at == Self.at(4020), "after the back-off of a second, and nothing of the old link before it")
        #expect(try #require(after.last).at == Self.at(4020 + 20 * handshakes))
        #expect(run.words("end_reached") == "yes")
    }

    /// On the same way to the servers their addresses are known, and what is on the link is in the way.
    @Test func `broken connections alone look nothing up`() throws {
        let run = try Self.scenario("", #""break_connections": true"#).judgedRun()
        let notes = Self.notes(run).map { $0.note }
        #expect(notes.filter { $0 == .lookedUp(host: 0) }.count == 1)
        #expect(notes.filter { $0 == .connected(host: 0) }.count == 2)
        #expect(run.words("end_reached") == "yes")
    }

    @Test func `a request that may not be made again ends the item`() throws {
        let run = try Self.scenario(#""retry_count": 0"#, #""new_address": true"#).judgedRun()
        let failures = Self.notes(run).filter {
            if case .gaveUp(_, .connectionLost) = $0.note { true } else { false }
        }
        #expect(failures.count == 1)
        #expect(run.words("end_reached") == "no")
    }

    /// Nothing that came from the old address is answered: neither a question on its way, nor one that the resolver
    /// thinks about, nor a handshake.
    @Test(
        arguments: [
            (0, 20), (50, 70), (150, 170), (190, 210), (350, 370), (380, 400),
        ] as [(Int64, Int64)])
    func `what waits for a connection begins again, and has not failed`(at_ms: Int64, lookedUp_ms: Int64) throws {
        let run = try Self.scenario(
            #""dns_delay_ms": 100"#, #""delay_ms": 10, "dns_delay_ms": 0, "new_address": true"#,
            at_s: "\(NumberText.exact(at_ms, places: 3))"
        ).judgedRun()
        let notes = Self.notes(run)
        #expect(!notes.contains { if case .retries = $0.note { true } else { false } })
        let lookUps = notes.filter { $0.note == .lookedUp(host: 0) }
        let last = try #require(lookUps.last)
        // A query up of 70 bytes and its answer of 120 take their time on the link as well.
        #expect((Self.at(lookedUp_ms)...Self.at(lookedUp_ms + 2)).contains(last.at))
        #expect(lookUps.count == (at_ms < 200 ? 1 : 2))
    }

    /// Nothing of the network before is left.
    @Test(arguments: NetworkPreset.all.filter { $0.transport == .tcp }.map { $0.id })
    func `the network becomes the preset`(id: String) throws {
        let preset = try #require(NetworkPreset.named(id))
        var before = NetworkValues()
        (before.down, before.up, before.lossDown, before.lossUp) = (1, 2, 3, 4)
        (before.delayDown, before.delayUp, before.dnsDelay) = (.seconds(5), .seconds(6), .seconds(7))
        var conditions = Conditions(phases: [Conditions.Phase(start: .zero, values: before)])
        conditions.change(NetworkChange(to: preset.values))
        #expect(conditions.values(at: .zero) == preset.values)
    }

    @Test(arguments: [
        (
            #""preset": "lte""#,
            "the network changes to LTE: 50000 kbit/s down, 10000 kbit/s up, 50 ms delay down, 65 ms delay up"
        ),
        (
            #""preset": "3G", "down_kbps": 5, "loss_percent": 1"#,
            "the network changes to 3G, changed: 5 kbit/s down, 330 kbit/s up, 100 ms delay down, 100 ms delay up, "
                + "1 % loss down, 1 % loss up"
        ),
        (
            #""preset": "3G", "down_kbps": 780, "delay_ms": 100"#,
            "the network changes to 3G: 780 kbit/s down, 330 kbit/s up, 100 ms delay down, 100 ms delay up"
        ),
        (#""break_connections": true"#, "the network changes; connections break"),
        (
            #""delay_ms": 0, "new_address": true"#,
            "the network changes: 0 ms delay down, 0 ms delay up; the device has a new address, and connections break"
        ),
        (#""delay_ms": 0.4"#, "the network changes: 0.4 ms delay down, 0.4 ms delay up"),
        (#""dns_delay_ms": 0.2"#, "the network changes: 0.2 ms delay of look-ups"),
    ])
    func `an action says what it does`(change: JSONPart, words: String) throws {
        let scenario = try Self.scenario("", change).read()
        #expect(scenario.players[0].script[2].words == words)
    }

    @Test(arguments: [("0.0004", "0.0004 s"), ("15", "15 s")])
    func `a break says how long it lasts`(for_s: String, words: String) throws {
        var text = Self.scenario("", "")
        text.script = [.load(), .play(), .does(3, "break_network", "\"for_s\": \(for_s)")]
        #expect(try text.read().players[0].script[2].words == "the network carries nothing for \(words)")
    }

    @Test(
        arguments: [
            ("tcp", #""preset": "LTE""#, nil), ("tcp", #""preset": "Firefox 4G""#, nil),
            ("", #""preset": "Very Bad Network", "new_address": true"#, nil),
            (
                "", #""preset": "LTA""#,
                "there is no preset 'LTA'; did you mean 'LTE'? 'autowait list presets' shows all"
            ),
            (
                "", #""preset": "Chrome Fast 3G""#,
                "'Chrome Slow 4G' is for transport 'fluid', and the network is 'tcp'; write \"transport\" in 'network'"
            ),
            (
                "fluid", #""preset": "Very Bad Network""#,
                "the transport 'fluid' loses nothing and looks no names up: remove the loss, or write "
                    + "\"transport\": \"tcp\""
            ),
            ("fluid", #""preset": "LTE""#, nil),
            (
                "fluid", #""down_kbps": 5, "new_address": true"#,
                "the transport 'fluid' has no connections, so 'new_address' means nothing to it; remove it, or write "
                    + "\"transport\": \"tcp\""
            ),
            (
                "", #""new_address": true, "break_connections": false"#,
                "a new address breaks connections; remove 'break_connections'"
            ),
            (
                "", #""new_address": false"#,
                "this changes nothing; give a 'preset', a capacity or a delay, such as 'down_kbps'"
            ),
        ] as [(String, JSONPart, String?)])
    func `what cannot be is said`(transport: String, change: JSONPart, message: String?) {
        let text = ScenarioText(
            network: .link(500, transport: transport.isEmpty ? nil : transport),
            media: .hls([500], duration_s: 40, segment_s: 4),
            script: [.load(), .play(), .does(3, "change_network", change)])
        #expect(text.messages == (message.map { [$0] } ?? []))
    }
}

import PlayerModel
import Testing

@testable import Simulation

/// A minute of 1000 kbit/s, of which 8 s come before the network is away until 22 s. Playback is asked for at 1 s, and
/// runs dry at 9 s.
@Suite("The end of a stall")
struct EndOfStallTests {
    private static func run(
        _ script: [JSONPart], waits: Bool = true, hasLayer: Bool = true,
        looks: JSONPart = #""width": 640, "height": 360"#, _ player: JSONPart = ""
    ) throws -> PlayerRun {
        try ScenarioText(
            network: .fluid(
                nil,
                #""phases": [{"for_s": 2, "down_kbps": 4000}, {"for_s": 20, "down_kbps": 0}, {"down_kbps": 4000}]"#),
            media: .hls([#""bitrate_kbps": 1000, \#(looks)"#], duration_s: 60, segment_s: 2),
            player: JSONPart.members([
                #""keep_up": "first-chunk", "automatically_waits_to_minimize_stalling": \#(waits)"#,
                hasLayer ? #""layer": {"width": 640, "height": 360}"# : "", player,
            ]),
            script: [.load(), .play(1)] + script
        ).judgedRun().player(0)
    }

    private static func instant(_ seconds: Double) -> Instant { .zero + .milliseconds(Int64(seconds * 1000)) }

    private static let call = JSONPart.does(15, "begin_interruption")
    private static let background = JSONPart.does(15, "enter_background")

    @Test(
        "is a pause as well, with autowait or without, for figures and drawings",
        arguments: [
            (.does(10, "pause"), true, 1), (call, true, 6), (call, false, 6),
            (.does(15, "change_route", #""reason": "oldDeviceUnavailable""#), false, 6),
            (background, true, 6), (background, false, 6), (.does(12, "leave"), true, 3),
        ] as [(JSONPart, Bool, Int64)])
    func pause(action: JSONPart, waits: Bool, seconds: Int64) throws {
        let run = try Self.run([action], waits: waits)
        let end = Instant.zero + .seconds(9 + seconds)
        #expect(run["stall_time_s"] == seconds * 1_000_000_000 && run["stall_count"] == 1)
        let drawn = Lanes(run).stretches.filter { $0.isStall }
        #expect(drawn.first?.from == Self.instant(9) && drawn.last?.to == end)
        let length: TimeAmount = drawn.reduce(.zero) { $0 + ($1.to - $1.from) }
        #expect(length == .seconds(seconds))
        #expect(Halt.all(of: run).map { $0.to } == [end])
    }

    @Test("is the last of it that is drawn, where playback is asked for again")
    func again() throws {
        let run = try Self.run([.does(10, "pause"), .play(15)])
        #expect(run["stall_time_s"] == 1_000_000_000)
        let drawn = Lanes(run).stretches.filter { $0.isStall }
        #expect(drawn.map { $0.from } == [Self.instant(9)] && drawn.map { $0.to } == [Self.instant(10)])
        #expect(Halt.all(of: run).map { $0.kind } == [.stall, .request])
    }

    @Test("is not taken back by the foreground, which leaves a player as it is", arguments: [12, 15, 20])
    func foreground(seconds: Int) throws {
        let back = JSONPart.does("\(seconds)", "enter_foreground")
        let run = try Self.run(seconds < 15 ? [back, Self.background] : [Self.background, back])
        let alone = try Self.run([Self.background])
        #expect(run["stall_time_s"] == 6_000_000_000 && run["played_time_s"] == alone["played_time_s"])
        #expect(run.playback.statuses.map { $0.rate } == alone.playback.statuses.map { $0.rate })
        #expect(run.playback.statuses.last?.rate == .zero)
    }

    @Test("is the background for a viewer's patience, too", arguments: [call, background])
    func patience(action: JSONPart) throws {
        let run = try Self.run([action], waits: false, #""viewer": {"stall_patience_s": 10}"#)
        #expect(run.playback.leftAt == nil)
    }

    @Test(
        "is not the background of an app that shows nothing, as nothing happens to its player then",
        arguments: [
            (true, #""width": 640, "height": 360"#, 6), (false, #""width": 640, "height": 360"#, 16),
            (true, #""codecs": ["avc1.64001f", "mp4a.40.2"]"#, 6), (true, #""codecs": ["mp4a.40.2"]"#, 16),
        ] as [(Bool, JSONPart, Int64)])
    func backgroundOfSound(hasLayer: Bool, looks: JSONPart, seconds: Int64) throws {
        let script = [Self.background, .play(25)]
        let run = try Self.run(script, waits: false, hasLayer: hasLayer, looks: looks)
        #expect(run["stall_time_s"] == seconds * 1_000_000_000)
        let viewer: JSONPart = #""viewer": {"stall_patience_s": 10}"#
        let left = try Self.run(script, waits: false, hasLayer: hasLayer, looks: looks, viewer)
        #expect(left.playback.leftAt == (seconds == 6 ? nil : Self.instant(19)))
    }

    /// After a pause of which the window leaves nothing, the stream goes on elsewhere in the instant of the stall, and
    /// after an outage in the midst of it.
    @Test(
        "is not where a live stream goes on elsewhere, as nobody has sought: for a viewer's patience as for figures",
        arguments: [
            (.fluid(4000), [.does(7, "pause"), .play(40)]),
            (.fluid(4000, #""outages": [{"at_s": 10, "for_s": 40}]"#), []),
        ] as [(JSONPart, [JSONPart])])
    func skips(network: JSONPart, script: [JSONPart]) throws {
        func run(_ viewer: JSONPart = "") throws -> PlayerRun {
            try ScenarioText(
                network: network,
                media: .hls([2000], duration_s: 120, segment_s: 1, #""live": {"window_s": 10}"#),
                player: JSONPart(#""keep_up": "first-chunk""#).and(viewer), script: [.load(), .play()] + script,
                until_s: 70
            ).judgedRun().player(0)
        }
        let whole = try run()
        let stall = try #require(whole.playback.stalls.first)
        let length = try #require(stall.endedAt) - stall.at
        #expect(whole.playback.skips.contains { !$0.isFirst && stall.at <= $0.at && $0.at < stall.at + length })
        #expect(whole["stall_time_s"] == length.nanoseconds)
        for (more, leaves) in [(-1_000_000, true), (1_000_000, false)] as [(Int64, Bool)] {
            let patience = NumberText.exact(length.nanoseconds + more, places: 9)
            let left = try run(#""viewer": {"stall_patience_s": \#(JSONPart(stringLiteral: patience))}"#)
            let expected = stall.at + TimeAmount(nanoseconds: length.nanoseconds + more)
            #expect(left.playback.leftAt == (leaves ? expected : nil))
        }
    }

    private static func autowait(_ at_s: JSONPart, _ waits: Bool) -> JSONPart {
        .does(at_s, "set_automatically_waits_to_minimize_stalling", #""value": \#(waits)"#)
    }

    @Test(
        "is not where the app asks for playback again, with nobody's pause in between",
        arguments: [
            ([.play(10)], false), ([autowait(15, true), .play(16)], false),
            ([autowait(12, false), autowait(13, true), .play(14)], true),
        ] as [([JSONPart], Bool)])
    func asksAgain(script: [JSONPart], waits: Bool) throws {
        let run = try Self.run(script, waits: waits)
        let halts = Halt.all(of: run)
        #expect(halts.map { $0.kind } == [.stall])
        #expect(halts.map { $0.from } == [Self.instant(9)] && halts.map { $0.to } == [Self.instant(22.5)])
        #expect(run["stall_time_s"] == 13_500_000_000)
    }

    /// At that instant the status is playing first, and waiting then.
    @Test("is told by what the player does from then on")
    func after() throws {
        let action = #""rate": 1, "item_time_s": 9, "host_time_s": 30"#
        let run = try Self.run([.does(15, "set_rate_at_host_time", JSONPart(stringLiteral: action))], waits: false)
        let stall = try #require(Halt.all(of: run).first)
        let last = HaltStory(stall, run).sentences.last ?? ""
        #expect(last.hasPrefix("At 15.000 s, with 0 s ahead, it waits for media"), "\(last)")
    }
}

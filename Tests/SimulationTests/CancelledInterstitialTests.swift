import PlayerModel
import Testing

@testable import Simulation

/// Events of which nothing comes, or not all (rfc8216bis, D.5). At 8 Mbit/s without delay nothing is late.
@Suite("Interstitial events that do not come")
struct CancelledInterstitialTests {
    private static func event(_ more: String, assets: [Int] = [12]) -> String {
        let variants = #""segment_s": 6, "variants": [{ "bitrate_kbps": 1000 }]"#
        let all = assets.map { "{ \"kind\": \"hls\", \"duration_s\": \($0), \(variants) }" }
        return "{ \"at_s\": 30, \"assets\": [\(all.joined(separator: ", "))]\(more) }"
    }

    private static func text(
        _ events: String, fault: String, delay: Int = 0, duration_s: JSONPart = 60, live: String = "",
        script: [JSONPart]? = nil, player: JSONPart? = nil, until_s: JSONPart? = nil
    ) -> ScenarioText {
        let faults = #""delay_ms": \#(delay), "request_bytes": 0, "faults": [{ "status": 404, \#(fault) }]"#
        return ScenarioText(
            network: .fluid(8000, JSONPart(stringLiteral: faults)),
            media: .hls(
                [2000], duration_s: duration_s, JSONPart(stringLiteral: "\(live)\"interstitials\": [\(events)]")),
            player: player, script: script, until_s: until_s)
    }

    private static let all = #""player": "interstitials", "times": 99"#

    private static func offset(_ seconds: Int) -> String { ", \"resumption_offset_s\": \(seconds)" }
    private static let byTheClock = #", "resumption_offset_s": "indefinite""#

    @Test(
        "are cancelled, and playback goes on where it was, wherever it would have gone on",
        arguments: [
            "", byTheClock, offset(0), offset(15), offset(-10),
            offset(8) + ", \"aligns_resumption_with_segment\": true",
            offset(15) + ", \"asset_list_bytes\": 900",
        ])
    func cancelled(more: String) throws {
        let run = try Self.text(Self.event(more), fault: Self.all).judgedRun()
        let event = try #require(run.player(0).playback.interstitials.first)
        #expect(event.resumedAt == .seconds(30) && event.to == event.at)
        #expect(run["played_time_s"] == 60_000_000_000)
        #expect(run["interstitial_count"] == 1 && run["interstitial_time_s"] == 0)
        #expect(run["end_reached"] == 1)
    }

    /// Of several assets each that fails is skipped, also where the limit leaves one alone, and of a list its only one.
    @Test(
        "skip an asset that does not come, and go on where they say",
        arguments: [
            ([12, 6], "", all, 0), ([12, 6], ", \"playout_limit_s\": 10", all, 0),
            ([12, 6], "", #""player": "interstitials", "times": 1"#, 6),
            ([12], ", \"asset_list_bytes\": 900", #""of": "video", "player": "interstitials", "times": 99"#, 0),
            ([12, 6], ", \"asset_list_bytes\": 900", #""of": "video", "player": "interstitials", "times": 99"#, 0),
        ])
    func skipped(assets: [Int], more: String, fault: String, shown: Int64) throws {
        let run = try Self.text(Self.event(Self.offset(15) + more, assets: assets), fault: fault).judgedRun()
        let event = try #require(run.player(0).playback.interstitials.first)
        #expect(event.resumedAt == .seconds(45))
        #expect(run["played_time_s"] == 45_000_000_000)
        #expect(run.player(1).playedTime == .seconds(shown))
    }

    /// Playback goes on at each of them at the place of the next.
    @Test("may be hundreds that go on into one another")
    func hundreds() throws {
        let own = Self.event(", \"resumption_offset_s\": 0.001", assets: [12, 6])
        let events = (0..<300).map { number in
            own.replacing("\"at_s\": 30", with: "\"at_s\": \(Double(30_000 + number) / 1000)")
        }
        let fault = #""player": "interstitials", "times": 9999"#
        let run = try Self.text(events.joined(separator: ", "), fault: fault).judgedRun()
        #expect(run["interstitial_count"] == 300 && run["interstitial_time_s"] == 0)
        #expect(run["played_time_s"] == 59_700_000_000 && run["end_reached"] == 1)
    }

    @Test("by the clock skip nothing of what has an end, however long it took to know")
    func late() throws {
        let run = try Self.text(
            Self.event(Self.byTheClock), fault: Self.all, delay: 100, player: #""interstitial_lookahead_s": 0"#
        ).judgedRun()
        let event = try #require(run.player(0).playback.interstitials.first)
        #expect(try #require(event.to) > event.at)
        #expect(event.resumedAt == .seconds(30))
        #expect(run["played_time_s"] == 60_000_000_000)
    }

    @Test("are shown as far as they come, and then count as shown")
    func cutShort() throws {
        let fault = #""of": "video", "player": "interstitials", "chunk": 1, "times": 99"#
        let run = try Self.text(Self.event(Self.offset(15)), fault: fault).judgedRun()
        #expect(run.player(1).playedTime == .seconds(6))
        #expect(run.player(0).playback.interstitials.first?.resumedAt == .seconds(45))
    }

    @Test("leave who seeks into the middle of them there")
    func midway() throws {
        let run = try Self.text(
            Self.event(Self.offset(15)), fault: Self.all,
            script: [.load(), .play(), .does(5, "seek", #""to_s": 40"#)]
        ).judgedRun()
        let events = run.player(0).playback.interstitials
        #expect(events.map { $0.resumedAt } == [.seconds(40)])
    }

    @Test("add nothing to the offsets of those that are shown at the same place", arguments: 1...3)
    func amongOthers(number: Int) throws {
        let list = ", \"asset_list_bytes\": 900"
        let events = (1...3).map { Self.event(Self.offset(4) + ($0 == number ? list : "")) }
        let run = try Self.text(events.joined(separator: ", "), fault: #""of": "asset list", "times": 99"#)
            .judgedRun()
        #expect(run["interstitial_count"] == 3)
        #expect(run.player(0).playback.interstitials.last?.resumedAt == .seconds(38))
        #expect(run.player(1).playedTime == .seconds(24))
    }

    /// 60 s are listed when the run begins, and the event comes at 50 s.
    @Test("in a live stream go on where it was; by the clock as far from the edge", arguments: [nil, 15])
    func live(offset: Int?) throws {
        let said = offset.map(Self.offset) ?? Self.byTheClock
        let own = Self.event(said).replacing("\"at_s\": 30", with: "\"at_s\": 50")
        let run = try Self.text(
            own, fault: Self.all, delay: 100, duration_s: 240,
            live: #""live": { "window_s": 60, "history_s": 60 }, "#,
            player: #""interstitial_lookahead_s": 0"#, until_s: 60
        ).judgedRun()
        let event = try #require(run.player(0).playback.interstitials.first)
        let took = try #require(event.to) - event.at
        #expect(took > .zero)
        let further = offset == nil ? MediaTime(nanoseconds: took.nanoseconds) : .zero
        #expect(event.resumedAt == .seconds(50) + further)
    }
}

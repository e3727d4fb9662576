import Testing

@testable import Simulation

@Suite("A row in which playback is asked for at once, with nothing loaded")
struct EarlyRequestReportTests {
    /// What stands beside the call that asks for playback at `instant`, up to the next row.
    private static func row(_ script: [JSONPart], early: String, at instant: String) throws -> String {
        let run = try ScenarioText(
            network: .fluid(2000, #""delay_ms": 100, "request_bytes": 0"#),
            media: .hls([1000], duration_s: 12, segment_s: 4),
            player: JSONPart("\"automatically_waits_to_minimize_stalling\": false, \"early_request\": \"\(early)\""),
            script: script
        ).judgedRun()
        let lines = TextReport.text(run).split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.hasPrefix("        \(instant) ") })
        return lines[(first + 1)...].prefix { $0.hasPrefix("              ") }.joined(separator: "\n")
    }

    private static let tied = JSONPart.does(0.01, "set_rate_at_host_time", #""rate": 1"#)

    @Test(
        "says that it waits, or does not, and not that it plays",
        arguments: [("remembered", "waits for media: "), ("dropped", "the rate is 0: nothing is loaded yet")])
    func waits(early: String, words: String) throws {
        let row = try Self.row([.load(), Self.tied], early: early, at: "0.01s")
        #expect(row.contains(words), "\(row)")
        #expect(!row.contains("plays at once"), "\(row)")
    }

    @Test(
        "says that there is no item where there is none",
        arguments: [
            ("remembered", "play", "waits for an item: "), ("dropped", "play", "the rate is 0: there is no item, "),
            ("remembered", "play_immediately", "the rate is 0: there is no item, "),
            ("dropped", "play_immediately", "the rate is 0: there is no item, "),
        ])
    func withoutItem(early: String, call: String, words: String) throws {
        let row = try Self.row([.does(0, call), .load(2)], early: early, at: " 0.0s")
        #expect(row.contains(words) && !row.contains("loaded"), "\(row)")
    }

    /// A file of 6 s on the device, twice, in the queue of a player without autowait.
    private static func queue(_ early: String, _ script: [JSONPart], media: JSONPart = .local(800, duration_s: 6))
        throws -> Run
    {
        let items = #""class": "AVQueuePlayer", "items": [{ "name": "a" }, { "name": "b" }]"#
        let off = #""automatically_waits_to_minimize_stalling": false, "early_request": "\#(early)""#
        return try ScenarioText(
            network: .fluid(1000), media: media, player: JSONPart(stringLiteral: "\(items), \(off)"), script: script
        ).judgedRun()
    }

    @Test("goes over to another item that is loaded, which is beyond doubt", arguments: ["remembered", "dropped"])
    func loaded(early: String) throws {
        let run = try Self.queue(early, [.load(), .play(3), .does(5, "advance_to_next_item")])
        #expect(run["played_time_s"] == 8_000_000_000)
        #expect(DoubtfulDecisions.sentences(run) == [])
        let end =
            early == "dropped"
            ? "the rate falls to 0: there is no item, and this player does not wait (early_request)"
            : "waits for an item: without autowait the rate that was asked for is remembered (early_request)"
        #expect(TextReport.text(run).contains(end))
    }

    @Test("or to one of which nothing is loaded, and says so", arguments: ["remembered", "dropped"])
    func notLoaded(early: String) throws {
        let run = try Self.queue(
            early, [.load(), .play(9), .does(10, "advance_to_next_item")],
            media: .hls([1000], duration_s: 24, segment_s: 6))
        let doubts = DoubtfulDecisions.sentences(run)
        #expect(doubts.count == 1)
        let words = "at 10 s a player without autowait goes over to another item, of which nothing is loaded yet"
        #expect(doubts[0].hasPrefix(words), "\(doubts)")
    }

    @Test("also where there was no item in between")
    func afterNone() throws {
        let run = try Self.queue(
            "remembered", [.load(), .play(9), .does(10, "remove_all_items"), .does(12, "insert", #""item": "b""#)],
            media: .hls([1000], duration_s: 24, segment_s: 6))
        let words = "at 12 s a player without autowait goes over to another item, of which nothing is loaded yet"
        #expect(DoubtfulDecisions.sentences(run).map { $0.hasPrefix(words) } == [true])
    }

    /// Of a minute 8 s are passed over, for which something else was shown.
    @Test("or behind an interstitial event, where media is loaded", arguments: ["remembered", "dropped"])
    func behindEvent(early: String) throws {
        let ad = #"{"kind": "hls", "name": "ad", "duration_s": 8, "variants": [{"bitrate_kbps": 1000}]}"#
        let event = "{\"at_s\": 8, \"resumption_offset_s\": 8, \"assets\": [\(ad)]}"
        let off = "\"automatically_waits_to_minimize_stalling\": false, \"early_request\": \"\(early)\""
        let run = try ScenarioText(
            network: .fluid(8000),
            media: .hls([1000], duration_s: 60, segment_s: 2, "\"interstitials\": [\(event)]"),
            player: JSONPart(stringLiteral: off), script: [.load(), .play(2)]
        ).judgedRun()
        #expect(run.player(0)["played_time_s"] == 52_000_000_000)
        #expect(DoubtfulDecisions.sentences(run) == [])
    }

    @Test("says so where something is loaded, also where the app pauses in the same instant")
    func plays() throws {
        let late = JSONPart.does(5, "set_rate_at_host_time", #""rate": 1"#)
        for script in [[.load(), late], [.load(), late, .does(5, "pause")]] {
            let row = try Self.row(script, early: "remembered", at: " 5.0s")
            #expect(row.contains("plays at once"), "\(row)")
        }
    }
}

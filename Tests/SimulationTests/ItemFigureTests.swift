import PlayerModel
import Testing

@testable import Simulation

@Suite("Items that come, go and are played again")
struct ItemFigureTests {
    // MARK: Where they end

    /// Two items of 12 s over a fast link: nothing waits once it plays.
    private static func queue(_ calls: [JSONPart], player: JSONPart = "") -> ScenarioText {
        ScenarioText(
            network: .fluid(8000), media: .hls([1000], duration_s: 12, segment_s: 2),
            player: JSONPart(#""keep_up": "first-chunk", "class": "AVQueuePlayer""#)
                .and(#""items": [{"name": "a"}, {"name": "b"}]"#).and(player),
            script: [.load(), .play()] + calls)
    }

    private static func end(_ at_s: JSONPart, _ value: JSONPart = #""value_s": 4"#) -> JSONPart {
        .does(at_s, "set_forward_playback_end_time", JSONPart(#""item": "b""#).and(value))
    }

    private static func remove(_ at_s: JSONPart) -> JSONPart { .does(at_s, "remove", #""item": "b""#) }
    private static func insert(_ at_s: JSONPart) -> JSONPart { .does(at_s, "insert", #""item": "b""#) }

    @Test(
        "end where they were told to, wherever they were then, and whether they were taken out since",
        arguments: [
            [end(2)], [end(2), remove(3), insert(4)], [remove(2), end(3), insert(4)],
            [remove(2), insert(3), end(4), remove(5), insert(6)], [end(1, ""), end(2), remove(3), insert(4)],
        ])
    func keepsEnd(calls: [JSONPart]) throws {
        let run = try Self.queue(calls).judgedRun()
        #expect(run["played_time_s"] == 16_000_000_000 && run["end_reached"] == 1)
    }

    @Test("end at their duration where that is set, and not where the player's settings say")
    func endsAtDuration() throws {
        let settings: JSONPart = #""forward_playback_end_time_s": 4"#
        for calls in [[Self.end(1, "")], [Self.end(1, ""), Self.remove(2), Self.insert(3)]] {
            #expect(try Self.queue(calls, player: settings).judgedRun()["played_time_s"] == 16_000_000_000)
        }
        #expect(try Self.queue([], player: settings).judgedRun()["played_time_s"] == 8_000_000_000)
    }

    @Test("are new with a load, and end as they were made")
    func loadsAnew() throws {
        let run = try Self.queue([Self.end(1), .load(2), .play(2)]).judgedRun()
        let started = try #require(run.player(0).playback.startedAt)
        let before = (Instant.zero + .seconds(2) - started).nanoseconds
        #expect(run["played_time_s"] == before + 24_000_000_000)
    }

    @Test(
        "are not there for an end that is set before they come, which is said",
        arguments: [
            (#""value_s": 5"#, .load(), 1), (#""item": "b", "value_s": 5"#, .load(), 1),
            (#""item": "b", "value_s": 5"#, .does(0, "insert", #""item": "b""#), 0),
        ] as [(JSONPart, JSONPart, Int)])
    func setsNoEnd(keys: JSONPart, arrival: JSONPart, count: Int) throws {
        var text = Self.queue([])
        text.script = [.does(0, "set_forward_playback_end_time", keys), arrival, .play()]
        let words =
            "there is no item to set an end of yet: the first one comes at 0 s, behind this; put it before this"
        #expect(try text.read().warnings.count { $0.message == words } == count)
    }

    @Test("that are to leave the queue for a treadmill cannot stay in it, and the remedy is said")
    func treadmillStays() {
        let text = ScenarioText(
            network: .fluid(8000), media: .hls([1000], duration_s: 12, segment_s: 2),
            player: #""class": "AVQueuePlayer", "action_at_item_end": "pause", "loop": "treadmill""#)
        #expect(
            text.messages == ["at the end its items have to leave the queue; remove \"action_at_item_end\""])
    }

    // MARK: Figures

    /// A chunk takes half a second.
    @Test(
        "have their first chunk so long after their own arrival",
        arguments: [
            [JSONPart.load()], [.load(), .load(0.4), .load(0.8)], [.load(), .does(0.1, "unload"), .load(10)],
        ])
    func firstChunk(script: [JSONPart]) throws {
        let run = try ScenarioText(
            network: .fluid(2000, #""request_bytes": 0"#), media: .progressive(1000, duration_s: 10, chunk_s: 1),
            script: script
        ).judgedRun()
        #expect(run["time_to_first_chunk_s"] == 500_000_000)
    }

    @Test(
        "have not switched from a variant of which nothing ever came, and as often as their summary says",
        arguments: [("", 0), (#", "from_chunk": 1"#, 1)] as [(String, Int64)])
    func switches(from: String, count: Int64) throws {
        let fault = "{\"status\": 404, \"of\": \"video\", \"variant\": 1, \"times\": 9\(from)}"
        let run = try ScenarioText(
            network: .fluid(4000, JSONPart(stringLiteral: "\"faults\": [\(fault)]")),
            media: .hls([1000, 2000], duration_s: 12, segment_s: 2), player: #""keep_up": "first-chunk""#
        ).judgedRun()
        #expect(run["variant_switch_count"] == count && run["played_time_s"] == 12_000_000_000)
        let summaries = MetricEvents(run.player(0)).events.compactMap { event -> Int? in
            if case .playbackSummary(let summary) = event.kind { Int(summary.variantSwitchCount) } else { nil }
        }
        #expect(summaries == [Int(count)])
    }

    /// From 20 s on the first item is there in the first variant; then the second one is loaded, in that as well, until
    /// the seek. What comes of either later is of the other variant.
    @Test("have switched where another variant of them comes after another item was loaded")
    func takenUpAgain() throws {
        let run = try ScenarioText(
            network: .fluid(1500), media: .hls([800, 300], duration_s: 40, segment_s: 4),
            player: JSONPart(#""class": "AVQueuePlayer", "keep_up": "first-chunk", "switching": "throughput""#)
                .and(#""items": [{"name": "a", "from_s": 20}, {"name": "b"}]"#),
            script: [.load(), .does(40, "set_rate", #""rate": 2"#), .does(41, "seek", #""to_s": 0"#)]
        ).judgedRun()
        #expect(run["variant_switch_count"] == 2)
        let summaries = MetricEvents(run.player(0)).events.compactMap { event -> Int64? in
            if case .playbackSummary(let summary) = event.kind { summary.variantSwitchCount } else { nil }
        }
        #expect(summaries == [1, 1])
    }

    /// All of the first item is there by 1.5 s; of the second only the other variant ever comes.
    @Test("count no switch from the variant of an item that it was loaded over")
    func loadedOver() throws {
        let run = try ScenarioText(
            network: .fluid(8000, #""faults": [{"status": 404, "of": "video", "variant": 1, "from_s": 4}]"#),
            media: .hls([1000, 500], duration_s: 12, segment_s: 2), player: #""keep_up": "first-chunk""#,
            script: [.load(), .play(), .load(5)]
        ).judgedRun()
        #expect(run["variant_switch_count"] == 0 && run["played_time_s"] == 16_750_000_000)
    }

    /// It ends at 12.5 s, is rewound at 13 s, and ends again at 25 s.
    @Test("are cut off by until_s where they are played once more", arguments: [(18, true), (40, false)])
    func rewinds(until: Int64, isCutOff: Bool) throws {
        let run = try ScenarioText(
            network: .fluid(4000), media: .hls([1000], duration_s: 12, segment_s: 2),
            player: #""keep_up": "first-chunk""#,
            script: [.load(), .play(), .does(13, "seek", #""to_s": 0"#), .play(13)],
            until_s: JSONPart(integerLiteral: until)
        ).judgedRun().player(0)
        #expect(run.isCutOff == isCutOff && run.playback.lastItemHasEnded)
    }
}

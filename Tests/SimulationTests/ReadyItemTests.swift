import PlayerModel
import Testing

@testable import Simulation

/// What the logs say of items that come ready: the buffer's flags are those of the item before, and are not announced.
@Suite("Items that come ready, in the logs") struct ReadyItemTests {
    private static func seconds(_ nanoseconds: Int64) -> String {
        nanoseconds < 0 ? "\(nanoseconds)" : NumberText.exact(nanoseconds, places: 9)
    }

    /// Each segment of 4 s takes 0.8 s: of the two items the second is loaded while the first one plays.
    private static func queue(_ player: JSONPart = "", network: JSONPart = "") -> ScenarioText {
        ScenarioText(
            network: .fluid(4000, JSONPart(#""request_bytes": 0"#).and(network)),
            media: .hls([800], duration_s: 20, segment_s: 4),
            player: JSONPart(
                #""class": "AVQueuePlayer", "items": [{ "name": "A", "to_s": 8 }, { "name": "B", "from_s": 8 }]"#
            ).and(player))
    }

    /// A file of which 0.1 s take 20 ms, and which items share.
    private static func loop(_ rule: JSONPart) -> ScenarioText {
        ScenarioText(
            network: .fluid(4000, #""request_bytes": 0"#), media: .progressive(800, duration_s: 5),
            player: JSONPart(#""class": "AVQueuePlayer""#).and("\"loop\": { \(rule) }"), until_s: 12)
    }

    private static func loadedTwice(_ media: JSONPart) -> ScenarioText {
        ScenarioText(
            network: .fluid(4000, #""request_bytes": 0"#), media: media,
            player: #""default_forward_buffer_s": 12"#, script: [.load(), .load(5), .play(6)])
    }

    /// A case: what it is, its scenario, `startupTime` of each event of the access log, and of each first time that it
    /// was likely to keep up the instant, the place and the time taken.
    private static let cases: [(String, ScenarioText, [String], [[String]])] = [
        ("a queue", queue(), ["0.8", "0"], [["0.8", "0", "0.8"], ["8.8", "8", "0"]]),
        (
            "a treadmill", loop(#""rule": "treadmill", "items": 2"#), ["0.02", "0", "0"],
            [["0.02", "0", "0.02"], ["5.02", "0", "0"], ["10.02", "0", "0"]]
        ),
        (
            "a looper", loop(#""rule": "looper""#), ["0.02", "0", "0"],
            [["0.02", "0", "0.02"], ["5.02", "0", "0"], ["10.02", "0", "0"]]
        ),
        // The first of the two never plays, and nothing is transferred.
        (
            "a file on the device, loaded twice", loadedTwice(.local(800, duration_s: 60)), ["0"],
            [["0", "0", "0"], ["5", "0", "0"]]
        ),
        (
            "a file that comes twice", loadedTwice(.progressive(800, duration_s: 60)), ["0.02", "0.02"],
            [["0.02", "0", "0.02"], ["5.02", "0", "0.02"]]
        ),
    ]

    @Test("there is media to play from the first, and it is likely to keep up", arguments: cases.indices)
    func fromTheFirst(index: Int) throws {
        let (name, text, startups, likely) = Self.cases[index]
        let run = try text.judgedRun().player(0)
        #expect(AccessLog(run).events.map { Self.seconds($0.startupTime) } == startups, "\(name)")
        let first = MetricEvents(run).events.compactMap { event -> [String]? in
            guard case .initialLikelyToKeepUp(let keepingUp, _) = event.kind else { return nil }
            let values = [event.at.nanoseconds, event.mediaTime.nanoseconds, keepingUp.timeTaken.nanoseconds]
            return values.map(Self.seconds)
        }
        #expect(first == likely, "\(name)")
    }

    @Test("with what is loaded of the item by then, and with its own requests, whenever they were made")
    func fields() throws {
        let run = try Self.queue().judgedRun().player(0)
        let first = MetricEvents(run).events.compactMap { event -> (ranges: [Range<MediaTime>], count: Int)? in
            guard case .initialLikelyToKeepUp(let keepingUp, let requests) = event.kind else { return nil }
            return (keepingUp.loadedTimeRanges, requests.count)
        }
        #expect(first.map { $0.ranges } == [[.zero..<MediaTime.seconds(4)], [.seconds(8)..<MediaTime.seconds(20)]])
        #expect(first.map { $0.count } == [1, 3])
        let twice = try MetricEvents(Self.loadedTwice(.local(800, duration_s: 60)).judgedRun().player(0)).events
        let ranges = twice.compactMap { event -> [Range<MediaTime>]? in
            if case .initialLikelyToKeepUp(let keepingUp, _) = event.kind { keepingUp.loadedTimeRanges } else { nil }
        }
        #expect(ranges.count == 2 && ranges[0] == ranges[1])
    }

    /// From 2.5 s to 13.5 s nothing comes: of the second item one segment is there, and the next one at 14.2 s.
    @Test("what is likely once more is so no longer for the first time")
    func onceMore() throws {
        let text = Self.queue(
            #""keep_up": "first-chunk""#, network: #""outages": [{ "at_s": 2.5, "for_s": 11 }]"#)
        let events = MetricEvents(try text.judgedRun().player(0)).events
        let likely = events.compactMap { event -> [String]? in
            switch event.kind {
            case .initialLikelyToKeepUp(let keepingUp, _):
                ["first", Self.seconds(event.at.nanoseconds), Self.seconds(keepingUp.timeTaken.nanoseconds)]
            case .likelyToKeepUp(let keepingUp):
                ["again", Self.seconds(event.at.nanoseconds), Self.seconds(keepingUp.timeTaken.nanoseconds)]
            case .rateChange, .stall, .seek, .seekDidComplete, .variantSwitchStart, .variantSwitch, .playbackSummary,
                .request, .error:
                nil
            }
        }
        #expect(likely == [["first", "0.8", "0.8"], ["first", "8.8", "0"], ["again", "14.2", "1.4"]])
    }

    @Test("an item that is not ready begins as before, and the one before it has ended by then")
    func notReady() throws {
        let run = try Self.queue(#""items_ahead": 0"#).judgedRun().player(0)
        let startups = AccessLog(run).events.map { $0.startupTime }
        #expect(startups == [800_000_000, 800_000_000])
        let taken = MetricEvents(run).events.compactMap { event -> TimeAmount? in
            if case .initialLikelyToKeepUp(let keepingUp, _) = event.kind { keepingUp.timeTaken } else { nil }
        }
        #expect(taken == [.milliseconds(800), .milliseconds(800)])
    }
}

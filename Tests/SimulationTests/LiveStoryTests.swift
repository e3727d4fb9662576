import PlayerModel
import Testing

@testable import Simulation

@Suite("Stories of live streams")
struct LiveStoryTests {
    private static let network: JSONPart = .fluid(8000, #""delay_ms": 20"#)

    private static func live(_ name: String?, _ settings: JSONPart) -> JSONPart {
        .hls([2000], name: name, duration_s: 200, segment_s: 6, "\"live\": { \(settings) }")
    }

    /// A live stream of which 36 s are listed, and another item, which is current from an instant on.
    private static func queue(
        history_s: Int = 120, _ behind: JSONPart, at_s: JSONPart, _ script: [JSONPart], until_s: JSONPart
    ) -> ScenarioText {
        let first = live("one", "\"window_s\": 36, \"history_s\": \(history_s)")
        return ScenarioText(
            network: network, media: .list([first, behind]),
            player: .members([
                #""class": "AVQueuePlayer""#,
                #""items": [{ "name": "a", "media": "one" }, { "name": "b", "media": "two" }]"#,
            ]),
            script: [.load(), .play(), .does(at_s, "advance_to_next_item")] + script, until_s: until_s)
    }

    private static let film: JSONPart = .hls([2000], name: "two", duration_s: 80, segment_s: 4)

    /// At 100 kbit/s a segment takes 80 s.
    private static func slow(_ at_s: JSONPart) -> JSONPart { .does(at_s, "change_network", #""down_kbps": 100"#) }

    private static func stories(_ text: ScenarioText, _ kind: Halt.Kind) throws -> [String] {
        let run = try text.judgedRun().player(0)
        return Halt.all(of: run).filter { $0.kind == kind }
            .map { HaltStory($0, run).sentences.joined(separator: " ") }
    }

    @Test(
        "a stall is explained by the playlists of its own item alone",
        arguments: [
            // Of the live item it lists 84 s and later, or up to 42 s.
            (queue(film, at_s: 12, [slow(14)], until_s: 30), "ran dry at 4 s: the video of two from 4 s to 8 s is"),
            (
                queue(history_s: 36, film, at_s: 12, [slow(26)], until_s: 80),
                "ran dry at 52 s: the video of two from 52 s to 56 s is"
            ),
            // News come every 6 s until 40 s, 40.56 ms after they were asked for.
            (
                queue(
                    live("two", #""window_s": 36, "outages": [{ "from_s": 40, "to_s": 70 }]"#), at_s: 20, [],
                    until_s: 80),
                "all that is listed is played: the playlist ends at 72 s, without news since 38.04056 s"
            ),
            // What comes next after the pause has left the window of 36 s.
            (
                queue(
                    live("two", #""window_s": 36, "history_s": 36"#), at_s: 20,
                    [.does(30, "pause"), .does(90, "play")], until_s: 120),
                "since a playlist that begins at 90 s came at 90.04056 s, and the last one begins at 102 s"
            ),
        ])
    func item(text: ScenarioText, words: String) throws {
        let story = try #require(try Self.stories(text, .stall).first)
        #expect(story.contains(words), "\(story)")
    }

    /// Pictures are listed up to 66 s at 30.041 s, and sound up to 64 s until 32.041 s: then come no more news.
    @Test("news of the end are news of the track that got there last")
    func tracks() throws {
        let more: JSONPart = .members([
            #""audio": [{ "bitrate_kbps": 64, "segment_s": 4 }]"#,
            #""live": { "window_s": 36, "outages": [{ "from_s": 34, "to_s": 80 }] }"#,
        ])
        let media: JSONPart = .hls([2000], duration_s: 200, segment_s: 6, more)
        let story = try #require(
            try Self.stories(ScenarioText(network: Self.network, media: media, until_s: 100), .stall).first)
        #expect(story.contains("the playlist ends at 66 s, without news since 32.04074 s"), "\(story)")
    }

    /// From 32 s on no video playlist comes, and at 62 s nothing that the audio playlist lists was listed of the video.
    @Test("playlists that have no place in common are told apart")
    func apart() throws {
        let more: JSONPart = .members([
            #""audio": [{ "bitrate_kbps": 64 }], "pathways": ["a", "b"]"#, #""live": { "window_s": 8 }"#,
        ])
        var text = ScenarioText(
            network: .fluid(8000, #""delay_ms": 10"#), media: .hls([600], duration_s: 200, segment_s: 2, more),
            script: [.load(), .play(), .does(62, "go_live")], until_s: 120)
        text.more = #""hosts": { "a": { "phases": [{ "for_s": 32 }, { "for_s": 1000, "down_kbps": 0 }] } }"#
        let stories = try Self.stories(text, .stall)
        let words =
            "what follows of the audio is listed no longer, since a playlist of it that begins at 40 s came at "
            + "40.02044 s, and the last one begins at 62 s, and all that is listed of the video is played: its "
            + "playlist ends at 38 s"
        #expect(stories.contains { $0.contains(words) }, "\(stories)")
    }

    /// The offset is preserved by jumps of 4 and of four times 6 s.
    @Test("where playback goes on after several jumps, and all that they pass over")
    func jumps() throws {
        let preserved: JSONPart = .members([
            #""automatically_preserves_time_offset_from_live": true"#, #""configured_time_offset_from_live_s": 20"#,
        ])
        let text = ScenarioText(
            network: Self.network, media: Self.live(nil, #""window_s": 60"#),
            player: "\"live\": { \(preserved) }",
            script: [
                .load(), .play(), .does(20, "change_network", #""down_kbps": 300"#),
                .does(60, "change_network", #""down_kbps": 8000"#),
            ], until_s: 90)
        let story = try #require(try Self.stories(text, .stall).first)
        let words =
            "So playback goes on at 106 s, 20 s from the end of the playlist: 28 s are skipped, in 5 jumps, the last "
            + "at 66.042 s."
        #expect(story.contains(words) && !story.contains("Meanwhile"), "\(story)")
    }

    /// Behind the window playback goes on elsewhere in the instant of the stall.
    @Test("one jump in the instant of the stall is told once, and without its instant")
    func jump() throws {
        let text = ScenarioText(
            network: Self.network, media: Self.live(nil, #""window_s": 36"#),
            script: [.load(), .play(), .does(20, "pause"), .does(140, "play")], until_s: 190)
        let story = try #require(try Self.stories(text, .stall).first)
        let words = "So playback goes on at 168 s, 18 s from the end of the playlist: 114 s are skipped."
        #expect(story.contains(words) && !story.contains("Meanwhile"), "\(story)")
    }

    /// The first segment is made at 6 s, and news of it takes another 20 ms.
    @Test("that nothing was listed yet", arguments: [(30, " until 6.020 s; the first media"), (5, "; no media")])
    func empty(until_s: Int64, words: String) throws {
        let text = ScenarioText(
            network: .fluid(8000, #""delay_ms": 10"#), media: Self.live(nil, #""event": true"#),
            until_s: JSONPart(integerLiteral: until_s))
        let story = try #require(try Self.stories(text, .start).first)
        #expect(story.contains("and the playlist listed nothing" + words), "\(story)")
    }
}

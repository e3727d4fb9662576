import PlayerModel
import Testing

@testable import Simulation

@Suite("A live stream that is paused, and played again")
struct LivePauseTests {
    @Test("while it is paused nothing is loaded again, unless the app permits it", arguments: [false, true])
    func pause(isPermitted: Bool) throws {
        let run = try LiveTests.text(
            "", player: "\"live\": { \"can_use_network_resources_for_live_streaming_while_paused\": \(isPermitted) }",
            script: [.load(), .play(), .does(20, "pause"), .does(140, "play")], until_s: 200
        ).judgedRun()
        let paused = LiveTests.requests(of: .videoPlaylist, run).filter { 20_000..<140_000 ~= $0 }
        #expect(isPermitted ? paused.count == 20 : paused.isEmpty)
        // What it has is played before it goes on where something is listed.
        let skip = try #require(run.player(0).playback.skips.last)
        #expect(!skip.isFirst)
        #expect(skip.at > .zero + .seconds(140))
        let edge = try #require(run.player(0).playback.listedEnd(at: skip.at))
        #expect(edge - skip.to == .seconds(18))
        #expect(run["live_skipped_s"] == (skip.to - skip.from).nanoseconds)
        #expect(run.player(0).playback.statuses.last?.status == .playing)
    }

    @Test("a paused player of another make loads it again all the same, unless the scenario says otherwise")
    func pauseOfOthers() throws {
        func requests(_ player: String) throws -> Int {
            let run = try LiveTests.text(
                "", player: JSONPart(stringLiteral: player),
                script: [.load(), .play(), .does(20, "pause"), .does(80, "play")], until_s: 100
            ).judgedRun()
            return LiveTests.requests(of: .videoPlaylist, run).filter { 22_000..<80_000 ~= $0 }.count
        }
        for name in ["hls.js", "shaka", "exoplayer", "vhs"] {
            #expect(try requests("\"profile\": \"\(name)\"") >= 9, "\(name)")
        }
        #expect(try requests(#""profile": "avplayer""#) == 0)
        let rests = #""live": { "can_use_network_resources_for_live_streaming_while_paused": false }"#
        #expect(try requests(#""profile": "hls.js", "# + rests) == 0)
    }

    /// 36 s is the end of a segment: nothing is loaded behind it. The window begins there 24 s after it was listed.
    @Test(
        "what has come to an end of the app's stays there, whatever is listed later",
        arguments: ["36", "35.999"], ["pause", "none"])
    func comesToItsEnd(end: String, then action: String) throws {
        for preserves in [false, true] {
            let live =
                "\"live\": { \"can_use_network_resources_for_live_streaming_while_paused\": true, "
                + "\"automatically_preserves_time_offset_from_live\": \(preserves) }"
            let player = "\"forward_playback_end_time_s\": \(end), \"action_at_item_end\": \"\(action)\", \(live)"
            let run = try LiveTests.text(
                "\"window_s\": 24", segment_s: 4, player: JSONPart(stringLiteral: player), until_s: 80
            ).judgedRun()
            #expect(run["end_reached"] == 1 && run["live_skipped_s"] == 0)
            #expect(run.player(0).playback.listedStart(at: .zero + .seconds(80)) ?? .zero > .seconds(60))
        }
    }

    @Test(
        "what has left the window is not kept up with, and no full buffer; it is played, and `why` names the window")
    func cutOff() throws {
        let run = try LiveTests.text(
            "", player: "\"live\": { \"can_use_network_resources_for_live_streaming_while_paused\": true }",
            script: [.load(), .play(), .does(20, "pause"), .does(140, "play")], until_s: 200
        ).judgedRun()
        let own = run.player(0)
        let stall = try #require(own.playback.stalls.first)
        let start = try #require(own.playback.statuses.last { $0.status == .playing && $0.from < stall.at })
        #expect(start.from >= .zero + .seconds(140) && start.cause == .nothingMoreComes)
        let between = own.playback.announcements.filter { start.from < $0.at && $0.at < stall.at }.map { $0.value }
        #expect(between.contains(.bufferFull(false)))
        let flags = own.playback.announcements.filter { $0.at < stall.at }.compactMap {
            if case .likelyToKeepUp(let flag, let reason) = $0.value { (flag, reason) } else { nil }
        }
        #expect(flags.last?.0 == false && flags.last?.1 == .listedNoLonger)
        let halt = try #require(Halt.all(of: own).first { $0.kind == .stall })
        let story = HaltStory(halt, own).sentences.joined(separator: " ")
        #expect(story.contains("what follows is listed no longer, since a playlist that begins at"), "\(story)")
        // More of the stream comes, and is played in the end.
        let report = TextReport.text(run)
        let words = "plays: what follows is listed no longer, so waiting longer is of no use"
        #expect(report.contains(words) && !report.contains("nothing more comes"), "\(report)")
    }

    /// Up to 54 s are loaded at 20 s, and the last 36 s of the programme stay listed.
    @Test("of a programme that is over meanwhile all is played that is still listed")
    func over() throws {
        let run = try LiveTests.text(
            "", duration_s: 120, script: [.load(), .play(), .does(20, "pause"), .does(130, "play")], until_s: 200
        ).judgedRun()
        #expect(run.player(0).playback.skips.map { $0.to } == [.seconds(18), .seconds(84)])
        #expect(run["live_skipped_s"] == 30_000_000_000 && run["end_reached"] == 1)
    }
}

import PlayerModel
import Testing

@testable import Simulation
@testable import autowait

/// Of each key that is fitted the template's own value is tried, too, and that may be what the whole player has anyway.
@Suite("'autowait fit' of whole players by name")
struct FitPlayerTests {
    private static func reply(_ player: String, _ cells: String, _ fitted: String) throws -> Reply {
        var reply = Reply()
        try TestFolder.with { folder in
            try folder.write(
                """
                {"name": "clip", "network": {"transport": "fluid", "down_kbps": 4000, "delay_ms": 20},
                 "media": {"kind": "hls", "duration_s": 30, "segment_s": 6,
                           "variants": [{"bitrate_kbps": 600}, {"bitrate_kbps": 2000}]},
                 "player": \(player), "until_s": 20}
                """, "clip.json")
            try folder.write(cells, "cells.csv")
            let files = [folder.path + "/clip.json", folder.path + "/cells.csv"]
            reply = Autowait.reply(to: ["fit"] + files + ["--fit", fitted]).whole
        }
        return reply
    }

    private static let limits: String = "network.down_kbps,startup_time_s\n2000,3\n4000,2\n"

    @Test(
        "a column, or the template, may say what the player has anyway",
        arguments: PlayerProfile.all.map { ($0.name, NumberText.exact($0.drain.nanoseconds, places: 9)) })
    func own(name: String, drain: String) throws {
        for (player, cells) in [
            ("\"\(name)\"", "player.drain_s,startup_time_s\n\(drain),3\n7,2\n"),
            ("{\"profile\": \"\(name)\", \"drain_s\": \(drain)}", Self.limits),
        ] {
            let reply = try Self.reply(player, cells, "network.delay_ms=20,200")
            #expect(reply.code == .asExpected && reply.errors.isEmpty, "\(player): \(reply.errors)")
            #expect(reply.output.contains("startup_time_s is off by a factor of "), "\(player): \(reply.output)")
        }
    }

    @Test(
        "a rule of the player, and a number of one, is fitted from its own value on",
        arguments: [
            ("hls.js", "player.keep_up=hls.js,play-through", "player.keep_up"),
            ("hls.js", "player.switching.up_ratio=0.5,0.7", "player.switching.up_ratio"),
            ("hls.js", "player.buffer_goal.least_s=10,30", "player.buffer_goal.least_s"),
            ("avplayer-ios", "player.keep_up.share_ratio=0.2..1", "player.keep_up.share_ratio"),
        ])
    func rules(name: String, fitted: String, key: String) throws {
        let reply = try Self.reply("\"\(name)\"", Self.limits, fitted)
        #expect(reply.code == .asExpected, "\(reply.errors)")
        #expect(reply.output.contains("\n\(key) "), "\(reply.output)")
    }

    /// Two segments of 6 s, 7.2 Mbit, take 3.6 and 1.8 s; one takes half of that.
    @Test(
        "what the ranges leave out and fits better is kept, and nothing is to be pasted",
        arguments: ["1..6", "3,6"])
    func kept(values: String) throws {
        let player = "{\"keep_up\": {\"rule\": \"fixed-seconds\", \"start_s\": 12}}"
        let cells = "network.down_kbps,startup_time_s\n2000,3.7\n4000,1.9\n"
        let reply = try Self.reply(player, cells, "player.keep_up.start_s=\(values)")
        let words = "keep start_s=12: no value that was tried fits as well; startup_time_s is off by a factor of 1.0"
        #expect(reply.output.hasPrefix(words) && !reply.output.contains("To paste"), "\(reply.output)")
    }
}

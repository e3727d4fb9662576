import Foundation
import PlayerModel
import Simulation
import Testing

@testable import autowait

/// Whoever wants another number of a player copies what the list says of it into a scenario.
@Suite("The list of players")
struct ListPlayersTests {
    @Test("prints what can be written as keys, and comes to the same player", arguments: PlayerProfile.all)
    func printed(profile: PlayerProfile) throws {
        let keys = try Self.settings(of: profile.name).map { key, words in "\"\(key)\": \(Self.value(words))" }
        #expect(keys.count == profile.rules.count + profile.times.count + profile.requestRules.count)
        let own = try Self.player(["\"profile\": \"\(profile.name)\""])
        let beside = try Self.player(["\"profile\": \"\(profile.name)\""] + keys)
        #expect(beside.profile?.overridden == [])
        var alone = try Self.player(keys)
        let (requests, asked) = (own.loader.requests, alone.loader.requests)
        #expect(asked.segments == requests.segments && asked.playlists == requests.playlists)
        #expect(asked.multivariant == requests.multivariant)
        // Of a paused player in live streams nothing is listed, nor whether a steering manifest is asked for again.
        (alone.loader.live, alone.loader.requests) = (own.loader.live, requests)
        #expect(alone.loader == own.loader && beside.loader == own.loader)
        #expect(alone.player.keepUp == own.player.keepUp && alone.estimator == own.estimator)
        #expect(alone.variantChoice == own.variantChoice && alone.variantSwitch == own.variantSwitch)
        #expect(alone.abandonment == own.abandonment)
    }

    /// What the list says of a player, by the key, in both of its forms.
    private static func settings(of name: String) throws -> [(key: String, words: String)] {
        let text = Autowait.reply(to: ["list", "players", name]).output
        let json = Autowait.reply(to: ["list", "players", "--format", "json"]).output
        let root = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let players = try #require(root["players"] as? [[String: Any]])
        let player = try #require(players.first { $0["name"] as? String == name })
        let all = player.compactMap { key, value in (value as? String).map { (key: key, words: $0) } }
            .filter { !["name", "about"].contains($0.key) }
        for (key, words) in all { #expect(text.contains("\n    \(NumberText.left(key, 25))\(words)\n"), "\(text)") }
        return all
    }

    /// `50 s`, `unlimited`, or a rule, as a value in a file: `fixed-wait (wait_s 2 s, count 3), and why`.
    private static func value(_ words: String) -> String {
        let first = String(words.prefix { $0 != " " && $0 != "," })
        if first.first?.isNumber == true { return first }
        let rule = words.dropFirst(first.count)
        guard rule.hasPrefix(" (") else { return "\"\(first)\"" }
        let parameters = rule.dropFirst(2).prefix { $0 != ")" }.split(separator: ", ").map { parameter in
            let parts = parameter.split(separator: " ")
            return ", \"\(parts[0])\": \(parts[1])"
        }
        return "{\"rule\": \"\(first)\"\(parameters.joined())}"
    }

    private static func player(_ keys: [String]) throws -> ScenarioPlayer {
        let text = """
            {"network": {"transport": "tcp", "down_kbps": 2000}, "player": {\(keys.joined(separator: ", "))},
             "media": {"kind": "hls", "duration_s": 20, "variants": [{"bitrate_kbps": 400}, {"bitrate_kbps": 800}]}}
            """
        let source = SourceText(file: "test.json", bytes: Array(text.utf8))
        let reading = ScenarioReader.read(source)
        return try #require(reading.scenario, "\(reading.diagnostics.map { $0.message }): \(text)").players[0]
    }
}

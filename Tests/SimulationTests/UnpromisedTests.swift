import Testing

@testable import Simulation

@Suite("What AVFoundation does not promise, or did not have, is said")
struct UnpromisedTests {
    private static func warnings(
        _ player: JSONPart, _ actions: [JSONPart], _ media: JSONPart = .hls([800], duration_s: 60)
    ) throws -> [String] {
        try ScenarioText(media: media, player: player, script: [.load(), .play()] + actions).read().warnings
            .map { $0.message }
    }

    private static let alone: JSONPart = #""automatically_waits_to_minimize_stalling": false"#

    @Test(
        "of a rate beyond 1 and 2, whoever asks for it",
        arguments: ["default_rate", "set_rate", "play_immediately", "set_rate_at_host_time", "set_default_rate"],
        [
            ("0.001", "canPlaySlowForward"), ("0.999", "canPlaySlowForward"), ("1", nil), ("2", nil),
            ("2.001", "canPlayFastForward"), ("32", "canPlayFastForward"),
        ] as [(String, String?)])
    func rates(way: String, rate: (value: String, property: String?)) throws {
        let isKey = way == "default_rate"
        let key: JSONPart = isKey ? "\"default_rate\": \(rate.value)" : ""
        let action = JSONPart.does(1, way, "\"rate\": \(rate.value)")
        let said = try Self.warnings(Self.alone.and(key), isKey ? [] : [action]).filter { $0.contains("canPlay") }
        #expect(said.count == (rate.property == nil ? 0 : 1), "\(said)")
        #expect(said.allSatisfy { $0.contains("is for items whose \(rate.property ?? "") is true") }, "\(said)")
    }

    @Test(
        "of AVPlayer alone, and not of a rate of 0",
        arguments: [("hls.js", "8", 0), ("avplayer", "8", 1), ("avplayer", "0", 0)])
    func profiles(name: String, rate: String, count: Int) throws {
        let said = try Self.warnings(
            "\"profile\": \"\(name)\"", [.does(1, "set_rate", "\"rate\": \(rate)")])
        #expect(said.count { $0.contains("canPlay") } == count, "\(said)")
    }

    /// A name of AVFoundation, with the player, the action and the medium that have it.
    private static let later: [(name: String, player: JSONPart, actions: [JSONPart], media: JSONPart)] = [
        ("playImmediately(atRate:)", "", [.does(1, "play_immediately")], stream),
        ("defaultRate", #""default_rate": 1.5"#, [], stream),
        ("defaultRate", "", [.does(1, "set_default_rate", #""rate": 1.5"#)], stream),
        ("preferredForwardBufferDuration", #""preferred_forward_buffer_duration_s": 5"#, [], stream),
        (
            "preferredForwardBufferDuration", "",
            [.does(1, "set_preferred_forward_buffer_duration", #""value_s": 5"#)], stream
        ),
        ("preferredMaximumResolution", "\"preferred_maximum_resolution\": { \(size) }", [], stream),
        ("preferredMaximumResolution", "", [.does(1, "set_preferred_maximum_resolution", size)], stream),
        ("setRate(_:time:atHostTime:) of streams", "", [.does(1, "set_rate_at_host_time")], stream),
        ("configuredTimeOffsetFromLive", #""live": { "configured_time_offset_from_live_s": 20 }"#, [], live),
        (
            "configuredTimeOffsetFromLive", "",
            [.does(1, "set_configured_time_offset_from_live", #""value_s": 20"#)], live
        ),
        (
            "automaticallyPreservesTimeOffsetFromLive",
            #""live": { "automatically_preserves_time_offset_from_live": true }"#, [], live
        ),
        ("AVPlayerLooper", #""class": "AVQueuePlayer", "loop": { "rule": "looper" }"#, [], stream),
        ("interstitial events", "", [], interrupted),
    ]

    private static let size: JSONPart = #""width": 640, "height": 360"#
    private static let stream: JSONPart = .hls(["\"bitrate_kbps\": 800, \(size)"], duration_s: 60)
    private static let live: JSONPart = .hls([800], duration_s: 240, #""live": {}"#)
    private static let shown: JSONPart = .hls([300], duration_s: 6)
    private static let interrupted: JSONPart = .hls(
        [800], duration_s: 60, "\"interstitials\": [{ \"at_s\": 9, \"assets\": [\(shown)] }]")

    @Test("of an app that was linked on iOS 9, and uses what came later", arguments: later)
    func systems(name: String, player: JSONPart, actions: [JSONPart], media: JSONPart) throws {
        for (system, expected) in [("iOS 9", ["iOS 9 had no \(name);"]), ("iOS 10", [])] {
            let own: JSONPart = "\"linked_on\": \"\(system)\""
            let said = try Self.warnings(own.and(player), actions, media).filter { $0.hasPrefix("iOS 9 had no") }
            #expect(said.map { $0.prefix(name.count + 14) } == expected.map { $0[...] }, "\(said)")
        }
    }

    @Test("but not of a file that is tied to the host's clock")
    func file() throws {
        let tied = JSONPart.does(1, "set_rate_at_host_time")
        let said = try Self.warnings(#""linked_on": "iOS 9""#, [tied], .local(1000, duration_s: 10))
        #expect(!said.contains { $0.hasPrefix("iOS 9 had no") }, "\(said)")
    }
}

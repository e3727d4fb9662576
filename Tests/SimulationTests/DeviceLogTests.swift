import PlayerModel
import Testing

@testable import class AutowaitTesting.World
@testable import Simulation

@Suite("A device's log drives the machine, and is held against it")
struct DeviceLogTests {
    /// The story of an app in a log.
    enum Story: CaseIterable {
        case play, playImmediately, tunnel, autowaitOff, twiceAsFast, seek, pauses

        func act(_ world: World) throws {
            let player = world.player
            switch self {
            case .play: player.play()
            case .playImmediately: player.playImmediately(atRate: 1)
            case .tunnel:
                player.play()
                world.after(.seconds(12)) { world.breakNetwork(for: .seconds(30)) }
            case .autowaitOff:
                try world.advance(by: .seconds(2))
                player.automaticallyWaitsToMinimizeStalling = false
                player.play()
            case .twiceAsFast: player.rate = 2
            case .seek:
                player.play()
                try world.advance(by: .seconds(10))
                player.seek(to: .seconds(30), toleranceBefore: .zero, toleranceAfter: .zero)
            case .pauses:
                player.play()
                try world.advance(by: .seconds(8))
                player.pause()
                try world.advance(by: .seconds(3))
                player.playImmediately(atRate: 1)
            }
        }
    }

    /// Logs a story as an app on a device would: calls from the report's script, everything else from observers.
    private func log(_ story: Story) throws -> [String] {
        let world = try World(scenario: Slow.server)
        let player = world.player
        var lines: [String] = []
        func add(_ words: String) {
            let time = NumberText.exact(world.engine.now.nanoseconds, places: 9)
            lines.append("{ \"t\": \(time), \(words) }")
        }
        func ranges() -> String {
            let ranges = player.currentItem?.loadedTimeRanges ?? []
            func number(_ nanoseconds: Int64) -> String { NumberText.exact(nanoseconds, places: 9) }
            return ranges.map { "[\(number($0.start.nanoseconds)), \(number($0.end.nanoseconds))]" }
                .joined(separator: ", ")
        }
        let tokens = [
            player.observe(.timeControlStatus) {
                add(
                    "\"timeControlStatus\": \"\(NamesOfAVFoundation.status($0.engine.model(of: 0).timeControlStatus))\""
                )
            },
            player.observe(.reasonForWaitingToPlay) {
                let reason = $0.engine.model(of: 0).reasonForWaitingToPlay.map {
                    "\"\(NamesOfAVFoundation.reason($0))\""
                }
                add("\"reasonForWaitingToPlay\": \(reason ?? "null")")
            },
            player.observe(.rate) { add("\"rate\": \(NumberText.exact(Int64($0.rate * 1000), places: 3))") },
            player.observeCurrentItem(.loadedTimeRanges) { _ in add("\"loadedTimeRanges\": [\(ranges())]") },
            player.observeCurrentItem(.isPlaybackLikelyToKeepUp) {
                add("\"isPlaybackLikelyToKeepUp\": \($0.currentItem!.isPlaybackLikelyToKeepUp)")
            },
            player.observeCurrentItem(.isPlaybackBufferFull) {
                add("\"isPlaybackBufferFull\": \($0.currentItem!.isPlaybackBufferFull)")
            },
            player.onNotification(.playbackStalled) { _ in add("\"notification\": \"playbackStalled\"") },
        ]
        player.load()
        add("\"item\": { \"duration\": 39, \"isStream\": false }")
        try story.act(world)
        try world.advance(by: .seconds(80))
        withExtendedLifetime(tokens) {}
        // Calls are put in front of what was observed of them.
        for action in world.engine.record.script.reversed() {
            guard let words = Self.words(action.operation) else { continue }
            let time = NumberText.exact(action.at.nanoseconds, places: 9)
            let index = lines.firstIndex { Self.time($0) >= action.at && !$0.contains("\"item\"") } ?? lines.endIndex
            lines.insert("{ \"t\": \(time), \(words) }", at: index)
        }
        return lines
    }

    private static func time(_ line: String) -> Instant {
        let entries = try? DeviceLog.read(Array(line.utf8)).entries
        return entries?.first?.at ?? .never
    }

    private static func words(_ operation: Action.Operation) -> String? {
        guard case .player(let input) = operation else { return nil }
        return switch input {
        case .play: "\"call\": \"play\""
        case .pause: "\"call\": \"pause\""
        case .setRate(let rate): "\"call\": \"rate\", \"value\": \(rate.asFloat)"
        case .playImmediately(let rate): "\"call\": \"playImmediately\", \"value\": \(rate.asFloat)"
        case .setAutomaticallyWaits(let flag):
            "\"call\": \"automaticallyWaitsToMinimizeStalling\", \"value\": \(flag)"
        case .seek(let place, _, _): "\"call\": \"seek\", \"value\": \(Double(place.nanoseconds) / 1_000_000_000)"
        default: nil
        }
    }

    private func replay(_ lines: [String]) throws -> DeviceLogReport {
        try DeviceLogReport.replay(Array(lines.joined(separator: "\n").utf8))
    }

    @Test("the machine agrees with itself, when the rule is left to the log", arguments: Story.allCases)
    func agrees(story: Story) throws {
        let lines = try log(story)
        #expect(lines.contains { $0.contains("timeControlStatus") && $0.contains("playing") })
        let result = try replay(lines)
        #expect(result.agrees, "\(result.text)\n\(lines.joined(separator: "\n"))")
    }

    @Test("a device that starts a second late is found out, with the line and the inputs before")
    func disagrees() throws {
        let result = try replay([
            #"{ "t": 0, "item": { "duration": 10 } }"#,
            #"{ "t": 0, "call": "play" }"#,
            #"{ "t": 0.01, "timeControlStatus": "waitingToPlayAtSpecifiedRate", "rate": 1 }"#,
            #"{ "t": 1, "loadedTimeRanges": [[0, 6]] }"#,
            #"{ "t": 1.5, "isPlaybackLikelyToKeepUp": true }"#,
            #"{ "t": 2.5, "timeControlStatus": "playing" }"#,
        ])
        let text = """
            line 5, 1.5 s: timeControlStatus is waitingToPlayAtSpecifiedRate on the device and playing in the model, \
            for 1 s
                after line 2, 0 s: play()
                after line 4, 1 s: loadedTimeRanges [[0.0s, 6.0s]]
                after line 5, 1.5 s: isPlaybackLikelyToKeepUp true
            4 inputs, 3 observations: 1 disagreement

            """
        #expect(result.text == text)
        #expect(!result.agrees)
    }

    @Test("behind a stall the device's judgement is taken as it is, however little is loaded", arguments: [0.5, 2])
    func goesOnBehindAStall(loaded: Double) throws {
        let result = try replay([
            #"{ "t": 0, "item": { "duration": 30, "isStream": false } }"#, #"{ "t": 0, "call": "play" }"#,
            #"{ "t": 1, "loadedTimeRanges": [[0, 4]], "isPlaybackLikelyToKeepUp": true }"#,
            #"{ "t": 1, "timeControlStatus": "playing" }"#,
            #"{ "t": 5, "isPlaybackLikelyToKeepUp": false, "notification": "playbackStalled" }"#,
            #"{ "t": 5, "timeControlStatus": "waitingToPlayAtSpecifiedRate" }"#,
            "{ \"t\": 8, \"loadedTimeRanges\": [[0, \(4 + loaded)]] }",
            #"{ "t": 8, "isPlaybackLikelyToKeepUp": true }"#, #"{ "t": 8, "timeControlStatus": "playing" }"#,
            #"{ "t": 8.4, "loadedTimeRanges": [[0, 9]] }"#, #"{ "t": 9, "rate": 1 }"#,
        ])
        #expect(result.agrees, "\(result.text)")
    }

    @Test("what comes a little late is no disagreement", arguments: [(249, true), (250, false)])
    func tolerance(milliseconds: Int, agrees: Bool) throws {
        let result = try replay([
            #"{ "t": 0, "item": null }"#, #"{ "t": 0, "rate": 0 }"#, #"{ "t": 1, "call": "play" }"#,
            "{ \"t\": 1.\(milliseconds), \"rate\": 1 }",
        ])
        #expect(result.agrees == agrees)
    }

    @Test(
        "a log of which nothing can be taken is refused, with the reason and its line",
        arguments: [
            (#"{ "call": "play" }"#, ":1:1: error: nothing of it can be read: 't' is missing"),
            (#"{ "t": 0, "call": "ply" }"#, "did you mean 'play'?"),
            (#"{ "t": 0, "call": "rate" }"#, "'rate' needs another 'value'"),
            (#"{ "t": 0, "loadedTimeRanges": [[2, 1]] }"#, "a range is two numbers"),
            (#"{ "t": 0 }"#, "says nothing"),
            ("\n{", ":2:1: error: nothing of it can be read: the last line was cut off, and is passed over: "),
            ("{ \"t\": 0 }\n{", "\nlog.jsonl:2:1: error: the last line was cut off, and is passed over: "),
        ])
    func faults(text: String, words: String) throws {
        let error = #expect(throws: DeviceLogFaults.self) { try DeviceLog.read(Array(text.utf8)) }
        let source = SourceText(file: "log.jsonl", bytes: [])
        let all = try #require(error).diagnostics.map { $0.text(sources: [source]) }.joined(separator: "\n")
        #expect(all.contains(words), "\(all)")
    }
}

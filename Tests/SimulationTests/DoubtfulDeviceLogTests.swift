import PlayerModel
import Testing

@testable import Simulation

@Suite("What a device's log does not know for sure is no disagreement")
struct DoubtfulDeviceLogTests {
    private func replay(_ lines: [String]) throws -> DeviceLogReport {
        try DeviceLogReport.replay(Array(lines.joined(separator: "\n").utf8))
    }

    /// `RealDeviceLogTests` judges them with its own.
    static let stories = [
        RealDeviceLogTests.Story(
            "the clock set forward by 4 s, while 3 s are loaded",
            [
                #"{"t": 1.01, "loadedTimeRanges": [[0, 12]]}"#, #"{"t": 6, "currentTime": 5}"#,
                #"{"t": 15, "currentTime": 10}"#, #"{"t": 15.1, "loadedTimeRanges": [[0, 30]]}"#,
                #"{"t": 20, "currentTime": 15}"#, #"{"t": 25, "rate": 1}"#,
            ], warning: "by 'currentTime' 4 s fewer have passed than by 't'"),
        RealDeviceLogTests.Story(
            "a seek behind a torn line, after which the playhead is known, and then a pause without a reason",
            [
                #"{"t": 5, "call": "pau"#,
                #"{"t": 6, "call": "seek", "value": 20, "toleranceBefore": 0, "toleranceAfter": 0}"#,
                #"{"t": 6.01, "timeControlStatus": 1, "reasonForWaitingToPlay": "toMinimizeStalls"}"#,
                #"{"t": 7, "loadedTimeRanges": [[20, 39]], "isPlaybackLikelyToKeepUp": true}"#,
                #"{"t": 7, "timeControlStatus": 2, "rate": 1}"#, #"{"t": 9, "timeControlStatus": 0, "rate": 0}"#,
                #"{"t": 12, "rate": 0}"#,
            ], warning: "this line is not JSON", disagreement: "timeControlStatus is paused on the device"),
        RealDeviceLogTests.Story(
            "a playhead that rests while the device is said to play",
            [
                #"{"t": 6, "currentTime": 5}"#, #"{"t": 10, "currentTime": 5}"#, #"{"t": 20, "currentTime": 5}"#,
                #"{"t": 25, "rate": 1}"#,
            ], warning: "'currentTime' has not gone on for 14 s"),
        RealDeviceLogTests.Story(
            "a playhead that is told in whole seconds",
            [
                #"{"t": 1.01, "loadedTimeRanges": [[0, 8]]}"#, #"{"t": 3.02, "currentTime": 2}"#,
                #"{"t": 5.98, "currentTime": 4}"#, #"{"t": 7, "loadedTimeRanges": [[0, 30]]}"#,
                #"{"t": 20, "rate": 1}"#,
            ]),
        RealDeviceLogTests.Story(
            "the clock set back by nobody knows how much, on a line that says nothing else",
            [
                #"{"t": 1.01, "loadedTimeRanges": [[0, 12]]}"#, #"{"t": -505, "call": "insert"}"#,
                #"{"t": -499, "isPlaybackBufferEmpty": true, "isPlaybackLikelyToKeepUp": false}"#,
                #"{"t": -499, "timeControlStatus": 1, "reasonForWaitingToPlay": "toMinimizeStalls"}"#,
                #"{"t": -497, "rate": 1}"#,
            ], warning: "'t' goes back by 506"),
        RealDeviceLogTests.Story(
            "a line torn in the middle, which may have been a pause, and both show the same again",
            [
                #"{"t": 5, "call": "pau"#, #"{"t": 5.01, "timeControlStatus": 0, "rate": 0}"#,
                #"{"t": 9, "loadedTimeRanges": [[0, 39]], "currentTime": 4}"#,
                #"{"t": 9, "isPlaybackLikelyToKeepUp": true}"#,
                #"{"t": 15, "call": "play"}"#,
                #"{"t": 15.01, "timeControlStatus": 2, "rate": 1}"#, #"{"t": 30, "rate": 1}"#,
            ], warning: "nothing is compared until device and model are seen to show the same again"),
        RealDeviceLogTests.Story(
            "and a pause without a reason behind it",
            [
                #"{"t": 5, "rate": 1"#, #"{"t": 6, "loadedTimeRanges": [[0, 39]], "currentTime": 5}"#,
                #"{"t": 7, "timeControlStatus": 2, "rate": 1, "isPlaybackLikelyToKeepUp": true}"#,
                #"{"t": 9, "timeControlStatus": 0, "rate": 0}"#, #"{"t": 12, "rate": 0}"#,
            ], warning: "this line is not JSON", disagreement: "timeControlStatus is paused on the device"),
        RealDeviceLogTests.Story(
            "a call by an unknown name, which may have been a pause, and both show the same again",
            [
                #"{"t": 5, "call": "stop"}"#, #"{"t": 5.01, "timeControlStatus": 0, "rate": 0}"#,
                #"{"t": 9, "loadedTimeRanges": [[0, 39]], "currentTime": 4}"#,
                #"{"t": 9, "isPlaybackLikelyToKeepUp": true}"#,
                #"{"t": 15, "call": "play"}"#,
                #"{"t": 15.01, "timeControlStatus": 2, "rate": 1}"#, #"{"t": 30, "rate": 1}"#,
            ], warning: "unknown call 'stop'; it is passed over, and nothing is compared until device and model"),
        RealDeviceLogTests.Story(
            "a pause without a reason, which ends with something of which the model knows nothing",
            [
                #"{"t": 5, "timeControlStatus": 0, "rate": 0}"#,
                #"{"t": 20, "timeControlStatus": 1, "reasonForWaitingToPlay": "interstitialEvent"}"#,
            ], warning: "does not wait for 'interstitialEvent'",
            disagreement: "timeControlStatus is paused on the device and playing in the model, for 15 s"),
        RealDeviceLogTests.Story(
            "a playhead that is told where no clock comes at its rate",
            [
                #"{"t": 2, "duration": 1000000000, "loadedTimeRanges": [[0, 1000000000]]}"#,
                #"{"t": 2, "call": "rate", "value": 0.001, "rate": 0.001}"#, #"{"t": 3, "currentTime": 1}"#,
                #"{"t": 4, "currentTime": 900000000}"#, #"{"t": 5, "rate": 0.001}"#,
            ]),
        RealDeviceLogTests.Story(
            "a seek that does not say how exactly",
            [
                #"{"t": 2, "call": "seek", "value": 5}"#, #"{"t": 3, "timeControlStatus": 0, "rate": 0}"#,
                #"{"t": 9, "rate": 0}"#,
            ], disagreement: "after line 6, 2 s: seek(to: 5 s)\n"),
    ]

    /// Nothing is known of the item that a queue has gone on to; and where nothing more is observed, it is no matter.
    @Test(
        "an item of which no line says what is loaded is not compared, and the log's end says so",
        arguments: [false, true])
    func item(isObserved: Bool) throws {
        let lines = [
            #"{"t": 10, "currentItem": {"duration": 600}}"#,
            isObserved ? #"{"t": 11, "timeControlStatus": 0, "rate": 0}"# : #"{"t": 11, "seekFinished": true}"#,
        ]
        let report = try replay(RealDeviceLogTests.playing + lines)
        let before = isObserved ? "nothing was compared behind line 6; up to there, " : ""
        let words = "observations: \(before)device and model agree"
        #expect(report.verdict.hasSuffix(words), "\(report.text)")
        #expect(report.findings.map { $0.place.line } == (isObserved ? [6] : []))
    }

    @Test("lines of other programs may stand before the header", arguments: ["2026-01-01 launched", "[1]", "42"])
    func header(line: String) throws {
        let lines = [line, #"{"player": "AVQueuePlayer"}"#] + RealDeviceLogTests.playing
        let log = try DeviceLog.read(Array(lines.joined(separator: "\n").utf8))
        #expect(log.header.playerClass == .queuePlayer && log.findings.all.count == 1 && log.entries.count == 7)
    }

    @Test("what is never seen to be the same again is not compared, and the log's end says so")
    func doubt() throws {
        let report = try replay(
            RealDeviceLogTests.playing + [
                #"{"t": 5, "call": "pau"#, #"{"t": 5.01, "timeControlStatus": 0, "rate": 0}"#,
                #"{"t": 60, "rate": 0}"#,
            ])
        #expect(report.agrees, "\(report.text)")
        #expect(report.findings.last?.message.contains("from here on nothing is compared, to the end") == true)
        #expect(report.findings.last?.place.line == 6)
        #expect(report.verdict.hasSuffix("nothing was compared behind line 6; up to there, device and model agree"))
        let entry = JudgementJSON.entry(report, file: "a", isFirst: true)
        #expect(entry.contains("\"uncompared_from_line\":6,"), "\(entry)")
    }

    @Test(
        "nobody knows what was called by an unknown name, or without its value",
        arguments: ["play()", "Play", "rate", "seek"])
    func unknown(call: String) throws {
        let report = try replay([
            #"{"t": 0, "item": {"duration": 39, "isStream": false}}"#, "{\"t\": 0.35, \"call\": \"\(call)\"}",
            #"{"t": 0.351, "timeControlStatus": 1, "rate": 1, "reasonForWaitingToPlay": "evaluatingBufferingRate"}"#,
            #"{"t": 1.234, "loadedTimeRanges": [[0, 3.2]]}"#, #"{"t": 6.554, "isPlaybackLikelyToKeepUp": true}"#,
            #"{"t": 6.555, "timeControlStatus": "playing"}"#,
        ])
        let words = "nothing was compared behind line 2; up to there, device and model agree"
        #expect(report.verdict.hasSuffix(words), "\(report.text)")
    }

    @Test(
        "a place at the instant at which a seek has finished is where it has landed, in either order",
        arguments: [97, 94.2, 101, 5.3], [true, false])
    func landing(place: Double, isToldFirst: Bool) throws {
        let lines = [#"{"t": 5.3, "currentTime": \#(place)}"#, #"{"t": 5.3, "seekFinished": true}"#]
        let report = try replay(
            [
                #"{"t": 0, "item": {"duration": 600}}"#, #"{"t": 1, "loadedTimeRanges": [[0, 600]]}"#,
            ] + RealDeviceLogTests.playing.dropFirst(2)
                + [#"{"t": 5, "call": "seek", "value": 100, "toleranceBefore": 0, "toleranceAfter": 0}"#]
                + (isToldFirst ? lines : lines.reversed())
                + [#"{"t": 10, "currentTime": 104.7}"#, #"{"t": 12, "rate": 1}"#])
        // A place before the seek may be told late, but not once it has finished.
        #expect(report.agrees == (place == 101 || (place == 5.3 && isToldFirst)), "\(report.text)")
    }
}

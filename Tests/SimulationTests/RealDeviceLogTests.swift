import PlayerModel
import Testing

@testable import Simulation

@Suite("Logs of devices as real ones are")
struct RealDeviceLogTests {
    /// A device that plays 40 s, of which 39 are loaded, from 1 s on.
    static let playing = [
        #"{"t": 0, "item": {"duration": 40}}"#, #"{"t": 1, "loadedTimeRanges": [[0, 39]]}"#,
        #"{"t": 1, "isPlaybackLikelyToKeepUp": true}"#, #"{"t": 1, "call": "play"}"#,
        #"{"t": 1.01, "timeControlStatus": "playing", "reasonForWaitingToPlay": null, "rate": 1}"#,
    ]

    private func replay(_ text: String) throws -> DeviceLogReport { try DeviceLogReport.replay(Array(text.utf8)) }
    private func replay(_ lines: [String]) throws -> DeviceLogReport { try replay(lines.joined(separator: "\n")) }

    /// A story behind `playing`, and what is found in it.
    struct Story: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let lines: [String]
        /// Words of the only warning; empty where there is none.
        let warning: String
        /// Words of the first disagreement; nil where device and model agree.
        let disagreement: String?

        init(_ name: String, _ lines: [String], warning: String = "", disagreement: String? = nil) {
            (testDescription, self.lines, self.warning, self.disagreement) = (name, lines, warning, disagreement)
        }

        func judge() throws {
            let text = (RealDeviceLogTests.playing + lines).joined(separator: "\n")
            let report = try DeviceLogReport.replay(Array(text.utf8))
            let warnings = report.findings.map { $0.diagnostic.message }
            if warning.isEmpty {
                #expect(warnings == [])
            } else {
                #expect(warnings.count == 1 && warnings[0].contains(warning), "\(warnings)")
            }
            if let words = disagreement {
                #expect(report.items.count > 0 && report.text.contains(words), "\(report.text)")
            } else {
                #expect(report.agrees, "\(report.text)")
            }
        }
    }

    static let stories = [
        Story("a rate that is nearly 1", [#"{"t": 5, "rate": 0.9998}"#, #"{"t": 9, "rate": 0.9998}"#]),
        Story(
            "a rate that is not", [#"{"t": 5, "rate": 0.98}"#, #"{"t": 9, "rate": 0.98}"#],
            disagreement: "rate is 0.98 on the device and 1.0 in the model, for 4 s"),
        Story(
            "a device that stops at the end of its log, and whether for good nobody knows",
            [#"{"t": 9, "timeControlStatus": 1, "reasonForWaitingToPlay": "AVPlayerWaitingToMinimizeStallsReason"}"#],
            warning: "the log ends here, while the device shows waitingToPlayAtSpecifiedRate and the model playing"),
        Story(
            "backwards and forwards again",
            [
                #"{"t": 9, "call": "rate", "value": -1}"#, #"{"t": 9.01, "rate": -1}"#, #"{"t": 12, "rate": -1}"#,
                #"{"t": 13, "call": "rate", "value": 1}"#, #"{"t": 13.01, "rate": 1, "currentTime": 4}"#,
                #"{"t": 15, "timeControlStatus": "playing"}"#, #"{"t": 16, "rate": 1}"#,
            ], warning: "does not play backwards: nothing is compared as long as the device does (3 times)"),
        Story(
            "an interstitial",
            [
                #"{"t": 11, "timeControlStatus": 1, "reasonForWaitingToPlay": "interstitialEvent"}"#,
                #"{"t": 60, "loadedTimeRanges": [[0, 39]]}"#,
                #"{"t": 71, "timeControlStatus": 2, "reasonForWaitingToPlay": null}"#,
                // 10 s were played before and 29 are loaded behind: it is dry at 100 s and no sooner.
                #"{"t": 99, "rate": 1}"#, #"{"t": 99.9, "rate": 1}"#,
            ], warning: "the model does not wait for 'interstitialEvent': nothing is compared"),
        Story(
            "a reason that is not taken back, when there is nothing to wait for",
            [
                #"{"t": 2, "reasonForWaitingToPlay": "toMinimizeStalls", "timeControlStatus": 1}"#,
                #"{"t": 2.1, "timeControlStatus": 2}"#, #"{"t": 9, "rate": 1}"#,
            ]),
        Story(
            "and one that ends too soon",
            [
                #"{"t": 11, "timeControlStatus": 1, "reasonForWaitingToPlay": "interstitialEvent"}"#,
                #"{"t": 71, "timeControlStatus": 2, "reasonForWaitingToPlay": null}"#,
                #"{"t": 99.9, "rate": 1}"#, #"{"t": 103, "timeControlStatus": "playing"}"#,
            ], warning: "interstitialEvent", disagreement: "timeControlStatus is playing on the device and waiting"),
        Story(
            "a phone call, with the reason",
            [
                #"{"t": 9, "notification": "AVPlayerRateDidChangeNotification", "rate": 0,"#
                    + #" "rateDidChangeReason": "AVPlayerRateDidChangeReasonAudioSessionInterrupted"}"#,
                #"{"t": 9.02, "timeControlStatus": "paused"}"#, #"{"t": 30, "rate": 0}"#,
            ]),
        Story(
            "a pause without a reason",
            [#"{"t": 9, "timeControlStatus": "paused", "rate": 0}"#, #"{"t": 10, "rate": 0}"#],
            disagreement: "timeControlStatus is paused on the device and playing in the model, for 1 s"),
        Story(
            "a pause that the app is said to have called",
            [
                #"{"t": 9, "rateDidChangeReason": "setRateCalled", "rate": 0}"#, #"{"t": 10, "rate": 0}"#,
            ], disagreement: "rate is 0.0 on the device and 1.0 in the model, for 1 s"),
        Story(
            "the live edge",
            [
                #"{"t": 2, "call": "rate", "value": 1.5}"#, #"{"t": 2.01, "rate": 1.5}"#,
                #"{"t": 4, "rateDidChangeReason": "playheadReachedLiveEdge", "rate": 1}"#, #"{"t": 9, "rate": 1}"#,
            ]),
        Story(
            "the clock set back by an hour",
            [
                #"{"t": 10, "currentTime": 9}"#, #"{"t": -3590, "currentTime": 9}"#,
                #"{"t": -3580, "currentTime": 19}"#,
                #"{"t": -3570, "rate": 1}"#,
            ], warning: "'t' goes back by 3600 s"),
        Story(
            "the clock set forward by an hour",
            [
                #"{"t": 10, "currentTime": 9}"#, #"{"t": 3620, "currentTime": 19}"#,
                #"{"t": 3638, "currentTime": 37}"#,
                #"{"t": 3639, "rate": 1}"#,
            ], warning: "by 'currentTime' 3600 s fewer have passed than by 't'"),
        Story(
            "an hour in which nothing is said", [#"{"t": 10, "rate": 1}"#, #"{"t": 3620, "rate": 1}"#],
            warning: "no line for 3610 s, in which the device plays on though nothing more is loaded"),
        Story(
            "half a minute is no clock's fault", [#"{"t": 50, "rate": 1}"#],
            disagreement: "timeControlStatus is playing on the device and waiting"),
        Story(
            "lines of two threads", [#"{"t": 10, "rate": 1}"#, #"{"t": 9.9, "isPlaybackBufferFull": false}"#],
            warning: "'t' goes back a little"),
        Story(
            "keys and calls of others",
            [
                #"{"t": 5, "rates": 1}"#, #"{"t": 6, "rates": 1}"#,
            ], warning: "unknown key 'rates' in a line; it is passed over; did you mean 'rate'? (2 times)"),
        Story("a call of others", [#"{"t": 5, "call": "dance"}"#], warning: "unknown call 'dance'"),
        Story("a torn line", [#"{"t": 5, "rate": 1}"#, #"{"t": 6, "ra"#, ""], warning: "the last line was cut off"),
        Story("a line of another program", ["I/O error", #"{"t": 6, "rate": 1}"#], warning: "this line is not JSON"),
        Story(
            "numbers that are none",
            [
                #"{"t": 5, "currentTime": NaN}"#, #"{"t": 6, "currentTime": "NaN"}"#,
                #"{"t": 7, "currentTime": -inf}"#,
            ], warning: "'currentTime' is not known here: NaN (3 times)"),
        Story(
            "a range without an end", [#"{"t": 5, "loadedTimeRanges": [[0, 39], [39, Infinity]]}"#],
            warning: "a range is two numbers"),
        Story(
            "a seek that lands on a key frame",
            [
                #"{"t": 5, "call": "seek", "value": 30, "toleranceBefore": 2, "toleranceAfter": "positiveInfinity"}"#,
                #"{"t": 5.2, "seekFinished": true, "currentTime": 28.4}"#,
                // 39 s are loaded: dry 10.6 s later, at 15.8 s.
                #"{"t": 15.7, "rate": 1}"#,
                #"{"t": 15.8, "timeControlStatus": 1, "reasonForWaitingToPlay": "AVPlayer"#
                    + #"WaitingToMinimizeStallsReason"}"#, #"{"t": 17, "rate": 1}"#,
            ]),
        Story(
            "a seek that lands outside its tolerance",
            [
                #"{"t": 5, "call": "seek", "value": 30, "toleranceBefore": 2, "toleranceAfter": 0}"#,
                #"{"t": 5.2, "seekFinished": true, "currentTime": 24}"#,
            ], disagreement: "currentTime is 24 s on the device, and the seek was to land from 28 s to 30 s"),
    ]

    @Test("is judged for what it is", arguments: stories + DoubtfulDeviceLogTests.stories)
    func story(_ story: Story) throws {
        try story.judge()
    }

    @Test("CRLF, a byte order mark, and empty lines are nothing to be said")
    func form() throws {
        let report = try replay("\u{FEFF}" + Self.playing.joined(separator: "\r\n\r\n") + "\r\n")
        #expect(report.agrees && report.findings == [])
    }

    @Test(
        "an item whose length is not known, or known late, ends where the device says",
        arguments: ["null", "NaN", "\"indefinite\"", "-1", "Infinity", "0"], [false, true])
    func duration(unknown: String, isSaidLater: Bool) throws {
        var lines = Self.playing
        lines[0] = "{\"t\": 0, \"item\": {\"duration\": \(unknown)}}"
        lines[1] = #"{"t": 1, "loadedTimeRanges": [[0, 40]]}"#
        if isSaidLater { lines.insert(#"{"t": 1, "duration": 40}"#, at: 2) }
        lines += [
            #"{"t": 41.01, "notification": "AVPlayerItemDidPlayToEndTimeNotification"}"#,
            #"{"t": 41.02, "timeControlStatus": "paused", "rate": 0}"#, #"{"t": 50, "rate": 0}"#,
        ]
        let report = try replay(lines)
        // Nothing at 41 s, where all is played that is loaded, tells an end from a stall but the device.
        #expect(report.agrees, "\(report.text)")
    }

    @Test("a length that was estimated is corrected", arguments: [30, 50])
    func corrected(estimate: Int) throws {
        var lines = Self.playing
        lines[0] = "{\"t\": 0, \"item\": {\"duration\": \(estimate)}}"
        lines[1] = #"{"t": 1, "loadedTimeRanges": [[0, 40]]}"#
        let end = [
            #"{"t": 41.01, "notification": "didPlayToEndTime"}"#,
            #"{"t": 41.02, "timeControlStatus": "paused", "rate": 0}"#, #"{"t": 60, "rate": 0}"#,
        ]
        #expect(try !replay(lines + end).agrees)
        #expect(try replay(lines + [#"{"t": 20, "duration": 40}"#] + end).agrees)
    }

    /// A clock that is 100 ppm fast gains 0.36 s in an hour.
    @Test("an hour of drift is no disagreement", arguments: [true, false])
    func drift(saysPlace: Bool) throws {
        var lines = [
            #"{"t": 0, "item": {"duration": 3600}}"#, #"{"t": 0, "loadedTimeRanges": [[0, 3600]]}"#,
            #"{"t": 0, "isPlaybackLikelyToKeepUp": true, "call": "play"}"#,
            #"{"t": 0, "timeControlStatus": "playing", "rate": 1}"#,
        ]
        for minute in 1..<60 {
            let place = saysPlace ? ", \"currentTime\": \(minute * 60)" : ", \"isPlaybackBufferEmpty\": false"
            lines.append("{\"t\": \(Double(minute * 60) * 1.0001)\(place)}")
        }
        lines.append(#"{"t": 3600.36, "notification": "didPlayToEndTime"}"#)
        lines.append(#"{"t": 3600.36, "timeControlStatus": "paused", "rate": 0}"#)
        lines.append(#"{"t": 3700, "rate": 0}"#)
        let report = try replay(lines)
        #expect(report.agrees && report.findings == [], "\(report.text)")
        lines[lines.count - 2] = #"{"t": 3602, "timeControlStatus": "paused", "rate": 0}"#
        #expect(try !replay(lines).agrees)
    }

    /// The clock is set back while 20 s pass in silence: nobody knows how long that was, and the device knows best.
    @Test(
        "after a clock was set back the device says where it is: at a stall, and at the end",
        arguments: [true, false])
    func lost(isEnd: Bool) throws {
        var lines = Self.playing
        if isEnd { lines[1] = #"{"t": 1, "loadedTimeRanges": [[0, 40]]}"# }
        lines += [#"{"t": 5, "rate": 1}"#, #"{"t": -100, "rate": 1}"#]
        lines +=
            isEnd
            ? [#"{"t": -84, "notification": "didPlayToEndTime"}"#, #"{"t": -84, "timeControlStatus": 0, "rate": 0}"#]
            : [
                #"{"t": -85, "notification": "playbackStalled"}"#, #"{"t": -85, "isPlaybackLikelyToKeepUp": false}"#,
                #"{"t": -85, "timeControlStatus": 1, "reasonForWaitingToPlay": "toMinimizeStalls"}"#,
            ]
        let report = try replay(lines + [#"{"t": -70, "isPlaybackBufferEmpty": true}"#])
        #expect(report.agrees && report.findings.count == 1, "\(report.text)")
        let unlogged = try replay(
            lines.filter { !$0.contains("-100") && !$0.contains("notification") }.map {
                $0.replacing("-85", with: "25").replacing("-84", with: "24")
            } + [#"{"t": 38, "isPlaybackBufferEmpty": true}"#])
        #expect(!unlogged.agrees)
    }

    @Test("a queue that goes on by itself is no disagreement", arguments: ["", #"{"player": "AVQueuePlayer"}"#])
    func queue(header: String) throws {
        var lines = [header] + Self.playing
        lines[2] = #"{"t": 1, "loadedTimeRanges": [[0, 40]]}"#
        lines += [
            #"{"t": 41.1, "notification": "didPlayToEndTime"}"#, #"{"t": 41.1, "currentItem": {"duration": 30}}"#,
            #"{"t": 41.6, "loadedTimeRanges": [[0, 30]]}"#, #"{"t": 71.2, "currentItem": null}"#,
            #"{"t": 71.2, "timeControlStatus": 1, "reasonForWaitingToPlay": "AVPlayerWaitingWithNoItemToPlayReason"}"#,
            #"{"t": 80, "rate": 1}"#,
        ]
        let report = try replay(lines)
        #expect(report.agrees && report.findings == [], "\(report.text)")
        lines[0] = #"{"player": "AVPlayer"}"#
        #expect(try !replay(lines).agrees)
    }

    @Test(
        "the header says what player it is, and what it says amiss is said",
        arguments: [
            (#"{"linkedOn": "iOS 9.3"}"#, LinkedOn.iOS9, 0), (#"{"linkedOn": "OS X 10.11"}"#, .iOS9, 0),
            (#"{"linkedOn": "macOS 10.12"}"#, .iOS10, 0), (#"{"linkedOn": "tvOS 17", "device": "x"}"#, .iOS10, 0),
            (#"{"linkedOn": "Linux 6"}"#, .iOS10, 1), (#"{"player": "AVPlayer", "colour": "red"}"#, .iOS10, 1),
        ])
    func header(line: String, linkedOn: LinkedOn, warnings: Int) throws {
        let log = try DeviceLog.read(Array("\(line)\n{\"t\": 0, \"rate\": 0}\n".utf8))
        #expect(log.header.linkedOn == linkedOn && log.findings.all.count == warnings && log.entries.count == 1)
    }

    @Test(
        "values may be AVFoundation's constants, and what they may be is said",
        arguments: [
            (#"{"actionAtItemEnd": "AVPlayerActionAtItemEndPause"}"#, nil),
            (#"{"actionAtItemEnd": "stop"}"#, "cannot be \"stop\"; left out; it may be advance, pause, none"),
            (#"{"player": "VLC"}"#, "it may be AVPlayer or AVQueuePlayer"),
            (#"{"t": 0, "item": {"duration": NaN}}"#, nil), (#"{"t": 0, "duration": NaN}"#, "is not known here: NaN"),
            (#"{"t": 0, "item": {"duration": -5}}"#, "'duration' must be a number (s), not -5; left out"),
            (#"{"t": 0, "currentItem": {"isstream": true}}"#, "in an item; it is passed over; did you mean 'isS"),
            (#"{"linkedOn": 17}"#, "such as \"iOS 17.4\""), (#"{"tolerance": -1}"#, "it may be a number (s)"),
            (#"{"t": 0, "timeControlStatus": "AVPlayerTimeControlStatusWaitingToPlayAtSpecifiedRate"}"#, nil),
            (
                #"{"t": 0, "timeControlStatus": "AVPlayerPaused"}"#,
                "must be a status: paused, waitingToPlayAtSpecifiedRate, playing, or its number, not \"AVPlayerPaused\""
            ),
        ])
    func constants(line: String, words: String?) throws {
        let findings = try DeviceLog.read(Array("\(line)\n{\"t\": 0, \"rate\": 0}\n".utf8)).findings.all
        #expect(findings.count == (words == nil ? 0 : 1))
        if let words { #expect(findings.allSatisfy { $0.message.contains(words) }, "\(findings)") }
    }

    @Test(
        "of reasons for which the model does not wait, one that is near another may be that",
        arguments: [("interstitialEvent", ""), ("toMinimiseStalls", "; did you mean 'toMinimizeStalls'?")])
    func reasons(reason: String, question: String) throws {
        let line = #"{"t": 9, "timeControlStatus": 1, "reasonForWaitingToPlay": "\#(reason)"}"#
        let words = "does not wait for '\(reason)': nothing is compared as long as the device does\(question)"
        #expect(try replay(Self.playing + [line]).findings.contains { $0.diagnostic.message.hasSuffix(words) })
    }

    @Test("where a log ends is its last line")
    func end() throws {
        let lines = [
            #"{"t": 9, "call": "pause"}"#, #"{"t": 9.1, "currentTime": 8}"#, #"{"t": 9.2, "currentTime": 8.1}"#,
        ]
        let report = try replay(Self.playing + lines)
        #expect(report.findings.map { $0.place.line } == [8] && report.agrees, "\(report.findings)")
    }

    @Test("the tolerance may be the log's own", arguments: [(0.5, true), (0.4, false)])
    func tolerance(seconds: Double, agrees: Bool) throws {
        let lines = [
            "{\"tolerance\": \(seconds)}", #"{ "t": 0, "rate": 0 }"#, #"{ "t": 1, "call": "play" }"#,
            #"{ "t": 1.45, "rate": 1 }"#,
        ]
        #expect(try replay(lines).agrees == agrees)
    }

    @Test(
        "times may count from 1970, in seconds or less, or be dates",
        arguments: [
            ("1790000000", "1790000002.5", 0), ("1790000000000", "1790000002500", 1),
            ("1790000000000000", "1790000002500000", 1), ("1790000000000000000", "1790000002500000000", 1),
            ("\"2026-09-21T14:13:20Z\"", "\"2026-09-21T16:13:22.5+02:00\"", 0), ("-7", "-4.5", 0),
            ("\"2026-09-21 14:13:20 +0000\"", "\"2026-09-21 15:13:22.5 +0100\"", 0),
        ])
    func times(first: String, second: String, warnings: Int) throws {
        let log = try DeviceLog.read(Array("{\"t\": \(first), \"rate\": 0}\n{\"t\": \(second), \"rate\": 0}".utf8))
        #expect(log.entries.map { $0.at.nanoseconds } == [0, 2_500_000_000])
        #expect(log.findings.all.count == warnings)
    }

    @Test("times in milliseconds from zero are found by 'currentTime', where it is told twice or three times")
    func milliseconds() throws {
        let seconds = Self.playing + [2.0, 5, 7].map { "{\"t\": \($0), \"currentTime\": \($0 - 1)}" }
        let lines = try seconds.map { line in
            let bytes = line.dropFirst(6)
            let digits = bytes.prefix { $0.isNumber || $0 == "." }
            let time = try #require(Double(digits))
            return "{\"t\": \(Int(time * 1000))\(bytes.dropFirst(digits.count))"
        }
        let report = try replay(lines)
        #expect(report.agrees && report.findings.count == 1, "\(report.text)")
        #expect(report.findings.first?.message.hasPrefix("'t' is in milliseconds") == true)
        #expect(try DeviceLog.read(Array(lines.joined(separator: "\n").utf8)).entries.last?.shown == 7_000_000_000)
        #expect(try replay(seconds).findings == [])
        // Twice is enough where it is 1000 times what was played. Another jump may be an app that was suspended.
        #expect(try replay(lines.dropLast()).findings.first?.message.hasPrefix("'t' is in milliseconds") == true)
        let other = Array(lines.dropLast(2)) + ["{\"t\": 5200, \"currentTime\": 4}"]
        #expect(try !replay(other).findings.contains { $0.message.hasPrefix("'t' is in") })
        let isTold = try replay(
            Array(lines.dropLast(2)) + ["{\"t\": 4000, \"call\": \"play\"}", "{\"t\": 5000, \"currentTime\": 4}"]
        ).findings.contains { $0.message.hasPrefix("'t' is in") }
        #expect(isTold)
    }

    @Test(
        "of logs behind one another the first is judged, and where the next begins is said",
        arguments: [#"{"format": "autowait device log", "version": 1}"#, #"{"player": "AVPlayer"}"#])
    func another(header: String) throws {
        let more = [#"{"t": 3, "timeControlStatus": 0, "rate": 0}"#, #"{"t": 8, "rate": 0}"#]
        let report = try replay([header] + Self.playing + [#"{"t": 9, "rate": 1}"#, header] + Self.playing + more)
        #expect(report.agrees && report.findings.count == 1, "\(report.text)")
        #expect(report.findings.first?.message.hasPrefix("another log begins at line 8") == true)
        #expect(report.findings.first?.place.line == 8)
        let untimed = try replay([header] + Self.playing + [#"{"rate": 0}"#])
        #expect(untimed.findings.first?.message.hasPrefix("'t' is missing") == true)
    }

    @Test("a live stream is joined far from zero")
    func live() throws {
        let lines = [
            #"{"t": 0, "item": {"duration": "indefinite"}}"#, #"{"t": 0, "call": "play"}"#,
            #"{"t": 1, "loadedTimeRanges": [[35990, 36002]], "isPlaybackLikelyToKeepUp": true}"#,
            #"{"t": 1, "timeControlStatus": "playing", "rate": 1}"#, #"{"t": 9, "rate": 1}"#,
        ]
        let report = try replay(lines)
        #expect(report.agrees && report.findings.count == 1, "\(report.text)")
    }

    @Test("however many kinds of mistakes there are, few are kept")
    func bounded() throws {
        let lines = (0..<3000).map { "{\"t\": \($0), \"rate\": 0, \"key\($0)\": 1}" }
        let report = try replay(lines)
        #expect(report.findings.count == RepeatedFindings.mostKinds + 1)
        #expect(report.findings.last?.message == "and 2960 findings of other kinds")
    }
}

import Foundation
import Testing

@testable import Simulation
@testable import autowait

@Suite("Logs of a real player on disk")
struct ReplayInputsTests {
    private static let agreeing = Place.path("Scenarios/devices/seek-on-a-slow-link.jsonl")
    private static let disagreeing = Place.path("Scenarios/devices/phone-call.jsonl")

    private func replay(_ words: String...) -> Reply { Autowait.reply(to: ["replay", "--inputs"] + words) }

    /// Writes a log, and hands in what is said of it, without the folder.
    private func replay(text: String, _ options: String...) throws -> Reply {
        try Place.withFolder { folder in
            let log = folder.appendingPathComponent("device.jsonl")
            try text.write(to: log, atomically: true, encoding: .utf8)
            var reply = Autowait.reply(to: ["replay", "--inputs", log.path] + options)
            reply.errors.replace(folder.path + "/", with: "")
            return reply
        }
    }

    @Test("where device and model agree it says so, and nothing else")
    func agrees() {
        let reply = replay(Self.agreeing)
        #expect(reply.code == .asExpected && reply.errors.isEmpty)
        #expect(reply.output == "10 inputs, 15 observations: device and model agree\n")
    }

    @Test("a log without states says which command reads it")
    func logOfRequests() throws {
        let access = try replay(text: #"[{ "numberOfBytesTransferred": 1000, "transferDuration": 0.5 }]"#)
        #expect(access.code == .badData)
        #expect(
            access.errors
                == "device.jsonl: error: this is AVPlayerItemAccessLog, which has no states to judge; "
                + "'autowait field' reads it\n")
    }

    @Test("what an app has not logged is a disagreement, with its line and the inputs before")
    func disagrees() {
        let reply = replay(Self.disagreeing)
        #expect(reply.code == .regression && reply.errors.isEmpty)
        #expect(reply.output.hasPrefix("line "))
        #expect(reply.output.contains("timeControlStatus is paused on the device and playing in the model, for "))
        #expect(reply.output.hasSuffix(": 2 disagreements\n"))
    }

    @Test("both samples are the same up to the phone call")
    func samples() throws {
        let whole = try Place.text("Scenarios/devices/seek-on-a-slow-link.jsonl").split(separator: "\n")
        let other = try Place.text("Scenarios/devices/phone-call.jsonl").split(separator: "\n")
        #expect(other.count == 17 && other.prefix(14) == whole.prefix(14))
    }

    @Test(
        "what is passed over has its file, line and column, and --strict takes it for an error",
        arguments: [
            (
                "{ \"t\": 0, \"rate\": 0 }\n{ \"t\": 1, \"cal\": \"play\" }\n{ \"t\": true, \"rate\": 1 }\n",
                [
                    "2:11: KIND: unknown key 'cal' in a line; it is passed over; did you mean 'call'?",
                    "3:8: KIND: 't' is no time, but true; the line is passed over",
                ]
            ),
            (
                "{ \"t\": 0, \"rate\": 0 }\r\n\r\n{ \"t\": 1 }\r\n{ \"t\": 2 }\r\n",
                ["3:1: KIND: this line says nothing but its time (2 times)"]
            ),
            (
                "{ \"t\": 0, \"rate\": 0 }\r{ \"t\": 1 }",
                ["2:1: KIND: this line says nothing but its time"]
            ),
        ])
    func warnings(text: String, lines: [String]) throws {
        func said(_ kind: String) -> String {
            lines.map { "device.jsonl:" + $0.replacing("KIND", with: kind) + "\n" }.joined()
        }
        let reply = try replay(text: text)
        #expect(reply.code == .asExpected && reply.output.hasSuffix("device and model agree\n"))
        #expect(reply.errors == said("warning"))
        let strict = try replay(text: text, "--strict")
        #expect(strict.code == .badData && strict.output.isEmpty && strict.errors == said("error"))
    }

    @Test(
        "a log without observations would agree with everything",
        arguments: ["{ \"t\": 0, \"call\": \"play\" }\n", ""])
    func nothingObserved(text: String) throws {
        let reply = try replay(text: text)
        #expect(reply.code == .badData && reply.output.isEmpty)
        #expect(
            reply.errors
                == "device.jsonl:1:1: error: no line says what the player showed: timeControlStatus, "
                + "reasonForWaitingToPlay or rate\n")
    }

    @Test("help has every call, notification and key that a log may have")
    func help() {
        let help = Autowait.reply(to: ["replay", "--help"]).output
        let words = help.split { !$0.isLetter }.map(String.init)
        let notifications = DeviceLogLine.notifications.map { $0.name } + ["rateDidChange"]
        let keys = DeviceLogLine.keys + DeviceLogHeader.keys
        for word in DeviceLogLine.calls + notifications + keys { #expect(words.contains(word), "\(word)") }
    }

    @Test("where the only observation is misspelt, that is told as well")
    func misspelt() throws {
        let reply = try replay(
            text: "{ \"t\": 0, \"call\": \"play\" }\n{ \"t\": 1, \"timeControlStaus\": \"playing\" }\n")
        #expect(reply.code == .badData && reply.output.isEmpty)
        #expect(
            reply.errors
                == "device.jsonl:1:1: error: no line says what the player showed: timeControlStatus, "
                + "reasonForWaitingToPlay or rate\n"
                + "device.jsonl:2:11: error: unknown key 'timeControlStaus' in a line; it is passed over; "
                + "did you mean 'timeControlStatus'?\n")
    }

    @Test("whoever takes a log with a header for something else is told what it is")
    func header() throws {
        try TestFolder.with { folder in
            try folder.write(
                #"""
                {"player":"AVPlayer","linkedOn":"iOS 17.4"}
                {"t":0,"call":"play"}
                {"t":0.1,"timeControlStatus":"playing"}

                """#, "d.jsonl")
            let path = folder.path + "/d.jsonl"
            for words in [["replay", path], ["run", path], ["diff", path, path], ["field", path]] {
                let reply = Autowait.reply(to: words).whole
                #expect(reply.code == .badData && reply.errors.contains(": error: this is the log of a device"))
                #expect(reply.errors.contains("'autowait replay --inputs' takes it"), "\(reply.errors)")
            }
            #expect(replay(path).output.hasPrefix("1 input, 1 observation:"))
        }
    }

    @Test("several logs and folders: a verdict for each, one that cannot be read leaves the others be")
    func several() throws {
        let reply = replay(Self.agreeing, Place.path("Scenarios/devices")).whole
        #expect(reply.code == .regression && reply.errors.isEmpty)
        #expect(reply.output.hasPrefix("\(Self.agreeing): 10 inputs, 15 observations: device and model agree\n"))
        #expect(reply.output.contains("/phone-call.jsonl: 6 inputs, 11 observations: 2 disagreements\n    line 15, "))
        #expect(reply.output.hasSuffix("\n3 logs: 2 agree, 1 disagrees.\n"))
        let lacking = replay(Self.agreeing, "no/such.jsonl").whole
        #expect(lacking.code == .missingFile && lacking.output.contains("no/such.jsonl: not read\n"))
        #expect(lacking.output.hasSuffix("2 logs: 1 agrees, 1 not read.\n"))
        #expect(replay(Place.path("Scenarios/queue")).code == .missingFile)
        let two = Autowait.reply(to: ["replay", Self.agreeing, Self.agreeing])
        #expect(two.code == .usage && two.errors.contains("several are for '--inputs'"))
        #expect(Autowait.reply(to: ["replay", "--format", "json", Self.agreeing]).code == .usage)
    }

    @Test("files of a folder that are not taken for logs are counted")
    func otherEndings() throws {
        try TestFolder.with { folder in
            let log = try String(contentsOfFile: Self.agreeing, encoding: .utf8)
            for name in ["a.jsonl", "b.log", "c.jsonl.gz"] { try folder.write(log, name) }
            let reply = replay(folder.path).whole
            #expect(reply.output.contains("1 log: 1 agrees.") && reply.code == .asExpected, "\(reply.output)")
            #expect(reply.errors == "\(folder.path): 2 files of other endings are left out\n")
        }
    }

    @Test("as JSON, of one log or several, by its schema")
    func json() throws {
        let schema = try SchemaJudge(JudgementSchema.text)
        for logs in [[Self.disagreeing], [Self.agreeing, Self.disagreeing, "no/such.jsonl"]] {
            let reply = Autowait.reply(to: ["replay", "--inputs", "--format", "json"] + logs).whole
            let text = reply.output
            let root = try JSONReader.read(Array(text.utf8), source: 0).root
            #expect(schema.accepts(root))
            #expect(root.member("logs")?.elements.count == logs.count)
            #expect(root.count("disagreeing_count") == 1)
            #expect(root.count("unread_count") == (logs.count > 1 ? 1 : 0))
            let last = try #require(root.member("logs")?.elements.first { $0.member("agrees")?.flag == false })
            #expect(last.member("disagreements")?.elements.first?.member("property")?.string == "rate")
            #expect(last.member("disagreements")?.elements.first?.member("line")?.number(.count) == 15)
        }
    }

    @Test("one kind of log is not taken for another")
    func kinds() throws {
        let device = Autowait.reply(to: ["replay", Self.agreeing])
        let hint = "\(Self.agreeing):1:1: error: this is the log of a device; 'autowait replay --inputs' takes it\n"
        #expect(device.errors == hint && device.code == .badData)
        let until = Autowait.reply(to: ["replay", Self.agreeing, "--until", "1s"])
        #expect(until.errors == hint && until.code == .badData)
        let diff = Autowait.reply(to: ["diff", Self.agreeing, Self.agreeing])
        #expect(diff.errors == hint && diff.code == .badData)
        let demo = Place.path("Scenarios/session-503/demo-5-play-immediately.json")
        let scenario = replay(demo)
        #expect(
            scenario.errors == "\(demo):1:1: error: this is a scenario, and not what an app has seen of a player\n")
        #expect(scenario.code == .badData)
        try Place.withFolder { folder in
            let log = folder.appendingPathComponent("run.log").path
            #expect(Autowait.reply(to: ["run", demo, "--record", log]).code == .asExpected)
            let run = replay(log)
            #expect(
                run.errors
                    == "\(log):1:1: error: this is the log of a run; 'autowait replay' takes it without --inputs\n")
            #expect(run.code == .badData)
        }
    }

    @Test("what is no file is said to be what it is, and --until is for recorded runs")
    func others() {
        #expect(replay("no/such.jsonl").code == .missingFile)
        #expect(replay("/dev/zero").code == .missingFile)
        #expect(replay(Place.path("Scenarios/queue")).errors.contains("there is no log here"))
        let until = replay(Self.agreeing, "--until", "1s")
        #expect(until.code == .usage && until.errors.contains("'--until' holds a recorded run"))
        #expect(Autowait.reply(to: ["replay", "--inputs=x", Self.agreeing]).code == .usage)
    }
}

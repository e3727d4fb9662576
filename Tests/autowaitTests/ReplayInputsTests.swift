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
    private func replay(text: String) throws -> Reply {
        try Place.withFolder { folder in
            let log = folder.appendingPathComponent("device.jsonl")
            try text.write(to: log, atomically: true, encoding: .utf8)
            var reply = replay(log.path)
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
        "every fault has its file, line and column",
        arguments: [
            (
                "{ \"t\": 0, \"rate\": 0 }\n{ \"t\": 1, \"cal\": \"play\" }\n{ \"t\": -1, \"rate\": 1 }\n",
                [
                    "device.jsonl:2:11: error: unknown key 'cal' in a line; did you mean 'call'?",
                    "device.jsonl:3:8: error: 't' must be from 0 to 1000000000 s",
                ]
            ),
            (
                "{ \"t\": 0, \"rate\": 0 }\r\n\r\n{ \"t\": 1 }\r\n",
                [
                    "device.jsonl:3:1: error: this line says nothing but its time"
                ]
            ),
            (
                "{ \"t\": 0, \"rate\": 0 }\r{ \"t\": 1 }",
                ["device.jsonl:2:1: error: this line says nothing but its time"]
            ),
            (
                "{ \"t\": 0, \"call\": \"play\" }\n",
                [
                    "device.jsonl:1:1: error: no line says what the player showed: timeControlStatus, "
                        + "reasonForWaitingToPlay or rate"
                ]
            ),
            (
                "",
                [
                    "device.jsonl:1:1: error: no line says what the player showed: timeControlStatus, "
                        + "reasonForWaitingToPlay or rate"
                ]
            ),
        ])
    func faults(text: String, lines: [String]) throws {
        let reply = try replay(text: text)
        #expect(reply.code == .badData && reply.output.isEmpty)
        #expect(reply.errors == lines.map { $0 + "\n" }.joined())
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
        #expect(replay(Place.path("Scenarios")).errors.contains("this is a folder"))
        let until = replay(Self.agreeing, "--until", "1s")
        #expect(until.code == .usage && until.errors.contains("'--until' holds a recorded run"))
        #expect(Autowait.reply(to: ["replay", "--inputs=x", Self.agreeing]).code == .usage)
    }
}

import Foundation
import Testing

@testable import autowait

@Suite("What is taken for a scenario, and is none")
struct NoScenarioTests {
    @Test(
        "whoever takes something else for a scenario is told what it is, and how a scenario names it",
        arguments: [
            ("<?xml version=\"1.0\"?>\n<!DOCTYPE plist>\n<plist/>", "a property list", "\"profile\": \"x y\""),
            ("bplist00\u{0}", "a property list", "\"profile\": \"x y\""),
            ("seconds,kbps\n0,1000\n", "a table, such as a network trace", "{ \"trace\": \"x y\" }"),
            ("12\n14\n20\n", "a table, such as a network trace", "{ \"trace\": \"x y\" }"),
            ("<html></html>", "a page in HTML", ""), ("<svg/>", "a drawing in SVG", ""),
        ])
    func takenForScenarios(text: String, form: String, naming: String) throws {
        try Place.withFolder { folder in
            let path = folder.appendingPathComponent("x y").path
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            for command in ["check", "run"] {
                let reply = Autowait.reply(to: [command, path])
                #expect(reply.errors.hasPrefix("\(path): error: this is \(form), and no scenario"), "\(reply.errors)")
                #expect(naming.isEmpty || reply.errors.contains(naming))
                #expect(reply.code == .badData)
            }
        }
    }

    @Test("a report of a run is none of the logs that it has in it")
    func report() throws {
        try Place.withFolder { folder in
            let path = folder.appendingPathComponent("report.json").path
            let made = ["run", CommandLineTests.demo, "--format", "json", "-o", path]
            #expect(Autowait.reply(to: made).whole.code == .asExpected)
            let reply = Autowait.reply(to: ["check", path])
            #expect(reply.errors.hasPrefix("\(path): error: this is a report of autowait in JSON, and no scenario"))
        }
    }

    @Test(
        "of a text that is longer than a scenario may be, the first lines that are whole tell whose log it is",
        arguments: [(0, nil), (1, 1000), (1, nil)])
    func beginning(beyond: Int, line: Int?) {
        var text = [UInt8](repeating: UInt8(ascii: "1"), count: 16 << 20 + beyond)
        for end in [line, 2 << 20].compactMap({ $0 }) { text[end] = UInt8(ascii: "\n") }
        let own = ScenarioFile.beginning(text)
        #expect(own == (beyond == 0 ? text : Array(text[..<(line ?? 0)])))
    }

    @Test("a scenario without its first brace is judged as one")
    func withoutBrace() throws {
        try Place.withFolder { folder in
            let path = folder.appendingPathComponent("x.json").path
            let text = "\"network\":{\"down_kbps\":1000,\"delay_ms\":20},\"media\":{\"kind\":\"hls\"}}"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(Autowait.reply(to: ["check", path]).errors.hasPrefix("\(path):1:10: error: the text goes on"))
        }
    }
}

import Foundation
import Testing

@testable import autowait

@Suite("Saved profiles in scenarios")
struct ProfileScenarioTests {
    @Test("serve as networks, if they lie beside the scenario")
    func inScenarios() throws {
        try Place.withFolder { folder in
            let inner = folder.appendingPathComponent("inner")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            func write(_ name: String, _ bytes: [UInt8]) throws {
                try Data(bytes).write(to: inner.appendingPathComponent(name))
            }
            try write(
                "all.plist",
                LinkConditionerFileTests.bytes(
                    ["Profiles": ["My Profile": LinkConditionerFileTests.profile]], .binary))
            try write("../out.plist", LinkConditionerFileTests.bytes(LinkConditionerFileTests.profile))
            try write("one.PLIST", LinkConditionerFileTests.bytes(LinkConditionerFileTests.profile))
            try write("bad.plist", LinkConditionerFileTests.bytes(LinkConditionerFileTests.with(["UplinkDelay": -1])))
            try write(
                "cut.plist",
                Array(LinkConditionerFileTests.bytes(LinkConditionerFileTests.profile, .binary).dropLast(40)))
            try write("text.plist", Array("<plist>\n<dict><key>a</key></dict></plist>".utf8))
            try write("garbage.plist", [1, 2, 3])
            try write("huge.plist", [])
            #expect(truncate(inner.appendingPathComponent("huge.plist").path, 100 << 20) == 0)
            let path = inner.appendingPathComponent("s.json").path
            let cases: [(String, ExitCode, String)] = [
                (
                    #""all.plist""#, .asExpected,
                    "network  My Profile (all.plist): "
                ),
                (
                    #"{"profile": "all.plist", "name": "My Profile", "delay_ms": 1}"#, .asExpected,
                    "(all.plist), changed"
                ),
                (#""one.PLIST""#, .asExpected, ", 1500 kbit/s down, 330 kbit/s up, 40 ms down, 60.5 ms up"),
                (
                    #"{"profile": "all.plist", "name": "my profile"}"#, .badData,
                    "s.json:1:46: error: all.plist: there is"
                ),
                (
                    #""bad.plist""#, .badData,
                    "s.json:1:13: error: bad.plist: 'UplinkDelay' must be from 0 to 600000 ms"
                ),
                (
                    #""cut.plist""#, .badData,
                    "cut.plist: error: the binary property list is cut short or damaged at byte"
                ),
                (#""text.plist""#, .badData, "text.plist:2:7: error: the key 'a' has no value"),
                (#""garbage.plist""#, .badData, "garbage.plist: error: this is no property list"),
                (#""huge.plist""#, .badData, "huge.plist: error: the file is longer than 1048576 bytes"),
                (#""none.plist""#, .missingFile, "'none.plist' is not there"),
                (#""../out.plist""#, .badData, "'../out.plist' lies outside of the scenario's folder"),
                (#""/etc/a.plist""#, .badData, "'/etc/a.plist' is absolute"),
            ]
            for (network, code, words) in cases {
                let text =
                    "{\"network\": \(network), \"media\": "
                    + "{\"kind\": \"progressive\", \"duration_s\": 4, \"bitrate_kbps\": 500}}"
                try text.write(toFile: path, atomically: true, encoding: .utf8)
                let reply = Autowait.reply(to: ["run", path])
                #expect(reply.code == code)
                #expect((reply.output + reply.errors).contains(words), "\(reply.output + reply.errors)")
                #expect(Autowait.reply(to: ["check", path]).code == code)
            }
            #expect(
                Autowait.reply(to: ["run", path, "--set", "network=../out.plist", "--allow", folder.path]).code
                    == .asExpected)
        }
    }
}

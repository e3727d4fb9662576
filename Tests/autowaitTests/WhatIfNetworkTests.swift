import Foundation
import Testing

@testable import Simulation
@testable import autowait

@Suite("The network of other settings in the sessions of logs")
struct WhatIfNetworkTests {
    @Test(
        "a key that the log's network takes the place of is refused, and none that still counts",
        arguments: [
            ("network.down_kbps=200", true), ("network.phases.0.delay_ms=9", true), ("network.0.preset=lte", true),
            ("network=3G", true), (#"network={"down_kbps": 200}"#, true),
            ("network.outages=[]", true), ("network.trace=a.csv", true), ("hosts.cdn.down_kbps=9", true),
            ("traffic=[]", true), ("network.delay_up_ms=9", true), ("network.up_kbps=900", false),
            ("network.request_bytes=700", false),
            (#"network.faults=[{"of": "video", "status": 404}]"#, false),
        ])
    func settings(setting: String, isRefused: Bool) throws {
        let reply = try WhatIfCommandTests().reply {
            [
                "\($0)/logs/2000.json", "--scenario", "\($0)/one.json", "--vary", WhatIfCommandTests.vary,
                "--members", "1", "--set", setting,
            ]
        }
        #expect(reply.code == (isRefused ? .usage : .asExpected), "\(reply.errors)")
        #expect(reply.errors.contains("the network is what the log says, but for its rate up") == isRefused)
    }

    /// The networks are those of the session that was logged, whatever comes first of what is varied.
    @Test(
        "what stays of the scenario's network can be varied",
        arguments: [
            ("network.up_kbps", ["900", "30"]), ("network.http", ["\"1.1\"", "\"3\""]),
            (
                "network.faults",
                [0, 4].map { "[{\"of\": \"video\", \"chunk\": \($0), \"status\": 404}]" }
            ),
            ("network.faults", ["[{\"of\": \"video\", \"chunk\": 0, \"status\": 404}]", "[]"]),
        ] as [(String, [String])])
    func varied(key: String, values: [String]) throws {
        let figures = try [values, values.reversed()].map { values in
            let reply = try WhatIfCommandTests().reply { folder in
                let file = "\(folder)/one.json"
                let text = WhatIfCommandTests.scenario(2000).replacing("\"fluid\"", with: "\"tcp\"")
                try text.write(toFile: file, atomically: true, encoding: .utf8)
                let log = Autowait.reply(to: ["run", file, "--format", "json"]).whole.output
                try log.write(toFile: "\(folder)/logs/2000.json", atomically: true, encoding: .utf8)
                let vary = "\(key)=\(values.joined(separator: ","))"
                return [
                    "\(folder)/logs/2000.json", "--scenario", file, "--vary", vary, "--members", "2", "--format",
                    "json",
                ]
            }
            #expect(reply.code == .asExpected, "\(reply.errors)")
            let choices = try JSONReader.read(Array(reply.output.utf8), source: 0).root.member("choices")?.elements
            return try #require(choices).map { $0.member("figures").map { JSONText.line($0) } }
        }
        #expect(figures[0].count == 2 && figures[0][0] != nil && figures[0][0] != figures[0][1], "\(figures)")
        #expect(figures[0] == figures[1].reversed(), "\(figures)")
    }
}

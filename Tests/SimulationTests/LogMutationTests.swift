import PlayerModel
import Testing

@testable import Simulation

@Suite("Logs that were damaged at random")
struct LogMutationTests {
    private static let pieces = [
        "\n", "\r\n", ",", "\"", "[", "]", "{", "}", "0", "-", "9223372036854775807", "2147483647", "[0,\"loaded\",",
        "[0,\"item\",2147483646,0,true]\n", "[0,\"fetched\",99,1]\n", "[0,1,\"action\",99]\n", "é", "null", "true",
        "[-1,\"loads\",-2]\n", "[0,\"switches\",77,-1,0]\n", "[0,\"secured\",5]\n", "[0,\"traffic\",-1,true]\n",
    ]

    /// A log without what may be otherwise: space outside of strings, and empty lines.
    private static func essence(_ bytes: [UInt8]) -> [UInt8] {
        var isQuoted = false
        var isEscaped = false
        return bytes.filter { byte in
            if isQuoted {
                isQuoted = byte != UInt8(ascii: "\"") || isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                return true
            }
            isQuoted = byte == UInt8(ascii: "\"")
            return ![UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(byte)
        }
    }

    @Test("none is called the same, and none ends the program", arguments: Thoroughness.draws(2, of: 24))
    func mutations(seed: UInt64) throws {
        var random = RandomStream(seed: seed, name: "log")
        func below(_ bound: Int) -> Int { Int(random.below(UInt64(bound))) }
        let recorded = try Recorded(seed % 2 == 0 ? Recorded.crowd : RandomScenario(seed: seed, longest: 3).text)
        let scenario = recorded.run.scenario
        let essence = Self.essence(recorded.bytes)
        // Most of a short log is its first line, and most edits of that are found by its digest alone.
        let body = (recorded.bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1
        var (differences, refusals) = (0, 0)
        for round in 0..<100 {
            var bytes = recorded.bytes
            for _ in 0...below(3) / 2 where bytes.count > body {
                let index = round % 4 == 0 ? below(bytes.count) : body + below(bytes.count - body)
                switch below(8) {
                case 0: bytes[index] = UInt8(below(256))
                case 1: bytes[index] ^= 1 << UInt8(below(8))
                case 2: bytes.removeSubrange(index..<min(bytes.count, index + 1 + below(12)))
                case 3: bytes.removeSubrange(index...)
                case 4, 5, 6:
                    // Most lines are still entries with another digit.
                    let digit = bytes[index...].firstIndex { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
                    if let digit { bytes[digit] = UInt8(ascii: "0") + UInt8(below(10)) }
                default: bytes.insert(contentsOf: Self.pieces[below(Self.pieces.count)].utf8, at: index)
                }
            }
            do throws(RunLogError) {
                let log = try RunLog(reading: bytes)
                switch try? FirstDifference.find(.log(log, scenario), .scenario(scenario)) {
                case .same: #expect(Self.essence(bytes) == essence, "seed \(seed), round \(round)")
                case .alike: Issue.record("the scenario is another one")
                case .different(let difference):
                    differences += 1
                    #expect(!DifferenceText.text(difference, scenario, scenario).isEmpty)
                case nil: Issue.record("the scenario was run before")
                }
            } catch {
                refusals += 1
                let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
                #expect(1...lines ~= Int(error.place.line) && error.place.column >= 1 && !error.message.isEmpty)
            }
        }
        // Both must have been tried.
        #expect(differences > 0 && refusals > 0)
    }
}

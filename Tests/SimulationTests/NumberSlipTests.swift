import Testing

@testable import Simulation

@Suite("Numbers as other places write them")
struct NumberSlipTests {
    private static func fault(_ text: String) -> JSONError? {
        do {
            _ = try JSONReader.read(Array(text.utf8), source: 0)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "a comma in one is told with the numbers that may be meant",
        arguments: [
            ("1,5", ["1.5"]), ("-0,5", ["-0.5"]), ("0,500", ["0.500"]), ("1, 5", ["1.5"]), ("12,50", ["12.50"]),
            ("-20,500", ["-20.500", "-20500"]), ("1234,500", ["1234.500"]), ("1,500,000", ["1500000"]),
            ("999,000,001,002", ["999000001002"]), ("1,5 ", ["1.5"]), ("1,5, \"b\": 2", ["1.5"]),
            ("1,500\n", ["1.500", "1500"]), ("1.000,50", ["1000.50"]), ("-20.500,5", ["-20500.5"]),
            ("1,234,567.5", ["1234567.5"]), ("1,234.5", ["1234.5"]),
        ])
    func comma(number: String, meant: [String]) {
        // What stands before it on the line counts for columns alone.
        let fault = Self.fault("{\n\"é\": \"öl\", \"a\": \(number)}")
        #expect(fault?.kind == .comma(meant: meant))
        #expect(fault?.place == Place(source: 0, line: 2, column: 17))
        #expect(fault?.message == "a number has no comma; write " + meant.joined(separator: " or "))
    }

    @Test(
        "what follows a comma is a name without quotes where it cannot be the rest of a number",
        arguments: [
            ("1.0,5", "5"), ("1e3,5", "5"), ("1, 5: 2", "5"), ("1,5 : 2", "5"), ("1,\n5", "5"), ("1,5s", "5s"),
            ("1 ,5", "5"), ("1,50,000", "50"), ("0,500,000", "500"), ("\"1\",5", "5"), ("\"é1\",5", "5"),
            ("[1],5", "5"), ("1,b", "b"), ("1.00,5", "5"), ("0.500,5", "5"), ("1.500,5,5", "5"),
        ])
    func name(members: String, word: String) {
        #expect(Self.fault("{\"a\": \(members)}")?.kind == .unquotedName(word))
    }

    @Test(
        "text without quotes is repeated as a whole or not at all, and a unit is told as one",
        arguments: [
            ("3G", "or \"3G\" where text is meant"), ("3G ", "or \"3G\" where text is meant"),
            ("2024-05-01", "or \"2024-05-01\" where text is meant"),
            ("3g/bus.csv", "or put text in double quotes"),
            ("2024-05-01T10:00:00Z", "or put text in double quotes"),
            ("3G or so", "or put text in double quotes"),
            ("0" + String(repeating: "f", count: 63), "or put text in double quotes"),
            ("5Mbps", "without a unit"), ("5kHz", "without a unit"), ("5 ", ""), ("5M", "without a unit"),
            ("5k", "without a unit"), ("5kbit/s", "without a unit"),
        ])
    func suffix(value: String, advice: String) {
        for text in ["{\"a\": \(value)}", "{\"a\": \(value), \"b\": 1}", "{\"a\": \(value)\n}", "[\(value)]", value] {
            let message = Self.fault(text)?.message
            #expect(advice.isEmpty ? message == nil : message?.hasSuffix(", " + advice) == true, "\(text)")
        }
    }

    @Test(
        "a text is one with a comma as a whole or not at all",
        arguments: [
            ("1,5", ["1.5"]), ("1,500", ["1.500", "1500"]), ("1.000,5", ["1000.5"]), ("1,000.5", ["1000.5"]),
            ("1,5s", []), ("1,5,", []), ("1,5 ", []), (",5", []), ("1,", []), ("1.5", []), ("a,5", []), ("", []),
            ("-1,5", ["-1.5"]), ("500-1,5", []), ("--1,5", []),
        ])
    func whole(text: String, meant: [String]) { #expect(NumberSlip.numbers(in: text) == meant) }

    @Test(
        "of what is counted whole numbers alone are meant, where there is one",
        arguments: [("1,500", ["1500"]), ("1,5", ["1.5"]), ("1.000,5", ["1000.5"])])
    func counted(text: String, meant: [String]) { #expect(NumberSlip.numbers(in: text, of: .count) == meant) }

    @Test(
        "a comma in quotes, and in a list of two, is told as well",
        arguments: [
            (
                #""network": {"down_kbps": "1,5"}"#,
                #"'down_kbps' must be a number (kbit/s) or "unlimited", not '1,5'; a number has no comma; write 1.5"#
            ),
            (#""until_s": "1,5""#, "'until_s' must be a number (s), not a string; a number has no comma; write 1.5"),
            (
                #""expect": {"startup_time_s": {"between": [0,5, 3]}}"#,
                "'between' takes two numbers: [from, to]; decimals have a point, as in 0.5"
            ),
            (
                #""expect": {"startup_time_s": {"between": [3]}}"#, "'between' takes two numbers: [from, to]"
            ),
        ])
    func quoted(member: String, message: String) {
        let media = #""media": {"kind": "progressive", "duration_s": 10, "bitrate_kbps": 500}"#
        let network = member.hasPrefix(#""network"#) ? "" : #""network": "WiFi", "#
        #expect(ScenarioReader.messages("{\(network)\(media), \(member)}") == [message])
    }

    @Test("a comma in a condition and in a table is told as well")
    func elsewhere() throws {
        let words = "'1,5' is nothing that stall_time_s could be; a number has no comma; write 1.5"
        #expect(throws: Mistake(message: words)) { try MetricCondition("stall_time_s <= 1,5") }
        let options = [("time", "1"), ("mbps", "2")].map {
            ColumnsFormat.Option("\($0)=\($1)", name: $0, value: $1, isCondition: false)
        }
        let columns = try #require(ColumnsFormat.columns(options).0)
        let error = #expect(throws: NetworkTraceError.self) {
            try TraceTableReader.read(bytes: Array("s;Mbit/s\n0;1,5\n1;2,5\n".utf8), source: 0, columns: columns)
        }
        #expect(error?.message == "'1,5' is no number; a number has no comma; write 1.5, here and below")
    }
}

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
            ("1,500\n", ["1.500", "1500"]),
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
            ("[1],5", "5"), ("1,b", "b"),
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
}

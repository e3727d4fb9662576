import Testing

@testable import Simulation

@Suite struct DecimalNumbers {
    private func value(_ text: String) throws -> JSONNode.Value {
        try JSONReader.read(Array(text.utf8), source: 0).root.value
    }

    private func decimal(_ text: String) throws -> Decimal? {
        if case .number(let number) = try value(text) { number } else { nil }
    }

    @Test(
        arguments: [
            ("0", 0, 0), ("-0", 0, 0), ("-0.00e7", 0, 0), ("7", 7, 0), ("-12", -12, 0), ("100", 1, 2),
            ("1.50", 15, -1),
            ("1e-5", 1, -5), ("1E+3", 1, 3), ("0.001e3", 1, 0), ("120.0340e-2", 120_034, -5), ("1e30", 1, 30),
            ("9223372036854775807", .max, 0), ("-9223372036854775808", .min, 0), ("1e399", 1, 399),
            ("10e398", 1, 399),
            ("1000000000000000000000000000000", 1, 30), ("0.000000000000000000000000000001", 1, -30),
            ("1e-399", 1, -399), ("0.1e400", 1, 399), ("1e0000000000000000000000000000001", 1, 1),
        ] as [(String, Int64, Int32)])
    func readExactly(_ text: String, _ significand: Int64, _ exponent: Int32) throws {
        let number = try #require(try decimal(text))
        #expect(number.significand == significand && number.exponent == exponent)
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "1e400", "1e-400", "10e399", "123456789012345678901",
        "1.00000000000000000000000000000001", "1e99999999999999999999", "-1e-99999999999999999999",
    ])
    func leaveTheRestAsText(_ text: String) throws {
        guard case .hugeNumber(let kept) = try value(text) else {
            Issue.record("\(text) is no huge number")
            return
        }
        #expect(kept == text)
    }

    @Test(
        arguments: [
            ("1.5", 3, .exact(1500)), ("1.5", 1, .exact(15)), ("1.5", 0, .tooFine), ("-0.0001", 3, .tooFine),
            ("0", 9, .exact(0)), ("0", -9, .exact(0)), ("1500", -2, .exact(15)), ("1500", -3, .tooFine),
            ("1e30", 0, .tooLarge), ("1e30", -30, .exact(1)), ("-9223372036854775808", 0, .exact(.min)),
            ("-922337203685477580.8", 1, .exact(.min)), ("9.3e18", 0, .tooLarge), ("-1e19", 0, .tooLarge),
            ("1e-399", 0, .tooFine), ("1e399", .max, .tooLarge), ("1e-399", .min, .tooFine),
        ] as [(String, Int32, Decimal.Scaled)])
    func scale(_ text: String, _ places: Int32, _ expected: Decimal.Scaled) throws {
        #expect(try decimal(text)?.scaled(by: places) == expected)
    }

    @Test(
        arguments: [
            (1500, -3, "1.5"), (-1500, -3, "-1.5"), (5, -3, "0.005"), (-5, -1, "-0.5"), (0, -3, "0"), (12, 0, "12"),
            (12, 3, "12000"), (.min, 0, "-9223372036854775808"), (.max, -18, "9.223372036854775807"),
            (1, -18, "0.000000000000000001"), (1, -19, "1e-19"), (-15, -30, "-15e-30"), (12, 30, "12e30"),
            (1, 20, "100000000000000000000"), (1, 21, "1e21"),
        ] as [(Int64, Int32, String)])
    func spellOut(_ significand: Int64, _ exponent: Int32, _ expected: String) {
        #expect(Decimal(significand: significand, exponent: exponent).text == expected)
    }
}

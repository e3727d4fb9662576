import Testing

@testable import Simulation

@Suite("Bounds that hold every value, or none, are told of")
struct VainBoundsTests {
    @Test("by what each value is: of all bounds about a small range")
    func definition() {
        let values = PossibleValues("rate", .count, 0...3)
        for low in Int64(-2)...5 {
            for high in low...6 {
                let count = (0...3).count { (low...high).contains($0) }
                let expected: (isEvery: Bool, isNone: Bool) = (count == 4, count == 0)
                switch values.fault(of: low...high) {
                case .everyValue(let words):
                    #expect(expected.isEvery && words == "'rate' is never more than 3", "\(low)...\(high)")
                case .noValue(let words):
                    let side = high < 0 ? "less than 0" : "more than 3"
                    #expect(expected.isNone && words == "'rate' is never \(side)", "\(low)...\(high)")
                case nil: #expect(!expected.isEvery && !expected.isNone, "\(low)...\(high)")
                }
            }
        }
        #expect(values.fault(of: 0...(.max)) == .everyValue("'rate' is never less than 0"))
    }

    @Test(
        "in panels",
        arguments: [
            (#""rate": { "at_least": 0 }"#, "'rate' is never less than 0, so every run is this"),
            (#""rate": { "at_most": -1 }"#, "'rate' is never less than 0, so no run can be this"),
            (#""rate": 33"#, "'rate' is never more than 32, so no run can be this"),
            (#""timebaseRate": { "at_most": 100 }"#, "'timebaseRate' is never more than 32, so every run is this"),
            (#""timebaseRate": 50"#, "'timebaseRate' is never more than 32, so no run can be this"),
            (#""currentTime_s": { "at_least": 0 }"#, "'currentTime_s' is never less than 0 s, so every run is this"),
            (#""currentTime_s": -5"#, "'currentTime_s' is never less than 0 s, so no run can be this"),
            (
                #""currentTime_s": { "between": [-5, -1] }"#,
                "'currentTime_s' is never less than 0 s, so no run can be this"
            ),
        ])
    func panels(panel: String, words: String) {
        #expect(Self.messages(panel) == [words])
    }

    @Test(
        "and those that say something are not",
        arguments: [
            #""rate": 0"#, #""rate": { "at_most": 31.999 }"#, #""timebaseRate": { "at_least": 0.001 }"#,
            #""currentTime_s": 0"#, #""currentTime_s": { "at_most": 0 }"#,
            #""currentTime_s": { "between": [-5, 0] }"#,
        ])
    func sense(panel: String) {
        #expect(Self.messages(panel) == [])
    }

    private static func messages(_ panel: String) -> [String] {
        ScenarioText(
            media: .local(1000, duration_s: 10), expect: #""at": [{ "at_s": 1, \#(JSONPart(stringLiteral: panel)) }]"#
        ).messages
    }
}

import Testing

@testable import Simulation

@Suite("Logs that are cut off at their end, or within a character")
struct FieldCutTests {
    private static let url: String = "GET /1?CMCD=bl%3D24000%2Cbr%3D2000"
    private static let columns: String = "sid,br,bl"

    @Test(
        "a last line without its end may be cut off, where nothing else would show it",
        arguments: [
            ("\(url)\n\(url.dropLast(16))", 2), ("\(url)\n\(url)\n", nil), (url, nil),
            ("\(columns)\na,2500,100\na,2500,1", 3), ("\(columns)\r\na,2500,100\r\n", nil),
            ("br=2500,bl=5200,d=4000\nbr=2500,bl=52", 2), ("CMCD-Object: br=2500\nCMCD-Request: bl=5", 2),
            // JSON is whole, or is said not to be.
            ("{\"sid\": \"a\", \"br\": 9}\n{\"sid\": \"a\", \"br\": 8}", nil),
            ("#Fields: cs-guid bytes\nA 4000\nA 40", 3), ("#Fields: cs-guid bytes\nA 4000\nA 4000\n", nil),
            ("#Version: 1.0\n#Fields: date time cs-guid by", 2),
        ])
    func lines(text: String, line: Int?) throws {
        let session = try FieldReader.read(Array(text.utf8))
        #expect(
            session.findings.all.map { Int($0.place.line) } == (line.map { [$0] } ?? []), "\(session.findings.all)")
        #expect(session.findings.all.allSatisfy { $0.message.contains("has no line end, as those before it have") })
    }

    @Test(
        "of a last line that is left out it is not said that it is read",
        arguments: [
            "#Fields: cs-guid bytes\nA 4000\nA", "\(columns)\na,2500,100\na,25", "\(url)\nGET /1",
            "#Fields: cs-guid bytes\nA\nA 4000\nA",
        ])
    func leftOut(text: String) throws {
        let said = try FieldReader.read(Array(text.utf8)).findings.all.map { $0.message }
        #expect(said.count == 1 && said[0].hasSuffix("it is left out"), "\(said)")
    }

    /// As JavaScript writes a string that was cut between the two halves of a character.
    @Test("half a character changes no figure, and is said", arguments: ["[%,\n%]", "% %", "%\nno JSON\n%"])
    func halves(form: String) throws {
        let event = "{\"sid\": \"a\", \"br\": 2500, \"bl\": 5200, \"bytes\": 90000, \"note\": \"☃\"}"
        let whole = form.replacing("%", with: event)
        let session = try FieldReader.read(Array(whole.replacing("☃", with: "\\ud83d").utf8))
        let own = try FieldReader.read(Array(whole.utf8))
        #expect(own.records.count == 2 && session.records == own.records)
        let said = session.findings.all.filter { $0.message.contains("\\uD83D is half a character") }
        #expect(said.count == 1 && session.findings.all.count == own.findings.all.count + 1)
    }

    @Test(
        "a text of AVFoundation's that ends inside '#Fields' is refused with that reason",
        arguments: [
            ("#Version: 1.0\n#Fields: date time ur", true), ("#Version: 1.0\n#Fiel", true), ("# a\n# b", false),
        ])
    func head(text: String, isKnown: Bool) {
        let error = #expect(throws: FieldError.self) { try FieldReader.read(Array(text.utf8)) }
        #expect(error?.diagnostic.message.contains("cut off inside '#Fields'") == isKnown)
        if isKnown { #expect(error?.diagnostic.place.line == 2) }
    }
}

import Testing

@testable import Simulation

/// What was found by feeding the readers with random bytes (`.ci/fuzz/run`), cut down to what matters.
@Suite struct FuzzedTests {
    @Test(arguments: ["\\n", "\\u001b[2J", "\\u007f", "\\u009b", "\\u2028"])
    func `a key that breaks lines or steers a terminal does not do so in a message`(escape: String) throws {
        let text = "{\"a\(escape)b\": 1}"
        let file = SourceText(file: "x", bytes: Array(text.utf8))
        let messages =
            ScenarioReader.read(file).diagnostics.map { $0.text(sources: [file]) }
            + SabreMovie.read(file).diagnostics.map { $0.text(sources: [file]) }
        let letters = escape == "\\u001b[2J" ? "a [2Jb" : "a b"
        #expect(messages.count { $0.contains("'\(letters)'") } == 2, "\(messages)")
        #expect(messages.allSatisfy { !$0.unicodeScalars.contains { $0.isControl } })
    }

    @Test func `likewise in a trace, where keys are not unescaped`() {
        let bytes = Array("[{\"dur\u{7F}ation_ms\": 1}]".utf8)
        #expect {
            try NetworkTraceReader.read(bytes: bytes, source: 0)
        } throws: {
            let message = ($0 as? NetworkTraceError)?.diagnostic.message
            return message?.contains("'dur ation_ms'") == true
        }
    }
}

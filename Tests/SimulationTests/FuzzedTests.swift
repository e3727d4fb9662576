import Testing

@testable import Simulation

/// Inputs that were found by feeding the readers with random bytes (`.ci/fuzz/run`), cut down to what matters.
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

    @Test func `nor does a log, by its last line or its first`() throws {
        let recorded = try Recorded(Recorded.crowd)
        let digest = recorded.run.digest.text
        let steering = recorded.changed {
            $0[$0.count - 2].replace(digest, with: digest.dropLast(2) + "\\n")
        }
        #expect {
            try RunLog(reading: steering)
        } throws: {
            ($0 as? RunLogError)?.kind == .badOutcome("a 'digest' is 16 hexadecimal digits")
        }
        var header = try RunLog(reading: recorded.bytes).header
        header.file = "a\u{1B}[2J.json"
        header.settings = ["player.keep\u{7F}up=1"]
        let reading = header.reading()
        let words = DifferenceText.text(header, try RunLog(reading: recorded.bytes).header).split(separator: "\n")
        let all = reading.diagnostics.map { $0.text(sources: reading.sources) }
        #expect(!all.isEmpty && words.contains { $0.contains("player.keep up=1") })
        #expect((all + words.map(String.init)).allSatisfy { !$0.unicodeScalars.contains { $0.isControl } })
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

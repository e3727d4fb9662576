import Testing

@testable import Simulation

@Suite struct BrokenSettings {
    private func messages(_ path: String, _ value: String) -> [String] {
        let text = #"{"network": "3G", "media": {"kind": "local", "duration_s": 1, "bitrate_kbps": 1000}}"#
        let reading = ScenarioReader.read(
            SourceText(file: "test.json", bytes: Array(text.utf8)), settings: [.init(path: path, value: value)])
        return reading.diagnostics.map { $0.text(sources: reading.sources) }
    }

    @Test(
        arguments: [
            ("network", #"{"down_kbps":500,}"#, "nothing follows this comma; remove it (column 17 of the value)"),
            ("media", #"{"kind":"hls",}"#, "nothing follows this comma; remove it (column 14 of the value)"),
            ("player.keep_up", " [", "this is never closed; a ] is missing (column 2 of the value)"),
            (
                "script", #"[{"at_s":0,"do":"load"}"#,
                "this is never closed; a ] is missing (column 1 of the value)"
            ),
            ("seed", "{[}", "a name is missing here; write \"name\": value (column 2 of the value)"),
            ("network", #"{"down_kbps":500,"down_kbps":900}"#, "'down_kbps' stands twice"),
            ("network", "3GG", "there is no preset '3GG'; did you mean '3G'? 'autowait list presets' shows all"),
        ])
    func `of a value that begins as JSON and is none it says what is wrong with that`(
        path: String, value: String, message: String
    ) {
        #expect(messages(path, value) == ["--set \(path)=\(value): error: \(message)"])
    }

    @Test func `a value of several lines has the line as well`() {
        let found = messages("network", "{\n \"down_kbps\": }")
        #expect(found.count == 1 && found[0].hasSuffix("(line 2, column 15 of the value)"), "\(found)")
    }

    @Test(arguments: ["[draft] of {mine}", "{", "[1] and more"])
    func `where a text is wanted, it may begin as JSON does`(name: String) {
        #expect(messages("name", name) == [])
    }
}

import Testing

@testable import Simulation

@Suite("Every reader says alike of a file that is no text of UTF-8")
struct TextFormTests {
    /// The first message of a reader, by the kind of file that it reads; nil where it takes the bytes.
    private static func messages(_ bytes: [UInt8]) -> [(reader: String, message: String?)] {
        func message<Value, Failure: Error>(
            _ read: () throws(Failure) -> Value, _ words: (Failure) -> String?
        ) -> String? {
            do throws(Failure) {
                _ = try read()
                return nil
            } catch {
                return words(error)
            }
        }
        let playlist = PlaylistReader.read(bytes, source: 0)
        let table = CellRecords(SourceText(file: "table", bytes: bytes))
        return [
            ("JSON", message({ () throws(JSONError) in try JSONReader.read(bytes, source: 0) }) { $0.message }),
            ("playlist", playlist.problems.first?.kind.message), ("table", table.findings.errors.first?.message),
            (
                "trace",
                message({ () throws(NetworkTraceError) in try NetworkTraceReader.read(bytes: bytes, source: 0) }) {
                    $0.message
                }
            ), ("field", message({ () throws(FieldError) in try FieldReader.read(bytes) }) { $0.diagnostic.message }),
            (
                "device",
                message({ () throws(DeviceLogFaults) in try DeviceLogReader.read(bytes) }) {
                    $0.diagnostics.first?.message
                }
            ), ("profile", message({ () throws(PropertyListError) in try PropertyList.read(bytes) }) { $0.message }),
            ("log", message({ () throws(RunLogError) in try RunLog(reading: bytes) }) { $0.message }),
        ]
    }

    @Test(
        arguments: [
            ([0x1F, 0x8B, 8, 0], "this is compressed with gzip; unpack it first: "),
            ([0x50, 0x4B, 3, 4], "this is a ZIP archive; unpack it first"),
            ([0x28, 0xB5, 0x2F, 0xFD], "this is compressed with zstd; unpack it first"),
            ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "this is UTF-16; save it as UTF-8"),
            ([0xFE, 0xFF, 0, 0x7B, 0, 0x7D], "this is UTF-16; save it as UTF-8"),
            ([0x7B, 0, 0x7D, 0], "this is UTF-16; save it as UTF-8"),
            ([0, 0x7B, 0, 0x7D], "this is UTF-16; save it as UTF-8"),
        ] as [([UInt8], String)])
    func `the form comes first`(bytes: [UInt8], words: String) {
        #expect(TextForm(bytes)?.words.hasPrefix(words) == true)
        for (reader, message) in Self.messages(bytes) {
            #expect(message?.hasPrefix(words) == true, "\(reader): \(message ?? "taken")")
        }
    }

    @Test func `behind a byte order mark stands the text`() throws {
        #expect(TextForm.afterMark([0xEF, 0xBB, 0xBF, 0x7B]) == [0x7B] && TextForm.afterMark([0xEF]) == [0xEF])
        #expect(TextForm([0xEF, 0xBB, 0xBF, 0x7B]) == nil && TextForm([]) == nil)
        #expect(TextForm([0, 0, 0, 0]) == nil && TextForm([0x7B, 0]) == nil && TextForm([0x7B, 0x7D, 0, 0]) == nil)
        let recorded = try Recorded(Recorded.crowd)
        let plain = try RunLog(reading: recorded.bytes)
        #expect(try RunLog(reading: [0xEF, 0xBB, 0xBF] + recorded.bytes).outcome == plain.outcome)
    }
}

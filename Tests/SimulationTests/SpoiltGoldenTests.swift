import Testing

@testable import Simulation

@Suite struct SpoiltGoldens {
    @Test(
        arguments: [
            (Array("a\n\0\0".utf8), 2), (Array(repeating: 0, count: 5000), 1),
            (Array("a\nb\n".utf8) + [0xE2, 0x82], 3),
            // UTF-16.
            ([0xFF, 0xFE, 0x61, 0, 0x0A, 0], 1),
        ] as [([UInt8], Int32)])
    func `a golden that is no text is said to be none`(golden: [UInt8], line: Int32) throws {
        let found = try #require(GoldenDifference(from: golden, to: "a\nb\n"))
        #expect(found.lines == ["the golden is no text, from line \(line) on; '--update' writes it anew"])
        #expect(found.firstLine == line && found.reasons == found.lines)
    }

    @Test(
        arguments: [
            (String(repeating: "a", count: 2000), String(repeating: "a", count: 2000)),
            (String(repeating: "a", count: 9000), String(repeating: "a", count: 2000) + "… (7000 bytes more)"),
            (String(repeating: "é", count: 1001), String(repeating: "é", count: 1000) + "… (2 bytes more)"),
            (
                "a" + String(repeating: "é", count: 1000),
                "a" + String(repeating: "é", count: 999) + "… (2 bytes more)"
            ),
        ])
    func `of a very long line the beginning is shown, up to a whole character`(line: String, shown: String) throws {
        let found = try #require(GoldenDifference(from: Array("\(line)\n".utf8), to: "b\n"))
        #expect(found.lines == ["- " + shown, "+ b"])
    }

    @Test func `a status and a metric of a golden are cut as well`() throws {
        let long = String(repeating: "y", count: 100_000)
        let golden = "at status reason\n1s \(long) -\n\nstall_count  \(long)\n"
        let report = "at status reason\n1s Playing -\n\nstall_count  1\n"
        let found = try #require(GoldenDifference(from: Array(golden.utf8), to: report))
        #expect(found.lines.contains { $0.hasPrefix("the status differs first at 1 s: Playing, and yyyy") })
        #expect(found.lines.contains { $0.hasPrefix("stall_count yyyy") })
        #expect((found.lines + found.reasons).allSatisfy { $0.utf8.count < 2100 })
    }
}

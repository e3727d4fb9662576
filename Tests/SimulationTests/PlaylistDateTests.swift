import Testing

@testable import Simulation

@Suite("Dates of playlists are read and written by the calendar of all dates")
struct PlaylistDateTests {
    private static func read(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        return PlaylistDate.nanoseconds(bytes.indices, in: bytes)
    }

    @Test(
        arguments: [
            ("2010-02-19T14:54:23.031+08:00", 1_266_562_463_031_000_000),
            ("2010-02-19T14:54:23,031+0800", 1_266_562_463_031_000_000),
            ("2010-02-19T06:54:23.031", 1_266_562_463_031_000_000),
            ("2010-02-19T14:54:23.031+08", 1_266_562_463_031_000_000),
            ("1969-12-31T23:59:59.999999999Z", -1), ("1678-01-01T00:00:00Z", -9_214_560_000_000_000_000),
            ("2261-12-31T23:59:60Z", 9_214_646_400_000_000_000),
            ("1969-12-31T24:00:00Z", 0), ("1969-12-31T24:00:00.000+01:00", -3_600_000_000_000),
        ] as [(String, Int64)])
    func `a date of a playlist`(text: String, nanoseconds: Int64) { #expect(Self.read(text) == nanoseconds) }

    @Test(
        arguments: [
            "2010-02-19T14:54:23.031+08:", "2010-02-19T14:54:23+08:0", "2010-02-19T14:54:23+24:00",
            "2010-02-19T14:54:23z", "2010-02-19t14:54:23Z", "2010-02-19 14:54:23Z", "2010-02-19T14:54:23 +08:00",
            "2010/02/19T14:54:23Z", "2010-02-19T14.54.23Z", "2010-02-19T14:54Z", "2010-02-19T14:54:Z", "2010-02-19",
            "2010-02-29T00:00:00Z", "2010-02-19T14:54:23.Z", "1677-12-31T00:00:00Z", "2262-01-01T00:00:00Z",
            "2010-02-19T14:54:23Z ", "", "2010-02-19T24:00:01Z", "2010-02-19T24:00:00.001Z", "2010-02-19T24:01:00Z",
            "2010-02-19T25:00:00Z",
        ])
    func `a zone that is cut off, other signs than of ISO 8601, and years that do not fit`(text: String) {
        #expect(Self.read(text) == nil)
    }

    @Test("what is written is read as the same, and days follow each other, over all years")
    func writes() throws {
        // 1678-01-01 is day −106,650. A step of 29 days and some hours meets every month, and 29 February too.
        let (first, last): (Int64, Int64) = (-106_650 * 86_400_000_000_000, 9_214_646_399_999_999_999)
        var before = ""
        for nanoseconds in stride(from: first, through: last, by: 29 * 86_400_000_000_000 + 12_345_678_900_007) {
            let text = PlaylistDate.text(nanoseconds)
            try #require(Self.read(text) == nanoseconds, "\(text)")
            try #require(before < text)
            before = text
        }
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999999999Z"),
            (951_782_400_500_000_000, "2000-02-29T00:00:00.500Z"),
            (951_868_799_000_000_000, "2000-02-29T23:59:59.000Z"),
            (4_107_456_000_000_000_000, "2100-02-28T00:00:00.000Z"),
            (4_107_542_400_000_000_000, "2100-03-01T00:00:00.000Z"),
            (.min, "1677-09-21T00:12:43.145224192Z"), (.max, "2262-04-11T23:47:16.854775807Z"),
        ] as [(Int64, String)])
    func `a date in words`(nanoseconds: Int64, text: String) { #expect(PlaylistDate.text(nanoseconds) == text) }
}

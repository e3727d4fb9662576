import Testing

@testable import Simulation

@Suite struct PlaylistProblems {
    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
    private static let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n"

    static let cases: [PlaylistCase] = [
        // The text.
        PlaylistCase("", 1, 1, "empty"),
        PlaylistCase("\n#EXTM3U\n", 1, 1, "the first line must be #EXTM3U"),
        PlaylistCase("#EXTM3U8\n", 1, 1, "the first line must be #EXTM3U"),
        PlaylistCase("{}", 1, 1, "the first line must be #EXTM3U"),
        PlaylistCase(" #EXTM3U\n", 1, 1, "the first line must be #EXTM3U"),
        PlaylistCase("#EXTM3U\r#EXTINF:6,\ra\r", 1, 8, "not in CR alone"),
        PlaylistCase(head + "# é\u{7}\n", 3, 4, "U+0007 is a control character"),
        PlaylistCase(head + "# é\u{85}\n", 3, 4, "U+0085 is a control character"),
        PlaylistCase("#EXTM3U\n", 1, 1, "nothing says what this is"),
        PlaylistCase("#EXTM3U\n#EXT-X-STREAMINF:BANDWIDTH=1\n", 1, 1, "did you mean '#EXT-X-STREAM-INF'?"),
        // Tags.
        PlaylistCase("#EXTM3U\n#EXTINF:6,\na.ts\n", 1, 1, "#EXT-X-TARGETDURATION is missing"),
        PlaylistCase(
            "#EXTM3U\n#EXT-X-TARGET-DURATION:6\n#EXTINF:6,\na.ts\n", 1, 1,
            "did you mean it by '#EXT-X-TARGET-DURATION'?"),
        PlaylistCase(head + "#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\n", 3, 1, "stands twice; the first is on line 2"),
        PlaylistCase(head + "#EXTINF:6,\n", 3, 1, "is the file cut short?"),
        PlaylistCase(head + "#EXTINF:6,\n#EXTINF:6,\na\n", 3, 1, "no URI follows this #EXTINF"),
        PlaylistCase(head + "#EXTINF:6,\na\nb\n", 5, 1, "#EXTINF, which is missing here"),
        PlaylistCase(head + "#EXTINF:6,\na\n#EXT-X-MEDIA-SEQUENCE:5\n", 5, 1, "must stand before the first segment"),
        PlaylistCase(head + "#EXT-X-PLAYLIST-TYPE:VDO\n", 3, 22, "did you mean 'VOD'?"),
        PlaylistCase(
            head + "#EXT-X-MEDIA-SEQUENCE:9223372036854775808\n", 3, 23,
            "is too large to be read here (the limit is ours)"),
        PlaylistCase(
            head + "#EXT-X-MEDIA-SEQUENCE:18446744073709551615\n", 3, 23,
            "is too large to be read here (the limit is ours)"),
        PlaylistCase(
            head + "#EXT-X-MEDIA-SEQUENCE:18446744073709551616\n", 3, 23,
            "is at most 18446744073709551615 (RFC 8216, section 4.2)"),
        PlaylistCase(head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n", 3, 1, "delta update"),
        PlaylistCase("#EXTM3U\n#EXT-X-TARGETDURATION\n", 2, 22, "needs a value"),
        PlaylistCase(head + variant, 3, 1, "does not go with #EXT-X-TARGETDURATION on line 2"),
        PlaylistCase("#EXTM3U\n" + variant + "#EXTINF:6,\n", 4, 1, "does not go with #EXT-X-STREAM-INF on line 2"),
        // Segments.
        PlaylistCase(head + "#EXTINF:-1,x\na\n", 3, 9, "must not be negative"),
        PlaylistCase(head + "#EXTINF:--0,x\na\n", 3, 9, "such as 6.006"),
        PlaylistCase(head + "#EXTINF:NaN,x\na\n", 3, 9, "such as 6.006"),
        PlaylistCase(head + "#EXTINF:1e3,x\na\n", 3, 9, "such as 6.006"),
        PlaylistCase(head + "#EXTINF:.,x\na\n", 3, 9, "such as 6.006"),
        PlaylistCase(head + "#EXTINF:\na\n", 3, 9, "such as 6.006"),
        PlaylistCase(head + "#EXTINF:99999999999999999999,\na\n", 3, 9, "is too large"),
        PlaylistCase(head + "#EXTINF:3153600001,\na\n", 3, 1, "more than 100 years"),
        PlaylistCase(head + "#EXT-X-BYTERANGE:10\n#EXTINF:6,\na\n", 3, 18, "this byte range has no offset"),
        PlaylistCase(head + "#EXT-X-BYTERANGE:10@\n#EXTINF:6,\na\n", 3, 18, "is no byte range"),
        PlaylistCase(head + "#EXT-X-BYTERANGE:0@1\n#EXTINF:6,\na\n", 3, 18, "is no byte range"),
        PlaylistCase(head + "#EXT-X-BYTERANGE:9223372036854775807@1\n#EXTINF:6,\na\n", 3, 18, "ends beyond any file"),
        PlaylistCase(head + "#EXT-X-BYTERANGE:1@9223372036854775808\n#EXTINF:6,\na\n", 3, 18, "ends beyond any file"),
        PlaylistCase(head + "#EXT-X-BYTERANGE:1@18446744073709551616\n#EXTINF:6,\na\n", 3, 18, "beyond any file"),
        PlaylistCase(head + "#EXT-X-BITRATE:0\n", 3, 16, "must be more than 0"),
        PlaylistCase(head + "#EXT-X-PROGRAM-DATE-TIME:2026-02-29T00:00:00Z\n", 3, 26, "is no date and time"),
        PlaylistCase(head + "#EXT-X-PROGRAM-DATE-TIME:0000-02-30T00:00:00Z\n", 3, 26, "is no date and time"),
        PlaylistCase(head + "#EXT-X-PROGRAM-DATE-TIME:0000-02-29T00:00:00Z\n", 3, 26, "lies beyond the years"),
        // Attribute lists.
        PlaylistCase(head + "#EXT-X-MAP:URI=a.mp4\n", 3, 16, "URI must be in double quotes; write URI=\"a.mp4\""),
        PlaylistCase(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5,CODECS=avc1.64001f,mp4a.40.2,RESOLUTION=1x1\nv\n", 2, 38,
            "CODECS must be in double quotes; write CODECS=\"avc1.64001f,mp4a.40.2\""),
        PlaylistCase(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5,CODECS=avc1.64001f,mp4a.40.2\nv\n", 2, 38,
            "write CODECS=\"avc1.64001f,mp4a.40.2\""),
        PlaylistCase("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5,a.b\nv\n", 2, 31, "attribute's name"),
        PlaylistCase(head + "#EXT-X-MAP:URI=\"a.mp4\n", 3, 16, "never closed"),
        PlaylistCase(head + "#EXT-X-MAP:URI=\"a\",URI=\"b\"\n", 3, 20, "URI stands twice"),
        PlaylistCase(head + "#EXT-X-MAP:URI=\"a\"b\n", 3, 19, "a comma is missing"),
        PlaylistCase(head + "#EXT-X-MAP:URI=\"a\",,X=1\n", 3, 20, "this comma is one too many"),
        PlaylistCase(head + "#EXT-X-MAP:,URI=\"a\"\n", 3, 12, "this comma is one too many"),
        PlaylistCase(head + "#EXT-X-MAP:URI=\"a\",=1\n", 3, 20, "attribute's name"),
        PlaylistCase(head + "#EXT-X-MAP:URI=\"a\",x\"y=1\n", 3, 20, "attribute's name"),
        PlaylistCase(head + "#EXT-X-MAP:URI=\"a\",X y\n", 3, 21, "attribute's name"),
        PlaylistCase(head + "#EXT-X-MAP:URI\n", 3, 12, "write URI=…"),
        PlaylistCase(
            head + "#EXT-X-KEY:AES-128,URI=\"k\"\n", 3, 12, "'AES-128' is no NAME=VALUE: write AES-128=… where it is"),
        PlaylistCase(head + "#EXT-X-MAP:URI=,X=1\n", 3, 16, "a value is missing"),
        PlaylistCase(head + "#EXT-X-MAP:URL=\"a\"\n", 3, 1, "did you mean it by 'URL'?"),
        PlaylistCase(head + "#EXT-X-MAP\n", 3, 11, "needs a value"),
        PlaylistCase(
            head + "#EXT-X-KEY:METHOD=AES128,URI=\"k\"\n#EXTINF:6,\na\n", 3, 19, "did you mean 'AES-128'?"),
        PlaylistCase(head + "#EXT-X-KEY:METHOD=AES-128\n", 3, 1, "URI is missing in #EXT-X-KEY"),
        PlaylistCase(head + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=12\n", 3, 38, "hexadecimal"),
        PlaylistCase("#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=NONE\n", 2, 27, "is no METHOD here"),
        // Variants and groups.
        PlaylistCase("#EXTM3U\n#EXT-X-STREAM-INF:BANDWITH=1\nv\n", 2, 1, "did you mean it by 'BANDWITH'?"),
        PlaylistCase("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=0\nv\n", 2, 29, "must be more than 0"),
        PlaylistCase("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=-5\nv\n", 2, 29, "must not be negative"),
        PlaylistCase(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=\"5\"\nv\n", 2, 29,
            "BANDWIDTH must be without quotes; write BANDWIDTH=5"),
        PlaylistCase("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5,ALLOWED-CPC=a\nv\n", 2, 43, "write ALLOWED-CPC=\"a\""),
        PlaylistCase(head + "#EXT-X-START:TIME-OFFSET=\"\"\n", 3, 26, "TIME-OFFSET must be without quotes"),
        PlaylistCase("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5\n", 2, 1, "no URI follows"),
        PlaylistCase("#EXTM3U\n" + variant + "w.m3u8\n", 4, 1, "#EXT-X-STREAM-INF, which is missing here"),
        PlaylistCase("#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\"\n", 1, 1, "nothing to play"),
        PlaylistCase("#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"a\",NAME=\"n\"\n", 2, 1, "URI is missing"),
        PlaylistCase(
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"a\",NAME=\"n\"\n", 2, 1, "INSTREAM-ID is missing"),
        // Variables.
        PlaylistCase(
            head + "#EXTINF:6,\nx{$a}\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n", 4, 2,
            "no #EXT-X-DEFINE before this has 'a'; none stands before this"),
        PlaylistCase(
            head + "#EXT-X-DEFINE:NAME=\"bc\",VALUE=\"b\"\n#EXTINF:6,\nx{$a}\n", 5, 2, "has 'a'; known here: 'bc'"),
        PlaylistCase(head + "#EXT-X-DEFINE:NAME=\"a b\",VALUE=\"\"\n", 3, 1, "is no name of a variable"),
        PlaylistCase(head + "#EXT-X-DEFINE:IMPORT=\"a\"\n", 3, 1, "the multivariant playlist defines no 'a'"),
        PlaylistCase(head + "#EXT-X-DEFINE:QUERYPARAM=\"a\"\n", 3, 1, "use NAME and VALUE"),
        PlaylistCase(
            head + "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\"\n", 4, 1,
            "is defined twice"),
    ]

    @Test func `a variable that is not imported is told once, whatever uses it`() {
        let text = Self.head + "#EXT-X-DEFINE:IMPORT=\"q\"\n#EXTINF:6,\n{$q}a\n#EXTINF:6,\n{$q}b\n#EXT-X-ENDLIST\n"
        let problems = readPlaylist(text, importing: [PlaylistVariable(name: "p", value: "x")]).problems
        #expect(problems.map { $0.place.line } == [3])
        #expect(problems.allSatisfy { $0.kind.message.hasSuffix("defines no 'q'; known here: 'p'") })
    }

    @Test("a mistake is answered with its place and what would be right", arguments: cases)
    func answer(_ wanted: PlaylistCase) throws {
        let reading = readPlaylist(wanted.text)
        let problem = try #require(reading.problems.first)
        #expect(reading.playlist == nil)
        #expect(problem.place == Place(source: 3, line: wanted.line, column: wanted.column))
        #expect(problem.kind.message.contains(wanted.words), "\(problem.kind.message)")
    }

    /// Nothing names it, so nothing is there to import; what uses the variable is no fault besides.
    @Test(
        arguments: [
            (
                "#EXT-X-DEFINE:NAME=\"b\",VALUE=\"1\"\n#EXT-X-DEFINE:IMPORT=\"a\"\n" + variant, 3,
                "IMPORT must not stand in a multivariant playlist; use NAME and VALUE"
            ),
            (
                "#EXT-X-TARGETDURATION:6\n#EXT-X-DEFINE:IMPORT=\"a\"\n#EXTINF:6,\n{$a}.ts\n#EXT-X-ENDLIST\n", 3,
                "this playlist is not read from a multivariant playlist, so that there is nothing to import; begin "
                    + "with that one"
            ),
        ] as [(String, Int32, String)])
    func `a playlist that none names imports nothing`(text: String, line: Int32, words: String) {
        let problems = PlaylistReader.read(Array(("#EXTM3U\n" + text).utf8), source: 3).problems
        #expect(problems.map { $0.kind.message } == [words])
        #expect(problems.map { $0.place.line } == [line])
    }

    /// Ranges of one file, of which all but the first have no offset.
    @Test(
        "a range that is refused makes no fault of those behind it",
        arguments: [
            (["15O@0", "9", "9"], "v", [3]), (["9@0", "9", "9"], "{$x}", [5]), (["9@0", "x", "9", "9"], "v", [6]),
            (["9", "9", "9"], "v", [3]), (["15O@0", "9@9", "9"], "v", [3]),
        ] as [([String], String, [Int32])])
    func refusedRange(ranges: [String], first: String, lines: [Int32]) {
        let segments = ranges.enumerated().map { index, range in
            "#EXT-X-BYTERANGE:\(range)\n#EXTINF:6,\n\(index == 0 ? first : "v")\n"
        }
        let problems = readPlaylist(mediaHead + segments.joined() + "#EXT-X-ENDLIST\n").problems
        #expect(problems.map { $0.place.line } == lines, "\(problems)")
    }

    @Test func `bytes that are not UTF-8 are found at their column`() {
        let reading = PlaylistReader.read(Array("#EXTM3U\n# é".utf8) + [0xC3, 0x28], source: 0)
        #expect(reading.problems == [PlaylistProblem(.text(.invalidUTF8), Place(source: 0, line: 2, column: 4))])
    }

    @Test func `all mistakes of a file are reported at once, up to a limit`() {
        let bad = String(repeating: "#EXTINF:x,\na\n", count: 3)
        #expect(readPlaylist(mediaHead + bad).problems.map { $0.place.line } == [3, 5, 7])
        let many = String(repeating: "#EXTINF:x,\na\n", count: 5000)
        #expect(readPlaylist(mediaHead + many).problems.count == PlaylistLimits.mostProblems)
        // The URI is that of the second.
        #expect(readPlaylist(mediaHead + "#EXTINF:6,\n#EXTINF:6,\na\n").problems.map { $0.place.line } == [3])
    }

    @Test func `what would cost too much is refused`() {
        let entry = "#EXT-X-STREAM-INF:BANDWIDTH=1\na\n"
        let entries = readPlaylist("#EXTM3U\n" + String(repeating: entry, count: 10_001))
        #expect(entries.problems.first?.kind == .tag(.tooManyEntries(limit: 10_000)))
        let value = String(repeating: "x", count: 1 << 16)
        let bomb =
            "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(value)\"\n" + String(repeating: "#EXTINF:1,\n{$a}\n", count: 300)
        let made = readPlaylist(mediaHead + bomb)
        #expect(made.problems.first?.kind == .variable(.tooMuchSubstitution(limit: PlaylistLimits.mostMadeBytes)))
        let list = (0..<300).map { "A\($0)=1" }.joined(separator: ",")
        let long = readPlaylist(mediaHead + "#EXT-X-MAP:\(list)\n")
        #expect(long.problems.first?.kind == .attribute(.tooMany(limit: 256)))
        let signs = String(repeating: "-", count: 1 << 20)
        for (tag, fault) in [("#EXTINF", .notDecimal), ("#EXT-X-MEDIA-SEQUENCE", .notWhole)]
            as [(String, PlaylistNumber.Fault)]
        {
            let numbers = readPlaylist(mediaHead + "\(tag):\(signs)6\na.ts\n")
            #expect(numbers.problems.first?.kind == .value(.number(fault, of: tag)))
        }
    }
}

@Suite struct PlaylistPaths {
    @Test(arguments: [
        ("a.ts", "m.m3u8", "a.ts"), ("a.ts", "v/m.m3u8", "v/a.ts"), ("../a.ts", "v/m.m3u8", "a.ts"),
        ("./x/../a.ts", "m.m3u8", "a.ts"), ("a%20b%C3%A9.ts?x=../..#y", "m.m3u8", "a bé.ts"),
        ("x%2fa.ts", "m.m3u8", "x/a.ts"), ("...", "m.m3u8", "..."), ("x//a:b.ts", "m.m3u8", "x/a:b.ts"),
        ("%252e%252e/a", "m.m3u8", "%2e%2e/a"), ("a\\..\\b", "m.m3u8", "a\\..\\b"),
    ])
    func `a relative path stays in the folder`(uri: String, playlist: String, path: String) throws {
        #expect(try PlaylistPath.resolve(uri, relativeTo: playlist) == path)
    }

    @Test(
        arguments: [
            ("", .empty), ("?x", .empty), ("#x", .empty), ("https://a/b.ts", .scheme("https")),
            ("data:x", .scheme("data")), ("C:\\a", .scheme("C")), ("//host/a", .host), ("/etc/passwd", .absolute),
            ("%2fetc", .absolute), ("../a", .climbsOut), ("x/../../a", .climbsOut), ("%2e%2e/a", .climbsOut),
            (".%2E/a", .climbsOut), ("%2e%2e%2fa", .climbsOut), ("a%", .badEscape), ("a%2", .badEscape),
            ("a%zz", .badEscape), ("a%00", .badEscape), ("a%ff", .badEscape), ("x/", .folder), (".", .folder),
            ("x/..", .folder),
        ] as [(String, PlaylistPath.Fault)])
    func `anything else is refused, and said`(uri: String, fault: PlaylistPath.Fault) {
        #expect(throws: fault) { try PlaylistPath.resolve(uri, relativeTo: "m.m3u8") }
        #expect(!PlaylistProblem.Kind.file(.path(fault, uri: uri)).message.isEmpty)
    }
}

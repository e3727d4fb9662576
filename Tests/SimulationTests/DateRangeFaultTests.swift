import PlayerModel
import Testing

@testable import Simulation

@Suite("What any EXT-X-DATERANGE must say, and must not (rfc8216bis, 4.4.5.1)")
struct DateRangeFaultTests {
    private static let date = "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n"
    private static let start = "START-DATE=\"2026-03-01T20:00:10Z\""

    /// The warnings of a playlist with these tags on its third line and those behind it, each after its line.
    private static func said(_ tags: [String], date: String = date) -> [String] {
        let ranges = tags.map { "#EXT-X-DATERANGE:\($0)\n" }.joined()
        let segment = "#EXTINF:6,\n#EXT-X-BYTERANGE:75000@0\na\n#EXT-X-ENDLIST\n"
        let variable = "#EXT-X-DEFINE:NAME=\"d\",VALUE=\"2026-03-01T20:00:10Z\"\n"
        let reading = readPlaylist("#EXTM3U\n" + variable + ranges + date + "#EXT-X-TARGETDURATION:6\n" + segment)
        #expect(reading.problems.isEmpty)
        return reading.warnings.map { "\($0.place.line): \($0.diagnostic.message)" }
    }

    private static let own = " (rfc8216bis, 4.4.5.1); no run goes by it"

    @Test(
        "is told at its line",
        arguments: [
            (["ID=\"a\",\(start)"], []),
            (["ID=\"a\",\(start),DURATION=4.5,PLANNED-DURATION=0,SCTE35-OUT=0xFC"], []),
            (["ID=\"a\",\(start),END-DATE=\"2026-03-01T20:00:10Z\""], []),
            (["ID=\"a\",CLASS=\"c\",\(start),END-ON-NEXT=YES"], []),
            (["ID=\"a\",\(start),X-A=0x1F,X-B=-1.5,X-C=1700000000000,X-D=\"YES\",SCTE35-IN={$d}"], []),
            (
                ["ID=\"a\",\(start),X-A=YES"],
                ["3: X-A must be in double quotes, unless it is a decimal number, or 0x and hexadecimal digits"]
            ),
            (
                ["ID=\"a\",\(start),SCTE35-OUT=\"0xFC\""],
                ["3: SCTE35-OUT must be 0x and hexadecimal digits, without quotes"]
            ),
            (
                ["ID=\"a\",\(start),SCTE35-CMD=/DAl"],
                ["3: SCTE35-CMD must be 0x and hexadecimal digits, without quotes"]
            ),
            // What a tag lacks another of its ID may say.
            (["ID=\"a\",\(start)", "ID=\"a\",DURATION=5"], []),
            (["ID=\"a\",END-ON-NEXT=YES,\(start)", "ID=\"a\",CLASS=\"c\""], []),
            // Variables are put into strings.
            (["ID=\"a\",START-DATE=\"{$d}\",END-DATE=\"{$d}\""], []),
            // What is for good.
            (["ID=\"a\",\(start),END-DATE=\"9999-12-31T23:59:59Z\""], []),
            (["ID=\"a\",START-DATE=\"0001-01-01T00:00:00Z\",END-DATE=\"9999-12-31T23:59:59Z\""], []),
            (["ID=\"a\",\(start),END-DATE=\"0000-12-31T23:59:59Z\""], ["3: END-DATE lies before START-DATE"]),
            (["ID=\"a\",\(start),DURATION=1.5,END-DATE=\"2026-03-01T20:00:11.5Z\""], []),
            (["ID=\"a\",\(start),DURATION=1.0004,END-DATE=\"2026-03-01T20:00:11Z\""], []),
            (
                ["ID=\"a\",\(start),DURATION=5,END-DATE=\"2026-03-01T20:00:11Z\""],
                ["3: END-DATE is not START-DATE plus DURATION"]
            ),
            ([start], ["3: ID is missing in #EXT-X-DATERANGE"]),
            (["ID=\"a\""], ["3: START-DATE is missing in #EXT-X-DATERANGE"]),
            (
                ["ID=\"a\",START-DATE=\"bogus\""],
                ["3: 'bogus' is no date and time; write it as 2010-02-19T14:54:23.031+08:00"]
            ),
            // Its year is no fault.
            (
                ["ID=\"a\",\(start),END-DATE=\"9999-12-31 23:59:59Z\""],
                ["3: '9999-12-31 23:59:59Z' is no date and time; write it as 2010-02-19T14:54:23.031+08:00"]
            ),
            (["ID=\"a\",\(start),DURATION=-5"], ["3: DURATION must not be negative"]),
            (
                ["ID=\"b\",\(start)", "ID=\"a\",\(start),DURATION=abc"],
                ["4: DURATION must be a number in decimal digits, such as 6.006"]
            ),
            (["ID=\"a\",\(start),PLANNED-DURATION=-1"], ["3: PLANNED-DURATION must not be negative"]),
            (
                ["ID=\"a\",\(start),END-DATE=\"2026-03-01T20:00:09.999Z\""],
                ["3: END-DATE lies before START-DATE"]
            ),
            (["ID=\"a\",\(start),END-ON-NEXT=YES"], ["3: END-ON-NEXT takes a CLASS"]),
            (["ID=\"a\",CLASS=\"c\",\(start),END-ON-NEXT=NO"], ["3: END-ON-NEXT must be YES, or left out"]),
            (
                ["ID=\"a\",CLASS=\"c\",\(start),END-ON-NEXT=YES", "ID=\"a\",DURATION=3"],
                ["3: END-ON-NEXT takes neither DURATION nor END-DATE"]
            ),
        ] as [([String], [String])])
    func told(tags: [String], expected: [String]) {
        #expect(Self.said(tags) == expected.map { $0 + Self.own })
    }

    @Test(
        "is an END-DATE that goes with what all tags of its ID say",
        arguments: [
            (["\(start)", "END-DATE=\"2026-03-01T20:00:05Z\""], ["4: END-DATE lies before START-DATE"]),
            (["END-DATE=\"2026-03-01T20:00:05Z\"", "\(start)"], ["3: END-DATE lies before START-DATE"]),
            (
                ["\(start),DURATION=5", "END-DATE=\"2026-03-01T20:00:25Z\""],
                ["4: END-DATE is not START-DATE plus DURATION"]
            ),
            (["END-DATE=\"2026-03-01T20:00:15Z\"", "\(start)", "DURATION=5"], []),
            (
                ["END-DATE=\"2026-03-01T20:00:15Z\"", "\(start)", "DURATION=4"],
                ["3: END-DATE is not START-DATE plus DURATION"]
            ),
            // It is told once.
            (
                ["\(start),END-DATE=\"2026-03-01T20:00:05Z\"", "DURATION=5"], ["3: END-DATE lies before START-DATE"]
            ),
        ] as [([String], [String])])
    func end(attributes: [String], expected: [String]) {
        for event in ["", "CLASS=\"com.apple.hls.interstitial\",X-ASSET-URI=\"ad.m3u8\","] {
            let told = Self.said(attributes.map { "ID=\"a\",\(event)\($0)" })
            #expect(told.filter { $0.contains("END-DATE") } == expected.map { $0 + Self.own })
        }
    }

    @Test(
        "is the value that another tag of its ID has, of every attribute that both have",
        arguments: [
            ([#"X-COM="1",DURATION=3"#, #"DURATION=3,X-COM="1""#], []),
            ([#"X-COM="1""#, #"X-COM="2""#], ["X-COM"]), ([#"X-COM="1""#, "X-COM=1"], ["X-COM"]),
            (["SCTE35-OUT=0xFC", "SCTE35-OUT=0xFD"], ["SCTE35-OUT"]), ([#"CLASS="c""#, #"CLASS="d""#], ["CLASS"]),
            // However it is written.
            (["DURATION=3", "DURATION=3.000"], []), (["DURATION=3", "DURATION=4"], ["DURATION"]),
            ([#"X-COM="{$d}""#, #"X-COM="2026-03-01T20:00:10Z""#], []),
            (["", #"START-DATE="2026-03-01T21:00:10+01:00""#], []),
            (["", #"START-DATE="2026-03-01T20:00:11Z""#], ["START-DATE"]),
            // The first that says anything of it.
            (["", #"X-B="1",X-A="1""#, #"X-A="2",X-B="2""#], ["X-A", "X-B"]),
            // Of what cannot be read it is told that it cannot.
            (["DURATION=3", "DURATION=x"], []),
        ] as [([String], [String])])
    func contradicts(tags: [String], names: [String]) {
        let all = tags.enumerated().map { place, attributes in
            let more = attributes.isEmpty ? "" : ",\(attributes)"
            return place == 0 ? "ID=\"a\",\(Self.start)\(more)" : "ID=\"a\"\(more)"
        }
        // Another range between them is none of theirs.
        let other = "ID=\"b\",START-DATE=\"2026-03-01T20:00:20Z\",DURATION=9,CLASS=\"e\",X-COM=\"3\""
        let told = Self.said([other] + all).filter { $0.contains("of this ID") }
        let words = "is not that of another #EXT-X-DATERANGE of this ID, as it must be"
        #expect(told == names.map { "\(tags.count + 3): \($0) \(words)\(Self.own)" })
    }

    @Test("is so of an interstitial event, of which the first value of what is played counts")
    func contradictsAsEvent() {
        let event = "ID=\"a\",CLASS=\"com.apple.hls.interstitial\",X-ASSET-URI=\"ad.m3u8\",\(Self.start),DURATION=6"
        let words = "is not that of another #EXT-X-DATERANGE of this ID, as it must be"
        #expect(
            Self.said([event, "ID=\"a\",X-ASSET-URI=\"b.m3u8\",DURATION=7"]) == [
                "4: X-ASSET-URI \(words) (rfc8216bis, 4.4.5.1); the first value counts",
                "4: DURATION \(words)\(Self.own)",
            ])
    }

    @Test(
        "is a list of attributes, and what stands in quotes",
        arguments: [
            "ID=\"c", "ID=b,\(start)", "ID=\"a\",CLASS=c,\(start)", "ID=\"a\",START-DATE=2026-03-01T20:00:10Z",
            "ID=\"a\",\(start),END-DATE=2026-03-01T20:00:10Z",
        ])
    func unread(tag: String) {
        let said = Self.said([tag])
        #expect(said.count == 1 && said[0].hasPrefix("3: ") && said[0].hasSuffix(Self.own), "\(said)")
    }

    @Test("is a date in the playlist, which an event at a date is told to lack by itself")
    func undated() {
        let words = "3: a playlist with date ranges must have an #EXT-X-PROGRAM-DATE-TIME"
        #expect(Self.said(["ID=\"a\",\(Self.start)"], date: "") == [words + Self.own])
        let event = "ID=\"a\",CLASS=\"com.apple.hls.interstitial\",X-ASSET-URI=\"ad.m3u8\",\(Self.start)"
        #expect(Self.said([event], date: "").isEmpty)
        #expect(Self.said([event + ",CUE=\"PRE\""], date: "") == [words + Self.own])
    }

    @Test(
        "is one cue, before or after; of an event to be played the one before counts",
        arguments: [
            ("PRE,POST", true), ("POST, ONCE, PRE", true), ("PRE,ONCE", false), ("POST", false), ("", false),
        ])
    func cues(cue: String, isTold: Bool) {
        let range = "ID=\"a\",\(Self.start),CUE=\"\(cue)\""
        let words = "3: CUE must not have both PRE and POST"
        #expect(Self.said([range]) == (isTold ? [words + Self.own] : []))
        let event = range + ",CLASS=\"com.apple.hls.interstitial\",X-ASSET-URI=\"ad.m3u8\""
        let own = words + " (rfc8216bis, 4.4.5.1); PRE counts (ours)"
        #expect(Self.said([event]) == (isTold ? [own] : []))
    }

    @Test(
        "is no overlap with another of its CLASS where one of it has END-ON-NEXT",
        arguments: [
            (["DURATION=5", "DURATION=5"], []), (["DURATION=5.1", "DURATION=5"], [5]),
            // As much as is rounded away where dates are written.
            (["DURATION=5.001", "DURATION=5"], []),
            (["DURATION=30", "", "DURATION=1"], [5, 6]), (["", ""], []),
            // Where none is to end on the next, they may; and so may that one.
            (["DURATION=30,X-A=1", "DURATION=1"], []), (["END-ON-NEXT=YES", "DURATION=1"], []),
            // Where that one begins is known.
            (["DURATION=5.1", "END-ON-NEXT=YES"], [5]), (["DURATION=5", "END-ON-NEXT=YES", "DURATION=1"], []),
        ] as [([String], [Int])])
    func overlaps(lengths: [String], lines: [Int]) {
        var tags = ["ID=\"n\",CLASS=\"c\",\(Self.start)" + (lengths[0].contains("X-A") ? "" : ",END-ON-NEXT=YES")]
        tags.append("ID=\"o\",CLASS=\"d\",\(Self.start),DURATION=60")
        for (place, length) in lengths.enumerated() {
            let second = 20 + 5 * place
            let more = length.isEmpty ? "" : ",\(length)"
            tags.append("ID=\"\(place)\",CLASS=\"c\",START-DATE=\"2026-03-01T20:00:\(second)Z\"\(more)")
        }
        // The first of them stands on the fifth line, and so on: what is told is of those that begin within another.
        let told = Self.said(tags)
        let words = "a date range must not overlap another of its CLASS, of which one has END-ON-NEXT"
        #expect(told.count == min(lines.count, 1), "\(told)")
        let others = lines.count > 1 ? " (and once more)" : ""
        #expect(told.allSatisfy { $0 == "\((lines.first ?? 0) + 1): \(words)\(Self.own)\(others)" }, "\(told)")
    }

    @Test("is a media playlist around it")
    func multivariant() {
        let range = "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\",\(Self.start)\n"
        let reading = readPlaylist("#EXTM3U\n" + range + range + "#EXT-X-STREAM-INF:BANDWIDTH=5\nv.m3u8\n")
        let words =
            "#EXT-X-DATERANGE does not belong here: it is a tag of media playlists (rfc8216bis, 4.4.5.1); it is "
            + "passed over (and once more)"
        #expect(reading.problems.isEmpty)
        #expect(reading.warnings.map { $0.diagnostic.message } == [words])
        #expect(reading.warnings.first?.place.line == 2)
    }

    @Test("has words with spaces around their commas", arguments: ["OUT,IN", "OUT, IN", " OUT ,\u{20} IN "])
    func words(snap: String) throws {
        let event = "CLASS=\"com.apple.hls.interstitial\",X-ASSET-URI=\"ad.m3u8\""
        #expect(Self.said(["ID=\"a\",\(Self.start),\(event),X-SNAP=\"\(snap)\""]).isEmpty)
        #expect(DateRangeDraft.words(snap) == ["OUT", "IN"])
        #expect(DateRangeDraft.words("PRE, ONCE, ") == ["PRE", "ONCE"] && DateRangeDraft.words(nil).isEmpty)
    }
}

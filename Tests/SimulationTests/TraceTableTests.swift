import PlayerModel
import Testing

@testable import Simulation

/// A key of `columns` and the column, or a condition, as a command line has them.
private func columns(_ words: String) throws -> TraceColumns {
    let options = words.split(separator: " ").map { word in
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isCondition = parts[0].hasPrefix("?")
        let name = isCondition ? String(parts[0].dropFirst()) : parts[0]
        return ColumnsFormat.Option(String(word), name: name, value: parts[1], isCondition: isCondition)
    }
    let (columns, errors, _) = ColumnsFormat.columns(options)
    #expect(errors.isEmpty, "\(errors)")
    return try #require(columns)
}

/// Stretches as text: start in milliseconds and bits per second; then the end, and what holds from there on.
private func words(_ trace: NetworkTrace) -> String {
    func milliseconds(_ instant: Instant) -> String { NumberText.exact(instant.nanoseconds, places: 6) }
    let stretches = trace.stretches.map { "\(milliseconds($0.start)):\($0.bitsPerSecond)" }
    return (stretches + ["\(milliseconds(trace.end)) then \(trace.heldBitsPerSecond)"]).joined(separator: " ")
}

/// Tables in the forms of published data sets, with figures of our own.
@Suite("Traces are read from tables with columns of their own")
struct TraceTableTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let columns: String
        let text: String
        let words: String
        var warnings: [String] = []
    }

    private static let phone = "Timestamp,Operatorname,DL_bitrate,UL_bitrate,PINGAVG"

    private static let cases = [
        Case(
            testDescription: "the form of the Irish 4G and 5G sets", columns: "time=Timestamp kbps=DL_bitrate",
            text: """
                \(phone)
                2019.11.28_07.23.12,B,-,0,-
                2019.11.28_07.23.13,B,4000,0,-
                2019.11.28_07.23.14,B,-,0,-
                2019.11.28_07.23.15,B,9000,0,31
                2019.11.28_07.23.15,B,9500,0,-
                2019.11.28_07.24.00,B,0,0,-
                """, words: "0:4000000 2000:9500000 47000:0 92000 then 0",
            warnings: [
                "2:23: 2 lines have no capacity, the first of them line 2: the one before holds, if there is one",
                "6:1: line 6 has the time of the line before, and counts in its place",
            ]),
        Case(
            testDescription: "the form of NYU-METS, line by line with its unit", columns: "rate=1 unit=2 step_s=1",
            text: "3.97,Mbits/sec\n791,Kbits/sec\n0,bits/sec\n1.5,Gbits/sec\n",
            words: "0:3970000 1000:791000 2000:0 3000:1500000000 4000 then 1500000000"),
        Case(
            testDescription: "the form of Lumos5G, of which one run counts",
            columns: "time=seq_num mbps=Throughput ?run_num=2 ?mobility_mode=driving",
            text: """
                run_num,seq_num,nrStatus,Throughput,mobility_mode
                1,0,CONNECTED,900,driving
                2.0,1,CONNECTED,812.5,driving
                2.0,2,NOT_RESTRICTED,0.25,driving
                2,4,CONNECTED,1000.0000004,driving
                2,1,CONNECTED,3,walking
                3,1,CONNECTED,4,driving
                """, words: "0:812500000 1000:250000 3000:1000000000 5000 then 1000000000"),
        Case(
            testDescription: "commas, with a semicolon in quotes", columns: "time=Time;local kbps=DL,kbit/s",
            text: "\"Time;local\",\"DL,kbit/s\"\n0,1000\n2,500\n", words: "0:1000000 2000:500000 4000 then 500000"),
        Case(
            testDescription: "the form of 5Gophers", columns: "time=seq_num mbps=Verizon_throughput_mbps",
            text: "protocol,seq_num,Verizon_throughput_mbps\nTCP,0,53.48353650061554\nTCP,1,0.0\nTCP,7,1.0e1\n",
            words: "0:53483537 1000:0 7000:10000000 13000 then 10000000"),
        Case(
            testDescription:
                "semicolons, quotes, space, empty lines, comments and the ends of lines of other systems",
            columns: "time=t bps=rate,|in|bit/s".replacing("|", with: "\u{A0}"),
            text:
                "\u{FEFF}# a comment\r\n\r\n \"t\" ; \"rate,\u{A0}in\u{A0}bit/s\";x\r\n"
                + "\"0\";5k;\r\n 0.5 ;\"6000\"\t;\r\n",
            words: "0:5000 500:6000 1000 then 6000"),
        Case(
            testDescription: "tabs, of which two are an empty field between", columns: "time_ms=2 kbps=3",
            text: "\t1574926992000\t1\n\t1574926993500\t2\n", words: "0:1000 1500:2000 3000 then 2000"),
        Case(
            testDescription: "times since 1970 to the nanosecond", columns: "time=1 kbps=2",
            text: "1576222336.123456781,1\n1576222336.123456789,2\n1576222337.123456789,3\n",
            words: "0:1000 0.000008:2000 1000.000008:3000 2000.000008 then 3000"),
        Case(
            testDescription: "blanks, where columns go by numbers", columns: "time=1 mbps=2",
            text: "1284485123 2.3\n  1284485124   4 \n", words: "0:2300000 1000:4000000 2000 then 4000000"),
        Case(
            testDescription: "a header above columns by number", columns: "time=1 kbps=2",
            text: "when,what\n10,7\n11,8\n", words: "0:7000 1000:8000 2000 then 8000"),
        Case(
            testDescription: "runs by the clock, and words that JSON has for something else",
            columns: "time=true kbps=2 ?run=1574924592123 ?moves=true ?share=0.50",
            text: "true,kbps,run,moves,share\n0,1,1574924592123,true,0.5\n1,2,3,true,0.5\n"
                + "2,3,1574924592123,false,0.5\n3,4,1574924592123,true,0.5\n",
            words: "0:1000 3000:4000 6000 then 4000"),
        Case(
            testDescription: "one line that says how long it lasts", columns: "step_s=2.5 mbps=1", text: "3\n",
            words: "0:3000000 2500 then 3000000"),
    ]

    @Test(arguments: cases)
    func `a table is a trace`(wanted: Case) throws {
        let reading = try TraceTableReader.read(
            bytes: Array(wanted.text.utf8), source: 0, columns: columns(wanted.columns))
        #expect(words(reading.trace) == wanted.words)
        #expect(reading.warnings.map { "\($0.place.line):\($0.place.column): \($0.message)" } == wanted.warnings)
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970.01.01_00.00.01", 1_000_000_000),
            ("1969/12/31 23:59:59.25", -750_000_000),
            ("2019.11.28_07.23.12", 1_574_925_792_000_000_000), ("2020-02-29 12:00:00,5", 1_582_977_600_500_000_000),
            ("2020-03-01T00:00:00+01:30", 1_583_015_400_000_000_000),
            ("2020-03-01T00:00:00-0130", 1_583_026_200_000_000_000),
            ("2000-12-31T23:59:60Z", 978_307_200_000_000_000), ("2019.11.28_07.23", 1_574_925_780_000_000_000),
            ("2019-11-28 07:23:12 +0000", 1_574_925_792_000_000_000),
            ("2019-11-28 07:23:12.5 -01:30", 1_574_931_192_500_000_000),
            ("2019-11-28 07:23:12+00", 1_574_925_792_000_000_000),
            ("2019-11-28t07:23-01:30", 1_574_931_180_000_000_000),
            ("2019-11-28T07:23:12z", 1_574_925_792_000_000_000),
            ("2019-11-28T07:23:12+01:", nil), ("2019-11-28T07:23:12+0", nil), ("2019-11-28T07:23:12 ", nil),
            ("2019-11-28T07:23:12+24:00", nil), ("2019-11-28", nil), ("2019.13.28_07.23.12", nil),
            ("2019.02.29_07.23.12", nil), ("2019.11.31_07.23.12", nil), ("2019.11.00_07.23.12", nil),
            ("2019.11.28_24.00.00", 1_574_985_600_000_000_000), ("2019.11.28_24.00.01", nil),
            ("2019.11.28_07.23.12.", nil), ("2019.11.28_07.23.12 PM", nil),
            ("9999.11.28_07.23.12", nil), ("2019x11x28x07x23x12", nil),
        ] as [(String, Int64?)])
    func `a date with a time of day`(text: String, nanoseconds: Int64?) {
        let field = Array(text.utf8)[...]
        #expect(CalendarTime.isMeant(field))
        #expect(CalendarTime.nanoseconds(field) == nanoseconds)
    }

    @Test(arguments: ["2019", "2019.11", "20191128072312", "1574925792.123", "201.11.28", "2019.11-28"])
    func `a number is no date`(text: String) { #expect(!CalendarTime.isMeant(Array(text.utf8)[...])) }

    @Test(
        arguments: [
            ("2019-11-28 07:23:12 +0000", "2019-11-28 07:23:13 +0000"),
            ("2019-11-28 07:23:12+00", "2019-11-28 07:23:13+00"),
            ("2019-11-28T07:23:12Z", "2019-11-28T08:23:13+01:00"), ("2019.11.28_07.23.12", "2019.11.28_07.23.13"),
            ("2019-11-28 23:59:59", "2019-11-29 00:00"),
        ])
    func `dates of a table are those that logs of real sessions have`(first: String, second: String) throws {
        let reading = try TraceTableReader.read(
            bytes: Array("time,mbps\n\(first),5\n\(second),6\n".utf8), source: 0,
            columns: columns("time=time mbps=mbps"))
        #expect(words(reading.trace) == "0:5000000 1000:6000000 2000 then 6000000")
        let lines = [first, second].map { "{\"sid\": \"a\", \"time\": \"\($0)\"}" }.joined(separator: "\n")
        let session = try FieldReader.read(Array(lines.utf8))
        #expect(session.records.map { $0.request } == [0, 1_000_000_000] && session.findings.all == [])
    }

    @Test(
        arguments: [
            (
                "time=Timestamp kbps=DL_bitrat", phone,
                "1: the table has no column 'DL_bitrat'; did you mean 'DL_bitrate'?"
            ),
            (
                "time=Timestamp kbps=x", phone,
                "1: the table has no column 'x'; known here: Timestamp, Operatorname, DL_bitrate, UL_bitrate, PINGAVG"
            ),
            ("time=1 kbps=2", "", "file 1:1: the file is empty; a trace has a line for each point, as in 0,5M"),
            ("time=t kbps=k", "t,k\n", "file 2:1: the table has no line with a capacity"),
            ("time=t kbps=k", "t,k\n1,-\n2,nan\n", "file 4:1: the table has no line with a capacity"),
            (
                "time=t kbps=k", "t,k\n5,1\n",
                "file 3:1: one line does not say how long the trace is; say 'step_s', the time "
                    + "from one line to the next"
            ),
            (
                "time=t kbps=k", "t,k\n5,1\n4,1\n",
                "file 3:1: time goes back here; the line before has 5; of a file with "
                    + "several runs choose one by 'where'"
            ),
            (
                "time=t kbps=k", "t,k\n2019.11.28_07.23.12,1\n2019.11.28_07.23.11,2",
                "file 3:1: time goes back here; the line "
                    + "before has 2019.11.28_07.23.12; of a file with several runs choose one by 'where'"
            ),
            (
                "time=t kbps=k", "t,k\n1,2\n2019.13.28_07.23.11,2",
                "file 3:1: '2019.13.28_07.23.11' is no date with a time of "
                    + "day, as in 2019.11.28_07.23.12"
            ),
            (
                "time=t kbps=k", "t,k\n1,2\n2262.01.01_00.00.00,2",
                "file 3:1: '2262.01.01_00.00.00' lies beyond the years 1678 to 2261, of which dates are read here "
                    + "(the limit is ours)"
            ),
            (
                "time=t kbps=k", "t,k\n1453120790686,2\n",
                "file 2:1: a time in seconds is at most 9223372036.854775807; by its size this is one in "
                    + "milliseconds: name its column by 'time_ms'"
            ),
            (
                "time=t kbps=k", "t,k\n99999999999,2\n",
                "file 2:1: a time in seconds is at most 9223372036.854775807"
            ),
            (
                "time_ms=t kbps=k", "t,k\n1453120790686123,2\n",
                "file 2:1: a time in milliseconds is at most 9223372036854.775807; by its size this is one in "
                    + "microseconds or less: write milliseconds, and name their column by 'time_ms'"
            ),
            ("time=t kbps=k", "t,k\n1,2\n,2\n", "file 3:1: a time in seconds is missing here"),
            (
                "time=t kbps=k", "t,k\n1,2\n07:23:12,2\n",
                "file 3:1: '07:23:12' is no number; a time in seconds goes here"
            ),
            ("time=t kbps=k", "t,k\n1,2\n2,fast\n", "file 3:3: 'fast' is no number; a capacity in kbit/s goes here"),
            ("time=t kbps=k", "t,k\n1,2\n2,-5\n", "file 3:3: a capacity in kbit/s is not negative; write 0 or more"),
            ("time=t kbps=k", "t,k\n1,2\n2,3x\n", "file 3:4: 'x' does not belong to a number; write digits alone"),
            (
                "time=t mbps=k", "t,k\n1,2\n2,2000000\n",
                "file 3:3: a capacity in Mbit/s is at most 1000000; another unit is said by 'columns' in a "
                    + "scenario or by --column, as in --column time=1 --column bps=2"
            ),
            ("time=t kbps=k", "t,k\n1,2\n2\n", "file 3:2: column 2 is missing on this line, which has 1 field"),
            ("time=1 kbps=7", "1,2\n", "file 1:4: column 7 is missing on this line, which has 2 fields"),
            ("time=t kbps=k", "t,k\n1,\"2\n", "file 2:3: this quote is not closed on its line"),
            (
                "rate=1 unit=2 step_s=1", "3,Mbits/sek\n",
                "file 1:3: 'Mbits/sek' is no unit of a capacity; did you mean "
                    + "'Mbits/sec'?"
            ),
            (
                "rate=1 unit=2 step_s=1", "3,MBytes/sec\n",
                "file 1:3: 'MBytes/sec' is no unit of a capacity here, for some count 1,000 bytes as a kilobyte "
                    + "and some 1,024; write bits, as in Mbits/sec"
            ),
            (
                "rate=1 unit=2 step_s=1", "3,MB/s\n",
                "file 1:3: 'MB/s' is no unit of a capacity here, for some count 1,000 bytes as a kilobyte "
                    + "and some 1,024; write bits, as in Mbits/sec"
            ),
            (
                "rate=1 unit=2 step_s=1", "3,MBps\n",
                "file 1:3: 'MBps' is no unit of a capacity here, for some count 1,000 bytes as a kilobyte "
                    + "and some 1,024; write bits, as in Mbits/sec"
            ),
            ("time=t kbps=k ?r=9", "t,k,r\n1,2,5\n1,2,6\n", "2: no line has '9' there; the first one has '5'"),
            (
                "time=t kbps=k ?r=5 ?k=3", "t,k,r\n1,3,4\n1,2,5\n1,3,6\n",
                "3: no line that fits the conditions before this one has '3' there; the first of them has '2'"
            ),
            ("time=t kbps=k ?r=5", "t,k,r\n1,-,5\n2,1,6\n", "file 4:1: the table has no line with a capacity"),
            (
                "time=t kbps=k", "t,k,k\n1,2,5\n",
                "1: columns 2 and 3 both have the name 'k'; write the number of the one that is meant"
            ),
            ("time=t kbps=k ?run=9", "t,k,r\n1,2,5\n", "2: the table has no column 'run'; known here: t, k, r"),
            ("time=t kbps=k", "t,k\n0,2\n99999999,2\n", "file 3:1: a time in seconds is at most 31536000"),
            ("step_s=20000000 kbps=1", "1\n1\n", "file 3:1: a time in seconds is at most 31536000"),
        ] as [(String, String, String)])
    func `what is wrong is said at its place`(options: String, text: String, message: String) throws {
        let source: Int32 = 9
        let error = #expect(throws: NetworkTraceError.self) {
            _ = try TraceTableReader.read(bytes: Array(text.utf8), source: source, columns: columns(options))
        }
        let place = try #require(error).place
        let words = place.source == source ? "file \(place.line):\(place.column)" : "\(place.source)"
        #expect("\(words): \(try #require(error).message)" == message)
    }

    @Test(
        arguments: [
            (
                #""kbps": "k""#,
                [
                    "'time' is missing: the column with the time of a line; or 'step_s', the time from one line to "
                        + "the next"
                ]
            ),
            (
                #""time": "t""#,
                ["the column with the capacity is missing: 'kbps', 'mbps' or 'bps', or 'rate' with 'unit'"]
            ),
            (#""time": "t", "rate": "r""#, ["'unit' is missing: the column with the unit of 'rate'"]),
            (#""time": "t", "unit": "r""#, ["there is no 'rate' of which this is the unit"]),
            (#""time": "t", "kbps": "r", "unit": 2"#, ["there is no 'rate' of which this is the unit"]),
            (#""time": "t", "step_s": 1, "kbps": 1"#, ["give one of 'time', 'time_ms' and 'step_s'"]),
            (#""time": "t", "mbps": 1, "kbps": 1"#, ["a line has one capacity: 'kbps' or 'mbps'"]),
            (#""time": "t", "bps": 1, "rate": 1, "unit": 2"#, ["a line has one capacity: 'rate' or 'bps'"]),
            (#""time": 0, "kbps": 1"#, ["'time' must be from 1 to 100000"]),
            (#""time": true, "kbps": 1"#, ["'time' must be a string or a number, not true"]),
            (#""tiem": "t", "kbps": 1"#, ["unknown key 'tiem' in columns; did you mean 'time'?"]),
            (#""time": "t", "kpbs": 1"#, ["unknown key 'kpbs' in columns; did you mean 'kbps'?"]),
            (#""time": "t", "kbp": 1"#, ["unknown key 'kbp' in columns; did you mean 'kbps'?"]),
            (
                #""time": "t", "kbps": 1, "where": [{ "column": "r" }]"#,
                ["'is' is missing: its value in the lines that count"]
            ),
        ] as [(String, [String])])
    func `columns that cannot be meant`(columns: String, messages: [String]) {
        let text = ScenarioText(
            network: #""trace": "a.csv", "columns": { \#(columns) }"#, media: .hls([500], duration_s: 4, segment_s: 4)
        )
        #expect(text.messages == messages)
    }

    @Test func `columns of nothing are no columns`() {
        let text = ScenarioText(
            network: #""columns": { "time": 1, "kbps": 2 }"#, media: .hls([500], duration_s: 4, segment_s: 4))
        #expect(text.messages == ["there is no 'trace' for 'columns'"])
    }

    private static func reading(_ kbps: String, table: String) -> ScenarioReader.Reading {
        let text = """
            {
              "network": {
                "trace": "log.csv", "transport": "fluid",
                "columns": { "time": "Timestamp", "kbps": "\(kbps)" }
              },
              "media": { "kind": "hls", "duration_s": 8, "segment_s": 4, "variants": [{ "bitrate_kbps": 500 }] }
            }
            """
        var companions = Companions()
        companions.add(table: Array(table.utf8), path: "log.csv", named: "folder/log.csv")
        return ScenarioReader.read(SourceText(file: "test.json", bytes: Array(text.utf8)), companions: companions)
    }

    private static let log = """
        \(phone)
        2019.11.28_07.23.12,B,1000,0,-
        2019.11.28_07.23.13,B,-,0,-
        2019.11.28_07.23.20,B,5000,0,-
        """

    @Test func `a scenario takes its trace from a table`() throws {
        let reading = Self.reading("DL_bitrate", table: Self.log)
        let scenario = try #require(reading.scenario)
        #expect(scenario.network.conditions.values(at: .zero + .seconds(7)).down == 1_000_000)
        #expect(scenario.network.conditions.values(at: .zero + .seconds(9)).down == 5_000_000)
        #expect(
            scenario.warnings.map { $0.text(sources: reading.sources, as: .warning) } == [
                "test.json:4:16: warning: 'log.csv': line 3 has no capacity: the one before holds, if there is one"
            ])
    }

    @Test(arguments: [
        ("DL_bitrat", log, "test.json:4:47: error: the table has no column 'DL_bitrat'; did you mean 'DL_bitrate'?"),
        (
            "DL_bitrate", log.replacing("23.20", with: "23.10"),
            "folder/log.csv:4:1: error: time goes back here; the line before has 2019.11.28_07.23.13; of a file with "
                + "several runs choose one by 'where'"
        ),
    ])
    func `what does not fit is said where it stands`(kbps: String, table: String, message: String) {
        let reading = Self.reading(kbps, table: table)
        #expect(reading.scenario == nil)
        #expect(reading.diagnostics.map { $0.text(sources: reading.sources) } == [message])
    }
}

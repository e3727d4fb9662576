import PlayerModel
import Testing

@testable import Simulation

@Suite("A table of cells")
struct CellTableTests {
    private static let names = ScenarioFormat.whole.shape.members.map { $0.name }

    private static func read(_ text: String, _ change: (inout CellColumns) -> Void = { _ in }) -> CellTableReader {
        var columns = CellColumns()
        change(&columns)
        return CellTableReader(SourceText(file: "a.csv", bytes: Array(text.utf8)), columns, names: names)
    }

    @Test("rows with the same settings are plays of one cell; an empty field leaves the template as it is")
    func cells() {
        let reader = Self.read(
            """
            # measured on a Monday
            media.segment_s;"network.down_kbps";startup_time_s

            6;;1.25
            6;16000;0.7505
            6;;"2"
            6;16000;never
            """)
        #expect(reader.findings.errors.isEmpty)
        let cells = reader.table.cells
        #expect(cells.count == 2 && reader.table.rowCount == 4 && cells.map { $0.figures[0].count } == [2, 2])
        #expect(cells[0].settings.map { $0.path } == ["media.segment_s"] && cells[0].line == 4)
        #expect(cells[0].figures == [[.value(1_250_000_000), .value(2_000_000_000)]])
        #expect(cells[1].figures == [[.value(750_500_000), .never]])
        #expect(reader.table.name(1) == "media.segment_s=6, network.down_kbps=16000")
        #expect(reader.table.groups(by: 1).map { $0.value } == ["", "16000"])
    }

    @Test("numbers that are one number are one cell and one group, however they are written")
    func spellings() {
        let reader = Self.read("network.down_kbps,startup_time_s\n1500,1\n1500.0,2\n1.5e3,3\n1500.1,4\n")
        #expect(reader.findings.errors.isEmpty && reader.table.cells.map { $0.figures[0].count } == [3, 1])
        #expect(reader.table.groups(by: 0).map { $0.value } == ["1500", "1500.1"])
        let apart = Self.read("network.down_kbps,media.segment_s,startup_time_s\n1500,2,1\n1500.0,4,2\n")
        #expect(apart.table.cells.count == 2 && apart.table.groups(by: 0).map { $0.cells } == [[0, 1]])
    }

    @Test("a count may be the mean of several plays, and the median of counts lies between two")
    func means() throws {
        let reader = Self.read("media.segment_s,stall_count\n2,0.9\n4,0\n4,2\n6,3\n")
        #expect(reader.findings.errors.isEmpty)
        #expect(reader.table.cells.map { $0.figures } == [[[.value(0.9)]], [[.value(0), .value(2)]], [[.value(3)]]])
        let points = FitProblem([], reader.table).points
        #expect(
            points.map { $0.measured.map { NumberText.rounded(Int64($0 * 1e6 + 0.5), places: 6, decimals: 3) } }
                == ["0.900", "0.618", "3.000"])
        #expect(points[0].logarithm == naturalLogarithm(of: 1.4))
        let time = Self.read("media.segment_s,stall_time_s\n2,0\n")
        #expect(FitProblem([], time.table).points.map { $0.measured } == [0])
    }

    @Test("the last word of a column says its unit, and values are turned into those of the key and the metric")
    func units() {
        let reader = Self.read("limit_mbps,start_ms,bitrate_bps\n15.2,1250,1500000\n") {
            $0.given = [.init("limit_mbps", "network.down_kbps"), .init("limit_mbps", "network.up_kbps")]
            $0.measured = [.init("start_ms", "startup_time_s"), .init("bitrate_bps", "initial_bitrate_kbps")]
        }
        #expect(reader.findings.errors.isEmpty)
        let cell = reader.table.cells[0]
        #expect(
            cell.settings.map { "\($0.path)=\($0.value)" } == ["network.down_kbps=15200", "network.up_kbps=15200"])
        #expect(cell.figures == [[.value(1_250_000_000)], [.value(1_500_000)]])
    }

    @Test(
        "bytes are no bits, and a percent is no ratio",
        arguments: [
            ("limit_MBps", "network.down_kbps", "0.1", "800"), ("limit_kBps", "network.down_kbps", "12.5", "100"),
            ("limit_Bps", "network.down_kbps", "125000", "1000"), ("limit_Mbps", "network.down_kbps", "0.1", "100"),
            ("limit_MBPS", "network.down_kbps", "0.1", "100"), ("loss_ratio", "network.loss_percent", "0.01", "1"),
            ("loss_percent", "network.loss_percent", "0.01", "0.01"),
        ])
    func partsAndBytes(column: String, key: String, field: String, value: String) {
        let reader = Self.read("\(column),startup_time_s\n\(field),1\n") { $0.given = [.init(column, key)] }
        #expect(reader.findings.errors.isEmpty && reader.table.cells[0].settings.map { $0.value } == [value])
    }

    @Test(
        "so it is of what was measured",
        arguments: [
            ("rebuffer_percent", "rebuffer_ratio", "16.9", 169_000),
            ("stalled_ratio", "rebuffer_ratio", "0.5", 500_000),
            ("rate_MBps", "average_bitrate_kbps", "0.25", 2_000_000),
            ("rate_kBps", "average_bitrate_kbps", "0.0001", 0.8),
            ("all_kb", "down_bytes", "1.5", 1500), ("all_MB", "down_bytes", "1.5", 1_500_000),
            // A word that is no unit of the metric.
            ("stalls_s", "stall_count", "2", 2),
        ] as [(String, String, String, Double)])
    func measuredParts(column: String, metric: String, field: String, value: Double) {
        let reader = Self.read("media.segment_s,\(column)\n2,\(field)\n") { $0.measured = [.init(column, metric)] }
        #expect(reader.findings.errors.isEmpty && reader.table.cells[0].figures == [[.value(value)]])
    }

    @Test("lines of JSON are a table, too; what is not there leaves the template as it is, and null takes a key away")
    func lines() {
        let reader = Self.read(
            """
            {"network": "3G", "startup_time_s": 2.5}
            {"startup_time_s": 1, "network": null, "end_reached": true}

            {"network": "LTE", "startup_time_s": "never"}
            """)
        #expect(reader.findings.errors.isEmpty)
        #expect(reader.table.cells.map { $0.settings.map { $0.value } } == [["3G"], ["null"], ["LTE"]])
        #expect(reader.table.cells.map { $0.settings.map { $0.takesAway } } == [[false], [true], [false]])
        #expect(reader.table.name(1) == "network=null")
        #expect(reader.table.cells[1].figures == [[.value(1_000_000_000)], [.value(1)]])
        #expect(reader.table.cells[2].line == 4)
    }

    @Test("in CSV, too: an empty field and null are two cells, and null in a measured column is no figure")
    func takenAway() {
        let reader = Self.read("player.peak_bitrate_kbps,startup_time_s\n,1\nnull,2\n800,null\nnull,3\n")
        #expect(reader.findings.errors.isEmpty)
        let cells = reader.table.cells
        #expect(cells.map { $0.settings.count } == [0, 1, 1] && cells.map { $0.figures[0].count } == [1, 2, 0])
        #expect(cells[1].settings[0].takesAway && !cells[2].settings[0].takesAway)
        #expect(cells[2].figures == [[]])
    }

    @Test("the time to a first frame is held against that of the first chunk, and it is said")
    func firstFrame() {
        let reader = Self.read("media.segment_s,ttff_s\n6,1.5\n")
        #expect(reader.findings.errors.isEmpty && reader.warnings.count == 1)
        #expect(reader.warnings[0].message.contains("--measured ttff_s=startup_time_s"))
        #expect(reader.table.measures.map { $0.metric.name } == ["time_to_first_chunk_s"])
        #expect(reader.table.cells[0].figures == [[.value(1_500_000_000)]])
        let milliseconds = Self.read("media.segment_s,ttff_ms\n6,1500\n")
        #expect(milliseconds.table.cells[0].figures == [[.value(1_500_000_000)]])
        let said = Self.read("media.segment_s,ttff_s\n6,1.5\n") {
            $0.measured = [.init("ttff_s", "startup_time_s")]
        }
        #expect(said.warnings.isEmpty && said.table.measures.map { $0.metric.name } == ["startup_time_s"])
        let both = Self.read("media.segment_s,ttff_s,time_to_first_chunk_s\n6,1.5,1\n")
        #expect(both.findings.errors.map { $0.message }.contains { $0.contains("measured by two columns") })
    }

    @Test(
        "a column is one thing, and a figure has one weight",
        arguments: [
            (["given", "ignored"], "'a' is both given and ignored"),
            (["measured", "ignored"], "'a' is both measured and ignored"),
            (["given", "measured"], "'a' is both given and measured"),
            (["given", "key"], "'media.segment_s' is given by two columns; leave one out with --ignore"),
            (["measured", "again"], "'a' is measured twice, as startup_time_s and stall_time_s"),
            (["measured", "weights"], "'startup_time_s' has two weights; give it one --weight"),
        ] as [([String], String)])
    func contradictions(options: [String], message: String) {
        let own = options.contains("key") ? "media.segment_s,a,stall_count\n4,6,1\n" : "a,stall_count\n6,1\n"
        let reader = Self.read(own) { columns in
            if options.contains("given") { columns.given = [.init("a", "media.segment_s")] }
            if options.contains("measured") { columns.measured = [.init("a", "startup_time_s")] }
            if options.contains("again") { columns.measured.append(.init("a", "stall_time_s")) }
            if options.contains("ignored") { columns.left = ["a"] }
            if options.contains("weights") { columns.weights = [("startup_time_s", 2), ("a", 3)] }
        }
        #expect(reader.findings.errors.map { $0.message } == [message])
    }

    /// Each names so many columns, a line so many of them, and has so many empty lines behind.
    @Test(
        "what nobody has measured is not read to its end: too many columns, or lines with next to nothing of many",
        arguments: [
            (1001, nil, 0, "1:1: there are more than 1000 columns"),
            (1001, 1001, 1, "1:1: there are more than 1000 columns"),
            (2000, 1, 0, "1001:1: there are more than 1000 columns"),
            (
                1000, 1000, 20_000,
                "10001:1: 10001 rows of 1000 columns have more than 10000000 fields, with the empty ones"
            ),
        ])
    func size(columns: Int, perLine: Int?, empty: Int, message: String) {
        let names = (0..<columns).map { "c\($0)" }
        let lines = perLine.map { count in
            stride(from: 0, to: columns, by: count).map { start in
                "{" + names[start..<start + count].map { "\"\($0)\": 1" }.joined(separator: ", ") + "}\n"
            }.joined()
        }
        let text = (lines ?? names.joined(separator: ",") + "\n") + String(repeating: "{}\n", count: empty)
        let errors = Self.read(text).findings.errors.map { "\($0.place.line):\($0.place.column): \($0.message)" }
        #expect(errors == [message])
    }

    @Test("of very many columns that nobody knows no more are told than one mends at once")
    func unknownColumns() {
        let reader = Self.read((0..<900).map { "c\($0)" }.joined(separator: ",") + "\n")
        #expect(reader.findings.errors.count <= ShapeChecker.mostDiagnostics)
    }

    @Test(
        "what is wrong is said with its place, all of it at once",
        arguments: [
            ("", ["1:1: there is no table in it"]),
            ("startup_time_s\n", ["1:1: there is no row below the head"]),
            ("1,2\n3,4\n", ["1:1: the first line has numbers alone; it must have the names of the columns"]),
            (
                "media.segment_s,startup_time_s\n6,1\n6\n2,x\n2,-1\n",
                ["3:1: this row has 1 fields, and the head has 2 columns"]
            ),
            (
                "media.segment_s,startup_time_s\n2,x\n2,-1\n2,1e30\n",
                [
                    "2:3: 'x' is no number for startup_time_s; where nothing was measured leave it empty",
                    "3:3: '-1' cannot be measured", "4:3: '1e30' is too large",
                ]
            ),
            (
                "media.segment_s;startup_time_s\n2;12,453\n2;3\n2;1,5\n2;1,x\n",
                [
                    "2:3: '12,453' is no number: write 12.453, with a point before the decimals, or 12453",
                    "5:3: '1,x' is no number for startup_time_s",
                ]
            ),
            ("a,a\n1,2\n", ["1:3: 'a' is the name of two columns; the first is at column 1"]),
            ("media.segment_s,startup_time_s\n\"6,1\n", ["2:1: this quote is not closed"]),
            (
                "segmnt_s,startup_times,startup_time_s\n6,1,2\n",
                [
                    "1:1: 'segmnt_s' is no metric and no key; say --given segmnt_s=KEY, --measured segmnt_s=METRIC or "
                        + "--ignore segmnt_s",
                    "1:10: 'startup_times' is no metric and no key; did you mean 'startup_time_s'?",
                ]
            ),
            ("media.segment_s\n6\n", ["1:1: no column is a measured figure; name one after a metric"]),
            ("yin_score\n6\n", ["1:1: 'yin_score' may be below zero, so that no ratio tells how far off it is"]),
            ("media.segment_s,startup_time_s\n6,\n", ["1:1: nothing is measured in the column 'startup_time_s'"]),
            ("{\"startup_time_s\": 1}\n[1]\n{\"a\": 1", ["2:1: a line must be an object, not a list", "3:1: "]),
            ("[{\"startup_time_s\": 1},\n 2]", ["2:2: each element of the list must be an object, not a number"]),
            ("[{\"startup_time_s\": 1,\n \"startup_time_s\": 2}]", ["2:2: 'startup_time_s' stands twice"]),
            (
                "{\n\"startup_time_s\": 1}\n{\n\"startup_time_s\": 1}",
                ["3:1: a table of JSON is one list of objects, or has an object on each line"]
            ),
            ("[{\"startup_time_s\": 1},", ["1:1: this is never closed; a ] is missing"]),
            ("{\"startup_time_s\": [1]}\n", ["1:20: 'startup_time_s' is a list; a table has numbers and words"]),
        ] as [(String, [String])])
    func faults(text: String, faults: [String]) {
        let errors = Self.read(text).findings.errors.map { "\($0.place.line):\($0.place.column): \($0.message)" }
        #expect(errors.count == faults.count, "\(errors)")
        for (error, fault) in zip(errors, faults) { #expect(error.hasPrefix(fault), "\(error)") }
    }

    @Test(
        "objects of JSON are rows, in a list or on lines of their own",
        arguments: [
            "[{\"media.segment_s\": 6, \"startup_time_s\": 1}, {\"startup_time_s\": 2}]",
            "\n[\n  {\n    \"media.segment_s\": 6,\n    \"startup_time_s\": 1\n  },\n  {\"startup_time_s\": 2}\n]\n",
            "{\"media.segment_s\": 6, \"startup_time_s\": 1}\n{\"startup_time_s\": 2}\n",
        ])
    func objects(text: String) {
        let reader = Self.read(text)
        #expect(reader.findings.errors.isEmpty, "\(reader.findings.errors)")
        #expect(reader.table.cells.map { $0.settings.map { $0.value } } == [["6"], []])
        #expect(reader.table.cells.map { $0.figures } == [[[.value(1_000_000_000)]], [[.value(2_000_000_000)]]])
    }

    @Test("one object over several lines is one row")
    func object() {
        let reader = Self.read("{\n  \"media.segment_s\": 6,\n  \"startup_time_s\": 1\n}\n")
        #expect(reader.findings.errors.isEmpty && reader.table.cells.map { $0.line } == [2])
    }

    @Test("a column without a name is left out, and that is said unless it was asked for", arguments: [true, false])
    func noName(isAsked: Bool) {
        let reader = Self.read(",media.segment_s,startup_time_s\n0,6,1\n1,6,2\n") {
            if isAsked { $0.left = [""] }
        }
        #expect(reader.findings.errors.isEmpty && reader.table.cells.map { $0.figures[0].count } == [2])
        let words = isAsked ? [] : ["1:1 this column has no name; it is left out"]
        #expect(reader.warnings.map { "\($0.place.line):\($0.place.column) \($0.message)" } == words)
    }

    @Test("a flag is true or false however programs write it", arguments: [("True", 1.0), ("FALSE", 0), ("no", 0)])
    func flags(word: String, value: Double) {
        let reader = Self.read("media.segment_s,end_reached\n6,\(word)\n")
        #expect(reader.findings.errors.isEmpty && reader.table.cells[0].figures == [[.value(value)]])
    }

    @Test("a line of a table has the beginning of a long value, and a program all of it")
    func longValues() {
        let ladder = "[" + (1...9).map { "{\"bitrate_kbps\":\($0)00}" }.joined(separator: ",") + "]"
        let text = "media.segment_s\tmedia.variants\tstartup_time_s\n6\t\(ladder)\t3\n"
        let table = Self.read(text).table
        #expect(table.name(0) == "media.segment_s=6, media.variants=\(ladder)")
        #expect(table.shortName(0) == "media.segment_s=6, media.variants=\(ladder.prefix(39))…")
        #expect(CellTable.short(String(ladder.prefix(40))) == ladder.prefix(40))
    }

    @Test("so are options that do not fit the table")
    func options() {
        let text = "segment_s,start_s,limit_mbps\n6,1,16\n"
        func errors(_ change: (inout CellColumns) -> Void) -> [String] {
            Self.read(text, change).findings.errors.map { $0.message }
        }
        let all = errors {
            $0.given = [.init("segmnt_s", "media.segment_s"), .init("segment_s", "medium.segment_s")]
            $0.measured = [.init("start_s", "startup_tim_s")]
            $0.left = ["limits"]
        }
        #expect(all.contains { $0.hasSuffix("no column is called 'segmnt_s'; did you mean 'segment_s'?") })
        #expect(all.contains { $0.hasPrefix("a scenario has no 'medium'; did you mean 'media'?") })
        #expect(all.contains { $0 == "'startup_tim_s' is no metric; did you mean 'startup_time_s'?" })
        #expect(all.contains { $0.hasPrefix("--ignore limits: no column is called 'limits'") })
        let kinds = errors {
            $0.given = [.init("limit_mbps", "network.delay_ms"), .init("segment_s", "media.segment_s")]
            $0.measured = [.init("start_s", "down_bytes")]
            $0.fitted = ["media"]
            $0.weights = [("stall_count", 2)]
        }
        #expect(kinds.contains("'limit_mbps' and 'network.delay_ms' have units of different kinds"))
        #expect(kinds.contains("'start_s' and 'down_bytes' have units of different kinds"))
        let bits = errors {
            $0.given = [.init("segment_s", "media.segment_s"), .init("limit_mbps", "network.loss_percent")]
            $0.measured = [.init("start_s", "rebuffer_ratio")]
        }
        #expect(bits.contains("'limit_mbps' and 'network.loss_percent' have units of different kinds"))
        #expect(bits.contains("'start_s' and 'rebuffer_ratio' have units of different kinds"))
        let megabits = Self.read("media.segment_s,all_Mb\n2,1\n") { $0.measured = [.init("all_Mb", "down_bytes")] }
        #expect(
            megabits.findings.errors.map { $0.message } == ["'all_Mb' and 'down_bytes' have units of different kinds"]
        )
        #expect(kinds.contains("'media.segment_s' is given by this column, and 'media' is to be fitted"))
        #expect(kinds.contains { $0.hasPrefix("--weight stall_count: nothing of that name is measured") })
    }
}

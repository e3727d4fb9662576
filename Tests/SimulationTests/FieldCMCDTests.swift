import Testing

@testable import Simulation

@Suite("CMCD in each shape in which it is sent and written down")
struct FieldCMCDTests {
    private func read(_ text: String) throws -> FieldSession { try FieldReader.read(Array(text.utf8)) }

    @Test(
        "lists of version 2 are read, however JSON has them",
        arguments: [
            "[2500]", "\"(2500;v 128;a)\"", "[\"2500;v\", \"128;a\"]", "{\"a\": 128, \"v\": 2500}",
            "[{\"value\": 128, \"params\": {\"a\": true}}, {\"value\": 2500, \"params\": {\"v\": true}}]",
        ])
    func lists(value: String) throws {
        let session = try read("{\"sid\": \"s\", \"ot\": \"v\", \"br\": \(value)}\n{\"sid\": \"s\", \"br\": [700]}")
        #expect(session.records.map { $0.bitRate } == [2_500_000, 700_000] && session.findings.all == [])
    }

    @Test(
        "the lengths of several stalls add up, unless each is of a type of object",
        arguments: [
            (#"{"sid": "a", "bsd": [300, 200]}"#, 500), (#"{"sid": "a", "bsd": [700]}"#, 700),
            (#"{"sid": "a", "bsd": 700}"#, 700), (#"{"sid": "a", "bsd": [0, 300]}"#, 300),
            (#"{"sid": "a", "ot": "a", "bsd": {"v": 300, "a": 200}}"#, 200),
            ("/1.m4s?CMCD=bsd%3D(300%20200)", 500), ("/1.m4s?CMCD=bsd%3D(300%3Bv%20200%3Ba)%2Cot%3Dv", 300),
            ("/1.m4s?CMCD=bsd%253D%2528300%2520200%2529", 500), ("{\"sid\": \"a\", \"bsd\": []}", nil),
            (#"{"sid": "a", "bsd": [300, "x"]}"#, nil),
        ])
    func stallLengths(text: String, milliseconds: Int64?) throws {
        let session = try read(text)
        #expect(session.stated.stallTime == milliseconds.map { $0 * 1_000_000 })
        let words = milliseconds == nil ? ["'bsd' is no number from 0 on, but '"] : []
        #expect(session.findings.all.map { String($0.message.prefix(35)) } == words, "\(session.findings.all)")
        let two = try read(text + "\n" + text)
        #expect(two.stated.stallTime == milliseconds.map { $0 * 2_000_000 })
    }

    @Test(
        "in a URL whose quotation marks nobody encoded, or that a server wrote in its own way",
        arguments: [
            (#"{"url": "https://a.example/1.m4s?x&CMCD=br=2500,sid=\"a,b\",ot=v&y=1"}"#),
            (#"1.2.3.4 - - [x] "GET /1.m4s?CMCD=br=2500,sid="a,b",ot=v HTTP/1.1" 200 512"#),
            (#"1.2.3.4 - - [x] "GET /1.m4s?CMCD=br=2500,sid=\x22a,b\x22,ot=v HTTP/1.1" 200 512"#),
            (#"1.2.3.4 - - [x] "GET /1.m4s?CMCD=br=2500,sid=\"a,b\",ot=v HTTP/1.1" 200 512"#),
            ("2026-11-01\t/1.m4s\t200\tCMCD=br%3D2500%2Csid%3D%22a%2Cb%22%2Cot%3Dv\t-"),
            (#"{"query": "CMCD=br%3D2500%2Csid%3D%22a%2Cb%22%2Cot%3Dv", "path": "/1.m4s"}"#),
        ])
    func marks(text: String) throws {
        let session = try read(text)
        #expect(session.findings.all == [] && session.sessionCount == 1)
        #expect(session.records.map { $0.bitRate } == [2_500_000] && session.records.map { $0.kind } == [.video])
        let two = try read(text + "\n" + text)
        #expect(two.records.count == 2 && two.sessionCount == 1)
    }

    @Test("a quotation mark that nothing closes is the end of the URL, and a session without a name is none")
    func open() throws {
        let session = try read(#"- "GET /1.m4s?CMCD=br=2500,sid=" HTTP/1.1" 200 512"#)
        #expect(session.records.map { $0.bitRate } == [2_500_000] && session.sessionCount == nil)
    }

    @Test(
        "of answers that are errors or redirects nothing is media, whoever says so",
        arguments: [
            (#"{"sid": "a", "br": 2500, "ot": "v", "d": 4000, "rc": STATUS}"#),
            (#"{"status": STATUS, "request": "GET /1.m4s?CMCD=br%3D2500%2Cot%3Dv%2Cd%3D4000 HTTP/1.1"}"#),
            (#"- "GET /1.m4s?CMCD=br%3D2500%2Cot%3Dv%2Cd%3D4000 HTTP/1.1" STATUS 512"#),
            (#"{"sc-status": "STATUS Some words", "url": "/1.m4s?CMCD=br%3D2500%2Cot%3Dv%2Cd%3D4000"}"#),
            (#"{"msg": "- \"GET /1.m4s?CMCD=br%3D2500%2Cot%3Dv%2Cd%3D4000 HTTP/1.1\" STATUS 512"}"#),
        ])
    func statuses(text: String) throws {
        func session(_ status: String) throws -> FieldSession { try read(text.replacing("STATUS", with: status)) }
        let good = try session("206")
        #expect(good.records.map { $0.kind } == [.video] && good.records[0].media == 4_000_000_000)
        for (status, failed) in [("404", 1), ("503", 1), ("302", 0)] {
            let other = try session(status)
            #expect(other.records.map { $0.kind } == [.other] && other.failedCount == failed, "\(status)")
            #expect(other.records[0].media == nil && other.records[0].bitRate == nil)
        }
        let known = try session("304")
        #expect(known.records == [] && known.cachedCount == 1)
        // It is none where it is the bytes.
        for number in ["51234", "7"] where !text.contains("rc") {
            #expect(try session(number).records.map { $0.kind } == [.video])
        }
    }

    @Test(
        "the bytes of a body stand behind the status in the common log format",
        arguments: [
            ("200 1000000 \"-\" \"a player/1.0\"", 1_000_000), ("206 0", 0), ("200 -", nil), ("200", nil),
            ("200 0.123 1000000", nil), ("200 - 0 154", nil), ("51234 512", nil),
        ] as [(String, Int64?)])
    func bytes(answer: String, bytes: Int64?) throws {
        let request = "GET /1.m4s?CMCD=br%3D2500%2Cot%3Dv%2Cts%3D1790000000000%2Cttfb%3D30%2Cttlb%3D900 HTTP/1.1"
        let session = try read("10.0.0.1 - - [x] \"\(request)\" \(answer)")
        #expect(session.records.map { $0.bytes } == [bytes])
        let quoted = "\\\"\(request)\\\" \(answer.replacing("\"", with: "\\\""))"
        #expect(try read("{\"msg\": \"\(quoted)\"}").records.map { $0.bytes } == [bytes])
    }

    @Test(
        "the page that a line has behind its request has no say, by itself or in a member",
        arguments: ["br%3D9%2Cot%3Dv%2Csid%3D%22a%22", "br=9,ot=v,sid=a", "br=9,ot=v,sid=\\x22a\\x22"])
    func pages(list: String) throws {
        let lines = ["/1.m4s?CMCD=br%3D5", "/1.jpg"].map { path in
            "1.2.3.4 - - [x] \"GET \(path) HTTP/1.1\" 200 512 \"https://p.example/a.m4s?CMCD=\(list)\" \"a player/1.0\""
        }
        let objects = lines.map { line in
            "{\"log\": \"\(line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"}"
        }
        for text in [lines, objects] {
            let session = try read(text.joined(separator: "\n"))
            #expect(session.records.map { $0.bitRate } == [5000] && session.records.map { $0.bytes } == [512])
            #expect(session.findings.all.count == 1 && session.sessionCount == nil)
        }
    }

    @Test("the page that asked is not what was asked for, and bytes that are no number are said")
    func columns() throws {
        let session = try read(
            #"{"referer": "https://a.example/tv.mp4", "url": "/a.m3u8?CMCD=sid%3D%22a%22", "bytes": "12 kB"}"#)
        #expect(session.records.map { $0.kind } == [.playlist] && session.records[0].bytes == nil)
        #expect(session.findings.all.map { $0.message } == ["'bytes' cannot be \"12 kB\"; it is left out"])
    }

    @Test("reports as they are sent, and headers, are read line by line")
    func lines() throws {
        let report =
            "bl=(5200;v 4100;a),br=(2500;v),d=4000,e=rr,ot=v,rc=404,sid=\"a\",ts=1790000000000,ttfb=40,ttlb=1545"
        let state = "e=ps,sid=\"a\",sta=p,ts=1790000001000"
        let reports = try read([report, state, report.replacing("404", with: "200") + "\n"].joined(separator: "\n"))
        #expect(reports.format == .cmcd && reports.failedCount == 1 && reports.findings.all == [])
        #expect(reports.records.map { $0.buffer } == [5_200_000_000, 5_200_000_000])
        #expect(reports.records.map { $0.lastByte } == [1_545_000_000, 1_545_000_000])
        let headers = "CMCD-Object: br=2500,d=4000,ot=v\r\nCMCD-Request: bl=0,su\r\nCmcd-Session: sid=\"a\"\r\n"
        let two = try read(headers + "CMCD-Status: bs\r\n\r\n" + headers + "CMCD-Object: br=900\n")
        #expect(two.records.map { $0.bitRate } == [2_500_000, 2_500_000, 900_000] && two.findings.all == [])
        #expect(two.records.map { $0.buffer } == [0, 0, nil] && two.stated.stallCount == 1)
        let small = try read("https://a.example/1.m4s?x&cmcd=ot%3Dv%2Cbr%3D2500")
        #expect(small.records.map { $0.bitRate } == [2_500_000])
        #expect(throws: FieldError.self) { try read("id,rate,length\n1,2,3\n") }
    }

    @Test(
        "a table whose head names keys of CMCD, or has a column of lists, is read row by row",
        arguments: [
            "sid,ot,br,bl,ts,ttfb,ttlb,bytes\na,v,2500,5200,1790000000000,40,1545,400000\n"
                + "a,v,900,-,1790000002000,40,540,90000\n",
            "# a remark\r\ncmcd_sid;CMCD_ot;cmcd-br;cmcd.bl;timestamp;ttfb;ttlb;bytes\r\n"
                + "a;v;2500;5200;1790000000000;40;1545;400000\r\n"
                + "a;v;900;;1790000002000;40;540;90000\r\n",
            "cmcd,bytes\n\"bl=5200,br=2500,ot=v,sid=\"\"a\"\",ts=1790000000000,ttfb=40,ttlb=1545\",400000\n"
                + "\"br=900,ot=v,sid=\"\"a\"\",ts=1790000002000,ttfb=40,ttlb=540\",90000\n",
        ])
    func table(text: String) throws {
        let session = try read(text)
        #expect(session.format == .cmcd && session.findings.all == [], "\(session.findings.all)")
        #expect(session.records.map { $0.bitRate } == [2_500_000, 900_000])
        #expect(session.records.map { $0.bytes } == [400_000, 90_000])
        #expect(session.records.map { $0.buffer } == [5_200_000_000, nil])
        #expect(session.records.map { $0.lastByte } == [1_545_000_000, 2_540_000_000])
    }

    @Test(
        "a duration that is called 'time' is none of a date beside it, which counts whatever it is called",
        arguments: ["date", "@timestamp"])
    func durationBeside(name: String) throws {
        let lines = [20, 22].map { second in
            let date = "\"\(name)\": \"2026-09-21T14:13:\(second)Z\""
            return "{\"cmcd\": \"br=2500,ot=v\", \"time\": 0.\(second), \(date), \"sc-content-len\": \"9\"}\n"
        }
        let session = try read(lines.joined())
        #expect(session.records.map { $0.request } == [0, 2_000_000_000])
        #expect(session.records.map { $0.bytes } == [9, 9] && session.findings.all == [])
    }

    @Test("a row of a table with fields too few is left out, and said")
    func ragged() throws {
        let session = try read("sid,br,bl\na,2500,100\na,900\na,700,300\n")
        #expect(session.records.map { $0.bitRate } == [2_500_000, 700_000])
        #expect(
            session.findings.all.map { $0.message } == [
                "this row has 2 fields, and the head has 3 columns; it is left out"
            ])
    }

    @Test("a number that is none is left out, and said by its key")
    func broken() throws {
        let url = "https://a.example/1.m4s?CMCD=ot%3Dv%2Cd%3Dabc%2Cbr%3D-5%2Cbl%3D%2Cmtp%3D1e3"
        let session = try read("\(url)\n\(url)\n")
        #expect(
            session.records.map { $0.bitRate } == [nil, nil] && session.stated.throughput == 1_000_000...1_000_000)
        let messages = session.findings.all.map { $0.message }
        #expect(session.findings.all.map { $0.count } == [2, 2, 2])
        #expect(messages.map { $0.prefix(4) } == ["'d' ", "'br'", "'bl'"] && messages[0].contains("but 'abc'"))
    }

    @Test("states tell stalls: from r to the next that is another, in each session, in whatever order they come")
    func states() throws {
        func state(_ session: String, _ state: String, _ offset: Int) -> String {
            "{\"e\": \"ps\", \"sid\": \"\(session)\", \"sta\": \"\(state)\", \"ts\": \(1_790_000_000_000 + offset)}"
        }
        let one = [state("a", "s", 0), state("a", "p", 900), state("a", "r", 5000), state("a", "r", 6000)]
        let other = [state("b", "p", 100), state("b", "r", 200)]
        let session = try read(
            (one + other + [state("a", "p", 7500), state("a", "e", 9000)]).joined(separator: "\n"))
        #expect(session.stated.stallCount == 2 && session.stated.stallTime == 2_500_000_000)
        let mixed = try read(([state("a", "p", 7500)] + other + one.reversed()).joined(separator: "\n"))
        #expect(mixed.stated.stallCount == 2 && mixed.stated.stallTime == 2_500_000_000)
        #expect(mixed.findings.all.contains { $0.message.hasPrefix("1 of the stalls that 'sta' tells have no end") })
        let seconds = try read(
            (one + [state("a", "p", 7500)]).map { $0.replacing("000}", with: "}").replacing("500}", with: ".5}") }
                .joined(separator: "\n"))
        #expect(seconds.stated.stallTime == 2_500_000_000)
        #expect(session.stated.startup == 900_000_000 && mixed.stated.startup == 900_000_000)
        // That none is told does not say that there was none.
        #expect(try read(one[0]).stated.stallCount == nil)
    }

    /// Entries of a log by their session: states from 1 s apart on, or an `msd` of so many milliseconds.
    @Test(
        "the startup of the first session that tells one counts, and of that its own figure",
        arguments: [
            (["a s", "a p", "b 9000"], 1), (["b 9000", "a s", "a p"], 9), (["a s", "b 9000", "a p"], 9),
            (["a s", "a p", "b 9000", "a 2000"], 2), (["a s", "a p", "b s", "b p", "b 9000"], 1),
            (["a s", "a p", "a r", "a s", "a p", "a p"], 1), (["a s", "b 9000"], 9), (["a s"], nil),
        ] as [([String], Int64?)])
    func startups(entries: [String], seconds: Int64?) throws {
        let lines = entries.enumerated().map { number, entry in
            let (session, word) = (entry.prefix(1), entry.dropFirst(2))
            let said = Int(word).map { "\"msd\": \($0)" } ?? "\"e\": \"ps\", \"sta\": \"\(word)\""
            return "{\"sid\": \"\(session)\", \(said), \"v\": 2, \"ts\": \(1_790_000_000_000 + number * 1000)}"
        }
        #expect(try read(lines.joined(separator: "\n")).stated.startup == seconds.map { $0 * 1_000_000_000 })
    }

    @Test(
        "a throughput in bits and times in seconds are found by their size",
        arguments: [
            ("\"mtp\": 8000000", "for 8000000 bit/s write 8000"), ("\"mtp\": 8000", nil),
            ("\"ttfb\": 0.04, \"ttlb\": 1.545", "'ttlb' is 1.545, and CMCD has whole milliseconds"),
            ("\"ttfb\": 40, \"ttlb\": 1545.25", nil), ("\"ttfb\": 1, \"ttlb\": 12", nil),
        ])
    func units(values: String, words: String?) throws {
        let messages = try read("{\"sid\": \"a\", \"ts\": 1790000000000, \(values)}").findings.all.map { $0.message }
        #expect(messages.count == (words == nil ? 0 : 1))
        if let words { #expect(messages.allSatisfy { $0.contains(words) }, "\(messages)") }
    }

    private static let stallCases: [([String], Int64?, Int64?)] = [
        // Flags of one session and the total of another.
        ([#""sid": "A", "bs": true"#, #""sid": "A", "bs": true"#, #""sid": "B", "bsa": 3"#], 5, nil),
        ([#""sid": "A", "bsd": 300"#, #""sid": "B", "bsda": 900"#, #""sid": "A", "bsd": 200"#], nil, 1400),
        // Two ways of one session: the one that says more.
        ([#""sid": "A", "bs": true"#, #""sid": "A", "bsa": 3"#, #""sid": "A", "bs": true"#], 3, nil),
        // What names no session is of the only one that is named.
        ([#""bs": true, "br": 9"#, #""sid": "A", "bs": true, "bsa": 2"#], 2, nil),
        ([#""bs": true, "br": 9"#, #""sid": "A", "bsa": 2"#, #""sid": "B", "bsa": 2"#], 5, nil),
    ]

    @Test("stalls are those of each session, in the way that says most of it, and add up", arguments: stallCases)
    func stalls(lines: [String], count: Int64?, milliseconds: Int64?) throws {
        let session = try read(lines.map { "{\($0)}" }.joined(separator: "\n"))
        #expect(session.stated.stallCount == count)
        #expect(session.stated.stallTime == milliseconds.map { $0 * 1_000_000 })
    }

    private static let againCases: [(String, Bool)] = [
        (#"{"sid": "a", "br": 2500, "bs": true, "ts": 1790000000000, "ttfb": 40, "ttlb": 540}"#, true),
        (#"{"cmcd": "br=2500,bs", "time": "2026-09-21T14:13:20.250Z", "bytes": 9}"#, true),
        ("br=2500,bs,sid=\"a\",ts=1790000000000,ttlb=540", true),
        // Without a time two requests may be the same in every word.
        (#"{"sid": "a", "br": 2500, "bs": true}"#, false), ("/1.m4s?CMCD=br%3D2500%2Cbs", false),
    ]

    @Test("a line that was delivered twice counts once, where it has the time of its request", arguments: againCases)
    func again(line: String, isKnown: Bool) throws {
        let session = try read("\(line)\n\(line)\n")
        #expect(session.records.count == (isKnown ? 1 : 2) && session.stated.stallCount == (isKnown ? 1 : 2))
        let said = session.findings.all.map { "\($0.place.line) \($0.message)" }
        #expect(said.map { $0.hasPrefix("2 this stands in the log more than once") } == (isKnown ? [true] : []))
    }

    /// In time that grows with the square of the text each would take minutes.
    @Test(
        "a text that says one thing very often is read in time linear in it",
        arguments: [
            ("", "?CMCD=", ""), ("", "&cmcd=", ""), ("http://", "?CMCD=", ""), ("/a?CMCD=br=1,sid=", "=\\x22", ""),
            ("", "\"GET / HTTP/1.1\" ", "\"http://x/?CMCD=br=1\" "), ("br=1,sid=a ", "/a?CMCD=zz ", ""),
        ])
    func repetition(beginning: String, repeated: String, other: String) {
        let count = 10_000
        let text = beginning + String(repeating: repeated, count: count) + String(repeating: other, count: count)
        let records = (try? read(text))?.records ?? []
        #expect(records.map { $0.bitRate } == (beginning.contains("br=1") ? [1000] : []))
    }

    @Test("of headers no more keys count than there may be")
    func headers() throws {
        let headers = String(repeating: "\"cmcd-object\": \"br=x\", ", count: 300)
        let session = try read("{\(headers) \"cmcd-session\": \"sid=a\"}")
        #expect(session.findings.all.map { $0.count } == [200])
    }

    /// Three states and an answer with `ts` in each form, as objects or as lists that a collector took down at once.
    @Test(
        "what 'ts' says counts before the time of a collector, as a date or a number, in an object and in a list",
        arguments: [
            ["1790000000000", "1790000009000", "1790000010500"], ["1790000000", "1790000009", "1790000010.5"],
            ["1790000000000000", "1790000009000000", "1790000010500000"],
            ["2026-09-21T14:13:20Z", "2026-09-21T16:13:29+02:00", "2026-09-21T14:13:30.5Z"],
        ])
    func stamps(times: [String]) throws {
        let states = zip(["s", "r", "p"], times).map { "e=ps,sid=\"a\",sta=\($0),ts=\($1)" }
        let answers = zip(times[1...], [40, 50]).map { "br=9,e=rr,sid=\"a\",ts=\($0),ttlb=\($1)" }
        let lists = states + answers
        let quoted = lists.map { $0.replacing("\"", with: "\\\"") }
        let objects = lists.map { list in
            let members = list.replacing("\"", with: "").split(separator: ",").map { $0.split(separator: "=") }
            return "{" + members.map { "\"\($0[0])\": \"\($0[1])\"" }.joined(separator: ", ") + "}"
        }
        let logs = [
            lists, objects, quoted.map { "{\"timestamp\": \"2026-09-21T14:14:00Z\", \"cmcd\": \"\($0)\"}" },
            quoted.map { "{\"ts\": 1790000040000, \"cmcd\": \"\($0)\"}" },
        ]
        for log in logs {
            let session = try read(log.joined(separator: "\n") + "\n")
            #expect(session.findings.all == [])
            #expect(session.stated.stallTime == 1_500_000_000 && session.stated.startup == 10_500_000_000)
            #expect(session.records.map { $0.lastByte } == [40_000_000, 1_550_000_000])
        }
    }
}

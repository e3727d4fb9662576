import Testing

@testable import Simulation

@Suite("CMCD in tables, and among what servers write of a request")
struct CMCDTableTests {
    private static func read(_ text: String) throws -> FieldSession { try FieldReader.read(Array(text.utf8)) }

    private static func said(_ session: FieldSession) -> [String] {
        session.findings.all.map { "\($0.place.line):\($0.place.column) \($0.message)" }
    }

    // MARK: Tables

    @Test(
        "a table has as many rows as its reader takes, and all of them where there is no limit",
        arguments: [("a,b\n", "1,2\n"), ("", "{\"a\": 1, \"b\": 2}\n")])
    func rows(head: String, row: String) {
        func records(_ count: Int, mostRows: Int = .max) -> CellRecords {
            let text = head + String(repeating: row, count: count)
            return CellRecords(SourceText(file: "a", bytes: Array(text.utf8)), mostRows: mostRows)
        }
        #expect(records(3, mostRows: 3).findings.errors.isEmpty && records(4).rows.count == 4)
        let errors = records(5, mostRows: 3).findings.errors
        #expect(errors.map { $0.message } == ["there are more than 3 rows"])
        #expect(errors.map { Int($0.place.line) } == [head.isEmpty ? 4 : 5])
    }

    @Test("a log of CMCD as CSV may be longer than any table that somebody has measured")
    func long() throws {
        let text = "br,bl\n" + String(repeating: "9,\n", count: 100_001)
        let (rows, findings) = try #require(CMCDTableReader.read(Array(text.utf8)))
        #expect(rows.count == 100_001 && findings.all == [])
    }

    @Test(
        "of columns with one key the first counts, and each thing that is wrong is said with its place",
        arguments: [
            (
                "br,sid,bytes,bytes\n5,a,10,11\n6,a,10\n7,a,12,13\n", [5000, 7000], [10, 12],
                [
                    "1:14 'bytes' is the name of two columns; the first is at column 8; it is left out",
                    "3:1 this row has 3 fields, and the head has 4 columns; it is left out",
                ]
            ),
            (
                "br,sid,CMCD_br,Bytes,bytes\n5,a,6,10,11\n", [5000], [10],
                [
                    "1:8 'CMCD_br' stands for 'br', which a column before it has; it is left out",
                    "1:22 'bytes' stands for 'bytes', which a column before it has; it is left out",
                ]
            ),
            (
                ",br,sid,bytes\n1,5,a,10\n2,6,a\n3,7,a\n4,8,a,1,2\n", [5000], [10],
                [
                    "3:1 this row has 3 fields, and the head has 4 columns; it is left out",
                    "5:1 this row has 5 fields, and the head has 4 columns; it is left out",
                    "1:1 this column has no name; it is left out",
                ]
            ),
            (
                "br,sid,bytes\n5,a,10\n6,\"a,10\n7,a,10\n", [5000], [10],
                ["3:3 this quote is not closed, so that all behind it stands in it; it is left out"]
            ),
        ] as [(String, [Int64], [Int64], [String])])
    func faults(text: String, bitRates: [Int64], bytes: [Int64], words: [String]) throws {
        let session = try Self.read(text)
        #expect(session.records.map { $0.bitRate } == bitRates && session.records.map { $0.bytes } == bytes)
        #expect(Self.said(session) == words)
    }

    @Test(
        "a flag is true or false however programs write it; of what is neither, and of unknown words, it is said",
        arguments: [
            ("bs", "True", 1, nil), ("bs", "TRUE", 1, nil), ("bs", "yes", 1, nil), ("bs", "t", 1, nil),
            ("bs", "?1", 1, nil), ("bs", "1.0", 1, nil), ("bs", "False", nil, nil), ("bs", "No", nil, nil),
            ("bs", "?0", nil, nil), ("bs", "0.0", nil, nil), ("bs", "null", nil, nil),
            ("bs", "0.5", nil, "neither true nor false"), ("bs", "starved", nil, "neither true nor false"),
            ("bs", "nan", nil, "neither true nor false"), ("ot", "tt", nil, nil),
            ("ot", "V", nil, "none of m, a, v, av, i, c, tt, k, o"), ("sta", "w", nil, nil),
            ("sta", "Rebuffering", nil, "none of s, p, k, r, a, w, e, f, q, d"),
        ] as [(String, String, Int64?, String?)])
    func words(key: String, word: String, stalls: Int64?, fault: String?) throws {
        let text = "sid,br,\(key)\na,1500,\na,1500,\(word)\n"
        let session = try Self.read(text)
        #expect(session.stated.stallCount == stalls)
        #expect(Self.said(session) == (fault.map { ["3:1 '\(key)' is \($0), but '\(word)'; it is left out"] } ?? []))
        let line = try Self.read("{\"sid\": \"a\", \"br\": 1500, \"\(key)\": \"\(word)\"}\n")
        #expect(line.stated.stallCount == stalls && line.findings.all.count == (fault == nil ? 0 : 1))
    }

    // MARK: Headers

    @Test(
        "members and columns that are headers have the lists that these have",
        arguments: [
            #"{"CMCD-Object": "br=5,ot=v", "CMCD-Request": "bl=500", "CMCD-Session": "sid=a", "CMCD-Status": "bs"}"#,
            #"{"http_cmcd_object": "br=5,ot=v", "http_cmcd_request": "bl=500", "cmcd.session": "sid=\"a\",bs"}"#,
            #"{"cs(CMCD-Object)": "br%3D5%2Cot%3Dv", "cs(CMCD-Request)": "bl%3D500%2Csid%3Da", "cmcd_status": "bs"}"#,
            "cmcd_object,cmcd_request,cmcd_session,cmcd_status,status\n\"br=5,ot=v\",bl=500,\"sid=\"\"a\"\"\",bs,200",
            "CMCD-Object;CMCD-Request;other\nbr=5,ot=v;bl=500,sid=a,bs;-",
            "#Fields: cs-uri-stem cs(CMCD-Object) cs(CMCD-Request)\n/1.m4s br=5,ot=v bl=500,sid=a,bs",
            "http_cmcd_object: br=5,ot=v\nCMCD-Request: bl=500,sid=a,bs",
        ])
    func headers(text: String) throws {
        let session = try Self.read(text + "\n")
        #expect(session.findings.all == [] && session.stated.stallCount == 1 && session.sessionCount == 1)
        #expect(session.records.map { $0.kind } == [.video])
        #expect(session.records.map { $0.bitRate } == [5000] && session.records.map { $0.buffer } == [500_000_000])
    }

    @Test(
        "headers that are not sent leave it to the other members",
        arguments: [
            #"{"CMCD-Object": "-", "url": "/1.m4s?CMCD=br%3D5"}"#, #"{"CMCD-Object": null, "br": 5, "sid": "a"}"#,
            "cmcd_object,url,x\n-,/1.m4s?CMCD=br%3D5,\n",
        ])
    func noHeaders(text: String) throws {
        #expect(try Self.read(text).records.map { $0.bitRate } == [5000])
    }

    @Test(
        "a header beside a URL, or beside keys of its own, is one part of what is said",
        arguments: [
            #""url": "/1.m4s?CMCD=br%3D5%2Cot%3Dv", "cmcd_session": "sid=\"a\"""#,
            #""cmcd-session": "sid=\"a\",br=5", "br": 9, "ot": "v""#,
            #""cmcd_status": "bs", "cmcd_object": "br%3D5%2Cot%3Dv""#, #""cmcd_object": "su,br%3D5%2Cot%3Dv""#,
        ])
    func together(members: String) throws {
        let session = try Self.read("{\(members)}")
        #expect(session.records.map { $0.bitRate } == [5000] && session.records.map { $0.kind } == [.video])
    }

    // MARK: Servers' logs

    @Test("of two columns of the W3C with one key the first counts, and the other is said to be left out")
    func repeatedColumn() throws {
        let session = try Self.read("#Fields: sc-status cs-uri-query sc-status\n200 CMCD=br=5,ot=v 503\n")
        #expect(session.records.map { $0.kind } == [.video])
        #expect(session.findings.all.count == 1)
    }

    @Test(
        "the status of an answer is known by whatever name a server has for it",
        arguments: [
            "status", "Status", "status_code", "statusCode", "sc-status", "sc_status", "response_status",
            "response_code", "responseCode", "resp_status", "resp.status", "http_status", "HTTP status", "http_code",
            "httpStatusCode", "http.response.status_code", "return_code", "EdgeResponseStatus", "DownstreamStatus",
            "elb_status_code", "res.statusCode",
        ])
    func statusNames(name: String) throws {
        let json = try Self.read(
            "{\"cmcd\": \"br=5,ot=v\", \"\(name)\": 404}\n{\"cmcd\": \"br=5\", \"\(name)\": 206}")
        let table = try Self.read("cmcd,\(name)\n\"br=5,ot=v\",503\nbr=5,206\n")
        for session in [json, table] {
            #expect(session.records.map { $0.kind } == [.other, .media] && session.failedCount == 1)
        }
    }

    @Test(
        "what another server answered, and what is no status, says nothing of the answer",
        arguments: ["upstream_status", "OriginResponseStatus", "CMCD-Status", "statuses", "cache_status"])
    func otherStatuses(name: String) throws {
        let session = try Self.read("{\"cmcd\": \"br=5,ot=v\", \"\(name)\": 404}")
        #expect(session.records.map { $0.kind } == [.video] && session.failedCount == 0)
    }

    private static let fields = "#Version: 1.0\n#Fields: date time cs-uri-stem sc-status cs(Referer) cs-uri-query\n"

    @Test(
        "a log of the W3C is read by its columns, also where its query is encoded once more, or several are one file",
        arguments: [
            ("200", "CMCD=br%3D5%2Cot%3Dv", FieldRecord.Kind.video, 0),
            ("404", "x=1&CMCD=br%3D5%2Cot%3Dv", .other, 1),
            ("000", "CMCD=br%253D5%252Cot%253Dv", .other, 1), ("302", "CMCD=br%3D5%2Cot%3Dv", .other, 0),
            ("206", "CMCD=br%253D5%252Cot%253Dv", .video, 0),
        ])
    func extended(status: String, query: String, kind: FieldRecord.Kind, failed: Int64) throws {
        let own =
            Self.fields
            + "2026-09-21\t14:13:00\t/1.m4s\t\(status)\thttps://a.example/a.mpd?CMCD=br%3D9%2Cot%3Dm\t\(query)\n"
        let other = "#Fields: cs-uri-query sc-status\nCMCD=br=7 200\n"
        for (text, others) in [(own, 0), (own + other, 1), (own + "\n" + own, nil)] as [(String, Int?)] {
            let session = try Self.read(text)
            #expect(session.findings.all == [] && session.records.first?.kind == kind)
            #expect(session.records.first?.bitRate == (kind == .video ? 5000 : nil))
            #expect(session.failedCount == (others == nil ? 2 * failed : failed))
            #expect(session.records.count == (others.map { 1 + $0 } ?? 2))
        }
    }

    @Test("lines of the W3C with values too few, or without CMCD, are left out and said")
    func extendedFaults() throws {
        let text = Self.fields + "- - /1.m4s 200 - CMCD=br%3D5\n- - /1.m4s 200 -\n- - /favicon.ico 200 - -\n"
        let session = try Self.read(text)
        #expect(session.records.map { $0.bitRate } == [5000])
        #expect(
            Self.said(session).sorted() == [
                "4:1 this line has 5 values where '#Fields' names 6 columns; it is left out",
                "5:1 this object has no key of CMCD; it is left out",
            ])
        #expect(throws: FieldError.self) { try Self.read(Self.fields + "- - /favicon.ico 200 - -\n") }
    }

    @Test("of very many columns the first with a key counts")
    func columns() throws {
        let names = "br sid " + (0..<40_000).map { "c\($0)" }.joined(separator: " ") + " br C7"
        let values = "5 a" + String(repeating: " 1", count: 40_000) + " 9 1"
        let session = try Self.read("#Fields: \(names)\n\(values)\n")
        #expect(session.records.map { $0.bitRate } == [5000])
        let left = [("br", "br"), ("C7", "c7")].map { column, key in
            "1:1 'COLUMN' stands for 'KEY', which a column before it has; it is left out"
                .replacing("COLUMN", with: column).replacing("KEY", with: key)
        }
        #expect(Self.said(session) == left)
    }

    @Test(
        "the page that asked has no say, wherever it stands",
        arguments: ["referer", "Referrer", "http_referer", "cs(Referer)", "ClientRequestReferer", "refer_uri"])
    func referrers(name: String) throws {
        let page = "\"\(name)\": \"https://a.example/a.mpd?CMCD=br%3D9%2Cot%3Dm\""
        let url = "\"url\": \"https://a.example/1.m4s?CMCD=br%3D5\""
        for text in ["{\(page), \(url)}", "{\(url), \(page)}"] {
            let session = try Self.read(text)
            #expect(session.records.map { $0.bitRate } == [5000] && session.records.map { $0.kind } == [.media])
        }
        let table = try Self.read("x,\(name),sid,br\n/1.m4s,https://a.example/a.mpd?CMCD=br%3D9,a,5\n")
        #expect(table.records.map { $0.bitRate } == [5000] && table.records.map { $0.kind } == [.media])
        #expect(throws: FieldError.self) { try Self.read("{\(page), \"url\": \"https://a.example/1.m4s\"}") }
    }
}

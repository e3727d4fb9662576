import PlayerModel
import Testing

@testable import Simulation

@Suite("Lines of a log")
struct LogLineTests {
    private static let id = ExchangeID(slot: 3, attempt: .max)
    private static let request = Request(id: id, firstChunk: 0, endChunk: .max)

    /// Every record, with numbers at their limits.
    static let records: [Record] =
        [
            .action(0), .offer(.capacity(down: -1, up: .max)), .offer(.delay(down: .min, up: 0)),
            .offer(.loss(down: 1, up: 1_000_000)), .offer(.dnsDelay(7)),
            .host(HostOffer(host: 1, offer: .capacity(down: -1, up: .max))),
            .host(HostOffer(host: 0, offer: .delay(down: 5, up: 6))),
            .host(HostOffer(host: 2, offer: .loss(down: 1, up: 1_000_000))),
            .host(HostOffer(host: 3, offer: .dnsDelay(9))), .requested(request), .allowed(request), .cancelled(id),
            .answered(slot: 2, firstByte: .max), .wasted(bytes: 1 << 40, slot: 1),
            .loaded(bytes: 1, busy: 2, chunk: 3, track: .max), .fetched(bytes: 9, slot: 8),
            .switches(from: 0, to: 5, throughput: -1), .switched(from: 5, to: 0),
            .item(-1, at: .zero, isFinished: true), .item(4, at: .seconds(3), isFinished: false),
            .loads(item: 2, variant: 1), .dropped(asset: 1, track: 1),
            .live(.listed(slot: 3, first: 0, end: 6, isEnded: true)),
            .live(.listed(slot: 3, first: 0, end: 0, isEnded: false)),
            .live(.skips(to: .seconds(18), isFirst: true)), .live(.skips(to: .seconds(18), isFirst: false)),
            .live(.paces(Rate(thousandths: 1030), behind: .seconds(7))),
            .gap(.elsewhere(at: .seconds(6), from: 0, to: 5)),
            .gap(.absent(from: .seconds(6), to: .seconds(12), track: 1)),
            .gap(.skips(from: .seconds(6), to: .seconds(12))), .interstitial(.began(1)),
            .interstitial(.ended(2, resumesAt: .seconds(30))), .interstitial(.calledOff(3)),
            .interstitial(.listed(1, isLate: false)), .interstitial(.listed(1 << 20, isLate: true)),
            .traffic(source: 1, .begins), .traffic(source: 1, .rests), .traffic(source: 1, .givesUp),
            .network(.lookedUp(host: 0)), .network(.connected(host: 1)), .network(.secured(host: 2)),
            .network(.retries(slot: 3, .badStatus(503), at: Instant(nanoseconds: 5))),
            .network(.retries(slot: 3, .wrongLength, at: .never)), .network(.gaveUp(slot: 4, .timedOut)),
            .network(.gaveUp(slot: 4, .unreadable)), .recovery(.asksAnew(slot: 3, at: Instant(nanoseconds: 7))),
            .recovery(.asksLater(slot: 0)), .recovery(.doesWithout(slot: 5)),
            .excludes(variant: 2, until: 5), .excludes(variant: 0, until: -1),
            .cloned(MadePathway(asset: 0, pathway: 2)),
        ] + announcements.map(Record.announced) + events.map(Record.event)

    private static let announcements: [Announcement] =
        TimeControlStatus.allCases.flatMap { status in
            (WaitingReason.allCases + [nil]).map {
                .status(status, reason: $0, rate: Rate(thousandths: -500), cause: .appCall)
            }
        } + causes.map { .status(.playing, reason: nil, rate: .one, cause: $0) }
        + judgement.flatMap {
            [.likelyToKeepUp(true, $0), .status(.playing, reason: nil, rate: .one, cause: .judged($0))]
        } + [
            .timebase(.one, at: .seconds(4)), .likelyToKeepUp(false, .nothingLoaded), .bufferFull(true),
            .bufferFull(false), .bufferEmpty(true), .bufferEmpty(false), .playbackStalled, .didPlayToEndTime,
            .failedToPlayToEndTime(.connectionLost), .itemFailed(.badStatus(-1)), .timeJumped(to: .seconds(5)),
            .seekFinished(true), .pipelines(hasVideo: true, until: .never), .exception(.advanceWithoutQueue),
            .exception(.setRateAtHostTimeWhileWaitingAutomatically), .exception(.itemCannotBeInserted),
            .prerollFinished(false), .exception(.prerollWhileNotReady), .endIsAhead,
        ]

    private static let causes: [Cause] =
        [
            .bufferFull, .nothingMoreComes, .stalled, .nothingLoaded, .noItem, .itemArrived, .reachedEnd,
            .seekedOutsideBuffer, .itemFailed, .remembered, .dropped, .evaluated, .fillsPipelines,
            .interstitialBegan, .interstitialEnded,
        ] + Interruption.allCases.map { .interrupted($0) }

    private static let judgement: [KeepUp.Reason] = [
        .nothingLoaded, .nothingMeasured, .notAskedToPlay, .everythingLoaded, .nothingLeft, .nothingMoreComes,
        .everythingListed, .listedNoLonger,
        .firstChunkLoaded, .arrivesInTime(spare: .seconds(-1)), .arrivesTooLate(by: .seconds(1)),
        .arrivesTooLate(by: .seconds(90_000)),
        .enoughAhead(.unlimited), .tooLittleAhead(.zero), .waitedEnough(.seconds(2)), .stillWaiting(.seconds(3)),
        .fetchingRests, .sparesTooLittle(.seconds(4)),
    ]

    private static let events: [Event] = [
        .network(.request(request)), .network(.allow(request)), .network(.cancel(request)),
        .network(.requestOrTurn(request)), .network(.mayTurn(id, true)), .network(.mayTurn(id, false)),
        .network(.faultDue(id)), .network(.reachesServer(id)),
        .network(.linkFinishes(.down, generation: 1)),
        .network(.linkFinishes(.up, generation: .max)), .network(.packets(generation: 2)),
        .network(.conditionsChange), .media(.delivered(id), player: 0), .media(.failed(id, .timedOut), player: 2),
        .media(.clockMoved, player: 1), .media(.itemChanged(from: -1, isFinished: true), player: 0),
        .media(.queueChanged, player: 0), .media(.endMoved, player: 0), .media(.drained, player: 0),
        .media(.watched(id), player: 0), .player(.bufferChanged, player: 0), .player(.deadline, player: .max),
        .player(.loopStep, player: 0), .player(.loadingFailed(.badStatus(404)), player: 0), .script(action: 6),
        .look(action: 7), .media(.look, player: 1), .media(.looked, player: 2),
        .media(.pauseChanged, player: 0), .media(.pauses(id, until: Instant(nanoseconds: 7_000_000_001)), player: 2),
        .player(.moveLive(to: .seconds(18)), player: 1),
        .player(.setPace(Rate(thousandths: 970)), player: 0),
        .traffic(.begins(0)), .traffic(.ends(1)), .interstitial(4, player: 0), .passRate(player: 1),
    ]

    private static func player(_ record: Record) -> Int16 {
        switch record {
        case .event(let event): event.player
        case .offer, .host, .traffic, .network(.lookedUp), .network(.connected), .network(.secured): -1
        default: 1
        }
    }

    @Test("what is written is read again, to the last digit, and is JSON", arguments: records)
    func roundTrip(record: Record) throws {
        let entry = Trace.Entry(at: Instant(nanoseconds: 5), player: Self.player(record), record: record)
        for last in [0, 5, 9_000_000_000_000_000_000] as [Int64] {
            var writer = LogWriter(after: Instant(nanoseconds: last))
            writer.add(entry)
            var reader = LineReader(writer.bytes, 0..<writer.bytes.count - 1)
            #expect(reader.entry(after: Instant(nanoseconds: last)) == entry)
            _ = try JSONReader.read(writer.bytes, source: 0)
            #expect(writer.bytes.last == UInt8(ascii: "\n"))
        }
    }

    @Test("a text is filled from fields that there are", arguments: records)
    func texts(record: Record) {
        let form = record.form
        let text = TraceText.filled(form.text) { place in
            if case .none = form[place] { Issue.record("\(form.text) asks for field \(place)") }
            return ""
        }
        #expect(!text.contains("{") && !text.contains("}"))
    }

    @Test("no two words have one number in the digest")
    func numbers() {
        var words: [[UInt8]: RecordWord] = [:]
        for form in Self.records.map(\.form) where form.digest.number > 0 {
            let number = [form.digest.number, form.digest.detail]
            #expect(words[number] == nil || words[number] == form.word, "\(number)")
            words[number] = form.word
        }
        #expect(words.count > 40)
    }

    @Test("there is a record for every word, and a word for every record")
    func words() {
        var seen: [RecordWord] = []
        for record in Self.records {
            var writer = LogWriter()
            writer.add(Trace.Entry(at: .zero, player: -1, record: record))
            let word = writer.bytes.split(separator: UInt8(ascii: "\""))[1]
            if let word = RecordWord.named(word), !seen.contains(word) { seen.append(word) }
        }
        #expect(seen.count == RecordWord.all.count)
        for word in RecordWord.all { #expect(RecordWord.named(Array(word.text.utf8)[...]) == word) }
        #expect(RecordWord.named([]) == nil)
        #expect(RecordWord.named(Array("loadedd".utf8)[...]) == nil)
    }

    @Test(
        "space is immaterial",
        arguments: [
            "[5,\"switched\",1,2]", " [ 5 , \"switched\" , 1 ,\t2 ] ", "[5,\"switched\",1,2]\r",
        ])
    func space(line: String) {
        var reader = LineReader(Array(line.utf8), 0..<line.utf8.count)
        #expect(reader.entry(after: .zero)?.record == .switched(from: 1, to: 2))
    }

    @Test(
        "what is no entry is none",
        arguments: [
            "", "[", "[]", "[5]", "[5,1]", "[5,\"switched\"]", "[5,\"switched\",1]", "[5,\"switched\",1,2,3]",
            "[5,\"switched\",1,2", "[5,\"switched\",1,2]]", "[5,\"switched\",1,2],", "[5,\"switched\",01,2]",
            "[5,\"switched\",-0,2]", "[5,\"switched\",1.0,2]", "[5,\"switched\",1e1,2]", "[5,\"switched\",,2]",
            "[5,\"switched\",2147483648,2]", "[5,\"switched\",true,2]", "[-1,\"switched\",1,2]",
            "[9223372036854775808,\"switched\",1,2]", "[5,-1,\"switched\",1,2]", "[5,32768,\"switched\",1,2]",
            "[5,1,\"capacity\",1,2]", "[5,\"Switched\",1,2]", "[5,switched,1,2]", "[5,\"bufferFull\",1]",
            "[5,\"status\",\"playing\",nil,1,\"appCall\"]", "[5,\"status\",\"plays\",null,1,\"appCall\"]",
            "[5,\"status\",\"playing\",null,1,\"because\"]", "[5,\"exception\",9]", "[5 \"switched\",1,2]",
            "{5,\"switched\",1,2}",
        ])
    func faults(line: String) {
        var reader = LineReader(Array(line.utf8), 0..<line.utf8.count)
        #expect(reader.entry(after: .zero) == nil)
    }

    @Test(
        "an instant is typed in seconds, in milliseconds, or as a clock shows it, exactly",
        arguments: [
            ("12.3", 12_300_000_000), ("12.3s", 12_300_000_000), ("300ms", 300_000_000), ("0", 0), ("00:00", 0),
            ("0.000000001", 1), ("1e3ms", 1_000_000_000), ("1e3", 1_000_000_000_000), ("1e3s", 1_000_000_000_000),
            ("07.5s", 7_500_000_000), ("1:05.25", 65_250_000_000), ("100:00", 6_000_000_000_000),
            ("1:00:0.000000001", 3_600_000_000_001), ("8760:00:00", 31_536_000_000_000_000),
        ] as [(String, Int64)])
    func instants(text: String, nanoseconds: Int64) throws {
        #expect(try InstantText.read(text).nanoseconds == nanoseconds)
    }

    @Test(
        "and nothing else is an instant",
        arguments: [
            "", "s", "ms", "1m", "1 s", "1\ts", " 1", "soon", "1.", ".5", "99999999999999999999", "[1]", "12us", ":",
            "1:",
            ":30", "1:60", "1:60:00", "1:30s", "1:1e1", "1:-1", "1.5:00", "0:0:0:0",
        ])
    func noInstants(text: String) {
        #expect(throws: Mistake(message: "is no instant; write one as in 90, 12.5s, 300ms, 1:30 or 0:01:30")) {
            try InstantText.read(text)
        }
    }

    @Test(
        "nor is any time one of a run",
        arguments: [
            ("-1", "lies before the run begins"), ("-1:00", "lies before the run begins"),
            ("0.0000000001", "has a part of a nanosecond"), ("0:00.0000000001", "has a part of a nanosecond"),
            ("31536000.1", "is more than a year"), ("1e300s", "is more than a year"),
            ("8760:00:0.1", "is more than a year"), ("525600:00.1", "is more than a year"),
            ("999999999999:0:0", "is more than a year"),
        ])
    func timesBeyond(text: String, words: String) {
        let mistake = #expect(throws: Mistake.self) { try InstantText.read(text) }
        #expect(mistake?.message.hasPrefix(words) == true)
    }
}

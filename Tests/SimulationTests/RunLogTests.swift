import PlayerModel
import Testing

@testable import Simulation

@Suite("Recorded runs")
struct RunLogTests {
    @Test("a log has every entry, and is replayed to the same", arguments: Thoroughness.draws(4, of: 20))
    func randomScenarios(batch: UInt64) throws {
        for seed in batch * 10..<(batch + 1) * 10 {
            let recorded = try Recorded(RandomScenario(seed: seed).text)
            let log = try RunLog(reading: recorded.bytes)
            var cursor = log.entries
            for entry in recorded.run.trace.entries {
                let read = cursor.next()?.entry
                if read != entry { Issue.record("seed \(seed): \(entry) was read as \(String(describing: read))") }
            }
            #expect(cursor.next() == nil)
            #expect(log.outcome.digest == (try Run(recorded.run.scenario, tracing: .facts)).digest.text)
            #expect(try Recorded.verdict(on: recorded.bytes) == .same(log.outcome), "seed \(seed)")
        }
    }

    @Test("two hours of adaptive HLS are replayed to the same, at no more than 64 bytes a line")
    func twoHours() throws {
        let rates = (0..<101).map { JSONPart("{ \"for_s\": 2, \"down_kbps\": \(800 + $0 * 37 % 101 * 56) }") }
        let text = ScenarioText(
            network: .fluid(nil, #""delay_ms": 20, "repeat": true, "phases": \#(JSONPart.list(rates))"#),
            media: .hls([300, 750, 1200, 1850, 2850, 4300], duration_s: 7200, segment_s: 2),
            player: #""switching": "throughput", "default_forward_buffer_s": 30"#)
        let recorded = try Recorded(text.text)
        let lines = recorded.bytes.count { $0 == UInt8(ascii: "\n") }
        #expect(lines > 30_000)
        #expect(recorded.bytes.count <= 64 * lines)
        guard case .same(let outcome) = try Recorded.verdict(on: recorded.bytes) else {
            Issue.record("another run")
            return
        }
        #expect(outcome.digest == (try Run(recorded.run.scenario)).digest.text)
        #expect(recorded.run["variant_switch_count"] ?? 0 > 50)
    }

    @Test("the header holds whatever files hold")
    func header() throws {
        var header = try RunLog(reading: try Recorded(Recorded.crowd).bytes).header
        header.file = "é\"\\\n\u{1}.json"
        header.settings = ["a=b=c", "a=\"\u{1F600}\""]
        header.text = Array(0...127)
        header.files = [
            RecordedFile(.profile, path: "p", contents: [.init(path: "p", bytes: Array(0...255))]),
            RecordedFile(
                .gzippedMedia, path: "m", contents: [.init(path: "a", bytes: [0xC3]), .init(path: "b", bytes: [])],
                sizes: [.init(path: "s", bytes: .max)]),
        ]
        let (read, digest) = try LogHeader.read(try JSONReader.read(Array(header.line.utf8), source: 0).root)
        #expect(read == header)
        #expect(digest == header.digest)
    }

    // MARK: Damage

    private static func error(_ bytes: [UInt8]) -> RunLogError.Kind? {
        do throws(RunLogError) {
            _ = try RunLog(reading: bytes)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test("what is no whole log is said to be what it is")
    func damage() throws {
        let recorded = try Recorded(Recorded.crowd)
        let now = try RunLog(reading: recorded.bytes).outcome.lines
        #expect(Self.error([]) == .empty)
        #expect(Self.error(Array(Recorded.crowd.utf8)) == .scenario)
        #expect(Self.error(Array("{\"media\": {}}\n".utf8)) == .scenario)
        #expect(Self.error(Array("seconds,bits_per_second\n".utf8)) == .notALog)
        #expect(Self.error(Array("{}\n".utf8)) == .notALog)
        #expect(Self.error([0xFF, 0, 0xFF]) == .notALog)
        #expect(Self.error(Array(recorded.bytes.prefix(100))) == .cut(at: nil))
        let isCut = recorded.changed { $0 = Array($0[..<40]) }
        guard case .cut(at: .some) = Self.error(isCut) else { throw Recorded.ScenarioIsLost() }
        #expect(Self.error(recorded.changed { $0.remove(at: 9) }) == .lineCount(written: now, now: now - 1))
        #expect(Self.error(recorded.changed { $0.insert($0[9], at: 9) }) == .lineCount(written: now, now: now + 1))
        #expect(Self.error(recorded.changed { $0[$0.count - 1] = "[]" }) == .goesOn)
        #expect(Self.error(recorded.changed { $0[5] = "[0,\"laoded\",1]" }) == .notAnEntry(word: "laoded"))
        #expect(Self.error(recorded.changed { $0[5] = "[0,\"loaded\"]" }) == .notAnEntry(word: ""))
        #expect(Self.error(recorded.changed { $0[5] = "7" }) == .notAnEntry(word: ""))
        #expect(
            Self.error(recorded.changed { $0[0].replace("\"version\":1", with: "\"version\":2") })
                == .unknownVersion(2))
        guard case .editedHeader = Self.error(recorded.changed { $0[0].replace("900", with: "901") }) else {
            throw Recorded.ScenarioIsLost()
        }
        guard case .editedHeader = Self.error(recorded.changed { $0[0].replace("model\":", with: "model\":9") })
        else {
            throw Recorded.ScenarioIsLost()
        }
        #expect(
            Self.error(recorded.changed { $0[0].replace("\"seed\"", with: "\"sead\"") })
                == .header("'seed' is missing"))
    }

    @Test(
        "what is amiss with the last line is said, and on which line that is",
        arguments: [
            ([0, 1, 2, 4], "", "the last line has no whole number 'lines'"),
            ([0, 1, 2, 3], "", "the last line has no 'digest'"),
            ([0, 1, 1, 2, 3, 4], "", "the last line says something twice"),
            ([0, 1, 2, 3, 4], "x", "a 'digest' is 16 hexadecimal digits"),
        ])
    func lastLine(members: [Int], digit: String, message: String) throws {
        let recorded = try Recorded(Recorded.crowd)
        let last = recorded.text.split(separator: "\n").count
        let bytes = recorded.changed { lines in
            let all = lines[last - 1].dropFirst().dropLast().split(separator: ",").map(String.init)
            let text = members.map { all[$0] }.joined(separator: ",")
            lines[last - 1] = "{" + text.replacing("digest\":\"", with: "digest\":\"" + digit) + "}"
        }
        let error = #expect(throws: RunLogError.self) { try RunLog(reading: bytes) }
        #expect(error?.message == message && error?.place.line == Int32(last), "\(String(describing: error))")
    }

    @Test("line breaks of Windows, empty lines, and no break at the end are as good")
    func immaterial() throws {
        let recorded = try Recorded(Recorded.crowd)
        let same = try Recorded.verdict(on: recorded.bytes)
        for bytes in [
            recorded.changed { $0 = $0.map { $0.isEmpty ? "" : $0 + "\r" } }, Array(recorded.bytes.dropLast()),
            recorded.changed { $0.insert(" ", at: 7) }, recorded.bytes + Array("\n \n".utf8),
            recorded.changed { $0[0].replace(",\"model\"", with: " , \"model\"") },
        ] {
            #expect(try Recorded.verdict(on: bytes) == same)
        }
    }

    @Test("an edited number is found on its line, with three lines before and after")
    func edited() throws {
        let recorded = try Recorded(Recorded.crowd)
        let index = recorded.text.split(separator: "\n").firstIndex { $0.contains("\"loaded\"") } ?? 0
        let bytes = recorded.changed { $0[index].replace("\"loaded\",0,0", with: "\"loaded\",0,7") }
        guard case .different(let difference) = try Recorded.verdict(on: bytes) else {
            Issue.record("it is the same")
            return
        }
        #expect(difference.before.map(\.number) == [Int32(index) - 2, Int32(index) - 1, Int32(index)])
        #expect(difference.first.map(\.number) == (0...3).map { Int32(index + $0) + 1 })
        #expect(difference.second.map(\.number) == difference.first.map(\.number))
        #expect(difference.first.dropFirst() == difference.second.dropFirst())
        let words = DifferenceText.text(difference, recorded.run.scenario, recorded.run.scenario)
        #expect(words.contains("loaded chunk 7 of track 0") && words.contains("loaded chunk 0 of track 0"))
    }

    @Test("an outcome that the run does not come to is a difference")
    func editedOutcome() throws {
        let recorded = try Recorded(Recorded.crowd)
        let digest = recorded.run.digest.text
        let bytes = recorded.changed { $0[$0.count - 2].replace(digest, with: String(digest.reversed())) }
        guard case .different(let difference) = try Recorded.verdict(on: bytes) else {
            Issue.record("it is the same")
            return
        }
        #expect(difference.first.isEmpty && difference.second.isEmpty)
        #expect(difference.firstEnd?.digest == String(digest.reversed()) && difference.secondEnd?.digest == digest)
    }

    @Test("what a call is called is in no digest, and is compared all the same")
    func calls() throws {
        let scenarios = try ["\"do\": \"pause\"", "\"do\": \"set_rate\", \"rate\": 0"].map { call in
            try ScenarioText(
                network: .fluid(900), media: .progressive(500, duration_s: 4),
                script: [.load(), .play(), JSONPart(stringLiteral: "{ \"at_s\": 2, \(call) }")]
            ).read()
        }
        #expect(try Run(scenarios[0]).digest == Run(scenarios[1]).digest)
        let verdict = try FirstDifference.find(.scenario(scenarios[0]), .scenario(scenarios[1]))
        guard case .different(let difference) = verdict else {
            Issue.record("it is the same")
            return
        }
        #expect(DifferenceText.instant(difference) == "2 s")
    }

    /// The ratio is too low for the second variant, and there is no such chunk.
    @Test(
        "what else may be fetched has other things fetched under other numbers, and digests alone have those",
        arguments: [
            ("", #""switching": { "rule": "throughput", "up_ratio": 0.1 }"#, ""),
            (#""faults": [{ "status": 404, "of": "video", "from_chunk": 100000 }]"#, "", #""pathways": ["a", "b"]"#),
        ] as [(JSONPart, JSONPart, JSONPart)])
    func numbers(network: JSONPart, player: JSONPart, media: JSONPart) throws {
        let scenarios = try [("", ""), (network, player)].map { (network, player) in
            try ScenarioText(
                network: .fluid(2500, network),
                media: .hls([500, 800], duration_s: 20, media.and(#""multivariant_playlist_bytes": 1200"#)),
                player: player
            ).read()
        }
        let verdict = try FirstDifference.find(.scenario(scenarios[0]), .scenario(scenarios[1]))
        guard case .alike(let one, let other) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(one.digest != other.digest && one.events == other.events)
    }

    /// The lowest is played, or the first that is listed.
    @Test(
        "a variant is the same in a ladder that is cut down, or stands in another order",
        arguments: [([500, 800], "lowest", true), ([500], "lowest", true), ([500, 800], "first-listed", false)]
            as [([JSONPart], String, Bool)])
    func ladders(other: [JSONPart], first: String, isSame: Bool) throws {
        for switching in [#""fixed""#, #"{ "rule": "throughput", "up_ratio": 0.1 }"#] {
            let scenarios = try [[800, 500], other].map { rates in
                try ScenarioText(
                    network: .fluid(2500), media: .hls(rates, duration_s: 20),
                    player: "\"first_variant\": \"\(first)\", \"switching\": \(switching)"
                ).read()
            }
            let verdict = try FirstDifference.find(.scenario(scenarios[0]), .scenario(scenarios[1]))
            guard case .different(let difference) = verdict else {
                #expect(isSame, "\(switching): \(verdict)")
                continue
            }
            let text = DifferenceText.text(difference, scenarios[0], scenarios[1])
            #expect(!isSame && text.contains("\nboth go on in the same words"), "\(switching): \(text)")
        }
    }

    /// A log that somebody has changed may name what no run has.
    @Test("the greatest number of a request is nobody's, also where the other run has more")
    func greatest() throws {
        let recorded = try Recorded(ScenarioText(network: .fluid(2500), media: .hls([800], duration_s: 20)).text)
        let other = try ScenarioText(
            network: .fluid(2500), media: .hls([800, 500], duration_s: 20),
            player: #""switching": { "rule": "throughput", "up_ratio": 0.1 }"#
        ).read()
        let index = recorded.text.split(separator: "\n").firstIndex { $0.contains("\">request\"") } ?? 0
        let bytes = recorded.changed { $0[index].replace("request\",0,", with: "request\",2147483647,") }
        let log = try RunLog(reading: bytes)
        let verdict = try FirstDifference.find(.log(log, recorded.run.scenario), .scenario(other))
        guard case .different(let difference) = verdict else { throw Recorded.ScenarioIsLost() }
        #expect(difference.first.first?.number == Int32(index) + 1)
    }

    /// At 24 s of media the second variant is chosen; before that all is the same.
    @Test("runs part where something happens otherwise, and not where it is fetched under another number")
    func numbersBeforeADifference() throws {
        let scenarios = try ["fixed", "throughput"].map { rule in
            try ScenarioText(
                network: .fluid(nil, #""phases": [{ "for_s": 12, "down_kbps": 2500 }, { "down_kbps": 400 }]"#),
                media: .hls([1500, 300], duration_s: 90, #""multivariant_playlist_bytes": 1200"#),
                player: "\"switching\": \"\(rule)\", \"keep_up\": \"first-chunk\""
            ).read()
        }
        let verdict = try FirstDifference.find(.scenario(scenarios[0]), .scenario(scenarios[1]))
        guard case .different(let difference) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(DifferenceText.instant(difference) == "27.024 s")
        let text = DifferenceText.text(difference, scenarios[0], scenarios[1])
        #expect(text.contains("loader     switches down to variant 2 of 2"), "\(text)")
    }
}

import Foundation
import Simulation
import Testing

@testable import autowait

@Suite("autowait bench")
struct BenchTests {
    private static func series(_ figures: [Double], isRate: Bool = false, _ name: String = "a row") -> BenchSeries {
        BenchSeries(name, "rows", "µs", isRate: isRate, figures)
    }

    @Test("what is saved is read back, figure by figure")
    func saved() throws {
        let rows = [Self.series([3.25, 1, 2.0625]), Self.series([5], isRate: true, "another")]
        let read = try #require(BenchReport.read(Array(BenchReport.json(rows).utf8)))
        #expect(read.map { $0.figures } == [[3.25, 1, 2.0625], [5]])
        #expect(read.map { $0.row } == ["a row", "another"] && read.map { $0.isRate } == [false, true])
        #expect(read[0].median == 2.0625 && read[0].least == 1 && read[0].most == 3.25)
        let nothing = BenchReport.json([Self.series([1])]).replacing("1", with: "0")
        for text in ["", "{}", "[1]", #"{"kind": "bench"}"#, #"{"kind": "bench", "rows": [{}]}"#, nothing] {
            #expect(BenchReport.read(Array(text.utf8)) == nil, "\(text)")
        }
    }

    static let verdicts: [([Double], [Double], paired: Bool, rate: Bool, String)] = [
        ([1, 1, 1, 1, 1], [2, 2, 2, 2, 2], true, false, "faster"),
        ([2, 2, 2, 2, 2], [1, 1, 1, 1, 1], true, false, "slower"),
        ([1, 1, 1, 1, 1], [2, 2, 2, 2, 2], true, true, "slower"),
        ([1, 3, 1, 3, 1], [2, 2, 2, 2, 2], true, false, "noise"),
        // One turn of nine may be another's fault.
        ([9, 1, 1, 1, 1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2, 2, 2, 2], true, false, "faster"),
        ([9, 1, 1, 1, 1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2, 2, 2, 2], false, false, "noise"),
        ([1, 1], [2, 2], true, false, "too few repetitions to tell"),
        ([4, 5, 6, 7, 8], [1, 2, 3, 3, 3], false, false, "slower"),
    ]

    @Test("a difference counts where turn by turn, or with all repetitions, it is on one side", arguments: verdicts)
    func verdict(own: [Double], other: [Double], isPaired: Bool, isRate: Bool, word: String) {
        let pair = BenchComparison.Pair(
            own: Self.series(own, isRate: isRate), other: Self.series(other, isRate: isRate), isPaired: isPaired)
        #expect(pair.verdict == word)
    }

    @Test("rows that only one side has are named")
    func missing() {
        let comparison = BenchComparison(
            [Self.series([1]), Self.series([1], "new")], [Self.series([1])], isPaired: false)
        #expect(comparison.pairs.count == 1 && comparison.missing == ["new"])
        #expect(comparison.json.contains("\"missing\": [\"new\"]"))
        #expect(comparison.text.contains("the other side has no such row"))
    }

    @Test("is timed, saved, and compared with what was saved")
    func runs() throws {
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("saved.json").path
            let words = ["bench", "hls", "--repetitions", "1"]
            let saved = Autowait.reply(to: words + ["--format", "json"])
            #expect(saved.code == .asExpected)
            try saved.output.write(toFile: file, atomically: true, encoding: .utf8)
            let rows = try #require(BenchReport.read(Array(saved.output.utf8)))
            #expect(rows.map { $0.row } == ["10 min HLS, 4 s segments", "10 min HLS, with its figures"])
            #expect(rows.allSatisfy { $0.median > 0 })
            let compared = Autowait.reply(to: words + ["--compare", file])
            #expect(compared.output.contains("too few repetitions to tell") && compared.code == .asExpected)
            try "no report".write(toFile: file, atomically: true, encoding: .utf8)
            #expect(
                Autowait.reply(to: words + ["--compare", file]).errors.contains(
                    "this is no report of 'autowait bench"))
        }
    }

    @Test(
        "says how many turns a difference takes",
        arguments: [(5, 5), (8, 8), (9, 8), (17, 16), (18, 16)])
    func turns(count: Int, won: Int) {
        func verdict(_ won: Int) -> (word: String, text: String) {
            let own = (0..<count).map { $0 < won ? 1.0 : 3 }
            let comparison = BenchComparison(
                [Self.series(own)], [Self.series(own.map { _ in 2 })], isPaired: true)
            return (comparison.pairs[0].verdict, comparison.text)
        }
        #expect(verdict(won).word == "faster" && verdict(won - 1).word == "noise")
        #expect(verdict(0).text.hasSuffix("where neither side won \(won) of \(count) turns, that is called noise.\n"))
    }

    @Test("a report without any of the rows is refused before they are timed")
    func nothingInCommon() throws {
        try TestFolder.with { folder in
            let saved = BenchReport.json([BenchSeries("the event queue", "queue", "ns", isRate: false, [1])])
            try folder.write(saved, "saved.json")
            let reply = Autowait.reply(to: ["bench", "memory", "--compare", folder.path + "/saved.json"])
            #expect(reply.code == .badData && reply.output.isEmpty)
            let words = "this report has none of the rows that are to be timed; time what it has: 'bench queue'\n"
            #expect(reply.errors == "\(folder.path)/saved.json: error: \(words)")
        }
    }
}

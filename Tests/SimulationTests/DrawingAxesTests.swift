import PlayerModel
import Testing

@testable import Simulation

@Suite("The axes of drawings")
struct DrawingAxesTests {
    @Test(
        "time is in microseconds, seconds, minutes or hours, whichever says most",
        arguments: [
            (
                0.000_001,
                [
                    "0 µs", "0.1 µs", "0.2 µs", "0.3 µs", "0.4 µs", "0.5 µs", "0.6 µs", "0.7 µs", "0.8 µs", "0.9 µs",
                    "1 µs",
                ]
            ),
            (
                0.0009,
                [
                    "0 µs", "100 µs", "200 µs", "300 µs", "400 µs", "500 µs", "600 µs", "700 µs", "800 µs", "900 µs",
                ]
            ),
            (
                0.001,
                [
                    "0 s", "0.0001 s", "0.0002 s", "0.0003 s", "0.0004 s", "0.0005 s", "0.0006 s", "0.0007 s",
                    "0.0008 s", "0.0009 s", "0.001 s",
                ]
            ),
            (46, ["0 s", "5 s", "10 s", "15 s", "20 s", "25 s", "30 s", "35 s", "40 s", "45 s"]),
            (185, ["0 min", "0:30 min", "1 min", "1:30 min", "2 min", "2:30 min", "3 min"]),
            (
                3000,
                [
                    "0 min", "5 min", "10 min", "15 min", "20 min", "25 min", "30 min", "35 min", "40 min", "45 min",
                    "50 min",
                ]
            ),
            (10_800, ["0 h", "0:30 h", "1 h", "1:30 h", "2 h", "2:30 h", "3 h"]),
        ] as [(Double, [String])])
    func times(seconds: Double, words: [String]) {
        let axis = Axis(from: .zero, to: Instant(nanoseconds: Int64((seconds * 1_000_000_000).rounded())))
        #expect(axis.ticks().map { $0.words } == words)
        // On a narrow page none reaches into the next.
        let shown = axis.ticks().filter { !$0.isMinor }
        for (one, next) in zip(shown, shown.dropFirst()) {
            let room = Canvas.Page.narrow.pixels(axis.place(next.at) - axis.place(one.at))
            #expect(Canvas.width(of: one.words) + Canvas.width(of: next.words) < 2 * room)
        }
    }

    @Test(
        "on an axis of factors none has a place before one where things are counted, and nothing else has",
        arguments: [
            ([0, 3], true, ["0", "1", "2", "5"]), ([1, 3], true, ["1", "2", "5"]), ([0, 3], false, ["1", "2", "5"]),
            ([0, 90_000], true, ["0", "1", "10", "100", "1000", "10000", "100000"]),
        ] as [([Int64], Bool, [String])])
    func factors(values: [Int64], isCount: Bool, words: [String]) {
        let axis = LogarithmicAxis(holding: values, .count, isCount: isCount)
        #expect(axis.ticks.map { $0.words } == words)
        let places = axis.ticks.map { axis.part($0.value, of: 1000) }
        #expect(places == places.sorted() && Set(places).count == places.count)
        #expect(places.first == 0 && (999...1000).contains(places.last ?? 0))
        // From ½ to 1½ is a factor of three, and from 1½ to 2½ less than one of two.
        guard isCount, values[0] == 0 else { return }
        #expect((axis.part(ofFactor: 3, of: 1000) - places[1]).magnitude <= 1)
    }

    /// On a narrow page 256 pixels are a factor of 50, and 500 kbit/s stand 60 beside 200, whose words take 66 with the
    /// room beside them.
    @Test("the words of an axis of factors lie over no others, and none begins or ends beyond the page")
    func wordsOfFactors() {
        let points = [300_000, 7_480_000].map {
            MeasuredDrawing.Point("", measured: $0, simulated: $0, group: 0)
        }
        let text = MeasuredDrawing("", points, groups: [], .kilobitsPerSecond, isCount: false).text
        let below = text.matches(of: /y="371" class="tick([^"]*)">(\d+) kbit/).map { "\($0.2)\($0.1)" }
        #expect(
            below == [
                "200 middle", "500 not-narrow middle", "1000 middle", "2000 not-narrow middle", "5000 middle",
                "10000 not-narrow not-medium end",
            ])
    }

    @Test("a ladder is to be told apart beside a fast link", arguments: [96, 72] as [Int64])
    func ladder(height: Int64) {
        let rates: [Int64] = [145_000, 730_000, 2_000_000, 6_000_000, 11_600_000, 50_000_000]
        let scale = Scale(from: rates[0], to: rates[5])
        let depths = rates.map { scale.depth($0, height: height) }
        #expect(depths == depths.sorted(by: >))
        // Each is at least five pixels from the next, and none lies on an end.
        #expect(zip(depths, depths.dropFirst()).allSatisfy { $0 - $1 >= 50 })
        #expect(depths[0] < height * 10 && depths[5] > 0)
        #expect(scale.depth(0, height: height) == height * 10)
        #expect(scale.ticks.allSatisfy { scale.bottom < $0 && $0 < scale.top } && !scale.ticks.isEmpty)
    }

    @Test(
        "values of one size have a linear scale",
        arguments: [(1_716_000, 2_000_000), (0, 50_000_000)] as [(Int64, Int64)])
    func linear(least: Int64, most: Int64) {
        let scale = Scale(from: least, to: most)
        #expect(scale.bottom == 0 && scale.top >= most)
        #expect(scale.depth(scale.top / 2, height: 100) == 500)
    }

    /// One run waits for ever after 12 s, another one plays what there is and stalls at 56 s.
    @Test("timelines below one another show the first stall of each, and what goes on has no end")
    func strips() throws {
        func lanes(_ rule: String) throws -> Lanes {
            let text = """
                { "network": { "transport": "fluid",
                    "phases": [{ "for_s": 12, "down_kbps": 2000 }, { "down_kbps": 0 }] },
                  "media": { "kind": "hls", "duration_s": 60, "segment_s": 2,
                    "variants": [{ "bitrate_kbps": 3000 }, { "bitrate_kbps": 200 }] },
                  "player": { "first_variant": "\(rule)" } }
                """
            return Lanes(try Run(readScenario(text)).player(0))
        }
        let (never, stalls) = (try lanes("first-listed"), try lanes("lowest"))
        let strips = StripDrawing([never, stalls])
        let stall = try #require(stalls.firstStall)
        #expect(never.isForEver && never.end < stall && strips.axis.end > stall)
        #expect(strips.cuts(never) && strips.strip(never).contains("…") && strips.strip(stalls).contains("…"))
        #expect(never.stretches(until: strips.axis.end).last?.to == strips.axis.end)
        // Where its drawing ends, nothing does.
        let from = try #require(never.stretches.last?.from).inShortSeconds
        let titles = [strips.strip(never), RunDrawing.timeline(never), RunDrawing.waterfall(never).text].map { text in
            text.matches(of: /<title>([^<]*)<\/title>/).map { String($0.1) }
        }
        #expect(titles[0].contains { $0.hasSuffix(", from \(from) on") })
        #expect(titles[1].contains { $0.hasSuffix(", from \(from) on") })
        #expect(titles[2].contains { $0.contains(", not in, from ") })
        #expect(!titles.joined().contains { $0.hasSuffix(" to \(never.end.inShortSeconds)") })
        // One that is far longer than the others is cut, and says so.
        let file = #"{ "media": { "kind": "local", "duration_s": 900, "bitrate_kbps": 800 } }"#
        let long = Lanes(try Run(readScenario(file)).player(0))
        let cut = StripDrawing([never, never, long])
        #expect(!long.isForEver && cut.cuts(long) && cut.cutWords(long) == "; goes on beyond the axis")
        #expect(cut.strip(long).contains("…") && cut.cutWords(never).isEmpty)
        #expect(!StripDrawing([long]).cuts(long) && !StripDrawing([long]).strip(long).contains("…"))
    }

    /// Percent have four decimal places here, seconds nine.
    @Test(
        "values that are all the same have a whole unit of their axis",
        arguments: [(0, .percent, 0, 10_000), (5_500_000_000, .seconds, 5_000_000_000, 6_000_000_000)]
            as [(Int64, Unit, Int64, Int64)])
    func unit(value: Int64, unit: Unit, low: Int64, high: Int64) {
        let axis = ValueAxis(holding: [value, value], unit)
        #expect(axis.low == low && axis.high == high)
    }

    @Test("a picture of a trade knows whether it has lines", arguments: [nil, 3...3, 3...4] as [ClosedRange<Int64>?])
    func lines(interval: ClosedRange<Int64>?) {
        let own = FrontDrawing.Figure(3, interval)
        let point = FrontDrawing.Point("a", "", across: own, up: FrontDrawing.Figure(3, nil), .unsure)
        let drawing = FrontDrawing([point], ("one", "other"), (.seconds, .percent))
        #expect(drawing.hasIntervals == (interval == 3...4))
    }

    /// The scale ends at three times what is as good.
    @Test("an error's curve says where it is cut", arguments: [(4.0, false), (5.0, true)])
    func farWorse(error: Double, isCut: Bool) {
        let points = [ProfileDrawing.Point(1, error), ProfileDrawing.Point(2, 1), ProfileDrawing.Point(3, 2)]
        let drawing = ProfileDrawing(
            "Error", "", points, upTo: 2, as: 2...3, best: 2, .seconds, isGeometric: false)
        #expect(drawing.text.contains(">far worse<") == isCut)
    }

    @Test("what must be on a scale is, though it is of more than three powers of ten")
    func widest() {
        let (usual, wide) = (Scale(from: 1_000, to: 50_000_000), Scale(from: 1_000, to: 50_000_000, holding: 1_000))
        #expect(usual.bottom == 20_000 && wide.bottom == 500)
    }

    /// Eight downloads at 10 Mbit/s, or four, and four at 200 kbit/s.
    @Test(
        "the axis of a capacity says where it ends, and that it is logarithmic where it is",
        arguments: [(1_250_000, "capacity", "12000 kbit/s"), (25_000, "capacity, logarithmic", "20000 kbit/s")])
    func capacity(bytes: Int, caption: String, top: String) throws {
        let downloads = (0..<8).map {
            InferenceTests.Download(at: $0 * 1100, wait: 100, receive: 1000, bytes: $0 < 4 ? 1_250_000 : bytes)
        }
        let text = InferDrawing.file(try InferenceTests.inference(downloads), name: "log", style: "")
        #expect(text.contains("class=\"caption\">\(caption)</text>"))
        #expect(text.firstMatch(of: /class="tick end">([^<]*)</).map { String($0.1) } == top)
    }

    /// The axis is long enough for 98 of 100.
    @Test(
        "a picture of waits says what is beyond its axis, of curves that are one for each",
        arguments: [(["one"], "one has"), (["one", "other"], "one; other each have")])
    func beyond(names: [String], subject: String) {
        let curves = names.map {
            DistributionDrawing.Curve(
                $0, isBaseline: false, [(1_000_000_000, 98), (120_000_000_000, 100)], of: 100)
        }
        let note = DistributionDrawing("Startup", curves).note
        #expect(note == "\(subject) 2 more to the right, the last at 120.0 s.")
    }
}

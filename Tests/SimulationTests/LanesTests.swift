import PlayerModel
import Testing

@testable import Simulation

@Suite("The lanes of a drawing")
struct LanesTests {
    private static func lanes(_ text: String) throws -> Lanes { Lanes(try Run(readScenario(text)).player(0)) }

    private static func points(_ series: Series) -> [Series.Point] { Array(series.lines.joined()) }

    /// Audio of 64,000 bytes shares the link with video of 250,000, and is there after 512 ms.
    private static let audio = """
        {"network": {"transport": "fluid", "down_kbps": 2000, "delay_ms": 200},
         "media": {"kind": "hls", "duration_s": 60, "segment_s": 4,
           "variants": [{"bitrate_kbps": 1500}, {"bitrate_kbps": 500}], "audio": [{"bitrate_kbps": 128}]},
         "player": "hls.js"}
        """
    /// Three segments of 1,000,000 bytes come until a nanosecond behind 8 s, where the 96th of 120 spans ends.
    private static let late = """
        {"network": {"transport": "fluid", "down_kbps": 3000},
         "media": {"kind": "hls", "duration_s": 60, "segment_s": 4, "variants": [{"bitrate_kbps": 2000}]},
         "script": [{"at_s": 0, "do": "load"}], "until_s": 10}
        """

    @Test("over a network that carries the same all the while, that is what is measured", arguments: [audio, late])
    func measured(text: String) throws {
        let rates = try Self.lanes(text).rates
        let most = try #require(rates.capacity.most)
        let measured = Self.points(rates.measured)
        #expect(!measured.isEmpty && measured.allSatisfy { abs($0.value - most) <= 1 }, "\(measured)")
    }

    /// A span of the drawing is about 8 s long, and the one chunk of 1,000,000 bytes comes from 900 to 902 s.
    @Test("the measured rate is of the time in which something came alone")
    func idle() throws {
        let rates = try Self.lanes(
            """
            {"network": {"transport": "fluid", "down_kbps": 4000, "delay_ms": 0, "request_bytes": 0},
             "media": {"kind": "hls", "duration_s": 4, "segment_s": 4, "variants": [{"bitrate_kbps": 2000}]},
             "script": [{"at_s": 900, "do": "load"}], "until_s": 960}
            """
        ).rates
        let measured = Self.points(rates.measured)
        let (first, last) = (try #require(measured.first).at, try #require(measured.last).at)
        // Nanoseconds are rounded up.
        #expect(abs((first - .zero).nanoseconds - 900_000_000_000) <= 1)
        #expect(abs((last - .zero).nanoseconds - 902_000_000_000) <= 1)
        #expect(measured.allSatisfy { abs($0.value - 4_000_000) <= 1 })
    }

    /// With the buffer full, a jump away and back within a second calls off what it has asked for. The segment that is
    /// asked for next, after playback has gone on at 80 s, takes 2 s; its busy time is that second longer.
    @Test("the measured rate has no time of what was called off")
    func calledOff() throws {
        let run = try Run(
            readScenario(
                """
                {"network": {"transport": "fluid", "down_kbps": 3000},
                 "media": {"kind": "hls", "duration_s": 600, "segment_s": 6, "variants": [{"bitrate_kbps": 1000}]},
                 "player": {"keep_up": "first-chunk", "preferred_forward_buffer_duration_s": 30},
                 "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}, {"at_s": 31, "do": "pause"},
                   {"at_s": 32, "do": "seek", "to_s": 300}, {"at_s": 33, "do": "seek", "to_s": 29},
                   {"at_s": 80, "do": "play"}], "until_s": 120}
                """)
        ).player(0)
        let next = try #require(run.playback.loads.first { $0.at > .zero + .seconds(33) })
        #expect(next.busy > 2_900_000_000)
        let asked = run.playback.exchanges[Int(next.exchange)].at
        let measured = Self.points(Lanes(run).rates.measured)
        #expect(!measured.contains { $0.at > .zero + .seconds(31) && (asked - $0.at).nanoseconds > 1 }, "\(measured)")
        #expect(measured.allSatisfy { abs($0.value - 3_000_000) <= 1 }, "\(measured)")
    }

    /// The first loses packets when its queue is full, 1,250,000 bytes on a connection without a pause. Of the other,
    /// what left the link before it became slow comes until 600 ms later, and none of 13,500,000 bytes waits.
    @Test(
        "no byte is left out, where chunks come at once behind a lost packet, or come late",
        arguments: [
            (
                #""network": {"down_kbps": 4000, "delay_ms": 40}, "#
                    + #""media": {"kind": "progressive", "duration_s": 5, "bitrate_kbps": 2000}, "until_s": 6"#,
                10_000_000
            ),
            (
                #""network": {"transport": "fluid", "delay_ms": 600, "#
                    + #""phases": [{"for_s": 10, "down_kbps": 10000}, {"down_kbps": 500}]}, "#
                    + #""media": {"kind": "progressive", "duration_s": 27, "bitrate_kbps": 4000}, "until_s": 60"#,
                108_000_000
            ),
        ] as [(String, Double)])
    func wholeArea(settings: String, bits: Double) throws {
        let rates = try Self.lanes("{\(settings), \"script\": [{\"at_s\": 0, \"do\": \"load\"}]}").rates
        let most = try #require(rates.capacity.most)
        let lines = rates.measured.lines
        let area = lines.reduce(0.0) { sum, line in
            zip(line, line.dropFirst()).reduce(sum) { sum, pair in
                sum + Double(pair.0.value) * Double((pair.1.at - pair.0.at).nanoseconds) / 1e9
            }
        }
        #expect(lines.count == 1 && abs(area - bits) < 1000, "\(area)")
        #expect(lines.joined().allSatisfy { $0.value <= most + 1 })
    }

    /// A connection 1.2 s long brings segments of a second at a fraction of what the link can carry.
    @Test("the measured rate is on the scale, however low")
    func scale() throws {
        let lanes = try Self.lanes(
            """
            {"network": {"down_kbps": 200000, "delay_ms": 600},
             "media": {"kind": "hls", "duration_s": 10, "segment_s": 1, "variants": [{"bitrate_kbps": 2000}]},
             "player": {"keep_up": "first-chunk"}}
            """)
        let scale = TimelineDrawing(lanes).ratesScale
        let least = try #require(lanes.rates.measured.leastPositive)
        #expect(least < 1_000_000 && scale.bottom > 0 && scale.bottom <= least)
    }

    /// All 5 s are there before they have been played; the clock goes on behind them.
    @Test("nothing is ahead from the end on, where the clock goes on")
    func behindTheEnd() throws {
        let lanes = try Self.lanes(
            """
            {"network": {"transport": "fluid", "down_kbps": 4000},
             "media": {"kind": "progressive", "duration_s": 5, "bitrate_kbps": 800},
             "player": {"keep_up": "first-chunk", "action_at_item_end": "none"},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}, {"at_s": 65, "do": "pause"}],
             "until_s": 80}
            """)
        let end = try #require(lanes.marks.first { $0.kind == .ended }?.at)
        let ahead = Self.points(lanes.ahead)
        let first = try #require(ahead.first { $0.value == 0 && $0.at > .zero + .seconds(3) })
        #expect(end < .zero + .seconds(6) && abs((first.at - end).nanoseconds) <= 1)
        #expect(ahead.filter { $0.at >= first.at }.allSatisfy { $0.value == 0 })
    }

    /// On an axis of an hour, 7.2 s are a column: both waits are in one.
    @Test(
        "what can be shown larger has each stretch, however short; of a look, a file has one in a column",
        arguments: [true, false])
    func shortStretches(isRead: Bool) {
        let ends: [Int64] = [0, 1_002_000, 1_002_500, 1_004_000, 3_600_000]
        let looks: [(TimeControlStatus, WaitingReason?)] = [
            (.playing, nil), (.waitingToPlayAtSpecifiedRate, .evaluatingBufferingRate),
            (.waitingToPlayAtSpecifiedRate, .toMinimizeStalls), (.playing, nil),
        ]
        let stretches = looks.enumerated().map { index, look in
            Lanes.Stretch(
                from: .zero + .milliseconds(ends[index]), to: .zero + .milliseconds(ends[index + 1]), status: look.0,
                reason: look.1)
        }
        var canvas = Canvas(for: isRead ? [.narrow, .wide] : [.wide])
        if isRead { canvas.beginTime() }
        StatusBand(stretches: stretches, axis: Axis(from: .zero, to: .zero + .seconds(3600)))
            .draw(y: 0, height: 20, hasWords: false, on: &canvas)
        let titles = canvas.writer.text.matches(of: /<title>/).count
        #expect(titles == (isRead ? 4 : 3))
    }

    /// A fifth of a second in an hour is less than a pixel of any page, and twelve where it is shown 64 times as large.
    @Test(
        "what a page can show larger is as long as it is, and where it is",
        arguments: [
            (true, "2.77777%", "0.00556%", #" style="width:max(1px,0.00556%)""#), (false, "2.77%", "0.08%", ""),
        ])
    func exactStretch(isStretched: Bool, place: String, width: String, style: String) {
        let stretch = Lanes.Stretch(
            from: .zero + .seconds(100), to: .zero + .milliseconds(100_200), status: .playing, reason: nil)
        var canvas = Canvas(for: [.narrow, .wide])
        if isStretched { canvas.beginTime() }
        StatusBand(stretches: [stretch], axis: Axis(from: .zero, to: .zero + .seconds(3600)))
            .draw(y: 0, height: 20, hasWords: false, on: &canvas)
        let attributes = #"x="\#(place)" y="0" width="\#(width)" height="20" class="playing"\#(style) data-from="#
        #expect(canvas.writer.text.contains(attributes))
    }

    /// Beyond the number a band has one of each look in each of 500 columns.
    @Test(
        "where a part is shown larger no stall is left out, nor what is played between, up to a number",
        arguments: [
            (999, 2500, 1998...1998, 999...999), (12_000, 2500, 501...2500, 251...1250),
            (999, 500, 900...1003, 999...999),
        ] as [(Int64, Int, ClosedRange<Int>, ClosedRange<Int>)])
    func manyStalls(count: Int64, most: Int, stretches: ClosedRange<Int>, marks: ClosedRange<Int>) {
        func instant(_ place: Int64) -> Instant { .zero + .seconds(3 * place) }
        let all = (0..<2 * count).map {
            Lanes.Stretch(
                from: instant($0), to: instant($0 + 1),
                status: $0 % 2 == 0 ? .playing : .waitingToPlayAtSpecifiedRate, reason: nil)
        }
        let stalls = (0..<count).map { Lanes.Mark(at: instant(2 * $0 + 1), kind: .stalled, words: "stalls") }
        let axis = Axis(from: .zero, to: instant(2 * count))
        var canvas = Canvas(for: Canvas.Page.allCases)
        canvas.beginTime()
        StatusBand(stretches: all, axis: axis, most: most).draw(y: 0, height: 20, hasWords: false, on: &canvas)
        let band = canvas.writer.text.matches(of: /<rect x/).count
        MarkLane(stalls, axis, isRead: true).draw(y: 0, downTo: 100, on: &canvas)
        let figures = canvas.writer.text.matches(of: /class="figure stalled"/).count
        #expect(stretches.contains(band) && marks.contains(figures), "\(band) stretches, \(figures) marks")
    }

    /// A quarter of the time is stalled all along: 27 stalls begin in a column of a file, or 28.
    @Test("stalls that are all alike look alike, however many begin in a column", arguments: [true, false])
    func uniform(isRead: Bool) {
        let all = (0..<27_400 as Range<Int64>).map {
            let start = Instant.zero + .seconds(24 * ($0 / 2) + 18 * ($0 % 2))
            return Lanes.Stretch(
                from: start, to: start + .seconds($0 % 2 == 0 ? 18 : 6),
                status: $0 % 2 == 0 ? .playing : .waitingToPlayAtSpecifiedRate, reason: nil, isStall: $0 % 2 != 0)
        }
        var canvas = Canvas(for: isRead ? Canvas.Page.allCases : [.wide])
        if isRead { canvas.beginTime() }
        StatusBand(stretches: all, axis: Axis(from: .zero, to: .zero + .seconds(24 * 13_700)))
            .draw(y: 0, height: 20, hasWords: false, on: &canvas)
        let bars = canvas.writer.text.matches(of: /<rect [^>]*width="([0-9.]+)%"[^>]*class="([a-z]+)/)
        let widths = bars.map {
            (width: Double($0.1) ?? 0, isPlaying: $0.2 == "playing")
        }
        let shares = stride(from: 0, to: widths.count - 50, by: 50).map { first in
            let part = widths[first..<first + 50]
            return part.reduce(0) { $0 + ($1.isPlaying ? 0 : $1.width) } / part.reduce(0) { $0 + $1.width }
        }
        #expect(shares.count > 15)
        #expect(!shares.contains { abs($0 - shares[0]) > 0.03 }, "\(shares)")
    }

    /// Of few each has its figure, and a line down; of many the last alone has, and the others are fine strokes.
    @Test(
        "many ends or failures of items are no bar, and no curtain over what is below",
        arguments: [(25, 25, .ended), (26, 1, .ended), (300, 1, .ended), (300, 1, .failed)]
            as [(Int64, Int, Lanes.Mark.Kind)], [false, true])
    func manyItems(_ items: (count: Int64, whole: Int, kind: Lanes.Mark.Kind), isRead: Bool) {
        func instant(_ place: Int64) -> Instant { .zero + .seconds(3 * place) }
        let marks = (1...items.count).map { Lanes.Mark(at: instant($0), kind: items.kind, words: "\($0)") }
        let started = Lanes.Mark(at: .zero, kind: .started, words: "starts")
        let axis = Axis(from: .zero, to: instant(items.count))
        var canvas = Canvas(for: Canvas.Page.allCases)
        canvas.beginTime()
        MarkLane([started] + marks, axis, isRead: isRead).draw(y: 0, downTo: 100, on: &canvas)
        let text = canvas.writer.text
        let figures = text.matches(of: /<path d="([^"]*)" class="figure [ef]/).map { String($0.1) }
        #expect(figures.count == Int(items.count))
        #expect(figures.count { $0 != Glyph.upright } == items.whole && figures.last != Glyph.upright)
        #expect(text.matches(of: /class="mark [ef]/).count == items.whole)
        #expect(text.contains(">\(items.count)<"), "\(text)")
    }
}

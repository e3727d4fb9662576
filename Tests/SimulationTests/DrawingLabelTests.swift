import PlayerModel
import Testing

@testable import Simulation

@Suite("The labels of drawings")
struct DrawingLabelTests {
    /// Both labels have 17 letters, 108 pixels with their distance. The second has room behind its mark where a page
    /// is 840 pixels wide; where it is 576 or 288 wide, it stands before it, in a row of its own.
    @Test("stand where each page has room for them")
    func rows() {
        func mark(_ at_s: Int64) -> Lanes.Mark {
            Lanes.Mark(at: .zero + .seconds(at_s), kind: .jumped, words: "jumps to 45.000 s")
        }
        var canvas = Canvas(for: [.narrow, .medium, .wide])
        let axis = Axis(from: .zero, to: .zero + .seconds(100))
        LabelRows(count: 2, axis).draw([mark(70), mark(85)], y: 0, on: &canvas)
        let text = canvas.writer.text
        #expect(text.contains(#"<text x="85%" dx="-3" y="10" class="label jumped not-wide end">"#))
        #expect(text.contains(#"<text x="85%" dx="3" y="24" class="label jumped not-narrow not-medium">"#))
    }

    @Test("that are longer than the page are cut, so that they begin on it")
    func long() throws {
        let name = String(repeating: "long ", count: 60)
        let run = try ScenarioText(
            network: .fluid(3000),
            media: .list([.hls([400], name: name, duration_s: 12), .hls([400], name: "b", duration_s: 12)]),
            player: #""class": "AVQueuePlayer", "items": [{ "name": "a", "media": "\#(name)" }]"#
        ).run()
        let text = RunDrawing.waterfall(Lanes(run.player(0))).text
        let labels = text.matches(of: /class="label([^"]*)">([^<]*)</)
        let narrow = labels.filter { !$0.1.contains("not-narrow") }.map { String($0.2) }
        #expect(!narrow.isEmpty)
        for words in narrow { #expect(Canvas.width(of: words) <= Canvas.Page.narrow.width) }
    }

    @Test(
        "of the ticks of differences do not lie over each other", arguments: [-110_000_000, -700_000, -9] as [Int64])
    func ticks(least: Int64) {
        let row = ForestDrawing.Row("a", "less", value: least / 2, interval: least...(-least / 10), .unsure)
        let text = ForestDrawing(
            "Bytes", [row], margin: 0, .bytes, in: "bytes an hour", ends: ("less", "more")
        ).text
        let ticks = text.matches(of: /<text x="([0-9.]+)%" dx="0" y="80" class="tick([^"]*)">([^<]*)</)
        for page in [Canvas.Page.narrow, .medium, .wide] {
            var end = -1.0
            var words: [String] = []
            for tick in ticks where !tick.2.contains("not-\(page.rawValue)") {
                let place = (Double(tick.1) ?? 0) * Double(page.width) / 100
                let width = Double(Canvas.width(of: String(tick.3)))
                let left = place - (tick.2.contains("middle") ? width / 2 : tick.2.contains("end") ? width : 0)
                #expect(left > end, "\(tick.3) on a \(page) page")
                end = left + width
                words.append(String(tick.3))
            }
            #expect(words.count > 1 && words.contains("0 bytes an hour"))
        }
    }

    /// In the widest of the fonts a figure takes 7 pixels of 288, and a bold one nearly 8.
    @Test(
        "the ends of an interval go where nothing would be left of a name",
        arguments: [
            ("? +7420114 bytes", "(-2536327 to +32894842)", ForestDrawing.Look.unsure, "? +7420114 bytes"),
            ("▼ +0.070 s", "(+0.024 to +0.150)", .worse, "▼ +0.070 s (+0.024 to +0.150)"),
            ("▼ +0.07000 s", "(+0.02400 to +0.15000)", .worse, "▼ +0.07000 s"), ("▲ -1 s", "", .better, "▲ -1 s"),
        ])
    func forest(difference: String, bounds: String, look: ForestDrawing.Look, narrow: String) throws {
        let row = ForestDrawing.Row("fixed-seconds of mine", difference, bounds, value: 1, interval: nil, look)
        let text = ForestDrawing("Startup", [row], margin: 0, .seconds, in: "s", ends: ("less", "more")).text
        let whole = bounds.isEmpty ? difference : "\(difference) \(bounds)"
        for (page, words) in [(Canvas.Page.narrow, narrow), (.medium, whole), (.wide, whole)] {
            func shown(_ name: String) -> [String] {
                text.matches(of: /class="label ([^"]*)">([^<]*)</)
                    .filter { $0.1.hasPrefix(name) && !$0.1.contains("not-\(page.rawValue)") }.map { String($0.2) }
            }
            #expect(shown("difference") == [words])
            let name = try #require(shown("choice").first)
            #expect(page == .narrow || name == "fixed-seconds of mine")
            #expect(LetterWidth.of(name) * 11 / 100 >= 55 && name.hasPrefix("fixed-se"))
        }
    }

    /// On a page of 840 pixels the words have 66 of them, and "2 changes" 60. Marks a second apart stand 8.4, 8.84 or
    /// 9.33 pixels apart.
    @Test(
        "a count has all marks up to the next words",
        arguments: [
            (Array(1...30), 100, ["30 changes"]), (Array(1...30), 95, ["30 changes"]),
            (Array(1...30), 90, Array(repeating: "1.1 Mbit/s", count: 4)),
            ([10, 11, 25, 200], 1000, ["3 changes", "1.1 Mbit/s"]),
        ] as [([Int64], Int64, [String])])
    func counts(seconds: [Int64], end: Int64, words: [String]) {
        let marks = seconds.map { Lanes.Mark(at: .zero + .seconds($0), kind: .network, words: "1.1 Mbit/s") }
        var canvas = Canvas(for: [.wide])
        LabelRows(count: 1, Axis(from: .zero, to: .zero + .seconds(end))).draw(marks, y: 0, on: &canvas)
        let labels = canvas.writer.text.matches(of: /class="label network[^"]*">([^<]*)</).map { String($0.1) }
        #expect(labels == words)
    }

    /// On an axis of an hour, of marks of a kind those are drawn that stand 1.8 s apart.
    @Test(
        "a count has those that are too close to be drawn",
        arguments: [
            (1, "jumps to 9.000 s", ["jumps to 9.000 s"]),
            (2, "2 jumps", ["jumps to 9.000 s, the first of 2 jumps close together"]),
            (
                7, "7 jumps",
                [
                    "jumps to 9.000 s, the first of 4 jumps close together",
                    "jumps to 9.000 s, the first of 3 jumps close together",
                ]
            ),
        ] as [(Int64, String, [String])])
    func close(count: Int64, label: String, titles: [String]) {
        let marks = (0..<count).map {
            Lanes.Mark(at: .zero + .milliseconds(1_000_000 + 500 * $0), kind: .jumped, words: "jumps to 9.000 s")
        }
        var canvas = Canvas(for: [.wide])
        MarkLane(marks, Axis(from: .zero, to: .zero + .seconds(3600))).draw(y: 0, downTo: 100, on: &canvas)
        let text = canvas.writer.text
        #expect(text.matches(of: /class="label jumped[^"]*">([^<]*)</).map { String($0.1) } == [label])
        #expect(text.matches(of: /<title>[0-9.]+ s: ([^<]*)</).map { String($0.1) } == titles)
    }

    /// Of 6 pixels each, or 11, and of 6 for what says that they are cut off; three stand in any case.
    @Test(
        "words have room for letters that are as wide as high",
        arguments: [
            ("settings", 48, 48, "settings"), ("settings", 48, 47, "settin…"), ("settings", 48, 5, "set…"),
            ("中中中中中", 55, 55, "中中中中中"), ("中中中中中", 55, 54, "中中中中…"), ("中中中中中", 55, 5, "中中中…"),
        ] as [(String, Int64, Int64, String)])
    func wideLetters(words: String, width: Int64, room: Int64, cut: String) {
        #expect(Canvas.width(of: words) == width)
        #expect(Canvas.cut(words, toWidth: room) == cut)
    }

    @Test(
        "a change of the network has the value of the way that changes",
        arguments: [
            (false, #""loss_up_percent": 30"#, "loss 30 % up"),
            (true, #""loss_up_percent": 30"#, "origin loss 30 % up"),
            (false, #""delay_up_ms": 900"#, "delay 900 ms up"),
            (true, #""delay_up_ms": 900"#, "origin delay 900 ms up"),
            (false, #""delay_down_ms": 90"#, "delay 90 ms down"), (false, #""delay_ms": 100"#, "delay 100 ms"),
            (false, #""up_kbps": 10"#, "10 kbit/s up"), (false, #""down_kbps": 2500"#, "2.5 Mbit/s"),
            (true, #""down_kbps": 2500"#, "origin 2.5 Mbit/s"),
            (false, #""down_kbps": 2500, "up_kbps": 100"#, "2.5 Mbit/s down, 100 kbit/s up"),
            (false, #""dns_delay_ms": 2000"#, "look-ups 2000 ms"),
        ] as [(Bool, JSONPart, String)])
    func ways(ofHost: Bool, change: JSONPart, words: String) throws {
        let phases: JSONPart = "\"phases\": [{ \"for_s\": 8 }, { \(change) }]"
        let own: JSONPart = "\"down_kbps\": 4000, \"delay_ms\": 30, \(phases)"
        let run = try ScenarioText(
            network: ofHost ? #""delay_ms": 10"# : own, media: .hls([1500], duration_s: 40, segment_s: 2),
            player: #""default_forward_buffer_s": 10"#, until_s: 12,
            more: ofHost ? "\"hosts\": { \"origin\": { \(own) } }" : ""
        ).run().tellingOffersAtRest()
        #expect(Lanes(run.player(0)).networkChanges.map { $0.words } == [words])
    }

    /// The longer caption has 28 × 7 + 10 + 6 × 6 = 242 pixels, and beside it stand 4 × 6, 10 away: 276. With a value
    /// that is three letters longer there is no room on a page of 288.
    @Test("a caption leaves room for what stands beside it", arguments: [("40 s", true), ("40000 s", false)])
    func caption(words: String, fits: Bool) {
        func caption(_ title: String, _ key: String) -> Caption {
            Caption(title: title, keys: [.init(words: key, name: "full")])
        }
        let choices = [caption("Buffer ahead of the playhead", "╌ full"), caption("Buffer ahead", "╌ full")]
        var canvas = Canvas(for: [.narrow, .medium, .wide])
        Caption.draw(choices, beside: words, y: 0, on: &canvas)
        #expect(canvas.writer.text.contains("not-narrow") == !fits)
        #expect(canvas.writer.text.contains(">Buffer ahead<") == !fits)
        #expect(canvas.writer.text.contains(">Buffer ahead of the playhead<"))
    }

    @Test(
        "the level of a full buffer has a value where it never changes",
        arguments: [(40, "╌ full"), (10, "╌ full with 10 s")])
    func full(then_s: Int, key: String) throws {
        let run = try ScenarioText(
            network: .fluid(8000), media: .progressive("1000", duration_s: 60),
            player: #""preferred_forward_buffer_duration_s": 10"#,
            script: [
                .load(), .play(), .does(5, "set_preferred_forward_buffer_duration", "\"value_s\": \(then_s)"),
            ]
        ).run()
        #expect(RunDrawing.file(run, style: "").contains("class=\"key full\">\(key)<"))
    }

    @Test("the value of an axis stands above the changes of the network")
    func changes() throws {
        let phases: JSONPart = #""phases": [{ "for_s": 10, "down_kbps": 3000 }, { "down_kbps": 2500 }]"#
        let run = try ScenarioText(
            network: .link(transport: "fluid", phases), media: .hls([2000], duration_s: 40, segment_s: 4)
        ).run()
        let drawing = RunDrawing.timeline(Lanes(run.player(0)))
        let ticks = drawing.matches(of: /<text x="100%" dx="0" y="([0-9]+)" class="tick value end">/)
        let labels = drawing.matches(of: /y="([0-9]+)" class="label network/)
        #expect(!ticks.isEmpty && !labels.isEmpty)
        for tick in ticks {
            for label in labels {
                let (one, other) = (Int(tick.1) ?? 0, Int(label.1) ?? 0)
                #expect(abs(one - other) >= 12)
            }
        }
    }

    /// The words have 152 pixels with their distance. On a page of 288 the bar has 109, and of what lies before it and
    /// after it the longer part has 115, or 121.
    @Test(
        "of a bar, where a page has room for them nowhere, end or begin with it",
        arguments: [
            (40, #"x="0%" dx="0" y="13" class="label not-medium not-wide""#),
            (20, #"x="100%" dx="0" y="13" class="label not-medium not-wide end""#),
        ])
    func bars(at_s: Int, place: String) throws {
        let text = """
            { "network": { "transport": "fluid", "down_kbps": 1000, "request_bytes": 0 },
              "media": { "kind": "progressive", "duration_s": 38, "bitrate_kbps": 1000 },
              "player": { "keep_up": "first-chunk" },
              "script": [{ "at_s": \(at_s), "do": "load" }, { "at_s": 100, "do": "pause" }] }
            """
        let drawing = RunDrawing.waterfall(Lanes(try Run(readScenario(text)).player(0))).text
        #expect(drawing.contains("<text \(place)>the file from chunk 0 on</text>"), "\(drawing)")
    }
}

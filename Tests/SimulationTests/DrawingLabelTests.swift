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
}

import Foundation
import Testing

@testable import autowait

@Suite(
    "Pages in a browser", .serialized,
    // Where there is none, this is skipped, and `Browser.path` prints that it is.
    .enabled(if: Browser.path != nil, "there is no Chromium or Chrome on the path"))
struct BrowserTests {
    static let demo = Place.path("Scenarios/session-503/demo-4-slow-server-play.json")

    private static let run = ["run", demo, "--goldilocks", "--format", "html"]
    private static let comparison = [
        "compare", demo, "--vary", "player.keep_up=play-through,first-chunk,fixed-seconds,exoplayer", "--format",
        "html",
    ]

    /// The facts about a page that are checked for every page.
    private static let facts = """
        const root = page.document.documentElement;
        const facts = {
          wide: root.scrollWidth, width: root.clientWidth,
          requests: page.performance.getEntriesByType("resource").length,
          mains: page.document.querySelectorAll("main").length,
          headings: [...page.document.querySelectorAll("h1, h2, h3, h4")].map((head) => Number(head.localName[1])),
          smallest: Math.min(...[...page.document.querySelectorAll("svg text")]
            .map((text) => text.getBoundingClientRect().height).filter((height) => height > 0)),
        };
        """

    @Test(
        "asks for nothing, complains of nothing and does not scroll sideways", arguments: [run, comparison],
        [390, 1200])
    func quiet(arguments: [String], width: Int) throws {
        let (found, log) = try Browser.look(
            at: Autowait.reply(to: arguments).output, width: width, "\(Self.facts) return facts;")
        #expect(log.isEmpty)
        #expect(found["requests"] as? Int == 0)
        #expect(found["mains"] as? Int == 1)
        let wide = try #require(found["wide"] as? Int)
        let visible = try #require(found["width"] as? Int)
        #expect(visible > 0 && wide <= visible)
        #expect(try #require(found["smallest"] as? Double) >= 11)
        // Headings go down by one at most.
        let headings = try #require(found["headings"] as? [Int])
        #expect(headings.first == 1 && zip(headings, headings.dropFirst()).allSatisfy { $1 <= $0 + 1 })
    }

    @Test("a click on a head sorts the table, the best first, and another one turns it round")
    func sorting() throws {
        let (found, log) = try Browser.look(
            at: Autowait.reply(to: Self.comparison).output, width: 1200,
            """
            const table = page.document.querySelector("table.sortable");
            const head = [...table.tHead.rows[0].cells].find((cell) => cell.textContent.startsWith("stall_time_s"));
            const column = head.cellIndex;
            const values = () => [...table.tBodies[0].rows].map((row) => Number(row.cells[column].dataset.value));
            const before = values();
            head.querySelector("button").click();
            const [first, up] = [head.getAttribute("aria-sort"), values()];
            head.querySelector("button").click();
            return { before, first, up, second: head.getAttribute("aria-sort"), down: values() };
            """)
        #expect(log.isEmpty)
        let before = try #require(found["before"] as? [Int])
        #expect(before.count == 4 && before != before.sorted())
        #expect(found["first"] as? String == "ascending")
        #expect(found["up"] as? [Int] == before.sorted())
        #expect(found["second"] as? String == "descending")
        #expect(found["down"] as? [Int] == before.sorted(by: >))
    }

    @Test("a timeline says what holds under the pointer, and with the arrow keys")
    func readOut() throws {
        let (found, log) = try Browser.look(
            at: Autowait.reply(to: Self.run).output, width: 1200,
            """
            const place = page.document.querySelector(".reads");
            const box = place.getBoundingClientRect();
            place.dispatchEvent(new page.PointerEvent("pointermove", { clientX: box.left + box.width / 20 }));
            const waiting = page.document.querySelector(".read-out").textContent;
            place.dispatchEvent(new page.KeyboardEvent("keydown", { key: "End" }));
            place.dispatchEvent(new page.KeyboardEvent("keydown", { key: "PageDown" }));
            return { waiting, playing: place.getAttribute("aria-valuetext"), role: place.getAttribute("role") };
            """)
        #expect(log.isEmpty)
        let waiting = try #require(found["waiting"] as? String)
        #expect(waiting.contains("waitingToPlayAtSpecifiedRate, toMinimizeStalls"))
        #expect(waiting.contains("capacity 1716 kbit/s"))
        #expect((found["playing"] as? String)?.contains("· playing ·") == true)
        #expect(found["role"] as? String == "slider")
    }
}

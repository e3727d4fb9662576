import Foundation
import Testing

@testable import Simulation
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

    @Test("asks for nothing, complains of nothing and does not scroll sideways, wide or narrow")
    func quiet() throws {
        let pages = [Self.run, Self.comparison].map { Autowait.reply(to: $0).output }
        let shown = pages.flatMap { page in [390, 1200].map { (page, $0) } }
        let (found, log) = try Browser.look(at: shown, "\(Self.facts) return facts;")
        #expect(log.isEmpty && found.count == shown.count)
        for facts in found {
            #expect(facts["requests"] as? Int == 0)
            #expect(facts["mains"] as? Int == 1)
            let wide = try #require(facts["wide"] as? Int)
            let visible = try #require(facts["width"] as? Int)
            #expect(visible > 0 && wide <= visible)
            #expect(try #require(facts["smallest"] as? Double) >= 11)
            // Headings go down by one at most.
            let headings = try #require(facts["headings"] as? [Int])
            #expect(headings.first == 1 && zip(headings, headings.dropFirst()).allSatisfy { $1 <= $0 + 1 })
        }
    }

    @Test("the names of three lines leave room for the scale, however narrow the page is")
    func captions() throws {
        let (found, log) = try Browser.look(
            at: Autowait.reply(to: Self.run).output, width: 320,
            """
            const words = [...page.document.querySelectorAll(".reads text")].filter((one) => one.checkVisibility());
            const box = (name) => words.filter((one) => one.textContent.includes(name))[0].getBoundingClientRect();
            return { end: box("measured").right, start: box("2.5 Mbit/s").left };
            """)
        #expect(log.isEmpty)
        #expect(try #require(found["end"] as? Double) <= (found["start"] as? Double ?? 0), "\(found)")
    }

    @Test("nor does the page of a test whose path has nothing at which a line might end")
    func longPath() throws {
        let path = String(repeating: "a_long_name_", count: 10) + ".json"
        let mark = Mark(file: path, line: 1, column: 1, message: "stall_count is 1, must be 0")
        let page = FailedTestPage(TestedScenario(path, failures: [mark]), nil, golden: nil).text
        let (found, log) = try Browser.look(at: page, width: 360, "\(Self.facts) return facts;")
        #expect(log.isEmpty)
        let wide = try #require(found["wide"] as? Int)
        #expect(wide <= (found["width"] as? Int ?? 0))
    }

    @Test("a click on a head sorts the table, the best first, and another one turns it round")
    func sorting() throws {
        let (found, log) = try Browser.look(
            at: Autowait.reply(to: Self.comparison).output, width: 1200,
            """
            const table = page.document.querySelector("table.sortable");
            const key = (cell) => cell.querySelector("code")?.textContent;
            const head = [...table.tHead.rows[0].cells].find((cell) => key(cell) === "stall_time_s");
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

    @Test("a column of words sorts the numbers in them as numbers")
    func numbersInWords() throws {
        let arguments = ["compare", Self.demo, "--vary", "network.down_kbps=10000,900.5,1716,900.25"]
        let (found, log) = try Browser.look(
            at: Autowait.reply(to: arguments + ["--format", "html"]).output, width: 1200,
            """
            const table = page.document.querySelector("table.sortable");
            const head = [...table.tHead.rows[0].cells].find((cell) => cell.dataset.kind === "words");
            head.querySelector("button").click();
            return { words: [...table.tBodies[0].rows].map((row) => row.cells[head.cellIndex].dataset.value) };
            """)
        #expect(log.isEmpty)
        #expect(found["words"] as? [String] == ["900.25", "900.5", "1716", "10000"])
    }

    @Test("a timeline grows around the cursor, at an end too, and has ticks however large it is")
    func growing() throws {
        let (found, log) = try Browser.look(
            at: Autowait.reply(to: Self.run).output, width: 1200,
            """
            const place = page.document.querySelector(".reads");
            const press = (key) => place.dispatchEvent(new page.KeyboardEvent("keydown", { key }));
            // Whether the cursor is seen, and what it reads; Escape takes both away.
            const cursor = page.document.querySelector(".reads .cursor");
            const reads = page.document.getElementsByClassName("read-out");
            const isSeen = () => {
              const [own, all] = [cursor.getBoundingClientRect(), place.getBoundingClientRect()];
              return own.width > 0 && own.right <= all.right + 0.01 && !reads[0].hidden;
            };
            press("End");
            const seen = [];
            for (let count = 0; count < 7; count++) { press("+"); seen.push(isSeen()); }
            press("Escape");
            press("-");
            const isHidden = cursor.hidden && reads[0].hidden;
            press("+");
            const last = parseFloat(page.document.querySelector(".shown").textContent.split(" to ")[1]);
            const ticks = place.querySelectorAll("text.own-tick").length;
            press("0");
            press("PageDown");
            const shown = [6, 3].map((most) => {
              for (let count = 0; count < most; count++) press("+");
              return page.document.querySelector(".shown").textContent;
            });
            press("0");
            const rest = place.querySelectorAll(".own-tick").length;
            const isAtEnd = Math.abs(last - Number(place.getAttribute("aria-valuemax"))) < 0.001;
            return { isAtEnd, ticks, rest, shown, seen, isHidden };
            """)
        #expect(log.isEmpty)
        #expect(found["isAtEnd"] as? Bool == true)
        #expect(try #require(found["ticks"] as? Int) >= 2)
        #expect(found["rest"] as? Int == 0)
        #expect(found["seen"] as? [Bool] == Array(repeating: true, count: 7))
        #expect(found["isHidden"] as? Bool == true)
        // What is as large as it can be stays where it is.
        let shown = try #require(found["shown"] as? [String])
        #expect(shown[0] == shown[1] && shown[0].contains(" to "), "\(shown)")
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
            const ended = place.getAttribute("aria-valuetext");
            place.dispatchEvent(new page.KeyboardEvent("keydown", { key: "PageDown" }));
            const playing = place.getAttribute("aria-valuetext");
            return { waiting, ended, playing, role: place.getAttribute("role") };
            """)
        #expect(log.isEmpty)
        let waiting = try #require(found["waiting"] as? String)
        #expect(waiting.contains("waitingToPlayAtSpecifiedRate, toMinimizeStalls"))
        #expect(waiting.contains("capacity 1.716 Mbit/s"))
        #expect((found["playing"] as? String)?.contains("· playing ·") == true)
        #expect((found["ended"] as? String)?.contains("· paused ·") == true)
        #expect(found["role"] as? String == "slider")
    }

    @Test("a strip of a comparison says how its run ended, and nothing of what comes behind it")
    func endsOfStrips() throws {
        let (found, log) = try Browser.look(
            at: Autowait.reply(to: Self.comparison).output, width: 1200,
            """
            const ends = [...page.document.querySelectorAll(".reads")].map((place) => {
              place.dispatchEvent(new page.KeyboardEvent("keydown", { key: "End" }));
              return place.getAttribute("aria-valuetext");
            });
            return { ends };
            """)
        #expect(log.isEmpty)
        let ends = try #require(found["ends"] as? [String])
        #expect(ends.count >= 4 && ends.contains { $0.contains("· paused") }, "\(ends)")
        #expect(!ends.contains { $0.contains("playing") || $0.contains("several") }, "\(ends)")
    }

    @Test("the keys go from event to event, and what they read there is exact")
    func exactValues() throws {
        let network = #"network={"transport":"fluid","phases":[{"for_s":20,"down_kbps":50000},{"down_kbps":240}]}"#
        let (found, log) = try Browser.look(
            at: Autowait.reply(to: Self.run + ["--set", network, "--set", "expect={}"]).output, width: 1200,
            """
            const place = page.document.querySelector(".reads");
            const press = (key, shiftKey) => {
              place.dispatchEvent(new page.KeyboardEvent("keydown", { key, shiftKey }));
              return place.getAttribute("aria-valuetext");
            };
            press("Home");
            const all = [];
            for (let last = ""; all.length < 100; last = all.at(-1)) {
              const text = press("ArrowRight");
              if (text === last) break;
              all.push(text);
            }
            return { all };
            """)
        #expect(log.isEmpty)
        let all = try #require(found["all"] as? [String])
        let asked = try #require(all.first { $0.hasPrefix("0.35 s · ") })
        #expect(asked.contains("asked at 0.35 s") && asked.contains("capacity 50 Mbit/s"))
        #expect(all.contains { $0.hasPrefix("20 s · ") && $0.contains("capacity 240 kbit/s") })
    }

    /// A segment of 2 s comes after 1 s and two thirds, which lies between two places of the drawing; so does the end,
    /// where the lines end, too: it is one event.
    @Test("so it is where an event lies between two milliseconds")
    func exactBetweenMilliseconds() throws {
        let network = #"network={"transport":"fluid","down_kbps":1200,"request_bytes":0}"#
        let media = #"media={"kind":"hls","duration_s":60,"segment_s":2,"variants":[{"bitrate_kbps":1000}]}"#
        let script = #"script=[{"at_s":0,"do":"load"},{"at_s":0,"do":"play"}]"#
        let settings = [network, media, script, "player.keep_up=first-chunk", "expect={}"].flatMap { ["--set", $0] }
        let (found, log) = try Browser.look(
            at: Autowait.reply(to: Self.run + settings).output, width: 1200,
            """
            const place = page.document.querySelector(".reads");
            const press = () => {
              place.dispatchEvent(new page.KeyboardEvent("keydown", { key: "ArrowRight" }));
              return place.getAttribute("aria-valuetext");
            };
            return { all: [1, 2, 3].map(press) };
            """)
        #expect(log.isEmpty)
        let all = try #require(found["all"] as? [String])
        let start = try #require(all.first { $0.contains("starts after 1.667 s") }, "\(all)")
        #expect(start.contains("· 2 s ahead ·"))
        #expect(all.last?.contains("ends at 61.667 s") == true, "\(all)")
    }

    @Test("where more happens than is drawn, a value is read as what it lies between")
    func thinnedValues() throws {
        let media = #"media={"kind":"hls","duration_s":6000,"segment_s":2,"variants":[{"bitrate_kbps":1000}]}"#
        let (found, log) = try Browser.look(
            at: Autowait.reply(to: Self.run + ["--set", media, "--set", "expect={}"]).output, width: 1200,
            """
            const place = page.document.querySelector(".reads");
            const box = place.getBoundingClientRect();
            const all = [];
            for (let part = 0.0123; part < 1; part += 0.0237) {
              place.dispatchEvent(new page.PointerEvent("pointermove", { clientX: box.left + box.width * part }));
              all.push(place.getAttribute("aria-valuetext"));
            }
            return { all };
            """)
        #expect(log.isEmpty)
        let all = try #require(found["all"] as? [String])
        // What is loaded comes two seconds at a time, and three seconds are a column.
        let between = all.compactMap { $0.firstMatch(of: /between ([0-9.]+) s ahead and ([0-9.]+) s ahead/) }
        #expect(between.count > 8, "\(all)")
        #expect(between.allSatisfy { (Double($0.1) ?? 9) < (Double($0.2) ?? 0) })
    }

    @Test("a part of a timeline can be seen larger, and all of it again; a drawing keeps its name")
    func zoom() throws {
        let (found, log) = try Browser.look(
            at: Autowait.reply(to: Self.run).output, width: 1200,
            """
            const place = page.document.querySelector(".reads");
            const drawing = place.querySelector("svg");
            const width = () => drawing.querySelector("svg.time").getAttribute("width");
            const press = (key) => place.dispatchEvent(new page.KeyboardEvent("keydown", { key }));
            const widths = [width()];
            for (const key of ["+", "+", "-", "0"]) { press(key); widths.push(width()); }
            const root = page.document.documentElement;
            return { widths, name: drawing.getAttribute("aria-label"), fits: root.scrollWidth <= root.clientWidth };
            """)
        #expect(log.isEmpty)
        #expect(found["widths"] as? [String] == ["100%", "200%", "400%", "200%", "100%"])
        #expect((found["name"] as? String)?.hasPrefix("Timeline: started after") == true)
        #expect(found["fits"] as? Bool == true)
    }
}

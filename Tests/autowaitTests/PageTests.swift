import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@testable import Simulation
@testable import autowait

@Suite("Pages and drawings")
struct PageTests {
    static let demo = Place.path("Scenarios/session-503/demo-5-play-immediately.json")
    static let scenarios = Place.someScenarios

    private static func words(_ arguments: String...) -> String { Autowait.reply(to: arguments).output }

    /// Whether it is XML that is whole, with words for whoever must mend it.
    private static func fault(in text: String) -> String? {
        let parser = XMLParser(data: Data(text.utf8))
        if parser.parse() { return nil }
        return "line \(parser.lineNumber), column \(parser.columnNumber): "
            + (parser.parserError.map { "\($0)" } ?? "not XML")
    }

    /// The parts of a text that would request something from elsewhere.
    private static func strangers(in text: String) -> [String] {
        let own = text.replacingOccurrences(of: "xmlns=\"http://www.w3.org/2000/svg\"", with: "")
        return ["http://", "https://", "src=", "url(", "@import", "file:"].filter { own.contains($0) }
    }

    // MARK: Every scenario

    @Test("every scenario draws, as XML that is whole and asks for nothing", arguments: scenarios)
    func everyScenario(file: String) throws {
        let run = try Shipped.recorded(file).run
        for text in [RunPage.text(run, allRows: false), RunDrawing.file(run, style: Page.drawingStyle)] {
            #expect(Self.fault(in: text) == nil)
            #expect(Self.strangers(in: text).isEmpty)
            #expect(!text.contains(Place.package.path))
            #expect(text.utf8.count < 400_000)
        }
    }

    @Test("a page says what was between the items of a queue, and why")
    func seams() {
        let gapless = Place.path("Scenarios/gapless/other-audio.json")
        let page = Self.words("run", gapless, "--format", "html")
        #expect(page.contains("<h2>Seams</h2>"))
        #expect(page.contains("item 1 → item 2, gap 100 ms: the audio codec differs"))
        #expect(!Self.words("run", Self.demo, "--format", "html").contains("Seams"))
    }

    @Test("a page says what a script waits for in vain, as the text does")
    func inVain() throws {
        let file = Place.path("Scenarios/scripts/polling-in-vain.json")
        let lines = Self.words("run", file).split(separator: "\n").filter { $0.hasPrefix("never: ") }
        let page = Self.words("run", file, "--format", "html")
        #expect(!lines.isEmpty && lines.allSatisfy { page.contains("<p class=\"note\">\($0)</p>") }, "\(lines)")
        #expect(Self.fault(in: page) == nil)
    }

    @Test("the picture in the README is what the program draws")
    func picture() throws {
        let drawing = Self.words("run", Self.demo, "--goldilocks", "--format", "svg")
        // Draw it anew with the command in the README.
        #expect(try Place.text("Scenarios/session-503/demo-5-play-immediately.svg") == drawing)
        #expect(try Place.text("README.md").contains("(Scenarios/session-503/demo-5-play-immediately.svg)"))
    }

    @Test("a run of more than 10,000 events is thinned out to what can be seen")
    func longRun() throws {
        let seconds = Place.triesAll ? 7000 : 1000
        let media =
            #"media={"kind":"hls","duration_s":\#(seconds),"segment_s":2,"variants":[{"bitrate_kbps":2000}]}"#
        let network =
            #"network={"transport":"fluid","phases":["#
            + #"{"for_s":3,"down_kbps":2500},{"for_s":4,"down_kbps":1300}],"repeat":true}"#
        let arguments = [
            "run", Self.demo, "--set", media, "--set", network, "--set", "expect={}", "--set",
            "player.keep_up=first-chunk", "--set", #"script=[{"at_s":0,"do":"load"},{"at_s":0,"do":"play"}]"#,
        ]
        let text = Autowait.reply(to: arguments).output
        let events = try #require(text.split(separator: "\n").last?.split(separator: " ").first.flatMap { Int($0) })
        #expect(events > 10_000)
        let drawing = Autowait.reply(to: arguments + ["--format", "svg"]).output
        #expect(Self.fault(in: drawing) == nil)
        #expect(drawing.utf8.count < 400_000)
        // A page has more of them, because a part of the time can be seen larger.
        #expect(Autowait.reply(to: arguments + ["--format", "html"]).output.utf8.count < 1_200_000)
    }

    // MARK: What stands in a file

    @Test(
        "what a file says is words, never markup",
        arguments: [
            "<script>alert(1)</script>", "a & b", "\"quoted\" 'twice'", "]]>", "{{script}}", "<!-- -->",
            "\u{1}seen\u{FFFE}",
            "--></style><b>", "Ünïcödé 🎬", "</title>",
        ])
    func escaping(name: String) throws {
        let settings = [
            "--set", "name=\(try Self.json(name))", "--set", "about=\(try Self.json(name))", "--set", "expect={}",
        ]
        let pages = [
            Autowait.reply(to: ["run", Self.demo, "--format", "html"] + settings).output,
            Autowait.reply(to: ["run", Self.demo, "--format", "svg"] + settings).output,
            Autowait.reply(to: ["compare", Self.demo, "--format", "html"] + settings).output,
        ]
        let shown = String(
            String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 32 || $0.value == 0xFFFE ? " " : $0 }))
        for page in pages {
            #expect(Self.fault(in: page) == nil)
            let reader = Heading()
            let parser = XMLParser(data: Data(page.utf8))
            parser.delegate = reader
            #expect(parser.parse())
            #expect(reader.texts.contains { $0.contains(shown.trimmingCharacters(in: .whitespaces)) })
            #expect(reader.elements["script", default: 0] == (page.contains("<html") ? 1 : 0))
            #expect(reader.elements["b", default: 0] == 0)
        }
    }

    /// A value that `--set` takes for a string, whatever is in it.
    private static func json(_ words: String) throws -> String {
        String(decoding: try JSONEncoder().encode(words), as: UTF8.self)
    }

    /// The titles of a page, and how many there are of each element.
    private final class Heading: NSObject, XMLParserDelegate {
        var texts: [String] = []
        var elements: [String: Int] = [:]
        private var isOpen = false

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements[name, default: 0] += 1
            isOpen = ["title", "h1", "h2", "p", "text"].contains(name)
            if isOpen { texts.append("") }
        }

        func parser(_ parser: XMLParser, foundCharacters words: String) {
            if isOpen { texts[texts.count - 1] += words }
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) { isOpen = false }
    }

    // MARK: Comparisons

    static let rules = "player.keep_up=play-through,first-chunk,fixed-seconds,exoplayer"

    @Test("a comparison has the same bytes on any number of threads")
    func jobs() {
        let file = Place.path("Scenarios/startup/first-listed.json")
        let pages = ["1", "2", "8"].map { jobs in
            Self.words(
                "compare", Self.demo, file, "--vary", Self.rules, "--seeds", "3", "--format", "html", "--jobs", jobs,
                "--set",
                "expect={}")
        }
        #expect(pages[0].utf8.count > 10_000)
        #expect(pages[0] == pages[1])
        #expect(pages[0] == pages[2])
        #expect(Self.fault(in: pages[0]) == nil)
        #expect(Self.strangers(in: pages[0]).isEmpty)
    }

    @Test(
        "of many settings the first 40 are drawn, and the page says how many are not",
        arguments: [(41, "1 more is"), Place.triesAll ? (200, "160 more are") : (50, "10 more are")])
    func manySettings(count: Int, left: String) {
        let rates = (1...count).map { String(500 + $0 * 10) }.joined(separator: ",")
        let page = Self.words("compare", Self.demo, "--vary", "network.down_kbps=\(rates)", "--format", "html")
        #expect(Self.fault(in: page) == nil)
        #expect(page.components(separatedBy: "<article class=\"cell\"").count == 41)
        #expect(page.components(separatedBy: "<tr id=\"row-1-").count == count + 1)
        #expect(page.contains("The first 40 settings are drawn; \(left) in the table alone."))
        #expect(page.utf8.count < 4_000_000)
    }

    @Test("more settings than a page holds are refused")
    func tooManySettings() {
        let rates = (1...2001).map { String($0) }.joined(separator: ",")
        let reply = Autowait.reply(to: [
            "compare", Self.demo, "--vary", "network.down_kbps=\(rates)", "--format=html",
        ])
        #expect(reply.code == .usage)
        #expect(reply.errors == "a page holds at most 2000 settings; csv holds more\n")
    }

    @Test("several scenarios have a section each, and a list of them")
    func sections() {
        let second = Place.path("Scenarios/session-503/demo-4-slow-server-play.json")
        let shared = Place.path("Scenarios/sharing/old-player-goes-on-loading.json")
        let page = Self.words(
            "compare", Self.demo, second, shared, "--vary", "seed=1,2", "--format", "html")
        #expect(page.contains("<a href=\"#scenario-2\">Slow Server: play</a>"))
        #expect(page.contains("<section class=\"scenario\" id=\"scenario-2\">"))
        #expect(page.contains("<span class=\"number\">2</span> 1, old"))
        #expect(Self.fault(in: page) == nil)
    }

    @Test("paper has how often settings stall beside for how long, and says what it leaves out", arguments: [1, 3])
    func paper(seeds: Int) {
        let page = Self.words(
            "compare", Self.demo, "--vary", "player.keep_up=play-through,first-chunk", "--seeds", String(seeds),
            "--format", "html")
        let heads = page.components(separatedBy: "<th ").filter { $0.contains("<code>stall_count</code>") }
        #expect(heads.map { $0.contains("\"number screen\"") } == (seeds == 1 ? [false] : [false, true, true]))
        let note = page.components(separatedBy: "Left out on paper: ").dropFirst().first ?? ""
        #expect(note.hasPrefix("Wait before start, "), "\(note.prefix(80))")
        #expect(note.contains("Stall count (p95), Stall count (worst), ") == (seeds > 1))
        #expect(!note.contains("Stall count, "))
    }

    @Test("several scenarios with nothing varied stand side by side, in one section")
    func sideBySide() {
        let second = Place.path("Scenarios/session-503/demo-4-slow-server-play.json")
        let page = Self.words("compare", Self.demo, second, "--format", "html")
        #expect(page.contains("2 scenarios, as they are."))
        #expect(page.contains("demo-4-slow-server-play.json"))
        #expect(!page.contains("id=\"scenario-2\""))
        #expect(Self.fault(in: page) == nil)
    }

    // MARK: What fails

    @Test("a run that fails has a page that says why", arguments: ["html", "svg"])
    func failedRun(format: String) throws {
        let reply = Autowait.reply(to: ["run", Self.demo, "--set", "max_events=100", "--format", format])
        #expect(reply.code == .badData)
        #expect(reply.errors.hasPrefix("\(Self.demo): error: more than 100 events"))
        #expect(reply.output.contains("more than 100 events"))
        #expect(Self.fault(in: reply.output) == nil)
        // Nothing was recorded, and all else is as it was.
        try TestFolder.with { folder in
            let log = folder.path + "/r.log"
            let recorded = Autowait.reply(
                to: ["run", Self.demo, "--set", "max_events=100", "--format", format, "--record", log])
            #expect(recorded.output == reply.output && recorded.errors == reply.errors)
            #expect(recorded.code == .badData && !FileManager.default.fileExists(atPath: log))
        }
    }

    @Test("a setting that fails is named, with the reason, among those that do not")
    func failedSetting() {
        let reply = Autowait.reply(to: [
            "compare", Self.demo, "--vary", "max_events=100,5000000", "--format", "html", "--set", "expect={}",
        ])
        #expect(reply.code == .badData)
        #expect(reply.output.contains("<li>failed: 100: more than 100 events"))
        // One has requests, and of the other nobody knows.
        #expect(reply.output.matches(of: /<details>/).count == 1)
        #expect(Self.fault(in: reply.output) == nil)
        let unread = Autowait.reply(to: [
            "compare", Self.demo, "--vary", "player.keep_up=playthrough,vlc", "--format", "html",
        ])
        #expect(unread.output.contains("<li>failed: playthrough: --vary player.keep_up=playthrough: error"))
        #expect(Self.fault(in: unread.output) == nil)
        let none = Autowait.reply(to: [
            "compare", Self.demo, "--vary", "max_events=100,110", "--format", "html", "--set", "expect={}",
        ])
        #expect(none.output.contains("<p>No setting ran without a failure.</p>"))
        #expect(!none.output.contains("<details>") && !none.output.contains("Nothing starts"))
    }

    @Test(
        "a mistyped format gives the near miss",
        arguments: [("run", "htlm", "html"), ("run", "svgg", "svg"), ("compare", "htm", "html")])
    func nearMiss(command: String, format: String, meant: String) {
        let reply = Autowait.reply(to: [command, Self.demo, "--format", format])
        #expect(reply.code == .usage)
        #expect(reply.errors.contains("did you mean '\(meant)'?"))
    }

    @Test("a title stands in the place of the name, and only on a page")
    func title() {
        for command in ["run", "compare"] {
            let page = Self.words(command, Self.demo, "--format", "html", "--title", "Before & after")
            #expect(page.contains("<title>Before &amp; after</title>"))
            #expect(page.contains("<h1>Before &amp; after</h1>"))
            #expect(Autowait.reply(to: [command, Self.demo, "--title", "x"]).code == .usage)
        }
    }

    @Test("of many seams that are alike, one is shown, and how many there are")
    func manySeams() {
        let items = "player.items=[" + (1...300).map { #"{"name":"clip \#($0)"}"# }.joined(separator: ",") + "]"
        let page = Self.words(
            "run", Self.demo, "--set", "player.class=AVQueuePlayer", "--set", items, "--set", "expect={}", "--set",
            "network.down_kbps=100000", "--format", "html")
        #expect(page.contains("298 more like it, until"))
        #expect(page.components(separatedBy: "<tr").count < 300)
    }

    @Test("a failed test has a page with what was expected above what is, and a list leads there")
    func failedTest() throws {
        try Place.withFolder { folder in
            let golden = Self.demo.replacingOccurrences(of: ".json", with: ".golden")
            let text = try String(contentsOfFile: Self.demo, encoding: .utf8)
            let (scenario, pages) = (
                folder.appendingPathComponent("slow.json"), folder.appendingPathComponent("pages")
            )
            try text.replacingOccurrences(of: "1716", with: "1500").write(
                to: scenario, atomically: true, encoding: .utf8)
            try FileManager.default.copyItem(
                atPath: golden, toPath: folder.appendingPathComponent("slow.golden").path)
            let arguments = ["test", scenario.path, "--html"]
            #expect(Autowait.reply(to: arguments + [pages.path]).code == .regression)
            let list = try String(contentsOf: pages.appendingPathComponent("index.html"), encoding: .utf8)
            let names = try FileManager.default.contentsOfDirectory(atPath: pages.path).filter { $0 != "index.html" }
            #expect(names.count == 1)
            #expect(list.contains("<a href=\"\(names[0])\">"))
            let page = try String(contentsOf: pages.appendingPathComponent(names[0]), encoding: .utf8)
            #expect(Self.fault(in: page) == nil && Self.fault(in: list) == nil)
            #expect(page.contains("Expected, as in the golden"))
            // On a narrow page the long words would cover the caption beside them.
            let labels = page.matches(of: #/class="label difference([^"]*)">from .* s on (.*)<\/text>/#)
            let narrow = try #require(labels.first { $0.output.1 == " not-medium not-wide end" }?.output.2)
            let wide = try #require(labels.first { $0.output.1 == " not-narrow end" }?.output.2)
            #expect(labels.count == 2 && wide.contains(", where ") && wide.hasSuffix(" is expected"))
            #expect(narrow.contains(", not ") && !narrow.contains("expected"))
            #expect(page.contains(">stall_time_s</th>"))
            #expect(page.contains("7.204545462 s</td>"))
            #expect(list.contains("the status differs first at "))
            #expect(list.contains("stall_time_s"))
            // A file is no folder, and stays as it is.
            #expect(Autowait.reply(to: arguments + [scenario.path]).code == .usage)
        }
    }

    @Test("pages of an earlier run go when they are no longer true, and a folder with anything else is refused")
    func oldPages() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(expecting: "\"stall_count\": 1"), "a.json")
            try folder.write(TestFolder.scenario(), "b.json")
            let pages = folder.path + "/pages"
            func test() -> ExitCode { Autowait.reply(to: ["test", folder.path + "/a.json", "--html", pages]).code }
            func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: pages).sorted() }
            #expect(test() == .regression)
            #expect(try names().count == 2)
            try folder.write(TestFolder.scenario(), "a.json")
            _ = folder.test("--update")
            #expect(test() == .asExpected)
            #expect(try names() == ["index.html"])
            // The page of a run is ours too, and yet none that may go.
            let page = Autowait.reply(to: ["run", folder.path + "/b.json", "--format", "html"]).output
            try folder.write(page, "pages/kept.html")
            let reply = Autowait.reply(to: ["test", folder.path + "/a.json", "--html", pages])
            #expect(reply.code == .cannotWrite && reply.output.isEmpty)
            #expect(reply.errors.contains("such as kept.html; write --html \(pages)/tests\n"))
            #expect(try names() == ["index.html", "kept.html"])
        }
    }

    @Test("a sentence begins with a capital, unless it begins with a key")
    func sentences() {
        #expect(Page.sentence("nothing starts") == "Nothing starts.")
        #expect(Page.sentence("until_s cuts off what comes later") == "until_s cuts off what comes later.")
    }

    @Test("the words below a timeline name the pale band where there is one", arguments: [true, false])
    func paleBand(isThere: Bool) {
        let scenario = isThere ? Place.path("Scenarios/interstitials/in-the-place-of.json") : Self.demo
        let page = Self.words("run", scenario, "--format", "html")
        #expect(page.contains(", a pale one is an interstitial event.") == isThere)
    }

    @Test("where no session starts, a decision says that, and not that nothing takes time")
    func noStart() {
        let page = Self.words(
            "compare", Self.demo, "--vary", "player.keep_up=play-through,first-chunk", "--over",
            "network.down_kbps=0",
            "--set", "until_s=30", "--set", "expect={}", "--format", "html")
        #expect(page.contains("Nothing starts."))
    }
}

import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@testable import Simulation
@testable import autowait

@Suite("The page of a decision")
struct DecisionPageTests {
    private static let edge = """
        {"name": "A short clip", "network": {"preset": "Edge", "loss_percent": 1},
         "media": {"kind": "progressive", "duration_s": 12, "bitrate_kbps": 150}}
        """
    private static let rules = ["--vary", "player.keep_up=play-through,exoplayer,first-chunk"]

    private static func page(_ words: [String], _ format: String = "html") throws -> String {
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("clip.json")
            try edge.write(to: file, atomically: true, encoding: .utf8)
            return Autowait.reply(to: ["compare", file.path] + rules + words + ["--format", format]).output
        }
    }

    /// Whether it is XML that is whole.
    private static func isWhole(_ page: String) -> Bool { XMLParser(data: Data(page.utf8)).parse() }

    /// The words that are seen: without style, script and markup.
    private static func words(_ page: String) -> String {
        let main = page.components(separatedBy: "<main>").last?.components(separatedBy: "</main>").first ?? ""
        return main.replacingOccurrences(of: "<[^>]*>", with: " ", options: .regularExpression)
    }

    private static func numbers(_ text: String) -> Set<Substring> {
        Set(text.matches(of: /[+-]?[0-9]+(\.[0-9]+)?/).map { $0.output.0 })
    }

    // MARK: A decision about runs

    @Test("every number of the text is on the page, and the verdicts are the same sentences")
    func figures() throws {
        let words = ["--over", "network.loss_percent=1,2", "--seeds", "15"]
        let (text, page) = (try Self.page(words, "text"), try Self.page(words))
        #expect(Self.isWhole(page))
        let tables = text.components(separatedBy: "\n\n").dropFirst(2).joined(separator: "\n")
        let missing = Self.numbers(tables).subtracting(Self.numbers(Self.words(page)))
        #expect(Self.numbers(tables).count > 60)
        // The keys of metrics have numbers too.
        #expect(missing.isEmpty, "\(missing)")
        let sentences = text.components(separatedBy: "\n\n")[1].split(separator: "\n")
        #expect(sentences.contains { $0.hasPrefix("  Worse besides: ") })
        for sentence in sentences {
            #expect(page.contains("\(sentence.trimmingPrefix("  "))."))
        }
        for title in DecisionMetric.all.filter({ !$0.needsGoldilocks && !$0.isOfLive }).map({ $0.title }) {
            #expect(page.contains(title))
        }
    }

    @Test("a page has the same bytes on any number of threads, and asks for nothing")
    func jobs() throws {
        let pages = try Place.withFolder { folder in
            let file = folder.appendingPathComponent("clip.json")
            try Self.edge.write(to: file, atomically: true, encoding: .utf8)
            let words =
                ["compare", file.path] + Self.rules + ["--over", "network.loss_percent=1,3", "--format", "html"]
            return ["1", "2"].map { Autowait.reply(to: words + ["--jobs", $0]).output }
        }
        #expect(pages[0] == pages[1] && pages[0].utf8.count > 40_000)
        let strange = pages[0].replacingOccurrences(of: "xmlns=\"http://www.w3.org/2000/svg\"", with: "")
        for word in ["http://", "https://", "src=", "url(", "@import", "file:"] { #expect(!strange.contains(word)) }
    }

    @Test("the command below a timeline runs that very session")
    func command() throws {
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("clip.json")
            try Self.edge.write(to: file, atomically: true, encoding: .utf8)
            let words = ["compare", file.path] + Self.rules + ["--over", "network.loss_percent=2", "--seeds", "5"]
            let page = Autowait.reply(to: words + ["--set", "media.bitrate_kbps=140", "--format", "html"]).output
            let commands = page.matches(of: /<pre class="command">autowait ([^<]*)<\/pre>/).map { $0.output.1 }
            let lanes = page.matches(of: /<span class="summary">s([^<]*)<\/span>/).map { $0.output.1 }
            #expect(commands.count >= 8 && commands.count == lanes.count)
            for (command, lane) in zip(commands, lanes) {
                let run = Autowait.reply(to: command.split(separator: " ").map(String.init) + ["--format", "html"])
                #expect(run.code == .asExpected && run.output.contains("S\(lane)."), "\(command): \(run.errors)")
            }
        }
    }

    @Test("a title stands in the place of the name, and is for pages alone")
    func title() throws {
        let page = try Self.page(["--baseline", "exoplayer", "--title", "Before & after"])
        #expect(page.contains("<h1>Before &amp; after</h1>"))
        #expect(page.contains("<title>Before &amp; after</title>"))
        #expect(try Self.page(["--baseline", "exoplayer", "--title", "x"], "csv").isEmpty)
    }

    @Test(
        "a word is quoted where a shell would read anything else",
        arguments: [
            ("LTE", "LTE"), ("a b", "'a b'"), ("", "''"), ("it's", "'it'\\''s'"), ("{\"a\":1}", "'{\"a\":1}'"),
            ("$HOME", "'$HOME'"), ("../a-1,b.csv", "../a-1,b.csv"), ("c'\u{301}a", "'c'\\''\u{301}a'"),
        ])
    func quotes(word: String, quoted: String) { #expect(word.shellWord == quoted) }

    // MARK: Decisions that are made up

    /// A decision between choices in so many circumstances, of sessions that `outcome` makes of number and choice.
    private static func decision(
        _ choices: [String] = ["one", "two"], circumstances: Int = 1, isExact: Bool = false, hasTraces: Bool = false,
        sessions: Int, _ metrics: [DecisionMetric] = DecisionMetric.all.filter { !$0.needsGoldilocks },
        _ outcome: (Int, Int) -> SessionOutcome
    ) -> Decision {
        let plan = DecisionPlan(
            choiceKeys: ["player.keep_up"], choices: choices.map { [$0] }, baseline: 0, circumstanceKeys: ["network"],
            circumstances: (0..<circumstances).map { number in
                Circumstance(
                    path: "clip.json", name: "A <clip> & \"more\"", settings: ["net \(number)"],
                    trace: hasTraces ? "net \(number)" : nil, isExact: isExact)
            }, metrics: metrics)
        var summary = DecisionSummary(plan)
        for number in 0..<sessions {
            summary.add(
                DecisionSession(
                    number: number, circumstance: number % circumstances, seed: UInt64(number + 1),
                    outcomes: choices.indices.map { outcome(number, $0) }))
        }
        return Decision(summary, resamples: 99)
    }

    private static func outcome(startup: Int?, stalls: Int = 0) -> SessionOutcome {
        var outcome = SessionOutcome()
        outcome.startup = startup.map { Int64($0) * 1_000_000 }
        outcome.stalls = Int64(stalls)
        outcome.stallTime = Int64(stalls) * 700_000_000
        outcome.played = startup == nil ? 0 : 60_000_000_000
        return outcome
    }

    private static func text(_ decision: Decision) -> String {
        let page = DecisionPage(decision, title: nil, inputs: "0123", again: nil).text
        #expect(isWhole(page))
        // Nobody is sent to cells that have nothing more to say.
        let hasIntervals = page.contains(#/<td class="number [a-z]+" title="[^"]*\(/#)
        #expect(page.contains("Point at a cell to see its interval.") == hasIntervals)
        return page
    }

    /// Of 300 sessions the 95th percentile is no start where a fifth of them never start.
    @Test(
        "a start against none has no point, which would be a number of seconds, but an arrow",
        arguments: [false, true], [nil, 0, 1])
    func noPoint(isExact: Bool, never: Int?) {
        let metrics = DecisionMetric.headline + DecisionMetric.all.filter { $0.name == "startup_p95_s" }
        let decision = Self.decision(isExact: isExact, sessions: isExact ? 1 : 300, metrics) { number, choice in
            Self.outcome(startup: choice == never && number % 5 == 0 ? nil : 1000 + choice * 1000)
        }
        let picture = DecisionPagePictures(decision).otherForests
        #expect(picture.contains("class=\"estimate") == (never == nil), "\(picture)")
        #expect(picture.contains("class=\"arrow") == (never != nil), "\(picture)")
        #expect(picture.contains("against no start") == (never == 0), "\(picture)")
        #expect(picture.contains("no start against") == (never == 1), "\(picture)")
    }

    @Test("a choice that never starts is told from one that is fast, and from one that starts now and then")
    func neverStarts() {
        let never = Self.text(
            Self.decision(sessions: 40) { number, choice in
                Self.outcome(startup: choice == 1 ? nil : 1000 + number)
            })
        #expect(never.contains("two does not start in 100 more of 100 sessions"))
        #expect(never.contains("Playback does not start: two in 40; no session starts with every choice."))
        #expect(never.contains("two does not start, which one does"))
        // Of shares a difference is no part of what there is, in a row as on the axis.
        #expect(never.contains("+100.00 of 100") && never.contains(">0 of 100<") && !never.contains("+100.00 %"))
        #expect(never.contains("<p class=\"note\">No session starts with every choice.</p>"))
        let seldom = Self.text(
            Self.decision(sessions: 40) { number, choice in
                Self.outcome(startup: choice == 1 && number % 2 == 0 ? nil : 1000 - choice * 800, stalls: choice)
            })
        #expect(seldom.contains("Playback does not start: two in 20; the mean startup, stalls and bit rates are of"))
        #expect(seldom.contains("two: 50 % within 0.20 s, fewer than 95 % ever"))
        // All 20 that start with both stall with the second.
        #expect(seldom.contains("Of the 20 sessions that start with every choice: all stalls of a session together;"))
        #expect(seldom.contains("two: 50 % within 0.70 s, 95 % within 0.70 s"))
        #expect(seldom.contains("this one: no more than 30.4 % of these sessions higher or lower. It says nothing"))
        let smooth = Self.text(
            Self.decision(sessions: 40) { number, choice in
                Self.outcome(startup: number == choice ? nil : 1000 + number)
            })
        #expect(smooth.contains("Of the 38 sessions that start with every choice: all stalls"))
        #expect(smooth.contains("None of these stalls.") && !smooth.contains("stalls and goes on"))
    }

    @Test(
        "a network on which a choice never starts has its own figure, and those of the others their base",
        arguments: [false, true])
    func neverStartsThere(isExact: Bool) throws {
        let page = Self.text(
            Self.decision(circumstances: 2, isExact: isExact, sessions: 80) { number, choice in
                Self.outcome(startup: choice == 0 && number % 2 == 1 ? nil : 1000 + number)
            })
        let table = try #require(
            page.components(separatedBy: "<caption>Sessions that do not start, %").dropFirst().first)
        let row = try #require(table.components(separatedBy: "<th scope=\"row\">net 1</th>").dropFirst().first)
        #expect(
            row.hasPrefix("<td class=\"number none\"><span class=\"sign\"></span>100.00</td>"), "\(row.prefix(300))")
        #expect(page.contains("<th scope=\"col\" class=\"number\">start with all</th>"))
        #expect(page.contains("In these tables - is where no session starts with every choice."))
    }

    @Test("a choice that leaves little to compare of the others is named", arguments: [0, 1, 2, 3])
    func hopeless(started: Int) {
        // The third starts in so many sessions of 40, and the second not in one of the others.
        let page = Self.text(
            Self.decision(["one", "two", "three"], sessions: 40) { number, choice in
                let never = choice == 2 && number >= started || choice == 1 && number == 39
                return Self.outcome(startup: never ? nil : 1000 + number * choice)
            })
        let shared = ["no session starts with", "the session that starts with"]
        #expect(page.contains(started < 2 ? shared[started] : "the \(started) sessions that start with"))
        #expect(page.contains("every choice; there would be 39 without three."))
    }

    @Test("sessions that could not be run are said, in all that people read and in JSON")
    func failures() {
        let plan = Self.decision(sessions: 1) { _, _ in Self.outcome(startup: 1000) }.plan
        var summary = DecisionSummary(plan)
        for number in 0..<40 {
            guard number % 20 > 0 else {
                summary.addFailure()
                continue
            }
            let outcomes = [1000, 2000 + number].map { Self.outcome(startup: $0) }
            summary.add(DecisionSession(number: number, circumstance: 0, seed: 1, outcomes: outcomes))
        }
        let decision = Decision(summary, resamples: 99)
        let words = "the same 38 sessions (2 more could not be run), over 1 circumstance"
        #expect(DecisionText.text(decision).contains(words) && Self.text(decision).contains(words))
        #expect(DecisionLines.json(decision).contains("\"failure_count\": 2,"))
    }

    @Test("exact decisions have no intervals, and neither have those of too few sessions")
    func exact() {
        for isExact in [true, false] {
            let page = Self.text(
                Self.decision(circumstances: 4, isExact: isExact, sessions: 4) { number, choice in
                    Self.outcome(startup: 1000 * (number + 1) + 500 * choice, stalls: number % (choice + 1))
                })
            #expect(!page.contains("class=\"interval") && !page.contains("where the truth lies"))
            #expect(
                page.contains(isExact ? "Nothing is drawn at random" : "There are too few sessions for intervals."))
            #expect(page.contains("<span class=\"sign\">▼ </span>") == isExact)
            #expect(page.contains("<span class=\"sign\">? </span>") != isExact)
            // In two circumstances no session differs in its stalls: of a sample that says nothing of others.
            #expect(page.contains("<span class=\"sign\">= </span>0.00") == isExact)
            #expect(page.contains("class=\"number worse\" title=\"+0.500 s\"") == isExact)
            #expect(page.contains("class=\"number unknown\" title=\"+0.500 s (too few sessions)\"") != isExact)
            #expect(!page.contains("class=\"band") && !page.contains("The strip around a line"))
        }
    }

    @Test(
        "around a line of a sample is a strip, as wide as the number of sessions, or of traces, makes it",
        arguments: [
            (400, 1, "6.8", "400 sessions"), (1600, 1, "3.4", "1600 sessions"), (90, 30, "24.8", "30 traces"),
        ])
    func strips(sessions: Int, traces: Int, margin: String, words: String) throws {
        let page = Self.text(
            Self.decision(circumstances: traces, hasTraces: traces > 1, sessions: sessions) { number, choice in
                Self.outcome(startup: 1000 + number * 7919 % 1009 + 500 * choice)
            })
        #expect(
            page.contains(
                "this one: no more than \(margin) % of all sessions higher or lower, as it comes from \(words)."))
        let bands = page.matches(of: /<path d="M0 ([0-9]+)([^"]*)Z" class="band/)
        // Two choices; nothing ever stalls, so that there is one picture.
        #expect(bands.count == 2)
        let whole = 2000.0
        for band in bands {
            let (start, share) = (try #require(Double(band.output.1)), try #require(Double(margin)))
            #expect((2180 - start - whole * share / 100).magnitude <= 2)
            let heights = band.output.2.matches(of: /V([0-9]+)/).compactMap { Double($0.output.1) }
            #expect(heights.allSatisfy { 180...2180 ~= $0 } && heights.contains(180) && heights.contains(2180))
        }
    }

    @Test("where all is the same there is no picture of a difference, and no session that shows one")
    func same() {
        let page = Self.text(Self.decision(sessions: 30) { number, _ in Self.outcome(startup: 900 + number) })
        #expect(page.contains("two is the same as one in all 30 sessions."))
        #expect(page.contains("No session differs in startup or stalls, whichever the choice."))
        #expect(page.contains("Nothing stalls."))
        #expect(!page.contains("class=\"forest\"") && !page.contains("class=\"session\""))
        #expect(page.contains(">one; two</text>"))
    }

    /// The second starts sooner, and of 700 sessions so many stall with it, and one with the first.
    @Test(
        "a point has the look of a finding where both figures are known, and better in one of them",
        arguments: [(1, "unsure", "M-4 -4H"), (700, "worse", "M0 6L6 -5"), (0, "better", "M0 -6L6 0")])
    func coloured(stalling: Int, look: String, shape: String) throws {
        let page = Self.text(
            Self.decision(sessions: 700) { number, choice in
                let stalls = choice == 1 ? number < stalling : stalling == 0 ? number < 200 : number == 699
                return Self.outcome(startup: 3000 - choice * 1000 + number % 7, stalls: stalls ? 1 : 0)
            })
        let figure = try #require(
            page.components(separatedBy: "class=\"front\"").last?.split(separator: "</figure>").first)
        let pattern = try Regex("d=\"\(shape)[^>]* class=\"estimate \(look)\"")
        #expect(figure.contains(pattern), "\(figure)")
        #expect(figure.contains("A diamond is better in one of these two and known to be no worse in the other"))
    }

    @Test("as many stalls that are longer are a trade, and a figure outside the verdict is not kept back")
    func longerStalls() {
        let decision = Self.decision(sessions: 800) { number, choice in
            var outcome = Self.outcome(startup: 3000 - choice * 1000 + number % 7, stalls: 1)
            outcome.stallTime? += Int64(choice) * 20_000_000_000
            return outcome
        }
        let page = Self.text(decision)
        #expect(
            DecisionText.text(decision).contains(
                " and stalls in as many sessions\n  Worse besides: Stall time an hour (+1200.000 s)\n"))
        #expect(page.contains(" and stalls in as many sessions.<span class=\"besides\">"))
        #expect(page.contains("▼ Worse besides: Stall time an hour (+1200.000 s)."))
        #expect(page.contains("aria-label=\"Startup, mean against Stall time an hour\""))
        #expect(page.contains("class=\"estimate worse\""))
    }

    @Test("of 86 circumstances 40 are in view, the greatest differences first, and the rest is counted")
    func manyCircumstances() throws {
        let page = Self.text(
            Self.decision(circumstances: 86, sessions: 172) { number, choice in
                Self.outcome(startup: 1000 + choice * (number % 86) * 10, stalls: choice)
            })
        #expect(page.contains("And 46 more, which &#39;--format json&#39; has."))
        let first = try #require(page.range(of: "<th scope=\"row\">net 85</th>"))
        let last = try #require(page.range(of: "<th scope=\"row\">net 47</th>"))
        #expect(first.lowerBound < last.lowerBound)
    }

    @Test(
        "names are words, never markup", arguments: ["<b>", "a & b", "\"quoted\" 'twice'", "</title>", "{{footer}}"])
    func names(name: String) {
        let page = Self.text(
            Self.decision(["one", name], circumstances: 2, sessions: 40) { number, choice in
                Self.outcome(startup: 900 + number * (choice + 1), stalls: choice)
            })
        #expect(page.contains(XMLWriter.escaped(name)))
        #expect(page.contains("<h1>A &lt;clip&gt; &amp; &quot;more&quot;</h1>"))
        #expect(!page.contains("<b>"))
    }

    @Test("the page of very many sessions is no larger, and a line has as many points as can be seen")
    func size() throws {
        let count = Place.triesAll ? 200_000 : 20_000
        let decision = Self.decision(
            circumstances: 86, hasTraces: true, sessions: count, DecisionMetric.headline
        ) { number, choice in
            Self.outcome(startup: 200 + number * 7919 % 20_011 * (2 - choice) / 2, stalls: number % 5 * choice)
        }
        let page = Self.text(decision)
        #expect(page.utf8.count < 1_000_000)
        #expect(page.contains("\(count) sessions"))
        for curve in page.matches(of: /<path d="([^"]*)" class="curve/) {
            #expect(curve.output.1.count { $0 == "V" } <= 300)
        }
    }

    @Test(
        "a page is no wider than the window, in a browser that does not complain", .enabled(if: Browser.path != nil),
        arguments: [390, 1200])
    func browser(width: Int) throws {
        let (found, log) = try Browser.look(
            at: try Self.page(["--over", "network.loss_percent=1,2", "--seeds", "10"]), width: width,
            """
            const root = page.document.documentElement;
            const labels = [...page.document.querySelectorAll(".curve-name, .choice")]
              .map((text) => text.getBoundingClientRect()).filter((box) => box.width > 0);
            return {
              wide: root.scrollWidth, width: root.clientWidth, count: labels.length,
              outside: labels.filter((box) => box.left < -1 || box.right > root.clientWidth + 1).length,
              headings: [...page.document.querySelectorAll("h1, h2, h3, h4")].map((head) => Number(head.localName[1])),
            };
            """)
        #expect(log.isEmpty)
        #expect(found["wide"] as? Int == found["width"] as? Int)
        #expect(found["outside"] as? Int == 0)
        #expect(try #require(found["count"] as? Int) > 8)
        let headings = try #require(found["headings"] as? [Int])
        #expect(headings.first == 1)
        for (before, after) in zip(headings, headings.dropFirst()) { #expect(after <= before + 1) }
    }
}

import Simulation

enum RunPage {
    /// The rows that a page shows before it folds some, and the lines that are left then.
    private static let room = (rows: 80, lines: 160)
    /// The most seams that a page lists: a loop may have very many.
    private static let mostSeams = 20

    /// The page, ending in a line break. The title is in the place of the scenario's name.
    static func text(_ run: Run, allRows: Bool, title: String? = nil) -> String {
        page(
            run.scenario, title,
            players: players(run, allRows: allRows), XMLWriter.escaped(TextReport.last(run)),
            settings: run.players.count > 1 ? settings(Settings.ofAll(run.scenario)) : "")
    }

    static func text(failed scenario: Scenario, _ message: String, title: String? = nil) -> String {
        page(
            scenario, title,
            players: Template(PackageResources.failed_html).filled(["message": XMLWriter.escaped(message)]),
            Page.footer, settings: settings(Settings.all(scenario, scenario.players[0])))
    }

    /// A section for each player.
    static func players(_ run: Run, allRows: Bool) -> String {
        run.tellingOffersAtRest().players.map { section($0, allRows) }.joined()
    }

    private static func settings(_ settings: [(name: String, value: String)]) -> String {
        Template(PackageResources.settings_html).filled(["table": Page.table("settings", settings)])
    }

    private static func page(
        _ scenario: Scenario, _ title: String?, players: String, _ footer: String, settings: String
    ) -> String {
        let title = title ?? (scenario.name.isEmpty ? "A run" : scenario.name)
        return Page.text(
            title: title,
            content: Template(PackageResources.run_html).filled([
                "name": XMLWriter.escaped(title), "about": XMLWriter.escaped(scenario.about), "players": players,
                "settings": settings, "footer": footer,
            ]))
    }

    private static func section(_ run: PlayerRun, _ allRows: Bool) -> String {
        let isAlone = run.isAlone
        let lanes = Lanes(run)
        let fetched = RunDrawing.waterfall(lanes)
        var heading = XMLWriter()
        heading.element("h2", words: isAlone ? "Timeline" : lanes.name)
        let metrics = zip(Metric.all, run.metrics).filter { metric, _ in metric.belongs(to: run) }
            .map { metric, value in (metric: metric, value: QuantityText.value(value, metric.unit)) }
        let settings = isAlone ? Settings.all(run.scenario, run.player) : Settings.ofPlayer(run.player)
        return Template(PackageResources.player_html).filled([
            "media": lanes.rates.bitRate.constant == nil ? mediaSteps : "", "heading": heading.text,
            "interstitials": lanes.showsInterstitials ? ", a pale one is an interstitial event" : "",
            "live": lanes.live == nil ? "" : " how far it was behind what the camera sees,",
            "level": isAlone ? "2" : "3",
            "summary": XMLWriter.escaped(lanes.summary.prefix(1).uppercased() + lanes.summary.dropFirst() + "."),
            "timeline": RunDrawing.timeline(lanes), "fetched": XMLWriter.escaped(fetched.caption),
            "network": lanes.showsNetworkChanges ? ", and through the bit rates from each change of the network" : "",
            "waterfall": fetched.text,
            "notes": XMLWriter.escaped((fetched.marks + [fetched.note].compactMap { $0 }).map { " " + $0 }.joined()),
            "metrics": Page.metrics(metrics), "ends": ends(run),
            "settings": Page.table("settings", settings), "rows": rows(run, allRows), "seams": seams(run),
        ])
    }

    /// A paragraph on how it ended, and one for each action that has waited in vain.
    private static func ends(_ run: PlayerRun) -> String {
        var writer = XMLWriter()
        for line in [EndWords.text(run)] + EndWords.never(run) { writer.element("p", ("class", "note"), words: line) }
        return writer.text
    }

    /// The line of the media changes later than the rows below say that the player switches.
    private static let mediaSteps =
        " The line of the media steps when the first chunk of another variant has come, after it was chosen."

    /// The seams between the items of a queue; nothing where there is one item that plays once.
    private static func seams(_ run: PlayerRun) -> String {
        let seams = QueueWords.foldedSeamRows(run)
        guard !seams.isEmpty else { return "" }
        var writer = XMLWriter()
        writer.element(run.isAlone ? "h2" : "h3", words: "Seams")
        var rows = seams.prefix(mostSeams).map { (name: $0.at, value: $0.words) }
        if seams.count > mostSeams { rows.append(("…", "\(seams.count - mostSeams) more")) }
        return writer.text + Page.table("seams", rows)
    }

    // MARK: The panel

    private static let heads = [
        "at", "timeControlStatus", "reason", "rate", "timebase", "currentTime", "keepUp", "full", "empty",
        "loadedTimeRanges",
    ]

    private static func isNumber(_ column: Int) -> Bool { [0, 3, 4, 5].contains(column) }

    private static func rows(_ run: PlayerRun, _ allRows: Bool) -> String {
        let timeline = Timeline(run, within: allRows ? nil : room, everyChange: allRows)
        var writer = XMLWriter()
        writer.beginTable("plain", "Panel", box: "scroll rows")
        writer.begin("caption")
        let words = "Exact times; chunks that only lengthen what is loaded have no row"
        writer.element("div", ("class", "sentence"), words: words)
        writer.end()
        writer.head { writer in
            for (index, head) in heads.enumerated() { writer.column(head, isNumber(index) ? "number" : "words") }
        }
        for line in timeline.lines {
            switch line {
            case .row(let row): write(row, &writer)
            case .fold(let words):
                writer.begin("tr")
                sentence("… " + words, &writer)
                writer.end()
            }
        }
        writer.end(3)
        return writer.text
    }

    private static func write(_ row: Timeline.Row, _ writer: inout XMLWriter) {
        writer.begin("tr", ("class", "panel"))
        for (index, word) in row.words.enumerated() {
            writer.element("td", ("class", isNumber(index) ? "number" : "words"), words: word)
        }
        writer.end()
        writer.begin("tr", ("class", "why"))
        sentence(row.reasons.joined(separator: "; "), &writer)
        writer.end()
    }

    /// Writes a cell as wide as the table, with words that stay on the screen.
    private static func sentence(_ words: String, _ writer: inout XMLWriter) {
        writer.begin("td", ("colspan", String(heads.count)))
        writer.element("div", ("class", "sentence"), words: words)
        writer.end()
    }
}

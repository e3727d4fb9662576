import Simulation

enum FitCommand {
    static let command = Command(
        name: "fit", operands: "TEMPLATE CELLS", operandCount: 2...2,
        about: "fits numbers and rules of a scenario to what was measured, and says how sure they are",
        options: [
            .init(
                "fit", each: "KEY=A..B",
                "a key to fit, in a range, with steps (A..B:STEP) or as values or words (A,B,C); may be repeated, for "
                    + "up to \(FitSearch.mostParameters)"),
            .init(
                "given", each: "COLUMN=KEY",
                "a column of CELLS that sets a key, where it is not called by the key; may be repeated"),
            .init(
                "measured", each: "COLUMN=METRIC",
                "a column that has a measured metric, where it is not called by it; may be repeated"),
            .init("ignore", each: "COLUMN,…", "columns that are neither; may be repeated"),
            .init(
                "weight", each: "METRIC=W",
                "the worth of a metric's squared error beside others (1 unless said); may be repeated"),
            .init(
                "hold-out", each: "COLUMN",
                "also fit without each of the values of a column, and foretell the cells left out; may be repeated"),
            .init("set", each: "KEY=VALUE", "set a key over what the template says; may be repeated"),
            .init("seed", "N", "seed the random streams of every session with N"),
            .init(
                "format", .words(Format.allCases.map(\.rawValue)),
                "text, or html, a page with pictures; json has every cell"),
            .init("title", "TEXT", "the title of a page, in the place of the template's name"),
            Workers.option,
            CompanionFiles.option,
        ],
        notes:
            "CELLS is CSV with a head, or JSON: a row for each play. A column named after a key sets it, one\n"
            + "named after a metric was measured. Rows with the same settings are plays of one cell. Where a key's\n"
            + "value is empty, the template's stands; null takes the key away.",
        advice: "name a scenario and a table, as in 'autowait fit FILE.json cells.csv "
            + "--fit player.keep_up.start_s=0.5..20'",
        run: fit)

    enum Format: String, CaseIterable {
        case text, json, html

        var form: FileForm {
            switch self {
            case .text: .text
            case .json: .report
            case .html: .page
            }
        }
    }

    private static func fit(_ arguments: Arguments) throws(LoadError) -> Reply {
        let request = try FitRequest(arguments)
        let runs = FitRuns(request)
        try runs.check()
        let fit = try Fit(request.problem, holdingOut: request.heldOut) { trials throws(LoadError) in
            try runs.figures(trials)
        }
        let words = FitWords(
            fit, template: runs.name, path: Files.shown(arguments.operands[0]),
            table: Files.shown(arguments.operands[1]))
        let settings = fit.problem.parameters.indices.compactMap {
            fit.problem.parameters[$0].setting(fit.setting[$0])
        }
        let block =
            fit.isOwnBetter
            ? nil
            : TunedBlock.text(
                request.root, request.settings + settings, paths: fit.problem.parameters.map { $0.path })
        let notes = request.warnings + runs.notes(fit)
        switch request.format {
        case .text: return Reply(output: FitText.text(words, block: block), errors: notes)
        case .json: return Reply(output: FitLines.json(words, block: block), look: .exact, errors: notes)
        case .html:
            let page = FitPage(words, title: request.title, block: block)
            return Reply(output: page.text, look: .exact, errors: notes)
        }
    }
}

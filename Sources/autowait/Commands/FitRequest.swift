import Simulation

/// A fit that was asked for: the template, the parameters, and the table that they are fitted to.
struct FitRequest {
    let source: SourceText
    /// The template as it was written.
    let root: JSONNode
    /// The settings of every session: those of `--set`, and the forms of rules.
    let settings: [ScenarioReader.Setting]
    let problem: FitProblem
    let table: SourceText
    /// The columns of settings by which cells are held out.
    let heldOut: [Int]
    let format: FitCommand.Format
    /// The title of a page; nil is the template's name.
    let title: String?
    let folders: [String]
    let jobs: Int
    let progress: Progress?
    /// Lines for stderr on columns that are hardly meant so.
    let warnings: String

    private static let example = "player.keep_up.start_s=0.5..20"
    private static let mostBytes = 16 << 20

    init(_ arguments: Arguments) throws(LoadError) {
        format = try arguments.choice("format", of: FitCommand.Format.self) ?? .text
        title = try arguments.title(isPage: format == .html)
        try arguments.checkOutput(of: format.form)
        (folders, jobs, progress) = (arguments.values("allow"), try arguments.jobs, arguments.progress)
        let (template, cells) = (arguments.operands[0], arguments.operands[1])
        for path in arguments.operands where Files.isFolder(path) {
            throw .usage("'fit' is for one scenario and one table, and '\(path)' is a folder")
        }
        if template == Files.standardInput, cells == Files.standardInput {
            throw .usage("standard input is one file, and 'fit' takes two: name the template or the table")
        }
        source = try ScenarioFile.source(template)
        do throws(LoadError) {
            root = try ScenarioFile.root(source)
        } catch {
            if cells.hasSuffix(".json"), !template.hasSuffix(".json") {
                throw .usage(
                    "the template comes first, and then the table: autowait fit \(cells.shellOperand) "
                        + template.shellOperand)
            }
            throw error
        }
        let own = try ScenarioFile.settings(arguments)
        let (parameters, forms) = try Self.parameters(arguments, root, own)
        settings = own + forms
        table = SourceText(file: Files.shown(cells), bytes: try Files.load(cells, limit: Self.mostBytes))
        let names = ScenarioFormat.whole.shape.members.map { $0.name }
        let reader = CellTableReader(table, try Self.columns(arguments, parameters), names: names)
        guard reader.findings.errors.isEmpty else { throw LoadError(reader.findings.errors, in: [table]) }
        problem = FitProblem(parameters, reader.table)
        heldOut = try Self.heldOut(arguments, reader.table)
        let shape = ScenarioFormat.whole.shape
        let laid = root.with(settings) ?? root
        let found = reader.warnings + CellWarnings.all(reader.table, in: laid, of: shape)
        warnings = found.text(in: [table], as: .warning)
    }

    // MARK: Parameters

    private static func parameters(
        _ arguments: Arguments, _ root: JSONNode, _ settings: [ScenarioReader.Setting]
    ) throws(LoadError) -> (parameters: [FittedParameter], forms: [ScenarioReader.Setting]) {
        let words = arguments.values("fit")
        guard !words.isEmpty else { throw .usage("which key is to be fitted? write --fit \(example)") }
        guard words.count <= FitSearch.mostParameters else {
            throw .usage("there are \(words.count) keys to fit; \(FitSearch.mostParameters) are the most")
        }
        guard var laid = root.with(settings) else {
            throw .usage("a key of --set leads nowhere; 'autowait run' says which")
        }
        var (all, forms) = ([FittedParameter](), [ScenarioReader.Setting]())
        for word in words {
            guard let (path, values) = word.parted(at: "="), !path.isEmpty else {
                throw .usage("'--fit \(word)' has no values; write --fit \(example)")
            }
            if let other = all.first(where: { PathNames.overlap($0.path, path) }) {
                throw .usage(
                    other.path == path
                        ? "'\(path)' is fitted twice"
                        : "'\(path)' and '\(other.path)' cannot be fitted together: one is a part of the other")
            }
            let own = try parameter(path, values, laid)
            // Two parameters of one rule need its form once.
            laid = laid.with(own.forms) ?? laid
            forms += own.forms
            all.append(own)
        }
        return (all, forms)
    }

    private static func parameter(
        _ path: String, _ text: String, _ laid: JSONNode
    ) throws(LoadError) -> FittedParameter {
        if FittedParameter.hasWords(text) {
            let words = Variation.split(text)
            guard words.count > 1, !words.contains("") else {
                throw .usage("'--fit \(path)=\(text)' is one value; write a range, as in 0.5..12, or several: A,B,C")
            }
            if let twice = words.indices.first(where: { words[..<$0].contains(words[$0]) }) {
                throw .usage("'--fit \(path)=\(text)' has '\(words[twice])' twice")
            }
            return FittedParameter(path, words: words, in: laid)
        }
        let key = try LoadError.reading(
            try ParameterKey(path, in: laid, of: ScenarioFormat.whole.shape), behind: "--fit \(path): ")
        return try LoadError.reading(try FittedParameter(key, text), behind: "--fit \(path)=\(text): ")
    }

    // MARK: Columns

    private static func columns(
        _ arguments: Arguments, _ parameters: [FittedParameter]
    ) throws(LoadError) -> CellColumns {
        func pairs(_ option: String, _ example: String) throws(LoadError) -> [CellColumns.Pair] {
            var pairs: [CellColumns.Pair] = []
            for word in arguments.values(option) {
                // A column may have the sign in its name; a key, a metric and a weight have none.
                guard let (column, target) = word.parted(atLast: "="), !column.isEmpty, !target.isEmpty else {
                    throw .usage("'--\(option) \(word)' names no two things; write --\(option) \(example)")
                }
                pairs.append(.init(column, target))
            }
            return pairs
        }
        var columns = CellColumns()
        columns.given = try pairs("given", "segment_s=media.segment_s")
        columns.measured = try pairs("measured", "video_start_s=startup_time_s")
        columns.left = arguments.values("ignore")
        columns.fitted = parameters.map { $0.path }
        for pair in try pairs("weight", "stall_count=0.2") {
            guard let weight = Double(pair.target), weight >= 0, weight <= 1000 else {
                throw .usage("'--weight' takes a number from 0 to 1000, not '\(pair.target)'")
            }
            columns.weights.append((pair.column, weight))
        }
        return columns
    }

    private static func heldOut(_ arguments: Arguments, _ table: CellTable) throws(LoadError) -> [Int] {
        var all: [Int] = []
        for name in arguments.values("hold-out") {
            guard let column = table.settingColumns.firstIndex(of: name) else {
                throw .usage(
                    "'--hold-out \(name)': no column of settings is called so"
                        + Help.hint(name, among: table.settingColumns))
            }
            guard table.groups(by: column).count > 1 else {
                throw .usage("'--hold-out \(name)': all cells have the same, so that nothing is left to fit to")
            }
            if !all.contains(column) { all.append(column) }
        }
        return all
    }
}

import Simulation

/// A decision that `autowait compare` was asked for: choices by `--vary`, circumstances by `--over`.
struct DecisionRequest {
    enum Format: String {
        case text, json, jsonl, csv
        case csvSummary = "csv-summary"
    }

    let files: [String]
    /// Warnings for stderr.
    let notes: String
    let progress: Progress?
    /// The folders whose files scenarios may name: those allowed, and those that `--over` names.
    let folders: [String]
    let settings: [ScenarioReader.Setting]
    let choiceKeys: [String]
    let choices: [[String]]
    let baseline: Int
    let axes: CircumstanceAxes
    /// By file, its circumstances: the value of each key, or nil.
    let circumstances: [[[String?]]]
    let metrics: [DecisionMetric]
    let format: Format
    /// The number of seeds; nil is the scenario's own.
    let seedCount: Int?
    let jobs: Int

    /// Whether a command line asks for a decision, and not for a table of settings.
    static func isWanted(_ arguments: Arguments) -> Bool { arguments.has("over") || arguments.has("baseline") }

    init(_ arguments: Arguments, formats: [String], mostRuns: Int) throws(LoadError) {
        let word = try arguments.choice("format", among: formats) ?? Format.text.rawValue
        guard let format = Format(rawValue: word) else {
            throw .usage("'--format \(word)' has no decision; text, json, jsonl, csv and csv-summary have")
        }
        self.format = format
        for option in ["title", "sort"] where arguments.has(option) {
            throw .usage("'--\(option)' is for a comparison without --over and --baseline")
        }
        let variations = try Variation.all(arguments, "vary")
        guard !variations.isEmpty else {
            throw .usage("there are no choices to decide between; give them as --vary player.keep_up=A,B")
        }
        let keys = variations.map { $0.key }
        choiceKeys = keys
        choices = Variation.product(variations)
        baseline = try Self.baseline(arguments.value("baseline"), choices)
        let over = try Variation.all(arguments, "over")
        if let twice = over.first(where: { keys.contains($0.key) }) {
            throw .usage("'\(twice.key)' cannot be both a choice (--vary) and a circumstance (--over)")
        }
        axes = CircumstanceAxes(over)
        metrics = try Self.metrics(arguments.value("metrics"))
        settings = try ScenarioFile.settings(arguments)
        seedCount = try arguments.count("seeds", upTo: mostRuns)
        if seedCount != nil, (keys + axes.keys + settings.map { $0.path }).contains("seed") {
            throw .usage("'--seeds' gives every run its seed; leave the key 'seed' alone")
        }
        jobs = try arguments.jobs
        progress = arguments.progress
        let contents = try ScenarioFolder.contents(of: arguments.operands)
        files = contents.scenarios
        notes = contents.notes + CompareCommand.objections(keys)
        var (all, folders) = ([[[String?]]](), arguments.folders)
        for file in files { all.append(try axes.circumstances(of: file, opening: &folders)) }
        (circumstances, self.folders) = (all, folders)
        let sessions = all.reduce(0) { $0 + $1.count }
        for count in [choices.count, seedCount ?? 1] {
            let (product, isTooLarge) = sessions.multipliedReportingOverflow(by: count)
            guard !isTooLarge, product <= mostRuns else {
                throw .usage("these are more than \(mostRuns) runs; give fewer values or seeds")
            }
        }
        guard sessions * choices.count <= mostRuns / (seedCount ?? 1) else {
            throw .usage("these are more than \(mostRuns) runs; give fewer values or seeds")
        }
    }

    private static func baseline(_ word: String?, _ choices: [[String]]) throws(LoadError) -> Int {
        guard choices.count > 1 else {
            throw .usage("there is only one choice; give several, with commas in between")
        }
        guard let word else { return 0 }
        let names = choices.map { $0.joined(separator: ",") }
        guard let place = names.firstIndex(of: word) else {
            throw .usage("the baseline '\(word)' is no choice\(Help.hint(word, among: names))")
        }
        return place
    }

    /// The metrics in the order of their table: those of the verdict, and those that are named; else all that need no
    /// further runs.
    private static func metrics(_ words: String?) throws(LoadError) -> [DecisionMetric] {
        guard let words else { return DecisionMetric.all.filter { !$0.needsGoldilocks } }
        let known = DecisionMetric.all.map { $0.name }
        let names = words.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw .usage("'\(unknown)' is no metric of a decision\(Help.hint(unknown, among: known))")
        }
        return DecisionMetric.all.filter { DecisionMetric.headline.contains($0) || names.contains($0.name) }
    }
}

/// The keys of `--over`, in axes that are crossed with each other.
///
/// Keys of which one lies in the other, as `network` and `network.trace`, are one axis: a network is either of its
/// values.
struct CircumstanceAxes {
    private let axes: [[Variation]]
    let keys: [String]

    init(_ variations: [Variation]) {
        var axes: [[Variation]] = []
        for variation in variations {
            let own = axes.firstIndex { axis in
                axis.contains { Self.overlap($0.key, variation.key) }
            }
            if let own { axes[own].append(variation) } else { axes.append([variation]) }
        }
        self.axes = axes
        keys = axes.flatMap { $0.map { $0.key } }
    }

    private static func overlap(_ left: String, _ right: String) -> Bool {
        left == right || left.hasPrefix(right + ".") || right.hasPrefix(left + ".")
    }

    /// The circumstances of a file: by key its value, or nil where another key of the axis has one. Folders that are
    /// named are added to those whose files may be read.
    func circumstances(of file: String, opening folders: inout [String]) throws(LoadError) -> [[String?]] {
        var all: [[String?]] = [[]]
        for axis in axes {
            var own: [[String?]] = []
            for (place, variation) in axis.enumerated() {
                for value in variation.values {
                    for path in try TraceFolder.expanded(value, key: variation.key, of: file, opening: &folders) {
                        own.append(axis.indices.map { $0 == place ? path : nil })
                    }
                }
            }
            all = all.flatMap { head in own.map { head + $0 } }
        }
        return all
    }
}

/// A folder of files, or a pattern with a star, as a value of a key that holds a path.
enum TraceFolder {
    /// The keys that hold a path by their last names.
    private static let names = ["trace", "profile", "path", "media"]

    /// The values that are meant: the value itself, or the files of a folder, sorted by their names. As all paths in a
    /// scenario they are relative to the scenario's folder.
    static func expanded(
        _ value: String, key: String, of file: String, opening folders: inout [String]
    ) throws(LoadError) -> [String] {
        guard let name = key.split(separator: ".").last, names.contains(String(name)), !value.hasPrefix("{"),
            !value.hasPrefix("[")
        else { return [value] }
        let home = Files.folder(of: file)
        let isFolder = Files.isFolder(home + value)
        guard isFolder || value.contains("*") else { return [value] }
        let folder = isFolder ? (value.hasSuffix("/") ? value : value + "/") : Files.folder(of: value)
        let pattern = isFolder ? "*" : String(value.dropFirst(folder.count))
        let place = home + folder
        let all: [String]
        do throws(Files.Problem) {
            all = try Files.names(in: place.isEmpty ? "." : place)
        } catch {
            throw LoadError(
                "--over \(key)=\(value)", "\(place) \(error.message); a path is relative to the scenario's folder",
                error.code)
        }
        let found = all.filter { matches($0, pattern) && Files.regularSize(place + $0) != nil }
        guard !found.isEmpty else {
            throw LoadError("--over \(key)=\(value)", "no file in \(place) is of this name", .missingFile)
        }
        if !folders.contains(place) { folders.append(place.isEmpty ? "." : place) }
        return found.map { folder + $0 }
    }

    /// Whether a name is of a pattern, in which a star stands for anything.
    static func matches(_ name: String, _ pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map { Array($0.utf8) }
        var rest = Array(name.utf8)[...]
        guard let first = parts.first, rest.starts(with: first) else { return false }
        rest = rest.dropFirst(first.count)
        guard parts.count > 1, let last = parts.last else { return rest.isEmpty }
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            let starts = rest.indices.first { rest[$0...].starts(with: part) }
            guard let starts else { return false }
            rest = rest[(starts + part.count)...]
        }
        return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }
}

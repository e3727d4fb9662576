import PlayerModel
import Simulation

/// A population that a command line names: one that comes with the program, or a file, with all that it is mixed of.
struct PopulationFile {
    /// A population without a mix: its axes, and how much of all sessions is of it.
    struct Leaf {
        let name: String
        let weight: Int64
        /// By axis, its strata; traces of a folder are a stratum each.
        let axes: [(name: String, strata: [Stratum])]
    }

    struct Stratum {
        let name: String
        let weight: Int64
        let settings: [ScenarioReader.Setting]
    }

    let name: String
    private(set) var leaves: [Leaf] = []
    /// The folders whose traces are named.
    private(set) var folders: [String] = []

    /// The weight of all sessions, of which mixed populations have parts.
    private static let whole: Int64 = 1_000_000_000_000_000
    /// Weights are multiplied by this where they are divided among files.
    private static let share: Int64 = 1_000_000

    /// `scenario` is the file whose settings it changes.
    init(_ word: String, of scenario: String, through files: ReadFiles) throws(LoadError) {
        name = word
        try add(word, in: "", weight: Self.whole, of: scenario, within: [], through: files)
        guard leaves.reduce(0, { $0 + $1.axes.reduce(1) { $0 * $1.strata.count } }) <= Self.mostPlaces else {
            throw LoadError(
                word, "its strata make more than \(Self.mostPlaces) combinations; give fewer to an axis")
        }
    }

    private static let mostPlaces = 100_000

    private mutating func add(
        _ word: String, in folder: String, weight: Int64, of scenario: String, within outer: [String],
        through files: ReadFiles
    ) throws(LoadError) {
        let source = try Self.source(word, in: folder, through: files)
        let identity = Files.realPath(source.name) ?? source.name
        guard !outer.contains(identity) else {
            throw LoadError(source.name, "the population has sessions of itself, and there is no end of it")
        }
        let own = Files.folder(of: source.name)
        let way = try Self.way(from: Files.folder(of: scenario), to: own)
        let (population, diagnostics) = PopulationFormat(.whole).read(source, folder: way)
        guard let population else { throw LoadError(diagnostics, in: [source]) }
        if population.mix.isEmpty {
            var axes: [(name: String, strata: [Stratum])] = []
            for axis in population.axes {
                var strata: [Stratum] = []
                for stratum in axis.strata {
                    strata += try expanded(stratum, of: scenario, way, source)
                }
                axes.append((axis.name, strata.filter { $0.weight > 0 }))
            }
            leaves.append(Leaf(name: population.name.isEmpty ? word : population.name, weight: weight, axes: axes))
            if !own.isEmpty, !folders.contains(own) { folders.append(own) }
            return
        }
        let all = population.mix.reduce(0) { $0 + $1.weight }
        for part in population.mix where part.weight > 0 {
            // Parts of a part have their weights within it.
            let inner = max(1, proportion(weight, part.weight, over: all, .down))
            do throws(LoadError) {
                try add(
                    part.population.value, in: own, weight: inner, of: scenario, within: outer + [identity],
                    through: files)
            } catch {
                guard error.code == .missingFile else { throw error }
                let words = Diagnostic(
                    "there is no population '\(part.population.value)'"
                        + Help.hint(part.population.value, among: ShippedPopulations.all.map { $0.name }),
                    at: part.population.place)
                throw LoadError([words], in: [source])
            }
        }
    }

    private mutating func expanded(
        _ stratum: Placed<Population.Stratum>, of scenario: String, _ way: String, _ source: SourceText
    ) throws(LoadError) -> [Stratum] {
        let own = stratum.value
        guard let traces = own.traces else {
            return [Stratum(name: own.name, weight: own.weight * Self.share, settings: own.settings)]
        }
        let paths: [String]
        do throws(LoadError) {
            paths = try TraceFolder.expanded(way + traces.value, key: "trace", of: scenario, opening: &folders)
        } catch {
            let words = "'\(traces.value)' has no trace; a path is relative to the population's folder"
            throw LoadError([Diagnostic(words, at: traces.place)], in: [source])
        }
        return paths.map { path in
            let setting = ScenarioReader.Setting(
                path: "network.trace", value: path, origin: "\(source.name), \(own.name.onOneLine)")
            return Stratum(
                name: path.hasPrefix(way) ? String(path.dropFirst(way.count)) : path,
                weight: max(1, own.weight * Self.share / Int64(paths.count)), settings: own.settings + [setting])
        }
    }

    /// The text of a population: of one that comes with the program, or of a file.
    private static func source(
        _ word: String, in folder: String, through files: ReadFiles
    ) throws(LoadError) -> SourceText {
        if let shipped = ShippedPopulations.all.first(where: { $0.name == word }) {
            return SourceText(file: word, bytes: Array(shipped.text.utf8))
        }
        let path = word.hasPrefix("/") ? word : folder + word
        guard Files.exists(path) else {
            throw LoadError(
                path,
                "there is no such population, and no such file"
                    + Help.hint(word, among: ShippedPopulations.all.map { $0.name }), .missingFile)
        }
        return try files.source(path)
    }

    /// The way from one folder to another, in the form of a path: empty, or with a slash at its end.
    private static func way(from one: String, to other: String) throws(LoadError) -> String {
        guard let start = Files.realPath(one.isEmpty ? "." : one),
            let end = Files.realPath(other.isEmpty ? "." : other)
        else { return other }
        let (left, right) = (start.split(separator: "/"), end.split(separator: "/"))
        let common = zip(left, right).prefix { $0 == $1 }.count
        let steps = left.dropFirst(common).map { _ in ".." } + right.dropFirst(common).map(String.init)
        return steps.isEmpty ? "" : steps.joined(separator: "/") + "/"
    }
}

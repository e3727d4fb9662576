import PlayerModel
import Simulation

/// A population that a command line names: one that comes with the program, or a file, with all that it is mixed of.
struct PopulationFile {
    /// A population without a mix: its axes, and how much of all sessions is of it.
    struct Leaf {
        let name: String
        let weight: Int64
        /// By axis, its strata; traces of a folder are a stratum each.
        fileprivate(set) var axes: [(name: String, strata: [Stratum])]
        fileprivate let words: Words

        /// How many combinations its strata make; `Int.max` where that is no number.
        fileprivate var combinations: Int {
            axes.reduce(1) { product, axis in
                let (next, isTooLarge) = product.multipliedReportingOverflow(by: axis.strata.count)
                return isTooLarge ? .max : next
            }
        }
    }

    struct Stratum {
        fileprivate(set) var name: String
        let weight: Int64
        let settings: [ScenarioReader.Setting]
        /// The name of the stratum in the file, of which a trace is a part.
        fileprivate let own: String
    }

    /// The words that a population has on itself.
    fileprivate struct Words {
        var about = ""
        var source = ""
        var axes: [DrawnPopulation.Axis] = []
        var isMixed = false

        init() {}

        init(_ population: Population) {
            (about, source, isMixed) = (population.about, population.source, !population.mix.isEmpty)
            axes = population.axes.map { axis in
                DrawnPopulation.Axis(
                    axis.name,
                    axis.strata.map { stratum in
                        let own = stratum.value
                        return DrawnPopulation.Stratum(own.name, weight: own.weight, source: own.source)
                    })
            }
        }
    }

    let name: String
    private var words = Words()
    private let scenario: String
    /// The keys of the scenario's network that stay whatever the network is, because a team decides them.
    private let staying: [ScenarioReader.Setting]
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
        self.scenario = scenario
        staying = CircumstanceKey.staying(in: try files.source(scenario).bytes)
        let source = try Self.source(word, in: "", through: files)
        words = try add(source, word, weight: Self.whole, within: [], through: files)
        try tellApart()
        let places = leaves.map(\.combinations)
        guard places.allSatisfy({ $0 <= Self.mostPlaces }), places.reduce(0, +) <= Self.mostPlaces else {
            throw LoadError(word, "its strata make more than \(Self.mostPlaces) combinations; give fewer to an axis")
        }
    }

    private static let mostPlaces = 100_000
    /// Populations that are mixed of others twice, level by level, soon have more parts than anybody can mean.
    private static let mostLeaves = 1000

    /// The population as reports tell of it.
    var drawn: DrawnPopulation {
        DrawnPopulation(
            name, about: words.about, source: words.source,
            leaves.map { leaf in
                let own = words.isMixed ? leaf.words : Words()
                return DrawnPopulation.Part(
                    leaf.name, share: leaf.weight / (Self.whole / 1_000_000), about: own.about, source: own.source,
                    leaf.words.axes)
            })
    }

    /// The name of a stratum that sets what a key sets, or a part of it; nil where none does. What a scenario's network
    /// keeps is no stratum's.
    func stratum(setting key: String) -> String? {
        for strata in leaves.flatMap({ $0.axes }).map({ $0.strata }) {
            for stratum in strata where stratum.settings.contains(where: { $0.origin != nil && $0.says(key) }) {
                return stratum.name
            }
        }
        return nil
    }

    /// Adds a population with all that it is mixed of, and returns what it says of itself.
    private mutating func add(
        _ source: SourceText, _ word: String, weight: Int64, within outer: [String], through files: ReadFiles
    ) throws(LoadError) -> Words {
        let own = Files.folder(of: source.name)
        let way = try Self.way(from: Files.folder(of: scenario), to: own)
        let (population, diagnostics) = PopulationFormat(.whole).read(source, folder: way)
        guard let population else { throw LoadError(diagnostics, in: [source]) }
        guard leaves.count < Self.mostLeaves else {
            throw LoadError(
                word, "with this there are more than \(Self.mostLeaves) populations in the mix; take fewer")
        }
        if population.mix.isEmpty {
            var axes: [(name: String, strata: [Stratum])] = []
            for axis in population.axes {
                var strata: [Stratum] = []
                for stratum in axis.strata { strata += try expanded(stratum, way, source) }
                axes.append((axis.name, strata.filter { $0.weight > 0 }))
            }
            let words = Words(population)
            let name = population.name.isEmpty ? word : population.name
            leaves.append(Leaf(name: name, weight: weight, axes: axes, words: words))
            if !own.isEmpty, !folders.contains(own) { folders.append(own) }
            return words
        }
        let all = population.mix.reduce(0) { $0 + $1.weight }
        let holders = outer + [Self.identity(source)]
        for part in population.mix where part.weight > 0 {
            let (name, place) = (part.population.value, part.population.place)
            func refusal(_ words: String) -> LoadError { LoadError([Diagnostic(words, at: place)], in: [source]) }
            let inner: SourceText
            do throws(LoadError) {
                inner = try Self.source(name, in: own, through: files)
            } catch {
                throw refusal("there is no population '\(name)'\(Help.hint(name, among: Self.shippedNames))")
            }
            guard !holders.contains(Self.identity(inner)) else {
                throw refusal("'\(name)' has sessions of itself, and there is no end of it; leave it out here")
            }
            // Parts of a part have their weights within it.
            _ = try add(
                inner, name, weight: max(1, proportion(weight, part.weight, over: all, .down)), within: holders,
                through: files)
        }
        return Words(population)
    }

    private static func identity(_ source: SourceText) -> String { Files.realPath(source.name) ?? source.name }
    private static var shippedNames: [String] { ShippedPopulations.all.map { $0.name } }

    private mutating func expanded(
        _ stratum: Placed<Population.Stratum>, _ way: String, _ source: SourceText
    ) throws(LoadError) -> [Stratum] {
        let own = stratum.value
        let network = own.settings.first { $0.path == "network" }
        guard let traces = own.traces else {
            let kept = network == nil ? [] : staying.filter { !own.networkKeys.contains($0.path) }
            return [
                Stratum(
                    name: own.name, weight: own.weight * Self.share, settings: own.settings + kept, own: own.name)
            ]
        }
        func refusal(_ words: String) -> LoadError {
            LoadError([Diagnostic("'\(traces.value)' \(words)", at: traces.place)], in: [source])
        }
        if traces.value.hasPrefix("/") {
            throw refusal("is absolute; name files relative to the population's folder")
        }
        let paths: [String]
        do throws(LoadError) {
            let place = Files.folder(of: scenario) + way + traces.value
            guard !traces.value.isEmpty, traces.value.contains("*") || Files.exists(place) else {
                throw LoadError(place, "no such file", .missingFile)
            }
            paths = try TraceFolder.expanded(way + traces.value, key: "trace", of: scenario, opening: &folders)
        } catch {
            throw refusal("has no trace; a path is relative to the population's folder")
        }
        if let own = TraceFolder.name(ofAny: [source.name, scenario], among: paths, of: scenario) {
            throw refusal("takes in \(own), which is no trace; \(TraceFolder.remedy)")
        }
        // Of a part of nothing each would have one of a million.
        guard own.weight > 0 else { return [] }
        let origin = "\(source.name), \(own.name.onOneLine)"
        let start = network ?? ScenarioReader.Setting(path: "network", value: "{}", origin: origin)
        let others = own.settings.filter { $0.path != "network" }
        return paths.map { path in
            let trace = ScenarioReader.Setting(path: "network.trace", value: path, origin: origin)
            return Stratum(
                name: path.hasPrefix(way) ? String(path.dropFirst(way.count)) : path,
                weight: max(1, own.weight * Self.share / Int64(paths.count)),
                settings: [start, trace] + others + staying.filter { !own.networkKeys.contains($0.path) },
                own: own.name)
        }
    }

    /// A report has one row for an axis and a name: strata that set other things do not share it. A trace is named
    /// together with its stratum then, and where that is not enough, each with its population.
    private mutating func tellApart() throws(LoadError) {
        nameAnew { stratum, _ in stratum.own == stratum.name ? stratum.name : "\(stratum.own): \(stratum.name)" }
        nameAnew { stratum, leaf in "\(leaf.name): \(stratum.name)" }
        guard let name = sharedNames.flatMap({ $0.value }).min() else { return }
        throw LoadError(
            self.name, "reports would call two strata '\(name)', which set different things; name one otherwise")
    }

    private mutating func nameAnew(_ name: (Stratum, Leaf) -> String) {
        let shared = sharedNames
        for (place, leaf) in leaves.enumerated() {
            for (number, axis) in leaf.axes.enumerated() {
                for (index, stratum) in axis.strata.enumerated()
                where shared[axis.name]?.contains(stratum.name) ?? false {
                    leaves[place].axes[number].strata[index].name = name(stratum, leaf)
                }
            }
        }
    }

    /// By axis, the names of strata that set different things.
    private var sharedNames: [String: Set<String>] {
        var first: [String: [String: [String]]] = [:]
        var shared: [String: Set<String>] = [:]
        for (axis, stratum) in leaves.flatMap({ $0.axes.flatMap { axis in axis.strata.map { (axis.name, $0) } } }) {
            let content = stratum.settings.flatMap { [$0.path, $0.value] }
            if first[axis, default: [:]][stratum.name, default: content] != content {
                shared[axis, default: []].insert(stratum.name)
            }
            first[axis, default: [:]][stratum.name] = content
        }
        return shared
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
                    + Help.hint(word, among: shippedNames), .missingFile)
        }
        return try files.source(path)
    }

    /// The way from one folder to another, in the form of a path: empty, or with a slash at its end.
    private static func way(from one: String, to other: String) throws(LoadError) -> String {
        guard let start = Files.realPath(one.isEmpty ? "." : one),
            let end = Files.realPath(other.isEmpty ? "." : other)
        else { return other }
        let slash = UInt8(ascii: "/")
        let (left, right) = (start.utf8.split(separator: slash), end.utf8.split(separator: slash))
        let common = zip(left, right).prefix { $0.elementsEqual($1) }.count
        let steps = left.dropFirst(common).map { _ in ".." } + right.dropFirst(common).map { String(Substring($0)) }
        return steps.isEmpty ? "" : steps.joined(separator: "/") + "/"
    }
}

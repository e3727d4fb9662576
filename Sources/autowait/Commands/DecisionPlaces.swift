import Simulation

/// The circumstances of an experiment, each with the scenario of every choice.
struct DecisionPlaces: Sendable {
    struct Place: Sendable {
        let file: Int
        /// The values of the circumstances' keys, or the names of strata.
        let names: [String?]
        let settings: [ScenarioReader.Setting]
        fileprivate(set) var scenarios: [Scenario] = []
        /// Why they cannot be read; nil where they can, or nobody has tried.
        fileprivate(set) var problem: LoadError?
    }

    private let request: DecisionRequest
    private(set) var all: [Place] = []
    private(set) var problems = CompareCommand.Problems()
    /// How a session's circumstance is drawn; nil where each has its sessions in turn.
    private var draw: PopulationDraw?
    /// The places whose scenarios are there.
    private var loaded: [Int] = []

    /// More scenarios than this are not held at once, unless they are wanted at once.
    private static let mostHeld = 4096

    /// Reads all circumstances with every choice. Where one cannot be read there are none: a report of the others would
    /// look like that of all. Of a population, in which they may be very many, every stratum is tried once, and what is
    /// drawn is read when it is wanted.
    init(_ request: DecisionRequest) {
        self.request = request
        if let population = request.population {
            let draw = PopulationDraw(population)
            self.draw = draw
            all = draw.places
            load(draw.examples)
            if problems.code != .asExpected { all = [] }
            return
        }
        all = request.files.indices.flatMap { file in
            request.circumstances[file].map { values in
                let settings = zip(request.axes.keys, values).compactMap { key, value in
                    value.map { ScenarioReader.Setting(path: key, value: $0, option: .over) }
                }
                return Place(file: file, names: values, settings: settings)
            }
        }
        load(Array(all.indices))
        if problems.code != .asExpected { all = [] }
    }

    /// The names of what circumstances differ in.
    var keys: [String] { draw?.keys ?? request.axes.keys }
    var isDrawn: Bool { draw != nil }

    /// Whether anything that is played is live, as far as scenarios have been read: of a population, in each stratum.
    var isLive: Bool { all.contains { $0.scenarios.contains { $0.players.contains { $0.isLive } } } }

    /// Whether a viewer may leave, as far as scenarios have been read.
    var viewersMayLeave: Bool { all.contains { $0.scenarios.contains { $0.players.contains { $0.mayBeLeft } } } }

    /// The circumstance of a session.
    func place(of number: Int) -> Int { draw?.place(of: number) ?? number % all.count }

    /// Reads those that are not there.
    mutating func hold(_ places: some Sequence<Int>) {
        guard isDrawn else { return }
        let wanted = Set(places)
        let missing = wanted.filter { all[$0].scenarios.isEmpty && all[$0].problem == nil }.sorted()
        if (loaded.count + missing.count) * request.choices.count > Self.mostHeld {
            for place in loaded where !wanted.contains(place) { all[place].scenarios = [] }
            loaded.removeAll { !wanted.contains($0) }
        }
        load(missing)
    }

    subscript(place: Int) -> Place { all[place] }

    /// Reads some of them.
    private mutating func load(_ places: [Int]) {
        let (request, all, count) = (request, all, request.choices.count)
        let loaded = Workers.map(places.count * count, jobs: request.jobs) { index in
            let place = all[places[index / count]]
            let varied = Variation.settings(request.choiceKeys, request.choices[index % count])
            return Result { () throws(LoadError) in
                var scenario = try ScenarioFile.load(
                    request.files[place.file], settings: request.settings + place.settings + varied,
                    folders: request.folders, through: request.read)
                scenario.prepare()
                return scenario
            }
        }
        for (index, place) in places.enumerated() {
            var scenarios: [Scenario] = []
            for result in loaded[index * count..<(index + 1) * count] {
                switch result {
                case .success(let scenario): scenarios.append(scenario)
                case .failure(let error):
                    problems.add(error)
                    self.all[place].problem = error
                }
            }
            if scenarios.count == count { self.all[place].scenarios = scenarios }
        }
        self.loaded += places
    }

    /// The circumstances as reports have them; `isExact` says of each whether nothing is drawn at random in it.
    func circumstances(isExact: [Bool]) -> [Circumstance] {
        let name = all.lazy.compactMap { $0.scenarios.first?.name }.first ?? ""
        return zip(all, isExact).map { place, isExact in
            let file = request.files[place.file]
            let trace = place.scenarios.first?.network.trace ?? place.trace
            return Circumstance(
                path: Files.shown(file), name: place.scenarios.first?.name ?? name, settings: place.names,
                trace: trace.map { Files.folder(of: file) + $0 }, isExact: isExact)
        }
    }
}

extension LoadError {
    /// Nobody can decide by what no session has.
    static func nothingIsLive(_ metric: DecisionMetric) -> LoadError {
        .usage("'\(metric.name)' is of live streams, and nothing here is live")
    }
}

extension DecisionPlaces.Place {
    /// The trace that its settings name.
    fileprivate var trace: String? { settings.last { $0.path == "network.trace" }?.value }
}

/// How sessions are drawn from a population: a leaf of it, and of each of its axes a stratum.
private struct PopulationDraw: Sendable {
    private struct Leaf: Sendable {
        let first: Int
        /// By axis, the weights of its strata.
        let weights: [[Int64]]
    }

    let keys: [String]
    let places: [DecisionPlaces.Place]
    /// Places in which every stratum stands once.
    let examples: [Int]
    private let leaves: [Leaf]
    private let weights: [Int64]

    init(_ population: PopulationFile) {
        let isMixed = population.leaves.count > 1
        var keys = isMixed ? ["population"] : []
        for axis in population.leaves.flatMap({ $0.axes }) where !keys.contains(axis.name) { keys.append(axis.name) }
        var (places, examples, leaves) = ([DecisionPlaces.Place](), [Int](), [Leaf]())
        for leaf in population.leaves {
            let first = places.count
            var all: [(names: [String: String], settings: [ScenarioReader.Setting])] = [
                (isMixed ? ["population": leaf.name] : [:], [])
            ]
            for axis in leaf.axes {
                all = all.flatMap { head in
                    axis.strata.map { stratum in
                        var names = head.names
                        names[axis.name] = stratum.name
                        return (names, head.settings + stratum.settings)
                    }
                }
            }
            for place in all {
                places.append(
                    DecisionPlaces.Place(file: 0, names: keys.map { place.names[$0] }, settings: place.settings))
            }
            let most = leaf.axes.map { $0.strata.count }.max() ?? 1
            for round in 0..<most {
                examples.append(first + leaf.axes.reduce(0) { $0 * $1.strata.count + round % $1.strata.count })
            }
            leaves.append(Leaf(first: first, weights: leaf.axes.map { $0.strata.map { $0.weight } }))
        }
        (self.keys, self.places, self.leaves) = (keys, places, leaves)
        self.examples = examples
        weights = population.leaves.map { $0.weight }
    }

    /// The place of a session: it depends on its number alone, and on no choice.
    func place(of number: Int) -> Int {
        let leaf = leaves[EvenDraw.place(weights, session: number, axis: 0)]
        return leaf.first
            + leaf.weights.enumerated().reduce(0) { place, axis in
                place * axis.element.count + EvenDraw.place(axis.element, session: number, axis: axis.offset + 1)
            }
    }
}

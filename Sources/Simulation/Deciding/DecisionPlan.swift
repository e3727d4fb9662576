/// Everything about an experiment that is known before its first session: choices, circumstances, metrics.
package struct DecisionPlan: Equatable, Sendable {
    package let choiceKeys: [String]
    /// By choice, the value of every key, as it was typed.
    package let choices: [[String]]
    package let baseline: Int
    package let circumstanceKeys: [String]
    package let circumstances: [Circumstance]
    package let metrics: [DecisionMetric]
    /// Those of them that nobody has asked for: they are looked at all the same, and shown where a choice does worse.
    package var unasked: [DecisionMetric] = []
    /// The population that the circumstances are drawn from; nil where each of them has its sessions.
    package let population: DrawnPopulation?
    /// Whether a viewer may leave with any choice, in any circumstance: else it is sure that none does.
    package let viewersMayLeave: Bool
    /// The keys that are set in every session, each with its value as it was typed.
    package let settings: [ScenarioReader.Setting]
    /// The folders whose files scenarios may name, besides their own.
    package private(set) var folders: [String]

    package init(
        choiceKeys: [String], choices: [[String]], baseline: Int, circumstanceKeys: [String],
        circumstances: [Circumstance], metrics: [DecisionMetric], population: DrawnPopulation? = nil,
        viewersMayLeave: Bool = true, settings: [ScenarioReader.Setting] = [], folders: [String] = []
    ) {
        self.choiceKeys = choiceKeys
        self.choices = choices
        self.baseline = baseline
        self.circumstanceKeys = circumstanceKeys
        self.circumstances = circumstances
        self.metrics = metrics
        self.population = population
        self.viewersMayLeave = viewersMayLeave
        self.settings = settings
        self.folders = folders
    }

    /// Whether it is the same but for the folders, which have other paths on another machine.
    package func isAs(_ other: DecisionPlan) -> Bool {
        var own = self
        own.folders = other.folders
        return own == other
    }

    /// The name of a choice: its values.
    package func name(_ choice: Int) -> String { choices[choice].map { $0.onOneLine }.joined(separator: ", ") }

    /// The name of a circumstance: its settings, and its scenario where there are several.
    package func label(_ circumstance: Int) -> String {
        let own = circumstances[circumstance]
        let values = own.settings.compactMap { $0 }
        let hasPaths = circumstances.contains { !$0.path.isSpelt(own.path) }
        return ((hasPaths ? [own.path] : []) + values).map { $0.onOneLine }.joined(separator: ", ")
    }

    /// The trace of a circumstance, by the name that tables have for it where there is one.
    func traceName(_ circumstance: Int) -> String? {
        let own = circumstances[circumstance]
        guard let trace = own.trace else { return nil }
        let name = own.settings.lazy.compactMap { $0 }.first { trace == $0 || trace.hasSuffix("/" + $0) }
        return (name ?? trace).onOneLine
    }

    /// A way to look at the circumstances: rows of a table, each with all sessions of some of them.
    package struct View: Sendable {
        package let keys: [String]
        package let rows: [String]
        /// By circumstance, its row.
        let rowOfCircumstance: [Int]
    }

    /// Every circumstance by itself; of a population, whose circumstances are many and rare, each axis by itself.
    package var views: [View] {
        guard population != nil else {
            let places = Array(circumstances.indices)
            let hasPaths = circumstances.contains { !$0.path.isSpelt(circumstances[0].path) }
            let keys = (hasPaths || circumstanceKeys.isEmpty ? ["scenario"] : []) + circumstanceKeys
            return [View(keys: keys, rows: places.map(label), rowOfCircumstance: places)]
        }
        return circumstanceKeys.indices.compactMap { axis in
            var rows: [String] = []
            let rowOfCircumstance = circumstances.map { circumstance in
                let name = circumstance.settings[axis] ?? "other"
                if let place = rows.firstIndex(where: { $0.isSpelt(name) }) { return place }
                rows.append(name)
                return rows.count - 1
            }
            return rows.count > 1
                ? View(keys: [circumstanceKeys[axis]], rows: rows, rowOfCircumstance: rowOfCircumstance) : nil
        }
    }
}

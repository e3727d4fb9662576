import Simulation

extension CompareCommand {
    /// The options that a page that runs has no place for.
    private static let foreignOptions = [
        "over", "population", "until-decided", "shard", "baseline", "seeds", "metrics", "title", "sort",
    ]

    /// The page that runs, with one scenario in it under each of the settings: each as a scenario of its own.
    static func live(_ page: String, _ arguments: Arguments) throws(LoadError) -> Reply {
        guard arguments.value("format") == "html" else { throw .usage("'--engine' is for a page: --format html") }
        for option in foreignOptions where arguments.has(option) {
            let remedy = option == "seeds" ? "; a seed of its own is --set seed=3" : ""
            throw .usage("'--\(option)' has no place in a page that runs: leave it or '--engine' away\(remedy)")
        }
        let files = try ScenarioFolder.contents(of: arguments.operands, allowing: arguments.folders).scenarios
        guard files.count == 1, let file = files.first else {
            throw .usage("a page that runs has the settings of one scenario side by side; these are \(files.count)")
        }
        let (settings, variations) = (try ScenarioFile.settings(arguments), try Variation.all(arguments, "vary"))
        let combinations = Variation.product(variations)
        guard combinations.count <= LivePage.mostVersions else {
            throw .usage("a page that runs holds \(LivePage.mostVersions) settings; these are \(combinations.count)")
        }
        let read = ReadFiles()
        var warnings: [String] = []
        var versions: [LivePage.Version] = []
        for combination in combinations {
            let varied = Variation.settings(variations.map { $0.key }, combination)
            let (loaded, header) = try ScenarioFile.recordable(
                file, settings: settings + varied, folders: arguments.folders, through: read)
            let run = try ScenarioFile.run(loaded.scenario, file, tracing: .facts)
            let own = Warnings(loaded, run).text
            if !warnings.contains(own) { warnings.append(own) }
            versions.append(
                LivePage.Version(name: name(variations, combination), header: header, settings: settings + varied))
        }
        return try LivePage.reply(page, versions, warnings: warnings.joined())
    }

    /// A name for people: the last part of each key, where no two end alike, with its value.
    private static func name(_ variations: [Variation], _ values: [String]) -> String {
        let ends = variations.map { PathNames.last(of: $0.key) }
        let words = zip(variations.indices, values).map { index, value in
            let isAlone = ends.count { $0 == ends[index] } == 1
            return "\(isAlone ? ends[index] : variations[index].key)=\(value)"
        }
        return words.isEmpty ? "A" : words.joined(separator: ", ")
    }
}

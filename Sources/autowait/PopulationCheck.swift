import Simulation

/// Tries each stratum of a population in a scenario, so that a network, a trace or a mix that cannot be had is told
/// before a long run.
enum PopulationCheck {
    /// A minute of HLS, in whose place a stratum may put media of its own. It stands for the scenario that a population
    /// is drawn for, beside the population.
    private static let scenario = """
        {"media": {"kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [{"bitrate_kbps": 800}]},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
        """

    /// - Throws: All that is wrong, each once.
    static func check(_ path: String, allowing folders: [String]) throws(LoadError) {
        let read = ReadFiles()
        let stand = Files.folder(of: path) + "scenario.json"
        read.hold(scenario, as: stand)
        let population = try PopulationFile(path, of: stand, through: read)
        var problems = CompareCommand.Problems()
        for leaf in population.leaves {
            let usual = leaf.axes.map { $0.strata.first?.settings ?? [] }
            for (place, axis) in leaf.axes.enumerated() {
                for stratum in axis.strata {
                    var settings = usual
                    settings[place] = stratum.settings
                    do throws(LoadError) {
                        _ = try ScenarioFile.load(
                            stand, settings: settings.flatMap { $0 }, folders: folders + population.folders,
                            through: read)
                    } catch {
                        problems.add(error)
                    }
                }
            }
        }
        guard problems.code == .asExpected else { throw LoadError(message: problems.text, code: problems.code) }
    }
}

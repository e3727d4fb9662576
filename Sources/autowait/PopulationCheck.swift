import Simulation

/// Tries each stratum of a population in a scenario, so that a network, a trace, media or a mix that cannot be had is
/// told before a long run.
///
/// The scenario is not the one that sessions will be drawn for. So nothing is said of what depends on that: a player's
/// rules and items, and faults of what it fetches.
enum PopulationCheck {
    /// A minute of HLS, in whose place a stratum may put media of its own.
    private static let scenario = """
        {"media": {"kind": "hls", "duration_s": 60, "segment_s": 6, "variants": [{"bitrate_kbps": 800}]},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
        """
    /// Beside the population, and no file can have that name.
    private static let name = "\u{0}.json"

    /// - Throws: All that is wrong, each once.
    static func check(_ path: String, allowing folders: [String]) throws(LoadError) {
        let read = ReadFiles()
        let stand = Files.folder(of: path) + name
        read.hold(scenario, as: stand)
        let population = try PopulationFile(path, of: stand, through: read)
        var problems = CompareCommand.Problems()
        for leaf in population.leaves {
            let usual = leaf.axes.map { $0.strata.first.map(settings) ?? [] }
            for (place, axis) in leaf.axes.enumerated() {
                for stratum in axis.strata {
                    var all = usual
                    all[place] = settings(stratum)
                    do throws(LoadError) {
                        _ = try ScenarioFile.load(
                            stand, settings: all.flatMap { $0 }, folders: folders + population.folders,
                            through: read)
                    } catch {
                        problems.add(error)
                    }
                }
            }
        }
        guard problems.code == .asExpected else { throw LoadError(message: problems.text, code: problems.code) }
    }

    /// Those of its settings that stand for themselves.
    private static func settings(_ stratum: PopulationFile.Stratum) -> [ScenarioReader.Setting] {
        let own = stratum.settings.filter { setting in
            ["player.viewer", "media"].contains(setting.path) && !setting.value.hasPrefix("[")
                || setting.path == "network" || setting.path.hasPrefix("network.")
        }
        return own + [ScenarioReader.Setting(path: "network.faults", value: "", takesAway: true)]
    }
}

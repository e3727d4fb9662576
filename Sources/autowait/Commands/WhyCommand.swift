import Simulation

enum WhyCommand {
    static let command = Command(
        name: "why", operands: "FILE", operandCount: 1...1,
        about: "tells the story of each wait and stall of a run, and what would have avoided it, by running again",
        options: [
            CompanionFiles.option,
            .init("seed", "N", "seed the random streams with N"),
            .init("set", each: "KEY=VALUE", "set a key over what the file says; may be repeated"),
        ],
        advice: "name a scenario, as in 'autowait why FILE.json'",
        run: why)

    private static func why(_ arguments: Arguments) throws(LoadError) -> Reply {
        let (path, settings) = (arguments.operands[0], try ScenarioFile.settings(arguments))
        let scenario = try ScenarioFile.load(path, settings: settings, folders: arguments.values("allow"))
        let run = try ScenarioFile.run(scenario, path, tracing: .facts)
        return Reply(output: try LoadError.running(Files.shown(path), try WhyText.text(run)))
    }
}

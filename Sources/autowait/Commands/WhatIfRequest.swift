import PlayerModel
import Simulation

/// Alternatives that are to be tried on logs: the logs, the scenario under each alternative, and how to infer.
struct WhatIfRequest {
    let files: [String]
    let keys: [String]
    let choices: [[String]]
    /// The scenario of each choice.
    let scenarios: [Scenario]
    /// When the session of a log sent its first request, on the clock of the scenario that was given; nil where a
    /// recorded run has a scenario and a clock of its own.
    let firstRequest: Instant?
    let settings: Inference.Settings
    /// The host whose requests are looked at alone; nil is all.
    let host: String?
    let format: WhatIfCommand.Format
    let jobs: Int
    let isStrict: Bool
    let progress: Progress?
    /// Lines for stderr on files that were passed over.
    let notes: String

    static let mostChoices = 24
    private static let mostMembers = 200
    /// The endings of logs in a folder. A log that is named itself may have any.
    private static let endings = [".har", ".json", ".jsonl", ".ndjson"]

    init(_ arguments: Arguments) throws(LoadError) {
        format = try arguments.choice("format", of: WhatIfCommand.Format.self) ?? .text
        try arguments.checkOutput(of: format.form)
        (jobs, isStrict, progress) = (try arguments.jobs, arguments.has("strict"), arguments.progress)
        let variations = try Variation.all(arguments, "vary")
        guard !variations.isEmpty else {
            let words = arguments.has("set") ? "'--set' is for all alternatives; give some" : "give alternatives"
            throw .usage("what if what? \(words), as in --vary player=hls.js,exoplayer")
        }
        keys = variations.map { $0.key }
        try Self.checkNetwork(keys)
        if keys.contains("network.transport") {
            throw .usage(
                "'network.transport' cannot be varied: what is inferred over one transport says nothing of another; "
                    + "'--transport' is for all alternatives")
        }
        if keys.contains("seed") {
            throw .usage(
                "'seed' cannot be varied: what it draws is luck, and no other setting; "
                    + "'--members' draws more networks")
        }
        choices = Variation.product(variations)
        guard choices.count <= Self.mostChoices else {
            throw .usage("these are \(choices.count) alternatives; \(Self.mostChoices) are the most")
        }
        var settings = try InferCommand.settings(arguments, mostMembers: Self.mostMembers)
        let session: Scenario
        (scenarios, session, firstRequest) = try Self.scenarios(arguments, keys, choices)
        if !arguments.has("transport") { settings.transport = session.network.transport }
        self.settings = settings
        host = arguments.value("host")?.lowercased()
        (files, notes) = try Self.files(arguments.operands)
    }

    /// The scenario under each choice: that of a file, or the one that a recorded run has in it; the one without what
    /// is varied, which is that of the session that was logged; and when the file's sends its first request.
    private static func scenarios(
        _ arguments: Arguments, _ keys: [String], _ choices: [[String]]
    ) throws(LoadError) -> (scenarios: [Scenario], session: Scenario, firstRequest: Instant?) {
        let file = arguments.value("scenario")
        let path = file ?? arguments.operands[0]
        let recorded = file == nil ? try recorded(arguments.operands) : nil
        var set = try ScenarioFile.settings(of: .set, arguments, example: "media.segment_s=4")
        try checkNetwork(set.map { $0.path })
        // What is inferred over one transport says nothing of another: the sessions go over the same.
        if let transport = arguments.value("transport") {
            set.append(ScenarioReader.Setting(path: "network.transport", value: transport, option: .set))
        }
        let read = ReadFiles()
        let folders = arguments.values("allow")
        func scenario(_ settings: [ScenarioReader.Setting]) throws(LoadError) -> Scenario {
            if let recorded { return try recorded.scenario(over: settings, path) }
            return try ScenarioFile.load(path, settings: settings, folders: folders, through: read)
        }
        var scenarios: [Scenario] = []
        for choice in choices {
            var scenario = try scenario(set + Variation.settings(keys, choice))
            guard scenario.players.count == 1 else {
                throw LoadError(Files.shown(path), "'whatif' is for a scenario with one player")
            }
            scenario.prepare()
            scenarios.append(scenario)
        }
        // What is varied may have another first request, or other protocols, and the session that was logged had but
        // one. A file that is no scenario without what is varied leaves the first choice to tell it.
        let session = (try? scenario(set)) ?? scenarios[0]
        if recorded != nil { return (scenarios, session, nil) }
        let firstRequest = try LoadError.running(Files.shown(path), try session.firstRequest() ?? .zero)
        return (scenarios, session, firstRequest)
    }

    /// The recorded run that a command line without a scenario names.
    private static func recorded(_ operands: [String]) throws(LoadError) -> LogFile {
        guard operands.count == 1, !Files.isFolder(operands[0]) else {
            throw .usage(
                "'--scenario FILE' is missing: several logs, and those of a folder, take one scenario for all of them; "
                    + "alone, and by its own name, a log of 'autowait run --record LOG' needs none")
        }
        let bytes = try Files.load(operands[0], limit: FieldReader.mostBytes, onlyRegular: true)
        if LogKind.isRun(bytes) { return try LogFile(operands[0]) }
        throw .usage(
            "'--scenario FILE' is missing: no log says a session's media, ladder and player in full, but the one that "
                + "'autowait run --record LOG' writes")
    }

    /// Refuses keys that would change nothing, said once or varied.
    private static func checkNetwork(_ keys: [String]) throws(LoadError) {
        guard let own = keys.first(where: givesWay) else { return }
        throw .usage(
            "'\(own)' would change nothing: the network is what the log says, but for its rate up, connections "
                + "and protocols")
    }

    /// Whether a key says of the network what the inferred one says in its place. A preset, phases and a network as a
    /// whole say something of the rate up as well, and are refused all the same: it has a key of its own.
    private static func givesWay(_ key: String) -> Bool {
        var words = key.split(separator: ".")[...]
        guard words.first == "network" else { return isOne(key, of: ["hosts", "traffic"]) }
        words.removeFirst()
        // The key of a phase, and of a network that is a list of phases alone.
        if words.first == "phases", words.count > 2 { words.removeFirst() }
        if words.count > 1, let first = words.first, Int(first) != nil { words.removeFirst() }
        return words.first.map { keysGivingWay.contains(String($0)) || Int($0) != nil } ?? true
    }

    private static let keysGivingWay = [
        "down_kbps", "delay_ms", "delay_down_ms", "delay_up_ms", "loss_percent", "loss_down_percent",
        "loss_up_percent", "preset", "profile", "name", "phases", "repeat", "outages", "trace", "columns", "loop",
        "scale", "latency", "make",
    ]

    /// Whether a key is one of some, or a part of it.
    private static func isOne(_ key: String, of keys: [String]) -> Bool {
        keys.contains { PathNames.leads(key, into: $0) }
    }

    /// The names of all choices, as a sentence begins with them.
    var names: [String] {
        choices.map { choice in zip(keys, choice).map { "\($0)=\($1)" }.joined(separator: ", ") }
    }

    /// Whether a file is the log of a run. Others that end in .log may be anything.
    private static func isRecorded(_ path: String) -> Bool {
        (try? Files.read(path, limit: FieldReader.mostBytes, onlyRegular: true)).map { LogKind.isRun($0) } ?? false
    }

    /// The words on what is left out of a folder: `1 file of another ending is`.
    private static func leftOut(_ names: [String], of folder: String) -> [String] {
        let folders = names.filter { Files.isFolder(folder + $0) }.count
        let logs = names.filter { $0.hasSuffix(".log") && !Files.isFolder(folder + $0) }.count
        let others = names.count - folders - logs
        let unrecorded = "that 'autowait run --record' did not write"
        return (others > 0 ? [DeviceLogFiles.others(others)] : [])
            + (logs == 1 ? ["1 .log \(unrecorded) is"] : logs > 1 ? ["\(logs) files in .log \(unrecorded) are"] : [])
            + (folders == 1 ? ["1 folder in it is"] : folders > 1 ? ["\(folders) folders in it are"] : [])
    }

    private static func files(_ operands: [String]) throws(LoadError) -> (files: [String], notes: String) {
        var (files, notes) = ([String](), "")
        for path in operands {
            guard Files.isFolder(path) else {
                files.append(path)
                continue
            }
            let folder = Files.asFolder(path)
            let names = try LoadError.naming(path, try Files.names(in: path))
            let own = names.filter { name in
                endings.contains { name.hasSuffix($0) } || name.hasSuffix(".log") && isRecorded(folder + name)
            }
            if own.isEmpty {
                throw LoadError(
                    path,
                    "there is no log here, no file that ends in \(endings.joined(separator: ", ")), and no .log of "
                        + "'autowait run --record'", .missingFile)
            }
            for words in leftOut(names.filter { !own.contains($0) }, of: folder) {
                notes += "\(path.onOneLine): \(words) left out\n"
            }
            files += own.map { folder + $0 }
        }
        if let twice = Repetition.file(in: files) {
            throw .usage("\(twice) is named twice, and its session would count twice; name each log once")
        }
        return (files, notes)
    }
}

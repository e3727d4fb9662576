import PlayerModel
import Simulation

enum InitCommand {
    static let command = Command(
        name: "init", operands: "[NAME]", operandCount: 0...1, operandKind: .new,
        about: "writes a small scenario that runs as it is, to change into one's own; never over a file",
        options: [
            .init(
                "media", .input("FILE"), "play this playlist (.m3u8), which lies in the scenario's folder or below"),
            .init(
                "network", .input("NAME|FILE"),
                "over this preset ('autowait list presets'), network trace or link conditioner profile (.plist); "
                    + "\(usualNetwork) unless said"),
        ],
        hasReport: false, run: begin)

    private static let usualName = "first-scenario"
    private static let usualNetwork = "3G"
    /// How long a live stream lasts: as long as what is played without a playlist.
    private static let liveSeconds = 60

    /// Its parts in words, and as JSON.
    private struct Draft {
        let path: String
        let name: String
        let network: (words: String, json: String, warnings: [String])
        let media: (words: String, json: String, isLive: Bool)

        /// The text of the file; `expect` is an object, or empty where nothing is expected.
        func text(expecting expect: String) -> String {
            let about = """
                A person taps play on \(media.words), over \(network.words). Change what you like: 'network' \
                ('autowait list presets'), 'media' (the path of a .m3u8 will do), 'player' ('autowait list players'; \
                when 'avplayer' starts is a stand-in, as Apple does not publish it), \
                'script' ('autowait list actions')\(media.isLive ? ", 'until_s' (how long the programme lasts)" : ""). \
                'autowait list keys' has every key; a report shows what is not said. 'autowait test' holds the run to \
                'expect'.
                """
            // What is listed of a live stream goes on for as long as the run does: a day, unless it is said.
            let end = media.isLive ? ",\n  \"until_s\": \(InitCommand.liveSeconds)" : ""
            return """
                {
                  "name": \(JSONText.quoted(name)),
                  "about": \(JSONText.quoted(about)),
                  "network": \(network.json),
                  "media": \(media.json),
                  "player": "avplayer",
                  "script": [
                    { "at_s": 0, "do": "load" },
                    { "at_s": 0.5, "do": "play" }
                  ]\(end)\(expect.isEmpty ? "" : ",\n  \"expect\": \(expect)")
                }

                """
        }
    }

    private static func begin(_ arguments: Arguments) throws(LoadError) -> Reply {
        let draft = try draft(arguments)
        // Judged and run before it is written: whoever begins with it has no faults to mend.
        let plain = SourceText(file: draft.path, bytes: Array(draft.text(expecting: "").utf8))
        let run = try ScenarioFile.run(try ScenarioFile.loaded(plain).scenario, draft.path, tracing: .facts)
        try LoadError.naming(draft.path, try Files.create(draft.path, with: draft.text(expecting: expectations(run))))
        let path = draft.path.onOneLine.shellOperand
        return Reply(
            output: """
                wrote \(draft.path.onOneLine): \(draft.media.words), over \(draft.network.words)

                autowait run \(path)
                    shows what playback does, and when
                autowait run --format html -o \((stem(draft.path) + ".html").onOneLine.shellOperand) \(path)
                    draws it
                autowait test --update \(path)
                    keeps it as the golden
                autowait test \(path)
                    says from then on what has changed

                """, errors: draft.network.warnings.joined())
    }

    private static func draft(_ arguments: Arguments) throws(LoadError) -> Draft {
        let name = arguments.operands.first ?? usualName
        // The budget of a 'folder.json' would be that of all beside it.
        let isNone = [".", "..", ".json", Files.standardInput, "folder", "folder.json"]
            .contains(String(Files.name(of: name)))
        // A name of several lines could not be typed again from what is printed.
        if name.isEmpty || name.hasSuffix("/") || isNone || name != name.onOneLine {
            throw .usage("'\(name.onOneLine)' is no name for a scenario; write autowait init \(usualName)")
        }
        let path = name.hasSuffix(".json") ? name : name + ".json"
        if Files.exists(path) { throw LoadError(path, Files.Problem.exists.message, .cannotWrite) }
        let (network, media) = (typed("network", arguments), typed("media", arguments))
        try OutputFile(path, option: "autowait init", inputs: []).checkPlace(besides: network + media)
        return Draft(
            path: path, name: String(Files.name(of: stem(path))),
            network: try Self.network(arguments.value("network") ?? usualNetwork, path, besides: media),
            media: try Self.media(arguments.value("media"), path, besides: network))
    }

    /// An option as it stands behind a command that is given as advice; empty where it was not given.
    private static func typed(_ option: String, _ arguments: Arguments) -> String {
        arguments.value(option).map { " --\(option) \($0.shellWord)" } ?? ""
    }

    private static func network(
        _ word: String, _ scenario: String, besides others: String
    ) throws(LoadError) -> (words: String, json: String, warnings: [String]) {
        if let preset = NetworkPreset.named(word) {
            return ("the network '\(preset.id)'", JSONText.quoted(preset.id), [])
        }
        guard Files.regularSize(word) != nil else {
            throw .usage("'\(word)' is neither a network's name nor a file\(NetworkPreset.hint(word))")
        }
        let path = try relative(word, of: scenario, "--network", besides: others)
        if word.lowercased().hasSuffix(".plist") { return ("the profile of \(path)", JSONText.quoted(path), []) }
        let trace = try TraceFile.load(word)
        let warnings = [trace.reading, trace.doubt].compactMap { $0 }
        // A delay of ours would come on top of a latency that was measured.
        let delay = trace.hasLatency ? "" : ", \"delay_ms\": 50"
        return (
            "the network trace \(path)", "{ \"trace\": \(JSONText.quoted(path))\(delay) }",
            warnings.map { "\(Files.shown(word)): warning: \($0)\n" }
        )
    }

    private static func media(
        _ file: String?, _ scenario: String, besides others: String
    ) throws(LoadError) -> (words: String, json: String, isLive: Bool) {
        guard let file else {
            return (
                "a minute of HLS in four variants",
                """
                {
                    "kind": "hls", "duration_s": 60, "segment_s": 6,
                    "variants": [
                      { "bitrate_kbps": 145, "width": 416, "height": 234 },
                      { "bitrate_kbps": 365, "width": 480, "height": 270 },
                      { "bitrate_kbps": 730, "width": 640, "height": 360 },
                      { "bitrate_kbps": 2000, "width": 960, "height": 540 }
                    ]
                  }
                """, false
            )
        }
        guard PlaylistPath.isPlaylist(file) else {
            let isOther = Files.regularSize(file) != nil && PlaylistFiles.beginsAsOne(file)
            let hint = isOther ? "; rename it to \((file + ".m3u8").shellWord)" : ""
            throw .usage("'--media' takes a playlist, whose name ends in .m3u8, not '\(file)'\(hint)")
        }
        // What is wrong with it the run says.
        let isLive = try PlaylistFiles(file).set?.isLive ?? false
        let path = try relative(file, of: scenario, "--media", besides: others)
        return ("the \(isLive ? "live " : "")playlist \(path)", JSONText.quoted(path), isLive)
    }

    /// The path of a file from the scenario's folder, in which it must be: elsewhere a scenario names no files.
    private static func relative(
        _ file: String, of scenario: String, _ option: String, besides others: String
    ) throws(LoadError) -> String {
        let folder = Files.folder(of: scenario)
        let home = Files.realPath(folder.isEmpty ? "." : folder)
        guard let home, let real = Files.realPath(file), Files.isInside(real, home) else {
            let isLink = file.hasPrefix(folder) && CompanionFiles.staysWithin(String(file.dropFirst(folder.count)))
            let other = withoutLink(file)
            let there = Files.folder(of: other) + Files.name(of: stem(scenario))
            let why = isLink ? "is a link that leads out" : "lies outside"
            throw .usage(
                "'\(option) \(file)' \(why) of the scenario's folder, and a scenario names files in it or below; "
                    + "write autowait init \(there.shellOperand) \(option) \(other.shellWord)\(others)")
        }
        return String(real.dropFirst(home == "/" ? 1 : home.count + 1))
    }

    /// The file that a link leads to, where that is out of the link's own folder: a scenario beside the link could not
    /// name it either. Else the path as it is.
    private static func withoutLink(_ file: String) -> String {
        let beside = Files.folder(of: file)
        guard let real = Files.realPath(file), let own = Files.realPath(beside.isEmpty ? "." : beside) else {
            return file
        }
        return Files.isInside(real, own) ? file : real
    }

    /// The result of the run, with room: the startup to the next half second.
    private static func expectations(_ run: Run) -> String {
        let values = run.player(0).values(of: [.startupTime, .stallCount])
        guard let startup = values[0], let stalls = values[1] else { return "" }
        let half = TimeAmount.milliseconds(500).nanoseconds
        let bound = NumberText.exact((startup / half + 1) * half, places: Unit.seconds.decimalPlaces)
        return "{ \"startup_time_s\": { \"at_most\": \(bound) }, \"stall_count\": { \"at_most\": \(stalls) } }"
    }

    private static func stem(_ path: String) -> String { String(path.dropLast(".json".count)) }
}

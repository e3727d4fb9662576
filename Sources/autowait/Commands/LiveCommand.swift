import PlayerModel
import Simulation

enum LiveCommand {
    static let command = Command(
        name: "live", operands: "FILE", operandCount: 1...1,
        about: "writes the playlists of a scenario's live stream as its server gives them at an instant of the run",
        options: [
            .init("at", "TIME", "the instant: time since the run began, as in \(InstantText.examples)"),
            .init("item", "NAME", "the live item, where there are several: its name, or its player's"),
            .init(
                "output", .folder("FOLDER"),
                "write them into FOLDER, as files that 'autowait check' reads; without it they are printed",
                letter: "o"),
            CompanionFiles.option,
            .init("seed", "N", "seed the random streams with N"),
            .init("set", each: "KEY=VALUE", "set a key over what the file says; may be repeated"),
        ],
        advice: "name a scenario, as in 'autowait live FILE.json --at 90'", hasReport: false, run: live)

    private static func live(_ arguments: Arguments) throws(LoadError) -> Reply {
        let path = arguments.operands[0]
        guard let now = try arguments.instant("at") else {
            throw .usage("'--at' is missing: the instant of the run, as in --at 90, --at 12.5 or --at 1:30")
        }
        let settings = try ScenarioFile.settings(arguments)
        let scenario = try ScenarioFile.load(path, settings: settings, folders: arguments.values("allow"))
        let item = try item(arguments.value("item"), of: scenario, path)
        if item.live?.repeated != nil, now > scenario.until {
            let end = scenario.until.inSeconds
            throw .usage(
                "the run ends at \(end), and nobody knows what is listed later; set until_s, or lower '--at'")
        }
        guard let writer = LivePlaylistWriter(item, at: now, seed: scenario.seed) else {
            preconditionFailure("Only live items are chosen from.")
        }
        guard let folder = arguments.value("output") else {
            // As `head` and `tail` tell several files apart.
            let texts = writer.files.map { "==> \($0.path) <==\n\($0.text)" }
            return Reply(output: texts.joined(separator: "\n"), look: .exact, errors: leftOut(item, scenario))
        }
        var reply = try write(writer.files, into: folder, inputs: arguments.operands)
        reply.errors += leftOut(item, scenario)
        return reply
    }

    /// Says what the run has, or the playlists on disk that it plays, and these playlists have not.
    private static func leftOut(_ item: Asset, _ scenario: Scenario) -> String {
        let unlisted = item.live?.unlisted ?? []
        var parts = unlisted.map { words($0) }
        if !unlisted.contains(.dateRanges), scenario.players.contains(where: { $0.interstitials != nil }) {
            parts.append("interstitials (EXT-X-DATERANGE)")
        }
        if item.steering != nil { parts.append("content steering (EXT-X-CONTENT-STEERING)") }
        return parts.isEmpty ? "" : "not in these playlists: \(parts.joined(separator: ", "))\n"
    }

    private static func words(_ unlisted: LiveSource.Unlisted) -> String {
        switch unlisted {
        case .discontinuities: "discontinuities (EXT-X-DISCONTINUITY)"
        case .jumpingDates: "dates that jump (EXT-X-PROGRAM-DATE-TIME)"
        case .dateRanges: "date ranges (EXT-X-DATERANGE)"
        case .independentSegments: "that segments are independent (EXT-X-INDEPENDENT-SEGMENTS)"
        case .renditionReports: "rendition reports (EXT-X-RENDITION-REPORT)"
        case .videoRenditions: "video renditions (EXT-X-MEDIA)"
        case .subtitles: "subtitles (EXT-X-MEDIA)"
        case .closedCaptions: "closed captions (EXT-X-MEDIA)"
        case .lackOfCaptions: "that there are no closed captions (CLOSED-CAPTIONS)"
        case .protection: "levels of protection (HDCP-LEVEL)"
        case .protectionOfContent: "what must protect content (ALLOWED-CPC)"
        case .scores: "scores (SCORE)"
        case .supplementalCodecs: "formats besides (SUPPLEMENTAL-CODECS)"
        case .videoLayouts: "video layouts (REQ-VIDEO-LAYOUT)"
        case .keyFrames: "streams of key frames (EXT-X-I-FRAME-STREAM-INF)"
        case .sessionData: "session data (EXT-X-SESSION-DATA)"
        }
    }

    /// Writes playlists into a folder that is there or can be made. What this command did not write is left alone.
    private static func write(
        _ files: [LivePlaylistWriter.File], into path: String, inputs: [String]
    ) throws(LoadError) -> Reply {
        let folder = try Files.outputFolder(path)
        try Files.checkNewFolder(path, option: "--output", for: "the playlists", endings: [".m3u8", ".m3u"])
        try LoadError.naming(path, try Files.createFolder(folder))
        var outputs: [OutputFile] = []
        for file in files {
            let output = try OutputFile(
                folder + file.path, option: "--output", inputs: inputs, within: String(folder.dropLast()))
            // All are judged before the first is written.
            try output.check(.livePlaylist)
            outputs.append(output)
        }
        for (file, output) in zip(files, outputs) {
            // The first line of a playlist is #EXTM3U, and what follows it may be a comment.
            let text = file.text.replacing("#EXTM3U\n", with: "#EXTM3U\n\(FileForm.mark)\n", maxReplacements: 1)
            try output.write(pages: 1, { _ in Array(text.utf8) }, as: .livePlaylist)
        }
        return Reply(output: outputs.map { "wrote \($0.path.onOneLine)\n" }.joined())
    }

    /// The live asset that is asked for: the only one, or the one of that name.
    private static func item(_ name: String?, of scenario: Scenario, _ path: String) throws(LoadError) -> Asset {
        var items: [(name: ExactText, ofPlayer: ExactText, ofMedium: ExactText, media: Asset)] = []
        for player in scenario.players {
            for asset in player.assets where asset.media.live != nil {
                let name = [player.name, asset.name].filter { !$0.isEmpty }.texts.joined(separator: "/")
                items.append((ExactText(name), player.name, asset.name, asset.media))
            }
        }
        guard let first = items.first else {
            throw LoadError(Files.shown(path), "nothing in it is live; \(remedy(for: scenario))")
        }
        let known = items.map { $0.name.text }
        guard let name else {
            if items.count == 1 { return first.media }
            throw .usage("\(items.count) items are live; write \(typed(known))")
        }
        if items.count == 1, first.name.isEmpty {
            throw .usage("the live item has no name; leave out --item \(name)")
        }
        let found = items.filter { [$0.name, $0.ofPlayer, $0.ofMedium].contains(ExactText(name)) }
        guard let one = found.first else {
            throw .usage("no live medium is '\(name)'\(Help.hint(name, among: known))")
        }
        if found.count == 1 { return one.media }
        throw .usage("several live items are '\(name)'; write \(typed(found.map { $0.name.text }))")
    }

    /// The way to something live, by the media of a scenario that has nothing live.
    private static func remedy(for scenario: Scenario) -> String {
        let streams = scenario.players.flatMap { $0.assets }.filter { $0.media.kind == .hls }
        let live = "\"live\": { \"window_s\": 36 }"
        if streams.isEmpty { return "a file cannot be; live is media of \"kind\": \"hls\" with \(live)" }
        if streams.contains(where: { $0.file == nil }) { return "beside 'variants' write \(live)" }
        return "a playlist is live where it lacks EXT-X-ENDLIST and is not of type VOD"
    }

    /// The option with each of some names.
    private static func typed(_ names: [String]) -> String {
        names.map { "--item " + $0.shellWord }.joined(separator: " or ")
    }
}

import Simulation

enum InferCommand {
    static let command = Command(
        name: "infer", operands: "LOG", operandCount: 1...1,
        about: "tells from one session's log which networks could have made it",
        options: [
            .init(
                "format", .words(Format.allCases.map(\.rawValue)),
                "text; json, with its schema in 'autowait schema --of infer'; or svg, a drawing with bands"),
            .init(
                "transport", .words(Transport.Kind.allCases.map(\.name)),
                "how bytes travelled: tcp unless LOG, of a run of the simulator, says so, or you do"),
            .init("members", "N", "how many networks are drawn: 20 unless said"),
            .init(
                "output", .folder("FOLDER"),
                "write each of them into FOLDER, as a trace that a scenario's network.trace names", letter: "o"),
            .init("host", "NAME", "look at what was asked of one host alone, where LOG says the hosts"),
            .init("seed", "N", "seed the draws with N: 1 unless said"),
            Warnings.option,
        ],
        notes: """
            LOG has the requests of one session, each with its size and times: a HAR, AVMetrics events, CMCD of version
            2 with bytes (see 'autowait field'), the report of 'autowait run --format json', or what 'autowait run
            --record' wrote, which is run again.

            Capacity is a hidden chain over seconds; of a log of more than two hours, over 7200 longer slots at most.
            The form is that of Veritas (SIGCOMM 2023), which has slots of 5 s or 1 s; grid and numbers are ours. The
            times of downloads are held against those of the simulator's own transport, so that small downloads, which
            take some round trips whatever the link is, say little. Networks are drawn from what remains possible. The
            first ones are the same however many there are. Beyond the log's end they go on for 300 s. Times count from
            the first request; traces of what 'autowait run --record' wrote, in the time of that run.
            """,
        advice: "name a log, as in 'autowait infer session.har'", hasReport: false, run: infer)

    enum Format: String, CaseIterable {
        case text, json, svg
    }

    /// More networks than these are not held at once.
    static let mostMembers = 1000

    private static func infer(_ arguments: Arguments) throws(LoadError) -> Reply {
        let format = try arguments.choice("format", of: Format.self) ?? .text
        let path = arguments.operands[0]
        if Files.isFolder(path) {
            throw .usage("'infer' is for the log of one session, and '\(path)' is a folder; name a file in it")
        }
        let folder = try arguments.value("output").map { path throws(LoadError) in try MemberFolder(path) }
        var settings = try settings(arguments)
        let file = try InferenceFile(path, host: arguments.value("host"))
        if !arguments.has("transport"), let transport = file.transport { settings.transport = transport }
        let notes = try file.notes(isStrict: arguments.has("strict"))
        let inference = Inference(file.log, settings)
        var reply = Reply()
        switch format {
        case .text:
            let zero = file.firstRequest == nil ? nil : file.zero
            reply = Reply(output: InferText.text(inference, file: file.subject, zero: zero))
        case .json:
            let text = InferJSON.text(inference, file: file.name, host: file.host, file.findings)
            reply = Reply(output: text, look: .exact)
        case .svg:
            let name = "The networks that could have made \(file.name.onOneLine)"
            reply = Reply(output: InferDrawing.file(inference, name: name, style: Page.drawingStyle), look: .exact)
        }
        reply.errors = notes
        if let folder {
            let members = inference.members.map { $0.laid(at: file.zero) }
            let clock = file.firstRequest == nil ? "from the stream's first request on" : "in the time of the run"
            let log = "\(file.subject), \(clock)"
            let (written, removed) = try folder.write(members, of: log, inputs: arguments.operands)
            let earlier = removed > 0 ? ", and removed \(removed) of an earlier run" : ""
            reply.errors += "wrote \(NumberText.count(written, "trace")) into \(folder.path.onOneLine)\(earlier)\n"
            reply.errors +=
                "a trace has capacity alone: the first line of each has its delay_ms, and loss_percent where "
            reply.errors += "there is any, for the network that plays it\n"
            if members.contains(where: { $0.hasOutage }) {
                reply.errors +=
                    "while a trace carries nothing, 'whatif' lets nothing up either, and a scenario that plays it "
                    + "does\n"
            }
            reply.errors +=
                file.firstRequest == nil
                ? "a trace begins with the stream's first request: its scenario is to send its own at 0 s\n"
                : "a trace has the time of the run, whose scenario plays it as it is, but for its own traffic, "
                    + "outages and slow servers: the trace has what they left\n"
        }
        return reply
    }

    /// The settings that options say, with so many members at most.
    static func settings(
        _ arguments: Arguments, mostMembers: Int = mostMembers
    ) throws(LoadError) -> Inference.Settings {
        var settings = Inference.Settings()
        let word = try arguments.choice(
            "transport", among: Transport.Kind.allCases.map(\.name), or: "is no transport")
        if let kind = Transport.Kind.allCases.first(where: { $0.name == word }) {
            settings.transport = Transport(kind)
        }
        if let seed = arguments.value("seed") { settings.seed = UInt64(try ScenarioFile.seed(seed)) }
        if let count = try arguments.count("members", upTo: mostMembers) { settings.memberCount = count }
        return settings
    }
}

import PlayerModel
import Simulation

/// The work of a page: its files, and the runs that it holds by their numbers.
struct Workbench {
    private var folder = PageFolder()
    /// The run that the page shows, and the one that it is held against.
    private var runs: [HeldPageRun?] = [nil, nil]

    mutating func reply(to bytes: [UInt8]) -> String {
        guard let request = PageRequest(bytes) else { return Self.fault("the request is no JSON") }
        return write { writer in answer(request, &writer) }
    }

    private mutating func answer(_ request: PageRequest, _ writer: inout JSONWriter) {
        switch request.text("do") {
        case "files":
            if request.flag("anew") { folder.removeAll() }
            for file in request.list("files") { folder.add(file) }
        case "reads": reads(request, &writer)
        case "run": run(request, &writer)
        case "knobs": Knobs.write(request.text("text"), &writer)
        case "complete": Completion.write(request.text("text"), &writer)
        case "perform": Edits.perform(request, &writer)
        case "set": Edits.set(request, &writer)
        case "lists": PageLists.write(&writer)
        case "rival": rival(request, &writer)
        case "difference": difference(&writer)
        case let word: ask(word, request, &writer)
        }
    }

    /// Everything that is wrong with a file, read as one of a kind that a scenario names. Nothing of it is kept.
    private func reads(_ request: PageRequest, _ writer: inout JSONWriter) {
        guard let kind = WantedFile.Kind(rawValue: request.text("kind")) else {
            return writer.member("error", "no scenario names such a file")
        }
        var own = PageFolder()
        own.add(request)
        let path = request.text("path")
        let files = NamedFiles([WantedFile(kind: kind, path: path, place: Place(startOf: 0))], of: "", in: own)
        let problem = files.companions.profiles(path).flatMap { Self.problem(of: $0) }
        writer.array("faults") { writer in
            for fault in files.faults { writer.string(fault) }
            if let problem { writer.string("\(path): \(problem)") }
        }
    }

    /// The reason why a file has no profile: where it has several, the scenario says which one is meant.
    private static func problem(of file: LinkConditionerFile) -> String? {
        do throws(LinkConditionerProblem) {
            _ = try file.profile(nil)
            return nil
        } catch {
            switch error {
            case .selectionElsewhere, .noSelection: return nil
            case .wrongRoot, .noProfiles, .wrongProfiles, .noneSaved, .unknownName, .singleProfile, .noProfile,
                .missingKey, .wrongType, .outOfRange:
                return error.message
            }
        }
    }

    /// A question about a run that is held.
    private mutating func ask(_ word: String, _ request: PageRequest, _ writer: inout JSONWriter) {
        let slot = Int(request.number("slot"))
        guard runs.indices.contains(slot), let held = runs[slot] else {
            return writer.member("error", "nothing was run")
        }
        let player = min(max(0, Int(request.number("player"))), held.players.count - 1)
        do throws(SessionError) {
            switch word {
            case "instant":
                InstantView.write(held, player, at: request.instant("at"), &writer)
            case "held":
                StoryView.write(held, player, at: request.instant("at"), &writer)
                try HeldView.write(held, player, at: request.instant("at"), &writer)
            case "why": writer.member("text", try WhyText.text(held.run))
            case "goldilocks":
                try runs[slot]?.findGoldilocks()
                runs[slot]?.write(&writer)
            case "inevitable": try InevitableView.write(held, player, &writer)
            case "export": writer.member("text", Export.text(held, request.text("as"), style: request.text("style")))
            default: writer.member("error", "the engine knows no '\(word)'")
            }
        } catch {
            writer.member("error", error.message)
        }
    }

    // MARK: Runs

    private mutating func run(_ request: PageRequest, _ writer: inout JSONWriter) {
        let slot = Int(request.number("slot"))
        guard runs.indices.contains(slot) else { return writer.member("error", "there is no such place") }
        guard let loaded = load(request, &writer) else { return }
        do throws(SessionError) {
            let held = try HeldPageRun(loaded, stretch: request.number("stretch"))
            held.write(isQuick: request.flag("isQuick"), &writer)
            runs[slot] = held
        } catch {
            writer.member("error", error.message)
        }
    }

    /// Reads a scenario, or writes what is wrong with it.
    private func load(_ request: PageRequest, _ writer: inout JSONWriter) -> LoadedPageScenario? {
        let path = request.text("file")
        let source = SourceText(file: path, bytes: Array(request.text("text").utf8))
        var reading = ScenarioReader.read(source, settings: request.settings)
        var files = NamedFiles([], of: path, in: folder)
        var wanted: [WantedFile] = []
        for _ in 0..<ScenarioReader.rounds where !reading.wanted.isEmpty {
            wanted += reading.wanted
            files = NamedFiles(wanted, of: path, in: folder)
            if !files.missing.isEmpty || !files.faults.isEmpty { break }
            reading = ScenarioReader.read(source, settings: request.settings, companions: files.companions)
        }
        if let scenario = reading.scenario {
            return LoadedPageScenario(scenario: scenario, path: path, notes: files.notes)
        }
        writer.array("diagnostics") { writer in
            for diagnostic in reading.diagnostics { Self.write(diagnostic, &writer) }
            for file in files.missing {
                Self.write(Diagnostic("'\(file.path)' is not here: drop it on the page", at: file.place), &writer)
            }
            for fault in files.faults { Self.write(fault, &writer) }
        }
        return nil
    }

    static func write(_ diagnostic: Diagnostic, _ writer: inout JSONWriter) {
        // A setting's place is in no text of the page.
        let line = diagnostic.place.source == 0 ? diagnostic.place.line : 0
        write(diagnostic.message, line: line, column: diagnostic.place.column, &writer)
    }

    static func write(_ message: String, line: Int32 = 0, column: Int32 = 0, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("line", Int64(line))
        writer.member("column", Int64(column))
        writer.member("message", message)
        writer.endObject()
    }

    /// The figures of another rule or player with the same scenario; with its distance from its Goldilocks moment
    /// where that is asked for, which takes further runs.
    private func rival(_ request: PageRequest, _ writer: inout JSONWriter) {
        guard let loaded = load(request, &writer) else { return }
        do throws(SessionError) {
            var run = try Run(loaded.scenario)
            if request.flag("isMeasured") { try run.findGoldilocks() }
            writer.member("digest", run.digest.text)
            let player = min(max(0, Int(request.number("player"))), run.players.count - 1)
            RivalFigures.write(run.player(player), &writer)
        } catch {
            writer.member("error", error.message)
        }
    }

    private func difference(_ writer: inout JSONWriter) {
        guard let first = runs[0], let second = runs[1] else { return writer.member("error", "nothing to compare") }
        let (a, b) = (first.run.scenario, second.run.scenario)
        do throws(SessionError) {
            switch try FirstDifference.find(.scenario(b), .scenario(a)) {
            case .same, .alike: writer.member("isSame", true)
            case .different(let difference):
                writer.member("isSame", false)
                writer.member("at", DifferenceText.instant(difference))
                let instants = [difference.first.first, difference.second.first].compactMap { $0?.entry.at }
                writer.member("ns", (instants.min() ?? .zero).nanoseconds)
                writer.member("text", DifferenceText.text(difference, b, a))
            }
        } catch {
            writer.member("error", error.message)
        }
    }

    // MARK: JSON

    private func write(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(indented: false)
        writer.beginObject()
        body(&writer)
        writer.endObject()
        return writer.finish()
    }

    private static func fault(_ words: String) -> String {
        var writer = JSONWriter(indented: false)
        writer.beginObject()
        writer.member("error", words)
        writer.endObject()
        return writer.finish()
    }
}

extension JSONWriter {
    mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        beginArray()
        body(&self)
        endArray()
    }
}

import Simulation

/// Scenarios on disk, found by the name of a file or of a folder.
enum ScenarioFolder {
    /// The endings of files that belong to a scenario and are written by `autowait test`.
    static let companionEndings = [".golden", ".baseline"]
    /// Those that a person writes: the budget of a scenario, and the one of all in a folder that have none.
    static let budgetEnding = ".budget"
    static let folderBudget = "folder.budget"

    /// The files of a path, and what was found besides: in a folder things are passed over, because nobody knows when
    /// reading them would end.
    ///
    /// A folder below the path that cannot be read stands among the files, as a file that cannot be read does, and so
    /// does a population with faults: whoever comes to it asks for its `fault`, and the others are read all the same.
    /// A folder to which no path leads, because its name is not UTF-8, is among the findings.
    struct Contents {
        var files: [String] = []
        /// The populations without faults, which stand beside the scenarios and are none.
        var populations: [String] = []
        var findings = PathFindings()
        /// Whether a link leads to what another path of the command line names: what is there is found by that one.
        var leadsElsewhere = false

        /// The scenarios among the files, and the folders that cannot be read: there may be some in them.
        var scenarios: [String] {
            files.filter { $0.hasSuffix(".json") || $0 == Files.standardInput || Files.isFolder($0) }
        }

        mutating func add(_ other: Contents) {
            files += other.files
            populations += other.populations
            findings.add(other.findings)
            leadsElsewhere = leadsElsewhere || other.leadsElsewhere
        }
    }

    /// The files of a path: a file itself; for a folder, all scenarios in it and below, and goldens, baselines and
    /// budgets whose scenario is gone. Populations, and movies and networks of Sabre, which scenarios read, manifests
    /// and lists that playlists name, and schemas are not among them, though they end in .json; nor is anything whose
    /// name begins with a point. `named` are all paths that the command line names.
    static func contents(
        of path: String, among named: [String], allowing folders: [String]
    ) throws(LoadError) -> Contents {
        guard Files.isFolder(path) else {
            // Whoever opens it is told whether it is not there, or may not be looked at.
            if !Files.exists(path) { _ = try Files.load(path, limit: 0, onlyRegular: true) }
            guard path.hasSuffix(".json") || path == Files.standardInput else {
                throw LoadError(path, "a scenario's name ends in .json", .usage)
            }
            return Contents(files: [path])
        }
        let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
        let root = Files.realPath(folder) ?? folder
        return try LoadError.naming(
            folder, try walked(folder, of: root, among: named.compactMap(Files.realPath), allowing: folders))
    }

    /// The faults that are told beside the contents, and end nothing.
    enum ToldFaults {
        case none
        /// Those of a population, which shows as one that failed. Where a folder cannot be read nothing would show that
        /// there is more: to compare some of them is not to compare all.
        case ofFiles
        case all
    }

    /// The contents of several paths; that there is no scenario in one of them is an error. So is a folder below them
    /// that cannot be read, or a population with faults. Whoever tells such `faults` beside the others is told of a
    /// path without a scenario among the findings, and asks for the rest by `fault`.
    static func contents(
        of paths: [String], allowing folders: [String], telling faults: ToldFaults = .none
    ) throws(LoadError) -> Contents {
        var found = Contents()
        var empty: [String] = []
        for path in paths {
            let own = try contents(of: path, among: paths, allowing: folders)
            if own.scenarios.isEmpty, !own.leadsElsewhere { empty.append(path) }
            found.add(own)
        }
        let scenarios = found.scenarios
        guard !scenarios.isEmpty else { throw noScenario(in: paths, found.findings) }
        if faults == .all {
            for path in empty { found.findings.report(noScenario, at: path, .missingFile) }
            return found
        }
        guard empty.isEmpty else { throw noScenario(in: empty, found.findings) }
        let code = found.findings.code()
        guard code == .asExpected else { throw LoadError(message: found.findings.text(), code: code) }
        for path in scenarios where faults == .none || Files.isFolder(path) {
            if let fault = fault(of: path, allowing: folders) { throw fault }
        }
        return found
    }

    /// The reason why a folder among the contents cannot be read, or the faults of a population; nil for another file,
    /// and for a folder that by now can be read.
    static func fault(of path: String, allowing folders: [String]) -> LoadError? {
        guard Files.isFolder(path) else {
            guard path.hasSuffix(".json"), let text = text(of: path), PopulationFormat.isMeant(by: text.bytes)
            else { return nil }
            return fault(ofPopulation: text, at: path, folders)
        }
        do throws(Files.Problem) {
            _ = try entries(of: path)
            return nil
        } catch {
            return LoadError(path, error.message, error.code)
        }
    }

    /// The files of a folder and below; `root` is the path of the command line that leads there, and `named` are all of
    /// its paths, each without links.
    private static func walked(
        _ folder: String, of root: String, among named: [String], allowing folders: [String]
    ) throws(Files.Problem) -> Contents {
        let entries = try entries(of: folder)
        let names = entries.map { $0.name }
        let known = Set(names.map { ExactText($0) })
        var found = Contents()
        for name in entries.compactMap({ $0.foreignFolder }) {
            found.findings.report(
                "cannot be read: its name is not UTF-8; rename it", at: folder + "/" + name, .missingFile)
        }
        for name in names {
            let inner = folder + "/" + name
            if Files.isLink(inner), let real = Files.realPath(inner), Files.isFolder(real) {
                // It may lead back here, or to what is named itself, and then nothing of it is left out.
                // What begins with a point is not looked at.
                let walking = named.filter { path in
                    real.isSpelt(path)
                        || Files.isInside(real, path) && !real.dropFirst(path.count).contains("/.")
                }
                if walking.isEmpty {
                    found.findings.warn("passed over: it is a link to a folder; name it as well", at: inner)
                } else if walking.contains(where: { $0 != root }) {
                    found.leadsElsewhere = true
                }
            } else if Files.isFolder(inner) {
                do throws(Files.Problem) {
                    found.add(try walked(inner, of: root, among: named, allowing: folders))
                } catch {
                    // One that has just gone is as if it had never been.
                    if error != .missing { found.files.append(inner) }
                }
            } else if let special = Files.kind(inner)?.special {
                guard (companionEndings + [".json"]).contains(where: name.hasSuffix) else { continue }
                found.findings.warn("passed over: it is \(special)", at: inner)
            } else if name.hasSuffix(".json") {
                switch use(of: inner, folders) {
                case .scenario: found.files.append(inner)
                case .population: found.populations.append(inner)
                case .other: break
                }
            } else if name.lowercased().hasSuffix(".json") {
                // Its golden would be that of a file of the same name in .json.
                guard use(of: inner, folders) == .scenario else { continue }
                found.findings.warn("passed over: a scenario's name ends in .json", at: inner)
            } else if name == folderBudget {
                let isForSome = names.contains {
                    $0.hasSuffix(".json") && use(of: folder + "/" + $0, folders) == .scenario
                }
                if !isForSome { found.files.append(inner) }
            } else if let ending = (companionEndings + [budgetEnding]).first(where: name.hasSuffix),
                !known.contains(ExactText(name.dropLast(ending.count) + ".json"))
            {
                found.files.append(inner)
            }
        }
        return found
    }

    /// The contents of a folder that can be listed and entered: of one that can only be listed nobody knows which of it
    /// are folders. To look up the point in it takes the right to enter it.
    private static func entries(of folder: String) throws(Files.Problem) -> [Files.Entry] {
        try Files.visible(in: folder + "/.")
    }

    /// The words for a path without a scenario.
    static let noScenario = "there is no scenario here"

    /// The error of paths in none of which there is a scenario, behind what was found besides.
    static func noScenario(
        in paths: [String], _ findings: PathFindings = PathFindings(), isStrict: Bool = false
    ) -> LoadError {
        var findings = findings
        findings.report(noScenario, at: paths.joined(separator: " "), .missingFile)
        return LoadError(message: findings.text(isStrict: isStrict), code: .missingFile)
    }

    /// The use of a file that ends in .json.
    private enum Use {
        /// A scenario, or whatever has faults: whoever reads it tells of them.
        case scenario
        case population
        /// A steering manifest, a list of what an interstitial event shows, a movie or a network of Sabre, or a JSON
        /// Schema.
        case other
    }

    private static func use(of path: String, _ folders: [String]) -> Use {
        guard let text = text(of: path) else { return .scenario }
        let bytes = text.bytes
        if PopulationFormat.isMeant(by: bytes) {
            return fault(ofPopulation: text, at: path, folders) == nil ? .population : .scenario
        }
        if (try? SteeringManifest(bytes)) != nil || (try? InterstitialAssetList(bytes)) != nil { return .other }
        if JSONSchema.isOne(bytes) || SabreMovie.read(text).asset != nil { return .other }
        return (try? NetworkTraceReader.read(bytes: bytes, source: 0))?.format == .sabre ? .other : .scenario
    }

    private static func text(of path: String) -> SourceText? {
        guard let bytes = try? Files.read(path, limit: JSONLimits().maxBytes, onlyRegular: true) else { return nil }
        return SourceText(file: path, bytes: bytes)
    }

    /// The faults of a population, and of what it names; nil where there are none.
    private static func fault(ofPopulation text: SourceText, at path: String, _ folders: [String]) -> LoadError? {
        let errors = PopulationFormat(.whole).read(text, folder: "").diagnostics
        guard errors.isEmpty else { return LoadError(errors, in: [text]) }
        do throws(LoadError) {
            try PopulationCheck.check(path, allowing: folders)
            return nil
        } catch {
            return error
        }
    }
}

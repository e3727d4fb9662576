import Simulation

/// The scenarios to test.
struct TestList {
    let files: [String]
    /// The paths and filters that match nothing, and what was passed over.
    let findings: PathFindings

    /// The files that the paths lead to, each once, by the first path that leads there. Where there are filters, only
    /// files whose path contains one of them. Where `isStrict`, the words of an error take warnings for errors.
    init(
        _ paths: [String], filters: [String], allowing folders: [String], isStrict: Bool
    ) throws(LoadError) {
        if filters.contains("") { throw .usage("'--filter' takes a part of a path, such as --filter startup/") }
        var all: [String] = []
        var known: Set<ExactText> = []
        var empty: [String] = []
        var findings = PathFindings()
        for path in paths {
            let contents = try ScenarioFolder.contents(of: path, among: paths, allowing: folders)
            for file in contents.files where known.insert(Self.identity(file)).inserted { all.append(file) }
            if contents.files.isEmpty, !contents.leadsElsewhere { empty.append(path) }
            findings.add(contents.findings)
        }
        if all.isEmpty { throw ScenarioFolder.noScenario(in: paths, findings, isStrict: isStrict) }
        for path in empty { findings.report(ScenarioFolder.noScenario, at: path, .missingFile) }
        files = filters.isEmpty ? all : all.filter { file in filters.contains { file.contains($0) } }
        var vain = PathFindings()
        for filter in filters where !all.contains(where: { $0.contains(filter) }) {
            vain.warn("no scenario here has '\(filter)' in its path\(Self.hint(filter, among: all))")
        }
        findings.add(vain)
        self.findings = findings
        guard !files.isEmpty else { throw LoadError(message: vain.text(isStrict: true), code: .missingFile) }
    }

    /// The identity of a file, the same for all ways to name it. A link is a file of its own: it has its own golden.
    private static func identity(_ file: String) -> ExactText {
        let folder = Files.folder(of: file)
        let real = Files.realPath(folder.isEmpty ? "." : folder) ?? folder
        return ExactText(real + "/" + Files.name(of: file))
    }

    /// A hint: the name of a folder or of a scenario that is near.
    private static func hint(_ filter: String, among files: [String]) -> String {
        var names: [String] = []
        for file in files {
            for part in file.split(separator: "/").map(String.init) {
                let stem = part.hasSuffix(".json") ? String(part.dropLast(".json".count)) : part
                for name in [stem, part] where !names.contains(name) { names.append(name) }
            }
        }
        return NearMiss.find(filter, among: names).map { "; did you mean '\($0)'?" } ?? ""
    }
}

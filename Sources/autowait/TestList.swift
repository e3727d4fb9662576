import Simulation

/// The scenarios to test.
struct TestList {
    let files: [String]
    /// The paths and filters that match nothing, in words for stderr.
    let notes: String

    /// The files that the paths lead to, each once, by the first path that leads there. Where there are filters, only
    /// files whose path contains one of them.
    init(_ paths: [String], filters: [String]) throws(LoadError) {
        if filters.contains("") { throw .usage("'--filter' takes a part of a path, such as --filter startup/") }
        var all: [String] = []
        var known: Set<String> = []
        var passedOver = ""
        for path in paths {
            let contents = try ScenarioFolder.contents(of: path, among: paths)
            for file in contents.files where known.insert(Self.identity(file)).inserted { all.append(file) }
            passedOver += contents.notes
        }
        if all.isEmpty { throw ScenarioFolder.noScenario(in: paths, passedOver) }
        files = filters.isEmpty ? all : all.filter { file in filters.contains { file.contains($0) } }
        let vain = filters.filter { filter in !all.contains { $0.contains(filter) } }
        let words = vain.map {
            "no scenario here has '\($0)' in its path\(Self.hint($0, among: all))".onOneLine + "\n"
        }
        notes = passedOver + words.map { "warning: " + $0 }.joined()
        guard !files.isEmpty else {
            throw LoadError(message: words.map { "error: " + $0 }.joined(), code: .missingFile)
        }
    }

    /// The identity of a file, the same for all ways to name it. A link is a file of its own: it has its own golden.
    private static func identity(_ file: String) -> String {
        let folder = Files.folder(of: file)
        return (Files.realPath(folder.isEmpty ? "." : folder) ?? folder) + "/" + file.dropFirst(folder.count)
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

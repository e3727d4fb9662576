import Simulation

/// Scenarios on disk, found by the name of a file or of a folder.
enum ScenarioFolder {
    /// The endings of files that belong to a scenario and are written by `autowait test`.
    static let companionEndings = [".golden", ".baseline"]

    /// The files of a path: a file itself; for a folder, all scenarios in it and below, and goldens and baselines
    /// whose scenario is gone. Movies and networks of Sabre, which scenarios read, are not among them, though they
    /// end in .json.
    static func files(in path: String) throws(LoadError) -> [String] {
        guard Files.isFolder(path) else {
            guard Files.exists(path) else { throw LoadError(path, "no such file", .missingFile) }
            guard path.hasSuffix(".json") else { throw LoadError(path, "a scenario's name ends in .json", .usage) }
            return [path]
        }
        let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
        let names: [String]
        do throws(Files.Problem) {
            names = try Files.names(in: folder)
        } catch {
            throw LoadError(folder, error.message, error.code)
        }
        var found: [String] = []
        for name in names {
            let inner = folder + "/" + name
            // A linked folder may lead back here; it is read where it is named itself.
            if Files.isLink(inner), Files.isFolder(inner) { continue }
            if Files.isFolder(inner) {
                found += try files(in: inner)
            } else if name.hasSuffix(".json") {
                if !isOfSabre(inner) { found.append(inner) }
            } else if let ending = companionEndings.first(where: name.hasSuffix),
                !names.contains(name.dropLast(ending.count) + ".json")
            {
                found.append(inner)
            }
        }
        return found
    }

    /// The scenarios that the paths lead to.
    static func scenarios(in paths: [String]) throws(LoadError) -> [String] {
        var found: [String] = []
        for path in paths { found += try files(in: path).filter { $0.hasSuffix(".json") } }
        return found
    }

    static func noScenario(in paths: [String]) -> LoadError {
        LoadError(paths.joined(separator: " "), "there is no scenario here", .missingFile)
    }

    /// Whether a file is a movie or a network of Sabre, without faults.
    private static func isOfSabre(_ path: String) -> Bool {
        guard let bytes = try? Files.read(path, limit: JSONLimits().maxBytes) else { return false }
        if SabreMovie.read(SourceText(file: path, bytes: bytes)).asset != nil { return true }
        return (try? NetworkTraceReader.read(bytes: bytes, source: 0))?.format == .sabre
    }
}

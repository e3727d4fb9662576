import Simulation

/// The warnings about what a command line sets, of scenarios that are read under several settings: a key that does
/// nothing in them is a reason why they are equal. What a file says by itself is for 'check'.
struct SettingWarnings {
    private struct Finding: Hashable {
        /// The setting as it was typed.
        let setting: String
        let message: String
    }

    private var all: [Finding] = []
    /// The files in which each was found.
    private var files: [Finding: [String]] = [:]

    /// Those of the scenarios that could be read.
    init(_ scenarios: [Result<LoadedScenario, LoadError>]) {
        for case .success(let loaded) in scenarios { add(loaded) }
    }

    private mutating func add(_ loaded: LoadedScenario) {
        let file = loaded.sources.first?.name ?? ""
        for warning in loaded.scenario.warnings {
            let source = loaded.sources[Int(warning.place.source)]
            guard !source.isFile, source.name.hasPrefix("--") else { continue }
            let finding = Finding(setting: source.name, message: warning.message)
            if files[finding] == nil { all.append(finding) }
            let isKnown = files[finding]?.contains { $0.isSpelt(file) } ?? false
            if !isKnown { files[finding, default: []].append(file) }
        }
    }

    /// Lines for stderr. What is found with every value of a key is said of the key, once; what is not found in all of
    /// so many files names those in which it is.
    func text(_ variations: [Variation], fileCount: Int) -> String {
        let keys = keys(variations)
        var known: Set<String> = []
        return all.reduce(into: "") { text, finding in
            let own = files[finding] ?? []
            let place = own.count < fileCount ? " (in \(own.joined(separator: ", ")))" : ""
            let setting = keys[finding].map { "--vary \($0)" } ?? finding.setting
            let line = "\(setting): warning: \(finding.message)\(place)".onOneLine
            if known.insert(line).inserted { text += line + "\n" }
        }
    }

    /// The keys with every value of which something is found, in the same files.
    private func keys(_ variations: [Variation]) -> [Finding: String] {
        var keys: [Finding: String] = [:]
        for variation in variations {
            let settings = variation.values.map { "--vary \(variation.key)=\($0)" }
            for first in all where first.setting == settings.first {
                let findings = settings.map { Finding(setting: $0, message: first.message) }
                guard findings.allSatisfy({ files[$0] == files[first] }) else { continue }
                for finding in findings { keys[finding] = variation.key }
            }
        }
        return keys
    }
}

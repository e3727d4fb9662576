import Simulation

/// The warnings about what a command line sets, of scenarios that are read under several settings: a key that does
/// nothing in them is a reason why they are equal. What a file says by itself is for 'check'.
struct SettingWarnings {
    private struct Finding: Equatable {
        /// The setting as it was typed.
        let setting: String
        let message: String
    }

    /// Each with the files in which it was found.
    private var all: [(finding: Finding, files: [String])] = []

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
            if let place = all.firstIndex(where: { $0.finding == finding }) {
                let isKnown = all[place].files.contains { $0.isSpelt(file) }
                if !isKnown { all[place].files.append(file) }
            } else {
                all.append((finding, [file]))
            }
        }
    }

    /// Lines for stderr. What is found with every value of a key is said of the key, once; what is not found in all of
    /// so many files names those in which it is.
    func text(_ variations: [Variation], fileCount: Int) -> String {
        var lines: [String] = []
        for (finding, files) in all {
            let key = variations.first { variation in
                let settings = variation.values.map { "--vary \(variation.key)=\($0)" }
                return settings.contains(finding.setting)
                    && settings.allSatisfy { setting in
                        let other = Finding(setting: setting, message: finding.message)
                        return all.contains { $0.finding == other && $0.files == files }
                    }
            }?.key
            let place = files.count < fileCount ? " (in \(files.joined(separator: ", ")))" : ""
            let line = "\(key.map { "--vary \($0)" } ?? finding.setting): warning: \(finding.message)\(place)"
                .onOneLine
            if !lines.contains(line) { lines.append(line) }
        }
        return lines.reduce(into: "") { $0 += $1 + "\n" }
    }
}

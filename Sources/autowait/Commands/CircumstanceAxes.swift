import Simulation

/// The keys of `--over`, in axes that are crossed with each other.
///
/// Keys of which one lies in the other, as `network` and `network.trace`, are one axis: a network is either of its
/// values.
struct CircumstanceAxes {
    private let axes: [[Variation]]
    let keys: [String]

    init(_ variations: [Variation]) {
        var axes: [[Variation]] = []
        for variation in variations {
            let own = axes.firstIndex { axis in axis.contains { PathNames.overlap($0.key, variation.key) } }
            if let own { axes[own].append(variation) } else { axes.append([variation]) }
        }
        self.axes = axes
        keys = axes.flatMap { $0.map { $0.key } }
    }

    /// The circumstances of a file: by key its value, or nil where another key of the axis has one. Folders that are
    /// named are added to those whose files may be read.
    func circumstances(of file: String, opening folders: inout [String]) throws(LoadError) -> [[String?]] {
        var all: [[String?]] = [[]]
        for axis in axes {
            var own: [[String?]] = []
            for (place, variation) in axis.enumerated() {
                var paths: [String] = []
                for value in variation.values {
                    let found = try TraceFolder.expanded(value, key: variation.key, of: file, opening: &folders)
                    if let own = TraceFolder.name(ofAny: [file], among: found, of: file) {
                        throw .usage(
                            "'--over \(variation.key)=\(value)' takes in \(own), the scenario itself; "
                                + TraceFolder.remedy)
                    }
                    paths += found
                }
                let folder = Files.folder(of: file)
                if let twice = Repetition.value(in: paths, of: variation.key, from: folder) {
                    throw .usage(
                        "'--over \(variation.key)' has \(twice) twice, and its sessions would count twice; give each "
                            + "circumstance once")
                }
                own += paths.map { path in axis.indices.map { $0 == place ? path : nil } }
            }
            all = all.flatMap { head in own.map { head + $0 } }
        }
        return all
    }
}

/// A folder of files, or a pattern with a star, as a value of a key that holds a path.
enum TraceFolder {
    /// The keys that hold a path by their last names.
    private static let names = ["trace", "profile", "path", "media"]

    /// The values that are meant: the value itself, or the files of a folder, sorted by their names. As all paths in a
    /// scenario they are relative to the scenario's folder.
    static func expanded(
        _ value: String, key: String, of file: String, opening folders: inout [String]
    ) throws(LoadError) -> [String] {
        guard names.contains(PathNames.last(of: key)), !value.hasPrefix("{"), !value.hasPrefix("[") else {
            return [value]
        }
        let home = Files.folder(of: file)
        let isFolder = Files.isFolder(home + value)
        guard isFolder || value.contains("*") else { return [value] }
        let folder = isFolder ? Files.asFolder(value) : Files.folder(of: value)
        let pattern = isFolder ? "*" : String(Files.name(of: value))
        let place = home + folder
        let shown = place.isEmpty ? "." : place
        func refusal(_ words: String, _ code: ExitCode) -> LoadError {
            LoadError("--over \(key)=\(value)", "\(words); a path is relative to the scenario's folder", code)
        }
        let all: [String]
        do throws(Files.Problem) {
            all = try Files.names(in: shown)
        } catch {
            throw refusal("\(shown) \(error.message)", error.code)
        }
        let found = all.filter { matches($0, pattern) && Files.regularSize(place + $0) != nil }
        guard !found.isEmpty else { throw refusal("no file in \(shown) is of this name", .missingFile) }
        if !folders.contains(shown) { folders.append(shown) }
        return found.map { folder + $0 }
    }

    /// The remedy where a folder has other files besides.
    static let remedy = "name a folder that has nothing else, or files of a pattern, as in traces/*.csv"

    /// The name of the first of the files that a scenario would have by one of the paths; nil where it has none.
    static func name(ofAny files: [String], among paths: [String], of scenario: String) -> String? {
        let real = files.compactMap { Files.realPath($0) }
        let home = Files.folder(of: scenario)
        guard let path = paths.first(where: { Files.realPath(home + $0).map(real.contains) ?? false }) else {
            return nil
        }
        return String(Files.name(of: path))
    }

    /// Whether a name is of a pattern, in which a star stands for anything.
    static func matches(_ name: String, _ pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map { Array($0.utf8) }
        var rest = Array(name.utf8)[...]
        guard let first = parts.first, rest.starts(with: first) else { return false }
        rest = rest.dropFirst(first.count)
        guard parts.count > 1, let last = parts.last else { return rest.isEmpty }
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            let starts = rest.indices.first { rest[$0...].starts(with: part) }
            guard let starts else { return false }
            rest = rest[(starts + part.count)...]
        }
        return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }
}

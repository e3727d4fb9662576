internal import PlayerModel
internal import Simulation

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The text of a scenario, with the files that it names: read and judged as those of the command line are.
struct ScenarioSource {
    /// A scenario, with the lines that are to be said of it and of the files that it names.
    struct Reading {
        let scenario: Scenario
        let warnings: [String]
        /// The line to be said of each player once a limit of sizes is set, which does nothing; nil where it may do
        /// something.
        let unsized: [String?]
    }

    /// Where files come from.
    enum Files {
        case given([String: [UInt8]])
        /// Those in a folder, whose name ends in a slash or is empty.
        case folder(String)

        func bytes(_ path: String) -> [UInt8]? {
            switch self {
            case .given(let files): files[path]
            case .folder(let folder): path.isAbsolute ? nil : ScenarioSource.contents(of: folder + path)
            }
        }

        func size(_ path: String) -> Int64? {
            switch self {
            case .given(let files): files[path].map { Int64($0.count) }
            case .folder(let folder): path.isAbsolute ? nil : ScenarioSource.size(of: folder + path)
            }
        }
    }

    private let text: SourceText
    private let files: Files

    init(_ bytes: [UInt8], named name: String, files: Files) {
        text = SourceText(file: name, bytes: bytes)
        self.files = files
    }

    /// The bytes of a file that must be there.
    static func bytes(of path: String) throws(WorldError) -> [UInt8] {
        guard let bytes = contents(of: path) else { throw .unreadable("\(path): error: cannot be read") }
        return bytes
    }

    /// The bytes of a file, without Foundation, which a test on Linux need not have.
    static func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&part, 1, part.count, file)
            if count > 0 { bytes += part[..<count] }
            if count < part.count { return ferror(file) == 0 ? bytes : nil }
        }
    }

    /// Whether anything is there, a file that can be read or not.
    static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The size of a file, which is not opened for that; nil for a folder, or a pipe.
    private static func size(of path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// Writes a text to a file, and returns whether it could.
    static func write(_ text: String, to path: String) -> Bool {
        guard let file = fopen(path, "wb") else { return false }
        let bytes = Array(text.utf8)
        let count = fwrite(bytes, 1, bytes.count, file)
        return fclose(file) == 0 && count == bytes.count
    }

    /// The scenario, or every fault of it and of the files that it names.
    func reading() throws(WorldError) -> Reading {
        var companions = Companions()
        companions.appActs = true
        var reading = ScenarioReader.read(text, companions: companions)
        var warnings: [String] = []
        for _ in 0..<ScenarioReader.rounds where !reading.wanted.isEmpty {
            var faults: [String] = []
            for wanted in reading.wanted {
                let path = wanted.path
                guard let bytes = files.bytes(path) else {
                    faults.append(Diagnostic(absence(of: path), at: wanted.place).text(sources: reading.sources))
                    continue
                }
                let folder = Folder(files: files, path: PlaylistPath.folder(of: path))
                let file = CompanionReading(wanted.kind, path, bytes, shownAs: path, in: folder)
                companions.add(file.companions)
                faults += file.faults
                warnings += file.notes.map { $0.text() }
            }
            guard faults.isEmpty else { throw refusal(faults) }
            reading = ScenarioReader.read(text, companions: companions)
        }
        let sources = reading.sources
        guard let scenario = reading.scenario else {
            throw refusal(reading.diagnostics.map { $0.text(sources: sources) })
        }
        warnings += scenario.warnings.map { $0.text(sources: sources, as: .warning) } + unswitched(scenario)
        return Reading(scenario: scenario, warnings: warnings, unsized: unsized(scenario))
    }

    /// The error with these lines; of a text that is a population it is that instead, whose keys are no scenario's.
    private func refusal(_ lines: [String]) -> WorldError {
        guard PopulationFormat.isMeant(by: text.bytes) else { return .unreadable(lines.joined(separator: "\n")) }
        return .unreadable(
            "\(text.name): error: this is a population, and no scenario: give it to 'autowait compare --population'")
    }

    /// A line for each player that has several variants and keeps to the first, though nobody has asked for that: a
    /// scenario of the command line compares them so, and a test of an app hardly means it.
    private func unswitched(_ scenario: Scenario) -> [String] {
        let root = JSONNode(json: text.bytes)
        let several = root?.member("players")?.elements ?? []
        return scenario.players.enumerated().compactMap { index, player -> String? in
            let own = several.indices.contains(index) ? several[index] : root
            if own?.member("player")?.member("switching") != nil { return nil }
            let counts = player.assets.map { $0.media.kind == .hls ? $0.media.variants.count : 1 }
            guard player.variantSwitch == .fixed, player.profile == nil, let count = counts.max(), count > 1 else {
                return nil
            }
            let name = Self.name(of: player)
            return
                "\(text.name): warning: \(name) keeps to the first of \(count) variants that it chooses, whatever the "
                + "network carries, unless a limit that is set later rules it out; for one that switches give it "
                + ".profile(\"avplayer\"), in a scenario's text \"profile\": \"avplayer\""
        }
    }

    /// A line for each player of whose variants none declares a size: a limit of sizes rules none of them out.
    private func unsized(_ scenario: Scenario) -> [String?] {
        scenario.players.map { player in
            let streams = player.assets.map { $0.media }.filter { $0.kind == .hls && $0.variants.count > 1 }
            let variants = streams.flatMap { $0.declaredVariants }
            guard !variants.isEmpty, variants.allSatisfy({ $0.dimensions == nil }) else { return nil }
            return
                "\(text.name): warning: no variant of \(Self.name(of: player)) declares a size, so that neither "
                + "preferredMaximumResolution nor the layer rules any out; give some to .hls(variants:), in "
                + "a scenario's text \"width\" and \"height\""
        }
    }

    private static func name(of player: ScenarioPlayer) -> String {
        player.name.isEmpty ? "the player" : "'\(player.name)'"
    }

    private func absence(of path: String) -> String {
        switch files {
        case .given: "'\(path)' is not among the files; a world opens none by itself"
        case .folder where path.contains("://"): "'\(path)' is a URL; save the file and name it by its path"
        case .folder where path.isAbsolute: "'\(path)' is absolute; name a file relative to the scenario's folder"
        case .folder: "'\(path)' cannot be read"
        }
    }

    /// The folder of a playlist among the files.
    private struct Folder: PlaylistFolder {
        let files: Files
        let path: String

        func playlist(_ path: String) -> FileAnswer<[UInt8]> { FileAnswer(files.bytes(self.path + path)) }
        func segmentSize(_ path: String) -> FileAnswer<Int64> { FileAnswer(files.size(self.path + path)) }
    }
}

extension String {
    fileprivate var isAbsolute: Bool { hasPrefix("/") }
}

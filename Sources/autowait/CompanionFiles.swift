import Simulation

/// The files that a scenario names, and which of them may be read: those in its own folder, and those in folders that
/// the command line allows.
struct CompanionFiles {
    static let option = allowing("let a scenario name files in this folder too, not only in its own")
    /// That of commands that take folders as operands.
    static let optionBesideFolders = allowing(
        "let scenarios name files in this folder too, not only in their own (a folder of scenarios that is given is "
            + "allowed)")

    private static func allowing(_ about: String) -> CommandOption {
        CommandOption("allow", .folderToRead("FOLDER"), about + "; may be repeated", mayBeRepeated: true)
    }

    private let folder: String
    /// The allowed folders without links, to compare with.
    private let allowed: [String]

    init(of scenario: String, folders: [String]) {
        folder = Files.folder(of: scenario)
        allowed = ([folder.isEmpty ? "." : folder] + folders).compactMap { Files.realPath($0) }
    }

    /// Reads a file, where it was not read before; or throws every fault of it, a line each.
    func read(
        _ wanted: WantedFile, _ sources: [SourceText], through files: ReadFiles
    ) throws(LoadError) -> CompanionReading {
        let path = try find(wanted, sources)
        let (kind, shown) = (wanted.kind, Files.shown(path))
        return try files.companion("\(kind) \(wanted.path) \(path)") { () throws(LoadError) in
            let bytes = try Files.load(path, limit: kind.mostBytes, onlyRegular: kind.isPlaylist)
            let folder = PlaylistFolderOnDisk(of: path)
            let reading = CompanionReading(kind, wanted.path, bytes, shownAs: shown, in: folder)
            guard reading.faults.isEmpty else { throw LoadError(lines: reading.faults) }
            return reading
        }
    }

    /// Whether a path from a folder stays in it as it is written: only a link can lead it out.
    static func staysWithin(_ path: String) -> Bool {
        !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    }

    /// The path to open, if it may be opened.
    private func find(_ wanted: WantedFile, _ sources: [SourceText]) throws(LoadError) -> String {
        func refuse(_ message: String, _ code: ExitCode = .badData) -> LoadError {
            let diagnostic = Diagnostic("'\(wanted.path)' \(message)", at: wanted.place)
            return LoadError(message: diagnostic.text(sources: sources) + "\n", code: code)
        }
        if wanted.path.contains("://") { throw refuse("is a URL; save the file and name it by its path") }
        if wanted.path.hasPrefix("/") { throw refuse("is absolute; name a file relative to the scenario's folder") }
        // A file of the name that stands for standard input is meant as a file.
        let path = (folder + wanted.path == Files.standardInput ? "./" : folder) + wanted.path
        guard let real = Files.realPath(path.isEmpty ? "." : path) else {
            throw refuse("is not there; looked for \(path)", .missingFile)
        }
        guard !Files.isFolder(real) else { throw refuse("is a folder; write the path of a file") }
        let isInside = allowed.contains { Files.isInside(real, $0) }
        guard isInside else {
            let isLink = Self.staysWithin(wanted.path)
            let why = isLink ? "is a link that leads out" : "lies outside"
            let other = isLink ? Files.folder(of: real).shellWord : "FOLDER"
            throw refuse("\(why) of the scenario's folder; --allow \(other) permits that")
        }
        guard Files.regularSize(real) != nil else { throw refuse("is no regular file") }
        return path
    }
}

import Simulation

/// A file that the command line names to be written: a report, a log, results for a CI server.
///
///     path ─▶ is it read by this command, or written twice? ─▶ can a file be written there? ─▶ has it the form of what
///     is written? ─▶ the work ─▶ draft ─▶ rename
///
/// It replaces a file of its own form and no other: a slip of the keyboard, or a file name that the shell put in the
/// place of one that was forgotten, costs nobody a scenario. Goldens and baselines, whose names are not typed, are
/// not written through it.
struct OutputFile {
    let path: String
    /// The option that names it, as in messages: `-o`.
    private let option: String
    /// The folder that the command line names, where it does not name the file.
    private let within: String?

    /// Judges the path by itself. `inputs` are the files that the command line names to be read, and `others` those
    /// that it names to be written. `form` is that of what is written, where it is known yet.
    init(
        _ path: String, option: String, inputs: [String], others: [OutputFile] = [], form: FileForm? = nil,
        within folder: String? = nil
    ) throws(LoadError) {
        self.path = path
        self.option = option
        within = folder
        if path.isEmpty { throw .usage("'\(option)' takes the name of a file") }
        if path == Files.standardInput {
            throw .usage(
                "'\(option) -' names no file\(option == "-o" ? "; without it a report goes to stdout" : "")"
                    + "; for a file of that name write \(option) ./-")
        }
        if path.hasSuffix("/") { throw refusal("this is a folder; name a file in it", .cannotWrite) }
        if path.utf8.count >= Files.mostOfPath {
            throw refusal("no system takes a path of that length", .cannotWrite)
        }
        if others.contains(where: { $0.isSame(as: path) }) {
            throw .usage("'\(option) \(path)' would be written twice; give each output a file of its own")
        }
        if inputs.contains(where: isSame) {
            guard Files.exists(path) else { throw LoadError(path, Files.Problem.missing.message, .missingFile) }
            throw refusal(
                "'\(option)' would write over this file, which is to be read; \(advice(form, keepsEnding: false))",
                .usage)
        }
    }

    /// Refuses a file among those with which the option `other` fills a folder that holds nothing else, or in the
    /// place of that folder. It need not be there yet: what is refused once it is there is refused before as well.
    func check(besideFolder folder: String, of other: String) throws(LoadError) {
        guard Self.isWithin(folder, path) else { return }
        let place = Self.real(path).isSpelt(Self.real(folder)) ? "in the place of" : "among"
        throw .usage(
            "'\(option) \(path)' would lie \(place) the files of '\(other) \(folder)', and that folder holds nothing "
                + "else; \(advice(nil, besideFolder: folder))")
    }

    /// Refuses a path at which nothing can be written: a folder, a file in a folder that is not there or that takes no
    /// files, a link to nothing. Whether there will be room nobody knows before. Where `made` is a folder that is made
    /// before the file, the path may go by way of it, and lie beside it in a folder that is made with it. `others` are
    /// the options that are typed besides, as they stand behind the name in advice.
    func checkPlace(behind made: String? = nil, besides others: String = "") throws(LoadError) {
        var place = path
        if let made, !Files.exists(made), OpenDescriptor.number(path) == nil {
            place = Self.real(path)
            let home = Files.folder(of: place)
            if !Files.exists(home), Self.isWithin(home, made) { return }
        }
        guard let obstacle = Files.obstacle(at: place) else { return }
        let folder = Files.folder(of: path)
        if !folder.isEmpty, !Files.exists(folder) {
            let name = String(Files.name(of: path)).shellOperand
            throw refusal(
                "there is no folder \(folder); make it first, or write \(option) \(name)\(others)", .cannotWrite)
        }
        throw refusal(obstacle.message, .cannotWrite)
    }

    /// Refuses a file of another form than what is to be written. Of a descriptor nothing is replaced.
    func check(_ form: FileForm) throws(LoadError) {
        guard OpenDescriptor.number(path) == nil, case .regular? = Files.kind(path) else { return }
        let bytes: [UInt8]
        do throws(Files.Problem) {
            bytes = try Files.read(path, limit: FileForm.mostBytes)
        } catch {
            throw refusal(error.message, .cannotWrite)
        }
        let old = FileForm(bytes)
        let name = Files.name(of: path)
        let ending = name.lastIndex(of: ".").map { name[$0...] } ?? ""
        // All texts look alike: what they are is in their names.
        if old == form, form != .text || Self.endingsOfReports.contains(String(ending)) { return }
        if old == .empty { return }
        let words =
            old == form
            ? "is no report"
            : old.words == form.words ? "is \(old.another)" : "is \(old.words), and no \(form.words.withoutArticle)"
        throw refusal("this file \(words): '\(option)' leaves it as it is; \(advice(form))", .cannotWrite)
    }

    /// Writes a text that is made page by page. A file stays as it was where the text turns out not to be whole.
    func write(
        pages: Int, _ page: (Int) -> [UInt8], as form: FileForm, unlessCut isWhole: () -> Bool = { true }
    ) throws(LoadError) {
        try check(form)
        let folder = Files.folder(of: path)
        let name = Files.name(of: path)
        // The draft of a long name may have no more than its end.
        let ending = name.utf8.count > 200 ? String(name.end(bytes: 200)) : ".\(name)"
        if OpenDescriptor.number(path) == nil {
            Files.removeAbandonedDrafts(in: folder.isEmpty ? "." : folder, ofFilesEnding: [ending])
        }
        do throws(Files.Problem) {
            try Files.replace(path, pages: pages, page, unlessCut: isWhole)
        } catch {
            throw refusal(error.message, error == .isFolder ? .cannotWrite : error.code)
        }
    }

    /// The last ones are those of the manual and of completions.
    private static let endingsOfReports = [
        "", ".txt", ".text", ".out", ".log", ".report", ".diff", ".1", ".bash", ".fish", ".zsh",
    ]

    /// Whether another path leads to the same file, there or not. Several may go into one device, or one pipe.
    private func isSame(as other: String) -> Bool {
        if path.isSpelt(other) { return true }
        if other == Files.standardInput { return false }
        guard let kind = Files.kind(path) else { return Self.real(path).isSpelt(Self.real(other)) }
        guard case .regular = kind else { return false }
        return Files.identity(path) == Files.identity(other)
    }

    /// A name to write instead, that nothing has; with the ending of what is written where that is known yet, and
    /// beside a folder where it must not lie in that. Without the ending of an input it is taken for no other input,
    /// and whatever is written there may be written again.
    func advice(_ form: FileForm?, besideFolder other: String? = nil, keepsEnding: Bool = true) -> String {
        if let within {
            let free = ["-2", "-3"].map { within + $0 }.first { !Files.exists($0) }
            return "write \(option) \(free?.shellWord ?? "FOLDER")"
        }
        let name = Files.name(of: path)
        let folder = other.map(Self.home) ?? Files.folder(of: path)
        let point = name.lastIndex(of: ".") ?? name.endIndex
        let stem = folder + name[..<point]
        // Of a name with a further point the rest would be an ending.
        let plain = name[..<point].contains(".") ? ".txt" : ""
        let ending = form?.ending ?? (keepsEnding ? String(name[point...]) : plain)
        let marks = (keepsEnding ? [""] : []) + ["-report", "-2", "-3"]
        let free = marks.map { stem + $0 + ending }.first { path in
            !Files.exists(path) && !(other.map { Self.isWithin($0, path) } ?? false)
        }
        return "write \(option) \((free ?? "NAME" + ending).shellWord)"
    }

    private func refusal(_ words: String, _ code: ExitCode) -> LoadError { LoadError(path, words, code) }

    // MARK: Folders, there or not

    /// Whether a path leads into a folder, or is that folder. A link lies where it is, and leads elsewhere.
    private static func isWithin(_ folder: String, _ path: String) -> Bool {
        let folder = real(folder)
        return [real(path), real(path, asLink: true)].contains { $0.isSpelt(folder) || Files.isInside($0, folder) }
    }

    /// A path without links, `.` and `..`. What of it is not there yet will be folders, and no links.
    private static func real(_ path: String, asLink: Bool = false) -> String {
        if !asLink, let real = Files.realPath(path.isEmpty ? "." : path) { return real }
        guard let last = path.lastIndex(where: { $0 != "/" }) else { return path }
        let whole = String(path[...last])
        let above = real(Files.folder(of: whole))
        switch Files.name(of: whole) {
        case ".": return above
        case "..": return "/" + above.split(separator: "/").dropLast().joined(separator: "/")
        case let name: return (above == "/" ? "" : above) + "/" + name
        }
    }

    /// The folder in which another one lies, with a slash at its end; empty for the current one.
    private static func home(_ folder: String) -> String {
        guard let last = folder.lastIndex(where: { $0 != "/" }) else { return folder }
        let whole = String(folder[...last])
        let above = Files.folder(of: whole)
        switch Files.name(of: whole) {
        case ".": return above + "../"
        case "..": return whole + "/../"
        default: return above
        }
    }
}

extension Substring {
    /// Its first characters, as many as have at most so many bytes.
    func beginning(bytes most: Int) -> Substring {
        var rest = self
        while rest.utf8.count > most { rest = rest.dropLast() }
        return rest
    }

    /// Its last characters, as many as have at most so many bytes.
    func end(bytes most: Int) -> Substring {
        var rest = self
        while rest.utf8.count > most { rest = rest.dropFirst() }
        return rest
    }
}

extension String {
    fileprivate var withoutArticle: String { hasPrefix("a ") ? String(dropFirst(2)) : self }
}

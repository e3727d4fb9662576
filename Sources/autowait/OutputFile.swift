import Simulation

/// A file that the command line names to be written: a report, a log, results for a CI server.
///
///     path ─▶ is it read by this command, or written twice? ─▶ has it the form of what is written? ─▶ draft ─▶ rename
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
    /// that it names to be written.
    init(
        _ path: String, option: String, inputs: [String], others: [OutputFile] = [], within folder: String? = nil
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
        if others.contains(where: { $0.isSame(as: path) }) {
            throw .usage("'\(option) \(path)' would be written twice; give each output a file of its own")
        }
        if inputs.contains(where: isSame) {
            guard Files.exists(path) else { throw LoadError(path, Files.Problem.missing.message, .missingFile) }
            throw refusal("'\(option)' would write over this file, which is to be read; \(advice(nil))", .usage)
        }
    }

    /// Refuses a file of another form than what is to be written.
    func check(_ form: FileForm) throws(LoadError) {
        guard case .regular? = Files.kind(path) else { return }
        let bytes: [UInt8]
        do throws(Files.Problem) {
            bytes = try Files.read(path, limit: FileForm.mostBytes)
        } catch {
            throw refusal(error.message, .cannotWrite)
        }
        let old = FileForm(bytes)
        let name = path.dropFirst(Files.folder(of: path).count)
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

    /// Writes a text that is made page by page.
    func write(pages: Int, _ page: (Int) -> [UInt8], as form: FileForm) throws(LoadError) {
        try check(form)
        let folder = Files.folder(of: path)
        let name = String(path.dropFirst(folder.count))
        Files.removeAbandonedDrafts(in: folder.isEmpty ? "." : folder, ofFilesEnding: ["." + name])
        do throws(Files.Problem) {
            try Files.replace(path, pages: pages, page)
        } catch {
            throw refusal(error.message, error == .isFolder ? .cannotWrite : error.code)
        }
    }

    private static let endingsOfReports = ["", ".txt", ".text", ".out", ".log", ".report", ".diff", ".1"]

    private func isSame(as other: String) -> Bool {
        if path == other { return true }
        guard let identity = Files.identity(path), case .regular? = Files.kind(path) else { return false }
        return identity == Files.identity(other)
    }

    /// A name to write instead, that nothing has; with the ending of what is written where that is known yet.
    private func advice(_ form: FileForm?) -> String {
        if let within {
            let free = ["-2", "-3"].map { within + $0 }.first { !Files.exists($0) }
            return "write \(option) \(free ?? "FOLDER")"
        }
        let folder = Files.folder(of: path)
        let name = path.dropFirst(folder.count)
        let point = name.lastIndex(of: ".") ?? name.endIndex
        let (stem, ending) = (folder + name[..<point], form?.ending ?? String(name[point...]))
        let free = ["", "-report", "-2", "-3"].map { stem + $0 + ending }.first { !Files.exists($0) }
        return "write \(option) \(free ?? "NAME" + ending)"
    }

    private func refusal(_ words: String, _ code: ExitCode) -> LoadError { LoadError(path, words, code) }
}

extension String {
    fileprivate var withoutArticle: String { hasPrefix("a ") ? String(dropFirst(2)) : self }
}

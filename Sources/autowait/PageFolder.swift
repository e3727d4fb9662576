import Simulation

/// The folder of `test --html`: it holds pages of ours and nothing else, so that those of an earlier run can go.
///
/// A page is ours by the mark inside it, whatever its name is: a folder with anything else in it is refused, and
/// nothing else is ever removed.
struct PageFolder {
    private let path: String

    /// A folder that is there or can be made. `outputs` are the files that the command line names to be written: in it
    /// they would be the other files for which the next run refuses it.
    init(_ path: String, outputs: [OutputFile]) throws(LoadError) {
        if path.isEmpty { throw .usage("'--html' takes the name of a folder") }
        for output in outputs { try output.check(besideFolder: path, of: "--html") }
        self.path = Files.asFolder(path)
        if Files.exists(path) {
            guard Files.isFolder(path) else {
                throw .usage("'--html' takes the name of a folder, and \(path) is a file")
            }
            if let other = try names.first(where: { !isOurs($0) }) {
                let words = "this folder holds other files than pages of 'autowait test', such as \(other)"
                throw LoadError(path, "\(words); write --html \(free.shellWord)", .cannotWrite)
            }
        }
        try Files.checkNewFolder(path, option: "--html", for: "the pages", endings: [".html", ".htm"])
        if let obstacle = Files.obstacle(inFolder: path) { throw LoadError(path, obstacle.message, obstacle.code) }
    }

    /// Writes pages and their list, and removes those of an earlier run that are none of them. A page that cannot be
    /// written keeps no other from it, and the list leads to those that are there.
    func write(_ pages: TestPages, inputs: [String]) throws(LoadError) {
        try LoadError.naming(path, try Files.createFolder(path))
        var written: Set<String> = []
        var faults: [LoadError] = []
        func write(_ text: String, _ name: String) {
            do throws(LoadError) {
                let file = try OutputFile(path + name, option: "--html", inputs: inputs)
                try file.write(pages: 1, { _ in Array(text.utf8) }, as: .markup(root: "html"))
                written.insert(name)
            } catch {
                faults.append(error)
            }
        }
        for page in pages.pages { write(page.text, page.name) }
        write(pages.list(of: written), TestPages.listName)
        for name in try names where !written.contains(name) && isOurs(name) { Files.remove(path + name) }
        guard let first = faults.first else { return }
        // A full disk would say the same of each.
        let all = LoadError(path, "\(faults.count) of its files cannot be written")
        throw LoadError(message: first.message + (faults.count > 1 ? all.message : ""), code: first.code)
    }

    private var names: [String] {
        get throws(LoadError) { try LoadError.naming(path, try Files.names(in: path)) }
    }

    /// Whether a file has our mark near its beginning. A link may lead anywhere: it is none of ours.
    private func isOurs(_ name: String) -> Bool {
        guard !Files.isLink(path + name), case .regular? = Files.kind(path + name),
            let start = try? Files.read(path + name, limit: FileForm.mostBytes, onlyRegular: true)
        else { return false }
        return String(decoding: start, as: UTF8.self).contains(Page.Maker.test.mark)
    }

    /// A folder in this one that is not there yet.
    private var free: String {
        (["tests"] + (2...99).map { "tests-\($0)" }).map { path + $0 }.first { !Files.exists($0) } ?? "FOLDER"
    }
}

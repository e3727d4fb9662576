import Simulation

/// A folder into which the traces of an ensemble are written: `member-001.csv` and so on. Those of an earlier ensemble
/// that are none of these go, because a folder's traces are played together; files of other kinds are left alone.
struct MemberFolder {
    let path: String

    /// The endings of what the command prints, each with the option that prints it, and of the traces themselves.
    private static let endings: [(ending: String, option: String?)] = [
        (".svg", " --format svg"), (".json", " --format json"), (".txt", ""), (".csv", nil),
    ]

    /// A folder that is there or can be made.
    init(_ path: String) throws(LoadError) {
        self.path = try Files.outputFolder(path)
        try Files.checkNewFolder(
            path, option: "--output", for: "the traces of the networks", endings: Self.endings.map { $0.ending }
        ) { ending in
            let option = Self.endings.first { $0.ending == ending }.flatMap { $0.option }
            return option.map {
                "what is printed goes into one with " + "autowait infer LOG\($0) >\(path.shellWord)".quotedCommand
            }
        }
        if let obstacle = Files.obstacle(inFolder: path) { throw LoadError(path, obstacle.message, obstacle.code) }
    }

    /// Writes the networks, and returns how many they are, and how many of an earlier ensemble went.
    func write(
        _ networks: [InferredNetwork], of log: String, inputs: [String]
    ) throws(LoadError) -> (written: Int, removed: Int) {
        try LoadError.naming(path, try Files.createFolder(path))
        var outputs: [(file: OutputFile, text: String)] = []
        for (index, network) in networks.enumerated() {
            let number = NumberText.right(String(index + 1), 3).map { $0 == " " ? "0" : $0 }
            let file = try OutputFile(
                "\(path)member-\(String(number)).csv", option: "--output", inputs: inputs,
                within: String(path.dropLast()))
            let text = try text(network, Self.comment(network, log))
            // All are judged before the first is written.
            try file.check(Self.form)
            outputs.append((file, text))
        }
        for output in outputs { try output.file.write(pages: 1, { _ in Array(output.text.utf8) }, as: Self.form) }
        let removed = try removeMembers(behind: outputs.count)
        return (outputs.count, removed)
    }

    /// Removes the traces that an earlier run wrote beyond so many. A link may lead anywhere: it is none of ours.
    private func removeMembers(behind count: Int) throws(LoadError) -> Int {
        let names = try LoadError.naming(path, try Files.names(in: path))
        let old = names.filter { name in
            guard name.hasPrefix("member-"), name.hasSuffix(".csv"), !Files.isLink(path + name),
                let number = Int(name.dropFirst(7).dropLast(4)), number > count,
                case .regular? = Files.kind(path + name),
                let start = try? Files.read(path + name, limit: FileForm.mostBytes, onlyRegular: true)
            else { return false }
            return String(decoding: start, as: UTF8.self).contains(Self.mark)
        }
        for name in old { Files.remove(path + name) }
        return old.count
    }

    /// By this a file is known as one of ours.
    private static let mark = "one of the networks that could have made "

    /// The properties that a trace has no columns for are in its comment.
    private static func comment(_ network: InferredNetwork, _ log: String) -> String {
        let delay = NumberText.rounded(network.roundTrip / 2, places: 6, decimals: 3)
        let loss = network.loss == 0 ? "" : ", loss_percent \(NumberText.exact(network.loss, places: 4))"
        return "\(mark)\(log.onOneLine); delay_ms \(delay)\(loss)"
    }

    private static let form = FileForm.table(first: "seconds")

    private func text(_ network: InferredNetwork, _ comment: String) throws(LoadError) -> String {
        do throws(NetworkTraceWriter.Problem) {
            let writer = try NetworkTraceWriter(network.trace, as: .csv, comment: comment)
            return (0..<writer.pageCount).map { writer.page($0) }.joined()
        } catch {
            throw LoadError(path, error.message)
        }
    }
}

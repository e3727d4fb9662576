import Simulation

/// A side of a comparison: a report that was saved, or a build of this program.
struct BenchSide {
    private enum Kind {
        case saved([BenchSeries])
        case build
    }

    private let path: String
    private let kind: Kind

    /// This build, as it was called.
    static var itself: BenchSide { BenchSide(build: CommandLine.arguments[0]) }

    private init(build path: String) { (self.path, kind) = (path, .build) }

    init(_ path: String) throws(LoadError) {
        // A name without a folder would be looked for elsewhere.
        self.path = path.contains("/") ? path : "./" + path
        let bytes = try Files.load(path, limit: 1 << 30, onlyRegular: true)
        if let rows = BenchReport.read(bytes) {
            kind = .saved(rows)
        } else if Files.isExecutable(path) {
            kind = .build
        } else {
            throw LoadError(
                Files.shown(path), "this is no report of 'autowait bench --format json', and no build of autowait")
        }
    }

    /// Refuses a saved report that has none of the rows, before they are timed.
    func check(_ rows: [BenchRow]) throws(LoadError) {
        guard case .saved(let saved) = kind, !rows.contains(where: { row in saved.contains { $0.row == row.name } })
        else { return }
        let groups = BenchRow.groups.filter { group in saved.contains { $0.group == group } }
        let words = groups.map { "'bench \($0)'" }.joined(separator: ", ")
        let remedy = groups.isEmpty ? "save a newer one" : "time what it has: \(words)"
        throw LoadError(Files.shown(path), "this report has none of the rows that are to be timed; \(remedy)")
    }

    /// Whether rows can be timed in turn with it.
    var takesTurns: Bool { if case .build = kind { true } else { false } }

    /// The rows that it has saved.
    var saved: [BenchSeries] { if case .saved(let rows) = kind { rows } else { [] } }

    /// The error that it has none of the rows.
    var knowsNothing: LoadError {
        LoadError(Files.shown(path), "this build has no 'bench --format json'; compare with a newer one")
    }

    /// Lets the build time the rows of a group in a process of its own, once each; none where it does not know the
    /// group.
    func turn(_ group: String) throws(LoadError) -> [BenchSeries] {
        do throws(OtherProgram.Problem) {
            let words = ["bench", group, "--format", "json", "--repetitions", "1"]
            return BenchReport.read(try OtherProgram.output(of: path, words)) ?? []
        } catch {
            if case .cannotStart(let reason) = error {
                throw LoadError(Files.shown(path), "cannot be run: \(reason)")
            }
            return []
        }
    }
}

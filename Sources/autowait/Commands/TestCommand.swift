import Simulation

/// `autowait test`: every scenario against its expectations and its golden.
enum TestCommand {
    static let command = Command(
        name: "test", operands: "PATH…", operandCount: 1...Int.max,
        about: "runs scenarios against their expectations and goldens",
        options: [
            .init("update", "accept changed timelines: write the goldens of scenarios whose expectations are met"),
            CompanionFiles.option,
        ],
        run: { test($0.operands, isUpdating: $0.has("update"), allowing: $0.values("allow")) })

    /// What came of one scenario.
    private enum Verdict {
        case ok
        case updated
        case changed([String])
        case failed([String])
        case bad(LoadError)
    }

    private static func test(_ paths: [String], isUpdating: Bool, allowing folders: [String]) -> Reply {
        // Whoever names a folder allows its scenarios to name each other's files.
        let folders = folders + paths.filter(Files.isFolder)
        var (output, errors, code) = ("", "", ExitCode.asExpected)
        var counts = (ok: 0, updated: 0, changed: 0, failed: 0)
        do throws(LoadError) {
            var files: [String] = []
            for path in paths { files += try ScenarioFolder.files(in: path) }
            guard !files.isEmpty else {
                let places = paths.joined(separator: " ")
                return Reply(errors: "\(places): error: there is no scenario here\n", code: .missingFile)
            }
            for file in files {
                switch judge(file, isUpdating: isUpdating, folders: folders) {
                case .ok:
                    counts.ok += 1
                    output += "ok       \(file)\n"
                case .updated:
                    counts.updated += 1
                    output += "updated  \(file)\n"
                case .changed(let lines):
                    counts.changed += 1
                    output += "CHANGED  \(file)\n" + indented(lines)
                    code = max(code, .regression)
                case .failed(let lines):
                    counts.failed += 1
                    output += "FAIL     \(file)\n" + indented(lines)
                    code = max(code, .regression)
                case .bad(let error):
                    counts.failed += 1
                    output += "FAIL     \(file)\n"
                    errors += error.message
                    code = max(code, error.code)
                }
            }
        } catch {
            return error.reply
        }
        return Reply(output: output + summary(counts), errors: errors, code: code)
    }

    private static func summary(_ counts: (ok: Int, updated: Int, changed: Int, failed: Int)) -> String {
        var parts = ["\(counts.ok) ok"]
        if counts.updated > 0 { parts.append("\(counts.updated) updated") }
        if counts.changed > 0 { parts.append("\(counts.changed) CHANGED (--update accepts it)") }
        if counts.failed > 0 { parts.append("\(counts.failed) FAIL") }
        return parts.joined(separator: ", ") + "\n"
    }

    private static func indented(_ lines: [String]) -> String { lines.map { "         \($0)\n" }.joined() }

    private static func judge(_ path: String, isUpdating: Bool, folders: [String]) -> Verdict {
        do throws(LoadError) {
            if path.hasSuffix(".golden") { return .failed(["its scenario is gone; remove it"]) }
            let source = try ScenarioFile.source(path)
            let scenario = try ScenarioFile.load(path, settings: [], folders: folders)
            let run = try ScenarioFile.run(scenario, path, tracing: .facts)
            let failures = Check.failures(run)
            if !failures.isEmpty { return .failed(failures.map { $0.text(sources: [source]) }) }
            return try compare(TextReport.text(run), with: golden(of: path), isUpdating)
        } catch {
            return .bad(error)
        }
    }

    private static func compare(_ text: String, with golden: String, _ isUpdating: Bool) throws(LoadError) -> Verdict
    {
        do throws(Files.Problem) {
            var old: String?
            if Files.exists(golden) { old = String(decoding: try Files.read(golden, limit: 1 << 24), as: UTF8.self) }
            if old == text { return .ok }
            if isUpdating {
                try Files.replace(golden, with: text)
                return .updated
            }
            guard let old else { return .changed(["there is no golden yet; --update writes it"]) }
            return .changed(LineDifference.lines(from: old, to: text))
        } catch {
            throw LoadError(message: "\(golden): error: \(error.message)\n", code: error.code)
        }
    }

    private static func golden(of path: String) -> String { path.dropLast(".json".count) + ".golden" }
}

extension ExitCode: Comparable {
    /// The graver one wins.
    static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }
}

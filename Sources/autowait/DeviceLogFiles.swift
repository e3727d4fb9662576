import Simulation

/// Device logs on disk, judged one at a time, so that no more than one is in memory.
///
/// A class, because its pages are made one after another, and the last says what came of all.
final class DeviceLogFiles {
    enum Format: String, CaseIterable {
        case text, json
    }

    /// The endings of logs in a folder. A log that is named itself may have any.
    private static let endings = [".jsonl", ".ndjson"]

    private let files: [String]
    private let isAlone: Bool
    private let format: Format
    private let isStrict: Bool
    private var counts = (agreeing: 0, disagreeing: 0, unread: 0)
    private var errors = ""
    private var code = ExitCode.asExpected

    init(_ arguments: Arguments, format: Format) throws(LoadError) {
        var files: [String] = []
        var notes = ""
        for path in arguments.operands {
            guard Files.isFolder(path) else {
                files.append(path)
                continue
            }
            let found = try Self.files(in: path, &notes)
            if found.isEmpty {
                throw LoadError(path, "there is no log here, no file that ends in .jsonl or .ndjson", .missingFile)
            }
            files += found
        }
        self.files = files
        self.format = format
        isAlone = files.count == 1 && !Files.isFolder(arguments.operands[0])
        isStrict = arguments.has("strict")
        errors = notes
    }

    /// The logs in a folder and below, by their names.
    private static func files(in folder: String, _ notes: inout String) throws(LoadError) -> [String] {
        let folder = folder.hasSuffix("/") && folder != "/" ? String(folder.dropLast()) : folder
        let names = try LoadError.naming(folder, try Files.names(in: folder))
        var found: [String] = []
        var others = 0
        for name in names {
            let inner = folder + "/" + name
            // A linked folder may lead back here; it is read where it is named itself.
            if Files.isLink(inner), Files.isFolder(inner) { continue }
            if Files.isFolder(inner) {
                found += try files(in: inner, &notes)
            } else if endings.contains(where: name.hasSuffix) {
                if let special = Files.kind(inner)?.special {
                    notes += "\(inner.onOneLine): warning: passed over: it is \(special)\n"
                } else {
                    found.append(inner)
                }
            } else {
                others += 1
            }
        }
        if others > 0 {
            notes += "\(folder.onOneLine): \(Self.others(others)) left out\n"
        }
        return found
    }

    /// `2 files of other endings are`.
    static func others(_ count: Int) -> String {
        count == 1 ? "1 file of another ending is" : "\(count) files of other endings are"
    }

    /// The judgement: of a log by itself at once, of several page by page.
    func reply() throws(LoadError) -> Reply {
        if isAlone, format == .text { return try replyOfOne() }
        var reply = Reply()
        reply.look = format == .json ? .exact : .text
        if format == .json { reply.pages.append { JudgementJSON.beginning } }
        for (index, file) in files.enumerated() { reply.pages.append { self.page(of: file, isFirst: index == 0) } }
        reply.pages.append { self.lastPage() }
        reply.ending = { (self.errors, self.code) }
        return reply
    }

    private func replyOfOne() throws(LoadError) -> Reply {
        let report = try read(files[0])
        let warnings = warnings(of: report, files[0])
        if isStrict, !warnings.isEmpty { throw LoadError(message: warnings, code: .badData) }
        return Reply(output: report.text, errors: warnings, code: report.agrees ? .asExpected : .regression)
    }

    private func read(_ file: String) throws(LoadError) -> DeviceLogReport {
        let bytes = try Files.load(file, limit: DeviceLog.mostBytes, onlyRegular: true)
        do throws(DeviceLogFaults) {
            return try DeviceLogReport.replay(bytes)
        } catch {
            if let other = try? FieldReader.read(bytes) {
                throw LoadError(
                    Files.shown(file),
                    "this is \(other.format.rawValue), which has no states to judge; 'autowait field' reads it")
            }
            throw LoadError(error.diagnostics, of: Files.shown(file))
        }
    }

    private func warnings(of report: DeviceLogReport, _ file: String) -> String {
        report.findings.text(of: Files.shown(file), as: isStrict ? .error : .warning)
    }

    private func page(of file: String, isFirst: Bool) -> String {
        let name = Files.shown(file)
        do throws(LoadError) {
            let report = try read(file)
            let warnings = warnings(of: report, file)
            errors += warnings
            if isStrict, !warnings.isEmpty { code = max(code, .badData) }
            if report.agrees { counts.agreeing += 1 } else { counts.disagreeing += 1 }
            if !report.agrees { code = max(code, .regression) }
            switch format {
            case .text: return "\(name.onOneLine): \(report.verdict)\n" + report.lines(indent: "    ")
            case .json: return JudgementJSON.entry(report, file: name, isFirst: isFirst)
            }
        } catch {
            counts.unread += 1
            errors += error.message
            code = max(code, error.code)
            switch format {
            case .text: return "\(name.onOneLine): not read\n"
            case .json:
                let words = error.message.split(separator: "\n").joined(separator: "; ")
                return JudgementJSON.entry(error: words, file: name, isFirst: isFirst)
            }
        }
    }

    private func lastPage() -> String {
        if format == .json {
            return JudgementJSON.ending(
                agreeing: counts.agreeing, disagreeing: counts.disagreeing, unread: counts.unread)
        }
        var parts: [String] = []
        if counts.agreeing > 0 { parts.append("\(counts.agreeing) agree\(counts.agreeing == 1 ? "s" : "")") }
        if counts.disagreeing > 0 {
            parts.append("\(counts.disagreeing) disagree\(counts.disagreeing == 1 ? "s" : "")")
        }
        if counts.unread > 0 { parts.append("\(counts.unread) not read") }
        return "\(NumberText.count(files.count, "log")): \(parts.joined(separator: ", ")).\n"
    }
}

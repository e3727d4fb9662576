import Simulation

/// Logs of real sessions on disk, read one at a time, so that no more than one is in memory.
///
/// A class, because its pages are made one after another, and the last says what was found in all.
final class FieldFiles {
    private let files: [String]
    private let format: FieldCommand.Format
    private let isStrict: Bool
    private var hasEntry = false
    private var errors = ""
    private var code = ExitCode.asExpected

    init(_ arguments: Arguments, format: FieldCommand.Format) {
        files = arguments.operands
        isStrict = arguments.has("strict")
        self.format = format
    }

    func reply() -> Reply {
        var reply = Reply()
        reply.look = format == .text ? .text : .exact
        switch format {
        case .text: break
        case .json: reply.pages.append { FieldJSON.beginning }
        case .csv: reply.pages.append { FieldTable.head }
        }
        for file in files { reply.pages.append { self.page(of: file) } }
        if format == .json { reply.pages.append { FieldJSON.ending } }
        reply.ending = { (self.errors, self.code) }
        return reply
    }

    private func page(of file: String) -> String {
        let name = Files.shown(file)
        do throws(LoadError) {
            let session = try read(file)
            let findings = session.findings.all
            errors += findings.text(of: name, as: isStrict ? .error : .warning)
            if isStrict, !findings.isEmpty { code = max(code, .badData) }
            defer { hasEntry = true }
            switch format {
            case .text: return (hasEntry ? "\n" : "") + FieldText.text(session, file: name)
            case .json: return FieldJSON.entry(session, file: name, isFirst: !hasEntry)
            case .csv: return FieldTable.lines(session, file: name)
            }
        } catch {
            errors += error.message
            code = max(code, error.code)
            return ""
        }
    }

    private func read(_ file: String) throws(LoadError) -> FieldSession {
        let bytes = try Files.load(file, limit: FieldReader.mostBytes, onlyRegular: true)
        do throws(FieldError) {
            return try FieldReader.read(bytes)
        } catch {
            throw LoadError([error.diagnostic], of: Files.shown(file))
        }
    }
}

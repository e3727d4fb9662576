import Simulation

/// The log of one session, read for an inference.
struct InferenceFile {
    let name: String
    let log: InferenceLog
    let findings: [RepeatedFindings.Finding]

    init(_ path: String) throws(LoadError) {
        name = Files.shown(path)
        let bytes = try Files.load(path, limit: FieldReader.mostBytes, onlyRegular: true)
        let session: FieldSession
        do throws(FieldError) {
            session = try FieldReader.read(bytes)
        } catch {
            throw LoadError([error.diagnostic], in: [SourceText(file: name, bytes: [])])
        }
        findings = session.findings.all
        do throws(InferenceLog.Refusal) {
            log = try InferenceLog(session)
        } catch {
            let found = Self.notes(findings, name, .warning)
            throw LoadError(message: found + LoadError(name, error.message).message, code: .badData)
        }
    }

    /// The findings, a line each.
    func notes(as severity: Diagnostic.Severity) -> String { Self.notes(findings, name, severity) }

    private static func notes(
        _ findings: [RepeatedFindings.Finding], _ name: String, _ severity: Diagnostic.Severity
    ) -> String {
        let source = SourceText(file: name, bytes: [])
        return findings.map { $0.diagnostic.text(sources: [source], as: severity) + "\n" }.joined()
    }
}

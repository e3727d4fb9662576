import PlayerModel
import Simulation

/// The log of one session, read for an inference.
struct InferenceFile {
    let name: String
    /// The host whose requests are looked at alone; nil is all.
    let host: String?
    let log: InferenceLog
    let findings: [RepeatedFindings.Finding]
    /// The requests that are left out because a host was named, in words; nil where none are.
    private let leftOut: String?
    /// The way in which bytes travelled, where the file says it: a recorded run does, and the report of one.
    let transport: Transport?
    /// When a recorded run sent its first request, on the run's own clock; nil of other logs, which have none that a
    /// scenario shares.
    let firstRequest: Instant?

    /// Reads a log; of several hosts, where one is named, what was asked of that.
    init(_ path: String, host: String? = nil) throws(LoadError) {
        name = Files.shown(path)
        self.host = host?.lowercased()
        let bytes = try Files.load(path, limit: FieldReader.mostBytes, onlyRegular: true)
        let recorded = LogKind.isRun(bytes) ? try LogFile(path) : nil
        let run = if let recorded { try Self.run(recorded, name) } else { Run?.none }
        // Its report has its requests; what was on the panel is nothing to an inference.
        let text = run.map { Array(JSONReport.text($0, includingRows: false, includingTrace: false).utf8) } ?? bytes
        firstRequest = run?.player(0).firstReportedRequest
        var session: FieldSession
        do throws(FieldError) {
            session = try FieldReader.read(text)
        } catch {
            throw Self.refusal(error, name)
        }
        transport = recorded?.scenario.network.transport ?? session.transport.map { Transport($0) }
        let opening = session.firstRequest
        if let host {
            guard let own = session.asked(of: host) else { throw Self.unknown(host, session.hosts, name) }
            session = own
        }
        leftOut = session.leftOut
        // A recorded run has none of the lines of the report that is made from it.
        findings = (recorded == nil ? session.findingsOfOneNetwork : session.findingsOfHosts).all
        do throws(InferenceLog.Refusal) {
            log = try InferenceLog(session, firstRequest: opening)
        } catch {
            let found = findings.text(of: name, as: .warning)
            throw LoadError(message: found + LoadError(name, error.message).message, code: .badData)
        }
    }

    /// The instant of the log's 0, in nanoseconds, on the clock of a recorded run; of another log, on one that begins
    /// with the stream's first request.
    var zero: Int64 { log.zero(firstRequestAt: firstRequest ?? .zero) }

    /// A recorded run, made again.
    private static func run(_ file: LogFile, _ name: String) throws(LoadError) -> Run {
        let recorded = FirstDifference.Subject.log(file.log, file.scenario)
        guard let run = try LoadError.running(name, try recorded.run()) else {
            throw LoadError(
                name, "run again, it does not come to what was recorded; 'autowait replay' says where it differs")
        }
        return run
    }

    private static func unknown(_ host: String, _ hosts: [String], _ name: String) -> LoadError {
        let names = hosts.isEmpty ? "it names none" : "it has \(hosts.joined(separator: ", "))"
        return LoadError(name, "nothing was asked of a host '\(host)'; \(names)")
    }

    private static func refusal(_ error: FieldError, _ name: String) -> LoadError {
        switch error.kind {
        case .scenario:
            LoadError(
                name,
                "this is a scenario, and no log; run it, and give its report ('autowait run FILE --format json >LOG') "
                    + "or what it recorded ('autowait run FILE --record LOG')")
        case .device:
            LoadError(
                name,
                "this is the log of a device, which has what was loaded, and not the bytes and times of requests; give "
                    + "a HAR or AVMetrics events of the same session. 'autowait replay --inputs' takes it")
        case .run, nil: LoadError([error.diagnostic], of: name)
        }
    }

    /// The log, or the part of it that is looked at, in words for the head of a report.
    var subject: String { host.map { "\(name), what was asked of \($0)" } ?? name }

    /// The requests that are left out, and the findings, a line each; throws them where findings count as errors.
    func notes(isStrict: Bool) throws(LoadError) -> String {
        let areErrors = isStrict && !findings.isEmpty
        let notes = leftOut.map { "\(name.onOneLine): \($0)\n" } ?? ""
        let text = notes + findings.text(of: name, as: areErrors ? .error : .warning)
        if areErrors { throw LoadError(message: text, code: .badData) }
        return text
    }
}

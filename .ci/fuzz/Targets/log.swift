// runs: .ci/fuzz/Seeds/runs/*.json
// Recorded runs: what is wrong with a log, or what it holds, and whether it is so when it is run again.
import PlayerModel
import Simulation

/// Below what would make a single run last long.
private let mostEvents: Int64 = 20_000

func fuzz(_ bytes: [UInt8]) {
    do throws(RunLogError) {
        try read(bytes)
    } catch {
        judge([error.diagnostic], in: bytes)
        // Nobody guesses a digest: where only that is wrong it is put right, and the rest is read.
        guard case .editedHeader(let now, let written) = error.kind, now.utf8.count == written.utf8.count,
            let place = index(of: Array("\"\(written)\"".utf8), in: bytes)
        else { return }
        var edited = bytes
        edited.replaceSubrange(place + 1..<place + 1 + now.utf8.count, with: now.utf8)
        do throws(RunLogError) {
            try read(edited)
        } catch {
            judge([error.diagnostic], in: edited)
        }
    }
}

private func index(of part: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: part) }
}

private func read(_ bytes: [UInt8]) throws(RunLogError) {
    let log = try RunLog(reading: bytes)
    var cursor = log.entries
    var entries: Int64 = 0
    var last = Instant.zero
    while let next = cursor.next() {
        entries += 1
        last = max(last, next.entry.at)
        demand(2..<log.lastLine ~= next.line, "an entry between the first line and the last")
    }
    demand(entries == log.outcome.lines, "as many entries as the last line says")
    judge(log.outcome.words)
    var other = log.header
    (other.settings, other.rules, other.files, other.text) = ([], [], [], [])
    for line in DifferenceText.text(log.header, other).split(separator: "\n") { judge(String(line)) }
    let reading = log.header.reading()
    demand((reading.scenario == nil) == (!reading.diagnostics.isEmpty || !reading.wanted.isEmpty), "a scenario")
    for diagnostic in reading.diagnostics { judge(diagnostic.text(sources: reading.sources)) }
    guard var scenario = reading.scenario, scenario.traffic.reduce(0, { $0 + $1.count }) <= 100 else { return }
    scenario.maxEvents = min(scenario.maxEvents, mostEvents)
    scenario.maxPackets = min(scenario.maxPackets, mostEvents)
    do throws(SessionError) {
        try replay(log, scenario)
        try hold(log, scenario, at: .zero)
        try hold(log, scenario, at: last)
    } catch {
        judge(error.message)
    }
}

private func replay(_ log: RunLog, _ scenario: Scenario) throws(SessionError) {
    switch try FirstDifference.find(.log(log, scenario), .scenario(scenario)) {
    case .same(let outcome):
        let run = try Run(scenario)
        demand(outcome.digest == log.outcome.digest && run.digest.text == outcome.digest, "the digest of the run")
    case .alike: demand(false, "a run and its log number alike")
    case .different(let difference):
        judge(DifferenceText.instant(difference))
        let text = DifferenceText.text(difference, scenario, scenario)
        demand(!text.isEmpty, "what differs")
        for line in text.split(separator: "\n") { judge(String(line)) }
    }
}

private func hold(_ log: RunLog, _ scenario: Scenario, at instant: Instant) throws(SessionError) {
    let held = try HeldRun(scenario, at: instant)
    for line in held.text(columns: nil).split(separator: "\n") { judge(String(line)) }
    if case .differs(let line?) = held.agreement(with: log) {
        demand(2..<log.lastLine ~= line, "a line of the log")
    }
}

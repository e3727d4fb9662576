// seeds: Scenarios/*/*.json .ci/fuzz/Seeds/*.json
// Whole runs, short ones: twice the same, however they are watched; and what is reported of them.
import PlayerModel
import Simulation

/// Below what would make a single run last long.
private let mostEvents: Int64 = 20_000

func fuzz(_ bytes: [UInt8]) {
    guard var scenario = Samples.read(bytes).scenario else { return }
    scenario.maxEvents = min(scenario.maxEvents, mostEvents)
    scenario.maxPackets = min(scenario.maxPackets, mostEvents)
    // Other apps may have a hundred thousand downloads each; nothing new comes of more than a few.
    guard scenario.traffic.reduce(0, { $0 + $1.count }) <= 100 else { return }
    do throws(SessionError) {
        let run = try Run(scenario)
        let again = try Run(scenario, tracing: .events)
        demand(run.outcome == again.outcome && run.digest.value == again.digest.value, "the same run twice")
        demand(run.outcome.events <= mostEvents, "no more events than there may be")
        report(run)
    } catch {
        judge(error.message)
        demand((try? Run(scenario)) == nil, "the same error twice")
    }
}

private func report(_ run: Run) {
    for line in TextReport.text(run).split(separator: "\n") { judge(String(line)) }
    demand((try? JSONReader.read(Array(JSONReport.text(run, includingTrace: false).utf8), source: 0)) != nil, "JSON")
    for diagnostic in Check.failures(run) { judge(diagnostic.message) }
    _ = RunDrawing.file(run, style: "")
    _ = P1203Report.text(run)
    _ = SabreReport.text(run.player(0))
    _ = Waterfall.text(run.player(0))
}

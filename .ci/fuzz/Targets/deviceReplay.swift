// seeds: Scenarios/devices/*.jsonl .ci/fuzz/Seeds/*.jsonl
// Logs of a real player, held against the player machine: where that shows something else.
import Simulation

func fuzz(_ bytes: [UInt8]) {
    do throws(DeviceLogFaults) {
        let result = try DeviceLogReport.replay(bytes)
        for line in result.text.split(separator: "\n") { judge(String(line)) }
        demand(result.agrees == result.verdict.contains("device and model agree"), "a verdict as in the words")
        demand(try DeviceLogReport.replay(bytes).text == result.text, "the same report twice")
    } catch {
        demand(!error.diagnostics.isEmpty, "a report, or what is wrong with the log")
        judge(error.diagnostics, in: bytes)
    }
}

// seeds: Scenarios/devices/*.jsonl .ci/fuzz/Seeds/*.jsonl
// Logs of a real player: what is wrong with one, or what it holds.
import Simulation

func fuzz(_ bytes: [UInt8]) {
    do throws(DeviceLogFaults) {
        let log = try DeviceLog.read(bytes)
        let times = log.entries.map { $0.at }
        demand(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "time does not go back")
    } catch {
        demand(!error.diagnostics.isEmpty, "a log, or what is wrong with it")
        judge(error.diagnostics, in: bytes)
    }
}

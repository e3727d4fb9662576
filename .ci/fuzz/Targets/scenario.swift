// seeds: Scenarios/*/*.json .ci/fuzz/Seeds/*.json
// The scenario reader: a scenario, or what is wrong with it, in words.
import Simulation

func fuzz(_ bytes: [UInt8]) {
    let reading = Samples.read(bytes)
    demand((reading.scenario == nil) == !reading.diagnostics.isEmpty, "a scenario, or what is wrong with it")
    demand(reading.wanted.isEmpty, "no file that was handed in is wanted")
    judge(reading.diagnostics, in: bytes)
    judge(reading.scenario?.warnings ?? [], in: bytes)
}

// seeds: Scenarios/*/*/*.m3u8 Scenarios/networks/*.csv Scenarios/startup/*.json
// The size of a text as gzip: never more than what it takes to store it.
import Simulation

func fuzz(_ bytes: [UInt8]) {
    let size = GzipSize.bytes(of: bytes)
    let mostStored = Int64(bytes.count + 18 + 5 * (bytes.count / 16_383 + 2))
    demand(18...mostStored ~= size, "a size of \(size) for \(bytes.count) bytes")
}

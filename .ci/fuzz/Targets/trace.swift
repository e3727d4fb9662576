// seeds: Scenarios/networks/*.csv .ci/fuzz/Seeds/*.trace
// Network traces in every format: what they are, and whether they come back from being written.
import PlayerModel
import Simulation

func fuzz(_ bytes: [UInt8]) {
    do throws(NetworkTraceError) {
        let trace = try NetworkTraceReader.read(bytes: bytes, source: 0)
        let description = NetworkTraceDescription(trace)
        judge(NetworkTraceReport.text(description).split(separator: "\n").joined(separator: " "))
        for format in NetworkTrace.Format.allCases { rewrite(trace, format) }
        for loops in [false, true] {
            var now = Instant.zero
            let conditions = trace.conditions(looping: loops)
            for _ in 0..<64 {
                _ = conditions.values(at: now)
                let next = conditions.nextChange(after: now)
                if next == .never { break }
                demand(next > now, "conditions that go on")
                now = next
            }
        }
    } catch {
        judge([error.diagnostic], in: bytes)
    }
}

private func rewrite(_ trace: NetworkTrace, _ format: NetworkTrace.Format) {
    guard let writer = try? NetworkTraceWriter(trace, as: format) else { return }
    for loss in writer.losses { judge(loss) }
    // A short text may stand for very many packets.
    guard writer.pageCount == 1 else { return }
    let isLossless = writer.losses.isEmpty
    do throws(NetworkTraceError) {
        let again = try NetworkTraceReader.read(bytes: Array(writer.page(0).utf8), source: 0)
        guard isLossless, format != .mahimahi else { return }
        demand(again.end == trace.end && again.stretches == trace.stretches, "the same trace again as \(format.name)")
    } catch {
        demand(false, "\(format.name) that can be read: \(error.message)")
    }
}

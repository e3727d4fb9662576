// seeds: Scenarios/networks/*.csv .ci/fuzz/Seeds/*.trace
// Network traces in every format, and tables: what they are, and whether they come back from being written.
import PlayerModel
import Simulation

func fuzz(_ bytes: [UInt8]) {
    do throws(NetworkTraceError) {
        try hold(NetworkTraceReader.read(bytes: bytes, source: 0))
    } catch {
        judge([error.diagnostic], in: bytes)
    }
    for columns in tables {
        do throws(NetworkTraceError) {
            let reading = try TraceTableReader.read(bytes: bytes, source: 0, columns: columns)
            judge(reading.warnings, in: bytes)
            hold(reading.trace)
        } catch {
            judge([error.diagnostic], in: bytes)
        }
    }
}

private func placed<Value>(_ value: Value) -> Placed<Value> { Placed(value, at: Place(startOf: 0)) }

/// By numbers and by names, with each way of saying the time and the unit.
private let tables = [
    TraceColumns(
        time: .seconds(placed(.number(1))), rate: .inUnit(.kilobitsPerSecond, placed(.number(2))), conditions: []),
    TraceColumns(
        time: .milliseconds(placed(.name("time"))), rate: .withUnit(placed(.name("rate")), unit: placed(.number(3))),
        conditions: []),
    TraceColumns(
        time: .step(.seconds(1)), rate: .inUnit(.megabitsPerSecond, placed(.name("rate"))),
        conditions: [TraceColumns.Condition(column: placed(.number(3)), value: placed("Mbits/sec"))]),
]

private func hold(_ trace: NetworkTrace) {
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
        demand(format != .csv || again.heldBitsPerSecond == trace.heldBitsPerSecond, "what holds from its end on")
    } catch {
        demand(false, "\(format.name) that can be read: \(error.message)")
    }
}

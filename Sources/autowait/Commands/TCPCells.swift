import Simulation

/// Download times of real TCP, as measured, beside those of the model: one row of a table of cells after the other.
///
/// Six kinds of table are known by their columns: downloads without random loss, downloads with it, many requests
/// on one connection, several downloads on one link, a rate that changes, and downloads with and without TLS.
struct TCPCells {
    /// One row: what is measured and what is modelled, in nanoseconds.
    private struct Comparison {
        let name: String
        let measured_ns: Int64
        let modelled_ns: Int64
        /// With random loss: whether the median of the seeds lies between the measured extremes.
        var isMedianInside: Bool?
        /// With TLS: thousandths of a round trip that it adds.
        var extra: (measured: Int64, modelled: Int64)?

        var error: Double { Double(abs(modelled_ns - measured_ns)) / Double(max(1, measured_ns)) }
    }

    /// What is wrong with a table.
    struct Problem: Error {
        let line: Int
        let message: String
    }

    private enum Kind { case plain, loss, keepAlive, sharing, rateStep, security }

    /// A cell with random loss is run with so many seeds, and their mean is compared.
    private static let seeds = 200
    /// The measured rate up is a third of the rate down, where the table does not say.
    private static let upShare: Int64 = 3
    /// What the tables do not name: the body of each request on one connection, and the rate before and after the step.
    private static let keepAliveBody_bytes: Int64 = 500_000
    private static let rateStep_bps: Int64 = 6_000_000
    private static let greatestBody_bytes: Int64 = 100_000_000
    private static let ceiling: Int64 = 50_000_000

    private let columns: [String]
    private let rows: [(line: Int, fields: [String])]
    private let kind: Kind

    init(_ bytes: [UInt8]) throws(Problem) {
        let lines = bytes.split(omittingEmptySubsequences: false) { $0 == 10 }.map { line in
            String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
        }
        func fields(_ line: String) -> [String] {
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        columns = fields(lines[0])
        var rows: [(line: Int, fields: [String])] = []
        for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
            let row = fields(line)
            guard row.count == columns.count else {
                let message = "has \(row.count) columns, and the first line \(columns.count)"
                throw Problem(line: index + 1, message: message)
            }
            rows.append((index + 1, row))
        }
        self.rows = rows
        kind = try Self.kind(columns)
    }

    private static func kind(_ columns: [String]) throws(Problem) -> Kind {
        if columns.contains("loss_down") { return .loss }
        if columns.contains("proto") { return .security }
        if columns.contains("req") { return .keepAlive }
        if columns.contains("nflows") { return .sharing }
        if columns.contains("total_ms_median") { return .plain }
        if columns.contains("run"), columns.contains("total_ms") { return .rateStep }
        throw Problem(line: 1, message: "is not the first line of a table of TCP downloads")
    }

    // MARK: The report

    /// Each cell measured and modelled, then how large the errors are and what a packet costs.
    func report() throws(Problem) -> String {
        var (comparisons, packets): ([Comparison], Int64) = ([], 0)
        let start = ContinuousClock.now
        var index = 0
        while index < rows.count {
            let (found, count, used) = try cell(from: index)
            comparisons += found
            packets += count
            index += used
        }
        let time = ContinuousClock.now - start
        guard !comparisons.isEmpty else { throw Problem(line: 2, message: "is missing: there is no cell") }
        var output = ""
        for comparison in comparisons {
            output += NumberText.left(comparison.name, 48)
            output += NumberText.right(Self.milliseconds(comparison.measured_ns), 12) + " ms measured"
            output += NumberText.right(Self.milliseconds(comparison.modelled_ns), 12) + " modelled"
            output += NumberText.right(Self.percent(comparison.error), 9)
            if let extra = comparison.extra {
                output += ", extra round trips" + NumberText.right(Self.roundTrips(extra.measured), 6) + " measured"
                output += NumberText.right(Self.roundTrips(extra.modelled), 6) + " modelled"
            }
            output += comparison.isMedianInside == false ? ", median outside\n" : "\n"
        }
        let errors = comparisons.map(\.error).sorted()
        output += "\(errors.count) cells: median error \(Self.percent(errors[errors.count / 2]))"
        output += ", 95th percentile \(Self.percent(errors[errors.count * 95 / 100]))"
        output += ", worst \(Self.percent(errors[errors.count - 1]))\n"
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        let each = Int64(seconds * 1e9 / Double(max(1, packets)))
        let judged = comparisons.compactMap(\.isMedianInside)
        if !judged.isEmpty {
            let inside = judged.count { $0 }
            output += "median of \(Self.seeds) seeds within the measured extremes: \(inside) of \(judged.count)\n"
        }
        let extras = comparisons.compactMap(\.extra).map { abs($0.modelled - $0.measured) }
        if let worst = extras.max() {
            output +=
                "extra round trips of TLS: worst difference \(Self.roundTrips(worst)) in \(extras.count) cells\n"
        }
        return output + "\(packets) packets, \(each) ns each\n"
    }

    private static func milliseconds(_ nanoseconds: Int64) -> String {
        NumberText.rounded(nanoseconds, places: 6, decimals: 1)
    }

    private static func roundTrips(_ thousandths: Int64) -> String {
        NumberText.rounded(thousandths, places: 3, decimals: 2)
    }

    private static func percent(_ share: Double) -> String {
        NumberText.rounded(Int64(min(share, 1e6) * 1e5), places: 3, decimals: 2) + " %"
    }

    // MARK: Cells

    /// The comparisons of the cell that begins at a row, how many packets it took, and how many rows it has.
    private func cell(from index: Int) throws(Problem) -> ([Comparison], packets: Int64, rows: Int) {
        let row = rows[index]
        switch kind {
        case .plain, .loss:
            let size = try number(row, "size", 1...Self.greatestBody_bytes)
            let path = try path(row)
            let (times, packets, median) = try run(row, path, [TCPTransfer(body_bytes: size)])
            let measured = try milliseconds(row, kind == .loss ? "mean_ms" : "total_ms_median")
            var result = Comparison(
                name: "\(try name(row)), \(size) B", measured_ns: measured, modelled_ns: times[0][0])
            if kind == .loss {
                let least = try milliseconds(row, "min_ms")
                let greatest = try milliseconds(row, "max_ms")
                result.isMedianInside = least <= median && median <= greatest
            }
            return ([result], packets, 1)
        case .rateStep:
            let size = try number(row, "bytes", 1...Self.greatestBody_bytes)
            var path = try path(row)
            path.steps = [
                TCPPath.RateStep(at_ns: 2_000_000_000, rate_bps: 1_000_000),
                TCPPath.RateStep(at_ns: 6_000_000_000, rate_bps: Self.rateStep_bps),
            ]
            let (times, packets, _) = try run(row, path, [TCPTransfer(body_bytes: size)])
            let measured = try milliseconds(row, "total_ms")
            let name = try name(row)
            return ([Comparison(name: name, measured_ns: measured, modelled_ns: times[0][0])], packets, 1)
        case .keepAlive: return try keepAlive(from: index)
        case .sharing: return try sharing(from: index)
        case .security:
            let (result, packets) = try security(row)
            return ([result], packets, 1)
        }
    }

    /// A download by HTTP/1.1. With TLS it is held against one without besides: what it adds, in round trips.
    private func security(
        _ row: (line: Int, fields: [String])
    ) throws(Problem) -> (Comparison, packets: Int64) {
        let proto = value(row, "proto") ?? ""
        let kinds: [(word: String, security: TransportSecurity)] = [
            ("http", .none), ("tls1.2", .tls12), ("tls1.3", .tls13),
        ]
        guard let kind = kinds.first(where: { $0.word == proto }) else {
            throw Problem(line: row.line, message: "proto must be http, tls1.2 or tls1.3, not '\(proto)'")
        }
        let path = try path(row)
        let size = try number(row, "size", 1...Self.greatestBody_bytes)
        guard let outcome = HTTPDownload(path, kind.security, body_bytes: size).run(),
            let plain = HTTPDownload(path, .none, body_bytes: size).run()
        else { throw Problem(line: row.line, message: "fails in the model") }
        var result = Comparison(
            name: "\(try name(row)), \(size) B, \(proto)\(value(row, "server").map { " (\($0))" } ?? "")",
            measured_ns: try milliseconds(row, "total_ms"),
            modelled_ns: outcome.total_ns)
        if kind.security != .none {
            let roundTrip_us = max(1, path.roundTrip_ms) * 1000
            let measured = try milliseconds(row, "extra_total_vs_http_ms") / roundTrip_us
            result.extra = (measured, (outcome.total_ns - plain.total_ns) / roundTrip_us)
        }
        return (result, outcome.packets)
    }

    private func keepAlive(from index: Int) throws(Problem) -> ([Comparison], packets: Int64, rows: Int) {
        let first = rows[index]
        var end = index + 1
        while end < rows.count, value(rows[end], "req") != "0" { end += 1 }
        var transfer = TCPTransfer(body_bytes: Self.keepAliveBody_bytes)
        transfer.requests = end - index
        transfer.gap_ns = try number(first, "gap_s", 0...3600) * 1_000_000_000
        let (times, packets, _) = try run(first, try path(first), [transfer])
        var result: [Comparison] = []
        for (place, row) in rows[index..<end].enumerated() {
            let measured = try milliseconds(row, "total_ms_mean")
            let name = try "\(name(row)), request \(place + 1)"
            result.append(Comparison(name: name, measured_ns: measured, modelled_ns: times[0][place]))
        }
        return (result, packets, end - index)
    }

    private func sharing(from index: Int) throws(Problem) -> ([Comparison], packets: Int64, rows: Int) {
        let flows = Int(try number(rows[index], "nflows", 1...1000))
        let group = rows[index..<min(index + flows, rows.count)]
        var transfers: [TCPTransfer] = []
        for row in group {
            var transfer = TCPTransfer(body_bytes: try number(row, "size", 1...Self.greatestBody_bytes))
            transfer.start_ns = try number(row, "start_s", 0...3600) * 1_000_000_000
            transfers.append(transfer)
        }
        let (times, packets, _) = try run(rows[index], try path(rows[index]), transfers)
        var result: [Comparison] = []
        for (place, row) in group.enumerated() {
            let measured = try milliseconds(row, "total_ms_mean")
            let name = try "\(name(row)), download \(place + 1) of \(flows)"
            result.append(Comparison(name: name, measured_ns: measured, modelled_ns: times[place][0]))
        }
        return (result, packets, group.count)
    }

    /// Runs a cell. Returns the mean time of each connection's requests, the packets of all seeds, and the median time
    /// of the first request.
    private func run(
        _ row: (line: Int, fields: [String]), _ path: TCPPath, _ transfers: [TCPTransfer]
    ) throws(Problem) -> (times: [[Int64]], packets: Int64, median: Int64) {
        let count = path.downLossPpm > 0 || path.upLossPpm > 0 ? Self.seeds : 1
        var sums = transfers.map { [Int64](repeating: 0, count: $0.requests) }
        var packets: Int64 = 0
        var firsts: [Int64] = []
        for seed in 1...count {
            var download = TCPDownload(path, transfers, seed: UInt64(seed))
            guard download.run(ceiling: Self.ceiling) else {
                throw Problem(line: row.line, message: "does not end within \(Self.ceiling) events")
            }
            firsts.append(download.outcomes.first?.responses.first?.total_ns ?? 0)
            for (flow, outcome) in download.outcomes.enumerated() {
                packets += outcome.packets
                for (place, response) in outcome.responses.enumerated() { sums[flow][place] += response.total_ns }
            }
        }
        return (sums.map { $0.map { $0 / Int64(count) } }, packets, firsts.sorted()[count / 2])
    }

    // MARK: Columns

    private func path(_ row: (line: Int, fields: [String])) throws(Problem) -> TCPPath {
        let rates: ClosedRange<Int64> = 1000...1_000_000_000_000
        let down = try number(row, "rate_bps", rates, otherwise: Self.rateStep_bps)
        var path = TCPPath(
            down_bps: down, up_bps: try number(row, "up_bps", rates, otherwise: max(1, down / Self.upShare)),
            roundTrip_ms: try number(row, "rtt_ms", 0...100_000),
            queue_packets: try number(row, "q", 1...1_000_000, otherwise: 50))
        path.usesHystart = try number(row, "hystart", 0...1, otherwise: 1) == 1
        path.downLossPpm = try fraction(row, "loss_down", places: 6, otherwise: 0)
        path.upLossPpm = try fraction(row, "loss_up", places: 6, otherwise: 0)
        guard max(path.downLossPpm, path.upLossPpm) <= 500_000 else {
            throw Problem(line: row.line, message: "loses more than half of all packets")
        }
        return path
    }

    private func name(_ row: (line: Int, fields: [String])) throws(Problem) -> String {
        let path = try path(row)
        var text = "\(path.down_bps / 1000) kbit/s, \(path.roundTrip_ms) ms"
        if !path.usesHystart { text += ", no HyStart" }
        if path.downLossPpm > 0 { text += ", loss \(NumberText.exact(path.downLossPpm, places: 4)) %" }
        return text
    }

    private func value(_ row: (line: Int, fields: [String]), _ column: String) -> String? {
        columns.firstIndex(of: column).map { row.fields[$0] }
    }

    private func milliseconds(_ row: (line: Int, fields: [String]), _ column: String) throws(Problem) -> Int64 {
        let value = try fraction(row, column, places: 6, otherwise: nil)
        guard value > 0 else { throw Problem(line: row.line, message: "\(column) must be more than 0") }
        return value
    }

    private func number(
        _ row: (line: Int, fields: [String]), _ column: String, _ range: ClosedRange<Int64>, otherwise: Int64? = nil
    ) throws(Problem) -> Int64 {
        guard let text = value(row, column) else {
            if let otherwise { return otherwise }
            throw Problem(line: 1, message: "has no column \(column)")
        }
        guard let number = Int64(text), range.contains(number) else {
            let bounds = "\(range.lowerBound) to \(range.upperBound)"
            throw Problem(line: row.line, message: "\(column) must be a whole number from \(bounds), not '\(text)'")
        }
        return number
    }

    /// A decimal number in units of its last place.
    private func fraction(
        _ row: (line: Int, fields: [String]), _ column: String, places: Int, otherwise: Int64?
    ) throws(Problem) -> Int64 {
        guard let text = value(row, column) else {
            if let otherwise { return otherwise }
            throw Problem(line: 1, message: "has no column \(column)")
        }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = (parts.count > 1 ? String(parts[1]) : "") + String(repeating: "0", count: places)
        guard let whole = Int64(parts[0]), (0...1_000_000_000).contains(whole),
            let rest = UInt32(digits.prefix(places))
        else { throw Problem(line: row.line, message: "\(column) must be a number, not '\(text)'") }
        var scale: Int64 = 1
        for _ in 0..<places { scale *= 10 }
        return whole * scale + Int64(rest)
    }
}

import Testing

@testable import Simulation

/// The model against real Linux, cell by cell. The bounds are what was asked for, not what came out.
@Suite struct TCPMeasuredTests {
    /// The tables but `lossRepeated` and `threeResponses` were measured with a receive buffer that grew all the while.
    private static let ampleBuffer: JSONPart = #""receive_buffer_bytes": 3000000"#

    /// Bodies over a link of so many thousandths of kbit/s, with a round trip in µs.
    private static func cell(_ down: Int64, _ roundTrip_us: Int64, _ bodies_bytes: [Int64]) -> MeasuredScenario {
        var cell = MeasuredScenario(down: down, roundTrip_ms: roundTrip_us / 1000, bodies_bytes: bodies_bytes)
        cell.network = ampleBuffer
        return cell
    }

    /// The distance of nanoseconds from thousandths of a millisecond, in millionths of the latter.
    private static func errorPpm(_ modelled_ns: Int64, _ measured_us: Int64) -> Int64 {
        abs(modelled_ns - measured_us * 1000) * 1000 / measured_us
    }

    private static func isNear(_ modelled_ns: Int64, _ measured_us: Int64) -> Bool {
        abs(modelled_ns - measured_us * 1000) <= 1_000_000 + measured_us * 5
    }

    /// 780 kbit/s with 200 ms and 500 kB, and with 50 ms and 1.5 MB, may go either way on the real system too.
    private static func isBistable(_ row: [Int64]) -> Bool {
        let cell = row[1...3].map { $0 / 1000 }
        return cell == [780, 200, 500_000] || cell == [780, 50, 1_500_000]
    }

    @Test func loseNothing() throws {
        var errors: [Int64] = []
        for row in TCPMeasured.noLoss {
            var cell = Self.cell(row[1], row[2], [row[3] / 1000])
            if row[0] == 0 { cell.network = cell.network.and(#""hystart": false"#) }
            let player = try cell.run()[0]
            let response = player.all[0]
            #expect(Self.isNear(player.connect_ns, row[5]), "connect \(row)")
            #expect(Self.isNear(response.firstByte_ns, row[6]), "first byte \(row)")
            if row[4] == 0 { #expect(Self.isNear(response.total_ns, row[7]), "drop-free \(row)") }
            if !Self.isBistable(row) { errors.append(Self.errorPpm(response.total_ns, row[7])) }
        }
        errors.sort()
        #expect(errors[errors.count / 2] <= 5_000)
        #expect(errors[errors.count * 95 / 100] <= 100_000)
        #expect(errors[errors.count - 1] <= 200_000)
    }

    /// A pause between requests is none of a player's own: those rows go by its transport alone.
    @Test func keepAlive() throws {
        var errors: [Int64] = []
        for row in TCPMeasured.keepAlive {
            let measured = row.dropFirst(3)
            let modelled: [Int64]
            if row[2] == 0 {
                let cell = Self.cell(row[0], row[1], Array(repeating: 500_000, count: measured.count))
                modelled = try cell.run()[0].all.map(\.total_ns)
            } else {
                modelled = Self.withPauses(row, count: measured.count)
            }
            #expect(modelled.count == measured.count)
            for (modelled, measured) in zip(modelled, measured) {
                errors.append(Self.errorPpm(modelled, measured))
            }
        }
        errors.sort()
        #expect(errors[errors.count / 2] <= 20_000)
        #expect(errors[errors.count * 95 / 100] <= 150_000)
    }

    private static func withPauses(_ row: [Int64], count: Int) -> [Int64] {
        var path = HTTPPath(
            down_bps: row[0], up_bps: row[0] / 3, roundTrip_ms: row[1] / 1000, queue_packets: 50)
        path.receiveBuffer_bytes = 3_000_000
        var transfer = HTTPTransfer(body_bytes: 500_000, requests: count)
        transfer.gap_ns = row[2] * 1_000_000
        var download = HTTPDownload(path, [transfer])
        download.run()
        #expect(download.isFinished)
        return download.outcomes[0].responses.map(\.total_ns)
    }

    @Test(arguments: [(false, [4_688_600, 7_685_200]), (true, [4_876_400, 7_565_300])])
    func sharing(usesHystart: Bool, measured_us: [Int64]) throws {
        var cell = Self.cell(4_000_000, 60_000, [2_000_000])
        if !usesHystart { cell.network = cell.network.and(#""hystart": false"#) }
        // A second after the first connection began, before which the host was looked up.
        cell.starts_s = [0, 1.06066]
        let players = try cell.run()
        #expect(players.count == 2)
        for (player, expected) in zip(players, measured_us) {
            #expect(Self.errorPpm(player.all[0].total_ns, expected) <= 100_000)
        }
    }

    /// 6 → 1 → 6 Mbit/s at 2 s and 6 s after the connection's start. What waits in the queue feels the change too.
    @Test func rateStep() throws {
        var cell = Self.cell(6_000_000, 60_000, [6_000_000])
        // The look-up of the host comes before.
        cell.down_phases =
            #"{ "for_s": 2.06, "down_kbps": 6000 }, { "for_s": 4, "down_kbps": 1000 }, { "down_kbps": 6000 }"#
        #expect(Self.errorPpm(try cell.run()[0].all[0].total_ns, 11_813_291) <= 100_000)
    }

    /// A playlist, two long responses, and a third whose packets do not all fit into the queue: most of them are on
    /// their way at once where acknowledgements are delayed, and the last are found lost by a probe alone. The header
    /// is a packet of its own.
    @Test(arguments: [false, true])
    func threeResponses(quickack: Bool) throws {
        for row in TCPMeasured.threeResponses {
            var cell = MeasuredScenario(
                down: 780_000, roundTrip_ms: 200, bodies_bytes: [992_395, 782_654, row[0] / 1000])
            cell.up = 330_000
            cell.header_bytes = 240
            cell.playlist_bytes = 600
            cell.network = "\"header_alone\": true, \"quickack\": \(quickack)"
            let third = try cell.run()[0].all[2].total_ns
            let measured_us = row[quickack ? 2 : 1]
            #expect(Self.errorPpm(third, measured_us) <= 30_000, "\(row) is \(third)")
        }
    }

    /// A cold request by HTTP/1.1, by the path of a player's requests. What TLS adds is judged in round trips, to a
    /// tenth of one.
    @Test func security() throws {
        var plain: (modelled_ns: Int64, measured_us: Int64) = (0, 0)
        for row in TCPMeasured.security {
            let security: TransportSecurity = row[0] == 0 ? .none : row[0] == 1_200 ? .tls12 : .tls13
            var path = HTTPPath(
                down_bps: row[1], up_bps: row[1] / 3, roundTrip_ms: row[2] / 1000, queue_packets: 50)
            path.security = security
            var download = HTTPDownload(path, [HTTPTransfer(body_bytes: row[3] / 1000)])
            download.run()
            #expect(download.isFinished)
            let outcome = download.outcomes[0]
            let total_ns = outcome.responses[0].total_ns
            #expect(Self.isNear(try #require(outcome.connect_ns), row[4]), "connect \(row)")
            guard security != .none else {
                #expect(Self.isNear(total_ns, row[6]), "plain \(row)")
                plain = (total_ns, row[6])
                continue
            }
            #expect(abs(try #require(outcome.secure_ns) - row[5] * 1000) <= 3_000_000, "secured \(row)")
            let modelled_us = (total_ns - plain.modelled_ns) / 1000
            let difference = abs(modelled_us - (row[6] - plain.measured_us))
            #expect(difference * 10 <= row[2], "extra round trips \(row)")
        }
    }

    private static let seeds: UInt64 = 200

    /// In debug, larger downloads take too long for all seeds, and fewer would be a sample that happens to pass.
    #if DEBUG
        private static let mostBody: Int64 = 1_000_000_000
    #else
        private static let mostBody = Int64.max
    #endif

    /// By how many per cent the mean may be off. The cell with 1 %, 200 ms and 1.5 MB is itself off: 80 runs
    /// have a mean of 8,690 ms, as the model has.
    private static func room(_ row: [Int64]) -> Int64 {
        row[0] == 10_000_000 && row[4] == 200_000 && row[5] == 1_500_000_000 ? 50 : 20
    }

    /// The cells that were measured most often, with both receivers: within 3 % or two standard errors of what was
    /// measured.
    @Test func randomLossWithBothReceivers() throws {
        let cells = TCPMeasured.lossRepeated.filter { $0[4] <= Self.mostBody }
        #expect(cells.count >= 3)
        for row in Thoroughness.oneIn(3, of: cells) {
            var cell = MeasuredScenario(down: row[1], roundTrip_ms: row[2] / 1000, bodies_bytes: [row[4] / 1000])
            cell.network = "\"loss_down_percent\": \(Self.percent(row[3])), \"quickack\": \(row[0] > 0)"
            // Without loss all seeds are one.
            let times = try cell.totals_us(seeds: 1...(row[3] == 0 ? 1 : 5 * Self.seeds))
            let mean = times.reduce(0, +) / Int64(times.count)
            let room = max(row[5] * 3 / 100, 2 * row[6])
            #expect(abs(mean - row[5]) <= room, "the mean of \(row) is \(mean)")
        }
    }

    /// The text of thousandths of ppm as a percentage.
    private static func percent(_ ppm: Int64) -> String { NumberText.exact(ppm, places: 7) }

    /// Over the seeds the mean is near the measured one, and the median between the measured extremes.
    ///
    /// The receive buffer is the usual one: under loss a larger one soon offers all that it can, because what lies
    /// together beyond a gap lets the offer grow at once.
    @Test func randomLoss() throws {
        let cells = TCPMeasured.loss.filter { $0[5] <= Self.mostBody }
        #expect(cells.count >= 9)
        for row in Thoroughness.oneIn(3, of: cells) {
            var cell = MeasuredScenario(down: row[2], roundTrip_ms: row[4] / 1000, bodies_bytes: [row[5] / 1000])
            cell.up = row[3]
            cell.network =
                "\"loss_down_percent\": \(Self.percent(row[0])), \"loss_up_percent\": \(Self.percent(row[1]))"
            let times = try cell.totals_us(seeds: 1...Self.seeds).sorted()
            let mean = times.reduce(0, +) / Int64(times.count)
            #expect(abs(mean - row[6]) * 100 <= row[6] * Self.room(row), "the mean of \(row) is \(mean)")
            #expect((row[7]...row[8]).contains(times[times.count / 2]), "the median of \(row)")
        }
    }
}

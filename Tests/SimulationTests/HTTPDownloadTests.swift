import Testing

@testable import Simulation

@Suite struct HTTPDownloadTests {
    private static let path = HTTPPath(
        down_bps: 10_000_000, up_bps: 3_333_333, roundTrip_ms: 50, queue_packets: 50)

    private static func transfer(packets: Int64, requests: Int = 1) -> HTTPTransfer {
        let bodies = Array(repeating: packets * TCPSegment.mostBytes, count: requests)
        return HTTPTransfer(request_bytes: 80, header_bytes: 0, bodies_bytes: bodies)
    }

    private static func outcome(_ path: HTTPPath, _ transfer: HTTPTransfer, seed: UInt64 = 1) -> HTTPOutcome {
        var download = HTTPDownload(path, [transfer], seed: seed)
        download.run(ceiling: 10_000_000)
        #expect(download.isFinished)
        download.checkInvariants()
        return download.outcomes[0]
    }

    /// RFC 6928 and 5681: rounds of 10, 20, 40, … packets, on a link whose rate does not matter.
    @Test(arguments: zip([95, 343, 514, 1542, 3853, 9418], [4, 6, 6, 8, 9, 10] as [Int64]))
    func slowStartTakesRounds(packets: Int64, rounds: Int64) {
        var path = HTTPPath(
            down_bps: 1_000_000_000_000, up_bps: 1_000_000_000_000, roundTrip_ms: 100, queue_packets: 100_000)
        path.upQueue_packets = 100_000
        path.usesHystart = false
        let outcome = Self.outcome(path, Self.transfer(packets: packets))
        #expect(outcome.packets == packets)
        #expect(outcome.responses[0].total_ns / 100_000_000 == rounds + 1)
        #expect(outcome.retransmissions == 0)
    }

    /// Handshake, request, serialisation, and the pauses in which the window is too small for the link.
    @Test(arguments: [10_000, 50_000, 150_000] as [Int64], [10, 50, 200, 840] as [Int64])
    func withoutDropsItIsAFormula(body: Int64, roundTrip_ms: Int64) {
        var path = Self.path
        path.roundTrip_ms = roundTrip_ms
        let transfer = HTTPTransfer(body_bytes: body)
        let outcome = Self.outcome(path, transfer)
        let response = transfer.header_bytes + body
        let packets = (response + 1447) / 1448
        func down(_ bytes: Int64) -> Int64 { bytes * 800 }
        func up(_ bytes: Int64) -> Int64 { bytes * 8_000_000_000 / 3_333_333 }
        let roundTrip = roundTrip_ms * 1_000_000
        var expected = transfer.setup_ns + transfer.think_ns
        expected += roundTrip + down(60) + up(60)
        // The request waits behind the last packet of the handshake.
        expected += roundTrip + up(52) + up(transfer.request_bytes + 52)
        expected += down(response + 52 * packets)
        var window: Int64 = 10
        var sent = window
        while sent < packets {
            expected += max(0, roundTrip + down(1500) + up(52) - window * down(1500))
            window *= 2
            sent += window
        }
        #expect(abs((outcome.responses.first?.total_ns ?? 0) - expected) < 200_000)
    }

    /// RFC 5681, section 4.1: idle for longer than the timeout, it begins again with the initial window.
    @Test func idlenessStartsAgain() {
        var path = Self.path
        path.roundTrip_ms = 200
        var transfer = Self.transfer(packets: 50, requests: 3)
        let atOnce = Self.outcome(path, transfer).responses
        transfer.gap_ns = 10_000_000_000
        let later = Self.outcome(path, transfer).responses
        // Three rounds the first time, less the handshake the second: then the window has room for all.
        #expect(later[1].total_ns + 195_000_000 < later[0].total_ns)
        #expect(later[0].total_ns < later[1].total_ns + 205_000_000)
        #expect(later[1].total_ns == later[2].total_ns)
        #expect(atOnce[1].total_ns + 300_000_000 < later[1].total_ns)
    }

    /// RFC 6298, section 2.1.
    @Test func lostSynchronizeCostsASecond() {
        var path = Self.path
        path.upLossPpm = 500_000
        var seconds: Set<Int64> = []
        for seed in 1...40 {
            let outcome = Self.outcome(path, Self.transfer(packets: 1), seed: UInt64(seed))
            let connect = (outcome.connect_ns ?? 0) - 190_000
            seconds.insert(connect / 1_000_000_000)
            #expect(connect % 1_000_000_000 / 1_000_000 == 50)
        }
        #expect(seconds.isSuperset(of: [0, 1, 2, 3]))
    }

    @Test func nothingEverComesThroughALinkThatLosesAll() {
        var path = Self.path
        path.downLossPpm = 1_000_000
        var download = HTTPDownload(path, [Self.transfer(packets: 1)])
        download.run(ceiling: 1000)
        #expect(!download.isFinished)
        #expect(download.outcomes[0].connect_ns == nil)
    }

    /// Half of everything is lost, both ways: requests, answers and what is sent again included.
    @Test(arguments: 1...20)
    func everythingArrivesAtLast(seed: Int) {
        var path = Self.path
        (path.downLossPpm, path.upLossPpm) = (500_000, 500_000)
        let transfer = Self.transfer(packets: 30, requests: 3)
        var download = HTTPDownload(path, [transfer, transfer], seed: UInt64(seed))
        while download.outcomes.contains(where: { $0.responses.count < 3 }), download.events < 100_000 {
            download.step()
            download.checkInvariants()
        }
        #expect(download.outcomes.allSatisfy { $0.responses.count == 3 && $0.packets == 90 })
    }

    @Test func sameSeedSameTimes() {
        var path = Self.path
        path.downLossPpm = 30_000
        let outcomes = (0..<2).map { _ in Self.outcome(path, Self.transfer(packets: 500), seed: 7) }
        #expect(outcomes[0].responses[0].total_ns == outcomes[1].responses[0].total_ns)
        let other = Self.outcome(path, Self.transfer(packets: 500), seed: 8)
        #expect(other.responses[0].total_ns != outcomes[0].responses[0].total_ns)
    }
}

extension TCPPacket {
    /// A packet of data to be told from others.
    static func numbered(_ number: Int64) -> TCPPacket {
        TCPPacket(connection: 0, content: .data(sequence: number, sentAt: 0, answers: 0, echo: 0))
    }
}

@Suite struct PacketQueueTests {
    @Test func packetsLeaveOneAfterTheOther() {
        var queue = PacketQueue(rate: 8_000_000, delay: 5, limit: 2)
        queue.admit(.numbered(1), bytes: 100, at: 0)
        queue.admit(.numbered(2), bytes: 100, at: 0)
        queue.admit(.numbered(3), bytes: 100, at: 99_999)
        #expect(queue.dropped == 1)
        queue.admit(.numbered(4), bytes: 50, at: 100_000)
        var arrivals: [[Int64]] = []
        while queue.nextArrival < .max {
            let instant = queue.nextArrival
            arrivals.append([queue.removeFirst().content.sequence, instant])
        }
        #expect(arrivals == [[1, 100_005], [2, 200_005], [4, 250_005]])
    }

    /// Half of the first packet is left when the rate becomes a tenth.
    @Test func aChangeOfTheRateMovesWhatWaits() {
        var queue = PacketQueue(rate: 8_000_000, delay: 0, limit: 5)
        queue.admit(.numbered(1), bytes: 100, at: 0)
        queue.admit(.numbered(2), bytes: 100, at: 0)
        queue.set(rate: 800_000, delay: 0, at: 50_000)
        #expect(queue.nextArrival == 550_000)
        queue.removeFirst()
        #expect(queue.nextArrival == 1_550_000)
        queue.admit(.numbered(3), bytes: 100, at: 550_000)
        queue.removeFirst()
        #expect(queue.nextArrival == 2_550_000)
    }
}

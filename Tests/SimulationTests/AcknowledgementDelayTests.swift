import Testing

@testable import Simulation

/// When Linux acknowledges, told packet by packet.
@Suite struct AcknowledgementDelayTests {
    private static let timer: RetransmissionTimer = {
        var timer = RetransmissionTimer()
        timer.measured(50_000_000, newest: 50_000_000, acknowledged: 0, next: 0)
        return timer
    }()

    private static func segment(_ bytes: Int64, end: TCPSegment.End = .more) -> TCPSegment {
        TCPSegment(stream: 0, use: 0, bytes: Int16(bytes), end: end, place: 0)
    }

    private struct Receiver {
        var delay = AcknowledgementDelay(isNever: false)
        var now_ms: Int64 = 0

        /// Takes in a packet some time after the last, and returns whether it is acknowledged at once.
        mutating func takes(
            _ bytes: Int64 = TCPSegment.mostBytes, end: TCPSegment.End = .more, after pause_ms: Int64 = 15
        ) -> Bool {
            now_ms += pause_ms
            let isNow = delay.received(
                AcknowledgementDelayTests.segment(bytes, end: end), echo: -1, at: now_ms * 1_000_000,
                AcknowledgementDelayTests.timer)
            if isNow { delay.acknowledged() }
            return isNow
        }

        /// Sends a packet at once, as a client does that has received all it asked for.
        mutating func asks() { _ = delay.sent(at: now_ms * 1_000_000) }

        var waits_ms: Int64? { delay.deadline < .max ? delay.deadline / 1_000_000 - now_ms : nil }
    }

    /// A receiver whose room grows no longer and that has sent its first acknowledgements.
    private static func settled() -> Receiver {
        var receiver = Receiver()
        for _ in 0..<200 { _ = receiver.takes() }
        if receiver.waits_ms != nil { _ = receiver.takes() }
        return receiver
    }

    @Test func `the first packets are acknowledged one by one, later ones in pairs`() {
        var receiver = Receiver()
        let first = (0..<16).map { _ in receiver.takes() }
        #expect(first == Array(repeating: true, count: 16))
        receiver = Self.settled()
        let (one, wait, two) = (receiver.takes(), receiver.waits_ms, receiver.takes())
        #expect(!one && wait == 40 && two && receiver.waits_ms == nil)
    }

    @Test func `quickack acknowledges every packet`() {
        var receiver = Receiver(delay: AcknowledgementDelay(isNever: true))
        let all = (0..<400).map { _ in receiver.takes() }
        #expect(all == Array(repeating: true, count: 400))
    }

    @Test func `who answers at once expects to answer again, and waits from its first packet on`() {
        var receiver = Receiver()
        let first = receiver.takes()
        receiver.asks()
        let later = [receiver.takes(240, end: .message), receiver.takes(), receiver.takes(), receiver.takes()]
        #expect(first)
        #expect(later == [false, true, false, true])
    }

    @Test func `the end of what was written is acknowledged, unless one answers oneself`() {
        var receiver = Self.settled()
        let ends = [receiver.takes(300, end: .message), receiver.takes(TCPSegment.mostBytes, end: .message)]
        receiver.asks()
        let last = receiver.takes(300, end: .message)
        #expect(ends == [true, true])
        #expect(!last)
    }

    @Test func `after silence, and after a packet that had come before, it is acknowledged at once`() {
        var receiver = Self.settled()
        let afterSilence = receiver.takes(after: 300)
        let after = (0..<17).map { _ in receiver.takes() }
        #expect(afterSilence)
        #expect(after.dropLast(2).allSatisfy { $0 } && after[15...] == [false, true])
        receiver = Self.settled()
        receiver.delay.receivedOutOfOrder(missing: nil, isAgain: true, echo: 0, at: 0, Self.timer)
        let again = (0..<17).map { _ in receiver.takes() }
        #expect(again.dropLast().allSatisfy { $0 } && !again[16])
    }

    /// The delay follows the time between packets, doubles where it was in vain, and is bounded by a round trip.
    @Test func `the delay adapts`() {
        var receiver = Self.settled()
        let first = (receiver.takes(after: 35), receiver.waits_ms)
        #expect(!first.0 && first.1 == 50)
        receiver.delay.expired(Self.timer)
        let second = (receiver.takes(after: 5), receiver.waits_ms)
        #expect(!second.0 && second.1 == 50)
    }

    @Test(
        "a round trip may bring gigabytes, and more, after which the room for more grows",
        arguments: [3_000_000_000, 1_000_000_000_000] as [Int64])
    func gigabytes(bytes: Int64) {
        var buffer = ReceiveBuffer(bound: 65_536)
        buffer.connected(at: 0)
        buffer.measure(echo: 0, at: 1_000_000_000)
        #expect(!buffer.grows)
        buffer.noteRead(bytes, at: 1_000_000_000)
        #expect(buffer.grows)
    }
}

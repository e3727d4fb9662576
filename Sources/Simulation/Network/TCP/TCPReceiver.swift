/// The contents of an acknowledgement: the next packet that is missing, and up to three ranges that have come beyond.
///
/// Packets have numbers instead of the offsets of their first bytes. It is small, because it travels through queues.
struct TCPAcknowledgement: BitwiseCopyable, Sendable {
    struct Block: BitwiseCopyable, Sendable {
        var first: Int32 = 0
        var end: Int32 = 0
    }

    /// The first packet that has not come; everything before it has.
    var next: Int64
    /// The sending time of the packet that this one answers, as its timestamp said: RFC 7323.
    var echo: Int64
    /// The ranges that have come beyond it, newest first: RFC 2018. Empty ones come last.
    var blocks: (Block, Block, Block) = (Block(), Block(), Block())
    /// Whether the packet had come before: RFC 2883.
    var isDuplicate = false
    /// The time at which it was sent, as its own timestamp says.
    var sentAt: Int64 = 0

    /// IPv4 and TCP with the timestamp option.
    static let headerBytes: Int64 = 52
    private static let blockOptionBytes: Int64 = 4
    private static let blockBytes: Int64 = 8

    var isSelective: Bool { blocks.0.end > 0 || isDuplicate }

    var bytes: Int64 {
        var count: Int64 = isDuplicate ? 1 : 0
        if blocks.0.end > 0 { count += 1 }
        if blocks.1.end > 0 { count += 1 }
        if blocks.2.end > 0 { count += 1 }
        return Self.headerBytes + (count > 0 ? Self.blockOptionBytes + Self.blockBytes * count : 0)
    }
}

/// The receiving end: puts packets in order, and says what an acknowledgement of them says.
struct TCPReceiver: Sendable {
    private typealias Block = TCPAcknowledgement.Block

    private(set) var next: Int64 = 0
    /// The timestamp that the next acknowledgement returns.
    private(set) var echo: Int64 = 0
    /// The ranges that have come beyond `next`, the one that grew last first. No two touch.
    private var beyond: ContiguousArray<TCPAcknowledgement.Block> = []
    /// When to acknowledge what has come in order.
    var delay: AcknowledgementDelay

    init(acknowledgesAtOnce: Bool, bound: Int64 = ReceiveBuffer.usualBound) {
        delay = AcknowledgementDelay(isNever: acknowledgesAtOnce, bound: bound)
    }

    mutating func connected(timestamp: Int64, at now: Int64) {
        echo = timestamp
        delay.connected(at: now)
    }

    /// Takes in an acknowledgement of the other end that was sent at `timestamp`.
    @inline(__always)
    mutating func heard(_ timestamp: Int64) { note(timestamp) }

    /// Takes in a packet that was sent at `timestamp`, where it comes in order and nothing lies beyond it, as most
    /// do. Returns false elsewhere.
    @inline(__always)
    mutating func receivedInOrder(_ sequence: Int64, timestamp: Int64) -> Bool {
        guard sequence == next, beyond.isEmpty else { return false }
        advance(timestamp: timestamp)
        return true
    }

    /// Takes in the packet that is next in order, where nothing lies beyond it.
    @inline(__always)
    mutating func advance(timestamp: Int64) {
        next += 1
        note(timestamp)
    }

    /// Takes over what has become of this end where packets came in order, and nothing lies beyond them.
    mutating func settle(next: Int64, echo: Int64, _ delay: AcknowledgementDelay) {
        (self.next, self.echo, self.delay) = (next, echo, delay)
    }

    var hasNothingBeyond: Bool { beyond.isEmpty }

    /// Whether a packet has come.
    func has(_ sequence: Int64) -> Bool {
        sequence < next || beyond.contains { Int64($0.first) <= sequence && sequence < Int64($0.end) }
    }

    /// Takes in any packet that was sent at `timestamp`. Returns its acknowledgement.
    @inline(never)
    mutating func received(_ sequence: Int64, timestamp: Int64) -> TCPAcknowledgement {
        let isDuplicate: Bool
        if sequence == next {
            isDuplicate = false
            next += 1
            note(timestamp)
            if !beyond.isEmpty { joinBeyond() }
        } else if sequence < next {
            isDuplicate = true
        } else {
            isDuplicate = !keep(Int32(clamping: sequence))
        }
        return acknowledgement(isDuplicate: isDuplicate)
    }

    /// Notes the timestamp to return: of several packets that one acknowledgement answers it is the first one's, so
    /// that the delay counts. RFC 7323, section 4.3.
    @inline(__always)
    private mutating func note(_ timestamp: Int64) {
        if delay.isNothingOpen { echo = timestamp }
    }

    func acknowledgement(isDuplicate: Bool = false) -> TCPAcknowledgement {
        var result = TCPAcknowledgement(next: next, echo: echo, isDuplicate: isDuplicate)
        guard !beyond.isEmpty else { return result }
        result.blocks.0 = beyond[0]
        if beyond.count > 1 { result.blocks.1 = beyond[1] }
        // The option has room for three blocks beside a timestamp, and a duplicate is one of them.
        if beyond.count > 2, !isDuplicate { result.blocks.2 = beyond[2] }
        return result
    }

    /// Joins the first range with what is in order, once the gap before it has been filled.
    private mutating func joinBeyond() {
        guard let index = beyond.firstIndex(where: { Int64($0.first) == next }) else { return }
        next = Int64(beyond[index].end)
        beyond.remove(at: index)
    }

    /// Adds a packet beyond the gap. Returns false where it has come before.
    private mutating func keep(_ sequence: Int32) -> Bool {
        // Mostly there is one gap, and packets come behind what has come beyond it.
        if beyond.count == 1, beyond[0].end == sequence {
            beyond[0].end = sequence + 1
            return true
        }
        guard !beyond.contains(where: { $0.first <= sequence && sequence < $0.end }) else { return false }
        var grown = Block(first: sequence, end: sequence + 1)
        if let before = beyond.firstIndex(where: { $0.end == sequence }) {
            grown.first = beyond.remove(at: before).first
        }
        if let after = beyond.firstIndex(where: { $0.first == sequence + 1 }) {
            grown.end = beyond.remove(at: after).end
        }
        beyond.insert(grown, at: 0)
        return true
    }

    func checkInvariants() {
        for block in beyond {
            precondition(Int64(block.first) > next && block.first < block.end, "A range lies beyond the gap.")
        }
    }
}

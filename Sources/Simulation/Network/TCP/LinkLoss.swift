/// The packets that one direction of a link loses at random, as dummynet does: each with the same probability, before
/// it comes to the queue.
struct LinkLoss: Sendable {
    private static let million: UInt64 = 1_000_000

    private var random: RandomStream
    private var ppm: UInt64 = 0
    /// Whether anything was drawn. Where nothing may be lost, nothing is.
    private(set) var hasDrawn = false
    /// Whether it is kept when packets were lost, and when that was.
    var isPastKept = false
    private(set) var lost: ContiguousArray<Int64> = []

    init(_ random: RandomStream) { self.random = random }

    /// Sets how many of a million packets are lost.
    mutating func set(_ ppm: Int64) { self.ppm = UInt64(ppm) }

    /// Whether no packet is lost.
    var isNone: Bool { ppm == 0 }

    /// Whether the link loses the packet that comes next.
    @inline(__always)
    mutating func takes(at now: Int64) -> Bool { ppm > 0 ? draws(now) : false }

    @inline(never)
    private mutating func draws(_ now: Int64) -> Bool {
        hasDrawn = true
        guard random.below(Self.million) < ppm else { return false }
        if isPastKept { lost.append(now) }
        return true
    }
}

/// The packets that one direction of a link loses at random, as dummynet does: each with the same probability, before
/// it comes to the queue.
struct LinkLoss: Sendable {
    private static let million: UInt64 = 1_000_000

    private var random: RandomStream
    private var ppm: UInt64 = 0
    /// Whether anything was drawn. Where nothing may be lost, nothing is.
    private(set) var hasDrawn = false

    init(_ random: RandomStream) { self.random = random }

    /// Sets how many of a million packets are lost.
    mutating func set(_ ppm: Int64) { self.ppm = UInt64(ppm) }

    /// Whether no packet is lost.
    var isNone: Bool { ppm == 0 }

    /// Whether the link loses the packet that comes next.
    @inline(__always)
    mutating func takes() -> Bool { ppm > 0 ? draws() : false }

    @inline(never)
    private mutating func draws() -> Bool {
        hasDrawn = true
        return random.below(Self.million) < ppm
    }
}

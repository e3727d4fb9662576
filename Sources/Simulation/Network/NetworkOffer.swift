import SimulationContainers
import PlayerModel

/// A property of the network as it is from some instant on.
package enum NetworkOffer: Equatable, BitwiseCopyable, Sendable {
    /// The capacities in bits per second; -1 is without limit.
    case capacity(down: Int64, up: Int64)
    /// The delays in nanoseconds.
    case delay(down: Int64, up: Int64)
    /// How many of a million packets are lost.
    case loss(down: Int64, up: Int64)
    /// The time that a name look-up takes beyond its round trip, in nanoseconds.
    case dnsDelay(Int64)
}

extension NetworkValues {
    /// Tells what is other than before. Capacity and delay are always told of the first.
    @inline(__always)
    func offers(after last: NetworkValues, isFirst: Bool = false, _ tell: (NetworkOffer) -> Void) {
        if isFirst || down != last.down || up != last.up { tell(.capacity(down: down ?? -1, up: up ?? -1)) }
        if isFirst || delayDown != last.delayDown || delayUp != last.delayUp {
            tell(.delay(down: delayDown.nanoseconds, up: delayUp.nanoseconds))
        }
        if lossDown != last.lossDown || lossUp != last.lossUp { tell(.loss(down: lossDown, up: lossUp)) }
        if dnsDelay != last.dnsDelay { tell(.dnsDelay(dnsDelay.nanoseconds)) }
    }
}

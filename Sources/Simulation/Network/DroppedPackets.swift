/// How many packets found a queue full and were lost there, by the direction in which they went: those of the link, and
/// those of networks that hosts have of their own.
package struct DroppedPackets: Equatable, BitwiseCopyable, Sendable {
    package var down: Int64 = 0
    package var up: Int64 = 0

    package init() {}
}

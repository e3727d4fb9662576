/// The settings of all connections of a run.
struct TCPSettings: Equatable, Sendable {
    /// Linux since 6.5, `tcp_syn_linear_timeouts`: how many timeouts of a lost first packet are equally long.
    static let equalSynchronizeTimeouts: Int64 = 4
    /// The most doublings of the timeout of a handshake's packet: after so many Linux gives up (`tcp_syn_retries`).
    /// Here that is up to whoever waits.
    static let greatestDoublings: Int64 = 6

    /// The most packets in each queue, the one being sent included: the default of dummynet.
    var downQueue_packets: Int64 = 50
    var upQueue_packets: Int64 = 50
    var usesHystart = true
    /// Whether clients acknowledge every packet at once instead of delaying acknowledgements.
    var acknowledgesAtOnce = false
    /// The room that a client's connection offers before more is read in a round trip: as long as its offer grows, it
    /// acknowledges every packet.
    var receiveBuffer_bytes = ReceiveBuffer.usualBound
    /// The most packets of a connection that may be on their way to a receiver that has not acknowledged them.
    var receiveWindow_packets: Int64 = .max
}

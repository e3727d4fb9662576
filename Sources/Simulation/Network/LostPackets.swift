/// When packets were lost at random, where the past is kept: on the link, and in networks that hosts have of their own.
/// Nothing of it is in a digest or in a log.
struct LostPackets: Sendable {
    /// In nanoseconds, one for each packet, in their order.
    struct Way: Sendable {
        var down: ContiguousArray<Int64> = []
        var up: ContiguousArray<Int64> = []
    }

    var link = Way()
    /// By network of a host, in their order.
    var hosts: ContiguousArray<(host: Int32, way: Way)> = []

    func way(of host: Int32) -> Way { hosts.first { $0.host == host }?.way ?? Way() }
}

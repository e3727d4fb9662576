import PlayerModel

/// The records of networks that hosts have of their own: see `Record`.
extension HostOffer {
    var form: RecordForm {
        switch self {
        case .capacity(let host, let down, let up):
            .init(
                .network(.hostCapacity), 44, "{0} offers {1} down, {2} up", .host(host), .capacity(down),
                .capacity(up))
        case .delay(let host, let down, let up):
            .init(
                .network(.hostDelay), 45, "{0} delays {1} more down, {2} up", .host(host), .milliseconds(down),
                .milliseconds(up))
        case .loss(let host, let down, let up):
            .init(
                .network(.hostLoss), 46, "{0} loses {1} down, {2} up", .host(host), .perMillion(down), .perMillion(up)
            )
        case .dnsDelay(let host, let delay):
            .init(.network(.hostLookUps), 47, "look-ups of {0} take {1} more", .host(host), .milliseconds(delay))
        }
    }

    static func read(_ word: RecordWord.OfNetwork, _ line: inout LineFields) -> HostOffer {
        let host: Int32 = line.integer()
        return switch word {
        case .hostDelay: .delay(host: host, down: line.number(), up: line.number())
        case .hostLoss: .loss(host: host, down: line.number(), up: line.number())
        case .hostLookUps: .dnsDelay(host: host, line.number())
        case .hostCapacity, .capacity, .delay, .loss, .dnsDelay, .traffic, .trafficGaveUp, .lookedUp, .connected,
            .secured:
            .capacity(host: host, down: line.number(), up: line.number())
        }
    }
}

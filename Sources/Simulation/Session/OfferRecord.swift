import PlayerModel

/// The records of what a network offers: see `Record`.
extension NetworkOffer {
    var form: RecordForm {
        switch self {
        case .capacity(let down, let up):
            .init(.network(.capacity), 2, "offers {0} down, {1} up", .capacity(down), .capacity(up))
        case .delay(let down, let up):
            .init(.network(.delay), 3, "delays {0} down, {1} up", .milliseconds(down), .milliseconds(up))
        case .loss(let down, let up):
            .init(.network(.loss), 10, "loses {0} down, {1} up", .perMillion(down), .perMillion(up))
        case .dnsDelay(let delay): .init(.network(.dnsDelay), 11, "delays look-ups by {0}", .milliseconds(delay))
        }
    }
}

/// The records of networks that hosts have of their own: see `Record`.
extension HostOffer {
    var form: RecordForm {
        switch offer {
        case .capacity(let down, let up):
            .init(
                .network(.hostCapacity), 44, "{0} offers {1} down, {2} up", .host(host), .capacity(down),
                .capacity(up))
        case .delay(let down, let up):
            .init(
                .network(.hostDelay), 45, "{0} delays {1} more down, {2} up", .host(host), .milliseconds(down),
                .milliseconds(up))
        case .loss(let down, let up):
            .init(
                .network(.hostLoss), 46, "{0} loses {1} down, {2} up", .host(host), .perMillion(down), .perMillion(up)
            )
        case .dnsDelay(let delay):
            .init(.network(.hostLookUps), 47, "look-ups of {0} take {1} more", .host(host), .milliseconds(delay))
        }
    }

    static func read(_ word: RecordWord.OfNetwork, _ line: inout LineFields) -> HostOffer {
        let host: Int32 = line.integer()
        let offer: NetworkOffer =
            switch word {
            case .hostDelay: .delay(down: line.number(), up: line.number())
            case .hostLoss: .loss(down: line.number(), up: line.number())
            case .hostLookUps: .dnsDelay(line.number())
            case .hostCapacity, .capacity, .delay, .loss, .dnsDelay, .traffic, .trafficGaveUp, .lookedUp, .connected,
                .secured:
                .capacity(down: line.number(), up: line.number())
            }
        return HostOffer(host: host, offer: offer)
    }
}

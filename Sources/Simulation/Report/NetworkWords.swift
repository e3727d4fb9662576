import PlayerModel

extension NetworkNote {
    /// Whether a person wants to see it: connections that work are seen in a trace.
    var isWorthARow: Bool {
        switch self {
        case .lookedUp, .connected, .secured: false
        case .retries, .gaveUp: true
        }
    }
}

extension Words {
    /// What went wrong with a request, or nil where nothing did.
    static func note(_ note: NetworkNote, _ scenario: Scenario) -> String? {
        note.isWorthARow ? everyNote(note, scenario) : nil
    }

    /// What happened to a connection or a request.
    static func everyNote(_ note: NetworkNote, _ scenario: Scenario) -> String {
        switch note {
        case .lookedUp(let host): "the address of \(self.host(host, scenario)) is known"
        case .connected(let host): "a connection to \(self.host(host, scenario)) is open"
        case .secured(let host): "a connection to \(self.host(host, scenario)) is secured"
        case .retries(let slot, let failure):
            "a request for \(resource(slot, scenario)) failed (\(self.failure(failure))): it is made again"
        case .gaveUp(let slot, let failure):
            "a request for \(resource(slot, scenario)) failed (\(self.failure(failure))): it is given up"
        }
    }

    private static func host(_ host: Int32, _ scenario: Scenario) -> String {
        scenario.network.http.hosts[Int(host)]
    }

    private static func resource(_ slot: Int32, _ scenario: Scenario) -> String {
        scenario.resources[Int(slot)].kind.name
    }
}

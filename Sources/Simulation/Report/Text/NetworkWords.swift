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

    /// What another app does, as a setting.
    static func traffic(_ source: TrafficSource) -> String {
        func size(_ bytes: Int64) -> String { QuantityText.value(bytes, .bytes) }
        func time(_ nanoseconds: Int64) -> String { QuantityText.value(nanoseconds, .seconds) }
        var text = source.name + ": "
        if source.count > 1 { text += "\(source.count) times " }
        switch source.kind {
        case .greedy: text += "a download without end"
        case .bounded(let bytes): text += "a download of \(size(bytes))"
        case .periodic(let bytes, let every):
            text += "a download of \(size(bytes)) every \(time(every.nanoseconds))"
        }
        text += ", from \(time(source.start.nanoseconds))"
        return source.end < .never ? text + " to \(time(source.end.nanoseconds))" : text
    }

    /// Other apps begin or end to load something.
    static func traffic(_ source: Int32, _ isActive: Bool, _ scenario: Scenario) -> String {
        "\(scenario.traffic[Int(source)].name) \(isActive ? "begins" : "rests"): other traffic on the link"
    }

    private static func host(_ host: Int32, _ scenario: Scenario) -> String {
        scenario.network.transport.hosts.names[Int(host)]
    }

    private static func resource(_ slot: Int32, _ scenario: Scenario) -> String {
        scenario.kind(ofSlot: slot).name
    }
}

import PlayerModel

extension PlayerRun {
    /// The times in which a host's address was not known, so that whoever asked for something of it looked up its name
    /// first.
    func unknownTimes(ofHost host: Int32) -> [Range<Instant>] {
        guard let http = scenario.network.transport.http else { return [] }
        let found = playback.notes.filter { $0.value == .lookedUp(host: host) }.map { (at: $0.at, isKnown: true) }
        let changes = (addressChanges.map { (at: $0, isKnown: false) } + found).sorted { one, other in
            one.at == other.at ? !one.isKnown && other.isKnown : one.at < other.at
        }
        var times: [Range<Instant>] = []
        var since: Instant? = http.hasOpenBefore(host) ? nil : .zero
        for (at, isKnown) in changes {
            if isKnown, let start = since { times.append(start..<at) }
            since = isKnown ? nil : since ?? at
        }
        return times + (since.map { [$0..<(.never)] } ?? [])
    }
}

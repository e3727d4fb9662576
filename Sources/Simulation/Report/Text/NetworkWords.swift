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
    /// The traffic of another app, as a setting.
    static func traffic(_ source: TrafficSource) -> String {
        func size(_ bytes: Int64) -> String { QuantityText.value(bytes, .bytes) }
        var text = source.name + ": "
        if source.count > 1 { text += "\(source.count) times " }
        switch source.kind {
        case .greedy: text += "a download without end"
        case .bounded(let bytes): text += "a download of \(size(bytes))"
        case .periodic(let bytes, let every):
            text += "a download of \(size(bytes)) every \(every.inSeconds)"
            text += ", or when the one before is over, where that is later"
        }
        text += ", from \(source.start.inSeconds)"
        return source.end < .never ? text + " to \(source.end.inSeconds)" : text
    }
}

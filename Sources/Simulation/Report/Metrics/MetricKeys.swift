/// The part of metrics that scenarios need to know: their names, and the units they are measured in.
extension Metric {
    package var key: MetricKey {
        MetricKey(name, unit, about, isSigned: isScore || self == .goldilocksDistance || applies == .withLive)
    }

    /// The place in `all` of the metric that a scenario names.
    static func index(of key: MetricKey) -> Int? { all.firstIndex { $0.name == key.name } }

    /// The metrics that were probably meant by a name that is none, as a clause; or else where all of them are listed,
    /// because a message has no room for them.
    package static func hint(_ name: String) -> String {
        NearMiss.question(meantBy: name, among: all.map { $0.name }) ?? "; 'autowait list metrics' has them all"
    }
}

extension ScenarioFormat {
    package static let whole = ScenarioFormat(metrics: Metric.all.map { $0.key })
}

extension ScenarioReader {
    package static func read(
        _ file: SourceText, settings: [Setting] = [], companions: Companions = Companions()
    ) -> Reading {
        read(file, settings: settings, companions: companions, as: .whole)
    }
}

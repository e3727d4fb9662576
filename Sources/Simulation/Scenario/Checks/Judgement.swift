import PlayerModel

/// The files that a scenario is judged with, and the findings. Each draft makes its part of the scenario. Where
/// something is wrong with the media the rest is still judged, against a stand-in, so that all errors come at once.
struct Judgement: Sendable {
    let companions: Companions
    var findings = Findings()
    private(set) var wanted: [WantedFile] = []
    /// Whether media is still to be read, or something is wrong with it, so that nobody knows what it has.
    var hasStandIn = false

    mutating func want(_ kind: WantedFile.Kind, _ path: Placed<String>) {
        if !wanted.contains(where: { $0.path == path.value && $0.kind == kind }) {
            wanted.append(WantedFile(kind: kind, path: path.value, place: path.place))
        }
    }

    func wants(_ kinds: [WantedFile.Kind]) -> Bool { wanted.contains { kinds.contains($0.kind) } }
    mutating func report(_ message: String, _ place: Place) { findings.report(message, place) }

    /// Reports what is wrong with a part, of which there is nothing then.
    mutating func refuse<Part>(_ message: String, _ place: Place) -> Part? {
        report(message, place)
        return nil
    }

    mutating func warn(_ message: String, _ place: Place) { findings.warn(message, place) }

    static let standIn = Asset(
        kind: .local, duration: .seconds(1),
        variants: [
            Asset.Variant(
                bitRate: 1000, dimensions: nil,
                chunks: ChunkTable(
                    duration: .seconds(1), chunkDuration: .seconds(1), bitRate: 1000, chunksPerRequest: nil))
        ], audio: nil)
}

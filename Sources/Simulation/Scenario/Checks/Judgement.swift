import PlayerModel

/// The files that a scenario is judged with, and the findings. Each draft makes its part of the scenario. Where
/// something is wrong with the media the rest is still judged, against a stand-in, so that all errors come at once.
struct Judgement: Sendable {
    let companions: Companions
    var findings = Findings()
    private(set) var wanted: [WantedFile] = []
    /// The sources that findings may name: the scenario's, its settings, and then files that are judged with it.
    private(set) var sources: [SourceText]
    /// The end of the run.
    var until = Instant.zero
    /// How long before an interstitial event its assets are asked for: of all players, the longest.
    var lookahead = MediaTime.zero
    /// The parts that are to begin during the run.
    private(set) var laterParts: [LaterParts] = []
    /// Whether media is still to be read, or something is wrong with it, so that nobody knows what it has.
    var hasStandIn = false

    /// Whatever stands in a scenario stands in its own text or in a setting, so neither is ever without a source.
    init(of file: SourceText, settings: ArraySlice<SourceText> = [], companions: Companions) {
        self.companions = companions
        sources = [file] + settings
    }

    /// The number of a file among the sources.
    mutating func source(_ name: String) -> Int32 {
        sources.append(SourceText(file: name, bytes: []))
        return Int32(sources.count - 1)
    }

    /// Whether the command line says it as something that others are compared with, so that it may be what is so
    /// anyway.
    func isCompared(_ place: Place) -> Bool { sources[Int(place.source)].isCompared }

    mutating func want(_ kind: WantedFile.Kind, _ path: Placed<String>) {
        if !wanted.contains(where: { $0.path.isSpelt(path.value) && $0.kind == kind }) {
            wanted.append(WantedFile(kind: kind, path: path.value, place: path.place))
        }
    }

    /// Whether media is still to be read.
    var awaitsMedia: Bool { wanted.contains { $0.kind.isPlaylist || $0.kind == .movie } }

    mutating func report(_ message: String, _ place: Place) { findings.report(message, place) }

    /// Reports what is wrong with a part, of which there is nothing then.
    mutating func refuse<Part>(_ message: String, _ place: Place) -> Part? {
        report(message, place)
        return nil
    }

    mutating func warn(_ message: String, _ place: Place) { findings.warn(message, place) }

    /// Takes down what one list of the scenario has begin, each with where it stands, in any order.
    mutating func note(_ kind: LaterParts.Kind, _ parts: [(start: Instant, place: Place)]) {
        let later = parts.filter { $0.start > .zero }.sorted { $0.start < $1.start }
        if !later.isEmpty { laterParts.append(LaterParts(kind: kind, parts: later)) }
    }

    /// Nothing is asked of a time that the run does not reach.
    mutating func checkReach(_ times: [Placed<TimeAmount>]) {
        for at in times { findings.checkReach(of: "at_s", at, in: until) }
    }

    static let standIn = Asset(
        kind: .local, duration: .seconds(1),
        variants: [
            Asset.Variant(
                bitRate: 1000, dimensions: nil,
                chunks: ChunkTable(
                    duration: .seconds(1), chunkDuration: .seconds(1), bitRate: 1000, chunksPerRequest: nil))
        ])
}

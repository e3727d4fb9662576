/// A file that a scenario names. The library opens none: whoever reads a scenario hands it in.
package struct WantedFile: Equatable, Sendable {
    /// The kind of a file, by the name that logs have for it.
    package enum Kind: String, CaseIterable, Sendable {
        /// A network trace.
        case trace
        /// A table, of which the scenario says what makes a trace.
        case table
        /// Saved profiles of the Network Link Conditioner.
        case profile
        /// A playlist, with all that it names.
        case media
        /// Likewise, with what its playlists come to as gzip.
        case gzippedMedia = "gzipped media"
        /// A movie of Sabre.
        case movie

        package var isPlaylist: Bool { self == .media || self == .gzippedMedia }

        /// The most bytes that a file may have: of a larger one no more need be read to see that it is too large.
        package var mostBytes: Int {
            switch self {
            case .trace, .table: NetworkTraceReader.maxBytes
            case .profile: PropertyList.Limits.mostBytes
            case .media, .gzippedMedia: PlaylistLimits.mostBytes
            case .movie: JSONLimits().maxBytes
            }
        }
    }

    package let kind: Kind
    /// As the scenario has it: relative to the scenario's folder.
    package let path: String
    package let place: Place
}

/// The files that a scenario names, read.
package struct Companions: Sendable {
    private var traces: [(path: String, trace: NetworkTrace)] = []
    private var tables: [(path: String, name: String, bytes: [UInt8])] = []
    private var profiles: [(path: String, file: LinkConditionerFile)] = []
    private var media: [(path: String, isGzipped: Bool, asset: PlaylistAsset)] = []
    private var movies: [(path: String, asset: Asset)] = []
    /// Whether an app acts on every player that has no script.
    package var appActs = false

    package init() {}

    package mutating func add(_ trace: NetworkTrace, path: String) { traces.append((path, trace)) }
    /// `name` is what messages call it.
    package mutating func add(table bytes: [UInt8], path: String, named name: String) {
        tables.append((path, name, bytes))
    }

    package mutating func add(_ file: LinkConditionerFile, path: String) { profiles.append((path, file)) }
    package mutating func add(_ movie: Asset, path: String) { movies.append((path, movie)) }

    package mutating func add(_ asset: PlaylistAsset, path: String, gzipped: Bool = false) {
        media.append((path, gzipped, asset))
    }

    /// Adds all of others.
    package mutating func add(_ others: Companions) {
        traces += others.traces
        tables += others.tables
        profiles += others.profiles
        media += others.media
        movies += others.movies
    }

    func movie(_ path: String) -> Asset? { movies.first { $0.path.isSpelt(path) }?.asset }
    func trace(_ path: String) -> NetworkTrace? { traces.first { $0.path.isSpelt(path) }?.trace }
    func table(_ path: String) -> (name: String, bytes: [UInt8])? {
        tables.first { $0.path.isSpelt(path) }.map { ($0.name, $0.bytes) }
    }

    func profiles(_ path: String) -> LinkConditionerFile? { profiles.first { $0.path.isSpelt(path) }?.file }

    func asset(_ path: String, isGzipped: Bool) -> PlaylistAsset? {
        media.first { $0.path.isSpelt(path) && $0.isGzipped == isGzipped }?.asset
    }
}

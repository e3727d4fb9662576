/// A file that a scenario names. The library opens none: whoever reads a scenario hands it in.
package struct WantedFile: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// A network trace.
        case trace
        /// Saved profiles of the Network Link Conditioner.
        case profile
        /// A playlist, with all that it names.
        case media
        /// Likewise, with what its playlists come to as gzip.
        case gzippedMedia
        /// A movie of Sabre.
        case movie
    }

    package let kind: Kind
    /// As the scenario has it: relative to the scenario's folder.
    package let path: String
    package let place: Place
}

/// The files that a scenario names, read.
package struct Companions: Sendable {
    private var traces: [(path: String, trace: NetworkTrace)] = []
    private var profiles: [(path: String, file: LinkConditionerFile)] = []
    private var media: [(path: String, isGzipped: Bool, asset: PlaylistAsset)] = []
    private var movies: [(path: String, asset: Asset)] = []

    package init() {}

    package mutating func add(_ trace: NetworkTrace, path: String) { traces.append((path, trace)) }
    package mutating func add(_ file: LinkConditionerFile, path: String) { profiles.append((path, file)) }
    package mutating func add(_ movie: Asset, path: String) { movies.append((path, movie)) }

    package mutating func add(_ asset: PlaylistAsset, path: String, gzipped: Bool = false) {
        media.append((path, gzipped, asset))
    }

    func movie(_ path: String) -> Asset? { movies.first { $0.path == path }?.asset }
    func trace(_ path: String) -> NetworkTrace? { traces.first { $0.path == path }?.trace }
    func profiles(_ path: String) -> LinkConditionerFile? { profiles.first { $0.path == path }?.file }

    func asset(_ path: String, isGzipped: Bool) -> PlaylistAsset? {
        media.first { $0.path == path && $0.isGzipped == isGzipped }?.asset
    }
}

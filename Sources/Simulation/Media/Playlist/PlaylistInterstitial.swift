import PlayerModel

/// An interstitial event that a playlist says: EXT-X-DATERANGE of class com.apple.hls.interstitial (RFC 8216bis,
/// appendix D).
package struct PlaylistInterstitial: Equatable, Sendable {
    package var id: String
    /// START-DATE, in nanoseconds since 1970-01-01T00:00:00Z.
    package var date: Int64
    /// CUE.
    package var isPre = false
    package var isPost = false
    package var isOnce = false
    /// X-ASSET-URI.
    package var uri: String
    /// X-RESUME-OFFSET; nil is as long as it takes.
    package var resumeOffset: MediaTime?
    /// X-PLAYOUT-LIMIT.
    package var playoutLimit: MediaTime?
    /// X-SNAP.
    package var snapsOut = false
    package var snapsIn = false
    /// X-RESTRICT: JUMP. SKIP is about what a person does while it is shown, of which nothing is modelled.
    package var restrictsJump = false
    package var place: Place

    /// Reads the attributes of the tag; nil of one whose assets are in a list, which is warned of.
    init?(_ value: Range<Int>, _ scanner: inout PlaylistScanner) throws(PlaylistProblem) {
        let list = try scanner.attributes(.dateRange, value)
        id = try scanner.requiredString("ID", list)
        place = scanner.linePlace
        let start = try scanner.requiredString("START-DATE", list)
        let bytes = Array(start.utf8)
        guard let date = PlaylistDate.nanoseconds(bytes.indices, in: bytes) else {
            throw scanner.lines.problem(.value(.badMoment(start)), at: list.start)
        }
        self.date = date
        let words = { (name: String, scanner: inout PlaylistScanner) throws(PlaylistProblem) -> [Substring] in
            (try scanner.quotedString(name, list) ?? "").split(separator: ",")
        }
        for word in try words("CUE", &scanner) {
            (isPre, isPost, isOnce) = (isPre || word == "PRE", isPost || word == "POST", isOnce || word == "ONCE")
        }
        for word in try words("X-SNAP", &scanner) {
            (snapsOut, snapsIn) = (snapsOut || word == "OUT", snapsIn || word == "IN")
        }
        restrictsJump = try words("X-RESTRICT", &scanner).contains("JUMP")
        resumeOffset = try scanner.time("X-RESUME-OFFSET", list)
        playoutLimit = try scanner.time("X-PLAYOUT-LIMIT", list)
        guard let uri = try scanner.quotedString("X-ASSET-URI", list) else {
            _ = try scanner.requiredString("X-ASSET-LIST", list)
            scanner.warn(.notModelled(.interstitials), scanner.linePlace)
            return nil
        }
        self.uri = uri
    }
}

extension PlaylistAsset {
    /// An event of a playlist, on the timeline of its asset.
    package struct Interstitial: Sendable {
        package let event: PlaylistInterstitial
        /// Nil where the playlist has no dates.
        package let at: MediaTime?
        /// The playlist of what is shown, relative to the folder; nil where it is no file in it.
        package let path: String?
    }
}

extension PlaylistSet {
    /// The events of the first variant's playlist, where media time zero has that date.
    func interstitials(zero: Int64?) -> [PlaylistAsset.Interstitial] {
        guard let (path, playlist) = firstListed else { return [] }
        let zero = zero ?? playlist.beginning
        return playlist.interstitials.map { event in
            PlaylistAsset.Interstitial(
                event: event, at: zero.map { MediaTime(nanoseconds: event.date.subtractingClamped($0)) },
                path: try? PlaylistPath.resolve(event.uri, relativeTo: path))
        }
    }
}

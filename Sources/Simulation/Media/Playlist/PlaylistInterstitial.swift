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
    /// X-ASSET-URI, or X-ASSET-LIST where `isList`.
    package var uri: String
    package var isList = false
    /// X-RESUME-OFFSET, which may be negative; nil is as long as it takes.
    package var resumeOffset: MediaTime?
    /// X-PLAYOUT-LIMIT.
    package var playoutLimit: MediaTime?
    /// X-SNAP.
    package var snapsOut = false
    package var snapsIn = false
    /// X-RESTRICT: JUMP. SKIP is about what a person does while it is shown, of which nothing is modelled.
    package var restrictsJump = false
    package var place: Place

    /// The media from its date on that it stands for, where its assets have that length.
    func span(showing length: MediaTime) -> MediaTime {
        max(.zero, resumeOffset ?? min(length, playoutLimit ?? length))
    }

    /// The class of what is to be played in between.
    static let ownClass = "com.apple.hls.interstitial"

    /// A reason why tags make no event.
    struct Fault: Error {
        let why: String

        fileprivate init(_ fault: PlaylistProblem.AttributeFault) { why = fault.message }

        fileprivate init(className: String?) {
            let own = className.map { "its CLASS is '\(PlaylistWords.cut($0))'" } ?? "CLASS is missing"
            why = "\(own), not '\(PlaylistInterstitial.ownClass)'"
        }
    }

    /// The event of a tag with which all others of its ID are joined.
    init(_ draft: DateRangeDraft, at place: Place) throws(Fault) {
        self.place = place
        id = draft.id ?? ""
        guard let date = draft.date else { throw Fault(.missing("START-DATE", .dateRange, near: draft.nearDate)) }
        guard let uri = draft.assetURI ?? draft.assetList else { throw Fault(.noAsset) }
        guard draft.className == Self.ownClass else { throw Fault(className: draft.className) }
        (self.date, self.uri, isList) = (date, uri, draft.assetURI == nil)
        (resumeOffset, playoutLimit) = (draft.resumeOffset, draft.playoutLimit)
        let (cue, snap) = (DateRangeDraft.words(draft.cue), DateRangeDraft.words(draft.snap))
        (isPre, isPost, isOnce) = (cue.contains("PRE"), cue.contains("POST"), cue.contains("ONCE"))
        (snapsOut, snapsIn) = (snap.contains("OUT"), snap.contains("IN"))
        restrictsJump = DateRangeDraft.words(draft.restrict).contains("JUMP")
    }
}

extension PlaylistAsset {
    /// An event of a playlist, on the timeline of its asset.
    package struct Interstitial: Sendable {
        package let event: PlaylistInterstitial
        /// Whether the playlist has dates.
        package let isDated: Bool
        /// Nil where the date is that of no media.
        package let at: MediaTime?
        /// The playlists of what is shown, relative to the folder; nil where one is no file in it.
        package let paths: [String]?
        /// The size of the list that says so; nil where the playlist itself does.
        package let listBytes: Int64?
    }
}

extension PlaylistSet {
    /// The events of the first variant's playlist, where media time zero has that date.
    func interstitials(zero: Int64?) -> [PlaylistAsset.Interstitial] {
        guard let (path, playlist) = firstListed else { return [] }
        let (beginning, dates) = (playlist.beginning, PlaylistDates(of: playlist))
        // What all list of a live stream may begin later than this playlist does.
        let cut = (zero ?? beginning ?? 0).subtractingClamped(beginning ?? 0)
        return playlist.interstitials.map { event in
            let file = try? PlaylistPath.resolve(event.uri, relativeTo: path)
            let list = event.isList ? file.flatMap { assetList($0) } : nil
            return PlaylistAsset.Interstitial(
                event: event, isDated: beginning != nil,
                at: dates.place(of: event.date).map {
                    MediaTime(nanoseconds: $0.nanoseconds.subtractingClamped(cut))
                },
                paths: event.isList ? list.flatMap { paths(of: $0, at: file ?? "") } : file.map { [$0] },
                listBytes: list?.bytes)
        }
    }

    private func paths(of list: InterstitialAssetList, at path: String) -> [String]? {
        let paths = list.uris.compactMap { try? PlaylistPath.resolve($0, relativeTo: path) }
        return paths.count == list.uris.count ? paths : nil
    }
}

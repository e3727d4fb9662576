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
        /// Whether the playlist has dates, or a scenario gives it some.
        package let isDated: Bool
        /// Nil where the date is that of no media.
        package let at: MediaTime?
        /// The playlists of what is shown, relative to the folder; nil where one is no file in it.
        package let paths: [String]?
        /// The size of the list that says so; nil where the playlist itself does.
        package let listBytes: Int64?
        /// The reason why it cannot come, as far as the playlist and the names of its assets show; nil where none is.
        package fileprivate(set) var obstacle: String?

        /// Whether it comes before or after playback, and not at a date.
        package var isCue: Bool { event.isPre || event.isPost }
        /// The attributes that count for nothing, where it comes before or after playback.
        package var idleAttributes: [String] {
            guard isCue else { return [] }
            return (event.resumeOffset == nil ? [] : ["X-RESUME-OFFSET"])
                + (event.snapsOut || event.snapsIn ? ["X-SNAP"] : [])
                + (event.restrictsJump ? ["X-RESTRICT"] : [])
        }
    }
}

extension PlaylistAsset.Interstitial {
    /// `root` is the path of what is played, and `end` its end; nil of what goes on.
    fileprivate func obstacle(in root: String, until end: MediaTime?) -> String? {
        if !isCue {
            guard isDated else { return "without EXT-X-PROGRAM-DATE-TIME nobody knows where it comes" }
            guard let at else { return "its START-DATE is that of no media" }
            if let end, at < .zero || at >= end { return "its START-DATE is no part of what is listed" }
        }
        let uri = PlaylistWords.cut(event.uri).onOneLine
        guard let paths else {
            return listBytes == nil
                ? "\(uri) is no file in the playlist's folder"
                : "not all that is in \(uri) is a file in the playlist's folder"
        }
        if paths.isEmpty, isCue { return "\(uri) lists nothing" }
        if event.playoutLimit == .zero { return "X-PLAYOUT-LIMIT is 0 s: nothing of it is shown" }
        for path in paths {
            if path.isSpelt(root) { return "it shows the stream itself" }
            if !PlaylistPath.isPlaylist(path) { return "\(path.onOneLine) is no playlist (.m3u8)" }
        }
        return nil
    }
}

extension PlaylistSet {
    /// The events of the first variant's playlist, where media time zero has that date by the playlists, or another by
    /// a scenario, and the media ends there unless it goes on.
    func interstitials(
        zero: Int64?, saidZero: Int64? = nil, until end: MediaTime?
    ) -> [PlaylistAsset.Interstitial] {
        guard let (path, playlist) = firstListed else { return [] }
        let root = self.path
        let (beginning, dates) = (playlist.beginning, PlaylistDates(of: playlist))
        // What all list of a live stream may begin later than this playlist does.
        let cut = (zero ?? beginning ?? 0).subtractingClamped(beginning ?? 0)
        func place(of date: Int64) -> MediaTime? {
            if let saidZero { return MediaTime(nanoseconds: date.subtractingClamped(saidZero)) }
            return dates.place(of: date).map { MediaTime(nanoseconds: $0.nanoseconds.subtractingClamped(cut)) }
        }
        return playlist.interstitials.map { event in
            let file = try? PlaylistPath.resolve(event.uri, relativeTo: path)
            let list = event.isList ? file.flatMap { lists[$0] } : nil
            var listed = PlaylistAsset.Interstitial(
                event: event, isDated: saidZero != nil || beginning != nil, at: place(of: event.date),
                paths: event.isList ? list.flatMap { paths(of: $0, at: file ?? "") } : file.map { [$0] },
                listBytes: list?.bytes)
            listed.obstacle = listed.obstacle(in: root, until: end)
            return listed
        }
    }

    private func paths(of list: InterstitialAssetList, at path: String) -> [String]? {
        let paths = list.uris.compactMap { try? PlaylistPath.resolve($0, relativeTo: path) }
        return paths.count == list.uris.count ? paths : nil
    }
}

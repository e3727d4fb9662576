import PlayerModel

/// Something that a live playlist must say and does not, or must not and does: it is played all the same.
package enum PlaylistLiveFault: Equatable, Sendable {
    case partsWithoutInf, hintWithoutInf, holdBackWithoutInf, longPart, shortPart, longParts, longPartTarget
    case partsWithoutBlocking, partsWithoutHoldBack
    case longSegment, shortWindow, longHoldBack(String)
    case startsNearEnd, startsBehindEnd, startsBeforeBeginning, subtitles
    /// Playlists are not held side by side by a tag; the parts of some are not as they say, in words.
    case disagreement(PlaylistEdge.Disagreement), otherParts(String)
    case slip(String, meant: String)
    case hint(why: String), partRange(why: String)

    var message: String {
        switch self {
        case .partsWithoutInf:
            "parts need #EXT-X-PART-INF, which is missing (rfc8216bis, 4.4.3.7): whole segments are fetched"
        case .longPart:
            "this part is longer than PART-TARGET, which must not be (rfc8216bis, 4.4.4.9); it is taken for one of "
                + "those into which its segment is divided"
        case .shortPart:
            "this part is shorter than 85 % of PART-TARGET, as only one with INDEPENDENT=YES or GAP=YES, one before a "
                + "gap, and the last of a segment may be (rfc8216bis, 4.4.4.9); it is taken for one of those into "
                + "which its segment is divided"
        case .hintWithoutInf:
            "a hint at a part is of use with #EXT-X-PART-INF alone, which is missing: whole segments are fetched"
        case .holdBackWithoutInf:
            "PART-HOLD-BACK is of use with #EXT-X-PART-INF alone, which is missing: HOLD-BACK counts, or else three "
                + "target durations"
        case .longParts:
            "the parts of this segment last longer than it, which must not be (rfc8216bis, 3.2); it lasts as long as "
                + "its #EXTINF says"
        case .longPartTarget:
            "PART-TARGET, rounded to whole seconds, is longer than #EXT-X-TARGETDURATION, and so than any segment may "
                + "be, of which parts are made (rfc8216bis, 3.2): a segment that is no longer comes as one part"
        case .partsWithoutBlocking:
            "parts come without CAN-BLOCK-RELOAD=YES; answers are kept back all the same until there is news"
        case .partsWithoutHoldBack:
            "parts come without PART-HOLD-BACK, which rfc8216bis demands (4.4.3.8); it is taken to be 3 parts"
        case .longSegment:
            "this segment, rounded to whole seconds, is longer than #EXT-X-TARGETDURATION, which must not be (RFC "
                + "8216, 4.3.3.1); HOLD-BACK and reloads go by the target duration all the same"
        case .shortWindow:
            "less than three target durations are listed (RFC 8216, 6.2.2): playback may fall out of the window"
        case .longHoldBack(let name):
            "\(name) is longer than what is listed: playback begins with the oldest segment"
        case .startsNearEnd:
            "EXT-X-START lies within three target durations of the end, where it should not (RFC 8216, 4.3.5.2); "
                + "playback begins there all the same"
        case .startsBehindEnd:
            "EXT-X-START lies behind the end, and means the end (RFC 8216, 4.3.5.2): playback begins there"
        case .startsBeforeBeginning:
            "EXT-X-START lies before what is listed, and means its beginning (RFC 8216, 4.3.5.2): playback begins there"
        case .disagreement(let disagreement): disagreement.message
        case .otherParts(let words): words
        case .subtitles: "subtitles of a live stream are not modelled: none are fetched"
        case .hint(let why): "this hint is passed over: \(why)"
        case .partRange(let why): "this BYTERANGE of a part is passed over: \(why)"
        case .slip(let name, let meant): "'\(name)' is not known, and passed over; did you mean '\(meant)'?"
        }
    }
}

extension MediaPlaylist {
    /// The faults of a playlist that goes on, each with its line. By a tag that was there and could not be read nothing
    /// is said, nor by a target duration that is missing. `hint` is the place of the first hint at a part.
    func liveFaults(
        ofServerControl place: Place, hint: Place?, unread: ContiguousArray<PlaylistTag>
    ) -> [(fault: PlaylistLiveFault, place: Place)] {
        func knows(_ tags: [PlaylistTag]) -> Bool { !tags.contains { unread.contains($0) } }
        guard goesOn, knows([.playlistType]), !segments.isEmpty, !isIFramesOnly else { return [] }
        var faults: [(fault: PlaylistLiveFault, place: Place)] = []
        let (target, knowsTarget) = (targetDuration, targetDurationSeconds > 0 && knows([.targetDuration]))
        let (three, knowsLength) = (target.nanoseconds.multipliedClamped(by: 3), knows([.extinf, .part, .partInf]))
        for segment in segments where knowsTarget && LiveLoad.target(segment.duration) > target {
            faults.append((.longSegment, self.place(line: segment.line)))
        }
        if knowsTarget, knowsLength {
            if kind != .event, listed.nanoseconds < three { faults.append((.shortWindow, targetDurationPlace)) }
            if let start = head.start, let fault = fault(of: start) {
                faults.append((fault, head.startPlace ?? place))
            }
        }
        func say(ofHoldBack hold: MediaTime?, _ name: String) {
            if let hold, knowsLength, hold > listed { faults.append((.longHoldBack(name), place)) }
        }
        guard let partTarget else {
            if knows([.partInf]) { faults += faultsWithoutInf(hint, knowsParts: knows([.part])) }
            say(ofHoldBack: serverControl?.holdBack, "HOLD-BACK")
            return faults
        }
        if knowsTarget, LiveLoad.target(partTarget) > target, let own = partTargetPlace {
            faults.append((.longPartTarget, own))
        }
        say(ofHoldBack: serverControl?.partHoldBack, "PART-HOLD-BACK")
        guard knows([.serverControl]) else { return faults }
        if !(serverControl?.canBlockReload ?? false) { faults.append((.partsWithoutBlocking, place)) }
        if serverControl?.partHoldBack == nil { faults.append((.partsWithoutHoldBack, place)) }
        return faults
    }

    /// The faults of parts, or else of what is of use with parts alone, in a playlist without EXT-X-PART-INF.
    private func faultsWithoutInf(
        _ hint: Place?, knowsParts: Bool
    ) -> [(fault: PlaylistLiveFault, place: Place)] {
        if let firstPart { return [(.partsWithoutInf, firstPart)] }
        guard knowsParts else { return [] }
        var faults: [(fault: PlaylistLiveFault, place: Place)] = []
        if let hint { faults.append((.hintWithoutInf, hint)) }
        if let control = serverControl, control.partHoldBack != nil {
            faults.append((.holdBackWithoutInf, control.place))
        }
        return faults
    }

    /// The fault of a place at which to begin with what is listed of a playlist that goes on; nil where it has none.
    func fault(of start: LiveSource.Start) -> PlaylistLiveFault? {
        let (offset, end) = (start.offset, listed)
        if segments.isEmpty { return nil }
        if offset > end { return .startsBehindEnd }
        if isBeforeBeginning(start) { return .startsBeforeBeginning }
        let distance = offset < .zero ? .zero - offset : end - offset
        let three = targetDuration.nanoseconds.multipliedClamped(by: 3)
        return distance.nanoseconds < three ? .startsNearEnd : nil
    }

    /// Whether a place at which to begin lies before all that is listed.
    func isBeforeBeginning(_ start: LiveSource.Start) -> Bool { start.offset < .zero - listed }

    /// The media that is listed, with low latency parts behind the last segment included.
    private var listed: MediaTime { duration + (partTarget == nil ? .zero : partsBehind) }
}

extension PlaylistWarning {
    /// Whether it is about the place at which to begin with a playlist that goes on.
    var isOfLiveStart: Bool {
        [.startsNearEnd, .startsBehindEnd, .startsBeforeBeginning].contains { fact == .live($0) }
    }
}

extension PlaylistEdge.Disagreement {
    fileprivate var message: String {
        let what =
            apart.map { "the playlists end \($0.inSeconds) apart, more than a target duration and a half" }
            ?? "not every playlist lists a whole segment of what all list"
        let other = other.map { "held side by side by \($0.name)" } ?? "taken to end together"
        return "by \(tag.name) \(what); they are \(other) (ours)"
    }
}

extension PlaylistEdge {
    /// Says where parts are not as a playlist has them, and of which. `part` is the longest part that a scenario says.
    func otherParts(than part: MediaTime?) -> [(fault: PlaylistLiveFault, place: Place)] {
        var faults: [(fault: PlaylistLiveFault, place: Place)] = []
        /// Says something of some tracks, by the name of the first and the number of the others.
        func say(of tracks: [Track], _ words: (_ names: String) -> String) {
            guard let first = tracks.first else { return }
            let others = tracks.count > 1 ? " (and of \(tracks.count - 1) more)" : ""
            let place = Place(startOf: first.source)
            faults.append((.otherParts(words("'\(PlaylistWords.cut(first.path))'\(others)")), place))
        }
        let short = tracks.filter { track in
            let part = part ?? track.part
            return Self.parts(of: track.shortest, part) < Self.parts(of: track.longest, part)
        }
        if let first = short.first, let most = part ?? first.part {
            let parts = Self.parts(of: first.longest, most)
            let least = MediaTime(nanoseconds: first.shortest.nanoseconds / parts)
            let name = part == nil ? "PART-TARGET" : "'part_s'"
            say(of: short) {
                "the segments of \($0) come in \(parts) parts each, as many as the longest needs, of "
                    + "\(first.longest.inSeconds) (ours): in one of \(first.shortest.inSeconds) a part lasts "
                    + "\(least.inSeconds), where \(name) is \(most.inSeconds)"
            }
        }
        if part != nil { return faults }
        say(of: tracks.filter { $0.part == nil && partTarget != nil }) {
            "there are no parts of \($0): its segments come whole, and each is asked for before it is listed, like a "
                + "part that is hinted at (ours)"
        }
        say(of: tracks.filter { $0.part == nil && partTarget == nil && $0.ownPart != nil }) {
            "the parts of \($0) are passed over, because the first variant has none (ours)"
        }
        let others = tracks.filter { $0.part != nil && $0.ownPart != $0.part }
        if let most = others.first?.part {
            say(of: others) {
                "the parts of \($0) are taken to last up to \(most.inSeconds), as those of the first variant or the "
                    + "first audio do, so that one can take the place of the other (ours)"
            }
        }
        return faults
    }
}

extension NearMiss {
    /// The candidate of which a word differs by one slip of the pen; nil where there is none.
    static func slip(_ word: String, among candidates: [String]) -> String? {
        candidates.first { isSlip(word, of: $0) }
    }
}

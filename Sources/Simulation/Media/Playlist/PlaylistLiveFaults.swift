import PlayerModel

/// Something that a live playlist must say and does not, or must not and does: it is played all the same.
package enum PlaylistLiveFault: Equatable, Sendable {
    case partsWithoutInf, longPart, partsWithoutBlocking, partsWithoutHoldBack
    case longSegment, shortWindow, longHoldBack
    case startsNearEnd, subtitles
    case slip(String, meant: String)
    case hint(why: String)

    var message: String {
        switch self {
        case .partsWithoutInf:
            "parts need #EXT-X-PART-INF, which is missing (rfc8216bis, 4.4.3.7): whole segments are fetched"
        case .longPart:
            "this part is longer than PART-TARGET, which must not be (rfc8216bis, 4.4.4.9); it is taken for one of "
                + "those into which its segment is divided"
        case .partsWithoutBlocking:
            "parts come without CAN-BLOCK-RELOAD=YES; answers are kept back all the same until there is news"
        case .partsWithoutHoldBack:
            "parts come without PART-HOLD-BACK, which rfc8216bis demands (4.4.3.8); it is taken to be 3 parts"
        case .longSegment:
            "this segment, rounded to whole seconds, is longer than #EXT-X-TARGETDURATION, which must not be (RFC "
                + "8216, 4.3.3.1); HOLD-BACK and reloads go by the target duration all the same"
        case .shortWindow:
            "less than three target durations are listed (RFC 8216, 6.2.2): playback may fall out of the window"
        case .longHoldBack: "HOLD-BACK is longer than what is listed: playback begins with the oldest segment"
        case .startsNearEnd:
            "EXT-X-START lies within three target durations of the end, where it should not (RFC 8216, 4.3.5.2); "
                + "playback begins there all the same"
        case .subtitles: "subtitles of a live stream are not modelled: none are fetched"
        case .hint(let why): "this hint is passed over: \(why)"
        case .slip(let name, let meant): "'\(name)' is not known, and passed over; did you mean '\(meant)'?"
        }
    }
}

extension MediaPlaylist {
    /// The faults of a playlist that goes on, each with its line.
    func liveFaults(ofServerControl place: Place) -> [(fault: PlaylistLiveFault, place: Place)] {
        guard goesOn, !segments.isEmpty, !isIFramesOnly else { return [] }
        var faults: [(fault: PlaylistLiveFault, place: Place)] = []
        let target = targetDuration
        let three = target.nanoseconds.multipliedClamped(by: 3)
        for segment in segments where LiveLoad.target(segment.duration) > target {
            faults.append((.longSegment, self.place(line: segment.line)))
        }
        let listed = duration + (partTarget == nil ? .zero : partsBehind)
        if kind != .event, listed.nanoseconds < three { faults.append((.shortWindow, targetDurationPlace)) }
        if let start = head.start?.timeOffset {
            let distance = start < .zero ? .zero - start : listed - start
            if distance.nanoseconds < three { faults.append((.startsNearEnd, head.startPlace ?? place)) }
        }
        guard partTarget != nil else {
            if hasParts, let first = firstPart { faults.append((.partsWithoutInf, first)) }
            if let hold = serverControl?.holdBack, hold > listed { faults.append((.longHoldBack, place)) }
            return faults
        }
        if let hold = serverControl?.partHoldBack, hold > listed { faults.append((.longHoldBack, place)) }
        if !(serverControl?.canBlockReload ?? false) { faults.append((.partsWithoutBlocking, place)) }
        if serverControl?.partHoldBack == nil { faults.append((.partsWithoutHoldBack, place)) }
        return faults
    }
}

extension NearMiss {
    /// The candidate of which a word differs by one slip of the pen; nil where there is none.
    static func slip(_ word: String, among candidates: [String]) -> String? {
        candidates.first { isSlip(word, of: $0) }
    }
}

import PlayerModel

/// The dates of a medium with interstitial events: how a wall clock becomes a place on its timeline.
enum MediumDates {
    case none
    /// As its playlist has them, which is not read yet.
    case unread
    /// The date of media time zero, from which all of it follows: of a live stream.
    case from(Int64)
    /// As its playlist has them.
    case listed(PlaylistAsset)

    /// The place of a date as a scenario has it; nil with what is wrong. A date without a zone is taken for UTC.
    func place(of date: Placed<String>, _ judgement: inout Judgement) -> Placed<MediaTime>? {
        let bytes = Array(date.value.utf8)
        guard let instant = PlaylistDate.nanoseconds(bytes.indices, in: bytes) else {
            let why = PlaylistDate.faultOfYear(date.value)
            return judgement.refuse(
                "'date' " + (why ?? "is a date with a time of day, as in \"2026-03-01T20:00:30Z\""), date.place)
        }
        let place: MediaTime?
        switch self {
        case .unread: return nil
        // Of a stand-in nobody knows whether it has any.
        case .none where judgement.hasStandIn: return nil
        case .none:
            return judgement.refuse(
                "nothing says the dates of this medium: write \"at_s\", or \"program_date\" in 'live'", date.place)
        case .from(let zero): place = MediaTime(nanoseconds: instant.subtractingClamped(zero))
        case .listed(let asset): place = asset.place(of: instant)
        }
        guard let place, place >= .zero else {
            return judgement.refuse("this date is that of no media; it begins later, or leaves it out", date.place)
        }
        return Placed(place, at: date.place)
    }
}

extension MediumDraft {
    /// The dates of the medium that it makes.
    func dates(of media: Asset, _ companions: Companions) -> MediumDates {
        if let zero = media.live?.programDate { return .from(zero) }
        switch content {
        case .disk(let disk):
            guard let asset = companions.asset(disk.path.value, isGzipped: disk.isGzipped) else { return .unread }
            return asset.isDated ? .listed(asset) : .none
        case .stream, .file: return .none
        }
    }
}

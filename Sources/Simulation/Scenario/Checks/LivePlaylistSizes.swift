import PlayerModel

/// The playlists of a live stream: how large they are, whole and as delta updates.
extension LiveDraft {
    /// The size of a playlist, unless it is said, that names each segment by a counted name.
    private static let playlistHead: Int64 = 200
    private static let playlistEntry: Int64 = 60
    /// The size of a date range, and of its ID; no standard has them.
    private static let dateRange: Int64 = 200
    private static let dateRangeID: Int64 = 20
    /// More than these are no programme's.
    private static let mostDateRanges: Int64 = 10_000

    /// A line for each segment, and for each part within three target durations of the end. Of a delta update, those
    /// are left out that lie behind the skip boundary (RFC 8216bis, 4.4.5.2), and date ranges where the server can.
    func setSizes(
        of rendition: inout Asset.Variant, listing listed: MediaTime, of source: LiveSource, _ target: MediaTime
    ) {
        let segment = rendition.chunks.requestDuration.nanoseconds
        let segments = listed.nanoseconds / segment
        let near = min(listed.nanoseconds, target.nanoseconds.multipliedClamped(by: 3))
        let lines = segments + (source.part.map { near / $0.nanoseconds } ?? 0)
        let dates = ListedDateRanges(all: rendition.dateRanges, window: source.window)
        let bytes = rendition.playlistBytes ?? Self.playlistHead + Self.playlistEntry * lines + dates.bytes
        rendition.playlistBytes = bytes
        guard let boundary = source.skipBoundary else { return }
        let skipped = max(0, segments - (boundary.nanoseconds - 1) / segment - 1)
        let body = max(0, bytes - Self.playlistHead - dates.bytes)
        var delta = bytes - proportion(body, skipped, over: max(1, lines), .down)
        if source.skipsDateRanges {
            delta = max(1, delta - dates.skipped(behind: boundary)).addingClamped(dates.removed(within: boundary))
        }
        rendition.deltaBytes = delta
    }

    /// Date ranges at equal distances, the newest at the edge.
    func setDateRanges(
        of asset: inout Asset, listing listed: MediaTime, of source: LiveSource, _ judgement: inout Judgement
    ) {
        checkDateRanges(asset, of: source, &judgement)
        guard let interval = dateRangeInterval else { return }
        let count = listed.nanoseconds / interval.value.nanoseconds
        guard count <= Self.mostDateRanges else {
            return judgement.report(
                "a playlist would list \(count) date ranges; it has at most \(Self.mostDateRanges)", interval.place)
        }
        let bytes = dateRangeBytes?.value ?? Self.dateRange
        let ranges = (0..<count).map {
            DateRange(
                age: MediaTime(nanoseconds: $0 * interval.value.nanoseconds), bytes: bytes, idBytes: Self.dateRangeID)
        }
        asset.changeRenditions { $0.dateRanges = ranges }
    }

    private func checkDateRanges(_ asset: Asset, of source: LiveSource, _ judgement: inout Judgement) {
        if let dateRangeBytes, dateRangeInterval == nil {
            judgement.report("'date_range_bytes' is of no use without 'date_range_every_s'", dateRangeBytes.place)
        }
        if let interval = dateRangeInterval, source.programDate == nil {
            judgement.report(
                "a playlist with date ranges says dates (RFC 8216bis, 4.4.5.1): give 'program_date'", interval.place)
        }
        guard let skipsDateRanges, skipsDateRanges.value else { return }
        if source.skipBoundary == nil {
            judgement.report(
                "CAN-SKIP-DATERANGES takes CAN-SKIP-UNTIL (RFC 8216bis, 4.4.3.8): give 'can_skip_until_s'",
                skipsDateRanges.place)
        } else if dateRangeInterval == nil,
            !(asset.variants + asset.allAudio).contains(where: { !$0.dateRanges.isEmpty })
        {
            judgement.warn(
                "'can_skip_date_ranges' does nothing here: playlists list no date ranges", skipsDateRanges.place)
        }
    }

    func checkSkipping(_ target: MediaTime, _ judgement: inout Judgement) {
        guard let boundary = skipBoundary else { return }
        let least = target.nanoseconds.multipliedClamped(by: 6)
        guard boundary.value.nanoseconds < least else { return }
        judgement.report(
            "CAN-SKIP-UNTIL is six target durations at least, here \(QuantityText.value(least, .seconds)) "
                + "(RFC 8216bis, 4.4.3.8)", boundary.place)
    }
}

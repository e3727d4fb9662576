import PlayerModel

/// A media playlist while it is being read: the segments so far, and the properties of the next one.
struct MediaDraft: Sendable {
    private var playlist: MediaPlaylist
    /// EXTINF of the segment whose URI comes next.
    private var duration: MediaTime?
    private var title = PlaylistSlice.empty
    private var line: Int32 = 0
    private var range: (length: Int64, offset: Int64?, place: Place)?
    /// Whether the range of the next segment has been refused; and whether, for that or another fault of which is told,
    /// nobody knows where the one before ends.
    private var (isRangeRefused, isEndUnknown) = (false, false)
    private var isGap = false
    private var isDiscontinuity = false
    private var date: Int64?
    private var segmentTags = SegmentTags()
    private var bitRateKbps: Int32 = -1
    private var map: Int32 = -1
    private var keys = KeysInForce()
    private var dateRanges: ContiguousArray<DateRangeDraft> = []
    private var parts = PartsDraft()
    /// The tags of which one could not be read: nobody knows what it says. EXTINF is one also where the segment of it
    /// is lost.
    private var unread: ContiguousArray<PlaylistTag> = []

    /// Of a segment that is said to last 0 s: a hundredth, as video.js has it (m3u8-parser, parser.js).
    private static let leastDuration: Int64 = 10_000_000

    init(source: Int32, text: PlaylistText) { playlist = MediaPlaylist(source: source, text: text) }

    /// Reserves room for all segments at once: growing would need more memory than they do.
    mutating func reserve(for bytes: [UInt8]) {
        guard bytes.count > 1 << 20 else { return }
        let mark = Array("#EXTINF".utf8)
        var (count, offset) = (0, 0)
        while offset < bytes.count {
            if bytes[offset] == mark[0], offset + 7 < bytes.count, bytes[offset + 6] == mark[6],
                bytes[offset + 4] == mark[4]
            {
                count += 1
                offset += 7
            } else {
                offset += 1
            }
        }
        playlist.segments.reserveCapacity(count)
    }

    // MARK: Tags

    mutating func read(
        _ tag: PlaylistTag, _ value: Range<Int>, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) {
        do throws(PlaylistProblem) {
            try take(tag, value, &scanner)
        } catch {
            note(tag, unreadFor: error)
            throw error
        }
    }

    private mutating func note(_ tag: PlaylistTag, unreadFor problem: PlaylistProblem) {
        // What is passed over is as if it were not there.
        if case .passedOver = problem.kind { return }
        if !unread.contains(tag) { unread.append(tag) }
    }

    private mutating func take(
        _ tag: PlaylistTag, _ value: Range<Int>, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) {
        if playlist.partCountBehind > 0, tag.isOfFirstPart {
            scanner.warn(.rule(.behindParts(tag)), scanner.linePlace)
        }
        segmentTags.add(tag, &scanner)
        switch tag {
        case .extinf: try readDuration(value, &scanner)
        case .byteRange:
            isRangeRefused = true
            let (length, offset) = try scanner.byteRange(value, of: scanner.bytes, at: value.lowerBound)
            range = (length, offset, scanner.lines.place(at: value.lowerBound))
            isRangeRefused = false
            scanner.need(4, for: tag.name, at: scanner.lines.line.start)
        case .bitRate: bitRateKbps = try scanner.bitRate(value)
        case .programDateTime:
            guard let nanoseconds = PlaylistDate.nanoseconds(value, in: scanner.bytes) else {
                throw scanner.lines.problem(.value(.badMoment(scanner.string(value))), at: value.lowerBound)
            }
            date = nanoseconds
        case .discontinuity: isDiscontinuity = true
        case .gap: isGap = true
        case .key: try readKey(value, &scanner)
        case .map: try readMap(value, &scanner)
        case .targetDuration:
            playlist.targetDurationPlace = scanner.linePlace
            // Known from here on, so that a wrong one is not reported as missing as well.
            playlist.targetDurationSeconds = 1
            try scanner.demandValue(value, tag)
            playlist.targetDurationSeconds = try targetDuration(value, &scanner)
        case .mediaSequence: playlist.mediaSequence = try early(value, tag, scanner)
        case .discontinuitySequence:
            playlist.discontinuitySequence = try early(value, tag, scanner)
            if isDiscontinuity { scanner.warn(.rule(.lateSequence), scanner.linePlace) }
        case .endList: playlist.isEnded = true
        case .playlistType:
            playlist.kind = try scanner.word(value, among: MediaPlaylist.Kind.allCases, of: "type of a playlist")
        case .iFramesOnly:
            playlist.isIFramesOnly = true
            scanner.need(4, for: tag.name, at: scanner.lines.line.start)
        case .serverControl: playlist.serverControl = try serverControl(value, &scanner)
        case .partInf:
            let list = try scanner.attributes(tag, value)
            let target = try scanner.required(try scanner.time("PART-TARGET", list), "PART-TARGET", list)
            if target > .zero {
                (playlist.partTarget, playlist.partTargetPlace) = (target, scanner.linePlace)
            } else {
                unread.append(tag)
                scanner.warn(.ignored(tag.name, why: "a part lasts more than 0 s"), scanner.linePlace)
            }
        case .skip: throw PlaylistProblem(.tag(.deltaUpdate), scanner.linePlace)
        case .m3u, .version, .define, .independentSegments, .start, .media, .streamInf, .iFrameStreamInf,
            .sessionData, .sessionKey, .contentSteering, .dateRange, .part, .preloadHint, .renditionReport:
            preconditionFailure("This tag is at home elsewhere.")
        }
    }

    /// Whole seconds. Players cut a fraction off, and hls.js takes 0 for 1.
    private func targetDuration(
        _ value: Range<Int>, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) -> Int64 {
        let name = PlaylistTag.targetDuration.name
        guard let time = try? PlaylistNumber.billionths(value, in: scanner.bytes),
            time == 0 || scanner.bytes[value].contains(.point)
        else {
            return try scanner.positive(value, of: name, atMost: PlaylistLimits.longestTime / 1_000_000_000)
        }
        let seconds = max(1, time / 1_000_000_000)
        scanner.warn(.targetDuration(seconds: seconds), at: value.lowerBound)
        return min(seconds, PlaylistLimits.longestTime / 1_000_000_000)
    }

    private mutating func readDuration(
        _ value: Range<Int>, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) {
        let dangling = duration.map { _ in PlaylistProblem(.tag(.dangling(.extinf)), playlist.place(line: line)) }
        let bytes = scanner.bytes
        var end = value.lowerBound
        while end < value.upperBound, bytes[end] != UInt8(ascii: ",") { end += 1 }
        line = scanner.lines.line.number
        // The URI that follows belongs to it, wrong or not.
        duration = MediaTime(nanoseconds: 1)
        title = end + 1 < value.upperBound ? PlaylistSlice(end + 1..<value.upperBound) : .empty
        if let dangling { throw dangling }
        let number = scanner.trimmed(value.lowerBound..<end)
        let nanoseconds = try scanner.billionths(number, of: "#EXTINF")
        if scanner.neededVersion < 3, bytes[number].contains(.point) {
            scanner.need(3, for: "a fraction in #EXTINF", at: number.lowerBound)
        }
        if nanoseconds == 0 { scanner.warn(.zeroDuration, at: number.lowerBound) }
        if title != .empty, Self.isFraction(bytes[(end + 1)..<value.upperBound]), !bytes[number].contains(.point) {
            scanner.warn(.decimalComma, at: end)
        }
        duration = MediaTime(nanoseconds: nanoseconds > 0 ? nanoseconds : Self.leastDuration)
    }

    /// Whether a title begins as what a decimal comma leaves of a number: with digits, and the comma that ends it. A
    /// space behind that is a title's own.
    private static func isFraction(_ title: ArraySlice<UInt8>) -> Bool {
        let rest = title.drop { (0x30...0x39).contains($0) }
        return rest.count < title.count && rest.first == UInt8(ascii: ",") && rest.dropFirst().first != 0x20
    }

    /// A date range, whatever it is about.
    mutating func addDateRange(_ value: Range<Int>, _ scanner: inout PlaylistScanner) {
        dateRanges.append(DateRangeDraft(value, &scanner))
    }

    /// Warns of the date ranges of what turns out to be a multivariant playlist.
    func warnOfDateRangesInMultivariant(_ scanner: inout PlaylistScanner) {
        let fact = PlaylistWarning.Fact.ignored(
            PlaylistTag.dateRange.name, why: "it is a tag of media playlists (rfc8216bis, 4.4.5.1)")
        for range in dateRanges { scanner.warn(fact, range.place) }
    }

    /// The date ranges by how long before the end of the playlist they are, as the last date in it has that end.
    private func agedDateRanges() -> ContiguousArray<DateRange> {
        let end = playlist.dates.last.map { last in
            last.nanoseconds.addingClamped((playlist.duration - playlist.start(of: Int(last.segment))).nanoseconds)
        }
        return ContiguousArray(
            dateRanges.map { range in
                let age = range.date.flatMap { date in end.map { $0.subtractingClamped(date) } }
                return DateRange(
                    age: age.map { MediaTime(nanoseconds: $0) } ?? .unlimited, bytes: range.bytes,
                    idBytes: range.idBytes)
            })
    }

    mutating func addPart(_ value: Range<Int>, _ scanner: inout PlaylistScanner) throws(PlaylistProblem) {
        do throws(PlaylistProblem) {
            try parts.add(value, to: &playlist, &scanner)
        } catch {
            note(.part, unreadFor: error)
            throw error
        }
    }

    mutating func addHint(_ value: Range<Int>, _ scanner: inout PlaylistScanner) {
        parts.addHint(value, to: &playlist, &scanner)
    }

    /// A number that must be known before the first segment.
    private func early(
        _ value: Range<Int>, _ tag: PlaylistTag, _ scanner: PlaylistScanner
    ) throws(PlaylistProblem) -> Int64 {
        try scanner.demandValue(value, tag)
        guard playlist.segments.isEmpty, duration == nil else {
            throw PlaylistProblem(.tag(.late(tag)), scanner.linePlace)
        }
        return try scanner.integer(value, of: tag.name)
    }

    private func serverControl(
        _ value: Range<Int>, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) -> MediaPlaylist.ServerControl {
        let list = try scanner.attributes(.serverControl, value)
        var control = MediaPlaylist.ServerControl(place: scanner.linePlace)
        control.holdBack = try scanner.time("HOLD-BACK", list)
        control.partHoldBack = try scanner.time("PART-HOLD-BACK", list)
        control.canSkipUntil = try scanner.time("CAN-SKIP-UNTIL", list)
        control.canSkipDateRanges = try scanner.flag("CAN-SKIP-DATERANGES", list)
        control.canBlockReload = try scanner.flag("CAN-BLOCK-RELOAD", list)
        return control
    }

    private mutating func readMap(_ value: Range<Int>, _ scanner: inout PlaylistScanner) throws(PlaylistProblem) {
        let list = try scanner.attributes(.map, value)
        let uri = try scanner.required(try scanner.quoted("URI", list), "URI", list)
        var range: PlaylistByteRange?
        if let value = try scanner.quoted("BYTERANGE", list) {
            let place = list.find("BYTERANGE", in: scanner.bytes)?.value.lowerBound ?? list.start
            let (length, offset) = try scanner.byteRange(value, at: place)
            if offset == nil { scanner.warn(.rule(.sectionWithoutOffset), at: place) }
            range = PlaylistByteRange(offset: offset ?? 0, length: length)
        }
        let keySet = keys.ofSection(&playlist, &scanner)
        map = Int32(playlist.maps.count)
        let own = MediaPlaylist.Map(uri: uri, byteRange: range, line: scanner.lines.line.number, keySet: keySet)
        playlist.maps.append(own)
        if playlist.lacksIV(own, in: scanner.text) { scanner.warn(.rule(.sectionWithoutIV), scanner.linePlace) }
    }

    private mutating func readKey(_ value: Range<Int>, _ scanner: inout PlaylistScanner) throws(PlaylistProblem) {
        do throws(PlaylistProblem) {
            let list = try scanner.attributes(.key, value)
            try keys.add(try scanner.key(list), to: &playlist, scanner)
        } catch {
            guard case .passedOver = error.kind else { throw error }
            let list = try PlaylistAttributes(.key, value, scanner.lines)
            keys.lose(try scanner.quoted("KEYFORMAT", list) ?? .empty, error, in: playlist, scanner.text)
        }
    }

    // MARK: Segments

    /// Takes a line that is a URI, which completes the segment.
    mutating func addURI(_ scanner: inout PlaylistScanner) throws(PlaylistProblem) {
        let count = playlist.segments.count
        do throws(PlaylistProblem) {
            try addSegment(&scanner)
        } catch {
            if playlist.segments.count == count { note(.extinf, unreadFor: error) }
            throw error
        }
    }

    private mutating func addSegment(_ scanner: inout PlaylistScanner) throws(PlaylistProblem) {
        guard let duration else { throw PlaylistProblem(.tag(.uriAlone(needs: .extinf)), scanner.linePlace) }
        self.duration = nil
        segmentTags.end()
        let range = range
        self.range = nil
        let isUnknown = isRangeRefused || isEndUnknown && range.map { $0.offset == nil } ?? false
        // So it is where the URI is refused, or the range.
        (isRangeRefused, isEndUnknown) = (false, isRangeRefused || range != nil)
        let uri = try scanner.substituted(scanner.lines.line.start..<scanner.lines.line.end)
        let length = playlist.duration + duration
        guard length.nanoseconds <= PlaylistLimits.longestTime else {
            throw PlaylistProblem(.value(.tooLong(years: 100)), playlist.place(line: line))
        }
        let keySet = try keys.ofSegment(&playlist, &scanner)
        playlist.duration = length
        let index = Int32(playlist.segments.count)
        if let date { playlist.dates.append(.init(segment: index, nanoseconds: date)) }
        playlist.segments.append(
            MediaPlaylist.Segment(
                duration: duration, uri: uri, title: title, line: line, uriLine: scanner.lines.line.number,
                bitRateKbps: range == nil ? bitRateKbps : -1, byteRange: -1, map: map, keySet: keySet, isGap: isGap,
                isDiscontinuity: isDiscontinuity))
        isGap = false
        isDiscontinuity = false
        date = nil
        parts.end(playlist.segments[Int(index)], of: &playlist, &scanner, isLengthKnown: !unread.contains(.extinf))
        guard let range, !isUnknown else { return isEndUnknown = isUnknown }
        let offset = if let given = range.offset { given } else { try impliedOffset(uri, scanner.text, range.place) }
        guard !offset.addingReportingOverflow(range.length).overflow else {
            throw PlaylistProblem(.value(.largeByteRange("\(range.length)@\(offset)")), range.place)
        }
        playlist.segments[Int(index)].byteRange = Int32(playlist.byteRanges.count)
        playlist.byteRanges.append(PlaylistByteRange(offset: offset, length: range.length))
        isEndUnknown = false
    }

    /// The offset of a range without one: the end of the range of the segment before, in the same file.
    private func impliedOffset(
        _ uri: PlaylistSlice, _ text: PlaylistText, _ place: Place
    ) throws(PlaylistProblem) -> Int64 {
        let before = playlist.segments.count - 2
        guard before >= 0, let range = playlist.byteRange(of: playlist.segments[before]),
            text.isSame(playlist.segments[before].uri, uri)
        else { throw PlaylistProblem(.value(.byteRangeWithoutStart), place) }
        return range.end
    }

    // MARK: The end

    mutating func finish(
        _ head: PlaylistHead, _ scanner: inout PlaylistScanner, isTargetKnown: Bool, _ near: String?,
        _ problems: inout [PlaylistProblem]
    ) -> MediaPlaylist {
        playlist.head = head
        needVersionOfSections(&scanner)
        playlist.head.need = scanner.need
        playlist.text = scanner.text
        let start = playlist.place(line: 1)
        if duration != nil { problems.append(PlaylistProblem(.tag(.dangling(.extinf)), playlist.place(line: line))) }
        // What goes on may have listed what the next segment begins with.
        if duration == nil, !playlist.goesOn { segmentTags.warnOfRest(&scanner) }
        playlist.interstitials = dateRanges.join(&scanner)
        // Of an event that cannot come for want of a date its own line says so.
        let isTold = playlist.interstitials.contains { !$0.isPre && !$0.isPost }
        if playlist.dates.isEmpty, let first = dateRanges.first, !isTold, !unread.contains(.programDateTime) {
            let why = "a playlist with date ranges must have an \(PlaylistTag.programDateTime.name)"
            scanner.warn(.rule(.dateRange(why: why)), first.place)
        }
        if !isTargetKnown { problems.append(PlaylistProblem(.tag(.missing(.targetDuration, near: near)), start)) }
        if !playlist.isEnded, playlist.kind == .vod { scanner.warn(.notEnded(isVOD: true), start) }
        parts.warnOfHints(in: playlist, &scanner)
        if playlist.goesOn {
            playlist.dateRanges = agedDateRanges()
            scanner.forget(.parts)
        }
        let control = playlist.serverControl?.place ?? start
        let hint = parts.firstHint(of: "PART")
        for (fault, place) in playlist.liveFaults(ofServerControl: control, hint: hint, unread: unread) {
            scanner.warn(.live(fault), place)
        }
        let datesAreKnown = ![.extinf, .programDateTime].contains { unread.contains($0) }
        for line in datesAreKnown ? playlist.linesOfJumpingDates : [] {
            scanner.warn(.jumpingDate, playlist.place(line: line))
        }
        // Before the first segment of one that does not go on, nothing is other than behind it.
        let following = playlist.segments.dropFirst(playlist.goesOn ? 0 : 1)
        if let segment = following.first(where: { $0.isDiscontinuity }) {
            scanner.warn(.notModelled(.discontinuities), playlist.place(line: segment.line))
        }
        if let control = playlist.serverControl { check(control, &scanner) }
        playlist.warnings = scanner.warnings.sorted
        return playlist
    }

    /// Notes what EXT-X-MAP needs: more without EXT-X-I-FRAMES-ONLY, which may stand anywhere.
    private func needVersionOfSections(_ scanner: inout PlaylistScanner) {
        let version: Int64 = playlist.isIFramesOnly ? 5 : 6
        guard let first = playlist.maps.first, version > scanner.neededVersion else { return }
        scanner.need = PlaylistVersionNeed(
            version: version, name: PlaylistTag.map.name, place: playlist.place(line: first.line))
    }

    /// Checks EXT-X-SERVER-CONTROL (RFC 8216bis, 4.4.3.8).
    private func check(_ control: MediaPlaylist.ServerControl, _ scanner: inout PlaylistScanner) {
        func check(_ time: MediaTime?, _ name: String, _ factor: Int64, of base: MediaTime?, _ baseName: String) {
            guard let time, let base, time.nanoseconds < base.nanoseconds.multipliedClamped(by: factor) else {
                return
            }
            scanner.warn(.shortServerControl(name, factor: factor, of: baseName), control.place)
        }
        let target = unread.contains(.targetDuration) ? nil : playlist.targetDuration
        check(control.holdBack, "HOLD-BACK", 3, of: target, PlaylistTag.targetDuration.name)
        check(control.canSkipUntil, "CAN-SKIP-UNTIL", 6, of: target, PlaylistTag.targetDuration.name)
        if control.canSkipDateRanges, control.canSkipUntil == nil {
            scanner.warn(
                .ignored("CAN-SKIP-DATERANGES", why: "it takes CAN-SKIP-UNTIL (rfc8216bis, 4.4.3.8)"), control.place)
        }
        check(control.partHoldBack, "PART-HOLD-BACK", 2, of: playlist.partTarget, "PART-TARGET")
    }
}

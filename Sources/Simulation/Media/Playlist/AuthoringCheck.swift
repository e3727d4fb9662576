import PlayerModel

/// Compares playlists with Apple's authoring specification (HLS Authoring Specification for Apple Devices), as far as
/// playlists and sizes show, and with what RFC 8216bis asks of playlists together and of words: its section 6.2.4 wants
/// one target duration for all variants, and one type, dates and discontinuities for all playlists; 4.4 has the values
/// of tags and attributes, such as VIDEO-RANGE, and 8 the version that a playlist has.
package struct AuthoringCheck: Sendable {
    package private(set) var objections: [AuthoringObjection] = []
    private let set: PlaylistSet

    /// The objections to a playlist and to those of its media playlists that were read.
    package static func objections(to set: PlaylistSet) -> [AuthoringObjection] {
        var check = AuthoringCheck(set: set)
        switch set.root {
        case .multivariant(let playlist): check.judge(playlist)
        case .media(let playlist):
            check.judge(playlist)
            check.judgeBitRates(playlist, set.path)
        }
        var last: String?
        for (path, playlist) in set.media {
            // By another query it is the same text.
            if last.map({ !$0.isSpelt(path) }) ?? true { check.judgeVersion(playlist.head) }
            last = path
        }
        return check.objections.sorted { $0.place < $1.place }
    }

    private mutating func object(_ fact: AuthoringObjection.Fact, _ place: Place) {
        objections.append(AuthoringObjection(fact, place))
    }

    /// Variants may share a playlist, which has one objection.
    private mutating func objectOnce(_ fact: AuthoringObjection.Fact, _ place: Place) {
        if !objections.contains(AuthoringObjection(fact, place)) { object(fact, place) }
    }

    // MARK: Multivariant playlists

    private mutating func judge(_ playlist: MultivariantPlaylist) {
        judgeVersion(playlist.head)
        for variant in playlist.variants {
            if variant.stream.averageBandwidth == nil { object(.noAverageBandwidth, variant.stream.place) }
            if variant.hasVideo, variant.frameRateThousandths == nil { object(.noFrameRate, variant.stream.place) }
            judgeFormats(variant, playlist)
        }
        for stream in playlist.variants.map({ $0.stream }) + playlist.iFrameStreams { judgeWords(stream) }
        for rendition in playlist.renditions { judgeWords(rendition) }
        judgeVersions(of: playlist.sessionKeys, playlist.text, playlist.source)
        judgeScores(playlist)
        judgeFirst(playlist)
        if let lowest = playlist.variants.min(by: { $0.stream.bandwidth < $1.stream.bandwidth }),
            lowest.stream.bandwidth > 192_000
        {
            object(.noCellularVariant(lowest: lowest.stream.bandwidth), lowest.stream.place)
        }
        var judged: [Measure] = []
        let groups = playlist.groups(of: .audio)
        /// By the first rendition of a group, all of the group.
        var members: [[Measure?]?] = playlist.renditions.map { _ in nil }
        for variant in playlist.variants {
            let own = measure(variant.stream.uri, &judged)
            var audio: [Measure?] = []
            if let id = variant.audioGroup, let first = groups.place(of: id) {
                let uris = groups.places(of: id).compactMap { playlist.renditions[$0].uri }
                audio = members[first] ?? uris.map { measure($0, &judged) }
                members[first] = audio
            }
            guard let own else { continue }
            for audio in audio.compactMap({ $0 }) { judgeTargets(own, audio) }
            judgeRates(variant, own, audio)
        }
        judgeTargets(of: playlist.variants.compactMap { measure($0.stream.uri, &judged) })
        for rendition in playlist.renditions where rendition.type != .subtitles {
            if let uri = rendition.uri { _ = measure(uri, &judged) }
        }
        judgeTogether(playlist)
    }

    /// Judges the word of a variant that has no other values, and with which it is listed all the same.
    private mutating func judgeWords(_ stream: MultivariantPlaylist.Stream) {
        let known = ["SDR", "HLG", "PQ"]
        if let word = stream.videoRange, !known.contains(word) {
            object(.rule(.unknownWord("VIDEO-RANGE", word, known: known)), stream.place)
        }
        if stream.scoreBillionths == 0 { object(.rule(.noPositiveScore), stream.place) }
    }

    private mutating func judgeWords(_ rendition: MultivariantPlaylist.Rendition) {
        guard rendition.type == .audio, let channels = rendition.channels, rendition.channelCount == nil else {
            return
        }
        object(.rule(.noChannelCount(channels)), rendition.place)
    }

    /// CODECS has the formats of all renditions that go with a variant. Of sound that is told where it has none at all.
    private mutating func judgeFormats(
        _ variant: MultivariantPlaylist.Variant, _ playlist: MultivariantPlaylist
    ) {
        let codecs = variant.stream.codecs
        guard let group = variant.audioGroup, !codecs.isEmpty,
            !codecs.contains(where: MultivariantPlaylist.hasNoPictures),
            playlist.renditions.contains(where: { $0.type == .audio && $0.groupID == group && $0.uri != nil })
        else { return }
        object(.rule(.noFormatOfSound(group: group.text)), variant.stream.place)
    }

    /// KEYFORMATVERSIONS is a number or several, each more than 0. It is told of the first key.
    private mutating func judgeVersions(of keys: some Sequence<PlaylistKey>, _ text: PlaylistText, _ source: Int32) {
        let wrong = keys.filter { key in
            let versions = text.string(key.keyFormatVersions)
            let parts = versions.split(separator: "/", omittingEmptySubsequences: false)
            let areNumbers = parts.allSatisfy { part in
                part.utf8.allSatisfy { (0x30...0x39).contains($0) } && part.utf8.contains { $0 != 0x30 }
            }
            return !versions.isEmpty && !areNumbers
        }
        guard let first = wrong.first else { return }
        let versions = text.string(first.keyFormatVersions)
        object(
            .rule(.keyFormatVersions(versions, others: wrong.count - 1)),
            Place(source: source, line: first.line, column: 1))
    }

    private mutating func judgeScores(_ playlist: MultivariantPlaylist) {
        let missing = playlist.variants.filter { $0.stream.scoreBillionths == nil }
        guard let first = missing.first, missing.count < playlist.variants.count else { return }
        object(.partialScore(missing: missing.count), first.stream.place)
    }

    /// Judges the first variant. It should be that of 2000 kbit/s, or for cellular that of 730: of the variants that
    /// are listed, the nearest one. A playlist does not say which network it is for, so either will do.
    private mutating func judgeFirst(_ playlist: MultivariantPlaylist) {
        let variants = playlist.variants.filter { $0.hasVideo }
        guard let first = variants.first else { return }
        func distance(_ variant: MultivariantPlaylist.Variant, _ target: Int64) -> UInt64 {
            (variant.stream.typicalBandwidth - target).magnitude
        }
        /// The line of the variant that is nearest to a rate; nil where the first one is as near as any.
        func betterLine(_ target: Int64) -> Int32? {
            let better = variants.min { distance($0, target) < distance($1, target) } ?? first
            return distance(better, target) < distance(first, target) ? better.stream.place.line : nil
        }
        guard let wifi = betterLine(2_000_000), let cellular = betterLine(730_000) else { return }
        let rate = first.stream.typicalBandwidth
        object(.firstVariant(bitRate: rate, wifiLine: wifi, cellularLine: cellular), first.stream.place)
    }

    /// Judges EXT-X-VERSION: it is that of what needs the highest, or higher.
    private mutating func judgeVersion(_ head: PlaylistHead) {
        guard let need = head.need, head.version < need.version else { return }
        object(.rule(.lowVersion(head.version, needed: need.version, by: need.name)), need.place)
    }

    // MARK: Media playlists

    /// A media playlist that has been judged, with its rates where all sizes are measured, or told by EXT-X-BITRATE.
    private struct Measure: Sendable {
        let path: String
        let playlist: MediaPlaylist
        let rates: (average: Int64, peak: Int64, isByTag: Bool)?
    }

    /// Judges a media playlist when it is first named. Nil where it was not read.
    private mutating func measure(_ uri: String, _ judged: inout [Measure]) -> Measure? {
        guard let (path, playlist) = set.media(uri) else { return nil }
        if let known = judged.first(where: { $0.playlist.source == playlist.source }) { return known }
        // By another query it is the same text.
        if !judged.contains(where: { $0.path.isSpelt(path) }) {
            judge(playlist)
            judgeBitRates(playlist, path)
        }
        var rates: (average: Int64, peak: Int64, isByTag: Bool)?
        if !playlist.segments.isEmpty {
            let sizes = PlaylistSizes(playlist, path: path, files: set.files)
            if sizes.isComplete {
                rates = (sizes.averageBitRate(playlist), sizes.peakBitRate(playlist), !sizes.isMeasured)
            }
        }
        let measure = Measure(path: path, playlist: playlist, rates: rates)
        judged.append(measure)
        return measure
    }

    private mutating func judge(_ playlist: MediaPlaylist) {
        let target = playlist.targetDurationSeconds
        if target != 6 { object(.targetDuration(seconds: target), playlist.targetDurationPlace) }
        judgeLengths(playlist)
        judgeVersions(of: playlist.keys, playlist.text, playlist.source)
        if let control = playlist.serverControl, let hold = control.partHoldBack, let part = playlist.partTarget,
            hold.nanoseconds < part.nanoseconds.multipliedClamped(by: 3)
        {
            object(.partHoldBack(hold, partTarget: part), control.place)
        }
        guard playlist.goesOn else { return }
        let start = playlist.place(line: 1)
        if playlist.segments.count < 6 { object(.tooFewLiveSegments(playlist.segments.count), start) }
        if playlist.duration < .seconds(900) { object(.liveTooShort(playlist.duration), start) }
    }

    /// Judges the lengths of segments. One that ends with the stream, or before a discontinuity, is as long as what
    /// is left. The others should last about 6 s on average: half a second more or less is no objection.
    private mutating func judgeLengths(_ playlist: MediaPlaylist) {
        let longest = playlist.targetDuration + MediaTime(nanoseconds: 500_000_000)
        var tooLong: (first: MediaPlaylist.Segment, count: Int)?
        var (length, count) = (Int64(0), Int64(0))
        for index in playlist.segments.indices {
            let segment = playlist.segments[index]
            if segment.duration > longest { tooLong = (tooLong?.first ?? segment, (tooLong?.count ?? 0) + 1) }
            let isLast = index + 1 == playlist.segments.count
            if isLast || playlist.segments[index + 1].isDiscontinuity { continue }
            length += segment.duration.nanoseconds
            count += 1
        }
        if let (first, count) = tooLong {
            let fact = AuthoringObjection.Fact.segmentTooLong(
                first.duration, targetSeconds: playlist.targetDurationSeconds, others: count - 1)
            object(fact, playlist.place(line: first.line))
        }
        guard count > 0, !playlist.isIFramesOnly else { return }
        let typical = MediaTime(nanoseconds: length / count)
        if (typical.nanoseconds - 6_000_000_000).magnitude > 500_000_000 {
            object(.segmentDuration(typical: typical), playlist.place(line: playlist.segments[0].line))
        }
    }

    /// EXT-X-BITRATE is held against the files that are there: it is told of the first segment.
    private mutating func judgeBitRates(_ playlist: MediaPlaylist, _ path: String) {
        for segment in playlist.segments where segment.bitRateKbps > 0 && !segment.isGap {
            guard let bytes = PlaylistSizes.fileSize(playlist.uri(of: segment), path, set.files) else { continue }
            let measured = proportion(bytes, 8_000_000_000, over: segment.duration.nanoseconds, .up)
            let declared = Int64(segment.bitRateKbps) * 1000
            // Between 90 and 110 % of what it is.
            if Int128((measured - declared).magnitude) * 10 <= Int128(measured) { continue }
            return object(
                .rule(.bitRateDiffers(measured: measured, declared: declared)), playlist.place(line: segment.line))
        }
    }

    /// All variants have one target duration, but for those of key frames alone.
    private mutating func judgeTargets(of variants: [Measure]) {
        let playlists = variants.map { $0.playlist }.filter { !$0.isIFramesOnly }
        guard let first = playlists.first else { return }
        for playlist in playlists where playlist.targetDurationSeconds != first.targetDurationSeconds {
            objectOnce(
                .rule(
                    .variantTargetsDiffer(
                        seconds: playlist.targetDurationSeconds, firstSeconds: first.targetDurationSeconds)),
                playlist.targetDurationPlace)
        }
    }

    private mutating func judgeTargets(_ own: Measure, _ audio: Measure) {
        let seconds = (own.playlist.targetDurationSeconds, audio.playlist.targetDurationSeconds)
        guard seconds.0 != seconds.1 else { return }
        objectOnce(
            .targetsDiffer(seconds: seconds.0, audioSeconds: seconds.1), own.playlist.targetDurationPlace)
    }

    // MARK: Playlists together

    /// Judges what the media playlists of one multivariant playlist must have alike. It is told of those that differ
    /// from the first one that has it.
    private mutating func judgeTogether(_ playlist: MultivariantPlaylist) {
        let content = named(
            playlist.variants.map { $0.stream.uri }
                + playlist.renditions.compactMap { $0.type == .subtitles ? nil : $0.uri })
        judgeDiscontinuities(content.filter { !$0.isIFramesOnly && !$0.goesOn })
        let all = named(
            playlist.variants.map { $0.stream.uri } + playlist.renditions.compactMap { $0.uri }
                + playlist.iFrameStreams.map { $0.uri })
        if let kind = all.lazy.compactMap({ $0.kind }).first {
            for one in all where one.kind != kind {
                object(.rule(.kindDiffers(one.kind, other: kind)), one.place(line: 1))
            }
        }
        guard let dated = all.first(where: { !$0.dates.isEmpty }) else { return }
        for one in all {
            guard !one.dates.isEmpty else {
                object(.rule(.noDate), one.place(line: 1))
                continue
            }
            // What is listed of live streams need not begin at one place; nor, by a segment, that of others.
            if one.goesOn || dated.goesOn { continue }
            let apart = one.dateOfBeginning.subtractingClamped(dated.dateOfBeginning).magnitude
            if apart > max(one.targetDuration, dated.targetDuration).nanoseconds.magnitude {
                object(.rule(.datesDiffer(by: MediaTime(nanoseconds: Int64(clamping: apart)))), one.place(line: 1))
            }
        }
    }

    /// The media playlists that some URIs name and that were read, each once.
    private func named(_ uris: [String]) -> [MediaPlaylist] {
        var all: [MediaPlaylist] = []
        for uri in uris {
            guard let (_, playlist) = set.media(uri) else { continue }
            if !all.contains(where: { $0.source == playlist.source }) { all.append(playlist) }
        }
        return all
    }

    /// The segments that end together have one discontinuity sequence number.
    private mutating func judgeDiscontinuities(_ playlists: [MediaPlaylist]) {
        guard let first = playlists.first else { return }
        for playlist in playlists where playlist.lastDiscontinuity != first.lastDiscontinuity {
            object(
                .rule(.discontinuitiesDiffer(playlist.lastDiscontinuity, first: first.lastDiscontinuity)),
                playlist.place(line: 1))
        }
    }

    // MARK: Rates

    /// Compares measured rates with declared ones. Both are those of the variant with the audio of its group that makes
    /// most of them, because they are of any that a person may choose (RFC 8216, 4.3.4.2). Audio that was not read has
    /// no known rates, and so the sum has none.
    private mutating func judgeRates(
        _ variant: MultivariantPlaylist.Variant, _ own: Measure, _ audio: [Measure?]
    ) {
        let besides = audio.compactMap { $0?.rates }
        guard let rates = own.rates, besides.count == audio.count else { return }
        // A variant of sound alone may be one of its renditions, of which one plays.
        let isAmongThem = audio.contains { $0?.path.isSpelt(own.path) == true }
        let average = besides.reduce(0) { max($0, $1.average) }.addingClamped(isAmongThem ? 0 : rates.average)
        let peak = besides.reduce(0) { max($0, $1.peak) }.addingClamped(isAmongThem ? 0 : rates.peak)
        let place = variant.stream.place
        let isByTag = rates.isByTag || besides.contains { $0.isByTag }
        let declared = variant.stream.bandwidth
        let declaredAverage = variant.stream.averageBandwidth
        if own.playlist.goesOn {
            // What is listed of a live stream is short, and tags are rough.
            if isByTag { return }
            if let declaredAverage, Self.percent(average, of: declaredAverage, isAtLeast: 110) {
                object(.liveAverageTooHigh(measured: average, declared: declaredAverage), place)
            }
            if Self.percent(peak, of: declared, isAtLeast: 125) {
                object(.livePeakTooHigh(measured: peak, declared: declared), place)
            }
            return
        }
        if let declaredAverage, !Self.isNear(average, declaredAverage, isByTag) {
            object(.averageDiffers(measured: average, declared: declaredAverage, isByTag: isByTag), place)
        }
        if !Self.isNear(peak, declared, isByTag) {
            object(.peakDiffers(measured: peak, declared: declared, isByTag: isByTag), place)
        }
        if !isByTag, peak > average.multipliedClamped(by: 2) {
            object(.peakTooHigh(peak: peak, average: average), place)
        }
    }

    /// Whether a rate is within 10 % of the declared one. By tags, which are from 90 to 110 % of what there is (RFC
    /// 8216bis, section 4.4.4.8), whether it may be.
    private static func isNear(_ measured: Int64, _ declared: Int64, _ isByTag: Bool) -> Bool {
        let (measured, declared) = (Int128(measured), Int128(declared))
        guard isByTag else { return (measured - declared).magnitude * 10 <= declared }
        return measured * 100 >= declared * 81 && measured * 100 <= declared * 121
    }

    private static func percent(_ measured: Int64, of declared: Int64, isAtLeast percent: Int64) -> Bool {
        Int128(measured) * 100 >= Int128(declared) * Int128(percent)
    }
}

extension MediaPlaylist {
    /// The discontinuity sequence number of the last segment.
    fileprivate var lastDiscontinuity: Int64 {
        discontinuitySequence.addingClamped(Int64(segments.count { $0.isDiscontinuity }))
    }

    /// The date at which the first segment begins, by the first one that has a date; there must be one.
    fileprivate var dateOfBeginning: Int64 {
        dates[0].nanoseconds.subtractingClamped(start(of: Int(dates[0].segment)).nanoseconds)
    }
}

import PlayerModel

/// The parts of segments, and hints at them, while a media playlist is being read.
struct PartsDraft: Sendable {
    /// The place of the first hint, whether it is one or not.
    private(set) var firstHint: Place?
    /// The first hint of each TYPE, and its place. It alone counts.
    private var hints: [(type: String, place: Place)] = []
    /// Whether parts are ranges of a file that they share, so that a hint without one is for all of a segment.
    private var sharesFiles = false
    /// The URI of the last part.
    private var lastURI = PlaylistSlice.empty
    /// The place of the last part, where it is shorter than one may be that another follows.
    private var short: Place?

    /// A part: what matters of it is how much media is listed behind the last segment.
    mutating func add(
        _ value: Range<Int>, to playlist: inout MediaPlaylist, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) {
        let list = try scanner.attributes(.part, value)
        let length = try scanner.required(try scanner.time("DURATION", list), "DURATION", list)
        let uri = try scanner.required(try scanner.quoted("URI", list), "URI", list)
        let (isIndependent, isGap) = (try scanner.flag("INDEPENDENT", list), try scanner.flag("GAP", list))
        if isGap {
            let (segment, part) = (Int32(playlist.segments.count), Int32(clamping: playlist.partCountBehind))
            playlist.partGaps.append(.init(segment: segment, part: part))
        }
        if let own = try range(list, &scanner) {
            // Without an offset it goes on behind the part before, of the same file (rfc8216bis, 4.4.4.9).
            let goesOn = own.offset.map { $0 > 0 } ?? scanner.text.isSame(lastURI, uri)
            sharesFiles = sharesFiles || goesOn
        }
        lastURI = uri
        let all = playlist.partsBehind.nanoseconds.addingClamped(length.nanoseconds)
        playlist.firstPart = playlist.firstPart ?? scanner.linePlace
        playlist.partsBehind = MediaTime(nanoseconds: min(all, PlaylistLimits.longestTime))
        playlist.partCountBehind += 1
        if let short, !isGap { scanner.warn(.live(.shortPart), short) }
        short = nil
        guard let most = playlist.partTarget else { return }
        if length > most { scanner.warn(.live(.longPart), scanner.linePlace) }
        let isShort = length.nanoseconds.multipliedClamped(by: 100) < most.nanoseconds.multipliedClamped(by: 85)
        if isShort, !isIndependent, !isGap { short = scanner.linePlace }
    }

    /// Parts that follow are of another segment. The last one of a segment may be short. All of them together are the
    /// segment (rfc8216bis, 3.2), but for rounding; the first of them may be listed no longer (6.2.2), so that they may
    /// last less than it.
    mutating func end(
        _ segment: MediaPlaylist.Segment, of playlist: inout MediaPlaylist, _ scanner: inout PlaylistScanner,
        isLengthKnown: Bool
    ) {
        short = nil
        if isLengthKnown, playlist.partsBehind > segment.duration + PlaylistSet.tolerance {
            scanner.warn(.live(.longParts), playlist.place(line: segment.line))
        }
        (playlist.partsBehind, playlist.partCountBehind) = (.zero, 0)
    }

    /// Warns of hints that nothing comes of. In a playlist that goes on a hint at a part is one to go by.
    func warnOfHints(in playlist: MediaPlaylist, _ scanner: inout PlaylistScanner) {
        guard let firstHint else { return }
        if playlist.isEnded { return scanner.warn(.rule(.hintAtEnd), firstHint) }
        guard playlist.goesOn else {
            return scanner.warn(.live(.hint(why: "in a playlist of type VOD nothing is to come")), firstHint)
        }
        if let place = self.firstHint(of: "MAP") { scanner.warn(.notModelled(.sectionHints), place) }
    }

    /// The place of the first hint of a TYPE.
    func firstHint(of type: String) -> Place? { hints.first { $0.type == type }?.place }

    /// The range of bytes of a part; nil where there is none, or one that is none. Nothing is fetched by it: so a wrong
    /// one is no fault of the playlist, as that of a segment is.
    private func range(
        _ list: PlaylistAttributes, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) -> (length: Int64, offset: Int64?)? {
        let name = "BYTERANGE"
        do throws(PlaylistProblem) {
            guard let text = try scanner.quoted(name, list), let attribute = list.find(name, in: scanner.bytes)
            else { return nil }
            return try scanner.byteRange(text, at: attribute.value.lowerBound)
        } catch {
            // Of the variables in it: that is a fault wherever it stands.
            if case .variable = error.kind { throw error }
            scanner.warn(.live(.partRange(why: error.diagnostic.message)), error.place)
            return nil
        }
    }

    /// A hint: what matters of it is whether its range of bytes has no end, so that it goes on through the parts that
    /// follow (rfc8216bis, 4.4.5.3). Without any range it is for a file: one of all parts only where others share one.
    /// Players pass over one that is none.
    mutating func addHint(
        _ value: Range<Int>, to playlist: inout MediaPlaylist, _ scanner: inout PlaylistScanner
    ) {
        firstHint = firstHint ?? scanner.linePlace
        do throws(PlaylistProblem) {
            let list = try scanner.attributes(.preloadHint, value)
            let word = try scanner.word("TYPE", list, among: ["PART", "MAP"], of: "TYPE of a hint")
            let type = try scanner.required(word, "TYPE", list)
            let uri = try scanner.required(try scanner.quoted("URI", list), "URI", list)
            let start = try scanner.integer("BYTERANGE-START", list)
            let length = try scanner.integer("BYTERANGE-LENGTH", list)
            if let first = hints.first(where: { $0.type == type }) {
                return scanner.warn(.rule(.secondHint(type: type, firstLine: first.place.line)), scanner.linePlace)
            }
            hints.append((type, scanner.linePlace))
            guard type == "PART" else { return }
            let isShared = sharesFiles || scanner.text.isSame(lastURI, uri)
            playlist.hasOpenRange = length == nil && (start != nil || isShared)
        } catch {
            scanner.warn(.live(.hint(why: error.diagnostic.message)), scanner.linePlace)
        }
    }
}

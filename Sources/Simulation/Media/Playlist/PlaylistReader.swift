import PlayerModel

/// Reads HLS playlists (RFC 8216): bytes in, a playlist or all of its faults out, in time linear in the bytes.
///
///     bytes ─▶ PlaylistLines ─▶ PlaylistParser ─┬▶ MultivariantDraft ─▶ MultivariantPlaylist ─┐
///              (lines)          (tags)          └▶ MediaDraft ────────▶ MediaPlaylist ────────┴▶ PlaylistAsset
///
/// `PlaylistScanner` reads values and puts variables in; `PlaylistSet` holds a playlist with those that it names, and
/// `PlaylistAsset` makes of it what a player can load. What players accept is read with a warning (`PlaylistWarning`).
/// Where the RFC leaves something to the reader:
/// - unknown tags, comments and unknown attributes are ignored, and the tags named together; of a tag with an attribute
///   that must be known (REQ-), or with an unknown word of several, all is, with a warning (rfc8216bis, 6.3.1);
/// - the last line may go without a break, and end in a CR whose LF was cut off;
/// - the comma of EXTINF may be missing, and durations may have a fraction in any version;
/// - digits beyond the nanosecond round half up;
/// - of two byte ranges or dates of one segment the last counts;
/// - EXT-X-MAP may have a byte range without an offset, which then is 0.
package enum PlaylistReader {
    /// The result of reading: a playlist exactly where there is no problem.
    package struct Reading: Sendable {
        package let playlist: Playlist?
        package let problems: [PlaylistProblem]
        /// All that was read all the same; of a playlist with problems too.
        package let warnings: [PlaylistWarning]
        /// Whether it depends on the query by which it is named (QUERYPARAM).
        let usesQuery: Bool
    }

    /// Reads one playlist; `source` is the source that its places will name. `imports` are the variables of the
    /// multivariant playlist that names it, for EXT-X-DEFINE with IMPORT, and nil where none does; `query` is that of
    /// the URI by which it does, for QUERYPARAM.
    package static func read(
        _ bytes: [UInt8], source: Int32, importing imports: [PlaylistVariable]? = nil, query: String = ""
    ) -> Reading {
        var parser = PlaylistParser(bytes: bytes, source: source, imports: imports, query: query)
        return parser.read()
    }
}

struct PlaylistParser: Sendable {
    var scanner: PlaylistScanner
    private let imports: [PlaylistVariable]?
    private let query: String
    private var problems: [PlaylistProblem] = []
    private var head = PlaylistHead()
    private var media: MediaDraft
    private var multivariant: MultivariantDraft
    /// The first tag that only one kind of playlist has, and its line.
    private var first: (tag: PlaylistTag, line: Int32)?
    /// The line of each tag that may stand only once; 0 where it has not been seen.
    private var seen = ContiguousArray<Int32>(repeating: 0, count: PlaylistTag.allCases.count)
    /// Unknown tags, and the place of the first of which nothing is told.
    private var unknown = PlaylistUnknownTags()
    private var unknownPlace: Place?
    private var usesQuery = false
    /// EXT-X-DEFINE with IMPORT where no playlist names this one.
    private var importPlaces: [Place] = []

    init(bytes: [UInt8], source: Int32, imports: [PlaylistVariable]?, query: String) {
        scanner = PlaylistScanner(bytes: bytes, source: source)
        (self.imports, self.query) = (imports, query)
        media = MediaDraft(source: source, text: scanner.text)
        multivariant = MultivariantDraft(source: source, text: scanner.text)
    }

    mutating func read() -> PlaylistReader.Reading {
        do throws(PlaylistProblem) {
            try readHeader()
            while try scanner.lines.advance() {
                do throws(PlaylistProblem) {
                    try readLine()
                } catch {
                    if scanner.passOver(error) { continue }
                    problems.append(error)
                    if error.isFatal || problems.count >= PlaylistLimits.mostProblems { return reading(nil) }
                }
            }
        } catch {
            problems.append(error)
            return reading(nil)
        }
        // This comes first, because it may find more problems.
        let playlist = finish()
        return reading(playlist)
    }

    private func reading(_ playlist: Playlist?) -> PlaylistReader.Reading {
        let sorted = problems.sorted { $0.place < $1.place }
        return PlaylistReader.Reading(
            playlist: sorted.isEmpty ? playlist : nil, problems: Array(sorted.prefix(PlaylistLimits.mostProblems)),
            warnings: scanner.warnings.sorted, usesQuery: usesQuery)
    }

    private mutating func readHeader() throws(PlaylistProblem) {
        let bytes = scanner.bytes
        let start = Place(startOf: scanner.lines.source)
        if bytes.isEmpty { throw PlaylistProblem(.text(.empty), start) }
        guard bytes.count <= PlaylistLimits.mostBytes else {
            throw PlaylistProblem(.text(.tooManyBytes(limit: PlaylistLimits.mostBytes)), start)
        }
        if let form = TextForm(bytes) { throw PlaylistProblem(.text(.form(form)), start) }
        let mark = TextForm.markLength(bytes)
        if mark > 0 {
            scanner.warn(.byteOrderMark, start)
            scanner.lines.skip(mark)
        }
        _ = try scanner.lines.advance()
        let line = scanner.lines.line
        let name = PlaylistTag.m3u.name.utf8
        // hls.js breaks where anything stands before it.
        guard line.start == line.begin, bytes[line.start..<line.end].starts(with: name) else {
            throw PlaylistProblem(.text(.noHeader), start)
        }
        let end = line.start + name.count
        if line.end > end {
            guard bytes[end] == 0x20 || bytes[end] == 0x09 else { throw PlaylistProblem(.text(.noHeader), start) }
            scanner.warn(.behindHeader, at: end)
        } else {
            scanner.warnOfSpace()
        }
        seen[Int(PlaylistTag.m3u.rawValue)] = 1
        media.reserve(for: bytes)
    }

    private mutating func readLine() throws(PlaylistProblem) {
        let line = scanner.lines.line
        if line.isEmpty { return }
        guard scanner.bytes[line.start] == UInt8(ascii: "#") else {
            scanner.warnOfSpace()
            if multivariant.pending != nil { return try multivariant.addURI(&scanner) }
            if first?.tag.home == .multivariantPlaylist {
                throw PlaylistProblem(.tag(.uriAlone(needs: .streamInf)), scanner.linePlace)
            }
            return try media.addURI(&scanner)
        }
        guard isTag(line) else { return }
        let bytes = scanner.bytes
        var nameEnd = line.start
        while nameEnd < line.end, bytes[nameEnd] != UInt8(ascii: ":") { nameEnd += 1 }
        let name = line.start..<nameEnd
        guard let tag = PlaylistTag.named(name, in: bytes) else { return noteUnknown(name) }
        try enter(tag)
        // Spaces at the end of EXTINF are a title's; and of a delta update, which is refused, a list has tabs between
        // its names (RECENTLY-REMOVED-DATERANGES: rfc8216bis, 4.4.5.2).
        let isTitle = tag == .extinf && line.tab < 0 && line.start == line.begin
        if !isTitle, tag != .skip { scanner.warnOfSpace() }
        let value = scanner.trimmed(min(nameEnd + 1, line.end)..<line.end)
        if !value.isEmpty, !tag.takesValue { scanner.warnOfValue(value, of: tag) }
        switch tag.home {
        case .anyPlaylist: try readShared(tag, value)
        case .mediaPlaylist: try media.read(tag, value, &scanner)
        case .multivariantPlaylist: try multivariant.read(tag, value, &scanner)
        }
    }

    /// Whether a line that begins with # is a tag and not a comment.
    private func isTag(_ line: PlaylistLine) -> Bool {
        let bytes = scanner.bytes
        return line.end - line.start >= 4 && bytes[line.start + 1] == UInt8(ascii: "E")
            && bytes[line.start + 2] == UInt8(ascii: "X") && bytes[line.start + 3] == UInt8(ascii: "T")
    }

    /// Checks that a tag may stand where it does.
    private mutating func enter(_ tag: PlaylistTag) throws(PlaylistProblem) {
        let line = scanner.lines.line.number
        if let first, tag.home != .anyPlaylist, tag.home != first.tag.home {
            throw PlaylistProblem(.tag(.mixedKinds(tag, with: first.tag, firstLine: first.line)), scanner.linePlace)
        }
        if first == nil, tag.home != .anyPlaylist { first = (tag, line) }
        if let dangling = multivariant.pending, tag.home == .multivariantPlaylist {
            problems.append(PlaylistProblem(.tag(.dangling(.streamInf)), dangling.place))
            multivariant.pending = nil
        }
        guard tag.isUnique else { return }
        let index = Int(tag.rawValue)
        guard seen[index] == 0 else {
            throw PlaylistProblem(.tag(.repeated(tag, firstLine: seen[index])), scanner.linePlace)
        }
        seen[index] = line
    }

    private mutating func noteUnknown(_ name: Range<Int>) {
        if let (name, meant) = unknown.note(name, in: scanner.bytes) {
            scanner.warn(.live(.slip(name, meant: meant)), scanner.linePlace)
        }
        if unknownPlace == nil, !unknown.isTold { unknownPlace = scanner.linePlace }
    }

    // MARK: Tags of either kind

    private mutating func readShared(_ tag: PlaylistTag, _ value: Range<Int>) throws(PlaylistProblem) {
        switch tag {
        case .version:
            try scanner.demandValue(value, tag)
            head.version = try scanner.integer(value, of: tag.name)
            if head.version > PlaylistHead.latestVersion {
                scanner.warn(.version(head.version), at: value.lowerBound)
            }
        case .independentSegments: head.hasIndependentSegments = true
        case .start:
            head.start = try start(value)
            head.startPlace = scanner.linePlace
        case .define: try define(value)
        case .dateRange: media.addDateRange(value, &scanner)
        case .part:
            scanner.warn(.notModelled(.parts), scanner.linePlace)
            try media.addPart(value, &scanner)
        case .preloadHint: media.addHint(value, &scanner)
        case .renditionReport:
            head.hasRenditionReports = true
            scanner.warn(.notModelled(.renditionReports), scanner.linePlace)
            try checkReport(value)
        case .m3u, .extinf, .byteRange, .bitRate, .programDateTime, .discontinuity, .gap, .key, .map, .targetDuration,
            .mediaSequence, .discontinuitySequence, .endList, .playlistType, .iFramesOnly, .serverControl, .partInf,
            .skip, .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey, .contentSteering:
            preconditionFailure("This tag is at home elsewhere, or has been refused.")
        }
    }

    private mutating func start(_ value: Range<Int>) throws(PlaylistProblem) -> LiveSource.Start {
        let list = try scanner.attributes(.start, value)
        let offset = try scanner.required(try scanner.signedTime("TIME-OFFSET", list), "TIME-OFFSET", list)
        return LiveSource.Start(offset: offset, isPrecise: try scanner.flag("PRECISE", list))
    }

    /// Nothing goes by a rendition report, so that a wrong one is no mistake of the playlist. A number may be left out
    /// where it is that of this playlist (rfc8216bis, 4.4.5.4).
    private mutating func checkReport(_ value: Range<Int>) throws(PlaylistProblem) {
        do throws(PlaylistProblem) {
            let list = try scanner.attributes(.renditionReport, value)
            let uri = try scanner.required(try scanner.quotedString("URI", list), "URI", list)
            _ = (try scanner.integer("LAST-MSN", list), try scanner.integer("LAST-PART", list))
            guard PlaylistPath.scheme(of: Array(uri.utf8)) != nil || uri.utf8.starts(with: "//".utf8) else { return }
            let why = "the URI of a rendition report must be relative to that of the playlist"
            scanner.warn(.rule(.renditionReport(why: why)), scanner.linePlace)
        } catch {
            if case .passedOver = error.kind { throw error }
            scanner.warn(.rule(.renditionReport(why: error.diagnostic.message)), error.place)
        }
    }

    private mutating func define(_ value: Range<Int>) throws(PlaylistProblem) {
        let list = try scanner.attributes(.define, value)
        if let name = try scanner.quotedString("NAME", list) {
            try scanner.refuse("IMPORT", list, why: "NAME defines the variable")
            try scanner.refuse("QUERYPARAM", list, why: "NAME defines the variable")
            let value = try scanner.requiredString("VALUE", list)
            return try scanner.define(PlaylistVariable(name: name, value: value), at: list.start)
        }
        try scanner.refuse("VALUE", list, why: "it goes with NAME")
        if let name = try scanner.quotedString("IMPORT", list) {
            try scanner.refuse("QUERYPARAM", list, why: "IMPORT defines the variable")
            guard let imports else {
                importPlaces.append(scanner.lines.place(at: list.start))
                // So that what uses it is no fault besides.
                return try scanner.define(PlaylistVariable(name: name, value: ""), at: list.start)
            }
            guard let variable = imports.first(where: { $0.name.isSpelt(name) }) else {
                let known = imports.map { $0.name }
                // Here too.
                try scanner.define(PlaylistVariable(name: name, value: ""), at: list.start)
                throw scanner.lines.problem(.variable(.notImported(name, known: known)), at: list.start)
            }
            return try scanner.define(variable, at: list.start)
        }
        let name = try scanner.required(try scanner.quotedString("QUERYPARAM", list), "NAME", list)
        usesQuery = true
        scanner.need(11, for: "QUERYPARAM", at: list.start)
        var (value, fault): (String?, PlaylistProblem.VariableFault?)
        do throws(PlaylistPath.ParameterFault) {
            value = try PlaylistPath.parameter(name, in: query)
            if value == nil { fault = .noQuery(name) }
        } catch {
            fault = .badQuery(name, error)
        }
        // Of a wrong one too, so that what uses it is no fault besides.
        try scanner.define(PlaylistVariable(name: name, value: value ?? ""), at: list.start)
        if let fault { throw scanner.lines.problem(.variable(fault), at: list.start) }
    }

    // MARK: The end

    private mutating func finish() -> Playlist? {
        head.variables = scanner.variables
        if let unknownPlace { scanner.warn(.notModelled(.unknownTags(unknown)), unknownPlace) }
        switch first?.tag.home {
        case .multivariantPlaylist?:
            problems += importPlaces.map { PlaylistProblem(.variable(.importInMultivariant), $0) }
            media.warnOfDateRangesInMultivariant(&scanner)
            return .multivariant(multivariant.finish(head, &scanner, &problems))
        case .mediaPlaylist?:
            problems += importPlaces.map { PlaylistProblem(.variable(.nothingToImport), $0) }
            let near = NearMiss.find(PlaylistTag.targetDuration.name, among: unknown.all)
            let isTargetKnown = seen[Int(PlaylistTag.targetDuration.rawValue)] > 0
            return .media(media.finish(head, &scanner, isTargetKnown: isTargetKnown, near, &problems))
        case .anyPlaylist?, nil:
            let near = PlaylistTag.allCases.first { NearMiss.find($0.name, among: unknown.all) != nil }
            let start = Place(startOf: scanner.lines.source)
            problems.append(PlaylistProblem(.tag(.neitherKind(near: near)), start))
            return nil
        }
    }
}

/// A multivariant playlist while it is being read.
struct MultivariantDraft: Sendable {
    typealias Stream = MultivariantPlaylist.Stream
    typealias Variant = MultivariantPlaylist.Variant
    typealias Rendition = MultivariantPlaylist.Rendition

    private var playlist: MultivariantPlaylist
    /// A variant whose URI comes next, on the next line that is one.
    var pending: (variant: Variant?, place: Place)?
    private var entries = 0
    /// Whether some variant was passed over, or is wrong.
    private var hasLostVariant = false

    init(source: Int32, text: PlaylistText) { playlist = MultivariantPlaylist(source: source, text: text) }

    mutating func read(
        _ tag: PlaylistTag, _ value: Range<Int>, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) {
        entries += 1
        guard entries <= PlaylistLimits.mostEntries else {
            throw PlaylistProblem(.tag(.tooManyEntries(limit: PlaylistLimits.mostEntries)), scanner.linePlace)
        }
        // The URI that follows belongs to the tag, wrong or not.
        if tag == .streamInf { pending = (nil, scanner.linePlace) }
        let list = try scanner.attributes(tag, value)
        switch tag {
        case .sessionKey: playlist.sessionKeys.append(try scanner.key(list))
        case .media: playlist.renditions.append(try rendition(list, &scanner))
        case .streamInf: pending = (try variant(list, &scanner), scanner.linePlace)
        case .iFrameStreamInf:
            var stream = try stream(list, &scanner)
            stream.uri = try scanner.requiredString("URI", list)
            stream.uriPlace = list.find("URI", in: scanner.bytes).map { scanner.place(of: $0) } ?? stream.place
            for name in ["FRAME-RATE", "AUDIO", "SUBTITLES", "CLOSED-CAPTIONS"] {
                scanner.ignore(name, list, why: "it is of #EXT-X-STREAM-INF alone (rfc8216bis, 4.4.6.3)")
            }
            playlist.iFrameStreams.append(stream)
        case .sessionData: playlist.sessionData.append(try sessionData(list, &scanner))
        case .contentSteering:
            let steering = MultivariantPlaylist.ContentSteering(
                serverURI: try scanner.requiredString("SERVER-URI", list),
                pathwayID: try scanner.name("PATHWAY-ID", list), place: scanner.linePlace)
            playlist.contentSteering = steering
            scanner.warn(.notModelled(steering.lack), scanner.linePlace)
        case .m3u, .version, .define, .independentSegments, .start, .extinf, .byteRange, .bitRate,
            .programDateTime, .discontinuity, .gap, .key, .map, .targetDuration, .mediaSequence,
            .discontinuitySequence, .endList, .playlistType, .iFramesOnly, .serverControl, .partInf, .skip,
            .dateRange, .part, .preloadHint, .renditionReport:
            preconditionFailure("This tag is at home elsewhere, or has been read.")
        }
    }

    /// Takes a line that is a URI, which completes the variant.
    mutating func addURI(_ scanner: inout PlaylistScanner) throws(PlaylistProblem) {
        let waiting = pending?.variant
        pending = nil
        let line = scanner.lines.line
        let uri = try scanner.substituted(line.start..<line.end)
        // Without a variant its tag was wrong or passed over, and that has been reported.
        guard var variant = waiting else {
            hasLostVariant = true
            return
        }
        variant.stream.uri = scanner.text.string(uri)
        variant.stream.uriPlace = scanner.linePlace
        playlist.variants.append(variant)
    }

    // MARK: Entries

    private func stream(
        _ list: PlaylistAttributes, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) -> Stream {
        let bandwidth = try positive("BANDWIDTH", list, scanner)
        try checkLayout(list, &scanner)
        return Stream(
            bandwidth: try scanner.required(bandwidth, "BANDWIDTH", list),
            averageBandwidth: try positive("AVERAGE-BANDWIDTH", list, scanner),
            scoreBillionths: try scanner.billionths("SCORE", list), codecs: try codecs("CODECS", list, &scanner),
            supplementalCodecs: try codecs("SUPPLEMENTAL-CODECS", list, &scanner),
            resolution: try scanner.resolution("RESOLUTION", list),
            hdcpLevel: try scanner.word("HDCP-LEVEL", list, among: ["TYPE-0", "TYPE-1", "NONE"]),
            saysAllowedCPC: try scanner.quoted("ALLOWED-CPC", list) != nil,
            saysVideoLayout: list.find("REQ-VIDEO-LAYOUT", in: scanner.bytes) != nil,
            // A variant of another range is listed, and not chosen (rfc8216bis, 4.4.6.2).
            videoRange: try scanner.word("VIDEO-RANGE", list),
            stableID: try scanner.stableID("STABLE-VARIANT-ID", list),
            pathwayID: try scanner.name("PATHWAY-ID", list),
            videoGroup: try scanner.name("VIDEO", list), uri: "", place: scanner.linePlace,
            uriPlace: scanner.linePlace)
    }

    /// REQ-VIDEO-LAYOUT: what it says must be known of every view (rfc8216bis, 4.4.6.2).
    private func checkLayout(_ list: PlaylistAttributes, _ scanner: inout PlaylistScanner) throws(PlaylistProblem) {
        let name = "REQ-VIDEO-LAYOUT"
        let known = ["CH-STEREO", "CH-MONO", "PROJ-RECT", "PROJ-EQUI", "PROJ-HEQU", "PROJ-PRIM"]
        guard let text = try scanner.quotedString(name, list), let attribute = list.find(name, in: scanner.bytes)
        else { return }
        for specifier in text.split(whereSeparator: { $0 == "," || $0 == "/" }).map(String.init)
        where !known.contains(specifier) {
            let part = PlaylistProblem.UnknownPart.unknownWord(specifier, of: "\(name) specifier", known: known)
            throw scanner.lines.problem(.passedOver(part, list.tag), at: attribute.value.lowerBound)
        }
        for why in MultivariantRules.faults(ofLayout: text) {
            scanner.warn(.rule(.layout(why: why)), at: attribute.name.lowerBound)
        }
    }

    private func variant(
        _ list: PlaylistAttributes, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) -> Variant {
        var variant = Variant(stream: try stream(list, &scanner))
        variant.audioGroup = try scanner.name("AUDIO", list)
        variant.subtitleGroup = try scanner.name("SUBTITLES", list)
        variant.frameRateThousandths = try scanner.billionths("FRAME-RATE", list).map { ($0 + 500_000) / 1_000_000 }
        if let captions = list.find("CLOSED-CAPTIONS", in: scanner.bytes) {
            // A group is quoted; NONE is not.
            if captions.isQuoted {
                variant.closedCaptions = try scanner.name("CLOSED-CAPTIONS", list).map { .group($0) }
            } else if scanner.string(captions.value) == "NONE" {
                variant.closedCaptions = MultivariantPlaylist.ClosedCaptions.none
            } else {
                let part = PlaylistProblem.UnknownPart.unquoted(
                    "CLOSED-CAPTIONS", value: scanner.string(captions.value), known: "NONE")
                throw scanner.lines.problem(.passedOver(part, list.tag), at: captions.value.lowerBound)
            }
        }
        return variant
    }

    private func positive(
        _ name: String, _ list: PlaylistAttributes, _ scanner: PlaylistScanner
    ) throws(PlaylistProblem) -> Int64? {
        guard let value = try scanner.bare(name, list) else { return nil }
        // Ten terabits per second: sums and products of rates stay within an `Int64`.
        return try scanner.positive(value, of: name, atMost: 10_000_000_000_000)
    }

    /// Formats with commas in between.
    private func codecs(
        _ name: String, _ list: PlaylistAttributes, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) -> [String] {
        guard let text = try scanner.quotedString(name, list) else { return [] }
        return text.utf8.split(separator: UInt8(ascii: ",")).map { part in
            String(decoding: part.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        }
    }

    private func rendition(
        _ list: PlaylistAttributes, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) -> Rendition {
        let types = MultivariantPlaylist.MediaType.allCases
        let word = try scanner.word("TYPE", list, among: types.map { $0.rawValue }, of: "TYPE of media")
        let type = try scanner.required(types.first { $0.rawValue == word }, "TYPE", list)
        let rendition = Rendition(
            type: type, isDefault: try scanner.flag("DEFAULT", list),
            // That of closed captions is passed over.
            uri: type == .closedCaptions ? nil : try scanner.quotedString("URI", list),
            groupID: try scanner.requiredName("GROUP-ID", list), name: try scanner.requiredName("NAME", list),
            language: try scanner.name("LANGUAGE", list),
            associatedLanguage: try scanner.name("ASSOC-LANGUAGE", list),
            stableID: try scanner.stableID("STABLE-RENDITION-ID", list),
            isAutoselect: try scanner.flag("AUTOSELECT", list), isForced: try scanner.flag("FORCED", list),
            instreamID: try scanner.quotedString("INSTREAM-ID", list),
            characteristics: try scanner.name("CHARACTERISTICS", list),
            channels: try scanner.quotedString("CHANNELS", list),
            sampleRateHz: try scanner.integer("SAMPLE-RATE", list), bitDepth: try scanner.integer("BIT-DEPTH", list),
            place: scanner.linePlace,
            uriPlace: list.find("URI", in: scanner.bytes).map { scanner.place(of: $0) } ?? scanner.linePlace)
        try check(rendition, list, &scanner)
        return rendition
    }

    /// Checks the attributes together, as RFC 8216, section 4.3.4.1 demands.
    private func check(
        _ rendition: Rendition, _ list: PlaylistAttributes, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) {
        if rendition.isDefault, list.find("AUTOSELECT", in: scanner.bytes) != nil, !rendition.isAutoselect {
            scanner.ignore("AUTOSELECT", list, why: "with DEFAULT=YES it must be YES")
        }
        if rendition.type != .subtitles { scanner.ignore("FORCED", list, why: "it is for subtitles") }
        if rendition.type != .audio {
            for name in ["CHANNELS", "BIT-DEPTH", "SAMPLE-RATE"] {
                scanner.ignore(name, list, why: "it is for audio (rfc8216bis, 4.4.6.1)")
            }
        }
        needVersion(of: rendition, list, &scanner)
        switch rendition.type {
        case .closedCaptions:
            scanner.ignore("URI", list, why: "closed captions are in the video")
            let id = try scanner.required(rendition.instreamID, "INSTREAM-ID", list)
            if !Self.isInstream(id) {
                let why = "INSTREAM-ID is CC1 to CC4, or SERVICE1 to SERVICE63 (RFC 8216, 4.3.4.1)"
                scanner.ignore("'\(PlaylistWords.cut(id))'", at: "INSTREAM-ID", list, why: why)
            }
        case .subtitles: _ = try scanner.required(rendition.uri, "URI", list)
        case .audio, .video: break
        }
    }

    /// Notes what an INSTREAM-ID needs.
    private func needVersion(
        of rendition: Rendition, _ list: PlaylistAttributes, _ scanner: inout PlaylistScanner
    ) {
        guard let id = rendition.instreamID, let attribute = list.find("INSTREAM-ID", in: scanner.bytes) else {
            return
        }
        let place = attribute.name.lowerBound
        if rendition.type != .closedCaptions {
            scanner.need(13, for: "INSTREAM-ID of TYPE=\(rendition.type.rawValue)", at: place)
        } else if id.utf8.starts(with: "SERVICE".utf8) {
            scanner.need(7, for: "INSTREAM-ID=\"\(PlaylistWords.cut(id))\"", at: place)
        }
    }

    /// Whether an identifier is that of captions in the video.
    private static func isInstream(_ id: String) -> Bool {
        ["CC", "SERVICE"].contains { mark in
            guard id.utf8.starts(with: mark.utf8), let number = Int(id.dropFirst(mark.count)) else { return false }
            return id == "\(mark)\(number)" && 1...(mark == "CC" ? 4 : 63) ~= number
        }
    }

    private func sessionData(
        _ list: PlaylistAttributes, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) -> MultivariantPlaylist.SessionData {
        let data = MultivariantPlaylist.SessionData(
            dataID: try scanner.requiredName("DATA-ID", list), value: try scanner.quotedString("VALUE", list),
            uri: try scanner.quotedString("URI", list), language: try scanner.name("LANGUAGE", list),
            place: scanner.linePlace)
        if data.uri == nil { _ = try scanner.required(data.value, "VALUE", list) }
        if data.uri != nil { _ = try scanner.word("FORMAT", list, among: ["JSON", "RAW"]) }
        if data.value != nil { scanner.ignore("URI", list, why: "VALUE says it already") }
        return data
    }

    // MARK: The end

    /// Gives one language that is spelt in several ways, as `en-US` and `en-us`, the first of them. O(n log n).
    private mutating func joinLanguages() {
        let tags = playlist.renditions.map { one in
            one.languageTag.map { ExactText("\(one.type.rawValue) \($0)") }
        }
        let index = NameIndex(tags)
        for (place, tag) in tags.enumerated() {
            guard let first = tag.flatMap({ index.place(of: $0) }), first != place else { continue }
            playlist.renditions[place].languageBefore = playlist.renditions[first].language
        }
    }

    /// A score counts where every variant has one (authoring specification, 9.19).
    private func warnOfVariants(_ scanner: inout PlaylistScanner) {
        let variants = playlist.variants
        if let first = variants.first, variants.allSatisfy({ $0.stream.scoreBillionths != nil }),
            variants.contains(where: { $0.stream.scoreBillionths != first.stream.scoreBillionths })
        {
            scanner.warn(.notModelled(.scores), first.stream.place)
        }
        if let steering = playlist.contentSteering, let id = steering.pathwayID,
            !variants.isEmpty, !variants.contains(where: { $0.pathway == id })
        {
            scanner.warn(.unknownPathway(id.text, known: playlist.pathways.texts), steering.place)
        }
        if let steering = playlist.contentSteering, !variants.isEmpty, playlist.pathways.count == 1 {
            scanner.forget(steering.lack)
            scanner.warn(.nothingToSteer, steering.place)
        }
        for rendition in playlist.renditions where rendition.type == .video && rendition.uri != nil {
            scanner.warn(.notModelled(.videoRenditions), rendition.place)
        }
    }

    mutating func finish(
        _ head: PlaylistHead, _ scanner: inout PlaylistScanner, _ problems: inout [PlaylistProblem]
    ) -> MultivariantPlaylist {
        playlist.head = head
        playlist.head.need = scanner.need
        playlist.text = scanner.text
        joinLanguages()
        if let pending { problems.append(PlaylistProblem(.tag(.dangling(.streamInf)), pending.place)) }
        if problems.isEmpty {
            let start = Place(startOf: playlist.source)
            if playlist.variants.isEmpty {
                problems.append(PlaylistProblem(.group(hasLostVariant ? .noKnownVariant : .noVariant), start))
            }
            PlaylistGroups(playlist.renditions).check(playlist, &scanner)
            MultivariantRules.warn(of: playlist, &scanner)
            warnOfVariants(&scanner)
        }
        playlist.warnings = scanner.warnings.sorted
        return playlist
    }
}

extension PlaylistScanner {
    /// The attributes of EXT-X-KEY and EXT-X-SESSION-KEY.
    mutating func key(_ list: PlaylistAttributes) throws(PlaylistProblem) -> PlaylistKey {
        // The key of a session is there to be loaded early, so there must be one.
        let methods = PlaylistKey.Method.allCases.filter { list.tag == .key || $0 != .none }
        let known = methods.map { $0.rawValue }
        if list.tag == .sessionKey, let value = try bare("METHOD", list), string(value) == "NONE" {
            throw lines.problem(
                .value(.unknownWord("NONE", of: "METHOD here", known: known)), at: value.lowerBound)
        }
        let word = try word("METHOD", list, among: known, of: "METHOD here")
        let method = try required(methods.first { $0.rawValue == word }, "METHOD", list)
        switch method {
        case .none:
            for name in ["URI", "IV", "KEYFORMAT", "KEYFORMATVERSIONS"] {
                ignore(name, list, why: "METHOD=NONE has no key")
            }
        case .aes256GCM: ignore("IV", list, why: "with AES-256-GCM it stands in each segment (rfc8216bis, 4.4.4.4)")
        case .sampleAESCTR: ignore("IV", list, why: "with SAMPLE-AES-CTR it must not be there (rfc8216bis, 4.4.4.4)")
        case .aes128, .sampleAES: break
        }
        needVersion(of: list, method)
        let uri = try quoted("URI", list)
        return PlaylistKey(
            method: method, uri: method == .none ? .empty : try required(uri, "URI", list),
            iv: try hexadecimal("IV", list), keyFormat: try quoted("KEYFORMAT", list) ?? .empty,
            keyFormatVersions: try quoted("KEYFORMATVERSIONS", list) ?? .empty, line: lines.line.number)
    }
}

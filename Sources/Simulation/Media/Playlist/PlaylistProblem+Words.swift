extension PlaylistProblem.Kind {
    /// The problem in a sentence, with a hint at what would be right.
    package var message: String {
        textMessage ?? tagMessage ?? valueMessage ?? attributeMessage ?? variableMessage ?? contentMessage
    }

    private var textMessage: String? {
        switch self {
        case .empty: "the file is empty; a playlist begins with #EXTM3U"
        case .tooManyBytes(let limit): "a playlist has at most \(limit) bytes"
        case .byteOrderMark: "a playlist has no byte order mark (RFC 8216, 4.1); save it as UTF-8 without one"
        case .invalidUTF8: "this is not UTF-8; save the playlist as UTF-8"
        case .loneCarriageReturn: "a line ends in LF or in CR LF, not in CR alone"
        case .controlCharacter(let value):
            "U+\(PlaylistWords.hex(value)) is a control character, which a playlist has none of; remove it"
        case .noHeader: "the first line must be #EXTM3U, and nothing else"
        default: nil
        }
    }

    private var tagMessage: String? {
        switch self {
        case .neitherKind(let near):
            "nothing says what this is: write #EXT-X-STREAM-INF for variants, or #EXTINF for segments"
                + (near.map { "; did you mean '\($0.name)'?" } ?? "")
        case .mixedKinds(let tag, let other, let line):
            "\(tag.name) does not go with \(other.name) on line \(line): a playlist lists variants or segments"
        case .missingTag(let tag, let near):
            "\(tag.name) is missing" + (near.map { "; did you mean it by '\($0)'?" } ?? "")
        case .repeatedTag(let tag, let line): "\(tag.name) stands twice; the first is on line \(line)"
        case .lateTag(let tag): "\(tag.name) stands before the first segment"
        case .danglingTag(let tag): "no URI follows this \(tag.name); is the file cut short?"
        case .uriAlone(let tag): "a URI stands behind \(tag.name), which is missing here; comments begin with #"
        case .missingValue(let tag): "\(tag.name) needs a value: \(tag.name):…"
        case .tooManyEntries(let limit): "a multivariant playlist has at most \(limit) entries"
        case .deltaUpdate: "this is a delta update (EXT-X-SKIP), which says only what is new; give the whole playlist"
        case .notEnded: "a VOD playlist ends with #EXT-X-ENDLIST; is the file cut short?"
        default: nil
        }
    }

    private var valueMessage: String? {
        switch self {
        case .number(let fault, let name):
            switch fault {
            case .notWhole: "\(name) must be a whole number in decimal digits"
            case .notDecimal: "\(name) must be a number in decimal digits, such as 6.006"
            case .negative: "\(name) must not be negative"
            case .tooLarge: "\(name) is too large"
            }
        case .zero(let name): "\(name) must be more than 0"
        case .tooLong(let years): "this makes more than \(years) year\(years == 1 ? "" : "s") of media"
        case .unknownWord(let word, let name, let known):
            "'\(PlaylistWords.cut(word))' is no \(name)\(NearMiss.hint(word, among: known))"
        case .badMoment(let text):
            "'\(PlaylistWords.cut(text))' is no date and time; write it as 2010-02-19T14:54:23.031+08:00"
        case .badByteRange(let text):
            "'\(PlaylistWords.cut(text))' is no byte range; write LENGTH@OFFSET, as in 76242@0"
        case .byteRangeWithoutStart:
            "this byte range has no offset, and the segment before is no part of the same file; write LENGTH@OFFSET"
        case .shortServerControl(let name, let factor, let of): "\(name) must be at least \(factor) × \(of)"
        default: nil
        }
    }

    private var attributeMessage: String? {
        switch self {
        case .tooManyAttributes(let limit): "a list has at most \(limit) attributes"
        case .badAttributeName: "an attribute's name is of A to Z, 0 to 9 and -; lists have no spaces"
        case .missingEquals(let name): "\(PlaylistWords.cut(name)) has no value; write \(PlaylistWords.cut(name))=…"
        case .missingAttributeValue(let name): "a value is missing behind \(PlaylistWords.cut(name))="
        case .openQuote(let name): "the value of \(PlaylistWords.cut(name)) is never closed; a \" is missing"
        case .textAfterAttribute(let name):
            "a comma is missing behind the value of \(PlaylistWords.cut(name)); a quoted value has no \" in it"
        case .repeatedAttribute(let name): "\(name) stands twice in this list"
        case .missingAttribute(let name, let tag, let near):
            "\(name) is missing in \(tag.name)" + (near.map { "; did you mean it by '\($0)'?" } ?? "")
        case .wantsQuotes(let name, let value):
            "\(name) is in double quotes; write \(name)=\"\(PlaylistWords.cut(value))\""
        case .wantsNoQuotes(let name): "\(name) is without quotes"
        case .unwantedAttribute(let name, let why): "\(name) does not belong here: \(why)"
        case .badResolution(let name): "\(name) must be a width and a height, as in 1920x1080"
        case .badHexadecimal(let name): "\(name) must be 0x and at most 32 hexadecimal digits"
        case .tooManyKeys(let limit): "a segment has at most \(limit) keys in force, each of another KEYFORMAT"
        default: nil
        }
    }

    private var variableMessage: String? {
        switch self {
        case .variableName(let name):
            "'\(PlaylistWords.cut(name))' is no name of a variable; use letters, digits, - and _"
        case .repeatedVariable(let name): "the variable '\(PlaylistWords.cut(name))' is defined twice"
        case .unknownVariable(let name, let known):
            "no #EXT-X-DEFINE before this has '\(PlaylistWords.cut(name))'\(PlaylistWords.hint(name, among: known))"
        case .notImported(let name, let known):
            "the multivariant playlist defines no '\(PlaylistWords.cut(name))'"
                + PlaylistWords.hint(name, among: known)
        case .noQuery(let name):
            "the playlist was not asked for with a query that has '\(PlaylistWords.cut(name))'; use NAME and VALUE"
        case .tooManyVariables(let limit): "a playlist has at most \(limit) variables"
        case .tooMuchSubstitution(let limit): "substituting variables makes more than \(limit) bytes"
        default: nil
        }
    }

    private var contentMessage: String {
        switch self {
        case .unknownGroup(let id, let type, let known):
            "no #EXT-X-MEDIA of TYPE=\(type.name) has GROUP-ID=\"\(PlaylistWords.cut(id))\""
                + PlaylistWords.hint(id, among: known)
        case .repeatedName(let name, let group, let line):
            "the group \"\(PlaylistWords.cut(group))\" has a \"\(PlaylistWords.cut(name))\" already, on line \(line)"
        case .secondDefault(let group, let line):
            "the group \"\(PlaylistWords.cut(group))\" has a default already, on line \(line)"
        case .noVariant: "there is no #EXT-X-STREAM-INF, so there is nothing to play"
        case .path(let fault, let uri): fault.message(PlaylistWords.cut(uri))
        case .namesItself(let path): "'\(PlaylistWords.cut(path))' is this playlist itself; name a media playlist"
        case .namesMultivariant(let path):
            "'\(PlaylistWords.cut(path))' is a multivariant playlist; name a media playlist"
        case .missingFile(let path):
            "there is no file '\(PlaylistWords.cut(path))' in the folder of the multivariant playlist"
        case .unusableFile(let path, let why): "'\(PlaylistWords.cut(path))' \(why)"
        case .noSegments: "the playlist has no segments, so there is nothing to play"
        case .live:
            "#EXT-X-ENDLIST is missing: this is a live playlist, or one cut short, and only ended ones can be played"
        case .noBitRate:
            "nothing says how large the segments are; add #EXT-X-BITRATE or byte ranges, put the files beside the "
                + "playlist, or begin with a multivariant playlist"
        case .tooMuchMedia: "this makes more than a petabyte of media"
        case .lengthsDiffer(let length, let other):
            "this playlist is \(length) s long, the first variant's \(other) s; they must not differ by more than a "
                + "target duration"
        case .empty, .tooManyBytes, .byteOrderMark, .invalidUTF8, .loneCarriageReturn, .controlCharacter, .noHeader,
            .neitherKind, .mixedKinds, .missingTag, .repeatedTag, .lateTag, .danglingTag, .uriAlone, .missingValue,
            .tooManyEntries, .deltaUpdate, .notEnded, .number, .zero, .tooLong, .unknownWord, .badMoment,
            .badByteRange, .byteRangeWithoutStart, .shortServerControl, .tooManyAttributes, .badAttributeName,
            .missingEquals, .missingAttributeValue, .openQuote, .textAfterAttribute, .repeatedAttribute,
            .missingAttribute, .wantsQuotes, .wantsNoQuotes, .unwantedAttribute, .badResolution, .badHexadecimal,
            .tooManyKeys, .variableName, .repeatedVariable, .unknownVariable, .notImported, .noQuery,
            .tooManyVariables, .tooMuchSubstitution:
            preconditionFailure("These have their words above.")
        }
    }
}

/// Pieces of sentences.
enum PlaylistWords {
    /// Text from a file, short enough for a line.
    static func cut(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > 60 else { return text }
        var short = String.UnicodeScalarView()
        short.append(contentsOf: scalars.prefix(60))
        return String(short) + "…"
    }

    static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    /// A hint: the word that was probably meant, or the known ones; no more than fits into a line.
    static func hint(_ word: String, among known: [String]) -> String {
        if known.isEmpty { return "; there is none" }
        let few = Array(known.prefix(12))
        if let near = NearMiss.find(word, among: known) { return "; did you mean '\(cut(near))'?" }
        return NearMiss.hint(word, among: few.map { cut($0) })
    }
}

/// Faults that are found line by line.
extension PlaylistProblem {
    /// A fault of the bytes of a playlist. After it nothing more can be read.
    package enum TextFault: Equatable, Sendable {
        case empty, tooManyBytes(limit: Int), form(TextForm), invalidUTF8
        case loneCarriageReturn
        case controlCharacter(UInt32), noHeader

        var message: String {
            switch self {
            case .empty: "the file is empty; a playlist begins with #EXTM3U"
            case .tooManyBytes(let limit): "a playlist has at most \(limit) bytes"
            case .form(let form): form.words
            case .invalidUTF8: "this is not UTF-8; save the playlist as UTF-8"
            case .loneCarriageReturn: "a line ends in LF or in CR LF, not in CR alone"
            case .controlCharacter(let value):
                "U+\(NumberText.codePoint(value)) is a control character, which a playlist has none of; remove it"
            case .noHeader: "the first line must be #EXTM3U"
            }
        }
    }

    /// A fault of the tags: those that are missing, and those that stand in the wrong place.
    package enum TagFault: Equatable, Sendable {
        case neitherKind(near: PlaylistTag?), mixedKinds(PlaylistTag, with: PlaylistTag, firstLine: Int32)
        case missing(PlaylistTag, near: String?), repeated(PlaylistTag, firstLine: Int32)
        case late(PlaylistTag), dangling(PlaylistTag), uriAlone(needs: PlaylistTag), missingValue(PlaylistTag)
        case tooManyEntries(limit: Int), deltaUpdate

        var message: String {
            switch self {
            case .neitherKind(let near):
                "nothing says what this is: write #EXT-X-STREAM-INF for variants, or #EXTINF for segments"
                    + (near.map { "; did you mean '\($0.name)'?" } ?? "")
            case .mixedKinds(let tag, let other, let line):
                "\(tag.name) does not go with \(other.name) on line \(line): a playlist lists variants or segments"
            case .missing(let tag, let near):
                "\(tag.name) is missing" + (near.map { "; did you mean it by '\($0)'?" } ?? "")
            case .repeated(let tag, let line): "\(tag.name) stands twice; the first is on line \(line)"
            case .late(let tag): "\(tag.name) must stand before the first segment"
            case .dangling(let tag): "no URI follows this \(tag.name); is the file cut short?"
            case .uriAlone(let tag): "a URI stands behind \(tag.name), which is missing here; comments begin with #"
            case .missingValue(let tag): "\(tag.name) needs a value: \(tag.name):…"
            case .tooManyEntries(let limit): "a multivariant playlist has at most \(limit) entries"
            case .deltaUpdate:
                "this is a delta update (EXT-X-SKIP), which says only what is new; give the whole playlist"
            }
        }
    }

    /// A fault of a value: a number, a word, a date or a byte range.
    package enum ValueFault: Equatable, Sendable {
        case number(PlaylistNumber.Fault, of: String), zero(String), tooLong(years: Int64)
        case unknownWord(String, of: String, known: [String]), badMoment(String)
        case badByteRange(String), largeByteRange(String), byteRangeWithoutStart

        private static let noMoment = "is no date and time; write it as 2010-02-19T14:54:23.031+08:00"

        var message: String {
            switch self {
            case .number(let fault, let name):
                switch fault {
                case .notWhole: "\(name) must be a whole number in decimal digits"
                case .notDecimal: "\(name) must be a number in decimal digits, such as 6.006"
                case .negative: "\(name) must not be negative"
                case .tooLarge: "\(name) is too large to be read here (the limit is ours)"
                case .beyondAny: "\(name) is at most 18446744073709551615 (RFC 8216, section 4.2)"
                }
            case .zero(let name): "\(name) must be more than 0"
            case .tooLong(let years): "this makes more than \(NumberText.count(years, "year")) of media"
            case .unknownWord(let word, let name, let known):
                "'\(PlaylistWords.cut(word))' is no \(name)\(NearMiss.hint(word, among: known))"
            case .badMoment(let text):
                "'\(PlaylistWords.cut(text))' \(PlaylistDate.faultOfYear(text) ?? Self.noMoment)"
            case .badByteRange(let text):
                "'\(PlaylistWords.cut(text))' is no byte range; write LENGTH@OFFSET, as in 76242@0"
            case .largeByteRange(let text): "'\(PlaylistWords.cut(text))' ends beyond any file: it is too large"
            case .byteRangeWithoutStart:
                "this byte range has no offset, and the segment before is no part of the same file; "
                    + "write LENGTH@OFFSET"
            }
        }
    }

    /// A fault of an attribute list.
    package enum AttributeFault: Equatable, Sendable {
        case tooMany(limit: Int), badName, strayComma, missingEquals(String), missingValue(String), openQuote(String)
        case textAfter(String), repeated(String), missing(String, PlaylistTag, near: String?), noAsset
        case wantsQuotes(String, value: String), wantsNoQuotes(String, value: String), unwanted(String, why: String)
        case badHexadecimal(String), tooManyKeys(limit: Int)

        var message: String {
            switch self {
            case .tooMany(let limit): "a list has at most \(limit) attributes"
            case .badName: "an attribute's name is of A to Z, 0 to 9 and -"
            case .strayComma: "this comma is one too many: no attribute stands before it"
            case .missingEquals(let name):
                "'\(PlaylistWords.cut(name))' is no NAME=VALUE: write \(PlaylistWords.cut(name))=… where it is a name, "
                    + "or …=\(PlaylistWords.cut(name)) where it is a value"
            case .missingValue(let name): "a value is missing behind \(PlaylistWords.cut(name))="
            case .noAsset: "X-ASSET-URI is missing, or X-ASSET-LIST in its place"
            case .openQuote(let name): "the value of \(PlaylistWords.cut(name)) is never closed; a \" is missing"
            case .textAfter(let name):
                "a comma is missing behind the value of \(PlaylistWords.cut(name)); a quoted value has no \" in it"
            case .repeated(let name): "\(name) stands twice in this list"
            case .missing(let name, let tag, let near):
                "\(name) is missing in \(tag.name)"
                    + (near.map { "; did you mean it by '\(PlaylistWords.cut($0))'?" } ?? "")
            case .wantsQuotes(let name, let value):
                "\(name) must be in double quotes; write \(name)=\"\(PlaylistWords.cut(value))\""
            case .wantsNoQuotes(let name, let value):
                "\(name) must be without quotes"
                    + (value.isEmpty ? "" : "; write \(name)=\(PlaylistWords.cut(value))")
            case .unwanted(let name, let why): "\(name) does not belong here: \(why)"
            case .badHexadecimal(let name): "\(name) must be 0x and at most 32 hexadecimal digits"
            case .tooManyKeys(let limit): "a segment has at most \(limit) keys in force, each of another KEYFORMAT"
            }
        }
    }

    /// A part of a tag that is not known. It may be newer than its reader, so that the whole tag counts for nothing,
    /// and a URI that belongs to it (rfc8216bis, 6.3.1).
    package enum UnknownPart: Equatable, Sendable {
        /// An attribute whose name begins with REQ-, and its tag.
        case requirement(String, PlaylistTag)
        case unknownWord(String, of: String, known: [String])
        /// A word without quotes where other words are in quotes.
        case unquoted(String, value: String, known: String)

        var message: String {
            switch self {
            case .requirement(let name, let tag):
                "\(PlaylistWords.cut(name)) is not known of \(tag.name), and REQ- says that it must be"
            case .unknownWord(let word, let name, let known):
                "'\(PlaylistWords.cut(word))' is no \(name)\(NearMiss.hint(word, among: known))"
            case .unquoted(let name, let value, let known):
                "\(name) without quotes is \(known) alone"
                    + (value.lowercased() == known.lowercased()
                        ? ", in capitals; write \(name)=\(known)"
                        : "; for another write \(name)=\"\(PlaylistWords.cut(value))\"")
            }
        }
    }

    /// A fault of the variables of EXT-X-DEFINE.
    package enum VariableFault: Equatable, Sendable {
        case badName(String), repeated(String), unknown(String, known: [String])
        case notImported(String, known: [String]), noQuery(String), badQuery(String, PlaylistPath.ParameterFault)
        case importInMultivariant, nothingToImport
        case tooMany(limit: Int), tooMuchSubstitution(limit: Int)

        var message: String {
            switch self {
            case .badName(let name):
                "'\(PlaylistWords.cut(name))' is no name of a variable; use letters, digits, - and _"
            case .repeated(let name): "the variable '\(PlaylistWords.cut(name))' is defined twice"
            case .unknown(let name, let known):
                "no #EXT-X-DEFINE before this has '\(PlaylistWords.cut(name))'"
                    + (known.isEmpty ? "; none stands before this" : PlaylistWords.hint(name, among: known))
            case .notImported(let name, let known):
                "the multivariant playlist defines no '\(PlaylistWords.cut(name))'"
                    + PlaylistWords.hint(name, among: known)
            case .importInMultivariant: "IMPORT must not stand in a multivariant playlist; use NAME and VALUE"
            case .nothingToImport:
                "this playlist is not read from a multivariant playlist, so that there is nothing to import; begin "
                    + "with that one"
            case .noQuery(let name):
                "the playlist was not asked for with a query that has '\(PlaylistWords.cut(name))'; "
                    + "use NAME and VALUE"
            case .badQuery(let name, let fault): fault.message(PlaylistWords.cut(name))
            case .tooMany(let limit): "a playlist has at most \(limit) variables"
            case .tooMuchSubstitution(let limit): "substituting variables makes more than \(limit) bytes"
            }
        }
    }
}

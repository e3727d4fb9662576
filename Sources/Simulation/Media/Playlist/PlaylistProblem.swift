/// A fault in a playlist, and its place. The words are in `PlaylistProblem+Words.swift`.
package struct PlaylistProblem: Error, Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        // The text. After one of these nothing more can be read.
        case empty, tooManyBytes(limit: Int), byteOrderMark, invalidUTF8, loneCarriageReturn
        case controlCharacter(UInt32)
        case noHeader
        // Tags.
        case neitherKind(near: PlaylistTag?)
        case mixedKinds(PlaylistTag, with: PlaylistTag, firstLine: Int32)
        case missingTag(PlaylistTag, near: String?)
        case repeatedTag(PlaylistTag, firstLine: Int32)
        case lateTag(PlaylistTag)
        case danglingTag(PlaylistTag)
        case uriAlone(needs: PlaylistTag)
        case missingValue(PlaylistTag)
        case tooManyEntries(limit: Int)
        case deltaUpdate
        case notEnded
        // Values.
        case number(PlaylistNumber.Fault, of: String)
        case zero(String)
        case tooLong(years: Int64)
        case unknownWord(String, of: String, known: [String])
        case badMoment(String)
        case badByteRange(String)
        case byteRangeWithoutStart
        case shortServerControl(String, factor: Int64, of: String)
        // Attribute lists.
        case tooManyAttributes(limit: Int)
        case badAttributeName, missingEquals(String), missingAttributeValue(String), openQuote(String)
        case textAfterAttribute(String)
        case repeatedAttribute(String)
        case missingAttribute(String, PlaylistTag, near: String?)
        case wantsQuotes(String, value: String), wantsNoQuotes(String)
        case unwantedAttribute(String, why: String)
        case badResolution(String), badHexadecimal(String)
        case tooManyKeys(limit: Int)
        // Variables.
        case variableName(String), repeatedVariable(String), unknownVariable(String, known: [String])
        case notImported(String, known: [String]), noQuery(String)
        case tooManyVariables(limit: Int), tooMuchSubstitution(limit: Int)
        // Groups.
        case unknownGroup(String, type: MultivariantPlaylist.MediaType, known: [String])
        case repeatedName(String, group: String, firstLine: Int32)
        case secondDefault(group: String, firstLine: Int32)
        case noVariant
        // Files.
        case path(PlaylistPath.Fault, uri: String)
        case namesItself(String), namesMultivariant(String), missingFile(String), unusableFile(String, why: String)
        // Assets.
        case noSegments
        case live
        case noBitRate
        case tooMuchMedia
        case lengthsDiffer(String, other: String)
    }

    package let kind: Kind
    package let place: Place

    package init(_ kind: Kind, _ place: Place) {
        self.kind = kind
        self.place = place
    }

    package var diagnostic: Diagnostic { Diagnostic(kind.message, at: place) }

    /// Whether the text after it cannot be read.
    var isFatal: Bool {
        switch kind {
        case .empty, .tooManyBytes, .byteOrderMark, .invalidUTF8, .loneCarriageReturn, .controlCharacter, .noHeader,
            .mixedKinds, .tooManyEntries, .tooLong, .tooMuchSubstitution, .deltaUpdate, .tooManyKeys:
            true
        case .neitherKind, .missingTag, .repeatedTag, .lateTag, .danglingTag, .uriAlone, .missingValue, .notEnded,
            .number, .zero, .unknownWord, .badMoment, .badByteRange, .byteRangeWithoutStart, .shortServerControl,
            .tooManyAttributes, .badAttributeName, .missingEquals, .missingAttributeValue, .openQuote,
            .textAfterAttribute, .repeatedAttribute, .missingAttribute, .wantsQuotes, .wantsNoQuotes,
            .unwantedAttribute, .badResolution, .badHexadecimal, .variableName, .repeatedVariable, .unknownVariable,
            .notImported, .noQuery, .tooManyVariables, .unknownGroup, .repeatedName, .secondDefault, .noVariant,
            .path, .namesItself, .namesMultivariant, .missingFile, .unusableFile, .noSegments, .live, .noBitRate,
            .tooMuchMedia, .lengthsDiffer:
            false
        }
    }
}

/// A fault in a playlist, and its place. Each kind of fault has its cases and their words in an enum of its own.
package struct PlaylistProblem: Error, Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case text(TextFault)
        case tag(TagFault)
        case value(ValueFault)
        case attribute(AttributeFault)
        case variable(VariableFault)
        case group(GroupFault)
        case file(FileFault)
        case asset(AssetFault)
        /// No fault of the playlist: its reader does not know all of a tag, and passes over it, with a warning.
        case passedOver(UnknownPart, PlaylistTag)

        /// The problem in a sentence, with a hint at what would be right.
        package var message: String {
            switch self {
            case .text(let fault): fault.message
            case .tag(let fault): fault.message
            case .value(let fault): fault.message
            case .attribute(let fault): fault.message
            case .variable(let fault): fault.message
            case .group(let fault): fault.message
            case .file(let fault): fault.message
            case .asset(let fault): fault.message
            case .passedOver(let part, _): part.message
            }
        }
    }

    package let kind: Kind
    package let place: Place

    package init(_ kind: Kind, _ place: Place) {
        self.kind = kind
        self.place = place
    }

    /// Whether it says the same of a file that was read twice.
    func isSame(as other: PlaylistProblem) -> Bool {
        kind == other.kind && place.line == other.place.line && place.column == other.place.column
    }

    package var diagnostic: Diagnostic { Diagnostic(kind.message, at: place) }

    /// Whether the text after it cannot be read.
    var isFatal: Bool {
        switch kind {
        case .text, .tag(.mixedKinds), .tag(.tooManyEntries), .tag(.deltaUpdate), .value(.tooLong),
            .attribute(.tooManyKeys), .variable(.tooMuchSubstitution):
            true
        case .tag, .value, .attribute, .variable, .group, .file, .asset, .passedOver: false
        }
    }
}

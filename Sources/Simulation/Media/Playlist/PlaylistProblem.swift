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
            }
        }
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
        case .text, .tag(.mixedKinds), .tag(.tooManyEntries), .tag(.deltaUpdate), .value(.tooLong),
            .attribute(.tooManyKeys), .variable(.tooMuchSubstitution):
            true
        case .tag, .value, .attribute, .variable, .group, .file, .asset: false
        }
    }
}

extension Files {
    /// The reason why a file is not read or written, in words without the file's name.
    enum Problem: Error, Equatable {
        case missing
        case isFolder
        case exists
        case unreadable(reason: String)
        case unwritable(reason: String)

        /// The reason of what is neither a file nor a folder, by its name; `isNamed` is whether the command line has
        /// its path.
        static func isSpecial(_ name: String, isNamed: Bool) -> Problem {
            let advice = isNamed ? "; a pipe goes by standard input, which is -" : ""
            return .unreadable(reason: "it is \(name), and no regular file\(advice)")
        }

        /// The reason where nothing is found at a path. Of a name that is not UTF-8 another one has been made, of the
        /// file itself or of a folder: whether something has that name nobody can tell.
        static func absence(of path: String) -> Problem {
            if isLink(path) { return .unreadable(reason: Self.deadLink) }
            let isSpoilt = path.unicodeScalars.contains("\u{FFFD}")
            let words = "no such file, or a name in its path is not UTF-8; rename it"
            return isSpoilt ? .unreadable(reason: words) : .missing
        }

        /// The reason of a link whose target is gone.
        static let deadLink = "a link to nothing"

        var message: String {
            switch self {
            case .missing: "no such file"
            case .isFolder: "this is a folder; name a file in it"
            case .exists: "there is a file already, and it is left as it is; give another name"
            case .unreadable(let reason): "cannot be read: \(reason)"
            case .unwritable(let reason): "cannot be written: \(reason)"
            }
        }

        var code: ExitCode {
            switch self {
            case .missing, .unreadable: .missingFile
            case .isFolder: .badData
            case .exists, .unwritable: .cannotWrite
            }
        }
    }
}

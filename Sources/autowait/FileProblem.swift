extension Files {
    /// The reason why a file is not read or written, in words without the file's name.
    enum Problem: Error, Equatable {
        case missing
        case isFolder
        case exists
        case unreadable(reason: String)
        case unwritable(reason: String)

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
